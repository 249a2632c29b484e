#include "exporters/publish/StepwisePublisher.h"

#include <algorithm>
#include <QTemporaryDir>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/publish/PublicPages.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr QLatin1StringView kPart{".offprint-part-"};

QString folderOf(const QString& path) {
  return path.section(u'/', 0, -2);
}
QString nameOf(const QString& path) {
  return path.section(u'/', -1);
}
bool isPage(const QString& path) {
  return path.endsWith(".html"_L1) || path.endsWith(".htm"_L1);
}
/// Feeds, the sitemap, indexes of the search: what leads to pages and is no page.
bool leadsToPages(const QString& path) {
  return path.endsWith(".xml"_L1) || path.endsWith(".json"_L1);
}

/// When a file goes, so that what leads to others comes after them: the lower the sooner.
int rankOf(const QString& path, bool isNew) {
  constexpr int kDeepest = 100;
  const int height = kDeepest - std::min(kDeepest, static_cast<int>(path.count(u'/')));
  if (isPage(path)) return 1 + height + (isNew ? 0 : kDeepest + 1);
  return leadsToPages(path) && !isNew ? 2 * (kDeepest + 2) : 0;
}

/// The folders with those above them, shortest first.
QStringList withParents(const QSet<QString>& folders) {
  QSet<QString> all{QString()};
  for (QString folder : folders)
    for (; !folder.isEmpty() && !all.contains(folder); folder = folderOf(folder))
      all.insert(folder);
  QStringList sorted(all.begin(), all.end());
  std::sort(sorted.begin(), sorted.end());  // a folder comes before what is in it
  return sorted;
}

Upload uploadOf(const QString& path, const QByteArray& content) {
  return {path, {files::sha256(content).toLatin1(), content.size(), {}}, content};
}

/// Puts a step before an exchange that can be made to fail.
Exchange behind(const char* step, const QString& path, Exchange exchange) {
  return [step, path, exchange = std::move(exchange)](const Answer* last) -> Result<std::optional<Request>> {
    if (!last) OFFPRINT_TRY(publishStep(step, path));
    return exchange(last);
  };
}

}  // namespace

QString StepwisePublisher::partOf(const QString& path) {
  const QString folder = folderOf(path);
  return (folder.isEmpty() ? QString() : folder + u'/') + kPart + files::sha256(path.toUtf8()).left(16);
}

Result<HostFiles> StepwisePublisher::listing(const QStringList&, const Task&) {
  return HostFiles();
}
Result<void> StepwisePublisher::makeFolders(const QStringList&, const Task&) {
  return {};
}

Result<HostState> StepwisePublisher::open(Access access, const Task& task) {
  task.report(say("Reaching the host"));
  if (!connected_) OFFPRINT_TRY(connect(task));
  connected_ = true;
  task.report(say("Looking at the host"));
  auto files = list(task);
  if (!files) return files.error();
  there_ = *std::move(files);
  parts_.clear();
  for (const QString& path : there_.keys())
    if (nameOf(path).startsWith(kPart)) parts_ += path;
  for (const QString& path : parts_)
    there_.remove(path);
  list_.reset();
  begun_.reset();
  // Asked for by name: some hosts leave files whose name begins with a dot out of their lists.
  for (const auto& [name, content] : {std::pair(kHostManifest, &list_), std::pair(kHostBegun, &begun_)}) {
    auto read = fetch(name, task);
    if (!read) return read.error();
    *content = *std::move(read);
  }
  there_.remove(kHostBegun);
  return HostState{there_, list_, begun_, {}};
}

/// Content of a small file; none when it is not there.
Result<std::optional<QByteArray>> StepwisePublisher::fetch(const QString& path, const Task& task) {
  auto answer = transfers_.ask(reading(path), task);
  if (!answer && answer.error().code == ErrorCode::NotFound) return std::optional<QByteArray>();
  if (!answer) return answer.error();
  if (const auto error = failure(*answer, path))
    return error->code == ErrorCode::NotFound ? Result<std::optional<QByteArray>>(std::nullopt)
                                              : Result<std::optional<QByteArray>>(*error);
  return std::optional(std::move(answer->body));
}

Result<void> StepwisePublisher::identify(HostFiles& files, const QStringList& paths, const Task& task) {
  qsizetype next = 0;
  qint64 done = 0;
  return transfers_.run(
      [&]() -> Exchange {
        if (next == paths.size()) return {};
        const QString path = paths.at(next++);
        const auto hash = std::make_shared<Sha256>();
        return [&, path, hash](const Answer* last) -> Result<std::optional<Request>> {
          if (!last) {
            Request request = reading(path);
            request.receive = [hash](QByteArrayView bytes) { hash->addData(bytes); };
            return std::optional(std::move(request));
          }
          if (const auto error = failure(*last, path)) return *error;
          files[path].sha256 = hash->result().toHex();
          task.report(say("Comparing"), ++done, paths.size());
          return std::optional<Request>();
        };
      },
      task);
}

Result<void> StepwisePublisher::stage(const QString& path, const SiteFile& file, const Task&) {
  OFFPRINT_TRY(publishStep("stage", path));
  if (!staged_.contains(path)) bytes_ += file.bytes;
  staged_.insert(path, file);
  return {};
}

Result<void> StepwisePublisher::stageRemoval(const QString& path) {
  removals_ += path;
  return {};
}

Result<void> StepwisePublisher::verify(const DeployedFiles&, const QByteArray& manifest, const QString&,
                                       const Task& task) {
  OFFPRINT_TRY(publishStep("manifest", kHostManifest));
  manifest_ = manifest;
  qint64 done = 0;
  for (auto file = staged_.begin(); file != staged_.end(); ++file) {
    OFFPRINT_TRY(task.check());
    task.report(say("Checking"), ++done, staged_.size());
    const auto hash = files::sha256OfFile(file->source);
    if (!hash) return hash.error();
    if (hash->toLatin1() != file->sha256)
      return makeError(ErrorCode::Conflict,
                       say("This file was changed while it was published. Nothing was sent; publish again."))
          .at(file->source);
  }
  return {};
}

/// Another publication may have begun or ended since open().
Result<void> StepwisePublisher::checkUnmoved(const Task& task) {
  for (const auto& [name, before] : {std::pair(kHostManifest, &list_), std::pair(kHostBegun, &begun_)}) {
    const auto now = fetch(name, task);
    if (!now) return now.error();
    // Our own note, whose answer was lost, is there already.
    if (*now != *before && (name != kHostBegun || *now != manifest_))
      return makeError(ErrorCode::Conflict,
                       say("Somebody else publishes to this host, or did just now. Nothing was changed. "
                           "Publish again when that is done."));
  }
  return {};
}

QList<StepwisePublisher::Group> StepwisePublisher::groups() const {
  QMap<int, Group> ranked;
  for (auto file = staged_.begin(); file != staged_.end(); ++file)
    if (!sent_.contains(file.key()))
      ranked[rankOf(file.key(), !there_.contains(file.key()))].append({file.key(), *file});
  return ranked.values();
}

/// Files that go and are where a folder has to be, or the other way round: they go first.
QStringList StepwisePublisher::clearing() const {
  QStringList paths;
  for (const QString& path : removals_) {
    const auto below = staged_.lowerBound(path + u'/');
    bool clears = below != staged_.end() && below.key().startsWith(path + u'/');
    for (QString above = folderOf(path); !above.isEmpty() && !clears; above = folderOf(above))
      clears = staged_.contains(above);
    if (clears) paths += path;
  }
  return paths;
}

void StepwisePublisher::progress(const Task& task) {
  task.report(say("Sending"), sentBytes_, bytes_);
}

Result<void> StepwisePublisher::send(const Group& group, const Task& task) {
  QSet<QString> folders;
  for (const Upload& upload : group)
    folders.insert(folderOf(upload.path));
  QStringList missing = withParents(folders);
  missing.removeIf([this](const QString& folder) { return madeFolders_.contains(folder); });
  OFFPRINT_TRY(makeFolders(missing, task));
  madeFolders_.unite(QSet<QString>(missing.begin(), missing.end()));
  qsizetype next = 0;
  return transfers_.run(
      [&]() -> Exchange {
        if (next == group.size()) return {};
        const Upload& upload = group.at(next++);
        const auto confirmed = [this, &upload, &task](const QByteArray& tag) {
          sent_.insert(upload.path, tag);
          if (staged_.contains(upload.path)) sentBytes_ += upload.file.bytes;
          progress(task);
        };
        return behind("send", upload.path, writing(upload, confirmed));
      },
      task);
}

Result<void> StepwisePublisher::remove(const QStringList& paths, const Task& task) {
  qsizetype next = 0;
  return transfers_.run(
      [&]() -> Exchange {
        while (next < paths.size() && removed_.contains(paths.at(next)))
          ++next;
        if (next == paths.size()) return {};
        const QString& path = paths.at(next++);
        return behind("remove", path,
                      removing(path, [this, path](const QByteArray&) { removed_.insert(path); }));
      },
      task);
}

/// Looks at what was sent as the host shows it: size and tag.
Result<void> StepwisePublisher::findTags(const Task& task) {
  QSet<QString> folders;
  for (auto sent = sent_.begin(); sent != sent_.end(); ++sent)
    if (sent->isEmpty() && staged_.contains(sent.key())) folders.insert(folderOf(sent.key()));
  if (folders.isEmpty()) return {};
  task.report(say("Checking"));
  const auto found = listing(QStringList(folders.begin(), folders.end()), task);
  if (!found) return found.error();
  for (auto sent = sent_.begin(); sent != sent_.end(); ++sent) {
    if (!sent->isEmpty() || !staged_.contains(sent.key())) continue;
    const HostFile file = found->value(sent.key());
    if (file.tag.isEmpty() || file.bytes != staged_.value(sent.key()).bytes)
      return makeError(
                 ErrorCode::Conflict,
                 say("The host took this file and does not show it as it was sent. Nothing was removed; "
                     "publish again, and look there for what changes it."))
          .at(sent.key());
    *sent = file.tag;
  }
  return {};
}

Result<void> StepwisePublisher::sendAll(const Task& task) {
  OFFPRINT_TRY(remove(clearing(), task));
  if (!clearing().isEmpty()) letFoldersGo(task);
  for (const Group& group : groups())
    OFFPRINT_TRY(send(group, task));
  OFFPRINT_TRY(findTags(task));
  task.report(say("Removing what goes"));
  // Pages before what they show.
  QStringList ordered = removals_;
  const auto others = std::stable_partition(ordered.begin(), ordered.end(), isPage);
  const auto pages = std::distance(ordered.begin(), others);
  OFFPRINT_TRY(remove(ordered.mid(0, pages), task));
  return remove(ordered.mid(pages) + parts_, task);
}

void StepwisePublisher::letFoldersGo(const Task& task) {
  QSet<QString> full{QString()};
  const auto fill = [&](const QString& path) {
    for (QString folder = folderOf(path); !folder.isEmpty() && !full.contains(folder);
         folder = folderOf(folder))
      full.insert(folder);
  };
  for (auto file = there_.begin(); file != there_.end(); ++file)
    if (!removed_.contains(file.key())) fill(file.key());
  for (auto file = sent_.begin(); file != sent_.end(); ++file)
    fill(file.key());
  QSet<QString> left;
  for (const QString& path : removed_)
    left.insert(folderOf(path));
  QStringList empty = withParents(left);
  empty.removeIf([&](const QString& folder) { return full.contains(folder); });
  std::reverse(empty.begin(), empty.end());
  if (!empty.isEmpty()) removeFolders(empty, task);
}

Result<void> StepwisePublisher::finish(const Task& task) {
  if (!listed_) {
    auto list = HostManifest::read(manifest_);
    if (!list) return list.error();
    for (auto sent = sent_.begin(); sent != sent_.end(); ++sent)
      list->confirm(sent.key(), *sent);
    OFFPRINT_TRY(publishStep("list", kHostManifest));
    const Group last{uploadOf(kHostManifest, list->write())};
    OFFPRINT_TRY(send(last, task));
    listed_ = true;
  }
  OFFPRINT_TRY(publishStep("clean", kHostBegun));
  OFFPRINT_TRY(remove({kHostBegun}, task));
  letFoldersGo(task);
  return {};
}

Result<Switched> StepwisePublisher::switchOver(const Task& task) {
  if (!noted_) {
    OFFPRINT_TRY(publishStep("check", kHostManifest));
    OFFPRINT_TRY(checkUnmoved(task));
    OFFPRINT_TRY(publishStep("note", kHostBegun));
    const Group note{uploadOf(kHostBegun, manifest_)};
    OFFPRINT_TRY(send(note, task));
    noted_ = true;
  }
  OFFPRINT_TRY(sendAll(task));
  OFFPRINT_TRY(finish(task));
  return Switched();
}

QList<TargetTest> StepwisePublisher::test(const QString& publicUrl, const Task& task) {
  QList<TargetTest> steps;
  const auto passed = [&](const QString& step, const Result<void>& result) {
    steps.append({step, result});
    return result.has_value();
  };
  const auto signedIn = connect(task);
  connected_ = signedIn.has_value();
  if (!passed(say("Find name and password"), signedIn)) return steps;
  const auto state = open(Access::Look, task);
  if (!passed(say("Reach the host, sign in and list what is there"),
              state ? Result<void>() : Result<void>(state.error())))
    return steps;
  const Upload probe = uploadOf(kPart + u"test.html"_s, "Offprint was here.");
  if (!passed(say("Write a file"), send({probe}, task))) return steps;
  const auto back = fetch(probe.path, task);
  const bool same = back && *back == probe.content;
  const bool read = passed(
      say("Read it back"),
      same
          ? Result<void>()
          : Result<void>(back ? makeError(ErrorCode::Io, say("The host does not give back what was written."))
                              : back.error()));
  if (read && !publicUrl.isEmpty()) {
    const DeployedFiles online{{probe.path, {probe.file.sha256, probe.file.bytes, {}}}};
    const auto seen = lookAtPublicPages(publicUrl, {probe.path}, online, 1, task);
    const QString why = seen ? seen->why : QString();
    passed(say("Read it at the public address"),
           !seen              ? Result<void>(seen.error())
           : seen->complete() ? Result<void>()
                              : Result<void>(makeError(
                                    ErrorCode::NotFound,
                                    say("Visitors do not find it there: %1 Compare the public address with "
                                        "the folder or prefix of this target.")
                                        .arg(why))));
  }
  passed(say("Remove it"), remove({probe.path}, task));
  return steps;
}

}  // namespace offprint
