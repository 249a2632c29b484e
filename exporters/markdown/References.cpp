#include "exporters/markdown/References.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace offprint {
namespace {

// Prefixes as Pandoc's and Quarto's writers know them. The order is that of the help page.
constexpr NumberedKind Kinds[] = {{"fig", "figure", "Figure"},         {"tbl", "table", "Table"},
                                  {"eq", "equation", "Equation"},      {"sec", "section", "Section"},
                                  {"thm", "theorem", "Theorem"},       {"lem", "lemma", "Lemma"},
                                  {"cor", "corollary", "Corollary"},   {"prp", "proposition", "Proposition"},
                                  {"def", "definition", "Definition"}, {"exm", "example", "Example"},
                                  {"rem", "remark", "Remark"}};
constexpr qsizetype MaxReference = 512;  // bytes between the brackets

bool isIdSign(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

const char* skipBlanks(const char* p, const char* end) {
  while (p != end && (*p == ' ' || *p == '\t'))
    ++p;
  return p;
}

bool hasKnownPrefix(const char* id, const char* end) {
  return std::any_of(std::begin(Kinds), std::end(Kinds), [&](const NumberedKind& kind) {
    const auto size = static_cast<qsizetype>(std::strlen(kind.prefix));
    return end - id > size + 1 && id[size] == ':' &&
           std::strncmp(id, kind.prefix, std::strlen(kind.prefix)) == 0;
  });
}

}  // namespace

const NumberedKind* numberedKind(const QByteArray& name) {
  const auto* found = std::find_if(std::begin(Kinds), std::end(Kinds),
                                   [&](const NumberedKind& kind) { return name == kind.name; });
  return found == std::end(Kinds) ? nullptr : found;
}

const NumberedKind* statementNamed(const QByteArray& name) {
  const bool other = name == "figure" || name == "table" || name == "equation" || name == "section";
  return other ? nullptr : numberedKind(name);
}

std::span<const NumberedKind> numberedKinds() {
  return Kinds;
}

qsizetype referenceLength(const char* begin, const char* end) {
  const char* limit = end - begin > MaxReference ? begin + MaxReference : end;
  const char* p = begin + 1;
  while (true) {
    p = skipBlanks(p, limit);
    if (p == limit || *p != '@') return 0;
    const char* id = ++p;
    while (p != limit && isIdSign(*p))
      ++p;
    if (!hasKnownPrefix(id, p)) return 0;
    p = skipBlanks(p, limit);
    if (p == limit || (*p != ']' && *p != ';')) return 0;
    if (*p++ == ']') break;
  }
  // "[@fig:a](b)", "[@fig:a][b]" and "[@fig:a]: b" are CommonMark's links.
  return p != end && (*p == '(' || *p == '[' || *p == ':') ? 0 : p - begin;
}

QByteArrayList referenceIds(const QByteArray& content) {
  QByteArrayList ids;
  for (const QByteArray& entry : content.split(';'))
    ids << entry.trimmed().mid(1);
  return ids;
}

QByteArray Numbering::nextSection(qsizetype depth) {
  while (sections_.size() > depth + 1)
    sections_.removeLast();
  while (sections_.size() < depth + 1)
    sections_ << 0;
  ++sections_.last();
  QByteArray number;
  for (const int part : std::as_const(sections_))
    number += (number.isEmpty() ? "" : ".") + QByteArray::number(part);
  return number;
}

const Numbering::Label* Numbering::find(const QByteArray& id) const {
  const auto found = labels_.constFind(id);
  return found == labels_.constEnd() ? nullptr : &*found;
}

}  // namespace offprint
