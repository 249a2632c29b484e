#include "app/content/ContentItem.h"

#include "app/content/PlainText.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int wordsPerMinute = 230;

}  // namespace

QString statusName(Status status) {
  switch (status) {
    case Status::Draft:
      return u"draft"_s;
    case Status::Scheduled:
      return u"scheduled"_s;
    case Status::Published:
      return u"published"_s;
    case Status::Unlisted:
      return u"unlisted"_s;
  }
  return u"draft"_s;
}

std::optional<Status> statusFromName(const QString& name) {
  for (const Status status : {Status::Draft, Status::Scheduled, Status::Published, Status::Unlisted}) {
    if (name.compare(statusName(status), Qt::CaseInsensitive) == 0) return status;
  }
  return std::nullopt;
}

SiteState siteState(const ItemSummary& item, const QDateTime& now) {
  const bool due = item.status == Status::Scheduled && item.publishAt.isValid() && item.publishAt <= now;
  const bool wanted =
      !item.trashed.isValid() && (item.status == Status::Published || item.status == Status::Unlisted || due);
  const bool there = item.exportedVersion > 0;
  if (wanted && !there) return SiteState::ToPublish;
  if (wanted) return item.exportedVersion == item.version ? SiteState::Published : SiteState::Changed;
  if (there) return SiteState::ToRemove;
  return item.status == Status::Scheduled ? SiteState::Scheduled : SiteState::Draft;
}

ItemSummary summarize(const ContentItem& item) {
  ItemSummary row;
  row.id = item.id;
  row.uuid = item.uuid;
  row.kind = item.kind;
  row.title = item.title;
  row.slug = item.slug;
  row.status = item.status;
  row.date = item.date;
  row.updated = item.updated;
  row.publishAt = item.publishAt;
  row.language = item.language;
  row.summary = item.summary;
  row.authors = item.authors;
  row.tags = item.tags;
  row.topics = item.topics;
  row.series = item.series;
  row.seriesPart = item.seriesPart;
  row.pinned = item.pinned;
  row.cover = item.cover;
  row.coverAlt = item.coverAlt;
  row.aliases = item.aliases;
  row.permalink = item.permalink;
  row.fields = item.fields;
  row.version = item.version;
  row.created = item.created;
  row.modified = item.modified;
  row.trashed = item.trashed;
  row.words = countWords(item.body);
  if (item.summary.isEmpty()) row.excerpt = plainExcerpt(item.body);
  return row;
}

int countWords(const QString& markdown) {
  return proseWords(plainText(markdown, PlainUse::Count));
}

int readingMinutes(int words) {
  if (words <= 0) return 0;
  return qMax(1, qRound(1.0 * words / wordsPerMinute));
}

QString plainExcerpt(const QString& markdown, int maxCharacters) {
  // An excerpt needs the beginning only: markup rarely takes more than seven eighths of a text.
  constexpr qsizetype enough = 16'384;
  QString beginning = markdown.left(qMax<qsizetype>(enough, maxCharacters * 8));
  if (!beginning.isEmpty() && beginning.back().isHighSurrogate()) beginning.chop(1);
  return cutAtWord(plainText(beginning, PlainUse::Excerpt).simplified(), maxCharacters);
}

QString plainTitle(const QString& inlineMarkdown) {
  return plainInline(inlineMarkdown, PlainUse::Excerpt).simplified();
}

}  // namespace offprint
