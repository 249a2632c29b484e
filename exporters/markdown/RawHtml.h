#pragma once
#include <cmark-gfm.h>
#include <functional>
#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>
#include <utility>

#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/markdown/SourceMarks.h"

namespace offprint {

/// What became of the raw HTML of a text: every tag that is opened is closed within the part of the page that
/// Markdown makes of it (paragraph, cell, item, …; at the top: one block), so that no text can break the page
/// around it. HTML that balances is kept as written, but comments are left out: they are not meant for
/// readers.
struct RawHtmlPlan {
  /// Literal to write for each node of raw HTML; nodes that are kept as written are not listed.
  QHash<const cmark_node*, QByteArray> literals;
  /// End tags to write before the end of a Markdown element.
  QHash<const cmark_node*, QByteArray> closers;
  /// End tags to write after the top-level block of that index.
  QHash<int, QByteArray> blockClosers;
  /// Ranges of top-level blocks (first, last) that an element spans: to be written as one block.
  QList<std::pair<int, int>> spans;
};

/// Reads all raw HTML below `root`; collects its addresses in `document` and asks `options.resolve` for each.
/// `opens` and `closes` are the nodes that start and end a directive's container: no tag reaches out of one.
/// Findings: html.unbalanced with the line.
RawHtmlPlan planRawHtml(cmark_node* root, const MarkedSource& source, const MarkdownOptions& options,
                        const QSet<const cmark_node*>& opens, const QSet<const cmark_node*>& closes,
                        ParsedDocument& document);

}  // namespace offprint
