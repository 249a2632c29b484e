#include <QAbstractItemModelTester>
#include <QtTest>
#include <QtWidgets>

#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "tests/support/Fixture.h"
#include "ui/import/ImportReportModel.h"
#include "ui/library/ItemDelegate.h"
#include "ui/library/ItemListModel.h"
#include "ui/library/SidebarModel.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

ItemSummary summary(qint64 id, const QString& title = u"Title"_s) {
  ItemSummary item;
  item.id = ContentId{id};
  item.kind = u"article"_s;
  item.slug = u"item-%1"_s.arg(id);
  item.title = title;
  return item;
}

ItemListing listing(int items, const QList<ItemListing::Group>& groups = {}) {
  ItemListing list;
  for (int i = 1; i <= items; ++i)
    list.ids.append(ContentId{i});
  list.groups = groups;
  return list;
}

}  // namespace

class TestLibraryModels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void sidebarKeepsTheModelRules() {
    SidebarModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto kinds = KindCatalog::load(test::resources().path(u"kinds"_s));
    QVERIFY(kinds.has_value());
    model.setKinds(*kinds);
    ContentCounts counts;
    counts.all = 12;
    counts.byKind = {{u"article"_s, 7}};
    counts.byStatus = {{Status::Draft, 3}};
    counts.pending = 5;
    model.setCounts(counts);
    model.setProblems(2);
    const auto count = [&](const Place& place) {
      return model.indexOf(place).data(SidebarModel::CountRole).toInt();
    };
    QCOMPARE(count({Place::Type::All, {}}), 12);
    QCOMPARE(count({Place::Type::Drafts, {}}), 3);
    QCOMPARE(count({Place::Type::Changed, {}}), 5);
    QCOMPARE(count({Place::Type::Problems, {}}), 2);
    QCOMPARE(count({Place::Type::Kind, u"article"_s}), 7);
    QCOMPARE(count({Place::Type::Kind, u"talk"_s}), 0);
    // Every kind of the catalogue has a row, in its order.
    const QModelIndex group = model.index(1, 0);
    QCOMPARE(model.rowCount(group), int((*kinds)->all().size()));
    for (int i = 0; i < model.rowCount(group); ++i) {
      QCOMPARE(model.placeOf(model.index(i, 0, group)).key, (*kinds)->all()[i].id);
    }
    model.setKinds(nullptr);
    QCOMPARE(model.rowCount(group), 0);
  }

  void collectionsComeAndGo() {
    SidebarModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Collection systems{u"Systems"_s, u"systems"_s, {}, 4};
    const Collection nested{u"Systems/GPU"_s, u"gpu"_s, {}, 1};
    model.setCollections({{systems, nested}, {}, {{u"gpu"_s, u"gpu"_s, {}, 9}}});
    const QModelIndex topic = model.indexOf({Place::Type::Topic, u"Systems/GPU"_s});
    QVERIFY(topic.isValid());
    QCOMPARE(topic.data().toString(), u"GPU"_s);
    QCOMPARE(topic.parent().data(SidebarModel::CountRole).toInt(), 2);
    // The same names keep their rows; only counts change.
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    Collection more = systems;
    more.items = 5;
    model.setCollections({{more, nested}, {}, {{u"gpu"_s, u"gpu"_s, {}, 9}}});
    QCOMPARE(removed.count(), 0);
    QCOMPARE(model.indexOf({Place::Type::Topic, u"Systems"_s}).data(SidebarModel::CountRole).toInt(), 5);
    model.setCollections({});
    QVERIFY(!model.indexOf({Place::Type::Tag, u"gpu"_s}).isValid());
  }

  void onlyCollectionsAndTrashTakeItems() {
    SidebarModel model;
    model.setCollections({{}, {}, {{u"gpu"_s, u"gpu"_s, {}, 1}}});
    QMimeData data;
    data.setData(QString::fromLatin1(itemsMimeType), itemsMimeData({ContentId{3}, ContentId{5}}));
    QSignalSpy dropped(&model, &SidebarModel::itemsDropped);
    const auto drop = [&](const Place& place) {
      return model.dropMimeData(&data, Qt::CopyAction, -1, -1, model.indexOf(place));
    };
    QVERIFY(!drop({Place::Type::All, {}}));
    QVERIFY(drop({Place::Type::Tag, u"gpu"_s}));
    QVERIFY(drop({Place::Type::Trash, {}}));
    QCOMPARE(dropped.count(), 2);
    QCOMPARE(dropped[0][0].value<QList<ContentId>>(), QList<ContentId>({ContentId{3}, ContentId{5}}));
  }

  void listKeepsTheModelRules() {
    ItemListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setListing(listing(5, {{u"Drafts"_s, 0}, {u"2026"_s, 2}}));
    QCOMPARE(model.rowCount(), 7);
    QCOMPARE(model.itemCount(), 5);
    QVERIFY(!model.idAt(0).valid());
    QCOMPARE(model.index(0).data(ItemListModel::CountRole).toInt(), 2);
    QCOMPARE(model.index(3).data(ItemListModel::CountRole).toInt(), 3);
    QCOMPARE(model.index(3).data().toString(), u"2026"_s);
    QCOMPARE(model.idAt(4).value, 3);
    QCOMPARE(model.rowOf(ContentId{3}), 4);
    QVERIFY(!(model.index(0).flags() & Qt::ItemIsSelectable));
    model.setListing({});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.rowOf(ContentId{3}), -1);
  }

  // 10,000 rows: only what is looked at is asked for, once, and in one question a turn of the event loop.
  void onlyWhatIsLookedAtIsAsked() {
    ItemListModel model;
    QSignalSpy wanted(&model, &ItemListModel::wanted);
    model.setListing(listing(10'000));
    for (int row = 5'000; row < 5'012; ++row)
      QVERIFY(!model.itemAt(row));
    QTRY_COMPARE(wanted.count(), 1);
    const auto ids = wanted[0][0].value<QList<ContentId>>();
    QVERIFY(ids.size() < 100);
    QVERIFY(ids.contains(ContentId{5'001}));
    QVERIFY(!model.itemAt(5'003));
    QCoreApplication::processEvents();
    QCOMPARE(wanted.count(), 1);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QList<ItemSummary> items;
    for (const ContentId id : ids)
      items.append(summary(id.value));
    items.append(summary(99'999));
    model.provide(items);
    QCOMPARE(changed.count(), 1);
    QVERIFY(model.itemAt(5'003));
  }

  void renewAsksForWhatIsKnown() {
    ItemListModel model;
    model.setListing(listing(3));
    model.provide({summary(1), summary(2)});
    QSignalSpy wanted(&model, &ItemListModel::wanted);
    model.renew({ContentId{2}, ContentId{3}, ContentId{77}});
    QCOMPARE(wanted[0][0].value<QList<ContentId>>(), QList<ContentId>{ContentId{2}});
    // What is shown stays until the new is here.
    QVERIFY(model.itemAt(1));
  }

  void whatChangesWhileItHasNoRowIsReadAnew() {
    ItemListModel model;
    model.setListing(listing(3));
    model.provide({summary(1), summary(3)});
    model.setListing(listing(2));
    model.renew({ContentId{3}});
    model.setListing(listing(3));
    QVERIFY(model.itemAt(0));
    QVERIFY(!model.itemAt(2));
  }

  void equalListingsKeepTheirRows() {
    ItemListModel model;
    model.setListing(listing(4, {{u"Drafts"_s, 0}}));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setListing(listing(4, {{u"Drafts"_s, 0}}));
    QCOMPARE(reset.count(), 0);
    model.setListing(listing(4, {{u"2026"_s, 0}}));
    QCOMPARE(reset.count(), 1);
  }

  void moments_data() {
    QTest::addColumn<QDateTime>("moment");
    QTest::addColumn<QString>("text");
    const auto at = [](int y, int m, int d) { return QDateTime(QDate(y, m, d), QTime(14, 32), Qt::UTC); };
    QTest::newRow("today") << at(2026, 3, 18) << u"14:32"_s;
    QTest::newRow("yesterday") << at(2026, 3, 17) << u"yesterday"_s;
    QTest::newRow("this year") << at(2026, 1, 12) << u"12 Jan"_s;
    QTest::newRow("another year") << at(2024, 1, 12) << u"12 Jan 2024"_s;
  }
  void moments() {
    QFETCH(QDateTime, moment);
    QTEST(momentText(moment, test::clock()(), QLocale(u"en_GB"_s)), "text");
  }

  /// Where a row is narrow, the minutes go first, then the kind; the state is the last to be cut.
  void stateLineGivesWayToTheState() {
    auto look = Appearance::create(test::resources());
    QVERIFY(look.has_value());
    ItemDelegate delegate(**look, test::clock());
    delegate.setMixed(true);
    ItemSummary item = summary(1);
    item.kind = u"Paper review"_s;  // no catalog: the kind's own name is shown
    item.status = Status::Published;
    item.date = Date::day(2026, 3, 4);
    item.words = 2300;
    const QFontMetrics metrics(QApplication::font());
    const auto wide = [&](const QString& text) { return metrics.horizontalAdvance(text); };
    const QString whole = u"Paper review · To publish, 4 Mar"_s;
    const QString alone = u"To publish, 4 Mar"_s;
    ItemDelegate::StateLine line = delegate.stateLine(item, metrics, 2000);
    QCOMPARE(line.sentence, whole);
    QVERIFY(!line.minutes.isEmpty());
    line = delegate.stateLine(item, metrics, wide(whole) + 2);
    QCOMPARE(line.sentence, whole);
    QVERIFY(line.minutes.isEmpty());
    line = delegate.stateLine(item, metrics, wide(whole) - 2);
    QCOMPARE(line.sentence, alone);
    QVERIFY(!line.minutes.isEmpty());
    line = delegate.stateLine(item, metrics, wide(alone) + 2);
    QCOMPARE(line.sentence, alone);
    QVERIFY(line.minutes.isEmpty());
    line = delegate.stateLine(item, metrics, wide(alone) - 2);
    QVERIFY(line.sentence.endsWith(u'…'));
  }

  void stateSentences() {
    const QLocale english(u"en_GB"_s);
    const QDateTime now = test::clock()();
    ItemSummary item = summary(1);
    item.modified = now;
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"Edited 09:30"_s);
    QCOMPARE(stateSentence(item, u"Article"_s, true, now, english), u"Draft article"_s);
    item.status = Status::Published;
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"To publish"_s);
    item.date = Date::day(2026, 3, 4);
    item.version = 3;
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"To publish, 4 Mar"_s);
    QCOMPARE(stateSentence(item, u"Article"_s, true, now, english), u"Article · To publish, 4 Mar"_s);
    item.exportedVersion = 3;
    item.exportedAt = now.addDays(-6);
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"4 Mar"_s);
    QCOMPARE(stateSentence(item, u"Article"_s, true, now, english), u"Article · 4 Mar"_s);
    item.date = Date::year(2026);
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"2026"_s);
    item.status = Status::Unlisted;
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"Unlisted, 2026"_s);
    item.version = 4;
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"Changed since 12 Mar"_s);
    item.status = Status::Draft;
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"To remove"_s);
    item.trashed = now.addDays(-1);
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"To remove, deleted yesterday"_s);
    item.trashed = {};
    item.exportedVersion = 0;
    item.status = Status::Scheduled;
    item.publishAt = QDateTime(QDate(2026, 3, 24), QTime(9, 0), Qt::UTC);
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"Goes live 24 Mar, 09:00"_s);
    item.trashed = now.addDays(-1);
    QCOMPARE(stateSentence(item, u"Article"_s, false, now, english), u"Deleted yesterday"_s);
  }

  void searchesAreRead() {
    const ListingRequest request = readSearch(
        u"flash kind:talk tag:gpu state:draft before:2024 after:2023-05 attention http://x topic:"_s);
    QCOMPARE(request.query.fullText, u"flash attention http://x topic:"_s);
    QCOMPARE(request.query.kinds, QStringList{u"talk"_s});
    QCOMPARE(request.query.tag, u"gpu"_s);
    QCOMPARE(request.query.statuses, QList<Status>{Status::Draft});
    QCOMPARE(request.before, QDate(2024, 1, 1));
    QCOMPARE(request.after, QDate(2023, 5, 1));
    QVERIFY(request.search);
    QCOMPARE(readSearch(u"state:nonsense before:soon"_s).query.fullText, u"state:nonsense before:soon"_s);
  }

  // The groups of a real library equal those made by reading every row.
  void groupsAreThoseOfTheRows() {
    QTemporaryDir dir;
    auto library = Library::create(dir.filePath(u"L.offprint"_s), test::resources(), test::clock());
    QVERIFY(library.has_value());
    QRandomGenerator random(7);
    for (int i = 0; i < 120; ++i) {
      ContentItem item;
      item.kind = i % 5 == 0 ? u"talk"_s : u"article"_s;
      item.title = u"Item %1"_s.arg(i);
      item.status = static_cast<Status>(random.bounded(4));
      const int year = 2018 + static_cast<int>(random.bounded(9));
      item.date = i % 11 == 0   ? Date()
                  : i % 13 == 0 ? Date::text(u"forthcoming"_s)
                  : i % 7 == 0  ? Date::year(year)
                                : Date::day(year, 1 + i % 12, 1 + i % 28);
      if (item.status == Status::Scheduled) item.publishAt = test::clock()().addDays(i);
      QVERIFY((*library)->content().insert(item).has_value());
    }
    ListingRequest request;
    request.query.sort = ContentQuery::Sort::Date;
    request.today = QDate(2026, 3, 18);
    auto list = listItems(**library, request);
    QVERIFY(list.has_value());
    QCOMPARE(list->ids.size(), 120);
    QCOMPARE(QSet<ContentId>(list->ids.cbegin(), list->ids.cend()).size(), 120);
    auto rows = (*library)->content().summaries(list->ids);
    QVERIFY(rows.has_value());
    QSet<QString> labels;
    for (qsizetype g = 0; g < list->groups.size(); ++g) {
      const ItemListing::Group& group = list->groups[g];
      QVERIFY2(!labels.contains(group.label), qPrintable(group.label));
      labels.insert(group.label);
      const qsizetype end = g + 1 < list->groups.size() ? list->groups[g + 1].first : list->ids.size();
      for (qsizetype i = group.first; i < end; ++i) {
        const ItemSummary& item = rows->at(i);
        const QString expected = item.status == Status::Draft       ? u"Drafts"_s
                                 : item.status == Status::Scheduled ? u"Scheduled"_s
                                 : item.date.yearNumber() > 0       ? QString::number(item.date.yearNumber())
                                 : item.date.empty()                ? u"Without date"_s
                                                                    : u"Forthcoming"_s;
        QCOMPARE(group.label, expected);
      }
    }
    request.query.kinds = {u"talk"_s};
    auto talks = listItems(**library, request);
    QVERIFY(talks.has_value());
    rows = (*library)->content().summaries(talks->ids);
    QString before;
    for (const ItemListing::Group& group : talks->groups) {
      if (group.label != u"Upcoming"_s) continue;
      for (qsizetype i = group.first; i < talks->ids.size() && rows->at(i).date.sortKey() >= u"2026-03-18"_s;
           ++i) {
        QVERIFY(before <= rows->at(i).date.sortKey());
        before = rows->at(i).date.sortKey();
      }
    }
  }

  void importReportKeepsTheModelRules() {
    ImportReportModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    using Outcome = ImportedItem::Outcome;
    using Group = ImportReportModel::Group;
    ImportReport report;
    const auto add = [&](Outcome outcome, const Findings& findings) {
      ImportedItem item;
      item.source = u"posts/%1.md"_s.arg(report.items.size());
      item.title = u"T"_s;
      item.outcome = outcome;
      item.findings = findings;
      report.items.append(item);
    };
    Finding finding;
    finding.message = u"The date was not understood."_s;
    add(Outcome::Taken, {});
    add(Outcome::Left, {finding});
    add(Outcome::Taken, {finding, finding});
    add(Outcome::Unchanged, {});
    model.setReport(report);
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(model.needsALook(), 2);
    QCOMPARE(model.index(0).data().toString(), ImportReportModel::groupName(Group::Left));
    QVERIFY(!model.at(0));
    QCOMPARE(model.at(1)->source, u"posts/1.md"_s);
    model.setNeedsALook(true);
    QCOMPARE(model.rowCount(), 4);
    QVERIFY(ImportReportModel::sentence(report.items[2]).startsWith(finding.message));
    // What is taken with something to tell is not taken as it was; the numbers add up to all files.
    QCOMPARE(ImportReportModel::groupOf(report.items[2]), Group::WithChanges);
    int files = 0;
    for (const Group group : ImportReportModel::groups)
      files += model.count(group);
    QCOMPARE(files, model.total());
    // A section is read, but is no item of the library.
    QCOMPARE(model.items(), 0);
    report.items[0].slug = report.items[1].slug = u"a"_s;
    model.setReport(report);
    QCOMPARE(model.items(), 1);
  }
};

QTEST_MAIN(TestLibraryModels)
#include "tst_LibraryModels.moc"
