#pragma once
#include <array>
#include <functional>
#include <QBasicTimer>
#include <QPointer>
#include <QSet>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>

#include "ui/editor/InlineSyntax.h"
#include "ui/editor/LineSyntax.h"
#include "ui/editor/ManuscriptStyle.h"

namespace offprint {

class Spelling;

/// Colours and faces of Markdown source, line by line: a key costs the changed line and the lines whose
/// opening state it changes. Leaves each line's LineState in the block's userState() for ManuscriptLayout.
/// GUI thread.
class Highlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  Highlighter(QTextDocument* document, const ManuscriptStyle& style);

  void setStyle(const ManuscriptStyle& style);
  /// Underlines words that are spelled wrongly, but not the one that is being written: `caret` gives the
  /// document position behind which letters appear, -1 when nobody writes. Null: none.
  void setSpelling(Spelling* spelling, std::function<int()> caret);
  /// The caret is elsewhere: the word that was spared is looked at.
  void caretMoved();
  /// A word that is underlined, in document positions; start -1: there is none.
  struct Misspelt {
    int start = -1;
    int length = 0;
  };
  Misspelt misspeltAt(int position) const;
  /// The next one, from the start again at the end.
  Misspelt misspeltAfter(int position) const;

 protected:
  void timerEvent(QTimerEvent* event) override;
  void highlightBlock(const QString& line) override;

 private:
  void makeFormats();
  void formatLine(const QString& line, const LineState& state);
  void formatProse(const QString& line, const LinePrefix& prefix, const QTextCharFormat& base);
  void formatOpening(const QString& line, const LinePrefix& prefix);
  void formatMath(const QString& line, bool last);
  void formatTable(const QString& line);
  void formatDirective(const QString& line);
  QTextCharFormat inlineFormat(const InlineRun& run, const QTextCharFormat& base) const;
  const QTextCharFormat& headingFormat(int level) const;
  void refreshPrevious(const QString& line);
  void markWords(const QString& line, const LineState& state);
  void lookAgain();
  void lookAt(const QSet<QString>& wrong);
  bool hasMarks(const QTextBlock& block) const;

  ManuscriptStyle style_;
  QTextCharFormat plain_;
  QTextCharFormat marker_;
  QTextCharFormat mono_;
  QTextCharFormat code_;
  QTextCharFormat math_;
  QTextCharFormat cite_;
  QTextCharFormat target_;
  QTextCharFormat html_;
  QTextCharFormat attribute_;
  QTextCharFormat directive_;
  QTextCharFormat comment_;
  std::array<QTextCharFormat, 3> headings_;

  QPointer<Spelling> spelling_;
  std::function<int()> caret_;
  int sparedBlock_ = -1;
  int sparedEnd_ = -1;  ///< document position
  QBasicTimer looking_;
  int lookedTo_ = 0;  ///< block
};

}  // namespace offprint
