#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

/// One HTTP or FTP request.
struct Request {
  QByteArray method;  ///< HTTP; of FTP "STOR", "RETR", "MLSD", "LIST" or "NOOP" (commands alone)
  QByteArray url;     ///< percent-encoded; never holds a name or password
  QByteArrayList headers{};
  QByteArray body{};  ///< what is sent when there is no `source`
  QString source{};   ///< file that is sent, streamed
  qint64 offset = 0;  ///< of the part of `source`, in bytes
  qint64 length = 0;
  /// FTP commands right before and after the transfer, in the folder of the file; "*" in front: its failure
  /// does not count.
  QByteArrayList before{};
  QByteArrayList after{};
  bool makesFolders = false;  ///< FTP: folders above the file that are missing
  /// Takes the answer's body piece by piece; null: Answer::body holds it.
  std::function<void(QByteArrayView)> receive{};
  QString path{};  ///< what it is about, for errors
};

struct Answer {
  int status = 0;  ///< HTTP, or the last reply of FTP, whose words are the body when it is no success
  QHash<QByteArray, QByteArray> headers;  ///< names in lower case
  QByteArray body;
  bool good() const { return status >= 200 && status < 300; }
};

/// Requests of which each may depend on the answer to the one before. Called with null for the first request;
/// no request: done.
using Exchange = std::function<Result<std::optional<Request>>(const Answer* last)>;

/// Requests to one host, several at once, by libcurl on the calling thread (any but the GUI's; one). Files
/// are streamed, so that memory does not grow with them. Certificates are always checked, against the
/// machine's authorities or those of the file in CURL_CA_BUNDLE or SSL_CERT_FILE; proxies are taken from the
/// environment as curl does.
class Transfers {
 public:
  explicit Transfers(int atOnce);
  ~Transfers();
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  /// Name and password for requests from now on (HTTP: Basic; FTP: USER and PASS, after TLS).
  void signIn(const QString& user, const QString& password);

  /// Runs what `next` gives, until it gives null. After the first error nothing new is begun, what is under
  /// way may end within a few seconds, and that error is returned: Network, Auth, Denied (also a certificate
  /// that is not trusted), NotFound, DiskFull, Io, Cancelled, or the exchange's own. Statuses are the
  /// exchange's to judge, but for those of signing in to FTP.
  Result<void> run(const std::function<Exchange()>& next, const Task& task);
  /// One request alone.
  Result<Answer> ask(Request request, const Task& task);

 private:
  class Running;
  Result<void> collect();
  Result<void> step(Running& one, std::optional<Error> failure);

  struct Handles;
  std::unique_ptr<Handles> handles_;
};

/// The error behind a reply of FTP that is no success (RFC 959, 4.2.1), in words.
Error ftpFailure(int code, const QString& reply);
/// The error behind a status of HTTP that is no success, in words; `said` is what the host answered, in
/// short.
Error httpFailure(int status, const QString& path, const QString& said = {});

}  // namespace offprint
