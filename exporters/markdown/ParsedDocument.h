#pragma once
#include <QByteArray>
#include <QList>
#include <QString>

#include "app/content/Finding.h"
#include "exporters/markdown/Citations.h"
#include "exporters/markdown/TypesetPiece.h"

namespace offprint {

/// One top-level block of a document as finished HTML: the unit of preview patches and scroll sync.
/// Always a balanced fragment: raw HTML that spans Markdown blocks is merged into one block first.
struct RenderedBlock {
  QByteArray html;    ///< UTF-8, ends in "\n"
  int firstLine = 0;  ///< 1-based line in the item's text
  int lastLine = 0;
  size_t hash = 0;       ///< of html; equal hashes mean equal html
  bool pending = false;  ///< holds a piece that is not drawn yet
  size_t source = 0;     ///< of what its drawings are made from, in their places; 0: it has none

  /// Sets html and hash.
  void setHtml(QByteArray text);
  bool operator==(const RenderedBlock& other) const { return hash == other.hash && html == other.html; }
};

struct OutlineEntry {
  int level = 1;
  QString text;     ///< plain
  QByteArray html;  ///< inline HTML for contents lists, without links, footnotes and raw HTML
  QString id;
  int line = 0;
};

/// A link, image or raw-HTML reference as written.
struct DocumentLink {
  enum class Type { Link, Image, RawHtml };
  Type type = Type::Link;
  QString target;  ///< as written, percent-decoding untouched
  QString text;    ///< link text or alternative text, plain
  int line = 0;
};

/// A whole Markdown text, rendered. Immutable value; may cross threads.
struct ParsedDocument {
  QList<RenderedBlock> blocks;  ///< footnotes, when there are any, are the last block
  QList<OutlineEntry> outline;
  QList<DocumentLink> links;
  /// What is not drawn yet: its marks stand in blocks and outline until fill().
  QList<TypesetPiece> pieces;
  QList<Citation> citations;  ///< their marks stand in the blocks until somebody formats them
  Findings findings;          ///< with lines; `item` and `file` are left empty
  bool hasMath = false;
  bool hasCode = false;

  QByteArray html() const;  ///< all blocks in order
};

}  // namespace offprint
