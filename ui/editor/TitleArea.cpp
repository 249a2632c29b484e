#include "ui/editor/TitleArea.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include "ui/editor/DocumentText.h"

namespace offprint {

GrowingField::GrowingField(QWidget* parent) : QTextEdit(parent) {
  setAcceptRichText(false);
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTabChangesFocus(true);
  document()->setDocumentMargin(0);
  viewport()->setAutoFillBackground(false);
  setAutoFillBackground(false);
  connect(this, &QTextEdit::textChanged, this, [this] {
    if (filling_) return;
    Q_EMIT edited();
    Q_EMIT grew();
  });
}

void GrowingField::setFace(const QFont& font, qreal pitch, const QColor& ink, const QColor& placeholder) {
  pitch_ = pitch;
  setFont(font);
  document()->setDefaultFont(font);
  QPalette colors = palette();
  colors.setColor(QPalette::Text, ink);
  colors.setColor(QPalette::PlaceholderText, placeholder);
  colors.setColor(QPalette::Base, Qt::transparent);
  setPalette(colors);
  setPitch();
}

void GrowingField::setPitch() {
  const bool was = std::exchange(filling_, true);
  const bool undo = document()->isUndoRedoEnabled();
  document()->setUndoRedoEnabled(false);
  QTextCursor all(document());
  all.select(QTextCursor::Document);
  QTextBlockFormat format;
  format.setLineHeight(pitch_, QTextBlockFormat::FixedHeight);
  all.mergeBlockFormat(format);
  document()->setUndoRedoEnabled(undo);
  filling_ = was;
}

void GrowingField::setContent(const QString& text, bool newItem) {
  // The blank that was typed just now is no part of a title yet; it must not be taken from under the caret.
  if (!newItem && (content() == text || content().trimmed() == text)) return;
  filling_ = true;
  setPlainText(toDocumentForm(QString(text).replace(u'\n', u' ')));
  setPitch();
  filling_ = false;
  Q_EMIT grew();
}

QString GrowingField::content() const {
  return documentText(*document()).replace(u'\n', u' ');
}

// Counted by itself: the field's own layout follows its width, which follows this height, and only when
// shown.
int GrowingField::heightFor(int width) const {
  QTextLayout layout(document()->toRawText(), document()->defaultFont());
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  int lines = 0;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    ++lines;
  }
  layout.endLayout();
  return static_cast<int>(std::ceil(std::max(1, lines) * pitch_));
}

void GrowingField::keyPressEvent(QKeyEvent* event) {
  QTextCursor probe = textCursor();
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      Q_EMIT leftDownwards();
      return;
    case Qt::Key_Down:
      if (event->modifiers() == Qt::NoModifier && !probe.movePosition(QTextCursor::Down)) {
        Q_EMIT leftDownwards();
        return;
      }
      break;
    case Qt::Key_Up:
      if (event->modifiers() == Qt::NoModifier && !probe.movePosition(QTextCursor::Up)) {
        Q_EMIT leftUpwards();
        return;
      }
      break;
    default:
      break;
  }
  QTextEdit::keyPressEvent(event);
}

/// The manuscript around it takes Tab as a character and would, asked as a parent, refuse to be left.
bool GrowingField::focusNextPrevChild(bool next) {
  QWidget* to = this;
  do {
    to = next ? to->nextInFocusChain() : to->previousInFocusChain();
  } while (to != this && !(to->isVisible() && to->isEnabled() && (to->focusPolicy() & Qt::TabFocus)));
  if (to == this) return false;
  to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  return true;
}

void GrowingField::wheelEvent(QWheelEvent* event) {
  event->ignore();  // the page scrolls, never the field
}

void GrowingField::insertFromMimeData(const QMimeData* source) {
  if (source && source->hasText()) insertPlainText(source->text().simplified());
}

QMimeData* GrowingField::createMimeDataFromSelection() const {
  auto* copied = new QMimeData;  // Qt takes it
  copied->setText(fromDocumentForm(textCursor().selectedText()));
  return copied;
}

TitleArea::TitleArea(QWidget* parent)
    : QWidget(parent), title_(new GrowingField(this)), summary_(new GrowingField(this)) {
  title_->setAccessibleName(tr("Title"));
  title_->setPlaceholderText(tr("Title"));
  summary_->setAccessibleName(tr("Summary"));
  summary_->setPlaceholderText(tr("Summary, a sentence or two"));
  connect(title_, &GrowingField::grew, this, &TitleArea::arrange);
  connect(summary_, &GrowingField::grew, this, &TitleArea::arrange);
}

void TitleArea::setStyle(const ManuscriptStyle& style) {
  style_ = style;
  title_->setFace(style.title, style.titlePitch, style.headingInk, style.faint);
  summary_->setFace(style.summary, style.summaryPitch, style.secondary, style.faint);
  arrange();
  update();
}

void TitleArea::setKicker(const QString& text, const QIcon& glyph) {
  kicker_ = text;
  glyph_ = glyph;
  update();
}

void TitleArea::setReadOnly(bool readOnly) {
  title_->setReadOnly(readOnly);
  summary_->setReadOnly(readOnly);
}

void TitleArea::place(int left, int width) {
  setGeometry(left, y(), width, height());
  arrange();
}

void TitleArea::arrange() {
  const qreal unit = style_.pitch / 27;
  const auto px = [unit](qreal value) { return static_cast<int>(std::lround(value * unit)); };
  int y = px(26 + 16 + 10);
  const int titleHeight = title_->heightFor(width());
  title_->setGeometry(0, y, width(), titleHeight);
  y += titleHeight + px(7);
  const int summaryHeight = summary_->heightFor(width());
  summary_->setGeometry(0, y, width(), summaryHeight);
  y += summaryHeight + px(17) + 1 + px(20);
  if (y == height()) return;
  resize(width(), y);
  update();
  Q_EMIT heightChanged(y);
}

void TitleArea::paintEvent(QPaintEvent*) {
  const qreal unit = style_.pitch / 27;
  QPainter painter(this);
  painter.setFont(style_.kicker);
  painter.setPen(style_.faint);
  QRectF line(0, 26 * unit, width(), 16 * unit);
  if (!glyph_.isNull()) {
    const int side = static_cast<int>(std::lround(14 * unit));
    glyph_.paint(&painter, QRect(0, static_cast<int>(line.center().y() - side / 2.0), side, side));
    line.setLeft(20 * unit);
  }
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(kicker_, Qt::ElideRight, static_cast<int>(line.width())));
  painter.setPen(QPen(style_.hairline, 1));
  const qreal rule = std::floor(summary_->geometry().bottom() + 1 + 17 * unit) + 0.5;
  painter.drawLine(QPointF(0, rule), QPointF(width(), rule));
}

}  // namespace offprint

#include "moc_TitleArea.cpp"
