#include "app/bibliography/BibtexCollection.h"

#include <algorithm>
#include <QRegularExpression>

#include "app/bibliography/BibtexEncoding.h"
#include "app/bibliography/CslJson.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QByteArray byteOrderMark(const QString& encoding) {
  if (encoding == "UTF-16LE"_L1) return "\xFF\xFE";
  if (encoding == "UTF-16BE"_L1) return "\xFE\xFF";
  return "\xEF\xBB\xBF";
}

/// A header that names another encoding than the file has would be believed.
QString withRightHeader(QString text, const BibtexOrigin& origin, const QString& encoding) {
  if (origin.encoding == encoding) return text;
  static const QRegularExpression header(u"(%\\s*Encoding:\\s*|-\\*-.*?coding:\\s*)[\\w-]+"_s,
                                         QRegularExpression::CaseInsensitiveOption);
  return text.replace(header, u"\\1"_s + encoding);
}

std::optional<QByteArray> bytesOf(const QString& text, const QByteArray& kept, const BibtexOrigin& origin,
                                  const QString& encoding) {
  if (!kept.isEmpty() && origin.encoding == encoding) return kept;
  return BibtexEncoding::encode(withRightHeader(text, origin, encoding), encoding);
}

}  // namespace

void BibtexCollection::add(const ItemSummary& item) {
  Piece piece{item, std::nullopt, false};
  if (const FieldSpec* field = mapping_.declared("*origin"_L1))
    piece.origin = BibtexOrigin::fromJson(item.fields.value(field->key).toString());
  pieces_ << piece;
}

/// An entry can stand as it came while its item says the same, and its abbreviations and the entries that it
/// inherits from are still there.
void BibtexCollection::findUntouched() {
  QSet<QString> defined;
  for (const Piece& piece : std::as_const(pieces_)) {
    defined << u'@' + citationKey(piece.item, mapping_.kind()).toLower();
    if (!piece.origin || !piece.origin->before.contains(u'@')) continue;
    for (const BibtexPart& part : BibtexFile::parse(piece.origin->before.toUtf8()).parts) {
      if (part.type == BibtexPart::Type::Abbreviation && !part.fields.isEmpty())
        defined << part.fields[0].name;
      if (part.type == BibtexPart::Type::Entry) defined << u'@' + part.key.toLower();
    }
  }
  for (Piece& piece : pieces_) {
    if (!piece.origin) continue;
    const QStringList& used = piece.origin->needs;
    piece.untouched =
        piece.origin->fingerprint == mapping_.fingerprint(piece.item) &&
        std::all_of(used.begin(), used.end(), [&](const QString& name) { return defined.contains(name); });
  }
}

QString BibtexCollection::commonEncoding() const {
  QString encoding;
  QString file;
  for (const Piece& piece : pieces_) {
    if (!piece.origin) continue;
    if (encoding.isEmpty()) encoding = piece.origin->encoding, file = piece.origin->file;
    if (encoding != piece.origin->encoding || file != piece.origin->file) return u"UTF-8"_s;
  }
  return encoding.isEmpty() ? u"UTF-8"_s : encoding;
}

std::optional<QByteArray> BibtexCollection::entryOf(const Piece& piece, const QString& encoding) const {
  if (piece.untouched) {
    const FieldSpec* source = mapping_.declared("*source"_L1);
    const QString text = source ? piece.item.fields.value(source->key).toString() : QString();
    return bytesOf(text, piece.origin->entryBytes, *piece.origin, encoding);
  }
  const auto bytes = BibtexEncoding::encode(mapping_.write(piece.item, false), encoding);
  return bytes ? bytes : BibtexEncoding::encode(mapping_.write(piece.item, false, true), encoding);
}

std::optional<QByteArray> BibtexCollection::written(const QString& encoding) const {
  const QByteArray lineEnd = *BibtexEncoding::encode(u"\n"_s, encoding);
  QByteArray out;
  QByteArray after;
  QString file;
  for (const Piece& piece : pieces_) {
    const bool follows = piece.origin && piece.origin->file == file;
    if (!follows) {
      out += after;
      if (!out.isEmpty() && !out.endsWith(lineEnd)) out += lineEnd;
      if (!out.isEmpty()) out += lineEnd;
    }
    after.clear();
    file = piece.origin ? piece.origin->file : QString();
    if (piece.origin) {
      const auto before = bytesOf(piece.origin->before, piece.origin->beforeBytes, *piece.origin, encoding);
      const auto rest = bytesOf(piece.origin->after, piece.origin->afterBytes, *piece.origin, encoding);
      if (!before || !rest) return std::nullopt;
      // What stood between two entries may have gone with an item between them.
      if (follows && before->isEmpty() && piece.origin->place > 0 && !out.endsWith(lineEnd)) out += lineEnd;
      out += *before;
      after = *rest;
    }
    const auto entry = entryOf(piece, encoding);
    if (!entry) return std::nullopt;
    out += *entry;
    if (!piece.origin) out += lineEnd;
  }
  return out + after;
}

QByteArray BibtexCollection::toBytes(Findings& findings) {
  std::stable_sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
    if (!a.origin || !b.origin) return a.origin.has_value() && !b.origin.has_value();
    return a.origin->file != b.origin->file ? a.origin->file < b.origin->file
                                            : a.origin->place < b.origin->place;
  });
  findUntouched();
  QString encoding = commonEncoding();
  auto bytes = written(encoding);
  if (!bytes) {
    encoding = u"UTF-8"_s;
    bytes = written(encoding);
  }
  const auto differs = [&](const Piece& piece) { return piece.origin && piece.origin->encoding != encoding; };
  const auto other = std::find_if(pieces_.begin(), pieces_.end(), differs);
  if (other != pieces_.end())
    findings.append({Finding::Level::Note,
                     u"bibtex.converted"_s,
                     say("“%1” was read as %2; the export is in %3.")
                         .arg(other->origin->file, other->origin->encoding, encoding),
                     {},
                     {},
                     0});
  const bool marked = !pieces_.isEmpty() && pieces_.first().origin && pieces_.first().origin->byteOrderMark &&
                      pieces_.first().origin->encoding == encoding;
  return marked ? byteOrderMark(encoding) + *bytes : *bytes;
}

}  // namespace offprint
