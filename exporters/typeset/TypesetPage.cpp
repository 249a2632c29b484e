#include "exporters/typeset/TypesetPage.h"

#ifdef Q_OS_LINUX
#include <time.h>
#endif

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QWebChannel>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <QWebEngineSettings>
#include <QWebEngineUrlRequestInterceptor>

#include "app/core/Text.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// Processor time of the page's process for one answer. A portion takes 80 ms; a formula or a block of code
// that takes seconds is a mistake, diagrams lay themselves out slowly.
constexpr auto kPiece = 5s;
constexpr auto kDiagram = 20s;
/// More for each citation of a text (1 ms; 5 ms in one of 5,000 whose style knows "ibid.") and for an engine.
constexpr auto kCitation = 10ms;
constexpr auto kEngine = 20s;
constexpr auto kLook = 250ms;  ///< how often it is looked at
/// On the wall's clock: for a page that waits for what never comes, or a web engine that never answers.
constexpr auto kHang = 120s;
constexpr auto kHangPerWork = 20;  ///< a machine this busy is waited for
constexpr int kStarts = 2;         ///< in vain, before the web engine is given up for a while
constexpr auto kLongestPause = 600s;

/// Processor time that a process has used so far; nothing where it cannot be told.
std::optional<std::chrono::milliseconds> workOf(qint64 process) {
#ifdef Q_OS_LINUX
  clockid_t clock{};
  timespec time{};
  if (process > 0 && clock_getcpuclockid(static_cast<pid_t>(process), &clock) == 0 &&
      clock_gettime(clock, &time) == 0)
    return std::chrono::seconds(time.tv_sec) +
           std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(time.tv_nsec));
#else
  Q_UNUSED(process)
#endif
  return {};
}

std::chrono::milliseconds workFor(const TypesetJob& job) {
  if (job.piece.kind == TypesetPiece::Kind::Diagram) return kDiagram;
  if (job.piece.kind != TypesetPiece::Kind::Citations) return kPiece;
  // Each has its list of items in the request.
  return kPiece + kCitation * job.piece.source.count("\"items\":[");
}

QString endOf(QWebEnginePage::RenderProcessTerminationStatus status, int code) {
  switch (status) {
    case QWebEnginePage::AbnormalTerminationStatus:
      return say("it ended with status %1").arg(code);
    case QWebEnginePage::CrashedTerminationStatus:
      return say("it crashed with signal %1").arg(code);
    case QWebEnginePage::KilledTerminationStatus:
      return say("the system ended it (%1), perhaps for want of memory").arg(code);
    case QWebEnginePage::NormalTerminationStatus:
      break;
  }
  return say("it ended by itself");
}

/// The page needs nothing that is not put into it.
class NoNetwork : public QWebEngineUrlRequestInterceptor {
 public:
  using QWebEngineUrlRequestInterceptor::QWebEngineUrlRequestInterceptor;
  void interceptRequest(QWebEngineUrlRequestInfo& info) override {
    const QString scheme = info.requestUrl().scheme();
    if (scheme != "data"_L1 && scheme != "about"_L1) info.block(true);
  }
};

class QuietPage : public QWebEnginePage {
 public:
  using QWebEnginePage::QWebEnginePage;

 protected:
  bool acceptNavigationRequest(const QUrl& url, NavigationType, bool) override {
    return url.scheme() == "data"_L1 || url.scheme() == "about"_L1;
  }
  QWebEnginePage* createWindow(WebWindowType) override { return nullptr; }
  void javaScriptAlert(const QUrl&, const QString&) override {}
  bool javaScriptConfirm(const QUrl&, const QString&) override { return false; }
  bool javaScriptPrompt(const QUrl&, const QString&, const QString&, QString*) override { return false; }
  void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel, const QString&, int, const QString&) override {
  }
};

QJsonObject request(const TypesetJob& job) {
  const TypesetPiece& piece = job.piece;
  using Kind = TypesetPiece::Kind;
  QJsonObject json{{u"source"_s, QString::fromUtf8(piece.source)}};
  if (piece.kind == Kind::Code) {
    json.insert(u"kind"_s, u"code"_s);
    json.insert(u"language"_s, QString::fromUtf8(piece.language));
  } else if (piece.kind == Kind::Diagram) {
    json.insert(u"kind"_s, u"diagram"_s);
    json.insert(u"id"_s, u"d"_s + QString::fromLatin1(job.key.toHex().left(10)));
    json.insert(u"title"_s, QString::fromUtf8(piece.title));
  } else if (piece.kind == Kind::Citations) {
    json.insert(u"kind"_s, u"citations"_s);
  } else {
    json.insert(u"kind"_s, u"math"_s);
    json.insert(u"display"_s, piece.kind == Kind::DisplayMath);
  }
  return json;
}

/// The next drawing of typesetMore(): a letter for what it is, its length in UTF-16 units, a colon, its text.
/// None at the end.
std::optional<TypesetOutcome> nextOutcome(QStringView& results) {
  const qsizetype colon = results.indexOf(u':');
  if (colon < 1) return std::nullopt;
  TypesetOutcome outcome;
  if (results.front() == u'e') outcome.drawing.state = Drawing::State::Faulty;
  if (results.front() == u'r') outcome.drawing.state = Drawing::State::Reduced;
  if (results.front() == u'u') outcome.drawing.state = Drawing::State::UnknownLanguage;
  const qsizetype size = results.sliced(1, colon - 1).toLongLong();
  if (colon + 1 + size > results.size()) return std::nullopt;
  outcome.drawing.text = results.sliced(colon + 1, size).toUtf8();
  results = results.sliced(colon + 1 + size);
  return outcome;
}

QString channelScript() {
  QFile file(u":/qtwebchannel/qwebchannel.js"_s);  // built into Qt
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

TypesetPage::TypesetPage(TypesetQueue& queue, QObject* parent) : QObject(parent), queue_(queue) {
  look_.setInterval(kLook);
  connect(&look_, &QTimer::timeout, this, &TypesetPage::look);
}

TypesetPage::~TypesetPage() {
  drop().reset();  // before its profile
}

void TypesetPage::wake() {
  if (!jobs_.isEmpty()) return;
  jobs_ = queue_.take();
  if (jobs_.isEmpty()) return;
  careful_ = 0;
  oneByOne_ = false;
  start();
}

/// True as long as nobody should wait for another start: what was amiss may be mended later.
bool TypesetPage::givenUp() const {
  return failedStarts_ >= kStarts && !retry_.hasExpired();
}

void TypesetPage::start() {
  if (queue_.pageScript().isEmpty())
    fault_ = say("its scripts are missing in the folder “web” of the program");
  if (givenUp() || queue_.pageScript().isEmpty()) {
    while (!jobs_.isEmpty())
      finish({TypesetOutcome::State::Unavailable, {Drawing::State::Faulty, fault_.toUtf8()}});
    return wake();
  }
  ready_ ? run() : load();
}

void TypesetPage::load() {
  if (!profile_) {
    profile_ = std::make_unique<QWebEngineProfile>();  // without a name: off the record
    profile_->setHttpCacheType(QWebEngineProfile::NoCache);
    profile_->setUrlRequestInterceptor(new NoNetwork(profile_.get()));
    profile_->settings()->setAttribute(QWebEngineSettings::JavascriptCanOpenWindows, false);
    profile_->settings()->setAttribute(QWebEngineSettings::PluginsEnabled, false);
  }
  page_ = std::make_unique<QuietPage>(profile_.get());
  bridge_ = new TypesetBridge(page_.get());
  auto* channel = new QWebChannel(page_.get());
  channel->registerObject(u"bridge"_s, bridge_);
  page_->setWebChannel(channel);
  connect(
      page_.get(), &QWebEnginePage::renderProcessTerminated, this,
      [this](QWebEnginePage::RenderProcessTerminationStatus status, int code) { fail(endOf(status, code)); });
  connect(page_.get(), &QWebEnginePage::loadFinished, this, [this] {
    page_->runJavaScript(channelScript() + u";\n"_s + queue_.pageScript() +
                         u";\nnew QWebChannel(qt.webChannelTransport, channel => {"
                         "window.bridge = channel.objects.bridge; bridge.ready(); });"_s);
  });
  connect(bridge_, &TypesetBridge::isReady, this, [this] {
    ready_ = true;
    failedStarts_ = 0;
    pause_ = 60s;
    run();
  });
  connect(bridge_, &TypesetBridge::haveDrawn, this, &TypesetPage::take);
  page_->setVisible(true);  // timers of hidden pages are slowed down
  page_->setHtml(u"<!doctype html><body></body>"_s);
  expect(0s);
}

/// The next answer may take so much of the page's work. Where that cannot be told, as before it has started,
/// and for a page that waits instead of working, the wall's clock decides.
void TypesetPage::expect(std::chrono::milliseconds work) {
  workSince_ = ready_ ? workOf(page_->renderProcessPid()) : std::nullopt;
  work_ = work;
  hang_.setRemainingTime(std::max<std::chrono::milliseconds>(kHang, work * kHangPerWork));
  look_.start();
}

void TypesetPage::look() {
  const auto work = workSince_ ? workOf(page_->renderProcessPid()) : std::nullopt;
  const bool spent = work && *work - *workSince_ > work_;
  if (spent || hang_.hasExpired()) fail(say("it did not answer within %1 seconds").arg(kHang.count()));
}

void TypesetPage::run() {
  oneByOne_ = careful_ > 0;
  const qsizetype count = oneByOne_ ? std::min(careful_, jobs_.size()) : jobs_.size();
  std::chrono::milliseconds work{};
  bool reads = false;
  QJsonArray pieces;
  for (const TypesetJob& job : std::as_const(jobs_)) {
    if (pieces.size() == count) break;
    bool& loaded = loaded_[static_cast<size_t>(Engines::of(job.piece.kind))];
    if (!std::exchange(loaded, true)) {
      page_->runJavaScript(queue_.script(Engines::of(job.piece.kind)));
      reads = true;
    }
    pieces.append(request(job));
    work = std::max(work, workFor(job));
  }
  QJsonObject macros;
  for (auto i = jobs_.first().macros.constBegin(); i != jobs_.first().macros.constEnd(); ++i)
    macros.insert(i.key(), i.value());
  perAnswer_ = work;
  expect(reads ? work + kEngine : work);
  ++batch_;
  ask(u"typeset(%1, %2, %3, %4)"_s.arg(
      QString::number(batch_), QString::fromUtf8(QJsonDocument(pieces).toJson(QJsonDocument::Compact)),
      QString::fromUtf8(QJsonDocument(macros).toJson(QJsonDocument::Compact)),
      oneByOne_ ? u"true"_s : u"false"_s));
}

/// What the page answers at once are drawings; with none of them a diagram is on its way over the bridge.
void TypesetPage::ask(const QString& script) {
  page_->runJavaScript(script, [this, batch = batch_](const QVariant& results) {
    if (batch == batch_ && !results.toString().isEmpty()) take(batch, results.toString());
  });
}

void TypesetPage::take(int batch, const QString& results) {
  if (batch != batch_ || !ready_) return;
  expect(perAnswer_);
  QStringView rest(results);
  // The page goes on drawing while these are taken.
  const bool more = rest.startsWith(u'+');
  if (more) rest = rest.sliced(1);
  if (more && !oneByOne_) ask(u"typesetMore()"_s);
  while (!jobs_.isEmpty()) {
    const auto outcome = nextOutcome(rest);
    if (!outcome) break;
    finish(*outcome);
    if (oneByOne_ && careful_ > 0) --careful_;
  }
  if (jobs_.isEmpty()) {
    look_.stop();
    wake();
  } else if (!more) {
    run();
  } else if (oneByOne_) {
    ask(u"typesetMore()"_s);
  }
}

void TypesetPage::finish(const TypesetOutcome& result) {
  const TypesetJob job = jobs_.takeFirst();
  Q_EMIT outcome(job, result);
}

/// Too slow, crashed, or never started.
void TypesetPage::fail(const QString& why) {
  look_.stop();
  const bool wasReady = ready_;
  // It may be on the stack of the signal that told of its end.
  if (auto page = drop()) page.release()->deleteLater();
  // It ended while it had nothing to do: the next piece starts another.
  if (jobs_.isEmpty()) return;
  if (!wasReady) {
    fault_ = why;
    if (++failedStarts_ >= kStarts) {
      retry_.setRemainingTime(pause_);
      pause_ = std::min<std::chrono::seconds>(pause_ * 2, kLongestPause);
    }
  } else if (oneByOne_) {
    finish({TypesetOutcome::State::TooSlow, {}});
    careful_ = std::max<qsizetype>(careful_ - 1, 0);
  } else {
    careful_ = jobs_.size();
  }
  jobs_.isEmpty() ? wake() : start();
}

std::unique_ptr<QWebEnginePage> TypesetPage::drop() {
  ready_ = false;
  loaded_.fill(false);
  if (!page_) return {};
  disconnect(page_.get(), nullptr, this, nullptr);
  disconnect(bridge_, nullptr, this, nullptr);
  ++batch_;  // answers of that page come too late
  bridge_ = nullptr;
  return std::move(page_);
}

}  // namespace offprint

#include "moc_TypesetPage.cpp"
