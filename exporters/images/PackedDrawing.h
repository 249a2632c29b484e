#pragma once
#include <QByteArray>

namespace offprint {

/// The drawing inside of a file that is packed with gzip (".svgz"), or `content` itself when it is none, is
/// damaged or unpacks to more than 64 MB. Hosts seldom say that such a file is packed, so that browsers do
/// not show it.
QByteArray unpackedDrawing(const QByteArray& content);

}  // namespace offprint
