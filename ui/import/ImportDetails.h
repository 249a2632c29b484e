#pragma once
#include <QScrollArea>

#include "app/content/Finding.h"
#include "ui/shell/ShellContext.h"

class QVBoxLayout;

namespace offprint {

struct ImportedItem;

/// All that an import has to tell of one file (mockup 06, at the right): what it became, and each change or
/// reason in a whole sentence with its line. GUI thread.
class ImportDetails : public QScrollArea {
  Q_OBJECT
 public:
  ImportDetails(ShellContext context, QWidget* parent);

  /// `canOpen`: the item is in the library.
  void tell(const ImportedItem& item, bool canOpen);

 Q_SIGNALS:
  void openRequested();

 private:
  void addFinding(QVBoxLayout& column, const Finding& finding);

  ShellContext context_;
};

}  // namespace offprint
