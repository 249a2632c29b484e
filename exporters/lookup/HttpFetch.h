#pragma once
#include <memory>
#include <QByteArray>
#include <QUrl>

#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

/// What a server answered, whatever its status.
struct HttpAnswer {
  int status = 0;
  QByteArray type;  ///< media type in small letters, without parameters
  QByteArray body;
  QByteArray retryAfter;  ///< as it was sent: seconds, or a moment
};

/// Gets single documents over HTTP: one thread of its own for the network, callers wait on theirs. No
/// cookies, nothing kept; at most ten redirects, never from https to http. Thread-safe, but never for the GUI
/// thread.
class HttpFetch {
 public:
  struct Limits {
    int milliseconds = 30'000;    ///< for the whole answer
    qsizetype bytes = 4'000'000;  ///< of its body
  };
  HttpFetch() : HttpFetch(Limits()) {}
  explicit HttpFetch(Limits limits);
  ~HttpFetch();

  /// Errors, all without anything changed: Network (`detail` is the cause; no connection, too slow, too
  /// large, a certificate that does not hold), Cancelled within a tenth of a second.
  Result<HttpAnswer> get(const QUrl& url, const QByteArray& accept, const Task& task);

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
