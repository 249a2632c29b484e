#include "app/core/Error.h"

using namespace Qt::StringLiterals;

namespace offprint {

QString errorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::NotFound:
      return u"not-found"_s;
    case ErrorCode::InvalidInput:
      return u"invalid-input"_s;
    case ErrorCode::Conflict:
      return u"conflict"_s;
    case ErrorCode::Denied:
      return u"denied"_s;
    case ErrorCode::Io:
      return u"io"_s;
    case ErrorCode::DiskFull:
      return u"disk-full"_s;
    case ErrorCode::Corrupt:
      return u"corrupt"_s;
    case ErrorCode::VersionTooNew:
      return u"version-too-new"_s;
    case ErrorCode::Unsupported:
      return u"unsupported"_s;
    case ErrorCode::Network:
      return u"network"_s;
    case ErrorCode::Auth:
      return u"auth"_s;
    case ErrorCode::Cancelled:
      return u"cancelled"_s;
    case ErrorCode::Internal:
      return u"internal"_s;
  }
  return u"internal"_s;
}

Error Error::at(const QString& where, int lineNumber) const {
  Error copy = *this;
  copy.file = where;
  copy.line = lineNumber;
  return copy;
}

QString Error::located() const {
  if (file.isEmpty()) return message;
  return line > 0 ? u"%1:%2: %3"_s.arg(file).arg(line).arg(message) : u"%1: %2"_s.arg(file, message);
}

Error makeError(ErrorCode code, const QString& message, const QString& detail) {
  Error error;
  error.code = code;
  error.message = message;
  error.detail = detail;
  return error;
}

}  // namespace offprint
