#pragma once
#include <QListWidget>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// A plain list of rows as high as its rows, for sections that scroll as a whole: icon, text, something at
/// the right. Enter, Space or a click chooses.
class RowsView : public QListWidget {
  Q_OBJECT
 public:
  struct Row {
    QString text;
    QString trailing = {};
    QIcon icon = {};
    int indent = 0;
    QString toolTip = {};
    bool current = false;
    Token ink = Token::TextPrimary;
  };

  RowsView(Appearance& look, const QString& name, QWidget* parent);

  void setRows(const QList<Row>& rows);

 Q_SIGNALS:
  void chosen(int row);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  Appearance& look_;
};

}  // namespace offprint
