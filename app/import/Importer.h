#pragma once
#include <functional>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "app/content/Finding.h"
#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

class Library;

struct ImportOptions {
  bool dryRun = false;  ///< the whole report, nothing written
  bool draftsAsPublished = false;
};

/// What became of one source file or entry.
struct ImportedItem {
  enum class Outcome { Taken, Changed, Unchanged, Left };
  QString source;  ///< path inside the source folder
  QString entry;   ///< key inside the file; empty for whole files
  QString kind;
  QString slug;
  QString title;
  QString place;  ///< of a section's file, which is no item: the topic that it became, or the page for it
  Outcome outcome = Outcome::Taken;
  Findings findings;  ///< with file and line
};

struct ImportReport {
  QString source;              ///< what was recognised: "hugo", "jekyll", "markdown"
  QHash<QString, int> counts;  ///< items by kind that are in the library because of this source
  QList<ImportedItem> items;   ///< every content file, in path order
  QList<QString> otherFiles;  ///< files that are not content, with what became of each ("assets/x.png: copied
                              ///< as media/x.png")
  Findings findings;
  QJsonObject toJson() const;  ///< the form of cli.md
};

/// One importer. To add one: one .cpp with a function that returns its descriptor, and one line in
/// importers().
struct Importer {
  QString id;     ///< "markdown", as in `--as`
  QString label;  ///< "Folder of Markdown files (Hugo, Jekyll or plain)"
  /// How sure this importer is that `path` is its own: 0 (no) to 100.
  std::function<int(const QString& path)> recognises;
  /// Reads `path` (never written to) and puts items into the library in one transaction with a revision each.
  /// A cancel or failure leaves nothing behind.
  std::function<Result<ImportReport>(Library&, const QString& path, const ImportOptions&, const Task&)> run;
};

const QList<Importer>& importers();
/// The importer of that id; "auto" chooses the surest for `path`. Errors: InvalidInput (unknown id, nothing
/// recognises it).
Result<const Importer*> chooseImporter(const QString& id, const QString& path);

}  // namespace offprint
