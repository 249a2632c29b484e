#include "app/import/OffprintFolder.h"

#include <algorithm>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QUrl>

#include "app/content/FrontMatter.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/ItemFrontMatter.h"
#include "app/import/SourceLinks.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kLargestFile = 64'000'000;

QJsonDocument readJson(const QString& path) {
  const auto content = files::read(path, kLargestFile);
  return content ? QJsonDocument::fromJson(*content) : QJsonDocument();
}

int recognises(const QString& path) {
  return readJson(path + u'/' + kMarkdownMarker).object().contains("format"_L1) ? 100 : 0;
}

/// A folder in a form that this version does not know would be read wrongly as plain Markdown, so it is
/// refused.
Result<void> checkFormat(const QString& root) {
  const QString marker = root + u'/' + kMarkdownMarker;
  const QJsonObject json = readJson(marker).object();
  if (json.value("format"_L1).toString() == kMarkdownFormat &&
      json.value("version"_L1).toInt() <= kMarkdownVersion)
    return {};
  return makeError(ErrorCode::VersionTooNew,
                   say("This folder was exported by a newer version of Offprint. Nothing was read. "
                       "Install the newest version to import it."))
      .at(marker);
}

/// The item of the file and that of the library are one but for what the library counts by itself.
bool sameContent(ContentItem a, const ContentItem& b) {
  a.id = b.id;
  a.version = b.version;
  a.modified = b.modified;
  if (!a.created.isValid()) a.created = b.created;
  if (a.uuid.isEmpty()) a.uuid = b.uuid;
  if (a.slug.isEmpty()) a.slug = b.slug;
  return a == b;
}

/// One import of a folder that Offprint exported. Everything happens inside one transaction.
class FolderImport {
 public:
  FolderImport(Library& library, QString root, const ImportOptions& options, const Task& task)
      : library_(library), root_(QDir(root).canonicalPath()), options_(options), task_(task) {}

  Result<ImportReport> run() {
    OFFPRINT_TRY(checkFormat(root_));
    report_.source = u"offprint"_s;
    OFFPRINT_TRY(readKinds());
    OFFPRINT_TRY(readRecords());
    const auto before = library_.content().counts();
    if (!before) return before.error();
    const bool empty = before->all == 0 && before->trashed == 0;
    if (options_.dryRun) {
      OFFPRINT_TRY(readItems());
    } else {
      OFFPRINT_TRY(library_.transaction([this, empty] { return takeAll(empty); }));
      OFFPRINT_TRY(copyKinds());
    }
    if (!empty && QFileInfo::exists(root_ + "/site.json"_L1))
      note(u"site.kept"_s,
           say("The site's settings in site.json were not taken: this library has its own already."),
           u"site.json"_s);
    return report_;
  }

 private:
  Result<void> takeAll(bool intoEmpty) {
    OFFPRINT_TRY(readMedia());
    OFFPRINT_TRY(readItems());
    OFFPRINT_TRY(readCollections());
    OFFPRINT_TRY(readRedirects());
    return intoEmpty ? readSite() : Result<void>();
  }

  void note(const QString& code, const QString& message, const QString& file) {
    report_.findings.append({Finding::Level::Note, code, message, {}, file, 0});
  }

  /// The library's kinds and those that came with the folder.
  Result<void> readKinds() {
    auto kinds = KindCatalog::load(library_.resources().path(u"kinds"_s), root_ + "/kinds"_L1);
    if (!kinds) return kinds.error();
    kinds_ = *std::move(kinds);
    return {};
  }

  Result<void> readRecords() {
    auto records = library_.imports().records(source());
    if (!records) return records.error();
    for (const ImportRecord& record : *records)
      records_.insert(record.path, record);
    return {};
  }

  QString source() const { return u"offprint:"_s + QFileInfo(root_).fileName(); }

  Result<void> readMedia() {
    const QJsonObject texts = readJson(root_ + "/media.json"_L1).object();
    const QDir folder(root_);
    QStringList paths;
    QDirIterator walk(root_ + "/media"_L1, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (walk.hasNext())
      paths += folder.relativeFilePath(walk.next());
    paths.sort();
    const auto media = library_.media().list();
    if (!media) return media.error();
    QSet<QString> before;
    for (const MediaFile& file : *media)
      before.insert(file.path);
    for (const QString& path : std::as_const(paths)) {
      OFFPRINT_TRY(task_.check());
      const QString inner = path.section(u'/', 1, -2);
      auto file = library_.media().addFile(root_ + u'/' + path, inner);
      if (!file) return file.error();
      renamed_.insert(path, file->path);
      const QString what = before.contains(file->path) ? say("%1: already here as %2")
                           : file->path == path        ? say("%1: taken")
                                                       : say("%1: taken as %2");
      report_.otherFiles += what.contains(u"%2"_s) ? what.arg(path, file->path) : what.arg(path);
      const QJsonObject values = texts.value(path).toObject();
      if (values.isEmpty()) continue;
      // What the author of this library has written about the file stands.
      if (!file->alt.isEmpty() || !file->caption.isEmpty() || !file->credit.isEmpty() || file->decorative)
        continue;
      file->alt = values.value("alt"_L1).toString();
      file->caption = values.value("caption"_L1).toString();
      file->credit = values.value("credit"_L1).toString();
      file->decorative = values.value("decorative"_L1).toBool();
      OFFPRINT_TRY(library_.media().update(*file));
    }
    return {};
  }

  Result<void> readItems() {
    QStringList paths;
    const QDir folder(root_);
    for (const QString& name :
         folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name)) {
      if (name == "media"_L1 || name == "kinds"_L1 || name == "themes"_L1) continue;
      QDirIterator walk(folder.filePath(name), {u"*.md"_s}, QDir::Files | QDir::NoSymLinks,
                        QDirIterator::Subdirectories);
      while (walk.hasNext())
        paths += folder.relativeFilePath(walk.next());
    }
    paths.sort();
    qint64 done = 0;
    for (const QString& path : std::as_const(paths)) {
      OFFPRINT_TRY(task_.check());
      task_.report(say("Items"), ++done, paths.size());
      OFFPRINT_TRY(readItem(path));
    }
    return {};
  }

  Result<void> readItem(const QString& path) {
    ImportedItem row;
    row.source = path;
    row.outcome = ImportedItem::Outcome::Left;
    const auto content = files::read(root_ + u'/' + path, kLargestFile);
    if (!content) {
      row.findings.append(
          {Finding::Level::Error, u"file.unreadable"_s, content.error().message, {}, path, 0});
      report_.items += row;
      return {};
    }
    if (!isText(*content)) {
      row.findings.append(
          {Finding::Level::Error,
           u"file.not-text"_s,
           say("This file is not a text in UTF-8 and was left out. Save it as UTF-8 and import "
               "again."),
           {},
           path,
           0});
      report_.items += row;
      return {};
    }
    ItemFile file = readItemFile(*content, path.section(u'/', 0, 0), *kinds_);
    for (Finding& finding : file.findings)
      finding.file = path;
    row.findings = file.findings;
    row.kind = file.item.kind;
    row.title = file.item.title;
    if (options_.draftsAsPublished && !file.unsure && file.item.status == Status::Draft)
      file.item.status = Status::Published;
    renameMedia(file.item);
    const auto stored = store(file.item, path, files::sha256(*content), row);
    if (!stored) return stored.error();
    if (row.outcome != ImportedItem::Outcome::Left) ++report_.counts[row.kind];
    report_.items += row;
    return {};
  }

  /// A name that was taken by another file in the library got a suffix: texts follow.
  void renameMedia(ContentItem& item) const {
    if (std::all_of(renamed_.keyValueBegin(), renamed_.keyValueEnd(),
                    [](const auto& file) { return file.first == file.second; }))
      return;
    item.body = textFollowing(item.body);
    item.summary = textFollowing(item.summary);
    item.cover = renamed_.value(item.cover, item.cover);
    const ContentKind* kind = library_.kinds()->find(item.kind);
    if (!kind) return;
    for (const FieldSpec& field : kind->fields) {
      if (item.fields.contains(field.key)) item.fields[field.key] = following(field, item.fields[field.key]);
    }
  }

  QString textFollowing(const QString& markdown) const {
    return rewriteLinks(markdown, false, [this](const SourceLink& link) -> std::optional<QString> {
      const qsizetype from = link.target.startsWith(u'/') ? 1 : 0;
      const qsizetype hash = link.target.indexOf(u'#');
      const QString written = link.target.mid(from, hash < 0 ? -1 : hash - from);
      const auto file = renamed_.constFind(QUrl::fromPercentEncoding(written.toUtf8()));
      if (file == renamed_.cend() || file.key() == *file) return std::nullopt;
      return link.target.left(from) + *file + (hash < 0 ? QString() : link.target.mid(hash));
    });
  }

  QJsonValue following(const FieldSpec& field, const QJsonValue& value) const {
    using Type = FieldSpec::Type;
    if (field.type == Type::Media) return renamed_.value(value.toString(), value.toString());
    if (field.type == Type::Markdown || field.type == Type::LongText) return textFollowing(value.toString());
    if (field.type != Type::Table) return value;
    QJsonArray rows = value.toArray();
    for (QJsonValueRef row : rows) {
      QJsonObject cells = row.toObject();
      for (const FieldSpec& column : field.columns)
        if (cells.contains(column.key)) cells[column.key] = following(column, cells[column.key]);
      row = cells;
    }
    return rows;
  }

  Result<void> store(const ContentItem& item, const QString& path, const QString& hash, ImportedItem& row) {
    row.slug = item.slug;
    auto known = item.uuid.isEmpty() ? Result<ContentItem>(makeError(ErrorCode::NotFound, {}))
                                     : library_.content().find(item.uuid);
    if (!known && records_.contains(path)) known = library_.content().get(records_.value(path).item);
    if (!known && known.error().code != ErrorCode::NotFound) return known.error();
    if (!known) return insert(item, path, hash, row);
    row.slug = known->slug;
    if (sameContent(item, *known)) {
      row.outcome = ImportedItem::Outcome::Unchanged;
      return {};
    }
    const ImportRecord record = records_.value(path);
    if (known->trashed.isValid() || !record.item.valid() || record.itemVersion != known->version) {
      row.findings.append(
          {Finding::Level::Warning, u"import.kept"_s,
           say("The library has this item with other content, edited here or in the trash: it was "
               "left as it is. Compare them by hand."),
           known->ref(), path, 0});
      return {};
    }
    row.outcome = ImportedItem::Outcome::Changed;
    if (options_.dryRun) return {};
    ContentItem next = item;
    next.id = known->id;
    next.version = known->version;
    next.uuid = known->uuid;
    if (next.slug.isEmpty()) next.slug = known->slug;
    if (!next.created.isValid()) next.created = known->created;
    return saved(library_.content().save(next), path, hash, row);
  }

  Result<void> insert(const ContentItem& item, const QString& path, const QString& hash, ImportedItem& row) {
    ContentItem fresh = item;
    const auto taken =
        fresh.slug.isEmpty() ? Result<bool>(false) : library_.content().slugTaken(item.kind, item.slug);
    if (!taken) return taken.error();
    if (*taken) {
      row.findings.append(
          {Finding::Level::Error, u"address.taken"_s,
           say("Another item of this library has the address %1: this one was left. Change the slug "
               "of one of them.")
               .arg(item.ref()),
           item.ref(), path, 0});
      return {};
    }
    row.outcome = ImportedItem::Outcome::Taken;
    if (options_.dryRun) return {};
    return saved(library_.content().insert(fresh), path, hash, row);
  }

  Result<void> saved(const Result<ContentItem>& item, const QString& path, const QString& hash,
                     ImportedItem& row) {
    if (!item) return item.error();
    row.slug = item->slug;
    const auto revision = library_.revisions().cut(item->id, RevisionReason::Import);
    if (!revision) return revision.error();
    return library_.imports().put({source(), path, {}, item->id, hash, item->version});
  }

  Result<void> readCollections() {
    const QJsonObject all = readJson(root_ + "/collections.json"_L1).object();
    const std::pair<QLatin1StringView, CollectionRepository::Type> types[] = {
        {"topics"_L1, CollectionRepository::Type::Topic},
        {"tags"_L1, CollectionRepository::Type::Tag},
        {"series"_L1, CollectionRepository::Type::Series}};
    for (const auto& [key, type] : types) {
      const auto here = library_.collections().list(type);
      if (!here) return here.error();
      QSet<QString> described;  // in this library's own words, which stand
      for (const Collection& collection : *here)
        if (!collection.description.isEmpty()) described.insert(collection.name);
      for (const QJsonValue& entry : all.value(key).toArray()) {
        const QString name = entry["name"_L1].toString();
        if (!described.contains(name))
          OFFPRINT_TRY(library_.collections().describe(type, name, entry["description"_L1].toString()));
      }
    }
    return {};
  }

  Result<void> readRedirects() {
    for (const QJsonValue& entry : readJson(root_ + "/redirects.json"_L1).array()) {
      const auto added = library_.redirects().add({entry["from"_L1].toString(), entry["to"_L1].toString(),
                                                   entry["reason"_L1].toString(), library_.now()});
      if (!added)
        report_.findings.append({Finding::Level::Warning,
                                 u"redirect.invalid"_s,
                                 added.error().message,
                                 {},
                                 u"redirects.json"_s,
                                 0});
    }
    return {};
  }

  Result<void> readSite() {
    const QString path = root_ + "/site.json"_L1;
    if (!QFileInfo::exists(path)) return {};
    const QJsonDocument json = readJson(path);
    auto site = json.isObject()
                    ? Site::fromJson(json.object())
                    : Result<Site>(makeError(ErrorCode::InvalidInput, say("This is no JSON object.")));
    if (!site) {
      report_.findings.append({Finding::Level::Error,
                               u"site.unreadable"_s,
                               say("The site's settings were not taken: %1").arg(site.error().message),
                               {},
                               u"site.json"_s,
                               0});
      return {};
    }
    report_.otherFiles += say("site.json: taken");
    return library_.site().save(*site);
  }

  /// Kinds of the folder's own serve from the next opening on.
  Result<void> copyKinds() {
    const QDir from(root_ + "/kinds"_L1);
    for (const QString& name : from.entryList({u"*.json"_s}, QDir::Files | QDir::NoSymLinks, QDir::Name)) {
      const QString to = library_.folder() + "/kinds/"_L1 + name;
      if (QFileInfo::exists(to)) continue;
      OFFPRINT_TRY(files::copyFile(from.filePath(name), to));
      note(u"kind.added"_s,
           say("A kind of content was added to the library. It shows when the library is opened "
               "again."),
           u"kinds/"_s + name);
    }
    return {};
  }

  Library& library_;
  QString root_;
  const ImportOptions& options_;
  const Task& task_;
  std::shared_ptr<const KindCatalog> kinds_;
  QHash<QString, ImportRecord> records_;
  QHash<QString, QString> renamed_;
  ImportReport report_;
};

}  // namespace

Importer offprintFolderImporter() {
  return {u"offprint"_s, say("Folder that Offprint exported as Markdown"), recognises,
          [](Library& library, const QString& path, const ImportOptions& options, const Task& task) {
            return FolderImport(library, path, options, task).run();
          }};
}

}  // namespace offprint
