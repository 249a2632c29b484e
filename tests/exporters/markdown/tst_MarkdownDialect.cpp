#include <QtTest>

#include "exporters/markdown/MarkdownEngine.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Each rule of the Markdown dialect: source and the HTML it becomes.
class MarkdownDialect : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void math_data();
  void math() { check(); }
  void blocks_data();
  void blocks() { check(); }
  void rawHtml_data();
  void rawHtml() { check(); }
  void smartPunctuation_data();
  void smartPunctuation() { check(true); }
  void headingIds_data();
  void headingIds();
  void explicitIds();
  void outlineIsPlainAndWithoutLinks();
  void footnotesHaveAsManyWaysBackAsUses();
  void footnotesOfTwoTextsDoNotMeet();
  void linksAreCollectedWithLines();
  void linesAreRightWhereCmarkIsNot();
  void linksAreResolved();
  void itemLinksAreResolved();
  void blocksCarryTheirLines();
  void spanningHtmlIsOneBlock();
  void equalHashMeansEqualHtml();
  void titles_data();
  void titles();
  void flags();
  void headingShift();
  void controlCharactersAreShown();
  void lineEndsOfEveryKind();

 private:
  static void check(bool smart = false);
};

namespace {

void columns() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QByteArray>("html");
}
void row(const char* name, const char* markdown, const char* html) {
  QTest::newRow(name) << QByteArray(markdown) << QByteArray(html);
}
QByteArray inlineMath(const char* tex) {
  return QByteArray("<span class=\"math inline\">\\(") + tex + "\\)</span>";
}
QByteArray displayMath(const char* tex) {
  return QByteArray("<div class=\"math display\">\\[") + tex + "\\]</div>\n";
}
QByteArray render(const QByteArray& markdown) {
  return MarkdownEngine::parse(markdown).html();
}

}  // namespace

void MarkdownDialect::check(bool smart) {
  QFETCH(QByteArray, markdown);
  QFETCH(QByteArray, html);
  MarkdownOptions options;
  options.smartPunctuation = smart;
  QCOMPARE(QString::fromUtf8(MarkdownEngine::parse(markdown, options).html()), QString::fromUtf8(html));
}

void MarkdownDialect::math_data() {
  columns();
  const auto inlined = [](const char* name, const char* markdown, const QByteArray& html) {
    row(name, markdown, ("<p>" + html + "</p>\n").constData());
  };
  // Rows 1 to 5 of the text cases.
  inlined("underscores are no emphasis", "$a_{i}$ and $b_{j}$",
          inlineMath("a_{i}") + " and " + inlineMath("b_{j}"));
  inlined("underscores twice", "$A_i, A_{i+1}$", inlineMath("A_i, A_{i+1}"));
  inlined("braces", "${O(d_{\\max})}$", inlineMath("{O(d_{\\max})}"));
  row("display with underscores", "$$\\mathbb{Z}_{+} \\rightarrow \\mathbb{Z}_{+}$$",
      displayMath("\\mathbb{Z}_{+} \\rightarrow \\mathbb{Z}_{+}").constData());
  row("row break", "$$a \\\\ b$$", displayMath("a \\\\ b").constData());
  row("pipes in a cell", "| a | b |\n|---|---|\n| $|x|$ | $\\|x\\|$ |",
      ("<div class=\"tbl\" tabindex=\"0\" role=\"region\" aria-label=\"a, b\"><table>\n<thead>\n<tr>\n"
       "<th scope=\"col\">a</th>\n<th scope=\"col\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>" +
       inlineMath("|x|") + "</td>\n<td>" + inlineMath("\\|x\\|") + "</td>\n</tr>\n</tbody>\n</table></div>\n")
          .constData());
  inlined("prices", "about $61 per MWh, *cheaper* than $76/MWh",
          "about $61 per MWh, <em>cheaper</em> than $76/MWh");
  inlined("a price and a formula", "costs $10.00 \u2026 final price $p' = p(1-d)$",
          "costs $10.00 \u2026 final price " + inlineMath("p' = p(1-d)"));
  inlined("escaped dollar inside", "$\\$10$", inlineMath("\\$10"));
  inlined("less than", "$0<i<N$", inlineMath("0&lt;i&lt;N"));
  // Pandoc's rule.
  inlined("blank after the opening", "a $ x$ b", "a $ x$ b");
  inlined("blank before the closing", "a $x $ b", "a $x $ b");
  inlined("digit behind", "$x$5", "$x$5");
  inlined("escaped dollar", "\\$x$", "$x$");
  inlined("dollar in text", "$x \\text{ if $y$ holds}$", inlineMath("x \\text{ if $y$ holds}"));
  inlined("over a line end", "$a\n= b$", inlineMath("a\n= b"));
  inlined("not over a blank line", "$a", "$a");
  inlined("in words", "a$x$b", "a" + inlineMath("x") + "b");
  inlined("empty", "$$", "$$");
  // Other delimiters.
  inlined("round brackets", "\\(a*b*c\\)", inlineMath("a*b*c"));
  inlined("round brackets without end", "\\(a*b*c", "(a<em>b</em>c");
  inlined("escaped backslash", "\\\\(a\\\\)", "\\(a\\)");
  inlined("backticks", "$`a_b*c*`$", inlineMath("a_b*c*"));
  inlined("square brackets in text", "so \\[x\\] is", "so <span class=\"math display\">\\[x\\]</span> is");
  inlined("dollars in text", "so $$x$$ is", "so <span class=\"math display\">\\[x\\]</span> is");
  row("square brackets", "\\[\nx\n\\]", displayMath("x").constData());
  row("fence", "```math\n\\frac{1}{2}\n```", displayMath("\\frac{1}{2}").constData());
  row("several lines", "$$\na\n- b\n+ c\n# d\n> e\n= f\n$$",
      displayMath("a\n- b\n+ c\n# d\n&gt; e\n= f").constData());
  row("interrupts a paragraph", "text\n$$\nx\n$$\nmore",
      ("<p>text</p>\n" + displayMath("x") + "<p>more</p>\n").constData());
  row("in a list item", "- a\n  $$\n  x\n  - y\n  $$\n- b",
      ("<ul>\n<li>a\n" + displayMath("x\n- y") + "</li>\n<li>b</li>\n</ul>\n").constData());
  row("in a quote", "> $$\n> x\n> $$", ("<blockquote>\n" + displayMath("x") + "</blockquote>\n").constData());
  row("labelled", "$$\nx\n$$ {#eq:one}",
      "<div id=\"eq:one\" class=\"math display numbered\">\\[x\\]<span class=\"eq-n\">(1)</span></div>\n");
  row("after a table", "| a |\n|---|\n| b |\n$$\nx\n$$",
      ("<div class=\"tbl\" tabindex=\"0\" role=\"region\" aria-label=\"a\"><table>\n<thead>\n<tr>\n<th "
       "scope=\"col\">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table></div>\n" +
       displayMath("x"))
          .constData());
  // Opaque places.
  inlined("in code", "`$x$` ``\\(y\\)``", "<code>$x$</code> <code>\\(y\\)</code>");
  inlined("in raw HTML", "<a title=\"$x$ \\(y\\)\">z</a>", "<a title=\"$x$ \\(y\\)\">z</a>");
  inlined("in an address", "[a](</x$y$z> \"$t$\")", "<a href=\"/x$y$z\" title=\"$t$\">a</a>");
  inlined("escapes in an address", "[a](foo\\(bar\\))", "<a href=\"foo(bar)\">a</a>");
  row("in a fence",
      "```\npublisher = {{AAAI Press}}\n{% raw %}\n\\def\\x#1{%\n::demo{x}\n$$\n:::aside\n[[x]]\n```",
      "<figure class=\"code\"><pre tabindex=\"0\"><code>publisher = {{AAAI Press}}\n{% raw %}\n\\def\\x#1{%\n"
      "::demo{x}\n$$\n:::aside\n[[x]]\n</code></pre></figure>\n");
}

void MarkdownDialect::blocks_data() {
  columns();
  row("callout", "> [!NOTE] My *title*\n> text",
      "<aside class=\"callout note\" role=\"note\">\n<p class=\"ct\"><span class=\"kind\">Note</span> My "
      "<em>title</em></p>\n<p>text</p>\n</aside>\n");
  row("callout without title", "> [!warning]\n> text\n>\n> more",
      "<aside class=\"callout warning\" role=\"note\">\n<p "
      "class=\"ct\">Warning</p>\n<p>text</p>\n<p>more</p>\n</aside>\n");
  row("folded callout", "> [!TIP]- More\n> text",
      "<details class=\"callout tip\">\n<summary class=\"ct\"><span class=\"kind\">Tip</span> "
      "More</summary>\n<p>text</p>\n</details>\n");
  row("open callout", "> [!TIP]+ More\n> text",
      "<details class=\"callout tip\" open>\n<summary "
      "class=\"ct\"><span class=\"kind\">Tip</span> More</summary>\n<p>text</p>\n</details>\n");
  row("callout of Obsidian", "> [!SUCCESS] **True** freedom\n> text",
      "<aside class=\"callout tip\" role=\"note\">\n<p class=\"ct\"><span class=\"kind\">Success</span> "
      "<strong>True</strong> freedom</p>\n<p>text</p>\n</aside>\n");
  row("callout of Obsidian, folded", "> [!faq|wide]- Why?\n> text",
      "<details class=\"callout note\">\n<summary class=\"ct\"><span class=\"kind\">Question</span> "
      "Why?</summary>\n<p>text</p>\n</details>\n");
  row("callout of a name of its own", "> [!recipe]\n> text",
      "<aside class=\"callout note\" role=\"note\">\n<p class=\"ct\">Recipe</p>\n<p>text</p>\n</aside>\n");
  row("quotation as callout", "> [!QUOTE]\n> \"x\"", "<blockquote>\n<p>&quot;x&quot;</p>\n</blockquote>\n");
  row("quotation as callout with a title", "> [!quote] Alan *Kay*\n> text",
      "<blockquote>\n<p><strong>Alan <em>Kay</em></strong></p>\n<p>text</p>\n</blockquote>\n");
  row("no callout", "> [!see there] text", "<blockquote>\n<p>[!see there] text</p>\n</blockquote>\n");
  row("figure", "![alt](a.png \"A *caption*\")",
      "<figure><img src=\"a.png\" alt=\"alt\" /><figcaption><b>Figure\u00a01.</b> A "
      "<em>caption</em></figcaption></figure>\n");
  row("figure with caption line", "![alt](a.png){#fig:x width=60% .outset}\n: Its caption",
      "<figure id=\"fig:x\" class=\"outset\" style=\"width:60%\"><img src=\"a.png\" alt=\"alt\" />"
      "<figcaption><b>Figure\u00a01.</b> Its caption</figcaption></figure>\n");
  row("figure with caption paragraph", "![alt](a.png)\n\n: Its caption\n\ntext",
      "<figure><img src=\"a.png\" alt=\"alt\" /><figcaption><b>Figure\u00a01.</b> Its "
      "caption</figcaption></figure>\n<p>text</p>\n");
  row("image in text", "see ![alt](a.png \"t\")",
      "<p>see <img src=\"a.png\" alt=\"alt\" title=\"t\" /></p>\n");
  row("image with attributes in text", "see ![alt](a.png){.small loading=lazy}",
      "<p>see <img src=\"a.png\" alt=\"alt\" class=\"small\" data-loading=\"lazy\" /></p>\n");
  row("link with attributes", "[a](b){.x}", "<p><a href=\"b\" class=\"x\">a</a></p>\n");
  row("braces are text elsewhere", "a {.x} b {y}", "<p>a {.x} b {y}</p>\n");
  row("code", "```python\nx < 1\n```",
      "<figure class=\"code\"><figcaption><span class=\"lang\">Python</span></figcaption><pre "
      "tabindex=\"0\"><code class=\"language-python\">x &lt; 1\n</code></pre></figure>\n");
  row("code with attributes", "```python {title=\"train.py\" hl=\"2\"}\na\nb\n```",
      "<figure class=\"code\"><figcaption><span>train.py</span><span "
      "class=\"lang\">Python</span></figcaption><pre "
      "tabindex=\"0\"><code class=\"language-python\"><span class=\"l\">a</span>\n<span class=\"l "
      "hl\">b</span>\n</code></pre></figure>\n");
  row("code with numbers", "```{.c lines start=10 hl=\"10-11\"}\na\nb\n```",
      "<figure class=\"code\"><figcaption><span class=\"lang\">C</span></figcaption><pre "
      "tabindex=\"0\"><code "
      "class=\"language-c\" data-start=\"10\" style=\"counter-reset:line 9\"><span class=\"l "
      "hl\">a</span>\n<span class=\"l "
      "hl\">b</span>\n</code></pre></figure>\n");
  row("fence inside an item", "1. a\n\n   ```\n   x\n   ```\n2. b",
      "<ol>\n<li>\n<p>a</p>\n<figure class=\"code\"><pre "
      "tabindex=\"0\"><code>x\n</code></pre></figure>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>\n");
  row("table with caption", "| a | b | c |\n|--:|:-:|:--|\n| 1 | 2 | 3 |\n\n: Results {#tbl:r}",
      "<div id=\"tbl:r\" class=\"tbl\" tabindex=\"0\" role=\"region\" aria-label=\"Results\"><table>"
      "<caption><b>Table\u00a01.</b> Results</caption>\n<thead>\n<tr>\n<th scope=\"col\" "
      "class=\"num\">a</th>\n<th scope=\"col\" "
      "style=\"text-align:center\">b</th>\n<th scope=\"col\" "
      "style=\"text-align:left\">c</th>\n</tr>\n</thead>\n<tbody>\n"
      "<tr>\n<td class=\"num\">1</td>\n<td style=\"text-align:center\">2</td>\n<td "
      "style=\"text-align:left\">3</td>\n</tr>\n</tbody>\n</table></div>\n");
  row("table with caption line", "| a |\n|---|\n| 1 |\n: Results",
      "<div class=\"tbl\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Results\"><table><caption><b>Table\u00a01.</b> Results</caption>"
      "\n<thead>\n<tr>\n<th "
      "scope=\"col\">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n"
      "</table></div>\n");
  row("task list", "- [x] done\n- [ ] *open*",
      "<ul>\n<li><input type=\"checkbox\" checked=\"\" disabled=\"\" aria-label=\"done\" /> "
      "done</li>\n<li><input "
      "type=\"checkbox\" disabled=\"\" aria-label=\"open\" /> <em>open</em></li>\n</ul>\n");
  row("aside", ":::aside\n*in*\n\n- a\n:::",
      "<aside role=\"note\">\n<p><em>in</em></p>\n<ul>\n<li>a</li>\n</ul>\n</aside>\n");
  row("details", ":::details{title=\"More *text*\"}\nx\n:::",
      "<details>\n<summary>More <em>text</em></summary>\n<p>x</p>\n</details>\n");
  row("nested containers", "::::columns\n:::aside\na\n:::\n:::aside\nb\n:::\n::::",
      "<div class=\"columns\">\n<aside role=\"note\">\n<p>a</p>\n</aside>\n<aside "
      "role=\"note\">\n<p>b</p>\n</aside>\n</div>\n");
  row("statement", "::: theorem Pythagoras {#thm}\nx\n:::",
      "<div id=\"thm\" class=\"statement theorem\">\n<p class=\"ct\"><b>Theorem\u00a01</b> "
      "(Pythagoras)</p>\n<p>x</p>\n</div>\n");
  row("Pandoc's form", "::: {.proof}\nx\n:::",
      "<div class=\"statement proof\">\n<p class=\"ct\"><b>Proof</b></p>\n<p>x <span "
      "class=\"qed\">\u220e</span></p>\n</div>\n");
  row("container in a list item", "- a\n\n  :::aside\n  b\n  :::\n- c",
      "<ul>\n<li>\n<p>a</p>\n<aside "
      "role=\"note\">\n<p>b</p>\n</aside>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>\n");
  row("unknown block", ":::unknown\n{{< tweet *1* >}}\n\n# no heading\n:::\nafter",
      "<div class=\"unknown\"><pre tabindex=\"0\"><code>{{&lt; tweet *1* &gt;}}\n\n# no heading\n"
      "</code></pre></div>\n<p>after</p>\n");
  row("unknown block with longer colons", "::::unknown\n:::aside\n:::\n::::",
      "<div class=\"unknown\"><pre tabindex=\"0\"><code>:::aside\n:::\n</code></pre></div>\n");
  row("unknown container", ":::gizmo\n*x*\n:::",
      "<div class=\"unknown\">\n<p><code>:::gizmo</code></p>\n<p><em>x</em></p>\n</div>\n");
  row("unclosed container", ":::aside\nx", "<p>:::aside</p>\n<p>x</p>\n");
  row("stray end", "x\n:::\ny", "<p>x</p>\n<p>:::</p>\n<p>y</p>\n");
  row("unknown leaf", "::gizmo{a=b}",
      "<div class=\"unknown\"><pre tabindex=\"0\"><code>::gizmo{a=b}\n</code></pre></div>\n");
  row("no leaf in prose", "::std::move is a cast", "<p>::std::move is a cast</p>\n");
  row("video", "::video{src=a.mp4 title=\"Talk\"}",
      "<figure class=\"video\"><video controls=\"\" preload=\"metadata\" src=\"a.mp4\" "
      "aria-label=\"Talk\"></video><figcaption>Talk</figcaption></figure>\n");
  row("contents", "::toc\n\n## A $x$\n\n## B",
      "<nav class=\"toc\" aria-label=\"Contents\">\n<ol>\n<li class=\"l2\"><a href=\"#a-x\">A <span "
      "class=\"math "
      "inline\">\\(x\\)</span></a></li>\n<li class=\"l2\"><a href=\"#b\">B</a></li>\n</ol>\n</nav>\n<h2 "
      "id=\"a-x\"><a href=\"#a-x\">A <span class=\"math inline\">\\(x\\)</span></a></h2>\n<h2 id=\"b\"><a "
      "href=\"#b\">B</a></h2>\n");
  row("item link without library", "[[a/b#c|d]] in `[[code]]`",
      "<p>[[a/b#c|d]] in <code>[[code]]</code></p>\n");
  row("heading with a link", "## See [x](y)", "<h2 id=\"see-x\">See <a href=\"y\">x</a></h2>\n");
}

void MarkdownDialect::rawHtml_data() {
  columns();
  row("kept", "H<sub>2</sub>O", "<p>H<sub>2</sub>O</p>\n");
  row("custom element", "<model-viewer src=\"a.glb\"></model-viewer>",
      "<p><model-viewer src=\"a.glb\"></model-viewer></p>\n");
  row("frame", "<iframe src=\"https://a.org/x?a=1&amp;b=2\"></iframe>",
      "<iframe src=\"https://a.org/x?a=1&amp;b=2\"></iframe>\n");
  row("void elements", "a<br>b<img src=x>", "<p>a<br>b<img src=x></p>\n");
  row("self-closing inside svg", "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
      "<p><svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg></p>\n");
  row("unclosed in a paragraph", "a <b>c\n\nd", "<p>a <b>c</b></p>\n<p>d</p>\n");
  row("unclosed block", "<div>\nx\n\ny", "<div>\nx\n</div>\n<p>y</p>\n");
  row("stray end tag", "a</div>b", "<p>a&lt;/div&gt;b</p>\n");
  row("tags in what becomes text", "<div>\n</x.\n</pre>\n</div>", "<div>\n&lt;/x.\n&lt;/pre&gt;\n</div>\n");
  row("end tag in another part", "<div>\n\n> </div>\n",
      "<div>\n</div>\n<blockquote>\n&lt;/div&gt;\n</blockquote>\n");
  row("implied end", "<div><span></div>", "<div><span></span></div>\n");
  row("list without end tags", "<ul><li>a<li>b</ul>", "<ul><li>a<li>b</ul>\n");
  row("tag without end", "<div class=\"a\nb", "&lt;div class=\"a\nb\n");
  row("comment", "<!-- a -->\n\nb\n\n- x <!--more--> c <!-- y\n  d --> e\n\n<b><!-- f --></b>\n",
      "<p>b</p>\n<ul>\n<li>x  c  e</li>\n</ul>\n<p><b></b></p>\n");
  row("comment that is text", "`<!-- a -->`\n\n<script>\n<!-- b -->\n</script>\n",
      "<p><code>&lt;!-- a --&gt;</code></p>\n<script>\n<!-- b -->\n</script>\n");
  row("comment without end", "<!-- a\n\nb", "&lt;!-- a\n\nb\n");
  row("script is no markup", "<script>if (a < b) { x(\"</div>\") }</script>",
      "<script>if (a < b) { x(\"</div>\") }</script>\n");
  row("out of a directive", ":::aside\n<div>\n\n:::\n\n</div>",
      "<aside role=\"note\">\n<div>\n</div>\n</aside>\n&lt;/div&gt;\n");
}

void MarkdownDialect::smartPunctuation_data() {
  columns();
  row("quotes and dashes", "\"a\" -- b...", "<p>\u201ca\u201d \u2013 b\u2026</p>\n");
  row("code", "`\"a\" --b`", "<p><code>&quot;a&quot; --b</code></p>\n");
  row("raw code", "x <code>\"x\" --flag</code> \"y\"",
      "<p>x <code>&quot;x&quot; --flag</code> \u201cy\u201d</p>\n");
  row("kbd with attributes", "x <kbd class=\"k\">don't...</kbd>",
      "<p>x <kbd class=\"k\">don't...</kbd></p>\n");
  row("samp", "<samp>a--b</samp> c--d", "<p><samp>a--b</samp> c\u2013d</p>\n");
  row("math", "$f'' -- g$", "<p><span class=\"math inline\">\\(f'' -- g\\)</span></p>\n");
  row("address", "http://a.org/b--c...d",
      "<p><a href=\"http://a.org/b--c...d\">http://a.org/b--c...d</a></p>\n");
  row("pre", "<pre>\n\"a\" -- b\n</pre>", "<pre>\n\"a\" -- b\n</pre>\n");
}

void MarkdownDialect::headingIds_data() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QStringList>("ids");
  const auto ids = [](const char* name, const char* markdown, const QStringList& expected) {
    QTest::newRow(name) << QByteArray(markdown) << expected;
  };
  ids("latin", "# Hello, World & More", {u"hello-world--more"_s});
  ids("cyrillic twice", "### Подзаголовок\n### Подзаголовок", {u"подзаголовок"_s, u"подзаголовок-1"_s});
  ids("japanese", "## 日本語", {u"日本語"_s});
  ids("signs only", "## ;)\n## :)\n##", {u"section"_s, u"section-1"_s, u"section-2"_s});
  ids("search stays", "## Search", {u"search"_s});
  ids("decomposed", "## Cafe\xcc\x81", {u"caf\u00e9"_s});
  ids("marks of a script", "## हिन्दी", {u"हिन्दी"_s});
  ids("beyond the first plane", "## 𝒜 😀", {u"𝒜"_s});
  ids("taken suffix", "# a\n# a-1\n# a\n# a", {u"a"_s, u"a-1"_s, u"a-2"_s, u"a-3"_s});
  ids("formula", "## Bound on $x_{ij}$", {u"bound-on-x_ij"_s});
  ids("formula alone", "## $\\alpha$", {u"α"_s});
  ids("code", "## `f(x)`", {u"fx"_s});
  ids("setext", "Title\n=====", {u"title"_s});
}

void MarkdownDialect::headingIds() {
  QFETCH(QByteArray, markdown);
  QFETCH(QStringList, ids);
  const ParsedDocument document = MarkdownEngine::parse(markdown);
  QStringList actual;
  for (const OutlineEntry& entry : document.outline)
    actual << entry.id;
  QCOMPARE(actual, ids);
  for (const QString& id : ids)
    QVERIFY(document.html().contains("id=\"" + id.toUtf8() + '"'));
}

void MarkdownDialect::explicitIds() {
  const ParsedDocument document = MarkdownEngine::parse("## A b {#own .wide}\n\n## Own");
  QCOMPARE(document.outline.at(0).id, u"own"_s);
  QCOMPARE(document.outline.at(0).text, u"A b"_s);
  QCOMPARE(document.outline.at(1).id, u"own-1"_s);
  QVERIFY(document.html().startsWith("<h2 id=\"own\" class=\"wide\">"));
}

void MarkdownDialect::outlineIsPlainAndWithoutLinks() {
  const ParsedDocument document =
      MarkdownEngine::parse("text\n\n## See *this* [link](x) $\\le 2$[^1]\n\n[^1]: n");
  const OutlineEntry entry = document.outline.first();
  QCOMPARE(entry.text, u"See this link ≤ 2"_s);
  QCOMPARE(entry.html, QByteArray("See <em>this</em> link <span class=\"math inline\">\\(\\le 2\\)</span>"));
  QCOMPARE(entry.line, 3);
  QCOMPARE(entry.level, 2);
  QCOMPARE(document.html().count("id=\"fnref:1\""), 1);
}

void MarkdownDialect::footnotesHaveAsManyWaysBackAsUses() {
  const QByteArray html = render("a[^x] b[^x]\n\n- c[^x]\n\n[^x]: note\n");
  for (const char* id : {"fnref:1", "fnref:1:2", "fnref:1:3"}) {
    QCOMPARE(html.count("id=\"" + QByteArray(id) + '"'), 1);
    QCOMPARE(html.count("href=\"#" + QByteArray(id) + '"'), 1);
  }
  QCOMPARE(html.count("href=\"#fn:1\""), 3);
  QCOMPARE(html.count("id=\"fn:1\""), 1);
  // A note that ends in something else than a paragraph has its way back, too.
  QVERIFY(render("a[^x]\n\n[^x]: ![f](g)\n").contains("href=\"#fnref:1\""));
  QVERIFY(render("a[^x]\n\n[^x]:\n    - b\n").contains("href=\"#fnref:1\""));
}

void MarkdownDialect::footnotesOfTwoTextsDoNotMeet() {
  MarkdownOptions options;
  options.idPrefix = "p1-";
  const QByteArray one = MarkdownEngine::parse("a[^1]\n\n[^1]: n", options).html();
  QVERIFY(one.contains("id=\"p1-fn:1\"") && one.contains("href=\"#p1-fn:1\""));
  QVERIFY(one.contains("id=\"p1-fnref:1\"") && one.contains("href=\"#p1-fnref:1\""));
  QVERIFY(!one.contains("\"fn:1\"") && !one.contains("\"#fn:1\""));
}

void MarkdownDialect::linksAreCollectedWithLines() {
  const ParsedDocument document = MarkdownEngine::parse(
      "[a *b*](x%20y)\n![alt](p.png)\n\n<div>\n<a href=\"q?a&amp;b\">\n<img src=r.png>\n</a></div>\n\n"
      "see [[art/z#h|Z]]\nand <http://e.org>\n");
  const auto line = [](const DocumentLink& link) {
    return u"%1 %2 (%3) %4"_s.arg(static_cast<int>(link.type)).arg(link.target, link.text).arg(link.line);
  };
  QStringList actual;
  for (const DocumentLink& link : document.links)
    actual << line(link);
  QCOMPARE(actual,
           QStringList({u"0 x%20y (a b) 1"_s, u"1 p.png (alt) 2"_s, u"2 q?a&b () 5"_s, u"2 r.png () 6"_s,
                        u"0 [[art/z#h]] (Z) 9"_s, u"0 http://e.org (http://e.org) 10"_s}));
}

void MarkdownDialect::linesAreRightWhereCmarkIsNot() {
  const ParsedDocument document = MarkdownEngine::parse(
      "x\n\na\nb [l](m)\n| c |\n|---|\n| d [e](f) |\n\n[r]: /x\n[s]: /y\ntext [k](z)\n\nt\n| [c](h) "
      "|\n|---|\n");
  QList<int> lines;
  for (const DocumentLink& link : document.links)
    lines << link.line;
  QCOMPARE(lines, QList<int>({4, 7, 11, 14}));
  QStringList blocks;
  for (const RenderedBlock& block : document.blocks)
    blocks << u"%1-%2"_s.arg(block.firstLine).arg(block.lastLine);
  QCOMPARE(blocks, QStringList({u"1-1"_s, u"3-4"_s, u"5-7"_s, u"11-11"_s, u"13-13"_s, u"14-15"_s}));
}

void MarkdownDialect::linksAreResolved() {
  MarkdownOptions options;
  options.resolve = [](const QString& target, DocumentLink::Type type) {
    ResolvedLink link;
    link.href = "R/" + target.toUtf8() + (type == DocumentLink::Type::RawHtml ? "\"'" : "");
    link.attributes = " width=\"2\"";
    return link;
  };
  const auto html = [&](const char* markdown) { return MarkdownEngine::parse(markdown, options).html(); };
  QCOMPARE(html("[a](b&c)"), QByteArray("<p><a href=\"R/b&amp;c\" width=\"2\">a</a></p>\n"));
  QCOMPARE(html("![a](b)"), QByteArray("<figure><img src=\"R/b\" alt=\"a\" width=\"2\" /></figure>\n"));
  QCOMPARE(html("x <img src=b alt=''> <a href='c'>d</a>"),
           QByteArray("<p>x <img src=\"R/b&quot;&#39;\" alt=''> <a href='R/c&quot;&#39;'>d</a></p>\n"));
  QCOMPARE(html("::video{src=v.mp4}"),
           QByteArray("<figure class=\"video\"><video controls=\"\" preload=\"metadata\" "
                      "src=\"R/v.mp4%22&#x27;\"></video></figure>\n"));
}

void MarkdownDialect::itemLinksAreResolved() {
  MarkdownOptions options;
  options.resolve = [](const QString& target, DocumentLink::Type) {
    ResolvedLink link;
    if (target != u"[[missing]]") link.href = "../" + target.mid(2, target.size() - 4).toUtf8() + '/';
    if (target == u"[[titled]]") link.text = u"The *title*"_s;
    return link;
  };
  const auto html = [&](const char* markdown) { return MarkdownEngine::parse(markdown, options).html(); };
  QCOMPARE(html("[[slug]]"), QByteArray("<p><a href=\"../slug/\">slug</a></p>\n"));
  QCOMPARE(html("[[titled]]"), QByteArray("<p><a href=\"../titled/\">The <em>title</em></a></p>\n"));
  QCOMPARE(html("[[art/a_b_c#h|some *text*]]"),
           QByteArray("<p><a href=\"../art/a_b_c#h/\">some <em>text</em></a></p>\n"));
  QCOMPARE(html("[[missing|x]]"), QByteArray("<p>[[missing|x]]</p>\n"));
  QVERIFY(html("| a |\n|---|\n| [[x|y]] |").contains("<td><a href=\"../x/\">y</a></td>"));
  QCOMPARE(html("## To [[x]]"), QByteArray("<h2 id=\"to-x\">To <a href=\"../x/\">x</a></h2>\n"));
}

void MarkdownDialect::blocksCarryTheirLines() {
  const ParsedDocument document = MarkdownEngine::parse(
      "# A\n\ntext\ntext[^1]\n\n$$\nx\n$$\n- a\n- b\n\n:::aside\nx\n\ny\n:::\n[^1]: note\n\n| a |\n|---|\n| "
      "b |\n: c\n");
  QList<std::pair<int, int>> lines;
  for (const RenderedBlock& block : document.blocks) {
    lines.append({block.firstLine, block.lastLine});
    QVERIFY(block.html.endsWith('\n'));
  }
  const QList<std::pair<int, int>> expected = {{1, 1}, {3, 4}, {6, 8}, {9, 10}, {12, 16}, {19, 22}, {17, 17}};
  QCOMPARE(lines.size(), expected.size());
  for (qsizetype i = 0; i < lines.size(); ++i) {
    QCOMPARE(lines.at(i).first, expected.at(i).first);
    QVERIFY2(lines.at(i).second >= expected.at(i).second && lines.at(i).second <= expected.at(i).second + 1,
             qPrintable(u"block %1 ends in line %2"_s.arg(i).arg(lines.at(i).second)));
  }
}

void MarkdownDialect::spanningHtmlIsOneBlock() {
  const ParsedDocument document =
      MarkdownEngine::parse("a\n\n<div>\n\n*b*\n\n<section>\n\nc\n\n</section>\n\n</div>\n\nd");
  QCOMPARE(document.blocks.size(), 3);
  QCOMPARE(document.blocks.at(1).html,
           QByteArray("<div>\n<p><em>b</em></p>\n<section>\n<p>c</p>\n</section>\n</div>\n"));
  QCOMPARE(document.blocks.at(1).firstLine, 3);
  QVERIFY(document.findings.isEmpty());
  // Overlapping ranges become one block.
  QCOMPARE(MarkdownEngine::parse("<div>\n\n:::aside\nx\n:::\n\n</div>").blocks.size(), 1);
}

void MarkdownDialect::equalHashMeansEqualHtml() {
  const QList<RenderedBlock> blocks = MarkdownEngine::parse("same\n\nother\n\nsame").blocks;
  QVERIFY(blocks.at(0) == blocks.at(2));
  QCOMPARE(blocks.at(0).hash, blocks.at(2).hash);
  QVERIFY(!(blocks.at(0) == blocks.at(1)));
}

void MarkdownDialect::titles_data() {
  QTest::addColumn<QString>("markdown");
  QTest::addColumn<QByteArray>("html");
  QTest::addColumn<QString>("text");
  const auto title = [](const char* name, const QString& markdown, const QByteArray& html,
                        const QString& text) { QTest::newRow(name) << markdown << html << text; };
  title("plain", u"Plain & simple"_s, "Plain &amp; simple", u"Plain & simple"_s);
  title("emphasis", u"A *b* `c`"_s, "A <em>b</em> <code>c</code>", u"A b c"_s);
  title("math", u"Bound on $x_{ij}$"_s, "Bound on " + inlineMath("x_{ij}"), u"Bound on x_ij"_s);
  title("number", u"1. Introduction"_s, "1. Introduction", u"1. Introduction"_s);
  title("sharp", u"# 1"_s, "# 1", u"# 1"_s);
  title("dash", u"- x"_s, "- x", u"- x"_s);
  title("indented", u"    x"_s, "x", u"x"_s);
  title("fence", u"``` x"_s, "``` x", u"``` x"_s);
  title("reference", u"[a]: b"_s, "[a]: b", u"[a]: b"_s);
  title("colons", u":::aside"_s, ":::aside", u":::aside"_s);
  title("brackets", u"[Emacs] x"_s, "[Emacs] x", u"[Emacs] x"_s);
  title("two lines", u"a\nb"_s, "a b", u"a b"_s);
  title("tag", u"H<sub>2</sub>O"_s, "H<sub>2</sub>O", u"H2O"_s);
  title("open tag", u"a <b>c"_s, "a <b>c</b>", u"a c"_s);
  title("emphasis at the start", u"_a_ **b**"_s, "<em>a</em> <strong>b</strong>", u"a b"_s);
  title("emphasis around a quote", u"*'a'* b"_s, "<em>'a'</em> b", u"'a' b"_s);
  title("display math", u"$$x$$"_s, "<span class=\"math display\">\\[x\\]</span>", u"x"_s);
  title("empty", QString(), "", QString());
}

void MarkdownDialect::titles() {
  QFETCH(QString, markdown);
  QFETCH(QByteArray, html);
  QFETCH(QString, text);
  QCOMPARE(MarkdownEngine::inlineHtml(markdown), html);
  QCOMPARE(MarkdownEngine::plainText(markdown), text);
  QCOMPARE(MarkdownEngine::inlineHtml(u"\"a\""_s, true), QByteArray("\u201ca\u201d"));
}

void MarkdownDialect::flags() {
  QVERIFY(!MarkdownEngine::parse("a `b` $5").hasMath);
  QVERIFY(!MarkdownEngine::parse("a `b`").hasCode);
  QVERIFY(MarkdownEngine::parse("a $b$").hasMath);
  QVERIFY(MarkdownEngine::parse("$$b$$").hasMath);
  QVERIFY(MarkdownEngine::parse("    b").hasCode);
  QVERIFY(!MarkdownEngine::parse("```math\nx\n```").hasCode);
}

void MarkdownDialect::headingShift() {
  MarkdownOptions options;
  options.headingShift = 1;
  const ParsedDocument document = MarkdownEngine::parse("# a\n###### b\n###### c\n## d", options);
  QList<int> levels;
  for (const OutlineEntry& entry : document.outline)
    levels << entry.level;
  QCOMPARE(levels, (QList<int>{2, 3, 3, 3}));  // no level is skipped, siblings stay siblings
  QVERIFY(document.html().startsWith("<h2 id=\"a\">"));
}

void MarkdownDialect::controlCharactersAreShown() {
  // NUL, a control character of either set, and a noncharacter of the kind that the engine uses as a mark.
  const QByteArray source("a\0b \x01 \xc2\x85 \xef\xb7\x90x\xef\xb7\x91 \xff", 18);
  const ParsedDocument document = MarkdownEngine::parse(source);
  const QString html = QString::fromUtf8(document.html());
  QCOMPARE(html, u"<p>a\ufffdb \ufffd \ufffd \ufffdx\ufffd \ufffd</p>\n"_s);
  QCOMPARE(document.findings.size(), 1);
}

void MarkdownDialect::lineEndsOfEveryKind() {
  const QByteArray expected = MarkdownEngine::parse("# a\n\nb\nc\n").html();
  QCOMPARE(MarkdownEngine::parse("# a\r\n\r\nb\r\nc\r\n").html(), expected);
  QCOMPARE(MarkdownEngine::parse("# a\r\rb\rc\r").html(), expected);
  QCOMPARE(MarkdownEngine::parse("\xef\xbb\xbf# a\n\nb\nc").html(), expected);
}

QTEST_GUILESS_MAIN(MarkdownDialect)
#include "tst_MarkdownDialect.moc"
