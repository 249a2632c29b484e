#include "ui/shell/BrowserPages.h"

#include <QDir>
#include <QStandardPaths>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

Result<QString> BrowserPages::of(const QString& library) {
  if (!folder_) {
    const QString cache =
        QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/offprint"_s;
    QDir().mkpath(cache);
    // Made with mode 0700 and a name that nobody can foretell.
    auto folder = std::make_unique<QTemporaryDir>(cache + u"/browser-XXXXXX"_s);
    if (!folder->isValid()) {
      return makeError(
          ErrorCode::Io,
          say("There is no room for the pages of the browser in \"%1\": %2. The library is as it was.")
              .arg(QDir::toNativeSeparators(cache), folder->errorString()));
    }
    folder_ = std::move(folder);
  }
  return folder_->filePath(files::sha256(library.toUtf8()).left(16));
}

}  // namespace offprint
