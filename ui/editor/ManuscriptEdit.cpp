#include "ui/editor/ManuscriptEdit.h"

#include <algorithm>
#include <cmath>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMetaMethod>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolTip>
#include <QUrl>

#include "ui/editor/BlockMoves.h"
#include "ui/editor/DocumentText.h"
#include "ui/editor/EditRules.h"
#include "ui/editor/InlineSyntax.h"
#include "ui/editor/ManuscriptLayout.h"

using namespace Qt::StringLiterals;

namespace offprint {

ManuscriptEdit::ManuscriptEdit(QWidget* parent) : QTextEdit(parent) {
  setAcceptRichText(false);
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // a bar that comes and goes would move the column
  setMouseTracking(true);
  viewport()->setMouseTracking(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &ManuscriptEdit::showSideways);
  connect(this, &QTextEdit::textChanged, this, &ManuscriptEdit::showSideways);
  // Known by name only: Qt has no public signal for what a text is to repaint.
  for (QObject* control : children())
    if (control->inherits("QWidgetTextControl"))
      connect(control,
              control->metaObject()->method(control->metaObject()->indexOfSignal("updateRequest(QRectF)")),
              this, metaObject()->method(metaObject()->indexOfSlot("repaintPitch(QRectF)")));
}

// Qt repaints as much of a line as its faces are high. Caret and selection cover the whole pitch, which is
// more where the line is set in the lower mono face.
void ManuscriptEdit::repaintPitch(const QRectF& part) {
  if (!layout_ || !part.isValid()) return;
  const qreal pitch = style_.pitch;
  const QRectF moved = part.adjusted(-2, -pitch, pitch, pitch)
                           .translated(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
  viewport()->update(moved.toAlignedRect() & viewport()->rect());
}

// The bar for wide tables is there while one is in sight; else the page stands straight.
void ManuscriptEdit::showSideways() {
  if (!layout_) return;
  const int top = verticalScrollBar()->value();
  const bool wide = layout_->isWideBetween(top, top + height());
  const auto policy = wide ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff;
  if (policy == horizontalScrollBarPolicy()) return;
  if (!wide) horizontalScrollBar()->setValue(0);
  setHorizontalScrollBarPolicy(policy);
}

void ManuscriptEdit::showDocument(QTextDocument* document) {
  layout_ = qobject_cast<ManuscriptLayout*>(document->documentLayout());
  setDocument(document);
  setCursorWidth(2);
}

void ManuscriptEdit::setStyle(const ManuscriptStyle& style) {
  style_ = style;
  QPalette colors = palette();
  colors.setColor(QPalette::Base, style.page);
  colors.setColor(QPalette::Window, style.page);  // beside the scroll bar
  colors.setColor(QPalette::Text, style.ink);
  colors.setColor(QPalette::Highlight, style.selection);
  colors.setColor(QPalette::HighlightedText, style.ink);
  setPalette(colors);
  verticalScrollBar()->setPalette(colors);
  setFont(style.text);
}

double ManuscriptEdit::lineAt(qreal viewportY) const {
  if (!layout_) return 0;
  const qreal y = viewportY + verticalScrollBar()->value();
  const QTextBlock block = layout_->blockAt(y);
  const QRectF box = layout_->blockBoundingRect(block);
  if (y < box.top()) return std::max(0.0, y / box.top());
  const qreal fraction = box.height() > 0 ? std::min((y - box.top()) / box.height(), 0.999) : 0;
  return block.blockNumber() + 1 + fraction;
}

void ManuscriptEdit::scrollToLine(double line) {
  if (!layout_) return;
  const int number = std::clamp(static_cast<int>(line), 1, document()->blockCount());
  const QRectF box = layout_->blockBoundingRect(document()->findBlockByNumber(number - 1));
  const qreal y =
      line < 1 ? std::max(0.0, line) * box.top() : box.top() + std::min(line - number, 1.0) * box.height();
  verticalScrollBar()->setValue(static_cast<int>(std::lround(y)));
}

QString ManuscriptEdit::linkAt(int position) const {
  const QTextBlock block = document()->findBlock(position);
  if (!block.isValid() || LineState::of(block).isOpaque()) return {};
  const QString line = block.text();
  const int at = position - block.position();
  const InlineScan scan = scanInline(line, LinePrefix::of(line).contentStart);
  using Kind = InlineSpan::Kind;
  for (const Kind kind :
       {Kind::Link, Kind::ItemLink, Kind::Autolink, Kind::Image, Kind::Reference, Kind::Citation}) {
    const InlineSpan* span = scan.around(kind, at, at);
    if (!span || at == span->outerEnd) continue;
    const QString target = line.mid(span->targetStart, span->targetEnd - span->targetStart).trimmed();
    if (kind == Kind::ItemLink) return u"[["_s + target + u"]]"_s;
    if (kind == Kind::Reference) return u'#' + target.section(u';', 0, 0).trimmed().mid(1);
    // A title may stand behind the address: [text](address "title").
    return kind == Kind::Citation ? target : target.section(u' ', 0, 0);
  }
  return {};
}

void ManuscriptEdit::keyPressEvent(QKeyEvent* event) {
  const int revision = document()->revision();
  takeKey(event);
  if (document()->revision() != revision && (!event->text().isEmpty() || event->key() == Qt::Key_Backspace)) {
    Q_EMIT typed();
  }
}

void ManuscriptEdit::takeKey(QKeyEvent* event) {
  if (!isReadOnly()) {
    QTextCursor cursor = textCursor();
    if (applyRule(event, cursor)) {
      setTextCursor(cursor);
      ensureCursorVisible();
      event->accept();
      return;
    }
  }
  const bool control = event->modifiers() & Qt::ControlModifier;
  if (control && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
    const QString link = linkAt(textCursor().position());
    if (!link.isEmpty()) Q_EMIT linkActivated(link);
    return;
  }
  if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
    hintTab();
    return;
  }
  if (event->key() == Qt::Key_Up && event->modifiers() == Qt::NoModifier) {
    const QTextCursor before = textCursor();
    QTextCursor above = before;
    if (!above.movePosition(QTextCursor::Up) || above.position() == before.position()) {
      Q_EMIT leftUpwards();
      return;
    }
  }
  QTextEdit::keyPressEvent(event);
}

bool ManuscriptEdit::applyRule(QKeyEvent* event, QTextCursor& cursor) {
  const Qt::KeyboardModifiers keys = event->modifiers() & ~Qt::KeypadModifier;
  if (keys & Qt::AltModifier && !(keys & Qt::ControlModifier)) return applyAltKey(event, cursor);
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && keys == Qt::ControlModifier) return tick(cursor);
  if (keys & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
    const bool altGr = keys & Qt::ControlModifier && keys & Qt::AltModifier;  // types on Windows
    if (!altGr || event->text().isEmpty()) return false;
  }
  return applyPlainKey(event, cursor);
}

bool ManuscriptEdit::applyPlainKey(QKeyEvent* event, QTextCursor& cursor) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return event->modifiers() & Qt::ShiftModifier ? breakInside(cursor) : breakLine(cursor);
    case Qt::Key_Backspace:
      return eraseBack(cursor);
    case Qt::Key_Tab:
      return indent(cursor);
    case Qt::Key_Backtab:
      return outdent(cursor);
    default:
      break;
  }
  const QString text = event->text();
  return text.size() == 1 && text[0].isPrint() && typeCharacter(cursor, text[0]);
}

bool ManuscriptEdit::applyAltKey(QKeyEvent* event, QTextCursor& cursor) {
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  switch (event->key()) {
    // The key belongs to moving even where nothing can move: it must not scroll or go back instead.
    case Qt::Key_Up:
      return !shift && (moveBlock(cursor, false) || true);
    case Qt::Key_Down:
      return !shift && (moveBlock(cursor, true) || true);
    case Qt::Key_Left:
      return shift && (changeLevel(cursor, false) || true);
    case Qt::Key_Right:
      return shift && (changeLevel(cursor, true) || true);
    default:
      return false;
  }
}

// Tab writes nothing in prose, so that words never land in a field by accident (app.md section 22).
void ManuscriptEdit::hintTab() {
  const QRect caret = cursorRect();
  QToolTip::showText(viewport()->mapToGlobal(caret.bottomLeft()), tr("F6 goes to the next pane."), this,
                     caret, 2500);
}

void ManuscriptEdit::mousePressEvent(QMouseEvent* event) {
  pressedLink_.clear();
  if (event->button() == Qt::LeftButton && event->modifiers() == Qt::ControlModifier) {
    pressedLink_ = linkAt(cursorForPosition(event->pos()).position());
    if (!pressedLink_.isEmpty()) return;
  }
  QTextEdit::mousePressEvent(event);
}

void ManuscriptEdit::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressedLink_.isEmpty() && event->button() == Qt::LeftButton) {
    const QString link = std::exchange(pressedLink_, QString());
    if (linkAt(cursorForPosition(event->pos()).position()) == link) Q_EMIT linkActivated(link);
    return;
  }
  QTextEdit::mouseReleaseEvent(event);
}

void ManuscriptEdit::mouseMoveEvent(QMouseEvent* event) {
  const bool link = event->modifiers() == Qt::ControlModifier && event->buttons() == Qt::NoButton &&
                    !linkAt(cursorForPosition(event->pos()).position()).isEmpty();
  viewport()->setCursor(link ? Qt::PointingHandCursor : Qt::IBeamCursor);
  QTextEdit::mouseMoveEvent(event);
}

void ManuscriptEdit::wheelEvent(QWheelEvent* event) {
  if (event->modifiers() & Qt::ControlModifier) {
    event->ignore();  // QTextEdit would zoom its own font; the text size is a setting of the whole page
    return;
  }
  QTextEdit::wheelEvent(event);
}

void ManuscriptEdit::paintEvent(QPaintEvent* event) {
  QTextEdit::paintEvent(event);
  if (!layout_ || placeholder_.isEmpty() || document()->characterCount() > 1) return;
  if (!document()->firstBlock().layout()->preeditAreaText().isEmpty()) return;
  QRectF box = layout_->blockBoundingRect(document()->firstBlock());
  box.setLeft(layout_->columnLeft());
  QPainter painter(viewport());
  painter.setFont(style_.text);
  painter.setPen(style_.faint);
  painter.drawText(box.translated(-horizontalScrollBar()->value(), -verticalScrollBar()->value()),
                   Qt::AlignLeft | Qt::AlignVCenter, placeholder_);
}

void ManuscriptEdit::resizeEvent(QResizeEvent* event) {
  // Lines break anew at another width: what was read at the top stays there.
  const bool scrolled = verticalScrollBar()->value() > 0;
  const double top = lineAt(0);
  QTextEdit::resizeEvent(event);
  Q_EMIT resized();
  showSideways();
  if (scrolled && event->oldSize().width() != event->size().width()) scrollToLine(top);
}

void ManuscriptEdit::dragEnterEvent(QDragEnterEvent* event) {
  QTextEdit::dragEnterEvent(event);
  if (!isReadOnly() && canInsertFromMimeData(event->mimeData())) event->acceptProposedAction();
}

bool ManuscriptEdit::canInsertFromMimeData(const QMimeData* source) const {
  return source && (source->hasText() || source->hasImage() || !localFiles(*source).isEmpty());
}

void ManuscriptEdit::insertFromMimeData(const QMimeData* source) {
  if (isReadOnly() || !source) return;  // null where an X server's clipboard has no owner (Qt 6.4)
  const QStringList files = localFiles(*source);
  if (!files.isEmpty()) {
    Q_EMIT filesDropped(files, textCursor().position(), {});
    return;
  }
  if (const auto picture = copiedPicture(*source)) {
    Q_EMIT filesDropped({picture->name}, textCursor().position(), picture->content);
    return;
  }
  if (!source->hasText()) return;
  const QTextCursor cursor = textCursor();
  const int start = cursor.selectionStart();
  PastePlace place;
  place.selection = fromDocumentForm(cursor.selectedText());
  // Where an address is being written already, the text is what is wanted.
  place.opaque = LineState::of(document()->findBlock(start)).isOpaque() ||
                 (start > 0 && u"(<\"'=`"_s.contains(document()->characterAt(start - 1)));
  place.citationOf = citationOf_;
  const QList<PasteForm> forms = pasteForms(*source, place);
  pasteForm(source->text(), forms.constFirst().text, forms);
}

// The likely form is inserted at once; the first undo leaves the text as it was copied, the second removes
// it.
void ManuscriptEdit::pasteForm(const QString& text, const QString& likely, const QList<PasteForm>& forms) {
  Q_EMIT aboutToPaste(likely.size());
  QTextCursor cursor = textCursor();
  const int start = cursor.selectionStart();
  cursor.beginEditBlock();
  cursor.insertText(text);
  cursor.endEditBlock();
  if (likely != text) {
    const int end = cursor.position();
    cursor.beginEditBlock();
    cursor.setPosition(start);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    cursor.insertText(likely);
    cursor.endEditBlock();
  }
  setTextCursor(cursor);
  ensureCursorVisible();
  if (forms.size() > 1) Q_EMIT pasted(start, textCursor().position(), forms);
}

void ManuscriptEdit::pasteAs(const QString& form) {
  const QMimeData* source = QGuiApplication::clipboard()->mimeData();
  if (isReadOnly() || !source || !source->hasText()) return;
  QString text = pastedAs(source->text(), form);
  if (text.isEmpty()) text = source->text();
  // A block begins and ends its lines.
  const QTextCursor cursor = textCursor();
  if (text != source->text()) {
    if (!cursor.block().text().left(cursor.selectionStart() - cursor.block().position()).trimmed().isEmpty())
      text.prepend(u"\n\n"_s);
    if (!cursor.block().text().mid(cursor.positionInBlock()).trimmed().isEmpty()) text.append(u"\n\n"_s);
  }
  pasteForm(text, text, {});
}

void ManuscriptEdit::replacePasted(int start, int end, const QString& text) {
  QTextCursor cursor(document());
  cursor.setPosition(start);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
  cursor.insertText(text);
  // A link without words is to get some.
  if (text.startsWith(u"[]("_s)) cursor.setPosition(start + 1);
  setTextCursor(cursor);
  ensureCursorVisible();
}

QMimeData* ManuscriptEdit::createMimeDataFromSelection() const {
  auto* copied = new QMimeData;  // Qt takes it
  copied->setText(fromDocumentForm(textCursor().selectedText()));
  return copied;
}

}  // namespace offprint

#include "moc_ManuscriptEdit.cpp"
