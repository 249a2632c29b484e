#include "ui/history/DiffText.h"

#include <algorithm>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QVBoxLayout>

#include "ui/editor/DocumentText.h"
#include "ui/editor/Highlighter.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Kind = DiffPiece::Kind;

constexpr qsizetype kBeside = 1;     // unchanged paragraphs that stay at each side of a change
constexpr qsizetype kFoldsFrom = 3;  // fewer are shown

}  // namespace

DiffText::DiffText(Appearance& look, QWidget* parent)
    : QWidget(parent),
      look_(look),
      edit_(new ManuscriptEdit(this)),
      head_(new Label(look, TextRole::Body, {}, Token::TextPrimary, edit_->viewport())) {
  edit_->setReadOnly(true);
  edit_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  edit_->setAccessibleName(tr("What differs"));
  head_->setTextFormat(Qt::RichText);
  head_->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(edit_);
  setFocusProxy(edit_);
  connect(&look_, &Appearance::changed, this, [this] {
    if (document_) fill(TextDiff(diff_));
  });
  connect(edit_, &ManuscriptEdit::resized, this, &DiffText::arrangeSoon);
  restyle();
}

DiffText::~DiffText() {
  delete edit_;  // before the document it shows
}

void DiffText::restyle() {
  edit_->setStyle(ManuscriptStyle::of(look_));
}

void DiffText::setDiff(const TextDiff& diff, const QString& head, bool restorable) {
  head_->setText(head);
  head_->setVisible(!head.isEmpty());
  restorable_ = restorable;
  fill(diff);
}

void DiffText::fill(const TextDiff& diff) {
  diff_ = diff;
  const int scroll = document_ ? edit_->verticalScrollBar()->value() : 0;
  restyle();
  auto next = std::make_unique<QTextDocument>();
  const ManuscriptStyle style = ManuscriptStyle::of(look_);
  next->setDefaultFont(style.text);
  next->setUndoRedoEnabled(false);
  layout_ = new ManuscriptLayout(next.get(), style);
  next->setDocumentLayout(layout_);
  auto* highlighter = new Highlighter(next.get(), style);
  Q_UNUSED(highlighter)  // the document's
  std::swap(document_, next);
  places_.clear();
  const qsizetype count = diff_.passages.size();
  for (qsizetype i = 0; i < count; ++i) {
    if (diff_.passages[i].changed) {
      write(diff_.passages[i], static_cast<int>(i));
      continue;
    }
    qsizetype end = i;
    while (end < count && !diff_.passages[end].changed)
      ++end;
    const qsizetype after = end < count ? kBeside : 0;
    const qsizetype before = i > 0 ? kBeside : 0;
    const qsizetype hidden = end - i - before - after;
    for (qsizetype k = i; k < end; ++k) {
      if (hidden < kFoldsFrom || k < i + before || k >= end - after) {
        write(diff_.passages[k], static_cast<int>(k));
      } else if (k == i + before) {
        QTextCursor cursor(document_.get());
        cursor.movePosition(QTextCursor::End);
        QTextCharFormat faint;
        faint.setFont(style.kicker);
        faint.setForeground(style.faint);
        if (!document_->isEmpty()) cursor.insertText(u"\n\n"_s, QTextCharFormat());
        cursor.insertText(u"⋯  "_s + tr("%n unchanged paragraph(s)", nullptr, static_cast<int>(hidden)),
                          faint);
      }
    }
    i = end - 1;
  }
  layout_->setChangeSource([this](const QTextBlock& block) {
    for (const Place& place : places_) {
      if (block.position() < place.end && block.position() + block.length() > place.start)
        return ManuscriptLayout::Change::Changed;
    }
    return ManuscriptLayout::Change::None;
  });
  edit_->showDocument(document_.get());
  connect(layout_, &QAbstractTextDocumentLayout::documentSizeChanged, this, &DiffText::arrangeSoon);
  qDeleteAll(buttons_);
  buttons_.clear();
  for (const Place& place : places_) {
    auto* button =
        new QPushButton(look_.icon(u"undo-2"_s, Token::TextPrimary, 14), tr("Restore"), edit_->viewport());
    button->setProperty("small", true);
    button->setFont(fontFor(look_, TextRole::Control));  // not the text's, whose child it is
    button->setCursor(Qt::ArrowCursor);
    button->setToolTip(tr("Bring this passage back as it was"));
    button->setVisible(restorable_);
    connect(button, &QPushButton::clicked, this,
            [this, passage = place.passage] { Q_EMIT restoreRequested(passage); });
    buttons_.append(button);
  }
  current_ = -1;
  edit_->verticalScrollBar()->setValue(scroll);
  arrange();
}

void DiffText::write(const DiffPassage& passage, int number) {
  QTextCursor cursor(document_.get());
  cursor.movePosition(QTextCursor::End);
  if (!document_->isEmpty()) cursor.insertText(u"\n\n"_s, QTextCharFormat());
  Place place{number, cursor.position(), 0};
  QTextCharFormat removed;
  removed.setBackground(look_.color(Token::DiffDelWord));
  removed.setFontStrikeOut(true);
  QTextCharFormat added;
  added.setBackground(look_.color(Token::DiffAddWord));
  for (const DiffPiece& piece : passage.pieces) {
    cursor.insertText(toDocumentForm(piece.text), piece.kind == Kind::Removed ? removed
                                                  : piece.kind == Kind::Added ? added
                                                                              : QTextCharFormat());
  }
  place.end = cursor.position() + 1;
  if (passage.changed) places_.push_back(place);
}

void DiffText::step(int by) {
  if (places_.empty()) return;
  const int count = static_cast<int>(places_.size());
  current_ = current_ < 0 && by < 0 ? count - 1 : (current_ + by + count) % count;
  QTextCursor cursor(document_.get());
  cursor.setPosition(places_[static_cast<size_t>(current_)].start);
  edit_->setTextCursor(cursor);
  const QRectF box = layout_->blockBoundingRect(cursor.block());
  edit_->verticalScrollBar()->setValue(qRound(box.top() - edit_->viewport()->height() / 4.0));
}

void DiffText::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrangeSoon();
}

/// Heights are known when the layout has gone through the text.
void DiffText::arrangeSoon() {
  if (std::exchange(arranging_, true)) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        arranging_ = false;
        arrange();
      },
      Qt::QueuedConnection);
}

void DiffText::arrange() {
  if (!layout_) return;
  const int left = qRound(layout_->columnLeft());
  const int width = qRound(layout_->columnWidth());
  const int scroll = edit_->verticalScrollBar()->value();
  int top = look_.ipx(28);
  if (!head_->text().isEmpty()) {
    const int height = head_->heightForWidth(width);
    head_->setGeometry(left, top - scroll, width, height);
    top += height + look_.ipx(20);
  }
  layout_->setMargins(top, look_.px(120));
  const int gap = look_.ipx(16);
  for (qsizetype i = 0; i < buttons_.size(); ++i) {
    QPushButton* button = buttons_[i];
    const QTextBlock block = document_->findBlock(places_[static_cast<size_t>(i)].start);
    const QRectF box = layout_->blockBoundingRect(block);
    const int room = edit_->viewport()->width() - left - width - gap;
    button->setText(room >= look_.ipx(96) ? tr("Restore") : QString());
    button->setAccessibleName(tr("Restore passage"));
    button->resize(button->text().isEmpty() ? QSize(look_.ipx(28), look_.ipx(26)) : button->sizeHint());
    button->move(button->text().isEmpty() ? edit_->viewport()->width() - button->width() - look_.ipx(6)
                                          : left + width + gap,
                 qRound(box.top()) - scroll);
  }
}

}  // namespace offprint

#include "moc_DiffText.cpp"
