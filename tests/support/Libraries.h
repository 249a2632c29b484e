#pragma once
#include <memory>

#include "app/content/ContentItem.h"
#include "app/store/Library.h"

namespace offprint::test {

/// A new library at `folder` with the fixed clock; ends the test program with the message when it cannot be
/// made.
std::unique_ptr<Library> newLibrary(const QString& folder);
/// Opens `folder`; ends the test program with the message when it cannot be opened.
std::unique_ptr<Library> openLibrary(const QString& folder, OpenMode mode = OpenMode::ReadWrite);
/// Copies the program's migrations into a folder; returns how many there are.
int copyMigrations(const QString& folder);
/// An item of kind article.
ContentItem article(const QString& title, const QString& body = {});
/// The value of a result; ends the test program with its error otherwise.
template <class T>
T must(Result<T> result) {
  if (!result) qFatal("%s (%s)", qPrintable(result.error().located()), qPrintable(result.error().detail));
  return std::move(result).value();
}
inline void must(const Result<void>& result) {
  if (!result) qFatal("%s (%s)", qPrintable(result.error().located()), qPrintable(result.error().detail));
}
/// Code of a result that must have failed; Internal when it did not.
template <class T>
ErrorCode codeOf(const Result<T>& result) {
  return result ? ErrorCode::Internal : result.error().code;
}

}  // namespace offprint::test
