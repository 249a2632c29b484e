#include "ui/editor/EditRules.h"

#include <QtTest>

#include "tests/support/MarkedText.h"
#include "ui/editor/BlockMoves.h"
#include "ui/editor/Formatting.h"
#include "ui/editor/TableEditing.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::MarkedManuscript;

namespace {

/// Runs one rule by its name; characters are typed one after another.
bool run(QTextCursor& cursor, const QString& rule) {
  if (rule == u"enter") return breakLine(cursor);
  if (rule == u"shift-enter") return breakInside(cursor);
  if (rule == u"backspace") return eraseBack(cursor);
  if (rule == u"tab") return indent(cursor);
  if (rule == u"backtab") return outdent(cursor);
  if (rule == u"tick") return tick(cursor);
  if (rule == u"up") return moveBlock(cursor, false);
  if (rule == u"down") return moveBlock(cursor, true);
  if (rule == u"deeper") return changeLevel(cursor, true);
  if (rule == u"higher") return changeLevel(cursor, false);
  if (rule.startsWith(u"type ")) {
    for (const QChar c : rule.mid(5)) {
      if (!typeCharacter(cursor, c)) cursor.insertText(c);
    }
    return true;
  }
  return applyFormat(cursor, rule);
}

}  // namespace

class TestEditRules : public QObject {
  Q_OBJECT

  static void row(const char* name, const char* rule, const QString& before, const QString& after) {
    QTest::newRow(name) << QString::fromLatin1(rule) << before << after;
  }

 private Q_SLOTS:
  void rules_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");  // null: the rule does not apply and changes nothing

    row("enter in prose", "enter", u"one│ two"_s, u"one\n│ two"_s);
    row("enter over a selection", "enter", u"one ‹two› three"_s, u"one \n│ three"_s);
    row("enter continues a bullet", "enter", u"- one│"_s, u"- one\n- │"_s);
    row("enter splits an item", "enter", u"* one│ two"_s, u"* one\n* │ two"_s);
    row("enter before the marker", "enter", u"│- one"_s, u"\n│- one"_s);
    row("enter continues numbers", "enter", u"1. a│\n2. b\n3. c"_s, u"1. a\n2. │\n3. b\n4. c"_s);
    row("enter keeps lazy numbers", "enter", u"1. a\n1. b│\n1. c"_s, u"1. a\n1. b\n1. │\n1. c"_s);
    row("enter with a parenthesis", "enter", u"9) a│"_s, u"9) a\n10) │"_s);
    row("enter continues a task unticked", "enter", u"- [x] done│"_s, u"- [x] done\n- [ ] │"_s);
    row("enter continues a quote", "enter", u"> said│"_s, u"> said\n> │"_s);
    row("enter in a quoted list", "enter", u"> 1. a│"_s, u"> 1. a\n> 2. │"_s);
    row("enter keeps the indent of an item", "enter", u"- a\n  - b│"_s, u"- a\n  - b\n  - │"_s);
    row("enter keeps a continuation's indent", "enter", u"- a\n  more│"_s, u"- a\n  more\n  │"_s);
    row("enter ends an empty item", "enter", u"- a\n- │"_s, u"- a\n│"_s);
    row("enter ends an empty task", "enter", u"- [ ] a\n- [ ] │"_s, u"- [ ] a\n│"_s);
    row("enter steps out of a nested item", "enter", u"- a\n  - │"_s, u"- a\n- │"_s);
    row("enter ends an empty quote", "enter", u"> a\n> │"_s, u"> a\n│"_s);
    row("enter ends an item in a quote", "enter", u"> - a\n> - │"_s, u"> - a\n> │"_s);
    row("enter leaves a heading", "enter", u"## Title│"_s, u"## Title\n│"_s);
    row("enter closes a fresh fence", "enter", u"```python│"_s, u"```python\n│\n```"_s);
    row("enter closes a longer fence", "enter", u"~~~~│"_s, u"~~~~\n│\n~~~~"_s);
    row("enter in a closed fence", "enter", u"```│\nx\n```"_s, u"```\n│\nx\n```"_s);
    row("enter behind a closing fence", "enter", u"```\nx\n```│"_s, u"```\nx\n```\n│"_s);
    row("a fence before another one is fresh", "enter", u"```│\n\n```js\nx\n```"_s,
        u"```\n│\n```\n\n```js\nx\n```"_s);
    row("enter closes a fence in an item", "enter", u"- ```│"_s, u"- ```\n  │\n  ```"_s);
    row("enter closes a formula", "enter", u"$$│"_s, u"$$\n│\n$$"_s);
    row("enter opens a pair of dollars", "enter", u"$$│$$"_s, u"$$\n│\n$$"_s);
    row("enter keeps the indent of code", "enter", u"```\n    if x:│\n```"_s,
        u"```\n    if x:\n    │\n```"_s);
    row("a list in code is code", "enter", u"```\n- a│\n```"_s, u"```\n- a\n│\n```"_s);
    row("enter goes down in a table", "enter", u"| a │| b |\n|---|---|\n| c | d |"_s,
        u"| a | b |\n|---|---|\n| ‹c› | d |"_s);
    row("enter leaves the last row", "enter", u"| a | b |\n|---|---|\n| c | d |│"_s,
        u"| a | b |\n|---|---|\n| c | d |\n│"_s);
    row("a rule is no item", "enter", u"- - -│"_s, u"- - -\n│"_s);

    row("shift-enter", "shift-enter", u"one│"_s, u"one\\\n│"_s);
    row("shift-enter in an item", "shift-enter", u"- one│"_s, u"- one\\\n  │"_s);
    row("shift-enter in a task", "shift-enter", u"- [ ] one│"_s, u"- [ ] one\\\n  │"_s);
    row("shift-enter in a quote", "shift-enter", u"> one│"_s, u"> one\\\n> │"_s);
    row("shift-enter in code", "shift-enter", u"```\n  x│\n```"_s, u"```\n  x\n  │\n```"_s);
    row("shift-enter after a break", "shift-enter", u"one\\│"_s, u"one\\\n│"_s);

    row("backspace removes the marker", "backspace", u"- │one"_s, u"│one"_s);
    row("backspace removes a task's", "backspace", u"- [x] │one"_s, u"│one"_s);
    row("backspace renumbers", "backspace", u"1. a\n2. │b\n3. c"_s, u"1. a\n│b\n3. c"_s);
    row("backspace keeps the indent first", "backspace", u"- a\n  - │b"_s, u"- a\n  │b"_s);
    row("backspace then removes the indent", "backspace", u"- a\n  │b"_s, u"- a\n│b"_s);
    row("backspace removes a quote mark", "backspace", u"> │a"_s, u"│a"_s);
    row("backspace removes the inner one", "backspace", u"> > │a"_s, u"> │a"_s);
    row("backspace inside a word", "backspace", u"- on│e"_s, QString());
    row("backspace at the line start", "backspace", u"a\n│b"_s, QString());
    row("backspace over a selection", "backspace", u"- ‹one›"_s, QString());
    row("backspace in code", "backspace", u"```\n- │a\n```"_s, QString());
    row("backspace removes an empty pair", "backspace", u"[[│]]"_s, u"[│"_s);
    row("backspace removes a citation pair", "backspace", u"see [@│]"_s, u"see [│"_s);

    row("tab nests under the item above", "tab", u"- a\n- b│"_s, u"- a\n  - b│"_s);
    row("tab nests under a number", "tab", u"1. a\n2. b│\n3. c"_s, u"1. a\n   1. b│\n2. c"_s);
    row("tab takes the sub-items along", "tab", u"- a\n- b│\n  - c\n- d"_s, u"- a\n  - b│\n    - c\n- d"_s);
    row("tab at the first item", "tab", u"- a│"_s, u"- a│"_s);
    row("tab on several items", "tab", u"- a\n- ‹b\n- c›"_s, u"- a\n  - ‹b\n  - c›"_s);
    row("tab in prose", "tab", u"word│"_s, QString());
    row("tab in code", "tab", u"```\nab│\n```"_s, u"```\nab  │\n```"_s);
    row("tab on code lines", "tab", u"```\n‹a\nb›\n```"_s, u"```\n    ‹a\n    b›\n```"_s);
    row("tab in a quoted list", "tab", u"> - a\n> - b│"_s, u"> - a\n>   - b│"_s);
    row("tab goes to the next cell", "tab", u"| a│ | b |\n|---|---|"_s, u"| a | ‹b› |\n|---|---|"_s);
    row("tab jumps the delimiter row", "tab", u"| a | b│ |\n|---|---|\n| c | d |"_s,
        u"| a | b |\n|---|---|\n| ‹c› | d |"_s);
    row("tab makes a row", "tab", u"| a | b |\n|---|---|\n| c | d│ |"_s,
        u"| a | b |\n|---|---|\n| c | d |\n| │ |  |"_s);
    row("backtab goes back", "backtab", u"| a | b│ |\n|---|---|"_s, u"| ‹a› | b |\n|---|---|"_s);
    row("backtab outdents", "backtab", u"- a\n  - b│"_s, u"- a\n- b│"_s);
    row("backtab to the parent's level", "backtab", u"1. a\n   1. b│\n   2. c\n2. d"_s,
        u"1. a\n2. b│\n   1. c\n3. d"_s);
    row("backtab at the outermost", "backtab", u"- a│"_s, u"- a│"_s);
    row("backtab in code", "backtab", u"```\n      x│\n```"_s, u"```\n  x│\n```"_s);

    row("tick", "tick", u"- [ ] a│"_s, u"- [x] a│"_s);
    row("untick", "tick", u"1. [X] a│"_s, u"1. [ ] a│"_s);
    row("tick no task", "tick", u"- a│"_s, QString());

    row("star wraps", "type *", u"a ‹word› b"_s, u"a *‹word›* b"_s);
    row("two stars make it strong", "type **", u"a ‹word› b"_s, u"a **‹word›** b"_s);
    row("bracket wraps", "type [", u"‹word›"_s, u"[‹word›]"_s);
    row("wraps every line's content", "type *", u"- ‹one\n- two›"_s, u"- *‹one*\n- *two›*"_s);
    row("no wrapping in code", "type *", u"```\n‹x›\n```"_s, u"```\n*│\n```"_s);
    row("item link closes", "type [[", u"│"_s, u"[[│]]"_s);
    row("citation closes", "type [@", u"see │."_s, u"see [@│]."_s);
    row("typing over the end", "type [[a]] b", u"│"_s, u"[[a]] b│"_s);
    row("typing over a citation's end", "type [@key] b", u"│"_s, u"[@key] b│"_s);
    row("one bracket stays one", "type [a", u"│"_s, u"[a│"_s);
    row("no closing before a word", "type [[", u"│word"_s, u"[[│word"_s);
    row("dollars close", "type $$", u"so │"_s, u"so $$│$$"_s);
    row("typing over dollars", "type $$x$$ y", u"so │"_s, u"so $$x$$ y│"_s);
    row("inline dollars do not", "type $x$ ", u"so │"_s, u"so $x$ │"_s);
    row("a closing fence goes to its column", "type ```", u"```python\nif x:\n    y\n    │"_s,
        u"```python\nif x:\n    y\n```│"_s);
    row("a closing fence under an item", "type ```", u"- ```\n  x\n      │"_s, u"- ```\n  x\n  ```│"_s);
    row("a closing fence in a quote", "type ~~~", u"> ~~~\n> x\n>     │"_s, u"> ~~~\n> x\n> ~~~│"_s);
    row("typing over a closing fence", "type ```", u"```\n    x\n    │\n```\nafter"_s,
        u"```\n    x\n```│\nafter"_s);
    row("a shorter run closes nothing", "type ```", u"````\nx\n    │\n````"_s, u"````\nx\n    ```│\n````"_s);
    row("quotes never close", "type \"a\"(b)", u"│"_s, u"\"a\"(b)│"_s);

    row("move a paragraph down", "down", u"o│ne\nmore\n\ntwo\n\nthree"_s, u"two\n\no│ne\nmore\n\nthree"_s);
    row("move a paragraph up", "up", u"one\n\n\ntw│o"_s, u"tw│o\n\n\none"_s);
    row("move the last one down", "down", u"one\n\ntw│o"_s, QString());
    row("move an item", "down", u"- a│\n  - sub\n- b\n- c"_s, u"- b\n- a│\n  - sub\n- c"_s);
    row("move a numbered item", "up", u"1. a\n2. b│\n3. c"_s, u"1. b│\n2. a\n3. c"_s);
    row("an item stays in its list", "down", u"- a│\n\ntext"_s, QString());
    row("move a section", "down", u"# A│\na\n\n## S\ns\n\n# B\nb"_s, u"# B\nb\n\n# A│\na\n\n## S\ns"_s);
    row("move a section up", "up", u"# A\na\n\n# B│\nb"_s, u"# B│\nb\n\n# A\na"_s);
    row("a section stays under its own", "down", u"# A\n## S│\ns\n# B"_s, QString());
    row("move a fence", "down", u"```\na│\n```\n\ntext"_s, u"text\n\n```\na│\n```"_s);

    row("heading deeper with those below", "deeper", u"# A│\n## B\n# C"_s, u"## A│\n### B\n# C"_s);
    row("heading higher", "higher", u"## A│\n### B"_s, u"# A│\n## B"_s);
    row("heading at the top", "higher", u"# A│"_s, QString());
    row("heading whose children cannot follow", "deeper", u"##### A│\n###### B"_s, QString());
    row("a deepest heading becomes text", "deeper", u"###### A│"_s, u"A│"_s);
    row("text becomes a heading", "higher", u"## A\n\ntext│"_s, u"## A\n\n## text│"_s);
    row("item deeper", "deeper", u"- a\n- b│"_s, u"- a\n  - b│"_s);
    row("item higher", "higher", u"- a\n  - b│"_s, u"- a\n- b│"_s);

    row("bold the selection", "bold", u"a ‹word› b"_s, u"a **‹word›** b"_s);
    row("bold without its spaces", "bold", u"a‹ word ›b"_s, u"a **‹word›** b"_s);
    row("bold the word", "bold", u"a wo│rd b"_s, u"a **wo│rd** b"_s);
    row("bold a word with an apostrophe", "bold", u"do│n't"_s, u"**do│n't**"_s);
    row("unbold the selection", "bold", u"a **‹word›** b"_s, u"a ‹word› b"_s);
    row("unbold with the marks selected", "bold", u"a ‹**word**› b"_s, u"a ‹word› b"_s);
    row("unbold a longer span", "bold", u"**two wo│rds**"_s, u"two wo│rds"_s);
    row("unbold inside italics", "bold", u"***wo│rd***"_s, u"*wo│rd*"_s);
    row("bold nothing", "bold", u"a │ b"_s, u"a **│** b"_s);
    row("bold nothing again", "bold", u"a **│** b"_s, u"a │ b"_s);
    row("italic", "italic", u"wo│rd"_s, u"*wo│rd*"_s);
    row("unitalic underscores", "italic", u"_wo│rd_"_s, u"wo│rd"_s);
    row("code", "code", u"‹x = 1›"_s, u"`‹x = 1›`"_s);
    row("strike", "strike", u"‹x›"_s, u"~~‹x›~~"_s);
    row("math", "math", u"‹x›"_s, u"$‹x›$"_s);
    row("bold over paragraphs", "bold", u"‹one\n\n- two›"_s, u"**‹one**\n\n- **two›**"_s);
    row("link the selection", "link", u"see ‹this› now"_s, u"see [this](│) now"_s);
    row("link the word", "link", u"se│e"_s, u"[see](│)"_s);
    row("link nothing", "link", u"│"_s, u"[│]()"_s);
    row("link again selects the address", "link", u"[te│xt](url)"_s, u"[text](‹url›)"_s);
    row("image", "image", u"‹alt›"_s, u"![alt](│)"_s);
    row("quote", "quote", u"‹a\nb›"_s, u"> ‹a\n> b›"_s);
    row("unquote", "quote", u"> a│"_s, u"a│"_s);
    row("list: bullet", "list", u"a│"_s, u"- a│"_s);
    row("list: number", "list", u"‹- a\n- b›"_s, u"1. ‹a\n2. b›"_s);
    row("list: task", "list", u"1. a│"_s, u"- [ ] a│"_s);
    row("list: none", "list", u"- [ ] a│"_s, u"a│"_s);
    row("task from text", "task", u"a│"_s, u"- [ ] a│"_s);
    row("task ticks", "task", u"- [ ] a│"_s, u"- [x] a│"_s);
    row("rule", "rule", u"a│\nb"_s, u"a\n\n---\n\n│\n\nb"_s);
    row("rule on an empty line", "rule", u"a\n\n│"_s, u"a\n\n---\n\n│"_s);
    row("table", "table", u"│"_s, u"| ‹Column› | Column |\n| ------ | ------ |\n|        |        |"_s);
    row("code block", "code-block", u"│"_s, u"```│\n\n```"_s);
    row("code block around lines", "code-block", u"‹a\nb›"_s, u"```│\na\nb\n```"_s);
    row("code block around a fence", "code-block", u"‹```\na\n```›"_s, u"````│\n```\na\n```\n````"_s);
    row("footnote", "footnote", u"a│ b"_s, u"a[^1] b\n\n[^1]: │"_s);
    row("second footnote", "footnote", u"a[^1] b│\n\n[^1]: x"_s, u"a[^1] b[^2]\n\n[^1]: x\n[^2]: │"_s);
    row("callout", "callout", u"│"_s, u"> [!NOTE]\n> │"_s);
    row("callout around lines", "callout", u"‹a\nb›"_s, u"> [!NOTE]\n> ‹a\n> b›"_s);
    row("no such command", "sing", u"a│"_s, QString());
  }

  void rules() {
    QFETCH(QString, rule);
    QFETCH(QString, before);
    QFETCH(QString, after);
    MarkedManuscript m(before);
    const QString text = documentText(*m.document);
    const bool applied = run(m.cursor, rule);
    QCOMPARE(m.marked(), after.isNull() ? before : after);
    if (after.isNull()) QVERIFY(!applied);
    if (rule.startsWith(u"type ")) return;
    if (documentText(*m.document) != text) {
      m.document->undo();
      QCOMPARE(documentText(*m.document), text);  // one step takes it back
      QVERIFY(!m.document->isUndoAvailable());
    }
  }

  void tablesFromTabs_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("table");
    QTest::newRow("table") << u"a\tb\nc\td|e\r\n"_s << u"| a | b |\n| --- | --- |\n| c | d\\|e |"_s;
    QTest::newRow("one column") << u"a\nb"_s << QString();
    QTest::newRow("one line") << u"a\tb"_s << QString();
    QTest::newRow("ragged") << u"a\tb\nc"_s << QString();
  }
  void tablesFromTabs() {
    QFETCH(QString, text);
    QFETCH(QString, table);
    QCOMPARE(tableFromTabs(text), table);
  }

  void noRuleBreaksAnyText() {
    // Every rule at every place of a text with every construct: no crash, and one undo restores the text.
    const QString text =
        u"# H\n\n- a\n  1. b\n     - [ ] c\n\n> q\n> - x\n\n```py\n\tcode\n```\n\n| a | b |\n|---|---|\n"
        "| c | d |\n\n$$\nx\n$$\n\n::: aside\n*a* **b** `c` [l](u) [[i]] [@k]\n:::\n"_s;
    const QStringList rules = {u"enter"_s, u"shift-enter"_s, u"backspace"_s,  u"tab"_s,    u"backtab"_s,
                               u"tick"_s,  u"up"_s,          u"down"_s,       u"deeper"_s, u"higher"_s,
                               u"bold"_s,  u"link"_s,        u"quote"_s,      u"list"_s,   u"rule"_s,
                               u"table"_s, u"footnote"_s,    u"code-block"_s, u"callout"_s};
    test::Manuscript m(text);
    for (const QString& rule : rules) {
      for (int at = 0; at <= text.size(); ++at) {
        for (const int length : {0, 7}) {
          QTextCursor cursor(m.document.get());
          cursor.setPosition(at);
          cursor.setPosition(std::min<int>(at + length, static_cast<int>(text.size())),
                             QTextCursor::KeepAnchor);
          run(cursor, rule);
          while (m.document->isUndoAvailable())
            m.document->undo();
          QCOMPARE(documentText(*m.document), text);
        }
      }
    }
  }
};

QTEST_MAIN(TestEditRules)
#include "tst_EditRules.moc"
