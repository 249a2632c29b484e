#include <QRegularExpression>
#include <QtTest>

#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "tests/exporters/markdown/SpecExamples.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// The specification suites of CommonMark and GFM.
class MarkdownSpec : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void plain_data() { addExamples(); }
  void plain();
  void dialect_data() { addExamples(); }
  void dialect();
  void countsExamples();

 private:
  static void addExamples();
};

namespace {

const QStringList Files = {u"spec.txt"_s, u"extensions.txt"_s, u"regression.txt"_s, u"smart_punct.txt"_s};

QList<test::SpecExample> examplesOf(const QString& file) {
  return test::specExamples(test::slurp(test::shared(u"inputs/spec/"_s + file)));
}

}  // namespace

void MarkdownSpec::addExamples() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QByteArray>("html");
  QTest::addColumn<QByteArray>("extensions");
  QTest::addColumn<bool>("smart");
  for (const QString& file : Files) {
    for (const test::SpecExample& example : examplesOf(file)) {
      if (example.disabled()) continue;
      const QByteArray name =
          file.left(file.indexOf(u'.')).toLatin1() + ' ' + QByteArray::number(example.number);
      QTest::newRow(name.constData()) << example.markdown << example.html << example.extensions.join(' ')
                                      << (file == u"smart_punct.txt"_s);
    }
  }
}

void MarkdownSpec::countsExamples() {
  qsizetype all = 0;
  for (const QString& file : Files)
    all += examplesOf(file).size();
  QVERIFY2(all > 730, "the reader of the specification lost examples");
}

namespace {

/// The installed cmark-gfm (0.29.0.gfm.6) names footnotes by their label and gives every use a way back; its
/// older specification numbers them and knows one way back. The rest is equal.
QByteArray withOldFootnotes(const QByteArray& html) {
  QString text = QString::fromUtf8(html);
  const auto replace = [&](const QString& pattern, const QString& with) {
    text.replace(QRegularExpression(pattern), with);
  };
  replace(u" <a href=\"#fnref-\\w+-\\d+\"[^>]*>\u21a9<sup class=\"footnote-ref\">\\d+</sup></a>"_s,
          QString());
  replace(u" data-footnote-(ref|backref)| data-footnotes| aria-label=\"[^\"]*\""_s, QString());
  replace(u"id=\"fnref-(\\w+)-\\d+\""_s, u"id=\"fnref-\\1\""_s);
  static const QRegularExpression id(u"(fn|fnref)-([A-Za-z0-9-]+?)(?=\")"_s);
  QStringList labels;
  QString out;
  qsizetype at = 0;
  for (auto match = id.globalMatch(text); match.hasNext();) {
    const QRegularExpressionMatch one = match.next();
    if (!labels.contains(one.captured(2))) labels << one.captured(2);
    out += text.mid(at, one.capturedStart() - at) + one.captured(1) +
           QString::number(labels.indexOf(one.captured(2)) + 1);
    at = one.capturedEnd();
  }
  return (out + text.mid(at)).toUtf8();
}

QByteArray plainHtml(const QByteArray& markdown, bool smart) {
  MarkdownOptions options;
  options.plain = true;
  options.smartPunctuation = smart;
  return MarkdownEngine::parse(markdown, options).html();
}

}  // namespace

void MarkdownSpec::plain() {
  QFETCH(QByteArray, markdown);
  QFETCH(QByteArray, html);
  QFETCH(QByteArray, extensions);
  QFETCH(bool, smart);
  if (html == "<IGNORE>\n") return;  // the specification only asks not to crash
  const QByteArray actual = plainHtml(markdown, smart);
  if (actual == html || withOldFootnotes(actual) == html) return;
  // An example is written for the extensions that it names; plain Offprint has all but the tag filter.
  const bool all = QByteArray(QTest::currentDataTag()).startsWith("extensions");
  CmarkSyntax syntax;
  syntax.options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES;
  syntax.tagfilter = all || extensions.contains("tagfilter");
  syntax.autolink = all || extensions.contains("autolink");
  QVERIFY2(syntax.tagfilter || !syntax.autolink,
           "only the tag filter and bare addresses may make a difference");
  QCOMPARE(cmarkHtml(parseTree(markdown, syntax).get(), syntax), html);
}

namespace {

/// Takes off what the dialect puts around cmark-gfm's elements, so that the rest can be compared.
QByteArray withoutFrames(const QByteArray& html) {
  QString text = QString::fromUtf8(html);
  const auto replace = [&](const QString& pattern, const QString& with) {
    text.replace(QRegularExpression(pattern, QRegularExpression::DotMatchesEverythingOption), with);
  };
  replace(
      u"<figure class=\"code\"(?: id=\"[^\"]*\")?>(?:<figcaption>(?:(?!</figcaption>).)*</figcaption>)?<pre tabindex=\"0\">(<code(?: class=\"[^\"]*\")?>(?:(?!</code></pre>).)*</code></pre>)</figure>"_s,
      u"<pre>\\1"_s);
  replace(u"<(h[1-6]) id=\"[^\"]*\"><a href=\"#[^\"]*\">((?:(?!</a></h[1-6]>).)*)</a></\\1>"_s,
          u"<\\1>\\2</\\1>"_s);
  replace(u"<(h[1-6]) id=\"[^\"]*\">"_s, u"<\\1>"_s);
  replace(u"<div class=\"tbl\"[^>]*><table>"_s, u"<table>"_s);
  replace(u"</table></div>"_s, u"</table>"_s);
  replace(u"<th scope=\"col\""_s, u"<th"_s);
  replace(u"(<t[hd]) class=\"num\""_s, u"\\1 align=\"right\""_s);
  replace(u"(<t[hd]) style=\"text-align:(\\w+)\""_s, u"\\1 align=\"\\2\""_s);
  replace(u"<figure>(<img [^>]*)/><figcaption><b>Figure\u00a0\\d+\\.</b> ([^<]*)</figcaption></figure>"_s,
          u"<p>\\1title=\"\\2\" /></p>"_s);
  replace(u"<figure>(<img [^>]*/>)</figure>"_s, u"<p>\\1</p>"_s);
  replace(u" aria-label=\"[^\"]*\""_s, QString());
  return text.toUtf8();
}

}  // namespace

namespace {

/// Examples whose rendering the dialect changes, and why.
struct Exception {
  const char* reason;
  QByteArrayList examples;
};
const QList<Exception>& exceptions() {
  static const QList<Exception> list = {
      {"raw HTML that does not balance: what is open is closed with its block, a stray end tag and a tag "
       "without "
       "an end appear as text, each with a finding",
       {"spec 118",     "spec 120",     "spec 121", "spec 125", "spec 126", "spec 127", "spec 128",
        "spec 135",     "spec 142",     "spec 143", "spec 144", "spec 153", "spec 156", "spec 170",
        "spec 317",     "spec 327",     "spec 354", "spec 485", "spec 486", "spec 500", "spec 503",
        "spec 532",     "spec 544",     "spec 632", "spec 633", "spec 634", "spec 635", "spec 636",
        "spec 642",     "spec 650",     "spec 651", "spec 653", "spec 663", "spec 664", "extensions 22",
        "regression 6", "regression 17"}},
      {"comments are notes of the author, and on no page",
       {"spec 146", "spec 148", "spec 152", "spec 288", "spec 289", "spec 644"}},
      {"holds \\[…\\], which is display math", {"spec 308"}},
      {"holds [[…]], which is an item link", {"spec 567"}},
      {"footnotes have the markup of the themes", {"extensions 23", "regression 13"}},
  };
  return list;
}

const char* reasonToDiffer(const QByteArray& example) {
  for (const Exception& exception : exceptions()) {
    if (exception.examples.contains(example)) return exception.reason;
  }
  return nullptr;
}

}  // namespace

void MarkdownSpec::dialect() {
  QFETCH(QByteArray, markdown);
  QFETCH(bool, smart);
  MarkdownOptions options;
  options.smartPunctuation = smart;
  const QByteArray actual = withoutFrames(MarkdownEngine::parse(markdown, options).html());
  const QByteArray expected = plainHtml(markdown, smart);
  if (const char* reason = reasonToDiffer(QTest::currentDataTag())) {
    QVERIFY2(actual != expected, reason);  // or the exception is no longer one
    return;
  }
  QCOMPARE(actual, expected);
}

QTEST_GUILESS_MAIN(MarkdownSpec)
#include "tst_MarkdownSpec.moc"
