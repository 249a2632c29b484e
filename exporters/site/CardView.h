#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// What lists, cards and links show of an item; resources/themes/README.md, "An entry".
/// `withLinks`: also the addresses that the item's fields hold.
QJsonObject cardView(PageScope& scope, const ItemSummary& item, bool withLinks = true);

/// {label, href} of files that visitors take along.
QJsonArray downloadLinks(PageScope& scope, const SiteDownloads::Links& links);

/// {label, href, external} of items of one kind, topic or tag. Empty when there is no such page.
QJsonObject topicLink(PageScope& scope, PageEntry::Type type, const QString& name);
QJsonArray topicLinks(PageScope& scope, PageEntry::Type type, const QStringList& names);

/// When something was, by its fields "start" and "end", else by its date: "2017 to 2021", "2021 to now".
QString periodText(PageScope& scope, const ItemSummary& item);

/// "4 May 2026 to 6 May 2026", or one date where both are the same day.
QString spanText(const PageScope& scope, const Date& from, const Date& to);

/// The words that introduce an item where there is no room for its text: its summary, else its first words.
/// Plain; cut at a word.
QString introduction(const ItemSummary& item, int maxCharacters = 300);

}  // namespace offprint
