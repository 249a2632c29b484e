#pragma once
#include <optional>
#include <QTextCursor>
#include <QTimer>
#include <QWidget>

#include "ui/editor/TextSearch.h"

class QLineEdit;

namespace offprint {

class Appearance;
class IconButton;
class Label;
class ManuscriptEdit;

/// Find and replace in the text, as a bar above it (app.md section 9): "3 of 12", case, whole words, regular
/// expression, in the selection, not in code and math; hits are marked in the text and on the scroll bar.
class FindBar : public QWidget {
  Q_OBJECT
 public:
  FindBar(Appearance& look, ManuscriptEdit& edit, QWidget* parent = nullptr);

  /// Shows the bar and takes the selection as what to find, or as where when it spans lines.
  void open(bool replacing);
  void dismiss();
  void findNext();
  void findPrevious();
  /// The text shows another document.
  void documentChanged();

 Q_SIGNALS:
  void dismissed();
  /// Places of the hits, 0 to 1 from the top of the page.
  void marksChanged(const QList<qreal>& places);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  IconButton* addToggle(const QString& icon, const QString& name);
  void build();
  SearchQuery query() const;
  void search();
  void step(bool forward);
  void show(int index);
  int hitAtSelection() const;
  void showCount(int current);
  void publish(int current);
  void replaceOne();
  void replaceEvery();

  Appearance& look_;
  ManuscriptEdit& edit_;
  QLineEdit* pattern_;
  QLineEdit* with_;
  Label* count_;
  IconButton* case_;
  IconButton* words_;
  IconButton* regex_;
  IconButton* scoped_;
  IconButton* prose_;
  QWidget* replaceRow_;
  std::optional<TextSearch> search_;
  QTextCursor scope_;  ///< moves with edits; null: the whole text
  int origin_ = 0;     ///< where the search began
  SearchHits hits_;
  QTimer again_;
};

}  // namespace offprint
