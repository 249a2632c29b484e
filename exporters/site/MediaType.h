#pragma once
#include <QByteArray>
#include <QString>

namespace offprint {

/// Content-Type of a file of a site, by its name.
QByteArray mediaType(const QString& path);

}  // namespace offprint
