#pragma once
#include <memory>
#include <QJsonDocument>
#include <QString>

#include "app/cli/Command.h"
#include "app/content/Finding.h"
#include "app/core/Task.h"

/// What commands print. Results go to standard output, everything else to standard error.
namespace offprint {

class Library;

}  // namespace offprint

namespace offprint::cli {

void printOut(const QString& text);
void printOut(const QByteArray& bytes);
void printJson(const QJsonDocument& json);
/// One line "offprint: …" on standard error.
void printError(const QString& message);
/// The exit status of a command that meant to end with `status`: NotDone, and a message, when a part of its
/// result did not reach standard output (a full disk).
int outputStatus(int status);
/// Prints the error with its place and returns NotDone.
int fail(const Error& error);
/// Prints the sentence and returns WrongUsage.
int refuse(const QString& message);
/// Findings as people read them, on standard error or (`asResult`) on standard output: those that differ in
/// their line alone are one line with a count.
void printFindings(const Findings& findings, bool asResult = false);
QJsonArray findingsJson(const Findings& findings);
/// Progress on standard error: one line that is written over when that is a terminal, else a line for each
/// step and one from time to time (app/core/ProgressLines.h), until the last copy of the task is gone.
Task consoleTask();
/// Whole content of a file, or of standard input for "-".
Result<QByteArray> readInput(const QString& file);
/// The next line of standard input without its end, as a terminal or a pipe gives it; empty when there is none.
/// What comes after it is left for the next call.
QString readInputLine();

enum class Access { Read, Write, Publish };
/// Opens the library at LIBRARY (the ending ".offprint" may be left out) and says when its own kinds cannot
/// be read; for Publish, which would take their pages away, that is an error. For Write a library that can
/// only be read is an error of code Denied or Conflict that says why.
Result<std::unique_ptr<Library>> openLibrary(const Invocation& invocation, Access access);

}  // namespace offprint::cli
