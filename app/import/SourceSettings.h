#pragma once
#include <optional>
#include <QHash>
#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include "app/content/Person.h"
#include "app/content/Site.h"
#include "app/import/SourceFolder.h"

namespace offprint {

struct FrontMatter;

/// What a generator's settings say about a site, as far as an import needs it.
struct SourceSettings {
  QString title;
  QString description;
  QString baseUrl;
  QString language;
  Person author;
  QString authorRole;
  QStringList languages;               ///< codes of a multilingual site; empty: one language
  QHash<QString, QString> permalinks;  ///< Hugo: section → pattern; Jekyll: collection → pattern
  QSet<QString> collections;           ///< Jekyll: those that have pages ("output: true")
  bool uglyUrls = false;               ///< Hugo: /a/b.html instead of /a/b/
  QHash<QString, Person> profiles;     ///< authors by the short name that texts use
  QJsonValue cascade;                  ///< Hugo: front matter for all pages, and
  QString cascadeFile;                 ///< where it stands
  QJsonValue defaults;                 ///< Jekyll: front matter by path and type, and
  QString defaultsFile;                ///< where it stands
  QList<NavigationEntry> menu;         ///< in its order; targets as the source wrote them
  QList<NavigationEntry> footer;
  QString menuFile;
  QList<SocialLink> links;  ///< profiles of the author
  QString email;
  QString about;  ///< Markdown: what the author says of themself
  QStringList interests;
  QJsonObject ownProfile;  ///< Hugo: the author's profile as it is written (ProfileEntries.h), and
  QString ownProfileFile;  ///< where it stands
  QStringList read;        ///< paths of the files that were read
  Findings findings;
};

/// Reads settings and author profiles: hugo.yaml, config/_default/*, data/authors/*,
/// content/authors/*/_index.md; _config.yml, _data/authors.yml. Missing files are no error, broken ones a
/// finding.
SourceSettings readSourceSettings(const SourceFolder& folder);

/// A settings file's values; nothing when it cannot be read.
std::optional<FrontMatter> readSettingsValues(const QString& file);
/// The files of the root, as they are there, that hold the main settings.
QStringList hugoSettingsFiles(const QString& root);
QStringList jekyllSettingsFiles(const QString& root);

/// Hugo's content folder by its settings ("content").
QString hugoContentFolder(const QString& root);

/// The path part of the base address, "/" or "/repo/".
QString basePath(const SourceSettings& settings);

}  // namespace offprint
