#pragma once
#include <cmark-gfm.h>
#include <memory>
#include <QByteArray>

#include "exporters/markdown/SourceMarks.h"

// Exported by the extensions library, but declared in none of the headers that are installed. Set when the
// extensions are registered.
extern "C" {
extern cmark_node_type CMARK_NODE_TABLE;
extern cmark_node_type CMARK_NODE_TABLE_ROW;
extern cmark_node_type CMARK_NODE_TABLE_CELL;
extern cmark_node_type CMARK_NODE_STRIKETHROUGH;
}

namespace offprint {

struct CmarkNodeDeleter {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
/// The root of a finished tree; safe to read and change from any one thread.
using CmarkTree = std::unique_ptr<cmark_node, CmarkNodeDeleter>;

/// What cmark-gfm is asked to read.
struct CmarkSyntax {
  bool table = true;
  bool strikethrough = true;
  bool autolink = true;
  bool tagfilter = false;  ///< only for the examples of its specification; the dialect keeps raw HTML
  bool tasklist = true;
  int options = 0;  ///< CMARK_OPT_*
};

/// CommonMark and GFM with footnotes, as the dialect builds on them.
CmarkSyntax dialectSyntax(bool smartPunctuation);

/// Registers the extensions of cmark-gfm; further calls do nothing. Call before any thread parses.
void registerCmarkExtensions();

/// Parses under the process-wide gate: cmark-gfm rewrites global tables whenever a parser gets its
/// extensions, so creating, feeding and finishing must not overlap (measured: 4 to 10 in 100 renders wrong
/// without it).
CmarkTree parseTree(const QByteArray& utf8, const CmarkSyntax& syntax);
/// The same with the dialect's formulas, item links and directives as nodes (DialectExtension.h).
CmarkTree parseTree(const MarkedSource& source, const CmarkSyntax& syntax);

/// The tree as cmark-gfm's own HTML renderer writes it. Needs no gate.
QByteArray cmarkHtml(cmark_node* root, const CmarkSyntax& syntax);

/// Line (1-based) on which a block starts and ends. Unlike cmark-gfm's own, right for a paragraph that stands
/// before a table without a blank line and for one behind link reference definitions.
int firstLineOf(cmark_node* block);
int lastLineOf(cmark_node* block);

/// Visits the nodes below `root` in order of the text without recursion, however deep they nest. `enter`
/// returns whether to go into the node; `leave` is called for those it went into.
template <class Enter, class Leave>
void walkBelow(cmark_node* root, Enter enter, Leave leave) {
  cmark_node* node = cmark_node_first_child(root);
  while (node) {
    if (enter(node)) {
      if (cmark_node* child = cmark_node_first_child(node)) {
        node = child;
        continue;
      }
      leave(node);
    }
    while (!cmark_node_next(node)) {
      node = cmark_node_parent(node);
      if (node == root) return;
      leave(node);
    }
    node = cmark_node_next(node);
  }
}

}  // namespace offprint
