#include "exporters/publish/PublishBuild.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "app/content/Slug.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/Exporter.h"
#include "exporters/site/Address.h"
#include "exporters/site/BuildManifest.h"
#include "exporters/site/OutputSink.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A folder in the common temporary folder that is ours and nobody else's, locked; -1 when it cannot be had.
int lockPrivateFolder(const QString& path) {
  const QByteArray name = QFile::encodeName(path);
  ::mkdir(name.constData(), 0700);
  const int descriptor = ::open(name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat info {};
  if (::fstat(descriptor, &info) == 0 && info.st_uid == ::geteuid() && (info.st_mode & 077) == 0 &&
      ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return descriptor;
  ::close(descriptor);
  return -1;
}

QString quotedTitle(const DeployedItem& item) {
  return u"“%1”"_s.arg(item.title.isEmpty() ? item.ref : item.title);
}

}  // namespace

PublishBuild::~PublishBuild() {
  if (lock_ >= 0) ::close(lock_);
}

Result<void> PublishBuild::chooseFolder(const Library& library, const QString& baseUrl) {
  const QString key = files::sha256((library.folder() + u'\n' + baseUrl).toUtf8()).left(24);
  folder_ = QDir::tempPath() + u"/offprint-site-"_s + key;
  lock_ = lockPrivateFolder(folder_);
  if (lock_ >= 0) {
    folder_ += u"/site"_s;
    return {};
  }
  cold_ = std::make_unique<QTemporaryDir>();
  if (!cold_->isValid())
    return makeError(ErrorCode::Io, say("No temporary folder could be made, so nothing was published."),
                     cold_->errorString());
  folder_ = cold_->filePath(u"site"_s);
  return {};
}

Result<std::unique_ptr<PublishBuild>> PublishBuild::make(Library& library, const QString& baseUrl,
                                                         Typesetter* typesetter, const Task& task) {
  if (const auto broken = library.kindsError()) return *broken;
  std::unique_ptr<PublishBuild> build(new PublishBuild);
  OFFPRINT_TRY(build->chooseFolder(library, baseUrl));
  MarkdownEngine::initialize();
  ExportOptions options;
  options.baseUrl = baseUrl;
  options.typesetter = typesetter;
  auto report = findExporter(u"site"_s)->run(library, build->folder_, options, task);
  if (!report) return report.error();
  build->findings_ = report->findings;
  // What is not there would look as if it was to be removed.
  if (!report->unmade.isEmpty()) {
    const Finding& first = report->unmade.constFirst();
    return makeError(ErrorCode::InvalidInput,
                     first.message + u' ' +
                         say("Nothing was published: a site that lacks %n file(s) would take them from the "
                             "host.",
                             static_cast<int>(report->unmade.size())))
        .at(first.item.isEmpty() ? first.file : first.item);
  }
  OFFPRINT_TRY(build->readSite());
  QList<ContentId> published;
  for (const ExportedItem& item : report->items)
    published.append(item.id);
  OFFPRINT_TRY(build->readItems(library, published));
  return build;
}

Result<void> PublishBuild::readSite() {
  const auto json = files::read(folder_ + u'/' + kSiteMarker);
  if (!json) return json.error();
  const BuildManifest manifest =
      BuildManifest::read(BuildManifest::named(*json, [this] { return files::below(folder_); }));
  for (auto file = manifest.files.begin(); file != manifest.files.end(); ++file) {
    files_.insert(file.key(), {file->sha256, file->bytes, folder_ + u'/' + file.key()});
    if (!file->linked.isEmpty()) linked_.insert(file.key(), file->linked);
  }
  return {};
}

Result<void> PublishBuild::readItems(Library& library, const QList<ContentId>& published) {
  const auto site = library.site().get();
  if (!site) return site.error();
  auto all = library.content().list({});
  if (!all) return all.error();
  const QSet<ContentId> wanted(published.begin(), published.end());
  for (const ItemSummary& item : *all) {
    if (!wanted.contains(item.id)) continue;
    DeployedItem deployed{item.uuid, item.ref(), item.title, item.version, {}};
    if (const ContentKind* known = library.kinds()->find(item.kind)) {
      ContentKind kind = *known;
      const QString pattern = site->permalinks.value(kind.id).toString();
      if (!pattern.isEmpty()) kind.permalink = pattern;
      const auto address = address::clean(permalinkOf(kind, item));
      if (address) deployed.path = address::outputPath(*address);
    }
    items_.append(deployed);
  }
  return {};
}

ChangeReasons::ChangeReasons(const QList<DeployedItem>& now, const QList<DeployedItem>& last,
                             QHash<QString, QStringList> linked, bool first)
    : linked_(std::move(linked)), first_(first) {
  QHash<QString, DeployedItem> before;
  for (const DeployedItem& item : last)
    before.insert(item.uuid, item);
  QStringList names;
  const auto note = [&](const DeployedItem& item, const QString& sentence) {
    if (!item.path.isEmpty()) own_.insert(item.path, sentence);
    changed_.insert(item.ref, quotedTitle(item));
    names += quotedTitle(item);
  };
  for (const DeployedItem& item : now) {
    const auto old = before.constFind(item.uuid);
    if (old == before.constEnd()) {
      note(item, say("%1 is new.").arg(quotedTitle(item)));
    } else if (old->path != item.path) {
      note(item, say("%1 has a new address.").arg(quotedTitle(item)));
      own_.insert(old->path, say("It leads to the new address of %1.").arg(quotedTitle(item)));
      withdrawn_.insert(old->path, say("%1 has another address now.").arg(quotedTitle(item)));
    } else if (old->version != item.version) {
      note(item, say("%1 was edited.").arg(quotedTitle(item)));
    }
    before.remove(item.uuid);
  }
  for (const DeployedItem& gone : std::as_const(before)) {
    withdrawn_.insert(gone.path, say("%1 is not public any more.").arg(quotedTitle(gone)));
    changed_.insert(gone.ref, quotedTitle(gone));
    names += quotedTitle(gone);
  }
  names.sort();
  all_ = names.value(0);
  if (names.size() > 1) all_ = say("%1 and %n more", static_cast<int>(names.size()) - 1).arg(all_);
}

QString ChangeReasons::operator()(const QString& path, Comparison::Change change) const {
  if (first_) return say("It is published for the first time.");
  if (change == Comparison::Change::Remove)
    return withdrawn_.value(path, say("It is no longer part of the site."));
  if (const auto own = own_.constFind(path); own != own_.constEnd()) return *own;
  for (const QString& shown : linked_.value(path))
    if (const auto title = changed_.constFind(shown); title != changed_.constEnd())
      return say("It shows %1.").arg(*title);
  if (!all_.isEmpty()) return say("It follows from %1.").arg(all_);
  return change == Comparison::Change::Add ? say("It is new on the site.")
                                           : say("The appearance, the settings or the program changed.");
}

}  // namespace offprint
