#include "ui/preview/SiteScheme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPointer>
#include <QWebEngineUrlRequestInfo>
#include <QWebEngineUrlRequestJob>
#include <QWebEngineUrlScheme>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr auto schemeName = "offprint";

void answer(QWebEngineUrlRequestJob* job, const Served& served) {
  auto* buffer = new QBuffer(job);
  buffer->setData(served.content);
  buffer->open(QIODevice::ReadOnly);
  job->reply(served.mimeType, buffer);
}

QString indexOf(const QString& path) {
  return path.isEmpty() || path.endsWith(u'/') ? path + u"index.html"_s : path;
}

}  // namespace

SiteScheme::SiteScheme(QThreadPool& pool, QObject* parent)
    : QWebEngineUrlSchemeHandler(parent), pool_(pool) {}

void SiteScheme::registerScheme() {
  QWebEngineUrlScheme scheme(schemeName);
  scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
  scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
  QWebEngineUrlScheme::registerScheme(scheme);
  // The engine starts late, after the first window; its contexts must share with those that exist by then.
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
}

QUrl SiteScheme::url(const QString& path) {
  QUrl url;
  url.setScheme(QString::fromLatin1(schemeName));
  url.setHost(u"site"_s);
  url.setPath(u'/' + path, QUrl::DecodedMode);
  return url;
}

QString SiteScheme::path(const QUrl& url) {
  return url.path(QUrl::FullyDecoded).mid(1).normalized(QString::NormalizationForm_C);
}

bool SiteScheme::isSite(const QUrl& url) {
  return url.scheme() == QLatin1String(schemeName) && url.host() == u"site";
}

void SiteScheme::setPage(const QString& path, const QByteArray& html) {
  pages_.clear();
  pages_.insert(path, html);
}

void SiteScheme::requestStarted(QWebEngineUrlRequestJob* job) {
  if (job->requestMethod() != "GET") return job->fail(QWebEngineUrlRequestJob::RequestDenied);
  if (!isSite(job->requestUrl())) return job->fail(QWebEngineUrlRequestJob::UrlInvalid);
  const QString wanted = indexOf(path(job->requestUrl()));
  if (const auto page = pages_.constFind(wanted); page != pages_.cend()) {
    return answer(job, {*page, "text/html"});
  }
  if (!source_) return job->fail(QWebEngineUrlRequestJob::UrlNotFound);
  pool_.start([source = source_, wanted, waiting = QPointer(job)] {
    auto found = std::make_shared<Result<Served>>(source(wanted));
    // The engine may have been restarted meanwhile, and this with it: only the GUI thread can tell whether
    // somebody still waits.
    QMetaObject::invokeMethod(qApp, [found, waiting] {
      if (!waiting) return;
      if (*found) return answer(waiting, **found);
      waiting->fail(found->error().code == ErrorCode::NotFound ? QWebEngineUrlRequestJob::UrlNotFound
                                                               : QWebEngineUrlRequestJob::RequestFailed);
    });
  });
}

void OnlyOurScheme::interceptRequest(QWebEngineUrlRequestInfo& info) {
  const QString scheme = info.requestUrl().scheme();
  if (scheme == QLatin1String(schemeName) || scheme == u"data" || scheme == u"blob") return;
  info.block(true);
}

}  // namespace offprint

#include "moc_SiteScheme.cpp"
