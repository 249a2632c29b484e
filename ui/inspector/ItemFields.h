#pragma once
#include <functional>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/session/DocumentSession.h"

namespace offprint {

/// A field of the form and where its value lives in an item.
struct BoundField {
  FieldSpec spec;
  std::function<QJsonValue(const ContentItem&)> get;
  std::function<void(ContentItem&, const QJsonValue&)> set;  ///< null: empty
  DocumentSession::Part part = DocumentSession::Part::Fields;
};

/// A foldable part of the form.
struct FieldSection {
  QString id;  ///< stable, for the fold state
  QString title;
  QList<BoundField> fields;
};

/// The form of a kind in the order of app.md section 11: Publishing, the kind's own, Organise, Cover, Search
/// and sharing, Notes to self, then sections that only the kind's fields name.
QList<FieldSection> formOf(const ContentKind& kind);

/// "/articles/" and "/" around the slug in an item's address; the whole address in `before` when it does not
/// hold its slug.
struct AddressParts {
  QString before;
  QString slug;
  QString after;
};
AddressParts addressParts(const ContentKind& kind, const ContentItem& item);

/// Gives the item the address `written` (a slug, or a path of its own when it begins with "/"). A published
/// item keeps its old address as one that leads here (case 15 of text.md).
void setAddress(const ContentKind& kind, ContentItem& item, const QString& written);

}  // namespace offprint
