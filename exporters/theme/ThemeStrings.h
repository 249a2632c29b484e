#pragma once
#include <initializer_list>
#include <QJsonObject>
#include <QString>
#include <utility>

namespace offprint {

/// The words that a theme itself puts on pages ("On this page"), in the language of the page: theme.json,
/// "strings". Falls back from "de-CH" to "de" to "en" to the key.
class ThemeStrings {
 public:
  ThemeStrings() = default;
  ThemeStrings(const QJsonObject& manifest, const QString& language);

  /// The text of `key` with its {placeholders} filled in.
  QString text(const QString& key, std::initializer_list<std::pair<QString, QString>> values = {}) const;
  /// All texts by key, as templates see them under "t". Placeholders stay.
  const QJsonObject& all() const { return all_; }

 private:
  QJsonObject all_;
};

}  // namespace offprint
