#pragma once
#include <QByteArray>
#include <QSet>

#include "app/core/Sha256.h"
#include "exporters/site/SiteMap.h"
#include "exporters/site/SiteRelations.h"

namespace offprint {

class SiteCitations;

/// In RenderedPage::linked: the text holds a list, which any item may join.
inline constexpr QLatin1StringView AllItems("*");
/// In RenderedPage::linked: a media folder ("media/trip/"), which stands for all files below it.
inline bool isMediaFolder(const QString& linked) {
  return linked.startsWith(QLatin1StringView("media/")) && linked.endsWith(QLatin1Char('/'));
}

/// Gathers what a page depends on into one hash. Each part adds as much as such a page can show, so that
/// equal fingerprints mean equal pages; that a change is seen though the page stays the same does no harm.
class PageFingerprint {
 public:
  PageFingerprint(const SiteMap& map, const SiteRelations& relations, const SiteCitations& citations)
      : map_(map), relations_(relations), citations_(citations) {}

  void add(const QByteArray& bytes) { hash_.addData(bytes); }
  /// The page's place, its items and those around them; all items for pages that may show any.
  void addEntry(const PageEntry& entry);
  /// Texts and counts of topics, tags and series.
  void addCollections(const PageEntry& entry);
  /// Where references and addresses lead, and what the items there are called.
  void addLinked(const QSet<QString>& linked);
  /// Sizes and texts of pictures.
  void addMedia(const QSet<QString>& media);

  QByteArray result() const { return hash_.result().toHex(); }

 private:
  void addHome();
  void addFolder(const QString& folder);
  void addAround(const ItemSummary& item);

  const SiteMap& map_;
  const SiteRelations& relations_;
  const SiteCitations& citations_;
  Sha256 hash_;
};

}  // namespace offprint
