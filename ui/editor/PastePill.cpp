#include "ui/editor/PastePill.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>

#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {

PastePill::PastePill(Appearance& look, ManuscriptEdit& edit)
    : Popup(look, edit.window()), look_(look), edit_(edit), row_(new QHBoxLayout(this)) {
  setAccessibleName(tr("Other forms of what was pasted"));
  row_->setContentsMargins(0, 0, 0, 0);
  connect(&edit_, &ManuscriptEdit::pasted, this, &PastePill::offer);
  const auto leave = [this] {
    if (!taking_) hide();
  };
  connect(&edit_, &QTextEdit::textChanged, this, leave);
  connect(&edit_, &QTextEdit::cursorPositionChanged, this, leave);
  edit_.installEventFilter(this);
}

void PastePill::offer(int start, int end, const QList<PasteForm>& forms) {
  while (QLayoutItem* item = row_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  if (forms.size() < 2) return hide();
  if (parentWidget() != edit_.window()) setParent(edit_.window());
  pasted_ = QTextCursor(edit_.document());
  pasted_.setPosition(start);
  pasted_.setPosition(end, QTextCursor::KeepAnchor);
  row_->setSpacing(look_.ipx(2));
  auto* lead = new Label(look_, TextRole::Small, tr("Paste as"), Token::TextTertiary, this);
  lead->setContentsMargins(look_.ipx(6), 0, look_.ipx(4), 0);
  row_->addWidget(lead);
  for (const PasteForm& form : forms.mid(1)) {
    auto* button = new QPushButton(form.name, this);
    button->setProperty("quiet", true);
    button->setProperty("small", true);
    button->setAutoDefault(false);
    button->installEventFilter(this);
    // The button goes with the pill, which must be done first.
    connect(
        button, &QPushButton::clicked, this, [this, text = form.text] { take(text); }, Qt::QueuedConnection);
    row_->addWidget(button);
    button->show();
  }
  const QRect line = edit_.cursorRect(pasted_);
  popUpAt(QRect(edit_.viewport()->mapToGlobal(line.topLeft()), line.size()));
}

/// One step of undo: the likely form comes back with it.
void PastePill::take(const QString& text) {
  if (!isVisible() || pasted_.document() != edit_.document()) return;
  taking_ = true;
  edit_.replacePasted(pasted_.selectionStart(), pasted_.selectionEnd(), text);
  taking_ = false;
  hide();
  edit_.setFocus();
}

void PastePill::step(int by) {
  QList<QPushButton*> buttons;
  for (int i = 0; i < row_->count(); ++i) {
    if (auto* button = qobject_cast<QPushButton*>(row_->itemAt(i)->widget())) buttons.append(button);
  }
  if (buttons.isEmpty()) return;
  qsizetype at = -1;
  for (qsizetype i = 0; i < buttons.size(); ++i) {
    if (buttons[i]->hasFocus()) at = i;
  }
  buttons[at < 0 ? 0 : (at + by + buttons.size()) % buttons.size()]->setFocus(Qt::TabFocusReason);
}

bool PastePill::eventFilter(QObject* watched, QEvent* event) {
  if (!isVisible() || event->type() != QEvent::KeyPress) return Popup::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  if (watched == &edit_ && enter && key->modifiers() == Qt::AltModifier) {
    step(1);
    return true;
  }
  if (watched == &edit_ && key->key() == Qt::Key_Escape) {
    hide();
    return true;
  }
  auto* button = qobject_cast<QPushButton*>(watched);
  if (button && button->parentWidget() == this) {
    if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) {
      step(key->key() == Qt::Key_Left ? -1 : 1);
      return true;
    }
    if (enter) {
      button->click();
      return true;
    }
    if (key->key() == Qt::Key_Escape) {
      hide();
      edit_.setFocus();
      return true;
    }
  }
  return Popup::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_PastePill.cpp"
