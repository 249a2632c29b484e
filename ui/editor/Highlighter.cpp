#include "ui/editor/Highlighter.h"

#include <algorithm>
#include <QRegularExpression>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QTextCharFormat inFace(const QFont& font, const QColor& ink) {
  QTextCharFormat format;
  format.setFont(font);
  format.setForeground(ink);
  return format;
}

}  // namespace

Highlighter::Highlighter(QTextDocument* document, const ManuscriptStyle& style)
    : QSyntaxHighlighter(document), style_(style) {
  makeFormats();
}

void Highlighter::setStyle(const ManuscriptStyle& style) {
  style_ = style;
  makeFormats();
  rehighlight();
}

void Highlighter::makeFormats() {
  const auto inked = [](const QColor& ink) {
    QTextCharFormat format;
    format.setForeground(ink);
    return format;
  };
  plain_ = {};
  marker_ = inked(style_.marker);
  mono_ = inFace(style_.mono, style_.ink);
  code_ = inFace(style_.mono, style_.code);
  math_ = inFace(style_.mono, style_.math);
  cite_ = inFace(style_.mono, style_.cite);
  target_ = inFace(style_.mono, style_.link);
  html_ = inFace(style_.mono, style_.secondary);
  attribute_ = inFace(style_.mono, style_.marker);
  directive_ = inFace(style_.mono, style_.directive);
  comment_ = inFace(style_.mono, style_.marker);
  headings_ = {inFace(style_.heading, style_.headingInk), inFace(style_.subheading, style_.headingInk),
               inFace(style_.minor, style_.headingInk)};
}

const QTextCharFormat& Highlighter::headingFormat(int level) const {
  return headings_[static_cast<std::size_t>(std::clamp(level - 2, 0, 2))];
}

void Highlighter::highlightBlock(const QString& line) {
  const QTextBlock block = currentBlock();
  const LineState before = LineState::before(block);
  const QTextBlock next = block.next();
  const LineState state = readLine(before, line, next.isValid() ? QStringView(next.text()) : QStringView(),
                                   block.blockNumber() == 0);
  const int old = currentBlockState();
  const int packed = state.pack();
  setCurrentBlockState(packed);
  formatLine(line, state);
  markWords(line, state);
  if (old != packed) {
    // The layout sets a line by its state; a change without a changed format would not reach it.
    document()->markContentsDirty(block.position(), block.length());
  }
  refreshPrevious(line);
}

// An underline or a delimiter row that comes or goes changes what the line above is.
void Highlighter::refreshPrevious(const QString& line) {
  const QTextBlock previous = currentBlock().previous();
  if (!previous.isValid() || previous.userState() < 0) return;
  const QTextBlock beforeIt = previous.previous();
  const LineState start = beforeIt.isValid() ? LineState::of(beforeIt) : LineState();
  const LineState now = readLine(start, previous.text(), line, previous.blockNumber() == 0);
  if (now.pack() == previous.userState()) return;
  const int number = previous.blockNumber();
  QMetaObject::invokeMethod(
      this,
      [this, number] {
        const QTextBlock block = document()->findBlockByNumber(number);
        if (block.isValid()) rehighlightBlock(block);
      },
      Qt::QueuedConnection);
}

void Highlighter::formatLine(const QString& line, const LineState& state) {
  using Kind = LineState::Kind;
  const int size = static_cast<int>(line.size());
  const LinePrefix prefix = LinePrefix::of(line);
  switch (state.kind) {
    case Kind::Blank:
      break;
    case Kind::Text:
      formatProse(line, prefix, plain_);
      break;
    case Kind::Heading:
      formatProse(line, prefix, headingFormat(std::max(prefix.headingLevel, 1)));
      break;
    case Kind::Fence:
      setFormat(0, size, attribute_);
      break;
    case Kind::Code:
      setFormat(0, size, code_);
      break;
    case Kind::Math:
      formatMath(line, state.open == LineState::Open::Nothing);
      break;
    case Kind::Comment:
    case Kind::FrontMatter:
      setFormat(0, size, comment_);
      break;
    case Kind::Table:
      formatTable(line);
      break;
    case Kind::Directive:
      formatDirective(line);
      break;
    case Kind::Rule:
      setFormat(0, size, marker_);
      break;
  }
}

void Highlighter::formatProse(const QString& line, const LinePrefix& prefix, const QTextCharFormat& base) {
  const int size = static_cast<int>(line.size());
  if (base.propertyCount() > 0) setFormat(0, size, base);
  if (prefix.isItem() || prefix.quoteDepth > 0 || prefix.headingLevel > 0) {
    QTextCharFormat faded = base;
    faded.setForeground(style_.marker);
    if (prefix.headingLevel > 0) faded.setFontWeight(QFont::Normal);
    setFormat(0, prefix.contentStart, faded);
  }
  for (const InlineRun& run : scanInline(line, prefix.contentStart).runs) {
    setFormat(run.start, run.length, inlineFormat(run, base));
  }
  formatOpening(line, prefix);
}

/// What makes a paragraph more than one: the word of a callout, the colon of a caption.
void Highlighter::formatOpening(const QString& line, const LinePrefix& prefix) {
  static const QRegularExpression callout(uR"(^\[![A-Za-z]{1,20}\][-+]?(?=\s|$))"_s);
  const QStringView content = QStringView(line).mid(prefix.contentStart);
  const QTextBlock previous = currentBlock().previous();
  if (prefix.quoteDepth > 0) {
    const LinePrefix above = LinePrefix::of(previous.isValid() ? previous.text() : QString());
    const bool first = above.quoteDepth < prefix.quoteDepth || above.contentStart >= previous.length() - 1;
    const auto match = callout.match(content);
    if (first && match.hasMatch())
      setFormat(prefix.contentStart, static_cast<int>(match.capturedLength()), directive_);
    return;
  }
  if (prefix.isItem() || !content.startsWith(QStringView(u": "))) return;
  const LineState before = LineState::before(currentBlock());
  const bool underPicture = previous.isValid() && previous.text().trimmed().startsWith(QStringView(u"!["));
  if (!before.afterText || before.kind == LineState::Kind::Table || underPicture)
    setFormat(prefix.contentStart, 1, directive_);
}

/// `last`: the line that closes a formula, behind which its name may stand.
void Highlighter::formatMath(const QString& line, bool last) {
  setFormat(0, static_cast<int>(line.size()), math_);
  int behind = 0;  // the last delimiter
  for (const QStringView fence : {QStringView(u"$$"), QStringView(u"\\["), QStringView(u"\\]")}) {
    for (qsizetype i = QStringView(line).indexOf(fence); i >= 0;
         i = QStringView(line).indexOf(fence, i + 2)) {
      setFormat(static_cast<int>(i), 2, attribute_);
      behind = std::max(behind, static_cast<int>(i) + 2);
    }
  }
  if (!last) return;
  for (const InlineRun& run : scanInline(line, behind).runs) {
    if (run.role == InlineRole::Attribute) setFormat(run.start, run.length, attribute_);
  }
}

QTextCharFormat Highlighter::inlineFormat(const InlineRun& run, const QTextCharFormat& base) const {
  QTextCharFormat format = base;
  switch (run.role) {
    case InlineRole::Plain:
      break;
    case InlineRole::Marker:
      format.setForeground(style_.marker);
      break;
    case InlineRole::Code:
      format = code_;
      break;
    case InlineRole::Math:
      format = math_;
      break;
    case InlineRole::Cite:
      format = cite_;
      break;
    case InlineRole::LinkText:
      format.setForeground(style_.link);
      break;
    case InlineRole::Target:
      format = target_;
      break;
    case InlineRole::Html:
      format = html_;
      break;
    case InlineRole::Attribute:
      format = attribute_;
      break;
  }
  if (run.role != InlineRole::Plain && run.role != InlineRole::LinkText) return format;
  if (run.strong) format.setFontWeight(QFont::DemiBold);
  if (run.emphasis) format.setFontItalic(true);
  if (run.strike) format.setFontStrikeOut(true);
  return format;
}

void Highlighter::formatTable(const QString& line) {
  setFormat(0, static_cast<int>(line.size()), mono_);
  if (isTableDelimiter(line)) {
    setFormat(0, static_cast<int>(line.size()), attribute_);
    return;
  }
  for (const InlineRun& run : scanInline(line).runs)
    setFormat(run.start, run.length, inlineFormat(run, mono_));
  for (qsizetype i = line.indexOf(u'|'); i >= 0; i = line.indexOf(u'|', i + 1)) {
    if (i == 0 || line[i - 1] != u'\\') setFormat(static_cast<int>(i), 1, attribute_);
  }
}

void Highlighter::formatDirective(const QString& line) {
  const int size = static_cast<int>(line.size());
  const int start = LinePrefix::of(line).markerStart;
  setFormat(0, size, attribute_);
  int end = start;
  while (end < size && (line[end].isSpace() || line[end] == u':'))
    ++end;
  while (end < size && (line[end].isLetterOrNumber() || line[end] == u'-' || line[end] == u'_'))
    ++end;
  setFormat(start, end - start, directive_);
  // Between the name and the braces stands a title, which is Markdown.
  const qsizetype brace = line.indexOf(u'{', end);
  int last = brace < 0 ? size : static_cast<int>(brace);
  if (end < last && line[end] == u'[') {
    ++end;
    last = static_cast<int>(std::max<qsizetype>(end, QStringView(line).first(last).lastIndexOf(u']')));
  }
  setFormat(end, last - end, plain_);
  for (const InlineRun& run : scanInline(QStringView(line).first(last), end).runs)
    setFormat(run.start, run.length, inlineFormat(run, plain_));
}

}  // namespace offprint
#include "moc_Highlighter.cpp"
