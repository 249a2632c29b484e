#pragma once
#include <array>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>

#include "ui/editor/InlineSyntax.h"
#include "ui/editor/LineSyntax.h"
#include "ui/editor/ManuscriptStyle.h"

namespace offprint {

/// Colours and faces of Markdown source, line by line: a key costs the changed line and the lines whose
/// opening state it changes. Leaves each line's LineState in the block's userState() for ManuscriptLayout.
/// GUI thread.
class Highlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  Highlighter(QTextDocument* document, const ManuscriptStyle& style);

  void setStyle(const ManuscriptStyle& style);

 protected:
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
};

}  // namespace offprint
