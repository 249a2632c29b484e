#include "app/Services.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <QApplication>
#include <QDir>
#include <QTimer>
#include <utility>

#include "app/cli/Command.h"
#include "app/cli/Console.h"
#include "app/core/Clock.h"
#include "app/core/EnglishPlurals.h"
#include "app/core/MessageLog.h"
#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/typeset/Typesetter.h"
#include "ui/preview/PreviewPane.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/Shell.h"
#include "ui/widgets/Appearance.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// The library named on the command line, else the last one; empty shows the first run.
QString libraryToOpen(const QStringList& arguments, const Preferences& preferences) {
  if (arguments.size() > 1) return arguments.at(1);
  return preferences.recentLibraries().value(0);
}

/// Where the window system is one that needs a display and the environment names none. Qt would end the
/// program with a signal.
bool displayIsMissing(int argc, char** argv) {
#if defined(Q_OS_LINUX)
  const bool chosen = std::any_of(argv + 1, argv + argc, [](const char* word) {
    return qstrcmp(word, "-platform") == 0 || qstrcmp(word, "-display") == 0;
  });
  return !chosen && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") &&
         qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
#else
  Q_UNUSED(argc);
  Q_UNUSED(argv);
  return false;
#endif
}

/// Without a graphics device OpenGL is emulated on the processor: a key then takes three times as long to the
/// page, and loading it keeps the first window back (measured, tests/bench). What is painted directly is not.
void paintWithoutGraphicsDevice() {
#ifdef Q_OS_LINUX
  const QStringList devices = QDir(u"/dev/dri"_s).entryList({u"renderD*"_s}, QDir::System);
  if (!devices.isEmpty()) return;
  for (const auto& [name, value] :
       {std::pair("QT_XCB_GL_INTEGRATION", "none"), std::pair("QT_QUICK_BACKEND", "software")}) {
    if (!qEnvironmentVariableIsSet(name)) qputenv(name, value);
  }
#endif
}

int runWindow(int argc, char** argv) {
  if (displayIsMissing(argc, argv)) {
    cli::printError(
        say("The window needs a display, and there is none here. The commands work without: offprint help"));
    return cli::NotDone;
  }
  if (Typesetter::prepareProcess())
    std::fprintf(stderr, "offprint: running as root, so the preview works without its sandbox.\n");
  tellFaultsAlone();
  paintWithoutGraphicsDevice();
  QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  PreviewPane::registerScheme();
  MarkdownEngine::initialize();
  QApplication application(argc, argv);
  const MessageLog log;
  // What the window system did not take is the library; everything else was mistyped.
  const QStringList words = QCoreApplication::arguments().mid(1);
  for (const QString& word : words)
    if (word.startsWith(u'-')) return cli::refuse(cli::unknownOption(word));
  if (words.size() > 1)
    return cli::refuse(say("\"%1\" is one word too many: the window opens one library.").arg(words.at(1)));
  EnglishPlurals plurals;
  QCoreApplication::installTranslator(&plurals);
  QGuiApplication::setDesktopFileName(u"offprint"_s);
  const Resources resources = Resources::beside(QCoreApplication::applicationDirPath());
  auto look = Appearance::create(resources);
  if (!look) {
    std::fprintf(stderr, "offprint: %s\n", qUtf8Printable(look.error().located()));
    return cli::NotDone;
  }
  Preferences preferences(Preferences::defaultFile());
  followPreferences(**look, preferences);
  (*look)->apply();

  LibrarySession library(resources, systemClock());
  Shell shell(**look, library, preferences, systemClock());
  // The window comes up with its item; a library that takes long must not keep it away.
  const auto show = [&shell] {
    if (!shell.isVisible()) shell.show();
  };
  QObject::connect(&shell, &Shell::ready, &shell, show);
  QTimer::singleShot(300ms, &shell, show);
  shell.start(libraryToOpen(QCoreApplication::arguments(), preferences));
  return QApplication::exec();
}

}  // namespace

int runProgram(int argc, char** argv) {
  QCoreApplication::setApplicationName(u"offprint"_s);
  QCoreApplication::setApplicationVersion(QStringLiteral(OFFPRINT_VERSION));
  return cli::isCommandLine(argc, argv) ? cli::runCommandLine(argc, argv) : runWindow(argc, argv);
}

}  // namespace offprint
