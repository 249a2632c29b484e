#include "ui/widgets/Sheet.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "ui/widgets/Label.h"

namespace offprint {

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
  auto* button = new QPushButton(verb, this);
  button->setProperty("primary", act == Act::Default);
  button->setProperty("danger", act == Act::Danger);
  button->setAutoDefault(false);
  button->setDefault(act == Act::Default);
  connect(button, &QPushButton::clicked, this, [this, run = std::move(run)] {
    accept();
    if (run) run();
  });
  buttons_->addWidget(button);
  return button;
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
