#include "exporters/markdown/SourceText.h"

#include <algorithm>
#include <cstring>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr char Replacement[] = "\xef\xbf\xbd";  // U+FFFD

bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

/// Bytes at `p` that must not reach the page: a control character (C0, DEL, C1) or a noncharacter that marks
/// use.
int badBytes(const char* p, const char* end) {
  const auto c = static_cast<unsigned char>(*p);
  if (c < 0x20 || c == 0x7f) return c == '\t' || c == '\n' ? 0 : 1;
  if (c == 0xc2 && p + 1 < end) {
    const auto next = static_cast<unsigned char>(p[1]);
    return next >= 0x80 && next < 0xa0 ? 2 : 0;
  }
  if (c == 0xef && p + 2 < end && p[1] == '\xb7') {
    const auto third = static_cast<unsigned char>(p[2]);
    return third >= 0x90 && third <= 0xaf ? 3 : 0;
  }
  return 0;
}

bool isMarkerEnd(const char* p, const char* e) {
  return p == e || isBlank(*p);
}

/// Length of the container marker at `p`: a quote mark or a list marker; 0: none.
qsizetype markerLength(const char* p, const char* e) {
  if (*p == '>') return 1;
  if (*p == '-' || *p == '+' || *p == '*') return isMarkerEnd(p + 1, e) ? 1 : 0;
  const char* q = p;
  while (q != e && q - p < 9 && *q >= '0' && *q <= '9') {
    ++q;
  }
  if (q == p || q == e || (*q != '.' && *q != ')')) return 0;
  return isMarkerEnd(q + 1, e) ? q + 1 - p : 0;
}

/// "* * *": a rule across the page, no nested lists.
bool isThematicBreak(const char* p, const char* e) {
  const char sign = *p;
  if (sign != '-' && sign != '*') return false;
  return std::all_of(p, e, [sign](char c) { return c == sign || isBlank(c); }) && std::count(p, e, sign) >= 3;
}

}  // namespace

bool isAsciiLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

QByteArray cleanedSource(const QByteArray& utf8, Findings& findings) {
  const char* p = utf8.constData();
  const char* end = p + utf8.size();
  const bool bom = utf8.startsWith("\xef\xbb\xbf");
  if (bom) p += 3;
  const auto odd = [end](const char* q) { return *q == '\r' || badBytes(q, end) > 0; };
  const char* firstOdd = p;
  while (firstOdd != end && !odd(firstOdd)) {
    ++firstOdd;
  }
  if (firstOdd == end) return bom ? utf8.mid(3) : utf8;
  QByteArray out;
  out.reserve(utf8.size() + 64);
  int line = 1;
  int firstLine = 0;
  int count = 0;
  while (p != end) {
    const int bad = *p == '\r' ? 0 : badBytes(p, end);
    if (bad > 0) {
      if (++count == 1) firstLine = line;
      out += Replacement;
      p += bad;
      continue;
    }
    if (*p == '\r') {
      if (p + 1 != end && p[1] == '\n') ++p;
      out += '\n';
    } else {
      out += *p;
    }
    if (out.back() == '\n') ++line;
    ++p;
  }
  if (count > 0) {
    Finding finding;
    finding.level = Finding::Level::Warning;
    finding.code = u"text.control-character"_s;
    finding.message = say(
        "The text holds %n control character(s) that cannot be shown; each appears as the replacement sign.",
        count);
    finding.line = firstLine;
    findings << finding;
  }
  return out;
}

LinePrefix scanPrefix(const char* line, const char* lineEnd, int maxMarkers, int maxIndent) {
  LinePrefix prefix;
  const char* p = line;
  int markers = 0;
  int columns = 0;
  while (true) {
    while (p != lineEnd && isBlank(*p)) {
      columns += *p == '\t' ? 4 : 1;
      ++p;
    }
    prefix.text = p;
    if (p == lineEnd) return prefix;
    const qsizetype length = markerLength(p, lineEnd);
    if (length == 0 || isThematicBreak(p, lineEnd)) return prefix;
    if (++markers > maxMarkers || columns > maxIndent) {
      prefix.tooDeep = true;
      return prefix;
    }
    p += length;
  }
}

bool isBlankText(const char* from, const char* to) {
  return std::all_of(from, to, [](char c) { return isBlank(c) || c == '\n'; });
}

bool isBlankLine(const char* line, const char* end) {
  const char* p = line;
  while (p < end && (isBlank(*p) || *p == '>')) {
    ++p;
  }
  return p >= end || *p == '\n';
}

bool isFenceOrHeading(const char* text, const char* lineEnd) {
  if (*text == '#') return true;
  return lineEnd - text >= 3 && (*text == '`' || *text == '~') && text[1] == *text && text[2] == *text;
}

bool mayStartBlock(const char* text, const char* end) {
  if (text == end) return false;
  if (*text == '*' || *text == '_') {
    const bool rule = std::all_of(text, end, [&](char c) { return c == *text || isBlank(c); });
    return rule || markerLength(text, end) > 0;
  }
  return std::strchr("#>-+`~<[=:$\\|", *text) != nullptr || (*text >= '0' && *text <= '9');
}

bool isTableRule(const char* text, const char* lineEnd) {
  bool dash = false;
  for (const char* p = text; p != lineEnd; ++p) {
    if (*p == '-') {
      dash = true;
    } else if (*p != '|' && *p != ':' && !isBlank(*p)) {
      return false;
    }
  }
  return dash;
}

int colonsOfUnknown(const char* text, const char* lineEnd) {
  static constexpr char Name[] = "unknown";
  constexpr qsizetype size = sizeof Name - 1;
  const char* p = text;
  while (p != lineEnd && *p == ':') {
    ++p;
  }
  const auto colons = static_cast<int>(p - text);
  while (p != lineEnd && isBlank(*p)) {
    ++p;
  }
  if (colons < 3 || lineEnd - p < size || std::memcmp(p, Name, size) != 0) return 0;
  p += size;
  return p == lineEnd || (!isAsciiLetter(*p) && *p != '-' && *p != '_') ? colons : 0;
}

QList<std::pair<int, int>> colonLines(const char* begin, const char* end) {
  QList<std::pair<int, int>> found;
  int line = 0;
  for (const char* p = begin; p < end;) {
    ++line;
    const void* newline = std::memchr(p, '\n', static_cast<size_t>(end - p));
    const char* lineEnd = newline ? static_cast<const char*>(newline) : end;
    while (p != lineEnd && (isBlank(*p) || *p == '>')) {
      ++p;
    }
    const char* colon = p;
    while (colon != lineEnd && *colon == ':') {
      ++colon;
    }
    if (colon - p >= 3 && isBlankText(colon, lineEnd)) found.append({line, static_cast<int>(colon - p)});
    p = lineEnd + 1;
  }
  return found;
}

}  // namespace offprint
