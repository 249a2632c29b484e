#pragma once
#include <memory>
#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "app/content/Finding.h"
#include "app/core/Result.h"
#include "exporters/theme/ThemeFolders.h"
#include "exporters/theme/ThemeStrings.h"

namespace offprint {

/// A theme read from its folder and those it extends: theme.json, templates/*.mustache, assets/**. Immutable;
/// shared between threads. The view model that templates see is documented in resources/themes/README.md.
class Theme {
 public:
  /// A file that the theme puts on every site ("assets/notebook.css").
  struct Asset {
    QString path;            ///< on the site, e.g. "assets/notebook.css"
    QString file;            ///< absolute source path; empty when `content` holds the bytes
    QByteArray fingerprint;  ///< hex SHA-256 of the content
    QByteArray content;      ///< of a file made of several (style sheets)

    /// The bytes. Errors: those of reading the file.
    Result<QByteArray> read() const;
  };

  /// Errors: those of ThemeFiles::find, and InvalidInput (file and reason, e.g. a template that does not
  /// parse or is missing). `values`: what the site has set of the theme's options, by id.
  static Result<std::shared_ptr<const Theme>> load(const QString& id, const ThemeFolders& folders,
                                                   const QJsonObject& values = {});
  /// The same without themes of a person's own.
  static Result<std::shared_ptr<const Theme>> load(const QString& id, const QString& libraryThemes,
                                                   const QString& builtInThemes);

  const QString& id() const;
  const QString& label() const;
  /// theme.json, with what it inherits.
  const QJsonObject& manifest() const;
  const QList<Asset>& assets() const;
  /// Changes when any template or asset changes.
  const QByteArray& fingerprint() const;
  /// The theme's own words for pages in `language` ("de-CH" takes "de", unknown ones English).
  const ThemeStrings& strings(const QString& language) const;
  /// What the site's values of the theme's options have to be told.
  const Findings& findings() const;
  bool hasTemplate(const QString& name) const;
  /// Renders templates/<name>.mustache over `view` (Mustache: sections, inverted sections, partials;
  /// HTML-escaped unless triple). Values of keys ending in "Html" are inserted as they are by {{{…}}}.
  /// The theme's own words stand under "t", in the language that the view's "lang" names. Thread-safe.
  Result<QByteArray> render(const QString& name, const QJsonObject& view) const;

  ~Theme();
  struct Private;
  explicit Theme(std::unique_ptr<Private> d);

 private:
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
