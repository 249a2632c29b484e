#pragma once
#include <QString>

namespace offprint {

/// The absolute path with its links followed as far as it exists, those that lead to nothing included. Not
/// for the GUI thread.
QString realPath(const QString& path);

/// Whether `path` is `folder` or lies in it, by their real paths.
bool liesIn(const QString& path, const QString& folder);

}  // namespace offprint
