#pragma once
#include <optional>
#include <QList>
#include <QObject>
#include <QTextCursor>
#include <QTimer>

#include "app/content/Finding.h"

namespace offprint {

class Appearance;
class FindingMark;
class ManuscriptEdit;

/// Findings of the open text as small shapes in the margin, beside the line they speak of (app.md section 9).
/// A shape follows its line through edits until the next findings come; it takes no room from the text. GUI
/// thread.
class FindingMarks : public QObject {
  Q_OBJECT
 public:
  /// What there is to say of one line.
  struct Note {
    int line = 0;                                 ///< 1-based, as of now
    Finding::Level level = Finding::Level::Note;  ///< the gravest
    QString text;                                 ///< a sentence on each line
  };

  FindingMarks(Appearance& look, ManuscriptEdit& edit);

  /// Replaces all; findings without a line have no place here.
  void setFindings(const Findings& findings);
  /// Puts them back on the lines that they came with; the text is again as it was then.
  void putBack();
  /// The editor shows another document; there are no findings of it yet.
  void documentChanged();
  /// Focus mode hides them; next() still finds what there is.
  void setShown(bool shown);
  /// By line, one for each line that has any.
  QList<Note> notes() const;
  /// The first note behind (`by` > 0) or before a line, going around at the ends.
  std::optional<Note> next(int line, int by) const;

 Q_SIGNALS:
  void chosen(const offprint::FindingMarks::Note& note);

 private:
  QTextCursor cursorAt(int line) const;
  void place();
  FindingMark& markAt(qsizetype index);

  struct Anchor {
    QTextCursor place;
    int line = 0;  ///< that it came with, 1-based
    Finding::Level level = Finding::Level::Note;
    QString text;
  };

  Appearance& look_;
  ManuscriptEdit& edit_;
  QList<Anchor> anchors_;
  QList<FindingMark*> marks_;  ///< children of the viewport; those in sight come first
  bool shown_ = true;
  QTimer soon_;  ///< one edit moves the lines in many steps
};

}  // namespace offprint
