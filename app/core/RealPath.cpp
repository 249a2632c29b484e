#include "app/core/RealPath.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// As many links as Linux follows in one path (path_resolution(7)).
constexpr int kLinks = 40;

QString resolved(const QString& path, int links) {
  const QString whole = QDir::cleanPath(QDir::current().absoluteFilePath(path));
  const QString found = QFileInfo(whole).canonicalFilePath();
  if (!found.isEmpty() || whole == "/"_L1) return found.isEmpty() ? whole : found;
  const QFileInfo info(whole);
  if (info.isSymLink() && links > 0) return resolved(QFile::symLinkTarget(whole), links - 1);
  return QDir::cleanPath(resolved(info.path(), links) + u'/' + info.fileName());
}

}  // namespace

QString realPath(const QString& path) {
  return resolved(path, kLinks);
}

bool liesIn(const QString& path, const QString& folder) {
  const QString above = realPath(folder);
  const QString below = realPath(path);
  return above == "/"_L1 || below == above || below.startsWith(above + u'/');
}

}  // namespace offprint
