#pragma once
#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QString>

#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/site/SiteMap.h"

namespace offprint {

/// Where links of one page lead. Writes them relative to the page and ending in a file name, so that the site
/// works under any path and from file:// (case 25 of text.md). One page, one thread.
class LinkResolver {
 public:
  enum class Form {
    Relative,  ///< from the page's own place
    Rooted,    ///< from the host's root, for the page that hosts show at any depth (404.html)
    Absolute,  ///< whole addresses, for feeds
  };
  struct Link {
    enum class State { Page, File, Media, External, Anchor, Dead, Unsafe };
    State state = State::Dead;
    QByteArray href;  ///< not yet HTML-escaped; empty for Dead and Unsafe
    const PageEntry* page = nullptr;
    const MediaFile* media = nullptr;
    const ItemSummary* item = nullptr;  ///< when the link names an item
    bool usable() const { return state != State::Dead && state != State::Unsafe; }
  };

  /// `imageSizes` is the "sizes" of pictures in texts (theme.json).
  LinkResolver(const SiteMap& map, const PageEntry& from, Form form = Form::Relative,
               const QString& imageSizes = {});

  /// A target as the window and site.json write it: "kind:article", "page:about", "topic:…", "tag:…",
  /// "series:…", "home", "home#story", "writing", "topics", "tags", "feed", "kind/slug", and whatever a text
  /// may hold. Addresses of other schemes than http, https, mailto, tel and a few like them are Unsafe.
  Link target(const QString& written);
  /// A link, image or src/href as it stands in a text.
  Link inText(const QString& written, DocumentLink::Type type);
  /// The same for MarkdownEngine: an image gets its width and height, its smaller forms, and waits for its
  /// turn unless it is the first. Feeds get one form that is not huge.
  ResolvedLink resolve(const QString& written, DocumentLink::Type type);

  Form form() const { return form_; }
  QByteArray toPath(const QString& outputPath) const;
  QByteArray toPage(const PageEntry& page) const { return toPath(page.path); }
  /// The page of an item, or an empty address when it has none.
  Link toItem(const ItemSummary& item);
  /// A media file by the path that a text or field holds, with nothing recorded when there is none.
  Link media(const QString& written);

  /// What of a picture goes onto the site, when it is one; the page then needs its smaller forms.
  std::shared_ptr<const PublishedImage> picture(const MediaFile& file);
  /// The template shows a picture above the text: the first one there can wait.
  void startBelowPicture() { ++images_; }

  /// What the page depends on: RenderedPage::media, pictures and linked.
  const QSet<QString>& mediaSeen() const { return media_; }
  const QSet<QString>& pictures() const { return pictures_; }
  bool pending() const { return pending_; }
  const QSet<QString>& linked() const { return linked_; }
  void dependOn(const QString& reference) { linked_.insert(reference); }

 private:
  Link itemLink(const QString& reference, const QString& fragment);
  Link addressed(const QString& address, const QString& suffix);
  Link toPageLink(const PageEntry* page, const QString& suffix);
  QString ownAddress(const QString& url) const;
  void addPicture(ResolvedLink& out, const MediaFile& file);

  const SiteMap& map_;
  const PageEntry& from_;
  Form form_;
  QString root_;                 ///< path of the site on its host, "/repo/"; empty: not known
  const QByteArray imageSizes_;  ///< HTML-escaped
  int images_ = 0;
  bool pending_ = false;
  QSet<QString> media_;
  QSet<QString> pictures_;
  QSet<QString> linked_;
};

}  // namespace offprint
