#pragma once
#include <cmark-gfm-extension_api.h>

#include "exporters/markdown/SourceMarks.h"

namespace offprint {

/// What the dialect's extension of cmark-gfm found. The nodes have the type CMARK_NODE_CODE or
/// CMARK_NODE_CODE_BLOCK, so that cmark-gfm treats them as opaque, and this extension as their owner.
enum class DialectNode {
  None,
  InlineMath,   ///< literal: TeX
  DisplayMath,  ///< literal: TeX; in a paragraph
  ItemLink,     ///< literal: what stands between [[ and ]]
  Reference,    ///< literal: "@fig:a; @fig:b"
  Citation,     ///< literal: as written, with its brackets
  Note,         ///< literal: what stands between ^[ and ]
  MathBlock,    ///< literal: from the opening delimiter to the closing one's line end
  Directive,    ///< literal: a line ":::name …", ":::" or "::name …"
  Opaque,       ///< literal: a whole ":::unknown" block
};

/// Attaches the extension to a parser that is about to read `source`, which must live until the parser has
/// finished. Call under the gate.
void attachDialect(cmark_parser* parser, const MarkedSource& source);

DialectNode dialectNode(cmark_node* node);
/// The node's literal without what marks its kind; still with marks.
QByteArray dialectLiteral(cmark_node* node);

}  // namespace offprint
