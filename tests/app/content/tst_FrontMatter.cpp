#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QtTest>

#include "app/content/ContentItem.h"
#include "app/content/FrontMatter.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

/// Texts that YAML readers stumble over.
const QStringList& oddTexts() {
  static const QStringList texts = {u""_s,
                                    u" "_s,
                                    u"no"_s,
                                    u"true"_s,
                                    u"null"_s,
                                    u"~"_s,
                                    u"1984"_s,
                                    u"0xF4EE"_s,
                                    u"016"_s,
                                    u"1.10"_s,
                                    u"1e3"_s,
                                    u"2026-01-05"_s,
                                    u"12:30:45"_s,
                                    u"Guide: part 1"_s,
                                    u"[Emacs] x"_s,
                                    u"{a: b}"_s,
                                    u"*Star* wars"_s,
                                    u"&anchor"_s,
                                    u"@karpathy"_s,
                                    u"`code`"_s,
                                    u"%directive"_s,
                                    u"# no comment"_s,
                                    u"a # b"_s,
                                    u"- item"_s,
                                    u"? key"_s,
                                    u"| block"_s,
                                    u"> folded"_s,
                                    u"---"_s,
                                    u"..."_s,
                                    u"+++"_s,
                                    u"\"quoted\" 'single' \\ back"_s,
                                    u"line 1\nline 2\n\n  indented\n"_s,
                                    u"tab\tand\rreturn"_s,
                                    u"$\\beta$-VAE \\n"_s,
                                    u"bell \u0007 escape \u001b del \u007f nel \u0085"_s,
                                    u"\u2028 line \u2029 paragraph \ufeff bom"_s,
                                    u"emoji 🎉 日本語 \u200d Pólya"_s,
                                    u"<<"_s,
                                    u"trailing "_s,
                                    u" leading"_s,
                                    u"!tag"_s,
                                    u"a: b: c"_s};
  return texts;
}

QJsonValue randomValue(QRandomGenerator& random, int depth) {
  const auto text = [&] { return oddTexts()[random.bounded(int(oddTexts().size()))]; };
  switch (random.bounded(depth > 3 ? 5 : 8)) {
    case 0:
      return random.bounded(2) == 0;
    case 1:
      return random.bounded(100'000) - 50'000;
    case 2:
      return random.generateDouble() * 1000;
    case 3:
      return QJsonValue();
    case 5: {
      QJsonArray array;
      for (int i = random.bounded(4); i > 0; --i)
        array << randomValue(random, depth + 1);
      return array;
    }
    case 6:
    case 7: {
      QJsonObject object;
      for (int i = random.bounded(4); i > 0; --i)
        object[text()] = randomValue(random, depth + 1);
      return object;
    }
    default:
      return text();
  }
}

int countOf(const Findings& findings, const QString& code) {
  return int(
      std::count_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.code == code; }));
}

int lineOf(const Findings& findings, const QString& code) {
  for (const Finding& finding : findings) {
    if (finding.code == code) return finding.line;
  }
  return -1;
}

}  // namespace

class TestFrontMatter : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void sharedCases_data() {
    QTest::addColumn<QJsonObject>("example");
    const QJsonArray cases =
        QJsonDocument::fromJson(test::slurp(test::shared(u"inputs/frontmatter/cases.json"_s))).array();
    QCOMPARE(cases.size(), 31);
    for (const QJsonValue& example : cases)
      QTest::newRow(qPrintable(example[u"name"_s].toString())) << example.toObject();
  }
  void sharedCases() {
    QFETCH(QJsonObject, example);
    const QByteArray file = example[u"text"_s].isNull() ? QByteArray("---\ntitle: Caf\xe9\n---\nBody.\n")
                                                        : example[u"text"_s].toString().toUtf8();
    const QJsonObject expect = example[u"expect"_s].toObject();
    const FrontMatter read = readFrontMatter(file);
    QCOMPARE(read.body, u"Body.\n"_s);
    QCOMPARE(read.bodyLine, int(file.left(file.lastIndexOf("Body.")).count('\n')) + 1);
    QCOMPARE(read.repaired, expect[u"invalid"_s].toBool());
    if (read.repaired) QVERIFY(lineOf(read.findings, u"frontmatter.repaired"_s) == 2);
    const QString title = valueText(read.values[u"title"_s]);
    for (const QString& key : {u"title"_s, u"lang"_s, u"abstract"_s}) {
      if (expect.contains(key)) QCOMPARE(valueText(read.values[key]), expect[key].toString());
    }
    if (expect.contains(u"title_plain"_s)) QCOMPARE(plainTitle(title), expect[u"title_plain"_s].toString());
    if (expect.contains(u"title_nfc"_s))
      QCOMPARE(title.normalized(QString::NormalizationForm_C), expect[u"title_nfc"_s].toString());
    if (expect.contains(u"title_contains"_s)) {
      QVERIFY(title.contains(expect[u"title_contains"_s].toString()));
      QCOMPARE(lineOf(read.findings, u"frontmatter.control-character"_s), 2);
    }
    if (expect.contains(u"utc"_s)) {
      const auto moment = Date::lenient(read.values[u"date"_s].toString()).instant();
      QVERIFY(moment.has_value());
      QCOMPARE(moment->toString(Qt::ISODate), expect[u"utc"_s].toString());
    }
    if (example[u"text"_s].isNull()) QCOMPARE(lineOf(read.findings, u"file.not-utf8"_s), 2);
  }

  void typesFollowTheCoreSchema_data() {
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QJsonValue>("value");
    const auto row = [](const char* written, const QJsonValue& value) {
      QTest::newRow(written) << QByteArray(written) << value;
    };
    row("true", true);
    row("False", false);
    row("yes", u"yes"_s);
    row("no", u"no"_s);
    row("\"true\"", u"true"_s);
    row("~", QJsonValue());
    row("", QJsonValue());
    row("''", u""_s);
    row("42", 42);
    row("-3.5", -3.5);
    row("016", u"016"_s);
    row("0xF4EE", u"0xF4EE"_s);
    row("1.10", u"1.10"_s);
    row("1_000", u"1_000"_s);
    row("1e3", u"1e3"_s);
    row(".inf", u".inf"_s);
    row("12345678901234567890", u"12345678901234567890"_s);
    row("'42'", u"42"_s);
    row("2026-01-05", u"2026-01-05"_s);
    row("12:30", u"12:30"_s);
    row("[a, 1, true]", QJsonArray({u"a"_s, 1, true}));
    row("{a: {b: c}}", QJsonObject({{u"a"_s, QJsonObject({{u"b"_s, u"c"_s}})}}));
    row("!!str 42", u"42"_s);
    row("a\tb", u"a\tb"_s);
  }
  void typesFollowTheCoreSchema() {
    QFETCH(QByteArray, written);
    QFETCH(QJsonValue, value);
    const FrontMatter read = readFrontMatter("---\nkey: " + written + "\n---\n");
    QVERIFY(!read.repaired);
    QCOMPARE(read.values[u"key"_s], value);
  }

  void readsBlocks_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("body");
    QTest::newRow("none") << QByteArray("Just text\n") << QByteArray("{}") << u"Just text\n"_s;
    QTest::newRow("empty file") << QByteArray() << QByteArray("{}") << u""_s;
    QTest::newRow("empty block") << QByteArray("---\n---\nText") << QByteArray("{}") << u"Text"_s;
    QTest::newRow("comments") << QByteArray("---\n# a\n---\nText") << QByteArray("{}") << u"Text"_s;
    QTest::newRow("no body") << QByteArray("---\na: 1\n---") << QByteArray("{\"a\":1}") << u""_s;
    QTest::newRow("dots") << QByteArray("---\na: 1\n...\nText") << QByteArray("{\"a\":1}") << u"Text"_s;
    QTest::newRow("bom crlf") << QByteArray("\xEF\xBB\xBF---\r\na: b\r\n---\r\nX\r\nY\r")
                              << QByteArray("{\"a\":\"b\"}") << u"X\nY\n"_s;
    QTest::newRow("blanks after the fence")
        << QByteArray("---  \na: b\n--- \t\nX") << QByteArray("{\"a\":\"b\"}") << u"X"_s;
    QTest::newRow("thematic breaks") << QByteArray("---\n\nHello\n\n---\nX\n") << QByteArray("{}")
                                     << u"---\n\nHello\n\n---\nX\n"_s;
    QTest::newRow("break, no end") << QByteArray("---\nHello\n") << QByteArray("{}") << u"---\nHello\n"_s;
    QTest::newRow("toml") << QByteArray("+++\n[a]\nb = [1, 2]\n+++\nX") << QByteArray("{\"a\":{\"b\":[1,2]}}")
                          << u"X"_s;
    QTest::newRow("json") << QByteArray("{\n \"a\": {\"b\": \"}\"},\n \"c\": 1\n}\n\nX")
                          << QByteArray("{\"a\":{\"b\":\"}\"},\"c\":1}") << u"\nX"_s;
    QTest::newRow("no json") << QByteArray("{{< toc >}}\nX") << QByteArray("{}") << u"{{< toc >}}\nX"_s;
    QTest::newRow("merge") << QByteArray("---\nbase: &b {x: 1}\n<<: *b\ny: 2\n---\n")
                           << QByteArray("{\"base\":{\"x\":1},\"x\":1,\"y\":2}") << u""_s;
    QTest::newRow("literal") << QByteArray("---\na: |\n  x: y\n  # z\nb: >\n  c\n  d\n---\n")
                             << QByteArray("{\"a\":\"x: y\\n# z\\n\",\"b\":\"c d\\n\"}") << u""_s;
  }
  void readsBlocks() {
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, json);
    QFETCH(QString, body);
    const FrontMatter read = readFrontMatter(file);
    QCOMPARE(read.values, QJsonDocument::fromJson(json).object());
    QCOMPARE(read.body, body);
    QVERIFY(!read.repaired);
  }

  void keepsTheOrderOfKeys_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("yaml") << QByteArray("---\nz: 1\na: 2\nm: 3\n---\n");
    QTest::newRow("toml") << QByteArray("+++\nz = 1\na = 2\n[m]\nx = 3\n+++\n");
    QTest::newRow("json") << QByteArray("{\"z\": 1, \"a\": {\"q\": 2},\n\"m\": 3}\n");
    QTest::newRow("salvaged") << QByteArray("---\nz: @1\na: 2\nm: 3\n---\n");
  }
  void keepsTheOrderOfKeys() {
    QFETCH(QByteArray, file);
    const QStringList order = {u"z"_s, u"a"_s, u"m"_s};
    const FrontMatter read = readFrontMatter(file);
    QCOMPARE(read.keyOrder, order);
    QCOMPARE(read.keyLines.size(), order.size());
    const QList<QByteArray> lines = file.split('\n');
    for (qsizetype i = 0; i < order.size(); ++i)
      QVERIFY(lines.value(read.keyLines[i] - 1).contains(order[i].toUtf8()));
  }

  void salvagesLineByLine() {
    const FrontMatter read = readFrontMatter(
        "---\n# comment\ntitle: Guide: part 1\ntags: [a, b]\nauthor: `me`\nlist:\n  - @x\n  - 'y'\n"
        "text: \"no end\ndraft: true\nmore: a\n b\n---\nBody\n");
    QVERIFY(read.repaired);
    QCOMPARE(read.format, FrontMatter::Format::Yaml);
    QCOMPARE(read.values[u"title"_s], QJsonValue(u"Guide: part 1"_s));
    QCOMPARE(read.values[u"tags"_s], QJsonValue(QJsonArray({u"a"_s, u"b"_s})));
    QCOMPARE(read.values[u"author"_s], QJsonValue(u"`me`"_s));
    QCOMPARE(read.values[u"list"_s], QJsonValue(QJsonArray({u"@x"_s, u"y"_s})));
    QCOMPARE(read.values[u"text"_s], QJsonValue(u"no end"_s));
    QCOMPARE(read.values[u"draft"_s], QJsonValue(true));
    QCOMPARE(read.values[u"more"_s], QJsonValue(u"a b"_s));
    QList<int> lines;
    for (const Finding& finding : read.findings) {
      if (finding.code == u"frontmatter.repaired"_s) lines << finding.line;
    }
    QCOMPARE(lines, QList<int>({3, 5, 6, 9}));
    QCOMPARE(read.body, u"Body\n"_s);
    QCOMPARE(read.bodyLine, 14);
  }

  void salvagesTomlAndJson() {
    const FrontMatter toml =
        readFrontMatter("+++\ntitle = No quotes\ndraft = true\ndate = 2020-01-02\n+++\nX");
    QVERIFY(toml.repaired);
    QCOMPARE(toml.values[u"title"_s], QJsonValue(u"No quotes"_s));
    QCOMPARE(toml.values[u"draft"_s], QJsonValue(true));
    QCOMPARE(toml.values[u"date"_s], QJsonValue(u"2020-01-02"_s));
    const FrontMatter json = readFrontMatter("{\n\"title\": \"A\",\n\"draft\": true,\n}\nX");
    QVERIFY(json.repaired);
    QCOMPARE(json.values[u"title"_s], QJsonValue(u"A"_s));
    QCOMPARE(json.values[u"draft"_s], QJsonValue(true));
    QCOMPARE(json.body, u"X"_s);
  }

  void tomlTakesLettersOfEveryScript() {
    const FrontMatter read = readFrontMatter(
        "+++\n\"cl\xc3\xa9\" = \"\xc3\xa9t\xc3\xa9\"\ntext = \"\"\"a \\\n  \xc3\xa9 "
        "\xe5\xad\x97\"\"\"\n+++\n");
    QVERIFY(!read.repaired);
    QCOMPARE(read.values[u"cl\u00e9"_s], QJsonValue(u"\u00e9t\u00e9"_s));
    QCOMPARE(read.values[u"text"_s], QJsonValue(u"a \u00e9 \u5b57"_s));
    const FrontMatter bare = readFrontMatter("+++\ncl\xc3\xa9 = 1\nb = \xc3\xa9\n+++\n");
    QVERIFY(bare.repaired);
    QCOMPARE(bare.values[u"b"_s], QJsonValue(u"\u00e9"_s));
  }

  void reportsDuplicatesAndTheLastCounts() {
    const FrontMatter read = readFrontMatter("---\na: 1\nb: 2\na: 3\n---\n");
    QCOMPARE(read.values[u"a"_s], QJsonValue(3));
    QCOMPARE(lineOf(read.findings, u"frontmatter.duplicate"_s), 4);
  }

  void readsAnUnterminatedBlock() {
    const FrontMatter read = readFrontMatter("---\ntitle: T\ntags:\n  - a\n\nThe text: all of it.\n");
    QCOMPARE(read.values[u"title"_s], QJsonValue(u"T"_s));
    QCOMPARE(read.values[u"tags"_s], QJsonValue(QJsonArray({u"a"_s})));
    QCOMPARE(read.body, u"\nThe text: all of it.\n"_s);
    QCOMPARE(read.bodyLine, 5);
    QVERIFY(hasErrors(read.findings));
    QVERIFY(readFrontMatter("+++\ntitle = \"T\"\n\nText\n").values.contains(u"title"_s));
  }

  void survivesHostileInput() {
    QByteArray bomb = "---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
      const QByteArray previous = "*a" + QByteArray::number(i - 1);
      bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + previous;
      for (int j = 0; j < 9; ++j)
        bomb += ", " + previous;
      bomb += "]\n";
    }
    QCOMPARE(countOf(readFrontMatter(bomb + "---\n").findings, u"frontmatter.limit"_s), 1);
    QCOMPARE(countOf(readFrontMatter("---\na: &a [*a]\n---\n").findings, u"frontmatter.limit"_s), 1);
    QVERIFY(readFrontMatter("---\na: " + QByteArray(100'000, '[') + "\n---\nX").repaired);
    QVERIFY(readFrontMatter("+++\na = " + QByteArray(100'000, '[') + "\n+++\nX").repaired);
    readFrontMatter("{\"a\": " + QByteArray(100'000, '['));
    const FrontMatter nul = readFrontMatter(QByteArray("---\na: x\0y\n---\nb\0\n", 18));
    QCOMPARE(nul.values[u"a"_s], QJsonValue(u"x\ufffdy"_s));
    QCOMPARE(nul.body, u"b\ufffd\n"_s);
    QCOMPARE(lineOf(nul.findings, u"file.nul"_s), 2);
  }

  void everyPrefixOfAFileIsRead() {
    const QByteArray file =
        "---\ntitle: \"A: b\"\ntags: [x, {y: z}]\nlist:\n  - a\n  - b: c\ntext: |\n  l\n---\nBody\n";
    for (qsizetype size = 0; size <= file.size(); ++size) {
      const FrontMatter read = readFrontMatter(file.left(size));
      QVERIFY(read.bodyLine >= 1);
    }
  }

  void mutatedFilesAreRead() {
    const QJsonArray cases =
        QJsonDocument::fromJson(test::slurp(test::shared(u"inputs/frontmatter/cases.json"_s))).array();
    QRandomGenerator random(31);
    for (const QJsonValue& example : cases) {
      const QByteArray original = example[u"text"_s].toString().toUtf8();
      if (original.isEmpty()) continue;
      for (int round = 0; round < 200; ++round) {
        QByteArray file = original;
        for (int edits = 1 + random.bounded(4); edits > 0; --edits) {
          const int at = random.bounded(int(file.size()));
          static constexpr char bytes[] = "\0\n\t:-[]{}\"'&*!|>#%@`,=+\xff\xe9 x";
          switch (random.bounded(3)) {
            case 0:
              file[at] = bytes[random.bounded(int(sizeof bytes - 1))];
              break;
            case 1:
              file.insert(at, bytes[random.bounded(int(sizeof bytes - 1))]);
              break;
            default:
              file.remove(at, 1 + random.bounded(5));
          }
          if (file.isEmpty()) file = "x";
        }
        const FrontMatter read = readFrontMatter(file);
        QCOMPARE(read.keyOrder.size(), read.keyLines.size());
        QCOMPARE(read.keyOrder.size(), read.values.size());
        QVERIFY(!read.body.contains(u'\r') && !read.body.contains(u'\0'));
      }
    }
  }

  void readsFiftyMegabytes() {
    QByteArray file = "---\ntitle: Big\n---\n";
    file += QByteArray("A line of text with some words.\n").repeated(1'700'000);
    const FrontMatter read = readFrontMatter(file);
    QCOMPARE(read.values[u"title"_s], QJsonValue(u"Big"_s));
    QCOMPARE(read.body.size(), file.size() - 19);
    QByteArray wide = "---\n";
    for (int i = 0; i < 200'000; ++i)
      wide += "k" + QByteArray::number(i) + ": value\n";
    QVERIFY(readFrontMatter(wide + "---\n").repaired);
  }

  void utf16IsRead() {
    const QString text = u"---\ntitle: Größe\n---\nX"_s;
    QByteArray little("\xFF\xFE");
    for (const QChar c : text) {
      little += char(c.unicode() & 0xFF);
      little += char(c.unicode() >> 8);
    }
    QCOMPARE(readFrontMatter(little).values[u"title"_s], QJsonValue(u"Größe"_s));
  }

  void whatIsWrittenIsRead() {
    QRandomGenerator random(20260318);
    for (int round = 0; round < 2000; ++round) {
      QJsonObject values;
      for (int i = random.bounded(6); i > 0; --i)
        values[oddTexts()[random.bounded(int(oddTexts().size()))]] = randomValue(random, 0);
      const QByteArray file = writeFrontMatter(values, {u"title"_s}).toUtf8() + "Body";
      const FrontMatter read = readFrontMatter(file);
      if (values.contains(u"<<"_s)) continue;  // a merge key is read as such
      QVERIFY2(!read.repaired, file.constData());
      QVERIFY2(read.values == values, file.constData());
      QCOMPARE(read.body, u"Body"_s);
    }
  }

  void everyStringIsQuoted() {
    const QString text = writeFrontMatter({{u"title"_s, u"Plain"_s},
                                           {u"tags"_s, QJsonArray({u"a"_s, u"no"_s})},
                                           {u"n"_s, 3},
                                           {u"links"_s, QJsonArray({QJsonObject({{u"url"_s, u"x"_s}})})}},
                                          {u"title"_s, u"tags"_s});
    QCOMPARE(text,
             u"---\ntitle: \"Plain\"\ntags: [\"a\", \"no\"]\nlinks:\n  - url: \"x\"\n\"n\": 3\n---\n"_s);
  }

  void truthyWords() {
    for (const QJsonValue& yes : {QJsonValue(true), QJsonValue(1), QJsonValue(u"Yes"_s), QJsonValue(u"ON"_s)})
      QVERIFY(truthy(yes));
    for (const QJsonValue& no :
         {QJsonValue(false), QJsonValue(0), QJsonValue(u"off"_s), QJsonValue(), QJsonValue(u"2024-01-02"_s)})
      QVERIFY(!truthy(no));
  }
};

QTEST_GUILESS_MAIN(TestFrontMatter)
#include "tst_FrontMatter.moc"
