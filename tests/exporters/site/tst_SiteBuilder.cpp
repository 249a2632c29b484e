#include <QJsonDocument>
#include <QRandomGenerator>
#include <QtTest>
#include <QXmlStreamReader>

#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/MemorySink.h"
#include "exporters/site/LinkCheck.h"
#include "exporters/site/SiteCheck.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using offprint::test::buildSite;
using offprint::test::must;

namespace {

/// Counts how often bodies are read.
struct CountingBuild {
  int loaded = 0;
  BuildNotes notes;
  BuildReport run(Library& library, OutputSink& sink) {
    const auto snapshot = must(SiteSnapshot::of(library));
    const auto theme =
        must(Theme::load(snapshot->site.theme, snapshot->libraryThemes, snapshot->builtInThemes));
    loaded = 0;
    return must(SiteBuilder(snapshot, theme, [&](ContentId id) {
                  ++loaded;
                  return library.content().get(id);
                }).build(sink, {}, &notes));
  }
};

ContentItem bySlug(Library& library, const QString& reference) {
  return must(library.content().find(reference));
}

QMap<QString, QByteArray> coldBuild(Library& library) {
  MemorySink sink;
  must(buildSite(library, sink));
  return sink.files();
}

QStringList differing(const QMap<QString, QByteArray>& a, const QMap<QString, QByteArray>& b) {
  QStringList paths;
  for (auto file = a.begin(); file != a.end(); ++file)
    if (!b.contains(file.key()) || b.value(file.key()) != *file) paths += file.key();
  for (auto file = b.begin(); file != b.end(); ++file)
    if (!a.contains(file.key())) paths += file.key();
  return paths;
}

/// One random change of the library, of every sort that shows on a site.
class Edits {
 public:
  Edits(Library& library, quint32 seed) : library_(library), random_(seed) {}

  QString next() {
    const QList<ContentId> ids = must(library_.content().ids({}));
    ContentItem item = must(library_.content().get(ids.at(below(static_cast<int>(ids.size())))));
    switch (below(14)) {
      case 0:
        return add();
      case 1:
        item.body += u"\nAnother paragraph %1.\n"_s.arg(++count_);
        break;
      case 2:
        item.title += u" %1"_s.arg(++count_);
        break;
      case 3:
        item.status = item.status == Status::Published ? Status::Draft : Status::Published;
        break;
      case 4:
        item.status = Status::Unlisted;
        break;
      case 5:
        item.tags = {u"tag %1"_s.arg(below(4)), u"Tag %1"_s.arg(below(4))};
        break;
      case 6:
        item.slug = u"moved-%1"_s.arg(++count_);
        break;
      case 7:
        item.date = Date::lenient(u"202%1-0%2"_s.arg(3 + below(3)).arg(1 + below(9)));
        break;
      case 8:
        item.series = item.series.isEmpty() ? u"First steps"_s : QString();
        break;
      case 9:
        must(library_.content().trash(item.id));
        return u"trash "_s + item.ref();
      case 10:
        return editSite();
      case 11:
        return editMedia();
      case 12:
        item.body +=
            u"\nA link to [[article/moved-%1]] and [here](/articles/article-%2/).\n"_s.arg(below(9)).arg(
                below(9));
        break;
      default:
        item.topics = {below(2) ? u"Numerics"_s : u"Systems"_s};
    }
    must(library_.content().save(item));
    return u"edit "_s + item.ref();
  }

 private:
  int below(int limit) { return static_cast<int>(random_.bounded(limit)); }

  QString add() {
    ContentItem item =
        test::published(u"New %1"_s.arg(++count_), u"2026-01-0%1"_s.arg(1 + below(9)), u"Text.\n"_s);
    if (below(3) == 0) item.kind = u"talk"_s;
    if (below(3) == 0) item.status = Status::Draft;
    return u"add "_s + must(library_.content().insert(item)).ref();
  }

  QString editSite() {
    Site site = must(library_.site().get());
    switch (below(3)) {
      case 0:
        site.tagline = u"Tagline %1"_s.arg(++count_);
        break;
      case 1:
        site.navigation.append({u"Entry %1"_s.arg(++count_), u"kind:talk"_s});
        break;
      default:
        site.pageSize = 2 + below(4);
    }
    must(library_.site().save(site));
    return u"site"_s;
  }

  QString editMedia() {
    MediaFile file = must(library_.media().list()).first();
    file.alt = u"Alt %1"_s.arg(++count_);
    must(library_.media().update(file));
    return u"media"_s;
  }

  Library& library_;
  QRandomGenerator random_;
  int count_ = 0;
};

}  // namespace

class TestSiteBuilder : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void secondBuildWritesNothingAndReadsNoBodies();
  void oneEditWritesWhatShowsIt();
  void incrementalEqualsCold_data();
  void incrementalEqualsCold();
  void noDeadLinkAndNothingRooted();
  void feedsFollowWhatTheirTextsShow();
  void feedsParseWhateverIsWritten();
  void nothingOfADraftLeaks();
  void withdrawnItemsAreGone();
  void scheduledItemsComeInTime();
  void mediaOnlyWhenShown();
  void findingsAreToldEachTime();
  void aFaultThatTheHomePageHasTooIsTold();
  void linksToListsGoWithTheLists();
  void findingsAreToldAgainWithoutTheBodies();
  void whatWasMissingIsFoundWhenItComes();
  void damagedNotesAreNone();
  void aPageThatFailsKeepsItsLastVersion();
  void cancelLeavesTheLastSite();
  void checkFindsWhatIsWrong();
};

void TestSiteBuilder::secondBuildWritesNothingAndReadsNoBodies() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  MemorySink sink;
  CountingBuild build;
  const BuildReport first = build.run(*library, sink);
  QCOMPARE(first.written, first.files);
  QCOMPARE(first.files, sink.files().size());
  QVERIFY(build.loaded >= 9);
  for (const Finding& finding : first.findings)
    QVERIFY2(finding.item.isEmpty(), qPrintable(finding.message));
  const BuildReport second = build.run(*library, sink);
  QCOMPARE(second.written, 0);
  QCOMPARE(second.removed, 0);
  QCOMPARE(second.unchanged, first.files);
  QCOMPARE(second.findings, first.findings);
  QCOMPARE(build.loaded, 0);
}

void TestSiteBuilder::oneEditWritesWhatShowsIt() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  MemorySink sink;
  must(buildSite(*library, sink));
  ContentItem talk = bySlug(*library, u"talk/a-talk"_s);
  talk.body += u"\nOne more sentence in the text.\n"_s;
  talk.summary = u"A summary, so that the excerpt does not change."_s;
  talk = must(library->content().save(talk));
  must(buildSite(*library, sink));
  talk.body += u"\nAnd one more.\n"_s;
  must(library->content().save(talk));
  const auto before = sink.files();
  CountingBuild build;
  const BuildReport report = build.run(*library, sink);
  const QStringList changed = differing(before, sink.files());
  QCOMPARE(report.written, changed.size());
  QVERIFY(changed.contains(u"talks/a-talk/index.html"_s));
  for (const QString& path : changed)
    QVERIFY2(path.startsWith(u"talks/"_s) || path == u"index.html"_s, qPrintable(path));
  QVERIFY(build.loaded < 9);
}

void TestSiteBuilder::incrementalEqualsCold_data() {
  QTest::addColumn<quint32>("seed");
  for (quint32 seed = 1; seed <= 4; ++seed)
    QTest::addRow("%u", seed) << seed;
}

void TestSiteBuilder::incrementalEqualsCold() {
  QFETCH(quint32, seed);
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  MemorySink sink;
  BuildNotes notes;
  must(buildSite(*library, sink, {}, {}, &notes));
  Edits edits(*library, seed);
  for (int step = 0; step < 25; ++step) {
    const QString what = edits.next();
    const auto before = sink.files();
    notes = BuildNotes::read(notes.write());
    const BuildReport report = must(buildSite(*library, sink, {}, {}, &notes));
    MemorySink cold;
    QCOMPARE(report.findings, must(buildSite(*library, cold)).findings);
    const QStringList stale = differing(cold.files(), sink.files());
    QVERIFY2(stale.isEmpty(),
             qPrintable(u"after %1 (step %2): %3"_s.arg(what).arg(step).arg(stale.join(u' '))));
    QCOMPARE(report.written + report.removed, differing(before, sink.files()).size());
  }
}

void TestSiteBuilder::feedsFollowWhatTheirTextsShow() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  ContentItem reading;
  reading.kind = u"reading"_s;
  reading.title = u"Zqjx old"_s;
  reading.status = Status::Published;
  reading.date = Date::lenient(u"2026-01-02"_s);
  reading = must(library->content().insert(reading));
  must(library->content().insert(
      test::published(u"Lists"_s, u"2026-03-01"_s, u"::items{kind=\"reading\"}\n"_s)));
  MemorySink sink;
  BuildNotes notes;
  must(buildSite(*library, sink, {}, {}, &notes));
  QVERIFY(sink.files().value(u"feed.xml"_s).contains("Zqjx old"));
  reading.title = u"Zqjx new"_s;
  must(library->content().save(reading));
  must(buildSite(*library, sink, {}, {}, &notes));
  MemorySink cold;
  must(buildSite(*library, cold));
  QCOMPARE(differing(cold.files(), sink.files()), QStringList());
  QVERIFY(sink.files().value(u"feed.xml"_s).contains("Zqjx new"));
}

/// Case 25 of text.md.
void TestSiteBuilder::noDeadLinkAndNothingRooted() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  LinkCheckSink links(u"/repo/"_s);
  must(buildSite(*library, links));
  for (const LinkCheck::Dead& dead : links.check().dead())
    QFAIL(qPrintable(u"%1 links to %2"_s.arg(dead.page, dead.target)));
  const auto files = coldBuild(*library);
  for (auto file = files.begin(); file != files.end(); ++file) {
    if (!file.key().endsWith(u".html"_s) || file.key() == u"404.html"_s) continue;
    for (const QByteArray& rooted : {QByteArray("href=\"/"), QByteArray("src=\"/"), QByteArray("url=/")})
      QVERIFY2(!file->contains(rooted), qPrintable(file.key() + u' ' + QString::fromLatin1(rooted)));
  }
  QVERIFY(files.contains(u"media/a b#1.svg"_s));
  QVERIFY(files.value(u"old/five.html"_s).contains("href=\"../articles/article-5/index.html\""));
}

/// Case 19 of text.md, through the composer.
void TestSiteBuilder::feedsParseWhateverIsWritten() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  ContentItem odd = test::published(
      u"A & ]]> -> \"x\" <i>y</i>"_s, u"2026-01-05"_s,
      u"a ]]> & b -> c\u0001\u000b <b>x</b> [up](#part) ![f](<media/a b#1.svg>)\n\n## Part\n"_s);
  odd.summary = u"S ]]> & \u0008"_s;
  odd.tags = {u"<t>&"_s};
  must(library->content().insert(odd));
  const auto files = coldBuild(*library);
  int feeds = 0;
  for (auto file = files.begin(); file != files.end(); ++file) {
    if (file.key().endsWith(u"feed.json"_s)) {
      QVERIFY(QJsonDocument::fromJson(*file).isObject());
    } else if (file.key().endsWith(u".xml"_s)) {
      QXmlStreamReader reader(*file);
      while (!reader.atEnd())
        reader.readNext();
      QVERIFY2(!reader.hasError(), qPrintable(file.key() + u": "_s + reader.errorString()));
      ++feeds;
    }
  }
  QVERIFY(feeds >= 5);
  const QByteArray atom = files.value(u"feed.xml"_s);
  QVERIFY(atom.contains("https://example.org/repo/media/a%20b%231.svg"));
  QVERIFY(atom.contains("https://example.org/repo/articles/"));
  QVERIFY(!atom.contains("href=&quot;#part") && !atom.contains("src=&quot;media/"));
}

/// Case 20 of text.md.
void TestSiteBuilder::nothingOfADraftLeaks() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  const auto hide = [&](Status status, const QString& word, const QDateTime& when = {}) {
    const MediaFile picture = must(
        library->media().add(word + u"pic.svg"_s, "<svg><title>" + word.toUtf8() + "bytes</title></svg>"));
    ContentItem item =
        test::article(word + u"title"_s, u"%1body ![%1alt](%2)\n\n## %1heading\n"_s.arg(word, picture.path));
    item.status = status;
    item.publishAt = when;
    item.date = Date::lenient(u"2001"_s);
    item.tags = {word + u"tag"_s, u"gpu"_s};
    item.topics = {word + u"topic/"_s + word + u"child"_s};
    item.series = word + u"series"_s;
    item.summary = word + u"summary"_s;
    item.authors = {Person::parse(word + u"author"_s)};
    item.aliases = {u"/%1alias/"_s.arg(word)};
    item.cover = picture.path;
    item.coverAlt = word + u"cover"_s;
    item.fields.insert(u"statusLabel"_s, word + u"label"_s);
    return must(library->content().insert(item));
  };
  hide(Status::Draft, u"zqjxdraft"_s);
  hide(Status::Scheduled, u"zqjxlater"_s, test::clock()().addSecs(1));
  must(library->content().trash(hide(Status::Published, u"zqjxtrash"_s).id));
  must(library->collections().describe(CollectionRepository::Type::Tag, u"zqjxdrafttag"_s,
                                       u"zqjxdrafttext"_s));
  must(library->redirects().add(
      {u"/zqjxdraftold/"_s, u"/articles/zqjxdrafttitle/"_s, u"renamed"_s, library->now()}));
  MemorySink sink;
  must(buildSite(*library, sink));
  auto files = sink.files();
  files.insert(u"manifest"_s, must(sink.manifest()));
  for (auto file = files.begin(); file != files.end(); ++file) {
    QVERIFY2(!file.key().contains(u"zqjx"_s), qPrintable(file.key()));
    QVERIFY2(!file->contains("zqjx"), qPrintable(file.key()));
    if (file.key().endsWith(u"html"_s)) QVERIFY2(!file->contains("2001"), qPrintable(file.key()));
  }
  // The count of the shared tag does not tell of them either.
  const auto snapshot = must(SiteSnapshot::of(*library));
  for (const Collection& tag : snapshot->tags)
    if (tag.name == u"gpu"_s) QCOMPARE(tag.items, 7);
}

void TestSiteBuilder::withdrawnItemsAreGone() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  ContentItem item = test::published(u"zqjxtitle"_s, u"2025-12-01"_s, u"zqjxbody\n"_s);
  item.tags = {u"zqjxtag"_s};
  item = must(library->content().insert(item));
  MemorySink sink;
  must(buildSite(*library, sink));
  QVERIFY(sink.files().contains(u"articles/zqjxtitle/index.html"_s));
  item.status = Status::Draft;
  must(library->content().save(item));
  QVERIFY(must(buildSite(*library, sink)).removed >= 2);
  for (auto file = sink.files().begin(); file != sink.files().end(); ++file)
    QVERIFY2(!file.key().contains(u"zqjx"_s) && !file->contains("zqjx"), qPrintable(file.key()));
  QVERIFY(!must(sink.manifest()).contains("zqjx"));
}

void TestSiteBuilder::scheduledItemsComeInTime() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  ContentItem item = test::published(u"In time"_s, u"2026-03-18"_s, u"Text.\n"_s);
  item.status = Status::Scheduled;
  item.publishAt = test::clock()();
  must(library->content().insert(item));
  QVERIFY(coldBuild(*library).contains(u"articles/in-time/index.html"_s));
}

void TestSiteBuilder::mediaOnlyWhenShown() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  must(library->media().add(u"unused.svg"_s, "<svg/>"));
  const auto files = coldBuild(*library);
  QVERIFY(files.contains(u"media/a b#1.svg"_s));
  QVERIFY(!files.contains(u"media/unused.svg"_s));
}

void TestSiteBuilder::findingsAreToldEachTime() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  must(library->content().insert(
      test::published(u"Broken"_s, u"2026"_s, u"One\n\n[dead](/nowhere/) ![x](media/none.png)\n"_s)));
  MemorySink sink;
  const Findings first = must(buildSite(*library, sink)).findings;
  const auto isDead = [](const Finding& finding) {
    return finding.code == u"link.dead"_s && finding.item == u"article/broken"_s && finding.line == 3;
  };
  QVERIFY(std::any_of(first.begin(), first.end(), isDead));
  const BuildReport second = must(buildSite(*library, sink));
  QCOMPARE(second.findings, first);
  QCOMPARE(second.written, 0);
}

void TestSiteBuilder::aFaultThatTheHomePageHasTooIsTold() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  Site site = must(library->site().get());
  Section section;
  section.type = u"prose"_s;
  section.id = u"own"_s;
  section.options = {{u"text"_s, u"![x](media/none.png)"_s}};
  site.home.prepend(section);
  site.footer = {{u"Old"_s, u"/gone/"_s}};
  must(library->site().save(site));
  for (const QString& title : {u"One"_s, u"Of [old](/gone/) days"_s, u"Of [old](/gone/) nights"_s})
    must(library->content().insert(test::published(title, u"2026"_s, u"![](media/none.png)\n"_s)));
  MemorySink sink;
  const Findings findings = must(buildSite(*library, sink)).findings;
  QMap<QString, int> dead;
  for (const Finding& finding : findings) {
    QCOMPARE(findings.count(finding), 1);
    if (finding.code == "link.dead"_L1) ++dead[finding.item];
  }
  QCOMPARE(dead.value(u"article/of-old-days"_s), 1);
  QCOMPARE(dead.value(u"article/of-old-nights"_s), 1);
  QCOMPARE(dead.value(QString()), 1);
  MemorySink again;
  QCOMPARE(must(buildSite(*library, again)).findings, findings);
}

/// An unlisted item alone does not make its tag, topic and kind a list.
void TestSiteBuilder::linksToListsGoWithTheLists() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  const auto tool = [&](const QString& title, Status status) {
    ContentItem item = test::published(title, u"2026"_s, u"Text.\n"_s);
    item.kind = u"tool"_s;
    item.status = status;
    item.tags = {u"rare"_s};
    item.topics = {u"Rare topic"_s};
    item.series = u"Rare series"_s;
    return must(library->content().insert(item)).id;
  };
  tool(u"Quiet"_s, Status::Unlisted);
  const ContentId listed = tool(u"Listed"_s, Status::Published);
  MemorySink sink;
  must(buildSite(*library, sink));
  QVERIFY(sink.files().contains(u"tools/quiet/index.html"_s));
  must(library->content().trash(listed));
  must(buildSite(*library, sink));
  QCOMPARE(differing(coldBuild(*library), sink.files()), QStringList());
}

void TestSiteBuilder::findingsAreToldAgainWithoutTheBodies() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  must(library->content().insert(
      test::published(u"Broken"_s, u"2026"_s,
                      u"One\n\n[dead](/zqjxnowhere/) [[article/zqjxdraft]] ![x](media/none.png)\n"_s)));
  Site site = must(library->site().get());
  site.navigation.append({u"Gone"_s, u"/gone/"_s});
  must(library->site().save(site));
  MemorySink sink;
  CountingBuild build;
  const BuildReport first = build.run(*library, sink);
  QVERIFY(first.findings.size() >= 3);
  const BuildReport second = build.run(*library, sink);
  QCOMPARE(second.findings, first.findings);
  QCOMPARE(second.written, 0);
  QCOMPARE(second.removed, 0);
  QCOMPARE(build.loaded, 0);
  QVERIFY(!must(sink.manifest()).contains("zqjx"));  // what the site does not have is not published
  build.notes = {};
  QCOMPARE(build.run(*library, sink).findings, first.findings);
  QVERIFY(build.loaded > 0);
}

void TestSiteBuilder::whatWasMissingIsFoundWhenItComes() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  must(library->content().insert(test::published(
      u"Hopeful"_s, u"2026"_s, u"[[article/later]] [tag](/tags/new/) [feed](/topics/new/feed.xml)\n"_s)));
  MemorySink sink;
  CountingBuild build;
  QVERIFY(!build.run(*library, sink).findings.isEmpty());
  ContentItem later = test::published(u"Later"_s, u"2024"_s, u"Here.\n"_s);
  later.tags = {u"new"_s};
  later.topics = {u"New"_s};
  must(library->content().insert(later));
  const BuildReport report = build.run(*library, sink);
  MemorySink cold;
  QCOMPARE(report.findings, must(buildSite(*library, cold)).findings);
  QCOMPARE(sink.files(), cold.files());
}

void TestSiteBuilder::damagedNotesAreNone() {
  BuildNotes notes;
  notes.pages.insert(u"a/index.html"_s, {"01",
                                         "02",
                                         {u"x"_s, u"y"_s},
                                         {u"y"_s},
                                         {u"media/a.png"_s},
                                         {{Finding::Level::Error, u"a.b"_s, u"M"_s, u"i"_s, u"f"_s, 7}}});
  notes.pages.insert(u"b/index.html"_s, {});
  const QByteArray whole = notes.write();
  QCOMPARE(BuildNotes::read(whole).pages, notes.pages);
  for (qsizetype length = 0; length < whole.size(); ++length)
    QVERIFY2(BuildNotes::read(whole.left(length)).pages.isEmpty(), qPrintable(QString::number(length)));
  QVERIFY(BuildNotes::read(whole + 'x').pages.isEmpty());
}

void TestSiteBuilder::aPageThatFailsKeepsItsLastVersion() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  MemorySink sink;
  must(buildSite(*library, sink));
  const auto before = sink.files();
  ContentItem item = bySlug(*library, u"article/article-3"_s);
  item.body += u"changed\n"_s;
  must(library->content().save(item));
  const auto snapshot = must(SiteSnapshot::of(*library));
  const auto theme = must(Theme::load(snapshot->site.theme, {}, snapshot->builtInThemes));
  const auto report = must(SiteBuilder(snapshot, theme, [&](ContentId id) -> Result<ContentItem> {
                             if (id == item.id)
                               return makeError(ErrorCode::Corrupt, u"The row is damaged."_s);
                             return library->content().get(id);
                           }).build(sink));
  QVERIFY(hasErrors(report.findings));
  const QString path = u"articles/article-3/index.html"_s;
  QCOMPARE(sink.files().value(path), before.value(path));
  must(buildSite(*library, sink));  // and recovers by itself
  QVERIFY(sink.files().value(path) != before.value(path));
}

void TestSiteBuilder::cancelLeavesTheLastSite() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  MemorySink sink;
  Task task;
  task.cancel();
  const auto report = buildSite(*library, sink, task);
  QCOMPARE(test::codeOf(report), ErrorCode::Cancelled);
  QVERIFY(sink.files().isEmpty());
}

void TestSiteBuilder::checkFindsWhatIsWrong() {
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  ContentItem anchor = test::published(
      u"Anchors"_s, u"2026"_s, u"[gone](/articles/article-2/#no-such-part) and [dead](/nowhere/)\n"_s);
  must(library->content().insert(anchor));
  ContentItem draft = test::article(u"Draft"_s, u"![](media/none.png)\n"_s);
  must(library->content().insert(draft));
  ContentItem twin = test::published(u"Twin"_s, u"2026"_s, u"x\n"_s);
  twin.permalink = u"/articles/article-1/"_s;
  must(library->content().insert(twin));
  const Findings findings = must(checkSite(*library));
  const auto has = [&](const QString& code, const QString& item) {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& finding) { return finding.code == code && finding.item == item; });
  };
  QVERIFY(has(u"link.anchor"_s, u"article/anchors"_s));
  QVERIFY(has(u"link.dead"_s, u"article/anchors"_s));
  QVERIFY(has(u"image.missing"_s, u"article/draft"_s));
  QVERIFY(has(u"address.taken"_s, u"article/article-1"_s) || has(u"address.taken"_s, u"article/twin"_s));
  const auto twice = [&](const Finding& finding) { return findings.count(finding) > 1; };
  QVERIFY(std::none_of(findings.begin(), findings.end(), twice));
}

QTEST_GUILESS_MAIN(TestSiteBuilder)
#include "tst_SiteBuilder.moc"
