#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <QByteArray>
#include <QCache>
#include <QFile>
#include <QHash>
#include <QString>

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
/// same file, and a record that was cut off ends its pack. Thread-safe; reads and writes files: not for the
/// GUI thread, except add().
class TypesetCache {
 public:
  /// An empty `folder` keeps drawings in memory alone.
  explicit TypesetCache(QString folder);
  ~TypesetCache();

  std::optional<Drawing> find(const QByteArray& key);
  void add(const QByteArray& key, const Drawing& drawing);
  /// Bytes that flush() would write.
  qsizetype unsaved() const;
  /// Appends what is new. A disk that cannot be written costs time the next time, and nothing else.
  void flush();

 private:
  struct Place {
    const uchar* record = nullptr;
    qsizetype size = 0;
  };
  void open();
  void index(QFile& pack);
  void tidy();

  const QString folder_;
  std::mutex disk_;  ///< held while files are read and written; add() does not want it
  bool opened_ = false;
  std::vector<std::unique_ptr<QFile>> packs_;  ///< mapped as long as this lives
  QHash<QByteArray, Place> places_;
  std::unique_ptr<QFile> own_;
  mutable std::mutex memory_;
  QCache<QByteArray, Drawing> fresh_;
  QByteArray unsaved_;
};

}  // namespace offprint
