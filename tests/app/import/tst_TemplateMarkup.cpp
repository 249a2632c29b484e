#include <QRandomGenerator>
#include <QtTest>

#include "app/import/OpaqueRanges.h"
#include "app/import/SourceLinks.h"
#include "app/import/TemplateMarkup.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

QString translate(SiteFlavour flavour, const QString& body, Findings* findings = nullptr) {
  MarkupContext context;
  context.flavour = flavour;
  context.bodyLine = 10;
  context.address = [](const QString& reference) {
    return reference.contains(u"known"_s) ? u"/articles/known/"_s : QString();
  };
  Findings mine;
  return translateMarkup(body, context, findings ? *findings : mine);
}

}  // namespace

class TestTemplateMarkup : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void hugo_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("markdown");
    const auto row = [](const char* name, const QString& body, const QString& markdown) {
      QTest::newRow(name) << body << markdown;
    };
    row("nothing", u"Text with {braces} and {{ double }}."_s, u"Text with {braces} and {{ double }}."_s);
    row("figure", u"{{< figure src=\"a b.png\" alt=\"An [x]\" caption=\"Say \\\"hi\\\"\" >}}"_s,
        u"![An \\[x\\]](<a b.png> \"Say \\\"hi\\\"\")"_s);
    row("figure link", u"{{< figure src=a.png link=\"https://x.org\" >}}"_s,
        u"[![](<a.png>)](https://x.org)"_s);
    row("youtube", u"{{< youtube D2vj0WcvH5c >}}"_s, u"::youtube{id=\"D2vj0WcvH5c\"}"_s);
    row("youtube in a sentence", u"See {{< youtube abc >}} now"_s,
        u"See \n\n::youtube{id=\"abc\"}\n\n now"_s);
    row("video", u"{{<video src='clip.mp4' controls=\"yes\">}}"_s, u"::video{src=\"clip.mp4\"}"_s);
    row("gist", u"{{< gist spf13 7896402 >}}"_s, u"<https://gist.github.com/spf13/7896402>"_s);
    row("ref", u"[x]({{< ref \"known.md\" >}})"_s, u"[x](/articles/known/)"_s);
    row("relref", u"[x]({{% relref \"known.md#part\" %}})"_s, u"[x](/articles/known/)"_s);
    row("dead ref", u"[x]({{< ref \"gone.md\" >}})"_s, u"[x](gone.md)"_s);
    row("highlight", u"{{< highlight python \"linenos=table\" >}}\nx = `1`\n{{< /highlight >}}"_s,
        u"```python\nx = `1`\n```"_s);
    row("highlight with fence", u"{{< highlight md >}}\n```\nx\n```\n{{< /highlight >}}"_s,
        u"````md\n```\nx\n```\n````"_s);
    row("math", u"{{< math >}}\n$$x_1$$\n{{< /math >}}"_s, u"\n$$x_1$$\n"_s);
    row("mermaid", u"{{< mermaid >}}\ngraph TD\n{{< /mermaid >}}"_s, u"```mermaid\ngraph TD\n```"_s);
    row("details", u"{{< details summary=\"More\" >}}\n**text**\n{{< /details >}}"_s,
        u":::details{title=\"More\"}\n**text**\n:::"_s);
    row("spoiler", u"{{< spoiler text=\"Click\" >}}\nx\n{{< /spoiler >}}"_s,
        u":::details{title=\"Click\"}\nx\n:::"_s);
    row("callout", u"{{% callout warning %}}\nBe *careful*.\n\nTwice.\n{{% /callout %}}"_s,
        u"> [!WARNING]\n> Be *careful*.\n>\n> Twice."_s);
    row("nested", u"{{% callout note %}}\n{{< youtube abc >}}\n{{% /callout %}}"_s,
        u"> [!NOTE]\n> ::youtube{id=\"abc\"}"_s);
    row("callout of Obsidian's", u"{{< callout success >}}x{{< /callout >}}"_s, u"> [!SUCCESS]\n> x"_s);
    row("button", u"{{< button url=\"/c\" style=\"outline\" >}}Contact *us*{{< /button >}}"_s,
        u"[Contact *us*](/c)"_s);
    row("button with its text",
        u"{{< button url=\"https://x.org/a (b)\" text=\"Try [it]\" />}} or {{< button url=a >}}b{{< /button >}}"_s,
        u"[Try \\[it\\]](<https://x.org/a (b)>) or [b](a)"_s);
    row("button with an icon", u"{{< button url=a >}}{{< icon name=x >}} Go{{< /button >}}"_s, u"[Go](a)"_s);
    row("button without a place", u"{{< button >}}x{{< /button >}}"_s,
        u":::unknown{name=\"button\"}\n{{< button >}}x{{< /button >}}\n:::"_s);
    row("cards",
        u"{{< cards >}}\n  {{< card url=\"../\" title=\"Learn\" icon=\"cap\" subtitle=\"In *5* minutes\" "
        u">}}\n"
        "  {{< card url=\"\" title=\"Alone\" >}}\n{{< /cards >}}"_s,
        u"\n  - [Learn](../): In *5* minutes\n  - **Alone**\n"_s);
    row("steps", u"{{% steps %}}\n\n### One\n\n{{% /steps %}}"_s, u"\n\n### One\n\n"_s);
    row("embed", u"{{< embed platform=\"huggingface\" resource=\"a/b\" type=\"dataset\" >}}"_s,
        u"[a/b](https://huggingface.co/datasets/a/b)"_s);
    row("embed of an address", u"{{< embed url=\"https://x.org\" title=\"T\" description=\"D\" >}}"_s,
        u"[T](https://x.org): D"_s);
    row("embed of an unknown site", u"{{< embed platform=\"x\" resource=\"a\" type=\"b\" >}}"_s,
        u":::unknown{name=\"embed\"}\n{{< embed platform=\"x\" resource=\"a\" type=\"b\" >}}\n:::"_s);
    row("icon", u"click {{< icon name=\"x\" >}} now"_s, u"click  now"_s);
    row("audio", u"{{< audio src=\"a.mp3\" >}}"_s, u"::audio{src=\"a.mp3\"}"_s);
    row("bilibili", u"{{< bilibili BV1 >}}"_s, u"<https://www.bilibili.com/video/BV1>"_s);
    row("staticref", u"See {{% staticref \"uploads/r.pdf\" \"newtab\" %}}the CV{{% /staticref %}}."_s,
        u"See [the CV](/uploads/r.pdf)."_s);
    row("spoiler in a line", u"{{< spoiler text=\"Click\" >}} x {{< /spoiler >}}"_s,
        u"\n\n:::details{title=\"Click\"}\n\n x \n\n:::\n\n"_s);
    row("fragment", u"{{< fragment >}}First{{< /fragment >}}"_s, u"First"_s);
    row("cite of a page", u"{{< cite page=\"/publication/known\" view=\"4\" >}}"_s,
        u"[[publication/known]]"_s);
    row("toc", u"{{< toc mobile_only=true >}}"_s, u"::toc"_s);
    row("cite", u"as {{< cite \"a\" >}} says"_s, u"as [@a] says"_s);
    row("escaped", u"Use `{{</* toc */>}}` here"_s, u"Use `{{< toc >}}` here"_s);
    row("escaped in a fence", u"```\n{{</* button url=\"/x\" */>}}X{{</* /button */>}}\n```"_s,
        u"```\n{{< button url=\"/x\" >}}X{{< /button >}}\n```"_s);
    row("in code", u"```\n{{< toc >}}\n```\n\n`{{< toc >}}`"_s, u"```\n{{< toc >}}\n```\n\n`{{< toc >}}`"_s);
    row("unknown alone", u"a\n\n{{< chart data=\"x\" >}}\n\nb"_s,
        u"a\n\n:::unknown{name=\"chart\"}\n{{< chart data=\"x\" >}}\n:::\n\nb"_s);
    row("unknown in a sentence", u"click {{< kbd key=\"x\" >}} now"_s,
        u"click `{{< kbd key=\"x\" >}}` now"_s);
    row("unknown with backtick", u"say {{< z `a` >}}."_s, u"say ``{{< z `a` >}}``."_s);
    row("unknown pair on a line", u"{{< badge color=\"red\" >}}New *x*{{< /badge >}}"_s,
        u":::unknown{name=\"badge\"}\n{{< badge color=\"red\" >}}New *x*{{< /badge >}}\n:::"_s);
    row("unknown neighbours", u"{{< tabs >}}\n  {{< tab name=\"a\" >}}\n{{< /tabs >}}"_s,
        u":::unknown{name=\"tabs\"}\n{{< tabs >}}\n  {{< tab name=\"a\" >}}\n{{< /tabs >}}\n:::"_s);
    row("unknown around prose", u"{{% tabs %}}\n\n### One\n\n{{% /tabs %}}"_s,
        u":::unknown{name=\"tabs\"}\n{{% tabs %}}\n:::\n\n### One\n\n:::unknown{name=\"tabs\"}\n{{% /tabs %}}\n:::"_s);
    row("unknown over lines", u"{{< notebook\n  src=\"a.ipynb\"\n>}}\ntext"_s,
        u":::unknown{name=\"notebook\"}\n{{< notebook\n  src=\"a.ipynb\"\n>}}\n:::\n\ntext"_s);
    row("unknown with colons", u"{{< x \":::\" >}}"_s, u"::::unknown{name=\"x\"}\n{{< x \":::\" >}}\n::::"_s);
    row("no end", u"{{< figure src="_s, u"{{< figure src="_s);
    row("odd quote", u"{{< youtube \"abc >}}"_s, u"::youtube{id=\"abc\"}"_s);
    row("closing alone", u"{{< /details >}}"_s, u":::unknown{name=\"details\"}\n{{< /details >}}\n:::"_s);
  }
  void hugo() {
    QFETCH(QString, body);
    QFETCH(QString, markdown);
    QCOMPARE(translate(SiteFlavour::Hugo, body), markdown);
    QCOMPARE(translate(SiteFlavour::Plain, body), body);
  }

  void liquid_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("markdown");
    const auto row = [](const char* name, const QString& body, const QString& markdown) {
      QTest::newRow(name) << body << markdown;
    };
    row("highlight", u"{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}"_s,
        u"```ruby\nputs 1\n```"_s);
    row("raw", u"a {% raw %}{{ x }} {% y %}{% endraw %} b"_s, u"a {{ x }} {% y %} b"_s);
    row("raw in a fence", u"```\n{% raw %}{{ x }}{% endraw %}\n```"_s, u"```\n{{ x }}\n```"_s);
    row("comment", u"{% comment %}a -- b{% endcomment %}"_s, u"<!--a - - b-->"_s);
    row("post_url", u"[x]({% post_url 2020-01-01-known %})"_s, u"[x](/articles/known/)"_s);
    row("link", u"[x]({{ site.baseurl }}{% link _posts/known.md %})"_s, u"[x](/articles/known/)"_s);
    row("baseurl", u"![]({{ site.baseurl }}/a.png)"_s, u"![](/a.png)"_s);
    row("relative_url", u"![]({{ '/a.png' | relative_url }})"_s, u"![](/a.png)"_s);
    row("figure", u"{% include figure.liquid path=\"a.png\" title=\"T\" class=\"x\" %}"_s,
        u"![](<a.png> \"T\")"_s);
    row("youtube", u"{% include youtube.html id=\"abc\" %}"_s, u"::youtube{id=\"abc\"}"_s);
    row("cite", u"as {% cite a b %} say"_s, u"as [@a; @b] say"_s);
    row("unknown include", u"{% include gallery.html %}"_s,
        u":::unknown{name=\"include\"}\n{% include gallery.html %}\n:::"_s);
    row("unknown output", u"By {{ page.author }}."_s, u"By `{{ page.author }}`."_s);
    row("loop", u"{% for x in y %}\n- {{ x }}\n{% endfor %}"_s,
        u":::unknown{name=\"for\"}\n{% for x in y %}\n:::\n\n- `{{ x }}`\n\n:::unknown{name=\"for\"}\n{% endfor %}\n:::"_s);
    row("toc", u"* toc\n{:toc}\n\ntext"_s, u"::toc\n\n\ntext"_s);
    row("attributes", u"para\n{: .note}\n"_s, u"para\n<!-- {: .note} -->\n"_s);
    row("attributes in code", u"```\n{: .note}\n```"_s, u"```\n{: .note}\n```"_s);
  }
  void liquid() {
    QFETCH(QString, body);
    QFETCH(QString, markdown);
    QCOMPARE(translate(SiteFlavour::Jekyll, body), markdown);
  }

  void reportsEveryUnknownTagWithItsLine() {
    Findings findings;
    translate(
        SiteFlavour::Hugo,
        u"a\n\n{{< chart x >}}\n\n{{< toc >}}\n\nb {{< kbd >}} c\n{{% tabs %}}\n\nx\n\n{{% /tabs %}}\n"_s,
        &findings);
    QList<int> lines;
    for (const Finding& finding : findings) {
      QCOMPARE(finding.code, u"shortcode.unknown"_s);
      lines << finding.line;
    }
    QCOMPARE(lines, QList<int>({12, 16, 17}));
    QVERIFY(findings[0].message.contains(u"\"chart\""_s));
  }

  void tellsWhatHasNoCounterpart() {
    Findings findings;
    translate(
        SiteFlavour::Hugo,
        u"a\n{{< button url=\"b\" >}}{{< icon \"star\" >}}\nGo{{< /button >}}\n{{< embed url=\"b\" image=\"c.png\" >}}"_s,
        &findings);
    QCOMPARE(findings.size(), 2);
    for (const Finding& finding : std::as_const(findings))
      QCOMPARE(finding.code, u"shortcode.reduced"_s);
    QVERIFY(findings[0].message.contains(u"\"star\""_s));
    QCOMPARE(findings[0].line, 11);
    QVERIFY(findings[1].message.contains(u"c.png"_s));
    QCOMPARE(findings[1].line, 13);
  }

  void nothingIsLost() {
    // Whatever is not translated stands in the result as it stood in the source.
    const QString tag = u"{{< mystery a=\"b\" >}}"_s;
    for (const QString& text :
         {u"%1"_s, u"> %1"_s, u"- %1"_s, u"| a | %1 |"_s, u"1. x %1 y"_s, u"**%1**"_s, u"%1 tail"_s})
      QVERIFY2(translate(SiteFlavour::Hugo, text.arg(tag)).contains(tag), qPrintable(text));
  }

  void survivesRandomText() {
    const QStringList pieces = {
        u"{{< "_s, u" >}}"_s,   u"{{% "_s, u" %}}"_s,    u"{{</* "_s, u" */>}}"_s,       u"{% "_s,
        u" %}"_s,  u"{{ "_s,    u" }}"_s,  u"details"_s, u"/"_s,      u"callout note"_s, u"end"_s,
        u"raw"_s,  u"\n"_s,     u"\n\n"_s, u"`"_s,       u"```\n"_s,  u"\""_s,           u"'"_s,
        u":::"_s,  u"> "_s,     u"- "_s,   u"    "_s,    u"<!--"_s,   u"-->"_s,          u"\\"_s,
        u"text"_s, u"{:toc}"_s, u"😀"_s};
    QRandomGenerator random(5);
    for (int round = 0; round < 3000; ++round) {
      QString text;
      for (int i = random.bounded(30); i > 0; --i)
        text += pieces[random.bounded(int(pieces.size()))];
      translate(SiteFlavour::Hugo, text);
      translate(SiteFlavour::Jekyll, text);
      QCOMPARE(rewriteLinks(text, true, [](const SourceLink&) { return std::optional<QString>(); }), text);
    }
  }

  void isLinear() {
    // Inputs that make naive scanners quadratic; the test's time limit is the check.
    for (const QString& piece : {u"{{< a"_s, u"{{< a >}}"_s, u"{{</* "_s, u"{% a"_s, u"{{ \""_s, u"`{{<"_s,
                                 u"{{< /a >}}"_s, u"{{< x \"y >}} "_s, u"``` "_s, u"<!--"_s}) {
      const QString text = piece.repeated(20'000);
      QVERIFY(translate(SiteFlavour::Hugo, text).size() > 0);
      QVERIFY(translate(SiteFlavour::Jekyll, text).size() > 0);
    }
  }

  void opaqueRangesAreCode_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("code");
    QTest::newRow("none") << u"plain\n\ntext"_s << QStringList();
    QTest::newRow("fence") << u"a\n```x\nb\n```\nc"_s << QStringList{u"```x\nb\n```\n"_s};
    QTest::newRow("open fence") << u"a\n~~~\nb"_s << QStringList{u"~~~\nb"_s};
    QTest::newRow("fence in a list") << u"1. a\n   ```\n   b\n   ```\n"_s
                                     << QStringList{u"   ```\n   b\n   ```\n"_s};
    QTest::newRow("span") << u"a `b` ``c ` d`` e"_s << QStringList{u"`b`"_s, u"``c ` d``"_s};
    QTest::newRow("no span over paragraphs") << u"a ` b\n\nc ` d"_s << QStringList();
    QTest::newRow("escaped") << u"a \\`b` c"_s << QStringList();
    QTest::newRow("comment") << u"a <!-- b --> c"_s << QStringList{u"<!-- b -->"_s};
    QTest::newRow("indented") << u"a\n\n    b\n    c\n\nd"_s << QStringList{u"    b\n    c\n"_s};
    QTest::newRow("indented in a list") << u"- a\n\n    b\n"_s << QStringList();
    QTest::newRow("lazy") << u"a\n    b\n"_s << QStringList();
  }
  void opaqueRangesAreCode() {
    QFETCH(QString, text);
    QFETCH(QStringList, code);
    QStringList found;
    for (const TextRange& range : opaqueRanges(text))
      found << text.mid(range.begin, range.end - range.begin);
    QCOMPARE(found, code);
  }
};

QTEST_GUILESS_MAIN(TestTemplateMarkup)
#include "tst_TemplateMarkup.moc"
