#include "ui/library/BulkCard.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/content/ContentKind.h"
#include "ui/shell/Commands.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Buttons for commands; a command's "…" says that more is asked.
QWidget* buttonsFor(Commands& commands, const QStringList& ids, QWidget* parent) {
  auto* row = new QWidget(parent);
  auto* flow = new FlowLayout(row, 8);
  for (const QString& id : ids) {
    QAction* action = commands.action(id);
    auto* button = new QPushButton(action->icon(), action->text(), row);
    if (id == u"item.trash"_s) button->setProperty("danger", true);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    flow->addWidget(button);
  }
  return row;
}

}  // namespace

BulkCard::BulkCard(Appearance& look, Commands& commands, QWidget* parent)
    : QWidget(parent),
      look_(look),
      commands_(commands),
      count_(new Label(look, TextRole::PageTitle, {}, Token::TextPrimary, this)) {
  auto* state = new Label(look, TextRole::BodyStrong, tr("State"), Token::TextPrimary);
  auto* collections = new Label(look, TextRole::BodyStrong, tr("Collections"), Token::TextPrimary);
  kept_ = new QWidget(this);
  auto* keptColumn = new QVBoxLayout(kept_);
  keptColumn->setContentsMargins(0, 0, 0, 0);
  keptColumn->setSpacing(look.ipx(8));
  keptColumn->addWidget(state);
  keptColumn->addWidget(buttonsFor(
      commands, {u"state.draft"_s, u"state.published"_s, u"state.unlisted"_s, u"state.scheduled"_s}, kept_));
  keptColumn->addSpacing(look.ipx(8));
  keptColumn->addWidget(collections);
  keptColumn->addWidget(
      buttonsFor(commands, {u"item.add-topic"_s, u"item.add-tag"_s, u"item.add-series"_s}, kept_));
  keptColumn->addSpacing(look.ipx(16));
  keptColumn->addWidget(buttonsFor(commands, {u"item.duplicate"_s, u"item.trash"_s}, kept_));
  trashed_ = buttonsFor(commands, {u"item.restore"_s, u"trash.empty"_s}, this);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(look.ipx(48), look.ipx(64), look.ipx(48), look.ipx(24));
  column->setSpacing(look.ipx(20));
  column->addWidget(count_);
  column->addWidget(kept_);
  column->addWidget(trashed_);
  column->addStretch();
}

/// "Mine: Yes, No" of each field that says one of them, and what compares two works.
QWidget* BulkCard::fieldsFor(const ContentKind& kind, int items) {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(look_.ipx(8));
  for (const FieldSpec& field : kind.fields) {
    if (field.type != FieldSpec::Type::Boolean || !field.bibtex.isEmpty()) continue;
    column->addWidget(new Label(look_, TextRole::BodyStrong, field.label, Token::TextPrimary, box));
    auto* row = new QWidget(box);
    auto* flow = new FlowLayout(row, 8);
    for (const bool value : {true, false}) {
      auto* button = new QPushButton(value ? tr("Yes") : tr("No"), row);
      button->setAccessibleName(u"%1: %2"_s.arg(field.label, button->text()));
      connect(button, &QPushButton::clicked, this,
              [this, key = field.key, label = field.label, value] { Q_EMIT fieldChosen(key, label, value); });
      flow->addWidget(button);
    }
    column->addWidget(row);
  }
  if (kind.citable && items == 2) column->addWidget(buttonsFor(commands_, {u"work.compare"_s}, box));
  if (column->isEmpty()) {
    delete box;
    return nullptr;
  }
  return box;
}

void BulkCard::setCount(int items, bool trashed, const ContentKind* kind) {
  count_->setText(tr("%n item(s) selected", nullptr, items));
  delete fields_;
  fields_ = kind && !trashed ? fieldsFor(*kind, items) : nullptr;
  if (fields_) {
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(kept_) + 1, fields_);
  }
  kept_->setVisible(!trashed);
  trashed_->setVisible(trashed);
}

}  // namespace offprint

#include "moc_BulkCard.cpp"
