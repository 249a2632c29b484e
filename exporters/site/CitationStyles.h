#pragma once
#include <QByteArray>
#include <QList>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// A citation style that can be chosen.
struct CitationStyle {
  QString id;     ///< file name without ".csl"
  QString title;  ///< of the style's <info>
  QString file;   ///< absolute
};

/// The styles of the program (`builtIn` holds styles/ and locales/) and of the library's own folder `own`,
/// which replace those of the same name; by title. Reads files. Files that are no CSL style are left out.
QList<CitationStyle> citationStyles(const QString& builtIn, const QString& own);

/// The XML of a style. A dependent style, which only names another, is followed. Reads files.
/// Errors: NotFound (names the styles there are), InvalidInput (not a CSL style; file and line).
Result<QByteArray> citationStyle(const QString& id, const QString& builtIn, const QString& own);

/// The name of the locale file for a language by CSL's rules: "de" and "de-LI" give "de-DE"; unknown ones
/// "en-US".
QString citationLocale(const QString& language, const QString& builtIn);
/// The file of a locale, such as "de-DE".
QString citationLocaleFile(const QString& locale, const QString& builtIn);

}  // namespace offprint
