#pragma once
#include <QStringList>

#include "app/core/Result.h"

namespace offprint {

/// The parts of a site-absolute address ("/articles/my-title/"), percent-decoded and in NFC: the one rule of
/// what may be the address of a page. InvalidInput with a sentence when it does not begin with "/", leaves
/// the site ("..", "//host/"), holds a character that no file name may hold, a query or a fragment, or a part
/// longer than 200 bytes.
Result<QStringList> addressParts(const QString& written);

}  // namespace offprint
