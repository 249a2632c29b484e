#pragma once
#include <QByteArray>
#include <QList>
#include <QString>

#include "app/content/Finding.h"

namespace offprint {

/// One piece of a value: text as written between its braces or quotation marks, a bare number, or the name of
/// an abbreviation (@string).
struct BibtexPiece {
  QString text;
  bool abbreviation = false;
};

struct BibtexField {
  QString name;               ///< in small letters
  QList<BibtexPiece> pieces;  ///< joined by # in the file
  int line = 0;
};

/// A stretch of a BibTeX file. Put one after another, the sources of all parts are the file, byte for byte.
struct BibtexPart {
  enum class Type {
    Text,          ///< between entries; what stands there is a comment
    Entry,         ///< fields and key are read
    Abbreviation,  ///< @string: one field, its name and value
    Preamble,
    Comment,
    Broken,  ///< begins like an entry and could not be read: `problem` says why
  };
  Type type = Type::Text;
  QString kind;  ///< of an entry, in small letters: "article"
  QString key;   ///< of an entry or of the beginning of a broken one; may be empty
  QList<BibtexField> fields;
  int line = 1;       ///< where it begins
  QByteArray source;  ///< as in the file
  QString text;       ///< the same, decoded
  QString problem{};  ///< a sentence; Broken
  int problemLine = 0;
  Findings findings{};  ///< what was read although it is not as it should be
};

/// A BibTeX or biblatex file, read without losing a byte. Braces, quotation marks and # follow BibTeX
/// (btxdoc, "The .bib file"); entries in parentheses, comments after %, missing commas and bare words are
/// taken as well. An entry that cannot be read ends where the next one begins at the start of a line, so that
/// one mistake costs one entry. Time grows with the size of the file alone.
struct BibtexFile {
  QString encoding;
  bool byteOrderMark = false;
  QList<BibtexPart> parts;
  Findings findings;  ///< about the file as a whole: an encoding that had to be guessed

  /// Never fails: garbage is Text. Findings and parts name lines, no file.
  static BibtexFile parse(const QByteArray& bytes);
};

}  // namespace offprint
