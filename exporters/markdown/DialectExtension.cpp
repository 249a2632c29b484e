#include "exporters/markdown/DialectExtension.h"

#include <cmark-gfm/chunk.h>
#include <cstring>

#include "exporters/markdown/Citations.h"
#include "exporters/markdown/MathScan.h"
#include "exporters/markdown/SourceText.h"

namespace offprint {
namespace {

// The first byte of the literal of an inline node says what it is.
constexpr char InlineMathTag = 'i';
constexpr char DisplayMathTag = 'd';
constexpr char ItemLinkTag = 'l';
constexpr char ReferenceTag = 'r';
constexpr char NoteTag = 'n';
constexpr char CitationTag = 'c';  // its literal has no brackets
constexpr char KeyTag = 'k';

/// What the callbacks of the extension need to know of the text that is parsed. Only one text is parsed at a
/// time: the gate of parseTree() guards this.
struct Reading {
  const MarkedSource* source = nullptr;
  MathBudget budget;
  // In the paragraph `owner`, what is known not to follow: keeps hopeless searches from being repeated.
  cmark_node* owner = nullptr;
  bool displayAhead = true;
  bool roundAhead = true;
  bool squareAhead = true;
  bool noteAhead = true;
  bool citationAhead = true;
};
Reading& reading() {
  static Reading state;
  return state;
}

cmark_syntax_extension* dialect();

const char* lineText(cmark_parser* parser, unsigned char* input) {
  return reinterpret_cast<const char*>(input) + cmark_parser_get_first_nonspace(parser);
}

/// "name" or "name{…}" up to the end of the line: "::std::move is fast" is prose.
bool isLeafDirective(const char* name, const char* end) {
  const char* p = name;
  while (p != end && (isAsciiLetter(*p) || (p != name && (*p == '-' || (*p >= '0' && *p <= '9'))))) {
    ++p;
  }
  if (p == name) return false;
  while (p != end && (*p == ' ' || *p == '\t')) {
    ++p;
  }
  return p == end || *p == '{' || *p == '[' || markAt(p, end - p) == Mark::AttributesOpen;
}

/// Start of a line of the dialect at `text`: a formula's opening delimiter or colons with a name.
bool startsBlock(cmark_parser* parser, const char* text, const char* end) {
  if (end - text >= 2 && text[0] == '$' && text[1] == '$') {
    return reading().source->closingLines.contains(cmark_parser_get_line_number(parser));
  }
  if (markAt(text, end - text) == Mark::DisplayOpen) {
    return reading().source->closingLines.contains(cmark_parser_get_line_number(parser));
  }
  const char* p = text;
  while (p != end && *p == ':') {
    ++p;
  }
  if (p - text == 2) return isLeafDirective(p, end);
  if (p - text < 3) return false;
  while (p != end && (*p == ' ' || *p == '\t')) {
    ++p;
  }
  return p == end || isAsciiLetter(*p) || *p == '{' || markAt(p, end - p) == Mark::AttributesOpen;
}

cmark_node* openBlock(cmark_syntax_extension* extension, int indented, cmark_parser* parser,
                      cmark_node* parent, unsigned char* input, int length) {
  if (indented != 0) return nullptr;
  const char* text = lineText(parser, input);
  const char* end = reinterpret_cast<const char*>(input) + length;
  while (end > text && (end[-1] == '\n' || end[-1] == '\r')) {
    --end;
  }
  if (!startsBlock(parser, text, end)) return nullptr;
  const int column = cmark_parser_get_first_nonspace(parser);
  cmark_node* node = cmark_parser_add_child(parser, parent, CMARK_NODE_CODE_BLOCK, column + 1);
  if (!node) return nullptr;
  cmark_node_set_syntax_extension(node, extension);
  cmark_parser_advance_offset(parser, reinterpret_cast<const char*>(input),
                              column - cmark_parser_get_offset(parser), 0);
  return node;
}

int continuesBlock(cmark_syntax_extension*, cmark_parser* parser, unsigned char*, int, cmark_node* node) {
  const int closing = reading().source->closingLines.value(cmark_node_get_start_line(node));
  return cmark_parser_get_line_number(parser) <= closing ? 1 : 0;
}

cmark_node* makeInline(char tag, const char* content, qsizetype length) {
  cmark_node* node = cmark_node_new(CMARK_NODE_CODE);
  const QByteArray literal = tag + QByteArray(content, length);
  cmark_node_set_literal(node, literal.constData());
  cmark_node_set_syntax_extension(node, dialect());
  return node;
}

cmark_node* makeText(const char* text) {
  cmark_node* node = cmark_node_new(CMARK_NODE_TEXT);
  cmark_node_set_literal(node, text);
  return node;
}

/// The node from the mark at `text` to the mark `closing`; null when there is none.
cmark_node* matchMarks(cmark_inline_parser* parser, const char* text, qsizetype length, Mark closing,
                       char tag, bool& ahead) {
  if (!ahead) return nullptr;
  const QByteArray close = markBytes(closing);
  const QByteArray rest = QByteArray::fromRawData(text, length);
  const qsizetype at = rest.indexOf(close, MarkSize);
  if (at < 0) {
    ahead = false;
    return nullptr;
  }
  cmark_inline_parser_set_offset(parser,
                                 cmark_inline_parser_get_offset(parser) + static_cast<int>(at) + MarkSize);
  return makeInline(tag, text + MarkSize, at - MarkSize);
}

cmark_node* matchMark(cmark_inline_parser* parser, const char* text, qsizetype length) {
  Reading& state = reading();
  bool always = true;
  cmark_node* node = nullptr;
  const char* literal = nullptr;
  switch (markAt(text, length)) {
    case Mark::MathOpen:
      node = matchMarks(parser, text, length, Mark::MathClose, InlineMathTag, state.roundAhead);
      literal = "(";
      break;
    case Mark::DisplayOpen:
      node = matchMarks(parser, text, length, Mark::DisplayClose, DisplayMathTag, state.squareAhead);
      literal = "[";
      break;
    case Mark::ItemOpen:
      return matchMarks(parser, text, length, Mark::ItemClose, ItemLinkTag, always);
    case Mark::ReferenceOpen:
      return matchMarks(parser, text, length, Mark::ReferenceClose, ReferenceTag, always);
    case Mark::NoteOpen:
      return matchMarks(parser, text, length, Mark::NoteClose, NoteTag, state.noteAhead);
    case Mark::CitationOpen:
      node = matchMarks(parser, text, length, Mark::CitationClose, CitationTag, state.citationAhead);
      literal = "[";
      break;
    case Mark::MathClose:
      literal = ")";
      break;
    case Mark::CitationClose:
    case Mark::DisplayClose:
      literal = "]";
      break;
    default:
      return nullptr;
  }
  if (node) return node;
  cmark_inline_parser_set_offset(parser, cmark_inline_parser_get_offset(parser) + MarkSize);
  return makeText(literal);
}

/// "@key" in running text.
cmark_node* matchKey(cmark_inline_parser* parser, const cmark_chunk* chunk, int offset) {
  const char* text = reinterpret_cast<const char*>(chunk->data);
  const char before = offset > 0 ? text[offset - 1] : '\0';
  const qsizetype length = inTextCitationLength(before, text + offset, text + chunk->len);
  if (length == 0) return nullptr;
  cmark_inline_parser_set_offset(parser, offset + static_cast<int>(length));
  return makeInline(KeyTag, text + offset, length);
}

cmark_node* matchInline(cmark_syntax_extension*, cmark_parser*, cmark_node* parent, unsigned char character,
                        cmark_inline_parser* parser) {
  if (character != '$' && character != '@' && character != static_cast<unsigned char>(MarkLead))
    return nullptr;
  Reading& state = reading();
  if (state.owner != parent) {
    state.owner = parent;
    state.displayAhead = state.roundAhead = state.squareAhead = state.noteAhead = state.citationAhead = true;
  }
  const cmark_chunk* chunk = cmark_inline_parser_get_chunk(parser);
  const int offset = cmark_inline_parser_get_offset(parser);
  const char* text = reinterpret_cast<const char*>(chunk->data) + offset;
  const qsizetype length = chunk->len - offset;
  if (character == '@') return matchKey(parser, chunk, offset);
  if (character != '$') return matchMark(parser, text, length);
  const bool doubled = length > 1 && text[1] == '$';
  const MathSpan span = scanDollarMath(text, static_cast<size_t>(length), state.displayAhead, state.budget);
  if (span) {
    cmark_inline_parser_set_offset(parser, offset + static_cast<int>(span.end));
    return makeInline(span.display ? DisplayMathTag : InlineMathTag, text + span.contentStart,
                      static_cast<qsizetype>(span.contentEnd - span.contentStart));
  }
  if (!doubled) return nullptr;
  if (span.noneAhead) state.displayAhead = false;
  // Both dollars at once, or the second would be read as the start of a formula.
  cmark_inline_parser_set_offset(parser, offset + 2);
  // The mark tells the writer that these two were to be a formula, which "\\$\\$" is not.
  return makeText((markBytes(Mark::Nothing) + "$$").constData());
}

cmark_syntax_extension* makeDialect() {
  cmark_syntax_extension* extension = cmark_syntax_extension_new("offprint");
  cmark_mem* memory = cmark_get_default_mem_allocator();
  cmark_llist* special = nullptr;
  for (const unsigned char c : {static_cast<unsigned char>('$'), static_cast<unsigned char>('@'),
                                static_cast<unsigned char>(MarkLead)}) {
    special = cmark_llist_append(memory, special, reinterpret_cast<void*>(static_cast<size_t>(c)));
  }
  cmark_syntax_extension_set_special_inline_chars(extension, special);
  cmark_syntax_extension_set_match_inline_func(extension, matchInline);
  cmark_syntax_extension_set_open_block_func(extension, openBlock);
  cmark_syntax_extension_set_match_block_func(extension, continuesBlock);
  return extension;
}

/// Lives as long as the process, as cmark-gfm's own extensions do.
cmark_syntax_extension* dialect() {
  static cmark_syntax_extension* const extension = makeDialect();
  return extension;
}

}  // namespace

void attachDialect(cmark_parser* parser, const MarkedSource& source) {
  Reading& state = reading();
  state = Reading{};
  state.source = &source;
  state.budget.steps = static_cast<size_t>(source.text.size()) * 8 + 4096;
  cmark_parser_attach_syntax_extension(parser, dialect());
}

DialectNode dialectNode(cmark_node* node) {
  if (cmark_node_get_syntax_extension(node) != dialect()) return DialectNode::None;
  const char* literal = cmark_node_get_literal(node);
  if (cmark_node_get_type(node) == CMARK_NODE_CODE) {
    switch (literal[0]) {
      case InlineMathTag:
        return DialectNode::InlineMath;
      case DisplayMathTag:
        return DialectNode::DisplayMath;
      case ReferenceTag:
        return DialectNode::Reference;
      case NoteTag:
        return DialectNode::Note;
      case CitationTag:
      case KeyTag:
        return DialectNode::Citation;
      default:
        return DialectNode::ItemLink;
    }
  }
  if (literal[0] != ':') return DialectNode::MathBlock;
  const char* end = literal + std::strlen(literal);
  const char* lineEnd = static_cast<const char*>(std::memchr(literal, '\n', std::strlen(literal)));
  return colonsOfUnknown(literal, lineEnd ? lineEnd : end) > 0 ? DialectNode::Opaque : DialectNode::Directive;
}

QByteArray dialectLiteral(cmark_node* node) {
  const char* literal = cmark_node_get_literal(node);
  if (cmark_node_get_type(node) != CMARK_NODE_CODE) return QByteArray(literal);
  return literal[0] == CitationTag ? '[' + QByteArray(literal + 1) + ']' : QByteArray(literal + 1);
}

}  // namespace offprint
