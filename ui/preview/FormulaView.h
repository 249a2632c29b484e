#pragma once
#include <memory>
#include <QColor>
#include <QString>
#include <QWidget>

#include "app/content/TexMacros.h"
#include "app/core/Resources.h"

namespace offprint {

class Typesetter;

/// One formula as the page typesets it, in the colours of who shows it. The web engine starts with the first
/// formula. It takes no focus, follows no link and asks for nothing. GUI thread; drawing is done elsewhere.
class FormulaView : public QWidget {
  Q_OBJECT
 public:
  struct Look {
    QColor ink;
    QColor ground;
    qreal pixels = 16;  ///< of the text around a formula
    QSize room;         ///< a larger formula is made smaller, logical pixels
    TexMacros macros;   ///< of the site
  };

  /// `typesetter` must outlive the view.
  FormulaView(Typesetter& typesetter, const Resources& resources, QWidget* parent = nullptr);
  ~FormulaView() override;

  /// Draws TeX without its delimiters; drawn() or failed() follows, unless another formula is asked for
  /// first.
  void draw(const QString& tex, bool display, const Look& look);

 Q_SIGNALS:
  void drawn(const QSize& size);
  void failed(const QString& sentence);  ///< what is wrong with the formula; empty: it cannot be drawn now

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
