#pragma once
#include <memory>
#include <QByteArray>
#include <QSet>
#include <QString>

#include "app/core/Result.h"
#include "exporters/markdown/ParsedDocument.h"
#include "exporters/site/SiteMap.h"
#include "exporters/theme/Theme.h"
#include "exporters/typeset/Typesetter.h"

namespace offprint {

class SiteCitations;
class SiteDownloads;
class SiteRelations;

/// A finished page. `html` is what lies on the site, byte for byte, in preview and export alike.
struct RenderedPage {
  QString path;
  QByteArray html;
  QList<RenderedBlock> blocks;  ///< of the item's text; empty for lists
  qsizetype bodyStart = 0;      ///< where the blocks stand in `html`: [bodyStart, bodyEnd)
  qsizetype bodyEnd = 0;
  QSet<QString> media;     ///< media paths that the page shows
  QSet<QString> pictures;  ///< those of them that it shows in several sizes
  bool pending = false;    ///< some pictures are still being made; never in an export
  QSet<QString> linked;    ///< refs ("kind/slug") whose title or address the text depends on
  QList<OutlineEntry> outline;
  bool undrawn = false;  ///< some formula, code or diagram still is; never in an export
  Findings findings;     ///< of this page: dead links, missing images, …; `item` is set
};

/// The one composer of pages: preview, export and publish all call it. Immutable after construction;
/// thread-safe.
class PageComposer {
 public:
  /// Without a typesetter formulas, code and diagrams appear as written.
  PageComposer(std::shared_ptr<const SiteMap> map, std::shared_ptr<const Theme> theme,
               Typesetting typesetting = {});

  /// Whether an item is as the library holds it, so that what the snapshot knows of it holds, or may be
  /// ahead.
  enum class Text { Edited, Stored };

  /// The page of one item with its text. `entry` is of type Item.
  Result<RenderedPage> item(const PageEntry& entry, const ContentItem& item, Text text = Text::Edited) const;
  /// Any other page, without the text of the item that introduces it.
  Result<RenderedPage> list(const PageEntry& entry) const;
  /// Any page; `item` is the one of `entry.item`, or nullptr when there is none.
  Result<RenderedPage> page(const PageEntry& entry, const ContentItem* item, Text text = Text::Edited) const;

  /// An item's text as feeds show it: absolute addresses, prefixed ids, no scripts (case 19).
  QByteArray feedHtml(const ContentItem& item) const;

  /// What a page depends on beside its item's text, as a hash: theme, navigation, site, and the summaries it
  /// shows. A page whose fingerprint and item version are unchanged need not be composed again. `linked` is
  /// RenderedPage::linked of last time.
  QByteArray fingerprint(const PageEntry& entry, const QSet<QString>& linked,
                         const QSet<QString>& media) const;

  /// Of the engines that draw; empty without them.
  QByteArray typesetterVersion() const;
  /// Of everything that lists and cards show of items.
  QByteArray itemsVersion() const;
  /// Of all works that texts can cite and of the style.
  QByteArray citationsVersion() const;

  /// Who draws and prints; null: nobody does.
  Typesetter* typesetter() const { return typesetting_.typesetter; }
  const SiteMap& map() const { return *map_; }
  const Theme& theme() const { return *theme_; }
  const SiteDownloads& downloads() const;

 private:
  std::shared_ptr<const SiteMap> map_;
  std::shared_ptr<const Theme> theme_;
  std::shared_ptr<const SiteRelations> relations_;
  std::shared_ptr<const SiteCitations> citations_;
  Typesetting typesetting_;
  QByteArray chrome_;  ///< fingerprint of what every page shares
};

}  // namespace offprint
