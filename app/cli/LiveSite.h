#pragma once
#include <memory>
#include <QDateTime>

#include "exporters/site/PageComposer.h"

namespace offprint {

class Library;

}  // namespace offprint

namespace offprint::cli {

/// The site of a library, made page by page as it is asked for. What the library holds is looked at again
/// when its file has changed. One thread.
class LiveSite {
 public:
  struct Answer {
    int status = 200;
    QByteArray type;      ///< Content-Type
    QByteArray location;  ///< of a redirect
    QByteArray body;
  };

  LiveSite(std::unique_ptr<Library> library, SnapshotOptions options, Typesetter* typesetter);
  ~LiveSite();
  /// `path` is percent-decoded and begins with "/".
  Answer get(const QString& path);

 private:
  Result<void> refresh();
  Answer answer(const QString& path);
  Answer page(const PageEntry& entry, int status);
  Answer file(Result<QByteArray> content, const QString& path) const;
  std::optional<Answer> feed(const QString& path);
  std::optional<Answer> smallFile(const QString& path);
  Answer failure(const Error& error) const;
  Result<void> present() const;
  QString stamp() const;

  std::unique_ptr<Library> library_;
  SnapshotOptions options_;
  QString stamp_;  ///< of the library's file when the composer was made
  Typesetter* typesetter_;
  std::unique_ptr<const PageComposer> composer_;
};

}  // namespace offprint::cli
