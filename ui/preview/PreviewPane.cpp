#include "ui/preview/PreviewPane.h"

#include <QActionGroup>
#include <QFile>
#include <QHBoxLayout>
#include <QMenu>
#include <QMetaMethod>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QWebEngineProfile>

#include "app/core/FileOps.h"
#include "exporters/images/ImageVariants.h"
#include "exporters/typeset/Typesetter.h"
#include "ui/preview/DeviceFrame.h"
#include "ui/preview/PreviewPrivate.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Nobody sees the page: its findings can wait for a pause in the writing.
constexpr int hiddenDelayMs = 400;
constexpr int sizeRoom = 350;  ///< of a pane whose header has room for the page's width in words

/// Texts that a page is given, read on the pool.
struct PageScripts {
  QString guard;
  QString page;
};

Result<PageScripts> readScripts(const Resources& resources) {
  PageScripts scripts;
  QFile channel(u":/qtwebchannel/qwebchannel.js"_s);
  if (!channel.open(QIODevice::ReadOnly)) return makeError(ErrorCode::Internal, channel.errorString());
  scripts.page = QString::fromUtf8(channel.readAll());
  for (const auto& [name, text] :
       {std::pair{"web/preview-guard.js", &scripts.guard}, std::pair{"web/morphdom.js", &scripts.page},
        std::pair{"web/preview.js", &scripts.page}}) {
    Result<QByteArray> content = files::read(resources.path(QString::fromLatin1(name)));
    if (!content) return content.error();
    text->append(u'\n' + QString::fromUtf8(*content));
  }
  return scripts;
}

/// The folder that holds the page's folder: relative links of pages within one lead to the same places.
QString shelf(const QString& path) {
  return path.section(u'/', 0, -3);
}

}  // namespace

PreviewEngine::PreviewEngine(QThreadPool& pool, const QString& guard, const QString& pageScripts,
                             QWidget* parent)
    : profile(PageView::lockedProfile(guard)), scheme(pool) {
  profile->setUrlRequestInterceptor(&network);
  profile->installUrlSchemeHandler("offprint", &scheme);
  for (PageView*& view : views)
    view = new PageView(*profile, pageScripts, parent);
}

PreviewEngine::~PreviewEngine() {
  for (PageView* view : views)
    delete view;
}

PreviewPane::Private::Private(PreviewPane& owner, Appearance& appearance)
    : pane(owner),
      look(appearance),
      header(new QWidget(&owner)),
      banner(new Banner(appearance, &owner)),
      frame(new DeviceFrame(appearance, &owner)),
      empty(new Label(appearance, TextRole::Body, {}, Token::TextTertiary, frame)),
      toast(new Toast(appearance, &owner)),
      queue(pool, [this] { return request(); }),
      images(std::make_shared<ImageVariants>(ImageVariants::Mode::Background)),
      dark(appearance.dark()) {
  pool.setMaxThreadCount(2);
  hiddenDelay.setSingleShot(true);
  hiddenDelay.setInterval(hiddenDelayMs);
  caretSoon.setSingleShot(true);
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  cover = new QWidget;
  cover->setAutoFillBackground(true);
  frame->views()->addWidget(cover);
  colourGround();
}

/// An engine that has painted nothing yet is white, also in a dark window.
void PreviewPane::Private::colourGround() {
  QPalette ground = cover->palette();
  ground.setColor(QPalette::Window, look.color(Token::SurfaceEditor));
  cover->setPalette(ground);
  if (!engine) return;
  for (PageView* view : engine->views)
    view->page()->setBackgroundColor(look.color(Token::SurfaceEditor));
}

PreviewPane::Private::~Private() {
  pool.waitForDone();
  if (engine) engine->scheme.setSource({});
}

void PreviewPane::Private::buildHeader() {
  header->setObjectName(u"paneHeader"_s);
  header->setAttribute(Qt::WA_StyledBackground);
  widths = new Segmented(look, tr("Preview width"),
                         {{tr("Phone, 390 px"), u"smartphone"_s},
                          {tr("Tablet, 820 px"), u"tablet"_s},
                          {tr("Desktop, 1280 px"), u"monitor"_s},
                          {tr("Fit the pane"), u"move-horizontal"_s}},
                         header);
  widths->setCurrent(static_cast<int>(width));
  size = new Label(look, TextRole::Control, {}, Token::TextSecondary, header);
  size->setEliding(true);
  schemes = new Segmented(look, tr("Appearance of the page"),
                          {{tr("Light"), u"sun"_s}, {tr("Dark"), u"moon"_s}}, header);
  schemes->setCurrent(dark ? 1 : 0);
  browser = new IconButton(look, u"external-link"_s, tr("Open in the browser"), header);
  browser->hide();
  back = new IconButton(look, u"arrow-left"_s, tr("Back to the item's page"), header);
  back->hide();
  auto* row = new QHBoxLayout(header);
  row->setSpacing(look.ipx(8));
  row->addWidget(back);
  row->addWidget(widths);
  row->addWidget(size, 1);
  row->addStretch();
  row->addWidget(schemes);
  buildForms();
  forms->hide();
  row->addWidget(forms);
  row->addWidget(browser);
}

/// The menu "Show as" (section 10).
void PreviewPane::Private::buildForms() {
  forms = new IconButton(look, u"eye"_s, tr("Show as"), header);
  forms->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(forms);
  auto* group = new QActionGroup(menu);
  const QStringList names{tr("Page"), tr("Feed entry"), tr("Search result"), tr("Sharing card"), tr("Print")};
  for (int i = 0; i < names.size(); ++i) {
    QAction* action = menu->addAction(names[i]);
    action->setCheckable(true);
    group->addAction(action);
    connect(action, &QAction::triggered, &pane, [this, i] {
      pane.setForm(static_cast<PageForm>(i));
      Q_EMIT pane.formChosen(form);
    });
  }
  connect(menu, &QMenu::aboutToShow, &pane,
          [this, group] { group->actions().at(static_cast<int>(form))->setChecked(true); });
  forms->setMenu(menu);
}

void PreviewPane::Private::watch(DocumentSession* opened) {
  if (session) session->disconnect(&pane);
  session = opened;
  if (!session) return;
  const auto changed = [this] {
    // Whoever writes wants to see what they write, not the list that they had gone to look at.
    if (address.isEmpty()) {
      ask();
    } else {
      returnToItem();
    }
  };
  connect(session, &DocumentSession::edited, &pane, changed);
  connect(session, &DocumentSession::reloaded, &pane, changed);
}

void PreviewPane::Private::returnToItem() {
  address.clear();
  retarget();
}

void PreviewPane::Private::retarget() {
  ++target;
  back->setVisible(session && !address.isEmpty());
  forms->setVisible(session && address.isEmpty());
  caretLine = 0;
  scrollLine = -1;
  hiddenDelay.stop();
  if (!session && address.isEmpty()) {
    tellEmpty(tr("Choose an item to see its page."));
    return;
  }
  // Until the page is there the place stays empty: the sentence for no item would be wrong.
  if (frontTarget == 0) empty->hide();
  queue.ask();
}

std::optional<RenderRequest> PreviewPane::Private::request() {
  if (!snapshot || (!session && address.isEmpty())) return {};
  RenderRequest request;
  drawingsAsked = drawings;
  request.target = target;
  request.snapshot = snapshot;
  request.typesetter = typesetter;
  if (!std::exchange(freshTheme, false)) request.site = last.site;
  if (address.isEmpty()) {
    request.form = form;
    request.edits = session->edits();
    request.item = session->snapshot();
  } else {
    request.address = address;
  }
  if (engine && frontTarget == target) request.base = engine->front().shown();
  if (request.base && request.base == last.page) request.shown = last.item;
  return request;
}

void PreviewPane::Private::ask() {
  if (pane.isVisible()) {
    queue.ask();
  } else {
    hiddenDelay.start();
  }
}

void PreviewPane::Private::take(const Rendering& rendering) {
  if (rendering.site) last.site = rendering.site;
  if (rendering.target != target) {
    queue.ask();
    return;
  }
  if (rendering.error) {
    tellEmpty(rendering.error->message);
    if (rendering.item) tellFacts({}, {});
    return;
  }
  last = rendering;
  // What it waited for may have come while the page was on its way here.
  if (rendering.page->undrawn && drawings != drawingsAsked) ask();
  if (engine) show(rendering);
  if (rendering.quick || !rendering.item) return;
  tellFacts(rendering.page->findings, rendering.page->outline);
  Q_EMIT pane.factsHold(rendering.edits);
}

/// Most keys change neither; who listens has lists to fill, which must not come between a key and its
/// picture.
void PreviewPane::Private::tellFacts(const Findings& findings, const QList<OutlineEntry>& outline) {
  const auto same = [](const OutlineEntry& a, const OutlineEntry& b) {
    return a.level == b.level && a.line == b.line && a.id == b.id && a.html == b.html;
  };
  const bool first = std::exchange(toldTarget, target) != target;
  if (first || findings != toldFindings) {
    toldFindings = findings;
    Q_EMIT pane.findingsChanged(findings);
  }
  if (first ||
      !std::equal(outline.cbegin(), outline.cend(), toldOutline.cbegin(), toldOutline.cend(), same)) {
    toldOutline = outline;
    Q_EMIT pane.outlineChanged(outline);
  }
}

void PreviewPane::Private::show(const Rendering& rendering) {
  const auto done = [this, edits = rendering.edits, of = rendering.target,
                     whole = !rendering.quick && !rendering.page->undrawn] {
    if (whole && of == target) Q_EMIT pane.rendered(edits);
  };
  engine->scheme.setSource([site = rendering.site](const QString& path) { return site->read(path); });
  if (frontTarget == target && engine->front().shown() &&
      shelf(engine->front().shown()->path) == shelf(rendering.page->path)) {
    engine->front().patch(rendering.page, done, rendering.base, rendering.patch);
    return;
  }
  if (backTarget == target && engine->back().shown() &&
      shelf(engine->back().shown()->path) == shelf(rendering.page->path)) {
    engine->back().patch(rendering.page, done);
    return;
  }
  backTarget = target;
  engine->scheme.setPage(rendering.page->path, rendering.page->html);
  PageView& view = engine->back();
  view.setPaper(form == PageForm::Print && address.isEmpty());
  tellParts(view);
  view.load(rendering.page, look.color(Token::Accent), dark);
  view.patch(rendering.page, done);
  if (frontTarget == 0) frame->views()->setCurrentWidget(cover);
  view.show();
}

/// Of the home page alone: an item's page is told apart by its lines.
void PreviewPane::Private::tellParts(PageView& view) const {
  const bool home = address == "/"_L1;
  view.setParts(home ? parts : QStringList(), home ? chosenPart : QString());
}

void PreviewPane::Private::startEngine() {
  if (engine || starting) return;
  starting = true;
  const Resources resources = Resources::beside(QCoreApplication::applicationDirPath());
  pool.start([this, resources] {
    QMetaObject::invokeMethod(&pane, [this, scripts = readScripts(resources)] {
      starting = false;
      if (!scripts) {
        banner->tell(Banner::Kind::Error, tr("The preview cannot start: %1").arg(scripts.error().message));
        return;
      }
      engine = std::make_unique<PreviewEngine>(pool, scripts->guard, scripts->page, frame);
      for (PageView* view : engine->views)
        connectView(view);
      arrange();
      if (last.page && last.target == target) {
        show(last);
      } else {
        queue.ask();
      }
    });
  });
}

void PreviewPane::Private::connectView(PageView* view) {
  frame->views()->addWidget(view);
  view->hide();
  view->page()->setBackgroundColor(look.color(Token::SurfaceEditor));
  const auto inFront = [this, view] { return engine && view == &engine->front(); };
  connect(view, &PageView::painted, &pane, [this, inFront] {
    if (!inFront()) swap();
  });
  const auto measure = [this, inFront] {
    if (inFront()) measureScroll();
  };
  connect(view->page(), &QWebEnginePage::contentsSizeChanged, &pane, measure);
  connect(view->page(), &QWebEnginePage::scrollPositionChanged, &pane, measure);
  connect(view, &PageView::died, &pane, [this] { died(); });
  connect(view, &PageView::linkFollowed, &pane,
          [this](const QUrl& url, bool newWindow) { follow(url, newWindow); });
  connect(view, &PageView::lineClicked, &pane, [this, inFront](double line) {
    if (inFront()) Q_EMIT pane.lineActivated(line);
  });
  connect(view, &PageView::partClicked, &pane, [this, inFront](const QString& anchor) {
    if (inFront()) Q_EMIT pane.partClicked(anchor);
  });
  connect(view, &PageView::lineScrolled, &pane, [this, inFront](double line) {
    if (!inFront()) return;
    scrollLine = line;
    Q_EMIT pane.scrolled(line);
  });
}

void PreviewPane::Private::measureScroll() {
  const PageView& view = engine->front();
  const int beyond =
      std::max(0, qRound(view.page()->contentsSize().height() * frame->zoom()) - view.height());
  const QSignalBlocker quiet(frame->bar());
  frame->bar()->setRange(0, beyond);
  frame->bar()->setPageStep(view.height());
  frame->bar()->setSingleStep(look.ipx(40));
  frame->bar()->setValue(qRound(view.page()->scrollPosition().y() * frame->zoom()));
  frame->bar()->setVisible(beyond > 0 && view.isVisible());
}

void PreviewPane::Private::swap() {
  if (backTarget != target) return;
  PageView& old = engine->front();
  engine->shown = 1 - engine->shown;
  frontTarget = std::exchange(backTarget, 0);
  PageView& now = engine->front();
  if (caretLine > 0) now.markLine(caretLine);
  empty->hide();
  frame->views()->setCurrentWidget(&now);
  now.show();
  old.hide();
  measureScroll();
}

void PreviewPane::Private::died() {
  if (!engine) return;
  frontTarget = backTarget = 0;
  last.page.reset();  // perhaps one whose bytes are older than its blocks
  banner->tell(Banner::Kind::Error, tr("The preview stopped. Your text is safe."),
               {{tr("Restart preview"), [this] {
                   banner->clear();
                   engine.reset();
                   startEngine();
                 }}});
}

void PreviewPane::Private::tellEmpty(const QString& sentence) {
  if (engine) {
    for (PageView* view : engine->views)
      view->hide();
  }
  frame->bar()->hide();
  frontTarget = backTarget = 0;
  empty->setText(sentence);
  empty->show();
}

void PreviewPane::Private::follow(const QUrl& url, bool newWindow) {
  if (SiteScheme::isSite(url)) {
    QString wanted = u'/' + SiteScheme::path(url);
    if (wanted.endsWith(u"/index.html")) wanted.chop(QLatin1String("index.html").size());
    Q_EMIT pane.itemRequested(wanted);
    return;
  }
  static const QStringList outside{u"http"_s, u"https"_s, u"mailto"_s};
  if (!outside.contains(url.scheme())) return;
  const auto open = [this, url] { Q_EMIT pane.externalRequested(url); };
  if (newWindow) return open();
  toast->tell(tr("Ctrl+click opens %1 in the browser.").arg(url.host().isEmpty() ? url.path() : url.host()),
              tr("Open"), open);
}

void PreviewPane::Private::arrange() {
  size->setText(frame->sizeText());
  // A half of it says nothing: it is there when it has room beside the buttons.
  size->setVisible(pane.width() >= look.ipx(sizeRoom));
  empty->setGeometry(frame->rect().adjusted(look.ipx(32), 0, -look.ipx(32), 0));
  if (!engine) return;
  for (PageView* view : engine->views)
    view->setZoomFactor(frame->zoom());
}

PreviewPane::PreviewPane(Appearance& appearance, QWidget* parent)
    : QWidget(parent), d_(std::make_unique<Private>(*this, appearance)) {
  setObjectName(u"preview"_s);
  setAttribute(Qt::WA_StyledBackground);
  d_->buildHeader();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(d_->header);
  column->addWidget(d_->banner);
  column->addWidget(d_->frame, 1);
  connect(&d_->queue, &RenderQueue::finished, this, [this](const Rendering& r) { d_->take(r); });
  connect(&d_->caretSoon, &QTimer::timeout, this, [this] {
    if (d_->caretLine > 0 && d_->engine && d_->frontTarget == d_->target)
      d_->engine->front().markLine(d_->caretLine);
  });
  connect(&d_->hiddenDelay, &QTimer::timeout, this, [this] { d_->queue.ask(); });
  connect(d_->images.get(), &ImageVariants::ready, this, [this] { d_->ask(); });
  connect(&d_->themes, &ThemeWatch::changed, this, &PreviewPane::reload);
  connect(d_->frame, &DeviceFrame::arranged, this, [this] { d_->arrange(); });
  connect(d_->frame->bar(), &QScrollBar::valueChanged, this, [this](int value) {
    if (d_->engine) d_->engine->front().scrollToPixel(value / d_->frame->zoom());
  });
  connect(d_->widths, &Segmented::chosen, this, [this](int index) {
    setDeviceWidth(static_cast<Width>(index));
    Q_EMIT deviceWidthChosen(deviceWidth());
  });
  connect(d_->schemes, &Segmented::chosen, this, [this](int index) {
    setDark(index == 1);
    Q_EMIT darkChosen(d_->dark);
  });
  connect(d_->back, &QToolButton::clicked, this, [this] { d_->returnToItem(); });
  connect(d_->browser, &QToolButton::clicked, this, [this] {
    if (d_->last.page) Q_EMIT browserRequested(u'/' + d_->last.page->path);
  });
  const auto refresh = [this] {
    d_->header->setFixedHeight(d_->look.ipx(40));
    d_->header->layout()->setContentsMargins(d_->look.ipx(10), 0, d_->look.ipx(10), 0);
    d_->colourGround();
    if (!d_->engine) return;
    for (PageView* view : d_->engine->views)
      view->setAccent(d_->look.color(Token::Accent));
  };
  connect(&appearance, &Appearance::changed, this, refresh);
  refresh();
  d_->tellEmpty(tr("Choose an item to see its page."));
}

PreviewPane::~PreviewPane() {
  // The views go before the profile that they were made with, and all of it before the rest of the pane.
  d_->pool.waitForDone();
  d_->engine.reset();
}

void PreviewPane::registerScheme() {
  SiteScheme::registerScheme();
}

void PreviewPane::setTypesetter(Typesetter* typesetter) {
  d_->typesetter = typesetter;
  connect(typesetter, &Typesetter::drawn, this, [this] {
    ++d_->drawings;
    if (d_->last.page && d_->last.page->undrawn) d_->ask();
  });
}

void PreviewPane::setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot) {
  if (snapshot && snapshot->images) {
    auto own = std::make_shared<SiteSnapshot>(*snapshot);
    own->images = d_->images;
    snapshot = own;
  }
  if (snapshot) d_->themes.setFolders({snapshot->libraryThemes, snapshot->userThemes});
  d_->snapshot = std::move(snapshot);
  d_->ask();
}

void PreviewPane::open(DocumentSession* session) {
  d_->address.clear();
  setDeviceWidth(d_->width);
  d_->watch(session);
  d_->retarget();
}

void PreviewPane::openAddress(const QString& address) {
  d_->address = address;
  setDeviceWidth(d_->siteWidth);
  d_->retarget();
}

void PreviewPane::setParts(const QStringList& anchors, const QString& chosen) {
  d_->parts = anchors;
  d_->chosenPart = chosen;
  if (d_->engine && d_->frontTarget == d_->target) d_->tellParts(d_->engine->front());
}

void PreviewPane::setDeviceWidth(Width width) {
  (d_->address.isEmpty() ? d_->width : d_->siteWidth) = width;
  d_->widths->setCurrent(static_cast<int>(width));
  d_->frame->setDevice(width);
}

PreviewPane::Width PreviewPane::deviceWidth() const {
  return d_->address.isEmpty() ? d_->width : d_->siteWidth;
}

PreviewPane::Width PreviewPane::itemWidth() const {
  return d_->width;
}

void PreviewPane::setDark(bool dark) {
  d_->dark = dark;
  d_->schemes->setCurrent(dark ? 1 : 0);
  if (!d_->engine) return;
  for (PageView* view : d_->engine->views)
    view->setDark(dark);
}

bool PreviewPane::dark() const {
  return d_->dark;
}

void PreviewPane::setForm(PageForm form) {
  if (form == d_->form) return;
  d_->form = form;
  d_->forms->setIconName(form == PageForm::Page ? u"eye"_s : u"scan-eye"_s);
  d_->retarget();
}

PageForm PreviewPane::form() const {
  return d_->form;
}

void PreviewPane::reload() {
  d_->freshTheme = true;
  d_->frontTarget = d_->backTarget = 0;
  d_->queue.ask();
}

void PreviewPane::followCaret(double line) {
  d_->caretLine = line;
  d_->caretSoon.start();
}

void PreviewPane::scrollToLine(double line) {
  // The echo of what this side has told must not come back and push the page about.
  if (std::abs(line - d_->scrollLine) < 0.75) return;
  d_->scrollLine = line;
  if (d_->engine && d_->frontTarget == d_->target) d_->engine->front().scrollToLine(line);
}

void PreviewPane::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d_->engine) d_->queue.ask();
}

void PreviewPane::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  // The engine takes a moment to start: the window is on the screen first.
  if (!d_->engine) QTimer::singleShot(0, this, [this] { d_->startEngine(); });
}

void PreviewPane::connectNotify(const QMetaMethod& signal) {
  if (signal == QMetaMethod::fromSignal(&PreviewPane::browserRequested)) d_->browser->show();
}

}  // namespace offprint

#include "moc_PreviewPane.cpp"
