#include <chrono>
#include <csignal>
#include <future>
#include <QPushButton>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QWebEngineView>

#include "tests/flows/Desk.h"
#include "tests/support/Pictures.h"
#include "ui/preview/PreviewSite.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

QString body() {
  return QString::fromUtf8(test::slurp(test::source(u"tests/fixtures/long-text.md"_s)));
}

/// HTML as the engine serialises it, with each tag's attributes by name: their order means nothing.
QString canonical(const QString& html) {
  static const QRegularExpression tag(u"<([a-z][^\\s>]*)((?:\\s+[^\\s=>]+=\"[^\"]*\")+)"_s);
  static const QRegularExpression attribute(u"[^\\s=>]+=\"[^\"]*\""_s);
  QString out;
  qsizetype from = 0;
  for (auto tags = tag.globalMatch(html); tags.hasNext();) {
    const QRegularExpressionMatch match = tags.next();
    QStringList attributes;
    for (auto each = attribute.globalMatch(match.captured(2)); each.hasNext();)
      attributes.append(each.next().captured());
    attributes.sort();
    out += html.mid(from, match.capturedStart() - from) + u'<' + match.captured(1) + u' ' +
           attributes.join(u' ');
    from = match.capturedEnd();
  }
  return out + html.mid(from);
}

/// The item's page as the preview composes it.
RenderedPage composed(test::Desk& desk, const DocumentSession& session) {
  const auto snapshot = desk.snapshot();
  auto made = std::async(std::launch::async, [&, item = session.item(), now = session.snapshot()] {
    const auto site = PreviewSite::create(snapshot, nullptr, &desk.typesetter());
    return site ? (*site)->showing(item)->item(now) : Result<RenderedPage>(site.error());
  });
  if (!QTest::qWaitFor([&] { return made.wait_for(std::chrono::seconds(0)) == std::future_status::ready; },
                       60000))
    qFatal("the page is not composed");
  const auto page = made.get();
  if (!page) qFatal("%s", qPrintable(page.error().message));
  if (page->undrawn) qFatal("the page is not drawn");
  return *page;
}

}  // namespace

class tst_PreviewFlow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void typedEqualsExported() {
    test::Desk desk;
    QVERIFY(desk.create());
    const ContentId id = desk.add(u"article"_s, u"Why it is fast"_s, body());
    desk.add(u"article"_s, u"Another one"_s, u"Words.\n"_s);
    DocumentSession* session = desk.open(id);
    QVERIFY(session);
    QVERIFY(desk.settled(*session));

    desk.editor().goToLine(6);
    QTest::keyClicks(desk.text(), u"Typed *here* and "_s);
    desk.editor().goToLine(4, 4);
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

    QVERIFY(equalsFreshPage(desk, *session));
  }

  /// Edits of all sorts in a real text, short (rendered as a whole) and long (blocks first).
  /// A photo is shown at once, and in all its sizes as soon as they are made: the page is then the exported
  /// one.
  void picturesComeInAllSizes() {
    const QTemporaryDir cache;
    const QByteArray before = qgetenv("XDG_CACHE_HOME");
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    const auto restore = qScopeGuard(
        [&] { before.isEmpty() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", before); });
    test::Desk desk;
    QVERIFY(desk.create());
    desk.job<bool>([](Library& library) -> Result<bool> {
      OFFPRINT_TRY(library.media().add(u"p.jpg"_s, test::cameraJpeg(test::photo(1300, 900), 6)));
      return true;
    });
    const ContentId id = desk.add(u"article"_s, u"A photo"_s, u"Words\n\n![A photo](media/p.jpg)\n"_s);
    DocumentSession* session = desk.open(id);
    QVERIFY(session);
    QVERIFY(desk.settled(*session));
    QTRY_VERIFY_WITH_TIMEOUT(desk.html(desk.preview()).contains(u"<picture>"_s), 20000);
    QVERIFY(equalsFreshPage(desk, *session));
    const auto files = desk.exported();
    const RenderedPage page = composed(desk, *session);
    QVERIFY(!page.pending && page.html.contains("p."));
    QCOMPARE(page.html, files.value(page.path));
  }

  void randomEditsEqualLoaded_data() {
    QTest::addColumn<int>("copies");
    QTest::newRow("short") << 1;
    QTest::newRow("long") << 12;
  }
  void randomEditsEqualLoaded() {
    QFETCH(int, copies);
    test::Desk desk;
    QVERIFY(desk.create());
    const ContentId id = desk.add(u"article"_s, u"Softmax in a single pass"_s, body().repeated(copies));
    DocumentSession* session = desk.open(id);
    QVERIFY(session);
    QVERIFY(desk.settled(*session));
    QRandomGenerator random(7);
    static const QStringList typed{u"word "_s, u"\n\n"_s, u"## Heading\n\n"_s, u"- item\n"_s, u"`c`"_s,
                                   u"<b>"_s,   u"*"_s};
    for (int round = 0; round < 3; ++round) {
      for (int edit = 0; edit < 6; ++edit) {
        QTextCursor cursor(desk.text()->document());
        cursor.setPosition(random.bounded(desk.text()->document()->characterCount() - 1));
        if (random.bounded(3) == 0) {
          cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, 1 + random.bounded(8));
          cursor.removeSelectedText();
        } else {
          cursor.insertText(typed.at(random.bounded(int(typed.size()))));
        }
        if (random.bounded(2)) QCoreApplication::processEvents();
      }
      QVERIFY(desk.settled(*session));
      QVERIFY(equalsFreshPage(desk, *session));
    }
  }

  /// Formulas, code and diagrams are drawn apart from the page, which is complete when it says so.
  void drawnEqualsExported() {
    test::Desk desk;
    QVERIFY(desk.create());
    const QString text =
        u"Is $x^2$ so?\n\n$$\n\\int_0^1 x\\,dx\n$$ {#eq:i}\n\n```python {hl=1}\nprint(1)\n```\n\n"
        "```mermaid {title=\"Flow\"}\ngraph TD\nA --> B\n```\n\nLast words.\n"_s;
    const ContentId id = desk.add(u"article"_s, u"On $\\alpha$ decay"_s, text);
    DocumentSession* session = desk.open(id);
    QVERIFY(session);
    QVERIFY(desk.settled(*session));
    QVERIFY(equalsFreshPage(desk, *session));
    desk.editor().goToLine(1, 4);
    QTest::keyClicks(desk.text(), u"y+"_s);
    desk.editor().goToLine(8);
    QTest::keyClicks(desk.text(), u"print(2);"_s);
    QVERIFY(desk.settled(*session));
    const QString shown = desk.html(desk.preview());
    for (const auto& part : {u"katex-html"_s, u"hljs-"_s, u"<svg"_s, u"katex.css"_s})
      QVERIFY2(shown.contains(part), qPrintable(part));
    QVERIFY(desk.stored(*session));
    const RenderedPage page = composed(desk, *session);
    QCOMPARE(page.html, desk.exported().value(page.path));
    QVERIFY(equalsFreshPage(desk, *session));
  }

  /// What is written at the end of a paragraph longer than the page's window is seen.
  void endOfALongParagraphIsInSight() {
    test::Desk desk;
    QVERIFY(desk.create());
    const QString paragraph = u"Words that fill the page from edge to edge. "_s.repeated(120).trimmed();
    DocumentSession* session =
        desk.open(desk.add(u"article"_s, u"Long"_s, u"First.\n\n"_s + paragraph + u"\n\nLast.\n"_s));
    desk.preview().setDeviceWidth(PreviewPane::Width::Phone);
    QVERIFY(desk.settled(*session));
    connect(&desk.editor(), &EditorPane::caretMoved, &desk.preview(),
            [&desk] { desk.preview().followCaret(desk.editor().caretPlace()); });
    connect(&desk.editor(), &EditorPane::scrolled, &desk.preview(), &PreviewPane::scrollToLine);
    desk.editor().goToLine(3, static_cast<int>(paragraph.size()) + 1);
    QTest::keyClicks(desk.text(), u" END"_s);
    QVERIFY(desk.settled(*session));
    QWebEngineView* view = nullptr;
    for (QWebEngineView* each : desk.preview().findChildren<QWebEngineView*>()) {
      if (each->isVisible()) view = each;
    }
    QVERIFY(view);
    std::optional<double> bottom;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
          view->page()->runJavaScript(
              u"(() => { const all = [...document.querySelectorAll('p')];"
              "const box = all.find((p) => p.textContent.endsWith('END')).getBoundingClientRect();"
              "return box.bottom / innerHeight })()"_s,
              [&](const QVariant& value) { bottom = value.toDouble(); });
          return bottom && *bottom > 0.1 && *bottom < 1;
        }(),
        20000);
  }

  /// The item as it is seen elsewhere follows the writing as the page does.
  void itemIsShownInOtherForms() {
    test::Desk desk;
    QVERIFY(desk.create());
    DocumentSession* session = desk.open(desk.add(u"article"_s, u"One"_s, u"Some text.\n"_s));
    QVERIFY(desk.settled(*session));
    desk.preview().setForm(PageForm::Feed);
    QVERIFY(desk.settled(*session));
    QTRY_VERIFY_WITH_TIMEOUT(desk.html(desk.preview()).contains(u"class=\"feed\""_s), 20000);
    desk.editor().goToLine(1);
    QTest::keyClicks(desk.text(), u"More "_s);
    QVERIFY(desk.settled(*session));
    QVERIFY(desk.html(desk.preview()).contains(u"<p>More Some text.</p>"_s));
    desk.preview().setForm(PageForm::SearchResult);
    QTRY_VERIFY_WITH_TIMEOUT(desk.html(desk.preview()).contains(u"class=\"result\""_s), 20000);
    desk.preview().setForm(PageForm::Page);
    QTRY_VERIFY_WITH_TIMEOUT(desk.html(desk.preview()).contains(u"<article"_s), 20000);
    QVERIFY(equalsFreshPage(desk, *session));
  }

  void newItemIsShownFromItsFirstWords() {
    test::Desk desk;
    QVERIFY(desk.create());
    DocumentSession* session = desk.library().newItem(u"article"_s);
    QVERIFY(session);
    desk.show(session);
    QVERIFY(desk.settled(*session));
    QTest::keyClicks(desk.text(), u"First words."_s);
    QVERIFY(desk.settled(*session));
    QVERIFY(desk.html(desk.preview()).contains(u"First words."_s));
    session->setTitle(u"A name at last"_s);
    QVERIFY(desk.settled(*session));
    QVERIFY(desk.html(desk.preview()).contains(u"A name at last</h1>"_s));
  }

  void anotherItemReplacesTheFirst() {
    test::Desk desk;
    QVERIFY(desk.create());
    const ContentId one = desk.add(u"article"_s, u"One"_s, u"First text.\n"_s);
    const ContentId two = desk.add(u"talk"_s, u"Two"_s, u"Second text.\n"_s);
    DocumentSession* first = desk.open(one);
    QVERIFY(desk.settled(*first));
    QVERIFY(desk.html(desk.preview()).contains(u"First text"_s));
    DocumentSession* second = desk.open(two);
    QVERIFY(desk.settled(*second));
    QVERIFY(desk.html(desk.preview()).contains(u"Second text"_s));
    desk.preview().open(nullptr);
    QVERIFY(desk.html(desk.preview()).isEmpty());
    QSignalSpy rendered(&desk.preview(), &PreviewPane::rendered);
    desk.preview().openAddress(u"/articles/"_s);
    QTRY_VERIFY_WITH_TIMEOUT(rendered.count() > 0, 20000);
    QVERIFY(desk.html(desk.preview()).contains(u"One"_s));
  }

  void writingBringsTheItemBack() {
    test::Desk desk;
    QVERIFY(desk.create());
    DocumentSession* session = desk.open(desk.add(u"article"_s, u"One"_s, u"## Head\n\nSome text.\n"_s));
    QVERIFY(desk.settled(*session));
    QSignalSpy outline(&desk.preview(), &PreviewPane::outlineChanged);
    QSignalSpy rendered(&desk.preview(), &PreviewPane::rendered);
    desk.preview().openAddress(u"/articles/"_s);
    QTRY_VERIFY_WITH_TIMEOUT(rendered.count() > 0, 20000);
    QVERIFY(!desk.html(desk.preview()).contains(u"id=\"head\""_s));
    QCOMPARE(outline.count(), 0);  // that of the item is still true
    QTest::keyClicks(desk.text(), u"More. "_s);
    QVERIFY(desk.settled(*session));
    QVERIFY(desk.html(desk.preview()).contains(u"More."_s));
  }

  void linksAndClicksLeadToItemsAndLines() {
    test::Desk desk;
    QVERIFY(desk.create());
    desk.add(u"article"_s, u"Two"_s, u"Second text.\n"_s);
    DocumentSession* session = desk.open(
        desk.add(u"article"_s, u"One"_s, u"First.\n\nSee [[two]] and [out](https://example.org/a).\n"_s));
    QVERIFY(desk.settled(*session));
    QSignalSpy items(&desk.preview(), &PreviewPane::itemRequested);
    QSignalSpy external(&desk.preview(), &PreviewPane::externalRequested);
    QSignalSpy lines(&desk.preview(), &PreviewPane::lineActivated);
    QWebEngineView* view = nullptr;
    const QList<QWebEngineView*> views = desk.preview().findChildren<QWebEngineView*>();
    for (QWebEngineView* each : views) {
      if (each->isVisible()) view = each;
    }
    QVERIFY(view);
    const auto click = [&](const QString& selector, const QString& parent = {}) {
      view->page()->runJavaScript(u"document.querySelector('%1')%2.click()"_s.arg(selector, parent));
    };
    click(u"a[href*=\"two\"]"_s);
    QTRY_COMPARE_WITH_TIMEOUT(items.count(), 1, 20000);
    QCOMPARE(items.first().first().toString(), u"/articles/two/"_s);
    click(u"a[href^=\"https://example.org\"]"_s);
    click(u"a[href^=\"https://example.org\"]"_s, u".parentElement"_s);
    QTRY_VERIFY_WITH_TIMEOUT(lines.count() > 0, 20000);
    QCOMPARE(external.count(), 0);  // only with Ctrl, or by the toast's verb
    QVERIFY(desk.html(desk.preview()).contains(u"First."_s));
  }

  void widthsScaleThePage_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("pixels");
    QTest::newRow("phone") << int(PreviewPane::Width::Phone) << 390;
    QTest::newRow("tablet") << int(PreviewPane::Width::Tablet) << 820;
    QTest::newRow("desktop") << int(PreviewPane::Width::Desktop) << 1280;
  }
  void widthsScaleThePage() {
    QFETCH(int, width);
    QFETCH(int, pixels);
    test::Desk desk;
    QVERIFY(desk.create());
    DocumentSession* session = desk.open(desk.add(u"article"_s, u"One"_s, u"Some text.\n"_s));
    desk.preview().setDeviceWidth(static_cast<PreviewPane::Width>(width));
    QVERIFY(desk.settled(*session));
    std::optional<int> seen;
    int exact = 0;  // a pixel of the screen, in pixels of the page
    const QList<QWebEngineView*> views = desk.preview().findChildren<QWebEngineView*>();
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
          for (QWebEngineView* view : views) {
            if (view->isVisible()) {
              exact = pixels / qMax(1, view->width()) + 2;
              view->page()->runJavaScript(u"innerWidth"_s,
                                          [&](const QVariant& value) { seen = value.toInt(); });
            }
          }
          return seen && qAbs(*seen - pixels) <= exact;
        }(),
        20000);
  }

  void deadEngineIsToldAndRestarted() {
    test::Desk desk;
    QVERIFY(desk.create());
    DocumentSession* session = desk.open(desk.add(u"article"_s, u"One"_s, u"Some text.\n"_s));
    QVERIFY(desk.settled(*session));
    QList<QWebEngineView*> views = desk.preview().findChildren<QWebEngineView*>();
    for (QWebEngineView* view : views)
      view->page()->load(QUrl(u"chrome://crash"_s));
    const auto restart = [&]() -> QPushButton* {
      const QList<QPushButton*> buttons = desk.preview().findChildren<QPushButton*>();
      for (QPushButton* button : buttons) {
        if (button->isVisible() && button->text() == u"Restart preview"_s) return button;
      }
      return nullptr;
    };
    if (!QTest::qWaitFor([&] { return restart() != nullptr; }, 2000)) {
      // The page refuses to navigate, as it should: end its process instead.
      views.first()->page()->runJavaScript(u"0"_s);
      const qint64 process = views.first()->page()->renderProcessPid();
      QVERIFY(process > 0);
      ::kill(static_cast<pid_t>(process), SIGKILL);
    }
    QTRY_VERIFY_WITH_TIMEOUT(restart() != nullptr, 20000);
    QTest::keyClicks(desk.text(), u"Still typing. "_s);
    restart()->click();
    QVERIFY(desk.settled(*session));
    QVERIFY(desk.html(desk.preview()).contains(u"Still typing."_s));
  }

 private:
  /// The patched page is what loading it anew gives.
  static bool equalsFreshPage(test::Desk& desk, DocumentSession& session) {
    PreviewPane fresh(desk.look());
    fresh.setTypesetter(&desk.typesetter());
    fresh.resize(desk.preview().size());
    fresh.setSnapshot(desk.snapshot());
    bool rendered = false;
    QObject::connect(&fresh, &PreviewPane::rendered, &fresh, [&] { rendered = true; });
    fresh.open(&session);
    fresh.show();
    if (!QTest::qWaitFor([&] { return rendered; }, 120000) || !desk.settled(session)) return false;
    const QString patched = canonical(desk.html(desk.preview()));
    const QString loaded = canonical(desk.html(fresh));
    if (patched != loaded) {
      qsizetype at = 0;
      while (at < patched.size() && at < loaded.size() && patched.at(at) == loaded.at(at))
        ++at;
      qWarning().noquote() << "patched:" << patched.mid(at - 80, 400)
                           << "\nloaded:" << loaded.mid(at - 80, 400);
    }
    return patched == loaded && !patched.isEmpty();
  }
};

OFFPRINT_FLOW_MAIN(tst_PreviewFlow)
#include "tst_PreviewFlow.moc"
