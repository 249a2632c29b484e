#include "app/cli/Console.h"

#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <thread>

#include "app/content/FrontMatter.h"
#include "app/core/FileOps.h"
#include "app/core/ProgressLines.h"
#include "app/core/Text.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

/// errno of the first write to standard output that failed; 0: none.
int outputFault = 0;

void put(FILE* stream, const QByteArray& bytes) {
  errno = 0;
  const size_t written = std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stream);
  const bool whole = written == static_cast<size_t>(bytes.size()) && std::fflush(stream) == 0;
  if (!whole && stream == stdout && !outputFault) outputFault = errno ? errno : EIO;
}

/// A terminal obeys control characters, and file names and titles may hold them: they become visible.
QByteArray harmless(const QString& text) {
  QString shown = text;
  for (QChar& c : shown) {
    if (c == u'\n' || c == u'\t') continue;
    if (c.unicode() < 0x20) c = QChar(0x2400 + c.unicode());  // Unicode's pictures of control characters
    if (c.unicode() >= 0x7f && c.unicode() < 0xa0) c = QChar::ReplacementCharacter;
  }
  return shown.toUtf8();
}

QString levelName(Finding::Level level) {
  switch (level) {
    case Finding::Level::Error:
      return say("error");
    case Finding::Level::Warning:
      return say("warning");
    case Finding::Level::Note:
      return say("note");
  }
  return {};
}

struct Alike {
  Finding first;
  QList<int> lines;  ///< of all of them, as they came
};

/// Findings that differ in their line alone as one, where the first of them stood.
QList<Alike> alike(const Findings& findings) {
  QList<Alike> groups;
  QHash<QString, qsizetype> known;
  for (const Finding& finding : findings) {
    const QString key =
        QStringList{levelName(finding.level), finding.code, finding.item, finding.file, finding.message}.join(
            QChar::Null);
    const auto at = known.constFind(key);
    if (at != known.cend()) {
      groups[*at].lines += finding.line;
      continue;
    }
    known.insert(key, groups.size());
    groups += {finding, {finding.line}};
  }
  return groups;
}

/// A job's progress in one line of a terminal, which is empty again at the end. Jobs report from one thread.
class ProgressLine {
 public:
  ~ProgressLine() {
    if (shown_) put(stderr, kEmpty);
  }
  void report(const Task::Progress& progress) {
    put(stderr, kEmpty + harmless(ProgressLines::text(progress)));
    shown_ = true;
  }

 private:
  inline static const QByteArray kEmpty = "\r\x1b[K";
  bool shown_ = false;
};

/// A job's progress as lines on standard error. The thread of its own writes while the job reports nothing,
/// which may be busy with one thing for minutes.
class ProgressLog {
 public:
  ProgressLog() : writer_([this] { writeUntilEnd(); }) {}
  ~ProgressLog() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    writer_.join();
  }

  void report(const Task::Progress& progress) {
    const std::lock_guard lock(mutex_);
    lines_.report(progress);
    writeWhatIsDue();
  }

 private:
  using Clock = std::chrono::steady_clock;

  void writeUntilEnd() {
    std::unique_lock lock(mutex_);
    while (!ended_) {
      writeWhatIsDue();
      changed_.wait_until(lock, begun_ + lines_.next());
    }
  }
  void writeWhatIsDue() {
    const auto since = std::chrono::duration_cast<ProgressLines::Since>(Clock::now() - begun_);
    if (const auto line = lines_.due(since)) put(stderr, harmless(*line) + '\n');
  }

  const Clock::time_point begun_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  ProgressLines lines_;
  bool ended_ = false;
  std::thread writer_;  ///< last: it uses the others
};

template <class Progress>
Task reportingTo(const std::shared_ptr<Progress>& shown) {
  return Task([shown](const Task::Progress& progress) { shown->report(progress); });
}

}  // namespace

void printOut(const QByteArray& bytes) {
  put(stdout, bytes);
}

void printOut(const QString& text) {
  put(stdout, isatty(STDOUT_FILENO) ? harmless(text) : text.toUtf8());
}

void printJson(const QJsonDocument& json) {
  put(stdout, json.toJson());
}

void printError(const QString& message) {
  put(stderr, "offprint: " + harmless(message) + '\n');
}

int outputStatus(int status) {
  if (!outputFault) return status;
  printError(
      say("The result could not be written to standard output: %1. What the command did to a library or "
          "a folder stands; run it again with another place for the output.")
          .arg(QString::fromLocal8Bit(std::strerror(outputFault))));
  return status == Done ? NotDone : status;
}

int fail(const Error& error) {
  printError(error.located());
  return NotDone;
}

int refuse(const QString& message) {
  printError(message);
  return WrongUsage;
}

void printFindings(const Findings& findings, bool asResult) {
  for (const auto& [finding, lines] : alike(findings)) {
    QString where = finding.file.isEmpty() ? finding.item : finding.file;
    if (finding.line > 0 && !where.isEmpty()) where += u":%1"_s.arg(finding.line);
    if (!where.isEmpty()) where += u": "_s;
    QString times;
    if (lines.size() > 1) {
      const bool apart = lines.constLast() > lines.constFirst();
      times = apart ? say(" (%1 times, the last in line %2)").arg(lines.size()).arg(lines.constLast())
                    : say(" (%1 times)").arg(lines.size());
    }
    put(asResult ? stdout : stderr,
        harmless(u"%1: %2%3%4 [%5]\n"_s.arg(levelName(finding.level), where, finding.message, times,
                                            finding.code)));
  }
}

QJsonArray findingsJson(const Findings& findings) {
  QJsonArray list;
  for (const Finding& finding : findings)
    list += finding.toJson();
  return list;
}

Task consoleTask() {
  if (isatty(STDERR_FILENO)) return reportingTo(std::make_shared<ProgressLine>());
  return reportingTo(std::make_shared<ProgressLog>());
}

QString readInputLine() {
  // Not by a stream of Qt's: a new one for each line would take what stands behind it, too.
  char* line = nullptr;
  size_t room = 0;
  const ssize_t size = ::getline(&line, &room, stdin);
  QString text = size > 0 ? QString::fromLocal8Bit(line, size) : QString();
  std::free(line);
  while (text.endsWith(u'\n') || text.endsWith(u'\r'))
    text.chop(1);
  return text;
}

Result<QByteArray> readInput(const QString& file) {
  // A stream need not end: it is read no further.
  if (file != "-"_L1) return files::read(file, kLargestText);
  QFile input;
  if (!input.open(stdin, QIODevice::ReadOnly))
    return makeError(ErrorCode::Io, say("Could not read standard input."), input.errorString());
  QByteArray content;
  while (content.size() <= kLargestText) {
    const QByteArray piece = input.read(1024 * 1024);
    if (piece.isEmpty()) return content;
    content += piece;
  }
  return makeError(
      ErrorCode::InvalidInput,
      say("Standard input is larger than %1 MB and was not read.").arg(kLargestText / 1'000'000));
}

Result<std::unique_ptr<Library>> openLibrary(const Invocation& invocation, Access access) {
  QString folder = invocation.value(u"LIBRARY"_s);
  if (!QFileInfo::exists(folder) && QFileInfo(folder + ".offprint"_L1).isDir()) folder += ".offprint"_L1;
  auto library = Library::open(folder, invocation.resources,
                               access == Access::Write ? OpenMode::ReadWrite : OpenMode::ReadOnly);
  if (!library) return library.error();
  if (const auto broken = (*library)->kindsError()) {
    // Without its own kinds a library looks as if their items had no pages: an export would take them away.
    if (access == Access::Publish) return *broken;
    printError(broken->located());
  }
  if (access == Access::Write && (*library)->readOnly()) {
    const ErrorCode code = (*library)->otherHolder() ? ErrorCode::Conflict : ErrorCode::Denied;
    return makeError(code, say("Nothing was changed: %1").arg((*library)->readOnlyReason())).at(folder);
  }
  return library;
}

}  // namespace offprint::cli
