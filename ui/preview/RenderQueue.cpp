#include "ui/preview/RenderQueue.h"

#include "ui/preview/PagePatch.h"
#include "ui/preview/QuickPatch.h"

namespace offprint {
namespace {

Rendering failed(Rendering rendering, const Error& error) {
  rendering.error = error;
  return rendering;
}

/// The site as the request wants it; the error in `rendering` otherwise.
bool settleSite(const RenderRequest& request, Rendering& rendering) {
  if (!rendering.site || rendering.site->stored() != request.snapshot) {
    auto site = PreviewSite::create(request.snapshot, request.site.get(), request.typesetter);
    if (!site) {
      rendering = failed(std::move(rendering), site.error());
      return false;
    }
    rendering.site = *site;
  }
  rendering.site = request.item ? rendering.site->showing(*request.item) : rendering.site->showingNone();
  return true;
}

void addPatch(Rendering& rendering) {
  if (!rendering.base) return;
  const PagePatch patch = difference(*rendering.base, *rendering.page);
  rendering.patch = patch.empty() ? QString() : patch.toJson();
}

Rendering render(const RenderRequest& request, Rendering rendering) {
  auto page = request.item ? rendering.site->item(*request.item) : rendering.site->list(request.address);
  if (!page) return failed(std::move(rendering), page.error());
  if (page->undrawn && rendering.base) keepPictures(*rendering.base, *page);
  if (request.item && request.form != PageForm::Page && request.form != PageForm::Print) {
    const QByteArray entry =
        request.form == PageForm::Feed ? rendering.site->feedHtml(*request.item) : QByteArray();
    *page = formOf(request.form, *page, rendering.site->site(), entry);
  }
  settleBlocks(*page);
  rendering.page = std::make_shared<const RenderedPage>(std::move(*page));
  addPatch(rendering);
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
  pool_.start([this, request = std::move(*request)] { work(request); });
}

/// On the pool.
void RenderQueue::work(const RenderRequest& request) {
  Rendering rendering;
  rendering.target = request.target;
  rendering.edits = request.edits;
  rendering.site = request.site;
  rendering.base = request.base;
  if (!settleSite(request, rendering)) return deliver(std::move(rendering), true);
  if (request.item) rendering.item = std::make_shared<const ContentItem>(*request.item);
  const bool isPage = request.form == PageForm::Page || request.form == PageForm::Print;
  const bool isLong = isPage && request.item && request.item->body.size() >= quickFrom;
  if (isLong && request.base && request.shown && rendering.site == request.site) {
    if (auto page = quickPage(*rendering.site, *request.base, *request.shown, *request.item)) {
      rendering.quick = true;
      rendering.page = page;
      addPatch(rendering);
      deliver(rendering, false);
      rendering.quick = false;
      rendering.base = page;
      rendering.patch.clear();
      if (again_) return deliver({}, true);
    }
  }
  deliver(render(request, std::move(rendering)), true);
}

void RenderQueue::deliver(Rendering rendering, bool last) {
  QMetaObject::invokeMethod(this, [this, rendering = std::move(rendering), last] {
    if (last) busy_ = false;
    if (rendering.site || rendering.error) Q_EMIT finished(rendering);
    if (last && again_.exchange(false)) ask();
  });
}

}  // namespace offprint

#include "moc_RenderQueue.cpp"
