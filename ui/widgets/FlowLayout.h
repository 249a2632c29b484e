#pragma once
#include <QLayout>

namespace offprint {

/// Lays widgets out in lines like words: as many in a line as fit, the last may take the rest of its line.
class FlowLayout : public QLayout {
  Q_OBJECT
 public:
  explicit FlowLayout(QWidget* parent = nullptr, int gap = 4);
  ~FlowLayout() override;

  /// The last item grows to the end of its line (an entry field after chips).
  void setLastStretches(bool stretches);

  void addItem(QLayoutItem* item) override;
  void insertWidget(int index, QWidget* widget);
  int count() const override;
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize minimumSize() const override;
  QSize sizeHint() const override;
  void setGeometry(const QRect& rect) override;

 private:
  int arrange(const QRect& rect, bool apply) const;

  QList<QLayoutItem*> items_;
  bool lastStretches_ = false;
};

}  // namespace offprint
