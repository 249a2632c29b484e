#include "exporters/site/Address.h"

#include <QStringList>

#include "app/content/Address.h"

using namespace Qt::StringLiterals;

namespace offprint::address {

Result<QString> clean(const QString& written) {
  const auto read = addressParts(written);
  if (!read) return read.error();
  QStringList parts = *read;
  if (parts.isEmpty()) return u"/"_s;
  const QString& last = parts.constLast();
  if (last == "index.html"_L1) {
    parts.removeLast();
    return parts.isEmpty() ? u"/"_s : u"/%1/"_s.arg(parts.join(u'/'));
  }
  const bool file = last.endsWith(".html"_L1) || last.endsWith(".htm"_L1);
  const bool folder = written.endsWith(u'/') || written.endsWith("%2F"_L1, Qt::CaseInsensitive);
  return u'/' + parts.join(u'/') + (file && !folder ? QString() : u"/"_s);
}

QString outputPath(const QString& cleanAddress) {
  const QString path = cleanAddress.mid(1);
  return path.isEmpty() || path.endsWith(u'/') ? path + "index.html"_L1 : path;
}

QString ofPath(const QString& outputPath) {
  if (outputPath == "index.html"_L1) return u"/"_s;
  if (outputPath.endsWith("/index.html"_L1)) return u'/' + outputPath.chopped(10);
  return u'/' + outputPath;
}

QByteArray encoded(const QString& path) {
  return path.toUtf8().toPercentEncoding("/");
}

}  // namespace offprint::address
