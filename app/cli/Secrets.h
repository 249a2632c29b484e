#pragma once
#include <functional>

#include "app/core/Result.h"
#include "exporters/publish/KeyStore.h"

/// The secrets of targets on the command line: never a word of the command, which other users of the
/// computer can read and shells remember.
namespace offprint::cli {

/// "OFFPRINT_SECRET_LIVE_PASSWORD": upper case; every other letter than A to Z and 0 to 9 is "_".
QString secretVariable(const QString& target, const QString& key);

/// For PublishOptions::secrets: from the environment, else from the key store, else asked for without echo
/// when standard input is a terminal, once a run. Auth says these ways.
std::function<SecretSource(const PublishTarget&)> commandSecrets();

/// Of `target secret`, which keeps one. Asks a person at the terminal, or takes the first line of standard
/// input. InvalidInput when it is empty.
Result<QString> readSecret(const QString& prompt);
/// Opens the encrypted file, or says what a new one is opened with, with a passphrase that is asked for at
/// the terminal. Auth when there is none.
Result<void> unlockAtTerminal(KeyStore& keys);

/// "keyring", "file" or "environment" for JSON; empty: nowhere.
QString placeName(KeyStore::Place place);

}  // namespace offprint::cli
