#pragma once
#include <memory>
#include <QWidget>

#include "exporters/markdown/ParsedDocument.h"
#include "exporters/site/SiteMap.h"
#include "ui/preview/PageForms.h"

namespace offprint {

class Appearance;
class DocumentSession;
class Typesetter;

/// The live page of an item (app.md section 10): the site's own bytes through the scheme "offprint:", patched
/// block by block while typing, never reloaded. The web engine starts with the first showing, not before
/// (start-up budget).
class PreviewPane : public QWidget {
  Q_OBJECT
 public:
  explicit PreviewPane(Appearance& appearance, QWidget* parent = nullptr);
  ~PreviewPane() override;

  /// Must run before the QApplication exists: registers the scheme.
  static void registerScheme();

  /// Draws formulas, code and diagrams; outlives the pane. Without one they appear as written.
  void setTypesetter(Typesetter* typesetter);
  /// The site to show pages of, as of now; a new one re-renders the current page.
  void setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot);
  void open(DocumentSession* session);
  /// A page that is no item: the home page or an index, by its site-absolute address ("/", "/articles/"). An
  /// open session stays open: its page comes back with its next edit, or by the button that leads back.
  void openAddress(const QString& address);
  /// The anchors of the home page's sections, while it is shown: clicks there are told by partClicked(), and
  /// `chosen` has a frame.
  void setParts(const QStringList& anchors, const QString& chosen);

  enum class Width { Phone, Tablet, Desktop, Fit };
  void setDeviceWidth(Width width);
  /// Items and pages by address (the home page) each keep a width.
  Width deviceWidth() const;
  Width itemWidth() const;
  /// The page's appearance, apart from the window's: it follows the window only until the first showing.
  void setDark(bool dark);
  bool dark() const;
  /// What the open item is shown as: its page, or what becomes of it elsewhere.
  void setForm(PageForm form);
  PageForm form() const;
  /// Loads the page anew, with the theme read from its files again ("Check the page again", F5).
  void reload();
  /// The caret's line with the fraction of it before the caret. The page follows when the event loop comes
  /// round: a scroll of the text that comes with the same key is older.
  void followCaret(double line);
  void scrollToLine(double line);

 Q_SIGNALS:
  void lineActivated(double line);  ///< a click in the page, with the fraction of the line
  void partClicked(const QString& anchor);
  void scrolled(double firstVisibleLine);
  void itemRequested(const QString& address);  ///< an internal link was followed
  void externalRequested(const QUrl& url);     ///< a link off the site is to be opened in the browser
  void rendered(quint64 edits);                ///< the page shows the session as of that edit
  /// Of the text as last rendered, also while the pane is hidden.
  void findingsChanged(const QList<offprint::Finding>& findings);
  void outlineChanged(const QList<offprint::OutlineEntry>& outline);
  /// Findings and outline as told last are those of the text as of that edit.
  void factsHold(quint64 edits);
  void deviceWidthChosen(offprint::PreviewPane::Width width);  ///< by the user
  void darkChosen(bool dark);                                  ///< by the user
  void formChosen(offprint::PageForm form);                    ///< by the user
  /// The reader wants this page of the exported site in a browser. Its button is shown only when somebody
  /// listens.
  void browserRequested(const QString& address);

 protected:
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void connectNotify(const QMetaMethod& signal) override;

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
