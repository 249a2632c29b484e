#include "ui/editor/WordsSheet.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "ui/editor/Spelling.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Sheet.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Shows the words as they are kept now, those that hold what is typed.
void fill(Spelling& spelling, QListWidget* list, Label* note, const QString& typed) {
  spelling.ownWords(list, [list, note, typed](const Result<QStringList>& words) {
    list->clear();
    if (!words) return note->setText(words.error().located());
    for (const QString& word : *words)
      if (word.contains(typed, Qt::CaseInsensitive)) list->addItem(word);
    note->setText(
        words->isEmpty()
            ? say("No words yet. “Add to dictionary” on a marked word puts it here, for every library.")
            : say("Right in every item of every library."));
  });
}

}  // namespace

void openWordsSheet(Appearance& look, Spelling& spelling, QWidget* window) {
  auto* sheet = new Sheet(look, say("Personal words"), window);
  auto* field = new QLineEdit(sheet);
  field->setPlaceholderText(say("Find a word, or type one to add"));
  field->setAccessibleName(field->placeholderText());
  auto* add = new QPushButton(say("Add"), sheet);
  auto* list = new QListWidget(sheet);
  list->setAccessibleName(say("Personal words"));
  list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  auto* remove = new QPushButton(say("Remove"), sheet);
  auto* note = new Label(look, TextRole::Small, {}, Token::TextSecondary, sheet);
  note->setWordWrap(true);
  for (QPushButton* button : {add, remove}) {
    button->setAutoDefault(false);
    button->setEnabled(false);
  }
  auto* top = new QHBoxLayout;
  top->addWidget(field, 1);
  top->addWidget(add);
  sheet->content()->addLayout(top);
  sheet->content()->addWidget(list, 1);
  auto* below = new QHBoxLayout;
  below->addWidget(note, 1);
  below->addWidget(remove);
  sheet->content()->addLayout(below);
  const auto refill = [&spelling, list, note, field] { fill(spelling, list, note, field->text().trimmed()); };
  const auto addTyped = [&spelling, field, refill] {
    const QString word = field->text().trimmed();
    if (word.isEmpty() || word.contains(u' ')) return;
    spelling.learn(word);
    field->clear();
    refill();
  };
  const auto removeChosen = [&spelling, list, refill] {
    for (const QListWidgetItem* item : list->selectedItems())
      spelling.forget(item->text());
    refill();
  };
  QObject::connect(field, &QLineEdit::textChanged, list, [add, refill](const QString& text) {
    add->setEnabled(!text.trimmed().isEmpty() && !text.trimmed().contains(u' '));
    refill();
  });
  QObject::connect(field, &QLineEdit::returnPressed, list, addTyped);
  QObject::connect(add, &QPushButton::clicked, list, addTyped);
  QObject::connect(list, &QListWidget::itemSelectionChanged, remove,
                   [list, remove] { remove->setEnabled(!list->selectedItems().isEmpty()); });
  QObject::connect(remove, &QPushButton::clicked, list, removeChosen);
  sheet->addClose();
  sheet->resize(look.ipx(460), look.ipx(480));
  field->setFocus();
  refill();
  sheet->open();
}

}  // namespace offprint
