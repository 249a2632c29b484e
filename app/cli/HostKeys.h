#pragma once
#include "app/cli/Command.h"

namespace offprint::cli {

/// "--accept-host-key FINGERPRINT", of the commands that reach a host.
const Option& hostKeyOption();
/// When it is given: keeps the fingerprint with the target, so that the host is trusted from then on. Opens
/// the library to write, and closes it. InvalidInput: no fingerprint, or a target without such a key.
Result<void> acceptHostKey(const Invocation& invocation, const QString& target);

}  // namespace offprint::cli
