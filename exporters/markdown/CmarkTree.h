#pragma once
#include <cmark-gfm.h>
#include <memory>
#include <QByteArray>

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
  bool dialect = false;  ///< math, item links and directives as registered by registerDialect()
  int options = 0;       ///< CMARK_OPT_*
};

/// Registers the extensions of cmark-gfm; further calls do nothing. Call before any thread parses.
void registerCmarkExtensions();

/// Parses under the process-wide gate: cmark-gfm rewrites global tables whenever a parser gets its
/// extensions, so creating, feeding and finishing must not overlap (measured: 4 to 10 in 100 renders wrong
/// without it).
CmarkTree parseTree(const QByteArray& utf8, const CmarkSyntax& syntax);

/// The tree as cmark-gfm's own HTML renderer writes it. Needs no gate.
QByteArray cmarkHtml(cmark_node* root, const CmarkSyntax& syntax);

}  // namespace offprint
