#pragma once
#include <cstddef>

namespace offprint {

/// A formula found in running text, as byte offsets from the opening delimiter's first byte.
struct MathSpan {
  size_t contentStart = 0;
  size_t contentEnd = 0;
  size_t end = 0;  ///< first byte after the closing delimiter; 0: no formula starts here
  bool display = false;
  bool noneAhead = false;  ///< for `$$` without an end: no `$$` follows in the text at all
  explicit operator bool() const { return end != 0; }
};

/// Steps that a document may spend on looking into \text{…} for a dollar; keeps scanning linear whatever is
/// written.
struct MathBudget {
  size_t steps = 0;
};

/// The formula that starts at `text[0] == '$'`, by Pandoc's rule: no blank after the opening dollar and none
/// before the closing one, no digit behind it, `\$` is no delimiter, a dollar inside \text{…} neither.
/// Also reads `$$…$$` (display) and `` $`…`$ ``. `display` is tried only when `seekDisplay` is set: the
/// caller knows when no `$$` follows any more.
MathSpan scanDollarMath(const char* text, size_t length, bool seekDisplay, MathBudget& budget);

}  // namespace offprint
