#pragma once
#include <QAbstractButton>
#include <QJsonObject>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// A theme to choose: a small page in its colours (theme.json, "sample"), its name, a line about it. One of a
/// group of radio buttons to assistive technology.
class ThemeCard : public QAbstractButton {
  Q_OBJECT
 public:
  ThemeCard(Appearance& look, const QString& name, const QString& about, const QJsonObject& sample,
            QWidget* parent);
  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintRadio(QPainter& painter, const QPointF& centre) const;
  void paintPage(QPainter& painter, const QRectF& page) const;

  Appearance& look_;
  QString about_;
  QJsonObject sample_;
};

}  // namespace offprint
