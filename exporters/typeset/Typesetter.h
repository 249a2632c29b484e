#pragma once
#include <memory>
#include <QObject>

#include "app/content/TexMacros.h"
#include "app/core/Resources.h"
#include "app/core/Task.h"
#include "exporters/markdown/ParsedDocument.h"

namespace offprint {

class Typesetter;

/// Who draws, and how long somebody waits for it.
struct Typesetting {
  Typesetter* typesetter = nullptr;  ///< null: pieces show their source
  /// Milliseconds to wait for pieces that are not at hand; those that take longer come back as pending. -1:
  /// until all are drawn.
  int patience = -1;
  Task task;
};

/// Draws formulas (KaTeX), code (highlight.js) and diagrams (Mermaid) in one hidden web page, which starts
/// with the first piece that is not in the cache. Lives on the thread of the web engine, the GUI thread;
/// there it must be made and deleted, with nobody left in typeset().
class Typesetter : public QObject {
  Q_OBJECT
 public:
  /// `cacheFolder` keeps drawings from run to run; empty: none are kept.
  Typesetter(const Resources& resources, const QString& cacheFolder);
  ~Typesetter() override;

  /// What the web engine needs before the application object exists. True when it will run without its
  /// sandbox: it refuses to start with it for root.
  static bool prepareProcess();
  /// The user's cache folder, outside of every library.
  static QString defaultCacheFolder();

  /// One result for each piece. From any thread but the GUI's, which it would wait for: there nothing is
  /// drawn and each result has the code typeset.thread. A piece that cannot be drawn, or not within a few
  /// seconds of the web engine's own processor time, is told in its result and harms no other; a cancelled
  /// task and a web engine that does not start leave pieces as they are. One that did not start is tried
  /// again after a minute, then after ever longer pauses.
  QList<TypesetResult> typeset(const QList<TypesetPiece>& pieces, const TexMacros& macros = {},
                               int patience = -1, const Task& task = {});
  /// The page in `file`, a whole path below `folder`, as PDF (PagePrinter.h). Waits for it: not for the GUI
  /// thread. Unsupported with the reason when the web engine does not print it; Cancelled.
  Result<QByteArray> print(const QString& file, const QString& folder, const Task& task = {});
  /// What every drawing depends on: names and versions of the engines. Not for the GUI thread.
  QByteArray version();
  /// Writes what the cache has not written yet. Not for the GUI thread.
  void flush();
  /// Wakes everybody in typeset(), and lets nobody wait there again. Any thread.
  void stop();
  /// True once the web engine was needed. Any thread.
  bool started() const;

 Q_SIGNALS:
  /// Something that was pending is drawn.
  void drawn();

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
