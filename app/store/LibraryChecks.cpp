// Snapshots and integrity checks of Library.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Checksums.h"
#include "app/store/LibraryState.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QString& nameForm() {
  static const QString form = u"yyyy-MM-dd-HHmmss"_s;
  return form;
}

QDateTime momentOfSnapshot(const QString& fileName) {
  QDateTime moment = QDateTime::fromString(fileName.left(nameForm().size()), nameForm());
  moment.setTimeSpec(Qt::UTC);
  return moment;
}

QStringList snapshotNames(const QString& folder) {
  return QDir(folder).entryList({u"*.sqlite"_s}, QDir::Files, QDir::Name | QDir::Reversed);
}

/// Newest first: the first 14 stay, of the others the newest of each of the 8 weeks after. `justMade` stays
/// in any case: a clock that was set back must not cost the copy before a risky step.
Result<void> thinSnapshots(const QString& folder, const QString& justMade) {
  constexpr int newest = 14;
  constexpr int weeks = 8;
  QStringList seenWeeks;
  const QStringList names = snapshotNames(folder);
  for (const QString& name : names.mid(newest)) {
    if (name == justMade) continue;
    int year = 0;
    const int number = momentOfSnapshot(name).date().weekNumber(&year);
    const QString week = u"%1-%2"_s.arg(year).arg(number);
    if (!seenWeeks.contains(week) && seenWeeks.size() < weeks) {
      seenWeeks.append(week);
      continue;
    }
    OFFPRINT_TRY(files::removeFile(folder + u'/' + name));
  }
  return {};
}

Result<void> checkCopy(const QString& path) {
  auto copy = Database::open(path, Database::Access::ReadOnlyUnshared);
  if (!copy) return copy.error();
  auto damage = (*copy)->damage();
  if (!damage) return damage.error();
  if (damage->isEmpty()) return {};
  return makeError(ErrorCode::Corrupt, say("The copy of the library could not be verified and was removed."),
                   damage->join(u'\n'))
      .at(path);
}

Finding broken(const QString& code, const QString& message, const QString& file = {}) {
  Finding finding;
  finding.level = Finding::Level::Error;
  finding.code = code;
  finding.message = message;
  finding.file = file;
  return finding;
}

/// Rows of `sql` (one text column), each as a finding.
Result<void> collect(Database& database, const QByteArray& sql, const QString& code, const QString& message,
                     Findings& findings) {
  return database.each(
      sql, [&](const Statement& row) { findings.append(broken(code, message.arg(row.text(0)))); });
}

Result<void> verifyRows(Database& database, Findings& findings) {
  auto damage = database.damage();
  if (!damage) return damage.error();
  for (const QString& sentence : *damage)
    findings.append(broken(u"library.damaged"_s, say("The library's file is damaged: %1.").arg(sentence)));
  OFFPRINT_TRY(collect(database, "SELECT \"table\" FROM pragma_foreign_key_check", u"library.orphan"_s,
                       say("A row of “%1” belongs to an item that is gone."), findings));
  OFFPRINT_TRY(collect(database,
                       "SELECT kind || '/' || slug FROM item WHERE id NOT IN (SELECT item FROM item_text)",
                       u"library.text-missing"_s, say("The text of “%1” is missing."), findings));
  OFFPRINT_TRY(collect(database,
                       "SELECT kind || '/' || slug FROM item WHERE id NOT IN (SELECT rowid FROM search)",
                       u"library.index"_s, say("“%1” is missing in the search index."), findings));
  return checksums::check(database, findings);
}

/// The index checks itself by a command that is a write.
Result<void> checkIndex(Database& database, Findings& findings) {
  const Result<void> index = database.run("INSERT INTO search (search) VALUES ('integrity-check')");
  if (!index && index.error().code != ErrorCode::Corrupt) return index;
  if (!index) findings.append(broken(u"library.index"_s, say("The search index is damaged.")));
  return {};
}

}  // namespace

Result<QString> Library::snapshot(const QString& reason) {
  OFFPRINT_TRY(files::makeFolder(d_->backups()));
  QString plain = reason;
  plain.replace(QRegularExpression(u"[^A-Za-z0-9]+"_s), u"-"_s);
  const QString stem = d_->backups() + u'/' + now().toString(nameForm()) + u'-' + plain;
  QString path = stem + u".sqlite"_s;
  for (int number = 2; QFile::exists(path); ++number)
    path = u"%1-%2.sqlite"_s.arg(stem).arg(number);
  const QString growing = path + u".part"_s;
  OFFPRINT_TRY(files::removeFile(growing));
  OFFPRINT_TRY(d_->database->copyTo(growing));
  Result<void> done = checkCopy(growing);
  if (done && !QFile::rename(growing, path)) done = files::lastSystemError(say("create"), path);
  if (!done) {
    OFFPRINT_TRY(files::removeFile(growing));
    return done.error();
  }
  OFFPRINT_TRY(thinSnapshots(d_->backups(), QFileInfo(path).fileName()));
  return path;
}

QDateTime Library::lastSnapshot() const {
  const QStringList names = snapshotNames(d_->backups());
  return names.isEmpty() ? QDateTime() : momentOfSnapshot(names.first());
}

Result<Findings> Library::verify(const Task& task) {
  Findings findings;
  OFFPRINT_TRY(task.check());
  task.report(say("Checking the database"));
  Result<void> rows = verifyRows(*d_->database, findings);
  if (rows && !readOnly()) rows = checkIndex(*d_->database, findings);
  if (!rows) {
    if (rows.error().code != ErrorCode::Corrupt) return rows.error();
    findings.append(broken(u"library.damaged"_s, rows.error().message, d_->file()));
    return findings;
  }
  auto media = d_->media->list();
  if (!media) return media.error();
  qint64 done = 0;
  for (const MediaFile& file : *media) {
    OFFPRINT_TRY(task.check());
    task.report(say("Checking files"), done++, media->size());
    const auto whole = d_->media->check(file);
    if (whole) continue;
    const bool missing = whole.error().code == ErrorCode::NotFound;
    findings.append(broken(
        missing ? u"media.missing"_s : u"media.damaged"_s,
        missing ? say("The file “%1” is missing in the library.").arg(file.path) : whole.error().message,
        d_->media->storedAt(file)));
  }
  return findings;
}

Result<Findings> Library::verifyIndex() {
  Findings findings;
  if (readOnly()) return findings;
  OFFPRINT_TRY(checkIndex(*d_->database, findings));
  return findings;
}

}  // namespace offprint
