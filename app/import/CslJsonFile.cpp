#include "app/import/CslJsonFile.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include "app/bibliography/CslJson.h"
#include "app/content/Slug.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kLargestFile = 64'000'000;

struct Entries {
  QJsonArray list;
  QList<int> lines;  ///< of each entry, 1-based; empty when they cannot be told
};

/// Lines in which the objects begin whose array lies `depth` levels deep. The text is valid JSON.
QList<int> objectLines(const QByteArray& json, int depth) {
  QList<int> lines;
  int line = 1;
  int level = 0;
  bool text = false;
  for (qsizetype i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '\n') ++line;
    if (text) {
      if (c == '\\') ++i;
      text = i < json.size() && c != '"';
      continue;
    }
    text = c == '"';
    if (c == '{' && level == depth) lines << line;
    if (c == '{' || c == '[') ++level;
    if (c == '}' || c == ']') --level;
  }
  return lines;
}

Entries withLines(const QJsonArray& list, const QByteArray& json, int depth) {
  Entries entries{list, objectLines(json, depth)};
  if (entries.lines.size() != list.size()) entries.lines.clear();
  return entries;
}

Result<Entries> readEntries(const QString& path) {
  const auto content = files::read(path, kLargestFile);
  if (!content) return content.error();
  QJsonParseError error;
  const QJsonDocument json = QJsonDocument::fromJson(*content, &error);
  if (json.isArray()) return withLines(json.array(), *content, 1);
  if (json.isObject() && json.object().contains("type"_L1)) return withLines({json.object()}, *content, 0);
  if (json["items"_L1].isArray()) return withLines(json["items"_L1].toArray(), *content, 2);
  const int line = static_cast<int>(content->left(error.offset).count('\n')) + 1;
  return makeError(
             ErrorCode::InvalidInput,
             say("This is no CSL JSON: a list of entries with “id” and “type” was expected. Nothing was "
                 "changed."),
             error.errorString())
      .at(path, error.error == QJsonParseError::NoError ? 0 : line);
}

bool isEntry(const QJsonValue& value) {
  return value["type"_L1].isString() && !value["id"_L1].isUndefined();
}

int recognises(const QString& path) {
  if (!path.endsWith(".json"_L1, Qt::CaseInsensitive) || !QFileInfo(path).isFile()) return 0;
  const auto entries = readEntries(path);
  return entries && !entries->list.isEmpty() && isEntry(entries->list.first()) ? 90 : 0;
}

/// One import of a file. Everything happens inside one transaction.
class CslImport {
 public:
  CslImport(Library& library, QString path, const ImportOptions& options, const Task& task)
      : library_(library),
        path_(std::move(path)),
        name_(QFileInfo(path_).fileName()),
        options_(options),
        task_(task),
        kinds_(library.kinds()),
        kind_(bibliographyKind(*kinds_)) {}

  Result<ImportReport> run() {
    if (!kind_)
      return makeError(ErrorCode::Unsupported,
                       say("This library has no kind of content that can be cited. Nothing was changed."));
    const auto entries = readEntries(path_);
    if (!entries) return entries.error();
    auto records = library_.imports().records(source());
    if (!records) return records.error();
    for (const ImportRecord& record : *records)
      records_.insert(record.entry, record);
    const auto site = library_.site().get();
    if (!site) return site.error();
    self_ = site->author;
    report_.source = u"csl"_s;
    const auto takeAll = [&]() -> Result<void> {
      qsizetype done = 0;
      for (const QJsonValue& entry : entries->list) {
        OFFPRINT_TRY(task_.check());
        line_ = entries->lines.value(done);
        task_.report(say("Entries"), ++done, entries->list.size());
        OFFPRINT_TRY(take(entry));
      }
      return {};
    };
    OFFPRINT_TRY(options_.dryRun ? takeAll() : library_.transaction(takeAll));
    return report_;
  }

 private:
  QString source() const { return u"csl:"_s + name_; }

  Result<void> take(const QJsonValue& entry) {
    ImportedItem row;
    row.source = name_;
    row.entry = entry["id"_L1].toVariant().toString();
    row.title = entry["title"_L1].toString();
    const Result<void> taken = takeEntry(entry, row);
    if (row.outcome != ImportedItem::Outcome::Left) ++report_.counts[row.kind];
    report_.items << row;
    return taken;
  }

  void left(ImportedItem& row, const QString& code, const QString& message, const QString& ref = {}) {
    row.outcome = ImportedItem::Outcome::Left;
    row.findings.append({Finding::Level::Warning, code, message, ref, name_, line_});
  }

  Result<void> takeEntry(const QJsonValue& entry, ImportedItem& row) {
    if (!isEntry(entry)) {
      left(row, u"entry.invalid"_s, say("This entry has no “id” or no “type”: it was left out."));
      return {};
    }
    if (seen_.contains(row.entry)) {
      left(row, u"entry.twice"_s,
           say("The key “%1” occurs twice in the file: only the first entry was taken.").arg(row.entry));
      return {};
    }
    seen_ << row.entry;
    ContentItem item = itemFromCsl(entry.toObject(), *kind_);
    claim(item);
    if (item.title.isEmpty()) item.title = row.entry;
    item.status = Status::Published;  // a key of a draft could not be cited by a public page
    row.kind = kind_->id;
    row.title = item.title;
    const QString hash = files::sha256(QJsonDocument(entry.toObject()).toJson(QJsonDocument::Compact));
    if (records_.contains(row.entry)) return again(item, hash, row);
    return add(item, hash, row);
  }

  /// A work is the site's author's own when they are among its authors; a reference list holds mostly others.
  void claim(ContentItem& item) const {
    constexpr auto kMine = "mine"_L1;
    if (!kind_->field(QString(kMine))) return;
    bool own = false;
    for (Person& person : item.authors) {
      person.self = !self_.family.isEmpty() && person.family == self_.family && person.given == self_.given;
      own = own || person.self;
    }
    item.fields.insert(kMine, own);
  }

  Result<void> add(ContentItem& item, const QString& hash, ImportedItem& row) {
    const auto known = library_.content().find(row.entry);  // also by a number or slug of that form
    const bool taken =
        known && known->kind == kind_->id && citationKey(summarize(*known), *kind_) == row.entry;
    if (taken) {
      row.slug = known->slug;
      left(row, u"key.taken"_s,
           say("The library has an item with the citation key “%1”: it was left as it is.").arg(row.entry),
           known->ref());
      return {};
    }
    if (!known && known.error().code != ErrorCode::NotFound) return known.error();
    std::optional<Error> failed;
    item.slug = uniqueSlug(slugify(item.title, item.language), [&](const QString& candidate) {
      const auto used = library_.content().slugTaken(kind_->id, candidate);
      if (!used) failed = used.error();
      return used.value_or(false);
    });
    if (failed) return *failed;
    row.slug = item.slug;
    row.outcome = ImportedItem::Outcome::Taken;
    return options_.dryRun ? Result<void>() : saved(library_.content().insert(item), hash, row);
  }

  Result<void> again(ContentItem& item, const QString& hash, ImportedItem& row) {
    const ImportRecord& record = records_[row.entry];
    const auto known = library_.content().get(record.item);
    if (!known) {
      if (known.error().code == ErrorCode::NotFound) return add(item, hash, row);
      return known.error();
    }
    row.slug = known->slug;
    if (record.sourceHash == hash) {
      row.outcome = ImportedItem::Outcome::Unchanged;
      return {};
    }
    if (known->version != record.itemVersion || known->trashed.isValid()) {
      left(row, u"import.kept"_s,
           say("This entry was edited in the library, or is in the trash: it was left as it is."),
           known->ref());
      return {};
    }
    row.outcome = ImportedItem::Outcome::Changed;
    if (options_.dryRun) return {};
    ContentItem next = *known;
    next.title = item.title;
    next.authors = item.authors;
    next.date = item.date;
    next.language = item.language;
    for (const FieldSpec& field : kind_->fields) {
      if (field.csl.isEmpty()) continue;
      next.fields.remove(field.key);
      if (item.fields.contains(field.key)) next.fields.insert(field.key, item.fields.value(field.key));
    }
    return saved(library_.content().save(next), hash, row);
  }

  Result<void> saved(const Result<ContentItem>& item, const QString& hash, ImportedItem& row) {
    if (!item) return item.error();
    row.slug = item->slug;
    const auto revision = library_.revisions().cut(item->id, RevisionReason::Import);
    if (!revision) return revision.error();
    return library_.imports().put({source(), name_, row.entry, item->id, hash, item->version});
  }

  Library& library_;
  QString path_;
  QString name_;
  const ImportOptions& options_;
  const Task& task_;
  std::shared_ptr<const KindCatalog> kinds_;
  const ContentKind* kind_;
  QHash<QString, ImportRecord> records_;
  QSet<QString> seen_;
  Person self_;
  ImportReport report_;
  int line_ = 0;  ///< of the entry being taken
};

}  // namespace

Importer cslJsonImporter() {
  return {u"csl"_s, say("References in CSL JSON"), recognises,
          [](Library& library, const QString& path, const ImportOptions& options, const Task& task) {
            return CslImport(library, path, options, task).run();
          }};
}

}  // namespace offprint
