#include "exporters/lookup/HttpFetch.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <QNetworkAccessManager>
#include <QNetworkProxyFactory>
#include <QNetworkReply>
#include <QThread>
#include <QTimer>

#include "app/core/Text.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr auto kPatience = 100ms;  // between two looks at whether the task was cancelled
constexpr int kRedirects = 10;

/// The proxies of the system; this computer is asked without one.
class Proxies : public QNetworkProxyFactory {
 public:
  QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override {
    const QString host = query.peerHostName();
    if (host == "127.0.0.1"_L1 || host == "localhost"_L1 || host == "::1"_L1) return {QNetworkProxy::NoProxy};
    return systemProxyForQuery(query);
  }
};

Error unanswered(const QString& why, const QString& detail = {}) {
  return makeError(ErrorCode::Network, why, detail);
}

/// One request, from its start on the network's thread to its end; the caller waits for `result`.
struct Exchange {
  std::mutex mutex;
  std::condition_variable ended;
  std::optional<Result<HttpAnswer>> result;

  void finish(Result<HttpAnswer> answer) {
    const std::lock_guard lock(mutex);
    if (!result) result = std::move(answer);
    ended.notify_all();
  }
};
using SharedExchange = std::shared_ptr<Exchange>;

Result<HttpAnswer> answerOf(QNetworkReply& reply, QByteArray body) {
  const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
  if (status == 0)
    return unanswered(say("No connection to %1.").arg(reply.url().host()), reply.errorString());
  // Of an answer of any other status the status says what there is to know.
  if (status < 300 && reply.error() != QNetworkReply::NoError)
    return unanswered(say("The connection to %1 broke before the answer was whole.").arg(reply.url().host()),
                      reply.errorString());
  const QByteArray type = reply.header(QNetworkRequest::ContentTypeHeader).toByteArray();
  return HttpAnswer{status, type.split(';').first().trimmed().toLower(), std::move(body),
                    reply.rawHeader("Retry-After")};
}

QNetworkRequest requestFor(const QUrl& url, const QByteArray& accept) {
  QNetworkRequest request(url);
  request.setRawHeader("Accept", accept);
  request.setHeader(QNetworkRequest::UserAgentHeader, u"Offprint"_s);
  request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::NoLessSafeRedirectPolicy);
  request.setMaximumRedirectsAllowed(kRedirects);
  for (const auto attribute :
       {QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::CookieSaveControlAttribute,
        QNetworkRequest::AuthenticationReuseAttribute})
    request.setAttribute(attribute, QNetworkRequest::Manual);
  return request;
}

}  // namespace

struct HttpFetch::Private {
  Limits limits;
  std::mutex starting;
  QThread thread;
  QNetworkAccessManager* manager = nullptr;  ///< lives on the thread

  void begin(const QUrl& url, const QByteArray& accept, const SharedExchange& exchange);
};

/// On the network's thread.
void HttpFetch::Private::begin(const QUrl& url, const QByteArray& accept, const SharedExchange& exchange) {
  QNetworkReply* reply = manager->get(requestFor(url, accept));
  auto body = std::make_shared<QByteArray>();
  const auto stop = [reply, exchange](const Error& why) {
    exchange->finish(why);
    reply->abort();
  };
  QObject::connect(reply, &QIODevice::readyRead, reply, [this, reply, body, stop] {
    *body += reply->readAll();
    if (body->size() > limits.bytes)
      stop(unanswered(say("The answer of %1 is larger than %2 MB, which is no record of a work.")
                          .arg(reply->url().host())
                          .arg(double(limits.bytes) / 1e6)));
  });
  QObject::connect(reply, &QNetworkReply::finished, reply, [reply, body, exchange] {
    exchange->finish(answerOf(*reply, reply->isOpen() ? *body + reply->readAll() : *body));
    reply->deleteLater();
  });
  QTimer::singleShot(limits.milliseconds, reply, [this, reply, stop] {
    stop(unanswered(say("%1 did not answer within %2 seconds.")
                        .arg(reply->url().host())
                        .arg(double(limits.milliseconds) / 1000)));
  });
  // A caller that was cancelled waits no more, and its connection goes.
  auto* watch = new QTimer(reply);
  QObject::connect(watch, &QTimer::timeout, reply, [reply, exchange] {
    bool over = false;
    {
      const std::lock_guard lock(exchange->mutex);
      over = exchange->result.has_value();
    }
    if (over) reply->abort();
  });
  watch->start(kPatience);
}

HttpFetch::HttpFetch(Limits limits) : d_(std::make_unique<Private>()) {
  d_->limits = limits;
}

HttpFetch::~HttpFetch() {
  d_->thread.quit();
  d_->thread.wait();
}

Result<HttpAnswer> HttpFetch::get(const QUrl& url, const QByteArray& accept, const Task& task) {
  OFFPRINT_TRY(task.check());
  {
    const std::lock_guard lock(d_->starting);
    if (!d_->manager) {
      d_->manager = new QNetworkAccessManager;
      d_->manager->setProxyFactory(new Proxies);
      d_->manager->moveToThread(&d_->thread);
      QObject::connect(&d_->thread, &QThread::finished, d_->manager, &QObject::deleteLater);
      d_->thread.start();
    }
  }
  const auto exchange = std::make_shared<Exchange>();
  QMetaObject::invokeMethod(
      d_->manager, [this, url, accept, exchange] { d_->begin(url, accept, exchange); }, Qt::QueuedConnection);
  std::unique_lock lock(exchange->mutex);
  while (!exchange->ended.wait_for(lock, kPatience, [&] { return exchange->result.has_value(); })) {
    const auto wanted = task.check();
    if (!wanted) exchange->result = wanted.error();
  }
  return *exchange->result;
}

}  // namespace offprint
