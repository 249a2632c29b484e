#include <csignal>
#include <QProcess>
#include <QTimer>

#include "tests/flows/Desk.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

constexpr int keyMs = 40;
constexpr int keysBeforeTheEnd = 150;

QString keyText(int key) {
  return QStringLiteral("%1 ").arg(key);
}

/// In the process that is killed: types into a nameless item of the library at `folder`, one word a key
/// press, and tells each on its standard output, until it is ended.
int typeUntilKilled(const QString& folder) {
  LibrarySession library(test::resources(), systemClock());
  auto look = Appearance::create(test::resources());
  if (!look) return 2;
  EditorPane editor(**look);
  QTimer keys;
  int key = 0;
  QObject::connect(&keys, &QTimer::timeout, &editor, [&] {
    QTest::keyClicks(editor.findChild<ManuscriptEdit*>(), keyText(++key));
    std::printf("%d\n", key);
    std::fflush(stdout);
  });
  library.open(folder, OpenMode::ReadWrite, [&](Result<void> opened) {
    if (!opened) return QCoreApplication::exit(3);
    editor.open(library.newItem(u"article"_s));
    editor.show();
    editor.focusText();
    keys.start(keyMs);
  });
  return QApplication::exec();
}

}  // namespace

class tst_Kill : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textOfANamelessItemIsThereAfterKill() {
    test::Desk desk;
    QVERIFY(desk.create());
    const QString folder = desk.folder();
    desk.library().shutdown();

    QProcess writer;
    writer.start(QCoreApplication::applicationFilePath(), {u"--type"_s, folder});
    QVERIFY(writer.waitForStarted(20000));
    int typed = 0;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
          while (writer.canReadLine())
            typed = writer.readLine().trimmed().toInt();
          return typed >= keysBeforeTheEnd;
        }(),
        60000);
    QCOMPARE(::kill(static_cast<pid_t>(writer.processId()), SIGKILL), 0);
    QVERIFY(writer.waitForFinished(20000));
    QCOMPARE(writer.exitStatus(), QProcess::CrashExit);

    std::optional<bool> opened;
    LibrarySession again(test::resources(), test::clock());
    again.open(folder, OpenMode::ReadWrite, [&](Result<void> result) { opened = result.has_value(); });
    QTRY_VERIFY_WITH_TIMEOUT(opened.has_value(), 20000);
    QVERIFY(*opened);
    QVERIFY(!again.readOnly());
    std::optional<QString> text;
    again.store().run<QString>(
        [](Library& library) -> Result<QString> {
          auto ids = library.content().ids({});
          if (!ids) return ids.error();
          if (ids->size() != 1) return makeError(ErrorCode::NotFound, QString::number(ids->size()));
          auto item = library.content().get(ids->first());
          if (!item) return item.error();
          return item->body;
        },
        &again, [&](Result<QString> body) { text = body ? *body : body.error().message; });
    QTRY_VERIFY_WITH_TIMEOUT(text.has_value(), 20000);
    // Everything but the last moments: autosave waits two seconds at the latest, here with room for a busy
    // machine.
    int kept = 0;
    while (text->startsWith(keyText(kept + 1)))
      text->remove(0, keyText(++kept).size());
    QVERIFY2(text->trimmed().isEmpty() || keyText(kept + 1).startsWith(text->trimmed()), qPrintable(*text));
    QVERIFY2(kept > 0 && kept >= typed - 4000 / keyMs, qPrintable(u"%1 of %2"_s.arg(kept).arg(typed)));
    again.shutdown();
  }
};

int main(int argc, char** argv) {
  PreviewPane::registerScheme();
  MarkdownEngine::initialize();
  QApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.value(1) == u"--type") return typeUntilKilled(arguments.value(2));
  tst_Kill test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_Kill.moc"
