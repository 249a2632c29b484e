#include "ui/preview/ThemeWatch.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Whoever works on a theme sees each step: files that are written, replaced, added and removed.
class TestThemeWatch : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void everyChangeIsTold() {
    const QTemporaryDir folder;
    const QString sheet = folder.filePath(u"mine/assets/mine.css"_s);
    test::spill(sheet, "p {}");
    ThemeWatch watch;
    QSignalSpy watching(&watch, &ThemeWatch::watching);
    QSignalSpy changed(&watch, &ThemeWatch::changed);
    watch.setFolders({folder.path(), folder.filePath(u"not there"_s), QString()});
    QVERIFY(watching.wait());
    const auto told = [&](const char* what) {
      const bool came = !changed.isEmpty() || changed.wait();
      QVERIFY2(came, what);
      // The next change may come when the folder was walked again.
      QTRY_VERIFY(watching.size() > changed.size());
      changed.clear();
      watching.clear();
      watching.append(QVariantList());
    };
    test::spill(sheet, "p { color: red }");
    told("written");
    test::spill(sheet + u".new"_s, "p { color: blue }");
    told("added");
    QVERIFY(QFile::remove(sheet) && QFile::rename(sheet + u".new"_s, sheet));
    told("replaced");
    test::spill(sheet, "p { color: green }");
    told("written after it was replaced");
    test::spill(folder.filePath(u"mine/templates/article.mustache"_s), "{{title}}");
    told("a new folder");
    QVERIFY(QFile::remove(sheet));
    told("removed");
  }

  void nothingToWatchIsNoFault() {
    ThemeWatch watch;
    QSignalSpy watching(&watch, &ThemeWatch::watching);
    watch.setFolders({u"/nowhere/at/all"_s});
    QVERIFY(watching.wait());
  }
};

QTEST_GUILESS_MAIN(TestThemeWatch)
#include "tst_ThemeWatch.moc"
