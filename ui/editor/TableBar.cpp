#include "ui/editor/TableBar.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTimer>

#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/editor/TableSheet.h"
#include "ui/editor/TableText.h"
#include "ui/widgets/Floating.h"
#include "ui/widgets/IconButton.h"

using namespace Qt::StringLiterals;

namespace offprint {

TableBar::TableBar(Appearance& look, ManuscriptEdit& edit)
    : QFrame(edit.viewport()), look_(look), edit_(edit) {
  setObjectName(u"tableBar"_s);
  setAccessibleName(tr("Table"));
  setFocusPolicy(Qt::NoFocus);
  setCursor(Qt::ArrowCursor);
  auto* row = new QHBoxLayout(this);
  row->setSpacing(0);
  addButton(u"between-horizontal-end"_s, tr("Add row"), u"row"_s);
  addButton(u"between-vertical-end"_s, tr("Add column"), u"column"_s);
  row->addSpacing(look_.ipx(8));
  addButton(u"text-align-start"_s, tr("Align left"), u"align-left"_s);
  addButton(u"text-align-center"_s, tr("Centre"), u"align-center"_s);
  addButton(u"text-align-end"_s, tr("Align right"), u"align-right"_s);
  row->addSpacing(look_.ipx(8));
  addButton(u"arrow-left"_s, tr("Move column left"), u"column-left"_s);
  addButton(u"arrow-right"_s, tr("Move column right"), u"column-right"_s);
  addButton(u"arrow-up"_s, tr("Move row up"), u"row-up"_s);
  addButton(u"arrow-down"_s, tr("Move row down"), u"row-down"_s);
  row->addSpacing(look_.ipx(8));
  addButton(u"arrow-down-a-z"_s, tr("Sort by this column"), u"sort"_s);
  addButton(u"grid-3x3"_s, tr("Edit as grid"), u"grid"_s);
  row->addSpacing(look_.ipx(8));
  addButton(u"table-rows-split"_s, tr("Delete row"), u"delete-row"_s);
  addButton(u"table-columns-split"_s, tr("Delete column"), u"delete-column"_s);
  addButton(u"trash-2"_s, tr("Delete table"), u"delete"_s);
  hide();
  connect(&edit_, &QTextEdit::cursorPositionChanged, this, &TableBar::follow);
  connect(edit_.verticalScrollBar(), &QScrollBar::valueChanged, this, &TableBar::place);
  connect(&edit_, &ManuscriptEdit::resized, this, &TableBar::place);
  connect(&look_, &Appearance::changed, this, &TableBar::refresh);
  edit_.installEventFilter(this);
  refresh();
}

void TableBar::addButton(const QString& icon, const QString& name, const QString& what) {
  auto* button = new IconButton(look_, icon, name, this);
  connect(button, &QToolButton::clicked, this, [this, what] { run(what); });
  layout()->addWidget(button);
}

void TableBar::refresh() {
  const int margin = floatingMargin(look_) + look_.ipx(3);
  layout()->setContentsMargins(margin, margin, margin, margin);
  for (IconButton* button : findChildren<IconButton*>()) {
    button->setSide(26);
    button->setFocusPolicy(Qt::NoFocus);
  }
  adjustSize();
  place();
}

void TableBar::setWanted(bool wanted) {
  wanted_ = wanted;
  place();
}

void TableBar::documentChanged() {
  disconnect(changes_);
  document_ = edit_.document();
  changed_ = false;
  left_ = QTextCursor();
  changes_ = connect(document_, &QTextDocument::contentsChanged, this, [this] {
    if (inside_) changed_ = true;
  });
  follow();
}

void TableBar::follow() {
  const auto table = edit_.isReadOnly() ? std::nullopt : tableAt(edit_.textCursor());
  const QTextBlock first = table ? edit_.document()->findBlockByNumber(table->firstLine) : QTextBlock();
  const bool other = changed_ && !left_.isNull() && left_.block() != first;
  // Not while the cursor moves: it may do so in the middle of an edit.
  if (other) QTimer::singleShot(0, this, &TableBar::tidyLeft);
  if (table && !changed_) left_ = QTextCursor(first);
  if (std::exchange(inside_, table.has_value()) != inside_) Q_EMIT insideChanged();
  place();
}

/// Pads the table that was left. Not after an undo: that would make the redoing impossible.
void TableBar::tidyLeft() {
  if (!changed_ || left_.isNull() || left_.document() != edit_.document()) return;
  const auto table = tableAt(left_);
  const auto here = tableAt(edit_.textCursor());
  if (table && here && here->firstLine == table->firstLine) return;
  changed_ = false;
  if (table && !edit_.isReadOnly() && !edit_.document()->isRedoAvailable()) {
    QTextCursor cursor = left_;
    cursor.beginEditBlock();
    replaceTable(cursor, *table, table->table, table->row, table->column);
    cursor.endEditBlock();
    changed_ = false;
  }
  left_ = QTextCursor();
  follow();
}

void TableBar::run(const QString& what) {
  if (!inside_ || edit_.isReadOnly()) return;
  if (what == u"grid"_s) return openGrid();
  QTextCursor cursor = edit_.textCursor();
  cursor.beginEditBlock();
  changeTable(cursor, what);
  cursor.endEditBlock();
  edit_.setTextCursor(cursor);
  edit_.ensureCursorVisible();
  edit_.setFocus();
  place();
}

void TableBar::openGrid() {
  const auto table = tableAt(edit_.textCursor());
  if (!table) return;
  const QTextCursor at(edit_.document()->findBlockByNumber(table->firstLine));
  openTableSheet(look_, table->table, table->row, table->column, edit_.window(),
                 [self = QPointer<TableBar>(this), at](const TableText& next) {
                   if (!self || at.document() != self->edit_.document()) return;
                   const auto place = tableAt(at);
                   if (!place) return;
                   QTextCursor cursor = at;
                   cursor.beginEditBlock();
                   replaceTable(cursor, *place, next, 0, 0);
                   cursor.endEditBlock();
                   self->edit_.setTextCursor(cursor);
                   self->edit_.setFocus();
                 });
}

/// Above the table, where the layout leaves room for it, or at the upper edge of what is seen of it, never
/// over the line that is written.
void TableBar::place() {
  const ManuscriptLayout* layout = edit_.manuscript();
  const auto table = inside_ && wanted_ && layout ? tableAt(edit_.textCursor()) : std::nullopt;
  if (!table || (!edit_.hasFocus() && !isVisible())) return hide();
  const int margin = floatingMargin(look_);
  const QTextBlock first = edit_.document()->findBlockByNumber(table->firstLine);
  const int top = static_cast<int>(layout->textTop(first)) - edit_.verticalScrollBar()->value();
  const int high = height() - 2 * margin;
  int y = std::max(look_.ipx(4), top - high - look_.ipx(2));
  const QRect caret = edit_.cursorRect();
  if (y + high > caret.top() && y < caret.bottom()) y = caret.bottom() + look_.ipx(4);
  const int right = static_cast<int>(layout->columnLeft() + layout->columnWidth());
  const int x =
      std::max(0, std::min(right, edit_.viewport()->width() - look_.ipx(4)) - (width() - 2 * margin));
  move(x - margin, y - margin);
  show();
  raise();
}

void TableBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintFloating(painter, look_, QRectF(rect()), look_.px(8));
}

bool TableBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &edit_ && event->type() == QEvent::FocusIn) place();
  if (watched == &edit_ && event->type() == QEvent::FocusOut && !edit_.hasFocus()) hide();
  return QFrame::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_TableBar.cpp"
