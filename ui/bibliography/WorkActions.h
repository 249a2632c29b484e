#pragma once
#include <QObject>

#include "app/content/Ids.h"
#include "app/core/Error.h"
#include "app/import/WorkDuplicates.h"
#include "ui/shell/ShellContext.h"

class QWidget;

namespace offprint {

class DocumentSession;
class ItemListPane;
class WorkSearch;

/// The commands about works that texts cite: adding, completing, merging. GUI thread.
class WorkActions : public QObject {
  Q_OBJECT
 public:
  /// Where the window stands.
  struct Source {
    std::function<DocumentSession*()> open;  ///< the item that is open, or null
    std::function<QList<ContentId>()> selected;
  };
  WorkActions(ShellContext context, QWidget* window, Source source);

  /// The sheet with one field, which may have something written already.
  void add(const QString& written = {});
  /// Puts the field that takes new works over the list of the kind that texts cite.
  void putFieldOver(ItemListPane& list);

 Q_SIGNALS:
  void openRequested(offprint::ContentId id);
  void failed(const offprint::Error& error);

 private:
  void complete();
  void findDuplicates();
  void compare();
  void show(const QList<WorkPair>& pairs);

  ShellContext context_;
  QWidget* window_;
  Source source_;
  WorkSearch* search_;
};

}  // namespace offprint
