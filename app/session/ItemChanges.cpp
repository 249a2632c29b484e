#include "app/session/ItemChanges.h"

namespace offprint::itemChanges {
namespace {

/// Calls `visit` with a pointer to every member that is one field as a whole.
template <class Visit>
void eachField(const Visit& visit) {
  visit(&ContentItem::kind);
  visit(&ContentItem::title);
  visit(&ContentItem::slug);
  visit(&ContentItem::status);
  visit(&ContentItem::date);
  visit(&ContentItem::updated);
  visit(&ContentItem::publishAt);
  visit(&ContentItem::language);
  visit(&ContentItem::summary);
  visit(&ContentItem::body);
  visit(&ContentItem::authors);
  visit(&ContentItem::tags);
  visit(&ContentItem::topics);
  visit(&ContentItem::series);
  visit(&ContentItem::seriesPart);
  visit(&ContentItem::pinned);
  visit(&ContentItem::cover);
  visit(&ContentItem::coverAlt);
  visit(&ContentItem::aliases);
  visit(&ContentItem::permalink);
}

QStringList keysOf(const QJsonObject& a, const QJsonObject& b) {
  QStringList keys = a.keys() + b.keys();
  keys.removeDuplicates();
  return keys;
}

void applyObject(QJsonObject& onto, const QJsonObject& from, const QJsonObject& to) {
  for (const QString& key : keysOf(from, to)) {
    if (from.value(key) == to.value(key)) continue;
    if (to.contains(key)) {
      onto.insert(key, to.value(key));
    } else {
      onto.remove(key);
    }
  }
}

bool objectsOverlap(const QJsonObject& base, const QJsonObject& ours, const QJsonObject& theirs) {
  for (const QString& key : keysOf(ours, theirs)) {
    const QJsonValue before = base.value(key);
    if (ours.value(key) != before && theirs.value(key) != before && ours.value(key) != theirs.value(key))
      return true;
  }
  return false;
}

}  // namespace

ContentItem applied(ContentItem onto, const ContentItem& from, const ContentItem& to) {
  eachField([&](auto member) {
    if (from.*member != to.*member) onto.*member = to.*member;
  });
  applyObject(onto.fields, from.fields, to.fields);
  applyObject(onto.extra, from.extra, to.extra);
  return onto;
}

bool overlap(const ContentItem& base, const ContentItem& ours, const ContentItem& theirs) {
  bool found = objectsOverlap(base.fields, ours.fields, theirs.fields) ||
               objectsOverlap(base.extra, ours.extra, theirs.extra);
  eachField([&](auto member) {
    found = found || (ours.*member != base.*member && theirs.*member != base.*member &&
                      ours.*member != theirs.*member);
  });
  return found;
}

bool differ(const ContentItem& a, const ContentItem& b) {
  bool found = a.fields != b.fields || a.extra != b.extra;
  eachField([&](auto member) { found = found || a.*member != b.*member; });
  return found;
}

}  // namespace offprint::itemChanges
