#include "app/Services.h"

#include <cstdio>
#include <cstring>
#include <QCoreApplication>

#include "app/cli/Command.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

int runCommandLine(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  QStringList arguments = application.arguments().mid(1);
  const cli::Command* command = cli::findCommand(arguments.value(0));
  if (!command) {
    std::fprintf(stderr, "offprint: unknown command \"%s\". See: offprint help\n",
                 qUtf8Printable(arguments.value(0)));
    return cli::WrongUsage;
  }
  arguments.removeFirst();
  return command->run({arguments, Resources::beside(QCoreApplication::applicationDirPath())});
}

}  // namespace

int runProgram(int argc, char** argv) {
  QCoreApplication::setApplicationName(u"offprint"_s);
  QCoreApplication::setApplicationVersion(QStringLiteral(OFFPRINT_VERSION));
  return runCommandLine(argc, argv);
}

}  // namespace offprint
