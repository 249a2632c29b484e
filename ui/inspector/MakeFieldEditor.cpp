#include "ui/inspector/ChoiceFields.h"
#include "ui/inspector/ListFields.h"
#include "ui/inspector/MediaField.h"
#include "ui/inspector/TextFields.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// What search engines show of a description.
constexpr int descriptionLength = 160;

FieldEditor* chips(Appearance& look, const FieldSpec& spec, const std::function<FieldOffers()>& offers,
                   QStringList FieldOffers::*values, QWidget* parent) {
  return new ChipsField(
      look, spec, [offers, values] { return offers().*values; }, parent);
}

}  // namespace

FieldEditor* makeFieldEditor(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers,
                             QWidget* parent) {
  using Type = FieldSpec::Type;
  using Layout = FieldEditor::Layout;
  switch (spec.type) {
    case Type::LongText:
    case Type::Markdown:
      return new LongTextField(look, spec, spec.key == u"searchDescription" ? descriptionLength : 0, parent);
    case Type::Boolean:
      return new SwitchField(look, spec, parent);
    case Type::Choice:
      return new ChoiceField(look, spec, Layout::Beside, parent);
    case Type::Level:
      return new LevelField(look, spec, parent);
    case Type::List:
      if (spec.key == u"tags") return chips(look, spec, offers, &FieldOffers::tags, parent);
      if (spec.key == u"topics") return chips(look, spec, offers, &FieldOffers::topics, parent);
      if (spec.key == u"kinds") return chips(look, spec, offers, &FieldOffers::kinds, parent);
      return new TextsField(look, spec, parent);
    case Type::Table:
      return new TableField(look, spec, std::move(offers), parent);
    case Type::Persons:
      return new PeopleField(look, spec, std::move(offers), parent);
    case Type::Item:
    case Type::Items:
    case Type::Publication:
      return new ItemsField(look, spec, std::move(offers), parent);
    case Type::Media:
      return new MediaField(look, spec, std::move(offers), parent);
    case Type::Number:
    case Type::Date:
    case Type::DateTime:
    case Type::Language:
      return new LineField(look, spec, Layout::Beside, std::move(offers), parent);
    case Type::Text:
    case Type::Url:
    case Type::Email:
      break;
  }
  return new LineField(look, spec, Layout::Above, std::move(offers), parent);
}

}  // namespace offprint
