#include "ui/widgets/Sheet.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/widgets/Label.h"

namespace offprint {
namespace {

/// Takes the light from the window that a sheet stands before (app.md section 25).
class SheetScrim : public QWidget {
 public:
  SheetScrim(Appearance& look, QWidget* window) : QWidget(window), look_(look) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(window->rect());
    window->installEventFilter(this);
    raise();
    show();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == parentWidget() && event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
  }
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), look_.color(Token::Scrim)); }

 private:
  Appearance& look_;
};

}  // namespace

Sheet::Sheet(Appearance& look, const QString& title, QWidget* parent)
    : QDialog(parent, Qt::Sheet),
      look_(look),
      title_(new Label(look, TextRole::PaneTitle, title, Token::TextPrimary, this)),
      content_(new QVBoxLayout),
      buttons_(new QHBoxLayout) {
  setWindowTitle(title);
  setAccessibleName(title);
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowModality(Qt::WindowModal);
  title_->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->addWidget(title_);
  column->addLayout(content_, 1);
  column->addLayout(buttons_);
  buttons_->addStretch();
  connect(&look_, &Appearance::changed, this, &Sheet::refresh);
  refresh();
}

QPushButton* Sheet::addButton(const QString& verb, Act act, std::function<void()> run) {
  return addStaying(verb, act, [this, run = std::move(run)] {
    accept();
    if (run) run();
  });
}

QPushButton* Sheet::addStaying(const QString& verb, Act act, std::function<void()> run) {
  auto* button = new QPushButton(verb, this);
  button->setProperty("primary", act == Act::Default);
  button->setProperty("danger", act == Act::Danger);
  button->setAutoDefault(false);
  button->setDefault(act == Act::Default);
  connect(button, &QPushButton::clicked, this, std::move(run));
  buttons_->addWidget(button);
  return button;
}

void Sheet::addBeside(QWidget* widget) {
  buttons_->insertWidget(beside_++, widget);
}

QPushButton* Sheet::addCancel(const QString& verb) {
  auto* button = new QPushButton(verb, this);
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, &QDialog::reject);
  buttons_->addWidget(button);
  return button;
}

void Sheet::addClose() {
  addCancel(tr("Close"))->setDefault(true);
}

Sheet::~Sheet() {
  delete scrim_;
}

void Sheet::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  if (parentWidget() && !scrim_) scrim_ = new SheetScrim(look_, parentWidget()->window());
}

void Sheet::hideEvent(QHideEvent* event) {
  if (!event->spontaneous()) delete scrim_;
  QDialog::hideEvent(event);
}

void Sheet::refresh() {
  const int side = look_.ipx(24);
  layout()->setContentsMargins(side, look_.ipx(20), side, look_.ipx(20));
  layout()->setSpacing(look_.ipx(12));
  content_->setSpacing(look_.ipx(8));
  buttons_->setSpacing(look_.ipx(8));
  setMinimumWidth(look_.ipx(420));
}

}  // namespace offprint

#include "moc_Sheet.cpp"
