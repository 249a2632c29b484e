#include "ui/editor/Spelling.h"

#include <QMenu>
#include <QSignalSpy>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/StoreClient.h"
#include "tests/support/EditorFixture.h"
#include "tests/support/Fixture.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/widgets/Appearance.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

/// Words of a line that are underlined, as the editor shows them.
QStringList marked(const QTextDocument& document, int line = 0) {
  QStringList words;
  const QTextBlock block = document.findBlockByNumber(line);
  for (const QTextLayout::FormatRange& range : block.layout()->formats()) {
    if (range.format.underlineStyle() == QTextCharFormat::SpellCheckUnderline)
      words.append(block.text().mid(range.start, range.length));
  }
  return words;
}

}  // namespace

class TestSpelling : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  void write(const QString& name, const QByteArray& content) {
    QFile file(folder_.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
  }
  Spelling::Places places() const {
    return {{folder_.path()}, folder_.filePath(u"field.txt"_s), folder_.filePath(u"own/words.txt"_s)};
  }

 private Q_SLOTS:
  void initTestCase() {
    write(u"en_GB.aff"_s, "SET UTF-8\nTRY esiaotnr\n");
    write(u"en_GB.dic"_s, "8\nthe\ncache\nis\nfast\nmemory\nit's\nWords\nhere\n");
    write(u"de_DE.aff"_s, "SET ISO8859-1\n");
    write(u"de_DE.dic"_s,
          "2\nder\nS\xfc\xdf"
          "e\n");
    write(u"field.txt"_s, "# a remark\nsoftmax\n");
  }

  void wordsOfALine_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const QString& line, const QStringList& words) {
      QTest::newRow(qPrintable(line)) << line << words;
    };
    row(u"The quick, brown fox."_s, {u"The"_s, u"quick"_s, u"brown"_s, u"fox"_s});
    row(u"## A head-on word"_s, {u"head"_s, u"on"_s, u"word"_s});
    row(u"it's the dogs' café"_s, {u"it's"_s, u"the"_s, u"dogs"_s, u"café"_s});
    row(u"`coed` $x mth$ [@kee] **bold**"_s, {u"bold"_s});
    row(u"a link [txt here](adress/of.it) and [[slug-x|labl]]"_s,
        {u"link"_s, u"txt"_s, u"here"_s, u"and"_s, u"labl"_s});
    row(u"https://exmple.org/pth src/main.cpp fp16 GPU camelCase snake_case"_s, {});
    row(u"![the alt](media/pic.png)"_s, {u"the"_s, u"alt"_s});
    row(u"## Deutsch {lang=de}"_s, {});
  }
  void wordsOfALine() {
    QFETCH(QString, line);
    QStringList words;
    for (const SpelledWord& word : spelledWords(line))
      words.append(line.mid(word.start, word.length));
    QTEST(words, "words");
  }

  void dictionariesByLanguage() {
    const QString here = folder_.path();
    QCOMPARE(Spelling::dictionaryFor(u"en-GB"_s, {here}), here + u"/en_GB"_s);
    QCOMPARE(Spelling::dictionaryFor(u"en"_s, {u"/nowhere"_s, here}), here + u"/en_GB"_s);
    QCOMPARE(Spelling::dictionaryFor(u"de-AT"_s, {here}), here + u"/de_DE"_s);
    QCOMPARE(Spelling::dictionaryFor(u"fr"_s, {here}), QString());
    QCOMPARE(Spelling::dictionaryFor({}, {here}), QString());
  }

  void verdictsComeLater() {
    Spelling spelling(places());
    spelling.setLanguage(u"en"_s);
    QSignalSpy judged(&spelling, &Spelling::judged);
    QCOMPARE(spelling.verdict(u"chace"_s), Spelling::Verdict::Unknown);
    QCOMPARE(spelling.verdict(u"cache"_s), Spelling::Verdict::Unknown);
    QCOMPARE(spelling.verdict(u"softmax"_s), Spelling::Verdict::Unknown);
    QTRY_COMPARE(judged.count(), 1);
    QCOMPARE(judged.first().first().value<QSet<QString>>(), QSet<QString>{u"chace"_s});
    QCOMPARE(spelling.verdict(u"chace"_s), Spelling::Verdict::Wrong);
    QCOMPARE(spelling.verdict(u"cache"_s), Spelling::Verdict::Right);
    QCOMPARE(spelling.verdict(u"softmax"_s), Spelling::Verdict::Right);
    std::optional<QStringList> meant;
    spelling.suggest(u"chace"_s, this, [&](const QStringList& words) { meant = words; });
    QTRY_VERIFY(meant);
    QVERIFY(meant->contains(u"cache"_s));
    spelling.setIgnored({u"chace"_s});
    QCOMPARE(spelling.verdict(u"chace"_s), Spelling::Verdict::Right);
    spelling.setEnabled(false);
    QCOMPARE(spelling.verdict(u"zzz"_s), Spelling::Verdict::Right);
  }

  void otherEncodingsAreRead() {
    Spelling spelling(places());
    spelling.setLanguage(u"de"_s);
    QSignalSpy judged(&spelling, &Spelling::judged);
    spelling.verdict(u"Süße"_s);
    spelling.verdict(u"Suesse"_s);
    QTRY_COMPARE(judged.count(), 1);
    QCOMPARE(spelling.verdict(u"Süße"_s), Spelling::Verdict::Right);
  }

  void aMissingDictionaryIsToldOnce() {
    Spelling spelling(places());
    QSignalSpy missing(&spelling, &Spelling::missing);
    spelling.setLanguage(u"fr"_s);
    spelling.verdict(u"xyzzy"_s);
    QTRY_COMPARE(missing.count(), 1);
    QCOMPARE(spelling.verdict(u"xyzzy"_s), Spelling::Verdict::Right);
    spelling.setLanguage(u"en"_s);
    spelling.setLanguage(u"fr"_s);
    QSignalSpy judged(&spelling, &Spelling::judged);
    spelling.verdict(u"plugh"_s);
    QTRY_COMPARE(spelling.verdict(u"plugh"_s), Spelling::Verdict::Right);
    QCOMPARE(missing.count(), 1);
  }

  void learnedWordsStay() {
    const auto judge = [&](const QString& word) {
      Spelling spelling(places());
      spelling.setLanguage(u"en"_s);
      if (!QTest::qWaitFor([&] { return spelling.verdict(word) != Spelling::Verdict::Unknown; })) return -1;
      const int verdict = static_cast<int>(spelling.verdict(word));
      if (spelling.verdict(word) == Spelling::Verdict::Wrong) spelling.learn(word);
      return verdict;
    };
    QCOMPARE(judge(u"Offprint"_s), static_cast<int>(Spelling::Verdict::Wrong));
    QCOMPARE(judge(u"Offprint"_s), static_cast<int>(Spelling::Verdict::Right));
  }

  /// A file written by hand may end without a line break: the words stay two.
  void aWordIsAddedToAnOpenLastLine() {
    Spelling::Places where = places();
    QTemporaryDir folder;
    where.ownWords = folder.filePath(u"words.txt"_s);
    test::spill(where.ownWords, "zebr");
    {
      Spelling spelling(where);
      spelling.setLanguage(u"en"_s);
      spelling.learn(u"abcq"_s);
    }
    QCOMPARE(test::slurp(where.ownWords), QByteArray("zebr\nabcq\n"));
  }

  void aWordThatCannotBeKeptIsTold() {
    Spelling::Places blocked = places();
    QTemporaryDir folder;
    test::spill(folder.filePath(u"file"_s), "x");
    blocked.ownWords = folder.filePath(u"file/words.txt"_s);
    Spelling spelling(blocked);
    spelling.setLanguage(u"en"_s);
    QSignalSpy told(&spelling, &Spelling::notLearned);
    spelling.learn(u"Offprint"_s);
    QTRY_COMPARE(told.count(), 1);
    const auto error = told.first().first().value<Error>();
    QVERIFY(error.message.contains(u"Offprint"_s));
    QCOMPARE(error.file, blocked.ownWords);
    QCOMPARE(spelling.verdict(u"Offprint"_s), Spelling::Verdict::Right);
  }

  void theEditorMarksAndMends() {
    auto look = Appearance::create(test::resources());
    QVERIFY(look);
    StoreClient store;
    Spelling spelling(places());
    ContentItem item;
    item.uuid = u"a"_s;
    item.language = u"en"_s;
    item.body = u"the chace is fast `coed`\n\nmemroy"_s;
    DocumentSession session(store, item);
    EditorPane pane(**look);
    pane.setSpelling(spelling);
    pane.resize(720, 600);
    pane.open(&session);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    auto* edit = pane.findChild<ManuscriptEdit*>();
    QTRY_COMPARE(marked(*edit->document()), QStringList{u"chace"_s});
    QTRY_COMPARE(marked(*edit->document(), 2), QStringList{u"memroy"_s});

    // The word that is being written is not marked; behind a blank it is.
    pane.goToLine(3, 7);
    QTest::keyClicks(edit, u" tehx"_s);
    QTest::qWait(50);
    QCOMPARE(marked(*edit->document(), 2), QStringList{u"memroy"_s});
    QTest::keyClicks(edit, u" "_s);
    QTRY_COMPARE(marked(*edit->document(), 2), (QStringList{u"memroy"_s, u"tehx"_s}));

    pane.goToLine(1, 1);
    QVERIFY(pane.goToMisspelt());
    QCOMPARE(pane.selectedText(), u"chace"_s);
    QMenu* menu = nullptr;
    QTRY_VERIFY(menu = edit->findChild<QMenu*>());
    QAction* right = nullptr;
    for (QAction* action : menu->actions())
      if (action->text() == u"cache") right = action;
    QVERIFY(right);
    right->trigger();
    menu->close();
    QCOMPARE(session.snapshot().body.section(u'\n', 0, 0), u"the cache is fast `coed`"_s);
    QTRY_VERIFY(marked(*edit->document()).isEmpty());

    QSignalSpy ignored(&pane, &EditorPane::wordIgnored);
    QVERIFY(pane.goToMisspelt());
    QTRY_VERIFY(menu = edit->findChild<QMenu*>());
    for (QAction* action : menu->actions())
      if (action->text().contains(u"Ignore"_s)) action->trigger();
    menu->close();
    QCOMPARE(ignored.count(), 1);
    pane.setIgnoredWords({u"memroy"_s, u"tehx"_s});
    QTRY_VERIFY(marked(*edit->document(), 2).isEmpty());
    QVERIFY(!pane.goToMisspelt());
  }

  /// A learned word can be taken back: it is wrong again, and the file keeps what else it holds.
  void learnedWordsAreListedAndForgotten() {
    Spelling::Places where = places();
    const QTemporaryDir folder;
    where.ownWords = folder.filePath(u"words.txt"_s);
    test::spill(where.ownWords, "# mine\nzebr\n");
    Spelling spelling(where);
    spelling.setLanguage(u"en"_s);
    spelling.learn(u"abcq"_s);
    std::optional<QStringList> words;
    const auto ask = [&] {
      words.reset();
      spelling.ownWords(&spelling,
                        [&](const Result<QStringList>& kept) { words = kept.value_or(QStringList()); });
      return QTest::qWaitFor([&] { return words.has_value(); });
    };
    QVERIFY(ask());
    QCOMPARE(*words, (QStringList{u"abcq"_s, u"zebr"_s}));
    QTRY_COMPARE(spelling.verdict(u"zebr"_s), Spelling::Verdict::Right);
    spelling.forget(u"zebr"_s);
    QVERIFY(ask());
    QCOMPARE(*words, QStringList{u"abcq"_s});
    QTRY_COMPARE(spelling.verdict(u"zebr"_s), Spelling::Verdict::Wrong);
    QTRY_COMPARE(spelling.verdict(u"abcq"_s), Spelling::Verdict::Right);
    QCOMPARE(test::slurp(where.ownWords), QByteArray("# mine\nabcq\n"));
  }
};

QTEST_MAIN(TestSpelling)
#include "tst_Spelling.moc"
