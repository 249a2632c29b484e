#pragma once
#include <compare>
#include <QHashFunctions>
#include <QtGlobal>

namespace offprint {

/// A row id that cannot be mixed up with that of another table. 0 is "none".
template <class Tag>
struct Id {
  qint64 value = 0;
  bool valid() const { return value > 0; }
  auto operator<=>(const Id&) const = default;
};
template <class Tag>
size_t qHash(const Id<Tag>& id, size_t seed = 0) {
  return ::qHash(id.value, seed);
}

using ContentId = Id<struct ContentTag>;
using RevisionId = Id<struct RevisionTag>;
using MediaId = Id<struct MediaTag>;
using TopicId = Id<struct TopicTag>;

}  // namespace offprint
