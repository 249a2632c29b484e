// Random work on a library against a plain model of what it should then hold, and the plans of its queries.
#include <QRandomGenerator>
#include <QtTest>

#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/LinkIndex.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::must;

class TestStoreModel : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;

  static QString word(QRandomGenerator& random) {
    static const QStringList words{u"alpha"_s, u"Beta"_s,    u"ÄPFEL"_s, u"机器学习"_s,
                                   u"a b"_s,   u"x'y\""_s,   u"😀"_s,     u"\u0000nul"_s,
                                   u"%_"_s,    u"[[one]]"_s, u"`code`"_s};
    return words.at(random.bounded(static_cast<int>(words.size())));
  }
  static QString text(QRandomGenerator& random, int most) {
    QStringList words;
    for (int n = random.bounded(most); n > 0; --n)
      words.append(word(random));
    return words.join(u' ');
  }
  static void change(ContentItem& item, QRandomGenerator& random) {
    switch (random.bounded(7)) {
      case 0:
        item.title = text(random, 4);
        break;
      case 1:
        item.body = text(random, 40);
        break;
      case 2:
        item.tags = QStringList{word(random), word(random)};
        item.tags.removeDuplicates();
        break;
      case 3:
        item.status = static_cast<Status>(random.bounded(4));
        break;
      case 4:
        item.fields.insert(word(random), text(random, 3));
        break;
      case 5:
        item.summary = text(random, 6);
        break;
      default:
        item.date = Date::lenient(QString::number(2000 + random.bounded(30)));
    }
  }

 private Q_SLOTS:
  void randomWorkEqualsTheModel_data() {
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 6; ++seed)
      QTest::newRow(qPrintable(QString::number(seed))) << seed;
  }
  void randomWorkEqualsTheModel() {
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    const QString folder = dir_.filePath(u"M%1.offprint"_s.arg(seed));
    auto library = test::newLibrary(folder);
    QMap<qint64, ContentItem> model;
    const auto any = [&] { return std::next(model.begin(), random.bounded(static_cast<int>(model.size()))); };
    for (int round = 0; round < 250; ++round) {
      const int choice = model.isEmpty() ? 0 : random.bounded(12);
      if (choice <= 2) {
        ContentItem item = article(text(random, 4), text(random, 30));
        item.kind = random.bounded(2) ? u"article"_s : u"news"_s;
        const ContentItem stored = must(library->content().insert(item));
        model.insert(stored.id.value, stored);
      } else if (choice <= 7) {
        auto at = any();
        ContentItem wanted = *at;
        change(wanted, random);
        const auto saved = library->content().save(wanted);
        QVERIFY2(saved.has_value(), saved ? "" : qPrintable(saved.error().detail + saved.error().message));
        wanted.version = saved->version;
        wanted.modified = saved->modified;
        QCOMPARE(*saved, must(library->content().get(saved->id)));
        *at = *saved;
        if (!wanted.title.contains(QChar(0)) && !wanted.body.contains(QChar(0)))
          QCOMPARE(saved->title, wanted.title);
      } else if (choice == 8) {
        auto at = any();
        must(library->content().trash(at->id));
        *at = must(library->content().get(at->id));
        QVERIFY(at->trashed.isValid());
      } else if (choice == 9) {
        auto at = any();
        *at = must(library->content().restore(at->id));
        QVERIFY(!at->trashed.isValid());
      } else if (choice == 10 && random.bounded(4) == 0) {
        auto at = any();
        must(library->content().erase(at->id));
        model.erase(at);
      } else if (choice == 11) {
        // What fails half way leaves the model as it is.
        const auto done = library->transaction([&]() -> Result<void> {
          must(library->content().insert(article(u"gone"_s)));
          ContentItem stale = *any();
          stale.version += 5;
          stale.title = u"never"_s;
          auto refused = library->content().save(stale);
          return refused ? Result<void>() : Result<void>(refused.error());
        });
        QCOMPARE(test::codeOf(done), ErrorCode::Conflict);
      }
      if (round % 50 == 49) {
        library.reset();
        library = test::openLibrary(folder);
      }
    }
    int live = 0;
    QHash<QString, int> byKind;
    QSet<QString> addresses;
    for (const ContentItem& item : std::as_const(model)) {
      QCOMPARE(must(library->content().get(item.id)), item);
      if (item.trashed.isValid()) continue;
      ++live;
      ++byKind[item.kind];
      QVERIFY2(!addresses.contains(item.ref()), "two items have one address");
      addresses.insert(item.ref());
      QCOMPARE(must(library->content().find(item.ref())).id, item.id);
    }
    const ContentCounts counts = must(library->content().counts());
    QCOMPARE(counts.all, live);
    QCOMPARE(counts.byKind, byKind);
    QCOMPARE(counts.trashed, static_cast<int>(model.size()) - live);
    for (const QString& wanted : {u"äpfel"_s, u"alpha"_s, u"%"_s}) {
      ContentQuery query;
      query.text = wanted;
      query.trash = ContentQuery::Bin::Include;
      QSet<qint64> found;
      const auto ids = must(library->content().ids(query));
      for (const ContentId id : ids)
        found.insert(id.value);
      QSet<qint64> expected;
      for (const ContentItem& item : std::as_const(model)) {
        const QString all =
            (item.title + u'\n' + item.summary + u'\n' + item.tags.join(u'\n')).toCaseFolded();
        if (all.contains(wanted)) expected.insert(item.id.value);
      }
      QCOMPARE(found, expected);
    }
    QVERIFY(must(library->verify()).isEmpty());
  }

  void codeIsNoLink_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QStringList>("targets");
    QTest::newRow("plain") << u"[[a]] [[k/b#h|t]]"_s << QStringList{u"a"_s, u"k/b"_s};
    QTest::newRow("span") << u"`[[a]]` [[b]]"_s << QStringList{u"b"_s};
    QTest::newRow("double span") << u"``[[a]] ` [[c]]`` [[b]]"_s << QStringList{u"b"_s};
    QTest::newRow("lone backtick") << u"` [[a]]\n\n` [[b]]"_s << QStringList{u"a"_s, u"b"_s};
    QTest::newRow("spans in two paragraphs") << u"`[[a]]` `\n\n` [[b]] `[[c]]`"_s << QStringList{u"c"_s};
    // Its end is looked for once: a paragraph of a long table of names took minutes.
    QTest::newRow("long paragraph") << QString(u"`x` "_s.repeated(200'000) + u"[[a]]"_s)
                                    << QStringList{u"a"_s};
    QTest::newRow("fence") << u"```\n[[a]]\n```\n[[b]]\n~~~ x\n[[c]]\n```\n[[d]]\n~~~\n[[e]]"_s
                           << QStringList{u"b"_s, u"e"_s};
    QTest::newRow("open fence") << u"[[a]]\n````\n[[b]]\n```\n[[c]]"_s << QStringList{u"a"_s};
    QTest::newRow("addresses")
        << u"[x](/a/b/?q#h) [y](</c d>) ![z](/i.png) [w](https://e.org/)\n[r]: /r/ \"t\""_s
        << QStringList{u"/a/b/"_s, u"/c"_s, u"/i.png"_s, u"/r/"_s};
    QTest::newRow("not closed") << u"[[a\n]] [[ ]] [[]] [["_s << QStringList{};
    QTest::newRow("spaces") << u"[[ a b ]]"_s << QStringList{u"a b"_s};
  }
  void codeIsNoLink() {
    QFETCH(QString, body);
    QFETCH(QStringList, targets);
    QCOMPARE(linkIndex::targetsOf(article({}, body)), targets);
    // Nothing renamed: the very same text, whatever it is.
    QCOMPARE(linkIndex::retargeted(article({}, body), nullptr, {{u"never"_s, u"x"_s}}).body, body);
  }

  /// Lists of 10,000 items must not sort or scan them, nor touch bodies: judged by the plan, not the clock.
  void queriesUseIndexes_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QString>("index");
    QTest::newRow("all, by edited") << QByteArray(
                                           "SELECT item.id FROM item WHERE item.trashed IS NULL ORDER BY "
                                           "item.modified DESC, item.id DESC")
                                    << u"item_modified"_s;
    QTest::newRow("by date") << QByteArray(
                                    "SELECT item.id FROM item WHERE item.trashed IS NULL ORDER BY "
                                    "item.date_key DESC, item.id DESC")
                             << u"item_date"_s;
    QTest::newRow("by title") << QByteArray(
                                     "SELECT item.id FROM item WHERE item.trashed IS NULL ORDER BY "
                                     "item.title_key ASC, item.id ASC")
                              << u"item_title"_s;
    QTest::newRow("by words")
        << QByteArray(
               "SELECT item.id FROM item WHERE item.trashed IS NULL ORDER BY item.words "
               "DESC, item.id DESC")
        << u"item_words"_s;
    QTest::newRow("by state")
        << QByteArray(
               "SELECT item.id FROM item WHERE item.trashed IS NULL ORDER BY item.status "
               "DESC, item.modified DESC, item.id DESC")
        << u"item_status"_s;
    QTest::newRow("counts") << QByteArray(
                                   "SELECT kind, status, count(*) FROM item WHERE trashed IS NULL GROUP BY "
                                   "kind, status")
                            << u"item_kind_status"_s;
    QTest::newRow("trash") << QByteArray("SELECT count(*) FROM item WHERE trashed IS NOT NULL")
                           << u"item_trash"_s;
    QTest::newRow("address") << QByteArray(
                                    "SELECT id FROM item WHERE kind = ? AND slug = ? AND trashed IS NULL")
                             << u"item_address"_s;
    QTest::newRow("citation")
        << QByteArray(
               "SELECT id FROM item WHERE citation_key = ? AND trashed IS NULL ORDER BY "
               "id")
        << u"item_citation"_s;
    QTest::newRow("revisions") << QByteArray("SELECT id FROM revision WHERE item = ? ORDER BY id DESC")
                               << u"revision_item"_s;
    QTest::newRow("backlinks")
        << QByteArray(
               "SELECT DISTINCT item FROM item_link WHERE target IN (SELECT value FROM "
               "json_each(?))")
        << u"PRIMARY KEY (target=?)"_s;
  }
  void queriesUseIndexes() {
    QFETCH(QByteArray, sql);
    QFETCH(QString, index);
    const QString folder = dir_.filePath(u"plans.offprint"_s);
    if (!QFileInfo::exists(folder)) test::newLibrary(folder);
    auto database = must(Database::open(folder + u"/library.sqlite"_s, Database::Access::ReadOnly));
    auto statement = must(database->prepare("EXPLAIN QUERY PLAN " + sql));
    QString plan;
    while (must(statement.step()))
      plan += statement.text(3) + u'\n';
    QVERIFY2(plan.contains(index), qPrintable(plan));
    QVERIFY2(!plan.contains(u"USE TEMP B-TREE FOR ORDER BY"_s), qPrintable(plan));
    QVERIFY2(!plan.contains(u"item_text"_s), qPrintable(plan));
  }

  void listsNeverReadBodies() {
    auto library = test::newLibrary(dir_.filePath(u"bodies.offprint"_s));
    must(library->content().insert(article(u"T"_s, u"word"_s)));
    QList<QByteArray> statements;
    Database::setStepFault([&](const QByteArray& sql) {
      statements.append(sql);
      return 0;
    });
    for (const auto sort : {ContentQuery::Sort::Edited, ContentQuery::Sort::Date, ContentQuery::Sort::Title,
                            ContentQuery::Sort::Words, ContentQuery::Sort::State}) {
      ContentQuery query;
      query.sort = sort;
      query.text = u"t"_s;
      must(library->content().list(query));
      must(library->content().summaries(must(library->content().ids(query))));
    }
    must(library->content().counts());
    Database::setStepFault({});
    QVERIFY(statements.size() > 10);
    for (const QByteArray& sql : std::as_const(statements))
      QVERIFY2(!sql.contains("item_text") && !sql.contains("body"), sql.constData());
  }
};

QTEST_GUILESS_MAIN(TestStoreModel)
#include "tst_StoreModel.moc"
