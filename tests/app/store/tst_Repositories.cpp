#include <QtTest>

#include "app/store/ContentRepository.h"
#include "app/store/ItemJson.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::codeOf;
using test::must;
using Type = CollectionRepository::Type;

class TestRepositories : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  int number_ = 0;
  std::unique_ptr<Library> library_;
  QDateTime now_;

  ContentItem insert(const ContentItem& item) { return must(library_->content().insert(item)); }
  ContentItem tagged(const QString& title, const QStringList& tags, const QStringList& topics = {}) {
    ContentItem item = article(title);
    item.tags = tags;
    item.topics = topics;
    return insert(item);
  }
  QStringList names(Type type) {
    QStringList list;
    const auto collections = must(library_->collections().list(type));
    for (const Collection& collection : collections)
      list.append(u"%1 %2 %3"_s.arg(collection.name, collection.slug).arg(collection.items));
    return list;
  }
  QStringList redirects() {
    QStringList list;
    const auto rows = must(library_->redirects().list());
    for (const Redirect& row : rows)
      list.append(row.from + u'>' + row.to);
    return list;
  }

 private Q_SLOTS:
  void init() {
    now_ = test::clock()();
    library_ = must(Library::create(dir_.filePath(u"L%1.offprint"_s.arg(++number_)), test::resources(),
                                    [this] { return now_; }));
  }

  // Section 4: what the site has follows from comparing with the last export.
  void statesFollowFromTheLastExport() {
    ContentItem item = article(u"Kept"_s, u"text"_s);
    item.status = Status::Published;
    item = insert(item);
    const ContentItem draft = insert(article(u"Draft"_s));
    const auto state = [&](ContentId id) {
      return siteState(must(library_->content().summaries({id})).constFirst(), now_);
    };
    const auto pending = [&] { return must(library_->content().counts()).pending; };
    const auto record = [&](const QList<ContentItem>& items) {
      QList<ExportedItem> exported;
      for (const ContentItem& one : items)
        exported.append({one.id, one.version, {}});
      must(library_->exported().record(must(library_->exported().hashed(exported)), now_));
    };
    QCOMPARE(state(item.id), SiteState::ToPublish);
    QCOMPARE(state(draft.id), SiteState::Draft);
    QCOMPARE(pending(), 1);
    record({item});
    QCOMPARE(state(item.id), SiteState::Published);
    QCOMPARE(pending(), 0);
    // A change and its undoing.
    item.body = u"other"_s;
    item = must(library_->content().save(item));
    QCOMPARE(state(item.id), SiteState::Changed);
    QCOMPARE(must(library_->content().summaries({item.id})).constFirst().exportedAt, now_);
    item.body = u"text"_s;
    item = must(library_->content().save(item));
    QCOMPARE(state(item.id), SiteState::Published);
    // The trash and back.
    must(library_->content().trash(item.id));
    QCOMPARE(state(item.id), SiteState::ToRemove);
    QCOMPARE(pending(), 1);
    item = must(library_->content().restore(item.id));
    QCOMPARE(state(item.id), SiteState::Published);
    // A draft again leaves the site with the next export.
    item.status = Status::Draft;
    item = must(library_->content().save(item));
    QCOMPARE(state(item.id), SiteState::ToRemove);
    record({});
    QCOMPARE(state(item.id), SiteState::Draft);
    // What was edited while the export ran is changed, whatever it is now.
    item.status = Status::Published;
    item = must(library_->content().save(item));
    ContentItem older = item;
    item.body = u"written meanwhile"_s;
    item = must(library_->content().save(item));
    record({older});
    QCOMPARE(state(item.id), SiteState::Changed);
    must(library_->content().erase(item.id));
    QCOMPARE(pending(), 0);
  }

  // Each state is asked of the database as siteState() tells it, scheduled items by the moment.
  void itemsAreFoundByTheirSiteState() {
    const auto add = [&](const QString& title, Status status, bool exported, bool edited) {
      ContentItem item = article(title, u"text"_s);
      item.status = status;
      if (status == Status::Scheduled) item.publishAt = now_.addSecs(3600);
      item = insert(item);
      if (exported) must(library_->exported().record({{item.id, item.version + (edited ? 1 : 0), {}}}, now_));
      return item.id;
    };
    for (const Status status : {Status::Draft, Status::Scheduled, Status::Published, Status::Unlisted}) {
      for (const bool exported : {false, true}) {
        for (const int hours : {0, 2}) {
          const QDateTime start = now_;
          const ContentId id = add(u"T"_s, status, exported, hours == 2 && status != Status::Scheduled);
          now_ = now_.addSecs(3600 * hours);
          ItemSummary row = must(library_->content().summaries({id})).constFirst();
          for (const bool trashed : {false, true}) {
            if (trashed) must(library_->content().trash(id));
            row = must(library_->content().summaries({id})).constFirst();
            for (const SiteState asked : {SiteState::Draft, SiteState::ToPublish, SiteState::Published,
                                          SiteState::Changed, SiteState::Scheduled, SiteState::ToRemove}) {
              ContentQuery query;
              query.siteStates = {asked};
              query.trash = ContentQuery::Bin::Include;
              QCOMPARE(must(library_->content().ids(query)).contains(id), siteState(row, now_) == asked);
            }
          }
          now_ = start;
        }
      }
    }
  }

  void aRevisionIsTheWholeItem() {
    ContentItem item = article(u"T"_s, u"one\ntwo"_s);
    item.fields = {{u"k"_s, QJsonArray{1, 2}}};
    item.extra = {{u"x"_s, true}};
    item.date = Date::lenient(u"forthcoming"_s);
    item = insert(item);
    const Revision revision = must(library_->revisions().cut(item.id, RevisionReason::Typing));
    QCOMPARE(must(library_->revisions().content(revision.id)), item);
    QCOMPARE(revision.words, 2);
    QCOMPARE(revision.created, now_);
    QCOMPARE(itemFromJson(itemToJson(item)), item);
    QCOMPARE(codeOf(library_->revisions().content({99})), ErrorCode::NotFound);
    QCOMPARE(codeOf(library_->revisions().cut({99}, RevisionReason::Typing)), ErrorCode::NotFound);
    QTest::ignoreMessage(QtWarningMsg, "qUncompress: Input data is corrupted");
    QCOMPARE(codeOf(unpackItem("nonsense")), ErrorCode::Corrupt);
  }

  void theSameContentIsNotDoubled() {
    ContentItem item = insert(article(u"T"_s));
    const Revision first = must(library_->revisions().cut(item.id, RevisionReason::Typing));
    now_ = now_.addSecs(60);
    const Revision again = must(library_->revisions().cut(item.id, RevisionReason::Pause));
    QCOMPARE(again.id, first.id);
    QCOMPARE(again.reason, RevisionReason::Typing);
    const Revision named = must(library_->revisions().cut(item.id, RevisionReason::Kept, u"N"_s));
    QCOMPARE(named.id, first.id);
    QCOMPARE(named.name, u"N"_s);
    QCOMPARE(must(library_->revisions().list(item.id)).first().reason, RevisionReason::Kept);
    QCOMPARE(must(library_->revisions().count(item.id)), 1);
    item.body = u"x"_s;
    item = must(library_->content().save(item));
    must(library_->revisions().cut(item.id, RevisionReason::Pause));
    item.body.clear();  // back as it was: that is a new version of its own
    must(library_->content().save(item));
    must(library_->revisions().cut(item.id, RevisionReason::Pause));
    QCOMPARE(must(library_->revisions().count(item.id)), 3);
    must(library_->content().erase(item.id));
    QCOMPARE(must(library_->revisions().count(item.id)), 0);
  }

  void revisionsAreThinned() {
    ContentItem item = insert(article(u"T"_s));
    const QDateTime end = now_;
    const auto cutAt = [&](int daysAgo, int hour, RevisionReason reason = RevisionReason::Typing,
                           const QString& name = {}) {
      now_ = end.addDays(-daysAgo);
      now_.setTime(QTime(hour, 0));
      item.body += u'x';
      item = must(library_->content().save(item));
      must(library_->revisions().cut(item.id, reason, name));
    };
    for (int week = 0; week < 4; ++week) {
      for (int day = 0; day < 7; ++day)
        cutAt(500 - week * 7 - day, 8);  // 28 days long before: one a week stays, so 4 or 5
    }
    cutAt(460, 8, RevisionReason::Kept, u"Named"_s);
    cutAt(460, 9, RevisionReason::Publish);
    for (int day = 0; day < 10; ++day) {
      cutAt(200 - day, 8);
      cutAt(200 - day, 12);  // one a day stays: 10
    }
    for (int day = 0; day < 10; ++day) {
      cutAt(20 - day, 8);
      cutAt(20 - day, 12);  // all stay: 20
    }
    now_ = end;
    must(library_->revisions().thin(end));
    int old = 0;
    int named = 0;
    int daily = 0;
    int recent = 0;
    const auto list = must(library_->revisions().list(item.id));
    for (const Revision& revision : list) {
      const auto ago = revision.created.daysTo(end);
      if (!revision.name.isEmpty() || revision.reason == RevisionReason::Publish) {
        ++named;
      } else if (ago > 400) {
        ++old;
      } else if (ago > 30) {
        ++daily;
        QCOMPARE(revision.created.time().hour(), 12);  // the last of the day
      } else {
        ++recent;
      }
    }
    QVERIFY2(old >= 3 && old <= 5, qPrintable(QString::number(old)));
    QCOMPARE(named, 2);
    QCOMPARE(daily, 10);
    QCOMPARE(recent, 20);
    QCOMPARE(must(library_->revisions().thin(end)), 0);
    QCOMPARE(must(library_->revisions().content(list.first().id)).body, item.body);
  }

  void redirectsAreOneStepLong() {
    auto& repository = library_->redirects();
    const auto add = [&](const QString& from, const QString& to) {
      return repository.add({from, to, u"by hand"_s, {}});
    };
    must(add(u"/a/"_s, u"/b/"_s));
    must(add(u"/b/"_s, u"/c/"_s));
    QCOMPARE(redirects(), (QStringList{u"/a/>/c/"_s, u"/b/>/c/"_s}));
    must(add(u"/z/"_s, u"/a/"_s));
    QCOMPARE(redirects(), (QStringList{u"/a/>/c/"_s, u"/b/>/c/"_s, u"/z/>/c/"_s}));
    QCOMPARE(codeOf(add(u"/c/"_s, u"/a/"_s)), ErrorCode::InvalidInput);
    QCOMPARE(codeOf(add(u"/c/"_s, u"/c/"_s)), ErrorCode::InvalidInput);
    QCOMPARE(codeOf(add(QString(), u"/c/"_s)), ErrorCode::InvalidInput);
    QCOMPARE(redirects().size(), 3);
    must(add(u"/a/"_s, u"https://example.org/"_s));
    QVERIFY(redirects().contains(u"/a/>https://example.org/"_s));
    must(repository.remove(u"/a/"_s));
    QCOMPARE(redirects().size(), 2);
    QCOMPARE(must(repository.list()).first().since, now_);
  }

  /// Case 13: what looks alike stays apart.
  void tagsThatLookAlikeKeepTheirOwnAddress() {
    tagged(u"One"_s, {u"a-b"_s, u"ML"_s});
    tagged(u"Two"_s, {u"a b"_s, u"ml"_s, u"ml"_s});
    QCOMPARE(names(Type::Tag), (QStringList{u"a b a-b-2 1"_s, u"a-b a-b 1"_s, u"ML ml 1"_s, u"ml ml-2 1"_s}));
    ContentQuery query;
    query.tag = u"ML"_s;
    QCOMPARE(must(library_->content().ids(query)).size(), 1);
  }

  void collectionsCountWithoutTheTrash() {
    const ContentItem one = tagged(u"One"_s, {u"t"_s}, {u"Food/Fruit"_s});
    tagged(u"Two"_s, {u"t"_s}, {u"Food"_s});
    must(library_->content().trash(one.id));
    QCOMPARE(names(Type::Tag), QStringList{u"t t 1"_s});
    QCOMPARE(names(Type::Topic), QStringList{u"Food food 1"_s});
    must(library_->collections().describe(Type::Topic, u"Food/Fruit"_s, u"Sweet"_s));
    QCOMPARE(names(Type::Topic), (QStringList{u"Food food 1"_s, u"Food/Fruit food/fruit 0"_s}));
    must(library_->collections().describe(Type::Topic, u"Food/Fruit"_s, {}));
    QCOMPARE(names(Type::Topic), QStringList{u"Food food 1"_s});
    QCOMPARE(codeOf(library_->collections().describe(Type::Tag, {}, u"x"_s)), ErrorCode::InvalidInput);
  }

  void aTopicCountsWhatIsBelowItOnce() {
    tagged(u"One"_s, {u"Food"_s}, {u"Food"_s, u"Food/Fruit"_s});
    tagged(u"Two"_s, {u"Food/Fruit"_s}, {u"Food/Fruit"_s, u"Food!"_s, u"Foods"_s});
    QCOMPARE(names(Type::Topic), (QStringList{u"Food food 2"_s, u"Food! food-2 1"_s,
                                              u"Food/Fruit food/fruit 2"_s, u"Foods foods 1"_s}));
    QCOMPARE(names(Type::Tag).size(), 2);
    QVERIFY(names(Type::Tag).constFirst().endsWith(u" 1"_s));
  }

  void collectionsAreRenamedAndMerged() {
    const ContentItem one = tagged(u"One"_s, {u"x"_s, u"y"_s}, {u"Food/Fruit"_s, u"Foods"_s});
    const ContentItem two = tagged(u"Two"_s, {u"x"_s});
    must(library_->content().trash(two.id));
    auto& collections = library_->collections();
    QCOMPARE(must(collections.rename(Type::Tag, u"x"_s, u"y"_s)), 2);
    QCOMPARE(must(library_->content().get(one.id)).tags, QStringList{u"y"_s});
    QCOMPARE(must(library_->content().get(two.id)).tags, QStringList{u"y"_s});
    QCOMPARE(must(collections.rename(Type::Topic, u"Food"_s, u"Meals"_s)), 1);
    QCOMPARE(must(library_->content().get(one.id)).topics, (QStringList{u"Meals/Fruit"_s, u"Foods"_s}));
    QVERIFY(redirects().contains(u"/topics/food/fruit/>/topics/meals/fruit/"_s));
    QCOMPARE(codeOf(collections.rename(Type::Topic, u"Meals"_s, u"Meals/Inner"_s)), ErrorCode::InvalidInput);
    QCOMPARE(must(collections.rename(Type::Tag, u"nobody"_s, u"z"_s)), 0);
    ContentItem series = must(library_->content().get(one.id));
    series.series = u"S"_s;
    must(library_->content().save(series));
    QCOMPARE(must(collections.rename(Type::Series, u"S"_s, u"T"_s)), 1);
    QCOMPARE(names(Type::Series), QStringList{u"T t 1"_s});
  }

  void importsAreRemembered() {
    const ContentItem item = insert(article(u"T"_s));
    const ImportRecord record{u"hugo:x"_s, u"a/b.md"_s, u"key"_s, item.id, u"hash"_s, 3};
    must(library_->imports().put(record));
    must(library_->imports().put(record));
    const auto records = must(library_->imports().records(u"hugo:x"_s));
    QCOMPARE(records.size(), 1);
    QCOMPARE(records.first().path, record.path);
    QCOMPARE(records.first().entry, record.entry);
    QCOMPARE(records.first().item, record.item);
    QCOMPARE(records.first().sourceHash, record.sourceHash);
    QCOMPARE(records.first().itemVersion, record.itemVersion);
    QVERIFY(must(library_->imports().records(u"other"_s)).isEmpty());
    QCOMPARE(codeOf(library_->imports().put({u"s"_s, u"p"_s, {}, {99}, {}, 1})), ErrorCode::Conflict);
    must(library_->content().erase(item.id));
    QVERIFY(must(library_->imports().records(u"hugo:x"_s)).isEmpty());
    must(library_->imports().addReport(now_, {{u"n"_s, 1}}));
    must(library_->imports().addReport(now_.addSecs(1), {{u"n"_s, 2}}));
    QCOMPARE(must(library_->imports().reports()), (QList<QJsonObject>{{{u"n"_s, 2}}, {{u"n"_s, 1}}}));
  }

  void theSiteIsOneValue() {
    Site site = must(library_->site().get());
    QCOMPARE(site.title, library_->name());
    site.tagline = u"Ünï"_s;
    site.permalinks = {{u"article"_s, u"/x/{slug}/"_s}};
    must(library_->site().save(site));
    QCOMPARE(must(library_->site().get()), site);
    QCOMPARE(must(library_->content().addressOf(insert(article(u"A b"_s)))), u"/x/a-b/"_s);
    for (const QJsonValue& value :
         {QJsonValue(1.5), QJsonValue(u"t"_s), QJsonValue(true), QJsonValue(QJsonValue::Null),
          QJsonValue(QJsonArray{1}), QJsonValue(QJsonObject{{u"a"_s, 1}})}) {
      must(library_->site().setState(u"k"_s, value));
      QCOMPARE(must(library_->site().state(u"k"_s)), value);
    }
    must(library_->site().setState(u"k"_s, QJsonValue(QJsonValue::Undefined)));
    QVERIFY(must(library_->site().state(u"k"_s)).isUndefined());
  }
};

QTEST_GUILESS_MAIN(TestRepositories)
#include "tst_Repositories.moc"
