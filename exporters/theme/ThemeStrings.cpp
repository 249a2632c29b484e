#include "exporters/theme/ThemeStrings.h"

#include <QJsonDocument>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

Result<QJsonObject> ThemeStrings::shared(const QString& builtInThemes) {
  constexpr qint64 Most = 1024 * 1024;
  const QString file = builtInThemes + u"/words.json"_s;
  auto bytes = files::read(file, Most);
  if (!bytes && bytes.error().code == ErrorCode::NotFound) return QJsonObject();  // then they are English
  if (!bytes) return bytes.error();
  QJsonParseError parse{};
  const QJsonDocument document = QJsonDocument::fromJson(*bytes, &parse);
  if (document.isObject()) return document.object();
  return makeError(ErrorCode::InvalidInput,
                   say("The words of the themes are not JSON: %1. Install the program again.")
                       .arg(parse.errorString()))
      .at(file);
}

QJsonObject ThemeStrings::over(const QJsonObject& own, QJsonObject shared) {
  for (auto language = own.begin(); language != own.end(); ++language) {
    QJsonObject words = shared.value(language.key()).toObject();
    const QJsonObject texts = language.value().toObject();
    for (auto text = texts.begin(); text != texts.end(); ++text)
      words.insert(text.key(), text.value());
    shared.insert(language.key(), words);
  }
  return shared;
}

ThemeStrings::ThemeStrings(const QJsonObject& byLanguage, const QString& language) {
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
