#pragma once
#include <QLoggingCategory>
#include <QString>
#include <QStringList>

#include "app/core/Result.h"

namespace offprint {

/// Offprint's own messages: qCWarning(ownMessages) << …
Q_DECLARE_LOGGING_CATEGORY(ownMessages)

/// From now on the terminal gets our own messages and faults (critical and fatal) alone: Qt and the web
/// engine tell a lot of themselves and of the machine that is no news to an author. Who sets QT_LOGGING_RULES
/// hears everything.
void tellFaultsAlone();

/// What Offprint and the libraries it stands on say about themselves, kept in a file for reports of problems:
/// warnings and worse, with their moment. Nothing of an author's texts is written by intent; see
/// publicForm(). One for a process; made before and gone after everything else that logs.
class MessageLog {
 public:
  /// Takes messages from now on, also those of other threads; they go on to where they went before. Lines are
  /// written on a thread of its own. A file beyond 1 MB begins anew, the one before is kept beside it.
  explicit MessageLog(const QString& folder = defaultFolder());
  /// Waits until everything is written.
  ~MessageLog();
  MessageLog(const MessageLog&) = delete;
  MessageLog& operator=(const MessageLog&) = delete;

  /// The user's place for the logs of programs.
  static QString defaultFolder();
  static QString fileIn(const QString& folder);

 private:
  struct Private;
};

/// A line of a log as it may be shown to others: what lies in the home folder and what stands in quotation
/// marks (names of files, titles) is left out.
QString publicForm(const QString& line);

/// Versions of the program and of what it runs on, and the last lines of the log, all in public form: to be
/// pasted into a report. Reads a file: not for the GUI thread.
QString problemReport(const QString& logFolder, int lines = 60);

}  // namespace offprint
