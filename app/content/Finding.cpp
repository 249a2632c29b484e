#include "app/content/Finding.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace offprint {

QJsonObject Finding::toJson() const {
  static const QString names[] = {u"note"_s, u"warning"_s, u"error"_s};
  const auto orNull = [](const QString& text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); };
  return {{u"level"_s, names[static_cast<int>(level)]},
          {u"code"_s, code},
          {u"message"_s, message},
          {u"item"_s, orNull(item)},
          {u"file"_s, orNull(file)},
          {u"line"_s, line > 0 ? QJsonValue(line) : QJsonValue()}};
}

bool hasErrors(const Findings& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& f) { return f.level == Finding::Level::Error; });
}

}  // namespace offprint
