#include <QtTest>

#include "ui/shell/BrowserPages.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestBrowserPages : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() { QStandardPaths::setTestModeEnabled(true); }

  void onlyTheUserReadsTheFolderAndItGoes() {
    QString folder;
    {
      BrowserPages pages;
      const auto one = pages.of(u"/somewhere/One.offprint"_s);
      QVERIFY(one.has_value());
      QCOMPARE(*pages.of(u"/somewhere/One.offprint"_s), *one);
      const auto two = pages.of(u"/somewhere/Two.offprint"_s);
      QVERIFY(*two != *one);
      folder = QFileInfo(*one).path();
      const QFileDevice::Permissions others = QFileDevice::ReadGroup | QFileDevice::WriteGroup |
                                              QFileDevice::ExeGroup | QFileDevice::ReadOther |
                                              QFileDevice::WriteOther | QFileDevice::ExeOther;
      QCOMPARE(QFileInfo(folder).permissions() & others, QFileDevice::Permissions());
      QVERIFY(folder.startsWith(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)));
      QVERIFY(QDir().mkpath(*one));
      QVERIFY(BrowserPages().of(u"/somewhere/One.offprint"_s).value() != *one);
    }
    QVERIFY(!QFileInfo::exists(folder));
  }
};

QTEST_GUILESS_MAIN(TestBrowserPages)
#include "tst_BrowserPages.moc"
