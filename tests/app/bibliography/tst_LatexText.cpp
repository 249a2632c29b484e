#include <QRandomGenerator>
#include <QtTest>

#include "app/bibliography/BibtexNames.h"
#include "app/bibliography/LatexText.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

using Form = LatexText::Form;

class TestLatexText : public QObject {
  Q_OBJECT

  std::shared_ptr<const LatexText> latex_ = must(LatexText::load(test::resources()));

  /// "given|particle|family|suffix" or "=literal", with ";" between names.
  static QString shown(const BibtexNames& names) {
    QStringList all;
    for (int i = 0; i < names.people.size(); ++i) {
      const Person& person = names.people.at(i);
      all << (person.literal.isEmpty()
                  ? QStringList{person.given, person.particle, person.family, person.suffix}.join(u'|')
                  : u'=' + person.literal) +
                 names.marks.value(i);
    }
    if (names.others) all << u"…"_s;
    return all.join(u';');
  }

 private Q_SLOTS:
  void latexBecomesText_data() {
    QTest::addColumn<QString>("latex");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* latex, const QString& text) {
      QTest::newRow(latex) << QString::fromUtf8(latex) << text;
    };
    // Cases 1 to 4.
    row("Lindstr{\\\"{o}}m, Karl and {\\AA}kerman", u"Lindström, Karl and Åkerman"_s);
    row("Hal{\\'{\\i}}k Hal\\'{\\i}k Hal{\\'\\i}k", u"Halík Halík Halík"_s);
    row("K{\\\"o}se o{\\u g}lu {\\c S}en {\\v Z}", u"Köse oğlu Şen Ž"_s);
    row("\\ifmmode \\check{Z}\\else \\v{Z}\\fi{}elezny", u"Železny"_s);
    row("Onta{\\~n}{\\'o}n Fr{\\' e}d{\\' e}ric", u"Ontañón Frédéric"_s);
    row("\\\"\\i \\'\\'a \\={\\i}", u"ïa\u0301\u0301 ī"_s.normalized(QString::NormalizationForm_C));
    row("Stra\\ss e, {\\ss}, \\ae{} \\o \\L{}\\'od\\'z", u"Straße, ß, æ øŁódź"_s);
    row("\\t{oo} \\k{a} \\H{o} \\r{a} \\d{t} \\textcommabelow{s}", u"o͡o ą ő å ṭ ș"_s);
    // Punctuation.
    row("a--b---c -- d", u"a–b—c – d"_s);
    row("``x'' `y' don't !`a ?`b", u"“x” ‘y’ don't ¡a ¿b"_s);
    row("A \\& B \\% \\# \\$ \\_ \\{x\\} 5\\,km", u"A & B % # $ _ {x} 5\u202fkm"_s);
    row("C.~A. x~~y", u"C.\u00a0A. x\u00a0y"_s);
    row("\\enquote{x} \\mkbibquote{y}", u"“x” “y”"_s);
    row("two\n   lines", u"two lines"_s);
    row("\\~{} \\^{} \\textasciitilde", u"~ ^ ~"_s);
    // Braces and commands.
    row("On {de Bruijn} {\\em Graphs} \\textit{in \\textbf{b}} \\emph{}", u"On de Bruijn Graphs in b"_s);
    row("{\\LaTeX} and \\TeX are", u"LaTeX and TeX are"_s);
    row("H\\textsubscript{2}O x\\textsuperscript{ab}", u"H₂O xab"_s);
    row("\\unknown{kept} \\other", u"kept \\other"_s);
    row("\\href{https://x}{seen} \\noopsort{1}x", u"seen x"_s);
    row("50 % of, 5% of\nx", u"50 % of, 5% of x"_s);
    row("Richard %A.\n B.", u"Richard B."_s);
    row("{{{deep", u"deep"_s);
    row("}}x\\", u"x"_s);
    // Case 18.
    row("Decay \\(B_s^0 \\to \\mu^+\\mu^-\\) at 7~TeV",
        u"Decay \\(B_s^0 \\to \\mu^+\\mu^-\\) at 7\u00a0TeV"_s);
    row("{$\\Sigma$$^{0}$ decays} {\\'e}", u"$\\Sigma^{0}$ decays é"_s);
    row("\\ensuremath{\\alpha}-helix costs \\$5", u"$\\alpha$-helix costs $5"_s);
  }
  void latexBecomesText() {
    QFETCH(QString, latex);
    QFETCH(QString, text);
    QCOMPARE(latex_->toUnicode(latex), text);
  }

  void titlesBecomeMarkdown_data() {
    QTest::addColumn<QString>("latex");
    QTest::addColumn<QString>("markdown");
    const auto row = [](const char* latex, const QString& text) {
      QTest::newRow(latex) << QString::fromUtf8(latex) << text;
    };
    row("\\emph{E. coli} and {\\bf b}", u"*E. coli* and **b**"_s);
    row("C*-algebras, a_b, _x_, \\$5, a $x*y$", u"C\\*-algebras, a_b, \\_x\\_, \\$5, a $x*y$"_s);
    row("I < 3, <b>, [x] and [y](z)", u"I < 3, \\<b>, &#91;x] and &#91;y](z)"_s);
    row("\\emph{ a } \\foo", u"*a* \\\\foo"_s);
  }
  void titlesBecomeMarkdown() {
    QFETCH(QString, latex);
    QFETCH(QString, markdown);
    QCOMPARE(latex_->toUnicode(latex, Form::Markdown), markdown);
  }

  void bracesKeepTheCase() {
    QCOMPARE(latex_->toUnicode(u"On {de Bruijn} {\\\"o} \\emph{x}"_s, Form::Csl),
             u"On <span class=\"nocase\">de Bruijn</span> ö <i>x</i>"_s);
  }

  void addressesStayAsTheyAre_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("address");
    QTest::newRow("underscore") << u"10.1007/978-3-032-00942-5\\_12"_s << u"10.1007/978-3-032-00942-5_12"_s;
    QTest::newRow("as it is") << u"https://www.example.edu/~kim/paper_1.pdf?a=1%202#x"_s
                              << u"https://www.example.edu/~kim/paper_1.pdf?a=1%202#x"_s;
    QTest::newRow("tilde") << u"https://x/{\\textasciitilde}kim/\\~{}a"_s << u"https://x/~kim/~a"_s;
    QTest::newRow("lines") << u"https://x/a\n    b"_s << u"https://x/ab"_s;
    QTest::newRow("signs") << u"10.1/(A)1{\\textless}2\\&3\\%"_s << u"10.1/(A)1<2&3%"_s;
  }
  void addressesStayAsTheyAre() {
    QFETCH(QString, written);
    QFETCH(QString, address);
    QCOMPARE(latex_->verbatim(written), address);
  }

  void whatIsWrittenReadsTheSame() {
    static const QString letters = u"aZ é—–“”„ßı\\{}~^`'-&%#_$\"<>*[](),.;:!?@/ \u00a0Łőșṭ…€½×日本μ"_s;
    QRandomGenerator random(4);
    for (int round = 0; round < 4000; ++round) {
      QString text;
      for (int i = random.bounded(1, 14); i > 0; --i)
        text += letters.at(random.bounded(static_cast<int>(letters.size())));
      text = latex_->toUnicode(latex_->toLatex(text));  // blanks as LaTeX has them
      for (const bool ascii : {false, true}) {
        const QString written = latex_->toLatex(text, Form::Plain, ascii);
        QCOMPARE(written.count(u'{'), written.count(u'}'));
        const QString again = latex_->toUnicode(written);
        if (again != text) qWarning() << text << written;
        QCOMPARE(again, text);
      }
    }
  }

  void asciiHasNoLettersBeyond() {
    const QString written = latex_->toLatex(u"Łódź ő ǖ ï “x” 5–6 Åß"_s, Form::Plain, true);
    for (const QChar c : written)
      QVERIFY2(c.unicode() < 0x7F, qPrintable(written));
    QCOMPARE(latex_->toUnicode(written), u"Łódź ő ǖ ï “x” 5–6 Åß"_s);
  }

  void markdownIsWrittenAsLatex() {
    QCOMPARE(latex_->toLatex(u"*E. coli* **b** C\\*, $x_1$ & 5 \\$"_s, Form::Markdown),
             u"\\emph{E. coli} \\textbf{b} C*, $x_1$ \\& 5 \\$"_s);
    QCOMPARE(latex_->toLatex(u"open *x"_s, Form::Markdown), u"open \\emph{x}"_s);
  }

  void depthAndLengthAreBounded() {
    QVERIFY(!latex_->toUnicode(QString(u"\\'{"_s).repeated(20'000)).isEmpty());
    QVERIFY(!latex_->toUnicode(QString(u"\\emph{"_s).repeated(20'000), Form::Markdown).isEmpty());
    QVERIFY(!latex_->toUnicode(QString(u"[$\\"_s).repeated(50'000), Form::Markdown).isEmpty());
    QCOMPARE(readNames(QString(u"a and "_s).repeated(50'000), *latex_).people.size(), 50'000);
  }

  void namesAreRead_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("names");
    const auto row = [](const char* written, const QString& names) {
      QTest::newRow(written) << QString::fromUtf8(written) << names;
    };
    row("Lindstr{\\\"{o}}m, Karl and {\\AA}kerman, Siv", u"Karl||Lindström|;Siv||Åkerman|"_s);
    row("van der berg, Jo", u"Jo|van der|berg|"_s);
    row("Rosa de Leon", u"Rosa|de|Leon|"_s);
    row("Rosa De Leon", u"Rosa De||Leon|"_s);
    row("De Leon, Rosa", u"Rosa||De Leon|"_s);
    row("Hill, Jr., Samuel", u"Samuel||Hill|Jr."_s);
    row("Samuel Hill Jr.", u"Samuel||Hill|Jr."_s);
    row("{van Dyck}, Anton", u"Anton||van Dyck|"_s);
    row("family=Hoek, given=Jan, prefix=van den, useprefix=true", u"Jan|van den|Hoek|"_s);
    row("given={Ann B.}, family=\"de la Cruz\", suffix=III", u"Ann B.||de la Cruz|III"_s);
    row("Meier, Hans and {Air and Ground Research Team}", u"Hans||Meier|;=Air and Ground Research Team"_s);
    row("{Council on Cardiology, Care and Surgery}", u"=Council on Cardiology, Care and Surgery"_s);
    row("Smith, J. and others", u"J.||Smith|;…"_s);
    row("{\\'E}. {de} la Vall{\\'e}e Poussin", u"É. de|la|Vallée Poussin|"_s);
    row("Ludwig van Beethoven", u"Ludwig|van|Beethoven|"_s);
    row("Aristotle AND Plato", u"||Aristotle|;||Plato|"_s);
    row("Richard %A.\n  B. Johnson and\nDean\tW. Wichern", u"Richard B.||Johnson|;Dean W.||Wichern|"_s);
    row("Agrawal*, Akshay and Amos$^{*}$, B. and Kim\\textsuperscript{\u2020}, C. and Doe\u2217, D.",
        u"Akshay||Agrawal|*;B.||Amos|*;C.||Kim|†;D.||Doe|*"_s);
    row("Vázques de Parga, Luis", u"Luis||Vázques de Parga|"_s);
    row("Anderson, Brand", u"Brand||Anderson|"_s);
    row(" and and Smith and ", u"||Smith|"_s);
    row("Doe,", u"||Doe|"_s);
    row("", u""_s);
  }
  void namesAreRead() {
    QFETCH(QString, written);
    QFETCH(QString, names);
    const BibtexNames read = readNames(written, *latex_);
    QCOMPARE(shown(read), names);
    const QString again = writeNames(read.people, read.others, *latex_);
    QCOMPARE(readNames(again, *latex_).people, read.people);
    QCOMPARE(readNames(again, *latex_).others, read.others);
  }

  void aLargeParticleIsDoubted() {
    const BibtexNames names = readNames(u"Rosa De Leon and Ann Smith"_s, *latex_);
    QCOMPARE(names.doubts.size(), 1);
    QVERIFY(names.doubts.first().contains(u"De Leon, Rosa"_s));
  }
};

QTEST_GUILESS_MAIN(TestLatexText)
#include "tst_LatexText.moc"
