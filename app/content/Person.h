#pragma once
#include <QJsonObject>
#include <QList>
#include <QString>

namespace offprint {

/// A name in the parts that bibliographies need, or whole in `literal` (groups, single names).
struct Person {
  QString given;
  QString particle;  ///< "van der"
  QString family;
  QString suffix;  ///< "Jr."
  QString literal;
  bool self = false;  ///< the site's own author

  bool operator==(const Person&) const = default;
  QString display() const;  ///< "Given van der Family, Jr."
  QJsonObject toJson() const;
  static Person fromJson(const QJsonObject& json);
  /// "Given Family", "Family, Given", "{Literal}" or one word.
  static Person parse(const QString& name);
};

using People = QList<Person>;

/// Whether two names are the same but for case and accents.
bool isSameName(const Person& a, const Person& b);

/// A person as front matter writes one: a name, or an object with name parts, with `name` (text or parts) or
/// with `display`. Anything else gives a person without a name.
Person personFrom(const QJsonValue& value);

}  // namespace offprint
