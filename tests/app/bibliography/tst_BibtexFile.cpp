#include <QDir>
#include <QRandomGenerator>
#include <QtTest>

#include "app/bibliography/BibtexEncoding.h"
#include "app/bibliography/BibtexFile.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

using Type = BibtexPart::Type;

QList<BibtexPart> ofType(const BibtexFile& file, Type type) {
  QList<BibtexPart> parts;
  for (const BibtexPart& part : file.parts)
    if (part.type == type) parts << part;
  return parts;
}

QStringList keys(const BibtexFile& file) {
  QStringList keys;
  for (const BibtexPart& part : ofType(file, Type::Entry))
    keys << part.key;
  return keys;
}

QString value(const BibtexPart& part, const QString& name) {
  QStringList pieces;
  for (const BibtexField& field : part.fields)
    if (field.name == name)
      for (const BibtexPiece& piece : field.pieces)
        pieces << (piece.abbreviation ? u'@' + piece.text : piece.text);
  return pieces.join(u'#');
}

/// The parts are the whole file, in order, with the lines where they begin.
void checkWhole(const QByteArray& bytes) {
  const BibtexFile file = BibtexFile::parse(bytes);
  const bool wide = file.encoding.startsWith("UTF-16"_L1);
  QByteArray again;
  qsizetype line = 1;
  for (const BibtexPart& part : file.parts) {
    if (!wide) QCOMPARE(part.line, line);
    line += part.source.count('\n');
    again += part.source;
  }
  if (again != bytes) qWarning() << bytes.left(2000);
  QVERIFY(again == bytes);
}

/// Text that is nearly BibTeX.
QByteArray garbage(QRandomGenerator& random, int pieces) {
  static const QByteArrayList parts{"@",           "article",
                                    "{",           "}",
                                    "(",           ")",
                                    "k1",          ",",
                                    "=",           "\"",
                                    "#",           "%",
                                    "\n",          " ",
                                    "title",       "@string{a = {b}}",
                                    "@comment",    "\\",
                                    "\xC3\xB6",    "\xFF",
                                    "@a{k,x={y}}", "\n@book{b, year = 1999}\n",
                                    "1",           "\r\n",
                                    "\t",          "@preamble",
                                    "'",           "~"};
  QByteArray text;
  for (int i = 0; i < pieces; ++i)
    text += parts.at(random.bounded(static_cast<int>(parts.size())));
  return text;
}

}  // namespace

class TestBibtexFile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void noByteIsLost_data() {
    QTest::addColumn<QByteArray>("bytes");
    const QDir folder(test::shared(u"inputs/bibtex"_s));
    for (const QString& name : folder.entryList({u"*.bib"_s}))
      QTest::newRow(qPrintable(name)) << test::slurp(folder.filePath(name));
    for (const QByteArray& line : test::slurp(folder.filePath(u"cases.jsonl"_s)).split('\n'))
      if (!line.isEmpty()) {
        const QByteArray text = QJsonDocument::fromJson(line)["text"_L1].toString().toUtf8();
        QTest::addRow("case %lld", static_cast<long long>(qHash(text))) << text;
      }
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("one letter of UTF-16") << QByteArray("\xFF\xFE\x40", 3);
  }
  void noByteIsLost() {
    QFETCH(QByteArray, bytes);
    checkWhole(bytes);
  }

  void noByteOfGarbageIsLost() {
    QRandomGenerator random(20260318);
    for (int round = 0; round < 3000; ++round)
      checkWhole(garbage(random, 1 + random.bounded(60)));
  }

  void largeGarbageTakesLinearTime_data() {
    QTest::addColumn<QByteArray>("piece");
    for (const char* piece :
         {"@", "@a{", "\n@a{k,x=\"", "\n@a{k,x=\"{", "{", "}", "\n@comment{", "\n@comment(", "@a{k{}}",
          "\n@a{k,x=a #", "%@a{", " @a{k", "@a(k,x={})", "@a{k,x={y}", "\\\"{"})
      QTest::newRow(piece) << QByteArray(piece);
  }
  /// A quadratic step would take hours here and end at the test's time limit.
  void largeGarbageTakesLinearTime() {
    QFETCH(QByteArray, piece);
    checkWhole(piece.repeated(200'000));
  }

  void valuesAreReadInEveryForm() {
    const BibtexFile file = BibtexFile::parse(
        "@ARTICLE { k:1 ,\n  TITLE = {A {B} \"c\"},\n  year = 1964,\n  note = \"x {\"}y\n z\",\n"
        "  booktitle = neurips # \" Workshop\" # {!},\n  volume={},\n}\n"
        "@book(k2, title = {In (parentheses)}, year = {2000})");
    QCOMPARE(keys(file), QStringList({u"k:1"_s, u"k2"_s}));
    const BibtexPart first = file.parts.first();
    QCOMPARE(first.kind, u"article"_s);
    QCOMPARE(value(first, u"title"_s), u"A {B} \"c\""_s);
    QCOMPARE(value(first, u"year"_s), u"1964"_s);
    QCOMPARE(value(first, u"note"_s), u"x {\"}y\n z"_s);
    QCOMPARE(value(first, u"booktitle"_s), u"@neurips# Workshop#!"_s);
    QCOMPARE(value(first, u"volume"_s), QString());
    QCOMPARE(first.fields[1].line, 3);
    QVERIFY(first.findings.isEmpty());
    QCOMPARE(value(file.parts.last(), u"title"_s), u"In (parentheses)"_s);
  }

  void noBreakSpacesAreBlanks() {
    const BibtexFile file = BibtexFile::parse(
        "@book{k,\n\xC2\xA0 year\xC2\xA0=\xC2\xA0{a\xC2\xA0"
        "b},\n}");
    QCOMPARE(keys(file), QStringList{u"k"_s});
    QCOMPARE(value(file.parts.first(), u"year"_s), u"a\u00a0b"_s);
  }

  void whatStandsBetweenEntriesIsKept() {
    const BibtexFile file = BibtexFile::parse(
        "---\n---\n@string{aps = \"A\"}\n@preamble{\"\\newcommand{\\x}{}\"}\nmail me@example.org\n"
        "@comment{jabref-meta: {x};}\n@misc{k}");
    QCOMPARE(ofType(file, Type::Abbreviation).value(0).fields.value(0).name, u"aps"_s);
    QCOMPARE(ofType(file, Type::Preamble).size(), 1);
    QCOMPARE(ofType(file, Type::Comment).value(0).text, u"@comment{jabref-meta: {x};}"_s);
    QCOMPARE(keys(file), QStringList{u"k"_s});
  }

  void aMistakeCostsOneEntry_data() {
    QTest::addColumn<QByteArray>("broken");
    QTest::addColumn<int>("line");
    QTest::newRow("brace") << QByteArray("@article{bad,\n  title = {Open,\n  year = 2001\n}\n") << 6;
    QTest::newRow("two braces") << QByteArray("@article{bad,\n  title = {{Open,\n  year = 2001\n}\n") << 3;
    QTest::newRow("quote") << QByteArray("@article{bad,\n  title = \"Open,\n  year = 2001\n}\n") << 5;
    QTest::newRow("no value") << QByteArray("@article{bad,\n  title = ={x},\n}\n") << 3;
    QTest::newRow("no equals sign") << QByteArray("@article{bad,\n  title {x}\n}\n") << 3;
    QTest::newRow("no comma after the key") << QByteArray("@article{bad {title} = 1}\n") << 2;
    QTest::newRow("end of the entry") << QByteArray("@article{bad,\n  title = {x},\n\n") << 5;
  }
  void aMistakeCostsOneEntry() {
    QFETCH(QByteArray, broken);
    QFETCH(int, line);
    const BibtexFile file = BibtexFile::parse("@book{one, year = 1}\n" + broken +
                                              "@book{two, year = 2}\n@book{three, year = 3}\n");
    const QList<BibtexPart> bad = ofType(file, Type::Broken);
    QCOMPARE(keys(file), QStringList({u"one"_s, u"two"_s, u"three"_s}));
    QCOMPARE(bad.size(), 1);
    QCOMPARE(bad.first().key, u"bad"_s);
    QCOMPARE(bad.first().line, 2);
    QCOMPARE(bad.first().problemLine, line);
    QVERIFY(!bad.first().problem.isEmpty());
  }

  void smallMistakesCostNothing_data() {
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("code");
    QTest::newRow("comma") << QByteArray("@misc{k, year = 2001\n title = {T}}") << u"bibtex.comma"_s;
    QTest::newRow("comma after the key")
        << QByteArray("@misc{k title = {T}, year = 2001}") << u"bibtex.comma"_s;
    QTest::newRow("comma after the key's line")
        << QByteArray("@misc{k\n  title = {T}, year = 2001}") << u"bibtex.comma"_s;
    QTest::newRow("braces") << QByteArray("@misc{k, title = T, x = Two words, year = 2001}")
                            << u"bibtex.bare"_s;
    QTest::newRow("key") << QByteArray("@misc{title = {T}, year = 2001}") << u"bibtex.key"_s;
    QTest::newRow("empty key") << QByteArray("@misc{, title = {T}, year = 2001}") << u"bibtex.key"_s;
  }
  void smallMistakesCostNothing() {
    QFETCH(QByteArray, entry);
    QFETCH(QString, code);
    const BibtexFile file = BibtexFile::parse("\n" + entry);
    const QList<BibtexPart> entries = ofType(file, Type::Entry);
    QCOMPARE(entries.size(), 1);
    QCOMPARE(entries.first().findings.size(), 1);
    QCOMPARE(entries.first().findings.first().code, code);
    QVERIFY(entries.first().findings.first().line >= 2);
    QCOMPARE(value(entries.first(), u"year"_s), u"2001"_s);
    QCOMPARE(value(entries.first(), u"title"_s).remove(u'@'), u"T"_s);
  }

  void commentsAreSkipped() {
    const BibtexFile file = BibtexFile::parse(test::slurp(test::shared(u"inputs/bibtex/comments.bib"_s)));
    QCOMPARE(keys(file), QStringList({u"mcelreath2007mathematical"_s, u"fischer2022equivalence"_s,
                                      u"roes2003belief"_s, u"wong2016null"_s}));
    QVERIFY(ofType(file, Type::Broken).isEmpty());
  }

  void encodingsAreFound_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<bool>("told");
    const QString european = u"@misc{k, author = {Müller, Jürgen}, title = {Über „Größe“}, year = 2019}\n"_s;
    const QString polish = u"@misc{k, author = {Łukasz, Żaneta}, title = {Gęś}, year = 2019}\n"_s;
    const QString chinese = u"@misc{k, author = {王小明}, title = {深度学习的研究}, year = 2019}\n"_s;
    const QString japanese =
        u"@misc{k, author = {山田太郎}, title = {ソフトウェアの表現について}, year = 2019}\n"_s;
    const auto row = [](const char* name, const QString& text, const QString& encoding,
                        const QByteArray& before, bool told) {
      QTest::newRow(name) << before + BibtexEncoding::encode(text, encoding).value_or(QByteArray())
                          << encoding << told;
    };
    row("UTF-8", european, u"UTF-8"_s, {}, false);
    row("UTF-8 with a mark", european, u"UTF-8"_s, "\xEF\xBB\xBF", false);
    row("UTF-16, little end first", japanese, u"UTF-16LE"_s, "\xFF\xFE", false);
    row("UTF-16, big end first", japanese, u"UTF-16BE"_s, "\xFE\xFF", false);
    row("windows-1252", european, u"windows-1252"_s, {}, true);
    row("Latin-2 by JabRef", polish, u"ISO-8859-2"_s, "% Encoding: ISO8859_2\n", false);
    row("cp1252 by JabRef", european, u"windows-1252"_s, "% Encoding: Cp1252\n", false);
    row("GB18030", chinese, u"GB18030"_s, {}, true);
    row("GB18030 by Emacs", chinese, u"GB18030"_s, "% -*- coding: gb18030-unix -*-\n", false);
    row("Shift_JIS", japanese, u"Shift_JIS"_s, {}, true);
    row("UTF-8 by BibDesk", european, u"UTF-8"_s, "%% Saved with string encoding Unicode (UTF-8)\n", false);
    row("a header that is wrong", european, u"windows-1252"_s, "% Encoding: UTF-8\n", true);
  }
  void encodingsAreFound() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, encoding);
    QFETCH(bool, told);
    checkWhole(bytes);
    const BibtexFile file = BibtexFile::parse(bytes);
    QCOMPARE(file.encoding, encoding);
    QCOMPARE(keys(file), QStringList{u"k"_s});
    const BibtexPart entry = ofType(file, Type::Entry).first();
    QVERIFY2(!entry.text.contains(QChar::ReplacementCharacter), qPrintable(entry.text));
    QCOMPARE(value(entry, u"year"_s), u"2019"_s);
    QCOMPARE(!file.findings.isEmpty(), told);
    if (told) QVERIFY(file.findings.first().message.contains(encoding));
    if (told) QCOMPARE(file.findings.first().code, u"bibtex.encoding"_s);
  }

  void oneEntryInSixEncodings() {
    QString expected;
    for (const char* name : {"utf8", "utf8-bom", "utf16le-bom", "crlf", "nfd"}) {
      const BibtexFile file = BibtexFile::parse(
          test::slurp(test::shared(u"inputs/bibtex/encoding-%1.bib"_s.arg(QLatin1StringView(name)))));
      const QString author =
          value(ofType(file, Type::Entry).first(), u"author"_s).normalized(QString::NormalizationForm_C);
      if (expected.isEmpty()) expected = author;
      QCOMPARE(author, expected);
    }
    QCOMPARE(expected, u"Müller, Jürgen and Schrödinger, Ötto and Łukasz, Żaneta"_s);
    const BibtexFile latin9 = BibtexFile::parse(test::slurp(test::shared(u"inputs/bibtex/encoding1.bib"_s)));
    QCOMPARE(latin9.encoding, u"ISO-8859-15"_s);
    QCOMPARE(value(ofType(latin9, Type::Entry).first(), u"title"_s), u"Šome title"_s);
  }
};

QTEST_GUILESS_MAIN(TestBibtexFile)
#include "tst_BibtexFile.moc"
