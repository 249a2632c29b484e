#pragma once
#include <QString>

namespace offprint {

/// Where the program's own data lies: <prefix>/share/offprint beside <prefix>/bin, in a build tree and
/// installed alike.
class Resources {
 public:
  /// Data beside the running executable; OFFPRINT_SHARE in the environment wins.
  static Resources beside(const QString& applicationFolder);
  explicit Resources(QString root) : root_(std::move(root)) {}

  const QString& root() const { return root_; }
  /// Absolute path of e.g. "kinds/article.json".
  QString path(const QString& relative) const { return root_ + QLatin1Char('/') + relative; }

 private:
  QString root_;
};

}  // namespace offprint
