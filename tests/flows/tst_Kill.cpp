#include <csignal>
#include <QDir>
#include <QProcess>
#include <QSemaphore>
#include <QTimer>

#include "tests/flows/Desk.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

constexpr int keyMs = 40;
constexpr int keysBeforeTheEnd = 150;
constexpr int keysOfABusyStore = 50;

QString keyText(int key) {
  return QStringLiteral("%1 ").arg(key);
}

/// The store thread is at work for ever: what is typed from now on never gets into the library.
void keepTheStoreBusy(LibrarySession& library) {
  library.store().run<void>(
      [](Library&) -> Result<void> {
        QSemaphore never;
        never.acquire();
        return {};
      },
      nullptr, {});
}

/// In the process that is killed: types into a nameless item of the library at `folder`, one word a key
/// press, and tells each on its standard output, until it is ended. With `busyFrom` (0: never) the store
/// thread is busy from that key on, and after `keysOfABusyStore` more nothing is typed.
int typeUntilKilled(const QString& folder, int busyFrom) {
  LibrarySession library(test::resources(), systemClock());
  auto look = Appearance::create(test::resources());
  if (!look) return 2;
  EditorPane editor(**look);
  QTimer keys;
  int key = 0;
  QObject::connect(&keys, &QTimer::timeout, &editor, [&] {
    QTest::keyClicks(editor.findChild<ManuscriptEdit*>(), keyText(++key));
    if (key == busyFrom) keepTheStoreBusy(library);
    if (busyFrom > 0 && key == busyFrom + keysOfABusyStore) keys.stop();
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

    std::optional<QString> text = textAfterRestart(folder);
    QVERIFY(text);
    // Everything but the last moments: autosave waits two seconds at the latest, here with room for a busy
    // machine.
    int kept = 0;
    while (text->startsWith(keyText(kept + 1)))
      text->remove(0, keyText(++kept).size());
    QVERIFY2(text->trimmed().isEmpty() || keyText(kept + 1).startsWith(text->trimmed()), qPrintable(*text));
    QVERIFY2(kept > 0 && kept >= typed - 4000 / keyMs, qPrintable(u"%1 of %2"_s.arg(kept).arg(typed)));
  }

  /// However busy the store thread is: what was typed lies beside the library within a moment.
  void textIsThereAlthoughTheStoreWasBusy() {
    test::Desk desk;
    QVERIFY(desk.create());
    const QString folder = desk.folder();
    desk.library().shutdown();

    constexpr int busyFrom = 30;
    QProcess writer;
    writer.start(QCoreApplication::applicationFilePath(), {u"--type"_s, folder, QString::number(busyFrom)});
    QVERIFY(writer.waitForStarted(20000));
    const QByteArray last = keyText(busyFrom + keysOfABusyStore).toUtf8();
    const auto kept = [&] {
      const QDir recovery(folder + u"/recovery"_s);
      const QStringList names = recovery.entryList({u"*.typing.json"_s});
      return names.size() == 1 && test::slurp(recovery.filePath(names.first())).contains(last);
    };
    QTRY_VERIFY_WITH_TIMEOUT(kept(), 60000);
    QCOMPARE(::kill(static_cast<pid_t>(writer.processId()), SIGKILL), 0);
    QVERIFY(writer.waitForFinished(20000));

    QString all;
    for (int key = 1; key <= busyFrom + keysOfABusyStore; ++key)
      all += keyText(key);
    QCOMPARE(textAfterRestart(folder).value_or(QString()).trimmed(), all.trimmed());
    QVERIFY(!QFileInfo::exists(folder + u"/recovery"_s));
  }

 private:
  /// The text of the one item of the library, opened anew as after a crash.
  static std::optional<QString> textAfterRestart(const QString& folder) {
    std::optional<bool> opened;
    LibrarySession again(test::resources(), test::clock());
    again.open(folder, OpenMode::ReadWrite, [&](Result<void> result) { opened = result.has_value(); });
    if (!QTest::qWaitFor([&] { return opened.has_value(); }, 20000) || !*opened || again.readOnly())
      return {};
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
    if (!QTest::qWaitFor([&] { return text.has_value(); }, 20000)) return {};
    again.shutdown();
    return text;
  }
};

int main(int argc, char** argv) {
  PreviewPane::registerScheme();
  MarkdownEngine::initialize();
  QApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.value(1) == u"--type") return typeUntilKilled(arguments.value(2), arguments.value(3).toInt());
  tst_Kill test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_Kill.moc"
