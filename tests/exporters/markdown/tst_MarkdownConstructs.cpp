#include <QtTest>

#include "exporters/markdown/MarkdownEngine.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// What refers to something else in a text, and the blocks that have a name: numbers, notes, containers,
/// directives.
class MarkdownConstructs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void holds_data();
  void holds();
  void notesCountInTheOrderOfTheirMarks();
  void notesInPlaceAreText();
  void wordsFollowTheLanguage();
  void quotes_data();
  void quotes();
  void typedQuotesStay();
  void libraryBlocksAreAsked();
  void titlesHaveNoNotes();
};

namespace {

QByteArray render(const QByteArray& markdown, const MarkdownOptions& options = {}) {
  return MarkdownEngine::parse(markdown, options).html();
}

}  // namespace

void MarkdownConstructs::holds_data() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QByteArray>("part");
  const auto row = [](const char* name, const char* markdown, const char* part) {
    QTest::newRow(name) << QByteArray(markdown) << QByteArray(part);
  };
  // Cross references.
  row("figure", "see [@fig:a]\n\n![x](a.png \"A\")\n\n![y](b.png){#fig:a}",
      "<p>see <a class=\"ref\" href=\"#fig:a\">Figure\u00a02</a></p>");
  row("figure by its id alone", "![y](b.png){#fig:a}",
      "<figure id=\"fig:a\"><img src=\"b.png\" alt=\"y\" /><figcaption><b>Figure\u00a01</b></figcaption>");
  row("plain picture", "![y](b.png)", "<figure><img src=\"b.png\" alt=\"y\" /></figure>");
  row("unnumbered", "![y](b.png \"C\"){.unnumbered}", "<figcaption>C</figcaption>");
  row("several", "[@fig:a; @tbl:b]\n\n![y](b.png){#fig:a}\n\n| a |\n|---|\n: T {#tbl:b}",
      "<a class=\"ref\" href=\"#fig:a\">Figure\u00a01</a>, <a class=\"ref\" "
      "href=\"#tbl:b\">Table\u00a01</a>");
  row("equation", "$$\nx\n$$ {#eq:e}\n\nby [@eq:e]", "<a class=\"ref\" href=\"#eq:e\">Equation\u00a0(1)</a>");
  row("section", "# A\n\n## B {#sec:b}\n\n[@sec:b]", "<a class=\"ref\" href=\"#sec:b\">Section\u00a01.1</a>");
  row("section numbers", "# A {#sec:a}\n\n## B\n\n## C\n\n# D", "<span class=\"sn\">1.2</span> C</a></h2>");
  row("no section numbers unasked", "# A\n\n## B", "<a href=\"#b\">B</a>");
  row("contents with a reference", "::toc\n\n## See [@fig:a]\n\n![y](b.png){#fig:a}",
      "\">See Figure\u00a01</a></li>");
  row("in a caption", "![y](b.png \"As [@fig:a]\"){#fig:a}",
      "<b>Figure\u00a01.</b> As <a class=\"ref\" href=\"#fig:a\">Figure\u00a01</a>");
  row("in code", "`[@fig:a]`", "<code>[@fig:a]</code>");
  row("escaped", "\\[@fig:a]", "[@fig:a]");
  row("a link", "[@fig:a](b)", "<a href=\"b\">@fig:a</a>");
  row("a citation", "[@knuth; @fig:a]", "<p>[@knuth; @fig:a]</p>");
  row("unknown", "see [@fig:nil]", "see <span class=\"dead\">[@fig:nil]</span>");
  row("a handle", "https://medium.com/@user/x a@b.org @handle",
      "<a href=\"https://medium.com/@user/x\">https://medium.com/@user/x</a> <a "
      "href=\"mailto:a@b.org\">a@b.org</a> @handle");
  row("table", "| a |\n|---|\n| b |\n\n: Cap {#tbl:a .wide width=60%}",
      "<div id=\"tbl:a\" class=\"tbl wide\" style=\"width:60%\" tabindex=\"0\"");
  // Containers.
  row("theorem", ":::theorem[Of *P*]{#thm:p}\nx\n:::\n\n[@thm:p]",
      "<a class=\"ref\" href=\"#thm:p\">Theorem\u00a01</a>");
  row("kinds count apart",
      ":::theorem\nx\n:::\n:::lemma\ny\n:::\n:::lemma\nz\n:::", "<p class=\"ct\"><b>Lemma\u00a02</b></p>");
  row("proof", ":::proof\nSo.\n:::", "<p>So. <span class=\"qed\">\u220e</span></p>\n</div>");
  row("proof that ends in a list",
      ":::proof\n- So.\n:::", "</ul>\n<p><span class=\"qed\">\u220e</span></p>\n</div>");
  row("empty proof", ":::proof\n:::", "<p><span class=\"qed\">\u220e</span></p>\n</div>");
  row("columns", ":::columns\n:::column{width=40%}\nx\n:::\n:::",
      "<div class=\"columns\">\n<div class=\"column\" style=\"width:40%\">\n<p>x</p>\n</div>\n</div>");
  row("open details", ":::details[T]{open}\nx\n:::", "<details open>\n<summary>T</summary>");
  row("link in a title", ":::details[See [it](b)]\nx\n:::", "<summary>See <a href=\"b\">it</a></summary>");
  row("figure with parts",
      ":::figure{#fig:p}\n![a](a.png \"One\"){#fig:one}\n\n![b](b.png)\n:::\n: Both\n\n[@fig:one]",
      "<figure id=\"fig:p\" class=\"parts\">\n<div class=\"grid\">\n<figure id=\"fig:one\"><img "
      "src=\"a.png\" "
      "alt=\"a\" /><figcaption><b>(a)</b> One</figcaption></figure>\n<figure><img src=\"b.png\" alt=\"b\" "
      "/><figcaption><b>(b)</b></figcaption></figure>\n</div>\n<figcaption><b>Figure\u00a01.</b> "
      "Both</figcaption>\n</figure>\n<p><a class=\"ref\" href=\"#fig:one\">Figure\u00a01a</a></p>");
  // Leaf directives.
  row("video", "::video{src=a.mp4 poster=p.jpg captions=c.vtt}",
      "<video controls=\"\" preload=\"metadata\" src=\"a.mp4\" poster=\"p.jpg\"><track kind=\"captions\" "
      "src=\"c.vtt\" srclang=\"en\" label=\"Captions\" default=\"\"></video>");
  row("audio", "::audio{src=a.mp3 title=\"A *b*\"}",
      "<audio controls=\"\" preload=\"metadata\" src=\"a.mp3\" aria-label=\"A b\"></audio><figcaption>A "
      "<em>b</em></figcaption>");
  row("youtube", "::youtube{id=dQw4w9WgXcQ title=\"A talk\" start=90}",
      "<a href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=90s\"><span class=\"play\"><b>A "
      "talk</b>");
  row("demo", "::demo{src=media/d.html title=Pendulum height=300}",
      "<iframe src=\"media/d.html\" title=\"Pendulum\" height=\"300\" loading=\"lazy\" "
      "sandbox=\"allow-scripts\"></iframe><figcaption>Pendulum <a href=\"media/d.html\">Open on its "
      "own</a></figcaption>");
  // Attributes.
  row("language", "[a](b){lang=de .x}", "<a href=\"b\" class=\"x\" lang=\"de\">a</a>");
  row("width in text", "see ![a](b){width=2em}", "<img src=\"b\" alt=\"a\" style=\"width:2em\" />");
  row("of code", "```py {#c .wide lang=de key=1}\nx\n```",
      "<figure id=\"c\" class=\"code wide\" lang=\"de\" data-key=\"1\"><figcaption>");
  row("words behind a language", "```py key=1 .wide\nx\n```", "<figure class=\"code\"><figcaption>");
  row("no style", "[a](b){style=\"color:red\" onclick=\"x()\" data=1}",
      "<a href=\"b\" data-data=\"1\">a</a>");
}

void MarkdownConstructs::holds() {
  QFETCH(QByteArray, markdown);
  QFETCH(QByteArray, part);
  const QByteArray html = render(markdown);
  QVERIFY2(html.contains(part), html.constData());
}

void MarkdownConstructs::notesCountInTheOrderOfTheirMarks() {
  const QByteArray html = render("a[^x] b^[in *place*] c[^y] d[^x]\n\n[^y]: Y^[in Y]\n\n[^x]: X\n");
  for (const char* mark :
       {"id=\"fnref:1\" role=\"doc-noteref\">1<", "id=\"fnref:2\" role=\"doc-noteref\">2<",
        "id=\"fnref:3\" role=\"doc-noteref\">3<", "id=\"fnref:1:2\" role=\"doc-noteref\">1<",
        "id=\"fnref:4\" role=\"doc-noteref\">4<"})
    QCOMPARE(html.count(mark), 1);
  QVERIFY(html.contains("<li id=\"fn:1\">\n<p>X <a href=\"#fnref:1\""));
  QVERIFY(html.contains("<li id=\"fn:2\">\n<p>in <em>place</em> <a href=\"#fnref:2\""));
  QVERIFY(html.contains("<li id=\"fn:3\">\n<p>Y<a class=\"fn\" href=\"#fn:4\""));
  QVERIFY(html.contains("<li id=\"fn:4\">\n<p>in Y <a href=\"#fnref:4\""));
  QCOMPARE(html.count("<li id="), 4);
}

void MarkdownConstructs::notesInPlaceAreText() {
  const auto note = [](const QByteArray& markdown) {
    const QByteArray html = render(markdown);
    const qsizetype from = html.indexOf("<li id=\"fn:1\">\n<p>");
    return from < 0 ? html : html.mid(from + 18, html.indexOf(" <a href=\"#fnref:1\"") - from - 18);
  };
  QCOMPARE(note("a^[b [c](d) `]` \\] $x_1$]"),
           QByteArray("b <a href=\"d\">c</a> <code>]</code> ] <span class=\"math inline\">\\(x_1\\)</span>"));
  QCOMPARE(note("a^[over\ntwo lines]"), QByteArray("over two lines"));
  QCOMPARE(note("a^[b ^[c] d]"),
           QByteArray("b <a class=\"fn\" href=\"#fn:2\" id=\"fnref:2\" role=\"doc-noteref\">2</a> d"));
  QCOMPARE(note("a^[never closed\n\nb]"), QByteArray("<p>a^[never closed</p>\n<p>b]</p>\n"));
  QCOMPARE(note("`a^[b]` \\^[c]"), QByteArray("<p><code>a^[b]</code> ^[c]</p>\n"));
  QCOMPARE(note("x^[]"), QByteArray("<p>x^[]</p>\n"));
  QCOMPARE(note("| a |\n|---|\n| b^[c] |").left(1), QByteArray("c"));
}

void MarkdownConstructs::wordsFollowTheLanguage() {
  MarkdownOptions options;
  options.words = {{u"figure"_s, u"Abbildung"_s}, {u"note"_s, u"Hinweis"_s}, {u"proof"_s, u"Beweis"_s}};
  const QByteArray html =
      render("[@fig:a]\n\n![x](y){#fig:a}\n\n> [!NOTE]\n> z\n\n:::proof\n:::\n\n:::lemma\n:::", options);
  QVERIFY(html.contains(">Abbildung\u00a01</a>"));
  QVERIFY(html.contains("<p class=\"ct\">Hinweis</p>"));
  QVERIFY(html.contains("<b>Beweis</b>"));
  QVERIFY(html.contains("<b>Lemma\u00a01</b>"));  // no word for it: English
}

void MarkdownConstructs::quotes_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<QString>("html");
  const auto row = [](const char* language, const QString& html) {
    QTest::newRow(language) << QString::fromLatin1(language) << u"<p>%1</p>\n"_s.arg(html);
  };
  row("en", u"\u201ca \u2018b\u2019 c\u2019d\u201d"_s);
  row("de", u"\u201ea \u201ab\u2018 c\u2019d\u201c"_s);
  row("sv", u"\u201da \u2019b\u2019 c\u2019d\u201d"_s);
  row("es", u"\u00aba \u201cb\u201d c\u2019d\u00bb"_s);
  row("fr", u"\u00ab\u202fa \u00ab\u202fb\u202f\u00bb c\u2019d\u202f\u00bb"_s);
}

void MarkdownConstructs::quotes() {
  QFETCH(QString, language);
  QFETCH(QString, html);
  MarkdownOptions options;
  options.smartPunctuation = true;
  options.language = language;
  QCOMPARE(QString::fromUtf8(render("\"a 'b' c'd\"", options)), html);
}

void MarkdownConstructs::typedQuotesStay() {
  MarkdownOptions options;
  options.smartPunctuation = true;
  options.language = u"de"_s;
  QCOMPARE(render("x \u201cy\u201d \u2018z\u2019 \"w\"", options),
           QByteArray("<p>x \u201cy\u201d \u2018z\u2019 \u201ew\u201c</p>\n"));
  QCOMPARE(render("`\"x\"` <kbd>\"y\"</kbd> $\"$", options).count("\u201e"), 0);
}

void MarkdownConstructs::libraryBlocksAreAsked() {
  MarkdownOptions options;
  QStringList asked;
  options.block = [&](const BlockRequest& request) -> std::optional<QByteArray> {
    asked << request.name + u':' + request.values.value(u"kind"_s);
    if (request.name == u"gallery") return std::nullopt;
    return "<ul><li>x</li></ul>";
  };
  QCOMPARE(render("::items{kind=talk .wide #l}", options),
           QByteArray("<div id=\"l\" class=\"listing wide\">\n<ul><li>x</li></ul>\n</div>\n"));
  QVERIFY(render("::gallery{a=b}", options).contains("<code>::gallery{a=b}"));
  QCOMPARE(asked, QStringList({u"items:talk"_s, u"gallery:"_s}));
}

void MarkdownConstructs::titlesHaveNoNotes() {
  QCOMPARE(MarkdownEngine::inlineHtml(u"a^[b]"_s), QByteArray("a^[b]"));
  QCOMPARE(MarkdownEngine::plainText(u"a^[b] c"_s), u"a c"_s);
}

QTEST_GUILESS_MAIN(MarkdownConstructs)
#include "tst_MarkdownConstructs.moc"
