#include <chrono>
#include <future>
#include <QApplication>
#include <QDirIterator>
#include <QRegularExpression>
#include <QtTest>

#include "app/store/ContentRepository.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/site/SiteSnapshot.h"
#include "exporters/typeset/Typesetter.h"
#include "tests/support/Libraries.h"
#include "tests/support/Pictures.h"
#include "tests/support/Program.h"
#include "ui/preview/PreviewSite.h"

using namespace Qt::StringLiterals;
using namespace offprint;

/// The articles of tests/fixtures/corpus use every construct of ../shared/markdown.md. The program imports
/// and exports them; what the window's preview makes of each is the exported file, byte for byte. (The
/// preview adds its own script when the page is loaded, not to the page.)
class tst_CorpusFlow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void hasFortyArticles() { QCOMPARE(sources_.size(), 40); }
  void holdsEveryConstruct_data();
  void holdsEveryConstruct();
  void nothingIsFound();
  void previewEqualsExport();

 private:
  RenderedPage preview(const PreviewSite& site, const ContentItem& item) const;

  QTemporaryDir folder_;
  QString library_;
  QMap<QString, QByteArray> sources_;  ///< by slug, as they were written
  QByteArray exported_;                ///< all pages of the articles
};

void tst_CorpusFlow::initTestCase() {
  const QString corpus = test::source(u"tests/fixtures/corpus"_s);
  const QString copy = folder_.filePath(u"corpus"_s);
  for (QDirIterator files(corpus, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
    const QString file = files.next();
    const QByteArray text = test::slurp(file);
    test::spill(copy + file.mid(corpus.size()), text);
    if (files.fileInfo().dir().dirName() == "article"_L1)
      sources_.insert(files.fileInfo().completeBaseName(), text);
  }
  test::spill(copy + u"/media/photo.jpg"_s, test::cameraJpeg(test::photo(1000, 700), 6));
  library_ = folder_.filePath(u"a.offprint"_s);
  QCOMPARE(test::run({u"new"_s, library_, u"--starter"_s, u"empty"_s}).status, 0);
  const test::Answer imported = test::run({u"import"_s, library_, copy});
  QVERIFY2(imported.status == 0, imported.err.constData());
  const test::Answer exported = test::run({u"export"_s, library_, u"site"_s, folder_.filePath(u"site"_s)});
  QVERIFY2(exported.status == 0 && !exported.err.contains("warning: "), exported.err.constData());
  for (auto slug = sources_.keyBegin(); slug != sources_.keyEnd(); ++slug)
    exported_ += test::slurp(folder_.filePath(u"site/articles/%1/index.html"_s.arg(*slug)));
}

void tst_CorpusFlow::holdsEveryConstruct_data() {
  QTest::addColumn<QString>("source");   // a regular expression for how it is written
  QTest::addColumn<QByteArray>("page");  // what only a page that understood it has
  const auto row = [](const char* name, const QString& source, const QByteArray& page) {
    QTest::newRow(name) << source << page;
  };
  row("inline math, dollars", u"\\$\\w"_s, "<span class=\"math inline\"><span class=\"katex\">");
  row("inline math, brackets", u"\\\\\\(v_h"_s, "v_h</annotation>");
  row("inline math, backticks", u"\\$`.*`\\$"_s, "v_h</annotation>");
  row("a dollar", u"\\\\\\$10"_s, "\\$10</annotation>");
  row("macro of the site", u"\\\\knot"_s, "<mi mathvariant=\"normal\">n</mi>");
  row("display math, one line", u"^\\$\\$.+\\$\\$$"_s, "<div class=\"math display\">");
  row("display math, lines", u"^\\$\\$$"_s, "<div class=\"math display\">");
  row("display math, brackets", u"^\\\\\\[$"_s, "\\oint");
  row("display math, fence", u"^```math$"_s, "\\nabla");
  row("display math in an item", u"^  \\$\\$$"_s,
      "<li>A list item may hold one:\n<div class=\"math display\">");
  row("display math in a quotation", u"^> \\$\\$$"_s, "</p>\n<div class=\"math display\">");
  row("numbered equation", u"^\\$\\$ \\{#eq:"_s, "<span class=\"eq-n\">(1)</span>");
  row("labels of rows", u"\\\\label\\{"_s, "<span id=\"second\"></span>");
  row("reference in a formula", u"\\\\eqref\\{"_s, "href=\"#first\"");
  for (const char* name : {"NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"})
    row(name, u"^> \\[!%1\\]"_s.arg(QLatin1StringView(name)),
        "class=\"callout " + QByteArray(name).toLower() + '"');
  row("callout with a title", u"^> \\[!TIP\\] \\w"_s, "<span class=\"kind\">Tip</span> Reef early");
  row("folded callout", u"^> \\[!CAUTION\\]-"_s, "<details class=\"callout caution\">");
  row("open callout", u"^> \\[!NOTE\\]\\+"_s, "<details class=\"callout note\" open>");
  row("figure, title", u"^!\\[[^]]*\\]\\([^ ]+ \".*\"\\)$"_s,
      "</b> Set for a <em>broad</em> reach</figcaption>");
  row("figure, caption line", u"\\{#fig:hull width=60% \\.outset\\}\\n: "_s,
      "<figure id=\"fig:hull\" class=\"outset\" style=\"width:60%\">");
  row("figure, caption paragraph", u"\\)\\n\\n: A caption"_s, "<figure id=\"fig:again\">");
  row("figure, unnumbered", u"\\{\\.unnumbered\\}"_s, "<figcaption>Plain</figcaption>");
  row("figure with parts", u"^:::figure"_s, "<b>(a)</b> Aloft");
  row("photo in sizes", u"media/photo\\.jpg"_s, "<picture><source");
  row("attributes of a heading", u"^## .*\\{#own \\.wide"_s,
      "<h2 id=\"own\" class=\"wide\" data-kind=\"test\">");
  row("attributes of a link", u"\\)\\{\\.quiet"_s, "class=\"quiet\" lang=\"de\"");
  row("attributes of a picture", u"\\)\\{\\.small"_s, "class=\"small\" style=\"width:3em\"");
  row("attributes of a fence", u"^```c \\{#listing"_s,
      "<figure id=\"listing\" class=\"code tall\" data-key=\"1\">");
  row("attributes of a directive", u"#latest \\.wide\\}"_s, "<div id=\"latest\" class=\"listing wide\">");
  row("code", u"^```python"_s, "<span class=\"hljs-keyword\">def</span>");
  row("code, title", u"title=\"tide\\.py\""_s, "<span>tide.py</span>");
  row("code, marked lines", u"hl=\"2,4-5\""_s, "<span class=\"l hl\">");
  row("code, numbers", u"lines start=10"_s, "data-start=\"10\"");
  row("code, diff", u"^```diff"_s, "hljs-deletion");
  row("code, no language", u"^```\\n"_s, "*as it is*");
  row("code, indented", u"^    Indented"_s, "&lt;b&gt;too&lt;/b&gt;");
  row("code span", u"``a ` tick``"_s, "<code>a ` tick</code>");
  row("code is opaque", u"::demo\\{x\\}"_s, "[[article/code]] [@lind2019] $x$ [^1]\n");
  row("fence in an item", u"^   ```sh"_s, "</figure>\n</li>\n<li>\n<p>and the list goes on.</p>");
  row("diagram", u"^```mermaid"_s, "<figure class=\"diagram\"");
  row("diagram, title", u"mermaid \\{title="_s, "<figcaption>From port to sea</figcaption>");
  row("citation", u"\\[@lind2019\\]"_s, "href=\"#ref-lind2019\"");
  row("citation, several", u"\\[see @roth2021, p\\. 3; also"_s, "see <a");
  row("citation in the text", u"^@roth2021 says"_s, ">Roth");
  row("citation, year alone", u"\\[-@roth2021\\]"_s, ">(2021)</a>");
  row("no citation", u"https://medium\\.com/@user/x"_s, ">https://medium.com/@user/x</a>");
  row("bibliography", u"^::bibliography$"_s, "id=\"ref-roth2021\"");
  for (const char* name : {"fig", "eq", "sec", "tbl", "thm"})
    row(name, u"\\[@%1:"_s.arg(QLatin1StringView(name)),
        "<a class=\"ref\" href=\"#" + QByteArray(name) + ':');
  row("item link", u"\\[\\[code\\]\\]"_s, "<a href=\"../code/index.html\">Code</a>");
  row("item link, place and text", u"\\[\\[article/[^]]*#[^]]*\\|"_s,
      "index.html#bound-on-x_ij\">a bound</a>");
  row("item link, another kind", u"\\[\\[talk/"_s, "talks/harbour/index.html\">the talk</a>");
  row("footnote", u"^\\[\\^rope\\]:"_s, "id=\"fnref:1:3\"");
  row("footnote of blocks", u"^    and code"_s, "make fast");
  row("inline note", u"\\^\\[They"_s, "They hoist");
  row("::toc", u"^::toc$"_s, "<nav class=\"toc\"");
  row("::video", u"^::video\\{"_s, "<track kind=\"captions\"");
  row("::audio", u"^::audio\\{"_s, "<audio controls");
  row("::youtube", u"^::youtube\\{"_s, "https://www.youtube.com/watch?v=abcdefghijk&amp;t=90s");
  row("::demo", u"^::demo\\{"_s, "sandbox=\"allow-scripts\"");
  row("::gallery", u"^::gallery\\{"_s, "class=\"gallery");
  row("::items", u"^::items\\{"_s, "class=\"listing\"");
  row("::publications", u"^::publications"_s, "Why keels are heavy");
  row("::talks", u"^::talks$"_s, "Into the harbour");
  row(":::aside", u"^:::aside\\["_s, "<aside role=\"note\">\n<p class=\"ct\">By the way</p>");
  row(":::details", u"^:::details\\["_s, "<details open>");
  row(":::columns", u"^::::columns"_s, "<div class=\"column\" style=\"width:40%\">");
  for (const char* name :
       {"theorem", "lemma", "corollary", "proposition", "definition", "example", "remark", "proof"})
    row(name, u"^:::%1"_s.arg(QLatin1StringView(name)), "class=\"statement " + QByteArray(name) + '"');
  row("Pandoc's form", u"^::: \\{\\.proof\\}"_s, "<span class=\"qed\">");
  row("nested containers", u"^:::::details"_s, "<div class=\"columns\">\n<aside role=\"note\">");
  row("task list", u"^- \\[x\\]"_s, "checked=\"\"");
  row("list that starts at three", u"^3\\. "_s, "<ol start=\"3\">");
  row("table", u"^\\|:--\\|:-:"_s, "style=\"text-align:center\"");
  row("table, caption", u": Three columns \\{#tbl:"_s, "id=\"tbl:three\" class=\"tbl wide\"");
  row("table, caption line", u"\\|\\n: Right"_s, "Right behind it</caption>");
  row("strikethrough", u"~~Old~~"_s, "<del>Old</del>");
  row("autolink", u"www\\.example\\.org"_s, "href=\"http://www.example.org\"");
  row("reference link", u"^\\[ref\\]: "_s, "href=\"https://example.org/ref\"");
  row("raw HTML, inline", u"H<sub>2"_s, "H<sub>2</sub>O");
  row("raw HTML, block", u"^<div class=\"own\">"_s, "<p>Markdown <em>inside</em>.</p>\n</div>");
  row("raw HTML, custom element", u"<model-viewer"_s, "<model-viewer src=");
  row("raw HTML, frame", u"<iframe"_s, "title=\"Swing\"></iframe>");
  row("smart punctuation", u"\"Ready,\""_s,
      "\u201cReady,\u201d she said, \u2018about\u2019 \u2013 it\u2019s time\u2026");
  row("none in code", u"`\"not\" --"_s, "<code>&quot;not&quot; -- here</code>");
  row("quotes of the language", u"\"Klar\""_s, "\u201eKlar\u201c");
  row("words of the language", u"^language: \"de\""_s, ">Hinweis<");
  row("heading ids", u"^### Подзаголовок"_s, "id=\"подзаголовок-1\"");
  row("empty heading id", u"^## ;\\)"_s, "id=\"section\"");
  row("prefixed ids of the theme", u"^### Search"_s, "id=\"search\"");
  row("math in a title", u"^title: \"Bounds on \\$"_s, "<title>Bounds on x_ij and why");
  row("hard break", u"\\\\\\nbreak"_s, "a hard<br />");
  row("divider", u"^\\*\\*\\*$"_s, "<hr />");
}

void tst_CorpusFlow::holdsEveryConstruct() {
  QFETCH(QString, source);
  QFETCH(QByteArray, page);
  const QRegularExpression written(source, QRegularExpression::MultilineOption);
  QVERIFY(written.isValid());
  const bool found = std::any_of(sources_.cbegin(), sources_.cend(), [&](const QByteArray& text) {
    return written.match(QString::fromUtf8(text)).hasMatch();
  });
  QVERIFY2(found, "no article uses it");
  QVERIFY2(exported_.contains(page), page.constData());
}

/// Every construct was read as one: none is left as text, dead or undrawn.
void tst_CorpusFlow::nothingIsFound() {
  const test::Answer answer = test::run({u"check"_s, library_});
  QVERIFY2(answer.status == 0 && answer.err.isEmpty(), (answer.out + answer.err).constData());
}

/// The item's page as the preview has it when nothing is left to be drawn.
RenderedPage tst_CorpusFlow::preview(const PreviewSite& site, const ContentItem& item) const {
  for (;;) {
    auto made = std::async(std::launch::async, [&] { return site.item(item); });
    if (!QTest::qWaitFor([&] { return made.wait_for(std::chrono::seconds(0)) == std::future_status::ready; },
                         60'000))
      qFatal("the page is not composed");
    const auto page = made.get();
    if (!page) qFatal("%s", qPrintable(page.error().message));
    if (!page->undrawn && !page->pending) return *page;
  }
}

void tst_CorpusFlow::previewEqualsExport() {
  const auto library = test::openLibrary(library_);
  // What the program has drawn for the export is at hand.
  Typesetter typesetter(test::resources(), Typesetter::defaultCacheFolder());
  SnapshotOptions withDrafts;
  withDrafts.drafts = true;
  const auto site = test::must(
      PreviewSite::create(test::must(SiteSnapshot::of(*library, withDrafts)), nullptr, &typesetter));
  for (auto slug = sources_.keyBegin(); slug != sources_.keyEnd(); ++slug) {
    const ContentItem item = test::must(library->content().find(u"article/"_s + *slug));
    const RenderedPage page = preview(*site->showing(item), item);
    const QByteArray file = test::slurp(folder_.filePath(u"site/"_s + page.path));
    qsizetype at = 0;
    while (at < file.size() && at < page.html.size() && file.at(at) == page.html.at(at))
      ++at;
    QVERIFY2(file == page.html,
             (page.path.toUtf8() + "\nexported: " + file.mid(qMax<qsizetype>(0, at - 60), 200) +
              "\npreviewed: " + page.html.mid(qMax<qsizetype>(0, at - 60), 200))
                 .constData());
  }
  typesetter.stop();
}

int main(int argc, char** argv) {
  MarkdownEngine::initialize();
  Typesetter::prepareProcess();
  QApplication application(argc, argv);
  tst_CorpusFlow test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_CorpusFlow.moc"
