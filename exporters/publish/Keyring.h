#pragma once
#include "app/core/Result.h"
#include "app/core/Task.h"

/// The key store of the platform (Secret Service, KWallet, Keychain, Credential Manager) by QtKeychain. Each
/// call waits for it, and for the person whom the desktop may ask to unlock it, on any thread but the GUI's;
/// Cancelled when the task ends first. A QCoreApplication must exist. Errors besides: Unsupported (no key
/// store answers here; `detail` says what did not), Denied (it stays locked).
namespace offprint::keyring {

/// NotFound when it holds nothing of that name.
Result<QString> read(const QString& name, const Task& task);
Result<void> write(const QString& name, const QString& secret, const Task& task);
/// Absent is success.
Result<void> remove(const QString& name, const Task& task);

}  // namespace offprint::keyring
