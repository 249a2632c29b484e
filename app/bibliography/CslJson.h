#pragma once
#include <QJsonArray>
#include <QJsonObject>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"

namespace offprint {

/// Whether items of the kind can be cited: it has a CSL type.
bool isCitable(const ContentKind& kind);
/// The kind that bibliographies are read into: the first citable one with a field for the citation key.
/// nullptr when the library has none.
const ContentKind* bibliographyKind(const KindCatalog& kinds);
/// The name by which texts cite the item: its citation key, else its slug.
QString citationKey(const ItemSummary& item, const ContentKind& kind);
/// Citation keys of works that were merged into the item.
QStringList formerKeys(const ItemSummary& item, const ContentKind& kind);

/// Whether the item says that others took part who are not named ("et al."). CSL JSON has no place for it.
bool namesOthers(const ItemSummary& item, const ContentKind& kind);

/// The item as an entry of CSL JSON (schema/csl-data.json of the CSL specification 1.0.2): variables as the
/// kind's fields declare them, `id` is the citation key. A type that no option has, and a title whose braces
/// keep the case of words, come from the further variables as long as the item still agrees with them.
QJsonObject cslItem(const ItemSummary& item, const ContentKind& kind);

/// Names and dates as CSL JSON has them. Persons without any name are left out; no date gives an empty
/// object.
QJsonArray cslNames(const People& people);
QJsonObject cslDate(const Date& date);

/// The item that an entry describes, of `kind`, with the citation key of the entry's `id`. Variables without
/// a field are kept as JSON in the field that is declared with `"csl": "*"`, so that the entry can be given
/// out whole again. Status, slug and uuid are the caller's.
ContentItem itemFromCsl(const QJsonObject& entry, const ContentKind& kind);

}  // namespace offprint
