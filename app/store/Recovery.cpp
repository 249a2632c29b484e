#include "app/store/Recovery.h"

#include <algorithm>
#include <QDir>
#include <QFile>
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

const QString asideMark = u"-aside-"_s;

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

/// Of all folders together: what was typed last may lie in another folder than what was typed before it.
QFileInfoList newestFirst(const QStringList& folders) {
  QFileInfoList found;
  for (const QString& folder : folders)
    found += QDir(folder).entryInfoList({u"*.json"_s}, QDir::Files);
  std::stable_sort(found.begin(), found.end(), [](const QFileInfo& one, const QFileInfo& other) {
    return one.lastModified() > other.lastModified();
  });
  return found;
}

/// Brings one file back and removes it; no id when all of it is there, or when it is not ours and stays.
Result<ContentId> bringBackFile(Library& library, const QString& path) {
  const auto content = files::read(path);
  if (!content) return content.error();
  const QJsonDocument json = QJsonDocument::fromJson(*content);
  const ContentItem item = itemFromJson(json.object());
  if (item.uuid.isEmpty() || item.kind.isEmpty()) return ContentId();
  ContentId id;
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    auto back = bringBackOne(library, item, json[TypingJournal::sentKey()].toString());
    if (!back) return back.error();
    id = *back;
    return {};
  }));
  OFFPRINT_TRY(files::removeFile(path));
  return id;
}

/// Gives a file that could not be brought back a name that nothing writes to, so that typing on in its item
/// does not replace it. It is tried again at every start.
void setAside(const QFileInfo& file) {
  if (file.baseName().contains(asideMark)) return;
  for (int number = 1; number <= 1000; ++number) {
    const QString name = u"%1/%2%3%4.json"_s.arg(file.path(), file.baseName(), asideMark).arg(number);
    if (!QFileInfo::exists(name)) {
      QFile::rename(file.filePath(), name);
      return;
    }
  }
}

Error kept(const Error& why, const QFileInfo& file) {
  Error error =
      makeError(why.code,
                say("Text that was not saved could not be brought back: %1 It is kept in the folder "
                    "%2 and tried again at the next start.")
                    .arg(why.message, file.path()),
                why.detail);
  error.cause = std::make_shared<const Error>(why);
  return error;
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

BroughtBack bringBack(Library& library) {
  BroughtBack back;
  const QStringList folders = places(library);
  for (const QFileInfo& file : newestFirst(folders)) {
    const Result<ContentId> id = bringBackFile(library, file.filePath());
    if (!id) {
      setAside(file);
      if (!back.error) back.error = kept(id.error(), file);
    } else if (id->valid() && !back.items.contains(*id)) {
      back.items.append(*id);
    }
  }
  for (const QString& place : folders) {
    // What a process that was killed had begun to write: it holds no more than the file it was to replace.
    for (const QString& name : QDir(place).entryList({u".offprint-*"_s}, QDir::Files | QDir::Hidden)) {
      const Result<void> removed = files::removeFile(place + u'/' + name);
      if (!removed && !back.error) back.error = removed.error();
    }
    QDir().rmdir(place);
  }
  return back;
}

}  // namespace offprint::recovery
