#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/CslJson.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

class TestBibtexMapping : public QObject {
  Q_OBJECT

  std::shared_ptr<const KindCatalog> kinds_ = must(KindCatalog::load(test::resources().path(u"kinds"_s)));
  std::shared_ptr<const BibtexFormat> format_ = must(BibtexFormat::load(test::resources()));
  BibtexMapping mapping_{*bibliographyKind(*kinds_), format_};

  QList<BibtexReading> readAll(const QByteArray& bibtex) const {
    const BibtexFile file = BibtexFile::parse(bibtex);
    QList<BibtexReading> readings;
    for (const BibtexEntry& entry : bibtexEntries(file, *format_))
      readings << mapping_.read(entry);
    return readings;
  }
  /// The first entry, with its source beside it as an import keeps it.
  ContentItem read(const QByteArray& bibtex) const {
    ContentItem item = readAll(bibtex).value(0).item;
    item.fields.insert(u"bibtex"_s, QString::fromUtf8(bibtex));
    return item;
  }
  static QStringList codes(const Findings& findings) {
    QStringList codes;
    for (const Finding& finding : findings)
      codes << finding.code;
    return codes;
  }
  /// One field of an article.
  QString field(const QByteArray& written, const QString& key) const {
    return read("@article{k, " + written + "}").fields.value(key).toVariant().toString();
  }
  QString date(const QByteArray& written) const { return read("@article{k, " + written + "}").date.iso(); }
  QString write(const ContentItem& item, bool forReaders = false) const {
    return mapping_.write(summarize(item), forReaders);
  }

 private Q_SLOTS:
  void datesKeepTheirPrecision_data() {
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QString>("date");
    const auto row = [](const char* written, const char* date) {
      QTest::newRow(written) << QByteArray(written) << QString::fromLatin1(date);
    };
    row("year = 1964", "1964");
    row("year = 2001, month = jan", "2001-01");
    row("year = 2001, month = {January}", "2001-01");
    row("year = 2001, month = {04}", "2001-04");
    row("year = 2001, month = may # \"~3\"", "2001-05-03");
    row("year = 2001, month = \"10~\" # jun", "2001-06-10");
    row("year = 2001, month = aug, day = 9", "2001-08-09");
    row("year = 2001, month = {Spring}", "2001");
    row("year = 2001, month = feb # \"~30\"", "2001-02");
    row("date = {2019-02-20}, year = {2019}", "2019-02-20");
    row("date = {2019-02}", "2019-02");
    row("date = {1999-10-14/2010-01-23}", "1999-10-14");
    row("date = {1723~}", "1723");
    row("date = {2001-21}", "2001");
    row("date = {20XX}", "2000");
    row("date = {-0876}", "877 BCE");
    row("date = {2004-04-25T14:34:00}", "2004-04-25");
    row("year = {forthcoming}", "forthcoming");
    row("pubstate = {forthcoming}", "forthcoming");
    row("year = {c. 1850}", "1850");
    row("title = {T}", "");
  }
  void datesKeepTheirPrecision() {
    QFETCH(QByteArray, written);
    QTEST(date(written), "date");
  }

  void everyFieldFindsItsPlace_data() {
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* written, const char* key, const QString& value) {
      QTest::newRow(written) << QByteArray(written) << QString::fromLatin1(key) << value;
    };
    row("journal = {J. \\& K.}", "venue", u"J. & K."_s);
    row("journaltitle = {New}, journal = {Old}, journalsubtitle = {Sub}", "venue", u"New: Sub"_s);
    row("doi = {10.1007/978-3-032-00942-5\\_12}", "doi", u"10.1007/978-3-032-00942-5_12"_s);
    row("doi = {https://doi.org/10.1016/j.x}", "doi", u"10.1016/j.x"_s);
    row("url = {https://doi.org/10.1007%2Fs10569}", "doi", u"10.1007/s10569"_s);
    row("doi = {10.1175/1520-0485(1996)026<2712:TEOIWU>2.0.CO;2}", "doi",
        u"10.1175/1520-0485(1996)026<2712:TEOIWU>2.0.CO;2"_s);
    row("doi = {%20and%20}", "doi", u"%20and%20"_s);
    row("url = {https://www.example.edu/~kim/paper_1.pdf}", "url",
        u"https://www.example.edu/~kim/paper_1.pdf"_s);
    row("url = {\\url{https://x.org/a_b}}", "url", u"https://x.org/a_b"_s);
    row("pages = {1275–1284}", "pages", u"1275–1284"_s);
    row("pages = {620 - 652}", "pages", u"620–652"_s);
    row("pages = {431--456, 791--823}", "pages", u"431–456, 791–823"_s);
    row("number = 3", "issue", u"3"_s);
    row("issue = {10}", "issue", u"10"_s);
    row("location = {Z{\\\"u}rich}", "publisherPlace", u"Zürich"_s);
    row("school = {ETH}", "institution", u"ETH"_s);
    row("organization = {PMLR}", "publisher", u"PMLR"_s);
    row("eprint = {2205.14135}, archiveprefix = {arXiv}", "arxiv", u"2205.14135"_s);
    row("eprint = {math/0307200v3}, eprinttype = {arxiv}", "arxiv", u"math/0307200v3"_s);
    row("journal = {arXiv preprint arXiv:1502.04623}", "arxiv", u"1502.04623"_s);
    row("url = {https://arxiv.org/pdf/1810.00826.pdf}", "arxiv", u"1810.00826"_s);
    row("abbr = {ICML}", "venueShort", u"ICML"_s);
    row("pdf = {x.pdf}", "pdf", u"x.pdf"_s);
    row("selected = {true}", "selected", u"true"_s);
    row("codeurl = {https://x.org/a_b}", "code", u"https://x.org/a_b"_s);
    row("abstract = {One\n two.\n\n# Three *}", "abstract", u"One two.\n\n\\# Three \\*"_s);
    row("title = {x}", "type", u"article"_s);
  }
  void everyFieldFindsItsPlace() {
    QFETCH(QByteArray, written);
    QFETCH(QString, key);
    QTEST(field(written, key), "value");
  }

  void typesAreTheKindsOwn_data() {
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("csl");
    const auto row = [](const char* entry, const char* option, const char* csl) {
      QTest::newRow(entry) << QByteArray(entry) << QString::fromLatin1(option) << QString::fromLatin1(csl);
    };
    row("@ARTICLE{k, title = {T}}", "article", "article-journal");
    row("@conference{k, booktitle = {P}}", "inproceedings", "paper-conference");
    row("@inbook{k, booktitle = {B}}", "incollection", "chapter");
    row("@online{k, title = {T}}", "misc", "webpage");
    row("@thesis{k, type = {phdthesis}}", "phdthesis", "thesis");
    row("@thesis{k, type = {Habilitation}}", "misc", "thesis");
    row("@movie{k, title = {T}}", "misc", "motion_picture");
    row("@misc{k, eprint = {2205.14135}, archivePrefix = {arXiv}}", "preprint", "article");
    row("@article{k, journal = {arXiv preprint arXiv:1502.04623}}", "preprint", "article");
    row("@unheardof{k, title = {T}}", "misc", "document");
  }
  void typesAreTheKindsOwn() {
    QFETCH(QByteArray, entry);
    const ContentItem item = read(entry);
    QTEST(item.fields.value(u"type"_s).toString(), "option");
    QTEST(cslItem(summarize(item), mapping_.kind())[u"type"_s].toString(), "csl");
  }

  void titlesKeepMathAndCase() {
    const ContentItem item =
        read("@article{k, title = {On the Representation of de {Bruijn} Graphs at $x_1$}}");
    QCOMPARE(item.title, u"On the Representation of de Bruijn Graphs at $x_1$"_s);
    QCOMPARE(cslItem(summarize(item), mapping_.kind())[u"title"_s].toString(),
             u"On the Representation of de <span class=\"nocase\">Bruijn</span> Graphs at x_1"_s);
    ContentItem renamed = item;
    renamed.title = u"Another"_s;
    QCOMPARE(cslItem(summarize(renamed), mapping_.kind())[u"title"_s].toString(), u"Another"_s);
    QCOMPARE(read("@book{k, title = {A}, subtitle = {B}, titleaddon = {C}}").title, u"A: B. C"_s);
    QCOMPARE(read("@book{k, title = {Why?}, subtitle = {B}}").title, u"Why? B"_s);
  }

  void parentsGiveWhatTheChildLacks_data() {
    QTest::addColumn<QByteArray>("bibtex");
    const QByteArray child = "@inproceedings{c, title = {C}, year = 2005, crossref = {p}}\n";
    const QByteArray parent = "@proceedings{p, title = {T}, year = 2001, publisher = {P}, doi = {10.1/p}}\n";
    QTest::newRow("parent last") << child + parent;
    QTest::newRow("date in the parent")
        << child + QByteArray(parent).replace("year = 2001", "date = {2001-02-03}");
    QTest::newRow("older name of the type") << QByteArray(child).replace("inproceedings", "conference") +
                                                   QByteArray(parent).replace("proceedings", "book");
  }
  void parentsGiveWhatTheChildLacks() {
    QFETCH(QByteArray, bibtex);
    const ContentItem item = read(bibtex);
    QCOMPARE(item.fields.value(u"venue"_s).toString(), u"T"_s);
    QCOMPARE(item.title, u"C"_s);
    QCOMPARE(item.date.iso(), u"2005"_s);
    QCOMPARE(item.fields.value(u"publisher"_s).toString(), u"P"_s);
    QVERIFY(!item.fields.contains(u"doi"_s));
  }
  void parentsMayComeFirst() {
    const QList<BibtexReading> all =
        readAll("@proceedings{P, title = {T}, year = 2001}@inproceedings{c, title = {C}, crossref = {p}}");
    QCOMPARE(all.at(1).item.fields.value(u"venue"_s).toString(), u"T"_s);
    QCOMPARE(all.at(1).item.date.iso(), u"2001"_s);
    const ContentItem article = read("@article{a, crossref = {p}}@periodical{p, title = {J}, date = 2011}");
    QCOMPARE(article.fields.value(u"venue"_s).toString(), u"J"_s);
  }

  void dataIsTakenAndCirclesEnd() {
    const QList<BibtexReading> all = readAll(
        "@book{b, title = {B}, xdata = {x, y}}\n@xdata{x, publisher = {P}, xdata = {y}}\n@xdata{y, address = "
        "{A}, "
        "publisher = {Other}, xdata = {x}}\n"
        "@book{c1, crossref = {c2}}\n@book{c2, crossref = {c1}, year = 1999}\n@book{s, crossref = {s}}\n"
        "@book{m, crossref = {nowhere}}");
    QCOMPARE(all.at(0).item.fields.value(u"publisher"_s).toString(), u"P"_s);
    QCOMPARE(all.at(0).item.fields.value(u"publisherPlace"_s).toString(), u"A"_s);
    QCOMPARE(all.at(3).item.date.iso(), u"1999"_s);
    for (const int place : {3, 5, 6})
      QCOMPARE(codes(all.at(place).findings), QStringList{u"bibtex.crossref"_s});
    QCOMPARE(all.at(6).findings.first().line, 7);
  }

  void longChainsAndGrowingAbbreviationsEnd() {
    QByteArray chain;
    for (int i = 0; i < 5'000; ++i)
      chain += "@book{k" + QByteArray::number(i) + ", crossref = {k" + QByteArray::number(i + 1) + "}}\n";
    QCOMPARE(readAll(chain).size(), 5'000);
    QByteArray growing = "@string{a0 = {aaaaaaaaaa}}\n";
    for (int i = 1; i < 60; ++i) {
      const QByteArray before = "a" + QByteArray::number(i - 1);
      growing += "@string{a" + QByteArray::number(i) + " = " + before + " # " + before + "}\n";
    }
    QVERIFY(read(growing + "@book{k, title = a59}").title.size() < 100'000);
  }

  void abbreviationsAreJoined() {
    const QList<BibtexReading> all = readAll(
        "@string{neurips = \"NeurIPS\"}@string{ws = neurips # \" Workshop\"}\n"
        "@inproceedings{k, booktitle = WS # { 2020}, note = unknown}");
    QCOMPARE(all.at(0).item.fields.value(u"venue"_s).toString(), u"NeurIPS Workshop 2020"_s);
    QCOMPARE(all.at(0).item.fields.value(u"note"_s).toString(), u"unknown"_s);
    QCOMPARE(codes(all.at(0).findings), QStringList{u"bibtex.abbreviation"_s});
  }

  void placeholdersAndDoubtsAreTold() {
    const BibtexReading reading = readAll(
                                      "@article{k,\n volume={},\n pages={1-1},\n author={Rosa De Leon and "
                                      "others},\n url={nowhere at all}}")
                                      .first();
    QCOMPARE(codes(reading.findings), QStringList({u"bibtex.name"_s, u"bibtex.placeholder"_s,
                                                   u"bibtex.value"_s, u"bibtex.placeholder"_s}));
    QVERIFY(!reading.item.fields.contains(u"pages"_s) && !reading.item.fields.contains(u"volume"_s));
    QCOMPARE(reading.findings.at(1).line, 3);
    QVERIFY(reading.item.fields.value(u"moreAuthors"_s).toBool());
    QCOMPARE(reading.item.authors.size(), 1);
  }

  void marksGoToTheirFields() {
    const ContentItem item = read("@article{k, author = {Agrawal*, Akshay and Doe∗, D. and Kim†, C.}}");
    QCOMPARE(item.fields.value(u"equalContribution"_s).toVariant().toStringList(),
             QStringList({u"Akshay Agrawal"_s, u"D. Doe"_s}));
    QCOMPARE(item.fields.value(u"authorNotes"_s).toVariant().toStringList(), QStringList{u"C. Kim †"_s});
  }

  void themeFieldsAreUnderstoodAndKeptFromReaders() {
    const ContentItem item = read(
        "@article{k, title={T}, selected={true}, bibtex_show={true}, pdf={x.pdf}, abbr={ICML}, journal={J}, "
        "foo={bar}}");
    QVERIFY(item.pinned);
    const QString copied = write(item, true);
    QCOMPARE(copied, u"@article{k,\n  title = {T},\n  journal = {J},\n  foo = {bar}\n}"_s);
    QVERIFY(write(item).contains(u"selected = {true}"_s));
  }

  void languagesBecomeTags() {
    QCOMPARE(read("@book{k, langid = {ngerman}}").language, u"de"_s);
    QCOMPARE(read("@book{k, language = {pt-BR}}").language, u"pt-br"_s);
    QCOMPARE(read("@book{k, language = {Klingon}}").language, QString());
  }

  void anEditedEntryIsWrittenAnew() {
    ContentItem item = read(
        "@inproceedings{k:1,\n  author = {Berg, Ada and others},\n  title = {The {BERT} of $x$},\n"
        "  booktitle = {Proc. \\& more},\n  year = 2019, month = feb,\n  pages = \"1--2\",\n  custom = {kept "
        "{as} is},\n"
        "  doi = {10.1/a\\_b}\n}");
    item.title = u"A *new* NeurIPS title, 5 % off"_s;
    item.fields.insert(u"volume"_s, u"7"_s);
    item.fields.remove(u"pages"_s);
    QCOMPARE(write(item),
             u"@inproceedings{k:1,\n  author = {Berg, Ada and others},\n"
             "  title = {A \\emph{new} {NeurIPS} title, 5 \\% off},\n  booktitle = {Proc. \\& more},\n  year "
             "= {2019},\n"
             "  month = feb,\n  custom = {kept {as} is},\n  doi = {10.1/a\\_b},\n  volume = {7}\n}"_s);
  }

  void aNewItemIsWritten() {
    ContentItem item;
    item.kind = mapping_.kind().id;
    item.title = u"Größe"_s;
    item.authors = {Person::parse(u"Ada van den Berg"_s), Person::parse(u"{The Group}"_s)};
    item.date = Date::day(2024, 3, 5);
    item.fields = {{u"type"_s, u"inproceedings"_s},
                   {u"citationKey"_s, u"a b"_s},
                   {u"venue"_s, u"NeurIPS"_s},
                   {u"arxiv"_s, u"2205.14135"_s},
                   {u"pages"_s, u"1–9"_s}};
    QCOMPARE(write(item),
             u"@inproceedings{a-b,\n  author = {van den Berg, Ada and {The Group}},\n  title = {Größe},\n"
             "  year = {2024},\n  month = mar,\n  day = {5},\n  booktitle = {NeurIPS},\n  pages = {1--9},\n"
             "  eprint = {2205.14135},\n  eprinttype = {arXiv}\n}"_s);
    QVERIFY(mapping_.write(summarize(item), false, true).contains(u"Gr{\\\"{o}}{\\ss}e"_s));
    ContentItem again = read(write(item).toUtf8());
    QCOMPARE(again.authors, item.authors);
    QCOMPARE(again.date, item.date);
    QCOMPARE(again.fields.value(u"pages"_s), item.fields.value(u"pages"_s));
  }

  void whatIsWrittenReadsTheSame() {
    QDir folder(test::shared(u"inputs/bibtex"_s));
    int entries = 0;
    for (const QString& name : folder.entryList({u"*.bib"_s})) {
      for (const BibtexReading& reading : readAll(test::slurp(folder.filePath(name)))) {
        const ContentItem again = read(write(reading.item).toUtf8());
        QCOMPARE(again.title, reading.item.title);
        QCOMPARE(again.authors, reading.item.authors);
        QCOMPARE(again.date, reading.item.date);
        for (const QString& key :
             {u"venue"_s, u"pages"_s, u"doi"_s, u"url"_s, u"arxiv"_s, u"abstract"_s, u"publisher"_s})
          QCOMPARE(again.fields.value(key), reading.item.fields.value(key));
        ++entries;
      }
    }
    QVERIFY(entries > 60);
  }

  void identifiersAreOne() {
    for (const QString& written :
         {u"10.1/x"_s, u"doi:10.1/X"_s, u"https://dx.doi.org/10.1/x"_s, u"DOI 10.1/X"_s})
      QCOMPARE(comparableDoi(written), u"10.1/x"_s);
    QCOMPARE(doiIn(u"no"_s), QString());
    QCOMPARE(arxivIn(u"arXiv:2205.14135v2 [cs.LG]"_s), u"2205.14135v2"_s);
    QCOMPARE(arxivIn(u"https://arxiv.org/abs/math.AG/0307200"_s), u"math.AG/0307200"_s);
    QCOMPARE(arxivIn(u"1234.5678901 and 12"_s), QString());
  }

  /// Families and given names as the list expects them; particles, literal names and types are ours.
  void theCasesOfPandocAreRead() {
    // Where ours differs, by the number of the line in the list, and why.
    static const QHash<int, QString> differing{
        {42, u"years before our era are words: dates of items have none"_s}};
    QStringList wrong;
    int number = 0;
    for (const QByteArray& line : test::slurp(test::shared(u"inputs/bibtex/cases.jsonl"_s)).split('\n')) {
      if (line.isEmpty()) continue;
      const QJsonObject given = QJsonDocument::fromJson(line).object();
      const QString difference = differenceFrom(given);
      if (!difference.isEmpty() && !differing.contains(number))
        wrong << u"%1: %2"_s.arg(number).arg(difference);
      if (difference.isEmpty() && differing.contains(number)) wrong << u"%1 is right now"_s.arg(number);
      ++number;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    QCOMPARE(number, 131);
    QVERIFY(differing.size() <= 3);
  }

 private:
  QString differenceFrom(const QJsonObject& given) const {
    QHash<QString, ContentItem> items;
    const BibtexFile file = BibtexFile::parse(given[u"text"_s].toString().toUtf8());
    for (const BibtexEntry& entry : bibtexEntries(file, *format_))
      if (entry.type != "xdata"_L1) items.insert(entry.key, mapping_.read(entry).item);
    for (const QJsonValue expected : given[u"expected"_s].toArray()) {
      const QString key = expected[u"key"_s].toString();
      if (!items.contains(key)) return key + u" is missing"_s;
      const QJsonObject ours = cslItem(summarize(items.value(key)), mapping_.kind());
      const QString type = expected[u"type"_s].toString();
      if (type != ours[u"type"_s].toString() && !type.isEmpty())  // pandoc gives @misc no type
        return u"%1: type %2, not %3"_s.arg(key, ours[u"type"_s].toString(), type);
      const QString names = namesOf(ours[u"author"_s].toArray());
      if (names != namesOf(expected[u"authors"_s].toArray()))
        return u"%1: %2, not %3"_s.arg(key, names, namesOf(expected[u"authors"_s].toArray()));
      static const QRegularExpression year(u"-?\\d{4}"_s);
      const QString wanted = year.match(expected[u"issued"_s].toVariant().toString()).captured();
      const Date date = items.value(key).date;
      if (wanted.toInt() != date.yearNumber()) return u"%1: year %2, not %3"_s.arg(key, date.iso(), wanted);
    }
    return {};
  }

  static QString namesOf(const QJsonArray& people) {
    QStringList names;
    for (const QJsonValue person : people) {
      const QString particle =
          person[u"non-dropping-particle"_s].toString() + person[u"dropping-particle"_s].toString();
      const QString family = person[u"literal"_s].toString() + person[u"family"_s].toString();
      names << QStringList{person[u"given"_s].toString(), particle, family, person[u"suffix"_s].toString()}
                   .join(u'|');
    }
    return names.join(u"; "_s);
  }
};

QTEST_GUILESS_MAIN(TestBibtexMapping)
#include "tst_BibtexMapping.moc"
