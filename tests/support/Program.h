#pragma once
#include <QJsonDocument>
#include <QProcess>
#include <QStringList>
#include <utility>

#include "tests/support/Fixture.h"

namespace offprint::test {

/// What a run of the program left.
struct Answer {
  int status = -1;
  QByteArray out;
  QByteArray err;
  QJsonDocument json() const { return QJsonDocument::fromJson(out); }
};

using Environment = QList<std::pair<QString, QString>>;

/// Runs the real program to its end, at most two minutes.
inline Answer run(const QStringList& arguments, const QByteArray& input = {},
                  const Environment& environment = {}) {
  QProcess process;
  QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
  for (const auto& [name, value] : environment)
    all.insert(name, value);
  process.setProcessEnvironment(all);
  process.start(program(), arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished(120'000)) return {};
  return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

}  // namespace offprint::test
