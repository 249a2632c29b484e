#pragma once
#include <QTemporaryDir>

#include "app/core/Clock.h"
#include "app/core/Resources.h"

namespace offprint::test {

/// The program's data in the build tree.
Resources resources();
/// The built executable.
QString program();
/// A file of the project's source tree.
QString source(const QString& relative);
/// A file of ../shared.
QString shared(const QString& relative);
/// 2026-03-18 09:30 UTC, for results that must not depend on the day of the run.
Clock clock();
/// Content of a file; fails the test with a message when it cannot be read.
QByteArray slurp(const QString& path);
/// Writes a file, making its folders.
void spill(const QString& path, const QByteArray& content);

}  // namespace offprint::test
