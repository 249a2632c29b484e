#include "ui/inspector/ListFields.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHash>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/content/FrontMatter.h"
#include "app/content/NaturalDate.h"
#include "app/content/Person.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/inspector/RowList.h"
#include "ui/widgets/Chips.h"
#include "ui/widgets/ComboBox.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/SuggestionList.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Property of a table's row: the object that it shows.
constexpr char storedRow[] = "storedRow";

constexpr int kCellsBeside = 3;
constexpr qreal kWideForm = 480;
constexpr qreal kGripRoom = 22;    // of a row's grip, as RowList has it
constexpr qreal kRemoveRoom = 24;  // of its button at the end

/// An item is written as "page/about" or, as kinds are, as "page:about".
bool isSameTarget(const QString& offered, QString written) {
  if (offered == written) return true;
  return !written.startsWith(u"kind:"_s) && offered == written.replace(u':', u'/');
}

QString addTextOf(const FieldSpec& spec) {
  if (spec.key == u"navigation" || spec.key == u"footer") return TableField::tr("Add an entry");
  return spec.key == u"links" ? TableField::tr("Add an address") : TableField::tr("Add a row");
}

QStringList texts(const QJsonValue& value) {
  QStringList out;
  const QJsonArray elements = value.isArray() ? value.toArray() : QJsonArray{value};
  for (const QJsonValue& element : elements) {
    if (const QString text = valueText(element); !text.isEmpty()) out.append(text);
  }
  return out;
}

/// A line whose text changes only when it is another one, so that the caret stays.
void showText(QLineEdit* line, const QString& text) {
  if (line->text() == text || (line->hasFocus() && line->text().trimmed() == text)) return;
  const QSignalBlocker quiet(line);
  line->setText(text);
  line->setCursorPosition(0);
}

bool anyFocus(const RowList& rows) {
  for (const QWidget* row : rows.rows()) {
    if (row->isAncestorOf(QApplication::focusWidget()) || row->hasFocus()) return true;
  }
  return false;
}

}  // namespace

ChipsField::ChipsField(Appearance& look, const FieldSpec& spec, std::function<QStringList()> suggestions,
                       QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent),
      suggestions_(std::move(suggestions)),
      chips_(new Chips(look, spec.label,
                       spec.key == u"tags"    ? tr("Add tag")
                       : spec.key == u"kinds" ? tr("Add kind")
                                              : tr("Add topic"),
                       this)) {
  setBody(chips_);
  connect(chips_, &Chips::edited, this,
          [this](const QStringList& values) { commit(QJsonArray::fromStringList(values)); });
}

void ChipsField::setValue(const QJsonValue& value) {
  chips_->setSuggestions(suggestions_());
  chips_->setValues(texts(value));
}

void ChipsField::setReadOnly(bool readOnly) {
  chips_->setReadOnly(readOnly);
}

bool ChipsField::isEmpty() const {
  return chips_->values().isEmpty();
}

ItemsField::ItemsField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers,
                       QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent),
      offers_(std::move(offers)),
      chips_(new Chips(look, spec.label, tr("Add an item"), this)) {
  chips_->setSeparator({});
  setBody(chips_);
  connect(chips_, &Chips::edited, this, [this](const QStringList& titles) {
    QHash<QString, QString> references;
    for (const FieldOffers::Item& item : offers_().items(offeredKind())) {
      references.insert(item.title, item.reference);
    }
    QStringList chosen;
    for (const QString& title : titles)
      chosen.append(references.value(title, title));
    if (!single()) return commit(QJsonArray::fromStringList(chosen));
    commit(chosen.isEmpty() ? QJsonValue(QString()) : QJsonValue(chosen.last()));
    if (chosen.size() > 1) chips_->setValues({titles.last()});
  });
}

QString ItemsField::offeredKind() const {
  if (spec().type != FieldSpec::Type::Publication) return spec().itemKind;
  const std::shared_ptr<const SiteSnapshot> site = offers_().site;
  const ContentKind* citable = site ? site->kinds->citable() : nullptr;
  return citable ? citable->id : QString();
}

bool ItemsField::single() const {
  return spec().type != FieldSpec::Type::Items;
}

void ItemsField::setValue(const QJsonValue& value) {
  QHash<QString, QString> titles;
  QStringList all;
  for (const FieldOffers::Item& item : offers_().items(offeredKind())) {
    titles.insert(item.reference, item.title);
    titles.insert(item.reference.section(u'/', 1), item.title);
    all.append(item.title);
  }
  QStringList shown;
  for (const QString& reference : texts(value))
    shown.append(titles.value(reference, reference));
  chips_->setSuggestions(all);
  chips_->setValues(shown);
}

void ItemsField::setReadOnly(bool readOnly) {
  chips_->setReadOnly(readOnly);
}

bool ItemsField::isEmpty() const {
  return chips_->values().isEmpty();
}

TextsField::TextsField(Appearance& look, const FieldSpec& spec, QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent),
      rows_(new RowList(
          look, tr("Add"),
          [this] {
            auto* line = new QLineEdit;
            line->setAccessibleName(this->spec().label);
            connect(line, &QLineEdit::textEdited, this, &TextsField::take);
            return line;
          },
          this)) {
  setBody(rows_);
  connect(rows_, &RowList::rearranged, this, &TextsField::take);
}

void TextsField::setValue(const QJsonValue& value) {
  const QStringList lines = texts(value);
  // A row that was just added is empty and not in the value yet.
  if (anyFocus(*rows_) && rows_->rows().size() >= lines.size()) return;
  rows_->resizeTo(lines.size());
  for (qsizetype i = 0; i < lines.size(); ++i)
    showText(static_cast<QLineEdit*>(rows_->rows().at(i)), lines.at(i));
}

void TextsField::take() {
  QJsonArray lines;
  for (const QWidget* row : rows_->rows())
    lines.append(static_cast<const QLineEdit*>(row)->text());
  commit(lines);
}

void TextsField::setReadOnly(bool readOnly) {
  rows_->setReadOnly(readOnly);
  for (QWidget* row : rows_->rows())
    static_cast<QLineEdit*>(row)->setReadOnly(readOnly);
}

bool TextsField::isEmpty() const {
  return rows_->rows().isEmpty();
}

PeopleField::PeopleField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers,
                         QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent),
      offers_(std::move(offers)),
      rows_(new RowList(
          look, tr("Add a person"), [this] { return makeRow(); }, this)) {
  setBody(rows_);
  connect(rows_, &RowList::rearranged, this, &PeopleField::take);
}

QWidget* PeopleField::makeRow() {
  auto* row = new QWidget;
  auto* name = new QLineEdit(row);
  name->setAccessibleName(tr("Name"));
  name->setPlaceholderText(tr("Given Family"));
  auto* self = new IconButton(look(), u"user"_s, tr("This is me"), row);
  self->setCheckable(true);
  self->setSide(28);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(look().ipx(2));
  line->addWidget(name, 1);
  line->addWidget(self);
  row->setFocusProxy(name);
  auto* list = new SuggestionList(look(), name, [this] { return offers_().people(); });
  connect(list, &SuggestionList::accepted, this, [this, name](const QString& person) {
    name->setText(person);
    take();
  });
  connect(name, &QLineEdit::textEdited, this, &PeopleField::take);
  connect(self, &QToolButton::clicked, this, &PeopleField::take);
  return row;
}

void PeopleField::setValue(const QJsonValue& value) {
  const QJsonArray people = value.toArray();
  if (people == shown_ || (anyFocus(*rows_) && rows_->rows().size() >= people.size())) return;
  shown_ = people;
  rows_->resizeTo(people.size());
  for (qsizetype i = 0; i < people.size(); ++i) {
    const Person person = Person::fromJson(people.at(i).toObject());
    QWidget* row = rows_->rows().at(i);
    showText(row->findChild<QLineEdit*>(), person.display());
    row->findChild<QToolButton*>()->setChecked(person.self);
  }
}

void PeopleField::take() {
  QJsonArray people;
  for (const QWidget* row : rows_->rows()) {
    const QString name = row->findChild<QLineEdit*>()->text().trimmed();
    if (name.isEmpty()) continue;
    // A name that was only moved keeps the parts it was stored with.
    Person person = Person::parse(name);
    for (const QJsonValue& known : std::as_const(shown_)) {
      const Person before = Person::fromJson(known.toObject());
      if (before.display() == name) person = before;
    }
    person.self = row->findChild<QToolButton*>()->isChecked();
    people.append(person.toJson());
  }
  shown_ = people;
  commit(people);
}

void PeopleField::setReadOnly(bool readOnly) {
  rows_->setReadOnly(readOnly);
  for (QWidget* row : rows_->rows()) {
    row->findChild<QLineEdit*>()->setReadOnly(readOnly);
    row->findChild<QToolButton*>()->setEnabled(!readOnly);
  }
}

bool PeopleField::isEmpty() const {
  return rows_->rows().isEmpty();
}

TableField::TableField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers,
                       QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent),
      offers_(std::move(offers)),
      rows_(new RowList(
          look, addTextOf(spec), [this] { return makeRow(); }, this)) {
  auto* body = new QWidget(this);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(look.ipx(2));
  addHeads();
  column->addWidget(heads_);
  column->addWidget(rows_);
  setBody(body, rows_);
  connect(rows_, &RowList::rearranged, this, &TableField::take);
}

/// The names of the cells over the rows; one above the other, the cells say theirs themselves.
void TableField::addHeads() {
  heads_ = new QWidget(this);
  auto* line = new QHBoxLayout(heads_);
  // As far in as the cells: behind the grip, before the button that removes.
  line->setContentsMargins(look().ipx(kGripRoom), 0, look().ipx(kRemoveRoom), 0);
  line->setSpacing(look().ipx(2));
  for (const FieldSpec& cell : spec().columns) {
    const bool ticked = cell.type == FieldSpec::Type::Boolean;
    line->addWidget(
        new Label(look(), TextRole::Small, ticked ? QString() : cell.label, Token::TextSecondary, heads_),
        ticked ? 0 : 1);
  }
  heads_->hide();
}

QString TableField::shownAs(const FieldSpec& cell, const QString& value) const {
  if (cell.key != u"target") return value;
  for (const FieldOffers::Item& target : offers_().targets())
    if (isSameTarget(target.reference, value)) return target.title;
  return value;
}

QString TableField::meant(const FieldSpec& cell, const QString& typed) const {
  if (cell.key != u"target") return typed;
  for (const FieldOffers::Item& target : offers_().targets())
    if (target.title.compare(typed, Qt::CaseInsensitive) == 0) return target.reference;
  return typed;
}

void TableField::showTarget(QLineEdit* line, const QString& reference) {
  QString icon = u"external-link"_s;
  for (const FieldOffers::Item& target : offers_().targets())
    if (isSameTarget(target.reference, reference) && !target.icon.isEmpty()) icon = target.icon;
  const QList<QAction*> shown = line->actions();
  QAction* glyph =
      shown.isEmpty() ? line->addAction(QIcon(), QLineEdit::LeadingPosition) : shown.constFirst();
  glyph->setIcon(look().icon(icon, Token::TextTertiary));
}

QWidget* TableField::makeRow() {
  auto* row = new QWidget;
  auto* column = new QBoxLayout(direction(), row);
  column->setContentsMargins(0, 0, 0, look().ipx(4));
  column->setSpacing(look().ipx(2));
  for (const FieldSpec& cell : spec().columns) {
    if (cell.type == FieldSpec::Type::Boolean) {
      auto* box = new QCheckBox(cell.label, row);
      box->setObjectName(cell.key);
      box->setToolTip(cell.help);
      column->addWidget(box);
      connect(box, &QCheckBox::clicked, this, &TableField::take);
      continue;
    }
    if (cell.type == FieldSpec::Type::Choice) {
      column->addWidget(makeChoice(cell, row));
      continue;
    }
    QLineEdit* line = makeCell(cell, row);
    column->addWidget(line);
    if (!row->focusProxy()) row->setFocusProxy(line);
  }
  return row;
}

/// Short cells stand beside each other where the form has the room.
QBoxLayout::Direction TableField::direction() const {
  const bool wide = spec().columns.size() <= kCellsBeside && width() >= look().ipx(kWideForm);
  return wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
}

void TableField::resizeEvent(QResizeEvent* event) {
  FieldEditor::resizeEvent(event);
  arrange();
}

void TableField::arrange() {
  for (QWidget* row : rows_->rows())
    static_cast<QBoxLayout*>(row->layout())->setDirection(direction());
  heads_->setVisible(direction() == QBoxLayout::LeftToRight && !rows_->rows().isEmpty());
}

QLineEdit* TableField::makeCell(const FieldSpec& cell, QWidget* row) {
  auto* line = new QLineEdit(row);
  line->setObjectName(cell.key);
  line->setPlaceholderText(cell.label);
  line->setAccessibleName(cell.label);
  line->setToolTip(cell.help);
  connect(line, &QLineEdit::editingFinished, this, &TableField::take);
  const auto values = [this, cell]() -> QStringList {
    if (cell.key == u"target") {
      QStringList titles;
      for (const FieldOffers::Item& target : offers_().targets())
        titles << target.title;
      return titles;
    }
    if (cell.key == u"kind") return offers_().kinds;
    if (cell.type == FieldSpec::Type::Media) return offers_().media();
    QStringList references;
    for (const FieldOffers::Item& item : offers_().items(cell.itemKind))
      references << item.reference;
    return references;
  };
  const bool refers = cell.key == u"target" || cell.key == u"kind" || cell.type == FieldSpec::Type::Media ||
                      cell.type == FieldSpec::Type::Item;
  if (!refers) return line;
  auto* list = new SuggestionList(look(), line, values);
  connect(list, &SuggestionList::accepted, this, [this, line](const QString& value) {
    line->setText(value);
    take();
  });
  return line;
}

QComboBox* TableField::makeChoice(const FieldSpec& cell, QWidget* row) {
  auto* combo = new ComboBox(row);
  combo->setObjectName(cell.key);
  combo->setAccessibleName(cell.label);
  combo->setToolTip(cell.help);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setFocusPolicy(Qt::StrongFocus);  // as of ChoiceField
  combo->addItem(tr("%1: not set").arg(cell.label), QString());
  for (const FieldSpec::Option& option : cell.options)
    combo->addItem(option.label, option.value);
  connect(combo, &QComboBox::activated, this, &TableField::take);
  return combo;
}

void TableField::setValue(const QJsonValue& value) {
  const QJsonArray table = value.toArray();
  if (!problem().isEmpty() || (anyFocus(*rows_) && rows_->rows().size() >= table.size())) return;
  rows_->resizeTo(table.size());
  for (qsizetype i = 0; i < table.size(); ++i) {
    const QJsonObject row = table.at(i).toObject();
    rows_->rows().at(i)->setProperty(storedRow, row);
    for (const FieldSpec& column : spec().columns) {
      auto* cell = rows_->rows().at(i)->findChild<QLineEdit*>(column.key);
      if (!cell) continue;
      const QString text = valueText(row.value(column.key));
      showText(cell, shownAs(column, text));
      if (column.key == u"target") showTarget(cell, text);
    }
    const QList<QCheckBox*> boxes = rows_->rows().at(i)->findChildren<QCheckBox*>();
    for (QCheckBox* box : boxes)
      box->setChecked(row.value(box->objectName()).toBool());
    const QList<QComboBox*> choices = rows_->rows().at(i)->findChildren<QComboBox*>();
    for (QComboBox* choice : choices) {
      const QString text = row.value(choice->objectName()).toString();
      if (choice->findData(text) < 0) choice->addItem(text, text);
      choice->setCurrentIndex(choice->findData(text));
    }
  }
  arrange();
}

void TableField::take() {
  QJsonArray table;
  for (const QWidget* body : rows_->rows()) {
    // Keys that are no columns came with an import, and stay.
    QJsonObject row = body->property(storedRow).toJsonObject();
    for (const FieldSpec& column : spec().columns) {
      row.remove(column.key);
      if (const auto* box = body->findChild<QCheckBox*>(column.key)) {
        if (box->isChecked()) row.insert(column.key, true);
        continue;
      }
      const auto* choice = body->findChild<QComboBox*>(column.key);
      QString text = choice ? choice->currentData().toString()
                            : meant(column, body->findChild<QLineEdit*>(column.key)->text().trimmed());
      if (text.isEmpty()) continue;
      if (column.type == FieldSpec::Type::Date) text = naturalDate(text, offers_().clock().toLocalTime());
      row.insert(column.key, text);
    }
    if (!row.isEmpty()) table.append(row);
  }
  commit(table);
}

void TableField::setReadOnly(bool readOnly) {
  rows_->setReadOnly(readOnly);
  const QList<QLineEdit*> cells = rows_->findChildren<QLineEdit*>();
  for (QLineEdit* cell : cells)
    cell->setReadOnly(readOnly);
  const QList<QCheckBox*> boxes = rows_->findChildren<QCheckBox*>();
  for (QCheckBox* box : boxes)
    box->setEnabled(!readOnly);
  const QList<QComboBox*> choices = rows_->findChildren<QComboBox*>();
  for (QComboBox* choice : choices)
    choice->setEnabled(!readOnly);
}

bool TableField::isEmpty() const {
  return rows_->rows().isEmpty();
}

}  // namespace offprint

#include "moc_ListFields.cpp"
