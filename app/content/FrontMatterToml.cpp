#include <cmath>
#include <QJsonArray>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include "app/content/FrontMatterBlock.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::frontmatter {
namespace {

QString text(std::string_view view) {
  return QString::fromUtf8(view.data(), qsizetype(view.size()));
}

QString padded(int value, int width) {
  return u"%1"_s.arg(value, width, 10, QLatin1Char('0'));
}

QString dateText(const toml::date& date) {
  return padded(date.year, 4) + u'-' + padded(date.month, 2) + u'-' + padded(date.day, 2);
}

QString timeText(const toml::time& time) {
  const QString whole = padded(time.hour, 2) + u':' + padded(time.minute, 2) + u':' + padded(time.second, 2);
  if (time.nanosecond == 0) return whole;
  QString fraction = padded(int(time.nanosecond), 9);
  while (fraction.endsWith(u'0'))
    fraction.chop(1);
  return whole + u'.' + fraction;
}

/// Dates stay text; offset date-times are written with the offset that was typed.
QString dateTimeText(const toml::date_time& moment) {
  QString written = dateText(moment.date) + u'T' + timeText(moment.time);
  if (!moment.offset) return written;
  const int minutes = moment.offset->minutes;
  if (minutes == 0) return written + u'Z';
  const int size = std::abs(minutes);
  return written + (minutes < 0 ? u'-' : u'+') + padded(size / 60, 2) + u':' + padded(size % 60, 2);
}

QJsonValue value(const toml::node& node);

QJsonObject object(const toml::table& table) {
  QJsonObject out;
  for (const auto& [key, child] : table)
    out[text(key.str())] = value(child);
  return out;
}

QJsonValue value(const toml::node& node) {
  if (const auto* table = node.as_table()) return object(*table);
  if (const auto* array = node.as_array()) {
    QJsonArray out;
    for (const toml::node& element : *array)
      out << value(element);
    return out;
  }
  if (const auto* string = node.as_string()) return text(string->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get();
  if (const auto* integer = node.as_integer()) return numberOrText(QString::number(integer->get()));
  if (const auto* real = node.as_floating_point())
    return std::isfinite(real->get()) ? QJsonValue(real->get()) : QJsonValue(QString::number(real->get()));
  if (const auto* date = node.as_date()) return dateText(date->get());
  if (const auto* time = node.as_time()) return timeText(time->get());
  if (const auto* moment = node.as_date_time()) return dateTimeText(moment->get());
  return {};
}

}  // namespace

Reading readToml(const Block& block) {
  Reading reading;
  const std::string bytes = block.text.toStdString();
  const toml::parse_result parsed = toml::parse(std::string_view(bytes));
  if (!parsed) {
    const toml::parse_error& problem = parsed.error();
    reading.error = say("line %1: %2")
                        .arg(block.firstLine + int(problem.source().begin.line) - 1)
                        .arg(text(problem.description()));
    return reading;
  }
  std::map<std::pair<toml::source_index, toml::source_index>, QString> inOrder;
  for (const auto& [key, child] : parsed.table()) {
    const QString name = text(key.str());
    if (reading.values.size() >= mostKeys) {
      reading.findings << limitFinding(block.firstLine + int(key.source().begin.line) - 1);
      break;
    }
    reading.values[name] = value(child);
    const auto& where = key.source().begin;
    inOrder.emplace(std::pair(where.line, where.column), name);
    reportControlCharacters(name, reading.values[name], block.firstLine + int(where.line) - 1,
                            reading.findings);
  }
  for (const auto& [place, name] : inOrder)
    reading.addKey(name, block.firstLine + int(place.first) - 1);
  return reading;
}

}  // namespace offprint::frontmatter
