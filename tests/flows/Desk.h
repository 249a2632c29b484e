#pragma once
#include <QApplication>
#include <QSignalSpy>
#include <QSplitter>
#include <QStackedLayout>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/MemorySink.h"
#include "exporters/site/SiteBuilder.h"
#include "exporters/site/SiteSnapshot.h"
#include "exporters/typeset/Typesetter.h"
#include "tests/support/Fixture.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/preview/DeviceFrame.h"
#include "ui/preview/PageView.h"
#include "ui/preview/PreviewPane.h"
#include "ui/widgets/Appearance.h"

namespace offprint::test {

/// A library on disk with the real panes beside each other, driven as a person drives them.
class Desk {
 public:
  Desk() : library_(std::make_unique<LibrarySession>(resources(), clock())) {
    auto look = Appearance::create(resources());
    if (!look) qFatal("%s", qPrintable(look.error().message));
    look_ = std::move(*look);
    look_->setMode(Appearance::Mode::Light);
    look_->apply();
    split_ = std::make_unique<QSplitter>();
    editor_ = new EditorPane(*look_, split_.get());
    preview_ = new PreviewPane(*look_, split_.get());
    preview_->setTypesetter(&typesetter_);
    inspector_ = new InspectorPane(*look_, split_.get());
    split_->setChildrenCollapsible(false);  // a page without width is never painted
    split_->resize(2100, 900);              // a desktop page shrinks to a quarter at most
  }

  ~Desk() {
    typesetter_.stop();
    preview_->open(nullptr);
    editor_->open(nullptr);
    inspector_->open(nullptr);
    split_.reset();
    library_->shutdown();
  }

  QString folder() const { return folder_.filePath(QStringLiteral("Test.offprint")); }

  bool create() {
    std::optional<bool> ok;
    library_->create(folder(), Site::starter(QStringLiteral("Sample Author"), QStringLiteral("Engineer")),
                     [&](Result<void> result) { ok = result.has_value(); });
    return QTest::qWaitFor([&] { return ok.has_value(); }, 60000) && *ok;
  }

  /// A stored item, not opened.
  ContentId add(const QString& kind, const QString& title, const QString& body,
                Status status = Status::Published) {
    return job<ContentId>([=](Library& library) -> Result<ContentId> {
      ContentItem item;
      item.kind = kind;
      item.title = title;
      item.body = body;
      item.status = status;
      item.date = Date::day(2026, 2, 3);
      auto stored = library.content().insert(item);
      if (!stored) return stored.error();
      return stored->id;
    });
  }

  std::shared_ptr<const SiteSnapshot> snapshot() {
    return job<std::shared_ptr<const SiteSnapshot>>(
        [](Library& library) { return SiteSnapshot::of(library, withDrafts()); });
  }

  /// The whole site as it is stored, by path.
  QMap<QString, QByteArray> exported() {
    using Files = QMap<QString, QByteArray>;
    return job<Files>([typesetter = &typesetter_](Library& library) -> Result<Files> {
      auto taken = SiteSnapshot::of(library, withDrafts());
      if (!taken) return taken.error();
      auto theme = Theme::load((*taken)->site.theme, (*taken)->themeFolders(), (*taken)->themeValues());
      if (!theme) return theme.error();
      MemorySink sink;
      SiteBuilder builder(
          *taken, *theme, [&](ContentId id) { return library.content().get(id); }, typesetter);
      const auto report = builder.build(sink);
      if (!report) return report.error();
      return sink.files();
    });
  }

  /// Opens an item in all panes; null when it cannot be.
  DocumentSession* open(ContentId id) {
    std::optional<DocumentSession*> opened;
    library_->openItem(id, [&](Result<DocumentSession*> session) { opened = session.value_or(nullptr); });
    if (!QTest::qWaitFor([&] { return opened.has_value(); }, 60000)) return nullptr;
    show(*opened);
    return *opened;
  }

  void show(DocumentSession* session) {
    const auto site = snapshot();
    inspector_->setCatalog(library_->kinds());
    inspector_->setSnapshot(site);
    editor_->open(session);
    inspector_->open(session);
    preview_->setSnapshot(site);
    preview_->open(session);
    const bool first = !split_->isVisible();
    split_->show();
    if (first) split_->setSizes({560, 1200, 304});
  }

  /// Waits until the page shows the session as it is now.
  bool settled(const DocumentSession& session) {
    std::optional<quint64> shown;
    const auto listening =
        QObject::connect(preview_, &PreviewPane::rendered, preview_, [&](quint64 edits) { shown = edits; });
    preview_->setSnapshot(snapshot());
    const bool ok = QTest::qWaitFor([&] { return shown && *shown >= session.edits(); }, 60000);
    QObject::disconnect(listening);
    return ok;
  }

  static QString html(PreviewPane& pane) {
    // The other view may be loading what comes next.
    auto* view = qobject_cast<PageView*>(pane.findChild<DeviceFrame*>()->views()->currentWidget());
    if (!view || !view->shown() || !view->isVisible()) return {};
    // It may answer when nobody waits any more.
    const auto answer = std::make_shared<std::optional<QString>>();
    view->ask(QStringLiteral("document.documentElement.outerHTML"),
              [answer](const QVariant& text) { *answer = text.toString(); });
    if (!QTest::qWaitFor([&] { return answer->has_value(); }, 60000)) return {};
    return **answer;
  }

  static bool stored(DocumentSession& session) {
    std::optional<bool> done;
    session.flush([&](Result<void> result) { done = result.has_value(); });
    return QTest::qWaitFor([&] { return done.has_value(); }, 60000) && *done;
  }

  template <class T>
  T job(std::function<Result<T>(Library&)> work) {
    std::optional<Result<T>> answer;
    library_->store().run<T>(std::move(work), library_.get(),
                             [&](Result<T> result) { answer.emplace(std::move(result)); });
    if (!QTest::qWaitFor([&] { return answer.has_value(); }, 60000)) qFatal("the store did not answer");
    if (!*answer) qFatal("%s", qPrintable(answer->error().located()));
    return **answer;
  }

  LibrarySession& library() { return *library_; }
  Appearance& look() { return *look_; }
  EditorPane& editor() { return *editor_; }
  PreviewPane& preview() { return *preview_; }
  Typesetter& typesetter() { return typesetter_; }
  InspectorPane& inspector() { return *inspector_; }
  QSplitter& window() { return *split_; }
  ManuscriptEdit* text() { return editor_->findChild<ManuscriptEdit*>(); }

 private:
  static SnapshotOptions withDrafts() {
    SnapshotOptions options;
    options.drafts = true;
    return options;
  }

  QTemporaryDir folder_;
  Typesetter typesetter_{resources(), QString()};
  std::unique_ptr<Appearance> look_;
  std::unique_ptr<LibrarySession> library_;
  std::unique_ptr<QSplitter> split_;
  EditorPane* editor_;
  PreviewPane* preview_;
  InspectorPane* inspector_;
};

}  // namespace offprint::test

/// Qt Test's main with what the program sets up before its window.
#define OFFPRINT_FLOW_MAIN(TestClass)        \
  int main(int argc, char** argv) {          \
    offprint::PreviewPane::registerScheme(); \
    offprint::MarkdownEngine::initialize();  \
    QApplication application(argc, argv);    \
    TestClass test;                          \
    return QTest::qExec(&test, argc, argv);  \
  }
