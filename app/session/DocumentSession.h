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
/// item gets its row with its first character.
class DocumentSession : public QObject {
  Q_OBJECT
 public:
  enum class Part { Title, Summary, Body, Fields, State, All };
  Q_ENUM(Part)

  DocumentSession(StoreClient& store, ContentItem item, QObject* parent = nullptr);
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

  void setBodySource(std::function<QString()> source);
  void bodyEdited();
  void setTitle(const QString& title);
  void setSummary(const QString& summary);
  void setField(const QString& key, const QJsonValue& value);
  /// Any other change of the item's values; `body` must not be changed here.
  void edit(Part part, const std::function<void(ContentItem&)>& change);

  /// Saves now; `done` is called when it is stored or failed.
  void flush(std::function<void(Result<void>)> done = {});
  /// Keeps a version (Ctrl+S), optionally named.
  void keep(const QString& name = {});
  /// After Conflict: takes the stored version, or keeps ours on top of it (the stored one stays as a
  /// revision).
  void resolve(bool keepOurs);

 Q_SIGNALS:
  void edited(offprint::DocumentSession::Part part);
  void saving();
  void saved();
  void saveFailed(const offprint::Error& error);  ///< the text stays here and in the recovery file
  void conflicted(const offprint::ContentItem& stored);
  void reloaded();  ///< item() was replaced from outside (restore, conflict): refill the views

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
