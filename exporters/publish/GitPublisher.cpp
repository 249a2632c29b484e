#include <algorithm>
#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "app/core/CacheLimit.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/publish/GitCommand.h"
#include "exporters/publish/Publishers.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kMostCached = 2'000'000'000;  ///< bytes of all copies of repositories together
/// As many packs as Git itself takes for too many (gc.autoPackLimit), and nearly as many loose objects.
constexpr qint64 kMostPacks = 50;
constexpr qint64 kMostLoose = 5'000;

/// What a target of this kind says.
struct GitPlace {
  QString remote;
  QString branch;
  QString folder;  ///< in the branch, with a slash at its end; empty: the whole branch
  QString name;
  QString email;
  bool pages = false;
  QString domain;

  QString ref() const { return u"refs/heads/"_s + branch; }
};

/// Keeps what was fetched and sent, so that a publication sends what changed alone. Losing it costs time.
QString cacheOf(const QString& remote) {
  return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/offprint/git/"_s +
         files::sha256(remote.toUtf8()).left(32) + u".git"_s;
}

/// Copies of repositories that nobody published to for a long time, beyond 2 GB of all.
void letOldCachesGo(const QDir& folder) {
  QList<cache::Entry> entries;
  for (const QFileInfo& one : folder.entryInfoList({u"*.git"_s}, QDir::Dirs)) {
    qint64 bytes = 0;
    for (QDirIterator walk(one.filePath(), QDir::Files, QDirIterator::Subdirectories); walk.hasNext();) {
      walk.next();
      bytes += walk.fileInfo().size();
    }
    entries.append({one.filePath(), bytes, QFileInfo(one.filePath() + u"/HEAD"_s).lastModified()});
  }
  cache::keepWithin(entries, kMostCached);
}

/// A path as fast-import reads it.
QByteArray quoted(const QString& path) {
  QByteArray text = path.toUtf8();
  text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
  return '"' + text + '"';
}

/// A folder of a branch as a site. Everything is prepared in a bare repository of the user's cache with
/// fast-import, which needs no work tree; the push is the switch, and is refused by the host when the branch
/// is not where it was seen.
class GitPublisher : public Publisher {
 public:
  explicit GitPublisher(GitPlace place) : place_(std::move(place)), git_(cacheOf(place_.remote)) {}
  GitPublisher(const GitPublisher&) = delete;
  GitPublisher& operator=(const GitPublisher&) = delete;
  ~GitPublisher() override {
    if (import_.state() == QProcess::NotRunning) return;
    import_.kill();
    import_.waitForFinished(5'000);
  }

  Result<HostState> open(Access access, const Task& task) override {
    OFFPRINT_TRY(prepare(access, task));
    task.report(say("Looking at the branch"));
    auto head = remoteHead(task);
    if (!head) return head.error();
    seen_ = *head;
    HostState state;
    state.revision = seen_;
    if (seen_.isEmpty()) return state;
    OFFPRINT_TRY(fetch(task));
    OFFPRINT_TRY(folderIsFree(task));
    if (access == Access::Write) compact(task);
    auto listing = list(seen_, task);
    if (!listing) return listing.error();
    state.files = *std::move(listing);
    if (state.files.contains(kHostManifest)) {
      auto content = git_.run({u"cat-file"_s, u"blob"_s, seen_ + u':' + place_.folder + kHostManifest}, task);
      if (!content) return content.error();
      state.list = *std::move(content);
    }
    return state;
  }

  Result<void> identify(HostFiles&, const QStringList&, const Task&) override { return {}; }

  /// A blob's name: the hash of "blob", its size and its content, SHA-1 or, in newer repositories, SHA-256.
  QByteArray tagOf(const SiteFile& file) const override {
    const auto known = tags_.constFind(file.sha256);
    if (known != tags_.constEnd()) return *known;
    QFile source(file.source);
    QCryptographicHash hash(seen_.size() == 64 ? QCryptographicHash::Sha256 : QCryptographicHash::Sha1);
    hash.addData("blob " + QByteArray::number(file.bytes) + QByteArray(1, '\0'));
    if (!source.open(QIODevice::ReadOnly) || !hash.addData(&source)) return {};
    return *tags_.insert(file.sha256, hash.result().toHex());
  }

  QMap<QString, QByteArray> extras() const override {
    QMap<QString, QByteArray> files;
    if (place_.pages) files.insert(u".nojekyll"_s, {});
    if (!place_.domain.isEmpty()) files.insert(u"CNAME"_s, place_.domain.toUtf8() + '\n');
    return files;
  }

  Result<void> stage(const QString& path, const SiteFile& file, const Task& task) override {
    OFFPRINT_TRY(publishStep("stage", path));
    auto content = files::read(file.source);
    if (!content) return content.error();
    if (files::sha256(*content).toLatin1() != file.sha256)
      return makeError(ErrorCode::Conflict,
                       say("This file was changed while it was published. Publish again."))
          .at(file.source);
    OFFPRINT_TRY(startImport());
    const QByteArray mark = ':' + QByteArray::number(++marks_);
    OFFPRINT_TRY(
        feed("blob\nmark " + mark + "\ndata " + QByteArray::number(content->size()) + '\n' + *content + '\n',
             task));
    changes_ += "M 100644 " + mark + ' ' + quoted(place_.folder + path) + '\n';
    described_ += u"+ %1\n"_s.arg(path);
    return {};
  }

  Result<void> stageRemoval(const QString& path) override {
    // First, so that a file may take the place of a folder that goes.
    changes_.prepend("D " + quoted(place_.folder + path) + '\n');
    described_ += u"- %1\n"_s.arg(path);
    return {};
  }

  Result<void> verify(const DeployedFiles& wanted, const QByteArray& manifest, const QString& message,
                      const Task& task) override {
    OFFPRINT_TRY(publishStep("manifest", place_.branch));
    OFFPRINT_TRY(startImport());
    OFFPRINT_TRY(feed(commit(manifest, message), task));
    import_.closeWriteChannel();
    OFFPRINT_TRY(finishProcess(import_, task));
    if (import_.exitCode() != 0) return GitCommand::failure(import_.readAllStandardError());
    auto made = git_.run({u"rev-parse"_s, u"--verify"_s, kStaged}, task);
    if (!made) return made.error();
    made_ = QString::fromLatin1(made->trimmed());
    const auto listing = list(made_, task);
    if (!listing) return listing.error();
    for (auto file = wanted.begin(); file != wanted.end(); ++file)
      if (const HostFile there = listing->value(file.key()); there.tag.isEmpty() || there.tag != file->tag)
        return makeError(
                   ErrorCode::Conflict,
                   say("This file is not in the new site as it should be. Nothing was sent; publish again."))
            .at(file.key());
    return {};
  }

  Result<Switched> switchOver(const Task& task) override {
    OFFPRINT_TRY(publishStep("switch", place_.branch));
    task.report(say("Pushing"));
    const auto pushed =
        git_.run({u"push"_s, u"--quiet"_s, u"--force-with-lease="_s + place_.ref() + u':' + seen_, u"--"_s,
                  place_.remote, made_ + u':' + place_.ref()},
                 task);
    if (pushed) return Switched{made_, {}};
    // The answer may have been lost after the host had taken it.
    const auto head = remoteHead(Task());
    if (head && *head == made_) return Switched{made_, {}};
    // What the host refused it refused, unless a push before this one may have come through.
    const bool refused =
        pushed.error().code == ErrorCode::Conflict || pushed.error().code == ErrorCode::Denied;
    answerLost_ = answerLost_ || !refused;
    if (head ? *head == seen_ || !answerLost_ : !answerLost_) return pushed.error();
    return makeError(pushed.error().code,
                     say("The connection was lost while the new site was handed over, so it is not known "
                         "whether it is online; it is the old site or the new one, whole. Look at its public "
                         "address, or publish again: what the host has is found out first."),
                     pushed.error().detail.isEmpty() ? pushed.error().message : pushed.error().detail);
  }

 private:
  static constexpr QLatin1StringView kStaged{"refs/offprint/staged"};

  Result<void> prepare(Access access, const Task& task) {
    const QString cache = cacheOf(place_.remote);
    const bool cached = QFileInfo(cache + u"/HEAD"_s).exists();
    if (access == Access::Look) {
      temporary_ = std::make_unique<QTemporaryDir>();
      git_ = GitCommand(temporary_->filePath(u"look.git"_s));
      OFFPRINT_TRY(initialize(task));
      if (cached)
        return files::writeAtomic(git_.repository() + u"/objects/info/alternates"_s,
                                  (cache + u"/objects\n"_s).toUtf8());
      return {};
    }
    OFFPRINT_TRY(files::makeFolder(QFileInfo(cache).absolutePath()));
    lock_ = std::make_unique<QLockFile>(cache + u".lock"_s);
    lock_->setStaleLockTime(0);  // a long push is no dead one
    if (!lock_->tryLock())
      return makeError(
          ErrorCode::Conflict,
          say("Another publication to this repository is running. Nothing was changed. Wait until it "
              "is done."));
    git_ = GitCommand(cache);
    if (cached) {
      cache::use(cache + u"/HEAD"_s);
      return {};
    }
    letOldCachesGo(QFileInfo(cache).absoluteDir());
    return initialize(task);
  }
  Result<void> initialize(const Task& task) const {
    const auto made = git_.run({u"init"_s, u"--quiet"_s, u"--bare"_s, git_.repository()}, task);
    return made ? Result<void>() : Result<void>(made.error());
  }

  /// Commit of the branch on the host; empty: there is no such branch.
  Result<QString> remoteHead(const Task& task) const {
    const auto answer = git_.run({u"ls-remote"_s, u"--"_s, place_.remote, place_.ref()}, task);
    if (!answer) return answer.error();
    // The name is taken as an ending, too: "x/refs/heads/main" is another reference.
    for (const QByteArray& line : answer->split('\n')) {
      const qsizetype tab = line.indexOf('\t');
      if (tab > 0 && QString::fromUtf8(line.mid(tab + 1)) == place_.ref())
        return QString::fromLatin1(line.left(tab));
    }
    return QString();
  }

  /// Has the commit here, without its past.
  Result<void> fetch(const Task& task) const {
    const auto have = git_.attempt({u"cat-file"_s, u"-e"_s, seen_ + u"^{tree}"_s}, task);
    if (!have) return have.error();
    if (have->status == 0) return {};
    task.report(say("Fetching the branch"));
    const auto fetched = git_.run({u"fetch"_s, u"--quiet"_s, u"--depth=1"_s, u"--no-tags"_s, u"--"_s,
                                   place_.remote, u"+%1:refs/offprint/seen"_s.arg(place_.ref())},
                                  task);
    return fetched ? Result<void>() : Result<void>(fetched.error());
  }

  Result<HostFiles> list(const QString& commit, const Task& task) const {
    QStringList arguments{u"ls-tree"_s, u"-r"_s, u"-z"_s, u"--full-tree"_s, commit};
    if (!place_.folder.isEmpty()) arguments << u"--"_s << place_.folder;
    const auto listing = git_.run(arguments, task);
    if (!listing) return listing.error();
    HostFiles files;
    for (const QByteArray& line : listing->split('\0')) {
      const qsizetype tab = line.indexOf('\t');
      if (tab < 0) continue;
      const QList<QByteArray> head = line.left(tab).split(' ');
      // A link or a submodule is no file of ours, whatever it is called.
      const bool plain = head.value(0).startsWith("100");
      files.insert(QString::fromUtf8(line.mid(tab + 1)).mid(place_.folder.size()),
                   {-1, {}, plain ? head.value(2) : "link " + head.value(2)});
    }
    return files;
  }

  /// Every publication leaves objects. When they are many, the cache keeps what the branch shows now and
  /// forgets the past, which stays on the host. Failing costs space alone.
  void compact(const Task& task) const {
    const auto counted = git_.run({u"count-objects"_s, u"-v"_s}, task);
    if (!counted) return;
    qint64 packs = 0;
    qint64 loose = 0;
    for (const QByteArray& line : counted->split('\n')) {
      if (line.startsWith("packs: ")) packs = line.mid(7).toLongLong();
      if (line.startsWith("count: ")) loose = line.mid(7).toLongLong();
    }
    if (packs < kMostPacks && loose < kMostLoose) return;
    task.report(say("Tidying the copy of the branch"));
    const QString seen = u"refs/offprint/seen"_s;
    if (!git_.run({u"fetch"_s, u"--quiet"_s, u"--depth=1"_s, u"--no-tags"_s, u"--"_s, place_.remote,
                   u"+%1:%2"_s.arg(place_.ref(), seen)},
                  task))
      return;
    const auto now = git_.run({u"rev-parse"_s, u"--verify"_s, seen}, task);
    if (!now || QString::fromLatin1(now->trimmed()) != seen_) return;  // it moved just now
    if (git_.run({u"update-ref"_s, u"-d"_s, kStaged}, task))
      (void)git_.run({u"gc"_s, u"--quiet"_s, u"--prune=now"_s}, task);
  }

  /// Conflict when a part of the place's folder is something else in the branch: a file, a link, a submodule.
  /// Ours would take its place.
  Result<void> folderIsFree(const Task& task) const {
    for (qsizetype slash = place_.folder.indexOf(u'/'); slash >= 0;
         slash = place_.folder.indexOf(u'/', slash + 1)) {
      const QString part = place_.folder.left(slash);
      const auto entry = git_.run({u"ls-tree"_s, u"-z"_s, u"--full-tree"_s, seen_, u"--"_s, part}, task);
      if (!entry) return entry.error();
      if (entry->isEmpty()) return {};
      if (entry->startsWith("040000 tree ")) continue;
      return makeError(
                 ErrorCode::Conflict,
                 say("\"%1\" is no folder in the branch: it is a file, a link or a submodule of others. "
                     "Nothing was changed. Choose another folder, or move that away.")
                     .arg(part))
          .at(part);
    }
    return {};
  }

  Result<void> startImport() {
    if (import_.state() != QProcess::NotRunning) return {};
    git_.start(import_, {u"fast-import"_s, u"--quiet"_s, u"--force"_s, u"--done"_s});
    if (import_.waitForStarted()) return {};
    return makeError(ErrorCode::NotFound,
                     say("Git is not installed, so nothing was published. Install the package "
                         "git."));
  }
  /// Hands bytes to fast-import, and waits while it has not taken most of them.
  Result<void> feed(const QByteArray& bytes, const Task& task) {
    import_.write(bytes);
    while (import_.bytesToWrite() > 4 * 1024 * 1024) {
      OFFPRINT_TRY(task.check());
      if (!import_.waitForBytesWritten(1'000) && import_.state() == QProcess::NotRunning)
        return GitCommand::failure(import_.readAllStandardError());
    }
    return {};
  }

  QByteArray commit(const QByteArray& manifest, const QString& message) const {
    QString text = message + u"\n\n"_s + described_.section(u'\n', 0, 99);
    if (described_.count(u'\n') > 100) text += u"\n…\n"_s;
    const QByteArray said = text.toUtf8();
    QByteArray stream = "commit " + QByteArray(kStaged.data(), kStaged.size()) + "\ncommitter " + person() +
                        ' ' + QByteArray::number(QDateTime::currentSecsSinceEpoch()) + " +0000\ndata " +
                        QByteArray::number(said.size()) + '\n' + said + '\n';
    if (!seen_.isEmpty()) stream += "from " + seen_.toLatin1() + '\n';
    return stream + changes_ + "M 100644 inline " + quoted(place_.folder + kHostManifest) + "\ndata " +
           QByteArray::number(manifest.size()) + '\n' + manifest + "\ndone\n";
  }
  QByteArray person() const {
    const auto configured = [this](const QString& key) {
      const auto value = git_.run({u"config"_s, key}, Task());
      return value ? QString::fromUtf8(value->trimmed()) : QString();
    };
    static const QRegularExpression unfit(u"[<>\\r\\n]"_s);
    QString name = place_.name.isEmpty() ? configured(u"user.name"_s) : place_.name;
    QString email = place_.email.isEmpty() ? configured(u"user.email"_s) : place_.email;
    if (name.isEmpty()) name = u"Offprint"_s;
    return name.remove(unfit).toUtf8() + " <" + email.remove(unfit).toUtf8() + '>';
  }

  GitPlace place_;
  GitCommand git_;
  std::unique_ptr<QTemporaryDir> temporary_;
  std::unique_ptr<QLockFile> lock_;
  QString seen_;  ///< the branch when it was looked at; empty: absent
  QString made_;  ///< the new commit
  QProcess import_;
  bool answerLost_ = false;  ///< a push ended without the host's word
  int marks_ = 0;
  QByteArray changes_;
  QString described_;
  mutable QHash<QByteArray, QByteArray> tags_;  ///< by SHA-256
};

Error wrong(const QString& key, const QString& sentence) {
  return makeError(ErrorCode::InvalidInput, key + u": "_s + sentence);
}

Result<GitPlace> placeOf(const QJsonObject& settings) {
  const auto text = [&](const char* key) {
    return settings.value(QLatin1StringView(key)).toString().trimmed();
  };
  GitPlace place{text("remote"), text("branch"), text("folder"),
                 text("name"),   text("email"),  settings.value("pages"_L1).toBool(),
                 text("domain")};
  if (place.branch.isEmpty()) place.branch = u"gh-pages"_s;
  static const QRegularExpression remote(
      u"^([a-z]+://\\S+|[\\w.-]+@[\\w.-]+:\\S+|[\\w.-]+:[^:\\s]\\S*|/.+)$"_s);
  if (!remote.match(place.remote).hasMatch() || place.remote.contains("::"_L1))
    return wrong(u"remote"_s,
                 say("give the address of a repository: git@host:me/site.git, https://host/me/site.git, or "
                     "a whole path."));
  static const QRegularExpression branch(
      u"^(?!-)(?!.*(\\.\\.|//|@\\{|\\.lock$|/$|\\.$))[^\\s~^:?*\\[\\\\]+$"_s);
  if (!branch.match(place.branch).hasMatch()) return wrong(u"branch"_s, say("this is no name of a branch."));
  if (!place.folder.isEmpty()) {
    place.folder = QDir::cleanPath(place.folder);
    if (place.folder.startsWith(u'/') || place.folder.startsWith(".."_L1) ||
        place.folder.startsWith(".git"_L1))
      return wrong(u"folder"_s, say("give a folder inside the branch, such as \"docs\"."));
    place.folder = place.folder == "."_L1 ? QString() : place.folder + u'/';
  }
  return place;
}

Result<std::unique_ptr<Publisher>> make(const QJsonObject& settings, const SecretSource&) {
  auto place = placeOf(settings);
  if (!place) return place.error();
  return std::unique_ptr<Publisher>(std::make_unique<GitPublisher>(*std::move(place)));
}

QList<TargetTest> test(const QJsonObject& settings, const SecretSource&, const Task& task) {
  const auto place = placeOf(settings);
  if (!place) return {{say("Read the settings"), place.error()}};
  QList<TargetTest> steps;
  const auto passed = [&](const QString& step, const Result<QByteArray>& result) {
    steps.append({step, result ? Result<void>() : Result<void>(result.error())});
    return result.has_value();
  };
  const QTemporaryDir folder;
  const GitCommand git(folder.filePath(u"test.git"_s));
  if (!passed(say("Start Git"), git.run({u"init"_s, u"--quiet"_s, u"--bare"_s, git.repository()}, task)) ||
      !passed(say("Reach the repository"),
              git.run({u"ls-remote"_s, u"--heads"_s, u"--"_s, place->remote}, task)))
    return steps;
  // A push that is only tried: the host says whether it would take it.
  const QByteArray stream =
      "commit refs/heads/test\ncommitter Offprint <> 0 +0000\ndata 4\ntest\nM 100644 inline test\ndata 0\n\n";
  auto tried = git.run({u"fast-import"_s, u"--quiet"_s}, task, stream);
  if (tried)
    tried = git.run({u"push"_s, u"--dry-run"_s, u"--quiet"_s, u"--"_s, place->remote,
                     u"refs/heads/test:refs/heads/offprint-test"_s},
                    task);
  if (!passed(say("Be allowed to write"), tried)) return steps;
  const auto state = GitPublisher(*place).open(Publisher::Access::Look, task);
  steps.append({say("Read the branch"), state ? Result<void>() : Result<void>(state.error())});
  if (state)
    steps.append(
        {say("Whether a rule of the host protects the branch \"%1\" or refuses what is pushed: only a "
             "real push tells")
             .arg(place->branch),
         {},
         false});
  return steps;
}

}  // namespace

PublisherType gitTarget() {
  FieldSpec pages =
      targetField(u"pages"_s, say("Pages host"),
                  say("For GitHub, GitLab and Codeberg Pages: adds .nojekyll, so that every file is shown."));
  pages.type = FieldSpec::Type::Boolean;
  return {u"git"_s,
          say("Git"),
          say("A branch of a Git repository, such as GitHub Pages. Never forced; files of others stay."),
          {targetField(u"remote"_s, say("Repository"),
                       say("git@host:me/site.git or https://host/me/site.git."), true),
           targetField(u"branch"_s, say("Branch"), say("Empty: gh-pages.")),
           targetField(u"folder"_s, say("Folder"), say("In the branch; empty: the whole branch.")),
           targetField(u"name"_s, say("Name"), say("Of the commits; empty: Git's user.name.")),
           targetField(u"email"_s, say("E-mail"), say("Of the commits, public; empty: Git's user.email.")),
           pages, targetField(u"domain"_s, say("Own domain"), say("Written to the file CNAME."))},
          make,
          test};
}

}  // namespace offprint
