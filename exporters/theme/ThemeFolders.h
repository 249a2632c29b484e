#pragma once
#include <map>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// Where themes lie. What is found earlier in this order wins: a library's own theme, one of this person's,
/// one of the program's.
struct ThemeFolders {
  QString library;  ///< of one library
  QString builtIn;  ///< of the program; the words that all themes share lie here too
  QString user;     ///< of this person, for every library

  /// themes/ in the person's data folder (~/.local/share/offprint/themes).
  static QString ofUser();
  /// Those that are given, in order.
  QStringList inOrder() const;
};

/// A theme as it lies on the disk: its own folder, and under it those that it extends.
struct ThemeFiles {
  QJsonObject manifest;                  ///< of all layers, an own value before an inherited one
  std::map<QString, QString> templates;  ///< by name, absolute paths
  std::map<QString, QString> assets;     ///< by path on the site ("assets/x.css"), absolute paths
  QString folder;                        ///< the theme's own
  QString manifestFile;                  ///< the theme's own theme.json

  /// Follows "extends" to the theme below, and further. A theme may extend the one it hides (a library's
  /// "notebook" the program's). Errors: NotFound when there is no theme `id` (names what is there);
  /// InvalidInput for a description that is no JSON, a theme that is missing below or extends itself, each
  /// with file and line.
  static Result<ThemeFiles> find(const QString& id, const ThemeFolders& folders);
};

/// A theme in a list to choose from.
struct ThemeEntry {
  QString id;
  QString label;
  QString description;
  QString folder;
};

/// The themes that a site can have, by label; one hidden by another of its id, and those made only to be
/// extended ("part"), are left out. A folder whose theme.json cannot be read is listed under its name, so
/// that choosing it says what is wrong. Reads files: not on the GUI thread.
QList<ThemeEntry> themesIn(const ThemeFolders& folders);

}  // namespace offprint
