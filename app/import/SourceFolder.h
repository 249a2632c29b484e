#pragma once
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include "app/content/Finding.h"
#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

enum class SiteFlavour { Plain, Hugo, Jekyll };
QString flavourName(SiteFlavour flavour);  ///< "markdown", "hugo", "jekyll"

/// One file below the source's root.
struct SourceFile {
  enum class Role {
    Content,    ///< becomes an item
    Section,    ///< Hugo's _index.md: the page of a section
    Companion,  ///< belongs to the item beside it (cite.bib)
    Media,      ///< copied when a text shows it, or when it lies beside one
    Static,     ///< copied when a text shows it, or when it is a document or a picture
    Settings,   ///< read for the site's settings
    Left,       ///< not part of the site's content; `reason` says why
  };
  QString path;  ///< from the root, "/"-separated, as the file system spells it
  Role role = Role::Left;
  QString reason;
};

/// The files of a site as a generator sees them. Nothing is written to it.
struct SourceFolder {
  QString root;  ///< canonical, absolute
  SiteFlavour flavour = SiteFlavour::Plain;
  QString contentDir;       ///< Hugo: "content"; else ""
  QList<SourceFile> files;  ///< in path order
  Findings findings;        ///< symlinks that lead out of the root, folders that cannot be read

  QString absolute(const QString& path) const { return root + QLatin1Char('/') + path; }
  /// A short name of the source for import records ("hugo:my-site").
  QString identity() const;
};

/// How sure it is that `path` is a folder of Markdown (or one Markdown file): 0 to 100.
int markdownLikelihood(const QString& path);

/// Walks `path` (a folder, or one Markdown file). Links that lead out of it are refused with a finding, and
/// no folder is entered twice. Errors: NotFound, InvalidInput (no Markdown in it), Denied, Cancelled.
Result<SourceFolder> readSourceFolder(const QString& path, const Task& task);

/// Whether a name ends like Markdown (.md, .markdown, .mdown, .mkd).
bool isMarkdownName(const QString& name);

}  // namespace offprint
