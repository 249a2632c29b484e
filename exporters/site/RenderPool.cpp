#include "exporters/site/RenderPool.h"

#include "app/core/FileOps.h"

namespace offprint {
namespace {

constexpr int kThreads = 2;    // architecture.md: the render pool
constexpr size_t kAtOnce = 8;  // pages held at most

}  // namespace

RenderPool::RenderPool(const PageComposer& composer) : composer_(composer) {
  threads_.setMaxThreadCount(kThreads);
}

RenderPool::~RenderPool() {
  threads_.waitForDone();
}

bool RenderPool::full() const {
  return running_.size() >= kAtOnce;
}

void RenderPool::start(const PageEntry& entry, std::optional<ContentItem> item) {
  auto task = std::make_shared<std::packaged_task<Rendered()>>([this, &entry, item = std::move(item)] {
    Rendered rendered{&entry, composer_.page(entry, item ? &*item : nullptr, PageComposer::Text::Stored), {}};
    if (rendered.page) {
      rendered.page->blocks.clear();
      rendered.page->outline.clear();
      rendered.sha256 = files::sha256(rendered.page->html).toLatin1();
    }
    return rendered;
  });
  running_.push_back(task->get_future());
  threads_.start([task] { (*task)(); });
}

RenderPool::Rendered RenderPool::next() {
  std::future<Rendered> oldest = std::move(running_.front());
  running_.pop_front();
  return oldest.get();
}

}  // namespace offprint
