#pragma once
#include "app/cli/Command.h"

/// The descriptors of all commands, one file a group; the table is in Command.cpp.
namespace offprint::cli {

Command newCommand();
Command importCommand();
Command listCommand();
Command showCommand();
Command addCommand();
Command completeCommand();
Command duplicatesCommand();
Command mergeCommand();
Command setCommand();
Command trashCommand();
Command renderCommand();
Command exportCommand();
Command checkCommand();
Command serveCommand();
Command themesCommand();
Command backupCommand();
Command restoreCommand();
Command verifyCommand();
Command targetCommand();
Command planCommand();
Command publishCommand();
Command deploymentsCommand();
Command rollbackCommand();
Command helpCommand();
Command versionCommand();

}  // namespace offprint::cli
