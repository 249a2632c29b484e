#include <QRandomGenerator>
#include <QTextCursor>
#include <QtTest>

#include "tests/support/EditorFixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestDocumentText : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void textComesBackExactly_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString();
    QTest::newRow("line ends") << u"a\n\n\nb\n"_s;
    QTest::newRow("no-break space") << u"a\u00a0b\u202fc\u2007d"_s;
    QTest::newRow("line separator") << u"a\u2028b"_s;
    QTest::newRow("paragraph separator") << u"a\u2029b\n\u2029"_s;
    QTest::newRow("carriage returns") << u"a\r\nb\rc\n\r"_s;
    QTest::newRow("NUL") << QString::fromUtf16(u"a\0b\0", 4);
    QTest::newRow("lone surrogates") << QString::fromUtf16(u"\xD800 a \xDC00\n\xDC00\xD800", 8);
    QTest::newRow("frame marks") << QString::fromUtf16(
        u"\xFDD0"
        u"a\xFDD1\xFDEF"
        u"p\xFDEF\xFDEF");
    QTest::newRow("object, BOM, controls") << u"\ufffc\ufeff\u0001\u000b\u000c\u0085\u200e\u2060\U000E0001"_s;
    QTest::newRow("combining")
        << u"e\u0301 ﷺ नमस्ते 👩‍👩‍👧‍👦 \u202eabc\u202c"_s;
    QTest::newRow("tabs and spaces") << u"\t a \t\n    \n"_s;
  }
  void textComesBackExactly() {
    QFETCH(QString, text);
    test::Manuscript m(text);
    QCOMPARE(documentText(*m.document), text);
    QCOMPARE(fromDocumentForm(toDocumentForm(text)), text);
  }

  void randomTextComesBackExactly() {
    QRandomGenerator random(7);
    for (int round = 0; round < 400; ++round) {
      QString text;
      const int length = random.bounded(200);
      for (int i = 0; i < length; ++i) {
        switch (random.bounded(6)) {
          case 0:
            text += u'\n';
            break;
          case 1:
            text += QChar(0xFDD0 + random.bounded(32));
            break;
          case 2:
            text += QChar(0x2000 + random.bounded(112));
            break;
          case 3:
            text += QChar(random.bounded(32));
            break;
          default:
            text += QChar(random.bounded(0x10000));
            break;
        }
      }
      QTextDocument document;
      document.setPlainText(toDocumentForm(text));
      QCOMPARE(documentText(document), text);
    }
  }

  void replacingTouchesOnlyTheDifferenceAndIsOneUndoStep() {
    QRandomGenerator random(11);
    for (int round = 0; round < 200; ++round) {
      QString a;
      QString b;
      for (int i = 0; i < 30; ++i) {
        const QChar c = u"ab\n\u2029"_s[random.bounded(4)];
        a += c;
        b += random.bounded(10) == 0 ? QChar(u'x') : c;
      }
      test::Manuscript m(a);
      QTextCursor kept(m.document.get());
      QCOMPARE(replaceText(*m.document, b), a != b);
      QCOMPARE(documentText(*m.document), b);
      m.document->undo();
      QCOMPARE(documentText(*m.document), a);
      m.document->redo();
      QCOMPARE(documentText(*m.document), b);
    }
  }

  void charactersAreOneToOneWithPositions() {
    test::Manuscript m(u"a\nb\u2029c"_s);
    const QString characters = documentCharacters(*m.document);
    QCOMPARE(characters.size(), m.document->characterCount() - 1);
    QCOMPARE(characters.indexOf(u'c'), 5);
  }
};

QTEST_MAIN(TestDocumentText)
#include "tst_DocumentText.moc"
