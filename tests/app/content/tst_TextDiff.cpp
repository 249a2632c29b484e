#include "app/content/TextDiff.h"

#include <QRandomGenerator>
#include <QtTest>

using namespace offprint;
using namespace Qt::StringLiterals;
using Kind = DiffPiece::Kind;

namespace {

/// "same [-removed-]{+added+}", a passage on each line; unchanged ones are "=".
QString shown(const TextDiff& diff) {
  QStringList lines;
  for (const DiffPassage& passage : diff.passages) {
    QString line;
    for (const DiffPiece& piece : passage.pieces) {
      if (piece.kind == Kind::Same) line += piece.text;
      if (piece.kind == Kind::Removed) line += u"[-"_s + piece.text + u"-]"_s;
      if (piece.kind == Kind::Added) line += u"{+"_s + piece.text + u"+}"_s;
    }
    lines.append(passage.changed ? line : u"="_s);
  }
  return lines.join(u'|');
}

}  // namespace

class TestTextDiff : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void passages_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QString& before, const QString& after,
                        const QString& expected) { QTest::newRow(name) << before << after << expected; };
    row("nothing", u"One two.\n\nThree.\n"_s, u"One two.\n\nThree.\n"_s, u"=|="_s);
    row("a word", u"The quick fox runs away.\n"_s, u"The quick dog runs away.\n"_s,
        u"The quick [-fox-]{+dog+} runs away."_s);
    row("a phrase", u"It needs a lot of work every day.\n"_s, u"It needs very little care every day.\n"_s,
        u"It needs [-a lot of work-]{+very little care+} every day."_s);
    row("a paragraph between", u"First one.\n\nLast one.\n"_s,
        u"First one.\n\nEntirely new words.\n\nLast one.\n"_s, u"=|{+Entirely new words.+}|="_s);
    row("a paragraph less", u"First one.\n\nGone for good.\n\nLast one.\n"_s, u"First one.\n\nLast one.\n"_s,
        u"=|[-Gone for good.-]|="_s);
    row("a change below one that came", u"The cache holds four pages.\n"_s,
        u"Quite another thought here.\n\nThe cache holds nine pages.\n"_s,
        u"{+Quite another thought here.+}|The cache holds [-four-]{+nine+} pages."_s);
    row("code by line", u"```py\na = 1\n\nb = 2\n```\n"_s, u"```py\na = 1\n\nb = 3\n```\n"_s,
        u"```py\na = 1\n\n[-b = 2\n-]{+b = 3\n+}```"_s);
    row("code of another language", u"```py\na\n```\n"_s, u"```cpp\na\n```\n"_s,
        u"[-```py\na\n```\n-]{+```cpp\na\n```+}"_s);
    row("blank lines alone", u"One.\n\n\n\nTwo.\n"_s, u"One.\n\nTwo."_s, u"=|="_s);
    row("from nothing", QString(), u"Some words.\n"_s, u"{+Some words.+}"_s);
  }
  void passages() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QTEST(shown(compareTexts(before, after)), "expected");
  }

  void aPassageOfAnotherTextRestoresNothing() {
    const QString before = u"One.\n\nTwo is here."_s;
    const QString after = u"One.\n\nThree is there, and more."_s;
    const DiffPassage passage = compareTexts(before, after).passages.last();
    QVERIFY(passage.changed);
    QCOMPARE(passageRestored(before, u"Short."_s, passage), u"Short."_s);
    QCOMPARE(passageRestored(u"One."_s, after, passage), after);
  }

  /// Whatever two texts are compared: the passages cover both, their pieces are the two texts, and all
  /// passages restored from the last to the first give the earlier text.
  void everythingCanBeRestored() {
    QRandomGenerator random(7);
    const QStringList words{u"cache"_s, u"page"_s, u"the"_s, u"fast"_s, u"```"_s, u"$$"_s, u"[[a]]"_s};
    const auto text = [&] {
      QString made;
      for (int i = random.bounded(30); i > 0; --i)
        made += words[random.bounded(words.size())] + (random.bounded(4) == 0   ? u"\n\n"_s
                                                       : random.bounded(3) == 0 ? u"\n"_s
                                                                                : u" "_s);
      return made;
    };
    for (int i = 0; i < 400; ++i) {
      const QString before = text();
      const QString after = text();
      const TextDiff diff = compareTexts(before, after);
      qsizetype was = 0;
      qsizetype is = 0;
      for (const DiffPassage& passage : diff.passages) {
        QCOMPARE(passage.oldStart, was);
        QCOMPARE(passage.newStart, is);
        was = passage.oldEnd;
        is = passage.newEnd;
      }
      QCOMPARE(was, before.size());
      QCOMPARE(is, after.size());
      QString restored = after;
      for (qsizetype p = diff.passages.size() - 1; p >= 0; --p) {
        if (diff.passages[p].changed) restored = passageRestored(before, restored, diff.passages[p]);
      }
      const auto simple = [](QString value) { return value.simplified(); };
      QCOMPARE(simple(restored), simple(before));
    }
  }

  void aLongTextIsComparedAtOnce() {
    QString before;
    for (int i = 0; i < 3000; ++i)
      before += u"Paragraph number %1 of a long text with some words.\n\n"_s.arg(i);
    QString after = before;
    after.replace(u"number 1500 of"_s, u"number 1500 in"_s);
    const TextDiff diff = compareTexts(before, after);
    QCOMPARE(diff.changes, 1);
    QCOMPARE(diff.passages.size(), 3000);
    QVERIFY(compareTexts(before, QString(before).replace(u"words"_s, u"signs"_s)).changes == 3000);
  }
};

QTEST_GUILESS_MAIN(TestTextDiff)
#include "tst_TextDiff.moc"
