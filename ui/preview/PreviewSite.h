#pragma once
#include <memory>
#include <optional>

#include "exporters/site/PageComposer.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/preview/SiteScheme.h"

namespace offprint {

/// The site as the preview shows it: a snapshot, its theme, and the one item that is being edited as it is
/// now. That item is shown as if it were published; of other drafts the site shows what readers will see of
/// them: nothing but the pages that the author opens. Immutable; made and used on the render pool.
class PreviewSite : public std::enable_shared_from_this<PreviewSite> {
 public:
  /// Pieces that the typesetter does not have at hand are left pending. Reads the theme, or takes the one of
  /// `before` when it is the same. Errors: those of Theme::load.
  static Result<std::shared_ptr<const PreviewSite>> create(std::shared_ptr<const SiteSnapshot> snapshot,
                                                           const PreviewSite* before = nullptr,
                                                           Typesetter* typesetter = nullptr);

  /// This site with `item`'s present values (title, address, fields, …) instead of the stored ones; itself
  /// when they are the same. An item without an id is given a place at the front.
  std::shared_ptr<const PreviewSite> showing(const ContentItem& item) const;

  /// This site without an item that is being edited; itself when there is none.
  std::shared_ptr<const PreviewSite> showingNone() const;

  /// The item's page. Unsupported when its kind has none.
  Result<RenderedPage> item(const ContentItem& item) const;
  /// A page that is no item, by its address. NotFound.
  Result<RenderedPage> list(const QString& address) const;
  /// The item's text as feeds show it.
  QByteArray feedHtml(const ContentItem& item) const;
  const Site& site() const { return shown_->site; }
  /// A file of the site: page, theme asset or medium. NotFound for what the tables do not hold.
  Result<Served> read(const QString& path) const;

  const std::shared_ptr<const SiteSnapshot>& stored() const { return stored_; }

 private:
  PreviewSite(std::shared_ptr<const SiteSnapshot> stored, std::shared_ptr<const SiteSnapshot> shown,
              std::shared_ptr<const Theme> theme, Typesetter* typesetter);

  std::shared_ptr<const SiteSnapshot> stored_;  ///< as given
  std::shared_ptr<const SiteSnapshot> shown_;   ///< with the edited item
  std::shared_ptr<const Theme> theme_;
  Typesetter* typesetter_;
  PageComposer composer_;
  ContentId edited_;
};

}  // namespace offprint
