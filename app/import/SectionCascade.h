#pragma once
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "app/content/ContentKind.h"
#include "app/content/FrontMatter.h"

namespace offprint {

/// Hugo's `cascade`: front matter that a section, or the site's settings, gives to all pages below it
/// (gohugo.io, "Cascade"). The nearest section wins, and what a page says itself wins over all. Only keys
/// that the import reads are passed on; the rest stays with the section.
class SectionCascade {
 public:
  /// The page that asks.
  struct Page {
    QString folder;    ///< below the content folder, "" for its root
    QString path;      ///< Hugo's path of the page: "/blog/post"
    QString language;  ///< "" for the site's own
  };

  /// `cascade` as it is written: a map, or a list of maps, each with or without a target. `source` is the
  /// file it stands in, `folder` the section's, below the content folder.
  void add(const QString& folder, const QString& source, const QJsonValue& cascade);

  /// Adds to `matter` what it does not say itself. Returns a note that names the files of what decides about
  /// publishing, when anything does.
  Findings apply(FrontMatter& matter, const Page& page, const ContentKind& kind) const;

 private:
  struct Rule {
    QString source;
    QJsonObject target;
    QJsonObject values;
  };
  static bool matches(const Rule& rule, const Page& page);

  QHash<QString, QList<Rule>> rules_;  ///< by section folder
};

}  // namespace offprint
