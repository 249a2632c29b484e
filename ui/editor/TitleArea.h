#pragma once
#include <QIcon>
#include <QTextEdit>
#include <QWidget>

#include "ui/editor/ManuscriptStyle.h"

namespace offprint {

/// One paragraph of plain text that grows with its lines; Enter goes on to the next field. A line break in
/// pasted text becomes a space.
class GrowingField : public QTextEdit {
  Q_OBJECT
 public:
  explicit GrowingField(QWidget* parent);

  void setFace(const QFont& font, qreal pitch, const QColor& ink, const QColor& placeholder);
  /// Replaces the text unless it is the same; with a new `item` its undo history begins anew.
  void setContent(const QString& text, bool newItem);
  QString content() const;
  /// Height of all its lines at a width.
  int heightFor(int width) const;

 Q_SIGNALS:
  void edited();
  void grew();
  void leftDownwards();
  void leftUpwards();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void wheelEvent(QWheelEvent* event) override;
  void insertFromMimeData(const QMimeData* source) override;
  QMimeData* createMimeDataFromSelection() const override;

 private:
  void setPitch();

  qreal pitch_ = 24;
  bool filling_ = false;
};

/// The head of the page: kicker, title, summary and a hairline, as wide as the column. It is a child of the
/// manuscript's viewport and so scrolls with the text.
class TitleArea : public QWidget {
  Q_OBJECT
 public:
  explicit TitleArea(QWidget* parent);

  void setStyle(const ManuscriptStyle& style);
  void setKicker(const QString& text, const QIcon& glyph);
  void setReadOnly(bool readOnly);
  /// Gives the area a column; its height follows.
  void place(int left, int width);
  GrowingField& title() { return *title_; }
  GrowingField& summary() { return *summary_; }

 Q_SIGNALS:
  void heightChanged(int height);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void arrange();

  ManuscriptStyle style_;
  QString kicker_;
  QIcon glyph_;
  GrowingField* title_;
  GrowingField* summary_;
};

}  // namespace offprint
