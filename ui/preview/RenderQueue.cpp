#include "ui/preview/RenderQueue.h"

#include "ui/preview/PagePatch.h"

namespace offprint {
namespace {

Rendering failed(Rendering rendering, const Error& error) {
  rendering.error = error;
  return rendering;
}

Rendering render(const RenderRequest& request) {
  Rendering rendering{request.target, request.edits, request.site, {}, {}, request.base, {}};
  if (!rendering.site || rendering.site->stored() != request.snapshot) {
    auto site = PreviewSite::create(request.snapshot, request.site.get());
    if (!site) return failed(std::move(rendering), site.error());
    rendering.site = *site;
  }
  if (request.item) rendering.site = rendering.site->showing(*request.item);
  auto page = request.item ? rendering.site->item(*request.item) : rendering.site->list(request.address);
  if (!page) return failed(std::move(rendering), page.error());
  settleBlocks(*page);
  rendering.page = std::make_shared<const RenderedPage>(std::move(*page));
  if (request.base) {
    const PagePatch patch = difference(*request.base, *rendering.page);
    if (!patch.empty()) rendering.patch = patch.toJson();
  }
  return rendering;
}

}  // namespace

RenderQueue::RenderQueue(QThreadPool& pool, Maker make, QObject* parent)
    : QObject(parent), pool_(pool), make_(std::move(make)) {}

void RenderQueue::ask() {
  if (busy_) {
    again_ = true;
    return;
  }
  start();
}

void RenderQueue::start() {
  std::optional<RenderRequest> request = make_();
  if (!request) return;
  busy_ = true;
  pool_.start([this, request = std::move(*request)] {
    QMetaObject::invokeMethod(this, [this, rendering = render(request)] {
      busy_ = false;
      Q_EMIT finished(rendering);
      if (std::exchange(again_, false)) ask();
    });
  });
}

}  // namespace offprint

#include "moc_RenderQueue.cpp"
