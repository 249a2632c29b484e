#include "app/cli/Command.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSet>
#include <QThread>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/EnglishPlurals.h"
#include "app/core/MessageLog.h"
#include "app/core/Text.h"
#include "exporters/typeset/Typesetter.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

QString argumentForm(const Argument& argument) {
  const QString form = argument.name + (argument.repeated ? u"…"_s : QString());
  return argument.required ? form : u"[%1]"_s.arg(form);
}

QString optionForm(const Option& option) {
  return option.value.isEmpty() ? option.name : option.name + u' ' + option.value;
}

}  // namespace

QString columns(const QList<std::pair<QString, QString>>& rows) {
  qsizetype width = 0;
  for (const auto& row : rows)
    width = std::max(width, row.first.size());
  QString text;
  for (const auto& [left, right] : rows)
    text += u"  %1  %2\n"_s.arg(left.leftJustified(width), right);
  return text;
}

namespace {

/// Options that Qt and the window system take from the command line of every program with a window.
bool isWindowOption(const QString& word) {
  static const QSet<QString> known = {
      u"display"_s,       u"geometry"_s, u"platform"_s,        u"platformpluginpath"_s,
      u"platformtheme"_s, u"plugin"_s,   u"qwindowgeometry"_s, u"qwindowicon"_s,
      u"qwindowtitle"_s,  u"reverse"_s,  u"session"_s,         u"style"_s,
      u"stylesheet"_s,    u"title"_s,    u"widgetcount"_s};
  const QString name = word.mid(word.startsWith("--"_L1) ? 2 : 1);
  return known.contains(name.section(u'=', 0, 0));
}

}  // namespace

QString Command::synopsis() const {
  QString text = u"offprint "_s + name;
  for (const Argument& argument : arguments)
    text += u' ' + argumentForm(argument);
  for (const Option& option : options)
    text += u" [%1]%2"_s.arg(optionForm(option), option.repeated ? u"…"_s : QString());
  return text;
}

QString Command::help() const {
  QString text = synopsis() + u"\n\n"_s + summary + u'\n';
  QList<std::pair<QString, QString>> rows;
  for (const Argument& argument : arguments)
    rows += {argument.name, argument.help};
  for (const Option& option : options)
    rows += {optionForm(option), option.help};
  if (!rows.isEmpty()) text += u'\n' + columns(rows);
  if (!details.isEmpty()) text += u'\n' + details;
  text += u'\n' + (examples.size() > 1 ? say("Examples:") : say("Example:")) + u'\n';
  for (const QString& example : examples)
    text += u"  "_s + example + u'\n';
  return text;
}

const QList<Command>& commands() {
  static const QList<Command> table = {
      newCommand(),      importCommand(),     listCommand(),    showCommand(),        addCommand(),
      completeCommand(), duplicatesCommand(), mergeCommand(),   setCommand(),         trashCommand(),
      renderCommand(),   exportCommand(),     checkCommand(),   serveCommand(),       themesCommand(),
      targetCommand(),   planCommand(),       publishCommand(), deploymentsCommand(), rollbackCommand(),
      backupCommand(),   restoreCommand(),    verifyCommand(),  helpCommand(),        versionCommand()};
  return table;
}

const Command* findCommand(const QString& name) {
  for (const Command& command : commands())
    if (command.name == name) return &command;
  return nullptr;
}

bool isCommandLine(int argc, char** argv) {
  if (argc < 2) return false;
  const QString first = QString::fromLocal8Bit(argv[1]);
  if (findCommand(first)) return true;
  if (first.startsWith(u'-')) return !isWindowOption(first);
  return !QFileInfo::exists(first) && !first.endsWith(".offprint"_L1);
}

QString unknownOption(const QString& word) {
  return say("There is no option \"%1\". Usage: offprint [LIBRARY], or offprint COMMAND; see: offprint help")
      .arg(word);
}

namespace {

/// A command whose application object exists.
int runIn(Typesetter* typesetter) {
  QStringList words = QCoreApplication::arguments().mid(1);
  QString name = words.takeFirst();
  if (name == "--help"_L1 || name == "-h"_L1) name = u"help"_s;
  const Command* command = findCommand(name);
  if (!command) {
    printError(name.startsWith(u'-') ? unknownOption(name)
                                     : say("There is no command \"%1\". See: offprint help").arg(name));
    return WrongUsage;
  }
  if (words.mid(0, words.indexOf("--"_L1)).contains("--help"_L1)) {
    printOut(command->help());
    return outputStatus(Done);
  }
  auto invocation = parse(*command, words, Resources::beside(QCoreApplication::applicationDirPath()));
  if (!invocation) {
    printError(invocation.error().message);
    printError(say("Usage: %1").arg(command->synopsis()));
    return WrongUsage;
  }
  invocation->typesetter = typesetter;
  return outputStatus(command->run(*invocation));
}

/// The command on a thread of its own, this one for the web engine, which starts when something is to be
/// drawn that the cache does not hold.
int runDrawing(int& argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  Typesetter::prepareProcess();
  tellFaultsAlone();
  QGuiApplication application(argc, argv);
  EnglishPlurals plurals;
  QCoreApplication::installTranslator(&plurals);
  Typesetter typesetter(Resources::beside(QCoreApplication::applicationDirPath()),
                        Typesetter::defaultCacheFolder());
  int status = NotDone;
  const std::unique_ptr<QThread> worker(QThread::create([&] {
    status = runIn(&typesetter);
    typesetter.flush();
  }));
  QObject::connect(worker.get(), &QThread::finished, &application, &QCoreApplication::quit);
  worker->start();
  QGuiApplication::exec();
  worker->wait();
  return status;
}

}  // namespace

int runCommandLine(int argc, char** argv) {
  const Command* command = findCommand(QString::fromLocal8Bit(argv[1]));
  if (command && command->draws) return runDrawing(argc, argv);
  QCoreApplication application(argc, argv);
  EnglishPlurals plurals;
  QCoreApplication::installTranslator(&plurals);
  return runIn(nullptr);
}

}  // namespace offprint::cli
