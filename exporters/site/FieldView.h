#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// A field's value as words: choices by their label, dates at their precision, lists joined. Empty for fields
/// that have none, and for tables.
QString fieldText(PageScope& scope, const FieldSpec& field, const QJsonValue& value);

/// A field's value as HTML for a page. `address` links it when it is not empty.
QString fieldHtml(PageScope& scope, const ItemSummary& item, const FieldSpec& field, const QJsonValue& value,
                  const QString& address = {});

/// What an item's page tells beside its text: {facts: [{label, html}], links: [{label, href}]}. Facts are the
/// kind's own fields in the order of its form; addresses and files become links. A field "event" takes the
/// address in "eventUrl", "sourceName" that in "sourceUrl". Fields that steer the site ("noindex", "related",
/// …) and fields in `shown` are left out.
QJsonObject fieldsView(PageScope& scope, const ItemSummary& item, const ContentKind& kind,
                       const QStringList& shown = {});

/// The links of fieldsView() alone.
QJsonArray fieldLinks(PageScope& scope, const ItemSummary& item, const ContentKind& kind,
                      const QStringList& shown = {});

/// Where the words of a field lead that has an address beside it: {organisation: "https://…"}.
QJsonObject fieldAddresses(PageScope& scope, const ItemSummary& item, const ContentKind& kind);

/// Names with the site's own author emphasised: "A. First, <b>B. Own</b> and C. Last"; with `others`, who
/// took part and are not named, "A. First, <b>B. Own</b> et al."
QString peopleHtml(const PageScope& scope, const People& people, bool others = false);
/// The same of an item's authors.
QString authorsHtml(const PageScope& scope, const ItemSummary& item);
/// The same where there is little room: of more than ten the first six and the site's own author, "et al.".
QString fewAuthorsHtml(const PageScope& scope, const ItemSummary& item);
QString peopleText(const PageScope& scope, const People& people);
People peopleFrom(const QJsonValue& value);

}  // namespace offprint
