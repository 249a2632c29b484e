#include <algorithm>
#include <QElapsedTimer>
#include <QTextDocument>
#include <QTextLayout>
#include <QTimerEvent>

#include "ui/editor/Highlighter.h"
#include "ui/editor/Spelling.h"

// The part of Highlighter that underlines what is spelled wrongly.

namespace offprint {
namespace {

constexpr int kSliceMs = 4;

bool isSpelled(const LineState& state) {
  using Kind = LineState::Kind;
  return state.kind == Kind::Text || state.kind == Kind::Heading || state.kind == Kind::Table;
}

bool isMark(const QTextLayout::FormatRange& range) {
  return range.format.underlineStyle() == QTextCharFormat::SpellCheckUnderline;
}

}  // namespace

void Highlighter::setSpelling(Spelling* spelling, std::function<int()> caret) {
  if (spelling_) spelling_->disconnect(this);
  spelling_ = spelling;
  caret_ = std::move(caret);
  looking_.stop();
  if (!spelling_) return;
  connect(spelling_, &Spelling::judged, this, &Highlighter::lookAt);
  lookAgain();
}

void Highlighter::markWords(const QString& line, const LineState& state) {
  if (!spelling_ || !isSpelled(state)) return;
  const QTextBlock block = currentBlock();
  const int caret = caret_ ? caret_() - block.position() : -1;
  for (const SpelledWord& word : spelledWords(line)) {
    const int end = word.start + word.length;
    if (end == caret) {
      sparedBlock_ = block.blockNumber();
      sparedEnd_ = block.position() + end;
      continue;
    }
    if (spelling_->verdict(line.mid(word.start, word.length)) != Spelling::Verdict::Wrong) continue;
    for (int from = word.start; from < end;) {
      QTextCharFormat marked = format(from);
      int to = from + 1;
      while (to < end && format(to) == marked)
        ++to;
      marked.setUnderlineStyle(QTextCharFormat::SpellCheckUnderline);
      marked.setUnderlineColor(style_.misspelt);
      setFormat(from, to - from, marked);
      from = to;
    }
  }
}

void Highlighter::caretMoved() {
  if (sparedBlock_ < 0 || !caret_ || caret_() == sparedEnd_) return;
  const QTextBlock block = document()->findBlockByNumber(std::exchange(sparedBlock_, -1));
  if (block.isValid()) rehighlightBlock(block);
}

bool Highlighter::hasMarks(const QTextBlock& block) const {
  const auto formats = block.layout()->formats();
  return std::any_of(formats.begin(), formats.end(), isMark);
}

/// Every line in idle slices: a text of any length opens at once.
void Highlighter::lookAgain() {
  lookedTo_ = 0;
  looking_.start(0, this);
}

void Highlighter::timerEvent(QTimerEvent* event) {
  if (event->timerId() != looking_.timerId()) return QSyntaxHighlighter::timerEvent(event);
  QElapsedTimer clock;
  clock.start();
  QTextBlock block = document()->findBlockByNumber(lookedTo_);
  for (; block.isValid() && clock.elapsed() < kSliceMs; block = block.next(), ++lookedTo_) {
    if (!isSpelled(LineState::of(block)) || !spelling_) continue;
    const QString line = block.text();
    bool wrong = false;
    for (const SpelledWord& word : spelledWords(line)) {
      if (spelling_->verdict(line.mid(word.start, word.length)) == Spelling::Verdict::Wrong) wrong = true;
    }
    if (wrong != hasMarks(block)) rehighlightBlock(block);
  }
  if (!block.isValid()) looking_.stop();
}

void Highlighter::lookAt(const QSet<QString>& wrong) {
  if (wrong.isEmpty()) {
    for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next()) {
      if (hasMarks(block)) rehighlightBlock(block);
    }
    return lookAgain();
  }
  for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next()) {
    if (!isSpelled(LineState::of(block))) continue;
    const QString text = block.text();
    const auto holds = [&text](const QString& word) { return text.contains(word); };
    if (std::any_of(wrong.begin(), wrong.end(), holds)) rehighlightBlock(block);
  }
}

Highlighter::Misspelt Highlighter::misspeltAt(int position) const {
  const QTextBlock block = document()->findBlock(position);
  if (!block.isValid() || !spelling_ || !isSpelled(LineState::of(block))) return {};
  const QString line = block.text();
  const int column = position - block.position();
  for (const SpelledWord& word : spelledWords(line)) {
    if (column < word.start || column > word.start + word.length) continue;
    if (spelling_->verdict(line.mid(word.start, word.length)) == Spelling::Verdict::Wrong)
      return {block.position() + word.start, word.length};
  }
  return {};
}

Highlighter::Misspelt Highlighter::misspeltAfter(int position) const {
  const int first = document()->findBlock(position).blockNumber();
  const int count = document()->blockCount();
  for (int i = 0; spelling_ && i <= count; ++i) {
    const QTextBlock block = document()->findBlockByNumber((first + i) % count);
    if (!isSpelled(LineState::of(block))) continue;
    const QString line = block.text();
    for (const SpelledWord& word : spelledWords(line)) {
      const int start = block.position() + word.start;
      if (i == 0 && start <= position) continue;
      if (spelling_->verdict(line.mid(word.start, word.length)) == Spelling::Verdict::Wrong)
        return {start, word.length};
    }
  }
  return {};
}

}  // namespace offprint
