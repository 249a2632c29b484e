#include "exporters/markdown/CmarkTree.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cstdlib>
#include <mutex>

#include "exporters/markdown/DialectExtension.h"

namespace offprint {
namespace {

std::mutex& gate() {
  static std::mutex mutex;
  return mutex;
}

void attach(cmark_parser* parser, const char* name, bool wanted) {
  if (!wanted) return;
  if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name)) {
    cmark_parser_attach_syntax_extension(parser, extension);
  }
}

CmarkTree parse(const QByteArray& utf8, const CmarkSyntax& syntax, const MarkedSource* dialect) {
  const std::lock_guard lock(gate());
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser* parser = cmark_parser_new(syntax.options);
  // First, so that a directive or formula ends a table instead of becoming its next row.
  if (dialect) attachDialect(parser, *dialect);
  // The order is that of the command-line program of cmark-gfm, so that results agree with its specification.
  attach(parser, "table", syntax.table);
  attach(parser, "strikethrough", syntax.strikethrough);
  attach(parser, "autolink", syntax.autolink);
  attach(parser, "tagfilter", syntax.tagfilter);
  attach(parser, "tasklist", syntax.tasklist);
  cmark_parser_feed(parser, utf8.constData(), static_cast<size_t>(utf8.size()));
  CmarkTree tree(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  return tree;
}

}  // namespace

void registerCmarkExtensions() {
  const std::lock_guard lock(gate());
  cmark_gfm_core_extensions_ensure_registered();
}

CmarkTree parseTree(const QByteArray& utf8, const CmarkSyntax& syntax) {
  return parse(utf8, syntax, nullptr);
}

CmarkTree parseTree(const MarkedSource& source, const CmarkSyntax& syntax) {
  return parse(source.text, syntax, &source);
}

QByteArray cmarkHtml(cmark_node* root, const CmarkSyntax& syntax) {
  cmark_llist* filters = nullptr;
  cmark_mem* memory = cmark_get_default_mem_allocator();
  if (syntax.tagfilter) {
    filters = cmark_llist_append(memory, filters, cmark_find_syntax_extension("tagfilter"));
  }
  char* html = cmark_render_html(root, syntax.options, filters);
  const QByteArray result(html);
  std::free(html);
  cmark_llist_free(memory, filters);
  return result;
}

}  // namespace offprint
