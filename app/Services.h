#pragma once

namespace offprint {

/// Chooses between command line and window, builds what that needs, and runs it. Returns the exit status.
int runProgram(int argc, char** argv);

}  // namespace offprint
