#include "app/import/SourceFolder.h"

#include <dirent.h>
#include <algorithm>
#include <memory>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/SourceExclusion.h"
#include "app/import/SourceSettings.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Role = SourceFile::Role;

const QStringList& hugoConfigNames() {
  static const QStringList names = {u"hugo.yaml"_s,   u"hugo.yml"_s,   u"hugo.toml"_s,   u"hugo.json"_s,
                                    u"config.yaml"_s, u"config.yml"_s, u"config.toml"_s, u"config.json"_s};
  return names;
}

bool isFolder(const QString& path) {
  return QFileInfo(path).isDir();
}

bool hasHugoConfig(const QDir& root) {
  for (const QString& name : hugoConfigNames()) {
    if (root.exists(name)) return true;
  }
  return isFolder(root.filePath(u"config/_default"_s));
}

bool hasJekyllSigns(const QDir& root) {
  return root.exists(u"_config.yml"_s) || root.exists(u"_config.yaml"_s) || root.exists(u"_config.toml"_s) ||
         isFolder(root.filePath(u"_posts"_s));
}

SiteFlavour flavourOf(const QDir& root) {
  const bool content = isFolder(root.filePath(u"content"_s));
  if (content && hasHugoConfig(root)) return SiteFlavour::Hugo;
  if (hasJekyllSigns(root)) return SiteFlavour::Jekyll;
  if (content && root.exists(u"content/_index.md"_s)) return SiteFlavour::Hugo;
  return SiteFlavour::Plain;
}

bool containsMarkdown(const QString& folder) {
  QDirIterator walk(folder, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
  constexpr int patience = 20'000;
  for (int seen = 0; walk.hasNext() && seen < patience; ++seen) {
    if (isMarkdownName(walk.next())) return true;
  }
  return false;
}

/// Folders that hold no sources of the author's.
bool isForeignFolder(const QString& name) {
  static const QSet<QString> names = {
      u"node_modules"_s, u".git"_s,   u".hg"_s,     u".svn"_s,      u"_site"_s,           u".jekyll-cache"_s,
      u".bundle"_s,      u"vendor"_s, u".quarto"_s, u".obsidian"_s, u".hugo_build.lock"_s};
  return names.contains(name);
}

bool isSettingsName(const QString& name) {
  return name.endsWith(u".yaml"_s) || name.endsWith(u".yml"_s) || name.endsWith(u".toml"_s) ||
         name.endsWith(u".json"_s);
}

/// Texts about a repository, not about its site.
bool isRepositoryText(const QString& path) {
  if (path.contains(u'/')) return false;
  static const QSet<QString> stems = {u"readme"_s,    u"license"_s,  u"licence"_s,         u"contributing"_s,
                                      u"changelog"_s, u"security"_s, u"code_of_conduct"_s, u"install"_s};
  return stems.contains(QFileInfo(path).completeBaseName().toLower());
}

bool isHtmlName(const QString& name) {
  return name.endsWith(u".html"_s, Qt::CaseInsensitive) || name.endsWith(u".htm"_s, Qt::CaseInsensitive);
}

/// Whether the first bytes open front matter: what makes an HTML file, or a Jekyll file, a page.
bool opensFrontMatter(const QString& file) {
  QFile source(file);
  if (!source.open(QIODevice::ReadOnly)) return false;
  QByteArray start = source.read(8);
  if (start.startsWith("\xEF\xBB\xBF")) start.remove(0, 3);
  return start.startsWith("---") || start.startsWith("+++");
}

/// Gives files of one root their roles.
class Classifier {
 public:
  Classifier(const SourceFolder& folder, const SourceExclusion& exclusion)
      : folder_(folder), exclusion_(exclusion) {}

  SourceFile classify(const QString& path) const {
    const QString name = path.section(u'/', -1);
    if (name.startsWith(u'.') && name != u".nojekyll"_s) return left(path, say("hidden file"));
    if (exclusion_.leavesOut(path))
      return left(path, say("%1 keeps it out of the site").arg(exclusion_.source()));
    switch (folder_.flavour) {
      case SiteFlavour::Hugo:
        return hugo(path, name);
      case SiteFlavour::Jekyll:
        return jekyll(path, name);
      case SiteFlavour::Plain:
        return plain(path, name);
    }
    return {};
  }

 private:
  static SourceFile left(const QString& path, const QString& reason) { return {path, Role::Left, reason}; }

  SourceFile hugo(const QString& path, const QString& name) const {
    const QString top = path.section(u'/', 0, 0);
    if (path.startsWith(folder_.contentDir + u'/')) {
      if (name.startsWith(u"_index."_s) && (isMarkdownName(name) || isHtmlName(name)))
        return {path, Role::Section, {}};
      if (isMarkdownName(name)) return {path, Role::Content, {}};
      if (isHtmlName(name) && opensFrontMatter(folder_.absolute(path))) return {path, Role::Content, {}};
      if (name.endsWith(u".bib"_s)) return {path, Role::Companion, {}};
      return {path, Role::Media, {}};
    }
    if (top == u"static"_s || top == u"assets"_s) return {path, Role::Static, {}};
    if (top == u"data"_s || top == u"config"_s || (!path.contains(u'/') && hugoConfigNames().contains(name)))
      return {path, Role::Settings, {}};
    return left(path, say("part of the generator's set-up, not of the content"));
  }

  SourceFile jekyll(const QString& path, const QString& name) const {
    static const QSet<QString> machinery = {u"_layouts"_s, u"_includes"_s, u"_sass"_s, u"_plugins"_s,
                                            u"_bibliography"_s};
    const QString top = path.section(u'/', 0, 0);
    if (machinery.contains(top)) return left(path, say("part of the generator's set-up, not of the content"));
    if (top == u"_data"_s || name == u"_config.yml"_s || name == u"_config.yaml"_s ||
        name == u"_config.toml"_s)
      return {path, Role::Settings, {}};
    const bool page = isMarkdownName(name) || isHtmlName(name);
    if (page && name.startsWith(u'_'))
      return left(path, say("its name begins with an underscore: Jekyll does not make a page of it"));
    if (page && !isRepositoryText(path) && opensFrontMatter(folder_.absolute(path))) {
      // A root page of HTML is a layout in disguise: loops over posts, no text.
      const bool layout = isHtmlName(name) && !top.startsWith(u'_');
      return layout ? left(path, say("a page template: Offprint composes this page itself"))
                    : SourceFile{path, Role::Content, {}};
    }
    if (isMarkdownName(name)) return left(path, say("no front matter: Jekyll does not make a page of it"));
    if (!path.contains(u'/') && isSettingsName(name))
      return left(path, say("part of the generator's set-up, not of the content"));
    return {path, Role::Static, {}};
  }

  SourceFile plain(const QString& path, const QString& name) const {
    if (isMarkdownName(name)) {
      const QString stem = QFileInfo(path).completeBaseName().toLower();
      if (isRepositoryText(path) && stem != u"readme"_s)
        return left(path, say("about the repository, not a text of the site"));
      return {path, Role::Content, {}};
    }
    return {path, Role::Media, {}};
  }

  const SourceFolder& folder_;
  const SourceExclusion& exclusion_;
};

/// Lists the files below a root without ever leaving it.
class Walk {
 public:
  Walk(SourceFolder& folder, const Task& task) : folder_(folder), task_(task) {}

  Result<QStringList> run() {
    OFFPRINT_TRY(enter({}));
    paths_.sort();
    return paths_;
  }

 private:
  Result<void> enter(const QString& relative) {
    OFFPRINT_TRY(task_.check());
    task_.report(say("Looking at files"), paths_.size());
    const QDir dir(relative.isEmpty() ? folder_.root : folder_.absolute(relative));
    if (!QFileInfo(dir.path()).isReadable()) {
      note(Finding::Level::Error, u"file.unreadable"_s,
           say("This folder cannot be read and was left out. Check its permissions."), relative);
      return {};
    }
    noteUnreadableNames(dir.path(), relative);
    const auto entries =
        dir.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    for (const QFileInfo& entry : entries) {
      const QString path = relative.isEmpty() ? entry.fileName() : relative + u'/' + entry.fileName();
      if (entry.isSymLink() && !follow(entry, path)) continue;
      if (entry.isDir()) {
        if (!isForeignFolder(entry.fileName()) && !isOutput(path)) OFFPRINT_TRY(enter(path));
      } else if (entry.isFile()) {
        paths_ << path;
      } else {
        note(Finding::Level::Warning, u"file.special"_s,
             say("This is no ordinary file and was left out. Put its content into one if it belongs to the "
                 "site."),
             path);
      }
    }
    return {};
  }

  /// QDir leaves out names that are not text (bytes that are no UTF-8) without a word: they are reported
  /// here.
  void noteUnreadableNames(const QString& folder, const QString& relative) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(QFile::encodeName(folder).constData()),
                                                   &::closedir);
    if (!open) return;
    while (const dirent* entry = ::readdir(open.get())) {
      const QString name = QString::fromUtf8(entry->d_name);
      if (name.toUtf8() == entry->d_name) continue;
      note(Finding::Level::Error, u"file.name"_s,
           say("The name of this file or folder is not valid UTF-8, so it was left out. Rename it, then "
               "import again."),
           relative.isEmpty() ? name : relative + u'/' + name);
    }
  }

  /// Whether a link may be read: it leads to a file inside the root.
  bool follow(const QFileInfo& entry, const QString& path) {
    const QString target = entry.canonicalFilePath();
    if (target.isEmpty()) {
      note(Finding::Level::Warning, u"symlink.broken"_s,
           say("This link leads nowhere and was left out. Correct it if it belongs to the site, then import "
               "again."),
           path);
    } else if (target != folder_.root && !target.startsWith(folder_.root + u'/')) {
      note(Finding::Level::Error, u"symlink.outside"_s,
           say("This link leads out of the folder and was not followed. Copy what it shows into the folder "
               "if it "
               "belongs to the site."),
           path);
    } else if (entry.isDir()) {
      note(Finding::Level::Note, u"symlink.folder"_s,
           say("This link to another folder of the site was left out: the folder itself is read."), path);
    } else {
      return true;
    }
    return false;
  }

  /// What a generator wrote.
  bool isOutput(const QString& path) const {
    return folder_.flavour == SiteFlavour::Hugo &&
           (path == u"public"_s || path == u"resources"_s || path == u"themes"_s);
  }

  void note(Finding::Level level, const QString& code, const QString& message, const QString& path) {
    Finding finding;
    finding.level = level;
    finding.code = code;
    finding.message = message;
    finding.file = path;
    folder_.findings << finding;
  }

  SourceFolder& folder_;
  const Task& task_;
  QStringList paths_;
};

Result<SourceFolder> singleFile(const QFileInfo& file) {
  SourceFolder folder;
  folder.root = QFileInfo(file.canonicalFilePath()).canonicalPath();
  folder.files = {{file.fileName(), Role::Content, {}}};
  for (const QFileInfo& other : QDir(folder.root).entryInfoList(QDir::Files | QDir::NoSymLinks, QDir::Name)) {
    if (!isMarkdownName(other.fileName())) folder.files << SourceFile{other.fileName(), Role::Static, {}};
  }
  return folder;
}

}  // namespace

QString flavourName(SiteFlavour flavour) {
  switch (flavour) {
    case SiteFlavour::Hugo:
      return u"hugo"_s;
    case SiteFlavour::Jekyll:
      return u"jekyll"_s;
    case SiteFlavour::Plain:
      return u"markdown"_s;
  }
  return u"markdown"_s;
}

QString SourceFolder::identity() const {
  return flavourName(flavour) + u':' + QFileInfo(root).fileName();
}

bool isMarkdownName(const QString& name) {
  for (const QString& end : {u".md"_s, u".markdown"_s, u".mdown"_s, u".mkd"_s}) {
    if (name.endsWith(end, Qt::CaseInsensitive)) return true;
  }
  return false;
}

int markdownLikelihood(const QString& path) {
  const QFileInfo info(path);
  if (info.isFile()) return isMarkdownName(path) ? 60 : 0;
  if (!info.isDir()) return 0;
  switch (flavourOf(QDir(path))) {
    case SiteFlavour::Hugo:
      return 90;
    case SiteFlavour::Jekyll:
      return 85;
    case SiteFlavour::Plain:
      return containsMarkdown(path) ? 50 : 0;
  }
  return 0;
}

Result<SourceFolder> readSourceFolder(const QString& path, const Task& task) {
  const QFileInfo info(path);
  if (!info.exists())
    return makeError(ErrorCode::NotFound,
                     say("There is nothing to import at \"%1\". Check the path.").arg(path))
        .at(path);
  if (info.isFile()) return singleFile(info);
  SourceFolder folder;
  folder.root = info.canonicalFilePath();
  if (!info.isReadable())
    return makeError(ErrorCode::Denied,
                     say("The folder \"%1\" cannot be read. Check its permissions.").arg(path))
        .at(path);
  folder.flavour = flavourOf(QDir(folder.root));
  if (folder.flavour == SiteFlavour::Hugo) folder.contentDir = hugoContentFolder(folder.root);
  auto paths = Walk(folder, task).run();
  if (!paths) return paths.error();
  const SourceExclusion exclusion(folder, folder.findings);
  const Classifier classifier(folder, exclusion);
  for (const QString& file : *paths)
    folder.files << classifier.classify(file);
  const bool any = std::any_of(folder.files.begin(), folder.files.end(), [](const SourceFile& file) {
    return file.role == Role::Content || file.role == Role::Section;
  });
  if (!any && folder.findings.isEmpty())
    return makeError(ErrorCode::InvalidInput,
                     say("There is no Markdown in \"%1\". Choose the folder that holds the site's texts.")
                         .arg(path))
        .at(path);
  return folder;
}

}  // namespace offprint
