#include "ui/library/EmptyState.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/Label.h"

namespace offprint {

EmptyState::EmptyState(Appearance& look, QWidget* parent)
    : QWidget(parent),
      look_(look),
      text_(new Label(look, TextRole::Body, {}, Token::TextTertiary, this)),
      actions_(new QVBoxLayout) {
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignHCenter);
  auto* column = new QVBoxLayout(this);
  const int side = look_.ipx(24);
  column->setContentsMargins(side, look_.ipx(40), side, side);
  column->setSpacing(look_.ipx(12));
  column->addWidget(text_);
  column->addLayout(actions_);
  column->addStretch();
}

void EmptyState::tell(const QString& sentence, const QList<Action>& actions) {
  text_->setText(sentence);
  while (QLayoutItem* item = actions_->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  for (const Action& action : actions) {
    auto* button = new QPushButton(action.verb, this);
    connect(button, &QPushButton::clicked, this, action.run);
    actions_->addWidget(button, 0, Qt::AlignHCenter);
  }
}

}  // namespace offprint

#include "moc_EmptyState.cpp"
