#pragma once
#include <functional>
#include <memory>
#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include "app/core/Task.h"

#include "ui/editor/Here.h"

namespace offprint {

class Appearance;
class FormulaView;
class HereCard;
class ManuscriptEdit;
class Typesetter;
struct CardText;
struct FormattedWork;

/// Shows what stands under the pointer when it rests there for 400 ms, or at the caret when asked: works,
/// items, pictures, notes, addresses, formulas as they are typeset (app.md section 9). Files and formulas
/// come later into the card that is already there. GUI thread.
class Peek : public QObject {
  Q_OBJECT
 public:
  Peek(Appearance& look, ManuscriptEdit& edit, HereCard& card);
  ~Peek() override;

  void setSnapshot(std::shared_ptr<const SiteSnapshot> site) { site_ = std::move(site); }
  /// Makes the view that draws formulas, with the first of them; without it they appear as written.
  void setFormulas(std::function<FormulaView*()> make) { makeFormulas_ = std::move(make); }
  /// Writes works as the site's style has them; must outlive this. Without it they appear by title and
  /// authors.
  void setTypesetter(Typesetter& typesetter) { typesetter_ = &typesetter; }
  /// The language of the open text, by which works are written.
  void setLanguage(const QString& language) { language_ = language; }
  /// Answer to citingWanted().
  void setCiting(const QString& key, int items);
  /// Speaks of what stands at the caret; false: nothing does.
  bool atCaret();

 Q_SIGNALS:
  void opened(const QString& target);
  /// A card speaks of a work: how many items cite it?
  void citingWanted(const QString& key);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void pointerMoved(const QPoint& place);
  void rested();
  int positionAt(const QPoint& place) const;
  void show(const Here& here);
  void showPicture(const QString& path);
  void showFormula(const Here& here);
  void showWork(const CardText& card);
  void takeWork(const Here& of, const FormattedWork& work);
  bool speaksOf(const Here& here) const;

  Appearance& look_;
  ManuscriptEdit& edit_;
  QPointer<HereCard> card_;  ///< a child of the window, which may go first
  std::shared_ptr<const SiteSnapshot> site_;
  std::function<FormulaView*()> makeFormulas_;
  QPointer<FormulaView> formulas_;  ///< the card's
  Typesetter* typesetter_ = nullptr;
  QString language_;
  std::unique_ptr<CardText> work_;  ///< of the citation that the card speaks of
  QThreadPool writers_;
  Task writing_;
  QTimer dwell_;
  QTimer leave_;
  QPoint place_;
  Here here_;
  QString opens_;
};

}  // namespace offprint
