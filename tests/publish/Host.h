#pragma once
#include <QTemporaryDir>
#include <QtTest>

#include "exporters/publish/Publisher.h"
#include "tests/support/Fixture.h"

namespace offprint::test {

using Tree = QMap<QString, QByteArray>;

/// A real host of one kind of target, as a visitor and its other users see it.
class Host {
 public:
  virtual ~Host() = default;
  virtual QJsonObject settings() const = 0;
  virtual SecretSource secrets() const { return noSecrets(); }
  /// What visitors can read now.
  virtual Tree visible() const = 0;
  /// Somebody else writes, or removes (null content), files there.
  virtual void edit(const Tree& changes) = 0;
  /// What lies beside the site, or in it, that should not.
  virtual QStringList litter() const {
    QStringList names = visible().keys().filter(QStringLiteral(".offprint-p"));
    names.removeAll(kHostManifest);
    return names;
  }

 protected:
  /// The same secret for every key.
  static SecretSource secretsOf(const QString& secret) {
    return [secret](const QString&) -> Result<QString> { return secret; };
  }
  static void apply(const QString& folder, const Tree& changes) {
    for (auto file = changes.begin(); file != changes.end(); ++file) {
      if (file->isNull()) {
        QFile::remove(folder + u'/' + file.key());
      } else {
        QFile::remove(folder + u'/' + file.key());
        spill(folder + u'/' + file.key(), *file);
      }
    }
  }
  QTemporaryDir dir_;
};

/// What pages of a site lead to that is not there, as "page → file".
inline QStringList deadLinks(const Tree& site) {
  static const QRegularExpression link(QStringLiteral("(?:href|src)=\"([^\"]+)\""));
  QStringList dead;
  for (auto page = site.begin(); page != site.end(); ++page) {
    if (!page.key().endsWith(QLatin1String(".html"))) continue;
    for (auto it = link.globalMatch(QString::fromUtf8(*page)); it.hasNext();) {
      const QString to = QDir::cleanPath(page.key().section(u'/', 0, -2) + u'/' + it.next().captured(1));
      const QString path = to.startsWith(u'/') ? to.mid(1) : to;
      if (!site.contains(path)) dead += page.key() + QStringLiteral(" → ") + path;
    }
  }
  return dead;
}

}  // namespace offprint::test
