#pragma once
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "app/content/ContentKind.h"
#include "app/content/FrontMatter.h"

namespace offprint {

/// Front matter that many pages get from elsewhere: Hugo's `cascade`, which a section, or the site's
/// settings, gives to all pages below it (gohugo.io, "Cascade"; the nearest section wins), and Jekyll's
/// `defaults`, which its settings give to pages by path and type (jekyllrb.com, "Front Matter Defaults"; the
/// longest path wins). What a page says itself wins over all. Only keys that the import reads are passed on.
class SectionCascade {
 public:
  /// The page that asks.
  struct Page {
    QString folder;    ///< below the content folder, "" for its root
    QString path;      ///< Hugo's path of the page: "/blog/post"
    QString language;  ///< "" for the site's own
    QString file;      ///< Jekyll: from the root
    QString type;      ///< Jekyll: "posts", "drafts", "pages" or a collection's name
  };

  /// `cascade` as it is written: a map, or a list of maps, each with or without a target. `source` is the
  /// file it stands in, `folder` the section's, below the content folder.
  void add(const QString& folder, const QString& source, const QJsonValue& cascade);

  /// Jekyll's list of scopes with their values; `source` is the file it stands in.
  void addDefaults(const QString& source, const QJsonValue& defaults);

  /// Adds to `matter` what it does not say itself. Returns a note that names the files of what decides about
  /// publishing, when anything does.
  Findings apply(FrontMatter& matter, const Page& page, const ContentKind& kind) const;

 private:
  struct Rule {
    QString source;
    QJsonObject target;
    QJsonObject scope;  ///< Jekyll's
    QJsonObject values;
  };
  static bool matches(const Rule& rule, const Page& page);

  QHash<QString, QList<Rule>> rules_;  ///< by section folder
};

}  // namespace offprint
