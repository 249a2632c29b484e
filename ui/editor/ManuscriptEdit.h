#pragma once
#include <QPointer>
#include <QTextEdit>

#include "ui/editor/ManuscriptStyle.h"
#include "ui/editor/SmartPaste.h"

namespace offprint {

class ManuscriptLayout;

/// The text of a manuscript: plain text in a ManuscriptLayout with the rules of EditRules.h on its keys,
/// plain and smart paste, files dropped on it, links opened with Ctrl. Widgets that are to scroll with the
/// text are children of viewport(). GUI thread.
class ManuscriptEdit : public QTextEdit {
  Q_OBJECT
 public:
  explicit ManuscriptEdit(QWidget* parent = nullptr);

  /// Shows a document whose layout is a ManuscriptLayout; not owned.
  void showDocument(QTextDocument* document);
  void setStyle(const ManuscriptStyle& style);
  void setPlaceholder(const QString& text) { placeholder_ = text; }
  ManuscriptLayout* manuscript() const { return layout_; }

  /// 1-based line of the text at a height of the viewport, with the fraction of it that lies above; 0 to 1 is
  /// the area of the title.
  double lineAt(qreal viewportY) const;
  /// Scrolls so that a line (with fraction) stands at the top of the viewport.
  void scrollToLine(double line);
  /// The citation key of a publication by its DOI or arXiv identifier, for pasting.
  void setCitationSource(std::function<QString(const QString& identifier)> citationOf) {
    citationOf_ = std::move(citationOf);
  }
  /// Pastes the clipboard's text as it is, or as "quote", "code" or "table" (SmartPaste.h).
  void pasteAs(const QString& form);
  /// Puts another text in the place of what was pasted, one undo step.
  void replacePasted(int start, int end, const QString& text);

  /// What a link at a document position points to; empty: there is none.
  QString linkAt(int position) const;

 Q_SIGNALS:
  /// With `content`: one file of that name, which lies nowhere yet.
  void filesDropped(const QStringList& paths, int position, const QByteArray& content);
  void linkActivated(const QString& target);
  /// That many characters come now.
  void aboutToPaste(qsizetype characters);
  /// Something was pasted; its present form is the first.
  void pasted(int start, int end, const QList<offprint::PasteForm>& forms);
  /// A character was typed or erased by hand.
  void typed();
  /// Up in the first line.
  void leftUpwards();
  void resized();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  bool canInsertFromMimeData(const QMimeData* source) const override;
  void insertFromMimeData(const QMimeData* source) override;
  QMimeData* createMimeDataFromSelection() const override;

 private Q_SLOTS:
  void repaintPitch(const QRectF& part);

 private:
  void takeKey(QKeyEvent* event);
  bool applyRule(QKeyEvent* event, QTextCursor& cursor);
  bool applyPlainKey(QKeyEvent* event, QTextCursor& cursor);
  bool applyAltKey(QKeyEvent* event, QTextCursor& cursor);
  void pasteForm(const QString& text, const QString& likely, const QList<PasteForm>& forms);
  void hintTab();
  void showSideways();

  QPointer<ManuscriptLayout> layout_;
  ManuscriptStyle style_;
  QString placeholder_;
  QString pressedLink_;
  std::function<QString(const QString&)> citationOf_;
};

}  // namespace offprint
