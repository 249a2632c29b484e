#pragma once
#include <QDateTime>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include "app/content/ContentItem.h"
#include "app/content/Site.h"
#include "app/core/Clock.h"
#include "app/core/Result.h"

/// The repositories beside ContentRepository. Store thread; reached through Library.
namespace offprint {

class ContentRepository;
class Database;

/// Why a revision was cut (app.md section 18).
enum class RevisionReason { Typing, Pause, Leave, Paste, Kept, Import, Replace, Restore, Publish };

struct Revision {
  RevisionId id;
  ContentId item;
  RevisionReason reason = RevisionReason::Typing;
  QString name;       ///< given by the author; named ones are kept for ever
  QDateTime created;  ///< UTC
  int words = 0;
};

/// Revisions hold whole items (compressed). The first is cut at the first save.
class RevisionRepository {
 public:
  RevisionRepository(Database& database, ContentRepository& content, Clock clock);
  /// Cuts a revision of the item as stored now; one whose content equals the last is not doubled: the last
  /// gets the name and a telling reason and is returned.
  Result<Revision> cut(ContentId item, RevisionReason reason, const QString& name = {});
  /// The same of a content that is not what is stored (recovered text). It becomes the newest.
  Result<Revision> add(const ContentItem& content, RevisionReason reason, const QString& name = {});
  Result<QList<Revision>> list(ContentId item) const;  ///< newest first
  Result<ContentItem> content(RevisionId id) const;
  Result<int> count(ContentId item) const;
  /// Thins out by section 18: 30 days all, then one a day for a year, then one a week; named and published
  /// for ever.
  Result<int> thin(const QDateTime& now);

 private:
  Result<void> strengthen(Revision& revision, RevisionReason reason, const QString& name);
  Database& db_;
  ContentRepository& content_;
  Clock clock_;
};

struct MediaFile {
  MediaId id;
  QString path;  ///< name in texts and on the site, "media/fig-1.png"; NFC
  QString sha256;
  QString mimeType;
  qint64 bytes = 0;
  int width = 0;  ///< pixels, upright; 0 when not an image
  int height = 0;
  QString alt;
  QString caption;
  QString credit;
  bool decorative = false;
  QDateTime created;
};

/// Media: a row per name, the bytes once per content in media/<2 hex>/<sha256>.
class MediaRepository {
 public:
  MediaRepository(Database& database, QString folder, Clock clock);
  /// Adds bytes under `wantedName` ("fig 1.png"). The same bytes under the same name give the existing file;
  /// another file of that name gets a suffix (case 29). `folder` groups ("post-a"): the path becomes
  /// "media/post-a/fig 1.png".
  Result<MediaFile> add(const QString& wantedName, const QByteArray& content, const QString& folder = {});
  /// The same of a file of any size, which is not held in memory. An error about reading it names it;
  /// Conflict when it is changed meanwhile.
  Result<MediaFile> addFile(const QString& sourcePath, const QString& folder = {});
  Result<MediaFile> find(const QString& path) const;  ///< by path, NFC or NFD, percent-decoded
  Result<QList<MediaFile>> list() const;
  Result<void> check(const MediaFile& file) const;  ///< NotFound, Corrupt (not what was added), Io
  QString storedAt(const MediaFile& file) const;    ///< absolute path of the bytes
  Result<void> update(const MediaFile& file);       ///< alt, caption, credit, decorative
  /// Removes the name; the bytes stay until sweep() when no other name has them.
  Result<void> remove(MediaId id);
  /// Deletes bytes that have had no name since before `moment`, and what imports that were cut short left
  /// before it. Not inside a transaction. Returns how many.
  Result<int> sweep(const QDateTime& moment);
  /// After a transaction: bytes that were added in it and have no name now, since it was taken back, go at
  /// once.
  Result<void> settle();

 private:
  Result<int> sweepLitter(const QDateTime& moment);
  Result<MediaFile> store(const MediaFile& file, const QString& wantedName, const QString& folder,
                          const std::function<Result<void>()>& write);
  Result<MediaFile> name(const QString& wantedName, const QString& folder, MediaFile file);
  Result<std::optional<MediaFile>> one(const QByteArray& where, const QString& value) const;
  Database& db_;
  QString folder_;
  Clock clock_;
  QSet<QString> unsettled_;  ///< hashes of bytes written since the last settle()
};

class SiteRepository {
 public:
  explicit SiteRepository(Database& database);
  Result<Site> get() const;
  Result<void> save(const Site& site);
  /// Small values of the window (geometry, last place), by key.
  Result<QJsonValue> state(const QString& key) const;
  Result<void> setState(const QString& key, const QJsonValue& value);

 private:
  Database& db_;
};

struct Collection {
  QString name;  ///< "Parent/Child" for topics
  QString slug;
  QString description;
  int items = 0;  ///< not counting the trash
};

struct Redirect {
  QString from;    ///< site-absolute, "/post/old/"
  QString to;      ///< site-absolute or URL
  QString reason;  ///< "renamed", "deleted", "imported", "by hand"
  QDateTime since;
};

class RedirectRepository {
 public:
  RedirectRepository(Database& database, Clock clock);
  /// Adds or replaces; chains are shortened, loops refused (InvalidInput).
  Result<void> add(const Redirect& redirect);
  /// What leads to `from` leads to `to`; `from` itself gets none.
  Result<void> retarget(const QString& from, const QString& to);
  Result<QList<Redirect>> list() const;
  Result<void> remove(const QString& from);

 private:
  Database& db_;
  Clock clock_;
};

/// Topics, tags and series with their texts; they exist as long as an item or a description names them.
class CollectionRepository {
 public:
  enum class Type { Topic, Tag, Series };
  /// Site-absolute address of a collection's page ("/topics/food/").
  static QString addressOf(Type type, const QString& slug);

  CollectionRepository(Database& database, ContentRepository& content, RedirectRepository& redirects);
  Result<QList<Collection>> list(Type type) const;  ///< by name
  Result<void> describe(Type type, const QString& name, const QString& description);
  /// Renames or merges (when `to` exists) in every item; topics below `from` move with it, their pages
  /// redirect. Returns the number
  /// of items changed.
  Result<int> rename(Type type, const QString& from, const QString& to);

 private:
  Result<void> moveTerms(Type type, const QString& from, const QString& to);
  Database& db_;
  ContentRepository& content_;
  RedirectRepository& redirects_;
};

/// What an import took from where, so that a second import adds nothing.
struct ImportRecord {
  QString source;  ///< identity of the source root ("hugo:<name>")
  QString path;    ///< path inside the source, "/"-separated
  QString entry;   ///< key inside the file (BibTeX); empty for whole files
  ContentId item;
  QString sourceHash;      ///< SHA-256 of what was read
  qint64 itemVersion = 0;  ///< version written by the import: later ones were edited by hand
};

class ImportRepository {
 public:
  explicit ImportRepository(Database& database);
  Result<QList<ImportRecord>> records(const QString& source) const;
  Result<void> put(const ImportRecord& record);
  /// Reports of past imports as JSON, newest first.
  Result<void> addReport(const QDateTime& when, const QJsonObject& report);
  Result<QList<QJsonObject>> reports() const;

 private:
  Database& db_;
};

/// One item of an export of the site.
struct ExportedItem {
  ContentId id;
  qint64 version = 0;
  QString
      hash;  ///< contentHash() of that version; empty: unknown, so that any other version counts as changed
};

/// What the last export of the site to a folder held. Lists compare with it (siteState()).
class ExportRepository {
 public:
  ExportRepository(Database& database, ContentRepository& content);
  /// Fills in the hashes. May be called on a connection of its own that only reads; an item that is another
  /// version by now keeps none.
  Result<QList<ExportedItem>> hashed(QList<ExportedItem> items) const;
  /// Replaces what was known of the export before.
  Result<void> record(const QList<ExportedItem>& items, const QDateTime& when);

 private:
  Database& db_;
  ContentRepository& content_;
};

}  // namespace offprint
