#pragma once
#include <QMap>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// TeX commands of a site's formulas by name: "\\RR" to "\\mathbb{R}"; arguments are #1 to #9.
using TexMacros = QMap<QString, QString>;

/// Reads definitions as LaTeX has them, one behind the other: "\newcommand{\RR}{\mathbb{R}}", also
/// \renewcommand, \providecommand and \DeclareMathOperator. InvalidInput says which is none.
Result<TexMacros> parseTexMacros(const QString& text);
/// The same as \newcommand; parseTexMacros() gives the macros back.
QString texMacrosText(const TexMacros& macros);

}  // namespace offprint
