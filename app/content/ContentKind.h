#pragma once
#include <memory>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include "app/content/FieldSpec.h"
#include "app/core/Result.h"

namespace offprint {

/// How a list of the home page shows a kind when the author says nothing else.
struct HomeList {
  int limit = 6;  ///< items; 0: all
  QString order = QStringLiteral("date");
  QString groupBy;    ///< as in a section's options; empty: one group
  QStringList types;  ///< of the field "type"; empty: all
};

/// A kind of content as declared by one JSON file (resources/kinds/<id>.json, or the library's kinds/).
struct ContentKind {
  QString id;               ///< "article"
  QString label;            ///< "Article"
  QString plural;           ///< "Articles"
  QString newLabel;         ///< "New article"
  QString emptyText;        ///< what an empty list of this kind says
  QString icon;             ///< lucide icon name
  int order = 100;          ///< place in menus and the sidebar
  QString permalink;        ///< pattern: "/articles/{slug}/"; {year} {month} {slug} {kind}
  QString indexPath;        ///< "/articles/"; empty: no index page
  QString itemTemplate;     ///< theme template of an item page; empty: the item has no page of its own
  QString indexTemplate;    ///< theme template of its index page
  QString indexTitle;       ///< heading of the index page; the plural where none is given
  QString indexIntro;       ///< default sentence on the index page
  bool dated = true;        ///< sorted by date, newest first; else by title
  bool eventDated = false;  ///< `date` is of an event: upcoming and past; never hides the item (case 17)
  bool writing = false;     ///< part of "all writing"
  bool inFeed = false;
  bool hasBody = true;
  QString schemaType;         ///< schema.org type of the page's JSON-LD
  QString ogType;             ///< OpenGraph type: "article" or "website"
  QStringList importFolders;  ///< folder names of an imported site that hold this kind ("blog", "posts")
  QHash<QString, HomeList> homeLists;  ///< by the type of the home page's section ("news-list")
  bool standsAlone = false;            ///< pages like About: each keeps the address that an import finds
  bool citable = false;                ///< what publication fields choose from; takes an import's cite.bib
  QString bibtexType;                  ///< entry type when exported; empty: none
  QString cslType;
  QString ownField;  ///< boolean field: false for works of others, which lists of own works leave out
  QStringList badgeFields;  ///< of which tables show the labels, where an item has them (DOI, PDF)
  QList<FieldSpec> fields;

  const FieldSpec* field(const QString& key) const;
  /// Whether `fields` of an item say that it is a work of others, held for citing.
  bool isOfOthers(const QJsonObject& itemFields) const;
  /// Errors name `file` and say what is missing or wrong.
  static Result<ContentKind> fromJson(const QJsonObject& json, const QString& file);
};

/// All kinds, in `order`. Immutable after loading; shared between threads by pointer.
class KindCatalog {
 public:
  /// Kinds of `builtIn` (a folder of JSON files), then of `own` (may be absent), which replace those of the
  /// same id. A broken file of `own` becomes an Error that names it; the program's own are always right.
  static Result<std::shared_ptr<const KindCatalog>> load(const QString& builtIn, const QString& own = {});

  const QList<ContentKind>& all() const { return kinds_; }
  const ContentKind* find(const QString& id) const;
  /// The kind of new items where the place asks for none, and of an import's texts: the first that is
  /// writing, else the first of all.
  const ContentKind& usual() const;
  /// The kind of an import's single pages: the first that stands alone, else the usual one.
  const ContentKind& standingAlone() const;
  /// The first citable kind; nullptr when there is none.
  const ContentKind* citable() const;

 private:
  QList<ContentKind> kinds_;
  QHash<QString, qsizetype> index_;
};

}  // namespace offprint
