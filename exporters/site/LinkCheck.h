#pragma once
#include <QHash>
#include <QSet>

#include "exporters/site/OutputSink.h"
#include "exporters/site/SiteMap.h"

namespace offprint {

/// Looks at finished pages as a browser would: every link, image, script and style must lead to a file of the
/// site, every "#fragment" to an id of that page.
class LinkCheck {
 public:
  struct Dead {
    QString page;         ///< output path that holds the link first
    QString target;       ///< as resolved: "articles/x/index.html#part"
    bool anchor = false;  ///< the page exists, the id does not
  };

  /// `root` is where the site lies on its host ("/repo/"): links that begin with it are of the site (a 404
  /// page needs them), other rooted ones lead to something else on the host.
  explicit LinkCheck(QString root = QStringLiteral("/")) : root_(std::move(root)) {}

  void addPage(const QString& path, const QByteArray& html);
  void addFile(const QString& path) { files_.insert(path); }
  /// In the order of pages and targets.
  QList<Dead> dead() const;

 private:
  QString root_;
  QSet<QString> files_;
  QHash<QString, QSet<QString>> ids_;
  QHash<QString, QString> targets_;  ///< target → the first page that links there
};

/// A sink that keeps nothing but what LinkCheck wants to know.
class LinkCheckSink : public OutputSink {
 public:
  explicit LinkCheckSink(QString root = QStringLiteral("/")) : check_(std::move(root)) {}
  const LinkCheck& check() const { return check_; }

  Result<void> begin() override { return {}; }
  Result<QByteArray> manifest() override { return QByteArray(); }
  bool intact(const QString&, qint64, const QByteArray&) override { return false; }
  Result<void> write(const QString& path, const QByteArray& content) override;
  Result<void> copy(const QString& path, const QString&) override;
  Result<void> remove(const QString&) override { return {}; }
  Result<void> finish(const QByteArray&) override { return {}; }

 private:
  LinkCheck check_;
};

}  // namespace offprint
