#include <QtTest>

#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

namespace {

ContentItem article(const QString& title, const QString& body = {}) {
  ContentItem item;
  item.kind = u"article"_s;
  item.title = title;
  item.body = body;
  return item;
}

}  // namespace

/// Which works are one's own, and which texts cite them.
class TestWorkCitations : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  int number_ = 0;

  ContentItem insert(const ContentItem& item) { return must(library_->content().insert(item)); }
  QStringList titles(const ContentQuery& query) {
    QStringList list;
    for (const ItemSummary& row : must(library_->content().list(query)))
      list.append(row.title);
    return list;
  }

 private Q_SLOTS:
  void init() { library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_))); }
  void cleanup() { library_.reset(); }

  /// Own works, and how often each is cited: by keys in texts, by links and by fields; code does not count.
  void worksAreOwnOrCited() {
    const auto work = [&](const QString& key, const QJsonValue& mine) {
      ContentItem item = article(key, {});
      item.kind = u"publication"_s;
      item.fields = {{u"citationKey"_s, key}, {u"mine"_s, mine}};
      return insert(item);
    };
    const ContentItem own = work(u"own2020"_s, true);
    const ContentItem cited = work(u"cited2021"_s, false);
    const ContentItem reviewed = work(u"reviewed2022"_s, false);
    work(u"idle2023"_s, false);
    insert(article(u"Citing"_s, u"As [see @cited2021, p. 3; @own2020] and @cited2021 say.\n"_s));
    insert(article(u"Code"_s, u"`@idle2023` and mail me@idle2023.\n"_s));
    ContentItem review = article(u"Review"_s, u"Of @{cited2021}.\n"_s);
    review.fields = {{u"reviews"_s, u"publication/"_s + reviewed.slug}};
    const ContentItem stored = insert(review);
    ContentQuery query;
    query.kinds = {u"publication"_s};
    query.ownField = u"mine"_s;
    query.sort = ContentQuery::Sort::Title;
    query.ascending = true;
    query.works = ContentQuery::Works::Own;
    QCOMPARE(titles(query), QStringList{u"own2020"_s});
    query.works = ContentQuery::Works::Cited;
    QCOMPARE(titles(query), (QStringList{u"cited2021"_s, u"own2020"_s, u"reviewed2022"_s}));
    QCOMPARE(library_->content().count(query).value_or(0), 3);
    QHash<ContentId, int> times{{own.id, 1}, {cited.id, 2}, {reviewed.id, 1}};
    QCOMPARE(library_->content().timesCited(u"publication"_s).value_or({}), times);
    QVERIFY(library_->content().trash(stored.id));
    times = {{own.id, 1}, {cited.id, 1}};
    QCOMPARE(library_->content().timesCited(u"publication"_s).value_or({}), times);
  }

  /// A key that is linked and cited at once, braced, or cited in the summary alone.
  void everyFormOfCitingIsKept() {
    ContentItem work = article(u"Work"_s, {});
    work.kind = u"publication"_s;
    work.fields = {{u"citationKey"_s, u"key2020"_s}};
    work = insert(work);
    const ContentItem both = insert(article(u"Both"_s, u"See [[@key2020]] and @key2020.\n"_s));
    const ContentItem braced = insert(article(u"Braced"_s, u"As @{key2020} says.\n"_s));
    ContentItem brief = article(u"Brief"_s, u"Text.\n"_s);
    brief.summary = u"After [@key2020]."_s;
    brief = insert(brief);
    const QList<ContentId> citing{both.id, braced.id, brief.id};
    QCOMPARE(library_->content().citing(u"key2020"_s).value_or({}), citing);
    QCOMPARE(library_->content().timesCited(u"publication"_s).value_or({}).value(work.id), 3);
  }
};

QTEST_GUILESS_MAIN(TestWorkCitations)
#include "tst_WorkCitations.moc"
