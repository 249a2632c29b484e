#include "app/store/Database.h"

#include <sqlite3.h>

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include "app/core/FaultSeam.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Checksums.h"
#include "app/store/LinkIndex.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

FaultSeam<const QByteArray&>& stepFault() {
  static FaultSeam<const QByteArray&> fault;
  return fault;
}

struct Explanation {
  ErrorCode code;
  QString message;
};

Explanation explain(int resultCode) {
  switch (resultCode & 0xff) {
    case SQLITE_FULL:
      return {ErrorCode::DiskFull,
              say("The library could not be changed: the disk is full. What was stored before is unchanged. "
                  "Free some space, then try again.")};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return {ErrorCode::Denied,
              say("The library could not be changed: it can only be read. Nothing was changed.")};
    case SQLITE_CANTOPEN:
      return {ErrorCode::Denied,
              say("The library's file could not be opened. Nothing was changed. Check that the "
                  "folder exists and that you may read and write it.")};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return {ErrorCode::Corrupt,
              say("The library's file is damaged. Nothing was changed. Restore the last backup, "
                  "or repair a copy.")};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCode::Conflict,
              say("The library is being changed by another program. Nothing was changed. "
                  "Try again in a moment.")};
    case SQLITE_CONSTRAINT:
      return {ErrorCode::Conflict, say("This change contradicts what is stored. Nothing was changed.")};
    case SQLITE_IOERR:
      return {ErrorCode::Io,
              say("The library could not be read or written: the disk reports an error. What was "
                  "stored before is unchanged.")};
    case SQLITE_TOOBIG:
      return {ErrorCode::InvalidInput, say("This text is too large to be stored. Nothing was changed.")};
    case SQLITE_INTERRUPT:
      return {ErrorCode::Cancelled, say("Stopped. Nothing was changed.")};
    default:
      return {ErrorCode::Internal, say("The library could not be used because of a fault in the program. "
                                       "Nothing was changed.")};
  }
}

QJsonDocument json(const QByteArray& text) {
  return QJsonDocument::fromJson(text);
}

}  // namespace

QString momentText(const QDateTime& moment) {
  return moment.isValid() ? moment.toUTC().toString(u"yyyy-MM-ddTHH:mm:ss.zzz'Z'"_s) : QString();
}

QDateTime momentFromText(const QString& text) {
  return text.isEmpty() ? QDateTime() : QDateTime::fromString(text, Qt::ISODateWithMs).toUTC();
}

// ---- Statement

Statement::Statement(Database& database, QByteArray sql, sqlite3_stmt* handle)
    : db_(&database), sql_(std::move(sql)), handle_(handle) {}

Statement::Statement(Statement&& other) noexcept
    : db_(other.db_),
      sql_(std::move(other.sql_)),
      handle_(std::exchange(other.handle_, nullptr)),
      next_(other.next_),
      bindError_(other.bindError_) {}

Statement::~Statement() {
  if (handle_) db_->giveBack(sql_, handle_);
}

void Statement::note(int code) {
  if (code != SQLITE_OK && bindError_ == SQLITE_OK) bindError_ = code;
  ++next_;
}

Statement& Statement::bind(qint64 value) {
  note(sqlite3_bind_int64(handle_, next_, value));
  return *this;
}

Statement& Statement::bind(const QString& value) {
  const QByteArray utf8 = value.toUtf8();
  note(sqlite3_bind_text64(handle_, next_, utf8.constData(), static_cast<sqlite3_uint64>(utf8.size()),
                           SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(const QByteArray& value) {
  note(sqlite3_bind_blob64(handle_, next_, value.constData(), static_cast<sqlite3_uint64>(value.size()),
                           SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind(const QJsonObject& value) {
  return bind(QString::fromUtf8(QJsonDocument(value).toJson(QJsonDocument::Compact)));
}

Statement& Statement::bind(const QJsonArray& value) {
  return bind(QString::fromUtf8(QJsonDocument(value).toJson(QJsonDocument::Compact)));
}

Statement& Statement::bind(const QStringList& value) {
  return bind(QJsonArray::fromStringList(value));
}

Statement& Statement::bind(const QDateTime& value) {
  return value.isValid() ? bind(momentText(value)) : bindNull();
}

Statement& Statement::bindNull() {
  note(sqlite3_bind_null(handle_, next_));
  return *this;
}

Result<bool> Statement::step() {
  if (bindError_ != SQLITE_OK) return db_->error(bindError_, sql_);
  if (const int code = stepFault()(sql_); code != SQLITE_OK) return db_->error(code, sql_);
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return db_->error(code, sql_);
}

Result<void> Statement::run() {
  for (;;) {
    auto row = step();
    if (!row) return row.error();
    if (!*row) break;
  }
  reset();
  return {};
}

void Statement::reset() {
  sqlite3_reset(handle_);
  sqlite3_clear_bindings(handle_);
  next_ = 1;
  bindError_ = SQLITE_OK;
}

qint64 Statement::integer(int column) const {
  return sqlite3_column_int64(handle_, column);
}

QString Statement::text(int column) const {
  return QString::fromUtf8(blob(column));
}

QByteArray Statement::blob(int column) const {
  const void* bytes = sqlite3_column_blob(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return size > 0 ? QByteArray(static_cast<const char*>(bytes), size) : QByteArray();
}

bool Statement::isNull(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

QDateTime Statement::moment(int column) const {
  return momentFromText(text(column));
}

QJsonObject Statement::object(int column) const {
  const QByteArray content = blob(column);
  return content.size() <= 2 ? QJsonObject() : json(content).object();
}

QJsonArray Statement::array(int column) const {
  const QByteArray content = blob(column);
  return content.size() <= 2 ? QJsonArray() : json(content).array();
}

QStringList Statement::strings(int column) const {
  QStringList list;
  for (const QJsonValue& value : array(column))
    list.append(value.toString());
  return list;
}

// ---- Database

Database::Database(QString path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}

Database::~Database() {
  for (sqlite3_stmt* statement : std::as_const(cache_))
    sqlite3_finalize(statement);
  sqlite3_close_v2(handle_);
}

Result<std::unique_ptr<Database>> Database::open(const QString& path, Access access) {
  QUrl url = QUrl::fromLocalFile(path);
  int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (access == Access::ReadOnlyUnshared) url.setQuery(u"immutable=1"_s);
  flags |= access == Access::ReadWrite  ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
           : access == Access::ReadOnly ? SQLITE_OPEN_READWRITE
                                        : SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(url.toEncoded().constData(), &handle, flags, nullptr);
  std::unique_ptr<Database> database(new Database(path, handle));
  if (code != SQLITE_OK) return database->error(code, "open");
  OFFPRINT_TRY(database->configure(access));
  return database;
}

Result<void> Database::configure(Access access) {
  sqlite3_busy_timeout(handle_, 5000);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  if (const int code = checksums::define(handle_); code != SQLITE_OK) return error(code, "offprint_sum");
  if (const int code = linkIndex::define(handle_); code != SQLITE_OK) return error(code, "offprint_cited");
  OFFPRINT_TRY(run("PRAGMA foreign_keys=ON"));
  if (access != Access::ReadWrite) return onlyRead();
  // A crash of the machine must not take back what was told to be saved: FULL syncs the log at every commit.
  OFFPRINT_TRY(run("PRAGMA journal_mode=WAL"));
  OFFPRINT_TRY(run("PRAGMA synchronous=FULL"));
  return {};
}

Result<void> Database::onlyRead() {
  onlyReads_ = true;
  return run("PRAGMA query_only=ON");
}

Result<Statement> Database::prepare(const QByteArray& sql) {
  if (sqlite3_stmt* cached = cache_.take(sql)) return Statement(*this, sql, cached);
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(handle_, sql.constData(), static_cast<int>(sql.size()) + 1,
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  if (code != SQLITE_OK) return error(code, sql);
  return Statement(*this, sql, handle);
}

void Database::giveBack(const QByteArray& sql, sqlite3_stmt* handle) {
  constexpr qsizetype kept = 200;  // list queries vary; the fixed statements of the repositories are about 80
  sqlite3_reset(handle);
  sqlite3_clear_bindings(handle);
  if (cache_.size() >= kept || cache_.contains(sql)) {
    sqlite3_finalize(handle);
    return;
  }
  cache_.insert(sql, handle);
}

Result<void> Database::script(const QByteArray& sql) {
  const char* rest = sql.constData();
  while (*rest != '\0') {
    sqlite3_stmt* handle = nullptr;
    const char* tail = nullptr;
    const int code = sqlite3_prepare_v2(handle_, rest, -1, &handle, &tail);
    if (code != SQLITE_OK) return error(code, QByteArray(rest).left(200));
    const QByteArray one(rest, static_cast<qsizetype>(tail - rest));
    rest = tail;
    if (!handle) continue;
    Result<void> done;
    {
      Statement statement(*this, one, handle);
      done = statement.run();
      statement.handle_ = nullptr;
    }
    sqlite3_finalize(handle);
    if (!done) return done;
  }
  return {};
}

Result<void> Database::commit() {
  auto statement = prepare("COMMIT");
  if (!statement) return statement.error();
  return statement->run();
}

void Database::rollBack() {
  // SQLite itself takes back the transaction on some errors (full disk, input/output).
  if (sqlite3_get_autocommit(handle_) == 0) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

/// What is written to a file without a name is gone with the program. One that was moved is still the
/// library.
bool Database::deleted() const {
  int moved = 0;
  if (sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved == 0)
    return false;
  const QDir open(u"/proc/self/fd"_s);
  if (!open.exists()) return !QFile::exists(path_);
  const QStringList numbers = open.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
  const QByteArray gone = '/' + QFile::encodeName(QFileInfo(path_).fileName()) + " (deleted)";
  return std::any_of(numbers.begin(), numbers.end(), [&](const QString& number) {
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const ssize_t size = ::readlink(QFile::encodeName(open.filePath(number)).constData(), target.data(),
                                    static_cast<size_t>(target.size()));
    return size > 0 && QByteArrayView(target.constData(), size).endsWith(gone);
  });
}

Result<void> Database::transaction(const std::function<Result<void>()>& work) {
  if (depth_ > 0) {
    ++depth_;
    Result<void> done = work();
    --depth_;
    if (!done && !failedInside_) failedInside_ = std::make_shared<Error>(done.error());
    return done;
  }
  if (deleted()) {
    return makeError(ErrorCode::Io,
                     say("Nothing was saved: the library's file was deleted while it was open. Keep "
                         "the window open and copy what you wrote to another place, or bring the "
                         "library back from a backup."))
        .at(path_);
  }
  OFFPRINT_TRY(run("BEGIN IMMEDIATE"));
  depth_ = 1;
  Result<void> done = work();
  depth_ = 0;
  if (done && failedInside_) done = Result<void>(*failedInside_);
  failedInside_.reset();
  if (done) {
    done = commit();
    commitFailed_ = commitFailed_ || !done;
  }
  if (!done) rollBack();
  return done;
}

Result<void> Database::reading(const std::function<Result<void>()>& work) {
  if (depth_ > 0) return work();
  OFFPRINT_TRY(run("BEGIN"));
  depth_ = 1;
  Result<void> done = work();
  depth_ = 0;
  rollBack();
  return done;
}

qint64 Database::lastInsertId() const {
  return sqlite3_last_insert_rowid(handle_);
}

int Database::changes() const {
  return sqlite3_changes(handle_);
}

namespace {

/// A failed copy is the fault of the place it goes to, unless this file is damaged.
Error aboutCopy(Error error, const QString& path) {
  if (error.code == ErrorCode::Corrupt) return error;
  error.file = path;
  if (error.code == ErrorCode::DiskFull)
    error.message =
        say("The copy was not made: the disk it goes to is full. The library itself is unharmed. Free some "
            "space or choose another place, then try again.");
  if (error.code == ErrorCode::Io || error.code == ErrorCode::Denied)
    error.message =
        say("The copy was not made: this place could not be written. The library itself is unharmed. "
            "Choose another place.");
  return error;
}

}  // namespace

/// VACUUM INTO refuses tables with generated columns while the file is opened for reading alone.
Result<void> Database::copyPages(const QString& path) {
  sqlite3* target = nullptr;
  int code = sqlite3_open(path.toUtf8().constData(), &target);
  sqlite3_backup* copy = code == SQLITE_OK ? sqlite3_backup_init(target, "main", handle_, "main") : nullptr;
  if (copy) {
    sqlite3_backup_step(copy, -1);
    code = sqlite3_backup_finish(copy);
  } else if (target) {
    code = sqlite3_errcode(target);
  }
  sqlite3_close(target);
  return code == SQLITE_OK ? Result<void>() : Result<void>(error(code, "backup").at(path));
}

Result<void> Database::copyTo(const QString& path) {
  if (QFile::exists(path))
    return makeError(ErrorCode::Conflict, say("The copy was not made: a file of that name exists.")).at(path);
  // Copying writes no page of this file, but a connection that may only ask is not let do it.
  if (onlyReads_) OFFPRINT_TRY(run("PRAGMA query_only=OFF"));
  Result<void> done =
      sqlite3_db_readonly(handle_, "main") == 1 ? copyPages(path) : run("VACUUM INTO ?", path);
  if (onlyReads_) OFFPRINT_TRY(run("PRAGMA query_only=ON"));
  if (done) {
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || ::fsync(descriptor) != 0) done = files::lastSystemError(say("write"), path);
    if (descriptor >= 0) ::close(descriptor);
  }
  if (done) return done;
  QFile::remove(path);
  QFile::remove(path + u"-journal"_s);
  return aboutCopy(done.error(), path);
}

Result<QStringList> Database::damage() {
  QStringList sentences;
  OFFPRINT_TRY(each("PRAGMA quick_check(20)", [&](const Statement& row) { sentences.append(row.text(0)); }));
  if (sentences == QStringList{u"ok"_s}) sentences.clear();
  return sentences;
}

Error Database::error(int code, const QByteArray& sql) const {
  // Some failures of a full disk reach SQLite as a plain input/output error; the system's code tells.
  const int systemCode = handle_ ? sqlite3_system_errno(handle_) : 0;
  const bool full =
      (code & 0xff) == SQLITE_IOERR && (systemCode == ENOSPC || systemCode == EDQUOT || systemCode == EFBIG);
  const auto [cause, message] = explain(full ? SQLITE_FULL : code);
  const QString reason = handle_ && sqlite3_errcode(handle_) == code
                             ? QString::fromUtf8(sqlite3_errmsg(handle_))
                             : QString::fromUtf8(sqlite3_errstr(code));
  Error result = makeError(cause, message,
                           u"SQLite %1: %2 [%3]"_s.arg(code).arg(reason, QString::fromUtf8(sql.left(300))));
  result.file = path_;
  return result;
}

void Database::setStepFault(std::function<int(const QByteArray&)> fault) {
  stepFault().set(std::move(fault));
}

}  // namespace offprint
