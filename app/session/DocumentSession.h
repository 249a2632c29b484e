#pragma once
#include <functional>
#include <memory>
#include <QObject>

#include "app/content/ContentItem.h"
#include "app/core/Result.h"
#include "app/store/Repositories.h"

namespace offprint {

class StoreClient;

/// One open item: the truth while it is being edited. GUI thread. The body lives in the editor's text
/// document and is fetched through the body source only when a snapshot is wanted (render, save), not at
/// every key. Saves by itself 400 ms after the last change, 2 s at the latest, and at once on flush() (app.md
/// section 18); cuts revisions after 60 s of pause, 5 minutes of writing, on leaving and on keep(). A new
/// item gets its row with its first character. An edit elsewhere that touches other fields is brought
/// together with ours; one of the same field is a conflict, which the author resolves. The store must outlive
/// it.
class DocumentSession : public QObject {
  Q_OBJECT
 public:
  enum class Part { Title, Summary, Body, Fields, State, All };
  Q_ENUM(Part)

  /// The waits of app.md section 18, in milliseconds.
  struct Timing {
    int afterLastKey = 400;
    int latest = 2'000;
    int pause = 60'000;
    int writing = 300'000;
    int retry = 5'000;  ///< after a save that failed
    int journal = 500;  ///< after the first key that is not stored, into the typing journal
  };

  DocumentSession(StoreClient& store, ContentItem item, QObject* parent = nullptr);
  DocumentSession(StoreClient& store, ContentItem item, Timing timing, QObject* parent = nullptr);
  /// What is not stored yet is handed to the store thread, and a revision is cut ("leave").
  ~DocumentSession() override;

  /// The item without waiting for the editor: `body` may be older than the text. See snapshot().
  const ContentItem& item() const;
  /// The item with the body as it is now.
  ContentItem snapshot() const;
  /// Grows with every edit; for latest-wins rendering.
  quint64 edits() const;
  bool dirty() const;         ///< there are edits that are not stored yet
  QDateTime savedAt() const;  ///< UTC; invalid before the first save
  int revisionCount() const;

  /// Where the body is while an editor shows it. When the source is taken away (or replaced), the old one is
  /// asked once more, so call it before the text document goes.
  void setBodySource(std::function<QString()> source);
  void bodyEdited();
  /// To be called before that many characters are pasted; a long paste (over 200) cuts a revision first.
  void beforePaste(qsizetype characters);
  /// To be called before a passage is put back as it was: cuts a revision of the text as it is now.
  void beforeRestoring();
  /// The slug of a draft follows its title until someone changes the slug by hand.
  void setTitle(const QString& title);
  void setSummary(const QString& summary);
  void setField(const QString& key, const QJsonValue& value);
  /// Any other change of the item's values; `body` must not be changed here.
  void edit(Part part, const std::function<void(ContentItem&)>& change);

  /// Saves now; `done` is called when it is stored or failed.
  void flush(std::function<void(Result<void>)> done = {});
  /// Keeps a version (Ctrl+S), optionally named. `done` is called when it is kept, or with why not.
  void keep(const QString& name = {}, std::function<void(Result<void>)> done = {});
  /// After Conflict: takes the stored version, or keeps ours on top of it (the stored one stays as a
  /// revision).
  void resolve(bool keepOurs);
  /// The stored item was changed elsewhere in the window (a list action, an undo): takes over what changed.
  void adopt(const ContentItem& stored);

 Q_SIGNALS:
  void edited(offprint::DocumentSession::Part part);  ///< also when adopt() changed values of that part
  void saving();
  void saved();
  void saveFailed(const offprint::Error& error);  ///< the text stays here and in the recovery file
  /// Nothing is saved until resolve(). A session that goes first leaves both: ours on top, theirs as a
  /// version.
  void conflicted(const offprint::ContentItem& stored);
  void
  reloaded();  ///< title, summary or body were replaced from outside (restore, conflict): refill the views
  void revisionsChanged();

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
