#pragma once
#include "app/core/Clock.h"

namespace offprint {

class Appearance;
class Commands;
class Dialogs;
class Jobs;
class LibrarySession;
class Preferences;
class Toast;
class Typesetter;

/// What the parts of the window work with. All of it outlives them.
struct ShellContext {
  Appearance& look;
  LibrarySession& library;
  Preferences& preferences;
  Commands& commands;
  Dialogs& dialogs;
  Jobs& jobs;
  Toast& toast;
  Typesetter& typesetter;
  Clock clock;
};

}  // namespace offprint
