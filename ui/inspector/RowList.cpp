#include "ui/inspector/RowList.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/IconButton.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr auto gripName = "rowGrip";
constexpr auto removeName = "rowRemove";
constexpr qreal fieldHeight = 28;

}  // namespace

RowList::RowList(Appearance& look, const QString& addText, std::function<QWidget*()> make, QWidget* parent)
    : QWidget(parent),
      look_(look),
      make_(std::move(make)),
      column_(new QVBoxLayout(this)),
      add_(new QPushButton(addText, this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(look.ipx(4));
  column_->addWidget(add_, 0, Qt::AlignLeft);
  add_->setProperty("quiet", true);
  add_->setProperty("small", true);
  const auto plus = [this] { add_->setIcon(look_.icon(u"plus"_s, Token::Accent, 14)); };
  connect(&look_, &Appearance::changed, this, plus);
  plus();
  connect(add_, &QPushButton::clicked, this, [this] {
    QWidget* body = append();
    body->setFocus();
  });
}

QWidget* RowList::append() {
  auto* frame = new QWidget(this);
  QWidget* body = make_();
  auto* grip = new IconButton(look_, u"grip-vertical"_s, tr("Drag to reorder"), frame);
  grip->setObjectName(QLatin1String(gripName));
  grip->setSide(20);
  grip->setCursor(Qt::OpenHandCursor);
  grip->setFocusPolicy(Qt::NoFocus);
  grip->installEventFilter(this);
  auto* cross = new IconButton(look_, u"x"_s, tr("Remove"), frame);
  cross->setObjectName(QLatin1String(removeName));
  cross->setSide(22);
  connect(
      cross, &QToolButton::clicked, this, [this, frame] { remove(frames_.indexOf(frame)); },
      Qt::QueuedConnection);
  auto* row = new QHBoxLayout(frame);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(look_.ipx(2));
  // In the middle of the row's first field, however high the row is.
  const auto beside = [&](IconButton* button, qreal side) {
    auto* holder = new QVBoxLayout;
    holder->setContentsMargins(0, look_.ipx((fieldHeight - side) / 2), 0, 0);
    holder->addWidget(button);
    holder->addStretch();
    row->addLayout(holder);
  };
  beside(grip, 20);
  row->addWidget(body, 1);
  beside(cross, 22);
  body->installEventFilter(this);
  const QList<QWidget*> inside = body->findChildren<QWidget*>();
  for (QWidget* widget : inside)
    widget->installEventFilter(this);
  column_->insertWidget(int(frames_.size()), frame);
  frames_.append(frame);
  bodies_.append(body);
  grip->setVisible(!readOnly_);
  cross->setVisible(!readOnly_);
  return body;
}

void RowList::resizeTo(qsizetype count) {
  while (bodies_.size() < count)
    append();
  while (bodies_.size() > count) {
    bodies_.takeLast();
    frames_.takeLast()->deleteLater();
  }
}

void RowList::setReadOnly(bool readOnly) {
  readOnly_ = readOnly;
  add_->setVisible(!readOnly);
  for (QWidget* frame : std::as_const(frames_)) {
    for (const char* name : {gripName, removeName}) {
      frame->findChild<QWidget*>(QLatin1String(name))->setVisible(!readOnly);
    }
  }
}

qsizetype RowList::indexOf(const QWidget* inside) const {
  for (qsizetype i = 0; i < frames_.size(); ++i) {
    if (frames_.at(i) == inside || frames_.at(i)->isAncestorOf(inside)) return i;
  }
  return -1;
}

void RowList::move(qsizetype from, qsizetype to) {
  if (from < 0 || to < 0 || to >= frames_.size() || from == to) return;
  frames_.move(from, to);
  bodies_.move(from, to);
  column_->removeWidget(frames_.at(to));
  column_->insertWidget(int(to), frames_.at(to));
  Q_EMIT rearranged();
}

void RowList::remove(qsizetype index) {
  if (index < 0) return;
  bodies_.removeAt(index);
  frames_.takeAt(index)->deleteLater();
  Q_EMIT rearranged();
  (bodies_.isEmpty() ? add_ : bodies_.at(std::min(index, bodies_.size() - 1)))->setFocus();
}

bool RowList::eventFilter(QObject* watched, QEvent* event) {
  auto* widget = qobject_cast<QWidget*>(watched);
  if (!widget || readOnly_) return QWidget::eventFilter(watched, event);
  const qsizetype index = indexOf(widget);
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::AltModifier && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
      move(index, index + (key->key() == Qt::Key_Up ? -1 : 1));
      widget->setFocus();
      return true;
    }
  }
  if (event->type() == QEvent::MouseMove && widget->objectName() == QLatin1String(gripName)) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (!(mouse->buttons() & Qt::LeftButton)) return false;
    const int y = mapFromGlobal(mouse->globalPosition().toPoint()).y();
    for (qsizetype i = 0; i < frames_.size(); ++i) {
      const QRect place = frames_.at(i)->geometry();
      if (y < place.top() || y > place.bottom()) continue;
      // Past the middle of the neighbour, so that rows of different heights do not swap to and fro.
      if ((i < index && y < place.center().y()) || (i > index && y > place.center().y())) move(index, i);
      break;
    }
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_RowList.cpp"
