#pragma once
#include <memory>
#include <QString>
#include <QTemporaryDir>

#include "app/core/Result.h"

namespace offprint {

/// Where sites with their drafts lie for the user's browser: in the user's cache, readable by the user alone,
/// removed with this. Used on the thread of Jobs, one job after the other.
class BrowserPages {
 public:
  /// The folder for the site of a library, made when it is asked for; not yet there itself.
  Result<QString> of(const QString& library);

 private:
  std::unique_ptr<QTemporaryDir> folder_;
};

}  // namespace offprint
