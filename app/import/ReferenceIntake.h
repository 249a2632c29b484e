#pragma once
#include <QSet>

#include "app/bibliography/CslJson.h"
#include "app/content/Site.h"
#include "app/import/Importer.h"
#include "app/import/KnownWorks.h"
#include "app/store/Repositories.h"

namespace offprint {

/// One import of a file of references, whatever its format: each becomes an item that texts can cite.
/// Imported again, unchanged ones stay, changed ones are brought up to date unless they were edited in the
/// library. Works of the site's author are marked as own, also when the name was set after an earlier import.
class ReferenceIntake {
 public:
  /// `format` names the importer and the identity of the source.
  ReferenceIntake(Library& library, const QString& path, const QString& format, const ImportOptions& options);

  /// Reads what the library knows of the file. Errors: Unsupported (nothing can be cited), those of the
  /// store.
  Result<void> begin();
  const ContentKind& kind() const { return *kind_; }
  const QString& file() const { return name_; }
  ImportReport& report() { return report_; }

  /// A row of the report for the reference with that key.
  ImportedItem row(const QString& key, const QString& title) const;
  /// What is told of an entry without a title, in whose place its key is.
  Finding untitled() const;
  /// Puts a reference into the library and its row into the report. `hash` is of what was read: the same
  /// means unchanged. `origin` is the key of a field that follows the file without counting as a change, or
  /// empty.
  Result<void> take(ContentItem item, const QString& hash, ImportedItem row, const QString& origin = {});
  /// Remembers, after the last reference and in the same transaction, what was taken.
  Result<void> finish();
  /// Reports a reference that was left out.
  void leave(ImportedItem row, const QString& code, const QString& message,
             Finding::Level level = Finding::Level::Warning);
  /// The line in which the next reference begins; findings name it.
  void at(int line) { line_ = line; }
  /// Gives a reference without one a citation key that no other of this file was given.
  QString giveKey(ContentItem& item);
  /// Whether the key came before in this file; it is known from now on.
  bool seen(const QString& key);

 private:
  QString source() const { return format_ + u':' + name_; }
  void put(const ImportedItem& row);
  Result<void> add(ContentItem& item, const QString& hash, ImportedItem& row);
  Result<void> again(const ContentItem& item, const QString& hash, ImportedItem& row, const QString& origin);
  Result<void> follow(ContentItem known, const QJsonValue& place, const QString& hash,
                      const ImportedItem& row, const QString& origin);
  Result<void> saved(const Result<ContentItem>& item, const QString& hash, ImportedItem& row);
  static void left(ImportedItem& row, const Finding& finding);

  void compare(const ContentItem& item, ImportedItem& row);
  bool nowOwn(const ContentItem& known, const ContentItem& item) const;
  void tellOthers();

  Library& library_;
  QString format_;
  QString name_;
  const ImportOptions& options_;
  std::shared_ptr<const KindCatalog> kinds_;
  const ContentKind* kind_;
  QHash<QString, ImportRecord> records_;
  std::optional<KnownWorks> works_;
  QSet<QString> seen_;
  QSet<QString> given_;
  /// Stored at the end: for each, SQLite would make the search index write all that it holds back.
  QList<ImportRecord> taken_;
  int line_ = 0;
  int others_ = 0;  ///< works taken that are not the author's own
  Site site_;
  ImportReport report_;
};

}  // namespace offprint
