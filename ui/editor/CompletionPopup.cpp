#include "ui/editor/CompletionPopup.h"

#include <algorithm>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <QVBoxLayout>

#include "ui/editor/DocumentText.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kDelayMs = 120;
constexpr int kRows = 8;

/// A row: the name, and at the right what it is, fainter.
class EntryDelegate : public QStyledItemDelegate {
 public:
  EntryDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool chosen = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (chosen) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(look_.color(Token::AccentTint));
      painter->drawRoundedRect(option.rect, look_.px(6), look_.px(6));
    }
    const QRect inner = option.rect.adjusted(look_.ipx(10), 0, -look_.ipx(10), 0);
    const QString name = index.data(Qt::DisplayRole).toString();
    const QString detail = index.data(Qt::UserRole).toString();
    painter->setFont(fontFor(look_, TextRole::Body));
    const QFontMetrics metrics(painter->font());
    // One more than it is wide: advances are rounded, and a name that fits must not be cut.
    const int nameWidth = std::min(metrics.horizontalAdvance(name) + 1,
                                   detail.isEmpty() ? inner.width() : inner.width() * 3 / 5);
    painter->setPen(look_.color(Token::TextPrimary));
    painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(name, Qt::ElideRight, nameWidth));
    painter->setFont(fontFor(look_, TextRole::Meta));
    painter->setPen(look_.color(chosen ? Token::TextSecondary : Token::TextTertiary));
    const QRect rest = inner.adjusted(nameWidth + look_.ipx(12), 0, 0, 0);
    painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
                      QFontMetrics(painter->font()).elidedText(detail, Qt::ElideRight, rest.width()));
    painter->restore();
  }

 private:
  Appearance& look_;
};

}  // namespace

CompletionPopup::CompletionPopup(Appearance& look, ManuscriptEdit& edit)
    : Popup(look, edit.window()), look_(look), edit_(edit), list_(new QListWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(list_);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setUniformItemSizes(true);
  list_->setItemDelegate(new EntryDelegate(look, list_));
  list_->setAccessibleName(tr("Suggestions"));
  delay_.setSingleShot(true);
  delay_.setInterval(kDelayMs);
  connect(&delay_, &QTimer::timeout, this, [this] { offer(false); });
  connect(list_, &QListWidget::itemClicked, this, &CompletionPopup::accept);
  connect(&edit, &ManuscriptEdit::typed, this, [this] {
    if (isVisible()) {
      offer(false);
    } else {
      delay_.start();
    }
  });
  connect(&edit, &QTextEdit::cursorPositionChanged, this, [this] {
    if (!isVisible() || !query_) return;
    const QTextCursor cursor = edit_.textCursor();
    if (cursor.positionInBlock() < query_->start) hide();
  });
  edit.installEventFilter(this);
}

void CompletionPopup::ask() {
  dismissedAt_ = -1;
  offer(true);
  if (!isVisible()) Q_EMIT nothingToOffer();
}

void CompletionPopup::offer(bool asked) {
  delay_.stop();
  const QTextCursor cursor = edit_.textCursor();
  query_ = cursor.hasSelection() || edit_.isReadOnly() || !edit_.hasFocus()
               ? std::nullopt
               : completionAt(cursor.block(), cursor.positionInBlock(), asked);
  if (!query_) {
    dismissedAt_ = -1;
    return hide();
  }
  const int start = cursor.block().position() + query_->start;
  entries_ = start == dismissedAt_ ? QList<CompletionEntry>()
                                   : completionsFor(*query_, *edit_.document(), site_.get(), data_);
  if (entries_.isEmpty()) return hide();
  if (parentWidget() != edit_.window()) setParent(edit_.window());
  list_->clear();
  const int row = look_.ipx(28);
  for (const CompletionEntry& entry : std::as_const(entries_)) {
    auto* item = new QListWidgetItem(entry.name, list_);
    item->setData(Qt::UserRole, entry.detail);
    item->setData(Qt::AccessibleTextRole,
                  entry.detail.isEmpty() ? entry.name : entry.name + u", "_s + entry.detail);
    item->setSizeHint(QSize(0, row));
  }
  list_->setCurrentRow(0);
  list_->setFixedSize(look_.ipx(420), row * std::min(kRows, list_->count()));
  QTextCursor trigger = cursor;
  trigger.setPosition(start);
  const QRect line = edit_.cursorRect(trigger);
  popUpAt(QRect(edit_.viewport()->mapToGlobal(line.topLeft()), line.size()));
}

void CompletionPopup::accept() {
  const int row = list_->currentRow();
  if (row < 0 || row >= entries_.size() || !query_) return hide();
  const CompletionEntry entry = entries_[row];
  const CompletionQuery query = *query_;
  hide();
  QTextCursor cursor = edit_.textCursor();
  const QTextBlock block = cursor.block();
  const int from = block.position() + query.start;
  QString text = entry.text;
  const qsizetype caret = text.indexOf(u'│');
  if (caret >= 0) text.remove(caret, 1);
  const QString behind = block.text().mid(cursor.positionInBlock());
  const bool closed = entry.tail.isEmpty() || behind.startsWith(entry.tail);
  cursor.beginEditBlock();
  const int to = cursor.position();
  cursor.setPosition(from);
  cursor.setPosition(to, QTextCursor::KeepAnchor);
  cursor.insertText(toDocumentForm(closed ? text : text + entry.tail));
  cursor.endEditBlock();
  if (caret >= 0) cursor.setPosition(from + static_cast<int>(caret));
  if (!entry.tail.isEmpty()) cursor.setPosition(cursor.position() + static_cast<int>(entry.tail.size()));
  edit_.setTextCursor(cursor);
  edit_.ensureCursorVisible();
  // Behind "kind=" there are values to choose from.
  if (query.trigger == CompletionQuery::Trigger::Attribute) delay_.start();
}

bool CompletionPopup::writtenOut() const {
  const int row = list_->currentRow();
  if (row < 0 || row >= entries_.size() || !query_) return false;
  const QTextCursor cursor = edit_.textCursor();
  const QString typed = cursor.block().text().mid(query_->start, cursor.positionInBlock() - query_->start);
  QString whole = entries_[row].text;
  if (whole.endsWith(u'│')) whole.chop(1);  // the cursor goes behind it, where it is
  return entries_[row].tail.isEmpty() && whole == typed;
}

bool CompletionPopup::key(int key) {
  switch (key) {
    case Qt::Key_Down:
    case Qt::Key_Up: {
      const int by = key == Qt::Key_Down ? 1 : -1;
      list_->setCurrentRow((list_->currentRow() + by + list_->count()) % list_->count());
      return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
      // A word that is written out needs no completion: the key is a new line.
      if (writtenOut()) {
        hide();
        return false;
      }
      [[fallthrough]];
    case Qt::Key_Tab:
      accept();
      return true;
    case Qt::Key_Escape:
      dismissedAt_ = edit_.textCursor().block().position() + (query_ ? query_->start : 0);
      hide();
      return true;
    default:
      return false;
  }
}

bool CompletionPopup::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &edit_) {
    if (event->type() == QEvent::FocusOut) hide();
    const bool press = event->type() == QEvent::KeyPress;
    if (press || event->type() == QEvent::ShortcutOverride) {
      const auto* pressed = static_cast<QKeyEvent*>(event);
      if (pressed->key() == Qt::Key_Space && pressed->modifiers() == Qt::ControlModifier) {
        if (press) ask();
        event->accept();
        return true;
      }
      if (isVisible() && pressed->modifiers() == Qt::NoModifier) {
        if (press) return key(pressed->key());
        // Esc belongs to the popup before any command of the window.
        if (pressed->key() == Qt::Key_Escape) {
          event->accept();
          return true;
        }
      }
    }
  }
  return Popup::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_CompletionPopup.cpp"
