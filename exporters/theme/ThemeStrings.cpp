#include "exporters/theme/ThemeStrings.h"

using namespace Qt::StringLiterals;

namespace offprint {

ThemeStrings::ThemeStrings(const QJsonObject& manifest, const QString& language) {
  const QJsonObject byLanguage = manifest.value(u"strings"_s).toObject();
  const QString tag = language.toLower();
  for (const QString& wanted : {u"en"_s, tag.section(u'-', 0, 0), tag}) {
    for (auto table = byLanguage.begin(); table != byLanguage.end(); ++table) {
      if (table.key().toLower() != wanted) continue;
      const QJsonObject texts = table.value().toObject();
      for (auto i = texts.begin(); i != texts.end(); ++i)
        all_.insert(i.key(), i.value());
    }
  }
}

QString ThemeStrings::text(const QString& key,
                           std::initializer_list<std::pair<QString, QString>> values) const {
  const QString pattern = all_.value(key).toString(key);
  if (values.size() == 0) return pattern;
  // One pass: a value that itself looks like a placeholder stays as it is.
  QString out;
  for (qsizetype at = 0; at < pattern.size();) {
    const qsizetype open = pattern.indexOf(u'{', at);
    const qsizetype close = open < 0 ? -1 : pattern.indexOf(u'}', open);
    if (close < 0) return out + pattern.mid(at);
    const QString name = pattern.mid(open + 1, close - open - 1);
    QString value = pattern.mid(open, close + 1 - open);
    for (const auto& [key2, given] : values)
      if (key2 == name) value = given;
    out += pattern.mid(at, open - at) + value;
    at = close + 1;
  }
  return out;
}

}  // namespace offprint
