#pragma once
#include <memory>
#include <QHash>
#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include "app/bibliography/LatexText.h"

namespace offprint {

/// What BibTeX and biblatex give names to, from resources/bibliography (bibtex.json, latex.json). Immutable.
struct BibtexFormat {
  struct Type {
    QString option;  ///< value of the field that has the CSL variable "type"
    QString csl;     ///< CSL type that no option has; empty: the option's
  };

  std::shared_ptr<const LatexText> latex;
  QHash<QString, QString> synonyms;     ///< biblatex or older name → the one used here
  QStringList months;                   ///< abbreviations that every style defines, January first
  QHash<QString, Type> types;           ///< by entry type; others are options of their own name
  QHash<QString, QString> thesisTypes;  ///< value of a thesis' field "type" → option
  QHash<QString, QString> variables;    ///< field → CSL variable that no field of the kind has
  QSet<QString> nameVariables;          ///< fields of `variables` that hold names
  QSet<QString> dateVariables;
  QSet<QString> verbatim;      ///< fields without TeX
  QSet<QString> notInherited;  ///< by crossref (biblatex, appendix B, and what belongs to one work alone)
  QHash<QString, QString> languages;  ///< babel and ISO 639-2 names → BCP 47

  /// Errors: NotFound, Io, Corrupt: the program's data is damaged.
  static Result<std::shared_ptr<const BibtexFormat>> load(const Resources& resources);
};

}  // namespace offprint
