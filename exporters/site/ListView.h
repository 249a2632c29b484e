#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

enum class Grouping { None, Year, Month, Topic, Kind, State, Type, Category };

/// As site.json names it: "year", "month", "topic", "kind", "status", "type", "category". None for anything
/// else.
Grouping groupingFromName(const QString& name);

/// By the field "weight" where there is one, then what began last; else as they are.
void sortByHand(QList<const ItemSummary*>& items);

/// Entries in groups: [{id, label, href, entries, upcoming}], in the order in which groups first occur; one
/// group without label when nothing is grouped.
QJsonArray groupsView(PageScope& scope, const QList<const ItemSummary*>& items, Grouping grouping);

/// The view of any page but home and items; resources/themes/README.md, "A list page".
QJsonObject listView(PageScope& scope);

/// Which template of the theme shows the page.
QString listTemplate(const PageScope& scope);

/// The plural or title that a list page goes by in the page's own language.
QString listTitle(const PageScope& scope);

/// The sentence under the title, plain Markdown: a kind's introduction, a topic's description.
QString listIntroduction(const PageScope& scope);

}  // namespace offprint
