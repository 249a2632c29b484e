#include "ui/editor/SmartPaste.h"

#include <algorithm>
#include <QMimeData>
#include <QtTest>

#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/editor/TitleArea.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestSmartPaste : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void pastedForms_data() {
    QTest::addColumn<QString>("plain");
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("likely");
    const auto row = [](const char* name, const QString& plain, const QString& html, const QString& likely) {
      QTest::newRow(name) << plain << html << likely;
    };
    row("emphasis", u"a bold word"_s, u"<p>a <b>bold</b> word</p>"_s, u"a **bold** word"_s);
    row("heading and list", u"H a b"_s, u"<h2>H</h2><ul><li>a</li><li>b</li></ul>"_s, u"## H\n\n- a\n- b"_s);
    const QString words = u"many words that go on "_s.repeated(8).trimmed();
    row("a paragraph is one line", words, u"<p>"_s + words + u" <i>x</i></p>"_s, words + u" *x*"_s);
    row("link", u"see here"_s, u"<p>see <a href=\"https://a.b/c\">here</a></p>"_s,
        u"see [here](https://a.b/c)"_s);
    row("styling alone", u"int x;"_s, u"<div><span style=\"color:#fff\">int x;</span></div>"_s, u"int x;"_s);
    row("known DOI", u"https://doi.org/10.1145/known"_s, QString(), u"[@known2020]"_s);
    row("unknown DOI", u"https://doi.org/10.1234/other"_s, QString(), u"<https://doi.org/10.1234/other>"_s);
    row("known arXiv", u"arXiv:2205.14135v2"_s, QString(), u"[@known2020]"_s);
    row("commas", u"a,b\n1,\"2, 3\"\n4,5\n"_s, QString(),
        u"| a | b |\n| --- | --- |\n| 1 | 2, 3 |\n| 4 | 5 |"_s);
    row("prose with commas", u"One, two.\nThree, four.\nFive, six and seven, eight."_s, QString(),
        u"One, two.\nThree, four.\nFive, six and seven, eight."_s);
  }
  void pastedForms() {
    QFETCH(QString, plain);
    QFETCH(QString, html);
    QFETCH(QString, likely);
    QMimeData copied;
    copied.setText(plain);
    if (!html.isEmpty()) copied.setHtml(html);
    PastePlace place;
    place.citationOf = [](const QString& identifier) {
      return identifier == u"10.1145/known"_s || identifier == u"2205.14135"_s ? u"known2020"_s : QString();
    };
    const QList<PasteForm> forms = pasteForms(copied, place);
    QCOMPARE(forms.constFirst().text, likely);
    QVERIFY(
        std::any_of(forms.cbegin(), forms.cend(), [&](const PasteForm& form) { return form.text == plain; }));
    place.opaque = true;
    QCOMPARE(pasteForms(copied, place).constFirst().text, plain);
  }

  /// What Qt hands on where an X server's clipboard has no owner.
  void pastingNothingDoesNothing() {
    struct Text : ManuscriptEdit {
      using ManuscriptEdit::canInsertFromMimeData;
      using ManuscriptEdit::insertFromMimeData;
    } text;
    struct Title : GrowingField {
      using GrowingField::GrowingField;
      using GrowingField::insertFromMimeData;
    } title(nullptr);
    QVERIFY(!text.canInsertFromMimeData(nullptr));
    text.insertFromMimeData(nullptr);
    title.insertFromMimeData(nullptr);
    QVERIFY(text.toPlainText().isEmpty());
    QVERIFY(title.toPlainText().isEmpty());
  }

  void asSomethingElse() {
    QCOMPARE(pastedAs(u"a\n\nb\n"_s, u"quote"_s), u"> a\n>\n> b"_s);
    QCOMPARE(pastedAs(u"x\n```\ny\n"_s, u"code"_s), u"````\nx\n```\ny\n````"_s);
    QCOMPARE(pastedAs(u"a\tb\n1\t2"_s, u"table"_s), u"| a | b |\n| --- | --- |\n| 1 | 2 |"_s);
    QCOMPARE(pastedAs(u"words"_s, u"table"_s), QString());
  }
};

QTEST_MAIN(TestSmartPaste)
#include "tst_SmartPaste.moc"
