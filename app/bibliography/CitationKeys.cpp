#include "app/bibliography/CitationKeys.h"

#include "app/content/Slug.h"

using namespace Qt::StringLiterals;

namespace offprint {

QString suggestedKey(const ContentItem& item, const std::function<bool(const QString&)>& taken) {
  const Person first = item.authors.value(0);
  const QString family = first.family.isEmpty() ? first.literal : first.family;
  QString key = slugify(family.isEmpty() ? u"anonymous"_s : family).remove(u'-');
  if (item.date.yearNumber() > 0) key += QString::number(item.date.yearNumber());
  key += slugify(item.title, item.language).section(u'-', 0, 0);
  return uniqueSlug(key, taken);
}

void setCitationKey(ContentItem& item, const ContentKind& kind, const QString& key) {
  for (const FieldSpec& field : kind.fields)
    if (field.csl == "citation-key"_L1) item.fields.insert(field.key, key);
}

void claimAuthorship(ContentItem& item, const ContentKind& kind, const Site& site) {
  bool own = false;
  for (Person& person : item.authors) {
    person.self = site.isAuthor(person);
    own = own || person.self;
  }
  if (!kind.ownField.isEmpty()) item.fields.insert(kind.ownField, own);
}

}  // namespace offprint
