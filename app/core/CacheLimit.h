#pragma once
#include <QDateTime>
#include <QList>
#include <QString>

/// The one rule by which folders of things that can be made again stay within a size. Not for the GUI thread.
namespace offprint::cache {

/// What a cache may forget as one: a file, or a folder with all that is in it.
struct Entry {
  QString path;
  qint64 bytes = 0;
  QDateTime used;  ///< last
};

/// Seconds that nothing is forgotten after its last use: another process may be reading it.
inline constexpr qint64 kRestSeconds = 3600;

/// Removes what was not used for the longest time until at most `most` bytes are left, but nothing that was
/// used within kRestSeconds. What cannot be removed counts as gone. Returns what is left, last used first.
QList<Entry> keepWithin(QList<Entry> entries, qint64 most);

/// Remembers, in the file's own time, that `path` is used now. Days are told apart, not moments: a file that
/// was used today is not written to.
void use(const QString& path);

}  // namespace offprint::cache
