#include <algorithm>
#include <QJsonArray>
#include <QRegularExpression>

#include "app/content/FrontMatter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A YAML double-quoted scalar on one line; what an editor or parser could trip over is escaped.
QString quoted(const QString& text) {
  QString out = u"\""_s;
  for (const QChar c : text) {
    const char16_t code = c.unicode();
    if (c == u'"' || c == u'\\')
      (out += u'\\') += c;
    else if (c == u'\n')
      out += u"\\n"_s;
    else if (c == u'\t')
      out += u"\\t"_s;
    else if (c == u'\r')
      out += u"\\r"_s;
    else if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
             code == 0xFEFF || code == 0xFFFE || code == 0xFFFF)
      out += u"\\u%1"_s.arg(code, 4, 16, QLatin1Char('0'));
    else
      out += c;
  }
  return out + u'"';
}

QString keyText(const QString& key) {
  static const QRegularExpression plain(u"^[A-Za-z][A-Za-z0-9_-]*$"_s);
  static const QStringList words = {u"true"_s, u"false"_s, u"null"_s, u"yes"_s, u"no"_s,
                                    u"on"_s,   u"off"_s,   u"y"_s,    u"n"_s};
  return plain.match(key).hasMatch() && !words.contains(key.toLower()) ? key : quoted(key);
}

bool isScalar(const QJsonValue& value) {
  return !value.isArray() && !value.isObject();
}

QString scalarText(const QJsonValue& value) {
  if (value.isString()) return quoted(value.toString());
  return value.isNull() || value.isUndefined() ? u"null"_s : valueText(value);
}

void write(QString& out, const QJsonValue& value, int indent);

void writeObject(QString& out, const QJsonObject& object, const QStringList& keys, int indent, bool inItem) {
  bool first = inItem;
  for (const QString& key : keys) {
    if (!first) out += QString(indent, u' ');
    first = false;
    out += keyText(key) + u':';
    write(out, object[key], indent);
  }
}

/// Writes what follows "key:": " scalar\n", or a nested block.
void write(QString& out, const QJsonValue& value, int indent) {
  if (value.isObject()) {
    const QJsonObject object = value.toObject();
    if (object.isEmpty()) {
      out += u" {}\n"_s;
      return;
    }
    out += u'\n';
    writeObject(out, object, object.keys(), indent + 2, false);
    return;
  }
  if (!value.isArray()) {
    out += u' ' + scalarText(value) + u'\n';
    return;
  }
  const QJsonArray array = value.toArray();
  if (std::all_of(array.begin(), array.end(), [](const QJsonValue& v) { return isScalar(v); })) {
    QStringList parts;
    for (const QJsonValue& element : array)
      parts << scalarText(element);
    out += u" ["_s + parts.join(u", "_s) + u"]\n"_s;
    return;
  }
  out += u'\n';
  for (const QJsonValue& element : array) {
    out += QString(indent + 2, u' ') + u'-';
    if (element.isObject() && !element.toObject().isEmpty()) {
      out += u' ';
      writeObject(out, element.toObject(), element.toObject().keys(), indent + 4, true);
    } else {
      write(out, element, indent + 2);
    }
  }
}

}  // namespace

QString writeFrontMatter(const QJsonObject& values, const QStringList& order) {
  QStringList keys;
  for (const QString& key : order) {
    if (values.contains(key) && !keys.contains(key)) keys << key;
  }
  for (const QString& key : values.keys()) {
    if (!keys.contains(key)) keys << key;
  }
  QString out = u"---\n"_s;
  writeObject(out, values, keys, 0, false);
  return out + u"---\n"_s;
}

}  // namespace offprint
