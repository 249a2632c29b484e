#include "tests/support/Fixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtTest>

using namespace Qt::StringLiterals;

namespace offprint::test {

Resources resources() {
  return Resources(QStringLiteral(OFFPRINT_SHARE_DIR));
}
QString program() {
  return QStringLiteral(OFFPRINT_PROGRAM);
}
QString source(const QString& relative) {
  return QStringLiteral(OFFPRINT_SOURCE_DIR "/") + relative;
}
QString shared(const QString& relative) {
  return QStringLiteral(OFFPRINT_SHARED_DIR "/") + relative;
}

Clock clock() {
  return fixedClock(QDateTime(QDate(2026, 3, 18), QTime(9, 30), Qt::UTC));
}

QByteArray slurp(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    QTest::qFail(qPrintable(u"cannot read "_s + path), __FILE__, __LINE__);
    return {};
  }
  return file.readAll();
}

void spill(const QString& path, const QByteArray& content) {
  QDir().mkpath(QFileInfo(path).absolutePath());
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
    QTest::qFail(qPrintable(u"cannot write "_s + path), __FILE__, __LINE__);
  }
}

}  // namespace offprint::test
