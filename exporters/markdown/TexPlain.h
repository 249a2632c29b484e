#pragma once
#include <QByteArray>
#include <QString>

namespace offprint {

/// A formula as plain text for titles, contents, feeds and search: Greek letters and common signs as Unicode,
/// raised and lowered digits where Unicode has them, braces and other commands taken off. "x_{ij} \le
/// \alpha^2" gives "x_ij ≤ α²". Never empty for a formula that is not.
QString texPlain(const QByteArray& tex);

}  // namespace offprint
