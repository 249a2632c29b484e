#pragma once
#include <QProcess>

#include "app/core/FileOps.h"
#include "app/store/BackupArchive.h"
#include "exporters/publish/Deploy.h"
#include "tests/publish/FtpHost.h"
#include "tests/publish/Host.h"
#include "tests/publish/HttpHosts.h"
#include "tests/publish/SshHost.h"
#include "tests/support/Libraries.h"
#include "tests/support/SiteLibrary.h"

namespace offprint::test {

class FolderHost : public Host {
 public:
  QJsonObject settings() const override { return {{QStringLiteral("path"), folder()}}; }
  Tree visible() const override { return tree(folder()); }
  void edit(const Tree& changes) override { apply(folder(), changes); }
  QStringList litter() const override {
    QStringList names = QDir(dir_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    names.removeAll(QStringLiteral("www"));
    return names;
  }

 private:
  QString folder() const { return dir_.filePath(QStringLiteral("www")); }
};

class ZipHost : public Host {
 public:
  QJsonObject settings() const override { return {{QStringLiteral("path"), file()}}; }
  Tree visible() const override {
    Tree files;
    if (!QFileInfo::exists(file())) return files;
    auto reader = must(BackupReader::open(file()));
    while (const auto name = must(reader.next())) {
      QByteArray& content = files[*name];
      content = QByteArray("");
      must(reader.content([&](const QByteArray& piece) -> Result<void> {
        content += piece;
        return {};
      }));
    }
    return files;
  }
  void edit(const Tree& changes) override {
    Tree files = visible();
    for (auto change = changes.begin(); change != changes.end(); ++change)
      files.insert(change.key(), *change);
    auto writer = must(BackupWriter::create(file()));
    for (auto entry = files.begin(); entry != files.end(); ++entry)
      if (!entry->isNull()) must(writer.addContent(entry.key(), *entry));
    must(writer.finish());
  }
  QStringList litter() const override {
    QStringList names = QDir(dir_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    names.removeAll(QStringLiteral("site.zip"));
    return names;
  }

 private:
  QString file() const { return dir_.filePath(QStringLiteral("site.zip")); }
};

/// A bare repository, reached through its file system as by any other protocol.
class GitHost : public Host {
 public:
  explicit GitHost(QString folder = {}) : folder_(std::move(folder)) {
    git({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("--bare"), QStringLiteral("-b"),
         QStringLiteral("main"), repository()});
  }
  QJsonObject settings() const override {
    return {{QStringLiteral("remote"), QStringLiteral("file://") + repository()},
            {QStringLiteral("folder"), folder_},
            {QStringLiteral("email"), QStringLiteral("me@example.org")}};
  }
  Tree visible() const override {
    const QTemporaryDir work;
    if (!clone(work.path())) return {};
    Tree files = tree(folder_.isEmpty() ? work.path() : work.filePath(folder_));
    files.removeIf([](const auto& file) { return file.key().startsWith(QLatin1String(".git/")); });
    return files;
  }
  void edit(const Tree& changes) override {
    const QTemporaryDir work;
    if (!clone(work.path()))
      git({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("-b"), branch(), work.path()});
    apply(work.path() + u'/' + folder_, changes);
    const QStringList in{QStringLiteral("-C"), work.path(),
                         QStringLiteral("-c"), QStringLiteral("user.name=Other"),
                         QStringLiteral("-c"), QStringLiteral("user.email=other@example.org")};
    git(in + QStringList{QStringLiteral("add"), QStringLiteral("-A")});
    git(in + QStringList{QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"),
                         QStringLiteral("Other")});
    git(in + QStringList{QStringLiteral("push"), QStringLiteral("-q"), repository(),
                         QStringLiteral("HEAD:refs/heads/") + branch()});
  }
  QString repository() const { return dir_.filePath(QStringLiteral("site.git")); }
  /// Output of git in the repository.
  QByteArray ask(const QStringList& arguments) const {
    return git(QStringList{QStringLiteral("--git-dir"), repository()} + arguments);
  }

 private:
  static QString branch() { return QStringLiteral("gh-pages"); }
  static QByteArray git(const QStringList& arguments, bool* worked = nullptr) {
    QProcess process;
    process.start(QStringLiteral("git"), arguments);
    process.waitForFinished(60'000);
    const bool done = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (worked) *worked = done;
    if (!worked && !done)
      qFatal("git %s: %s", qPrintable(arguments.join(u' ')), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
  }
  bool clone(const QString& to) const {
    bool worked = false;
    git({QStringLiteral("clone"), QStringLiteral("-q"), QStringLiteral("-b"), branch(), repository(), to},
        &worked);
    return worked;
  }
  QString folder_;
};

inline std::unique_ptr<Host> hostOf(const QString& type) {
  if (type == QLatin1String("folder")) return std::make_unique<FolderHost>();
  if (type == QLatin1String("git")) return std::make_unique<GitHost>();
  if (type == QLatin1String("sftp")) return std::make_unique<SshHost>(sharedSshd());
  if (type == QLatin1String("s3")) return std::make_unique<S3Host>();
  if (type == QLatin1String("webdav")) return std::make_unique<ApacheHost>();
  if (type == QLatin1String("ftps")) return std::make_unique<FtpHost>();
  if (type == QLatin1String("zip")) return std::make_unique<ZipHost>();
  return nullptr;
}

/// Nothing of the machine's own Git settings and caches takes part, and nothing is left there.
inline void isolate(const QTemporaryDir& cache) {
  qputenv("XDG_CACHE_HOME", QFile::encodeName(cache.path()));
  qputenv("TMPDIR", QFile::encodeName(cache.path()));  // where the built site is kept warm
  qputenv("GIT_CONFIG_GLOBAL", "/dev/null");
  qputenv("GIT_CONFIG_NOSYSTEM", "1");
  qputenv("no_proxy", "127.0.0.1");
}

/// Publishes given files as the service does, without a library.
class Sender {
 public:
  Sender(QString type, QJsonObject settings, SecretSource secrets = noSecrets())
      : type_(std::move(type)), settings_(std::move(settings)), secrets_(std::move(secrets)) {
    options.pause = [this](std::chrono::milliseconds, const Task&) { ++pauses; };
  }
  std::unique_ptr<Deploy> begin(const Tree& site) {
    ++number_;
    Delivery delivery;
    for (auto file = site.begin(); file != site.end(); ++file) {
      const QString source =
          sources_.filePath(QStringLiteral("%1-%2").arg(number_).arg(delivery.site.size()));
      spill(source, *file);
      delivery.site.insert(file.key(), {files::sha256(*file).toLatin1(), file->size(), source});
    }
    delivery.last = last;
    delivery.reason = [](const QString&, Comparison::Change) { return QStringLiteral("because"); };
    delivery.deployment = QStringLiteral("deployment-%1").arg(number_);
    return std::make_unique<Deploy>(must(must(findPublisher(type_)).make(settings_, secrets_)), delivery,
                                    options, task);
  }
  Result<DeployPlan> look(const Tree& site) { return begin(site)->look(Publisher::Access::Look); }
  Result<Switched> send(Deploy& deploy) {
    DeployedFiles online;
    auto switched = deploy.send([&](const DeployedFiles& files, const SiteFiles&) -> Result<void> {
      online = files;
      return {};
    });
    if (switched)
      last = KnownDeployment{QStringLiteral("deployment-%1").arg(number_), switched->revision, online};
    return switched;
  }
  Result<Switched> publish(const Tree& site) {
    const auto deploy = begin(site);
    const auto plan = deploy->look(Publisher::Access::Write);
    if (!plan) return plan.error();
    return deploy->somethingToDo() ? send(*deploy) : Switched();
  }
  Result<Findings> verify() {
    return verifyHost(*must(must(findPublisher(type_)).make(settings_, secrets_)),
                      last ? last->files.keys() : QStringList(), Task());
  }

  DeployOptions options;
  std::optional<KnownDeployment> last;
  Task task;
  int pauses = 0;

 private:
  QString type_;
  QJsonObject settings_;
  SecretSource secrets_;
  QTemporaryDir sources_;
  int number_ = 0;
};

/// The visible site without the list of our files.
inline Tree pages(const Host& host) {
  Tree files = host.visible();
  files.remove(kHostManifest);
  return files;
}

}  // namespace offprint::test
