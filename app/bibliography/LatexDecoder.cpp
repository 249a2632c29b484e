#include "app/bibliography/LatexDecoder.h"

#include <algorithm>

#include "app/bibliography/LatexTable.h"
#include "app/bibliography/MarkdownLetter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Form = LatexText::Form;

/// The last argument is what is seen.
const QSet<QString>& withTwoArguments() {
  static const QSet<QString> names{u"href"_s, u"foreignlanguage"_s, u"textcolor"_s, u"texorpdfstring"_s};
  return names;
}

bool isLatin(QChar c) {
  return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

/// Where the group that opens at `from` ends: at its closing brace, else at the end of the text.
qsizetype groupEnd(QStringView text, qsizetype from) {
  int depth = 0;
  for (qsizetype i = from; i < text.size(); ++i) {
    if (text.at(i) == u'\\')
      ++i;
    else if (text.at(i) == u'{')
      ++depth;
    else if (text.at(i) == u'}' && --depth == 0)
      return i;
  }
  return text.size();
}

}  // namespace

QString LatexDecoder::run() {
  while (i_ < text_.size()) {
    const QChar c = text_.at(i_);
    if (c == u'\\')
      command();
    else if (c == u'{')
      openGroup();
    else if (c == u'}')
      closeGroup();
    else if (c == u'$' && math())
      continue;
    else if (c.isSpace() && c != QChar::Nbsp)
      blank(u' ');
    else if (c == u'~')
      blank(QChar::Nbsp);
    else if (c == u'-')
      dashes();
    else if (c == u'`' || c == u'\'')
      quotes(c);
    else
      letter(text_.at(i_++));
  }
  while (!groups_.isEmpty())
    closeGroup();
  return out_;
}

void LatexDecoder::skipBlanks() {
  while (i_ < text_.size() && text_.at(i_).isSpace())
    ++i_;
}

void LatexDecoder::openGroup() {
  ++i_;
  // Braces keep the case of a title, but those of a command ({\"o}) are only its own.
  const bool kept =
      form_ == Form::Csl && depth_ == 0 && groups_.isEmpty() && at(i_) != u'\\' && at(i_) != u'$';
  if (kept) out_ += u"<span class=\"nocase\">"_s;
  groups_ << (kept ? u"</span>"_s : QString());
}

void LatexDecoder::closeGroup() {
  ++i_;
  if (!groups_.isEmpty()) out_ += groups_.takeLast();
}

void LatexDecoder::blank(QChar c) {
  ++i_;
  if (!out_.isEmpty() && (out_.back() == u' ' || out_.back() == QChar::Nbsp)) {
    if (c == QChar::Nbsp) out_.back() = c;
    return;
  }
  if (c == QChar::Nbsp || !out_.isEmpty() || depth_ > 0) out_ += c;
}

/// A character that stands for itself.
void LatexDecoder::letter(QChar c) {
  if ((c == u'!' || c == u'?') && at(i_) == u'`') {
    ++i_;
    out_ += QChar(c == u'!' ? 0xA1 : 0xBF);
    return;
  }
  const QChar before = out_.isEmpty() ? QChar() : out_.back();
  out_ += form_ == Form::Markdown ? markdownLetter(c, before, QStringView(text_).mid(i_)) : QString(c);
}

void LatexDecoder::dashes() {
  qsizetype count = 0;
  for (; at(i_) == u'-'; ++i_)
    ++count;
  for (; count >= 3; count -= 3)
    out_ += QChar(0x2014);
  if (count == 2) out_ += QChar(0x2013);
  if (count == 1) out_ += u'-';
}

void LatexDecoder::quotes(QChar c) {
  const bool pair = at(i_ + 1) == c;
  i_ += pair ? 2 : 1;
  if (c == u'`') {
    out_ += QChar(pair ? 0x201C : 0x2018);
    quoted_ = quoted_ || !pair;
  } else if (pair) {
    out_ += QChar(0x201D);
  } else if (quoted_ && !at(i_).isLetter()) {
    out_ += QChar(0x2019);
    quoted_ = false;
  } else {
    out_ += u'\'';
  }
}

bool LatexDecoder::math() {
  const bool display = at(i_ + 1) == u'$';
  qsizetype end = i_ + (display ? 2 : 1);
  for (; end < text_.size() && text_.at(end) != u'$'; ++end)
    if (text_.at(end) == u'\\') ++end;
  const qsizetype length = display ? 2 : 1;
  if (end + length > text_.size() || end == i_ + length) return false;
  if (display && at(end + 1) != u'$') return false;
  putMath(text_.mid(i_, end + length - i_));
  i_ = end + length;
  return true;
}

/// Two formulas that touch become one: "$$" between them would mean something else.
void LatexDecoder::putMath(QStringView formula) {
  QString text = formula.toString().simplified();
  if (mathEnd_ == out_.size() && !out_.isEmpty() && !text.startsWith("$$"_L1) && !text.startsWith(u'\\') &&
      out_.endsWith(u'$') && !out_.endsWith("$$"_L1)) {
    out_.chop(1);
    text.remove(0, 1);
    if (isLatin(out_.back()) && isLatin(text.at(0))) out_ += u' ';
  }
  out_ += text;
  mathEnd_ = out_.size();
}

void LatexDecoder::command() {
  const QChar first = at(++i_);
  if (!isLatin(first)) {
    ++i_;
    controlSymbol(first);
    return;
  }
  const qsizetype begin = i_;
  while (isLatin(at(i_)))
    ++i_;
  controlWord(text_.mid(begin, i_ - begin).toString());
}

void LatexDecoder::controlSymbol(QChar c) {
  if (c == u'(') {
    const qsizetype end = text_.indexOf(u"\\)", i_);
    if (end >= 0) {
      putMath(text_.mid(i_ - 2, end + 4 - i_));
      i_ = end + 2;
    } else {
      letter(c);
    }
    return;
  }
  const QString name(c);
  if (const auto found = table_.accents.constFind(name); found != table_.accents.constEnd()) {
    accent(*found, name);
  } else if (c.isSpace() || c == u'\\' || c == u';' || c == u':') {
    --i_;
    blank(u' ');
  } else if (c == u',') {
    out_ += QChar(0x202F);
  } else if (c != u'-' && c != u'/' && c != u'!' && c != u'@' && !c.isNull()) {
    letter(c);
  }
}

void LatexDecoder::controlWord(const QString& name) {
  const qsizetype afterName = i_;
  skipBlanks();
  if (const auto found = table_.accents.constFind(name); found != table_.accents.constEnd()) {
    accent(*found, QString());
    return;
  }
  if (const auto found = table_.symbols.constFind(name); found != table_.symbols.constEnd()) {
    // TeX swallows the blank after a command; after a name such as \TeX it was meant.
    if (found->size() > 1) i_ = afterName;
    for (const QChar c : *found)
      letter(c);
    return;
  }
  if (table_.silent.contains(name) || styleWord(name)) return;
  if (name == "ifmmode"_L1) {
    condition();
  } else if (at(i_) == u'{') {
    out_ += argument();  // unknown: what it is given is what is read
  } else {
    i_ = afterName;
    out_ += (form_ == Form::Markdown ? u"\\\\"_s : u"\\"_s) + name;
  }
}

bool LatexDecoder::styleWord(const QString& name) {
  if (const QString mark = table_.switches.value(name); !mark.isEmpty()) {
    const qsizetype from = i_;
    if (groups_.isEmpty()) return true;
    // To the end of the group.
    int depth = 1;
    for (; i_ < text_.size() && depth > 0; ++i_) {
      if (text_.at(i_) == u'\\')
        ++i_;
      else if (text_.at(i_) == u'{')
        ++depth;
      else if (text_.at(i_) == u'}')
        --depth;
    }
    i_ = std::min(depth == 0 ? i_ - 1 : i_, text_.size());
    emphasise(mark, decoded(text_.mid(from, i_ - from)));
  } else if (const QString around = table_.emphasis.value(name); !around.isEmpty()) {
    emphasise(around, argument());
  } else if (table_.enclosing.contains(name)) {
    const auto [before, after] = table_.enclosing.value(name);
    out_ += before + argument() + after;
  } else if (table_.superscriptCommands.contains(name)) {
    out_ += shifted(argument(), table_.superscripts);
  } else if (table_.subscriptCommands.contains(name)) {
    out_ += shifted(argument(), table_.subscripts);
  } else if (table_.transparent.contains(name)) {
    out_ += argument();
  } else if (table_.dropped.contains(name)) {
    argumentText();
  } else if (withTwoArguments().contains(name)) {
    argumentText();
    skipBlanks();
    out_ += argument();
  } else if (name == "ensuremath"_L1) {
    putMath(QString(u'$' + argumentText().toString() + u'$'));
  } else {
    return false;
  }
  return true;
}

/// "\ifmmode a\else b\fi": a text is not in math mode.
void LatexDecoder::condition() {
  const qsizetype end = text_.indexOf(u"\\fi", i_);
  const qsizetype other = text_.indexOf(u"\\else", i_);
  const qsizetype stop = end < 0 ? text_.size() : end;
  if (other >= 0 && other < stop) out_ += decoded(text_.mid(other + 5, stop - other - 5).trimmed());
  i_ = end < 0 ? text_.size() : end + 3;
}

void LatexDecoder::accent(QChar mark, const QString& spacing) {
  skipBlanks();
  QString base = argument();
  if (base.isEmpty()) {
    for (const QChar c : spacing)
      letter(c);
    return;
  }
  const bool below = mark.unicode() >= 0x0323 && mark.unicode() <= 0x0331;
  if (!below && base.at(0) == QChar(0x131)) base[0] = u'i';
  if (!below && base.at(0) == QChar(0x237)) base[0] = u'j';
  qsizetype first = base.at(0).isHighSurrogate() && base.size() > 1 ? 2 : 1;
  while (first < base.size() && base.at(first).category() == QChar::Mark_NonSpacing)
    ++first;
  out_ += base.insert(first, mark);
}

/// A group, a command with what belongs to it, or one character.
QStringView LatexDecoder::argumentText() {
  const qsizetype from = i_;
  if (at(i_) == u'{') {
    const qsizetype end = groupEnd(text_, i_);
    i_ = std::min(end + 1, text_.size());
    return text_.mid(from + 1, end - from - 1);
  }
  if (at(i_) == u'\\') {
    ++i_;
    const bool word = isLatin(at(i_));
    if (!word && i_ < text_.size()) ++i_;
    while (word && isLatin(at(i_)))
      ++i_;
    const bool marks = table_.accents.contains(text_.mid(from + 1, i_ - from - 1).toString());
    skipBlanks();
    if (marks && at(i_) == u'{')
      i_ = std::min(groupEnd(text_, i_) + 1, text_.size());
    else if (marks && i_ < text_.size())
      ++i_;
  } else if (i_ < text_.size() && at(i_) != u'}') {
    i_ += at(i_).isHighSurrogate() && i_ + 1 < text_.size() ? 2 : 1;
  }
  return text_.mid(from, i_ - from);
}

QString LatexDecoder::argument() {
  return decoded(argumentText());
}

QString LatexDecoder::decoded(QStringView text) const {
  if (depth_ >= kDeepest) return text.toString();
  return LatexDecoder(table_, text, form_, depth_ + 1).run();
}

QString LatexDecoder::tag(const QString& mark, bool closing) const {
  if (form_ == Form::Markdown) return mark;
  const QString name = mark.size() == 1 ? u"i"_s : u"b"_s;
  return (closing ? u"</"_s : u"<"_s) + name + u'>';
}

/// Blanks at the ends go outside: "* a*" is no emphasis. Emphasis within emphasis is dropped.
void LatexDecoder::emphasise(const QString& mark, const QString& text) {
  const QString inner = text.trimmed();
  if (form_ == Form::Plain || inner.isEmpty() || inner.contains(tag(mark, false))) {
    out_ += text;
    return;
  }
  const qsizetype leading = text.indexOf(inner);
  out_ += text.left(leading) + tag(mark, false) + inner + tag(mark, true) + text.mid(leading + inner.size());
}

/// Raised or lowered where Unicode has every character of it.
QString LatexDecoder::shifted(const QString& text, const QHash<QChar, QChar>& forms) const {
  QString result;
  for (const QChar c : text) {
    if (!forms.contains(c)) return text;
    result += forms.value(c);
  }
  return result;
}

}  // namespace offprint
