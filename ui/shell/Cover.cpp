#include "ui/shell/Cover.h"

#include <QEvent>
#include <QVBoxLayout>

#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {

Cover::Cover(Appearance& look, const QString& sentence, QWidget* window) : QFrame(window) {
  setObjectName(u"cover"_s);
  setAttribute(Qt::WA_StyledBackground);
  auto* says = new Label(look, TextRole::Body, sentence, Token::TextTertiary, this);
  says->setAlignment(Qt::AlignCenter);
  auto* whole = new QVBoxLayout(this);
  whole->addWidget(says);
  setGeometry(window->rect());
  window->installEventFilter(this);
  raise();
  show();
}

bool Cover::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return QFrame::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_Cover.cpp"
