#include "app/core/RelativePath.h"

#include <algorithm>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace offprint {

bool staysBelow(const QString& path) {
  const QStringList parts = path.split(u'/');
  return std::none_of(parts.begin(), parts.end(), [](const QString& part) {
    return part.isEmpty() || part == "."_L1 || part == ".."_L1 || part.contains(QChar::Null);
  });
}

}  // namespace offprint
