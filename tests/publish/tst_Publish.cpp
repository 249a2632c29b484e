#include "app/store/PublishRepository.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/publish/PublishService.h"
#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

QString reasonOf(const QList<PlannedFile>& files, const QString& path) {
  for (const PlannedFile& file : files)
    if (file.path == path) return file.reason;
  return {};
}

}  // namespace

/// A library published to every kind of target.
class Publish : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    isolate(cache_);
    MarkdownEngine::initialize();
  }
  void init() {
    library_ = siteLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_)));
    options_ = PublishOptions();
  }

  /// Cases 7, 15 and 17.
  void publishesEditsAndRollsBack_data() {
    QTest::addColumn<int>("none");
    for (const PublisherType& type : publishers())
      QTest::newRow(qPrintable(type.id)) << 0;
  }
  void publishesEditsAndRollsBack() {
    const QString type = QString::fromLatin1(QTest::currentDataTag());
    const auto host = hostOf(type);
    QVERIFY(host);
    options_.secrets = [&](const PublishTarget&) { return host->secrets(); };
    must(library_->publishing().addTarget({u"live"_s, type, host->settings()}));
    const PublishReport first = must(publish(*library_, u"live"_s, options_, Task()));
    QVERIFY(first.published);
    QCOMPARE(first.url, u"https://example.org/repo/"_s);
    const Tree before = host->visible();
    QVERIFY(before.contains(u"articles/article-1/index.html"_s));
    for (int time = 2; time <= 3; ++time) {
      const PublishReport again = must(publish(*library_, u"live"_s, options_, Task()));
      QVERIFY(!again.published);
      QCOMPARE(again.deployment, first.deployment);
    }

    ContentItem item = must(library_->content().find(u"article/article-3"_s));
    item.title = u"Third, renamed"_s;
    must(library_->content().save(item));
    ContentItem draft = article(u"Secret plan"_s, u"not yet"_s);
    must(library_->content().insert(draft));
    const DeployPlan plan = must(planPublication(*library_, u"live"_s, options_, Task())).plan;
    QCOMPARE(reasonOf(plan.changed, u"articles/article-3/index.html"_s), u"“Third, renamed” was edited."_s);
    QCOMPARE(reasonOf(plan.changed, u"articles/article-4/index.html"_s), u"It shows “Third, renamed”."_s);
    for (const PlannedFile& file : plan.changed)
      QVERIFY(!file.reason.isEmpty());
    QVERIFY(plan.unchanged > 5);
    const PublishReport second = must(publish(*library_, u"live"_s, options_, Task()));
    QCOMPARE(second.sent, plan.added.size() + plan.changed.size());
    for (const QByteArray& content : host->visible())
      QVERIFY(!content.toLower().contains("secret"));

    const QList<Deployment> history = must(library_->publishing().deployments(u"live"_s));
    QCOMPARE(history.size(), 2);
    QCOMPARE(history.at(0).parent, first.deployment);
    const PublishReport back = must(rollBack(*library_, first.deployment.left(8), options_, Task()));
    QVERIFY(back.published);
    Tree after = host->visible();
    after.remove(kHostManifest);
    Tree expected = before;
    expected.remove(kHostManifest);
    QCOMPARE(after, expected);
    QCOMPARE(must(library_->content().find(u"article/article-3"_s)).title, u"Third, renamed"_s);
    QVERIFY(must(verifyTarget(*library_, u"live"_s, options_, Task())).isEmpty());
  }

  /// What others committed before, between and after stays, and nothing of their history is lost.
  void rollsBackAmongCommitsOfOthers() {
    GitHost host;
    must(library_->publishing().addTarget({u"live"_s, u"git"_s, host.settings()}));
    const PublishReport first = must(publish(*library_, u"live"_s, options_, Task()));
    Tree expected = host.visible();
    host.edit({{u"theirs.txt"_s, "one"}, {u"about/notes.txt"_s, "in our folder"}});
    ContentItem item = must(library_->content().find(u"article/article-3"_s));
    item.title = u"Third, renamed"_s;
    must(library_->content().save(item));
    must(publish(*library_, u"live"_s, options_, Task()));
    host.edit({{u"theirs.txt"_s, "two"}});
    const PublishReport back = must(rollBack(*library_, first.deployment, options_, Task()));
    QVERIFY(back.published);
    expected.insert(u"theirs.txt"_s, "two");
    expected.insert(u"about/notes.txt"_s, "in our folder");
    Tree seen = host.visible();
    for (Tree* files : {&expected, &seen})
      files->remove(kHostManifest);
    QCOMPARE(seen, expected);
    QCOMPARE(host.ask({u"rev-list"_s, u"--count"_s, u"gh-pages"_s}).trimmed(), QByteArray("5"));
    QVERIFY(must(verifyTarget(*library_, u"live"_s, {}, Task())).size() == 2);  // theirs, as notes
  }

  void aRenamedAndAWithdrawnItem() {
    const FolderHost host;
    must(library_->publishing().addTarget({u"live"_s, u"folder"_s, host.settings()}));
    must(publish(*library_, u"live"_s, options_, Task()));
    ContentItem moved = must(library_->content().find(u"article/article-2"_s));
    moved.slug = u"second"_s;
    moved.aliases = {u"/articles/article-2/"_s};
    must(library_->content().save(moved));
    ContentItem gone = must(library_->content().find(u"talk/a-talk"_s));
    gone.status = Status::Draft;
    must(library_->content().save(gone));
    const DeployPlan plan = must(planPublication(*library_, u"live"_s, options_, Task())).plan;
    QCOMPARE(reasonOf(plan.added, u"articles/second/index.html"_s), u"“Article 2” has a new address."_s);
    QCOMPARE(reasonOf(plan.changed, u"articles/article-2/index.html"_s),
             u"It leads to the new address of “Article 2”."_s);
    QCOMPARE(reasonOf(plan.removed, u"talks/a-talk/index.html"_s), u"“A talk” is not public any more."_s);
  }

  /// The host took it, the answer was lost: the next publication knows.
  void aRenamedTargetKeepsItsHistory() {
    const FolderHost host;
    PublishRepository& store = library_->publishing();
    must(store.addTarget({u"live"_s, u"folder"_s, host.settings()}));
    must(store.addTarget({u"other"_s, u"folder"_s, host.settings()}));
    const PublishReport sent = must(publish(*library_, u"live"_s, options_, Task()));
    QVERIFY(store.keptBytes() > 0);
    QCOMPARE(codeOf(store.changeTarget(u"live"_s, {u"other"_s, u"folder"_s, {}})), ErrorCode::Conflict);
    QCOMPARE(codeOf(store.changeTarget(u"gone"_s, {u"gone"_s, u"folder"_s, {}})), ErrorCode::NotFound);
    must(store.changeTarget(u"live"_s, {u"home"_s, u"folder"_s, host.settings()}));
    QCOMPARE(must(store.deployments(u"home"_s)).constFirst().uuid, sent.deployment);
    QVERIFY(!must(publish(*library_, u"home"_s, options_, Task())).published);
  }

  void aLostAnswerIsFoundOut() {
    FolderHost host;
    must(library_->publishing().addTarget({u"live"_s, u"folder"_s, host.settings()}));
    PublishRepository& store = library_->publishing();
    const PublishReport sent = must(publish(*library_, u"live"_s, options_, Task()));
    // As if the process had ended before the confirmation of another one.
    Deployment lost = must(store.deployment(sent.deployment));
    lost.uuid = u"lost-answer"_s;
    must(store.begin(lost, must(store.files(sent.deployment)), {}));
    QCOMPARE(must(store.deployments()).size(), 1);
    QByteArray list = host.visible().value(kHostManifest);
    host.edit({{kHostManifest, list.replace(sent.deployment.toUtf8(), lost.uuid.toUtf8())}});
    must(publish(*library_, u"live"_s, options_, Task()));
    QCOMPARE(must(store.deployments()).constFirst().uuid, lost.uuid);
  }

  void theLibraryAndTheTargetLieApart() {
    for (const QString& path : {library_->folder(), library_->folder() + u"/www"_s, dir_.path()}) {
      must(library_->publishing().addTarget({path, u"folder"_s, {{u"path"_s, path}}}));
      options_.deploy.adopt = true;
      QCOMPARE(codeOf(publish(*library_, path, options_, Task())), ErrorCode::InvalidInput);
    }
    QVERIFY(!QFileInfo::exists(library_->folder() + u"/www"_s));
  }

  /// Neither by a link, nor by one that leads to nothing yet.
  void aLinkIntoTheLibraryIsFollowed() {
    const QString media = library_->folder() + u"/media"_s;
    for (const QString& inside : {media, media + u"/www"_s}) {
      const QString link = dir_.filePath(u"link-%1-%2"_s.arg(number_).arg(inside.size()));
      QVERIFY(QFile::link(inside, link));
      for (const QString& path : {link, link + u"/deeper/www"_s}) {
        const PublishTarget target{path, u"folder"_s, {{u"path"_s, path}}};
        QCOMPARE(codeOf(checkPlace(*library_, target)), ErrorCode::InvalidInput);
        must(library_->publishing().addTarget(target));
        options_.deploy.adopt = true;
        QCOMPARE(codeOf(publish(*library_, path, options_, Task())), ErrorCode::InvalidInput);
      }
    }
    QVERIFY(!QFileInfo::exists(media + u"/www"_s));
    must(checkPlace(*library_, {u"apart"_s, u"folder"_s, {{u"path"_s, dir_.filePath(u"apart/www"_s)}}}));
  }

  /// What could not be made is not taken for what the site no longer has.
  void aPictureThatCannotBeMadeStaysOnTheHost() {
    const FolderHost host;
    must(library_->publishing().addTarget({u"live"_s, u"folder"_s, host.settings()}));
    must(publish(*library_, u"live"_s, options_, Task()));
    const Tree before = host.visible();
    QVERIFY(!before.keys().filter(u"media/"_s).isEmpty());
    const QTemporaryDir cold;  // where no earlier site and no copy of the picture is kept
    isolate(cold);
    for (QDirIterator walk(library_->folder() + u"/media"_s, QDir::Files, QDirIterator::Subdirectories);
         walk.hasNext();)
      QVERIFY(QFile::remove(walk.next()));
    const auto planned = planPublication(*library_, u"live"_s, options_, Task());
    QCOMPARE(codeOf(planned), ErrorCode::InvalidInput);
    QVERIFY2(planned.error().message.contains("a b#1.svg"_L1), qPrintable(planned.error().message));
    QCOMPARE(codeOf(publish(*library_, u"live"_s, options_, Task())), ErrorCode::InvalidInput);
    QCOMPARE(host.visible(), before);
    isolate(cache_);
  }

  /// Once the host shows the new site, nothing makes a failure of it.
  void whatFailsAfterTheSwitchIsTold() {
    const FolderHost host;
    must(library_->publishing().addTarget({u"live"_s, u"folder"_s, host.settings()}));
    int left = 0;
    options_.write = [&](const PublishOptions::Work& work) -> Result<void> {
      if (--left < 0) return makeError(ErrorCode::DiskFull, u"The disk is full."_s);
      return work(*library_);
    };
    left = 2;  // a lost answer is looked for, the new one is begun; then nothing can be written
    const PublishReport report = must(publish(*library_, u"live"_s, options_, Task()));
    QVERIFY(report.published);
    QVERIFY(host.visible().contains(u"index.html"_s));
    QStringList codes;
    for (const Finding& finding : report.findings)
      codes += finding.code;
    QVERIFY(codes.contains(u"deployment.not-noted"_s));
    QVERIFY(codes.contains(u"deployment.not-pruned"_s));
    QVERIFY(must(library_->publishing().deployments()).isEmpty());
    options_.write = {};
    QVERIFY(!must(publish(*library_, u"live"_s, options_, Task())).published);
    QCOMPARE(must(library_->publishing().deployments()).constFirst().uuid, report.deployment);
  }

  void failuresLeaveNoRecord() {
    const FolderHost host;
    must(library_->publishing().addTarget({u"live"_s, u"folder"_s, host.settings()}));
    options_.agree = [](const DeployPlan&) { return makeError(ErrorCode::Cancelled, u"no"_s); };
    QCOMPARE(codeOf(publish(*library_, u"live"_s, options_, Task())), ErrorCode::Cancelled);
    options_.agree = {};
    options_.deploy.pause = [](std::chrono::milliseconds, const Task&) {};
    for (const char* fatal : {"keep-objects", "record", "switch"}) {
      publishFault().set(
          [fatal](const char* step, const QString&) { return qstrcmp(step, fatal) == 0 ? 1 : 0; });
      QVERIFY(!publish(*library_, u"live"_s, options_, Task()));
      publishFault().set({});
      QVERIFY(must(library_->publishing().deployments()).isEmpty());
      QCOMPARE(host.visible(), Tree());
    }
    must(publish(*library_, u"live"_s, options_, Task()));
    QCOMPARE(must(library_->publishing().deployments()).size(), 1);
  }

  /// The bytes of the newest deployments are kept, those of older ones go.
  void oldBytesAreLetGo() {
    PublishRepository& store = library_->publishing();
    const QTemporaryDir dir;
    must(store.addTarget({u"live"_s, u"folder"_s, {{u"path"_s, dir.filePath(u"www"_s)}}}));
    QByteArrayList hashes;
    for (int i = 0; i <= PublishRepository::kKept; ++i) {
      const QByteArray content = "v" + QByteArray::number(i);
      spill(dir.filePath(u"x"_s), content);
      hashes += files::sha256(content).toLatin1();
      must(store.store(hashes.constLast(), dir.filePath(u"x"_s)));
      Deployment one;
      one.uuid = u"d%1"_s.arg(i, 4, 10, QLatin1Char('0'));
      one.target = u"live"_s;
      one.made = offprint::test::clock()();
      must(store.begin(one, {{u"a"_s, {hashes.constLast(), content.size(), {}}}}, {}));
      must(store.confirm(one.uuid, {}));
    }
    QVERIFY(must(store.prune()) > 0);
    QVERIFY(!store.stored(hashes.constFirst(), 2));
    QVERIFY(store.stored(hashes.at(1), 2));
    QCOMPARE(codeOf(store.deployment(u"d000"_s)), ErrorCode::NotFound);
    QCOMPARE(codeOf(rollBack(*library_, u"d0000"_s, options_, Task())), ErrorCode::NotFound);
    QCOMPARE(must(store.files(u"d0000"_s)).size(), 1);
    must(store.removeTarget(u"live"_s));
    QCOMPARE(must(store.prune()), 0);
    QVERIFY(!store.stored(hashes.constLast(), 2));
    QCOMPARE(must(store.deployments(u"live"_s)).size(), PublishRepository::kKept + 1);
  }

  void damagedBytesAreNotBroughtBack() {
    const FolderHost host;
    must(library_->publishing().addTarget({u"live"_s, u"folder"_s, host.settings()}));
    const PublishReport first = must(publish(*library_, u"live"_s, options_, Task()));
    const DeployedFile page = must(library_->publishing().files(first.deployment)).value(u"index.html"_s);
    const Tree before = host.visible();
    spill(library_->publishing().storedAt(page.sha256), QByteArray(page.bytes, 'x'));
    const auto back = rollBack(*library_, first.deployment, options_, Task());
    QCOMPARE(codeOf(back), ErrorCode::Corrupt);
    QVERIFY(back.error().message.contains("index.html"_L1));
    QCOMPARE(host.visible(), before);
  }

  /// What one publication has stored and not yet noted is not let go by another that ends meanwhile.
  void twoPublicationsShareTheStoredBytes() {
    const FolderHost one;
    const FolderHost two;
    must(library_->publishing().addTarget({u"one"_s, u"folder"_s, one.settings()}));
    must(library_->publishing().addTarget({u"two"_s, u"folder"_s, two.settings()}));
    PublishReport other;
    options_.write = [&, first = true](const PublishOptions::Work& work) mutable -> Result<void> {
      const bool noted = must(library_->publishing().deployments()).isEmpty();
      if (noted && !first && other.deployment.isEmpty()) {
        // "one" has stored its bytes; an article changes, and "two" is published from beginning to end.
        ContentItem item = must(library_->content().find(u"article/article-3"_s));
        item.title = u"Third, renamed"_s;
        must(library_->content().save(item));
        other = must(publish(*library_, u"two"_s, PublishOptions(), Task()));
      }
      first = false;
      return work(*library_);
    };
    const PublishReport sent = must(publish(*library_, u"one"_s, options_, Task()));
    QVERIFY(other.published);
    const DeployedFiles files = must(library_->publishing().files(sent.deployment));
    for (const DeployedFile& file : files)
      QVERIFY(library_->publishing().stored(file.sha256, file.bytes));
    options_.write = {};
    must(rollBack(*library_, sent.deployment, options_, Task()));
  }

 private:
  QTemporaryDir cache_;
  QTemporaryDir dir_;
  int number_ = 0;
  std::unique_ptr<Library> library_;
  PublishOptions options_;
};

QTEST_GUILESS_MAIN(Publish)
#include "tst_Publish.moc"
