#pragma once
#include <memory>
#include <QString>

namespace offprint {

/// The cause of a failure, so that a window can offer the right verb.
enum class ErrorCode {
  NotFound,
  InvalidInput,
  Conflict,
  Denied,
  Io,
  DiskFull,
  Corrupt,
  VersionTooNew,
  Unsupported,
  Network,
  Auth,
  Cancelled,
  Internal,
};

/// Stable lower-case name of a code ("not-found", "disk-full"), for logs and JSON.
QString errorCodeName(ErrorCode code);

/// A failure as a value. `message` is one sentence for the user: what did not happen, why, what is safe, what
/// to do. `detail` is for the log and "Details". `file` and `line` (1-based; 0: none) say where in the user's
/// input.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  QString message;
  QString detail;
  QString file;
  int line = 0;
  std::shared_ptr<const Error> cause;

  /// The same error with a place in the user's input.
  Error at(const QString& where, int lineNumber = 0) const;
  /// "file:line: message", or the message alone when there is no place.
  QString located() const;
};

/// Shorthand for the common case.
Error makeError(ErrorCode code, const QString& message, const QString& detail = {});

}  // namespace offprint
