#pragma once
#include <QMap>
#include <QSet>

#include "app/bibliography/BibtexFile.h"
#include "app/bibliography/BibtexFormat.h"

namespace offprint {

struct BibtexValue {
  QString text;  ///< LaTeX; abbreviations are put in and # is done
  int line = 0;
  bool inherited = false;
};

/// An entry with everything that its file says about it.
struct BibtexEntry {
  qsizetype part = 0;  ///< index in BibtexFile::parts
  QString type;
  QString key;
  int line = 0;
  QMap<QString, BibtexValue> fields;  ///< by the name that BibtexFormat::synonyms gives them
  QSet<QString> abbreviations;        ///< used, in small letters, months left out
  QSet<QString> parents;              ///< keys of entries that it inherits from, in small letters
  Findings findings;
};

/// The entries of a file in its order, with abbreviations (@string, months), xdata and crossref resolved.
/// What an entry says itself wins over xdata, that over its crossref; a parent's title becomes the book's or
/// the journal's (biblatex, "Cross-reference setup"). Circles end with a finding. Time grows with the file.
QList<BibtexEntry> bibtexEntries(const BibtexFile& file, const BibtexFormat& format);

}  // namespace offprint
