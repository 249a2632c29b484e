#pragma once
#include <QByteArray>
#include <QString>

#include "app/core/Result.h"

/// Site-absolute addresses ("/articles/my-title/") and the output paths they stand for.
namespace offprint::address {

/// An address as the whole site uses it: begins with "/", NFC, percent-decoded, doubled slashes joined, ends
/// in
/// ".html", ".htm" or "/". InvalidInput with a sentence when it leaves the site ("..", "//host/"), holds a
/// character that no file name may hold, a query or a fragment, or a part longer than 200 bytes.
Result<QString> clean(const QString& written);

/// The file that answers a clean address: "/a/" is "a/index.html", "/a.html" is "a.html".
QString outputPath(const QString& cleanAddress);

/// The shortest address of an output path: "a/index.html" is "/a/".
QString ofPath(const QString& outputPath);

/// UTF-8, percent-encoded but for letters, digits, "-._~" and "/": safe in an attribute and as the first part
/// of a relative link.
QByteArray encoded(const QString& path);

}  // namespace offprint::address
