#include <QRegularExpression>
#include <QtTest>

#include "app/core/Error.h"
#include "app/import/Importer.h"
#include "exporters/output/Exporter.h"
#include "exporters/publish/Publisher.h"
#include "tests/gates/SourceTree.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

/// One place to extend: its entries, and the function that gives the whole table.
struct Table {
  QByteArray name;
  QStringList entries;
  QString walk;  ///< a test that calls this and goes through the table tests every entry
  /// What a test says that uses the entry %1, a regular expression; empty: it names it in quotes.
  QString use{};
};

QString textOf(const QString& path) {
  return QString::fromUtf8(slurp(source(path)));
}

QStringList captures(const QString& text, const char* pattern) {
  QStringList found;
  for (auto it = QRegularExpression(QString::fromLatin1(pattern)).globalMatch(text); it.hasNext();) {
    found << it.next().captured(1);
  }
  return found;
}

QStringList kindIds() {
  QStringList ids;
  const QDir folder(source(u"resources/kinds"_s));
  for (const QString& file : folder.entryList({u"*.json"_s}, QDir::Files))
    ids << file.chopped(5);
  return ids;
}

QStringList cliNames() {
  QStringList names;
  const QDir folder(source(u"app/cli"_s));
  for (const QString& file : folder.entryList({u"*.cpp"_s}, QDir::Files)) {
    names += captures(textOf(u"app/cli/"_s + file), "\\breturn\\s*\\{\\s*u\"([a-z-]+)\"_s\\s*,");
  }
  return names;
}

QList<Table> tables() {
  QStringList importerIds;
  for (const Importer& importer : importers())
    importerIds << importer.id;
  QStringList exporterIds;
  for (const Exporter& exporter : exporters())
    exporterIds << exporter.id;
  QStringList targetIds;
  for (const PublisherType& type : publishers())
    targetIds << type.id;
  return {
      // The conformance tests go through the table, each kind with a host of its own.
      {"kinds of targets", targetIds, {}, u"type == (QLatin1String\\(|u)\"%1\""_s},
      {"importers",
       importerIds,
       {},
       u"(chooseImporter\\(u|->id (?:!=|==) u|->id, u|source, u|\"--from\"_s, u)\"%1\"_s"_s},
      {"exporters", exporterIds, u"exporters()"_s},
      {"kinds", kindIds(), u"resources/kinds"_s},
      {"commands of the command line",
       cliNames(),
       {},
       u"\\b(run\\(|program\\(\\), )(QStringList)?\\{u\"%1\"_s"_s},
      {"commands of the window",
       captures(textOf(u"ui/shell/CommandTable.cpp"_s), "\\brow\\(\\s*\"([a-z.-]+)\""), u"commandTable()"_s}};
}

/// Entries that no test names, when none walks the table either.
QStringList untested(const Table& table, const QString& tests) {
  if (!table.walk.isEmpty() && tests.contains(table.walk)) return {};
  QStringList missing;
  for (const QString& entry : table.entries) {
    const QString name = QRegularExpression::escape(entry);
    const QRegularExpression use(table.use.isEmpty() ? u'"' + name + u'"' : table.use.arg(name));
    if (!tests.contains(use)) missing << entry;
  }
  return missing;
}

}  // namespace

/// What belongs to a table is whole: every entry has a test, every error code a name.
class Tables : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyEntryHasATest_data();
  void everyEntryHasATest();
  void anUntestedEntryIsFound();
  void everyErrorCodeHasAName();
  void everyFindingCodeHasATest();
};

void Tables::everyEntryHasATest_data() {
  QTest::addColumn<int>("table");
  const QList<Table> all = tables();
  for (int i = 0; i < all.size(); ++i)
    QTest::newRow(all.at(i).name.constData()) << i;
}

void Tables::everyEntryHasATest() {
  QFETCH(int, table);
  QString tests;
  for (const SourceFile& file : sourceTree()) {
    if (file.isIn(u"tests"_s) && !file.isIn(u"tests/gates"_s)) tests += file.text;
  }
  const Table checked = tables().at(table);
  QVERIFY2(checked.entries.size() > 1, "the reader of the table lost its entries");
  const QStringList missing = untested(checked, tests);
  QVERIFY2(missing.isEmpty(), qPrintable(u"no test names "_s + missing.join(u", "_s)));
}

void Tables::anUntestedEntryIsFound() {
  const Table table{"t", {u"one"_s, u"two"_s}, u"walk()"_s};
  QCOMPARE(untested(table, u"QCOMPARE(u\"one\"_s, x)"_s), QStringList(u"two"_s));
  QCOMPARE(untested(table, u"for (x : walk())"_s), QStringList());
  // A name is not yet a use: "list" stands in many tests that run no command.
  const Table called{"t", {u"list"_s}, {}, u"\\brun\\(\\{u\"%1\"_s"_s};
  QCOMPARE(untested(called, u"QCOMPARE(word, u\"list\"_s)"_s), QStringList(u"list"_s));
  QCOMPARE(untested(called, u"run({u\"list\"_s, path})"_s), QStringList());
}

void Tables::everyErrorCodeHasAName() {
  const QString header = textOf(u"app/core/Error.h"_s);
  const qsizetype start = header.indexOf(u"enum class ErrorCode {"_s);
  const QStringList codes =
      captures(header.mid(start, header.indexOf(u"};"_s, start) - start), "\\n\\s+([A-Z]\\w+),");
  QVERIFY(codes.size() >= 13);
  QSet<QString> names;
  for (int i = 0; i < codes.size(); ++i) {
    const QString name = errorCodeName(static_cast<ErrorCode>(i));
    QVERIFY2(!names.contains(name), qPrintable(codes.at(i)));
    names.insert(name);
    QCOMPARE(QString(name).remove(u'-'), codes.at(i).toLower());
  }
}

void Tables::everyFindingCodeHasATest() {
  QString tests;
  QStringList codes;
  for (const SourceFile& file : sourceTree()) {
    if (file.isIn(u"tests"_s)) tests += file.text;
    if (file.isIn(u"exporters/markdown"_s)) {
      codes += captures(file.text, "(?:report|finding)\\(\\s*\"([a-z]+\\.[a-z-]+)\"");
      codes += captures(file.text, "code = u\"([a-z]+\\.[a-z-]+)\"");
    }
  }
  QVERIFY(codes.size() >= 8);
  for (const QString& code : codes)
    QVERIFY2(tests.contains(u'"' + code + u'"'), qPrintable(code));
}

QTEST_GUILESS_MAIN(Tables)
#include "tst_Tables.moc"
