#include <QtTest>

#include "app/store/Database.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::codeOf;
using test::must;

class TestDatabase : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  int number_ = 0;
  QString path_;
  std::unique_ptr<Database> db_;

 private Q_SLOTS:
  void init() {
    path_ = dir_.filePath(u"d%1.sqlite"_s.arg(++number_));
    db_ = must(Database::open(path_, Database::Access::ReadWrite));
    must(
        db_->script("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, b);\n-- a comment alone\n"
                    "CREATE TABLE child (t INTEGER REFERENCES t (id));"));
  }
  void cleanup() { Database::setStepFault({}); }

  void isSetUpForSafety() {
    auto text = [&](const QByteArray& sql) {
      auto statement = must(db_->prepare(sql));
      must(statement.step());
      return statement.text(0);
    };
    QCOMPARE(text("PRAGMA journal_mode"), u"wal"_s);
    QCOMPARE(must(db_->number("PRAGMA synchronous")), 2);
    QCOMPARE(must(db_->number("PRAGMA foreign_keys")), 1);
    QCOMPARE(codeOf(db_->run("INSERT INTO child (t) VALUES (9)")), ErrorCode::Conflict);
  }

  void keepsValues() {
    const QByteArray blob("a\0b\xff", 4);
    const QDateTime moment(QDate(2026, 3, 18), QTime(9, 30, 0, 7), Qt::UTC);
    const QJsonObject object{{u"k"_s, QJsonArray{1, u"zwei"_s}}};
    const QString odd = u"quote ' \" \u0000 😀 \n"_s;
    auto statement = must(db_->prepare("SELECT ?, ?, ?, ?, ?, ?, ?, ?"));
    statement.bind(qint64{1} << 60)
        .bind(true)
        .bind(odd)
        .bind(blob)
        .bind(moment)
        .bind(QDateTime())
        .bind(object)
        .bind(QStringList{u"a"_s, u"b"_s});
    QVERIFY(must(statement.step()));
    QCOMPARE(statement.integer(0), qint64{1} << 60);
    QCOMPARE(statement.integer(1), 1);
    QCOMPARE(statement.text(2), odd);
    QCOMPARE(statement.blob(3), blob);
    QCOMPARE(statement.moment(4), moment);
    QVERIFY(statement.isNull(5));
    QVERIFY(!statement.moment(5).isValid());
    QCOMPARE(statement.object(6), object);
    QCOMPARE(statement.strings(7), (QStringList{u"a"_s, u"b"_s}));
    QVERIFY(!must(statement.step()));
  }

  void tellsFaults() {
    QCOMPARE(codeOf(db_->prepare("SELEC 1")), ErrorCode::Internal);
    must(db_->run("INSERT INTO t (a) VALUES (?)", u"x"_s));
    QCOMPARE(codeOf(db_->run("INSERT INTO t (a) VALUES (?)", u"x"_s)), ErrorCode::Conflict);
    auto statement = must(db_->prepare("SELECT 1"));
    statement.bind(1);  // there is no parameter
    QCOMPARE(codeOf(statement.step()), ErrorCode::Internal);
    QCOMPARE(codeOf(Database::open(dir_.filePath(u"no/folder/x"_s), Database::Access::ReadWrite)),
             ErrorCode::Denied);
    QCOMPARE(codeOf(Database::open(dir_.filePath(u"absent"_s), Database::Access::ReadOnly)),
             ErrorCode::Denied);
    const Error error = db_->run("INSERT INTO t (a) VALUES (?)", u"x"_s).error();
    QCOMPARE(error.file, path_);
    QVERIFY2(error.detail.contains(u"UNIQUE"_s), qPrintable(error.detail));
    QVERIFY(!error.message.contains(u"UNIQUE"_s));
  }

  void mapsEveryCause_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<ErrorCode>("cause");
    QTest::newRow("full") << 13 << ErrorCode::DiskFull;
    QTest::newRow("read-only") << 8 << ErrorCode::Denied;
    QTest::newRow("read-only folder") << (8 | 6 << 8) << ErrorCode::Denied;
    QTest::newRow("permission") << 3 << ErrorCode::Denied;
    QTest::newRow("cannot open") << 14 << ErrorCode::Denied;
    QTest::newRow("corrupt") << 11 << ErrorCode::Corrupt;
    QTest::newRow("not a database") << 26 << ErrorCode::Corrupt;
    QTest::newRow("busy") << 5 << ErrorCode::Conflict;
    QTest::newRow("locked") << 6 << ErrorCode::Conflict;
    QTest::newRow("constraint") << 19 << ErrorCode::Conflict;
    QTest::newRow("io") << (10 | 3 << 8) << ErrorCode::Io;
    QTest::newRow("too big") << 18 << ErrorCode::InvalidInput;
    QTest::newRow("interrupted") << 9 << ErrorCode::Cancelled;
    QTest::newRow("misuse") << 21 << ErrorCode::Internal;
  }
  void mapsEveryCause() {
    QFETCH(int, code);
    QFETCH(ErrorCode, cause);
    Database::setStepFault([code](const QByteArray&) { return code; });
    const auto done = db_->run("INSERT INTO t (a) VALUES ('x')");
    QCOMPARE(codeOf(done), cause);
    QVERIFY(done.error().message.endsWith(u'.'));
  }

  void transactionsAreWhole() {
    const auto fill = [&](const QString& value) { return db_->run("INSERT INTO t (a) VALUES (?)", value); };
    const auto count = [&] { return must(db_->number("SELECT count(*) FROM t")); };
    must(db_->transaction([&]() -> Result<void> {
      OFFPRINT_TRY(fill(u"a"_s));
      return db_->transaction([&] { return fill(u"b"_s); });
    }));
    QCOMPARE(count(), 2);
    QCOMPARE(codeOf(db_->transaction([&]() -> Result<void> {
               OFFPRINT_TRY(fill(u"c"_s));
               return fill(u"a"_s);
             })),
             ErrorCode::Conflict);
    QCOMPARE(count(), 2);
    // The failure of an inner part cannot be overlooked by the outer one.
    QCOMPARE(codeOf(db_->transaction([&]() -> Result<void> {
               OFFPRINT_TRY(fill(u"c"_s));
               (void)db_->transaction([&] { return fill(u"a"_s); }).has_value();
               return {};
             })),
             ErrorCode::Conflict);
    QCOMPARE(count(), 2);
    QVERIFY(!db_->inTransaction());
    Database::setStepFault([](const QByteArray& sql) { return sql == "COMMIT" ? 13 : 0; });
    QCOMPARE(codeOf(db_->transaction([&] { return fill(u"d"_s); })), ErrorCode::DiskFull);
    Database::setStepFault({});
    QCOMPARE(count(), 2);
    must(db_->transaction([&] { return fill(u"d"_s); }));
    QCOMPARE(count(), 3);
  }

  void aWriterElsewhereIsToldAsAConflict() {
    auto other = must(Database::open(path_, Database::Access::ReadWrite));
    must(other->run("PRAGMA busy_timeout=0"));
    must(db_->run("BEGIN IMMEDIATE"));
    QCOMPARE(codeOf(other->run("INSERT INTO t (a) VALUES ('x')")), ErrorCode::Conflict);
    must(db_->run("COMMIT"));
    must(other->run("INSERT INTO t (a) VALUES ('x')"));
  }

  void readersCannotWrite() {
    must(db_->run("INSERT INTO t (a) VALUES ('x')"));
    auto reader = must(Database::open(path_, Database::Access::ReadOnly));
    QCOMPARE(must(reader->number("SELECT count(*) FROM t")), 1);
    QCOMPARE(codeOf(reader->run("DELETE FROM t")), ErrorCode::Denied);
  }

  void copiesAreWhole() {
    must(db_->run("INSERT INTO t (a) VALUES ('x')"));
    const QString copy = dir_.filePath(u"copy%1"_s.arg(number_));
    must(db_->copyTo(copy));
    QCOMPARE(codeOf(db_->copyTo(copy)), ErrorCode::Conflict);
    auto opened = must(Database::open(copy, Database::Access::ReadOnlyUnshared));
    QCOMPARE(must(opened->number("SELECT count(*) FROM t")), 1);
    QVERIFY(must(opened->damage()).isEmpty());
    QVERIFY(!db_->copyTo(dir_.filePath(u"no/such/folder"_s)));
  }

  void statementsAreUsedAgain() {
    for (int i = 0; i < 1'000; ++i)
      must(db_->run("INSERT INTO t (a) VALUES (?)", i));
    auto outer = must(db_->prepare("SELECT a FROM t WHERE a < 3"));
    int seen = 0;
    while (must(outer.step())) {
      auto inner =
          must(db_->prepare("SELECT a FROM t WHERE a < 3"));  // the same text while the first is in use
      QVERIFY(must(inner.step()));
      ++seen;
    }
    QCOMPARE(seen, 3);
  }
};

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_Database.moc"
