#include "app/import/OpaqueRanges.h"

#include <array>
#include <QStringView>

#include "app/content/MarkdownLines.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Lines first (fences, indented code), then code spans and comments in what is left.
class RangeScanner {
 public:
  explicit RangeScanner(const QString& text) : text_(text) {}

  QList<TextRange> run() {
    qsizetype begin = 0;
    while (begin < text_.size()) {
      qsizetype end = text_.indexOf(u'\n', begin);
      end = end < 0 ? text_.size() : end + 1;
      takeLine(begin, end);
      begin = end;
    }
    if (fenceLength_ > 0) add(fenceBegin_, text_.size());
    scanInline(inlineBegin_, text_.size());
    return ranges_;
  }

 private:
  void add(qsizetype begin, qsizetype end) {
    if (!ranges_.isEmpty() && ranges_.last().end == begin)
      ranges_.last().end = end;
    else
      ranges_ << TextRange{begin, end};
  }

  /// Ends the stretch of ordinary text before `begin` and makes [begin, end) opaque.
  void takeBlock(qsizetype begin, qsizetype end) {
    scanInline(inlineBegin_, begin);
    add(begin, end);
    inlineBegin_ = end;
  }

  void takeLine(qsizetype begin, qsizetype end) {
    const QStringView whole = QStringView(text_).mid(begin, end - begin);
    bool list = false;
    const QStringView line = lines::withoutContainers(whole, list);
    if (fenceLength_ > 0) {
      const qsizetype run = lines::fenceLength(line);
      if (run < fenceLength_ || line[0] != fenceMark_ || line.size() != run) return;
      takeBlock(fenceBegin_, end);
      fenceLength_ = 0;
      return;
    }
    const bool afterBlank = blank_;
    blank_ = line.isEmpty();
    if (blank_) return;
    if (const qsizetype run = lines::fenceLength(line); run > 0) {
      fenceLength_ = run;
      fenceMark_ = line[0];
      fenceBegin_ = begin;
      return;
    }
    if (list) inList_ = true;
    const bool indented = whole.startsWith(u"    "_s) || whole.startsWith(u'\t');
    if (!indented && !list && afterBlank) inList_ = false;
    if (indented && !inList_ && (afterBlank || afterCode_ == begin)) {
      takeBlock(begin, end);
      afterCode_ = end;
    }
  }

  void scanInline(qsizetype begin, qsizetype end) {
    std::array<bool, 64> noCloser{};
    qsizetype noComment = -1;
    for (qsizetype at = begin; at < end;) {
      if (text_[at] == u'\\') {
        at += 2;
      } else if (text_[at] == u'<' && noComment < 0 && QStringView(text_).mid(at, 4) == u"<!--"_s) {
        const qsizetype close = text_.indexOf(u"-->"_s, at + 4);
        if (close < 0 || close >= end) {
          noComment = at;
          at += 4;
        } else {
          add(at, close + 3);
          at = close + 3;
        }
      } else if (text_[at] == u'`') {
        at = takeSpan(at, end, noCloser);
      } else {
        if (text_[at] == u'\n' && at + 1 < end && text_[at + 1] == u'\n') noCloser.fill(false);
        ++at;
      }
    }
  }

  qsizetype run(qsizetype from, qsizetype end) const {
    qsizetype at = from;
    while (at < end && text_[at] == u'`')
      ++at;
    return at - from;
  }

  /// A code span ends in its paragraph or not at all.
  qsizetype takeSpan(qsizetype at, qsizetype end, std::array<bool, 64>& noCloser) {
    const qsizetype ticks = run(at, end);
    if (ticks >= qsizetype(noCloser.size()) || noCloser[size_t(ticks)]) return at + ticks;
    for (qsizetype i = at + ticks; i < end;) {
      if (text_[i] == u'`') {
        const qsizetype closing = run(i, end);
        if (closing == ticks) {
          add(at, i + closing);
          return i + closing;
        }
        i += closing;
      } else if (text_[i] == u'\n' && i + 1 < end && text_[i + 1] == u'\n') {
        break;
      } else {
        ++i;
      }
    }
    noCloser[size_t(ticks)] = true;
    return at + ticks;
  }

  const QString& text_;
  QList<TextRange> ranges_;
  qsizetype inlineBegin_ = 0;
  qsizetype fenceBegin_ = 0;
  qsizetype fenceLength_ = 0;
  QChar fenceMark_;
  qsizetype afterCode_ = -1;
  bool blank_ = true;
  bool inList_ = false;
};

}  // namespace

QList<TextRange> opaqueRanges(const QString& markdown) {
  return RangeScanner(markdown).run();
}

}  // namespace offprint
