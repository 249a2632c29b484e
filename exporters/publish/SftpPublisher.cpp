#include "exporters/publish/SftpPublisher.h"

#include <algorithm>
#include <QtEndian>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::sftp {
namespace {

constexpr qint64 kMostList = 256 * 1024 * 1024;  ///< bytes of the list of our files

QByteArray tag(qint64 bytes, qint64 modified) {
  return QByteArray::number(bytes) + '-' + QByteArray::number(modified);
}

constexpr qsizetype kHash = 40;  ///< letters

/// Name of a file on its way: by its place and content, so that the next publication finds what came whole,
/// and by the time that it gets when it is.
QByteArray boxHash(const QByteArray& path, const SiteFile& file) {
  return files::sha256(path + '\n' + file.sha256).left(kHash).toLatin1();
}
QByteArray boxName(const QByteArray& hash, qint64 time) {
  return hash + '.' + QByteArray::number(time);
}

}  // namespace

SftpPublisher::~SftpPublisher() {
  // What was not shown goes; without a connection the next publication clears it away.
  if (line_ && !line_->broken() && lock_ && lock_->held() && !done_) (void)cleanUp(Task());
}

Result<void> SftpPublisher::connect(const Task& task) {
  if (line_ && !line_->broken()) return {};
  uploads_.reset();
  line_.reset();
  task.report(say("Connecting to %1").arg(settings_.ssh.host));
  auto line = Line::open(settings_.ssh, secrets_, task);
  if (!line) return line.error();
  line_ = *std::move(line);
  if (time_ != 0) uploads_ = std::make_unique<Uploads>(*line_, time_);
  return {};
}

/// After a lost connection: the lock is taken up again, and what did not arrive is sent once more.
Result<void> SftpPublisher::reconnect(const Task& task) {
  if (line_ && !line_->broken()) return {};
  OFFPRINT_TRY(connect(task));
  OFFPRINT_TRY(lock_->take(*line_, task));
  OFFPRINT_TRY(findSent(task));
  for (auto& [path, parcel] : sent_) {
    if (parcel.confirmed) continue;
    begin(path, parcel);
    OFFPRINT_TRY(line_->settle(Line::kWindow, task));
  }
  return {};
}

Result<HostState> SftpPublisher::open(Access access, const Task& task) {
  OFFPRINT_TRY(connect(task));
  auto site = Site::find(*line_, settings_, task);
  if (!site) return site.error();
  site_ = *std::move(site);
  if (access == Access::Write) OFFPRINT_TRY(prepare(task));
  task.report(say("Reading the folder"));
  auto tree = visible(task);
  if (!tree) return tree.error();
  before_ = *std::move(tree);
  if (access == Access::Write) chooseTime();
  HostState state;
  for (auto entry = before_.begin(); entry != before_.end(); ++entry)
    if (!entry->isFolder()) state.files.insert(QString::fromUtf8(entry.key()), {entry->bytes, {}, {}});
  if (state.files.contains(kHostManifest)) {
    auto list = readWhole(*line_, at(manifestPath()), kMostList, task);
    if (!list) return list.error();
    left_ = HostManifest::read(*list).value_or({}).among(state.files.keys());
    state.list = *std::move(list);
  }
  auto begun = readBegun(task);
  if (!begun) return begun.error();
  if (*begun) begun_ = HostManifest::read(**begun).value_or({}).among(state.files.keys());
  state.begun = *std::move(begun);
  return state;
}

/// The list of a publication file by file that did not come to its end. It lies in the box.
Result<std::optional<QByteArray>> SftpPublisher::readBegun(const Task& task) {
  if (site_.way == Site::Way::Releases) return std::optional<QByteArray>();
  for (const QByteArray& box : {site_.box, at(Site::kBox.toByteArray())}) {
    auto content = readWhole(*line_, box + '/' + kBegun, kMostList, task);
    if (content) return std::optional<QByteArray>(*std::move(content));
    if (content.error().code != ErrorCode::NotFound) return content.error();
  }
  return std::optional<QByteArray>();
}

/// Everything below the visible folder, without a box in it (makeBox()).
Result<Tree> SftpPublisher::visible(const Task& task) {
  auto tree = below(*line_, site_.root.isEmpty() ? QByteArray("/") : site_.root, task);
  if (!tree) return tree.error().code == ErrorCode::NotFound ? Result<Tree>(Tree()) : tree.error();
  static const QByteArray box = Site::kBox.toByteArray();
  if (site_.way == Site::Way::Stepwise)
    tree->removeIf([](const auto& entry) { return entry.key() == box || entry.key().startsWith(box + '/'); });
  return tree;
}

Result<void> SftpPublisher::prepare(const Task& task) {
  OFFPRINT_TRY(publishStep("begin", QString::fromUtf8(site_.place)));
  OFFPRINT_TRY(makeBox(task));
  if (!lock_) lock_ = std::make_unique<HostLock>(site_.box + "/lock");
  OFFPRINT_TRY(lock_->take(*line_, task));
  return sweep(task);
}

/// Beside the place, where no visitor sees it; in it, where the account may write nowhere else.
Result<void> SftpPublisher::makeBox(const Task& task) {
  const auto made = makeFolders(*line_, {site_.box}, task);
  if (made || made.error().code != ErrorCode::Denied) return made;
  if (!site_.exists || site_.way == Site::Way::Releases) return made;
  site_.box = at(Site::kBox.toByteArray());
  return makeFolders(*line_, {site_.box}, task);
}

/// Removes what publications that were cut off left, but files that came whole.
Result<void> SftpPublisher::sweep(const Task& task) {
  auto box = below(*line_, site_.box, task);
  if (!box) return box.error();
  QList<QByteArray> parts;
  leftover_.clear();
  for (auto entry = box->begin(); entry != box->end(); ++entry) {
    const QByteArray hash = entry.key().left(kHash);
    const bool whole = entry->isFile() && entry.key() == boxName(hash, entry->modified);
    if (whole) leftover_.insert(hash, *entry);
    if (!whole && entry.key().size() > kHash && entry.key().at(kHash) == '.')
      parts.append(site_.box + '/' + entry.key());
  }
  OFFPRINT_TRY(removeFiles(*line_, parts, task));
  return site_.way == Site::Way::Releases ? letReleasesGo(task) : Result<void>();
}

/// Removes what was never shown, and releases older than the one before the visible one.
Result<void> SftpPublisher::letReleasesGo(const Task& task) {
  const auto listed = line_->now(openFolder(site_.releases()), task);
  if (!listed) return listed.error().code == ErrorCode::NotFound ? Result<void>() : listed.error();
  QList<QByteArray> names;
  for (;;) {
    const auto some = line_->now(readFolder(listed->data, site_.releases()), task);
    if (!some) return some.error();
    if (some->atEnd) break;
    for (const Entry& entry : some->entries)
      if (entry.isFolder()) names.append(entry.name);
  }
  line_->ask(close(listed->data));
  QByteArray previous;
  for (const QByteArray& name : names)
    if (isReleaseName(name) && name < site_.current) previous = std::max(previous, name);
  for (const QByteArray& name : names) {
    const bool part = name.endsWith(".part") && isReleaseName(name.chopped(5));
    if (part || (isReleaseName(name) && name != site_.current && name != previous))
      OFFPRINT_TRY(removeTree(*line_, site_.release(name), task));
  }
  return {};
}

/// A time that no file there has: with it and the size a file of this publication is told from every other,
/// also from what somebody writes there in the same second.
void SftpPublisher::chooseTime() {
  QSet<qint64> taken;
  for (const Entry& entry : before_)
    taken.insert(entry.modified);
  for (const Entry& entry : leftover_)
    taken.insert(entry.modified);
  time_ = lock_->hostTime() - 1;
  while (taken.contains(time_))
    --time_;
  uploads_ = std::make_unique<Uploads>(*line_, time_);
}

Result<void> SftpPublisher::identify(HostFiles& files, const QStringList& paths, const Task& task) {
  QList<QByteArray> unknown;
  for (const QString& path : paths) {
    const Entry entry = before_.value(path.toUtf8());
    HostFile& file = files[path];
    file.tag = tag(entry.bytes, entry.modified);
    DeployedFile left = left_.value(path);
    if (left.tag != file.tag) left = begun_.value(path);
    if (!entry.isFile()) {
      file.sha256 = "link";  // equals no content: it is not ours
    } else if (!left.sha256.isEmpty() && left.tag == file.tag) {
      file.sha256 = left.sha256;
    } else {
      unknown.append(at(path.toUtf8()));
    }
  }
  if (unknown.isEmpty()) return {};
  OFFPRINT_TRY(connect(task));
  qint64 done = 0;
  return hashes(
      *line_, unknown,
      [&](const QByteArray& path, const QByteArray& sha256) {
        files[QString::fromUtf8(path.mid(site_.root.size() + 1))].sha256 = sha256;
        task.report(say("Comparing"), ++done, unknown.size());
      },
      task);
}

QByteArray SftpPublisher::tagOf(const SiteFile& file) const {
  return time_ == 0 ? QByteArray() : tag(file.bytes, time_);
}

void SftpPublisher::begin(const QByteArray& path, Parcel& parcel) {
  const Entry old = before_.value(path);
  parcel.permissions = old.isFile() ? qint64(old.permissions()) : -1;
  uploads_->begin(parcel);
}

Result<void> SftpPublisher::stage(const QString& path, const SiteFile& file, const Task& task) {
  OFFPRINT_TRY(reconnect(task));
  OFFPRINT_TRY(publishStep("stage", path));
  const QByteArray name = path.toUtf8();
  if (!sent_.contains(name)) {
    const QByteArray hash = boxHash(name, file);
    Parcel& parcel = sent_[name];
    parcel.file = file;
    parcel.to = site_.box + '/' + boxName(hash, time_);
    if (leftover_.contains(hash) && leftover_.value(hash).bytes == file.bytes) {
      takeUp(name, parcel, leftover_.take(hash));
    } else {
      begin(name, parcel);
    }
  }
  lock_->beat(*line_);
  const auto settled = line_->settle(Line::kWindow, task);
  return settled ? settled : told(settled.error(), task).at(path);
}

/// A file that came whole before.
void SftpPublisher::takeUp(const QByteArray& path, Parcel& parcel, const Entry& leftover) {
  const Entry old = before_.value(path);
  askReplace(*line_, site_.box + '/' + leftover.name, parcel.to, {});
  line_->ask(change(parcel.to, {time_, old.isFile() ? qint64(old.permissions()) : -1}),
             [&parcel](const Result<Answer>& changed) -> Result<void> {
               parcel.confirmed = changed.has_value();
               return changed ? Result<void>() : changed.error();
             });
}

Result<void> SftpPublisher::stageRemoval(const QString& path) {
  removed_.append(path.toUtf8());
  return {};
}

/// A full disk has no code of its own in this protocol: the host is asked.
Error SftpPublisher::told(const Error& error, const Task& task) {
  if (error.code != ErrorCode::Io || line_->broken()) return error;
  const auto space = line_->now(freeSpace(site_.box), task);
  constexpr qsizetype kFree = 4 * 8;  // f_bavail, the fifth of its numbers
  if (!space || space->data.size() < kFree + 8) return error;
  if (qFromBigEndian<quint64>(space->data.constData() + kFree) > 0) return error;
  return makeError(ErrorCode::DiskFull,
                   say("The disk of the host is full, or your share of it. The site that is online is "
                       "untouched. Make room there, then publish again."),
                   error.detail)
      .at(error.file);
}

/// What of ours is on the host after a lost connection, in the box or where it goes.
Result<void> SftpPublisher::findSent(const Task& task) {
  const auto box = below(*line_, site_.box, task);
  if (!box) return box.error();
  const auto placed = made_.isEmpty() ? visible(task) : below(*line_, next({}), task);
  if (!placed && placed.error().code != ErrorCode::NotFound) return placed.error();
  for (auto& [path, parcel] : sent_) {
    const QByteArray name = parcel.to.mid(site_.box.size() + 1);
    const bool arrived = box->contains(name) && ours(box->value(name), parcel);
    parcel.placed = !arrived && placed && placed->contains(path) && ours(placed->value(path), parcel);
    parcel.confirmed = arrived || parcel.placed;
  }
  return {};
}

Result<void> SftpPublisher::stageManifest(const QByteArray& manifest) {
  const QByteArray name = manifestPath();
  if (sent_.contains(name)) return {};
  Parcel& parcel = sent_[name];
  parcel.file = {files::sha256(manifest).toLatin1(), manifest.size(), here_.filePath(u"list"_s)};
  parcel.to = site_.box + '/' + boxName(boxHash(name, parcel.file), time_);
  OFFPRINT_TRY(files::writeAtomic(parcel.file.source, manifest));
  begin(name, parcel);
  return {};
}

Result<void> SftpPublisher::verify(const DeployedFiles& wanted, const QByteArray& manifest, const QString&,
                                   const Task& task) {
  OFFPRINT_TRY(reconnect(task));
  OFFPRINT_TRY(publishStep("manifest", QString::fromUtf8(site_.place)));
  task.report(say("Checking"));
  OFFPRINT_TRY(stageManifest(manifest));
  lock_->beat(*line_);
  if (const auto settled = line_->settle(0, task); !settled) return told(settled.error(), task);
  if (site_.way == Site::Way::Stepwise) return checkBox(task);
  if (!site_.exists && made_.isEmpty()) {
    const auto link = makeLink(*line_, "test", site_.box + "/link", task);
    if (!link && link.error().code == ErrorCode::Unsupported &&
        settings_.exchange == Settings::Exchange::Auto) {
      site_.way = Site::Way::Stepwise;
      return checkBox(task);
    }
    if (!link) return link.error();
  }
  const auto built = build(wanted, task);
  return built ? built : told(built.error(), task);
}

/// Every file that was sent lies in the box, whole.
Result<void> SftpPublisher::checkBox(const Task& task) {
  const auto box = below(*line_, site_.box, task);
  if (!box) return box.error();
  for (const auto& [path, parcel] : sent_)
    if (!parcel.confirmed || !ours(box->value(parcel.to.mid(site_.box.size() + 1)), parcel))
      return makeError(ErrorCode::Conflict,
                       say("This file did not arrive on the host as it should. The site that is online is "
                           "untouched; publish again."))
          .at(QString::fromUtf8(path));
  return {};
}

Result<Switched> SftpPublisher::switchOver(const Task& task) {
  OFFPRINT_TRY(reconnect(task));
  OFFPRINT_TRY(publishStep("switch", QString::fromUtf8(site_.place)));
  if (site_.way == Site::Way::Releases) {
    OFFPRINT_TRY(showRelease(task));
  } else {
    const auto exchanged = exchangeFiles(task);
    if (!exchanged && !exchanging_) return exchanged.error();
    if (!exchanged) {
      Error error = exchanged.error();
      error.message += u' ' + say("Some files of the new site are online already. Publish again: it goes on "
                                  "where it stopped.");
      return error;
    }
  }
  done_ = true;
  // The site is online: what stays here now is removed by the next publication.
  if (publishStep("clean", QString::fromUtf8(site_.place))) (void)cleanUp(Task());
  return Switched();
}

Result<void> SftpPublisher::cleanUp(const Task& task) {
  if (exchanging_ && !done_) return lock_->release(*line_, task);  // the next one goes on with what is there
  if (!made_.isEmpty() && done_) {
    site_.current = made_;
    OFFPRINT_TRY(letReleasesGo(task));
  } else if (!made_.isEmpty()) {
    OFFPRINT_TRY(removeTree(*line_, next({}), task));
    OFFPRINT_TRY(removeTree(*line_, site_.release(made_), task));
    OFFPRINT_TRY(removeEmpty(*line_, {site_.releases()}, task));
  }
  OFFPRINT_TRY(removeTree(*line_, site_.box, task));
  return lock_->release(*line_, task);
}

}  // namespace offprint::sftp
