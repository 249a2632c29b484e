#include "exporters/typeset/PagePrinter.h"

#include <chrono>
#include <QDir>
#include <QMarginsF>
#include <QPageLayout>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <QWebEngineSettings>
#include <QWebEngineUrlRequestInterceptor>
#include <utility>

#include "app/core/Text.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr auto kHang = 120s;
constexpr QMarginsF kMargins(18, 20, 18, 20);  ///< of A4, millimetres

/// What the page says when its faces are there; nothing else of it is listened to.
const QString kReady = u"offprint-print-ready"_s;

class OwnFilesOnly : public QWebEngineUrlRequestInterceptor {
 public:
  OwnFilesOnly(const QString& folder, QObject* parent)
      : QWebEngineUrlRequestInterceptor(parent), folder_(QDir(folder).canonicalPath() + u'/') {}
  void interceptRequest(QWebEngineUrlRequestInfo& info) override {
    const QUrl url = info.requestUrl();
    const bool own = url.isLocalFile() && QDir::cleanPath(url.toLocalFile()).startsWith(folder_);
    if (!own && url.scheme() != "data"_L1) info.block(true);
  }

 private:
  QString folder_;
};

class PrintedPage : public QWebEnginePage {
 public:
  PrintedPage(QWebEngineProfile* profile, std::function<void()> ready)
      : QWebEnginePage(profile), ready_(std::move(ready)) {}

 protected:
  bool acceptNavigationRequest(const QUrl& url, NavigationType, bool mainFrame) override {
    return mainFrame && url.isLocalFile();
  }
  QWebEnginePage* createWindow(WebWindowType) override { return nullptr; }
  void javaScriptAlert(const QUrl&, const QString&) override {}
  bool javaScriptConfirm(const QUrl&, const QString&) override { return false; }
  bool javaScriptPrompt(const QUrl&, const QString&, const QString&, QString*) override { return false; }
  void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel, const QString& text, int,
                                const QString&) override {
    if (text == kReady && ready_) std::exchange(ready_, {})();
  }

 private:
  std::function<void()> ready_;
};

Error notPrinted(const QString& why) {
  return makeError(ErrorCode::Unsupported, why);
}

}  // namespace

PagePrinter::PagePrinter(const QString& file, const QString& folder, Done done, QObject* parent)
    : QObject(parent), done_(std::move(done)), profile_(std::make_unique<QWebEngineProfile>()) {
  profile_->setHttpCacheType(QWebEngineProfile::NoCache);
  profile_->setUrlRequestInterceptor(new OwnFilesOnly(folder, profile_.get()));
  profile_->settings()->setAttribute(QWebEngineSettings::LocalContentCanAccessRemoteUrls, false);
  page_ = std::make_unique<PrintedPage>(profile_.get(), [this] { print(); });
  connect(page_.get(), &QWebEnginePage::renderProcessTerminated, this,
          [this] { finish(notPrinted(say("the web engine's process ended"))); });
  connect(page_.get(), &QWebEnginePage::loadFinished, this, [this](bool whole) {
    if (!whole) return finish(notPrinted(say("the web engine could not read the page")));
    page_->runJavaScript(u"document.fonts.ready.then(() => console.log('%1'))"_s.arg(kReady));
  });
  hang_.setSingleShot(true);
  connect(&hang_, &QTimer::timeout, this, [this] {
    finish(notPrinted(say("the web engine did not answer within %1 seconds").arg(kHang.count())));
  });
  hang_.start(kHang);
  page_->setVisible(true);  // hidden pages wait with what they load
  page_->load(QUrl::fromLocalFile(file));
}

PagePrinter::~PagePrinter() {
  done_ = {};
  disconnect(page_.get(), nullptr, this, nullptr);
  page_.reset();  // before its profile; it may answer once more
}

void PagePrinter::print() {
  // The web engine takes the margins from here and not from the style sheet.
  const QPageLayout paper(QPageSize(QPageSize::A4), QPageLayout::Portrait, kMargins, QPageLayout::Millimeter);
  page_->printToPdf(
      [this](const QByteArray& pdf) {
        finish(pdf.startsWith("%PDF-") ? Result<QByteArray>(pdf)
                                       : notPrinted(say("the web engine printed nothing")));
      },
      paper);
}

void PagePrinter::finish(const Result<QByteArray>& result) {
  if (!done_) return;
  hang_.stop();
  std::exchange(done_, {})(result);
  deleteLater();
}

}  // namespace offprint

#include "moc_PagePrinter.cpp"
