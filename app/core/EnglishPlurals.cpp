#include "app/core/EnglishPlurals.h"

using namespace Qt::StringLiterals;

namespace offprint {

QString EnglishPlurals::translate(const char*, const char* text, const char*, int n) const {
  if (n < 0) return {};
  QString english = QString::fromUtf8(text);
  if (!english.contains(u"(s)"_s)) return {};
  return english.replace(u"(s)"_s, n == 1 ? QString() : u"s"_s);
}

}  // namespace offprint
