#pragma once
#include <functional>
#include <QObject>

#include "app/content/ContentItem.h"
#include "ui/shell/Place.h"
#include "ui/shell/ShellContext.h"

namespace offprint {

class DocumentSession;

/// The commands that concern items: new, rename, duplicate, state, collections, trash.
class ItemActions : public QObject {
  Q_OBJECT
 public:
  /// What the commands work on, answered by the window.
  struct Source {
    std::function<QList<ContentId>()> selected;
    std::function<DocumentSession*()> open;
    std::function<Place()> place;
  };
  ItemActions(ShellContext context, Source source, QObject* parent = nullptr);

  /// A new item of the kind that fits the place, or of that kind.
  void newItem(const QString& kind = {});
  /// The kind that New makes at the present place.
  QString kindHere() const;
  /// Puts the kinds of the library into File ▸ New.
  void followKinds();
  void drop(const QList<ContentId>& items, const Place& onto);

 Q_SIGNALS:
  void created(offprint::DocumentSession* session);
  void kindChoiceRequested();
  void historyRequested();
  void trashing();  ///< what is chosen is about to leave the list
  void placeRenamed(const offprint::Place& from, const offprint::Place& to);
  void titleRequested();  ///< the caret goes to the title of the open item

 private:
  void bind();
  void bindStates();
  void bindCollections();
  void bindCollectionTexts();
  void schedule();
  void askCollection(const QString& title, const QString& label, const QStringList& known,
                     std::function<void(const QString&)> done);
  void rename();
  void copyLink();
  void copyAddress();
  void emptyTrash();

  ShellContext context_;
  Source source_;
};

}  // namespace offprint
