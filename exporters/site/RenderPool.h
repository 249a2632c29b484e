#pragma once
#include <deque>
#include <future>
#include <optional>
#include <QThreadPool>

#include "exporters/site/PageComposer.h"

namespace offprint {

/// Composes pages on two threads and gives them back in the order they were asked for. Holds a few pages at a
/// time, whatever the size of the site. Used from one thread; the destructor waits for what is under way.
class RenderPool {
 public:
  struct Rendered {
    const PageEntry* entry = nullptr;
    Result<RenderedPage> page = RenderedPage{};  ///< without blocks and outline
    QByteArray sha256;                           ///< of the page, lower-case hex
  };

  explicit RenderPool(const PageComposer& composer);
  ~RenderPool();
  RenderPool(const RenderPool&) = delete;
  RenderPool& operator=(const RenderPool&) = delete;

  /// `entry` must outlive the pool.
  void start(const PageEntry& entry, std::optional<ContentItem> item);
  bool empty() const { return running_.empty(); }
  bool full() const;
  /// Waits for the oldest page.
  Rendered next();

 private:
  const PageComposer& composer_;
  QThreadPool threads_;
  std::deque<std::future<Rendered>> running_;
};

}  // namespace offprint
