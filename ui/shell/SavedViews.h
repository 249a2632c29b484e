#pragma once
#include <QObject>

#include "ui/library/SidebarModel.h"
#include "ui/shell/ShellContext.h"

class QMenu;

namespace offprint {

/// Searches that the author keeps under a name, in the sidebar of one library (app.md section 3, "Smart
/// views"). They lie in the library's state. GUI thread.
class SavedViews : public QObject {
  Q_OBJECT
 public:
  SavedViews(ShellContext context, SidebarModel& sidebar, QObject* parent = nullptr);

  /// Asks for a name and keeps the search; one of the same words gets the new name.
  void save(const QString& words);
  /// Rename and Remove for the row of a saved search; nothing for others.
  void addActions(QMenu& menu, const Place& place);

 private:
  void load();
  void keep(const QList<SidebarModel::View>& views);

  ShellContext context_;
  SidebarModel& sidebar_;
  QList<SidebarModel::View> views_;
};

}  // namespace offprint
