#include "app/store/PublishRepository.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QByteArray packed(const QJsonObject& object) {
  return qCompress(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject unpacked(const QByteArray& bytes) {
  return QJsonDocument::fromJson(qUncompress(bytes)).object();
}

QJsonObject filesJson(const DeployedFiles& files) {
  QJsonObject list;
  for (auto file = files.begin(); file != files.end(); ++file)
    list.insert(file.key(),
                QJsonArray{QString::fromLatin1(file->sha256), file->bytes, QString::fromLatin1(file->tag)});
  return list;
}

DeployedFiles filesFrom(const QJsonObject& list) {
  DeployedFiles files;
  for (auto file = list.begin(); file != list.end(); ++file) {
    const QJsonArray values = file->toArray();
    files.insert(file.key(), {values.at(0).toString().toLatin1(), values.at(1).toInteger(),
                              values.at(2).toString().toLatin1()});
  }
  return files;
}

QJsonObject itemsJson(const QList<DeployedItem>& items) {
  QJsonObject list;
  for (const DeployedItem& item : items)
    list.insert(item.uuid, QJsonArray{item.ref, item.title, item.version, item.path});
  return list;
}

QList<DeployedItem> itemsFrom(const QJsonObject& list) {
  QList<DeployedItem> items;
  for (auto item = list.begin(); item != list.end(); ++item) {
    const QJsonArray values = item->toArray();
    items.append({item.key(), values.at(0).toString(), values.at(1).toString(), values.at(2).toInteger(),
                  values.at(3).toString()});
  }
  return items;
}

}  // namespace

PublishRepository::PublishRepository(Database& database, QString folder)
    : db_(database), folder_(std::move(folder)) {}

Result<QList<PublishTarget>> PublishRepository::targets() const {
  QList<PublishTarget> list;
  OFFPRINT_TRY(db_.each("SELECT name, type, settings FROM target ORDER BY name", [&](const Statement& row) {
    list.append({row.text(0), row.text(1), row.object(2)});
  }));
  return list;
}

Result<PublishTarget> PublishRepository::target(const QString& name) const {
  auto all = targets();
  if (!all) return all.error();
  QStringList names;
  for (const PublishTarget& target : *all) {
    if (target.name == name) return target;
    names += target.name;
  }
  if (names.isEmpty())
    return makeError(
        ErrorCode::NotFound,
        say("This library has no target yet. Add one: offprint target LIBRARY add folder --name live "
            "--field path=FOLDER"));
  return makeError(ErrorCode::NotFound,
                   say("There is no target \"%1\". There are: %2").arg(name, names.join(", "_L1)));
}

Result<void> PublishRepository::checkFree(const QString& name) const {
  const auto same = db_.number("SELECT count(*) FROM target WHERE name = ?", name);
  if (!same) return same.error();
  if (*same == 0) return {};
  return makeError(
      ErrorCode::Conflict,
      say("There is a target \"%1\" already. Nothing was changed. Choose another name, or remove "
          "that one first.")
          .arg(name));
}

Result<void> PublishRepository::changeTarget(const QString& name, const PublishTarget& target) {
  const auto found = this->target(name);
  if (!found) return found.error();
  if (name != target.name) OFFPRINT_TRY(checkFree(target.name));
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(db_.run("UPDATE target SET name = ?, type = ?, settings = ? WHERE name = ?", target.name,
                         target.type, target.settings, name));
    return db_.run("UPDATE deployment SET target = ? WHERE target = ?", target.name, name);
  });
}

Result<void> PublishRepository::addTarget(const PublishTarget& target) {
  OFFPRINT_TRY(checkFree(target.name));
  return db_.run("INSERT INTO target (name, type, settings) VALUES (?, ?, ?)", target.name, target.type,
                 target.settings);
}

Result<void> PublishRepository::removeTarget(const QString& name) {
  const auto found = target(name);
  if (!found) return found.error();
  return db_.run("DELETE FROM target WHERE name = ?", name);
}

Result<void> PublishRepository::forEach(const QByteArray& where, const QString& value,
                                        const std::function<void(const Deployment&)>& take) const {
  return db_.each(
      "SELECT uuid, parent, target, action, confirmed, made, note, revision, url, sent, removed, file_count, "
      "bytes FROM deployment WHERE " +
          where + " ORDER BY id DESC",
      [&](const Statement& row) {
        take({row.text(0), row.text(1), row.text(2),
              row.text(3) == "rollback"_L1 ? Deployment::Action::Rollback : Deployment::Action::Publish,
              row.integer(4) != 0, row.moment(5), row.text(6), row.text(7), row.text(8),
              static_cast<int>(row.integer(9)), static_cast<int>(row.integer(10)),
              static_cast<int>(row.integer(11)), row.integer(12)});
      },
      value);
}

Result<QList<Deployment>> PublishRepository::deployments(const QString& target) const {
  QList<Deployment> list;
  OFFPRINT_TRY(forEach(target.isEmpty() ? "confirmed AND ? = ''" : "confirmed AND target = ?", target,
                       [&](const Deployment& one) { list.append(one); }));
  return list;
}

Result<Deployment> PublishRepository::deployment(const QString& uuid) const {
  QList<Deployment> fitting;
  if (uuid.size() >= 4)
    OFFPRINT_TRY(forEach("confirmed AND substr(uuid, 1, length(?1)) = ?1", uuid,
                         [&](const Deployment& one) { fitting.append(one); }));
  if (fitting.size() == 1) return fitting.constFirst();
  return makeError(
      ErrorCode::NotFound,
      fitting.isEmpty()
          ? say("There is no deployment \"%1\". See: offprint deployments LIBRARY").arg(uuid)
          : say("More than one deployment begins with \"%1\". Give more letters of its name.").arg(uuid));
}

Result<DeployedFiles> PublishRepository::files(const QString& uuid) const {
  DeployedFiles files;
  OFFPRINT_TRY(db_.each(
      "SELECT files FROM deployment WHERE uuid = ?",
      [&](const Statement& row) { files = filesFrom(unpacked(row.blob(0))); }, uuid));
  return files;
}

Result<QList<DeployedItem>> PublishRepository::items(const QString& uuid) const {
  QList<DeployedItem> items;
  OFFPRINT_TRY(db_.each(
      "SELECT items FROM deployment WHERE uuid = ?",
      [&](const Statement& row) { items = itemsFrom(unpacked(row.blob(0))); }, uuid));
  return items;
}

Result<void> PublishRepository::begin(const Deployment& deployment, const DeployedFiles& files,
                                      const QList<DeployedItem>& items) {
  return db_.run(
      "INSERT INTO deployment (uuid, parent, target, action, confirmed, made, note, revision, url, sent, "
      "removed, file_count, bytes, files, items) VALUES (?, ?, ?, ?, 0, ?, ?, '', ?, ?, ?, ?, ?, ?, ?)",
      deployment.uuid, deployment.parent, deployment.target,
      deployment.action == Deployment::Action::Rollback ? u"rollback"_s : u"publish"_s,
      momentText(deployment.made), deployment.note, deployment.url, deployment.sent, deployment.removed,
      deployment.fileCount, deployment.bytes, packed(filesJson(files)), packed(itemsJson(items)));
}

Result<void> PublishRepository::confirm(const QString& uuid, const QString& revision) {
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(db_.run("UPDATE deployment SET confirmed = 1, revision = ? WHERE uuid = ? AND NOT confirmed",
                         revision, uuid));
    return db_.run(
        "DELETE FROM deployment WHERE NOT confirmed AND target = (SELECT target FROM deployment WHERE uuid = "
        "?)",
        uuid);
  });
}

QString PublishRepository::storedAt(const QByteArray& sha256) const {
  const QString name = QString::fromLatin1(sha256);
  return folder_ + u"/objects/"_s + name.left(2) + u'/' + name;
}

bool PublishRepository::stored(const QByteArray& sha256, qint64 bytes) const {
  const QFileInfo file(storedAt(sha256));
  return file.isFile() && file.size() == bytes;
}

Result<void> PublishRepository::store(const QByteArray& sha256, const QString& source) {
  return files::copyFile(source, storedAt(sha256), QString::fromLatin1(sha256));
}

qint64 PublishRepository::keptBytes() const {
  qint64 bytes = 0;
  for (QDirIterator walk(folder_ + u"/objects"_s, QDir::Files, QDirIterator::Subdirectories);
       walk.hasNext();) {
    walk.next();
    bytes += walk.fileInfo().size();
  }
  return bytes;
}

Result<qint64> PublishRepository::prune() {
  QSet<QString> needed;
  OFFPRINT_TRY(db_.each(
      "SELECT files FROM (SELECT files, row_number() OVER (PARTITION BY target ORDER BY id DESC) AS place "
      "FROM "
      "deployment WHERE target IN (SELECT name FROM target)) WHERE place <= ?",
      [&](const Statement& row) {
        for (const DeployedFile& file : filesFrom(unpacked(row.blob(0))))
          needed.insert(QString::fromLatin1(file.sha256));
      },
      kKept));
  qint64 bytes = 0;
  QDirIterator walk(folder_ + u"/objects"_s, QDir::Files, QDirIterator::Subdirectories);
  while (walk.hasNext()) {
    const QString path = walk.next();
    if (needed.contains(walk.fileName())) {
      bytes += walk.fileInfo().size();
    } else {
      OFFPRINT_TRY(files::removeFile(path));
    }
  }
  return bytes;
}

}  // namespace offprint
