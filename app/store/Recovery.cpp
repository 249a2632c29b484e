#include "app/store/Recovery.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QStandardPaths>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/ItemJson.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "app/store/TypingJournal.h"

using namespace Qt::StringLiterals;

namespace offprint::recovery {
namespace {

/// What is stored stays on top; the recovered text is a version below it.
Result<void> addVersion(Library& library, const ContentItem& stored, ContentItem item) {
  item.id = stored.id;
  item.slug = stored.slug;
  auto added = library.revisions().add(item, RevisionReason::Replace);
  if (!added) return added.error();
  auto top = library.revisions().cut(stored.id, RevisionReason::Typing);
  return top ? Result<void>() : Result<void>(top.error());
}

/// Puts one recovered item into the library; no id when all of it is there. `sent` is the hash of what its
/// session had given the store before, where that is known.
Result<ContentId> bringBackOne(Library& library, ContentItem item, const QString& sent) {
  auto stored = library.content().find(item.uuid);
  if (!stored && stored.error().code != ErrorCode::NotFound) return stored.error();
  if (!stored) {
    auto taken = library.content().slugTaken(item.kind, item.slug);
    if (!taken) return taken.error();
    if (*taken) item.slug.clear();
    auto added = library.content().insert(item);
    if (!added) return added.error();
    auto first = library.revisions().cut(added->id, RevisionReason::Restore);
    if (!first) return first.error();
    return added->id;
  }
  const QString now = contentHash(*stored);
  if (now == contentHash(item)) return ContentId();
  if (item.version < stored->version && now != sent) {
    OFFPRINT_TRY(addVersion(library, *stored, item));
    return stored->id;
  }
  item.id = stored->id;
  item.version = stored->version;
  auto taken = library.content().slugTaken(item.kind, item.slug, item.id);
  if (!taken) return taken.error();
  if (*taken) item.slug = stored->slug;
  auto before = library.revisions().cut(item.id, RevisionReason::Replace);
  if (!before) return before.error();
  auto saved = library.content().save(item);
  if (!saved) return saved.error();
  auto after = library.revisions().cut(item.id, RevisionReason::Restore);
  if (!after) return after.error();
  return saved->id;
}

}  // namespace

QStringList places(const Library& library) {
  QStringList list{library.folder() + u"/recovery"_s};
  const QString data = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
  if (!data.isEmpty()) list.append(data + u"/recovery/"_s + library.uuid());
  return list;
}

Result<void> keep(const Library& library, const ContentItem& item) {
  const QByteArray content = QJsonDocument(itemToJson(item)).toJson(QJsonDocument::Compact);
  Result<void> done = makeError(ErrorCode::Io, say("There is no place for the unsaved text."));
  for (const QString& place : places(library)) {
    done = files::writeAtomic(u"%1/%2.json"_s.arg(place, item.uuid), content);
    if (done) break;
  }
  return done;
}

Result<void> forget(const Library& library, const QString& itemUuid) {
  for (const QString& place : places(library)) {
    OFFPRINT_TRY(files::removeFile(u"%1/%2.json"_s.arg(place, itemUuid)));
    QDir().rmdir(place);  // only when it is empty now
  }
  return {};
}

Result<void> keepAsVersion(Library& library, const QString& itemUuid) {
  for (const QString& place : places(library)) {
    const QString path = u"%1/%2.json"_s.arg(place, itemUuid);
    if (!QFileInfo::exists(path)) continue;
    const auto content = files::read(path);
    if (!content) return content.error();
    const ContentItem item = itemFromJson(QJsonDocument::fromJson(*content).object());
    auto stored = library.content().find(itemUuid);
    if (!stored) return stored.error();
    OFFPRINT_TRY(library.transaction([&] { return addVersion(library, *stored, item); }));
  }
  return forget(library, itemUuid);
}

Result<QList<ContentId>> bringBack(Library& library) {
  QList<ContentId> ids;
  for (const QString& place : places(library)) {
    const QStringList names = QDir(place).entryList({u"*.json"_s}, QDir::Files, QDir::Time);
    for (const QString& name : names) {
      const QString path = place + u'/' + name;
      const auto content = files::read(path);
      if (!content) return content.error();
      const QJsonDocument json = QJsonDocument::fromJson(*content);
      ContentItem item = itemFromJson(json.object());
      if (item.uuid.isEmpty() || item.kind.isEmpty()) continue;  // not ours: left as it is
      std::optional<ContentId> id;
      const Result<void> done = library.transaction([&]() -> Result<void> {
        auto back = bringBackOne(library, item, json[TypingJournal::sentKey()].toString());
        if (!back) return back.error();
        id = *back;
        return {};
      });
      if (!done) return done.error();
      if (id->valid() && !ids.contains(*id)) ids.append(*id);
      OFFPRINT_TRY(files::removeFile(path));
    }
    // What a process that was killed had begun to write.
    for (const QString& name : QDir(place).entryList({u".offprint-*"_s}, QDir::Files | QDir::Hidden))
      OFFPRINT_TRY(files::removeFile(place + u'/' + name));
    QDir().rmdir(place);
  }
  return ids;
}

}  // namespace offprint::recovery
