#pragma once
#include "app/import/Importer.h"
#include "app/session/LibraryJobs.h"

namespace offprint::libraryJobs {

/// What an import did to a library, so that it can be taken back as one step.
struct ImportChange {
  ImportReport report;
  QList<ContentId> added;
  Changes changed;
  QList<Traces> before;  ///< texts of topics, tags and series, and redirects
  QList<Traces> after;
  Site siteBefore;
  Site siteAfter;

  bool empty() const;
};

/// Imports `source` as `importer` says ("auto" chooses), after a copy of the library went to its backups. A
/// failure or cancel leaves nothing behind. Store thread.
Result<ImportChange> runImport(Library& library, const QString& source, const QString& importer,
                               const ImportOptions& options, const Task& task);
/// Takes an import back, or does it again: its items go to the trash, items that it changed become what they
/// were where nobody has changed them since. Media files stay; those without a use go with the library's
/// housekeeping.
Result<QList<ContentItem>> revertImport(Library& library, const ImportChange& change, bool forward);

}  // namespace offprint::libraryJobs
