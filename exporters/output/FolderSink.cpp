#include "exporters/output/FolderSink.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/core/FileOps.h"
#include "app/core/RelativePath.h"
#include "app/core/Text.h"
#include "exporters/site/BuildManifest.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr QLatin1StringView kJournal{".offprint-site.journal"};
constexpr QLatin1StringView kTemporary{".offprint-site.part"};
constexpr int kVersion = 1;

bool inspect(const QString& path, struct stat& info) {
  return ::lstat(QFile::encodeName(path).constData(), &info) == 0;
}

qint64 changedAt(const struct stat& info) {
  return qint64(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
}

QByteArray emptyManifest() {
  return QJsonDocument(
             QJsonObject{{u"format"_s, kSiteFormat}, {u"version"_s, kVersion}, {u"files"_s, QJsonObject()}})
      .toJson(QJsonDocument::Compact);
}

/// The first names of a folder, for a sentence that says what is in the way.
QString someEntries(const QString& folder) {
  QStringList names =
      QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
  const bool more = names.size() > 3;
  names = names.mid(0, 3);
  return names.join(", "_L1) + (more ? u", …"_s : QString());
}

}  // namespace

FolderSink::FolderSink(const QString& folder)
    : folder_(QDir::cleanPath(QDir::current().absoluteFilePath(folder))) {}

FolderSink::~FolderSink() {
  if (journal_ >= 0) ::close(journal_);
  if (lock_ >= 0) ::close(lock_);
}

QString FolderSink::temporary() const {
  return absolute(kTemporary);
}

Result<void> FolderSink::begin() {
  const QFileInfo info(folder_);
  if (info.exists() && !info.isDir()) {
    return makeError(ErrorCode::Conflict,
                     say("The site was not written: this is a file, not a folder. Choose another place."))
        .at(folder_);
  }
  OFFPRINT_TRY(files::makeFolder(folder_));
  OFFPRINT_TRY(lock());
  OFFPRINT_TRY(readMarker());
  readJournal();
  return {};
}

Result<void> FolderSink::lock() {
  lock_ = ::open(QFile::encodeName(folder_).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) return files::lastSystemError(say("open"), folder_);
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return {};
  return makeError(ErrorCode::Conflict, say("The site was not written: another export is writing to this "
                                            "folder. Wait until it is done."))
      .at(folder_);
}

Result<void> FolderSink::readMarker() {
  const QString path = absolute(kSiteMarker);
  struct stat info {};
  if (!inspect(path, info)) {
    if (!files::emptyOrAbsent(folder_)) {
      return makeError(
                 ErrorCode::Conflict,
                 say("The site was not written: the folder holds files that Offprint did not put there (%1). "
                     "Nothing was changed. Choose an empty folder, or one with an exported site.")
                     .arg(someEntries(folder_)))
          .at(folder_);
    }
    return files::writeAtomic(path, emptyManifest());
  }
  auto content = files::read(path);
  if (!content) return content.error();
  marker_ = BuildManifest::named(*content, [this] { return files::below(folder_); });
  const QJsonObject manifest = QJsonDocument::fromJson(marker_).object();
  if (manifest.value("format"_L1).toString() != kSiteFormat) {
    return makeError(ErrorCode::Corrupt, say("The site was not written: the list of its files is damaged. "
                                             "Nothing was changed. Export to "
                                             "an empty folder instead."))
        .at(path);
  }
  if (manifest.value("version"_L1).toInt() > kVersion) {
    return makeError(ErrorCode::VersionTooNew, say("The site was not written: a newer Offprint wrote this "
                                                   "folder. Nothing was changed. Update "
                                                   "Offprint, or export to an empty folder."))
        .at(path);
  }
  written_ = *std::move(content);
  markerTime_ = changedAt(info);
  const QStringList paths = manifest.value("files"_L1).toObject().keys();
  std::copy_if(paths.begin(), paths.end(), std::inserter(ours_, ours_.end()), staysBelow);
  return {};
}

void FolderSink::readJournal() {
  const auto journal = files::read(absolute(kJournal));
  if (!journal) return;  // absent: the last build finished
  for (const QByteArray& line : journal->split('\n')) {
    const QString path = QString::fromUtf8(line);
    if (!staysBelow(path) || ours_.contains(path)) continue;
    journalled_ += path;
    ours_.insert(path);
  }
}

QStringList FolderSink::leftovers() {
  return journalled_;
}

bool FolderSink::intact(const QString& path, qint64 bytes, const QByteArray& sha256) {
  struct stat info {};
  const QString file = absolute(path);
  if (!inspect(file, info) || !S_ISREG(info.st_mode) || info.st_size != bytes) return false;
  if (changedAt(info) < markerTime_) return true;
  const auto found = files::sha256OfFile(file);
  return found && found->toLatin1() == sha256;
}

/// Every part of the path below the folder must be a real folder: a link would lead out of the site.
Result<void> FolderSink::prepareFolder(const QString& path) {
  for (qsizetype slash = path.indexOf(u'/'); slash >= 0; slash = path.indexOf(u'/', slash + 1)) {
    const QString part = path.left(slash);
    if (folders_.contains(part)) continue;
    struct stat info {};
    if (inspect(absolute(part), info)) {
      if (!S_ISDIR(info.st_mode)) {
        return makeError(ErrorCode::Conflict, S_ISLNK(info.st_mode)
                                                  ? say("This is a link that leads out of the site: nothing "
                                                        "was written through it. Remove "
                                                        "it, or export to an empty folder.")
                                                  : say("A file stands where the site needs a folder. Move "
                                                        "it away, or export to an empty "
                                                        "folder."))
            .at(absolute(part));
      }
    } else {
      OFFPRINT_TRY(files::makeFolder(absolute(part)));
    }
    folders_.insert(part);
  }
  return {};
}

Result<void> FolderSink::makeRoom(const QString& path) {
  OFFPRINT_TRY(prepareFolder(path));
  if (ours_.contains(path)) return {};
  struct stat info {};
  if (inspect(absolute(path), info)) {
    return makeError(ErrorCode::Conflict, say("This file was not written by Offprint and is kept: the page "
                                              "of that address is missing on "
                                              "the site. Move the file away and export again."))
        .at(absolute(path));
  }
  return note(path);
}

/// Writes the path down before the file appears.
Result<void> FolderSink::note(const QString& path) {
  if (journal_ < 0) {
    journal_ = ::open(QFile::encodeName(absolute(kJournal)).constData(),
                      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (journal_ < 0) return files::lastSystemError(say("write"), absolute(kJournal));
  }
  const QByteArray line = path.toUtf8() + '\n';
  if (::write(journal_, line.constData(), static_cast<size_t>(line.size())) != line.size())
    return files::lastSystemError(say("write"), absolute(kJournal));
  ours_.insert(path);
  return {};
}

Result<void> FolderSink::write(const QString& path, const QByteArray& content) {
  OFFPRINT_TRY(makeRoom(path));
  return files::replace(absolute(path), content, temporary());
}

Result<void> FolderSink::copy(const QString& path, const QString& sourceFile) {
  OFFPRINT_TRY(makeRoom(path));
  return files::replaceByCopy(absolute(path), sourceFile, temporary());
}

Result<void> FolderSink::remove(const QString& path) {
  if (!ours_.contains(path)) return {};
  struct stat info {};
  if (inspect(absolute(path), info) && S_ISDIR(info.st_mode)) return {};  // not what we wrote
  // A parent that became a link would make us remove a file outside of the site.
  for (qsizetype slash = path.indexOf(u'/'); slash >= 0; slash = path.indexOf(u'/', slash + 1))
    if (inspect(absolute(path.left(slash)), info) && !S_ISDIR(info.st_mode)) return {};
  OFFPRINT_TRY(files::removeFile(absolute(path)));
  for (QString part = path; part.contains(u'/');) {
    part = part.left(part.lastIndexOf(u'/'));
    if (::rmdir(QFile::encodeName(absolute(part)).constData()) != 0) break;  // holds something still
    folders_.remove(part);
  }
  return {};
}

Result<void> FolderSink::finish(const QByteArray& manifest) {
  if (manifest != written_) OFFPRINT_TRY(files::writeAtomic(absolute(kSiteMarker), manifest));
  OFFPRINT_TRY(files::removeFile(absolute(kJournal)));
  return files::removeFile(temporary());
}

}  // namespace offprint
