#include "app/core/FileOps.h"
#include "exporters/publish/PageText.h"
#include "exporters/publish/PublicPages.h"
#include "tests/support/Libraries.h"
#include "tests/support/LookupServer.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// What visitors get of published pages, from a real server on this computer; and what of a page is compared.
class TestPublicPages : public QObject {
  Q_OBJECT

  static DeployedFile fileOf(const QByteArray& content) {
    return {files::sha256(content).toLatin1(), content.size(), {}};
  }

 private Q_SLOTS:
  void tellsOldPagesFromNew() {
    test::LookupServer server;
    const QByteArray page = "<p>new</p>";
    server.put("/notes/a/", {200, "text/html", page, {}});
    server.put("/notes/b%20c/", {200, "text/html", page, {}});
    server.put("/notes/old/", {200, "text/html", "<p>old</p>", {}});
    DeployedFiles online;
    for (const char* path : {"a/index.html", "b c/index.html", "old/index.html", "gone/index.html"})
      online.insert(QString::fromLatin1(path), fileOf(page));
    const QString url = server.address() + u"/notes"_s;
    const auto whole = test::must(lookAtPublicPages(
        url, {u"a/index.html"_s, u"b c/index.html"_s, u"not-ours.html"_s}, online, 3, Task()));
    QCOMPARE(whole.asked, 2);
    QVERIFY(whole.complete());
    const auto old =
        test::must(lookAtPublicPages(url, {u"a/index.html"_s, u"old/index.html"_s}, online, 3, Task()));
    QCOMPARE(old.same, 1);
    QVERIFY(!old.complete());
    QCOMPARE(old.first, url + u"/old/"_s);
    const auto gone = test::must(lookAtPublicPages(url, {u"gone/index.html"_s}, online, 3, Task()));
    QVERIFY(gone.why.contains(u"404"_s));
  }

  void saysWhatIsNoAddress() {
    QCOMPARE(test::codeOf(lookAtPublicPages(u"ftp://example.org/"_s, {}, {}, 3, Task())),
             ErrorCode::InvalidInput);
    QCOMPARE(test::codeOf(lookAtPublicPages(u"nowhere"_s, {}, {}, 3, Task())), ErrorCode::InvalidInput);
    Task stopped;
    stopped.cancel();
    QCOMPARE(test::codeOf(lookAtPublicPages(u"http://127.0.0.1:1/"_s, {u"index.html"_s},
                                            {{u"index.html"_s, fileOf("x")}}, 3, stopped)),
             ErrorCode::Cancelled);
  }

  void aPageIsItsWords_data() {
    QTest::addColumn<QByteArray>("html");
    QTest::addColumn<QString>("text");
    QTest::newRow("main alone") << QByteArray("<nav>Menu</nav><main id=m><p>One</p></main><footer>x</footer>")
                                << u"One"_s;
    QTest::newRow("headings") << QByteArray("<h2 id=\"a\">A <b>b</b></h2>\n<p>One\n two</p>")
                              << u"## A b\n\nOne two"_s;
    QTest::newRow("entities") << QByteArray("<p>a &amp;lt; &#x3c;b&#62; &unknown;c</p>") << u"a &lt; <b> c"_s;
    QTest::newRow("formula")
        << QByteArray(
               "<p>So <span class=\"katex\"><span class=\"katex-mathml\"><math><semantics><mrow>"
               "<mi>x</mi></mrow><annotation encoding=\"application/x-tex\">x_1</annotation>"
               "</semantics></math></span><span class=\"katex-html\" aria-hidden=\"true\"><span>x"
               "</span><span>1</span></span></span>.</p>")
        << u"So x_1."_s;
    QTest::newRow("unseen") << QByteArray(
                                   "<p>a<script>var b = \"<p>\";</script><svg><text>t</text></svg>c</p>")
                            << u"ac"_s;
    QTest::newRow("code") << QByteArray("<pre><code>a\n  b</code></pre>") << u"a\n  b"_s;
    QTest::newRow("hidden picture") << QByteArray("<p>a<img aria-hidden=\"true\">b</p>") << u"a🖼 b"_s;
    QTest::newRow("broken") << QByteArray("<p>a<b") << u"a<b"_s;
    QTest::newRow("empty") << QByteArray() << QString();
  }
  void aPageIsItsWords() {
    QFETCH(QByteArray, html);
    QFETCH(QString, text);
    QCOMPARE(pageText(html), text);
  }
};

QTEST_GUILESS_MAIN(TestPublicPages)
#include "tst_PublicPages.moc"
