#include <QRandomGenerator>

#include "exporters/markdown/MarkdownEngine.h"
#include "tests/ui/preview/SiteFixture.h"
#include "ui/preview/PagePatch.h"
#include "ui/preview/QuickPatch.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

RenderedPage whole(const PreviewSite& site, const ContentItem& item) {
  auto page = site.item(item);
  if (!page) qFatal("%s", qPrintable(page.error().located()));
  settleBlocks(*page);
  return *page;
}

}  // namespace

class tst_QuickPatch : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }

  /// What is shown at once is what the whole text makes, for edits anywhere, of any kind that people make.
  void quickIsRight_data() {
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 6; ++seed)
      QTest::addRow("seed %u", seed) << seed;
  }
  void quickIsRight() {
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    ContentItem item = test::articleItem(1, u"Softmax in a single pass"_s, test::longText());
    const auto site = test::previewOf({item, test::articleItem(2, u"Earlier"_s, u"Words.\n"_s)});
    static const QStringList typed{u"x"_s, u" "_s, u"\n"_s, u"word "_s, u"e"_s, u"*"_s,
                                   u"`"_s, u"["_s, u"$"_s,  u"# "_s,    u"- "_s};
    RenderedPage page = whole(*site, item);
    int quick = 0;
    int wrong = 0;
    constexpr int edits = 150;
    for (int i = 0; i < edits; ++i) {
      ContentItem next = item;
      const auto at = random.bounded(int(next.body.size()));
      if (random.bounded(5) == 0) {
        next.body.remove(at, 1 + random.bounded(3));
      } else {
        next.body.insert(at, typed.at(random.bounded(int(typed.size()))));
      }
      const RenderedPage full = whole(*site, next);
      if (const auto shown = quickPage(*site, page, item, next)) {
        ++quick;
        // An edit may reach far ("[" completes a link of another block): the whole then corrects, and that is
        // rare.
        if (shown->blocks != full.blocks) ++wrong;
        for (qsizetype b = 0; b < qMin(shown->blocks.size(), full.blocks.size()); ++b) {
          if (shown->blocks.at(b) != full.blocks.at(b)) continue;
          QCOMPARE(shown->blocks.at(b).firstLine, full.blocks.at(b).firstLine);
          QCOMPARE(shown->blocks.at(b).lastLine, full.blocks.at(b).lastLine);
        }
      }
      // Stay near the text: random keys would soon leave nothing of it.
      if (random.bounded(4) == 0) {
        item = next;
        page = full;
      }
    }
    QVERIFY2(quick > edits / 3, qPrintable(u"%1 quick"_s.arg(quick)));
    QVERIFY2(wrong * 20 <= quick, qPrintable(u"%1 of %2 wrong"_s.arg(wrong).arg(quick)));
  }

  void typingWordsIsAlwaysRight() {
    ContentItem item = test::articleItem(1, u"Softmax"_s, test::longText());
    const auto site = test::previewOf({item});
    RenderedPage page = whole(*site, item);
    const qsizetype at = item.body.indexOf(u"Nothing is read twice"_s);
    std::shared_ptr<const RenderedPage> shown = std::make_shared<RenderedPage>(page);
    const QString words = u"Each score is read once. "_s;
    for (qsizetype i = 0; i < words.size(); ++i) {
      ContentItem next = item;
      next.body.insert(at + i, words.at(i));
      shown = quickPage(*site, *shown, item, next);  // each from the one before, as when keys come fast
      QVERIFY(shown);
      QCOMPARE(shown->blocks, whole(*site, next).blocks);
      item = next;
    }
  }

  void otherChangesAreLeftToTheWhole_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("footnote mark in the block") << u"once for the result"_s << u"once for the results"_s;
    QTest::newRow("link defined elsewhere") << u"See [the definition]"_s << u"Seen [the definition]"_s;
    QTest::newRow("paragraph becomes heading") << u"Keep a running"_s << u"# Keep a running"_s;
    QTest::newRow("fence opened") << u"Text after a rule"_s << u"```\nText after a rule"_s;
    QTest::newRow("paragraph split") << u"Nothing is read twice"_s << u"\n\nNothing is read twice"_s;
    QTest::newRow("definition changed")
        << u"https://example.org/definition"_s << u"https://example.org/other"_s;
  }
  void otherChangesAreLeftToTheWhole() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    const ContentItem item = test::articleItem(1, u"Softmax"_s, test::longText());
    const auto site = test::previewOf({item});
    ContentItem next = item;
    QVERIFY(next.body.contains(from));
    next.body.replace(from, to);
    QVERIFY(!quickPage(*site, whole(*site, item), item, next));
  }

  void otherValuesAreLeftToTheWhole() {
    const ContentItem item = test::articleItem(1, u"Softmax"_s, test::longText());
    const auto site = test::previewOf({item});
    ContentItem next = item;
    next.title = u"Other"_s;
    QVERIFY(!quickPage(*site, whole(*site, item), item, next));
  }
};

QTEST_GUILESS_MAIN(tst_QuickPatch)
#include "tst_QuickPatch.moc"
