#pragma once
#include <functional>
#include <QAbstractTextDocumentLayout>
#include <QBasicTimer>
#include <QTextBlock>
#include <vector>

#include "ui/editor/LineSyntax.h"
#include "ui/editor/ManuscriptStyle.h"

namespace offprint {

/// Lays out a document of paragraphs as a manuscript page (app.md sections 9 and 25): one column with a fixed
/// line pitch whatever the faces, half-height gaps, hanging markers, grounds under code, tables that do not
/// wrap, an empty area on top for the title. Paragraphs are laid out from the top down as far as they are
/// looked at; the rest follows in idle slices, its height being estimated until then. An edit costs the
/// paragraphs it touches. GUI thread.
class ManuscriptLayout : public QAbstractTextDocumentLayout {
  Q_OBJECT
  Q_PROPERTY(int cursorWidth MEMBER cursorWidth_)  // QTextEdit reads it for the caret's rectangle
 public:
  /// How a paragraph differs from what readers see.
  enum class Change { None, Changed, Added };
  /// Characters [start, end) of the document.
  struct Range {
    int start = 0;
    int end = 0;
    bool operator==(const Range&) const = default;
  };

  ManuscriptLayout(QTextDocument* document, const ManuscriptStyle& style);

  void setStyle(const ManuscriptStyle& style);
  const ManuscriptStyle& style() const { return style_; }
  /// Room above the text, for the title area; below it, so that the last line can stand in the middle.
  void setMargins(qreal top, qreal bottom);
  /// Left edge and width of the text column.
  qreal columnLeft() const;
  qreal columnWidth() const;
  /// Says for a paragraph whether it gets a bar in the margin.
  void setChangeSource(std::function<Change(const QTextBlock&)> source);
  /// Grounds under search hits, in ascending order; they move with edits. `current` is an index into them or
  /// -1.
  void setHits(std::vector<Range> hits, int current);
  const std::vector<Range>& hits() const { return hits_; }
  /// Only these lines of the text (0-based, the last included) keep their ink, all others are dimmed; a
  /// negative `first`: none is dimmed.
  void setLit(int first, int last);
  bool isDimmed(const QTextBlock& block) const;
  /// Drops what is laid out; it is laid out again when it is looked at.
  void forget();
  /// Lays out everything at once.
  void complete();

  void draw(QPainter* painter, const PaintContext& context) override;
  int hitTest(const QPointF& point, Qt::HitTestAccuracy accuracy) const override;
  int pageCount() const override;
  QSizeF documentSize() const override;
  QRectF frameBoundingRect(QTextFrame* frame) const override;
  QRectF blockBoundingRect(const QTextBlock& block) const override;
  /// Some line between two heights is wider than the column: a table.
  bool isWideBetween(qreal top, qreal bottom) const;
  /// Where the first line of a paragraph begins: below the room above headings and tables.
  qreal textTop(const QTextBlock& block) const;
  /// The paragraph at a height of the page.
  QTextBlock blockAt(qreal y) const;

 protected:
  void documentChanged(int from, int charsRemoved, int charsAdded) override;
  void timerEvent(QTimerEvent* event) override;

 private:
  struct Box {
    qreal top = 0;
    qreal height = 0;
    qreal width = 0;  ///< of the widest line that does not wrap; 0 for the others
  };
  struct Setting;

  qreal pageWidth() const;
  /// Where paragraphs begin: left of the column by the room of hanging markers. QTextLine::cursorToX() gives
  /// 0 for what is left of its layout, so nothing may be.
  qreal origin() const { return columnLeft() - style_.gutter; }
  qreal laidBottom() const;
  void updateBaseline();
  void layAgain();
  void shiftHits(int from, int charsRemoved, int charsAdded);
  /// Lays out from the first unlaid paragraph until its number or its top is beyond; `budgetMs` < 0: no
  /// limit.
  void layUntil(int block, qreal y, int budgetMs) const;
  void layTo(const QTextBlock& block) const { layUntil(block.blockNumber(), -1, -1); }
  Box lay(const QTextBlock& block) const;
  void setLines(QTextLayout& layout, const Setting& setting, Box& box) const;
  void stack(int from) const;
  void updateTotal() const;
  void announceSize();

  void drawBlock(QPainter* painter, const QTextBlock& block, const PaintContext& context,
                 const QRectF& clip) const;
  void drawGround(QPainter* painter, const QTextBlock& block, const Box& box) const;
  void drawSpan(QPainter* painter, const QTextBlock& block, const Box& box, Range range, const QRectF& clip,
                const QColor& color) const;
  void drawHits(QPainter* painter, const QTextBlock& block, const Box& box, const QRectF& clip) const;
  void drawCaret(QPainter* painter, const QTextBlock& block, int position) const;

  ManuscriptStyle style_;
  qreal ascent_ = 0;    ///< of the writing face
  qreal baseline_ = 0;  ///< of a line from its top at the pitch
  qreal topMargin_ = 40;
  qreal bottomMargin_ = 240;
  int cursorWidth_ = 2;
  std::function<Change(const QTextBlock&)> changeSource_;
  std::vector<Range> hits_;
  int currentHit_ = -1;
  int firstLit_ = -1;
  int lastLit_ = -1;

  // Reading a position may lay out more of the document; nothing a caller sees changes by that.
  mutable std::vector<Box> boxes_;
  mutable int laid_ = 0;  ///< paragraphs [0, laid_) are laid out, their boxes hold
  mutable qreal total_ = 0;
  mutable qreal widest_ = 0;
  QSizeF announced_;
  QSizeF pageSize_;
  qreal laidColumn_ = 0;
  mutable qreal seen_ = 1200;  ///< as far down as anybody looked
  mutable QBasicTimer idle_;
};

}  // namespace offprint
