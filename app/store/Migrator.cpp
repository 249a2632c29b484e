#include "app/store/Migrator.h"

#include <QDir>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint {

Result<Migrator> Migrator::fromFolder(const QString& folder) {
  Migrator migrator;
  const QStringList names = QDir(folder).entryList({u"????_*.sql"_s}, QDir::Files, QDir::Name);
  for (const QString& name : names) {
    if (name.left(4).toInt() != migrator.newest() + 1)
      return makeError(ErrorCode::Internal, say("The program's own data is incomplete. Install it again."),
                       u"unexpected migration %1"_s.arg(name))
          .at(folder);
    migrator.scripts_.append(folder + u'/' + name);
  }
  if (migrator.scripts_.isEmpty())
    return makeError(ErrorCode::Internal, say("The program's own data is missing. Install it again."),
                     u"no migration"_s)
        .at(folder);
  return migrator;
}

Result<int> Migrator::formatOf(Database& database) {
  auto format = database.number("PRAGMA user_version");
  if (!format) return format.error();
  return static_cast<int>(*format);
}

Result<void> Migrator::check(Database& database) const {
  auto id = database.number("PRAGMA application_id");
  if (!id) return id.error();
  auto format = formatOf(database);
  if (!format) return format.error();
  auto tables = database.number("SELECT count(*) FROM sqlite_schema");
  if (!tables) return tables.error();
  if (*format == 0 && *tables == 0)
    return makeError(ErrorCode::Corrupt,
                     say("The library's file is empty. Nothing was changed. The folder backups beside it "
                         "may hold an earlier state."))
        .at(database.path());
  if (*id != applicationId)
    return makeError(ErrorCode::InvalidInput, say("This is not an Offprint library. Nothing was changed."))
        .at(database.path());
  if (*format <= newest()) return {};
  auto compatible = database.number("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'min_compatible'");
  if (!compatible) return compatible.error();
  if (*compatible > 0 && *compatible <= newest()) return {};
  return makeError(
             ErrorCode::VersionTooNew,
             say("This library was made by a newer version of Offprint and is left as it is. Install the "
                 "newest version to open it."),
             u"format %1, at least %2 is needed, %3 is known"_s.arg(*format).arg(*compatible).arg(newest()))
      .at(database.path());
}

Result<void> Migrator::run(Database& database, const std::function<Result<void>()>& beforeFirst) const {
  auto format = formatOf(database);
  if (!format) return format.error();
  if (*format >= newest()) return {};
  if (*format > 0 && beforeFirst) OFFPRINT_TRY(beforeFirst());
  for (int next = *format; next < newest(); ++next) {
    const auto sql = files::read(scripts_.at(next));
    if (!sql) return sql.error();
    const Result<void> done = database.transaction([&]() -> Result<void> {
      OFFPRINT_TRY(database.script(*sql));
      OFFPRINT_TRY(database.run("PRAGMA application_id=" + QByteArray::number(applicationId)));
      return database.run("PRAGMA user_version=" + QByteArray::number(next + 1));
    });
    if (!done) return done;
  }
  return {};
}

}  // namespace offprint
