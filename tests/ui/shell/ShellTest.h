#pragma once
#include <QtTest>
#include <QtWidgets>

#include "app/core/EnglishPlurals.h"
#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "tests/support/Fixture.h"
#include "tests/ui/shell/TestDialogs.h"
#include "ui/preview/PreviewPane.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/Shell.h"

namespace offprint::test {

using namespace Qt::StringLiterals;

/// One window with its library, on a temporary folder.
struct Window {
  explicit Window(Appearance& look, const QString& folder)
      : preferences(folder + u"/preferences.ini"_s), library(resources(), systemClock()) {
    shell = std::make_unique<Shell>(look, library, preferences, systemClock(),
                                    std::make_unique<TestDialogs>(answers));
    shell->resize(1440, 868);
  }
  bool open(const QString& path) {
    QSignalSpy opened(shell.get(), &Shell::ready);
    if (QFileInfo::exists(path)) {
      shell->start(path);
    } else {
      library.create(path, Site::starter(u"Sample Author"_s, u"Engineer"_s), [](Result<void>) {});
    }
    const bool done = opened.wait(5000);
    // The web engine is not needed here.
    shell->commands().run(u"mode.write"_s);
    shell->show();
    return done;
  }
  bool run(const char* id) { return shell->commands().run(QString::fromLatin1(id)); }
  QString whyNot(const char* id) const { return shell->commands().whyNot(QString::fromLatin1(id)); }
  /// A new item with a title, stored and listed.
  ContentId add(const char* command, const QString& title) {
    if (!run(command) || !shell->session()) return {};
    DocumentSession* session = shell->session();
    session->setTitle(title);
    QSignalSpy saved(session, &DocumentSession::saved);
    session->flush();
    if (!session->item().id.valid() && !saved.wait(5000)) return {};
    return session->item().id;
  }
  ~Window() {
    shell->shutdown();
    shell.reset();
  }

  Answers answers;
  Preferences preferences;
  LibrarySession library;
  std::unique_ptr<Shell> shell;
};

/// What tests of the whole window have: one for each function, on a temporary folder.
class ShellTest {
 protected:
  bool makeLook() {
    auto made = Appearance::create(resources());
    if (!made) return false;
    look_ = std::move(*made);
    look_->apply();
    return true;
  }
  void begin() {
    dir_ = std::make_unique<QTemporaryDir>();
    window_ = std::make_unique<Window>(*look_, dir_->path());
  }
  /// A second start of the program on the same folder.
  void beginAgain() {
    window_.reset();
    window_ = std::make_unique<Window>(*look_, dir_->path());
  }
  void end() {
    window_.reset();
    dir_.reset();
  }
  QString path(const QString& name) const { return dir_->filePath(name); }

  std::unique_ptr<Appearance> look_;
  std::unique_ptr<QTemporaryDir> dir_;
  std::unique_ptr<Window> window_;
};

/// Runs T in an application of its own: libraries of the first run go into a home of the test's.
template <class T>
int runShellTest(int argc, char** argv) {
  const QTemporaryDir home;
  qputenv("HOME", home.path().toLocal8Bit());
  qputenv("XDG_CONFIG_HOME", home.filePath(u"config"_s).toLocal8Bit());
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  PreviewPane::registerScheme();
  MarkdownEngine::initialize();
  QApplication application(argc, argv);
  EnglishPlurals plurals;
  QCoreApplication::installTranslator(&plurals);
  T test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace offprint::test
