#include "app/store/ContentRepository.h"

#include <QUuid>

#include "app/bibliography/CslJson.h"
#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/store/Checksums.h"
#include "app/store/Database.h"
#include "app/store/ItemJson.h"
#include "app/store/ItemRow.h"
#include "app/store/LinkIndex.h"
#include "app/store/Repositories.h"
#include "app/store/SearchIndex.h"
#include "app/store/Terms.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isPublic(Status status) {
  return status == Status::Published || status == Status::Unlisted;
}

Error notThere(const QString& what) {
  return makeError(ErrorCode::NotFound,
                   say("There is no item “%1” in this library. Nothing was changed.").arg(what));
}

}  // namespace

ContentRepository::ContentRepository(Database& database, Clock clock,
                                     std::shared_ptr<const KindCatalog> kinds)
    : db_(database), clock_(std::move(clock)), kinds_(std::move(kinds)) {}

Result<ContentItem> ContentRepository::stored(ContentId id) const {
  static const QByteArray sql =
      "SELECT " + itemRow::summaryColumns() +
      ", item_text.body, item_text.extra FROM item JOIN item_text ON item_text.item = "
      "item.id WHERE item.id = ?";
  auto statement = db_.prepare(sql);
  if (!statement) return statement.error();
  statement->bind(id.value);
  auto row = statement->step();
  if (!row) return row.error();
  if (!*row) return notThere(QString::number(id.value));
  return itemRow::readItem(*statement);
}

Result<ContentItem> ContentRepository::get(ContentId id) const {
  return stored(id);
}

Result<ContentItem> ContentRepository::getWhole(ContentId id) const {
  const auto whole = checksums::whole(db_, id);
  if (!whole) return whole.error();
  if (*whole) return get(id);
  return makeError(ErrorCode::Corrupt,
                   say("Its words or fields were damaged in the library's file. Compare it with "
                       "its last version, or restore a backup."));
}

Result<bool> ContentRepository::slugTaken(const QString& kind, const QString& slug, ContentId except) const {
  auto count =
      db_.number("SELECT count(*) FROM item WHERE kind = ? AND slug = ? AND id <> ? AND trashed IS NULL",
                 kind, slug, except.value);
  if (!count) return count.error();
  return *count > 0;
}

/// An item that is not in the trash gets a slug when it has none; one that another item has is refused.
Result<void> ContentRepository::settleAddress(ContentItem& item) const {
  if (item.kind.isEmpty())
    return makeError(ErrorCode::InvalidInput, say("An item needs a kind. Nothing was changed."));
  if (item.slug.isEmpty()) {
    std::optional<Error> failed;
    item.slug = uniqueSlug(slugify(item.title, item.language), [&](const QString& candidate) {
      auto taken = slugTaken(item.kind, candidate, item.id);
      if (!taken) failed = taken.error();
      return taken.value_or(false);
    });
    if (failed) return *failed;
    return {};
  }
  if (item.trashed.isValid()) return {};
  auto taken = slugTaken(item.kind, item.slug, item.id);
  if (!taken) return taken.error();
  if (!*taken) return {};
  auto other = find(item.ref());
  return makeError(ErrorCode::Conflict,
                   say("“%1” was not stored under the address “%2”: “%3” has it. Choose another address.")
                       .arg(item.title, item.slug, other ? other->title : item.ref()));
}

Result<ContentItem> ContentRepository::insert(ContentItem item) {
  Result<ContentItem> result = makeError(ErrorCode::Internal, {});
  const Result<void> done = db_.transaction([&]() -> Result<void> {
    const QDateTime now = clock_();
    item.id = {};
    item.version = 1;
    if (item.uuid.isEmpty()) item.uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (!item.created.isValid()) item.created = now;
    if (!item.modified.isValid()) item.modified = now;
    auto known = db_.number("SELECT count(*) FROM item WHERE uuid = ?", item.uuid);
    if (!known) return known.error();
    if (*known > 0)
      return makeError(ErrorCode::Conflict,
                       say("“%1” was not added: the library has this item already.").arg(item.title),
                       item.uuid);
    OFFPRINT_TRY(settleAddress(item));
    auto id = itemRow::write(db_, item, true);
    if (!id) return id.error();
    item.id = *id;
    OFFPRINT_TRY(terms::put(db_, item));
    OFFPRINT_TRY(linkIndex::put(db_, item));
    OFFPRINT_TRY(searchIndex::put(db_, item, kinds_ ? kinds_->find(item.kind) : nullptr));
    result = stored(item.id);
    return result ? Result<void>() : Result<void>(result.error());
  });
  if (!done) return done.error();
  return result;
}

Result<void> ContentRepository::writeWhole(const ContentItem& item, const ContentItem& before) {
  auto id = itemRow::write(db_, item, item.body != before.body || item.extra != before.extra);
  if (!id) return id.error();
  if (item.tags != before.tags || item.topics != before.topics || item.series != before.series)
    OFFPRINT_TRY(terms::put(db_, item));
  if (item.body != before.body || item.summary != before.summary || item.fields != before.fields)
    OFFPRINT_TRY(linkIndex::put(db_, item));
  OFFPRINT_TRY(searchIndex::put(db_, item, kinds_ ? kinds_->find(item.kind) : nullptr));
  return followExport(item.id);
}

/// An item that is again what was exported last counts as unchanged, whatever its version.
Result<void> ContentRepository::followExport(ContentId id) {
  auto known = db_.number("SELECT count(*) FROM exported WHERE item = ?", id.value);
  if (!known) return known.error();
  if (*known == 0) return {};
  auto item = stored(id);
  if (!item) return item.error();
  return db_.run("UPDATE exported SET version = ? WHERE item = ? AND hash = ?", item->version, id.value,
                 contentHash(*item));
}

Result<ContentItem> ContentRepository::save(const ContentItem& item) {
  return save(item, Follow::Now);
}

Result<ContentItem> ContentRepository::saveTyped(const ContentItem& item) {
  return save(item, Follow::WhenSettled);
}

Result<ContentItem> ContentRepository::save(const ContentItem& given, Follow follow) {
  Result<ContentItem> result = makeError(ErrorCode::Internal, {});
  const Result<void> done = db_.transaction([&]() -> Result<void> {
    auto before = stored(given.id);
    if (!before) return before.error();
    if (before->version != given.version)
      return makeError(ErrorCode::Conflict,
                       say("“%1” was not stored: it was changed elsewhere meanwhile. Both "
                           "versions are kept until you choose.")
                           .arg(given.title));
    ContentItem item = given;
    item.trashed = before->trashed;
    item.modified = before->modified;
    if (item.uuid.isEmpty()) item.uuid = before->uuid;
    if (!item.created.isValid()) item.created = before->created;
    if (item != *before) {
      OFFPRINT_TRY(settleAddress(item));
      item.version = before->version + 1;
      item.modified = clock_();
      OFFPRINT_TRY(writeWhole(item, *before));
      const bool appears = isPublic(item.status) && !isPublic(before->status);
      if (appears) OFFPRINT_TRY(settleLinks(item.id));
      if (follow == Follow::Now || isPublic(before->status) || isPublic(item.status))
        OFFPRINT_TRY(followRename(*before, item));
    }
    result = stored(item.id);
    return result ? Result<void>() : Result<void>(result.error());
  });
  if (!done) return done.error();
  return result;
}

Result<QString> ContentRepository::addressOf(const ContentItem& item) const {
  const ContentKind* known = kinds_ ? kinds_->find(item.kind) : nullptr;
  if (!known) return QString();
  ContentKind kind = *known;
  auto site = SiteRepository(db_).get();
  if (!site) return site.error();
  if (const QString own = site->permalinks.value(item.kind).toString(); !own.isEmpty()) kind.permalink = own;
  ContentItem bodiless = item;
  bodiless.body.clear();
  return permalinkOf(kind, summarize(bodiless));
}

Result<void> ContentRepository::settleLinks(ContentId id) {
  return db_.transaction([&]() -> Result<void> {
    auto last = db_.number("SELECT coalesce(max(id), 0) FROM revision WHERE item = ?", id.value);
    if (!last) return last.error();
    if (*last == 0) return {};
    auto kept = RevisionRepository(db_, *this, clock_).content({*last});
    if (!kept) return kept.error();
    auto now = stored(id);
    if (!now) return now.error();
    // Its own text is being typed, and is not changed behind the author's back.
    return followRename(*kept, *now, id);
  });
}

/// Follows a changed slug or address: what points to the item is rewritten (but not in the item `settled`),
/// readers of a public one are sent on.
Result<void> ContentRepository::followRename(const ContentItem& before, const ContentItem& after,
                                             ContentId settled) {
  if (before.ref() == after.ref() && before.permalink == after.permalink && before.date == after.date)
    return {};
  // What has the old address meanwhile has its links, too.
  auto inherited = slugTaken(before.kind, before.slug, after.id);
  if (!inherited) return inherited.error();
  if (*inherited) return {};
  auto from = addressOf(before);
  if (!from) return from.error();
  auto to = addressOf(after);
  if (!to) return to.error();
  const bool moved = !from->isEmpty() && !to->isEmpty() && *from != *to;
  linkIndex::Renames renames;
  if (before.ref() != after.ref()) renames.insert(before.ref(), after.ref());
  if (moved) renames.insert(*from, *to);
  if (before.slug != after.slug) {
    // A bare [[slug]] is this item's only if no other has the slug.
    auto others = db_.number("SELECT count(*) FROM item WHERE slug = ? AND id <> ? AND trashed IS NULL",
                             before.slug, after.id.value);
    if (!others) return others.error();
    if (*others == 0) renames.insert(before.slug, after.slug);
  }
  OFFPRINT_TRY(rewriteLinks(renames, settled));
  if (!moved || !isPublic(before.status)) return {};
  RedirectRepository redirects(db_, clock_);
  // The new address is a page again: a redirect away from it would make a loop.
  OFFPRINT_TRY(redirects.remove(*to));
  auto passed = passedThrough(before, *from);
  if (!passed) return passed.error();
  return *passed ? redirects.retarget(*from, *to) : redirects.add({*from, *to, u"renamed"_s, clock_()});
}

/// Whether an address was never one that readers had: the item came to it by a rename some minutes ago, as
/// while an address is typed, and no version of the item was kept with it.
Result<bool> ContentRepository::passedThrough(const ContentItem& item, const QString& address) {
  constexpr int minutes = 10;
  auto recent =
      db_.number("SELECT count(*) FROM redirect WHERE target = ? AND reason = 'renamed' AND since > ?",
                 address, momentText(clock_().addSecs(-minutes * 60)));
  if (!recent) return recent.error();
  if (*recent == 0) return false;
  const RevisionRepository revisions(db_, *this, clock_);
  auto last = db_.number("SELECT max(id) FROM revision WHERE item = ?", item.id.value);
  if (!last) return last.error();
  if (*last == 0) return false;
  auto kept = revisions.content({*last});
  if (!kept) return kept.error();
  auto keptAddress = addressOf(*kept);
  if (!keptAddress) return keptAddress.error();
  return *keptAddress != address;
}

Result<void> ContentRepository::rewriteLinks(const QHash<QString, QString>& renames, ContentId settled) {
  if (renames.isEmpty()) return {};
  auto ids = linkIndex::pointingTo(db_, renames.keys());
  if (!ids) return ids.error();
  for (const ContentId id : *ids) {
    if (id == settled) continue;
    auto item = stored(id);
    if (!item) return item.error();
    ContentItem changed = linkIndex::retargeted(*item, kinds_ ? kinds_->find(item->kind) : nullptr, renames);
    if (changed == *item) continue;
    changed.version = item->version + 1;
    OFFPRINT_TRY(writeWhole(changed, *item));
  }
  SiteRepository sites(db_);
  auto site = sites.get();
  if (!site) return site.error();
  const Site followed = linkIndex::retargeted(*site, renames);
  return followed == *site ? Result<void>() : sites.save(followed);
}

Result<QList<ContentId>> ContentRepository::backlinks(ContentId id) const {
  auto item = stored(id);
  if (!item) return item.error();
  auto address = addressOf(*item);
  if (!address) return address.error();
  QStringList targets{item->ref(), item->slug};
  if (!address->isEmpty()) targets.append(*address);
  auto ids = linkIndex::pointingTo(db_, targets);
  const ContentKind* kind = kinds_->find(item->kind);
  if (!ids || !kind || !isCitable(*kind)) return ids;
  auto works = citing(citationKey(summarize(*item), *kind));
  if (!works) return works;
  for (const ContentId work : *works) {
    if (work != id && !ids->contains(work)) ids->append(work);
  }
  return ids;
}

Result<QList<ContentId>> ContentRepository::citing(const QString& key) const {
  return linkIndex::citing(db_, key);
}

Result<void> ContentRepository::trash(ContentId id) {
  return db_.transaction([&]() -> Result<void> {
    auto item = stored(id);
    if (!item) return item.error();
    if (item->trashed.isValid()) return {};
    OFFPRINT_TRY(
        db_.run("UPDATE item SET trashed = ?, version = version + 1 WHERE id = ?", clock_(), id.value));
    OFFPRINT_TRY(checksums::putItem(db_, id));
    return followExport(id);
  });
}

Result<ContentItem> ContentRepository::restore(ContentId id) {
  Result<ContentItem> result = makeError(ErrorCode::Internal, {});
  const Result<void> done = db_.transaction([&]() -> Result<void> {
    auto item = stored(id);
    if (!item) return item.error();
    if (item->trashed.isValid()) {
      std::optional<Error> failed;
      const QString slug = uniqueSlug(item->slug, [&](const QString& candidate) {
        auto taken = slugTaken(item->kind, candidate, id);
        if (!taken) failed = taken.error();
        return taken.value_or(false);
      });
      if (failed) return *failed;
      OFFPRINT_TRY(db_.run("UPDATE item SET trashed = NULL, slug = ?, version = version + 1 WHERE id = ?",
                           slug, id.value));
      OFFPRINT_TRY(checksums::putItem(db_, id));
      OFFPRINT_TRY(followExport(id));
    }
    result = stored(id);
    return result ? Result<void>() : Result<void>(result.error());
  });
  if (!done) return done.error();
  return result;
}

Result<void> ContentRepository::erase(ContentId id) {
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(searchIndex::remove(db_, id));
    OFFPRINT_TRY(db_.run("DELETE FROM item WHERE id = ?", id.value));
    return {};
  });
}

Result<int> ContentRepository::eraseTrashedBefore(const QDateTime& moment) {
  int erased = 0;
  const Result<void> done = db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(
        db_.run("DELETE FROM search WHERE rowid IN (SELECT id FROM item WHERE trashed < ?)", moment));
    OFFPRINT_TRY(db_.run("DELETE FROM item WHERE trashed < ?", moment));
    erased = db_.changes();
    return {};
  });
  if (!done) return done.error();
  return erased;
}

}  // namespace offprint
