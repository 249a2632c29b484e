#pragma once
#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "app/content/Person.h"
#include "app/content/TexMacros.h"
#include "app/core/Result.h"

namespace offprint {

/// One section of the home page. `options` are those that the section's type knows (see
/// resources/help/sections.md).
struct Section {
  QString id;    ///< unique on the page; anchor
  QString type;  ///< "hero", "prose", "format-cards", "writing-list", …
  QString title;
  bool enabled = true;
  QJsonObject options;
  bool operator==(const Section&) const = default;
};

struct NavigationEntry {
  QString label;
  QString target;  ///< "kind:article", "page:about", "home#story", "/path/" or a URL
  bool operator==(const NavigationEntry&) const = default;
};

struct SocialLink {
  QString label;
  QString url;
  QString rel;  ///< "me" for identity links
  bool operator==(const SocialLink&) const = default;
};

/// Everything about the site that is not an item. Stored as one JSON document in the library.
struct Site {
  QString title;
  QString tagline;
  QString description;
  QString baseUrl;   ///< "https://example.org/repo/"; empty: unknown, absolute addresses are left out with a
                     ///< finding
  QString language;  ///< BCP 47, default "en"
  QString timeZone;  ///< IANA name, default "UTC"
  Person author;
  QStringList authorAliases;  ///< further names under which the author publishes: "J. Müller"
  QString role;               ///< "Machine-learning engineer"
  QString email;
  QString theme;  ///< folder name, default "notebook"
  QJsonObject themeOptions;
  QList<NavigationEntry> navigation;
  QList<NavigationEntry> footer;
  QList<SocialLink> links;
  QList<Section> home;
  QJsonObject permalinks;  ///< kind id → pattern, overrides ContentKind::permalink
  int pageSize = 20;       ///< items on one page of an index, 1–500
  int feedSize = 20;       ///< entries of a feed, 1–500
  bool smartPunctuation = false;
  TexMacros macros;  ///< of every formula
  QString publicationGroups =
      QStringLiteral("year");                     ///< of the list of publications: "year", "type", "topic"
  bool publicationAuthors = true;                 ///< lists name the authors of works
  QString citationStyle = QStringLiteral("apa");  ///< name of a CSL style (CitationStyles.h)
  QJsonObject extra;                              ///< keys this version does not know, kept

  bool operator==(const Site&) const = default;
  /// Whether a name is the author's own, by the author's name or an alias.
  bool isAuthor(const Person& person) const;
  QJsonObject toJson() const;
  static Result<Site> fromJson(const QJsonObject& json);
  /// A site with a hero, writing list and contact for a new library.
  static Site starter(const QString& name, const QString& role);
};

}  // namespace offprint
