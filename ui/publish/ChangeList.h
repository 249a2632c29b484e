#pragma once
#include <QListWidget>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// One row of a ChangeList.
struct ChangeRow {
  enum class Shape {
    Heading,  ///< a caption with a count
    Added,
    Changed,
    Removed,
    Kept,        ///< of the host, not touched
    Online,      ///< published
    RolledBack,  ///< brought back
    Left,        ///< not part of the site
    Note         ///< a sentence
  };
  Shape shape = Shape::Note;
  QString title;
  QString detail{};
  QString side{};   ///< at the right: a count, a size
  int number = -1;  ///< what currentNumber() says; -1: it cannot be chosen
  bool mono = false;
};

/// What a publication adds, changes and removes, and what it leaves, as rows with a shape each (mockup 05).
class ChangeList : public QListWidget {
  Q_OBJECT
 public:
  ChangeList(Appearance& look, const QString& name, QWidget* parent = nullptr);
  void setRows(const QList<ChangeRow>& rows);
  int currentNumber() const;
  void choose(int number);

 Q_SIGNALS:
  void numberChosen(int number);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  Appearance& look_;
};

/// Paints the shape of a change as a small tinted box with a sign; nothing for headings and notes.
void paintChange(QPainter& painter, const Appearance& look, const QRect& box, ChangeRow::Shape shape);

}  // namespace offprint
