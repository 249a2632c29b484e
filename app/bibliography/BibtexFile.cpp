#include "app/bibliography/BibtexFile.h"

#include <algorithm>
#include <vector>

#include "app/bibliography/BibtexEncoding.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// What may stand in a name: everything but blanks and the characters that have a meaning (btxdoc, section
/// 4).
bool isName(char c) {
  if (static_cast<unsigned char>(c) < 0x21) return false;
  switch (c) {
    case '"':
    case '#':
    case '%':
    case '(':
    case ')':
    case ',':
    case '=':
    case '{':
    case '}':
    case '@':
    case '\x7f':
      return false;
    default:
      return true;
  }
}

/// For every opening brace the one that closes it.
class Braces {
 public:
  explicit Braces(const QByteArray& marks) {
    std::vector<qsizetype> open;  // indices into pairs_
    for (qsizetype i = 0; i < marks.size(); ++i) {
      if (marks[i] == '{') {
        open.push_back(static_cast<qsizetype>(pairs_.size()));
        pairs_.push_back({i, -1});
      } else if (marks[i] == '}' && !open.empty()) {
        pairs_[static_cast<size_t>(open.back())].close = i;
        open.pop_back();
      }
    }
  }
  /// Of the brace at `position`; -1 when nothing closes it.
  qsizetype closing(qsizetype position) const {
    const auto found = std::lower_bound(pairs_.begin(), pairs_.end(), position,
                                        [](const Pair& pair, qsizetype at) { return pair.open < at; });
    return found != pairs_.end() && found->open == position ? found->close : -1;
  }

 private:
  struct Pair {
    qsizetype open;
    qsizetype close;
  };
  std::vector<Pair> pairs_;
};

/// Reads one file from front to back. Every look ahead is remembered or leads to a part that reaches as far,
/// which keeps the time linear.
class Parser {
 public:
  explicit Parser(const QByteArray& bytes) : file_(bytes), marks_(file_.marks()), braces_(marks_) {}

  BibtexFile run() {
    BibtexFile result;
    result.encoding = file_.name();
    result.byteOrderMark = file_.hasByteOrderMark();
    qsizetype text = 0;  // where the text between entries begins
    for (qsizetype at = marks_.indexOf('@'); at >= 0; at = marks_.indexOf('@', at)) {
      if (!beginsPart(at) || inLineComment(at)) {
        ++at;
        continue;
      }
      if (at > text) put(result, BibtexPart(), text, at);
      BibtexPart part;
      const qsizetype end = readPart(part, at);
      put(result, std::move(part), at, end);
      text = at = end;
    }
    if (text < marks_.size() || result.parts.isEmpty()) put(result, BibtexPart(), text, marks_.size());
    if (!file_.declared() && file_.name() != "UTF-8"_L1)
      result.findings.append(
          {Finding::Level::Warning,
           u"bibtex.encoding"_s,
           say("The file does not say in which encoding it is: it was read as %1.").arg(file_.name()),
           {},
           {},
           1});
    return result;
  }

 private:
  struct Failure {
    QString problem;
    qsizetype at = 0;
  };

  void put(BibtexFile& result, BibtexPart part, qsizetype from, qsizetype to) {
    part.line = lineAt(from);
    part.source = file_.source(from, to);
    part.text = file_.text(from, to);
    result.parts << std::move(part);
  }

  char mark(qsizetype i) const { return i < marks_.size() ? marks_[i] : '\0'; }

  /// Lines are asked for in nearly rising order.
  int lineAt(qsizetype position) {
    for (; counted_ < position; ++counted_)
      if (marks_[counted_] == '\n') ++line_;
    for (; counted_ > position; --counted_)
      if (marks_[counted_ - 1] == '\n') --line_;
    return line_;
  }

  qsizetype endOfName(qsizetype i) const {
    while (isName(mark(i)))
      ++i;
    return i;
  }
  qsizetype skipSpaces(qsizetype i) const {
    while (mark(i) == ' ' || mark(i) == '\t')
      ++i;
    return i;
  }

  /// "@word{" or "@word(".
  bool beginsPart(qsizetype at) const {
    if (!isLetter(mark(at + 1))) return false;
    qsizetype i = endOfName(at + 1);
    while (isBlank(mark(i)))
      ++i;
    return mark(i) == '{' || mark(i) == '(';
  }

  /// Entries that were commented out. Asked in rising order; the line's beginning is remembered.
  bool inLineComment(qsizetype at) {
    for (qsizetype end = lineEnd_; end < at; end = lineEnd_) {
      lineFirst_ = skipSpaces(end + 1);
      lineEnd_ = marks_.indexOf('\n', end + 1);
      if (lineEnd_ < 0) lineEnd_ = marks_.size();
    }
    return lineFirst_ < at && mark(lineFirst_) == '%';
  }

  /// The next "@word{" that is first in its line, from `from` on; the file's end when there is none.
  qsizetype nextAtLineStart(qsizetype from) {
    if (from <= nextStart_ && from > askedStart_) return nextStart_;
    askedStart_ = from - 1;
    for (qsizetype at = marks_.indexOf('@', from); at >= 0; at = marks_.indexOf('@', at + 1)) {
      qsizetype before = at;
      while (before > from && (mark(before - 1) == ' ' || mark(before - 1) == '\t'))
        --before;
      if (before > 0 && mark(before - 1) == '\n' && beginsPart(at)) return nextStart_ = at;
    }
    return nextStart_ = marks_.size();
  }

  qsizetype readPart(BibtexPart& part, qsizetype at) {
    qsizetype i = endOfName(at + 1);
    part.kind = file_.text(at + 1, i).toLower();
    while (isBlank(mark(i)))
      ++i;
    const qsizetype open = i;
    if (part.kind == "comment"_L1) return readComment(part, open);
    failure_ = {};
    qsizetype end = -1;
    if (part.kind == "preamble"_L1)
      end = readPreamble(part, open);
    else if (part.kind == "string"_L1)
      end = readAbbreviation(part, open);
    else
      end = readEntry(part, open);
    if (end >= 0) return end;
    part.type = BibtexPart::Type::Broken;
    part.fields.clear();
    part.problem = failure_.problem;
    part.problemLine = lineAt(std::min(failure_.at, marks_.size()));
    return endOfBroken(open);
  }

  /// Where its own braces say, unless they reach over the beginning of another entry.
  qsizetype endOfBroken(qsizetype open) {
    const qsizetype next = nextAtLineStart(open + 1);
    const qsizetype close = mark(open) == '{' ? braces_.closing(open) : -1;
    return close >= 0 && close < next ? close + 1 : next;
  }

  qsizetype readComment(BibtexPart& part, qsizetype open) {
    part.type = BibtexPart::Type::Comment;
    const qsizetype close = mark(open) == '{' ? braces_.closing(open) : -1;
    return close >= 0 ? close + 1 : nextAtLineStart(open + 1);
  }

  qsizetype fail(const QString& problem, qsizetype at) {
    failure_ = {problem, at};
    return -1;
  }

  qsizetype skipBlanks(qsizetype i) const {
    for (;;) {
      while (isBlank(mark(i)))
        ++i;
      if (mark(i) != '%') return i;
      while (i < marks_.size() && mark(i) != '\n')
        ++i;
    }
  }

  void note(BibtexPart& part, const QString& code, const QString& message, qsizetype at) {
    part.findings.append({Finding::Level::Warning, code, message, {}, {}, lineAt(at)});
  }

  qsizetype readPreamble(BibtexPart& part, qsizetype open) {
    part.type = BibtexPart::Type::Preamble;
    BibtexField field;
    const qsizetype i = readValue(part, field, skipBlanks(open + 1));
    return i < 0 ? i : closePart(i, open);
  }

  qsizetype closePart(qsizetype i, qsizetype open) {
    const char close = mark(open) == '{' ? '}' : ')';
    i = skipBlanks(i);
    if (mark(i) != close) return fail(say("“%1” was expected here.").arg(QLatin1Char(close)), i);
    return i + 1;
  }

  qsizetype readAbbreviation(BibtexPart& part, qsizetype open) {
    part.type = BibtexPart::Type::Abbreviation;
    qsizetype i = readField(part, skipBlanks(open + 1));
    if (i < 0) return i;
    i = skipBlanks(i);
    return closePart(mark(i) == ',' ? i + 1 : i, open);
  }

  qsizetype readEntry(BibtexPart& part, qsizetype open) {
    part.type = BibtexPart::Type::Entry;
    const char close = mark(open) == '{' ? '}' : ')';
    qsizetype i = readKey(part, skipBlanks(open + 1), close);
    while (i >= 0) {
      i = skipBlanks(i);
      while (mark(i) == ',')
        i = skipBlanks(i + 1);
      if (mark(i) == close) return i + 1;
      if (i >= marks_.size()) return fail(say("The file ends inside of this entry."), i);
      const bool joined = !part.fields.isEmpty() && !afterComma_;
      if (joined && isName(mark(i)))
        note(part, u"bibtex.comma"_s, say("A comma is missing before this field."), i);
      i = readField(part, i);
      if (i < 0) break;
      i = skipBlanks(i);
      afterComma_ = mark(i) == ',';
    }
    return i;
  }

  /// Up to the first comma. An entry without a key begins with a field; a key without a comma is one word.
  qsizetype readKey(BibtexPart& part, qsizetype from, char close) {
    qsizetype i = from;
    while (i < marks_.size() && mark(i) != ',' && mark(i) != close && mark(i) != '=' && mark(i) != '{' &&
           mark(i) != '}' && mark(i) != '"' && mark(i) != '\n')
      ++i;
    afterComma_ = true;
    qsizetype end = i;
    if (mark(i) == '=') {
      end = endOfName(from);
      if (!isName(mark(skipSpaces(end)))) end = from;
    }
    part.key = file_.text(from, end).trimmed();
    i = skipBlanks(end);
    if (part.key.isEmpty())
      note(part, u"bibtex.key"_s, say("This entry has no citation key."), from);
    else if (isName(mark(i)))
      note(part, u"bibtex.comma"_s, say("A comma is missing after the citation key."), end);
    else if (mark(i) != ',' && mark(i) != close)
      return fail(say("A comma was expected after the citation key “%1”.").arg(part.key.left(80)), end);
    return i;
  }

  qsizetype readField(BibtexPart& part, qsizetype from) {
    qsizetype i = endOfName(from);
    if (i == from) return fail(say("The name of a field was expected here."), from);
    BibtexField field;
    field.name = file_.text(from, i).toLower();
    field.line = lineAt(from);
    i = skipBlanks(i);
    if (mark(i) != '=')
      return fail(say("“=” was expected after the field “%1”.").arg(field.name.left(80)), i);
    i = readValue(part, field, skipBlanks(i + 1));
    if (i >= 0) part.fields << std::move(field);
    return i;
  }

  qsizetype readValue(BibtexPart& part, BibtexField& field, qsizetype i) {
    for (;;) {
      i = readPiece(part, field, i);
      if (i < 0) return i;
      const qsizetype next = skipBlanks(i);
      if (mark(next) != '#') return i;
      i = skipBlanks(next + 1);
    }
  }

  qsizetype readPiece(BibtexPart& part, BibtexField& field, qsizetype i) {
    if (mark(i) == '{') {
      const qsizetype close = braces_.closing(i);
      if (close < 0) return fail(say("Nothing closes this brace."), i);
      field.pieces << BibtexPiece{file_.text(i + 1, close), false};
      return close + 1;
    }
    if (mark(i) == '"') return readQuoted(field, i);
    return readBare(part, field, i);
  }

  qsizetype readQuoted(BibtexField& field, qsizetype open) {
    qsizetype i = open + 1;
    while (i < marks_.size() && mark(i) != '"') {
      if (mark(i) == '}') return fail(say("A brace is closed here that was never opened."), i);
      if (mark(i) == '{') i = braces_.closing(i);
      if (i < 0) break;
      ++i;
    }
    if (i < 0 || i >= marks_.size()) return fail(say("Nothing closes this quotation mark."), open);
    field.pieces << BibtexPiece{file_.text(open + 1, i), false};
    return i + 1;
  }

  /// A number or abbreviation. Several words without braces are taken to the comma or the end of the line.
  qsizetype readBare(BibtexPart& part, BibtexField& field, qsizetype from) {
    const qsizetype i = endOfName(from);
    if (i == from) {
      if (mark(i) != ',' && mark(i) != '}' && mark(i) != ')')
        return fail(say("A value was expected for the field “%1”.").arg(field.name.left(80)), i);
      field.pieces << BibtexPiece();
      return i;
    }
    qsizetype end = i;
    bool words = false;
    for (qsizetype next = skipSpaces(end); next > end && isName(mark(next)); next = skipSpaces(end)) {
      const qsizetype wordEnd = endOfName(next);
      if (mark(skipSpaces(wordEnd)) == '=') break;  // the next field of the line
      end = wordEnd;
      words = true;
    }
    if (words) {
      note(part, u"bibtex.bare"_s, say("The value of “%1” should stand in braces.").arg(field.name), from);
      field.pieces << BibtexPiece{file_.text(from, end), false};
      return end;
    }
    const QString text = file_.text(from, i);
    const bool number = std::all_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
    field.pieces << BibtexPiece{text, !number};
    return i;
  }

  BibtexEncoding file_;
  const QByteArray& marks_;
  Braces braces_;
  Failure failure_;
  bool afterComma_ = true;
  qsizetype counted_ = 0;
  int line_ = 1;
  qsizetype lineFirst_ = 0;  ///< first in the line that ends at lineEnd_ and is no blank
  qsizetype lineEnd_ = -1;
  qsizetype askedStart_ = -1;  ///< nextStart_ is right for positions after this one
  qsizetype nextStart_ = -1;
};

}  // namespace

BibtexFile BibtexFile::parse(const QByteArray& bytes) {
  return Parser(bytes).run();
}

}  // namespace offprint
