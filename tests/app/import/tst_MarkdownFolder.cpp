#include <QDirIterator>
#include <QJsonArray>
#include <QtTest>

#include "app/bibliography/BibtexCollection.h"
#include "app/bibliography/CslJson.h"
#include "tests/support/ImportFixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

using Outcome = ImportedItem::Outcome;

class TestMarkdownFolder : public QObject, private test::ImportFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { begin(); }
  void cleanup() { end(); }

  void takesTheHugoStarterWhole() {
    const QString path = test::shared(u"inputs/hugo-academic"_s);
    const ImportReport trial = import(path, {true, false});
    QCOMPARE(itemCount(), 0);
    QCOMPARE(library->media().list().value_or({}).size(), 0);
    const ImportReport report = import(path);
    const QHash<QString, int> expected = {{u"article"_s, 6}, {u"talk"_s, 1},  {u"publication"_s, 3},
                                          {u"project"_s, 3}, {u"page"_s, 13}, {u"cv"_s, 10}};
    QCOMPARE(report.counts, expected);
    QCOMPARE(trial.counts, expected);
    QCOMPARE(report.source, u"hugo"_s);

    // Every file of the source is named once; entries of the profile are parts of one.
    QStringList named;
    for (const ImportedItem& entry : report.items)
      if (!entry.source.contains(u'#')) named << entry.source;
    for (const QString& line : report.otherFiles)
      named << line.section(u": "_s, 0, 0);
    named.sort();
    QStringList files;
    QDirIterator walk(path, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext())
      files << QDir(path).relativeFilePath(walk.next());
    files.sort();
    QCOMPARE(named, files);

    const ImportReport again = import(path);
    QCOMPARE(again.counts, expected);
    for (const ImportedItem& entry : again.items)
      QVERIFY2(entry.outcome == Outcome::Unchanged, qPrintable(entry.source));
    QCOMPARE(itemCount(), 36);
  }

  void mapsTheHugoStarter() {
    const ImportReport report = import(test::shared(u"inputs/hugo-academic"_s));
    const ContentItem paper = item(u"publication/conference-paper"_s);
    QCOMPARE(paper.fields[u"type"_s].toString(), u"inproceedings"_s);
    QCOMPARE(paper.fields[u"venue"_s].toString(), u"HugoBlox Kit Conference"_s);
    QCOMPARE(paper.fields[u"venueShort"_s].toString(), u"ICW"_s);
    QCOMPARE(paper.fields[u"pages"_s].toString(), u"1–6"_s);
    QCOMPARE(paper.fields[u"publisher"_s].toString(), u"IEEE"_s);
    QCOMPARE(paper.fields[u"pdf"_s].toString(),
             u"media/publications/conference-paper/conference-paper.pdf"_s);
    QCOMPARE(paper.fields[u"doi"_s].toString(), u"10.5555/123456"_s);
    QCOMPARE(paper.fields[u"citationKey"_s].toString(), u"example1"_s);
    QCOMPARE(paper.fields[u"code"_s].toString(), u"https://github.com/HugoBlox/kit"_s);
    QVERIFY(paper.fields[u"selected"_s].toBool());
    QCOMPARE(
        paper.fields[u"bibtex"_s].toString().toUtf8() + '\n',
        test::slurp(test::shared(u"inputs/hugo-academic/content/publications/conference-paper/cite.bib"_s)));
    const ContentItem journal = item(u"publication/journal-article"_s);
    QCOMPARE(journal.fields[u"venue"_s].toString(), u"Journal of Source Themes"_s);
    QCOMPARE(journal.fields[u"volume"_s].toString(), u"1"_s);
    QCOMPARE(journal.fields[u"issue"_s].toString(), u"1"_s);
    QCOMPARE(paper.authors.size(), 2);
    QCOMPARE(paper.authors[0].display(), u"Alex Johnson"_s);
    QVERIFY(paper.authors[0].self);
    QCOMPARE(paper.authors[1].family, u"Ford"_s);
    QCOMPARE(paper.date.iso(), u"2013-07-01"_s);
    QCOMPARE(paper.cover, u"media/publications/conference-paper/featured.jpg"_s);
    QCOMPARE(paper.status, Status::Published);
    QVERIFY(paper.aliases.isEmpty());

    const ContentItem talk = item(u"talk/example"_s);
    QCOMPARE(talk.date.iso(), u"2030-06-01"_s);
    QCOMPARE(talk.status, Status::Published);
    QCOMPARE(talk.fields[u"event"_s].toString(), u"HugoBlox Showcase"_s);
    QCOMPARE(talk.fields[u"slides"_s].toString(), u"/slides/example/"_s);
    QVERIFY(talk.fields[u"address"_s].toString().startsWith(u"450 Serra Mall, Stanford"_s));
    QCOMPARE(talk.aliases, QStringList(u"/events/example/"_s));
    QCOMPARE(talk.extra[u"date"_s].toString(), u"2017-01-01T00:00:00Z"_s);

    const ContentItem page = item(u"page/button"_s);
    QCOMPARE(page.permalink, u"/courses/hugo-blox/guide/formatting/button/"_s);
    QCOMPARE(page.topics, QStringList(u"Courses/Hugo Blox/Guide/Formatting"_s));
    const ContentItem article = item(u"article/get-started"_s);
    QCOMPARE(article.aliases, QStringList(u"/blog/get-started/"_s));
    QCOMPARE(article.tags.size(), 3);

    // Texts of sections stay, on the topics that stand for them; their addresses lead there.
    QString description;
    for (const Collection& topic :
         library->collections().list(CollectionRepository::Type::Topic).value_or({})) {
      if (topic.name == u"Courses/Hugo Blox"_s) description = topic.description;
    }
    QVERIFY(description.contains(u"This course provides a brief introduction"_s));
    QHash<QString, QString> redirects;
    for (const Redirect& redirect : library->redirects().list().value_or({}))
      redirects.insert(redirect.from, redirect.to);
    QCOMPARE(redirects.value(u"/blog/"_s), u"/articles/"_s);
    QCOMPARE(redirects.value(u"/courses/hugo-blox/guide/"_s), u"/topics/courses/hugo-blox/guide/"_s);

    const Site site = library->site().get().value_or({});
    QCOMPARE(site.baseUrl, u"https://example.com/"_s);
    QCOMPARE(site.author.display(), u"Alex Johnson"_s);
    QCOMPARE(site.home.value(0).title, u"Hello, I’m Alex Johnson"_s);
    QCOMPARE(site.email, u"alex.johnson@example.com"_s);
    QCOMPARE(site.links.size(), 5);
    QCOMPARE(site.links.value(1).url, u"https://github.com/example"_s);
    QStringList menu;
    for (const NavigationEntry& entry : site.navigation)
      menu << entry.label + u' ' + entry.target;
    QCOMPARE(menu, QStringList({u"Bio /"_s, u"Experience /experience/"_s, u"Projects /projects/"_s,
                                u"Courses /topics/courses/"_s}));
    QStringList home;
    for (const Section& section : site.home)
      home << section.type;
    QCOMPARE(home, QStringList({u"hero"_s, u"writing-list"_s, u"prose"_s, u"chips"_s, u"contact"_s}));
    QVERIFY(finding(report, u"menu.left"_s).message.contains(u"Papers"_s));
    QVERIFY(finding(report, u"profile.left"_s).message.contains(u"postnominals"_s));
    const ContentItem doctorate = item(u"cv/phd-computer-science"_s);
    QCOMPARE(doctorate.status, Status::Published);
    QCOMPARE(doctorate.fields[u"type"_s].toString(), u"education"_s);
    QCOMPARE(doctorate.fields[u"organisation"_s].toString(), u"Stanford University"_s);
    QCOMPARE(doctorate.fields[u"start"_s].toString(), u"2015-09-01"_s);
    QVERIFY(doctorate.body.startsWith(u"Thesis on scaling laws"_s));
    QCOMPARE(item(u"cv/technical-skills"_s).fields[u"level"_s].toString(),
             u"Python, Machine Learning, Cloud Computing"_s);
    QCOMPARE(item(u"cv/spanish"_s).fields[u"level"_s].toString(), u"Fluent"_s);
    QCOMPARE(item(u"cv/best-paper-award"_s).fields[u"organisation"_s].toString(), u"NeurIPS"_s);
    QVERIFY(finding(report, u"site.settings"_s).message.contains(u"title, language"_s));
    QVERIFY(report.otherFiles.contains(u"config/_default/menus.yaml: read for the site's settings"_s));
    QVERIFY(QJsonDocument(site.extra).toJson().contains("resume-biography-3"));
  }

  /// The entry beside a work gives what its text does not say, differences are told, and an export gives the
  /// entry as it came until the work is edited.
  void completesWorksFromTheirEntries() {
    write(u"hugo.yaml"_s, "title: T\n");
    const QByteArray entry =
        "% kept\n@article{k,\n  title = {A Work},\n  author = {Berg, Ada},\n"
        "  journal = {Annals of X},\n  volume = 7,\n  pages = {1--9}, odd = {y},\n"
        "  year = 2011\n}\n";
    write(u"content/publication/w/cite.bib"_s, entry);
    write(u"content/publication/w/index.md"_s,
          "---\ntitle: A Work\nauthors: [Ada Berg]\ndate: 2012-01-01\npublication: 'In *Annals of Y, "
          "8*(2)'\n---\n");
    write(u"content/publication/v/index.md"_s,
          "---\ntitle: Another\ndate: 2012-01-01\npublication: In Search, 3\n---\n");
    const ImportReport report = import();
    const ContentItem work = item(u"publication/w"_s);
    QCOMPARE(work.fields[u"venue"_s].toString(), u"Annals of Y"_s);
    QCOMPARE(work.fields[u"volume"_s].toString(), u"8"_s);
    QCOMPARE(work.fields[u"issue"_s].toString(), u"2"_s);
    QCOMPARE(work.fields[u"pages"_s].toString(), u"1–9"_s);
    QCOMPARE(work.date.yearNumber(), 2012);
    QStringList conflicts;
    for (const Finding& found : row(report, u"content/publication/w/index.md"_s).findings) {
      if (found.code == u"work.conflict"_s)
        conflicts << u"%1:%2"_s.arg(found.message.section(u':', 0, 0)).arg(found.line);
    }
    conflicts.sort();
    QCOMPARE(conflicts, QStringList({u"Venue:5"_s, u"Volume:6"_s, u"Year:8"_s}));
    QCOMPARE(item(u"publication/v"_s).fields[u"venue"_s].toString(), u"In Search, 3"_s);
    QCOMPARE(exported(work), entry);
    ContentItem edited = work;
    edited.title = u"Another title"_s;
    QVERIFY(exported(edited).contains("title = {Another title}"));
  }

 private:
  QByteArray exported(const ContentItem& work) {
    const auto format = BibtexFormat::load(test::resources());
    const BibtexMapping mapping(*bibliographyKind(*library->kinds()), *format);
    BibtexCollection collection(mapping);
    collection.add(summarize(work));
    Findings findings;
    return collection.toBytes(findings);
  }
};

QTEST_GUILESS_MAIN(TestMarkdownFolder)
#include "tst_MarkdownFolder.moc"
