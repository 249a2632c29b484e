#pragma once
#include <memory>
#include <QString>
#include <QStringList>

#include "app/content/ContentItem.h"

namespace offprint {

/// What was typed and is not stored yet, on the disk within a moment however busy the store thread is: a
/// process that is killed loses less than a second of typing. A file an item, `<uuid>.typing.json` in the
/// library's folder `recovery` (FORMAT.md), replaced whole by a thread of its own, without waiting for the
/// disk: what a killed process wrote is safe in the system's memory, and what a machine that stops loses is
/// bounded by autosave. recovery::bringBack() reads the files.
///
/// Every member may be called from any thread, and none waits. For one item the newest call wins.
class TypingJournal {
 public:
  TypingJournal();
  /// Waits until all is written that was asked for.
  ~TypingJournal();
  TypingJournal(const TypingJournal&) = delete;
  TypingJournal& operator=(const TypingJournal&) = delete;

  /// Where files go from now on: the first of these folders that takes them.
  void setPlaces(const QStringList& folders);
  /// Keeps `item`, which must have a uuid. `sent` is what the store was given last: when that is what is
  /// stored at the next start, `item` is newer than it.
  void put(const ContentItem& item, const ContentItem& sent);
  /// All of the item is stored: its file goes.
  void drop(const QString& uuid);

  static QString fileName(const QString& uuid);
  /// Key of the file's JSON beside those of the item: contentHash() of `sent`.
  static QString sentKey();

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
