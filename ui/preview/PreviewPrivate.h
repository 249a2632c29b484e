#pragma once
#include <array>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include "app/session/DocumentSession.h"
#include "ui/preview/PageView.h"
#include "ui/preview/PreviewPane.h"
#include "ui/preview/RenderQueue.h"
#include "ui/preview/SiteScheme.h"
#include "ui/preview/ThemeWatch.h"

class QWebEngineProfile;

namespace offprint {

class Banner;
class DeviceFrame;
class IconButton;
class ImageVariants;
class Label;
class Segmented;
class Toast;

/// The web engine of the pane: the locked profile, our scheme and two views, of which one is shown and the
/// other gets the next page ready.
struct PreviewEngine {
  PreviewEngine(QThreadPool& pool, const QString& guard, const QString& pageScripts, QWidget* parent);
  ~PreviewEngine();

  PageView& front() { return *views[shown]; }
  PageView& back() { return *views[1 - shown]; }

  std::unique_ptr<QWebEngineProfile> profile;
  OnlyOurScheme network;
  SiteScheme scheme;
  std::array<PageView*, 2> views{};  ///< children of `parent`
  size_t shown = 0;
};

struct PreviewPane::Private {
  explicit Private(PreviewPane& pane, Appearance& appearance);
  ~Private();

  void buildHeader();
  void buildForms();
  void watch(DocumentSession* session);
  void returnToItem();
  void retarget();
  std::optional<RenderRequest> request();
  void ask();
  void take(const Rendering& rendering);
  void show(const Rendering& rendering);
  void tellFacts(const Findings& findings, const QList<OutlineEntry>& outline);
  void startEngine();
  void colourGround();
  void connectView(PageView* view);
  void tellParts(PageView& view) const;
  void measureScroll();
  void swap();
  void died();
  void tellEmpty(const QString& sentence);
  void follow(const QUrl& url, bool newWindow);
  void arrange();

  PreviewPane& pane;
  Appearance& look;
  QWidget* header;
  Segmented* widths = nullptr;
  Segmented* schemes = nullptr;
  Label* size = nullptr;
  IconButton* back = nullptr;
  IconButton* browser = nullptr;
  IconButton* forms = nullptr;
  Banner* banner;
  DeviceFrame* frame;
  Label* empty;
  QWidget* cover = nullptr;  ///< over the views until the first of them has painted its page
  Toast* toast;

  QThreadPool pool;
  RenderQueue queue;
  ThemeWatch themes;
  QTimer hiddenDelay;         ///< nobody looks: render when the writing pauses, for findings and outline
  quint64 drawings = 0;       ///< how often the typesetter told of a late one
  quint64 drawingsAsked = 0;  ///< when the page under way was asked for
  QTimer caretSoon;           ///< the page follows the caret after the scrolling that comes with it
  std::unique_ptr<PreviewEngine> engine;
  bool starting = false;

  /// The preview does not wait for pictures that are still being made: it shows them in one size, and again
  /// when they are ready.
  std::shared_ptr<ImageVariants> images;
  Typesetter* typesetter = nullptr;
  std::shared_ptr<const SiteSnapshot> snapshot;
  QPointer<DocumentSession> session;
  QString address;    ///< shown instead of the session's page
  QStringList parts;  ///< anchors of the home page's sections
  QString chosenPart;
  Width width = Width::Phone;        ///< of items
  Width siteWidth = Width::Desktop;  ///< of pages by address
  bool dark = false;
  PageForm form = PageForm::Page;

  quint64 target = 0;       ///< counts openings
  quint64 frontTarget = 0;  ///< what the front view shows
  quint64 backTarget = 0;   ///< what the back view loads; 0: nothing
  Rendering last;           ///< newest one with a page
  bool freshTheme = false;  ///< the next rendering reads the theme again
  quint64 toldTarget = 0;
  Findings toldFindings;
  QList<OutlineEntry> toldOutline;
  double caretLine = 0;
  double scrollLine = -1;  ///< last line told by or to the other side
};

}  // namespace offprint
