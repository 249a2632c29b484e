#pragma once
#include <QWidget>

#include "ui/shell/ShellContext.h"

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace offprint {

class Label;

/// A page of resources/help beside the window, which goes on working: contents at the left, a field that
/// finds words. Ctrl+F goes to the field, Enter and F3 to the next place, Esc closes.
/// There is one for each page, which keeps its place. GUI thread; the text is read on a worker.
class HelpWindow : public QWidget {
  Q_OBJECT
 public:
  /// `page` is a file of resources/help without its ending; `name` is what it is called.
  static void open(const ShellContext& context, QWidget* window, const QString& page, const QString& name);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  HelpWindow(ShellContext context, QWidget* window, const QString& name);
  void read(const QString& page);
  void show(const QString& markdown);
  void restyle();
  void mark();
  void step(bool back);
  void goTo(int position);

  ShellContext context_;
  QString markdown_;
  QLineEdit* field_;
  Label* count_;
  QListWidget* contents_;
  QTextBrowser* text_;
};

}  // namespace offprint
