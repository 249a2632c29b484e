#include "tests/flows/Desk.h"
#include "ui/preview/PreviewSite.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

const QString kBody =
    uR"(Standard attention is not slow because of arithmetic. It writes an $N \times N$ matrix.

## The memory wall

An A100 has 40 GB of memory at about 1.5 TB/s.[^1]

- one
- two

```python
print("hello")
```

| a | b |
|---|---|
| 1 | 2 |

## Softmax, one tile at a time

> Quoted words.

<details><summary>More</summary>

Hidden *text*.

</details>

[^1]: A note.
)"_s;

/// The item's page as the preview composes it.
RenderedPage composed(test::Desk& desk, const DocumentSession& session) {
  const auto site = PreviewSite::create(desk.snapshot());
  if (!site) qFatal("%s", qPrintable(site.error().message));
  const auto page = (*site)->showing(session.item())->item(session.snapshot());
  if (!page) qFatal("%s", qPrintable(page.error().message));
  return *page;
}

}  // namespace

class tst_PreviewFlow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void typedEqualsExported() {
    test::Desk desk;
    QVERIFY(desk.create());
    const ContentId id = desk.add(u"article"_s, u"Why it is fast"_s, kBody);
    desk.add(u"article"_s, u"Another one"_s, u"Words.\n"_s);
    DocumentSession* session = desk.open(id);
    QVERIFY(session);
    QVERIFY(desk.settled(*session));

    desk.editor().goToLine(5);
    QTest::keyClicks(desk.text(), u"Typed *here* and "_s);
    desk.editor().goToLine(3, 4);
    QTest::keyClicks(desk.text(), u"x"_s);
    session->setTitle(u"Why it is faster"_s);
    QVERIFY(desk.settled(*session));
    const QString patched = desk.html(desk.preview());
    QVERIFY2(patched.contains(u"Typed <em>here</em>"_s), qPrintable(patched));
    QVERIFY(patched.contains(u"Why it is faster"_s));

    // What is stored and exported is what the page shows.
    QVERIFY(desk.stored(*session));
    const auto files = desk.exported();
    const RenderedPage page = composed(desk, *session);
    QVERIFY2(files.contains(page.path), qPrintable(page.path));
    QCOMPARE(page.html, files.value(page.path));

    PreviewPane fresh(desk.look());
    fresh.resize(desk.preview().size());
    fresh.setSnapshot(desk.snapshot());
    QSignalSpy rendered(&fresh, &PreviewPane::rendered);
    fresh.open(session);
    fresh.show();
    QTRY_VERIFY_WITH_TIMEOUT(rendered.count() > 0, 20000);
    QVERIFY(desk.settled(*session));
    QCOMPARE(desk.html(desk.preview()), desk.html(fresh));
  }
};

OFFPRINT_FLOW_MAIN(tst_PreviewFlow)
#include "tst_PreviewFlow.moc"
