#include "exporters/markdown/Attributes.h"

#include <algorithm>

#include "exporters/markdown/Escape.h"

namespace offprint {
namespace {

bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool isName(char c) {
  return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':' || c == '.';
}
bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

/// Reads one word at `p` into `into` (when given) and moves `p` behind it; false: not a word of the grammar.
bool readWord(const char*& p, const char* end, Attributes* into) {
  const char kind = *p;
  if (kind == '#' || kind == '.') ++p;
  if (p == end || !isNameStart(*p)) return false;
  const char* start = p;
  while (p != end && isName(*p) && (kind != '.' || *p != '.')) {
    ++p;
  }
  const QByteArray name = into ? QByteArray(start, p - start) : QByteArray();
  if (kind == '#') {
    if (into) into->id = name;
    return true;
  }
  if (kind == '.') {
    if (into) into->classes << name;
    return true;
  }
  QByteArray value;
  if (p != end && *p == '=') {
    ++p;
    const bool quoted = p != end && *p == '"';
    start = quoted ? ++p : p;
    while (p != end && (quoted ? *p != '"' : !isBlank(*p) && *p != '}' && *p != '"')) {
      ++p;
    }
    if (quoted && p == end) return false;
    if (into) value = QByteArray(start, p - start);
    if (quoted) ++p;
  }
  if (into) into->values.append({name, value});
  return true;
}

/// What means the same on every element is written under its own name, anything else as data.
bool isPlainAttribute(const QByteArray& key) {
  return key == "lang" || key == "dir" || key == "rel" || key == "hreflang";
}

bool isLength(const QByteArray& value) {
  qsizetype digits = 0;
  while (digits < value.size() &&
         ((value.at(digits) >= '0' && value.at(digits) <= '9') || value.at(digits) == '.')) {
    ++digits;
  }
  const QByteArray unit = value.mid(digits);
  return digits > 0 && digits < 8 && (unit == "%" || unit == "px" || unit == "em" || unit == "rem");
}

bool readWords(const char*& p, const char* end, Attributes* into) {
  while (true) {
    while (p != end && isBlank(*p)) {
      ++p;
    }
    if (p == end || *p == '}') return true;
    if (!readWord(p, end, into)) return false;
  }
}

}  // namespace

bool Attributes::has(const char* key) const {
  return std::any_of(values.begin(), values.end(), [key](const auto& pair) { return pair.first == key; });
}

QByteArray Attributes::value(const char* key) const {
  for (const auto& [name, text] : values) {
    if (name == key) return text;
  }
  return {};
}

QByteArray Attributes::html(const QByteArray& moreClasses, const QByteArrayList& taken) const {
  QByteArray out;
  if (!id.isEmpty()) out += " id=\"" + escapedHtml(id) + '"';
  QByteArrayList all = classes;
  if (!moreClasses.isEmpty()) all.prepend(moreClasses);
  if (!all.isEmpty()) out += " class=\"" + escapedHtml(all.join(' ')) + '"';
  QByteArrayList written;
  for (const auto& [name, text] : values) {
    // One spelling per attribute, since HTML names are not case-sensitive and may not be given twice.
    QByteArray key = name.toLower();
    std::replace_if(
        key.begin(), key.end(), [](char c) { return c == ':' || c == '.'; }, '-');
    if (taken.contains(name) || written.contains(key)) continue;
    written << key;
    out += (isPlainAttribute(key) ? " " : " data-") + key + "=\"" + escapedHtml(text) + '"';
  }
  return out;
}

QByteArray widthStyle(const Attributes& attributes) {
  const QByteArray width = attributes.value("width");
  return isLength(width) ? " style=\"width:" + width + '"' : QByteArray();
}

bool isUnsafeAttribute(const QByteArray& name) {
  const QByteArray key = name.toLower();
  return key == "style" || key.startsWith("on") || key == "srcdoc";
}

qsizetype attributesLength(const char* begin, const char* end, bool inText) {
  if (begin == end || *begin != '{') return 0;
  const char* p = begin + 1;
  while (p != end && isBlank(*p)) {
    ++p;
  }
  const char* first = p;
  if (!readWords(p, end, nullptr) || p == end || p == first) return 0;
  const auto isSign = [](char c) { return c == '#' || c == '.' || c == '='; };
  if (inText && std::none_of(first, p, isSign)) return 0;
  return p + 1 - begin;
}

Attributes parseAttributes(const QByteArray& block) {
  Attributes attributes;
  if (attributesLength(block.constData(), block.constData() + block.size(), false) == 0) return attributes;
  const char* p = block.constData() + 1;
  readWords(p, block.constData() + block.size(), &attributes);
  return attributes;
}

Attributes parseAttributeWords(const QByteArray& words) {
  Attributes attributes;
  const char* p = words.constData();
  readWords(p, p + words.size(), &attributes);
  return attributes;
}

}  // namespace offprint
