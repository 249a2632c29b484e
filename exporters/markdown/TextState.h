#pragma once
#include <QByteArray>
#include <QHash>
#include <QList>

#include "exporters/markdown/ParsedDocument.h"
#include "exporters/markdown/References.h"

namespace offprint {

/// What the writers of one text share. A note or a block's title is a text within the text, with a writer of
/// its own.
struct TextState {
  explicit TextState(ParsedDocument& parsed) : document(parsed) {}

  struct Reference {
    QByteArray source;  ///< as written, with its brackets
    QByteArrayList ids;
    int line = 1;
    bool link = true;
  };
  struct Note {
    int definition = 0;  ///< cmark-gfm's number of the definition; 0: written in place
    QByteArray html;     ///< when it is no more than a line
    int line = 1;
    bool inMargin = false;  ///< has a place beside its mark
  };

  ParsedDocument& document;
  QHash<QString, int> usedIds;
  bool notesHavePlace = true;  ///< false in a title
  bool hasContents = false;    ///< one table of contents a text
  Numbering numbering;
  QList<Reference> references;
  QList<Note> notes;                ///< in the order of their first marks
  int notesOpen = 0;                ///< notes inside notes that are being written
  QHash<int, qsizetype> noteIndex;  ///< by cmark-gfm's number
};

}  // namespace offprint
