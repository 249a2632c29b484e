#pragma once
#include <QObject>

#include "app/content/Ids.h"
#include "app/core/Error.h"
#include "ui/shell/ShellContext.h"

class QWidget;

namespace offprint {

class DocumentSession;
class ItemListPane;
class WorkSearch;

/// The commands about works that texts cite: adding, completing. GUI thread.
class WorkActions : public QObject {
  Q_OBJECT
 public:
  /// `open` gives the item that is open, or null.
  WorkActions(ShellContext context, QWidget* window, std::function<DocumentSession*()> open);

  /// The sheet with one field, which may have something written already.
  void add(const QString& written = {});
  /// Puts the field that takes new works over the list of the kind that texts cite.
  void putFieldOver(ItemListPane& list);

 Q_SIGNALS:
  void openRequested(offprint::ContentId id);
  void failed(const offprint::Error& error);

 private:
  void complete();

  ShellContext context_;
  QWidget* window_;
  std::function<DocumentSession*()> open_;
  WorkSearch* search_;
};

}  // namespace offprint
