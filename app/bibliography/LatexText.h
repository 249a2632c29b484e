#pragma once
#include <memory>
#include <QHash>
#include <QString>
#include <QStringList>

#include "app/core/Resources.h"
#include "app/core/Result.h"

namespace offprint {

/// LaTeX as bibliographies have it, to Unicode text and back, by the table resources/bibliography/latex.json.
/// Immutable: one may serve several threads. Time grows with the length of the text.
class LatexText {
 public:
  enum class Form {
    Plain,     ///< letters and punctuation alone
    Markdown,  ///< emphasis as Markdown; what Markdown would take for markup is escaped
    Csl,       ///< rich text of CSL JSON: <i>, <b>, and "nocase" for what stands in braces
  };

  /// Errors: NotFound, Io, Corrupt: the program's data is damaged.
  static Result<std::shared_ptr<const LatexText>> load(const Resources& resources);

  /// NFC; runs of blanks are one blank. Math ($…$, $$…$$, \(…\)) stays as written. Braces vanish; of a
  /// command that the table does not know the argument stays.
  QString toUnicode(const QString& latex, Form form = Form::Plain) const;
  /// Of addresses and identifiers: only what TeX needs escaped is taken back (\_, \%, {\textasciitilde}).
  QString verbatim(const QString& written) const;
  /// The inverse, for a value in braces: characters that mean something to TeX are escaped, and the braces
  /// balance. With `ascii` letters beyond ASCII become commands where the table has one.
  QString toLatex(const QString& text, Form form = Form::Plain, bool ascii = false) const;

  /// A % with the rest of its line, where it begins a word: "50 % of" and "5% of" stay.
  static QString withoutComments(const QString& value);

  struct Table;

 private:
  explicit LatexText(std::shared_ptr<const Table> table) : table_(std::move(table)) {}
  std::shared_ptr<const Table> table_;
};

}  // namespace offprint
