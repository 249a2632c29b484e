#include "exporters/theme/ThemeOptions.h"

#include <algorithm>
#include <QRegularExpression>
#include <QStringList>

#include "app/core/Text.h"
#include "exporters/theme/Contrast.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

constexpr double kTextContrast = 4.5;  // WCAG 2.2, 1.4.3: text of ordinary size

/// "light" and "dark" of a value that may be one for both.
QString inScheme(const QJsonValue& value, const QString& scheme) {
  return value.isObject() ? value.toObject().value(scheme).toString() : value.toString();
}

struct Reader {
  const QString& label;
  ThemeOptions& out;
  QStringList classes{};
  QString light{};  ///< declarations for the light scheme, and for both
  QString dark{};
  QString common{};

  void warn(const QString& code, const QString& message) {
    out.findings.append({Finding::Level::Warning, code, message, {}, {}, 0});
  }
  void read(const QJsonObject& option, const QJsonValue& value);
  void readSwitch(const QJsonObject& option, const QJsonValue& value);
  void readChoice(const QJsonObject& option, const QJsonValue& value);
  void readColor(const QJsonObject& option, const QJsonValue& value);
  QString colorIn(const QString& scheme, const QJsonObject& option, const QJsonValue& value);
  void refuse(const QJsonObject& option, const QString& given, const QString& wanted);
};

void Reader::refuse(const QJsonObject& option, const QString& given, const QString& wanted) {
  warn(u"theme.value"_s,
       say("The option “%1” of the theme %2 cannot be “%3”: it takes %4. The theme's own is used.")
           .arg(option.value(u"id"_s).toString(), label, given, wanted));
}

void Reader::read(const QJsonObject& option, const QJsonValue& value) {
  const QString type = option.value(u"type"_s).toString();
  if (type == "switch"_L1) return readSwitch(option, value);
  if (type == "choice"_L1) return readChoice(option, value);
  if (type == "color"_L1 && !value.isUndefined()) readColor(option, value);
}

void Reader::readSwitch(const QJsonObject& option, const QJsonValue& value) {
  const QString id = option.value(u"id"_s).toString();
  const bool usual = option.value(u"default"_s).toBool();
  if (!value.isUndefined() && !value.isBool())
    refuse(option, value.toVariant().toString(), say("true or false"));
  const bool on = value.toBool(usual);
  out.view.insert(id, on);
  if (on != usual) classes << (on ? id : u"no-"_s + id);
}

void Reader::readChoice(const QJsonObject& option, const QJsonValue& value) {
  const QString id = option.value(u"id"_s).toString();
  const QString usual = option.value(u"default"_s).toString();
  const QJsonArray choices = option.value(u"choices"_s).toArray();
  const auto find = [&](const QString& name) -> QJsonObject {
    for (const QJsonValue choice : choices)
      if (choice[u"id"_s].toString() == name) return choice.toObject();
    return {};
  };
  QString name = value.toString(usual);
  if (find(name).isEmpty()) {
    QStringList names;
    for (const QJsonValue choice : choices)
      names << choice[u"id"_s].toString();
    refuse(option, name, names.join(u", "_s));
    name = usual;
  }
  out.view.insert(id, QJsonObject{{name, true}});
  if (name != usual) classes << id + u'-' + name;
  const QJsonObject variables = find(name).value(u"variables"_s).toObject();
  for (auto variable = variables.begin(); variable != variables.end(); ++variable)
    common += u" %1: %2;"_s.arg(variable.key(), variable->toString());
}

/// The colour for one scheme. One that the author gave for both is made to fit the dark ground silently: it
/// was chosen on the light one.
QString Reader::colorIn(const QString& scheme, const QJsonObject& option, const QJsonValue& value) {
  const QString given = inScheme(value, scheme);
  const auto color = parseColor(given);
  const auto ground = parseColor(inScheme(option.value(u"against"_s), scheme));
  if (!color || !ground) return given;
  const double least = option.value(u"contrast"_s).toDouble(kTextContrast);
  const Rgb nearest = nearestWithContrast(*color, *ground, least);
  if (nearest == *color) return colorName(*color);
  if (scheme == "dark"_L1 && !value.isObject()) return colorName(nearest);
  warn(u"theme.contrast"_s,
       say("%1 is hard to read on the ground of the theme %2 (contrast %3, at least %4 is needed). The "
           "nearest colour that "
           "can be read is %5.")
           .arg(colorName(*color), label, QString::number(contrast(*color, *ground), 'f', 1),
                QString::number(least, 'f', 1), colorName(nearest)));
  return colorName(*color);
}

void Reader::readColor(const QJsonObject& option, const QJsonValue& value) {
  for (const QString& scheme : {u"light"_s, u"dark"_s}) {
    if (!parseColor(inScheme(value, scheme))) {
      refuse(option, inScheme(value, scheme), say("a colour such as #c23b34"));
      return;
    }
  }
  const QJsonObject variables = option.value(u"variables"_s).toObject();
  for (const QString& scheme : {u"light"_s, u"dark"_s}) {
    const Rgb color = parseColor(colorIn(scheme, option, value)).value_or(Rgb{});
    const Rgb ground = parseColor(inScheme(option.value(u"against"_s), scheme)).value_or(color);
    QString& rules = scheme == "light"_L1 ? light : dark;
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
      rules += u" %1: %2;"_s.arg(variable.key(), colorName(mixed(color, ground, variable->toDouble(1))));
  }
}

}  // namespace

ThemeOptions ThemeOptions::read(const QJsonArray& declared, const QJsonObject& values, const QString& label) {
  ThemeOptions options;
  Reader reader{label, options};
  QStringList known;
  for (const QJsonValue option : declared) {
    const QString id = option[u"id"_s].toString();
    known << id;
    reader.read(option.toObject(), values.value(id));
  }
  for (const QString& id : values.keys()) {
    if (known.contains(id)) continue;
    reader.warn(u"theme.option"_s, say("The theme %1 has no option “%2”. It has: %3.")
                                       .arg(label, id, known.isEmpty() ? say("none") : known.join(u", "_s)));
  }
  QString styles;
  if (!reader.common.isEmpty()) styles += u":root {%1 }\n"_s.arg(reader.common);
  if (!reader.light.isEmpty()) {
    styles += u"@media screen { :root {%1 } }\n"_s.arg(reader.light);
    styles +=
        u"@media screen and (prefers-color-scheme: dark) { :root:not([data-theme=\"light\"]) {%1 } }\n"_s.arg(
            reader.dark);
    styles += u"@media screen { :root[data-theme=\"dark\"] {%1 } }\n"_s.arg(reader.dark);
  }
  options.styles = styles.toUtf8();
  options.view.insert(u"classes"_s, reader.classes.join(u' '));
  return options;
}

QJsonArray optionsOver(const QJsonArray& own, QJsonArray inherited) {
  for (const QJsonValue option : own) {
    const auto same = std::find_if(inherited.begin(), inherited.end(), [&](const QJsonValue& other) {
      return other[u"id"_s] == option[u"id"_s];
    });
    if (same != inherited.end())
      *same = option;
    else
      inherited.append(option);
  }
  return inherited;
}

}  // namespace offprint
