#pragma once
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <QByteArray>
#include <QCache>
#include <QFile>
#include <QHash>
#include <QString>
#include <vector>

namespace offprint {

/// What an engine made of a piece, or why it made nothing.
struct Drawing {
  enum class State : char { Drawn = 'd', Reduced = 'r', Faulty = 'f', UnknownLanguage = 'u' };
  State state = State::Drawn;
  /// HTML. Reduced: the commands whose effect is left out, a line end, HTML. Faulty: the piece's line that is
  /// at fault (0: unknown), a line end, what is wrong in the engine's words.
  QByteArray text;
};

/// Drawings by the SHA-256 of what they depend on, in memory and in a folder that may be removed at any time.
/// The folder holds packs of records; every process appends to one of its own, so that two never write the
/// same file, and a record that was cut off ends its pack. Small packs are put together when the cache is
/// opened, and packs that were not used for the longest time are forgotten (app/core/CacheLimit.h).
/// Thread-safe; reads and writes files: not for the GUI thread, except add().
class TypesetCache {
 public:
  struct Limits {
    qint64 disk = 256 * 1024 * 1024;      ///< bytes of all packs
    qint64 pack = 16 * 1024 * 1024;       ///< bytes at which a pack is full: what is forgotten as one
    qsizetype memory = 64 * 1024 * 1024;  ///< bytes of new drawings
    qsizetype unsaved = 512 * 1024;       ///< bytes of new drawings that flushStale() leaves unwritten, and
    std::chrono::milliseconds unsavedFor{5'000};  ///< for how long
  };

  /// An empty `folder` keeps drawings in memory alone.
  explicit TypesetCache(QString folder) : TypesetCache(std::move(folder), Limits()) {}
  TypesetCache(QString folder, Limits limits);
  ~TypesetCache();

  std::optional<Drawing> find(const QByteArray& key);
  void add(const QByteArray& key, const Drawing& drawing);
  /// Appends what is new, where that is more than the limits leave unwritten: little is lost when the process
  /// is killed, and a pack is not written to for every drawing.
  void flushStale();
  /// Appends what is new. A disk that cannot be written costs time the next time, and nothing else.
  void flush();

 private:
  using Clock = std::chrono::steady_clock;

  struct Pack {
    QFile file;
    QByteArray mapped;  ///< its content as long as the file is open; empty for one that still grows
    bool used = false;
  };
  struct Place {
    Pack* pack = nullptr;
    qint64 at = 0;
    qsizetype size = 0;
  };
  void open();
  void tidy();
  std::optional<Drawing> read(const Place& place);
  void index(Pack& pack, QByteArrayView records, qint64 at);
  bool startPack();

  const QString folder_;
  const Limits limits_;
  std::mutex disk_;  ///< held while files are read and written; add() does not want it
  bool opened_ = false;
  std::vector<std::unique_ptr<Pack>> packs_;
  QHash<QByteArray, Place> places_;
  Pack* own_ = nullptr;  ///< the last of packs_, to which this process appends
  mutable std::mutex memory_;
  QCache<QByteArray, Drawing> fresh_;
  QByteArray unsaved_;
  Clock::time_point unsavedSince_;  ///< of its first record
};

}  // namespace offprint
