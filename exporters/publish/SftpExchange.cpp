#include <algorithm>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/publish/SftpPublisher.h"

namespace offprint::sftp {
namespace {

constexpr int kTurns = 4;

/// When a file comes into its place: first what pages show, then pages from the deepest to the home page,
/// lists and feeds, which name them, and the manifest, which says that all of it is there.
int turnOf(const QByteArray& path) {
  if (path == manifestPath()) return kTurns - 1;
  const bool page = path.endsWith(".html") || path.endsWith(".htm");
  const bool index = path.endsWith(".xml") || path.endsWith(".atom") || path.endsWith(".json");
  if (page) return path.count('/') > 1 ? 1 : 2;
  return index ? 2 : 0;
}

Error changedMeanwhile(const QByteArray& path) {
  return makeError(ErrorCode::Conflict,
                   say("This was changed on the host while the site was published. Nothing was exchanged; "
                       "publish again, and it is kept."))
      .at(QString::fromUtf8(path));
}

bool sameEntry(const Entry& a, const Entry& b) {
  return a.mode == b.mode && (a.isFolder() || (a.bytes == b.bytes && a.modified == b.modified));
}

bool isBelow(const QByteArray& path, const QByteArray& folder) {
  return path.startsWith(folder + '/');
}

}  // namespace

/// What of the visible site is in the new one as it is.
QList<QByteArray> SftpPublisher::kept() const {
  QList<QByteArray> paths;
  for (auto entry = before_.begin(); entry != before_.end(); ++entry)
    if (!entry->isFolder() && !sent_.contains(entry.key()) && !removed_.contains(entry.key()))
      paths.append(entry.key());
  return paths;
}

Result<void> SftpPublisher::build(const DeployedFiles& wanted, const Task& task) {
  Tree there;
  if (made_.isEmpty()) {
    made_ = newReleaseName(site_.current);
  } else if (auto tree = below(*line_, next({}), task)) {
    there = *std::move(tree);
  } else if (tree.error().code != ErrorCode::NotFound) {
    return tree.error();
  }
  OFFPRINT_TRY(makeNextFolders(task));
  OFFPRINT_TRY(fill(there, task));
  return checkBuilt(wanted, task);
}

/// Folders that held nothing stay; others come with their files. Each is open to whom the old one is open.
Result<void> SftpPublisher::makeNextFolders(const Task& task) {
  QList<QByteArray> paths = kept();
  for (const auto& [path, parcel] : sent_)
    paths.append(path);
  for (auto entry = before_.begin(); entry != before_.end(); ++entry) {
    const auto below = before_.upperBound(entry.key() + '/');
    const bool empty = below == before_.end() || !isBelow(below.key(), entry.key());
    if (entry->isFolder() && empty) paths.append(entry.key() + "/.");
  }
  const QList<QByteArray> folders = foldersOf(paths);
  QList<QByteArray> all{site_.releases(), next({})};
  for (const QByteArray& folder : folders)
    all.append(next(folder));
  OFFPRINT_TRY(makeFolders(*line_, all, task));
  const auto root = site_.exists ? line_->now(stat(site_.root), task) : Result<Answer>(Answer());
  if (!root) return root.error();
  const auto carry = [this](const QByteArray& folder, const Entry& old) {
    if (old.isFolder()) line_->ask(change(next(folder), {-1, old.permissions()}));
  };
  carry({}, root->entries.value(0));
  for (const QByteArray& folder : folders)
    carry(folder, before_.value(folder));
  return line_->settle(0, task);
}

/// Gives every file of the new site its place: those that were sent move there, the others get a second name.
Result<void> SftpPublisher::fill(const Tree& there, const Task& task) {
  for (auto& [path, parcel] : sent_) {
    if (there.contains(path)) continue;
    askReplace(*line_, parcel.to, next(path),
               [&parcel = parcel](const Result<Answer>& moved) -> Result<void> {
                 parcel.placed = moved.has_value();
                 return moved ? Result<void>() : moved.error();
               });
    OFFPRINT_TRY(line_->settle(Line::kWindow, task));
  }
  QList<QByteArray> refused;
  QList<QByteArray> links;
  for (const QByteArray& path : kept()) {
    if (there.contains(path)) continue;
    if (before_.value(path).isLink()) {
      links.append(path);
      continue;
    }
    OFFPRINT_TRY(publishStep("keep", QString::fromUtf8(path)));
    line_->ask(hardLink(at(path), next(path)), [&refused, path](const Result<Answer>& linked) {
      // Some file systems give no second names; others forbid them for files of other users.
      if (!linked) refused.append(path);
      return Result<void>();
    });
    OFFPRINT_TRY(line_->settle(Line::kWindow, task));
  }
  OFFPRINT_TRY(line_->settle(0, task));
  for (const QByteArray& path : refused)
    OFFPRINT_TRY(copyFile(*line_, at(path), next(path), before_.value(path), task));
  for (const QByteArray& path : links)
    OFFPRINT_TRY(keepLink(path, task));
  return {};
}

Result<void> SftpPublisher::keepLink(const QByteArray& path, const Task& task) {
  const auto link = line_->now(readLink(at(path)), task);
  if (!link) return link.error();
  return makeLink(*line_, link->entries.value(0).name, next(path), task);
}

Result<void> SftpPublisher::checkBuilt(const DeployedFiles& wanted, const Task& task) {
  const auto built = below(*line_, next({}), task);
  if (!built) return built.error();
  const auto wrong = [](const QString& path) {
    return makeError(ErrorCode::Conflict,
                     say("This file is not in the new site as it should be. The old site is untouched; "
                         "publish again."))
        .at(path);
  };
  for (auto file = wanted.begin(); file != wanted.end(); ++file) {
    const Entry entry = built->value(file.key().toUtf8());
    if (!entry.isFile() ||
        QByteArray::number(entry.bytes) + '-' + QByteArray::number(entry.modified) != file->tag)
      return wrong(file.key());
  }
  for (const QByteArray& path : kept())
    if (!built->contains(path)) return wrong(QString::fromUtf8(path));
  return {};
}

/// Whether the visible site is as it was looked at.
Result<void> SftpPublisher::unchanged(const Task& task) {
  const auto now = visible(task);
  if (!now) return now.error();
  for (auto entry = now->begin(); entry != now->end(); ++entry)
    if (!before_.contains(entry.key()) || !sameEntry(before_.value(entry.key()), *entry))
      return changedMeanwhile(at(entry.key()));
  for (auto entry = before_.begin(); entry != before_.end(); ++entry)
    if (!now->contains(entry.key())) return changedMeanwhile(at(entry.key()));
  return {};
}

/// One rename of the link. From there on nothing is cancelled: half known is worse than late.
Result<void> SftpPublisher::showRelease(const Task& task) {
  const auto shown = line_->now(readLink(site_.place), task);
  if (!shown && shown.error().code == ErrorCode::Network) return shown.error();
  const QByteArray link = shown ? shown->entries.value(0).name : QByteArray();
  if (link == site_.linkTo(made_)) return {};  // its answer was lost
  if (!site_.current.isEmpty() && link != site_.linkTo(site_.current)) return changedMeanwhile(site_.place);
  OFFPRINT_TRY(unchanged(task));
  const Task last;
  const auto named = line_->now(rename(next({}), site_.release(made_)), last);
  if (!named && !line_->now(lstat(site_.release(made_)), last)) return named.error();
  OFFPRINT_TRY(makeLink(*line_, site_.linkTo(made_), site_.box + "/link", last));
  if (site_.exists && site_.current.isEmpty()) {
    const auto removed = line_->now(removeFolder(site_.place), last);  // an empty one: Site::find()
    if (!removed) return removed.error();
  }
  const auto switched = line_->now(renameOver(site_.box + "/link", site_.place), last);
  return switched ? Result<void>() : Result<void>(switched.error());
}

/// Ours that go and are where a new one needs a folder, or are in a folder where a new file is to be.
QList<QByteArray> SftpPublisher::inTheWay() const {
  QList<QByteArray> paths;
  for (const QByteArray& path : removed_) {
    const auto below = sent_.upper_bound(path + '/');
    bool blocks = below != sent_.end() && isBelow(below->first, path);
    for (QByteArray folder = parentOf(path); !folder.isEmpty() && !blocks; folder = parentOf(folder))
      blocks = sent_.contains(folder);
    if (blocks) paths.append(path);
  }
  return paths;
}

Result<void> SftpPublisher::takeAway(const QList<QByteArray>& paths, const Task& task) {
  QList<QByteArray> files;
  QList<QByteArray> folders;
  for (const QByteArray& path : paths)
    files.append(at(path));
  for (const QByteArray& folder : foldersOf(paths))
    folders.append(at(folder));
  OFFPRINT_TRY(removeFiles(*line_, files, task));
  return removeEmpty(*line_, folders, task);
}

/// From the first file on nothing is cancelled: a mixture would stay.
Result<void> SftpPublisher::exchangeFiles(const Task& task) {
  if (!exchanging_) OFFPRINT_TRY(unchanged(task));
  task.report(say("Exchanging the files"));
  const Task going;
  const auto list = files::read(sent_.at(manifestPath()).file.source);
  if (!list) return list.error();
  OFFPRINT_TRY(writeWhole(*line_, site_.box + '/' + kBegun, *list, Open::Replace, task));
  exchanging_ = true;
  OFFPRINT_TRY(takeAway(inTheWay(), going));
  QList<QByteArray> paths;
  for (const auto& [path, parcel] : sent_)
    paths.append(path);
  QList<QByteArray> folders;
  if (!site_.exists) folders.append(site_.root);
  for (const QByteArray& folder : foldersOf(paths))
    folders.append(at(folder));
  OFFPRINT_TRY(makeFolders(*line_, folders, going));
  for (int turn = 0; turn < kTurns; ++turn) {
    if (turn == kTurns - 1) OFFPRINT_TRY(takeAway(removed_, going));
    OFFPRINT_TRY(placeTurn(turn, going));
  }
  return {};
}

Result<void> SftpPublisher::placeTurn(int turn, const Task& task) {
  QList<QByteArray> paths;
  for (const auto& [path, parcel] : sent_)
    if (!parcel.placed && turnOf(path) == turn) paths.append(path);
  std::stable_sort(paths.begin(), paths.end(),
                   [](const QByteArray& a, const QByteArray& b) { return a.count('/') > b.count('/'); });
  for (const QByteArray& path : paths) {
    OFFPRINT_TRY(publishStep("place", QString::fromUtf8(path)));
    Parcel& parcel = sent_.at(path);
    askReplace(*line_, parcel.to, at(path), [&parcel](const Result<Answer>& moved) -> Result<void> {
      parcel.placed = moved.has_value();
      return moved ? Result<void>() : moved.error();
    });
    OFFPRINT_TRY(line_->settle(Line::kWindow, task));
  }
  return line_->settle(0, task);
}

}  // namespace offprint::sftp
