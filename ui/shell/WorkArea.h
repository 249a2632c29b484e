#pragma once
#include <QJsonObject>
#include <QPointer>
#include <QWidget>

#include "ui/shell/Toolbar.h"
#include "ui/widgets/Appearance.h"

class QSplitter;

namespace offprint {

class Segmented;
class SlideOver;

/// The columns beside the sidebar: list, editor, and the right-hand place of preview and inspector. Decides
/// by mode and width which of them are there (app.md section 3, "When it gets narrow"). The editor never goes
/// but for Preview.
class WorkArea : public QWidget {
  Q_OBJECT
 public:
  using Mode = Toolbar::Mode;
  /// `list`, `centre` and `inspector` become columns; `slide` shows the list or inspector where there is no
  /// room.
  WorkArea(Appearance& look, QWidget* list, QWidget* centre, QWidget* inspector, SlideOver& slide,
           QWidget* parent = nullptr);

  /// The preview may come later than the rest.
  void setPreview(QWidget* preview);
  void setMode(Mode mode);
  /// The author asks for a mode: an inspector that stands in the preview's place goes for Split.
  void chooseMode(Mode mode);
  Mode mode() const { return mode_; }
  /// What is to be seen: Split counts as Write while there is no room for the preview.
  Mode shownMode() const;
  /// Without an item there is neither preview nor inspector.
  void setHasItem(bool hasItem);
  /// What the site is set up with in the centre's place, as wide as it needs, and the preview.
  void setPageOnly(bool pageOnly);
  bool pageOnly() const { return pageOnly_; }
  /// Focus mode: the editor alone.
  void setEditorOnly(bool editorOnly);
  /// The list is a table, which takes the room of the editor: Split shows it with the preview, Write with the
  /// editor.
  void setListWide(bool wide);
  void toggleList();
  void toggleInspector();
  bool listShown() const;
  bool inspectorShown() const;
  bool previewShown() const;
  /// The centre is there to be written in.
  bool editorShown() const;
  /// Logical width of the window, before the text scale is taken out.
  void setWindowWidth(int pixels);
  bool narrow() const { return width_ < 760; }

  QJsonObject save() const;
  void restore(const QJsonObject& state);

 Q_SIGNALS:
  /// The preview is wanted and not there yet.
  void previewWanted();
  void arranged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  void share();
  void keepWidths();
  void takeBack(QWidget* pane);
  bool roomForList() const;
  bool tableShown() const;

  Appearance& look_;
  QWidget* list_;
  QWidget* centre_;
  QWidget* inspector_;
  QPointer<QWidget> preview_;
  SlideOver& slide_;
  QSplitter* columns_;
  QWidget* right_;
  QSplitter* rightColumns_;
  Segmented* tabs_;
  Mode mode_ = Mode::Split;
  bool hasItem_ = false;
  bool pageOnly_ = false;
  bool editorOnly_ = false;
  bool listWanted_ = true;
  bool inspectorWanted_ = false;
  bool sharing_ = false;  ///< widths are being given, not dragged
  // Logical widths at text scale 1.
  bool listWide_ = false;
  qreal listWidth_ = 280;
  qreal tableWidth_ = 760;
  qreal previewWidth_ = 424;
  qreal inspectorWidth_ = 304;
  qreal composerWidth_ = 348;
  qreal width_ = 1440;
};

}  // namespace offprint
