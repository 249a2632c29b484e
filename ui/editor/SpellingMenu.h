#pragma once
#include <QObject>
#include <QPoint>
#include <QPointer>

class QMenu;

namespace offprint {

class Highlighter;
class ManuscriptEdit;
class Spelling;

/// What can be done about a word that is spelled wrongly: a right click on it, or at the caret when asked.
/// GUI thread.
class SpellingMenu : public QObject {
  Q_OBJECT
 public:
  SpellingMenu(ManuscriptEdit& edit, Spelling& spelling);

  /// Marks of the text that is shown; not owned.
  void setMarks(Highlighter* marks);
  /// False: the word at the caret is not wrong.
  bool atCaret();
  /// Goes to the next wrong word and offers; false: there is none.
  bool next();

 Q_SIGNALS:
  void ignored(const QString& word);  ///< in this item

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool offer(int position, const QPoint& place);
  void open(const QString& word, int start, const QStringList& words, const QPoint& place);
  void replace(int start, const QString& word, const QString& by);

  ManuscriptEdit& edit_;
  Spelling& spelling_;
  QPointer<Highlighter> marks_;
  QPointer<QMenu> menu_;
};

}  // namespace offprint
