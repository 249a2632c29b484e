#include "ui/widgets/Chips.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyleOptionFrame>

#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"
#include "ui/widgets/SuggestionList.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// One value; pressing it (mouse, Space, Delete, Backspace) removes it.
class Chip : public QAbstractButton {
 public:
  Chip(Appearance& look, const QString& text, bool removable, QWidget* parent)
      : QAbstractButton(parent), look_(look), removable_(removable) {
    setText(text);
    setFocusPolicy(removable ? Qt::TabFocus : Qt::NoFocus);
    setAttribute(Qt::WA_Hover);
    setFont(fontFor(look, TextRole::Meta));
    // Where there is little room the words are cut, not the field.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  }

  QSize minimumSizeHint() const override { return QSize(look_.ipx(64), look_.ipx(22)); }

  QSize sizeHint() const override {
    const int cross = removable_ ? look_.ipx(16) : 0;
    const int width = qMin(fontMetrics().horizontalAdvance(text()), look_.ipx(220));
    return QSize(width + look_.ipx(14) + cross, look_.ipx(22));
  }

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) return click();
    QAbstractButton::keyPressEvent(event);
  }

  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::SelectIdle));
    painter.drawRoundedRect(rect(), look_.px(5), look_.px(5));
    const int cross = removable_ ? look_.ipx(12) : 0;
    const QRect words = rect().adjusted(look_.ipx(7), 0, -look_.ipx(7) - cross, 0);
    painter.setPen(look_.color(Token::TextPrimary));
    painter.drawText(words, Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    if (removable_) {
      const Token ink = underMouse() || hasFocus() ? Token::TextPrimary : Token::TextTertiary;
      look_.icon(u"x"_s, ink, 12)
          .paint(&painter, QRect(width() - look_.ipx(5) - cross, (height() - cross) / 2, cross, cross));
    }
    if (showsFocus(*this)) {
      painter.setPen(QPen(look_.color(Token::Accent), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), look_.px(4), look_.px(4));
    }
  }

 private:
  Appearance& look_;
  bool removable_;
};

}  // namespace

Chips::Chips(Appearance& look, const QString& name, const QString& placeholder, QWidget* parent)
    : QFrame(parent), look_(look), name_(name), flow_(new FlowLayout(this)), field_(new QLineEdit(this)) {
  setAccessibleName(name);
  field_->setAccessibleName(placeholder);
  field_->setPlaceholderText(placeholder);
  field_->setFrame(false);
  field_->installEventFilter(this);
  setFocusProxy(field_);
  flow_->addWidget(field_);
  flow_->setLastStretches(true);
  auto* list = new SuggestionList(look, field_, [this] {
    QStringList left = suggestions_;
    left.removeIf([this](const QString& value) { return values_.contains(value); });
    return left;
  });
  connect(list, &SuggestionList::accepted, this, &Chips::add);
  connect(field_, &QLineEdit::textEdited, this, [this](const QString& text) {
    if (!separator_.isNull() && text.contains(separator_)) add(text);
  });
  connect(&look_, &Appearance::changed, this, &Chips::refresh);
  refresh();
}

void Chips::setValues(const QStringList& values) {
  if (values == values_) return;
  values_ = values;
  rebuild();
}

void Chips::setSuggestions(const QStringList& suggestions) {
  suggestions_ = suggestions;
}

void Chips::setReadOnly(bool readOnly) {
  readOnly_ = readOnly;
  field_->setVisible(!readOnly);
  rebuild();
}

void Chips::refresh() {
  const int side = look_.ipx(4);
  flow_->setContentsMargins(side, side - 1, side, side - 1);
  field_->setFont(fontFor(look_, TextRole::Body));
  field_->setMinimumSize(look_.ipx(64), look_.ipx(22));
  field_->setMaximumHeight(look_.ipx(22));
  rebuild();
}

void Chips::rebuild() {
  qDeleteAll(std::exchange(chips_, {}));
  for (int i = 0; i < values_.size(); ++i) {
    auto* chip = new Chip(look_, values_[i], !readOnly_, this);
    chip->setAccessibleName(readOnly_ ? values_[i] : tr("Remove %1").arg(values_[i]));
    if (!readOnly_)
      connect(
          chip, &QAbstractButton::clicked, this, [this, i] { removeAt(i); }, Qt::QueuedConnection);
    flow_->insertWidget(i, chip);
    chip->show();
    chips_.append(chip);
  }
  updateGeometry();
  update();
}

void Chips::add(const QString& text) {
  QStringList next = values_;
  for (const QString& part : separator_.isNull() ? QStringList{text} : text.split(separator_)) {
    const QString value = part.simplified();
    if (!value.isEmpty() && !next.contains(value)) next.append(value);
  }
  field_->clear();
  if (next == values_) return;
  values_ = next;
  rebuild();
  Q_EMIT edited(values_);
}

void Chips::removeAt(int index) {
  if (index < 0 || index >= values_.size()) return;
  values_.removeAt(index);
  rebuild();
  field_->setFocus(Qt::OtherFocusReason);
  Q_EMIT edited(values_);
}

bool Chips::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !field_->text().trimmed().isEmpty()) {
      add(field_->text());
      return true;
    }
    if (key == Qt::Key_Backspace && field_->text().isEmpty() && !values_.isEmpty()) {
      field_->setText(values_.constLast());
      removeAt(static_cast<int>(values_.size()) - 1);
      return true;
    }
  }
  if (watched == field_ && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
    if (event->type() == QEvent::FocusOut) add(field_->text());
    update();
  }
  return QFrame::eventFilter(watched, event);
}

void Chips::mousePressEvent(QMouseEvent* event) {
  field_->setFocus(Qt::MouseFocusReason);
  QFrame::mousePressEvent(event);
}

void Chips::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QStyleOptionFrame option;
  option.initFrom(this);
  option.lineWidth = 1;
  option.state.setFlag(QStyle::State_HasFocus, field_->hasFocus());
  style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
}

}  // namespace offprint

#include "moc_Chips.cpp"
