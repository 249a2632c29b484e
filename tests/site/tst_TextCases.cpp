#include <QtTest>

#include "app/store/Repositories.h"
#include "tests/support/Libraries.h"
#include "tests/support/Program.h"

using namespace Qt::StringLiterals;
using namespace offprint;

/// The rows of ../shared/cases/text.md that concern a text, through `offprint render`. The others are held by
///
///   12 slugs              tst_ContentItem slugs
///   13 equal titles, tags tst_ContentRepository addressesDiffer, tst_SiteMap namesBothItemsOfOneAddress,
///                         mergesTagsOfOneAddress
///   14 odd file names     tst_Media oddNamesAreFound, tst_SiteMap and tst_SitePictures (what an address
///   leads to) 15 changed slugs      tst_ContentRepository aRenamedPublicItemRedirects, linksFollowARename,
///   tst_SiteMap redirects 16 days and zones     tst_Date, tst_Feeds datesStandInTheSitesZone 17 coming talks
///   tst_PageComposer (golden/talks.html), tst_Feeds eventsAreNotDatedAhead 18 precision of dates
///   tst_CommandLine datesKeepTheirPrecision, tst_SiteMap sitemapHasPrecision 19 feeds              tst_Feeds
///   survivesOddText, knowsEntriesByUuid, tst_SiteBuilder feedsParseWhateverIsWritten 20 drafts
///   tst_SiteBuilder nothingOfADraftLeaks, scheduledItemsComeInTime 22 unknown keys       tst_ForeignItem,
///   tst_MarkdownFolder, tst_MarkdownExporter 23 reading time       tst_ContentItem readingTime 25 links of a
///   site    tst_SiteBuilder noDeadLinkAndNothingRooted, the check of sites in a browser 26 cut characters
///   tst_ContentItem excerptsAreWholeWordsAndCharacters, longSlugsEndAtAWordAndNeverInsideACharacter 27, 28
///   photos         tst_ImageVariants photosStandUpright, cleaningLosesNothing, nothingIsLargerThanItsSource
///   29 equal file names   tst_ImportSources, tst_SitePictures picturesOfOneNameStayApart
class TestTextCases : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void renders_data();
  void renders();

 private:
  QTemporaryDir folder_;
};

namespace {

/// The TeX of every formula that was drawn, in order.
QStringList formulas(const QByteArray& html) {
  static const QRegularExpression tex(u"<annotation encoding=\"application/x-tex\">(.*?)</annotation>"_s);
  QStringList found;
  for (auto each = tex.globalMatch(QString::fromUtf8(html)); each.hasNext();)
    found << each.next().captured(1);
  return found;
}

/// The codes of the findings, each with its line: "text.control-character 3".
QStringList findings(const QByteArray& messages) {
  static const QRegularExpression line(u"^\\w+: -:(\\d+): .* \\[([\\w.-]+)\\]$"_s,
                                       QRegularExpression::MultilineOption);
  QStringList found;
  for (auto each = line.globalMatch(QString::fromUtf8(messages)); each.hasNext();) {
    const QRegularExpressionMatch match = each.next();
    found << match.captured(2) + u' ' + match.captured(1);
  }
  return found;
}

}  // namespace

void TestTextCases::initTestCase() {
  const auto library = test::newLibrary(folder_.filePath(u"a.offprint"_s));
  Site site = test::must(library->site().get());
  site.smartPunctuation = true;
  test::must(library->site().save(site));
}

void TestTextCases::renders_data() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QByteArrayList>("parts");  // of the output, in this order
  QTest::addColumn<QStringList>("tex");       // of every formula
  QTest::addColumn<QStringList>("told");      // findings
  const auto row = [](const char* name, const char* markdown, const QByteArrayList& parts,
                      const QStringList& tex = {}, const QStringList& told = {}) {
    QTest::newRow(name) << QByteArray(markdown) << parts << tex << told;
  };
  row("1",
      "$a_{i}$ and $b_{j}$\n\n$A_i, A_{i+1}$\n\n${O(d_{\\max})}$\n\n$$\\mathbb{Z}_{+} \\rightarrow "
      "\\mathbb{Z}_{+}$$\n",
      {"<p><span class=\"math inline\">", "</span> and <span class=\"math inline\">",
       "<div class=\"math display\">"},
      {u"a_{i}"_s, u"b_{j}"_s, u"A_i, A_{i+1}"_s, u"{O(d_{\\max})}"_s,
       u"\\mathbb{Z}_{+} \\rightarrow \\mathbb{Z}_{+}"_s});
  row("2", "$$a \\\\ b$$\n\n| a | b |\n|---|---|\n| $\\|x\\|$ | $|y|$ |\n",
      {"<mi>a</mi><mspace linebreak=\"newline\"></mspace><mi>b</mi>", "<td><span class=\"math inline\">",
       "<td><span class=\"math inline\">", "</td>\n</tr>\n</tbody>"},
      {u"a \\\\ b"_s, u"\\|x\\|"_s, u"|y|"_s});
  row("3", "about $61 per MWh, *cheaper* than $76/MWh\n\ncosts $10.00 … final price $p' = p(1-d)$\n",
      {"<p>about $61 per MWh, <em>cheaper</em> than $76/MWh</p>\n<p>costs $10.00 … final price <span"},
      {u"p&#x27; = p(1-d)"_s});
  row("4", "$\\$10$ $0<i<N$\n", {"<mi mathvariant=\"normal\">$</mi><mn>10</mn>", "<mo>&lt;</mo>"},
      {u"\\$10"_s, u"0&lt;i&lt;N"_s});
  row("5", "::toc\n\n## Bound on $x_{ij}$\n\n## $ $\n",
      {"<nav class=\"toc\"", "<a href=\"#bound-on-x_ij\">Bound on <span class=\"math inline\">",
       "<a href=\"#section\">", "<h2 id=\"bound-on-x_ij\">", "<h2 id=\"section\">"},
      {u"x_{ij}"_s, u"x_{ij}"_s});
  row("6", "```\npublisher = {{AAAI Press}}\n{% raw %}\n\\def\\x#1{%\n::demo{x}\n```\n",
      {"<code>publisher = {{AAAI Press}}\n{% raw %}\n\\def\\x#1{%\n::demo{x}\n</code>"});
  row("7", "1. a\n\n   ```\n   x\n   ```\n\n2. b\n",
      {"<ol>\n<li>\n<p>a</p>", "<code>x\n</code></pre></figure>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>\n"});
  row("8", "\u201cx\u201d \"y\" <code>\"x\" --flag</code> -- \"z\"\n",
      {"\u201cy\u201d <code>&quot;x&quot; --flag</code> \u2013 \u201cz\u201d"});
  row("9", "a[^1] b[^1] c[^1]\n\n[^1]: n\n",
      {"href=\"#fn:1\" id=\"fnref:1\"", "href=\"#fn:1\" id=\"fnref:1:2\"", "href=\"#fn:1\" id=\"fnref:1:3\"",
       "<li id=\"fn:1\">", "<a href=\"#fnref:1\"", "<a href=\"#fnref:1:2\"", "<a href=\"#fnref:1:3\""});
  row("10",
      "H<sub>2</sub>O <model-viewer src=\"a.glb\"></model-viewer>\n\n<iframe "
      "src=\"https://example.org/\"></iframe>\n",
      {"H<sub>2</sub>O <model-viewer src=\"a.glb\"></model-viewer>",
       "<iframe src=\"https://example.org/\"></iframe>"});
  row("11", "### Подзаголовок\n\n### Подзаголовок\n\n## 日本語\n\n## ;)\n",
      {"<h3 id=\"подзаголовок\">", "<h3 id=\"подзаголовок-1\">", "<h2 id=\"日本語\">",
       "<h2 id=\"section\">"});
  row("14", "![a](<media/Hannah&Lukas (39).jpg>)\n\n![b](media/cafe\u0301.jpg)\n\n[c](media/100%.svg)\n",
      {"src=\"media/Hannah&amp;Lukas%20(39).jpg\"", "src=\"media/cafe%CC%81.jpg\"",
       "href=\"media/100%.svg\""});
  row("19", "]]> & -> \x01 <!-- x -->\n\n[here](#there) ![p](p.png)\n",
      {"<p>]]&gt; &amp; -&gt; \ufffd </p>", "<a href=\"#there\">here</a> <img src=\"p.png\" alt=\"p\" />"},
      {}, {u"text.control-character 1"_s});
  row("21",
      "\xef\xbb\xbf---\r\ntitle: Guide: part 1\r\nnumber: 016\r\nlanguage: de\r\ntag: "
      "no\r\n---\r\n\r\n\"Text\"\r\n\r\nb\001\r\n",
      {"<p>\u201eText\u201c</p>\n<p>b\ufffd</p>\n"}, {},
      {u"frontmatter.invalid 1"_s, u"frontmatter.repaired 2"_s, u"text.control-character 10"_s});
  row("21, hexadecimal", "---\ntitle: 0xF4EE\n---\na\n", {"<p>a</p>\n"});
  row("21, none", "---\n\na\n\n---\n", {"<hr />\n<p>a</p>\n<hr />\n"});
  row("24", "https://medium.com/@user/x a@b.org @handle\n",
      {">https://medium.com/@user/x</a>", "<a href=\"mailto:a@b.org\">a@b.org</a> @handle</p>\n"});
  row("26", "## 𝒜 😀\n\n## 😀\n", {"<h2 id=\"𝒜\">", "😀", "<h2 id=\"section\">"});
}

void TestTextCases::renders() {
  QFETCH(QByteArray, markdown);
  QFETCH(QByteArrayList, parts);
  QFETCH(QStringList, tex);
  QFETCH(QStringList, told);
  const test::Answer answer =
      test::run({u"render"_s, u"--library"_s, folder_.filePath(u"a.offprint"_s)}, markdown);
  QVERIFY2(answer.status == 0, answer.err.constData());
  qsizetype at = 0;
  for (const QByteArray& part : std::as_const(parts)) {
    const qsizetype found = answer.out.indexOf(part, at);
    QVERIFY2(found >= 0, (part + "\n\nis not where it should be in\n\n" + answer.out).constData());
    at = found + part.size();
  }
  // What is no row of the table, a formula or emphasis too many, is not there.
  QCOMPARE(formulas(answer.out), tex);
  QCOMPARE(answer.out.count("<em>"), parts.value(0).count("<em>"));
  QCOMPARE(findings(answer.err), told);
}

QTEST_GUILESS_MAIN(TestTextCases)
#include "tst_TextCases.moc"
