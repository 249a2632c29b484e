#pragma once
#include <array>
#include <optional>
#include <QString>

namespace offprint {

/// A colour of a style sheet without transparency: red, green and blue, 0 to 255.
using Rgb = std::array<int, 3>;

/// "#rgb" or "#rrggbb"; nothing for any other text.
std::optional<Rgb> parseColor(const QString& text);
/// "#rrggbb".
QString colorName(const Rgb& color);
/// `share` (0 to 1) of `color` over `ground`.
Rgb mixed(const Rgb& color, const Rgb& ground, double share);
/// The contrast ratio of WCAG 2.2 (1 to 21), <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
double contrast(const Rgb& one, const Rgb& other);
/// The colour nearest to `color` whose contrast to `ground` is at least `least`, made darker or lighter;
/// itself when it has enough. Where no colour has, black or white, whichever has more.
Rgb nearestWithContrast(const Rgb& color, const Rgb& ground, double least);

}  // namespace offprint
