#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <set>

#include "app/core/FileOps.h"
#include "app/core/RealPath.h"
#include "app/core/Text.h"
#include "exporters/publish/FileAccess.h"
#include "exporters/publish/Publishers.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

namespace fs = std::filesystem;

/// Lies in a folder that is being made while nothing but our own copies is in it.
constexpr QLatin1StringView kUnfinished{"unfinished"};

fs::path native(const QString& path) {
  return fs::path(QFile::encodeName(path).toStdString());
}
QString shown(const fs::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

/// One entry of a folder, by what tells whether it was changed meanwhile.
struct Entry {
  fs::path path;  ///< relative
  struct stat info {};
};

Result<QList<Entry>> entriesOf(const fs::path& folder, const Task& task) {
  QList<Entry> entries;
  std::error_code error;
  for (fs::recursive_directory_iterator walk(folder, error), end; !error && walk != end;
       walk.increment(error)) {
    OFFPRINT_TRY(task.check());
    Entry entry{walk->path().lexically_relative(folder)};
    if (::lstat(walk->path().c_str(), &entry.info) != 0)
      return files::lastSystemError(say("read"), shown(walk->path()));
    entries.append(std::move(entry));
  }
  if (!error) return entries;
  errno = error.value();
  return files::lastSystemError(say("read"), shown(folder));
}

qint64 moment(const struct stat& info) {
  return qint64(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
}
bool sameEntry(const struct stat& a, const struct stat& b) {
  if ((a.st_mode & S_IFMT) != (b.st_mode & S_IFMT)) return false;
  return S_ISDIR(a.st_mode) || (a.st_ino == b.st_ino && a.st_size == b.st_size && moment(a) == moment(b));
}

/// The folder, locked for this process; -1 when another one has it or it was exchanged meanwhile.
int lockFolder(const QString& path) {
  const QByteArray name = QFile::encodeName(path);
  const int descriptor = ::open(name.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat opened {};
  struct stat named {};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &opened) == 0 &&
      ::stat(name.constData(), &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev)
    return descriptor;
  ::close(descriptor);
  return -1;
}

Error cannotSwitch(int code, const QString& folder) {
  errno = code;
  const Error error = files::lastSystemError(say("exchange"), folder);
  return makeError(code == EACCES || code == EPERM ? ErrorCode::Denied : ErrorCode::Unsupported,
                   say("The new site could not take the place of the old one, which is untouched. The folder "
                       "must not be a mount point, and its parent must allow changes: choose a folder inside "
                       "of it."),
                   error.message)
      .at(folder);
}

/// A site in a folder of this computer. The new site is made beside it (unchanged and foreign files are
/// further names of the same files), then both exchange their names in one step (renameat2), so that a web
/// server finds the old site or the new one, never a mixture.
class FolderPublisher : public Publisher {
 public:
  explicit FolderPublisher(const QString& folder) : given_(QDir::cleanPath(folder)) {}
  FolderPublisher(const FolderPublisher&) = delete;
  FolderPublisher& operator=(const FolderPublisher&) = delete;
  ~FolderPublisher() override {
    if (!box_.isEmpty()) QDir(box_).removeRecursively();
    if (madeTarget_) QDir().rmdir(folder_);  // only when it is empty still
    for (const int lock : {lock_, boxLock_})
      if (lock >= 0) ::close(lock);
  }

  Result<HostState> open(Access access, const Task& task) override {
    folder_ = realPath(given_);
    if (access == Access::Write) OFFPRINT_TRY(prepare());
    if (!QFileInfo::exists(folder_)) return HostState();
    if (!QFileInfo(folder_).isDir())
      return makeError(ErrorCode::Conflict,
                       say("The target is a file, not a folder. Nothing was changed. Choose another place."))
          .at(folder_);
    task.report(say("Reading the folder"));
    auto entries = entriesOf(native(folder_), task);
    if (!entries) return entries.error();
    entries_ = *std::move(entries);
    HostState state;
    for (const Entry& entry : entries_)
      if (!S_ISDIR(entry.info.st_mode)) state.files.insert(shown(entry.path), {entry.info.st_size, {}, {}});
    if (state.files.contains(kHostManifest)) {
      auto list = files::read(absolute(kHostManifest));
      if (!list) return list.error();
      state.list = *std::move(list);
    }
    return state;
  }

  Result<void> identify(HostFiles& files, const QStringList& paths, const Task& task) override {
    qint64 done = 0;
    for (const QString& path : paths) {
      OFFPRINT_TRY(task.check());
      task.report(say("Comparing"), ++done, paths.size());
      struct stat info {};
      if (::lstat(QFile::encodeName(absolute(path)).constData(), &info) != 0 || !S_ISREG(info.st_mode)) {
        files[path].sha256 = "link";  // equals no content: it is not ours
        continue;
      }
      const auto hash = files::sha256OfFile(absolute(path));
      if (!hash) return hash.error();
      files[path].sha256 = hash->toLatin1();
    }
    return {};
  }

  QByteArray tagOf(const SiteFile&) const override { return {}; }

  Result<void> stage(const QString& path, const SiteFile& file, const Task&) override {
    OFFPRINT_TRY(openBox());
    OFFPRINT_TRY(publishStep("stage", path));
    const QString folder = path.section(u'/', 0, -2);
    OFFPRINT_TRY(makeStaged(folder));
    OFFPRINT_TRY(files::replaceByCopy(staged(path), file.source, partIn(folder)));
    gone_.insert(path);
    return carryFile(path);
  }

  Result<void> stageRemoval(const QString& path) override {
    gone_.insert(path);
    return {};
  }

  Result<void> verify(const DeployedFiles& wanted, const QByteArray& manifest, const QString&,
                      const Task& task) override {
    OFFPRINT_TRY(openBox());
    OFFPRINT_TRY(publishStep("manifest", folder_));
    OFFPRINT_TRY(files::replace(staged(kHostManifest), manifest, partIn({})));
    OFFPRINT_TRY(carryFile(kHostManifest));
    gone_.insert(kHostManifest);
    findKeptFolders();
    for (const Entry& entry : entries_) {
      OFFPRINT_TRY(task.check());
      OFFPRINT_TRY(carryOver(entry));
    }
    qint64 done = 0;
    for (auto file = wanted.begin(); file != wanted.end(); ++file) {
      OFFPRINT_TRY(task.check());
      task.report(say("Checking"), ++done, wanted.size());
      const auto hash = files::sha256OfFile(staged(file.key()));
      if (!hash) return hash.error();
      if (hash->toLatin1() != file->sha256)
        return makeError(ErrorCode::Conflict,
                         say("This file is not in the new site as it should be. The old site is untouched; "
                             "publish again."))
            .at(absolute(file.key()));
    }
    return {};
  }

  Result<Switched> switchOver(const Task&) override {
    OFFPRINT_TRY(publishStep("sync", folder_));
    if (::syncfs(boxLock_) != 0) return files::lastSystemError(say("write"), box_);
    OFFPRINT_TRY(files::removeFile(box_ + u'/' + kUnfinished));
    OFFPRINT_TRY(publishStep("switch", folder_));
    if (::renameat2(AT_FDCWD, QFile::encodeName(staged({})).constData(), AT_FDCWD,
                    QFile::encodeName(folder_).constData(), RENAME_EXCHANGE) != 0)
      return cannotSwitch(errno, folder_);
    madeTarget_ = false;
    Switched switched;
    // What somebody changed while the new site was made is not in it: that must not be thrown away.
    if (const QString changed = changedMeanwhile(); !changed.isEmpty()) {
      switched.findings.append(
          {Finding::Level::Warning,
           u"host.changed-meanwhile"_s,
           say("\"%1\" was changed in the folder while the site was published. The folder as "
               "it was is kept; take from it what you need, then delete it.")
               .arg(changed),
           {},
           staged({}),
           0});
      box_.clear();
      return switched;
    }
    // The site is online: what stays here now is removed by the next publication.
    if (publishStep("clean", folder_)) QDir(box_).removeRecursively();
    box_.clear();
    return switched;
  }

 private:
  QString absolute(const QString& path) const { return folder_ + u'/' + path; }
  QString staged(const QString& path) const {
    return path.isEmpty() ? box_ + u"/site"_s : box_ + u"/site/"_s + path;
  }
  QString boxPrefix() const { return u".offprint-publish-"_s + QFileInfo(folder_).fileName() + u'-'; }

  Result<void> prepare() {
    sweep();
    if (!QFileInfo::exists(folder_)) {
      OFFPRINT_TRY(files::makeFolder(folder_));
      madeTarget_ = true;
    }
    lock_ = lockFolder(folder_);
    if (lock_ >= 0 || !QFileInfo(folder_).isDir()) return {};
    return makeError(
               ErrorCode::Conflict,
               say("The folder cannot be locked: something else publishes to it. Nothing was changed. Wait "
                   "until it is done."))
        .at(folder_);
  }

  /// Removes what publications that were killed left beside the folder, unless it holds something that is
  /// nowhere else.
  void sweep() const {
    const QDir parent(QFileInfo(folder_).absolutePath());
    for (const QString& name :
         parent.entryList(QDir::Dirs | QDir::Hidden | QDir::NoSymLinks | QDir::NoDotAndDotDot)) {
      if (!name.startsWith(boxPrefix()) || name.size() != boxPrefix().size() + 6) continue;
      const QString box = parent.filePath(name);
      const int lock = lockFolder(box);
      if (lock < 0) continue;
      if (QFileInfo::exists(box + u'/' + kUnfinished) || holdsOnlyCopies(box)) QDir(box).removeRecursively();
      ::close(lock);
    }
  }
  static bool holdsOnlyCopies(const QString& box) {
    const auto entries = entriesOf(native(box + u"/site"_s), Task());
    if (!entries) return false;
    HostManifest list;
    if (const auto json = files::read(box + u"/site/"_s + kHostManifest))
      list = HostManifest::read(*json).value_or({});
    return std::all_of(entries->begin(), entries->end(), [&](const Entry& entry) {
      const QString path = shown(entry.path);
      if (S_ISDIR(entry.info.st_mode) || entry.info.st_nlink > 1 || path == kHostManifest) return true;
      const DeployedFiles ours = list.among({path});
      const auto hash = files::sha256OfFile(box + u"/site/"_s + path);
      return hash && ours.contains(path) && hash->toLatin1() == ours.value(path).sha256;
    });
  }

  Result<void> openBox() {
    if (!box_.isEmpty()) return {};
    OFFPRINT_TRY(publishStep("begin", folder_));
    QByteArray name = QFile::encodeName(QFileInfo(folder_).absolutePath() + u'/' + boxPrefix() + u"XXXXXX"_s);
    if (!::mkdtemp(name.data()))
      return files::lastSystemError(say("write"), QFileInfo(folder_).absolutePath());
    box_ = QFile::decodeName(name);
    boxLock_ = lockFolder(box_);
    OFFPRINT_TRY(files::replace(box_ + u'/' + kUnfinished, {}, box_ + u"/part"_s));
    return makeStaged({});
  }

  /// A file that is written lies in its folder from the start: the folder decides about its group and access.
  QString partIn(const QString& folder) const { return staged(folder) + u"/.offprint-publish-part"_s; }
  /// Makes a folder of the new site with those above it, each open to whom the old one is open. Empty: the
  /// site's own.
  Result<void> makeStaged(const QString& path) {
    if (made_.contains(path)) return {};
    if (!path.isEmpty()) OFFPRINT_TRY(makeStaged(path.section(u'/', 0, -2)));
    OFFPRINT_TRY(files::makeFolder(staged(path)));
    made_.insert(path);
    const QString old = path.isEmpty() ? folder_ : absolute(path);
    struct stat info {};
    if (::lstat(QFile::encodeName(old).constData(), &info) != 0 || !S_ISDIR(info.st_mode)) return {};
    return carryAccess(old, staged(path));
  }
  /// A file that takes the place of another is open to whom that was open.
  Result<void> carryFile(const QString& path) const {
    struct stat info {};
    if (::lstat(QFile::encodeName(absolute(path)).constData(), &info) != 0 || !S_ISREG(info.st_mode))
      return {};
    return carryAccess(absolute(path), staged(path));
  }

  /// Gives an entry of the old site a place in the new one: the same file under a further name.
  Result<void> carryOver(const Entry& entry) {
    const QString path = shown(entry.path);
    const fs::path from = native(folder_) / entry.path;
    const fs::path to = native(staged({})) / entry.path;
    if (S_ISDIR(entry.info.st_mode)) return keepFolder(entry.path);
    if (gone_.contains(path)) return {};
    OFFPRINT_TRY(publishStep("keep", path));
    OFFPRINT_TRY(makeStaged(shown(entry.path.parent_path())));
    std::error_code error;
    bool copied = true;
    if (S_ISLNK(entry.info.st_mode)) {
      fs::copy_symlink(from, to, error);
    } else if (::link(from.c_str(), to.c_str()) != 0) {
      // Some file systems have no further names; others forbid them for files of other users.
      if (!S_ISREG(entry.info.st_mode)) return files::lastSystemError(say("keep"), absolute(path));
      fs::copy_file(from, to, error);
      if (!error) fs::last_write_time(to, fs::last_write_time(from, error), error);
    } else {
      copied = false;
    }
    if (!error) {
      gone_.insert(path);
      return copied ? carryAccess(absolute(path), staged(path)) : Result<void>();
    }
    errno = error.value();
    return files::lastSystemError(say("keep"), absolute(path));
  }
  /// Folders that held nothing stay; others come with their files.
  Result<void> keepFolder(const fs::path& path) {
    std::error_code error;
    if (!fs::is_empty(native(folder_) / path, error) && !keptFolders_.contains(path)) return {};
    return makeStaged(shown(path));
  }
  /// Every folder above a file that stays.
  void findKeptFolders() {
    for (const Entry& entry : entries_) {
      if (S_ISDIR(entry.info.st_mode) || gone_.contains(shown(entry.path))) continue;
      for (fs::path folder = entry.path.parent_path(); !folder.empty(); folder = folder.parent_path())
        if (!keptFolders_.insert(folder).second) break;
    }
  }

  QString changedMeanwhile() const {
    const auto now = entriesOf(native(staged({})), Task());
    if (!now) return folder_;
    std::map<fs::path, const Entry*> before;
    for (const Entry& entry : entries_)
      before[entry.path] = &entry;
    for (const Entry& entry : *now) {
      const auto known = before.find(entry.path);
      if (known == before.end() || !sameEntry(known->second->info, entry.info)) return shown(entry.path);
    }
    return {};
  }

  QString given_;
  QString folder_;  ///< links followed
  QString box_;     ///< holds the new site, later the old one
  QList<Entry> entries_;
  QSet<QString> made_;  ///< folders of the new site
  QSet<QString> gone_;  ///< what does not come from the old site, or has come
  std::set<fs::path> keptFolders_;
  int lock_ = -1;
  int boxLock_ = -1;
  bool madeTarget_ = false;
};

Result<std::unique_ptr<Publisher>> make(const QJsonObject& settings, const SecretSource&) {
  const QString path = settings.value("path"_L1).toString();
  if (!QDir::isAbsolutePath(path) || QDir::cleanPath(path) == "/"_L1)
    return makeError(ErrorCode::InvalidInput,
                     say("path: give the whole path of a folder, from \"/\" on. \"%1\" is none.").arg(path));
  return std::unique_ptr<Publisher>(std::make_unique<FolderPublisher>(path));
}

/// Whether two folders beside the site can exchange their names, and the site is none that cannot be moved.
Result<void> tryExchange(const QString& folder, const QByteArray& first, const QByteArray& second) {
  struct statx info {};
  if (::statx(AT_FDCWD, QFile::encodeName(folder).constData(), 0, STATX_BASIC_STATS, &info) == 0 &&
      (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0)
    return cannotSwitch(EBUSY, folder);
  if (::renameat2(AT_FDCWD, first.constData(), AT_FDCWD, second.constData(), RENAME_EXCHANGE) != 0)
    return cannotSwitch(errno, folder);
  return {};
}

QList<TargetTest> test(const QJsonObject& settings, const SecretSource&, const Task& task) {
  const QString path = settings.value("path"_L1).toString();
  QList<TargetTest> steps;
  auto publisher = make(settings, noSecrets());
  const auto state =
      publisher ? (*publisher)->open(Publisher::Access::Look, task) : Result<HostState>(publisher.error());
  steps.append({say("Read the folder"), state ? Result<void>() : Result<void>(state.error())});
  if (!state) return steps;
  const QString folder = realPath(path);
  const QString parent = QFileInfo(folder).absolutePath();
  const QByteArray place = QFile::encodeName(parent + u"/.offprint-publish-test-XXXXXX"_s);
  QByteArray first = place;
  QByteArray second = place;
  const bool made = ::mkdtemp(first.data()) && ::mkdtemp(second.data());
  steps.append({say("Write beside it"),
                made ? Result<void>() : Result<void>(files::lastSystemError(say("write"), parent))});
  if (made) steps.append({say("Exchange folders in one step"), tryExchange(folder, first, second)});
  if (made && steps.constLast().result && QFileInfo::exists(folder))
    steps.append({say("Keep owner, group and permissions"), carryAccess(folder, QFile::decodeName(first))});
  for (const QByteArray& probe : {first, second})
    if (probe != place) ::rmdir(probe.constData());
  return steps;
}

}  // namespace

PublisherType folderTarget() {
  return {
      u"folder"_s,
      say("Folder"),
      say("A folder of this computer that a web server shows: the new site is made beside it, then takes its "
          "place in one step."),
      {targetField(u"path"_s, say("Folder"), say("Whole path; empty or not there yet."), true)},
      make,
      test,
      u"path"_s};
}

}  // namespace offprint
