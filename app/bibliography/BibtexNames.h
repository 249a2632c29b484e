#pragma once
#include <QHash>

#include "app/bibliography/LatexText.h"
#include "app/content/Person.h"

namespace offprint {

/// The names of one author or editor field.
struct BibtexNames {
  People people;
  bool others = false;        ///< "and others"
  QHash<int, QString> marks;  ///< by index of the person: "*", "†"
  QStringList doubts;         ///< sentences: a name that was probably meant otherwise
};

/// Reads names as BibTeX does (btxdoc, "Name conventions"): "First von Last", "von Last, First" and "von
/// Last, Jr, First"; biblatex's "family=…, given=…, prefix=…, suffix=…" too. `and` inside braces does not
/// split, a name wholly in braces is literal, and a leading run of words in small letters is the particle.
BibtexNames readNames(const QString& written, const LatexText& latex);

/// The people as a value of a BibTeX field, in "von Last, Jr, First" form.
QString writeNames(const People& people, bool others, const LatexText& latex, bool ascii = false);

}  // namespace offprint
