#include "app/Services.h"

#include <QCoreApplication>

#include "app/cli/Command.h"

using namespace Qt::StringLiterals;

namespace offprint {

int runProgram(int argc, char** argv) {
  QCoreApplication::setApplicationName(u"offprint"_s);
  QCoreApplication::setApplicationVersion(QStringLiteral(OFFPRINT_VERSION));
  return cli::runCommandLine(argc, argv);
}

}  // namespace offprint
