#pragma once
#include "exporters/images/ImageFormat.h"

namespace offprint {

/// Formats whose parts point at each other by offsets: what must go is overwritten with zeros in place.
CleanImage cleanTiff(const QByteArray& content);
CleanImage cleanAvif(const QByteArray& content);

}  // namespace offprint
