#pragma once
#include "app/import/Importer.h"
#include "app/import/ImportPlan.h"
#include "app/import/MediaIntake.h"
#include "app/import/SourceResolver.h"
#include "app/store/Repositories.h"

namespace offprint {

/// Takes what a Hugo site says about its sections and itself: texts of sections as descriptions of the topics
/// that stand for them, their addresses as redirects, their front matter into the site's `extra` (so that
/// nothing is lost and a second import finds nothing new), and title, address, language, menus, author and
/// what the author says of themself where the library has none.
class SectionIntake {
 public:
  SectionIntake(Library& library, const SourceFolder& folder, const SourceSettings& settings,
                ImportPlan& plan, bool dryRun);

  /// Adds a row for every section file. Inside the import's transaction. Errors: of the library.
  Result<void> run(const SourceResolver& resolver, MediaIntake& media, ImportReport& report);

 private:
  Result<ImportedItem> take(PlannedSection& section);
  void takeSite(const SourceResolver& resolver, ImportReport& report);
  QList<NavigationEntry> leading(const QList<NavigationEntry>& menu, const SourceResolver& resolver,
                                 ImportReport& report) const;
  void takeHome(QStringList& taken);
  Result<void> addRedirects();
  void note(PlannedSection& section, const QString& code, const QString& message);

  Library& library_;
  const SourceFolder& folder_;
  const SourceSettings& settings_;
  ImportPlan& plan_;
  bool dryRun_;
  Site site_;
  QJsonObject kept_;                   ///< sections of this source as the site keeps them, by path
  QHash<QString, Collection> topics_;  ///< by name
  QHash<QString, QString> redirects_;  ///< from → to
};

}  // namespace offprint
