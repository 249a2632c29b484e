#include "exporters/markdown/Citations.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "exporters/markdown/Escape.h"
#include "exporters/markdown/ParsedDocument.h"
#include "exporters/markdown/SourceMarks.h"

namespace offprint {
namespace {

/// A citation is no page of prose; the bound keeps the search for its end linear.
constexpr qsizetype kLongest = 1000;

bool isKeyByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) || c == '_';
}

/// Single signs that may stand inside a key (Pandoc's manual, "Citation syntax").
bool joinsKey(char c) {
  return std::strchr(":.#$%&-+?<>~/", c) != nullptr && c != '\0';
}

/// Length of the key behind an "@": a word, or anything in braces.
qsizetype keyLength(const char* text, const char* end) {
  if (text < end && *text == '{') {
    const char* close = std::find_if(text, end, [](char c) { return c == '}' || c == '\n' || c == '['; });
    return close < end && *close == '}' && close > text + 1 ? close + 1 - text : 0;
  }
  const char* p = text;
  while (p < end) {
    if (isKeyByte(*p)) {
      ++p;
    } else if (p > text && joinsKey(*p) && p + 1 < end && isKeyByte(p[1])) {
      p += 2;
    } else {
      break;
    }
  }
  return p - text;
}

/// The "@" of a work in one part of a citation; nullptr without one.
const char* workIn(const char* part, const char* end) {
  for (const char* p = part; p < end; ++p) {
    if (*p != '@') continue;
    const bool free = p == part || !(isKeyByte(p[-1]) || p[-1] == '@' || p[-1] == '/' || p[-1] == '.');
    if (free && keyLength(p + 1, end) > 0) return p;
  }
  return nullptr;
}

/// End of the bracket that opens at `text`, or nullptr. Code and further brackets make it something else.
const char* closingBracket(const char* text, const char* end) {
  const char* limit = std::min(end, text + kLongest);
  bool blank = false;
  for (const char* p = text + 1; p < limit; ++p) {
    if (*p == ']') return p;
    if (*p == '[' || *p == '`') return nullptr;
    if (*p == '\\') ++p;
    if (*p == '\n') {
      if (blank) return nullptr;
      blank = true;
    } else if (*p != ' ' && *p != '\t') {
      blank = false;
    }
  }
  return nullptr;
}

QByteArray trimmedLine(QByteArray text) {
  return text.replace('\n', ' ').simplified();
}

struct LocatorName {
  const char* written;
  const char* label;
};

/// How writers abbreviate CSL's locators (specification, "Locators"), English and German.
constexpr std::array kLocators{
    LocatorName{"pages", "page"},       LocatorName{"page", "page"},
    LocatorName{"pp.", "page"},         LocatorName{"p.", "page"},
    LocatorName{"S.", "page"},          LocatorName{"chapters", "chapter"},
    LocatorName{"chapter", "chapter"},  LocatorName{"chaps.", "chapter"},
    LocatorName{"chap.", "chapter"},    LocatorName{"ch.", "chapter"},
    LocatorName{"Kap.", "chapter"},     LocatorName{"sections", "section"},
    LocatorName{"section", "section"},  LocatorName{"secs.", "section"},
    LocatorName{"sec.", "section"},     LocatorName{"§§", "section"},
    LocatorName{"§", "section"},        LocatorName{"figures", "figure"},
    LocatorName{"figure", "figure"},    LocatorName{"figs.", "figure"},
    LocatorName{"fig.", "figure"},      LocatorName{"volumes", "volume"},
    LocatorName{"volume", "volume"},    LocatorName{"vols.", "volume"},
    LocatorName{"vol.", "volume"},      LocatorName{"paragraph", "paragraph"},
    LocatorName{"paras.", "paragraph"}, LocatorName{"para.", "paragraph"},
    LocatorName{"¶", "paragraph"},      LocatorName{"parts", "part"},
    LocatorName{"part", "part"},        LocatorName{"notes", "note"},
    LocatorName{"note", "note"},        LocatorName{"nn.", "note"},
    LocatorName{"n.", "note"},          LocatorName{"lines", "line"},
    LocatorName{"line", "line"},        LocatorName{"l.", "line"},
    LocatorName{"columns", "column"},   LocatorName{"column", "column"},
    LocatorName{"col.", "column"},      LocatorName{"books", "book"},
    LocatorName{"book", "book"},        LocatorName{"bk.", "book"},
    LocatorName{"verse", "verse"},      LocatorName{"v.", "verse"},
    LocatorName{"no.", "issue"},
};

/// Bytes of numbers as locators have them: "3", "3-5, 8", "xiv", "2.1", "A4".
qsizetype numbersLength(const QByteArray& text) {
  qsizetype at = 0;
  qsizetype used = 0;
  while (at < text.size()) {
    const qsizetype word = at;
    bool digit = false;
    bool roman = true;
    while (at < text.size() && text[at] != ' ' && text[at] != ',') {
      digit = digit || std::isdigit(static_cast<unsigned char>(text[at]));
      roman = roman && std::strchr("ivxlcdmIVXLCDM-", text[at]);
      ++at;
    }
    if (at == word || !(digit || roman)) break;
    used = at;
    while (at < text.size() && (text[at] == ' ' || text[at] == ',' || text[at] == '&'))
      ++at;
  }
  return used;
}

/// Takes the locator off the front of what stands behind a key.
void readLocator(CitedWork& work, QByteArray rest) {
  QByteArray after = rest;
  if (after.startsWith(',')) after = after.mid(1).trimmed();
  QByteArray label;
  QByteArray numbers = after;
  for (const LocatorName& name : kLocators) {
    if (!after.startsWith(name.written)) continue;
    label = name.label;
    numbers = after.mid(static_cast<qsizetype>(std::strlen(name.written))).trimmed();
    break;
  }
  const qsizetype length = numbersLength(numbers);
  const bool bare = label.isEmpty();
  const bool startsWithDigit = !numbers.isEmpty() && std::isdigit(static_cast<unsigned char>(numbers[0]));
  if (length == 0 || (bare && !(rest.startsWith(',') && startsWithDigit))) {
    work.suffix = rest;
    return;
  }
  work.label = bare ? QByteArray("page") : label;
  work.locator = numbers.left(length);
  work.suffix = numbers.mid(length).trimmed();
}

CitedWork parsePart(const QByteArray& part) {
  CitedWork work;
  const char* begin = part.constData();
  const char* end = begin + part.size();
  const char* at = workIn(begin, end);
  if (!at) return work;
  const qsizetype length = keyLength(at + 1, end);
  work.key = QByteArray(at + 1, length);
  if (work.key.startsWith('{')) work.key = work.key.mid(1, length - 2);
  const char* prefixEnd = at;
  if (prefixEnd > begin && prefixEnd[-1] == '-') {
    work.suppressAuthor = true;
    --prefixEnd;
  }
  work.prefix = trimmedLine(QByteArray(begin, prefixEnd - begin));
  readLocator(work, trimmedLine(QByteArray(at + 1 + length, end - at - 1 - length)));
  return work;
}

}  // namespace

qsizetype bracketedCitationLength(const char* text, const char* end) {
  if (text >= end || *text != '[') return 0;
  const char* close = closingBracket(text, end);
  if (!close || (close + 1 < end && (close[1] == '(' || close[1] == '[' || close[1] == ':'))) return 0;
  const char* part = text + 1;
  while (true) {
    const char* partEnd = std::find(part, close, ';');
    if (!workIn(part, partEnd)) return 0;
    if (partEnd == close) return close + 1 - text;
    part = partEnd + 1;
  }
}

qsizetype inTextCitationLength(char before, const char* text, const char* end) {
  if (isKeyByte(before) || (before != '\0' && std::strchr("@/.:=&?#%+~-\\", before))) return 0;
  const char* at = text;
  if (at >= end || *at != '@') return 0;
  const qsizetype key = keyLength(at + 1, end);
  if (key == 0) return 0;
  const char* after = at + 1 + key;
  if (after < end && *after == '@') return 0;  // "@user@host"
  if (end - after < 3 || after[0] != ' ' || after[1] != '[') return after - text;
  const char* close = closingBracket(after + 1, end);
  const bool link = close && close + 1 < end && (close[1] == '(' || close[1] == '[' || close[1] == ':');
  if (!close || link || std::find(after, close, '@') != close) return after - text;
  CitedWork work;
  readLocator(work, ", " + trimmedLine(QByteArray(after + 2, close - after - 2)));
  return work.locator.isEmpty() ? after - text : close + 1 - text;
}

QByteArray citationMark(qsizetype index) {
  return markBytes(Mark::CitationOpen) + QByteArray::number(index) + markBytes(Mark::CitationClose);
}

QByteArray bibliographyMark() {
  return markBytes(Mark::Bibliography);
}

void putCitations(ParsedDocument& document, const std::function<QByteArray(const Citation&)>& text) {
  if (document.citations.isEmpty()) return;
  for (RenderedBlock& block : document.blocks) {
    if (!block.html.contains(markBytes(Mark::CitationOpen))) continue;
    block.setHtml(replacedMarks(block.html, Mark::CitationOpen, Mark::CitationClose,
                                [&](qsizetype index) { return text(document.citations.at(index)); }));
  }
}

void showCitationsAsWritten(ParsedDocument& document) {
  putCitations(document, [](const Citation& citation) { return escapedHtml(citation.source); });
}

Citation parseCitation(const QByteArray& source) {
  Citation citation;
  citation.source = source;
  if (source.startsWith('[')) {
    for (const QByteArray& part : source.mid(1, source.size() - 2).split(';'))
      citation.works << parsePart(part);
    return citation;
  }
  citation.inText = true;
  const qsizetype bracket = source.indexOf(" [");
  CitedWork work = parsePart(bracket < 0 ? source : source.left(bracket));
  if (bracket >= 0) readLocator(work, ", " + trimmedLine(source.mid(bracket + 2).chopped(1)));
  citation.works << work;
  return citation;
}

}  // namespace offprint
