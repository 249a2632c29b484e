#include "ui/site/SectionForm.h"

#include <QScrollBar>
#include <QVBoxLayout>

#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// Not options: members of the section itself. No option has such a key.
const QString kHeading = u"title"_s;
const QString kAnchor = u"id"_s;
const QString kItself = u"/"_s;  ///< `within` of them

SectionField ofSection(const QString& key, const QString& label, const QString& help) {
  SectionField field;
  field.spec.key = key;
  field.spec.label = label;
  field.spec.help = help;
  field.within = kItself;
  return field;
}

}  // namespace

SectionForm::SectionForm(Appearance& look, std::function<FieldOffers()> offers, QWidget* parent)
    : QScrollArea(parent), look_(look), offers_(std::move(offers)) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  viewport()->setAutoFillBackground(false);
  new OverlayScrollBar(this);
}

void SectionForm::show(const Section& section, const SectionType* type) {
  const bool other = section.id != section_.id || section.type != built_;
  section_ = section;
  if (section.type != built_ || !widget()) build(type);
  if (other) {
    for (const Entry& entry : std::as_const(entries_))
      entry.editor->setProblem({});
    verticalScrollBar()->setValue(0);
  }
  refill();
}

void SectionForm::clear() {
  entries_.clear();
  built_.clear();
  section_ = {};
  delete takeWidget();
}

void SectionForm::build(const SectionType* type) {
  entries_.clear();
  built_ = section_.type;
  auto* form = new QWidget;
  auto* column = new QVBoxLayout(form);
  column->setContentsMargins(look_.ipx(16), look_.ipx(4), look_.ipx(16), look_.ipx(20));
  column->setSpacing(look_.ipx(10));
  add(ofSection(kHeading, tr("Heading"), {}), column);
  for (const SectionField& field : type ? type->fields : QList<SectionField>())
    add(field, column);
  add(ofSection(kAnchor, tr("Anchor"), tr("Links lead here with home#, and this after it.")), column);
  column->addStretch(1);
  setWidget(form);
  form->setAutoFillBackground(false);
  form->setMaximumWidth(viewport()->width());
  setReadOnly(readOnly_);
}

FieldEditor* SectionForm::add(const SectionField& field, QVBoxLayout* column) {
  FieldEditor* editor = makeFieldEditor(look_, field.spec, offers_, widget());
  if (!field.spec.help.isEmpty()) editor->setRemark(field.spec.help);
  connect(editor, &FieldEditor::entered, this,
          [this, field](const QJsonValue& value) { take(field, value); });
  connect(editor, &FieldEditor::pickMediaRequested, this, [this, field] {
    const MediaChosen chosen = [this, field, id = section_.id](const QString& path) {
      if (section_.id != id) return;
      take(field, path);
      refill();
    };
    Q_EMIT pickMediaRequested(chosen);
  });
  column->addWidget(editor);
  entries_.append({field, editor});
  return editor;
}

void SectionForm::take(const SectionField& field, const QJsonValue& value) {
  if (readOnly_) return;
  Section next = section_;
  if (field.within != kItself) {
    field.putInto(next.options, value);
  } else if (field.spec.key == kHeading) {
    next.title = value.toString();
  } else if (const QString anchor = value.toString(); anchor == slugify(anchor, {}) && !anchor.isEmpty()) {
    next.id = anchor;
  } else {
    return entries_.constLast().editor->setProblem(tr("Use small letters, digits and hyphens."));
  }
  if (next == section_) return;
  section_ = next;
  Q_EMIT changed(next);
}

void SectionForm::refill() {
  for (const Entry& entry : std::as_const(entries_)) {
    if (entry.field.within != kItself) {
      entry.editor->setValue(entry.field.valueIn(section_.options));
    } else {
      entry.editor->setValue(entry.field.spec.key == kHeading ? section_.title : section_.id);
    }
  }
}

void SectionForm::setReadOnly(bool readOnly) {
  readOnly_ = readOnly;
  for (const Entry& entry : std::as_const(entries_))
    entry.editor->setReadOnly(readOnly);
}

/// A field that wants more room than there is must not push the ends of all others out of sight.
void SectionForm::resizeEvent(QResizeEvent* event) {
  if (widget()) widget()->setMaximumWidth(viewport()->width());
  QScrollArea::resizeEvent(event);
}

}  // namespace offprint

#include "moc_SectionForm.cpp"
