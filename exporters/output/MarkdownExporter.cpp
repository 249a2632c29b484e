#include <algorithm>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include "app/core/FileOps.h"
#include "app/core/RelativePath.h"
#include "app/core/Text.h"
#include "app/import/ItemFrontMatter.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "exporters/output/Exporters.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// One export of the whole library (ItemFrontMatter.h has the format). A folder that carries our marker is
/// brought up to date: what did not change is not written, what is gone from the library is removed; other
/// files stay, and so do those that somebody edited there.
class MarkdownExport {
 public:
  MarkdownExport(Library& library, const QString& out, const Task& task)
      : library_(library), root_(QDir::cleanPath(QDir::current().absoluteFilePath(out))), task_(task) {}

  Result<ExportReport> run() {
    OFFPRINT_TRY(begin());
    OFFPRINT_TRY(writeItems());
    OFFPRINT_TRY(writeMedia());
    OFFPRINT_TRY(writeSite());
    OFFPRINT_TRY(writeRedirects());
    OFFPRINT_TRY(writeCollections());
    OFFPRINT_TRY(copyKinds());
    OFFPRINT_TRY(finish());
    report_.files = static_cast<int>(paths_.size());
    report_.unchanged = report_.files - report_.written;
    return report_;
  }

 private:
  QString absolute(const QString& path) const { return root_ + u'/' + path; }

  Result<void> begin() {
    const QString marker = absolute(kMarkdownMarker);
    if (QFileInfo::exists(marker)) {
      const auto content = files::read(marker);
      if (!content) return content.error();
      const QJsonObject json = QJsonDocument::fromJson(*content).object();
      if (json.value("format"_L1).toString() == kMarkdownFormat) {
        for (const QJsonValue& path : json.value("files"_L1).toArray())
          last_.insert(path.toString());
        const QJsonObject hashes = json.value("sha256"_L1).toObject();
        for (auto hash = hashes.begin(); hash != hashes.end(); ++hash)
          lastHashes_.insert(hash.key(), hash->toString());
        return {};
      }
    }
    if (QFileInfo(root_).isFile() || !files::emptyOrAbsent(root_)) {
      return makeError(
                 ErrorCode::Conflict,
                 say("The library was not exported: the place holds files that Offprint did not put there. "
                     "Nothing was changed. Choose an empty folder, or one with an earlier export."))
          .at(root_);
    }
    // The marker comes first: an export that was cut off is completed by the next.
    return files::writeAtomic(marker, markerJson());
  }

  QByteArray markerJson() const {
    return QJsonDocument(QJsonObject{{u"format"_s, kMarkdownFormat},
                                     {u"version"_s, kMarkdownVersion},
                                     {u"files"_s, QJsonArray::fromStringList(paths_)},
                                     {u"sha256"_s, hashes_}})
        .toJson(QJsonDocument::Indented);
  }

  /// Whether the file is another than the last export left there.
  bool edited(const QString& path, const QByteArray& content) const {
    const auto written = lastHashes_.constFind(path);
    return written != lastHashes_.cend() && files::sha256(content) != *written;
  }

  /// What somebody wrote there is in no library yet: it stays, with what it was before.
  void keepEdited(const QString& path, const QString& fate) {
    hashes_.insert(path, lastHashes_.value(path));
    report_.findings.append(
        {Finding::Level::Warning,
         u"export.edited"_s,
         say("This file was edited since the last export and stays as it is; %1. Import the "
             "folder to bring the edit into a library, or remove the file, and export again.")
             .arg(fate),
         {},
         path,
         0});
  }

  Result<void> put(const QString& path, const QByteArray& content) {
    paths_ += path;
    const auto old = files::read(absolute(path));
    if (old && *old != content && edited(path, *old)) {
      keepEdited(path, say("the library's own version was not written"));
      return {};
    }
    hashes_.insert(path, files::sha256(content));
    if (old && *old == content) return {};
    ++report_.written;
    return files::writeAtomic(absolute(path), content);
  }

  Result<void> putJson(const QString& path, const QJsonDocument& json) { return put(path, json.toJson()); }

  Result<void> writeItems() {
    const auto ids = library_.content().ids({});
    if (!ids) return ids.error();
    QList<ContentId> ordered = *ids;
    std::sort(ordered.begin(), ordered.end());
    qint64 done = 0;
    for (const ContentId id : std::as_const(ordered)) {
      OFFPRINT_TRY(task_.check());
      task_.report(say("Items"), ++done, ordered.size());
      const auto item = library_.content().get(id);
      if (!item) return item.error();
      OFFPRINT_TRY(put(itemPath(*item), writeItemFile(*item, library_.kinds()->find(item->kind))));
    }
    return {};
  }

  /// The slug names the file; what no file system takes is replaced, for the slug itself stands inside.
  QString itemPath(const ContentItem& item) {
    QString name;
    for (const QChar c : item.slug) {
      const bool odd = c.unicode() < 0x20 || c == u'/' || c == u'\\' || c == u':' || c == u'*' || c == u'?' ||
                       c == u'"' || c == u'<' || c == u'>' || c == u'|';
      name += odd ? QChar(u'-') : c;
    }
    while (name.startsWith(u'.'))
      name.remove(0, 1);
    if (name.isEmpty() || name.toUtf8().size() > 180) name = item.uuid;
    const QString folder = item.kind + u'/';
    QString path = folder + name + ".md"_L1;
    for (int n = 2; names_.contains(path.toCaseFolded()); ++n)
      path = u"%1%2~%3.md"_s.arg(folder, name).arg(n);
    names_.insert(path.toCaseFolded());
    return path;
  }

  Result<void> writeMedia() {
    auto media = library_.media().list();
    if (!media) return media.error();
    QJsonObject texts;
    for (const MediaFile& file : *media) {
      OFFPRINT_TRY(task_.check());
      OFFPRINT_TRY(putMedia(file));
      QJsonObject values;
      if (!file.alt.isEmpty()) values.insert(u"alt"_s, file.alt);
      if (!file.caption.isEmpty()) values.insert(u"caption"_s, file.caption);
      if (!file.credit.isEmpty()) values.insert(u"credit"_s, file.credit);
      if (file.decorative) values.insert(u"decorative"_s, true);
      if (!values.isEmpty()) texts.insert(file.path, values);
    }
    return texts.isEmpty() ? Result<void>() : putJson(u"media.json"_s, QJsonDocument(texts));
  }

  Result<void> putMedia(const MediaFile& file) {
    paths_ += file.path;
    if (!QFileInfo::exists(library_.media().storedAt(file))) {
      report_.findings.append(
          {Finding::Level::Error,
           u"media.missing"_s,
           say("This file is missing in the library's own folder; everything else was exported. Add the file "
               "again, or restore the library from a backup."),
           {},
           file.path,
           0});
      return {};
    }
    if (QFileInfo(absolute(file.path)).size() == file.bytes) {
      const auto old = files::sha256OfFile(absolute(file.path));
      if (old && *old == file.sha256) return {};
    }
    ++report_.written;
    return files::copyFile(library_.media().storedAt(file), absolute(file.path));
  }

  Result<void> writeSite() {
    const auto site = library_.site().get();
    if (!site) return site.error();
    return putJson(u"site.json"_s, QJsonDocument(site->toJson()));
  }

  Result<void> writeRedirects() {
    const auto redirects = library_.redirects().list();
    if (!redirects) return redirects.error();
    QJsonArray list;
    for (const Redirect& redirect : *redirects)
      list += QJsonObject{{u"from"_s, redirect.from}, {u"to"_s, redirect.to}, {u"reason"_s, redirect.reason}};
    return list.isEmpty() ? Result<void>() : putJson(u"redirects.json"_s, QJsonDocument(list));
  }

  Result<void> writeCollections() {
    const std::pair<QString, CollectionRepository::Type> types[] = {
        {u"topics"_s, CollectionRepository::Type::Topic},
        {u"tags"_s, CollectionRepository::Type::Tag},
        {u"series"_s, CollectionRepository::Type::Series}};
    QJsonObject all;
    for (const auto& [key, type] : types) {
      const auto collections = library_.collections().list(type);
      if (!collections) return collections.error();
      QJsonArray list;
      for (const Collection& collection : *collections) {
        if (!collection.description.isEmpty())
          list += QJsonObject{{u"name"_s, collection.name}, {u"description"_s, collection.description}};
      }
      if (!list.isEmpty()) all.insert(key, list);
    }
    return all.isEmpty() ? Result<void>() : putJson(u"collections.json"_s, QJsonDocument(all));
  }

  Result<void> copyKinds() {
    const QDir from(library_.folder() + "/kinds"_L1);
    for (const QString& name : from.entryList({u"*.json"_s}, QDir::Files | QDir::NoSymLinks, QDir::Name)) {
      const auto content = files::read(from.filePath(name));
      if (!content) return content.error();
      OFFPRINT_TRY(put(u"kinds/"_s + name, *content));
    }
    return {};
  }

  Result<void> finish() {
    const QSet<QString> kept(paths_.begin(), paths_.end());
    for (const QString& path : std::as_const(last_)) {
      if (kept.contains(path) || !staysBelow(path)) continue;
      const auto content = lastHashes_.contains(path) ? files::read(absolute(path)) : QByteArray();
      if (content && edited(path, *content)) {
        keepEdited(path, say("its item is no longer in the library"));
        paths_ += path;
        continue;
      }
      OFFPRINT_TRY(files::removeFile(absolute(path)));
      ++report_.removed;
    }
    paths_.sort();
    const QByteArray marker = markerJson();
    const auto old = files::read(absolute(kMarkdownMarker));
    return old && *old == marker ? Result<void>() : files::writeAtomic(absolute(kMarkdownMarker), marker);
  }

  Library& library_;
  QString root_;
  const Task& task_;
  QSet<QString> last_;                  ///< files of the export before
  QHash<QString, QString> lastHashes_;  ///< SHA-256 of texts as that export wrote them
  QJsonObject hashes_;
  QStringList paths_;    ///< files of this one
  QSet<QString> names_;  ///< case-folded, so that two items never share a file anywhere
  ExportReport report_;
};

}  // namespace

Exporter markdownExporter() {
  return {u"markdown"_s,
          say("Library as Markdown files"),
          say("Every item as a Markdown file with front matter, and all media: Offprint reads it back "
              "without loss."),
          say("Export library as Markdown…"),
          u"file-output"_s,
          true,
          {},
          [](Library& library, const QString& out, const ExportOptions&, const Task& task) {
            return MarkdownExport(library, out, task).run();
          }};
}

}  // namespace offprint
