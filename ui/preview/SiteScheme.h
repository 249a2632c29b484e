#pragma once
#include <functional>
#include <memory>
#include <QHash>
#include <QThreadPool>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlSchemeHandler>

#include "app/core/Result.h"

namespace offprint {

/// Bytes of one address of the site.
struct Served {
  QByteArray content;
  QByteArray mimeType;
};

/// Answers offprint://site/<path> from the tables of the site that is shown. No path of an URL ever reaches
/// the file system: it is a key of those tables, and what is not in them does not exist. GUI thread; what has
/// to be read or composed is made on `pool` and answered back here.
class SiteScheme : public QWebEngineUrlSchemeHandler {
  Q_OBJECT
 public:
  /// Looks a site path ("assets/a.css", "articles/x/index.html") up and makes its bytes. Called on the pool.
  using Source = std::function<Result<Served>(const QString& path)>;

  SiteScheme(QThreadPool& pool, QObject* parent = nullptr);

  /// Before the application object exists.
  static void registerScheme();
  /// offprint://site/ + percent-encoded path.
  static QUrl url(const QString& path);
  /// The decoded, composed (NFC) path of a URL of our site, without the leading slash; "" for the home page.
  static QString path(const QUrl& url);
  static bool isSite(const QUrl& url);

  void setSource(Source source) { source_ = std::move(source); }
  /// A page that is served from memory, before `source` is asked.
  void setPage(const QString& path, const QByteArray& html);

  void requestStarted(QWebEngineUrlRequestJob* job) override;

 private:
  QThreadPool& pool_;
  Source source_;
  QHash<QString, QByteArray> pages_;
};

/// Blocks every request that is not for our own scheme: the preview has no network.
class OnlyOurScheme : public QWebEngineUrlRequestInterceptor {
  Q_OBJECT
 public:
  using QWebEngineUrlRequestInterceptor::QWebEngineUrlRequestInterceptor;
  void interceptRequest(QWebEngineUrlRequestInfo& info) override;
};

}  // namespace offprint
