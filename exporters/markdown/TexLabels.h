#pragma once
#include <functional>
#include <QByteArray>
#include <QByteArrayList>

namespace offprint {

/// The labels of a display formula, as LaTeX writes them: \label{name} for the formula or for a row of align,
/// alignat or gather, \tag{T} for a number of one's own.
struct TexLabels {
  QByteArray tex;         ///< without labels; numbered rows have their \tag
  QByteArrayList labels;  ///< in their order
  QByteArray tag;         ///< of a formula that is no list of rows
  bool rows = false;      ///< the numbers stand in `tex`
};

/// `number` gives the number of a row by its label and its own tag, if it has one. Environments that number
/// themselves become those that do not: a number that nothing refers to is left out.
TexLabels readLabels(const QByteArray& tex,
                     const std::function<QByteArray(const QByteArray& label, const QByteArray& tag)>& number);

/// \ref{name} and \eqref{name} as links; `number` gives the number of a label, or nothing.
QByteArray linkReferences(const QByteArray& tex,
                          const std::function<QByteArray(const QByteArray& label)>& number);

}  // namespace offprint
