#include "exporters/markdown/MarkdownEngine.h"

#include "exporters/markdown/CmarkTree.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

RenderedBlock makeBlock(QByteArray html, int firstLine, int lastLine) {
  if (!html.endsWith('\n')) html += '\n';
  RenderedBlock block;
  block.hash = qHashBits(html.constData(), static_cast<size_t>(html.size()), 0);
  block.html = std::move(html);
  block.firstLine = firstLine;
  block.lastLine = lastLine;
  return block;
}

CmarkSyntax syntaxFor(const MarkdownOptions& options) {
  CmarkSyntax syntax;
  syntax.options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8;
  if (options.smartPunctuation) syntax.options |= CMARK_OPT_SMART;
  return syntax;
}

}  // namespace

QByteArray ParsedDocument::html() const {
  QByteArray all;
  qsizetype size = 0;
  for (const RenderedBlock& block : blocks)
    size += block.html.size();
  all.reserve(size);
  for (const RenderedBlock& block : blocks)
    all += block.html;
  return all;
}

void MarkdownEngine::initialize() {
  registerCmarkExtensions();
}

ParsedDocument MarkdownEngine::parse(const QByteArray& utf8, const MarkdownOptions& options) {
  ParsedDocument document;
  const CmarkSyntax syntax = syntaxFor(options);
  const CmarkTree tree = parseTree(utf8, syntax);
  if (options.plain) {
    // One block, written by cmark-gfm itself, is equal to it byte for byte.
    const QByteArray html = cmarkHtml(tree.get(), syntax);
    if (!html.isEmpty()) document.blocks << makeBlock(html, 1, cmark_node_get_end_line(tree.get()));
    return document;
  }
  for (cmark_node* node = cmark_node_first_child(tree.get()); node; node = cmark_node_next(node)) {
    document.blocks << makeBlock(cmarkHtml(node, syntax), cmark_node_get_start_line(node),
                                 cmark_node_get_end_line(node));
  }
  return document;
}

QByteArray MarkdownEngine::inlineHtml(const QString& markdown, bool smartPunctuation) {
  MarkdownOptions options;
  options.smartPunctuation = smartPunctuation;
  QByteArray html = parse(markdown.toUtf8(), options).html().trimmed();
  if (html.startsWith("<p>") && html.endsWith("</p>")) html = html.mid(3, html.size() - 7);
  return html;
}

QString MarkdownEngine::plainText(const QString& markdown) {
  const CmarkTree tree = parseTree(markdown.toUtf8(), syntaxFor({}));
  QByteArray text;
  cmark_iter* iterator = cmark_iter_new(tree.get());
  while (cmark_iter_next(iterator) != CMARK_EVENT_DONE) {
    if (cmark_iter_get_event_type(iterator) != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iterator);
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) text += cmark_node_get_literal(node);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) text += ' ';
  }
  cmark_iter_free(iterator);
  return QString::fromUtf8(text);
}

}  // namespace offprint
