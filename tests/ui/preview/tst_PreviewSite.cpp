#include "tests/ui/preview/SiteFixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestPreviewSite : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  /// What the export leaves out is in no list of the preview either; the edited item is, as if it were out.
  void onlyTheEditedDraftIsListed() {
    ContentItem out = test::articleItem(1, u"Published"_s, u"Words.\n"_s);
    ContentItem draft = test::articleItem(2, u"Half done"_s, u"Words.\n"_s);
    draft.status = Status::Draft;
    draft.date = Date::day(2026, 2, 4);
    draft.topics = {u"Kernels"_s};
    ContentItem other = test::articleItem(3, u"Only an idea"_s, u"Words.\n"_s);
    other.status = Status::Draft;
    const auto site = test::previewOf({out, draft, other});

    const auto page = site->showing(out)->item(out);
    QVERIFY(page.has_value());
    QVERIFY(!page->html.contains("Half done"));
    QVERIFY(!page->html.contains("Only an idea"));

    const auto edited = site->showing(draft);
    QCOMPARE(edited->showing(draft), edited);
    const auto own = edited->item(draft);
    QVERIFY(own.has_value());
    QVERIFY(own->html.contains("Published"));  // its neighbour
    QVERIFY(own->html.contains("Kernels"));
    QVERIFY(!own->html.contains("Only an idea"));
    QVERIFY(!own->html.contains("noindex"));
    QVERIFY(edited->list(u"/articles/"_s)->html.contains("Half done"));

    const auto none = edited->showingNone();
    QVERIFY(!none->list(u"/articles/"_s)->html.contains("Half done"));
    QVERIFY(none->list(u"/articles/"_s)->html.contains("Published"));
    QVERIFY(none->item(other).has_value());
  }
};

QTEST_GUILESS_MAIN(TestPreviewSite)
#include "tst_PreviewSite.moc"
