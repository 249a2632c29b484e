#pragma once
#include <initializer_list>
#include <QJsonObject>
#include <QString>
#include <utility>

#include "app/core/Result.h"

namespace offprint {

/// The words that a theme itself puts on pages ("On this page"), in the language of the page: theme.json,
/// "strings"; and those of a text's own constructs ("Figure"), which all themes share: words.json beside the
/// themes. Falls back from "de-CH" to "de" to "en" to the key.
class ThemeStrings {
 public:
  ThemeStrings() = default;
  /// `byLanguage`: {"en": {"skip": "Skip to the content"}}.
  ThemeStrings(const QJsonObject& byLanguage, const QString& language);
  /// The words that all themes share, by language, from the program's themes folder. Errors: of the file;
  /// InvalidInput when it is no JSON.
  static Result<QJsonObject> shared(const QString& builtInThemes);
  /// `own` over `shared`, language by language.
  static QJsonObject over(const QJsonObject& own, QJsonObject shared);

  /// The text of `key` with its {placeholders} filled in.
  QString text(const QString& key, std::initializer_list<std::pair<QString, QString>> values = {}) const;
  /// All texts by key, as templates see them under "t". Placeholders stay.
  const QJsonObject& all() const { return all_; }

 private:
  QJsonObject all_;
};

}  // namespace offprint
