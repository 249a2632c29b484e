#include <QRegularExpression>
#include <QtTest>

#include "tests/support/Program.h"

using namespace Qt::StringLiterals;
using namespace offprint;

/// Every example of the help runs, one after the other, on the library that the first of them makes.
class TestCommandExamples : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// The examples of a command as its help prints them.
  static QStringList examplesOf(const QString& command) {
    const QString help = QString::fromUtf8(test::run({u"help"_s, command}).out);
    const qsizetype heading = help.indexOf(QRegularExpression(u"\n\nExamples?:\n"_s));
    QStringList lines = heading < 0 ? QStringList() : help.mid(heading + 2).split(u'\n', Qt::SkipEmptyParts);
    lines.removeFirst();
    return lines;
  }

  /// A line as a shell runs it, in the folder of the test and with its home.
  test::Answer shell(const QString& line) const {
    QProcess process;
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    all.insert(u"HOME"_s, folder_.path());
    all.insert(u"PATH"_s, QFileInfo(test::program()).path() + u':' + all.value(u"PATH"_s));
    for (const char* registry : {"DOI", "ARXIV", "BOOKS", "WORKS"})  // nobody answers there
      all.insert(u"OFFPRINT_LOOKUP_"_s + QLatin1StringView(registry), u"http://127.0.0.1:9/"_s);
    process.setProcessEnvironment(all);
    process.setWorkingDirectory(folder_.path());
    process.start(u"/bin/sh"_s, {u"-c"_s, line});
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000)) return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
  }

 private Q_SLOTS:
  void everyExampleRuns() {
    const auto write = [&](const QString& name, const QByteArray& text) {
      test::spill(folder_.filePath(name), text);
    };
    write(u"notes.md"_s, "See [[article/profile-first]].\n");
    write(u"draft.md"_s, "A text.\n");
    write(u"old-site/content/posts/a.md"_s, "---\ntitle: A\n---\nText\n");
    write(u"old-site/hugo.yaml"_s, "title: Old\n");
    QStringList commands;
    const QString overview = QString::fromUtf8(test::run({u"help"_s}).out);
    for (auto each =
             QRegularExpression(u"^  ([a-z]+) "_s, QRegularExpression::MultilineOption).globalMatch(overview);
         each.hasNext();)
      commands << each.next().captured(1);
    QVERIFY(commands.size() > 20);
    // The backup that is restored is made before.
    commands.removeAll(u"restore"_s);
    commands << u"restore"_s;
    int run = 0;
    for (const QString& command : std::as_const(commands)) {
      for (QString line : examplesOf(command)) {
        line = line.trimmed();
        if (command == u"serve"_s || (line.startsWith(u"offprint target"_s) && line.endsWith(u"test live"_s)))
          continue;  // the one never ends, the other needs its host
        if (line.contains(u"git@example.org"_s)) {
          QCOMPARE(shell(line).status, 0);
          // A host that is there takes the name from here on.
          QCOMPARE(shell(u"offprint target Notes.offprint remove live"_s).status, 0);
          line = u"offprint target Notes.offprint add folder --name live --field path=%1"_s.arg(
              folder_.filePath(u"host"_s));
        }
        if (command == u"rollback"_s) {
          const QByteArray list = shell(u"offprint deployments Notes.offprint"_s).out;
          const auto id = QRegularExpression(u"\\b[0-9a-f]{8}\\b"_s).match(QString::fromUtf8(list));
          QVERIFY2(id.hasMatch(), list.constData());
          line.replace(QRegularExpression(u"\\b[0-9a-f]{8}\\b"_s), id.captured());
        }
        const test::Answer answer = shell(line);
        QVERIFY2(answer.status == 0 || answer.status == 1,
                 qPrintable(line + u": "_s + QString::fromUtf8(answer.err)));
        ++run;
      }
    }
    QVERIFY(run > 25);
  }
};

QTEST_GUILESS_MAIN(TestCommandExamples)
#include "tst_CommandExamples.moc"
