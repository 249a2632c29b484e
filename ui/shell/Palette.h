#pragma once
#include <functional>
#include <QFrame>
#include <QPointer>

#include "ui/shell/Fuzzy.h"
#include "ui/widgets/Appearance.h"

class QLineEdit;
class QListView;

namespace offprint {

/// One line of the palette.
struct PaletteRow {
  QString group;   ///< "Commands", "Go to", "In the library"
  QString title;   ///< what is matched and shown
  QString detail;  ///< after the title, muted
  QString icon;
  QStringList caps;    ///< key caps at the right
  QString whyNot;      ///< shown greyed with this reason when not empty
  QList<int> matched;  ///< letters of `title` to mark
  bool offer = false;  ///< Ctrl+Enter runs this one wherever the choice is ("New article “…”")
  std::function<void()> run;
};

class Label;
class PaletteModel;

/// The overlay for commands, places and items (app.md section 6): one field, one list with group labels, keys
/// only. A child of the window that covers it with a scrim; Esc, a click outside or running closes it and
/// gives the focus back.
class Palette : public QWidget {
  Q_OBJECT
 public:
  /// What the list shows for what is typed. May answer later, and more than once, through `show`; an answer
  /// for older words is dropped.
  using Source = std::function<void(const QString& typed, std::function<void(QList<PaletteRow>)> show)>;
  struct Hint {
    QString cap;
    QString text;
  };

  Palette(Appearance& look, QWidget* window);

  void open(const QString& placeholder, Source source, const QList<Hint>& hints, const QString& typed = {});
  /// Closes and gives the focus back.
  void dismiss();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void ask();
  void step(int by);
  void stepToOffer();
  void run();
  void place();
  void refresh();

  Appearance& look_;
  QFrame* panel_;
  QLineEdit* field_;
  QListView* list_;
  PaletteModel* model_;
  Label* nothing_;  ///< stands in the list's place when nothing fits
  Source source_;
  QList<Hint> hints_;
  quint64 asked_ = 0;
  bool stepped_ = false;  ///< the choice was moved since the words changed
  QPointer<QWidget> focusBefore_;
};

}  // namespace offprint
