#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <QColor>
#include <QWebEnginePage>
#include <QWebEngineView>

#include "ui/preview/PagePatch.h"

class QWebChannel;
class QWebEngineProfile;

namespace offprint {

/// What the page side reports; the only object that crosses into a page, in the application's script world.
class PageBridge : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

 public Q_SLOTS:
  void painted(int load) { Q_EMIT wasPainted(load); }
  void clicked(int block, double part) { Q_EMIT wasClicked(block, part); }
  void scrolledTo(int block, double part) { Q_EMIT wasScrolled(block, part); }
  void picked(const QString& anchor) { Q_EMIT wasPicked(anchor); }

 Q_SIGNALS:
  void wasPainted(int load);
  void wasClicked(int block, double part);
  void wasScrolled(int block, double part);
  void wasPicked(const QString& anchor);
};

/// A page that stays where it was sent and asks for nothing: links, windows, dialogs, files and permissions
/// are refused; followed links are reported.
class LockedPage : public QWebEnginePage {
  Q_OBJECT
 public:
  LockedPage(QWebEngineProfile* profile, QObject* parent);
  /// The next navigation to `url` is ours.
  void expect(const QUrl& url) { expected_ = url; }

 Q_SIGNALS:
  void linkFollowed(const QUrl& url, bool newWindow);

 protected:
  bool acceptNavigationRequest(const QUrl& url, NavigationType type, bool isMainFrame) override;
  QWebEnginePage* createWindow(WebWindowType type) override;
  QStringList chooseFiles(FileSelectionMode mode, const QStringList& old, const QStringList& types) override;
  void javaScriptAlert(const QUrl& origin, const QString& message) override;
  bool javaScriptConfirm(const QUrl& origin, const QString& message) override;
  bool javaScriptPrompt(const QUrl& origin, const QString& message, const QString& preset,
                        QString* result) override;
  void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString& message, int line,
                                const QString& source) override;

 private:
  QUrl expected_;
};

/// One web view and the page it shows: loads a page once, then patches it. GUI thread.
class PageView : public QWebEngineView {
  Q_OBJECT
 public:
  using Done = std::function<void()>;
  using Shown = std::shared_ptr<const RenderedPage>;

  /// `scripts` is the text of preview.js with what it needs. `profile` outlives the view.
  PageView(QWebEngineProfile& profile, const QString& scripts, QWidget* parent = nullptr);
  ~PageView() override;

  /// An off-the-record profile that denies everything a page can ask for.
  static std::unique_ptr<QWebEngineProfile> lockedProfile(const QString& guard);

  /// Loads `page`, whose bytes the scheme's handler must serve at its path. painted() follows once.
  void load(const Shown& page, const QColor& accent, bool dark);
  /// The next page that is loaded is shown as it is printed.
  void setPaper(bool paper) { paper_ = paper; }
  /// Makes the view show `next`, a later version of its page; `done` is called when the tree has it, at once
  /// when nothing differs. `json` is the patch from `base`, if somebody has it ready. While a load is under
  /// way the last one waits for its end.
  void patch(const Shown& next, Done done, const Shown& base = {}, const QString& json = {});

  const Shown& shown() const { return shown_; }
  bool ready() const { return ready_; }

  /// The place of the caret, a line with the fraction of it before the caret: its block gets a thin bar, and
  /// the place is brought into view, also after patches until the page is scrolled otherwise.
  void markLine(double line);
  void scrollToLine(double line);
  /// The anchors of the page's parts: a click in one is told by partClicked(), and no line is. `chosen` gets
  /// a frame, and is brought into view when it is another one than before.
  void setParts(const QStringList& anchors, const QString& chosen);
  /// CSS pixels from the top, as the reader drags it: told by lineScrolled() like any scroll in the page.
  void scrollToPixel(double top);
  void setDark(bool dark);
  void setAccent(const QColor& accent);
  /// Runs in the application's script world.
  void ask(const QString& script, std::function<void(const QVariant&)> answer);

 Q_SIGNALS:
  void painted();
  void lineClicked(double line);
  void lineScrolled(double line);
  void partClicked(const QString& anchor);
  void linkFollowed(const QUrl& url, bool newWindow);
  void died();

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void run(const QString& script);
  QString markCall() const;
  QString partsCall(bool near) const;
  void finishLoad(int load);

  LockedPage* page_;
  QWebChannel* channel_;
  PageBridge* bridge_;
  QString scripts_;
  Shown shown_;
  int load_ = 0;
  bool paper_ = false;
  bool ready_ = false;
  double markedLine_ = 0;
  bool markNear_ = false;  ///< the marked place is to stay in view
  QStringList parts_;
  QString chosenPart_;
  std::optional<double> scrolledLine_;
  Shown waiting_;
  Done waitingDone_;
};

}  // namespace offprint
