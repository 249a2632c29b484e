#include "exporters/theme/Contrast.h"

#include <algorithm>
#include <cmath>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

constexpr Rgb kBlack{0, 0, 0};
constexpr Rgb kWhite{255, 255, 255};

/// <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>
double luminance(const Rgb& color) {
  const auto linear = [](int channel) {
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

}  // namespace

std::optional<Rgb> parseColor(const QString& text) {
  static const QRegularExpression form(u"^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"_s);
  const QString trimmed = text.trimmed();
  if (!form.match(trimmed).hasMatch()) return std::nullopt;
  const qsizetype digits = (trimmed.size() - 1) / 3;
  Rgb color{};
  for (std::size_t i = 0; i < color.size(); ++i) {
    QString part = trimmed.mid(1 + static_cast<qsizetype>(i) * digits, digits);
    if (digits == 1) part += part;
    color.at(i) = part.toInt(nullptr, 16);
  }
  return color;
}

QString colorName(const Rgb& color) {
  QString name = u"#"_s;
  for (const int channel : color)
    name += QString::number(channel, 16).rightJustified(2, u'0');
  return name;
}

Rgb mixed(const Rgb& color, const Rgb& ground, double share) {
  Rgb result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double value = color.at(i) * share + ground.at(i) * (1 - share);
    result.at(i) = std::clamp(static_cast<int>(std::lround(value)), 0, 255);
  }
  return result;
}

double contrast(const Rgb& one, const Rgb& other) {
  const auto [low, high] = std::minmax({luminance(one), luminance(other)});
  return (high + 0.05) / (low + 0.05);
}

Rgb nearestWithContrast(const Rgb& color, const Rgb& ground, double least) {
  constexpr int Steps = 256;
  for (int step = 0; step <= Steps; ++step) {
    const double share = 1.0 - static_cast<double>(step) / Steps;
    for (const Rgb& end : {kBlack, kWhite}) {
      const Rgb tried = mixed(color, end, share);
      if (contrast(tried, ground) >= least) return tried;
    }
  }
  return contrast(kBlack, ground) > contrast(kWhite, ground) ? kBlack : kWhite;
}

}  // namespace offprint
