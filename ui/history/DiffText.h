#pragma once
#include <memory>
#include <QList>
#include <QWidget>
#include <vector>

#include "app/content/TextDiff.h"
#include "ui/widgets/Appearance.h"

class QPushButton;
class QTextDocument;

namespace offprint {

class Label;
class ManuscriptEdit;
class ManuscriptLayout;

/// A comparison as one manuscript that cannot be written in (app.md section 18): what went struck through,
/// what came on green, unchanged paragraphs folded but for those beside a change, and a button at each change
/// that brings it back. GUI thread.
class DiffText : public QWidget {
  Q_OBJECT
 public:
  DiffText(Appearance& look, QWidget* parent = nullptr);
  ~DiffText() override;

  /// `head` is HTML above the text: title, summary and values that differ; may be empty.
  void setDiff(const TextDiff& diff, const QString& head, bool restorable);
  /// Goes to the next (`by` > 0) or previous change.
  void step(int by);

 Q_SIGNALS:
  /// The author wants that passage, by its number in the diff, as it was.
  void restoreRequested(int passage);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Place {
    int passage = 0;
    int start = 0;  ///< document positions
    int end = 0;
  };
  void fill(const TextDiff& diff);
  void write(const DiffPassage& passage, int number);
  void restyle();
  void arrange();
  void arrangeSoon();

  Appearance& look_;
  ManuscriptEdit* edit_;
  std::unique_ptr<QTextDocument> document_;
  ManuscriptLayout* layout_ = nullptr;
  Label* head_;
  TextDiff diff_;
  bool restorable_ = false;
  bool arranging_ = false;
  std::vector<Place> places_;
  QList<QPushButton*> buttons_;  ///< children of the viewport, one for each place
  int current_ = -1;
};

}  // namespace offprint
