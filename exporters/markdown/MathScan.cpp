#include "exporters/markdown/MathScan.h"

#include <cstring>

namespace offprint {
namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool allBlank(const char* text, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i) {
    if (!isBlank(text[i])) return false;
  }
  return true;
}

/// Offset after the brace that closes the one before `from`; 0 when it is not closed within the budget.
size_t skipBraces(const char* text, size_t length, size_t from, MathBudget& budget) {
  size_t depth = 1;
  for (size_t i = from; i < length && budget.steps > 0; ++i, --budget.steps) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return 0;
}

MathSpan scanDisplay(const char* text, size_t length) {
  for (size_t i = 2; i + 1 < length; ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '$' && text[i + 1] == '$') {
      if (allBlank(text, 2, i)) return {};
      return {2, i, i + 2, true, false};
    }
  }
  MathSpan none;
  none.noneAhead = true;
  return none;
}

MathSpan scanBacktick(const char* text, size_t length) {
  for (size_t i = 3; i + 1 < length; ++i) {
    if (text[i] == '`' && text[i + 1] == '$') return {2, i, i + 2, false, false};
    if (text[i] == '`') return {};
  }
  return {};
}

MathSpan scanInline(const char* text, size_t length, MathBudget& budget) {
  if (length < 3 || isBlank(text[1])) return {};
  for (size_t i = 1; i < length; ++i) {
    if (text[i] == '\\') {
      static constexpr char TextCommand[] = "\\text{";
      constexpr size_t size = sizeof TextCommand - 1;
      if (length - i > size && std::memcmp(text + i, TextCommand, size) == 0) {
        if (const size_t after = skipBraces(text, length, i + size, budget)) {
          i = after - 1;
          continue;
        }
      }
      ++i;
    } else if (text[i] == '$') {
      const bool digitFollows = i + 1 < length && text[i + 1] >= '0' && text[i + 1] <= '9';
      if (i == 1 || isBlank(text[i - 1]) || digitFollows) return {};
      return {1, i, i + 1, false, false};
    }
  }
  return {};
}

}  // namespace

MathSpan scanDollarMath(const char* text, size_t length, bool seekDisplay, MathBudget& budget) {
  if (length > 2 && text[1] == '$') return seekDisplay ? scanDisplay(text, length) : MathSpan{};
  if (length > 4 && text[1] == '`') {
    if (const MathSpan span = scanBacktick(text, length)) return span;
  }
  return scanInline(text, length, budget);
}

}  // namespace offprint
