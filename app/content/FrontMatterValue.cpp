#include <cmath>
#include <QLocale>

#include "app/content/FrontMatter.h"

using namespace Qt::StringLiterals;

namespace offprint {

QString valueText(const QJsonValue& value) {
  if (value.isString()) return value.toString();
  if (value.isBool()) return value.toBool() ? u"true"_s : u"false"_s;
  if (!value.isDouble()) return {};
  const double number = value.toDouble();
  // Whole numbers that a double holds exactly are written without exponent.
  constexpr double exact = 9007199254740992.0;
  if (number == std::floor(number) && std::fabs(number) < exact) return QString::number(qint64(number));
  return QString::number(number, 'g', QLocale::FloatingPointShortest);
}

bool truthy(const QJsonValue& value) {
  static const QStringList yes = {u"true"_s, u"yes"_s, u"on"_s, u"1"_s};
  return yes.contains(valueText(value).trimmed().toLower());
}

}  // namespace offprint
