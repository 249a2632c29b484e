#pragma once
#include <functional>
#include <memory>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include "ui/editor/Here.h"

namespace offprint {

class Appearance;
class FormulaView;
class HereCard;
class ManuscriptEdit;

/// Shows what stands under the pointer when it rests there for 400 ms, or at the caret when asked: works,
/// items, pictures, notes, addresses, formulas as they are typeset (app.md section 9). Files and formulas
/// come later into the card that is already there. GUI thread.
class Peek : public QObject {
  Q_OBJECT
 public:
  Peek(Appearance& look, ManuscriptEdit& edit, HereCard& card);

  void setSnapshot(std::shared_ptr<const SiteSnapshot> site) { site_ = std::move(site); }
  /// Makes the view that draws formulas, with the first of them; without it they appear as written.
  void setFormulas(std::function<FormulaView*()> make) { makeFormulas_ = std::move(make); }
  /// Speaks of what stands at the caret; false: nothing does.
  bool atCaret();

 Q_SIGNALS:
  void opened(const QString& target);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void pointerMoved(const QPoint& place);
  void rested();
  int positionAt(const QPoint& place) const;
  void show(const Here& here);
  void showPicture(const QString& path);
  void showFormula(const Here& here);

  Appearance& look_;
  ManuscriptEdit& edit_;
  QPointer<HereCard> card_;  ///< a child of the window, which may go first
  std::shared_ptr<const SiteSnapshot> site_;
  std::function<FormulaView*()> makeFormulas_;
  QPointer<FormulaView> formulas_;  ///< the card's
  QTimer dwell_;
  QTimer leave_;
  QPoint place_;
  Here here_;
  QString opens_;
};

}  // namespace offprint
