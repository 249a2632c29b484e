#include "ui/editor/HereCard.h"

#include <algorithm>
#include <QAccessible>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QScrollBar>

#include "ui/editor/ManuscriptEdit.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qreal kWidest = 380;  // of a card's text

/// Fills a label, as wide as its text needs and no wider than a card.
void fill(QLabel& label, const QString& text, int widest) {
  label.setText(text);
  label.setVisible(!text.isEmpty());
  const QRect natural = label.fontMetrics().boundingRect(QRect(0, 0, widest, 4000), Qt::TextWordWrap, text);
  label.setFixedWidth(std::min(widest, natural.width() + 4));
  label.setFixedHeight(label.heightForWidth(label.width()));
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
      icon_(new QLabel(this)),
      title_(new Label(look, TextRole::BodyStrong, {}, Token::TextPrimary, this)),
      text_(new Label(look, TextRole::Body, {}, Token::TextPrimary, this)),
      facts_(new Label(look, TextRole::Meta, {}, Token::TextSecondary, this)) {
  for (Label* label : {title_, text_, facts_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  auto* words = new QVBoxLayout;
  words->setSpacing(look.ipx(3));
  words->addWidget(title_);
  words->addWidget(text_);
  words->addWidget(facts_);
  auto* row = new QHBoxLayout;
  row->setSpacing(look.ipx(9));
  row->addWidget(icon_, 0, Qt::AlignTop);
  row->addLayout(words, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(look.ipx(9), look.ipx(7), look.ipx(9), look.ipx(7));
  column->setSpacing(look.ipx(7));
  column->addWidget(picture_, 0, Qt::AlignLeft);
  column->addLayout(row);
  connect(&edit, &QTextEdit::textChanged, this, &QWidget::hide);
  connect(edit.verticalScrollBar(), &QScrollBar::valueChanged, this, &QWidget::hide);
  edit.installEventFilter(this);
}

void HereCard::tell(const CardText& text, int start, int end) {
  start_ = start;
  end_ = end;
  if (parentWidget() != edit_.window()) setParent(edit_.window());
  picture_->hide();
  const int side = look_.ipx(16);
  icon_->setVisible(!text.icon.isEmpty());
  if (!text.icon.isEmpty())
    icon_->setPixmap(look_.icon(text.icon, text.ink, 16).pixmap(QSize(side, side), devicePixelRatioF()));
  const int widest = look_.ipx(kWidest);
  fill(*title_, text.title, widest);
  fill(*text_, text.text, widest);
  fill(*facts_, text.facts, widest);
  QStringList parts{text.title, text.text, text.facts};
  parts.removeAll(QString());
  setAccessibleName(parts.join(u". "_s));
  appear();
  QAccessibleEvent spoken(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&spoken);
}

void HereCard::setPicture(const QImage& picture, const QSize& size) {
  QPixmap pixmap = QPixmap::fromImage(picture);
  pixmap.setDevicePixelRatio(std::max(1.0, picture.width() / std::max(1.0, qreal(size.width()))));
  picture_->setPixmap(pixmap);
  picture_->setFixedSize(size);
  picture_->show();
  appear();
}

void HereCard::appear() {
  QTextCursor place = edit_.textCursor();
  place.setPosition(std::min(start_, edit_.document()->characterCount() - 1));
  const QRect line = edit_.cursorRect(place);
  popUpAt(QRect(edit_.viewport()->mapToGlobal(line.topLeft()), line.size()));
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
