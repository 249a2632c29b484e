#pragma once
#include "app/import/WorkDuplicates.h"
#include "app/import/WorkMerge.h"
#include "ui/shell/ShellContext.h"
#include "ui/widgets/Sheet.h"

class QGridLayout;
class QPushButton;
class QRadioButton;
class QScrollArea;

namespace offprint {

class Label;

/// Two works beside each other, value by value; the author takes one of each, links them as versions, or says
/// that they are not the same (app.md section 12). Of several pairs one comes after the other.
class MergeSheet : public Sheet {
  Q_OBJECT
 public:
  struct Listener {
    std::function<void(const Error&)> failed;                     ///< hears what could not be done
    std::function<void(ContentId kept, ContentId other)> merged;  ///< the other one is gone
  };
  MergeSheet(ShellContext context, QWidget* window, QList<WorkPair> pairs, Listener listener);

 private:
  void build();
  void load();
  void show(const ContentItem& kept, const ContentItem& other);
  void addHead(QGridLayout& grid, const ContentItem& kept, const ContentItem& other);
  void addRow(QGridLayout& grid, const WorkValue& value);
  void addText(QGridLayout& grid, int row, int column, const QString& text);
  QRadioButton* addChoice(QGridLayout& grid, int row, int column, const QString& text);
  QStringList fromOther() const;

  ShellContext context_;
  QList<WorkPair> pairs_;
  Listener listener_;
  ContentId kept_;
  ContentId other_;
  QList<std::pair<QString, QRadioButton*>> choices_;  ///< of the other's values
  Label* reason_;
  QScrollArea* scroll_;
  QPushButton* merge_;
  QPushButton* swap_;
};

}  // namespace offprint
