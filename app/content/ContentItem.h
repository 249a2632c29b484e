#pragma once
#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include "app/content/Date.h"
#include "app/content/Ids.h"
#include "app/content/Person.h"

namespace offprint {

/// What the author chose. "Changed", "to publish" and "to remove" follow from comparing with a deployment.
enum class Status { Draft, Scheduled, Published, Unlisted };
QString statusName(Status status);  ///< "draft", "scheduled", "published", "unlisted"
std::optional<Status> statusFromName(const QString& name);

/// What the site that was exported last has of an item, compared with the item now (app.md section 4). Draft
/// and Scheduled: nothing, and it stays so. ToPublish, Changed, ToRemove: the next export adds, renews,
/// removes it.
enum class SiteState { Draft, ToPublish, Published, Changed, Scheduled, ToRemove };

/// One item of any kind: what an author writes. `fields` holds the kind's typed fields by FieldSpec::key;
/// `extra` keeps front-matter keys that no kind knows, so that they can be written back (case 22).
struct ContentItem {
  ContentId id;   ///< 0 before the first save
  QString uuid;   ///< stable identity in feeds and exports; survives a changed slug
  QString kind;   ///< ContentKind::id
  QString title;  ///< may hold inline Markdown and math
  QString slug;   ///< unique within its kind while not in the trash
  Status status = Status::Draft;
  Date date;  ///< publication date shown to readers
  Date updated;
  QDateTime publishAt;  ///< UTC; only for Scheduled
  QString language;     ///< BCP 47; empty: the site's
  QString summary;
  QString body;  ///< Markdown, "\n" line ends
  People authors;
  QStringList tags;
  QStringList topics;  ///< topic names, "Parent/Child" for a nested one
  QString series;
  int seriesPart = 0;  ///< 1-based; 0: in no order
  bool pinned = false;
  QString cover;  ///< media path ("media/…") or URL
  QString coverAlt;
  QStringList aliases;  ///< further addresses of this item, site-absolute ("/post/old/")
  QString permalink;    ///< overrides the kind's pattern when set ("/about/")
  QJsonObject fields;
  QJsonObject extra;
  qint64 version = 0;  ///< grows with every save; for optimistic saving
  QDateTime created;   ///< UTC
  QDateTime modified;  ///< UTC
  QDateTime trashed;   ///< UTC; invalid: not in the trash

  bool operator==(const ContentItem&) const = default;
  QString ref() const { return kind + QLatin1Char('/') + slug; }
};

/// The row of a list: everything a list, menu, index page or card shows, without the body.
struct ItemSummary {
  ContentId id;
  QString uuid;
  QString kind;
  QString title;
  QString slug;
  Status status = Status::Draft;
  Date date;
  Date updated;
  QDateTime publishAt;
  QString language;
  QString summary;
  QString excerpt;  ///< plain text from the body when there is no summary; at most 200 characters
  People authors;
  QStringList tags;
  QStringList topics;
  QString series;
  int seriesPart = 0;
  bool pinned = false;
  QString cover;
  QString coverAlt;
  QStringList aliases;
  QString permalink;
  QJsonObject fields;
  int words = 0;  ///< prose words; code and math are not counted
  qint64 version = 0;
  QDateTime created;
  QDateTime modified;
  QDateTime trashed;
  qint64 exportedVersion = 0;  ///< the version with the content of the last export; 0: it is not on the site
  QDateTime exportedAt;        ///< UTC; when that export was made

  QString ref() const { return kind + QLatin1Char('/') + slug; }
};

/// `now` decides whether the moment of a scheduled item has come.
SiteState siteState(const ItemSummary& item, const QDateTime& now);

/// The summary of an item; `words` and `excerpt` are computed from the body, what was exported stays unknown.
ItemSummary summarize(const ContentItem& item);

/// Prose words of Markdown: markup, code, math and front matter are left out; a CJK character counts as half
/// a word (case 23: 2,000 Chinese characters read in 4–5 minutes at 230 words a minute).
int countWords(const QString& markdown);
/// Whole minutes at 230 words a minute, at least 1 when there is any word (app.md section 9).
int readingMinutes(int words);
/// First plain-text characters of Markdown, cut at a word end, never inside a character (case 26).
QString plainExcerpt(const QString& markdown, int maxCharacters = 200);
/// A title or summary without its inline Markdown: for <title>, feeds, cards, search (case 5).
QString plainTitle(const QString& inlineMarkdown);

}  // namespace offprint
