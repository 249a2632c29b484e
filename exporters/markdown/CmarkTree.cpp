#include "exporters/markdown/CmarkTree.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cstdlib>
#include <mutex>

#include "exporters/markdown/DialectExtension.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OFFPRINT_LEAKS_ARE_SOUGHT
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define OFFPRINT_LEAKS_ARE_SOUGHT
#endif
#ifdef OFFPRINT_LEAKS_ARE_SOUGHT
#include <sanitizer/lsan_interface.h>
#endif

namespace offprint {
namespace {

/// The tables of cmark-gfm live as long as the program. The signs of one extension, which lookForAddresses()
/// takes the place of, it never frees: 32 bytes, once.
void registerExtensions() {
#ifdef OFFPRINT_LEAKS_ARE_SOUGHT
  const __lsan::ScopedDisabler forOnce;
#endif
  cmark_gfm_core_extensions_ensure_registered();
}

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

/// Every "w" begins a text node of its own where the extension for bare addresses looks at it, though only
/// "www." can be one: a text without that is parsed in two thirds of the time and less memory. The gate is
/// held; the table is cmark-gfm's own and for all parsers.
void lookForAddresses(const QByteArray& utf8) {
  const auto list = [](std::initializer_list<char> signs) {
    cmark_llist* made = nullptr;
    for (const char sign : signs)
      made = cmark_llist_append(cmark_get_default_mem_allocator(), made,
                                reinterpret_cast<void*>(static_cast<size_t>(sign)));
    return made;
  };
  static cmark_llist* const all = list({':', 'w'});
  static cmark_llist* const some = list({':'});
  if (cmark_syntax_extension* autolink = cmark_find_syntax_extension("autolink"))
    cmark_syntax_extension_set_special_inline_chars(autolink, utf8.contains("www.") ? all : some);
}

/// Lines of the text of a paragraph, without the definitions that were taken off its start.
int textLines(cmark_node* paragraph) {
  const QByteArrayView text(cmark_node_get_string_content(paragraph));
  return static_cast<int>(text.trimmed().count('\n')) + 1;
}

/// A paragraph that cmark-gfm cut off the head of a table has no lines of its own.
bool isCutOffTable(cmark_node* block) {
  return cmark_node_get_type(block) == CMARK_NODE_PARAGRAPH && cmark_node_get_start_line(block) == 0 &&
         cmark_node_next(block) && cmark_node_get_type(cmark_node_next(block)) == CMARK_NODE_TABLE;
}

CmarkTree parse(const QByteArray& utf8, const CmarkSyntax& syntax, const MarkedSource* dialect) {
  const std::lock_guard lock(gate());
  registerExtensions();
  lookForAddresses(utf8);
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

CmarkSyntax dialectSyntax(bool smartPunctuation) {
  CmarkSyntax syntax;
  syntax.options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8;
  if (smartPunctuation) syntax.options |= CMARK_OPT_SMART;
  return syntax;
}

void registerCmarkExtensions() {
  const std::lock_guard lock(gate());
  registerExtensions();
}

CmarkTree parseTree(const QByteArray& utf8, const CmarkSyntax& syntax) {
  return parse(utf8, syntax, nullptr);
}

CmarkTree parseTree(const MarkedSource& source, const CmarkSyntax& syntax) {
  return parse(source.text, syntax, &source);
}

int firstLineOf(cmark_node* block) {
  if (isCutOffTable(block)) return qMax(1, cmark_node_get_start_line(cmark_node_next(block)));
  const int start = qMax(1, cmark_node_get_start_line(block));
  const int end = cmark_node_get_end_line(block);
  const cmark_node_type type = cmark_node_get_type(block);
  if (type == CMARK_NODE_PARAGRAPH) return qMax(start, end - textLines(block) + 1);
  if (type == CMARK_NODE_TABLE_CELL) return firstLineOf(cmark_node_parent(block));
  if (type == CMARK_NODE_TABLE_ROW && !cmark_node_previous(block))
    return firstLineOf(cmark_node_parent(block));
  if (type != CMARK_NODE_TABLE) return start;
  // The rule is the second line of a table, and the rows follow it without a gap.
  cmark_node* head = cmark_node_first_child(block);
  cmark_node* row = head ? cmark_node_next(head) : nullptr;
  return qMax(start, row ? cmark_node_get_start_line(row) - 2 : end - 1);
}

int lastLineOf(cmark_node* block) {
  const int first = firstLineOf(block);
  if (isCutOffTable(block)) return first + textLines(block) - 1;
  return qMax(first, cmark_node_get_end_line(block));
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
