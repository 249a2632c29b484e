#include "app/import/ItemTexts.h"

#include <algorithm>
#include <QJsonArray>
#include <QMap>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/SourceLinks.h"
#include "app/import/TemplateMarkup.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Type = SourceTarget::Type;

/// A media path as a link's target: what would begin a fragment, a query or an escape is encoded.
QString mediaTarget(QString path) {
  return path.replace(u'%', u"%25"_s).replace(u'#', u"%23"_s).replace(u'?', u"%3F"_s);
}

/// Works on one text and what belongs to it.
class Finisher {
 public:
  Finisher(const QString& path, const QString& folder, const QString& oldAddress, const SourceFolder& source,
           const SourceResolver& resolver, MediaIntake& media, Findings& findings)
      : path_(path),
        folder_(folder),
        oldAddress_(oldAddress),
        source_(source),
        resolver_(resolver),
        media_(media),
        findings_(findings) {}

  QString text(const QString& body, int bodyLine) {
    MarkupContext context;
    context.flavour = source_.flavour;
    context.bodyLine = bodyLine;
    context.address = [this](const QString& reference) {
      const SourceTarget found = resolver_.byName(reference, folder_);
      return found.type == Type::Address ? found.text : QString();
    };
    const qsizetype before = findings_.size();
    const QString markdown = translateMarkup(body, context, findings_);
    for (qsizetype i = before; i < findings_.size(); ++i)
      findings_[i].file = path_;
    const bool wiki = source_.flavour == SiteFlavour::Plain;
    return rewriteLinks(markdown, wiki,
                        [&](const SourceLink& link) { return rewritten(link, body, bodyLine); });
  }

  /// Where a value of a field or a cover leads: a media path, an address, the value itself when it leads
  /// elsewhere; nothing when there is nothing.
  std::optional<QString> value(const QString& target) {
    const SourceTarget found = resolver_.resolve(target, folder_, oldAddress_);
    if (found.type == Type::Nothing) return std::nullopt;
    return found.type == Type::File ? mediaPath(found.text) : std::optional(found.text);
  }

  void reportDead(const QString& target, int line) {
    add(Finding::Level::Warning, u"link.dead"_s,
        say("\"%1\" leads to nothing in the source and was left as it is. Correct the link or add what it "
            "shows.")
            .arg(target.left(200)),
        line);
  }

  void add(Finding::Level level, const QString& code, const QString& message, int line) {
    findings_ << Finding{level, code, message, {}, path_, line};
  }

  const std::optional<Error>& error() const { return error_; }
  /// Hashes of the media that were used, in order of their names.
  QByteArray mediaHashes() const { return QStringList(used_.values()).join(u'\n').toUtf8(); }

 private:
  std::optional<QString> mediaPath(const QString& file) {
    const auto taken = media_.take(file);
    if (!taken) {
      if (!error_) error_ = taken.error();
      return std::nullopt;
    }
    if (!*taken) return std::nullopt;
    used_.insert(file, (*taken)->path + u' ' + (*taken)->sha256);
    return (*taken)->path;
  }

  std::optional<QString> rewritten(const SourceLink& link, const QString& source, int bodyLine) {
    const bool wiki = link.form == SourceLink::Form::Wiki || link.form == SourceLink::Form::WikiImage;
    const SourceTarget found =
        wiki ? resolver_.byName(link.target, folder_) : resolver_.resolve(link.target, folder_, oldAddress_);
    switch (found.type) {
      case Type::Elsewhere:
        return std::nullopt;
      case Type::Address:
        return found.text == link.target ? std::nullopt : std::optional(found.text);
      case Type::File: {
        const auto path = mediaPath(found.text);
        return path ? std::optional(mediaTarget(*path)) : std::nullopt;
      }
      case Type::Nothing:
        break;
    }
    if (!wiki && !link.target.contains(u' ')) reportDead(link.target, lineIn(source, link.target, bodyLine));
    return std::nullopt;
  }

  /// The line of a target in the source, which the translation may have moved. Targets are looked for in
  /// order.
  int lineIn(const QString& source, const QString& target, int bodyLine) {
    qsizetype found = source.indexOf(target, searched_);
    if (found < 0) found = source.indexOf(target);
    if (found < 0) return bodyLine;
    searched_ = found;
    return bodyLine + static_cast<int>(QStringView(source).left(found).count(u'\n'));
  }

  const QString& path_;
  const QString& folder_;
  const QString& oldAddress_;
  const SourceFolder& source_;
  const SourceResolver& resolver_;
  MediaIntake& media_;
  Findings& findings_;
  QMap<QString, QString> used_;
  qsizetype searched_ = 0;
  std::optional<Error> error_;
};

/// The picture that Hugo and its themes take by its name: featured.jpg beside the text.
QString featuredFile(const PlannedItem& planned, const SourceFolder& folder) {
  if (!planned.bundle) return {};
  const QString inside = planned.folder + u'/';
  const auto from =
      std::lower_bound(folder.files.begin(), folder.files.end(), inside,
                       [](const SourceFile& file, const QString& path) { return file.path < path; });
  QString best;
  int rank = 4;
  for (auto file = from; file != folder.files.end() && file->path.startsWith(inside); ++file) {
    const QString name = file->path.mid(inside.size()).toLower();
    static const QStringList ends = {u"jpg"_s, u"jpeg"_s, u"png"_s, u"webp"_s, u"gif"_s, u"avif"_s, u"svg"_s};
    if (name.contains(u'/') || !ends.contains(name.section(u'.', -1))) continue;
    const int own = name.contains(u"featured"_s)      ? 0
                    : name.startsWith(u"cover"_s)     ? 1
                    : name.startsWith(u"thumbnail"_s) ? 2
                                                      : 4;
    if (own >= rank) continue;
    rank = own;
    best = file->path;
  }
  return best;
}

void finishCover(PlannedItem& planned, const SourceFolder& folder, Finisher& finisher) {
  QString& cover = planned.item.cover;
  const bool elsewhere = cover.contains(u"://"_s);
  const QString featured = featuredFile(planned, folder);
  if ((cover.isEmpty() || elsewhere) && !featured.isEmpty()) {
    // The author's own picture before one on another host; that one stays in `extra`.
    if (elsewhere && !planned.item.extra.contains(u"cover"_s)) planned.item.extra.insert(u"cover"_s, cover);
    cover = featured.section(u'/', -1);
  }
  if (cover.isEmpty()) return;
  if (const auto path = finisher.value(cover)) {
    cover = *path;
    return;
  }
  finisher.reportDead(cover, 1);
  if (!planned.item.extra.contains(u"cover"_s)) planned.item.extra.insert(u"cover"_s, cover);
  cover.clear();
}

/// Values that name a file or a page of the source.
void finishFields(PlannedItem& planned, Finisher& finisher) {
  QJsonObject& fields = planned.item.fields;
  for (const FieldSpec& field : planned.kind->fields) {
    const bool media = field.type == FieldSpec::Type::Media;
    const bool url = field.type == FieldSpec::Type::Url;
    const QString target = fields.value(field.key).toString();
    if ((!media && !url) || target.isEmpty()) continue;
    auto found = finisher.value(target);
    // Hugo Blox names Markdown slides by their folder.
    if (!found && field.key == u"slides"_s) found = finisher.value(u"/slides/"_s + target + u'/');
    if (found) {
      fields[field.key] = *found;
      continue;
    }
    finisher.reportDead(target, 1);
    if (!media) continue;
    planned.item.extra.insert(field.key, target);
    fields.remove(field.key);
  }
  QJsonArray links = fields.value(u"links"_s).toArray();
  for (qsizetype i = 0; i < links.size(); ++i) {
    QJsonObject row = links[i].toObject();
    if (const auto found = finisher.value(row.value(u"url"_s).toString())) row[u"url"_s] = *found;
    links[i] = row;
  }
  if (!links.isEmpty()) fields[u"links"_s] = links;
}

}  // namespace

Result<void> finishItem(PlannedItem& planned, const SourceFolder& folder, const SourceResolver& resolver,
                        MediaIntake& media) {
  Finisher finisher(planned.path, planned.folder, planned.oldAddress, folder, resolver, media,
                    planned.findings);
  // A shortcode that stood alone on top leaves its lines; the text begins with its first word.
  static const QRegularExpression blankLines(u"\\A(?:[ \\t]*\\n)+"_s);
  planned.item.body = finisher.text(planned.item.body, planned.bodyLine).remove(blankLines);
  finishCover(planned, folder, finisher);
  finishFields(planned, finisher);
  if (finisher.error()) return *finisher.error();
  planned.hash = files::sha256(planned.hash.toLatin1() + finisher.mediaHashes());
  return {};
}

Result<void> finishSection(PlannedSection& section, const SourceFolder& folder,
                           const SourceResolver& resolver, MediaIntake& media) {
  const QString inside = section.path.section(u'/', 0, -2);
  Finisher finisher(section.path, inside, section.oldAddress, folder, resolver, media, section.findings);
  section.text = finisher.text(section.text, section.bodyLine).trimmed();
  return finisher.error() ? Result<void>(*finisher.error()) : Result<void>();
}

}  // namespace offprint
