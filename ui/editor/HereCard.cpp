#include "ui/editor/HereCard.h"

#include <algorithm>
#include <cmath>
#include <QAccessible>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QTextDocumentFragment>

#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qreal kWidest = 380;  // of a card's text

/// Fills a label, as wide as its text needs and no wider than a card.
void fill(QLabel& label, const QString& text, int widest, bool rich = false) {
  label.setTextFormat(rich ? Qt::RichText : Qt::PlainText);
  label.setText(text);
  label.setVisible(!text.isEmpty());
  if (text.isEmpty()) return;
  if (rich) {
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(label.font());
    document.setHtml(text);
    document.setTextWidth(std::min<qreal>(widest, std::ceil(document.idealWidth())));
    label.setFixedSize(document.size().toSize() + QSize(4, 2));
    return;
  }
  const QRect natural = label.fontMetrics().boundingRect(QRect(0, 0, widest, 4000), Qt::TextWordWrap, text);
  label.setFixedSize(std::min(widest, natural.width() + 4), natural.height());
}

bool isModifier(int key) {
  return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_Meta ||
         key == Qt::Key_AltGr;
}

}  // namespace

HereCard::HereCard(Appearance& look, ManuscriptEdit& edit)
    : Popup(look, edit.window()),
      look_(look),
      edit_(edit),
      picture_(new QLabel(this)),
      words_(new QWidget(this)),
      icon_(new QLabel(words_)),
      title_(new Label(look, TextRole::BodyStrong, {}, Token::TextPrimary, words_)),
      text_(new Label(look, TextRole::Body, {}, Token::TextPrimary, words_)),
      facts_(new Label(look, TextRole::Meta, {}, Token::TextSecondary, words_)),
      action_(new QPushButton(words_)),
      column_(new QVBoxLayout(this)) {
  for (Label* label : {title_, text_, facts_})
    label->setWordWrap(true);
  action_->setProperty("quiet", true);
  action_->setProperty("small", true);
  action_->setFocusPolicy(Qt::NoFocus);
  auto* lines = new QVBoxLayout;
  lines->setSpacing(look.ipx(3));
  lines->addWidget(title_);
  lines->addWidget(text_);
  lines->addWidget(facts_);
  lines->addWidget(action_, 0, Qt::AlignLeft);
  auto* row = new QHBoxLayout(words_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(look.ipx(9));
  row->addWidget(icon_, 0, Qt::AlignTop);
  row->addLayout(lines, 1);
  column_->setContentsMargins(look.ipx(9), look.ipx(7), look.ipx(9), look.ipx(7));
  column_->setSpacing(look.ipx(7));
  column_->addWidget(picture_, 0, Qt::AlignLeft);
  column_->addWidget(words_);
  connect(&edit, &QTextEdit::textChanged, this, &QWidget::hide);
  connect(edit.verticalScrollBar(), &QScrollBar::valueChanged, this, &QWidget::hide);
  connect(action_, &QPushButton::clicked, this, [this] {
    hide();
    Q_EMIT actionChosen();
  });
  edit.installEventFilter(this);
}

void HereCard::tell(const CardText& text, int start, int end) {
  start_ = start;
  end_ = end;
  if (parentWidget() != edit_.window()) setParent(edit_.window());
  picture_->hide();
  if (drawing_) drawing_->hide();
  words_->show();
  const int side = look_.ipx(16);
  icon_->setVisible(!text.icon.isEmpty());
  if (!text.icon.isEmpty())
    icon_->setPixmap(look_.icon(text.icon, text.ink, 16).pixmap(QSize(side, side), devicePixelRatioF()));
  const int widest = look_.ipx(kWidest);
  fill(*title_, text.title, widest);
  fill(*text_, text.text, widest, text.rich);
  QStringList facts{text.facts, text.note};
  facts.removeAll(QString());
  fill(*facts_, facts.join(u'\n'), widest);
  action_->setText(text.action);
  action_->setVisible(!text.action.isEmpty());
  const QString words = text.rich ? QTextDocumentFragment::fromHtml(text.text).toPlainText() : text.text;
  QStringList parts{text.title, words, text.facts, text.note};
  parts.removeAll(QString());
  setAccessibleName(parts.join(u". "_s));
  appear();
  QAccessibleEvent spoken(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&spoken);
}

void HereCard::setDrawing(QWidget& drawing) {
  if (drawing_ != &drawing) {
    delete drawing_;
    drawing_ = &drawing;
    column_->insertWidget(0, drawing_, 0, Qt::AlignLeft);
  }
  drawing_->show();
  words_->hide();
  appear();
}

void HereCard::setPicture(const QImage& picture, const QSize& size) {
  QPixmap pixmap = QPixmap::fromImage(picture);
  pixmap.setDevicePixelRatio(std::max(1.0, picture.width() / std::max(1.0, qreal(size.width()))));
  picture_->setPixmap(pixmap);
  picture_->setFixedSize(size);
  picture_->show();
  appear();
}

/// Below all the lines that it speaks of, unless they are many.
void HereCard::appear() {
  // The parts have changed their sizes; their layouts would hear of it with a later event.
  words_->layout()->activate();
  layout()->invalidate();
  layout()->activate();
  const int last = edit_.document()->characterCount() - 1;
  QTextCursor place = edit_.textCursor();
  place.setPosition(std::min(start_, last));
  const QRect first = edit_.cursorRect(place);
  place.setPosition(std::clamp(end_, 0, last));
  QRect lines = first.united(QRect(QPoint(first.left(), edit_.cursorRect(place).top()), first.size()));
  if (lines.height() > edit_.viewport()->height() / 3) lines = first;
  popUpAt(QRect(edit_.viewport()->mapToGlobal(lines.topLeft()), lines.size()));
}

bool HereCard::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &edit_ && isVisible()) {
    if (event->type() == QEvent::FocusOut) hide();
    const bool press = event->type() == QEvent::KeyPress;
    if (press || event->type() == QEvent::ShortcutOverride) {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (key == Qt::Key_Escape) {  // belongs to the card before any command of the window
        if (press) hide();
        event->accept();
        return true;
      }
      if (press && !isModifier(key)) hide();
    }
  }
  return Popup::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_HereCard.cpp"
