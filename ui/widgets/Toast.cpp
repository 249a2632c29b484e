#include "ui/widgets/Toast.h"

#include <chrono>
#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/widgets/Floating.h"
#include "ui/widgets/Label.h"

using namespace std::chrono_literals;

namespace offprint {

Toast::Toast(Appearance& look, QWidget* host)
    : QFrame(host),
      look_(look),
      text_(new Label(look, TextRole::Body, {}, Token::TextPrimary, this)),
      verb_(new QPushButton(this)),
      second_(new QPushButton(this)) {
  text_->setEliding(true);
  auto* row = new QHBoxLayout(this);
  row->setSpacing(4);
  row->addWidget(text_, 1);
  for (QPushButton* button : {verb_, second_}) {
    button->setProperty("quiet", true);
    button->setProperty("small", true);
    row->addWidget(button);
  }
  timer_.setSingleShot(true);
  timer_.setInterval(8s);
  connect(&timer_, &QTimer::timeout, this, &Toast::goUnlessHeld);
  connect(verb_, &QPushButton::clicked, this, [this] {
    const auto run = std::exchange(run_, {});
    hide();
    if (run) run();
  });
  connect(second_, &QPushButton::clicked, this, [this] {
    const auto run = std::exchange(runSecond_, {});
    hide();
    if (run) run();
  });
  connect(&look_, &Appearance::changed, this, &Toast::refresh);
  host->installEventFilter(this);
  refresh();
  hide();
}

void Toast::tell(const QString& sentence, const QString& verb, std::function<void()> run, const Act& second) {
  text_->setText(sentence);
  verb_->setText(verb);
  verb_->setVisible(!verb.isEmpty());
  second_->setText(second.verb);
  second_->setVisible(!second.verb.isEmpty());
  run_ = std::move(run);
  runSecond_ = second.run;
  setAccessibleName(sentence);
  place();
  raise();
  show();
  timer_.start();
  QAccessibleEvent spoken(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&spoken);
}

void Toast::withdraw(const QString& verb) {
  if (verb_->text() != verb) return;
  run_ = {};
  hide();
}

void Toast::refresh() {
  const int margin = floatingMargin(look_);
  const bool action = !verb_->text().isEmpty();
  layout()->setContentsMargins(margin + look_.ipx(14), margin + look_.ipx(6),
                               margin + look_.ipx(action ? 6 : 14), margin + look_.ipx(6));
  place();
}

void Toast::place() {
  const int margin = floatingMargin(look_);
  const int high = look_.ipx(40) + 2 * margin;
  const bool action = !verb_->text().isEmpty();
  const QMargins m = layout()->contentsMargins();
  layout()->setContentsMargins(m.left(), m.top(), margin + look_.ipx(action ? 6 : 14), m.bottom());
  const int wide = qMin(sizeHint().width() + 2, parentWidget()->width());
  const int lift = look_.ipx(26 + 8) - margin;
  setGeometry((parentWidget()->width() - wide) / 2, parentWidget()->height() - high - lift, wide, high);
}

void Toast::goUnlessHeld() {
  if (underMouse() || verb_->hasFocus() || second_->hasFocus()) {
    timer_.start();
  } else {
    hide();
  }
}

bool Toast::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest && isVisible()) place();
  return QFrame::event(event);
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize) place();
  return QFrame::eventFilter(watched, event);
}

void Toast::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintFloating(painter, look_, QRectF(rect()), look_.px(8));
}

}  // namespace offprint

#include "moc_Toast.cpp"
