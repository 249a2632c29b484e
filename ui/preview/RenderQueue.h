#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <QObject>
#include <QThreadPool>

#include "ui/preview/PageForms.h"
#include "ui/preview/PreviewSite.h"

namespace offprint {

/// What is to be shown, as of now.
struct RenderRequest {
  PageForm form = PageForm::Page;   ///< of an item
  quint64 target = 0;               ///< which opening of the pane it is for
  quint64 edits = 0;                ///< DocumentSession::edits()
  std::optional<ContentItem> item;  ///< else the page at `address`
  QString address;
  std::shared_ptr<const SiteSnapshot> snapshot;
  Typesetter* typesetter = nullptr;
  std::shared_ptr<const PreviewSite> site;   ///< of the last answer, to go on from
  std::shared_ptr<const RenderedPage> base;  ///< what the view shows, for the patch
  std::shared_ptr<const ContentItem> shown;  ///< the item as `base` shows it; null: not known
};

struct Rendering {
  /// Made from the edited block alone, to be seen at once; the whole follows.
  bool quick = false;
  quint64 target = 0;
  quint64 edits = 0;
  std::shared_ptr<const PreviewSite> site;  ///< null when the theme could not be read
  std::shared_ptr<const RenderedPage> page;
  std::optional<Error> error;                ///< why there is no page
  std::shared_ptr<const RenderedPage> base;  ///< the page that `patch` starts from
  QString patch;                             ///< empty: nothing differs
  std::shared_ptr<const ContentItem> item;   ///< as `page` shows it
};

/// Renders on a pool thread, one request at a time, latest wins: while one is rendered, any number of asks
/// become one more, whose request is made only when its turn comes. Lives on the GUI thread, answers there;
/// the owner must wait for the pool before it deletes the queue.
class RenderQueue : public QObject {
  Q_OBJECT
 public:
  using Maker = std::function<std::optional<RenderRequest>()>;

  /// `make` is called on the GUI thread when a request is about to be rendered; nothing means nothing to do.
  RenderQueue(QThreadPool& pool, Maker make, QObject* parent = nullptr);

  void ask();

 Q_SIGNALS:
  void finished(const offprint::Rendering& rendering);

 private:
  void start();
  void work(const RenderRequest& request);
  void deliver(Rendering rendering, bool last);

  QThreadPool& pool_;
  Maker make_;
  bool busy_ = false;
  std::atomic_bool again_ = false;  ///< read by the pool
};

}  // namespace offprint
