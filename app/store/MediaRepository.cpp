#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QMimeDatabase>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>
#include <utility>

#include "app/content/Slug.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Checksums.h"
#include "app/store/Database.h"
#include "app/store/ImageHeader.h"
#include "app/store/ItemRow.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A name that is one part of a path on every system: NFC, no separators or control characters, no leading
/// dot.
QString safeName(const QString& wanted) {
  QString name;
  for (const QChar c : wanted.normalized(QString::NormalizationForm_C)) {
    const bool bad = c == u'/' || c == u'\\' || c == u':' || c.category() == QChar::Other_Control;
    name.append(bad ? QChar(u'-') : c);
  }
  name = name.trimmed();
  while (name.startsWith(u'.'))
    name.remove(0, 1);
  return name.isEmpty() ? u"file"_s : name;
}

QString safeFolder(const QString& wanted) {
  QString path;
  for (const QString& part : wanted.split(u'/', Qt::SkipEmptyParts)) {
    if (part != u"." && part != u"..") path += safeName(part) + u'/';
  }
  return path;
}

/// "fig.png", 2 → "fig-2.png"
QString numbered(const QString& name, int number) {
  const qsizetype dot = name.lastIndexOf(u'.');
  const qsizetype at = dot > 0 ? dot : name.size();
  return name.left(at) + u'-' + QString::number(number) + name.mid(at);
}

MediaFile readMedia(const Statement& row) {
  MediaFile file;
  file.id = {row.integer(0)};
  file.path = row.text(1);
  file.sha256 = row.text(2);
  file.mimeType = row.text(3);
  file.bytes = row.integer(4);
  file.width = static_cast<int>(row.integer(5));
  file.height = static_cast<int>(row.integer(6));
  file.alt = row.text(7);
  file.caption = row.text(8);
  file.credit = row.text(9);
  file.decorative = row.integer(10) != 0;
  file.created = row.moment(11);
  return file;
}

/// So much of a file is read for its kind and its size in pixels.
constexpr qint64 headBytes = 4'000'000;

/// What is known of bytes from their beginning.
MediaFile described(const QString& name, const QByteArray& head, const QString& sha256, qint64 bytes) {
  MediaFile file;
  file.sha256 = sha256;
  file.bytes = bytes;
  file.mimeType = QMimeDatabase().mimeTypeForFileNameAndData(name, head).name();
  const QSize size = imageSize(head);
  file.width = size.isEmpty() ? 0 : size.width();
  file.height = size.isEmpty() ? 0 : size.height();
  return file;
}

const char* const selectSql =
    "SELECT id, path, sha256, mime_type, bytes, width, height, alt, caption, credit, decorative, created "
    "FROM media ";

}  // namespace

MediaRepository::MediaRepository(Database& database, QString folder, Clock clock)
    : db_(database), folder_(std::move(folder)), clock_(std::move(clock)) {}

QString MediaRepository::storedAt(const MediaFile& file) const {
  return u"%1/%2/%3"_s.arg(folder_, file.sha256.left(2), file.sha256);
}

Result<MediaFile> MediaRepository::add(const QString& wantedName, const QByteArray& content,
                                       const QString& folder) {
  const MediaFile file = described(wantedName, content, files::sha256(content), content.size());
  return store(file, wantedName, folder, [&] { return files::writeAtomic(storedAt(file), content); });
}

Result<MediaFile> MediaRepository::addFile(const QString& sourcePath, const QString& folder) {
  const auto hash = files::sha256OfFile(sourcePath);
  if (!hash) return hash.error();
  QFile source(sourcePath);
  if (!source.open(QIODevice::ReadOnly)) return files::lastSystemError(say("read"), sourcePath);
  const QString name = QFileInfo(sourcePath).fileName();
  const MediaFile file = described(name, source.read(headBytes), *hash, source.size());
  return store(file, name, folder, [&] { return files::copyFile(sourcePath, storedAt(file), *hash); });
}

/// Stores the bytes by `write` unless they are there, then the name.
Result<MediaFile> MediaRepository::store(const MediaFile& file, const QString& wantedName,
                                         const QString& folder, const std::function<Result<void>()>& write) {
  // The bytes first: a row without its bytes would be a broken picture, bytes without a row are only litter.
  if (files::sha256OfFile(storedAt(file)).value_or({}) != file.sha256) {
    OFFPRINT_TRY(write());
    unsettled_.insert(file.sha256);
  }
  auto named = name(wantedName, folder, file);
  if (!db_.inTransaction()) OFFPRINT_TRY(settle());
  return named;
}

Result<void> MediaRepository::settle() {
  const QSet<QString> hashes = std::exchange(unsettled_, {});
  // Rows that seem to be gone may come back with their names: sweepLitter() can tell after the next opening.
  if (db_.commitFailed()) return {};
  for (const QString& hash : hashes) {
    auto known = db_.number(
        "SELECT count(*) FROM (SELECT sha256 FROM media UNION ALL SELECT sha256 FROM media_removed) "
        "WHERE sha256 = ?",
        hash);
    if (!known) return known.error();
    MediaFile file;
    file.sha256 = hash;
    if (*known == 0) OFFPRINT_TRY(files::removeFile(storedAt(file)));
  }
  return {};
}

/// Gives bytes that are stored a name, the first that is free or theirs already.
Result<MediaFile> MediaRepository::name(const QString& wantedName, const QString& folder, MediaFile file) {
  const QString place = u"media/"_s + safeFolder(folder);
  const QString wanted = safeName(wantedName);
  const Result<void> done = db_.transaction([&]() -> Result<void> {
    for (int number = 1;; ++number) {
      file.path = place + (number == 1 ? wanted : numbered(wanted, number));
      auto taken = one("WHERE path_key = ?", itemRow::fold(file.path));
      if (!taken) return taken.error();
      if (!*taken) break;
      if ((*taken)->sha256 == file.sha256) {
        file = **taken;
        return {};
      }
    }
    file.created = clock_();
    OFFPRINT_TRY(db_.run("DELETE FROM media_removed WHERE sha256 = ?", file.sha256));
    OFFPRINT_TRY(
        db_.run("INSERT INTO media (path, path_key, sha256, mime_type, bytes, width, height, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                file.path, itemRow::fold(file.path), file.sha256, file.mimeType, file.bytes, file.width,
                file.height, momentText(file.created)));
    file.id = {db_.lastInsertId()};
    return checksums::putMedia(db_, file.id);
  });
  if (!done) return done.error();
  return file;
}

Result<std::optional<MediaFile>> MediaRepository::one(const QByteArray& where, const QString& value) const {
  auto statement = db_.prepare(selectSql + where);
  if (!statement) return statement.error();
  statement->bind(value);
  auto row = statement->step();
  if (!row) return row.error();
  if (!*row) return std::optional<MediaFile>();
  return std::optional(readMedia(*statement));
}

Result<MediaFile> MediaRepository::find(const QString& path) const {
  // A literal "%" in a name wins over an escape, and the exact case over another.
  const QString decoded = QUrl::fromPercentEncoding(path.toUtf8());
  for (const QString& candidate : {path, decoded}) {
    const QString composed = candidate.normalized(QString::NormalizationForm_C);
    for (const auto& [where, value] :
         {std::pair("WHERE path = ?", composed), std::pair("WHERE path_key = ?", itemRow::fold(composed))}) {
      auto found = one(where, value);
      if (!found) return found.error();
      if (*found) return **found;
    }
  }
  return makeError(ErrorCode::NotFound, say("There is no file “%1” in this library.").arg(path));
}

Result<QList<MediaFile>> MediaRepository::list() const {
  QList<MediaFile> list;
  OFFPRINT_TRY(db_.each(QByteArray(selectSql) + "ORDER BY path",
                        [&](const Statement& row) { list.append(readMedia(row)); }));
  return list;
}

Result<void> MediaRepository::check(const MediaFile& file) const {
  const auto hash = files::sha256OfFile(storedAt(file));
  if (!hash) return hash.error();
  if (*hash == file.sha256) return {};
  return makeError(
             ErrorCode::Corrupt,
             say("The file “%1” is damaged in the library. Add it again or restore a backup.").arg(file.path))
      .at(storedAt(file));
}

Result<void> MediaRepository::update(const MediaFile& file) {
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(db_.run("UPDATE media SET alt = ?, caption = ?, credit = ?, decorative = ? WHERE id = ?",
                         file.alt, file.caption, file.credit, file.decorative, file.id.value));
    return checksums::putMedia(db_, file.id);
  });
}

Result<void> MediaRepository::remove(MediaId id) {
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(
        db_.run("INSERT OR REPLACE INTO media_removed (sha256, since) SELECT sha256, ? FROM media WHERE "
                "id = ?",
                momentText(clock_()), id.value));
    OFFPRINT_TRY(db_.run("DELETE FROM media WHERE id = ?", id.value));
    return db_.run("DELETE FROM media_removed WHERE sha256 IN (SELECT sha256 FROM media)");
  });
}

Result<int> MediaRepository::sweep(const QDateTime& moment) {
  QStringList nameless;
  OFFPRINT_TRY(db_.each(
      "SELECT sha256 FROM media_removed WHERE since < ?",
      [&](const Statement& row) { nameless.append(row.text(0)); }, moment));
  for (const QString& hash : std::as_const(nameless)) {
    MediaFile file;
    file.sha256 = hash;
    OFFPRINT_TRY(files::removeFile(storedAt(file)));
    OFFPRINT_TRY(db_.run("DELETE FROM media_removed WHERE sha256 = ?", hash));
  }
  auto litter = sweepLitter(moment);
  if (!litter) return litter.error();
  return static_cast<int>(nameless.size()) + *litter;
}

/// What an import that was cut short or undone left in the folder: bytes that no row knows and parts of
/// files.
Result<int> MediaRepository::sweepLitter(const QDateTime& moment) {
  QSet<QString> known;
  OFFPRINT_TRY(db_.each("SELECT sha256 FROM media UNION SELECT sha256 FROM media_removed",
                        [&](const Statement& row) { known.insert(row.text(0)); }));
  int removed = 0;
  QDirIterator each(folder_, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
  static const QRegularExpression ours(u"^([0-9a-f]{64}|\\.offprint-.{6})$"_s);
  while (each.hasNext()) {
    const QString path = each.next();
    const QFileInfo info = each.fileInfo();
    if (known.contains(info.fileName()) || !ours.match(info.fileName()).hasMatch()) continue;
    if (info.lastModified() >= moment) continue;
    OFFPRINT_TRY(files::removeFile(path));
    ++removed;
  }
  return removed;
}

}  // namespace offprint
