#include "ui/inspector/DetailsTab.h"

#include <QJsonArray>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include "app/content/PublishedDate.h"
#include "ui/inspector/AddressField.h"
#include "ui/inspector/FoldSection.h"
#include "ui/inspector/TextFields.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A kind with more fields than this shows the first ones and those that hold something.
constexpr int shortForm = 12;

}  // namespace

DetailsTab::DetailsTab(Appearance& look, std::function<FieldOffers()> offers, QWidget* parent)
    : QScrollArea(parent), look_(look), offers_(std::move(offers)) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  viewport()->setAutoFillBackground(false);
}

void DetailsTab::open(DocumentSession* session, const ContentKind* kind) {
  session_ = session;
  if (!session || !kind) {
    delete takeWidget();
    entries_.clear();
    kind_ = {};
    return;
  }
  if (kind->id != kind_.id || !widget()) build(*kind);
  for (const Entry& entry : std::as_const(entries_))
    entry.editor->setProblem({});
  refill();
  verticalScrollBar()->setValue(0);
}

void DetailsTab::build(const ContentKind& kind) {
  kind_ = kind;
  entries_.clear();
  allButton_ = nullptr;
  allShown_ = false;
  auto* form = new QWidget;
  form->setAutoFillBackground(false);
  auto* column = new QVBoxLayout(form);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  for (const FieldSection& section : formOf(kind))
    addSection(section, column);
  column->addStretch(1);
  form->setMaximumWidth(viewport()->width());
  setWidget(form);
  form->setAutoFillBackground(false);
  setReadOnly(readOnly_);
}

/// A field that wants more room than there is must not push the ends of all others out of sight.
void DetailsTab::resizeEvent(QResizeEvent* event) {
  if (widget()) widget()->setMaximumWidth(viewport()->width());
  QScrollArea::resizeEvent(event);
}

void DetailsTab::addSection(const FieldSection& section, QVBoxLayout* column) {
  auto* fold = new FoldSection(look_, section.title, column->parentWidget());
  fold->setOpen(!folded_.value(kind_.id).contains(section.id));
  connect(fold, &FoldSection::toggled, this, [this, id = section.id](bool open) {
    if (open) {
      folded_[kind_.id].remove(id);
    } else {
      folded_[kind_.id].insert(id);
    }
    Q_EMIT foldsChanged();
  });
  const bool isLong = section.id == u"own" && section.fields.size() > shortForm;
  int count = 0;
  for (const BoundField& field : section.fields) {
    FieldEditor* editor = makeEditor(field, fold);
    if (field.spec.label == section.title) editor->hideName();
    fold->content()->addWidget(editor);
    entries_.append({field, editor, isLong && ++count > shortForm - 4 && !field.spec.required});
  }
  if (isLong) {
    auto* all = new QPushButton(tr("Show all %n fields", nullptr, int(section.fields.size())), fold);
    all->setProperty("quiet", true);
    all->setProperty("small", true);
    connect(all, &QPushButton::clicked, this, [this] {
      allShown_ = true;
      arrange();
    });
    fold->content()->addWidget(all, 0, Qt::AlignLeft);
    allButton_ = all;
  }
  column->addWidget(fold);
}

FieldEditor* DetailsTab::makeEditor(const BoundField& field, QWidget* parent) {
  FieldEditor* editor = field.spec.key == u"address" && !field.set
                            ? new AddressField(look_, field.spec, offers_, parent)
                            : makeFieldEditor(look_, field.spec, offers_, parent);
  if (auto* line = qobject_cast<LineField*>(editor); line && field.spec.key == u"date" && !kind_.eventDated) {
    line->setPlaceholder(tr("On first publish"));
  }
  connect(editor, &FieldEditor::entered, this,
          [this, field](const QJsonValue& value) { take(field, value); });
  connect(editor, &FieldEditor::pickMediaRequested, this,
          [this, key = field.spec.key] { Q_EMIT pickMediaRequested(key); });
  connect(editor, &FieldEditor::filesDropped, this,
          [this, key = field.spec.key](const QStringList& paths) { Q_EMIT filesDropped(key, paths); });
  return editor;
}

void DetailsTab::take(const BoundField& field, const QJsonValue& value) {
  if (!session_ || readOnly_) return;
  if (!field.set) {
    session_->edit(DocumentSession::Part::Fields,
                   [this, value](ContentItem& item) { setAddress(kind_, item, value.toString()); });
  } else if (field.get(session_->item()) != value) {
    session_->edit(field.part, [this, &field, &value](ContentItem& item) {
      field.set(item, value);
      // As under Item, State: what is published for the first time has the day on which it was.
      if (field.spec.key == u"status") datePublished(item, offers_().clock().toLocalTime().date());
      // A moment is needed; nine the next morning is what most people mean.
      if (item.status == Status::Scheduled && !item.publishAt.isValid()) {
        item.publishAt = QDateTime(offers_().clock().toLocalTime().date().addDays(1), QTime(9, 0)).toUTC();
      }
    });
  }
  refill();
}

void DetailsTab::refill() {
  if (!session_) return;
  const ContentItem& item = session_->item();
  for (const Entry& entry : std::as_const(entries_)) {
    if (auto* address = qobject_cast<AddressField*>(entry.editor)) {
      address->setItem(kind_, item);
    } else {
      entry.editor->setValue(entry.field.get(item));
    }
  }
  arrange();
}

void DetailsTab::arrange() {
  int hidden = 0;
  for (const Entry& entry : std::as_const(entries_)) {
    bool shown = true;
    if (entry.field.spec.key == u"publishAt")
      shown = session_ && session_->item().status == Status::Scheduled;
    if (entry.spare && !allShown_ && entry.editor->isEmpty() && !entry.editor->hasFocus()) {
      shown = false;
      ++hidden;
    }
    entry.editor->setVisible(shown);
  }
  if (allButton_) allButton_->setVisible(hidden > 0);
}

void DetailsTab::setReadOnly(bool readOnly) {
  readOnly_ = readOnly;
  for (const Entry& entry : std::as_const(entries_))
    entry.editor->setReadOnly(readOnly);
}

QJsonObject DetailsTab::folds() const {
  QJsonObject all;
  for (auto kind = folded_.cbegin(); kind != folded_.cend(); ++kind) {
    QStringList sections = kind->values();
    sections.sort();
    all.insert(kind.key(), QJsonArray::fromStringList(sections));
  }
  return all;
}

void DetailsTab::setFolds(const QJsonObject& folds) {
  folded_.clear();
  for (auto kind = folds.constBegin(); kind != folds.constEnd(); ++kind) {
    for (const QJsonValue& section : kind->toArray())
      folded_[kind.key()].insert(section.toString());
  }
  if (session_ && widget()) {
    const ContentKind kind = kind_;
    build(kind);
    refill();
  }
}

}  // namespace offprint

#include "moc_DetailsTab.cpp"
