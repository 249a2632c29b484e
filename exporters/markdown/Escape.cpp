#include "exporters/markdown/Escape.h"

#include <array>

namespace offprint {
namespace {

constexpr std::array<bool, 256> hrefSafe() {
  std::array<bool, 256> safe{};
  for (unsigned char c = '0'; c <= '9'; ++c) {
    safe[c] = true;
  }
  for (unsigned char c = 'a'; c <= 'z'; ++c) {
    safe[c] = safe[static_cast<size_t>(c - 'a' + 'A')] = true;
  }
  for (const char c : {'-', '_', '.', '+', '!', '*', '\'', '(', ')', ',', '%', '#',
                       '@', '?', '=', ';', ':', '/', ',',  '+', '&', '$', '~'}) {
    safe[static_cast<unsigned char>(c)] = true;
  }
  safe['&'] = safe['\''] = false;  // safe in an address, but not in an attribute
  return safe;
}

const char* entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return nullptr;
  }
}

}  // namespace

void appendEscaped(QByteArray& out, const char* text, qsizetype length) {
  qsizetype start = 0;
  for (qsizetype i = 0; i < length; ++i) {
    const char* replacement = entity(text[i]);
    if (!replacement) continue;
    out.append(text + start, i - start);
    out += replacement;
    start = i + 1;
  }
  out.append(text + start, length - start);
}

QByteArray escapedHtml(const QByteArray& text) {
  QByteArray out;
  appendEscaped(out, text);
  return out;
}

void appendEscapedHref(QByteArray& out, const QByteArray& address) {
  static constexpr std::array<bool, 256> Safe = hrefSafe();
  static constexpr char Hex[] = "0123456789ABCDEF";
  for (const char c : address) {
    const auto byte = static_cast<unsigned char>(c);
    if (Safe[byte]) {
      out += c;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '\'') {
      out += "&#x27;";
    } else {
      out += '%';
      out += Hex[byte >> 4];
      out += Hex[byte & 15];
    }
  }
}

}  // namespace offprint
