#include <sys/stat.h>
#include <cerrno>
#include <cstdio>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QTemporaryFile>

#include "app/core/FileOps.h"
#include "app/core/RealPath.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "app/store/BackupArchive.h"
#include "exporters/publish/Publishers.h"
#include "exporters/site/MediaType.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kInMemory = 1024 * 1024;  ///< bytes of an entry that is carried over without a file between

bool worthPacking(const QString& path) {
  const QByteArray type = mediaType(path);
  return type.startsWith("text/") || type.contains("xml") || type.contains("json");
}

/// The file as it lies there, by what tells whether it was changed meanwhile.
struct Stamp {
  qint64 file = 0;
  qint64 bytes = -1;
  qint64 moment = 0;
  bool operator==(const Stamp&) const = default;

  static Stamp of(const QString& path) {
    struct stat info {};
    if (::stat(QFile::encodeName(path).constData(), &info) != 0) return {};
    return {static_cast<qint64>(info.st_ino), info.st_size,
            qint64(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec};
  }
};

/// A site in a ZIP file of this computer, to be unpacked by others. The new one is made and read beside the
/// old one, then takes its name.
class ZipPublisher : public Publisher {
 public:
  explicit ZipPublisher(const QString& file) : given_(QDir::cleanPath(file)) {}
  ZipPublisher(const ZipPublisher&) = delete;
  ZipPublisher& operator=(const ZipPublisher&) = delete;
  ~ZipPublisher() override {
    if (lock_) QFile::remove(part());
  }

  Result<HostState> open(Access access, const Task& task) override {
    file_ = realPath(given_);
    if (access == Access::Write) OFFPRINT_TRY(lock());
    seen_ = Stamp::of(file_);
    HostState state;
    if (seen_ == Stamp()) return state;
    task.report(say("Reading the file"));
    const Take take = [&](const QString& name, BackupReader& reader) -> Result<void> {
      HostFile entry{0, {}, {}};
      Sha256 hash;
      QByteArray list;
      OFFPRINT_TRY(reader.content([&](const QByteArray& piece) -> Result<void> {
        hash.addData(piece);
        entry.bytes += piece.size();
        if (name == kHostManifest) list += piece;
        return {};
      }));
      entry.sha256 = hash.result().toHex();
      if (name == kHostManifest) state.list = list;
      state.files.insert(name, entry);
      return {};
    };
    OFFPRINT_TRY(eachEntry(file_, task, take));
    return state;
  }

  Result<void> identify(HostFiles&, const QStringList&, const Task&) override { return {}; }
  QByteArray tagOf(const SiteFile&) const override { return {}; }

  Result<void> stage(const QString& path, const SiteFile& file, const Task&) override {
    OFFPRINT_TRY(publishStep("stage", path));
    staged_.insert(path, file);
    return {};
  }
  Result<void> stageRemoval(const QString& path) override {
    gone_.insert(path);
    return {};
  }

  Result<void> verify(const DeployedFiles& wanted, const QByteArray& manifest, const QString&,
                      const Task& task) override {
    OFFPRINT_TRY(publishStep("manifest", file_));
    auto writer = BackupWriter::create(part());
    if (!writer) return told(writer.error());
    OFFPRINT_TRY(writeStaged(*writer, task));
    if (seen_ != Stamp())
      OFFPRINT_TRY(eachEntry(file_, task, [&](const QString& name, BackupReader& reader) -> Result<void> {
        if (name == kHostManifest || gone_.contains(name) || staged_.contains(name)) return {};
        return carryOver(name, reader, *writer);
      }));
    OFFPRINT_TRY(publishStep("list", file_));
    if (const auto added = writer->addContent(kHostManifest, manifest); !added) return told(added.error());
    if (const auto whole = writer->finish(); !whole) return told(whole.error());
    return readBack(wanted, task);
  }

  Result<Switched> switchOver(const Task&) override {
    OFFPRINT_TRY(publishStep("switch", file_));
    if (Stamp::of(file_) != seen_)
      return makeError(ErrorCode::Conflict,
                       say("Somebody else changed the file meanwhile. It is as they left it; publish again."))
          .at(file_);
    if (std::rename(QFile::encodeName(part()).constData(), QFile::encodeName(file_).constData()) != 0)
      return files::lastSystemError(say("write"), file_);
    return Switched();
  }

 private:
  using Take = std::function<Result<void>(const QString& name, BackupReader& reader)>;

  QString part() const { return file_ + u".offprint-part"_s; }

  Result<void> lock() {
    if (lock_) return {};
    OFFPRINT_TRY(files::makeFolder(QFileInfo(file_).absolutePath()));
    auto lock = std::make_unique<QLockFile>(file_ + u".offprint-lock"_s);
    lock->setStaleLockTime(0);  // a long publication is no dead one
    if (!lock->tryLock())
      return makeError(
                 lock->error() == QLockFile::LockFailedError ? ErrorCode::Conflict : ErrorCode::Denied,
                 say("The file cannot be locked: something else publishes to it, or its folder allows no "
                     "changes. Nothing was changed."))
          .at(file_);
    lock_ = std::move(lock);
    return {};
  }

  /// The same failure in words of this target.
  Error told(const Error& error) const {
    if (error.code == ErrorCode::DiskFull || error.code == ErrorCode::Denied ||
        error.code == ErrorCode::Cancelled)
      return error;
    if (error.code == ErrorCode::Corrupt)
      return makeError(
                 ErrorCode::Conflict,
                 say("The file is no whole ZIP file of plain files. Nothing was changed. Move it away, or "
                     "choose another name."),
                 error.detail)
          .at(file_);
    return makeError(error.code, say("The new file could not be written. The old one is untouched."),
                     error.message + u' ' + error.detail)
        .at(file_);
  }

  Result<void> eachEntry(const QString& file, const Task& task, const Take& take) const {
    auto reader = BackupReader::open(file);
    if (!reader) return told(reader.error());
    for (;;) {
      OFFPRINT_TRY(task.check());
      const auto name = reader->next();
      if (!name) return told(name.error());
      if (!*name) return {};
      if (const auto taken = take(**name, *reader); !taken) return told(taken.error());
    }
  }

  Result<void> writeStaged(BackupWriter& writer, const Task& task) const {
    qint64 done = 0;
    for (auto file = staged_.begin(); file != staged_.end(); ++file) {
      OFFPRINT_TRY(task.check());
      task.report(say("Writing"), ++done, staged_.size());
      OFFPRINT_TRY(publishStep("write", file.key()));
      const auto hash = writer.add(file.key(), file->source, worthPacking(file.key()));
      if (!hash) return told(hash.error());
      if (hash->toLatin1() != file->sha256)
        return makeError(ErrorCode::Conflict,
                         say("This file was changed while it was published. Publish again."))
            .at(file->source);
    }
    return {};
  }

  /// Memory does not grow with the largest entry: it goes through a file.
  static Result<void> carryOver(const QString& name, BackupReader& reader, BackupWriter& writer) {
    QTemporaryFile spool;
    QByteArray content;
    OFFPRINT_TRY(reader.content([&](const QByteArray& piece) -> Result<void> {
      content += piece;
      if (content.size() <= kInMemory && !spool.isOpen()) return {};
      if ((!spool.isOpen() && !spool.open()) || spool.write(content) != content.size())
        return makeError(ErrorCode::Io, say("Could not write a temporary file."), spool.errorString());
      content.clear();
      return {};
    }));
    if (!spool.isOpen()) return writer.addContent(name, content);
    if (!spool.flush())
      return makeError(ErrorCode::Io, say("Could not write a temporary file."), spool.errorString());
    const auto added = writer.add(name, spool.fileName(), worthPacking(name));
    return added ? Result<void>() : Result<void>(added.error());
  }

  Result<void> readBack(const DeployedFiles& wanted, const Task& task) const {
    DeployedFiles missing = wanted;
    task.report(say("Checking"));
    const Take take = [&](const QString& name, BackupReader& reader) -> Result<void> {
      Sha256 hash;
      OFFPRINT_TRY(reader.content([&](const QByteArray& piece) -> Result<void> {
        hash.addData(piece);
        return {};
      }));
      if (missing.value(name).sha256 == hash.result().toHex()) missing.remove(name);
      return {};
    };
    OFFPRINT_TRY(eachEntry(part(), task, take));
    if (missing.isEmpty()) return {};
    return makeError(
               ErrorCode::Conflict,
               say("This file is not in the new site as it should be. The old one is untouched; publish "
                   "again."))
        .at(missing.firstKey());
  }

  QString given_;
  QString file_;  ///< links followed
  Stamp seen_;
  std::unique_ptr<QLockFile> lock_;
  SiteFiles staged_;
  QSet<QString> gone_;
};

Result<std::unique_ptr<Publisher>> make(const QJsonObject& settings, const SecretSource&) {
  const QString path = settings.value("path"_L1).toString();
  if (!QDir::isAbsolutePath(path) || !path.endsWith(".zip"_L1, Qt::CaseInsensitive))
    return makeError(ErrorCode::InvalidInput,
                     say("path: give the whole path of a file that ends in .zip. \"%1\" is none.").arg(path));
  return std::unique_ptr<Publisher>(std::make_unique<ZipPublisher>(path));
}

QList<TargetTest> test(const QJsonObject& settings, const SecretSource&, const Task& task) {
  auto publisher = make(settings, noSecrets());
  const auto state =
      publisher ? (*publisher)->open(Publisher::Access::Look, task) : Result<HostState>(publisher.error());
  QList<TargetTest> steps{{say("Read the file"), state ? Result<void>() : Result<void>(state.error())}};
  if (!state) return steps;
  // The folder is made by the first publication; what is tried is the nearest that is there.
  QDir folder = QFileInfo(realPath(settings.value("path"_L1).toString())).absoluteDir();
  while (!folder.exists() && folder.cdUp()) {
  }
  QTemporaryFile probe(folder.filePath(u".offprint-publish-test-XXXXXX"_s));
  steps.append({say("Write beside it"),
                probe.open()
                    ? Result<void>()
                    : Result<void>(makeError(ErrorCode::Denied,
                                             say("This folder allows no changes. Choose another one, or "
                                                 "let your account write there."),
                                             probe.errorString())
                                       .at(folder.path()))});
  return steps;
}

}  // namespace

PublisherType zipTarget() {
  return {
      u"zip"_s,
      say("ZIP file"),
      say("A ZIP file of this computer, for hosts that take a site as one file. Files of others in it stay."),
      {targetField(u"path"_s, say("File"), say("Whole path, ending in .zip."), true)},
      make,
      test,
      u"path"_s};
}

}  // namespace offprint
