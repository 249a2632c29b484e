#pragma once
#include <QString>

namespace offprint {

/// Whether a "/"-separated path names a file below the folder that it is relative to. The lists that an
/// export left lie in that folder: whoever can write there may not have other files read or removed by them.
bool staysBelow(const QString& path);

}  // namespace offprint
