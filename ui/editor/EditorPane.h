#pragma once
#include <memory>
#include <QWidget>

#include "app/content/Finding.h"

namespace offprint {

class Appearance;
class DocumentSession;
class Resources;
class Spelling;
class Typesetter;
struct SiteSnapshot;

/// The manuscript: kicker, title, summary and text as one scrolling page (app.md section 9), with a find bar.
class EditorPane : public QWidget {
  Q_OBJECT
 public:
  explicit EditorPane(Appearance& appearance, QWidget* parent = nullptr);
  ~EditorPane() override;

  /// Shows a session (not owned; must outlive its showing), or nothing. Caret, scroll and undo of the last 20
  /// are kept.
  void open(DocumentSession* session);
  DocumentSession* session() const;
  void setReadOnly(bool readOnly);
  /// Items, publications and media that completion offers; the same snapshot as the preview's.
  void setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot);
  /// Lets completion offer languages that code is coloured by, and symbols of formulas; read on another
  /// thread.
  void loadCompletions(const Resources& resources);
  /// Draws the formulas of cards; must outlive the pane. Without it they appear as written.
  void setTypesetter(Typesetter& typesetter, const Resources& resources);
  /// Underlines what is spelled wrongly; must outlive the pane. The language is the item's, else the site's.
  void setSpelling(Spelling& spelling);
  /// Words that are right in the open item alone.
  void setIgnoredWords(const QStringList& words);
  /// Goes to the next word that is spelled wrongly and offers others; false: there is none.
  bool goToMisspelt();
  /// Says what stands at the caret: a work, item, picture, note, formula, address, or what was found there.
  void showHere();
  /// Answer to citingWanted().
  void setCiting(const QString& key, int items);
  /// A bar above the text, gone in focus mode; owned from now on.
  void setBar(QWidget* bar);
  /// The line above the title: "Draft article · GPU memory, slowly, part 3".
  void setKicker(const QString& text, const QIcon& glyph);

  /// Focus mode: all but the paragraph with the caret is dimmed.
  void setFocusMode(bool on);
  /// What was found in the open text as last rendered, shown beside its lines. Opening clears it.
  void setFindings(const Findings& findings);
  /// They hold for the text as of that edit: marks that an edit and its undoing have moved go back.
  void findingsHold(quint64 edits);
  /// Goes to the next (`by` > 0) or previous line with a finding and says what it is; false: there is none.
  bool goToFinding(int by);

  void focusTitle();
  void focusText();
  void goToLine(int line, int column = 1);  ///< 1-based line and column of the item's text
  void goToPlace(double line);              ///< 1-based line and the fraction of its text before the caret
  double caretPlace() const;                ///< as goToPlace() takes it
  /// Top of the view: 1-based line with the fraction of it that lies above; 0 to 1 is the title's area.
  void scrollToLine(double line);
  int caretLine() const;    ///< 1-based
  int caretColumn() const;  ///< 1-based, in UTF-16 units
  QString selectedText() const;

  // The commands of the Edit, Insert and Format menus that the shell binds to its command table.
  void undo();
  void redo();
  void find();
  void replace();
  void findNext();
  void findPrevious();
  /// "bold", "italic", "code", "strike", "link", "image", "math", "quote", "list", "heading-up",
  /// "heading-down", "move-up", "move-down", "task", "rule", "table", "code-block", "footnote", "callout":
  /// toggles or inserts at the selection.
  void format(const QString& what);
  /// Pastes the clipboard into the text: "plain", "quote", "code", "table". False: the text has no focus.
  bool pasteAs(const QString& form);
  /// Changes the table at the cursor as changeTable() does; "grid" opens it as cells.
  void changeTable(const QString& what);
  bool inTable() const;
  /// Replaces the text where it differs, one undo step.
  void setBody(const QString& markdown);
  /// Puts Markdown as blocks of its own before that line of the text (files that were dropped), one undo
  /// step.
  void insertBlock(int line, const QString& markdown);

 Q_SIGNALS:
  void caretMoved(int line, int column);
  void scrolled(double firstVisibleLine);  ///< as scrollToLine() takes it
  void selectionChanged();
  void inTableChanged();  ///< the cursor came to a table or left it
  /// The shell adds them to the media and inserts links. With `content`: one file, which lies nowhere yet.
  void filesDropped(const QStringList& paths, int line, const QByteArray& content);
  void linkActivated(const QString& target);  ///< Ctrl+click, or the button of a card
  void wordIgnored(const QString& word);      ///< in the open item
  void citingWanted(const QString& key);      ///< how many items cite the work that a card speaks of?

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
