#pragma once
#include <functional>
#include <memory>
#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include "app/core/Result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace offprint {

class Database;

/// One prepared statement. Bind all parameters in order, then step. Goes back to its database's cache when
/// destroyed, so it must not outlive the database. Move only.
class Statement {
 public:
  Statement(Database& database, QByteArray sql, sqlite3_stmt* handle);
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(qint64 value);
  Statement& bind(int value) { return bind(qint64{value}); }
  Statement& bind(bool value) { return bind(qint64{value ? 1 : 0}); }
  Statement& bind(const QString& value);     ///< as text; a null string is the empty text
  Statement& bind(const QByteArray& value);  ///< as blob
  Statement& bind(const QJsonObject& value);
  Statement& bind(const QJsonArray& value);
  Statement& bind(const QStringList& value);  ///< as a JSON array
  Statement& bind(const QDateTime& value);    ///< UTC with milliseconds; NULL when invalid
  Statement& bind(const char*) = delete;
  Statement& bindNull();

  /// True when there is a row. Binding errors show here.
  Result<bool> step();
  /// Runs a statement that gives no rows (or whose rows do not matter) to its end.
  Result<void> run();
  /// Makes it ready for another round of bind() and step().
  void reset();

  qint64 integer(int column) const;
  QString text(int column) const;
  QByteArray blob(int column) const;
  bool isNull(int column) const;
  QDateTime moment(int column) const;
  QJsonObject object(int column) const;
  QJsonArray array(int column) const;
  QStringList strings(int column) const;

 private:
  friend class Database;
  void note(int code);
  Database* db_;
  QByteArray sql_;
  sqlite3_stmt* handle_;
  int next_ = 1;
  int bindError_ = 0;
};

/// One connection to one SQLite file. Belongs to one thread at a time. Every return code is checked and
/// mapped to an Error: full disk, missing permission, damage, a lock held elsewhere each have their own code.
class Database {
 public:
  enum class Access {
    ReadWrite,        ///< makes the file when absent; WAL, synchronous=FULL
    ReadOnly,         ///< the file of a writable folder, perhaps while another process writes it
    ReadOnlyUnshared  ///< a file nobody writes in a folder that cannot be written: no WAL, no locks
  };
  static Result<std::unique_ptr<Database>> open(const QString& path, Access access);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const QString& path() const { return path_; }
  Result<Statement> prepare(const QByteArray& sql);
  /// Prepares, binds in order and runs.
  template <class... Values>
  Result<void> run(const QByteArray& sql, const Values&... values) {
    auto statement = prepare(sql);
    if (!statement) return statement.error();
    (statement->bind(values), ...);
    return statement->run();
  }
  /// The first column of the first row; 0 when there is no row.
  template <class... Values>
  Result<qint64> number(const QByteArray& sql, const Values&... values) {
    auto statement = prepare(sql);
    if (!statement) return statement.error();
    (statement->bind(values), ...);
    auto row = statement->step();
    if (!row) return row.error();
    return *row ? statement->integer(0) : 0;
  }
  /// Hands every row to `take`.
  template <class... Values>
  Result<void> each(const QByteArray& sql, const std::function<void(const Statement&)>& take,
                    const Values&... values) {
    auto statement = prepare(sql);
    if (!statement) return statement.error();
    (statement->bind(values), ...);
    for (;;) {
      auto row = statement->step();
      if (!row) return row.error();
      if (!*row) return {};
      take(*statement);
    }
  }
  /// Runs a script of any number of statements.
  Result<void> script(const QByteArray& sql);

  /// Runs `work` in one transaction. An inner call joins the outer one; once an inner one has failed the
  /// outer one cannot be committed any more.
  Result<void> transaction(const std::function<Result<void>()>& work);
  /// Runs `work`, which only reads, on one state of the database, whatever others commit meanwhile.
  Result<void> reading(const std::function<Result<void>()>& work);
  bool inTransaction() const { return depth_ > 0; }
  /// A COMMIT failed since the database was opened: what it was to store may still turn up at the next
  /// opening, from the write-ahead log (sqlite.org/wal.html, "recovery").
  bool commitFailed() const { return commitFailed_; }

  /// From now on nothing can be written through this connection.
  Result<void> onlyRead();

  qint64 lastInsertId() const;
  int changes() const;
  /// A compact copy as one file, synced; `path` must not exist. Not inside a transaction.
  Result<void> copyTo(const QString& path);
  /// The sentences of `PRAGMA quick_check`; empty when the file is sound.
  Result<QStringList> damage();

  /// Error for an SQLite result code of this connection.
  Error error(int code, const QByteArray& sql = {}) const;

  /// Test seam: called before every step with the statement; a result other than 0 (an SQLite code) makes
  /// that step fail. Set only in tests, from any thread; the function runs on the thread of the step.
  static void setStepFault(std::function<int(const QByteArray& sql)> fault);

 private:
  friend class Statement;
  bool deleted() const;
  Database(QString path, sqlite3* handle);
  void giveBack(const QByteArray& sql, sqlite3_stmt* handle);
  Result<void> configure(Access access);
  Result<void> copyPages(const QString& path);
  Result<void> commit();
  void rollBack();

  QString path_;
  sqlite3* handle_;
  QHash<QByteArray, sqlite3_stmt*> cache_;
  int depth_ = 0;
  bool onlyReads_ = false;
  std::shared_ptr<const Error> failedInside_;
  bool commitFailed_ = false;
};

/// The text form of moments in the file: "2026-03-18T09:30:00.000Z".
QString momentText(const QDateTime& moment);
QDateTime momentFromText(const QString& text);

}  // namespace offprint
