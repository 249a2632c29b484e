#include "app/core/MessageLog.h"

#include <atomic>
#include <cstdio>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSysInfo>
#include <QThreadPool>

#include "app/core/FileOps.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 largest = 1024 * 1024;
constexpr qint64 largestRead = 2 * largest;

/// The one thread that writes lines.
class Writer {
 public:
  explicit Writer(const QString& folder) : file_(MessageLog::fileIn(folder)) { worker_.setMaxThreadCount(1); }
  void write(const QString& line) {
    worker_.start([this, line] { append(line.toUtf8() + '\n'); });
  }
  void finish() { worker_.waitForDone(); }

 private:
  /// A log that cannot be written has nobody to tell.
  void append(const QByteArray& line) const {
    QDir().mkpath(QFileInfo(file_).path());
    if (QFileInfo(file_).size() > largest) {
      QFile::remove(file_ + u".old"_s);
      QFile::rename(file_, file_ + u".old"_s);
    }
    QFile file(file_);
    if (file.open(QIODevice::WriteOnly | QIODevice::Append)) file.write(line);
  }

  QString file_;
  QThreadPool worker_;
};

// The message handler of a process is one function without data of its own.
std::atomic<Writer*> writer = nullptr;
QtMessageHandler before = nullptr;

void take(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  Writer* const to = writer.load();
  if (to && type != QtDebugMsg && type != QtInfoMsg)
    to->write(QDateTime::currentDateTimeUtc().toString(Qt::ISODate) + u' ' + message.simplified());
  if (before) before(type, context, message);
}

void tell(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  const bool own = qstrcmp(context.category, "offprint") == 0;
  if (own || type == QtCriticalMsg || type == QtFatalMsg)
    std::fprintf(stderr, "%s\n", qUtf8Printable(message));
}

}  // namespace

Q_LOGGING_CATEGORY(ownMessages, "offprint")

void tellFaultsAlone() {
  if (!qEnvironmentVariableIsSet("QT_LOGGING_RULES")) qInstallMessageHandler(tell);
}

MessageLog::MessageLog(const QString& folder) {
  writer = new Writer(folder);
  before = qInstallMessageHandler(take);
}

MessageLog::~MessageLog() {
  qInstallMessageHandler(before);
  Writer* const gone = writer.exchange(nullptr);
  gone->finish();
  delete gone;
}

QString MessageLog::defaultFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/offprint/log"_s;
}

QString MessageLog::fileIn(const QString& folder) {
  return folder + u"/offprint.log"_s;
}

QString publicForm(const QString& line) {
  static const QRegularExpression quoted(u"\"[^\"]*\"|“[^”]*”"_s);
  static const QRegularExpression home(QRegularExpression::escape(QDir::homePath()) + u"/\\S*"_s);
  QString shown = line;
  return shown.replace(home, u"~/…"_s).replace(quoted, u"“…”"_s);
}

QString problemReport(const QString& logFolder, int lines) {
  QStringList report{u"Offprint "_s + QCoreApplication::applicationVersion(),
                     u"Qt "_s + QLatin1StringView(qVersion()),
                     QSysInfo::prettyProductName() + u", "_s + QSysInfo::kernelType() + u' ' +
                         QSysInfo::kernelVersion() + u", "_s + QSysInfo::currentCpuArchitecture(),
                     {}};
  const auto log = files::read(MessageLog::fileIn(logFolder), largestRead);
  const QStringList all = log ? QString::fromUtf8(*log).split(u'\n', Qt::SkipEmptyParts) : QStringList();
  for (const QString& line : all.mid(std::max<qsizetype>(0, all.size() - lines)))
    report.append(publicForm(line));
  return report.join(u'\n').trimmed() + u'\n';
}

}  // namespace offprint
