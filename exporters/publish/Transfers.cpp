#include "exporters/publish/Transfers.h"

#include <curl/curl.h>
#include <algorithm>
#include <chrono>
#include <mutex>
#include <QFile>
#include <vector>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace offprint {
namespace {

constexpr qsizetype kMostAnswer = 64 * 1024 * 1024;  ///< bytes of an answer that is kept in memory
constexpr auto kGrace = 3s;                          ///< for what is under way when another request failed

Error certificateFailure(long verdict) {
  // X509_V_ERR_* of OpenSSL, as CURLINFO_SSL_VERIFYRESULT tells them.
  const QString why = verdict == 10   ? say("its certificate has expired")
                      : verdict == 9  ? say("its certificate is not valid yet; look at this computer's clock")
                      : verdict == 62 ? say("its certificate is for another name")
                      : verdict == 18 || verdict == 19 || verdict == 20 || verdict == 21
                          ? say("its certificate comes from nobody this computer trusts")
                          : say("its certificate could not be checked");
  return makeError(ErrorCode::Denied,
                   say("The host may not be who it says: %1. No password was sent and nothing was changed. "
                       "Its owner has to renew or install the certificate; a certificate authority of your "
                       "own goes into the file that SSL_CERT_FILE names.")
                       .arg(why),
                   u"tls.certificate"_s);
}

}  // namespace

Error ftpFailure(int code, const QString& reply) {
  const QString said = say("The host says: %1").arg(reply);
  if (code == 530 || code == 430 || code == 332)
    return makeError(
        ErrorCode::Auth,
        say("The host did not let you in. Nothing was changed. Check name and password.") + u' ' + said);
  if (code == 552 || code == 452)
    return makeError(ErrorCode::DiskFull, say("The host has no room left for this file. Free some there, "
                                              "then publish again.") +
                                              u' ' + said);
  if (code == 421 || code == 425 || code == 426 || (code >= 400 && code < 500))
    return makeError(ErrorCode::Network, say("The host could not take the request just now.") + u' ' + said);
  if (code == 534 || code == 522 || code == 431)
    return makeError(ErrorCode::Denied,
                     say("The host does not encrypt this connection as it has to be (TLS). Nothing was "
                         "sent.") +
                         u' ' + said);
  return makeError(ErrorCode::Denied,
                   say("The host refused this. Check that your account may write there.") + u' ' + said);
}

Error httpFailure(int status, const QString& path, const QString& said) {
  const QString words =
      say("The host says: %1")
          .arg(said.isEmpty() ? QString::number(status) : u"%1 (%2)"_s.arg(said).arg(status));
  const auto error = [&](ErrorCode code, const QString& sentence) {
    return makeError(code, sentence + u' ' + words).at(path);
  };
  switch (status) {
    case 401:
    case 407:
      return error(ErrorCode::Auth, say("The host did not let you in. Check name and password."));
    case 403:
      return error(ErrorCode::Denied, say("The host refused this. Check that your account may do it there."));
    case 404:
    case 410:
      return error(ErrorCode::NotFound, say("There is no such place on the host. Check the address."));
    case 409:
    case 412:
      return error(ErrorCode::Conflict,
                   say("Somebody else changed the host meanwhile, or a folder is missing there."));
    case 423:
      return error(ErrorCode::Conflict,
                   say("Somebody else has locked this on the host. Wait, or unlock it."));
    case 413:
      return error(ErrorCode::Denied, say("The host takes no file this large."));
    case 507:
      return error(ErrorCode::DiskFull,
                   say("The host has no room left for this file. Free some there, then publish again."));
    default:
      break;
  }
  if (status >= 300 && status < 400)
    return error(ErrorCode::InvalidInput, say("This address leads to another one. Give that one."));
  if (status == 408 || status == 429 || (status >= 500 && status != 501 && status != 505))
    return error(ErrorCode::Network, say("The host could not take the request just now."));
  return error(ErrorCode::Unsupported, say("The host does not understand the request."));
}

struct Transfers::Handles {
  CURLM* multi = nullptr;
  int atOnce = 1;
  QByteArray user;
  QByteArray password;
  std::vector<std::unique_ptr<Running>> running;
};

/// One exchange under way and its handle.
class Transfers::Running {
 public:
  explicit Running(Exchange exchange) : exchange_(std::move(exchange)), easy_(curl_easy_init()) {}
  ~Running() {
    for (curl_slist* list : {headers_, before_, after_})
      curl_slist_free_all(list);
    curl_easy_cleanup(easy_);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  CURL* easy() const { return easy_; }
  const QString& path() const { return request_.path; }

  /// Asks the exchange for its next request; false: there is none.
  Result<bool> advance(const Handles& handles) {
    auto next = exchange_(started_ ? &answer_ : nullptr);
    started_ = true;
    if (!next) return next.error();
    if (!*next) return false;
    request_ = **std::move(next);
    OFFPRINT_TRY(prepare(handles));
    return true;
  }

  /// After the transfer ended.
  std::optional<Error> judge(CURLcode code) {
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    answer_.status = static_cast<int>(status);
    if (code == CURLE_OK) return std::nullopt;
    const bool replied = code == CURLE_QUOTE_ERROR || code == CURLE_UPLOAD_FAILED ||
                         code == CURLE_REMOTE_ACCESS_DENIED || code == CURLE_FTP_COULDNT_RETR_FILE ||
                         code == CURLE_REMOTE_FILE_NOT_FOUND || code == CURLE_REMOTE_DISK_FULL;
    if (ftp() && replied && status >= 400) {
      answer_.body = reply().toUtf8();
      return std::nullopt;
    }
    return failure(code).at(request_.path);
  }

 private:
  bool ftp() const { return request_.url.startsWith("ftp"); }

  Result<void> prepare(const Handles& handles) {
    curl_easy_reset(easy_);
    answer_ = {};
    replies_.clear();
    position_ = 0;
    file_.close();
    if (!request_.source.isEmpty()) {
      file_.setFileName(request_.source);
      if (!file_.open(QIODevice::ReadOnly))
        return makeError(ErrorCode::Io, say("Could not read this file. It was not sent."),
                         file_.errorString())
            .at(request_.source);
    }
    const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(easy_, option, value); };
    set(CURLOPT_PRIVATE, this);
    set(CURLOPT_ERRORBUFFER, words_);
    words_[0] = '\0';
    set(CURLOPT_URL, request_.url.constData());
    set(CURLOPT_PROTOCOLS_STR, "http,https,ftp");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_CONNECTTIMEOUT, 20L);
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);  // a byte a second, for a minute
    set(CURLOPT_LOW_SPEED_TIME, 60L);
    set(CURLOPT_PATH_AS_IS, 1L);
    set(CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_1_1));
    if (!handles.user.isEmpty()) {
      set(CURLOPT_USERNAME, handles.user.constData());
      set(CURLOPT_PASSWORD, handles.password.constData());
    }
    set(CURLOPT_HTTPAUTH, long(CURLAUTH_BASIC));
    for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"})
      if (const QByteArray authorities = qgetenv(name); !authorities.isEmpty()) {
        set(CURLOPT_CAINFO, authorities.constData());
        break;
      }
    set(CURLOPT_WRITEFUNCTION, &Running::take);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERFUNCTION, &Running::takeHeader);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_READFUNCTION, &Running::give);
    set(CURLOPT_READDATA, this);
    set(CURLOPT_SEEKFUNCTION, &Running::seek);
    set(CURLOPT_SEEKDATA, this);
    if (ftp()) {
      prepareFtp();
    } else {
      prepareHttp();
    }
    return {};
  }

  qint64 size() const { return request_.source.isEmpty() ? request_.body.size() : request_.length; }

  void prepareHttp() {
    renew(headers_, request_.headers + QByteArrayList{"Expect:"});
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
    if (request_.method == "HEAD") {
      curl_easy_setopt(easy_, CURLOPT_NOBODY, 1L);
    } else if (size() > 0 || request_.method == "PUT" || request_.method == "POST") {
      curl_easy_setopt(easy_, CURLOPT_UPLOAD, 1L);
      curl_easy_setopt(easy_, CURLOPT_INFILESIZE_LARGE, curl_off_t(size()));
    }
    curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, request_.method.constData());
  }

  void prepareFtp() {
    curl_easy_setopt(easy_, CURLOPT_USE_SSL, long(CURLUSESSL_ALL));
    curl_easy_setopt(easy_, CURLOPT_FTP_FILEMETHOD, long(CURLFTPMETHOD_MULTICWD));
    renew(before_, request_.before);
    renew(after_, request_.after);
    if (before_) curl_easy_setopt(easy_, CURLOPT_PREQUOTE, before_);
    if (after_) curl_easy_setopt(easy_, CURLOPT_POSTQUOTE, after_);
    if (request_.method == "STOR") {
      curl_easy_setopt(easy_, CURLOPT_UPLOAD, 1L);
      curl_easy_setopt(easy_, CURLOPT_INFILESIZE_LARGE, curl_off_t(size()));
    } else if (request_.method == "NOOP") {
      curl_easy_setopt(easy_, CURLOPT_NOBODY, 1L);
    } else if (request_.method == "MLSD" || request_.method == "LIST") {
      curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, request_.method.constData());
    }
    if (request_.makesFolders)
      curl_easy_setopt(easy_, CURLOPT_FTP_CREATE_MISSING_DIRS, long(CURLFTP_CREATE_DIR_RETRY));
  }

  static void renew(curl_slist*& list, const QByteArrayList& lines) {
    curl_slist_free_all(list);
    list = nullptr;
    for (const QByteArray& line : lines)
      list = curl_slist_append(list, line.constData());
  }

  /// The host's last reply of FTP, without its code.
  QString reply() const { return QString::fromUtf8(replies_.mid(4)).left(200); }

  Error failure(CURLcode code) const {
    const QString detail = QString::fromUtf8(words_[0] ? words_ : curl_easy_strerror(code));
    switch (code) {
      case CURLE_PEER_FAILED_VERIFICATION: {
        long verdict = 0;
        curl_easy_getinfo(easy_, CURLINFO_SSL_VERIFYRESULT, &verdict);
        // The name is compared by curl itself.
        return certificateFailure(verdict == 0 && detail.contains("subject"_L1) ? 62 : verdict);
      }
      case CURLE_SSL_CACERT_BADFILE:
        return makeError(ErrorCode::InvalidInput,
                         say("The file of certificate authorities that SSL_CERT_FILE or CURL_CA_BUNDLE names "
                             "cannot be read. Nothing was sent."),
                         detail);
      case CURLE_USE_SSL_FAILED:
        return makeError(ErrorCode::Denied,
                         say("The host does not encrypt the connection (TLS), so no password was sent. Ask "
                             "its owner for FTPS, or choose another kind of target."),
                         detail);
      case CURLE_COULDNT_RESOLVE_HOST:
      case CURLE_COULDNT_RESOLVE_PROXY:
        return makeError(ErrorCode::Network,
                         say("There is no host of this name, or no network. Check the address and the "
                             "connection."),
                         detail);
      case CURLE_COULDNT_CONNECT:
        return makeError(
            ErrorCode::Network,
            say("The host could not be reached. Check the address, the port and the connection."), detail);
      case CURLE_LOGIN_DENIED:
        return ftpFailure(530, reply());
      case CURLE_WRITE_ERROR:
        return makeError(ErrorCode::Io, say("The host's answer is longer than any right one."), detail);
      case CURLE_ABORTED_BY_CALLBACK:
      case CURLE_READ_ERROR:
        return makeError(ErrorCode::Io, say("This file could not be read to its end. It was not sent."),
                         detail);
      default:
        break;
    }
    return makeError(ErrorCode::Network, say("The connection was lost."), detail);
  }

  static size_t take(char* data, size_t one, size_t count, void* to) {
    auto* self = static_cast<Running*>(to);
    const auto bytes = static_cast<qsizetype>(one * count);
    if (self->request_.receive) {
      self->request_.receive(QByteArrayView(data, bytes));
    } else if (self->answer_.body.size() + bytes > kMostAnswer) {
      return 0;
    } else {
      self->answer_.body.append(data, bytes);
    }
    return one * count;
  }
  static size_t takeHeader(char* data, size_t one, size_t count, void* to) {
    auto* self = static_cast<Running*>(to);
    const QByteArray line = QByteArray(data, static_cast<qsizetype>(one * count)).trimmed();
    if (self->ftp()) {
      self->replies_ = line;
    } else if (line.startsWith("HTTP/")) {
      self->answer_.headers.clear();
    } else if (const qsizetype colon = line.indexOf(':'); colon > 0) {
      self->answer_.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
    }
    return one * count;
  }
  static size_t give(char* to, size_t one, size_t count, void* from) {
    auto* self = static_cast<Running*>(from);
    const qint64 wanted = std::min(qint64(one * count), self->size() - self->position_);
    if (wanted <= 0) return 0;
    if (self->request_.source.isEmpty()) {
      std::copy_n(self->request_.body.constData() + self->position_, wanted, to);
    } else if (!self->file_.seek(self->request_.offset + self->position_) ||
               self->file_.read(to, wanted) != wanted) {
      return CURL_READFUNC_ABORT;
    }
    self->position_ += wanted;
    return static_cast<size_t>(wanted);
  }
  static int seek(void* from, curl_off_t offset, int origin) {
    if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
    static_cast<Running*>(from)->position_ = offset;
    return CURL_SEEKFUNC_OK;
  }

  Exchange exchange_;
  CURL* easy_;
  Request request_;
  Answer answer_;
  QByteArray replies_;  ///< the last line of FTP
  QFile file_;
  qint64 position_ = 0;
  bool started_ = false;
  curl_slist* headers_ = nullptr;
  curl_slist* before_ = nullptr;
  curl_slist* after_ = nullptr;
  char words_[CURL_ERROR_SIZE] = {};
};

Transfers::Transfers(int atOnce) : handles_(std::make_unique<Handles>()) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  handles_->multi = curl_multi_init();
  handles_->atOnce = atOnce;
  curl_multi_setopt(handles_->multi, CURLMOPT_MAX_HOST_CONNECTIONS, long(atOnce));
  curl_multi_setopt(handles_->multi, CURLMOPT_MAXCONNECTS, long(atOnce));
}

Transfers::~Transfers() {
  for (const auto& one : handles_->running)
    curl_multi_remove_handle(handles_->multi, one->easy());
  handles_->running.clear();
  curl_multi_cleanup(handles_->multi);
}

void Transfers::signIn(const QString& user, const QString& password) {
  handles_->user = user.toUtf8();
  handles_->password = password.toUtf8();
}

/// Starts the next request of an exchange, or ends it.
Result<void> Transfers::step(Running& one, std::optional<Error> failure) {
  const auto drop = [&] {
    std::erase_if(handles_->running, [&](const auto& other) { return other.get() == &one; });
  };
  auto more = failure ? Result<bool>(*std::move(failure)) : one.advance(*handles_);
  if (!more || !*more) {
    drop();
    return more ? Result<void>() : Result<void>(more.error());
  }
  curl_multi_add_handle(handles_->multi, one.easy());
  return {};
}

/// Takes what has ended, and goes on with it.
Result<void> Transfers::collect() {
  std::optional<Error> first;
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(handles_->multi, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    char* own = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &own);
    auto* one = static_cast<Running*>(static_cast<void*>(own));
    const CURLcode code = message->data.result;
    curl_multi_remove_handle(handles_->multi, one->easy());
    if (const auto gone = step(*one, one->judge(code)); !gone && !first) first = gone.error();
  }
  return first ? Result<void>(*std::move(first)) : Result<void>();
}

Result<void> Transfers::run(const std::function<Exchange()>& next, const Task& task) {
  std::optional<Error> first;
  std::chrono::steady_clock::time_point deadline;
  const auto fail = [&](const Result<void>& result) {
    if (result || first) return;
    first = result.error();
    deadline = std::chrono::steady_clock::now() + kGrace;
  };
  bool more = true;
  auto& running = handles_->running;
  while (more || !running.empty()) {
    fail(task.check());
    if (first && (first->code == ErrorCode::Cancelled || std::chrono::steady_clock::now() > deadline)) break;
    while (more && !first && running.size() < static_cast<size_t>(handles_->atOnce)) {
      Exchange exchange = next();
      more = static_cast<bool>(exchange);
      if (!more) break;
      running.push_back(std::make_unique<Running>(std::move(exchange)));
      fail(step(*running.back(), {}));
    }
    if (first) more = false;
    int active = 0;
    curl_multi_perform(handles_->multi, &active);
    fail(collect());
    if (active > 0) curl_multi_poll(handles_->multi, nullptr, 0, 100, nullptr);
  }
  for (const auto& one : running)
    curl_multi_remove_handle(handles_->multi, one->easy());
  running.clear();
  return first ? Result<void>(*std::move(first)) : Result<void>();
}

Result<Answer> Transfers::ask(Request request, const Task& task) {
  Answer answer;
  bool given = false;
  OFFPRINT_TRY(run(
      [&]() -> Exchange {
        if (given) return {};
        given = true;
        return [&](const Answer* last) -> Result<std::optional<Request>> {
          if (!last) return std::optional(std::move(request));
          answer = *last;
          return std::optional<Request>();
        };
      },
      task));
  return answer;
}

}  // namespace offprint
