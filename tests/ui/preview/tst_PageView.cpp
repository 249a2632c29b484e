#include "tests/ui/preview/PageFixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::Engine;
using test::pageOf;

namespace {

const QByteArray kHead =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%TITLE%</title>\n"
    "<style>html{color-scheme:light}@media (prefers-color-scheme: "
    "dark){body{background:rgb(1,2,3)}}</style>\n"
    "</head>\n<body>\n<header><nav><a href=\"../../index.html\">Home</a></nav></header>\n<main><article>\n"
    "<h1>%TITLE%</h1>\n<p class=\"meta\">%MINUTES% min</p>\n%TOC%<div class=\"text\">\n";
const QByteArray kTail = "</div>\n</article></main>\n<footer><p>%MINUTES%</p></footer>\n</body>\n</html>\n";

QByteArray filled(QByteArray chrome, const QByteArray& title, int minutes, int toc) {
  QByteArray contents;
  if (toc > 0) {
    contents = "<nav class=\"toc\"><ol>";
    for (int i = 0; i < toc; ++i)
      contents += "<li><a href=\"#s" + QByteArray::number(i) + "\">S</a></li>";
    contents += "</ol></nav>\n";
  }
  return chrome.replace("%TITLE%", title)
      .replace("%MINUTES%", QByteArray::number(minutes))
      .replace("%TOC%", contents);
}

std::shared_ptr<const RenderedPage> article(const QList<QByteArray>& blocks, const QByteArray& title = "One",
                                            int minutes = 3, int toc = 2) {
  return pageOf(filled(kHead, title, minutes, toc), blocks, filled(kTail, title, minutes, toc));
}

/// Fragments as Markdown and people make them; those of the second half do not stand for themselves.
const QList<QByteArray> kPool = {
    "<p>One paragraph of <em>text</em>.</p>\n",
    "<p>Another, with <code>code</code> and <a href=\"https://example.org/\">a link</a>.</p>\n",
    "<h2 id=\"s0\">A heading</h2>\n",
    "<ul>\n<li>one</li>\n<li>two\n<ul>\n<li>three</li>\n</ul>\n</li>\n</ul>\n",
    "<pre><code class=\"language-c\">\nint main() {}\n</code></pre>\n",
    "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</"
    "table>\n",
    "<details><summary>More</summary>\n<p>Hidden.</p>\n</details>\n",
    "<blockquote>\n<p>Said.</p>\n</blockquote>\n",
    "<hr />\n",
    "plain text that begins a block\n",
    "<!-- a remark -->\n",
    "\n",
    "",
    "<p>Привет, 日本語, 👩‍🔬 &amp; &lt;b&gt; &quot;q&quot;</p>\n",
    "<svg viewBox=\"0 0 1 1\"><title>t</title><path d=\"M0 0z\"/></svg>\n",
    "<template><p>in a template</p></template>\n",
    "<figure>\n<img src=\"../../media/none.png\" alt=\"\" width=\"4\" "
    "height=\"3\">\n<figcaption>c</figcaption>\n</figure>\n",
    "<script>window.ran = 1</script>\n",
    "<noscript><p>no script</p></noscript>\n",
    "<input value=\"x\" checked><textarea>\nwords</textarea>\n",
    "<p>unclosed <b>bold</p>\n",
    "<div>\n",
    "</div>\n",
    "</div></article>\n",
    "<p>an open paragraph\n",
    "<td>a cell alone</td>\n",
    "<li>an item alone</li>\n",
    "<!-- never closed\n",
    "<body class=\"mine\">\n",
    "<textarea>open\n",
    "<table><p>fostered</p>\n",
    "<select><option>a</option></select>\n",
    "<b><p>crossed</b></p>\n",
    "<form><form></form>\n",
    "<x-offprint></x-offprint><i></i>\n",
};

}  // namespace

class tst_PageView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { engine_ = std::make_unique<Engine>(); }
  void cleanupTestCase() { engine_.reset(); }

  void patchedEqualsLoaded_data() {
    QTest::addColumn<int>("pool");
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 5; ++seed) {
      QTest::addRow("balanced %u", seed) << 20 << seed;
      QTest::addRow("anything %u", seed) << int(kPool.size()) << seed;
    }
  }

  void patchedEqualsLoaded() {
    QFETCH(int, pool);
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    const auto pick = [&] { return kPool.at(random.bounded(pool)); };
    QList<QByteArray> blocks;
    for (int i = 0; i < 8; ++i)
      blocks.append(pick());
    const auto view = engine_->view();
    const auto fresh = engine_->view();
    QByteArray title = "One";
    int toc = 2;
    engine_->load(*view, article(blocks, title, 3, toc));
    for (int step = 0; step < 30; ++step) {
      const int at = random.bounded(int(blocks.size()) + 1);
      switch (random.bounded(6)) {
        case 0:
          blocks.insert(at, pick());
          break;
        case 1:
          if (at < blocks.size()) blocks.removeAt(at);
          break;
        case 2:
          if (at < blocks.size()) blocks[at] = pick();
          break;
        case 3:
          if (at < blocks.size()) blocks[at].replace("e", "ee");
          break;
        case 4:
          for (int i = 0; i < 3; ++i)
            blocks.insert(at, pick());
          break;
        default:
          title += random.bounded(2) ? "x" : "&amp;";
          toc = random.bounded(4);
      }
      const auto next = article(blocks, title, int(blocks.size()), toc);
      engine_->patch(*view, next);
      if (step % 3 != 2) continue;
      engine_->load(*fresh, next);
      const QString patched = Engine::tree(*view);
      const QString loaded = Engine::tree(*fresh);
      if (patched != loaded) {
        qWarning().noquote() << "step" << step << "blocks" << blocks << "\n"
                             << patched << "\n---\n"
                             << loaded;
      }
      QVERIFY(patched == loaded);
    }
  }

  void blocksAreMapped() {
    const auto view = engine_->view();
    const auto page = article(kPool.mid(0, 20));
    engine_->load(*view, page);
    QVERIFY(Engine::ask(*view, u"offprint.mapped()"_s).toBool());
    QVERIFY(!Engine::tree(*view).contains(u"offprint"_s));
  }

  void fileIsShownAsItIs() {
    const auto view = engine_->view();
    const auto page = article(kPool.mid(0, 9));
    engine_->load(*view, page);
    const QString tree =
        Engine::ask(*view,
                    u"new DOMParser().parseFromString(%1, 'text/html').documentElement.outerHTML === "
                    "document.documentElement.outerHTML ? 'same' : document.documentElement.outerHTML"_s.arg(
                        QString::fromUtf8(QJsonDocument(QJsonArray{QString::fromUtf8(page->html)}).toJson()) +
                        u"[0]"_s))
            .toString();
    QCOMPARE(tree, u"same"_s);
  }

  void scriptsAndReadersChangesStay() {
    const auto view = engine_->view();
    QList<QByteArray> blocks{kPool.at(0), kPool.at(6), kPool.at(1)};
    engine_->load(*view, article(blocks));
    Engine::ask(*view,
                u"document.querySelector('details').open = true;"
                "document.documentElement.dataset.theme = 'dark';"
                "document.querySelector('.toc a').className = 'on'; window.stamp = 1"_s);
    blocks[1].replace("Hidden", "Shown");
    engine_->patch(*view, article(blocks, "Two", 9));
    const QString tree = Engine::tree(*view);
    QVERIFY(tree.contains(u"data-theme=\"dark\""_s));
    QVERIFY(tree.contains(u"<details open"_s));
    QVERIFY(tree.contains(u"class=\"on\""_s));
    QVERIFY(tree.contains(u"Shown"_s));
    QVERIFY(tree.contains(u"<title>Two</title>"_s));
    QCOMPARE(Engine::ask(*view, u"window.stamp"_s).toInt(), 1);  // never loaded again
  }

  void patchesWhileLoadingArriveAfterIt() {
    const auto view = engine_->view();
    const auto first = article({kPool.at(0)});
    const auto second = article({kPool.at(0), kPool.at(1)});
    engine_->scheme().setPage(first->path, first->html);
    view->load(first, Qt::darkCyan, false);
    bool done = false;
    view->patch(second, [&] { done = true; });
    QVERIFY(!done);
    QTRY_VERIFY_WITH_TIMEOUT(done, 20000);
    QVERIFY(Engine::tree(*view).contains(u"Another"_s));
  }

  void clickTellsTheLine() {
    const auto view = engine_->view();
    engine_->load(*view, article(kPool.mid(0, 5)));
    QSignalSpy clicked(view.get(), &PageView::lineClicked);
    Engine::ask(*view, u"document.querySelector('h2').click()"_s);
    QTRY_COMPARE(clicked.count(), 1);
    QCOMPARE(clicked.first().first().toInt(), 7);  // third block, three lines each
  }

  // The home page is told apart by its sections: the chosen one has a frame that is not in the page, also
  // after another version of it came.
  void partsAreFramedAndPicked() {
    const auto view = engine_->view();
    const auto home = [](const QByteArray& words) {
      return pageOf(
          "<!doctype html><html lang=en><head><title>Home</title></head><body>"
          "<section id=hello><h1>Hello</h1></section><section id=writing style='height:2000px'><div id=x>"
          "<p>" +
              words + "</p></div></section><section id=contact><p>Mail</p></section>",
          {}, "</body></html>");
    };
    view->setParts({u"hello"_s, u"writing"_s, u"contact"_s}, u"hello"_s);
    engine_->load(*view, home("Words"));
    const QString before = Engine::tree(*view);
    const auto framed = [&view](const QString& anchor) {
      return Engine::ask(*view, u"getComputedStyle(document.getElementById('%1')).outlineStyle"_s.arg(anchor))
                 .toString() == u"solid"_s;
    };
    QVERIFY(framed(u"hello"_s));
    QSignalSpy picked(view.get(), &PageView::partClicked);
    QSignalSpy clicked(view.get(), &PageView::lineClicked);
    Engine::ask(*view, u"document.querySelector('p').click()"_s);
    QTRY_COMPARE(picked.count(), 1);
    QCOMPARE(picked.first().first().toString(), u"writing"_s);
    QCOMPARE(clicked.count(), 0);
    view->setParts({u"hello"_s, u"writing"_s, u"contact"_s}, u"contact"_s);
    QTRY_VERIFY(Engine::ask(*view, u"scrollY"_s).toDouble() > 500);
    QVERIFY(framed(u"contact"_s) && !framed(u"hello"_s));
    QCOMPARE(Engine::tree(*view), before);
    engine_->patch(*view, home("Other words"));
    QVERIFY(framed(u"contact"_s));
  }

  void linksDoNotNavigate_data() {
    QTest::addColumn<QString>("href");
    QTest::addColumn<QString>("followed");
    QTest::newRow("internal") << u"../../articles/two/"_s << u"offprint://site/articles/two/"_s;
    QTest::newRow("external") << u"https://example.org/x"_s << u"https://example.org/x"_s;
    QTest::newRow("fragment") << u"#s0"_s << QString();
    QTest::newRow("file") << u"file:///etc/passwd"_s << QString();
    QTest::newRow("script") << u"javascript:location='https://example.org/'"_s << u"https://example.org/"_s;
  }
  void linksDoNotNavigate() {
    QFETCH(QString, href);
    QFETCH(QString, followed);
    const auto view = engine_->view();
    engine_->load(*view,
                  article({kPool.at(2), "<p><a id=\"go\" href=\"" + href.toUtf8() + "\">go</a></p>\n"}));
    QSignalSpy links(view.get(), &PageView::linkFollowed);
    Engine::ask(*view, u"document.getElementById('go').click()"_s);
    if (followed.isEmpty()) {
      Engine::ask(*view, u"new Promise(r => setTimeout(r, 50))"_s);
      QCOMPARE(links.count(), 0);
    } else {
      QTRY_COMPARE(links.count(), 1);
      QCOMPARE(links.first().first().toUrl().toString(), followed);
    }
    QVERIFY(Engine::tree(*view).contains(u"id=\"go\""_s));
    QCOMPARE(view->url().path(), u"/articles/one/index.html"_s);
  }

  void nothingLeavesTheMachine() {
    const auto view = engine_->view();
    engine_->load(
        *view,
        article(
            {"<p><img src=\"https://example.org/a.png\"><iframe src=\"https://example.org/\"></iframe></p>\n",
             "<script>try { new WebSocket('wss://example.org/') } catch (e) {}\n"
             "fetch('https://example.org/').catch(() => document.body.dataset.refused = 1);\n"
             "document.body.dataset.rtc = typeof RTCPeerConnection;</script>\n"}));
    QTRY_VERIFY(Engine::tree(*view).contains(u"data-refused"_s));
    QVERIFY(Engine::tree(*view).contains(u"data-rtc=\"undefined\""_s));
    QVERIFY(!Engine::tree(*view).contains(u"Security-Policy"_s));
  }

  void filesComeFromTablesAlone() {
    QStringList asked;
    engine_->scheme().setSource([&](const QString& path) -> Result<Served> {
      if (path == u"assets/a b#1.css") return Served{"h2{color:rgb(1,2,3)}", "text/css"};
      return makeError(ErrorCode::NotFound, u"no"_s);
    });
    const auto view = engine_->view();
    engine_->load(*view, article({"<link rel=\"stylesheet\" href=\"../../assets/a%20b%231.css\">\n",
                                  kPool.at(2), "<img id=\"out\" src=\"../../../../../../etc/passwd\">\n"}));
    QTRY_COMPARE(Engine::ask(*view, u"getComputedStyle(document.querySelector('h2')).color"_s).toString(),
                 u"rgb(1, 2, 3)"_s);
    QCOMPARE(Engine::ask(*view, u"document.getElementById('out').naturalWidth"_s).toInt(), 0);
    engine_->scheme().setSource({});
  }

  void darkIsAnsweredWithoutTouchingThePage() {
    const auto view = engine_->view();
    engine_->load(*view, article({kPool.at(0)}));
    const QString before = Engine::tree(*view);
    const auto background = u"getComputedStyle(document.body).backgroundColor"_s;
    QCOMPARE(Engine::ask(*view, background).toString(), u"rgba(0, 0, 0, 0)"_s);
    view->setDark(true);
    QCOMPARE(Engine::ask(*view, background).toString(), u"rgb(1, 2, 3)"_s);
    view->setDark(false);
    QCOMPARE(Engine::ask(*view, background).toString(), u"rgba(0, 0, 0, 0)"_s);
    QCOMPARE(Engine::tree(*view), before);
  }

  void paperAnswersForPrint() {
    const auto view = engine_->view();
    const auto sheet =
        article({"<style>@media print{.text{color:rgb(7,8,9)}}@media screen{.text{margin:3px}}"
                 "</style><p>x</p>\n"});
    const auto style =
        u"(() => { const s = getComputedStyle(document.querySelector('.text'));"
        "return s.color + s.marginTop })()"_s;
    engine_->load(*view, sheet);
    const QString screen = Engine::ask(*view, style).toString();
    QVERIFY2(screen.endsWith(u"3px"_s) && !screen.contains(u"7, 8, 9"_s), qPrintable(screen));
    view->setPaper(true);
    engine_->load(*view, sheet);
    const QString paper = Engine::ask(*view, style).toString();
    QVERIFY2(paper.startsWith(u"rgb(7, 8, 9)"_s) && !paper.endsWith(u"3px"_s), qPrintable(paper));
  }

  void caretBarAndScrollLeaveNoTrace() {
    const auto view = engine_->view();
    QList<QByteArray> blocks;
    for (int i = 0; i < 60; ++i)
      blocks.append(kPool.at(i % 5));
    engine_->load(*view, article(blocks));
    const QString before = Engine::tree(*view);
    view->scrollToLine(3 * 40 + 1);
    view->markLine(3 * 40 + 1);
    QTRY_VERIFY(Engine::ask(*view, u"scrollY"_s).toDouble() > 500);
    QVERIFY(Engine::ask(*view,
                        u"getComputedStyle(document.querySelectorAll('.text > *')[40]).borderImageSource"_s)
                .toString()
                .startsWith(u"linear-gradient"_s));
    QCOMPARE(Engine::tree(*view), before);
    // Back at the line that was asked for.
    QSignalSpy scrolled(view.get(), &PageView::lineScrolled);
    Engine::ask(*view, u"dispatchEvent(new WheelEvent('wheel')); dispatchEvent(new Event('scroll'))"_s);
    QTRY_VERIFY(scrolled.count() > 0);
    QVERIFY(qAbs(scrolled.last().first().toDouble() - (3 * 40 + 1)) < 1.0);
  }

  // A paragraph higher than the window: the place in it that is written at is what has to be seen.
  void caretWithinALongBlockIsBroughtIntoView() {
    const auto view = engine_->view();
    const QByteArray high = "<p style=\"height:4000px\">long</p>\n";
    engine_->load(*view, article({kPool.at(0), high, kPool.at(1)}));  // lines 1–2, 4–5, 7–8
    const auto seen = [&](double part) {
      return Engine::ask(*view,
                         u"(() => { const box = document.querySelector('p[style]').getBoundingClientRect();"
                         "const at = box.top + box.height * %1; return at >= 0 && at < innerHeight - 20"
                         "})()"_s.arg(part))
          .toBool();
    };
    view->markLine(4 + 1.9);  // of two lines: 0.95 of the block
    QTRY_VERIFY(seen(0.95));
    const double top = Engine::ask(*view, u"scrollY"_s).toDouble();
    view->markLine(4 + 1.91);  // in view already: nothing moves
    QCOMPARE(Engine::ask(*view, u"scrollY"_s).toDouble(), top);
    // It grows above the place: the place is still seen.
    engine_->patch(*view, article({kPool.at(0), QByteArray(high).replace("4000", "9000"), kPool.at(1)}));
    QTRY_VERIFY(seen(0.955));
    // The reader has scrolled away meanwhile, so a patch leaves the page alone.
    QSignalSpy scrolled(view.get(), &PageView::lineScrolled);
    Engine::ask(*view, u"dispatchEvent(new WheelEvent('wheel')); scrollTo(0, 0)"_s);
    QTRY_VERIFY(scrolled.count() > 0);
    engine_->patch(*view, article({kPool.at(0), high, kPool.at(1)}));
    QCOMPARE(Engine::ask(*view, u"scrollY"_s).toDouble(), 0.0);
    view->markLine(4.0);
    QTRY_VERIFY(seen(0));
  }

  void linesAndPlaces() {
    const auto page = article(kPool.mid(0, 4));  // lines 1–2, 4–5, 7–8, 10–11
    for (double line : {1.0, 1.5, 2.0, 4.0, 5.5, 7.0, 11.0}) {
      QCOMPARE(lineOfPlace(page->blocks, placeOfLine(page->blocks, line)), line);
    }
    QCOMPARE(placeOfLine(page->blocks, 3.0).index, 0);
    QCOMPARE(placeOfLine(page->blocks, 0.5).index, -1);
    QCOMPARE(placeOfLine({}, 7).index, -1);
    QCOMPARE(placeOfLine(page->blocks, 500).index, 3);
  }

  void differenceIsLeast() {
    const auto from = article({"a", "b", "c", "d"});
    QVERIFY(difference(*from, *from).empty());
    const auto patch = difference(*from, *article({"a", "x", "y", "d"}));
    QCOMPARE(patch.at, 1);
    QCOMPARE(patch.removed, 2);
    QCOMPARE(patch.added, (QList<QByteArray>{"x", "y"}));
    QVERIFY(!patch.chrome);
    const auto repeated = difference(*article({"a", "a"}), *article({"a", "a", "a"}));
    QCOMPARE(repeated.removed, 0);
    QCOMPARE(repeated.added.size(), 1);
    QVERIFY(difference(*from, *article({"a", "b", "c", "d"}, "Other")).chrome);
  }

 private:
  std::unique_ptr<Engine> engine_;
};

OFFPRINT_PAGE_TEST_MAIN(tst_PageView)
#include "tst_PageView.moc"
