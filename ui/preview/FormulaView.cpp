#include "ui/preview/FormulaView.h"

#include <cmath>
#include <QPointer>
#include <QThreadPool>
#include <QVBoxLayout>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <QWebEngineScript>
#include <QWebEngineSettings>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineView>

#include "exporters/typeset/Typesetter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kPatienceMs = 4000;  // whoever looks at a formula is gone by then

/// The style and the fonts of formulas lie in one folder; nothing else is read.
class FolderAlone : public QWebEngineUrlRequestInterceptor {
 public:
  explicit FolderAlone(QUrl folder) : folder_(std::move(folder)) {}
  void interceptRequest(QWebEngineUrlRequestInfo& info) override {
    const QUrl url = info.requestUrl();
    info.block(url.scheme() != u"data" && !folder_.isParentOf(url));
  }

 private:
  QUrl folder_;
};

class StillPage : public QWebEnginePage {
 public:
  using QWebEnginePage::QWebEnginePage;

 protected:
  bool acceptNavigationRequest(const QUrl& url, NavigationType type, bool) override {
    return type != NavigationTypeLinkClicked && (url.scheme() == u"data" || url.isLocalFile());
  }
  QWebEnginePage* createWindow(WebWindowType) override { return nullptr; }
};

QString pageOf(const QByteArray& html, const FormulaView::Look& look) {
  return uR"(<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="katex.css"><style>
html{background:%1;overflow:hidden}body{margin:0;color:%2;font-size:%3px}
#f{display:inline-block;padding:4px 2px;white-space:nowrap}.katex-display{margin:0}
</style><div id="f">%4</div>)"_s.arg(look.ground.name(), look.ink.name(), QString::number(look.pixels),
                                     QString::fromUtf8(html));
}

/// The title of the page tells the size when the fonts are there.
QString measureScript(const QSize& room, int number) {
  return uR"(document.fonts.ready.then(() => {
  const f = document.getElementById('f');
  const box = f.getBoundingClientRect();
  const part = Math.min(1, %1 / box.width, %2 / box.height);
  document.body.style.zoom = part;
  document.title = [%3, Math.ceil(box.width * part), Math.ceil(box.height * part)].join(' ');
}); document.getElementById('f').getBoundingClientRect().width)"_s.arg(room.width())
      .arg(room.height())
      .arg(number);
}

}  // namespace

struct FormulaView::Private {
  Private(FormulaView& owner, Typesetter& engine, const Resources& resources)
      : view(owner),
        typesetter(engine),
        base(QUrl::fromLocalFile(resources.path(u"themes/base/assets/katex/"_s))),
        guard(base) {
    pool.setMaxThreadCount(1);
  }

  void start();
  void take(int of, const TypesetResult& result);

  FormulaView& view;
  Typesetter& typesetter;
  QUrl base;
  FolderAlone guard;
  QThreadPool pool;
  std::unique_ptr<QWebEngineProfile> profile;
  QWebEngineView* web = nullptr;
  Task task;
  Look look;
  int number = 0;  ///< of the formula that was asked for last
};

void FormulaView::Private::start() {
  if (web) return;
  profile = std::make_unique<QWebEngineProfile>();  // without a name: off the record
  profile->setHttpCacheType(QWebEngineProfile::NoCache);
  profile->setUrlRequestInterceptor(&guard);
  web = new QWebEngineView(&view);
  web->setFocusPolicy(Qt::NoFocus);
  web->setContextMenuPolicy(Qt::NoContextMenu);
  web->setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* page = new StillPage(profile.get(), web);
  page->settings()->setAttribute(QWebEngineSettings::FocusOnNavigationEnabled, false);
  web->setPage(page);
  view.layout()->addWidget(web);
  QObject::connect(page, &QWebEnginePage::loadFinished, &view, [this, page](bool ok) {
    if (!ok) return;
    page->runJavaScript(measureScript(look.room, number), QWebEngineScript::ApplicationWorld);
  });
  QObject::connect(page, &QWebEnginePage::titleChanged, &view, [this](const QString& title) {
    const QStringList parts = title.split(u' ');
    if (parts.size() != 3 || parts[0].toInt() != number) return;
    const QSize size(parts[1].toInt(), parts[2].toInt());
    view.setFixedSize(size);
    Q_EMIT view.drawn(size);
  });
}

void FormulaView::Private::take(int of, const TypesetResult& result) {
  if (of != number) return;
  if (result.html.isEmpty()) {
    Q_EMIT view.failed(result.shown);
    return;
  }
  start();
  web->page()->setBackgroundColor(look.ground);
  web->setHtml(pageOf(result.html, look), base);
}

FormulaView::FormulaView(Typesetter& typesetter, const Resources& resources, QWidget* parent)
    : QWidget(parent), d_(std::make_unique<Private>(*this, typesetter, resources)) {
  setFocusPolicy(Qt::NoFocus);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
}

FormulaView::~FormulaView() {
  d_->task.cancel();
  d_->pool.waitForDone();
  delete d_->web;  // before its profile
}

void FormulaView::draw(const QString& tex, bool display, const Look& look) {
  const int number = ++d_->number;
  d_->look = look;
  d_->task.cancel();
  d_->task = Task();
  TypesetPiece piece;
  piece.kind = display ? TypesetPiece::Kind::DisplayMath : TypesetPiece::Kind::InlineMath;
  piece.source = tex.toUtf8();
  d_->pool.start([view = QPointer<FormulaView>(this), typesetter = &d_->typesetter, piece,
                  macros = look.macros, task = d_->task, number] {
    const QList<TypesetResult> results = typesetter->typeset({piece}, macros, kPatienceMs, task);
    // The view waits for this job before it goes, and takes its answers with it.
    QMetaObject::invokeMethod(view.data(), [view, number, result = results.value(0)] {
      if (view) view->d_->take(number, result);
    });
  });
}

}  // namespace offprint

#include "moc_FormulaView.cpp"
