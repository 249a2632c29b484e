#pragma once
#include <QHash>
#include <QStringList>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Site.h"
#include "app/core/Result.h"

struct sqlite3;

namespace offprint {

class Database;

/// Which item points to what, so that a changed slug can be followed (case 15) and backlinks be listed.
namespace linkIndex {

/// What was renamed: old target → new target ("article/old" → "article/new", "/articles/old/" → …).
using Renames = QHash<QString, QString>;

/// Targets in an item: [[slug]] and [[kind/slug]] of summary and body, site-absolute link destinations, texts
/// of the form "kind/slug" in its fields. Code is not read.
QStringList targetsOf(const ContentItem& item);

/// The item with every renamed target exchanged; heading, label and query of a link stay. Of its fields only
/// those are read that hold references to items; without its kind, none. A bare slug counts in [[…]] alone.
ContentItem retargeted(const ContentItem& item, const ContentKind* kind, const Renames& renames);
/// The same for the site: targets of navigation and footer, targets, items and Markdown of the home page's
/// sections ("kind:slug" as well as "kind/slug").
Site retargeted(const Site& site, const Renames& renames);

/// The keys that a text cites, each once ("[see @key, p. 3]", "@key says"); names of figures and other things
/// of the text itself ("@fig:heat") are among them. Code is not read.
QStringList citedKeys(const QString& markdown);
/// Gives the connection the SQL function `offprint_cited(text)`: citedKeys() as a JSON list. Returns an SQLite
/// code.
int define(sqlite3* connection);

/// Whether a text cites the work with that key ("[see @key, p. 3]", "@key says"). Code is not read.
bool cites(const QString& markdown, const QString& key);

/// The item with every citation of the key `from` exchanged for one of `to` in its summary and body. Code is
/// left as it is.
ContentItem recited(const ContentItem& item, const QString& from, const QString& to);

/// Keeps targetsOf() and, with a "@" before each, citedKeys().
Result<void> put(Database& database, const ContentItem& item);
Result<QList<ContentId>> pointingTo(Database& database, const QStringList& targets);
/// Items not in the trash whose text or summary cites the key, as put() kept it.
Result<QList<ContentId>> citing(Database& database, const QString& key);

}  // namespace linkIndex
}  // namespace offprint
