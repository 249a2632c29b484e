#include "app/core/Resources.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace offprint {

Resources Resources::beside(const QString& applicationFolder) {
  const QString chosen = qEnvironmentVariable("OFFPRINT_SHARE");
  if (!chosen.isEmpty()) return Resources(QDir(chosen).absolutePath());
  return Resources(QDir::cleanPath(applicationFolder + u"/../share/offprint"_s));
}

}  // namespace offprint
