#include "ui/preview/PageView.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QPointer>
#include <QWebChannel>
#include <QWebEngineContextMenuRequest>
#include <QWebEngineDownloadRequest>
#include <QWebEngineFileSystemAccessRequest>
#include <QWebEngineNewWindowRequest>
#include <QWebEngineProfile>
#include <QWebEngineQuotaRequest>
#include <QWebEngineRegisterProtocolHandlerRequest>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>
#include <QWebEngineSettings>
#include <utility>

#include "app/core/MessageLog.h"
#include "ui/preview/SiteScheme.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr auto world = QWebEngineScript::ApplicationWorld;

void denyAll(QWebEngineSettings& settings) {
  for (int attribute = 0; attribute <= QWebEngineSettings::NavigateOnDropEnabled; ++attribute) {
    settings.setAttribute(static_cast<QWebEngineSettings::WebAttribute>(attribute), false);
  }
  // What the exported page has in a browser, as far as it stays on this machine.
  for (const auto attribute :
       {QWebEngineSettings::AutoLoadImages, QWebEngineSettings::JavascriptEnabled,
        QWebEngineSettings::LinksIncludedInFocusChain, QWebEngineSettings::WebGLEnabled,
        QWebEngineSettings::Accelerated2dCanvasEnabled, QWebEngineSettings::PlaybackRequiresUserGesture,
        QWebEngineSettings::WebRTCPublicInterfacesOnly, QWebEngineSettings::PrintElementBackgrounds}) {
    settings.setAttribute(attribute, true);
  }
  settings.setUnknownUrlSchemePolicy(QWebEngineSettings::DisallowUnknownUrlSchemes);
}

QString call(const char* function, const QString& arguments) {
  return u"offprint.%1(%2)"_s.arg(QLatin1String(function), arguments);
}

QString placed(const BlockPlace& place) {
  return u"%1,%2"_s.arg(place.index).arg(place.part);
}

}  // namespace

LockedPage::LockedPage(QWebEngineProfile* profile, QObject* parent) : QWebEnginePage(profile, parent) {
  connect(this, &QWebEnginePage::featurePermissionRequested, this,
          [this](const QUrl& origin, QWebEnginePage::Feature feature) {
            setFeaturePermission(origin, feature, PermissionDeniedByUser);
          });
  connect(this, &QWebEnginePage::quotaRequested, this,
          [](QWebEngineQuotaRequest request) { request.reject(); });
  connect(this, &QWebEnginePage::registerProtocolHandlerRequested, this,
          [](QWebEngineRegisterProtocolHandlerRequest request) { request.reject(); });
  connect(this, &QWebEnginePage::fileSystemAccessRequested, this,
          [](QWebEngineFileSystemAccessRequest request) { request.reject(); });
  // Not opening the request anywhere refuses it.
  connect(this, &QWebEnginePage::newWindowRequested, this, [this](QWebEngineNewWindowRequest& request) {
    if (!request.isUserInitiated()) return;
    Q_EMIT linkFollowed(request.requestedUrl(),
                        request.destination() == QWebEngineNewWindowRequest::InNewBackgroundTab ||
                            request.destination() == QWebEngineNewWindowRequest::InNewWindow);
  });
}

bool LockedPage::acceptNavigationRequest(const QUrl& url, NavigationType type, bool isMainFrame) {
  if (!isMainFrame) return SiteScheme::isSite(url) || url.scheme() == u"data" || url.scheme() == u"about";
  if (url == std::exchange(expected_, {})) return true;
  const auto bare = QUrl::RemoveFragment | QUrl::RemoveQuery;
  if (url.hasFragment() && url.adjusted(bare) == this->url().adjusted(bare)) return true;
  if (type == NavigationTypeLinkClicked) Q_EMIT linkFollowed(url, false);
  return false;
}

QWebEnginePage* LockedPage::createWindow(WebWindowType) {
  return nullptr;
}
QStringList LockedPage::chooseFiles(FileSelectionMode, const QStringList&, const QStringList&) {
  return {};
}
void LockedPage::javaScriptAlert(const QUrl&, const QString&) {}
bool LockedPage::javaScriptConfirm(const QUrl&, const QString&) {
  return false;
}
bool LockedPage::javaScriptPrompt(const QUrl&, const QString&, const QString&, QString*) {
  return false;
}
void LockedPage::javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString& message,
                                          int line, const QString& source) {
  if (level == ErrorMessageLevel) qCWarning(ownMessages).noquote() << "preview:" << source << line << message;
}

std::unique_ptr<QWebEngineProfile> PageView::lockedProfile(const QString& guard) {
  auto profile = std::make_unique<QWebEngineProfile>();  // without a name: off the record
  denyAll(*profile->settings());
  profile->setHttpCacheType(QWebEngineProfile::NoCache);
  profile->setPersistentCookiesPolicy(QWebEngineProfile::NoPersistentCookies);
  profile->setSpellCheckEnabled(false);
  connect(profile.get(), &QWebEngineProfile::downloadRequested, profile.get(),
          [](QWebEngineDownloadRequest* request) { request->cancel(); });
  QWebEngineScript script;
  script.setName(u"guard"_s);
  script.setSourceCode(guard);
  script.setInjectionPoint(QWebEngineScript::DocumentCreation);
  script.setWorldId(QWebEngineScript::MainWorld);
  script.setRunsOnSubFrames(true);
  profile->scripts()->insert(script);
  return profile;
}

PageView::PageView(QWebEngineProfile& profile, const QString& scripts, QWidget* parent)
    : QWebEngineView(parent),
      page_(new LockedPage(&profile, this)),
      channel_(new QWebChannel(this)),
      bridge_(new PageBridge(this)),
      scripts_(scripts) {
  setPage(page_);
  setAcceptDrops(false);
  channel_->registerObject(u"bridge"_s, bridge_);
  page_->setWebChannel(channel_, world);
  connect(page_, &LockedPage::linkFollowed, this, &PageView::linkFollowed);
  connect(page_, &QWebEnginePage::renderProcessTerminated, this, [this] {
    ready_ = false;
    Q_EMIT died();
  });
  connect(bridge_, &PageBridge::wasPainted, this, &PageView::finishLoad);
  connect(bridge_, &PageBridge::wasPicked, this, &PageView::partClicked);
  connect(bridge_, &PageBridge::wasClicked, this, [this](int block, double part) {
    if (shown_) Q_EMIT lineClicked(lineOfPlace(shown_->blocks, {block, part}));
  });
  connect(bridge_, &PageBridge::wasScrolled, this, [this](int block, double part) {
    markNear_ = false;
    if (shown_) Q_EMIT lineScrolled(lineOfPlace(shown_->blocks, {block, part}));
  });
}

PageView::~PageView() {
  // The page answers scripts that still run when it goes; nobody is left to hear them.
  waitingDone_ = {};
  page_->disconnect(this);
}

void PageView::load(const Shown& page, const QColor& accent, bool dark) {
  shown_ = page;
  ready_ = false;
  waiting_.reset();
  scrolledLine_.reset();
  markedLine_ = 0;
  QJsonObject model = pageModel(*page);
  model.insert(u"load"_s, ++load_);
  model.insert(u"accent"_s, accent.name());
  model.insert(u"dark"_s, dark && !paper_);
  model.insert(u"paper"_s, paper_);
  QWebEngineScript script;
  script.setName(u"preview"_s);
  script.setSourceCode(scripts_ + u"\noffprint.begin("_s +
                       QString::fromUtf8(QJsonDocument(model).toJson(QJsonDocument::Compact)) + u");"_s);
  script.setInjectionPoint(QWebEngineScript::DocumentCreation);
  script.setWorldId(world);
  page_->scripts().clear();
  page_->scripts().insert(script);
  const QUrl address = SiteScheme::url(page->path);
  page_->expect(address);
  page_->load(address);
}

void PageView::finishLoad(int load) {
  if (load != load_ || ready_) return;
  ready_ = true;
  page_->scripts().clear();
  Q_EMIT painted();
  if (waiting_) patch(std::exchange(waiting_, {}), std::exchange(waitingDone_, {}));
  if (scrolledLine_) scrollToLine(*std::exchange(scrolledLine_, {}));
  if (markedLine_ > 0) markLine(markedLine_);
  if (!parts_.isEmpty()) run(partsCall(false));
}

void PageView::patch(const Shown& next, Done done, const Shown& base, const QString& json) {
  if (!ready_) {
    waiting_ = next;
    waitingDone_ = std::move(done);
    return;
  }
  QString change = json;
  if (!base || base != shown_) {
    const PagePatch patch = difference(*shown_, *next);
    change = patch.empty() ? QString() : patch.toJson();
  }
  shown_ = next;
  if (change.isEmpty()) {
    if (done) done();
    return;
  }
  QString script = call("patch", change);
  if (markedLine_ > 0) script += u';' + markCall();
  ask(script, [done = std::move(done)](const QVariant&) {
    if (done) done();
  });
}

void PageView::markLine(double line) {
  markedLine_ = line;
  markNear_ = true;
  if (ready_) run(markCall());
}

void PageView::setParts(const QStringList& anchors, const QString& chosen) {
  const bool other = chosen != chosenPart_;
  parts_ = anchors;
  chosenPart_ = chosen;
  if (ready_) run(partsCall(other));
}

QString PageView::partsCall(bool near) const {
  const QJsonArray arguments{QJsonArray::fromStringList(parts_), chosenPart_, near};
  QString list = QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact));
  return call("setParts", list.mid(1, list.size() - 2));
}

QString PageView::markCall() const {
  return call("mark",
              placed(placeOfLine(shown_->blocks, markedLine_)) + (markNear_ ? u",true"_s : u",false"_s));
}

void PageView::scrollToLine(double line) {
  if (!ready_) {
    scrolledLine_ = line;
    return;
  }
  markNear_ = false;
  run(call("scrollToBlock", placed(placeOfLine(shown_->blocks, line))));
}

void PageView::scrollToPixel(double top) {
  if (ready_) run(call("drag", QString::number(top)));
}

void PageView::setDark(bool dark) {
  if (ready_) run(call("setDark", dark ? u"true"_s : u"false"_s));
}

void PageView::setAccent(const QColor& accent) {
  if (ready_) run(call("setAccent", u"'%1'"_s.arg(accent.name())));
}

void PageView::run(const QString& script) {
  page_->runJavaScript(script, world);
}

void PageView::ask(const QString& script, std::function<void(const QVariant&)> answer) {
  page_->runJavaScript(script, world,
                       [self = QPointer(this), answer = std::move(answer)](const QVariant& value) {
                         if (self && answer) answer(value);
                       });
}

void PageView::contextMenuEvent(QContextMenuEvent* event) {
  const QWebEngineContextMenuRequest* request = lastContextMenuRequest();
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (request && !request->selectedText().isEmpty()) {
    menu->addAction(tr("Copy"), this,
                    [text = request->selectedText()] { QApplication::clipboard()->setText(text); });
  }
  if (request && request->linkUrl().isValid() && !SiteScheme::isSite(request->linkUrl())) {
    menu->addAction(tr("Copy link address"), this,
                    [url = request->linkUrl()] { QApplication::clipboard()->setText(url.toString()); });
  }
  menu->addAction(tr("Select all"), this, [this] { triggerPageAction(QWebEnginePage::SelectAll); });
  menu->popup(event->globalPos());
}

}  // namespace offprint

#include "moc_PageView.cpp"
