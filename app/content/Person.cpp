#include "app/content/Person.h"

#include <QJsonValue>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool startsLower(const QString& word) {
  return !word.isEmpty() && word.front().isLower();
}

bool isSuffix(const QString& word) {
  static const QStringList suffixes = {u"jr"_s, u"sr"_s, u"ii"_s, u"iii"_s, u"iv"_s};
  QString bare = word.toLower();
  if (bare.endsWith(u'.')) bare.chop(1);
  return suffixes.contains(bare);
}

QStringList words(const QString& text) {
  return text.split(u' ', Qt::SkipEmptyParts);
}

/// "van der Berg": the leading lower-case words are the particle; the last word is always of the family name.
void setFamily(Person& person, QStringList parts) {
  QStringList particle;
  while (parts.size() > 1 && startsLower(parts.first()))
    particle << parts.takeFirst();
  person.particle = particle.join(u' ');
  person.family = parts.join(u' ');
}

/// "Given van der Family Jr.": the particle is a run of lower-case words before the family name.
Person inReadingOrder(const QString& name) {
  Person person;
  QStringList parts = words(name);
  if (parts.size() > 2 && isSuffix(parts.last())) person.suffix = parts.takeLast();
  qsizetype family = parts.size() - 1;
  bool anyUpper = false;
  for (const QString& part : parts)
    anyUpper = anyUpper || !startsLower(part);
  if (anyUpper) {
    for (qsizetype i = 0; i + 1 < parts.size(); ++i) {
      if (!startsLower(parts[i])) continue;
      family = i;
      break;
    }
  }
  person.given = parts.mid(0, family).join(u' ');
  setFamily(person, parts.mid(family));
  return person;
}

}  // namespace

QString Person::display() const {
  if (!literal.isEmpty()) return literal;
  QStringList parts;
  for (const QString& part : {given, particle, family}) {
    if (!part.isEmpty()) parts << part;
  }
  const QString name = parts.join(u' ');
  if (suffix.isEmpty()) return name;
  return name.isEmpty() ? suffix : name + u", "_s + suffix;
}

bool isSameName(const Person& a, const Person& b) {
  const auto folded = [](const Person& person) {
    QString base;
    for (const QChar c : person.display().normalized(QString::NormalizationForm_KD))
      if (c.category() != QChar::Mark_NonSpacing) base += c.toCaseFolded();
    return base;
  };
  const QString name = folded(a);
  return !name.isEmpty() && name == folded(b);
}

QJsonObject Person::toJson() const {
  return {{u"given"_s, given},   {u"particle"_s, particle}, {u"family"_s, family},
          {u"suffix"_s, suffix}, {u"literal"_s, literal},   {u"self"_s, self}};
}

Person Person::fromJson(const QJsonObject& json) {
  Person person;
  person.given = json[u"given"_s].toString();
  person.particle = json[u"particle"_s].toString();
  person.family = json[u"family"_s].toString();
  person.suffix = json[u"suffix"_s].toString();
  person.literal = json[u"literal"_s].toString();
  person.self = json[u"self"_s].toBool();
  return person;
}

Person personFrom(const QJsonValue& value) {
  if (value.isString()) return Person::parse(value.toString());
  const QJsonObject json = value.toObject();
  Person person = Person::fromJson(json);
  if (!person.display().isEmpty()) return person;
  for (const QString& key : {u"name"_s, u"display"_s}) {
    if (json.contains(key) && person.display().isEmpty()) person = personFrom(json[key]);
  }
  person.self = json[u"self"_s].toBool();
  return person;
}

Person Person::parse(const QString& name) {
  const QString text = name.simplified();
  Person person;
  if (text.size() > 2 && text.startsWith(u'{') && text.endsWith(u'}')) {
    person.literal = text.mid(1, text.size() - 2).trimmed();
    return person;
  }
  const qsizetype comma = text.indexOf(u',');
  if (comma < 0) {
    if (text.contains(u' ')) return inReadingOrder(text);
    person.literal = text;
    return person;
  }
  const QString before = text.left(comma).trimmed();
  QString after = text.mid(comma + 1).trimmed();
  if (isSuffix(after)) {
    person = before.contains(u' ') ? inReadingOrder(before) : Person{{}, {}, before, {}, {}, false};
    person.suffix = after;
    return person;
  }
  // BibTeX's third form: "Family, Jr., Given".
  const qsizetype second = after.indexOf(u',');
  if (second >= 0 && isSuffix(after.left(second).trimmed())) {
    person.suffix = after.left(second).trimmed();
    after = after.mid(second + 1).trimmed();
  }
  person.given = after;
  setFamily(person, words(before));
  return person;
}

}  // namespace offprint
