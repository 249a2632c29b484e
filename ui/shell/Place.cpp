#include "ui/shell/Place.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr std::array<const char*, 17> names = {
    "all",    "drafts",   "changed", "scheduled",  "trash",    "kind",   "topic",   "tag",       "series",
    "search", "problems", "home",    "appearance", "settings", "import", "history", "publishing"};
constexpr qsizetype longestTrail = 200;

}  // namespace

QString Place::toText() const {
  const QString name = QString::fromLatin1(names[static_cast<size_t>(type)]);
  return key.isEmpty() ? name : name + u':' + key;
}

Place Place::fromText(const QString& text) {
  const QString name = text.section(u':', 0, 0);
  for (size_t i = 0; i < names.size(); ++i) {
    if (name == QLatin1StringView(names[i])) return {static_cast<Type>(i), text.section(u':', 1)};
  }
  return {};
}

std::optional<CollectionRepository::Type> Place::collection() const {
  switch (type) {
    case Type::Topic:
      return CollectionRepository::Type::Topic;
    case Type::Tag:
      return CollectionRepository::Type::Tag;
    case Type::Series:
      return CollectionRepository::Type::Series;
    default:
      return std::nullopt;
  }
}

bool Place::holds(const ContentItem& item) const {
  const bool kept = !item.trashed.isValid();
  const auto within = [this](const QString& topic) { return topic == key || topic.startsWith(key + u'/'); };
  switch (type) {
    case Type::Drafts:
      return kept && item.status == Status::Draft;
    case Type::Scheduled:
      return kept && item.status == Status::Scheduled;
    case Type::Trash:
      return !kept;
    case Type::Kind:
      return kept && item.kind == key;
    case Type::Topic:
      return kept && std::any_of(item.topics.cbegin(), item.topics.cend(), within);
    case Type::Tag:
      return kept && item.tags.contains(key);
    case Type::Series:
      return kept && item.series == key;
    case Type::All:
      return kept;
    default:
      return isList();
  }
}

ContentQuery Place::query() const {
  ContentQuery query;
  query.sort = ContentQuery::Sort::Date;
  switch (type) {
    case Type::Drafts:
      query.statuses = {Status::Draft};
      query.sort = ContentQuery::Sort::Edited;
      break;
    case Type::Changed:
      query.siteStates = ContentQuery::pendingStates();
      query.trash = ContentQuery::Bin::Include;
      break;
    case Type::Scheduled:
      query.statuses = {Status::Scheduled};
      break;
    case Type::Trash:
      query.trash = ContentQuery::Bin::Only;
      query.sort = ContentQuery::Sort::Edited;
      break;
    case Type::Kind:
      query.kinds = {key};
      break;
    case Type::Topic:
      query.topic = key;
      break;
    case Type::Tag:
      query.tag = key;
      break;
    case Type::Series:
      query.series = key;
      break;
    default:
      break;
  }
  return query;
}

void Trail::go(const Step& step) {
  if (at_ >= 0 && steps_[at_] == step) return;
  steps_.resize(at_ + 1);
  steps_.append(step);
  if (steps_.size() > longestTrail) steps_.removeFirst();
  at_ = steps_.size() - 1;
}

void Trail::setItem(ContentId item) {
  if (at_ >= 0) steps_[at_].item = item;
}

Trail::Step Trail::back() {
  if (canGoBack()) --at_;
  return steps_.value(at_);
}

Trail::Step Trail::forward() {
  if (canGoForward()) ++at_;
  return steps_.value(at_);
}

void Trail::clear() {
  steps_.clear();
  at_ = -1;
}

}  // namespace offprint
