#include "app/import/BibtexImport.h"

#include <QFileInfo>
#include <QRegularExpression>

#include "app/bibliography/BibtexEncoding.h"
#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/BibtexOrigin.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/ReferenceIntake.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kLargestFile = 256'000'000;
constexpr qint64 kSample = 64 * 1024;
constexpr int kMostBroken = 1000;

/// Files of that name are BibTeX; others when they begin like it.
int recognises(const QString& path) {
  if (!QFileInfo(path).isFile()) return 0;
  if (path.endsWith(".bib"_L1, Qt::CaseInsensitive) || path.endsWith(".bibtex"_L1, Qt::CaseInsensitive))
    return 95;
  if (!path.endsWith(".txt"_L1, Qt::CaseInsensitive)) return 0;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return 0;
  static const QRegularExpression entry(
      u"^\\s*@\\s*[a-z]+\\s*\\{[^\\s{},]+\\s*,"_s,
      QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
  return entry.match(QString::fromUtf8(file.read(kSample))).hasMatch() ? 80 : 0;
}

/// Entries that only serve others.
bool isContainer(const QString& type) {
  return type == "xdata"_L1 || type == "set"_L1;
}

class BibtexImport {
 public:
  BibtexImport(ReferenceIntake& intake, BibtexFile file, std::shared_ptr<const BibtexFormat> format)
      : intake_(intake),
        file_(std::move(file)),
        mapping_(intake.kind(), format),
        entries_(bibtexEntries(file_, *format)) {}

  Result<void> run(const Task& task) {
    for (Finding finding : file_.findings) {
      finding.file = intake_.file();
      intake_.report().findings << finding;
    }
    const qsizetype last = lastTaken();
    qsizetype next = 0;  // in entries_
    for (qsizetype i = 0; i < file_.parts.size(); ++i) {
      OFFPRINT_TRY(task.check());
      const BibtexPart& part = file_.parts.at(i);
      const bool entry = next < entries_.size() && entries_.at(next).part == i;
      bool taken = false;
      if (entry) {
        task.report(say("Entries"), next + 1, entries_.size());
        const auto result = takeEntry(entries_[next++], part, i == last);
        if (!result) return result.error();
        taken = *result;
      } else if (part.type == BibtexPart::Type::Broken) {
        leaveBroken(part);
      }
      if (taken) {
        before_.clear();
        beforeBytes_.clear();
      } else {
        before_ += part.text;
        beforeBytes_ += sourceOf(i);
      }
    }
    if (broken_ > kMostBroken)
      intake_.report().findings.append(
          {Finding::Level::Error,
           u"bibtex.broken"_s,
           say("%1 further entries cannot be read, and were left out.").arg(broken_ - kMostBroken),
           {},
           intake_.file(),
           0});
    return intake_.finish();
  }

 private:
  /// Each has its row while there are so few that somebody could mend them.
  void leaveBroken(const BibtexPart& part) {
    if (++broken_ > kMostBroken) return;
    intake_.at(part.problemLine);
    intake_.leave(intake_.row(part.key, part.key), u"bibtex.broken"_s,
                  say("This entry cannot be read: %1 It was left out.").arg(part.problem),
                  Finding::Level::Error);
  }

  /// Without the byte order mark, which belongs to the file.
  QByteArray sourceOf(qsizetype part) const {
    const QByteArray& source = file_.parts.at(part).source;
    if (part > 0 || !file_.byteOrderMark) return source;
    return source.mid(file_.encoding == "UTF-8"_L1 ? 3 : 2);
  }

  qsizetype lastTaken() const {
    QSet<QString> keys;
    qsizetype last = -1;
    for (const BibtexEntry& entry : entries_) {
      if (isContainer(entry.type) || (!entry.key.isEmpty() && keys.contains(entry.key))) continue;
      keys << entry.key;
      last = entry.part;
    }
    return last;
  }

  /// Whether the entry is in the library now.
  Result<bool> takeEntry(BibtexEntry& entry, const BibtexPart& part, bool isLast) {
    intake_.at(entry.line);
    BibtexReading reading = mapping_.read(entry);
    if (entry.key.isEmpty()) entry.key = intake_.giveKey(reading.item);
    // Before its source is kept, with which its title is compared.
    const bool untitled = reading.item.title.isEmpty();
    if (untitled) reading.item.title = entry.key;
    ImportedItem row = intake_.row(entry.key, reading.item.title);
    if (untitled && !isContainer(entry.type)) row.findings << intake_.untitled();
    for (Finding finding : reading.findings) {
      finding.file = intake_.file();
      row.findings << finding;
    }
    if (isContainer(entry.type)) {
      intake_.leave(row, u"entry.container"_s,
                    say("This entry holds values for others and is kept for export."), Finding::Level::Note);
      return false;
    }
    if (intake_.seen(entry.key)) {
      intake_.leave(
          row, u"entry.twice"_s,
          say("The key “%1” occurs twice in the file: only the first entry was taken.").arg(entry.key));
      return false;
    }
    const FieldSpec* origin = keepSource(reading.item, entry, part, isLast);
    const QString hash = files::sha256(part.source + resolved(entry));
    OFFPRINT_TRY(intake_.take(reading.item, hash, row, origin ? origin->key : QString()));
    const bool taken = intake_.report().items.last().outcome != ImportedItem::Outcome::Left;
    if (taken) ++place_;
    return taken;
  }

  static QByteArray resolved(const BibtexEntry& entry) {
    QByteArray text;
    for (auto it = entry.fields.begin(); it != entry.fields.end(); ++it)
      text += it.key().toUtf8() + '=' + it->text.toUtf8() + '\n';
    return text;
  }

  const FieldSpec* keepSource(ContentItem& item, const BibtexEntry& entry, const BibtexPart& part,
                              bool isLast) {
    if (const FieldSpec* source = mapping_.declared("*source"_L1)) item.fields.insert(source->key, part.text);
    const FieldSpec* field = mapping_.declared("*origin"_L1);
    if (!field) return nullptr;
    BibtexOrigin origin;
    origin.file = intake_.file();
    origin.place = place_;
    origin.encoding = file_.encoding;
    origin.byteOrderMark = file_.byteOrderMark;
    origin.fingerprint = mapping_.fingerprint(summarize(item));
    origin.needs = {entry.abbreviations.begin(), entry.abbreviations.end()};
    for (const QString& key : entry.parents)
      origin.needs << u'@' + key;
    origin.needs.sort();
    const auto keep = [this](const QString& text, const QByteArray& bytes, QByteArray& kept) {
      if (BibtexEncoding::encode(text, file_.encoding) != bytes) kept = bytes;
    };
    origin.before = before_;
    keep(before_, beforeBytes_, origin.beforeBytes);
    keep(part.text, sourceOf(entry.part), origin.entryBytes);
    QByteArray rest;
    for (qsizetype i = entry.part + 1; isLast && i < file_.parts.size(); ++i) {
      origin.after += file_.parts.at(i).text;
      rest += sourceOf(i);
    }
    keep(origin.after, rest, origin.afterBytes);
    item.fields.insert(field->key, origin.toJson());
    return field;
  }

  ReferenceIntake& intake_;
  const BibtexFile file_;
  BibtexMapping mapping_;
  QList<BibtexEntry> entries_;
  QString before_;
  QByteArray beforeBytes_;
  int place_ = 0;
  int broken_ = 0;
};

Result<ImportReport> importFile(Library& library, const QString& path, const ImportOptions& options,
                                const Task& task) {
  const auto content = files::read(path, kLargestFile);
  if (!content) return content.error();
  const auto format = BibtexFormat::load(library.resources());
  if (!format) return format.error();
  ReferenceIntake intake(library, path, u"bibtex"_s, options);
  OFFPRINT_TRY(intake.begin());
  BibtexImport import(intake, BibtexFile::parse(*content), *format);
  const auto takeAll = [&] { return import.run(task); };
  OFFPRINT_TRY(options.dryRun ? takeAll() : library.transaction(takeAll));
  return intake.report();
}

}  // namespace

Importer bibtexImporter() {
  return {u"bibtex"_s, say("References in BibTeX"), recognises, importFile};
}

}  // namespace offprint
