#include "ui/editor/Completion.h"

#include <QListWidget>
#include <QTextBlock>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/StoreClient.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/site/SiteSnapshot.h"
#include "tests/support/Fixture.h"
#include "tests/support/MarkedText.h"
#include "ui/editor/CompletionPopup.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/ManuscriptEdit.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using Trigger = CompletionQuery::Trigger;

namespace {

std::shared_ptr<const SiteSnapshot> site() {
  auto snapshot = std::make_shared<SiteSnapshot>();
  if (auto kinds = KindCatalog::load(test::resources().path(u"kinds"_s))) snapshot->kinds = *kinds;
  const auto add = [&](const QString& kind, const QString& slug, const QString& title,
                       const QString& key = {}) {
    ItemSummary item;
    item.kind = kind;
    item.slug = slug;
    item.title = title;
    if (!key.isEmpty()) item.fields.insert(u"citationKey"_s, key);
    snapshot->items.append(item);
  };
  add(u"article"_s, u"roofline"_s, u"Reading a *roofline*"_s);
  add(u"article"_s, u"softmax"_s, u"Softmax, one tile at a time"_s);
  add(u"talk"_s, u"softmax"_s, u"Softmax on stage"_s);
  add(u"publication"_s, u"roformer"_s, u"Enhanced Transformer with Rotary Position Embedding"_s,
      u"su2024roformer"_s);
  MediaFile figure;
  figure.path = u"media/a figure.png"_s;
  snapshot->media.insert(figure.path, figure);
  return snapshot;
}

QStringList names(const QList<CompletionEntry>& entries) {
  QStringList list;
  for (const CompletionEntry& entry : entries)
    list.append(entry.name);
  return list;
}

}  // namespace

class TestCompletion : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void triggers_data() {
    QTest::addColumn<QString>("marked");
    QTest::addColumn<int>("trigger");  // -1: none
    QTest::addColumn<QString>("typed");
    const auto row = [](const QString& marked, int trigger, const QString& typed = {}) {
      QTest::newRow(qPrintable(marked)) << marked << trigger << typed;
    };
    row(u"/│"_s, int(Trigger::Block), u"/"_s);
    row(u"/code bl│"_s, int(Trigger::Block), u"/code bl"_s);
    row(u"and/or│"_s, -1);
    row(u"/usr/lib│"_s, -1);
    row(u"/│ text"_s, -1);
    row(u"[[│"_s, int(Trigger::Item), QString());
    row(u"see [[soft│]]"_s, int(Trigger::Item), u"soft"_s);
    row(u"[[a#b│]]"_s, int(Trigger::Heading), u"a#b"_s);
    row(u"[[a|b│]]"_s, -1);
    row(u"[[a]] b│"_s, -1);
    row(u"[@ro│]"_s, int(Trigger::Citation), u"ro"_s);
    row(u"[see @ro│]"_s, int(Trigger::Citation), u"ro"_s);
    row(u"[-@ro│]"_s, int(Trigger::Citation), u"ro"_s);
    row(u"[mail a@b│]"_s, -1);
    row(u"![alt](media/│)"_s, int(Trigger::Media), u"media/"_s);
    row(u"[t](│)"_s, int(Trigger::Media), QString());
    row(u":::│"_s, int(Trigger::Directive), u":::"_s);
    row(u"::: as│"_s, int(Trigger::Directive), u"::: as"_s);
    row(u"::: aside\n:::│"_s, -1);  // Enter closes the block
    row(u":::: aside\n::: proof\n:::\n::::│"_s, -1);
    row(u"::: aside\n:::\n:::│"_s, int(Trigger::Directive), u":::"_s);
    row(u"::: aside\n:::pr│"_s, int(Trigger::Directive), u":::pr"_s);
    row(u"::vid│"_s, int(Trigger::Directive), u"::vid"_s);
    row(u"  ::::th│"_s, int(Trigger::Directive), u"::::th"_s);
    row(u"a::b│"_s, -1);
    row(u"[@fig:│]"_s, int(Trigger::Citation), u"fig:"_s);
    row(u"[@fig:a; @tbl:│]"_s, int(Trigger::Citation), u"tbl:"_s);
    row(u"~~~~ru│"_s, int(Trigger::Language), u"ru"_s);
    row(u"```py│"_s, int(Trigger::Language), u"py"_s);
    row(u"```py {│"_s, int(Trigger::Attribute), QString());
    row(u"```py hl=│"_s, int(Trigger::Attribute), u"hl="_s);
    row(u"::video{sr│"_s, int(Trigger::Attribute), u"sr"_s);
    row(u"::video[A film]{src=a.mp4 pos│}"_s, int(Trigger::Attribute), u"pos"_s);
    row(u"::video{title=\"A b│"_s, int(Trigger::Attribute), u"title=\"A b"_s);
    row(u":::theorem{│"_s, int(Trigger::Attribute), QString());
    row(u"::nothing{│"_s, -1);
    row(u"![a](b.png){wi│"_s, int(Trigger::Attribute), u"wi"_s);
    row(u"## Method {│"_s, int(Trigger::Attribute), QString());
    row(u"a set {x│"_s, -1);
    row(u"```\n[[│\n```"_s, -1);
    row(u"$$\n[@│\n$$"_s, -1);
    row(u"$$\nx = \\al│\n$$"_s, int(Trigger::Tex), u"\\al"_s);
    row(u"$$\nx \\\\│\n$$"_s, -1);  // the end of a line in a formula
    row(u"Let $x \\in│$ be"_s, int(Trigger::Tex), u"\\in"_s);
    row(u"Let $\\│"_s, int(Trigger::Tex), u"\\"_s);
    row(u"from $5 to \\al│"_s, int(Trigger::Tex), u"\\al"_s);
    row(u"$x$ and \\al│"_s, -1);
    row(u"a \\al│"_s, -1);
    row(u"`$x \\al│`"_s, -1);
    row(u"```\n$\\al│\n```"_s, -1);
  }
  void triggers() {
    QFETCH(QString, marked);
    QFETCH(int, trigger);
    QFETCH(QString, typed);
    const test::MarkedManuscript m(marked);
    const auto query = completionAt(m.cursor.block(), m.cursor.positionInBlock(), false);
    QCOMPARE(query ? int(query->trigger) : -1, trigger);
    if (query) QCOMPARE(query->typed, typed);
  }

  void entries() {
    const QTextDocument empty;
    const auto offered = [&](Trigger trigger, const QString& typed) {
      return completionsFor({trigger, 0, typed}, empty, site().get());
    };
    QCOMPARE(names(offered(Trigger::Item, u"soft"_s)),
             (QStringList{u"Softmax, one tile at a time"_s, u"Softmax on stage"_s}));
    QCOMPARE(offered(Trigger::Item, u"soft"_s).first().text, u"article/softmax│"_s);  // one slug, two kinds
    QCOMPARE(offered(Trigger::Item, u"roofl"_s).first().text, u"roofline│"_s);
    QCOMPARE(names(offered(Trigger::Item, u"roofl"_s)), QStringList{u"Reading a roofline"_s});
    QCOMPARE(names(offered(Trigger::Citation, u"rotary"_s)), QStringList{u"su2024roformer"_s});
    // Works alone, until somebody writes the name of something else that can be cited.
    QCOMPARE(names(offered(Trigger::Citation, QString())), QStringList{u"su2024roformer"_s});
    QCOMPARE(names(offered(Trigger::Citation, u"softm"_s)), (QStringList{u"softmax"_s, u"softmax"_s}));
    QCOMPARE(offered(Trigger::Media, u"fig"_s).first().text, u"<media/a figure.png>│"_s);
    QCOMPARE(names(offered(Trigger::Block, u"/cau"_s)), QStringList{u"Caution"_s});
    QVERIFY(offered(Trigger::Block, u"/xyzzy"_s).isEmpty());
    QVERIFY(completionsFor({Trigger::Item, 0, {}}, empty, nullptr).isEmpty());
  }

  void attributesOfBlocks() {
    const auto offered = [&](const QString& marked) {
      const test::MarkedManuscript m(marked);
      const auto query = completionAt(m.cursor.block(), m.cursor.positionInBlock(), false);
      return query ? completionsFor(*query, *m.document, site().get()) : QList<CompletionEntry>();
    };
    QCOMPARE(names(offered(u"::video{src=a.mp4 │"_s)),
             (QStringList{u"poster"_s, u"captions"_s, u"title"_s, u"width"_s}));
    QCOMPARE(offered(u"::video{ti│"_s).first().text, u"title=\"│\""_s);
    QCOMPARE(offered(u"::demo{src=fig│"_s).first().text, u"src=\"media/a figure.png\"│"_s);
    QCOMPARE(names(offered(u"::items{kind=ta│"_s)).first(), u"talk"_s);
    QCOMPARE(names(offered(u"::items{sort=│"_s)),
             (QStringList{u"date"_s, u"title"_s, u"hand"_s, u"pinned"_s}));
    QCOMPARE(names(offered(u"```py {│"_s)), (QStringList{u"title"_s, u"hl"_s, u"lines"_s, u"start"_s}));
    QCOMPARE(names(offered(u":::theorem{│"_s)), (QStringList{u"#thm:"_s, u"title"_s, u"width"_s}));
    QCOMPARE(names(offered(u"![a](b.png){│"_s)),
             (QStringList{u"#fig:"_s, u"width"_s, u".outset"_s, u".wide"_s}));
    QVERIFY(offered(u"```py {lines│"_s).isEmpty());  // it is written out
  }

  void labelsOfThisText() {
    const test::Manuscript m(
        u"## Method {#sec:method}\n\n![Heat](a.png){#fig:heat width=60%}\n\n: How it warms\n\n"
        u"![Cold](b.png \"How it cools\"){#fig:cold}\n\n| a |\n|---|\n\n: Costs {#tbl:costs}\n\n"
        u"$$\na^2\n$$ {#eq:area}\n\n:::theorem[Pythagoras]{#thm:pyth}\nx\n:::\n\n"
        u"```\n{#fig:no}\n```\n\n`{#fig:code}` {#other}\n"_s);
    const auto offered = [&](const QString& typed) {
      QStringList list;
      for (const CompletionEntry& entry : completionsFor({Trigger::Citation, 0, typed}, *m.document, nullptr))
        list.append(entry.name + u" | "_s + entry.detail);
      return list;
    };
    QCOMPARE(offered({}),
             (QStringList{u"sec:method | Section · Method"_s, u"fig:heat | Figure · How it warms"_s,
                          u"fig:cold | Figure · How it cools"_s, u"tbl:costs | Table · Costs"_s,
                          u"eq:area | Equation · a^2"_s, u"thm:pyth | Theorem · Pythagoras"_s}));
    QCOMPARE(offered(u"fig:"_s).size(), 2);
    QCOMPARE(offered(u"cools"_s), QStringList{u"fig:cold | Figure · How it cools"_s});
  }

  /// The renderer must know every block that is offered, as it is written.
  void whatIsOfferedIsKnown() {
    const QTextDocument empty;
    for (const QString& typed : {u":::"_s, u"::::"_s, u"::"_s}) {
      const auto offered = completionsFor({Trigger::Directive, 0, typed}, empty, nullptr);
      QVERIFY(offered.size() >= 10);
      for (CompletionEntry entry : offered) {
        MarkdownOptions options;
        QString asked;
        options.block = [&](const BlockRequest& request) -> std::optional<QByteArray> {
          asked = request.name;
          return QByteArray("<p>x</p>");
        };
        const ParsedDocument document =
            MarkdownEngine::parse(entry.text.replace(u'│', u"abcdefghijk"_s).toUtf8(), options);
        for (const Finding& finding : document.findings)
          QVERIFY2(!finding.code.startsWith(u"directive."), qPrintable(entry.text + finding.message));
      }
    }
  }

  void everyColouredLanguageIsOffered() {
    const CompletionData data = completionData(test::resources());
    const QStringList all = data.languages;
    const QTextDocument empty;
    const QStringList offered = names(completionsFor({Trigger::Language, 0, {}}, empty, nullptr, data));
    for (const char* name : {"math", "mermaid", "fortran", "zephir", "python", "cpp"})
      QVERIFY2(offered.contains(QString::fromLatin1(name)), name);
    QCOMPARE(offered.count(u"python"_s), 1);
    QVERIFY(all.size() > 150);
  }

  /// Commands of a formula, the site's own first; each symbol with its glyph.
  void commandsOfFormulasAreOffered() {
    const CompletionData data = completionData(test::resources());
    QVERIFY2(data.symbols.size() > 400, qPrintable(QString::number(data.symbols.size())));
    const auto snapshot = std::make_shared<SiteSnapshot>(*site());
    snapshot->site.macros = {{u"\\alphabet"_s, u"\\Sigma"_s}, {u"\\norm"_s, u"\\lVert #1 \\rVert"_s}};
    const QTextDocument empty;
    const auto offered = [&](const QString& typed) {
      return completionsFor({Trigger::Tex, 0, typed}, empty, snapshot.get(), data);
    };
    const auto al = offered(u"\\al"_s);
    QCOMPARE(al.constFirst().name, u"\\alphabet"_s);
    const auto alpha = al.at(names(al).indexOf(u"\\alpha"_s));
    QCOMPARE(alpha.detail, u"α"_s);
    QCOMPARE(alpha.text, u"\\alpha│"_s);
    QCOMPARE(offered(u"\\nor"_s).constFirst().text, u"\\norm{│}"_s);
    QCOMPARE(offered(u"\\fra"_s).constFirst().text, u"\\frac{│}{}"_s);
    QVERIFY(names(offered(u"\\eps"_s)).contains(u"\\varepsilon"_s));
    QVERIFY(offered(u"\\nothinglikethis"_s).isEmpty());
    // What is written out is left alone, although longer ones begin with it: Enter ends the line.
    QVERIFY(offered(u"\\in"_s).isEmpty());
    QVERIFY(names(offered(u"\\int"_s)).contains(u"\\int"_s));
  }

  void languagesOfTheTextComeFirst() {
    const test::Manuscript m(u"```zig\n```\n\n```zig\n```\n\n```ada\n```\n"_s);
    const QStringList offered = names(completionsFor({Trigger::Language, 0, {}}, *m.document, nullptr));
    QCOMPARE(offered.mid(0, 3), (QStringList{u"zig"_s, u"ada"_s, u"python"_s}));
  }

  void headingsOfThisText() {
    const test::Manuscript m(u"# One\n\n## Two words {#id}\n\n```\n# no\n```\n"_s);
    const auto offered = completionsFor({Trigger::Heading, 0, u"slug#tw"_s}, *m.document, nullptr);
    QCOMPARE(names(offered), QStringList{u"Two words"_s});
    QCOMPARE(offered.first().text, u"slug#Two words│"_s);
  }

  void thePopupWrites() {
    auto look = Appearance::create(test::resources());
    QVERIFY(look);
    StoreClient store;
    ContentItem item;
    item.uuid = u"a"_s;
    DocumentSession session(store, item);
    EditorPane pane(**look);
    pane.resize(720, 600);
    pane.setSnapshot(site());
    pane.open(&session);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    pane.focusText();
    auto* edit = pane.findChild<ManuscriptEdit*>();
    auto* popup = pane.findChild<CompletionPopup*>();
    const auto text = [&] { return documentText(*edit->document()); };

    QTest::keyClicks(edit, u"[[roof"_s);
    QTRY_VERIFY(popup->isVisible());
    QVERIFY(popup->mapToGlobal(QPoint()).y() + popup->contentsMargins().top() >=
            edit->viewport()->mapToGlobal(edit->cursorRect().bottomLeft()).y() - 6);
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(text(), u"[[roofline]]"_s);
    QCOMPARE(pane.caretColumn(), 13);
    QVERIFY(!popup->isVisible());

    QTest::keyClicks(edit, u" [@su"_s);
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!popup->isVisible());
    QTest::keyClicks(edit, u"2"_s);
    QTest::qWait(200);
    QVERIFY(!popup->isVisible());  // dismissed for this trigger
    QTest::keyClick(edit, Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(popup->isVisible());
    QTest::keyClick(edit, Qt::Key_Tab);
    QCOMPARE(text(), u"[[roofline]] [@su2024roformer]"_s);

    QTest::keyClick(edit, Qt::Key_Return);
    QTest::keyClicks(edit, u"/equ"_s);
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(text(), u"[[roofline]] [@su2024roformer]\n$$\n\n$$"_s);
    QCOMPARE(pane.caretLine(), 3);
    QTest::keyClick(edit, Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(!popup->isVisible());  // inside a formula there is nothing to offer
    QCOMPARE(session.snapshot().body, text());

    pane.undo();
    QCOMPARE(text(), u"[[roofline]] [@su2024roformer]\n/equ"_s);
    QTest::keyClick(edit, Qt::Key_Down);
    QVERIFY(!popup->isVisible());
  }
};

QTEST_MAIN(TestCompletion)
#include "tst_Completion.moc"
