#include "exporters/site/MediaType.h"

#include <QMimeDatabase>

using namespace Qt::StringLiterals;

namespace offprint {

QByteArray mediaType(const QString& path) {
  if (path.endsWith(".html"_L1) || path.endsWith(".htm"_L1)) return "text/html; charset=utf-8";
  if (path.endsWith(".css"_L1)) return "text/css; charset=utf-8";
  if (path.endsWith(".js"_L1)) return "text/javascript; charset=utf-8";
  if (path.endsWith(".svgz"_L1)) return "image/svg+xml";  // unpacked
  if (path.endsWith(".woff2"_L1)) return "font/woff2";
  if (path.endsWith(".xml"_L1)) return "application/xml; charset=utf-8";
  if (path.endsWith(".json"_L1)) return "application/json";
  if (path.endsWith(".ics"_L1)) return "text/calendar; charset=utf-8";
  if (path.endsWith(".bib"_L1)) return "application/x-bibtex; charset=utf-8";
  if (path.endsWith(".ris"_L1)) return "application/x-research-info-systems; charset=utf-8";
  if (path.endsWith(".txt"_L1)) return "text/plain; charset=utf-8";
  return QMimeDatabase().mimeTypeForFile(path, QMimeDatabase::MatchExtension).name().toLatin1();
}

}  // namespace offprint
