#include "exporters/publish/SftpFolders.h"

#include <algorithm>
#include <QSet>

#include "app/core/Sha256.h"
#include "app/core/Text.h"

namespace offprint::sftp {
namespace {

/// Folders or files that are open at once: servers give no more handles than a process may have files.
constexpr int kMostOpen = 64;
constexpr int kMany = 50;                   ///< entries in an answer after which more are likely to come
constexpr int kMostAsked = 16;              ///< requests for more of one folder under way
constexpr quint32 kReadPiece = 256 * 1024;  ///< bytes asked for at once; a server may give less

QByteArray under(const QByteArray& root, const QByteArray& path) {
  return path.isEmpty() ? root : root + '/' + path;
}

Error unfit(const QByteArray& path) {
  return makeError(ErrorCode::Unsupported, say("The host lists a name that no file can have."))
      .at(QString::fromUtf8(path));
}

/// The work of below().
class Walk {
 public:
  Walk(Line& line, QByteArray root) : line_(line), root_(std::move(root)) {}

  Result<Tree> run(const Task& task) {
    left_.append(QByteArray());
    next();
    OFFPRINT_TRY(line_.settle(0, task));
    return std::move(tree_);
  }

 private:
  void next() {
    for (; open_ < kMostOpen && !left_.isEmpty(); ++open_) {
      const QByteArray folder = left_.takeLast();
      line_.ask(openFolder(under(root_, folder)), [this, folder](const Result<Answer>& answer) {
        if (answer) return begin({folder, answer->data});
        // A folder that went away meanwhile is empty.
        if (folder.isEmpty() || answer.error().code != ErrorCode::NotFound)
          return Result<void>(answer.error());
        return ended();
      });
    }
  }
  struct Folder {
    QByteArray path;
    QByteArray handle;
    int asked = 0;
    bool atEnd = false;
  };
  /// A host tells a hundred entries at a time: the next are asked for before the last have come.
  Result<void> begin(const Folder& opened) {
    auto folder = std::make_shared<Folder>(opened);
    for (int i = 0; i < 2; ++i)
      more(folder);
    return {};
  }
  void more(const std::shared_ptr<Folder>& folder) {
    ++folder->asked;
    line_.ask(readFolder(folder->handle, under(root_, folder->path)),
              [this, folder](const Result<Answer>& answer) -> Result<void> {
                if (!answer) return answer.error();
                --folder->asked;
                folder->atEnd = folder->atEnd || answer->atEnd;
                OFFPRINT_TRY(take(folder->path, answer->entries));
                while (!folder->atEnd && answer->entries.size() > kMany && folder->asked < kMostAsked)
                  more(folder);
                if (!folder->atEnd && folder->asked == 0) more(folder);
                if (!folder->atEnd || folder->asked > 0) return {};
                line_.ask(close(folder->handle));
                return ended();
              });
  }
  Result<void> take(const QByteArray& folder, const QList<Entry>& entries) {
    for (const Entry& entry : entries) {
      if (entry.name == "." || entry.name == "..") continue;
      if (entry.name.isEmpty() || entry.name.contains('/')) return unfit(under(root_, folder));
      const QByteArray path = folder.isEmpty() ? entry.name : folder + '/' + entry.name;
      tree_.insert(path, entry);
      if (entry.isFolder()) left_.append(path);
    }
    return {};
  }
  Result<void> ended() {
    --open_;
    next();
    return {};
  }

  Line& line_;
  QByteArray root_;
  QList<QByteArray> left_;
  int open_ = 0;
  Tree tree_;
};

/// The work of hashes().
class Hashing {
 public:
  using Done = std::function<void(const QByteArray&, const QByteArray&)>;
  Hashing(Line& line, QList<QByteArray> paths, const Done& done)
      : line_(line), left_(std::move(paths)), done_(done) {}

  Result<void> run(const Task& task) {
    next();
    return line_.settle(0, task);
  }

 private:
  struct File {
    QByteArray path;
    QByteArray handle{};
    qint64 offset = 0;
    Sha256 hash{};
  };
  void next() {
    for (; open_ < kMostOpen && !left_.isEmpty(); ++open_) {
      auto file = std::make_shared<File>();
      file->path = left_.takeLast();
      line_.ask(open(file->path, Open::Read), [this, file](const Result<Answer>& answer) -> Result<void> {
        if (!answer) return answer.error();
        file->handle = answer->data;
        return more(file);
      });
    }
  }
  /// One piece after the other: servers may answer in another order than they are asked.
  Result<void> more(const std::shared_ptr<File>& file) {
    line_.ask(sftp::read(file->handle, file->offset, kReadPiece, file->path),
              [this, file](const Result<Answer>& answer) -> Result<void> {
                if (!answer) return answer.error();
                file->hash.addData(answer->data);
                file->offset += answer->data.size();
                if (!answer->atEnd && !answer->data.isEmpty()) return more(file);
                line_.ask(close(file->handle));
                done_(file->path, file->hash.result().toHex());
                --open_;
                next();
                return {};
              });
    return {};
  }

  Line& line_;
  QList<QByteArray> left_;
  const Done& done_;
  int open_ = 0;
};

}  // namespace

Result<Tree> below(Line& line, const QByteArray& root, const Task& task) {
  return Walk(line, root).run(task);
}

Result<void> makeFolders(Line& line, const QList<QByteArray>& paths, const Task& task) {
  // Version 3 has no word for "it is there already": who is refused is looked at.
  QList<std::pair<QByteArray, Error>> refused;
  for (const QByteArray& path : paths)
    line.ask(makeFolder(path), [&refused, path](const Result<Answer>& answer) -> Result<void> {
      if (!answer) refused.append({path, answer.error()});
      return {};
    });
  OFFPRINT_TRY(line.settle(0, task));
  for (const auto& [path, error] : refused) {
    const auto there = line.now(stat(path), task);
    if (!there && there.error().code == ErrorCode::Network) return there.error();
    if (!there || !there->entries.value(0).isFolder()) return error;
  }
  return {};
}

Result<void> removeFiles(Line& line, const QList<QByteArray>& paths, const Task& task) {
  for (const QByteArray& path : paths) {
    line.ask(removeFile(path), [](const Result<Answer>& answer) -> Result<void> {
      return answer || answer.error().code == ErrorCode::NotFound ? Result<void>() : answer.error();
    });
    OFFPRINT_TRY(line.settle(Line::kWindow, task));
  }
  return line.settle(0, task);
}

Result<void> removeEmpty(Line& line, QList<QByteArray> paths, const Task& task) {
  std::sort(paths.begin(), paths.end(),
            [](const QByteArray& a, const QByteArray& b) { return a.count('/') > b.count('/'); });
  qsizetype depth = -1;
  for (const QByteArray& path : paths) {
    if (path.count('/') != depth) OFFPRINT_TRY(line.settle(0, task));
    depth = path.count('/');
    line.ask(removeFolder(path), [](const Result<Answer>&) { return Result<void>(); });
  }
  return line.settle(0, task);
}

Result<void> removeTree(Line& line, const QByteArray& root, const Task& task) {
  const auto tree = below(line, root, task);
  if (!tree) return tree.error().code == ErrorCode::NotFound ? Result<void>() : tree.error();
  QList<QByteArray> files;
  QList<QByteArray> folders{root};
  for (auto entry = tree->begin(); entry != tree->end(); ++entry)
    (entry->isFolder() ? folders : files).append(under(root, entry.key()));
  OFFPRINT_TRY(removeFiles(line, files, task));
  return removeEmpty(line, folders, task);
}

Result<QByteArray> readWhole(Line& line, const QByteArray& path, qint64 most, const Task& task) {
  const auto opened = line.now(open(path, Open::Read), task);
  if (!opened) return opened.error();
  QByteArray content;
  for (;;) {
    const auto piece = line.now(read(opened->data, content.size(), kReadPiece, path), task);
    if (!piece) return piece.error();
    if (piece->atEnd || piece->data.isEmpty()) break;
    content += piece->data;
    if (content.size() > most)
      return makeError(ErrorCode::InvalidInput,
                       say("This file of the host is too large to be what it is named."))
          .at(QString::fromUtf8(path));
  }
  line.ask(close(opened->data));
  OFFPRINT_TRY(line.settle(0, task));
  return content;
}

Result<void> writeWhole(Line& line, const QByteArray& path, const QByteArray& content, Open how,
                        const Task& task) {
  const auto opened = line.now(open(path, how), task);
  if (!opened) return opened.error();
  for (qsizetype at = 0; at < content.size(); at += Line::kPiece)
    line.ask(write(opened->data, at, content.mid(at, Line::kPiece), path));
  line.ask(close(opened->data));
  return line.settle(0, task);
}

Result<void> copyFile(Line& line, const QByteArray& from, const QByteArray& to, const Entry& entry,
                      const Task& task) {
  const auto source = line.now(open(from, Open::Read), task);
  if (!source) return source.error();
  const auto copy = line.now(open(to, Open::Exclusive), task);
  if (!copy) return copy.error();
  for (qint64 at = 0;;) {
    const auto piece = line.now(read(source->data, at, Line::kPiece, from), task);
    if (!piece) return piece.error();
    if (piece->atEnd || piece->data.isEmpty()) break;
    line.ask(write(copy->data, at, piece->data, to));
    at += piece->data.size();
  }
  line.ask(changeOpen(copy->data, {entry.modified, entry.permissions()}, to));
  line.ask(close(source->data));
  line.ask(close(copy->data));
  return line.settle(0, task);
}

Result<void> hashes(Line& line, const QList<QByteArray>& paths,
                    const std::function<void(const QByteArray&, const QByteArray&)>& done, const Task& task) {
  return Hashing(line, paths, done).run(task);
}

QByteArray parentOf(const QByteArray& path) {
  return path.left(std::max<qsizetype>(path.lastIndexOf('/'), 0));
}

QList<QByteArray> foldersOf(const QList<QByteArray>& paths) {
  QSet<QByteArray> found;
  for (const QByteArray& path : paths)
    for (QByteArray folder = parentOf(path); !folder.isEmpty() && !found.contains(folder);
         folder = parentOf(folder))
      found.insert(folder);
  QList<QByteArray> sorted(found.begin(), found.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace offprint::sftp
