#include "ui/editor/SpellingMenu.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTextBlock>

#include "ui/editor/Highlighter.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/editor/Spelling.h"

namespace offprint {

SpellingMenu::SpellingMenu(ManuscriptEdit& edit, Spelling& spelling)
    : QObject(&edit), edit_(edit), spelling_(spelling) {
  edit_.viewport()->installEventFilter(this);
}

void SpellingMenu::setMarks(Highlighter* marks) {
  marks_ = marks;
}

bool SpellingMenu::atCaret() {
  const QRect caret = edit_.cursorRect();
  return offer(edit_.textCursor().position(), edit_.viewport()->mapToGlobal(caret.bottomLeft()));
}

bool SpellingMenu::next() {
  if (!marks_) return false;
  const Highlighter::Misspelt word = marks_->misspeltAfter(edit_.textCursor().selectionStart());
  if (word.start < 0) return false;
  QTextCursor cursor = edit_.textCursor();
  cursor.setPosition(word.start);
  cursor.setPosition(word.start + word.length, QTextCursor::KeepAnchor);
  edit_.setTextCursor(cursor);
  edit_.ensureCursorVisible();
  edit_.setFocus();
  return atCaret();
}

bool SpellingMenu::offer(int position, const QPoint& place) {
  const Highlighter::Misspelt wrong = marks_ ? marks_->misspeltAt(position) : Highlighter::Misspelt();
  if (wrong.start < 0) return false;
  const QTextBlock block = edit_.document()->findBlock(wrong.start);
  const QString word = block.text().mid(wrong.start - block.position(), wrong.length);
  spelling_.suggest(word, &edit_, [this, word, start = wrong.start, place](const QStringList& words) {
    open(word, start, words, place);
  });
  return true;
}

/// The text may have changed while the words were looked up.
void SpellingMenu::replace(int start, const QString& word, const QString& by) {
  QTextCursor cursor(edit_.document());
  const int end = start + static_cast<int>(word.size());
  if (edit_.isReadOnly() || end >= edit_.document()->characterCount()) return;
  cursor.setPosition(start);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
  if (cursor.selectedText() != word) return;
  cursor.insertText(by);
  edit_.setTextCursor(cursor);
}

void SpellingMenu::open(const QString& word, int start, const QStringList& words, const QPoint& place) {
  delete menu_;
  menu_ = edit_.createStandardContextMenu();
  menu_->setAttribute(Qt::WA_DeleteOnClose);
  QAction* first = menu_->actions().value(0);
  const auto add = [&](const QString& text, std::function<void()> run) {
    auto* action = new QAction(text, menu_);
    connect(action, &QAction::triggered, this, std::move(run));
    menu_->insertAction(first, action);
    return action;
  };
  if (!edit_.isReadOnly()) {
    for (const QString& each : words)
      add(each, [this, start, word, each] { replace(start, word, each); });
  }
  if (words.isEmpty()) add(tr("No suggestions"), [] {})->setEnabled(false);
  menu_->insertSeparator(first);
  add(tr("Add “%1” to the dictionary").arg(word), [this, word] { spelling_.learn(word); });
  add(tr("Ignore in this item"), [this, word] { Q_EMIT ignored(word); });
  menu_->insertSeparator(first);
  menu_->popup(place);
  if (!words.isEmpty()) menu_->setActiveAction(menu_->actions().value(0));
}

bool SpellingMenu::eventFilter(QObject* watched, QEvent* event) {
  if (watched == edit_.viewport() && event->type() == QEvent::ContextMenu) {
    const auto* menu = static_cast<QContextMenuEvent*>(event);
    if (menu->reason() == QContextMenuEvent::Keyboard) return atCaret();
    const int position = edit_.cursorForPosition(menu->pos()).position();
    if (offer(position, menu->globalPos())) return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_SpellingMenu.cpp"
