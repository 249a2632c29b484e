#include "app/session/SiteChanges.h"

namespace offprint::siteChanges {
namespace {

QJsonValue merged(const QJsonValue& onto, const QJsonValue& from, const QJsonValue& to);

QJsonObject mergedObject(QJsonObject onto, const QJsonObject& from, const QJsonObject& to) {
  QStringList keys = from.keys() + to.keys();
  keys.removeDuplicates();
  for (const QString& key : std::as_const(keys)) {
    const QJsonValue value = merged(onto.value(key), from.value(key), to.value(key));
    if (value.isUndefined()) {
      onto.remove(key);
    } else {
      onto.insert(key, value);
    }
  }
  return onto;
}

/// Entries that `from` has, too, are taken as they are in `onto`, wherever they stand in `to`.
QJsonArray mergedArray(const QJsonArray& onto, const QJsonArray& from, const QJsonArray& to) {
  QJsonArray result;
  for (qsizetype i = 0; i < to.size(); ++i) {
    qsizetype known = from.at(i) == to.at(i) ? i : -1;
    for (qsizetype j = 0; known < 0 && j < from.size(); ++j) {
      if (from.at(j) == to.at(i)) known = j;
    }
    if (known >= 0) {
      result.append(onto.at(known));
    } else {
      result.append(to.size() == from.size() ? merged(onto.at(i), from.at(i), to.at(i)) : to.at(i));
    }
  }
  return result;
}

QJsonValue merged(const QJsonValue& onto, const QJsonValue& from, const QJsonValue& to) {
  if (from == to) return onto;
  if (onto.isObject() && from.isObject() && to.isObject())
    return mergedObject(onto.toObject(), from.toObject(), to.toObject());
  if (onto.isArray() && from.isArray() && to.isArray() && onto.toArray().size() == from.toArray().size())
    return mergedArray(onto.toArray(), from.toArray(), to.toArray());
  return to;
}

}  // namespace

Result<Site> applied(const Site& onto, const Site& from, const Site& to) {
  return Site::fromJson(mergedObject(onto.toJson(), from.toJson(), to.toJson()));
}

}  // namespace offprint::siteChanges
