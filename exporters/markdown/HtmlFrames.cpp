#include <cmark-gfm-core-extensions.h>
#include <algorithm>
#include <array>

#include "app/content/CalloutKinds.h"
#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/CodeLanguages.h"
#include "exporters/markdown/DialectExtension.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlWriter.h"
#include "exporters/markdown/TexLabels.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// What a fence's info string may say beside the language.
const QByteArrayList& codeWords() {
  static const QByteArrayList words = {"title", "hl", "lines", "start"};
  return words;
}

/// "3,5-7": numbers of lines and ranges of them.
bool isLineList(const QByteArray& list) {
  const QByteArrayList parts = list.split(',');
  return std::all_of(parts.begin(), parts.end(), [](const QByteArray& part) {
    const QByteArrayList ends = part.trimmed().split('-');
    return ends.size() <= 2 && ends.first().toInt() > 0 && ends.last().toInt() >= ends.first().toInt();
  });
}

/// "[!NOTE]- " at the start of a quote.
struct CalloutMark {
  QByteArray word;  ///< lower case
  qsizetype length = 0;
  bool folds = false;
  bool folded = false;
};

/// Obsidian's "[!note|wide]" says something to its styles behind the bar.
QByteArray calloutWord(const QByteArray& inBrackets) {
  const QByteArray word = inBrackets.split('|').constFirst().trimmed().toLower();
  const auto belongs = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return std::all_of(word.begin(), word.end(), belongs) ? word : QByteArray();
}

CalloutMark readCalloutMark(const QByteArray& text) {
  CalloutMark mark;
  if (!text.startsWith("[!")) return mark;
  const qsizetype close = text.indexOf(']');
  if (close < 3 || close > 24) return mark;
  mark.word = calloutWord(text.mid(2, close - 2));
  if (mark.word.isEmpty()) return mark;
  mark.length = close + 1;
  const char sign = text.size() > mark.length ? text.at(mark.length) : ' ';
  if (sign == '-' || sign == '+') {
    mark.folds = true;
    mark.folded = sign == '-';
    ++mark.length;
  }
  if (text.size() > mark.length && text.at(mark.length) != ' ') return CalloutMark();
  return mark;
}

}  // namespace

bool HtmlWriter::enterCallout(cmark_node* quote) {
  cmark_node* paragraph = cmark_node_first_child(quote);
  if (!paragraph || cmark_node_get_type(paragraph) != CMARK_NODE_PARAGRAPH) return false;
  cmark_node* first = cmark_node_first_child(paragraph);
  if (!first || cmark_node_get_type(first) != CMARK_NODE_TEXT) return false;
  const QByteArray text = cmark_node_get_literal(first);
  const CalloutMark mark = readCalloutMark(text);
  if (mark.length == 0) return false;
  const CalloutKind* kind = calloutKind(mark.word);
  QByteArray label = kind ? word(kind->key, kind->english) : mark.word;
  if (!kind) {
    label.replace(0, 1, label.left(1).toUpper());
    report("callout.unknown",
           say("There is no callout [!%1]; it appears as a note of that name. Write NOTE, TIP, IMPORTANT, "
               "WARNING or CAUTION, with the name as its title.")
               .arg(QString::fromUtf8(mark.word.toUpper())));
  }
  cmark_node_set_literal(first, text.mid(mark.length + 1).constData());
  const QByteArray title = calloutTitle(paragraph);
  const QByteArray frame = kind ? kind->frame : "note";
  const QByteArray head = title.isEmpty() ? label : "<span class=\"kind\">" + label + "</span> " + title;
  if (frame == "quote") {
    *out_ += "<blockquote>\n";
    if (!title.isEmpty()) *out_ += "<p><strong>" + title + "</strong></p>\n";
    ends_.insert(quote, "</blockquote>\n");
  } else if (mark.folds) {
    *out_ += "<details class=\"callout " + frame + '"' + (mark.folded ? "" : " open") +
             ">\n<summary class=\"ct\">" + head + "</summary>\n";
    ends_.insert(quote, "</details>\n");
  } else {
    *out_ += "<aside class=\"callout " + frame + "\" role=\"note\">\n<p class=\"ct\">" + head + "</p>\n";
    ends_.insert(quote, "</aside>\n");
  }
  return true;
}

/// The rest of the first line is the title, which is taken out of the paragraph; what follows is the
/// callout's text.
QByteArray HtmlWriter::calloutTitle(cmark_node* paragraph) {
  cmark_node* title = cmark_node_new(CMARK_NODE_PARAGRAPH);
  while (cmark_node* node = cmark_node_first_child(paragraph)) {
    const cmark_node_type type = cmark_node_get_type(node);
    cmark_node_unlink(node);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      cmark_node_free(node);
      break;
    }
    cmark_node_append_child(title, node);
  }
  QByteArray html = inlineHtml(title, true).trimmed();
  cmark_node_free(title);
  if (!cmark_node_first_child(paragraph)) {
    written_.insert(paragraph);
    html += rawHtml_.closers.value(paragraph);
  }
  return html;
}

void HtmlWriter::writeCode(cmark_node* node) {
  switch (dialectNode(node)) {
    case DialectNode::MathBlock:
      writeMathBlock(source_.verbatim(dialectLiteral(node)).trimmed());
      return;
    case DialectNode::Directive:
      writeDirective(node);
      return;
    case DialectNode::Opaque:
      writeOpaque(node);
      return;
    default:
      break;
  }
  const QByteArray code = source_.verbatim(QByteArray(cmark_node_get_literal(node)));
  QByteArray language;
  Attributes info;
  readFence(source_.unescaped(QByteArray(cmark_node_get_fence_info(node))).trimmed(), language, info);
  if (language == "math") {
    writeDisplayMath(code.trimmed(), info.id);
    return;
  }
  document_.hasCode = true;
  freshLine();
  if (language == "mermaid") {
    TypesetPiece piece;
    piece.source = code;
    piece.kind = TypesetPiece::Kind::Diagram;
    piece.id = info.id;
    piece.title = info.value("title");
    piece.plain = codeFrame(info, language, escapedHtml(code));
    *out_ += place(std::move(piece));
    return;
  }
  *out_ += codeFrame(info, language, place(codePiece(info, language, code)));
}

/// What stands behind the opening of a fence: "python {title=\"a.py\" hl=3}", "{.python hl=3}", "{python}".
void HtmlWriter::readFence(const QByteArray& info, QByteArray& language, Attributes& attributes) {
  const bool attributesOnly = info.startsWith('{');
  qsizetype space = 0;
  while (space < info.size() && !attributesOnly && info.at(space) != ' ' && info.at(space) != '\t' &&
         info.at(space) != '{')
    ++space;
  language = info.left(space);
  QByteArray words = info.mid(space).trimmed();
  const bool closed = words.endsWith('}');
  const bool braced = words.startsWith('{') && closed;
  const bool whole =
      attributesLength(words.constData(), words.constData() + words.size(), false) == words.size();
  if (words.startsWith('{') && !whole && words != "{}") {
    report("code.attributes",
           say("The attributes of this code block are not closed with } or hold something else, so "
               "not all of them are used. Write them as {title=\"a.py\" hl=\"3,5-7\" lines}."));
  }
  if (words.startsWith('{')) words = words.mid(1, words.size() - (closed ? 2 : 1));
  attributes = parseAttributeWords(words);
  if (attributesOnly && !attributes.classes.isEmpty()) {
    language = attributes.classes.takeFirst();
  } else if (attributesOnly && !attributes.values.isEmpty() && attributes.values.first().second.isEmpty() &&
             !codeWords().contains(attributes.values.first().first)) {
    language = attributes.values.takeFirst().first;  // "{python}", of notebooks that run it
  }
  if (braced) return;
  // Without braces the words are any program's, as CommonMark leaves them to it.
  attributes.classes.clear();
  attributes.values.removeIf([](const auto& pair) { return !codeWords().contains(pair.first); });
}

TypesetPiece HtmlWriter::codePiece(const Attributes& info, const QByteArray& language,
                                   const QByteArray& code) {
  TypesetPiece piece;
  piece.kind = TypesetPiece::Kind::Code;
  piece.source = code;
  piece.language = language;
  piece.marked = info.value("hl");
  if (info.has("hl") && !isLineList(piece.marked)) {
    report("attribute.invalid", say("hl=\"%1\" does not name lines, so none is marked. Write hl=\"3,5-7\".")
                                    .arg(QString::fromUtf8(piece.marked)));
    piece.marked.clear();
  }
  piece.firstLine = qMax(1, numberOf(info, "start"));
  piece.byLine = info.has("hl") || info.has("lines");
  return piece;
}

QByteArray HtmlWriter::codeFrame(const Attributes& info, const QByteArray& language, const QByteArray& code) {
  QByteArray html = "<figure" + attributesHtml(info, "code", codeWords()) + '>';
  const QByteArray title = info.value("title");
  if (!title.isEmpty() || !language.isEmpty() || !options_.copyLabel.isEmpty()) {
    // A button alone needs no line of its own.
    html += title.isEmpty() && language.isEmpty() ? "<figcaption class=\"bare\">" : "<figcaption>";
    if (!title.isEmpty()) html += "<span>" + escapedHtml(title) + "</span>";
    if (!language.isEmpty())
      html += "<span class=\"lang\">" + escapedHtml(codeLanguageName(language)) + "</span>";
    if (!options_.copyLabel.isEmpty())
      html += "<button type=\"button\" class=\"copy\">" + escapedHtml(options_.copyLabel) + "</button>";
    html += "</figcaption>";
  }
  html += "<pre tabindex=\"0\"><code";
  if (!language.isEmpty()) html += " class=\"language-" + escapedHtml(language) + '"';
  if (info.has("lines")) {
    const int start = qMax(1, info.value("start").toInt());
    html += " data-start=\"" + QByteArray::number(start) + '"';
    // Style sheets cannot count from an attribute.
    if (start > 1) html += " style=\"counter-reset:line " + QByteArray::number(start - 1) + '"';
  }
  return html + '>' + code + "</code></pre></figure>\n";
}

void HtmlWriter::writeMathBlock(const QByteArray& delimited) {
  const bool dollars = delimited.startsWith("$$");
  const qsizetype end = delimited.lastIndexOf(dollars ? "$$" : "\\]");
  if (end < 2) {  // its list item or quote ended before the formula did
    report("math.unclosed", say("The formula that starts here is never closed, so it appears as text. End it "
                                "with what closes it, $$ or \\]."));
    freshLine();
    *out_ += "<p>" + escapedHtml(delimited) + "</p>\n";
    return;
  }
  writeDisplayMath(delimited.mid(2, end - 2).trimmed(), parseAttributes(delimited.mid(end + 2).trimmed()).id);
}

void HtmlWriter::writeDisplayMath(const QByteArray& tex, const QByteArray& id) {
  freshLine();
  *out_ += displayMath(tex, id, "div") + '\n';
}

/// A formula of its own with the number that its id or label asks for. Rows have their numbers in the
/// formula, and empty elements for their labels.
QByteArray HtmlWriter::displayMath(const QByteArray& tex, const QByteArray& id, const QByteArray& element) {
  document_.hasMath = true;
  const NumberedKind& kind = *numberedKind("equation");
  const auto numberOfRow = [&](const QByteArray& label, const QByteArray& tag) {
    const QByteArray number = tag.isEmpty() ? state_.numbering.next(kind) : tag;
    state_.numbering.add(label, {&kind, number});
    return number;
  };
  TexLabels labels = readLabels(tex, numberOfRow);
  const QByteArray own = id.isEmpty() ? labels.labels.value(0) : id;
  QByteArray number;
  if (!labels.tag.isEmpty()) {
    state_.numbering.add(own, {&kind, labels.tag});
  } else if (!labels.rows && (own.startsWith("eq:") || !labels.labels.isEmpty())) {
    number = takeNumber("equation", {own, {}, {}}, false);
    for (const QByteArray& label : std::as_const(labels.labels))
      state_.numbering.add(label, {&kind, number});
  }
  QByteArray html = '<' + element;
  html += attributesHtml({own, {}, {}}, number.isEmpty() ? "math display" : "math display numbered") + '>';
  for (const QByteArray& label : std::as_const(labels.labels))
    if (label != own) html += "<span" + attributesHtml({label, {}, {}}) + "></span>";
  TypesetPiece piece;
  piece.kind = TypesetPiece::Kind::DisplayMath;
  piece.source = labels.tex.trimmed();
  html += place(std::move(piece));
  if (!number.isEmpty()) html += "<span class=\"eq-n\">(" + number + ")</span>";
  return html + "</" + element + '>';
}

void HtmlWriter::linkFormulas() {
  for (TypesetPiece& piece : document_.pieces) {
    const bool math =
        piece.kind == TypesetPiece::Kind::InlineMath || piece.kind == TypesetPiece::Kind::DisplayMath;
    if (!math || !piece.source.contains("ref")) continue;
    piece.source = linkReferences(piece.source, [&](const QByteArray& name) {
      const Numbering::Label* label = state_.numbering.find(name);
      if (label) return label->number;
      line_ = piece.line;
      report("math.unknown-reference",
             say("Nothing here has the label %1, so the reference to it shows question marks. Give the "
                 "equation \\label{%1} or {#%1}.")
                 .arg(QString::fromUtf8(name)));
      return QByteArray();
    });
  }
}

void HtmlWriter::enterTable(cmark_node* node) {
  freshLine();
  Attributes attributes;
  cmark_node* caption = captionAfter(node);
  cmark_node* lastRow = cmark_node_last_child(node);
  // A line ": caption" right behind a table has become its last row.
  const bool rowIsCaption = !caption && lastRow && cmark_node_previous(lastRow) &&
                            source_.line(cmark_node_get_start_line(lastRow)).trimmed().startsWith(": ") &&
                            !source_.line(cmark_node_get_start_line(lastRow)).contains('|');
  if (rowIsCaption) caption = cmark_node_first_child(lastRow);
  const QByteArray text = caption ? captionHtml(caption, attributes) : QByteArray();
  if (caption) written_.insert(rowIsCaption ? lastRow : caption);
  const QByteArray number = takeNumber("table", attributes, caption != nullptr);
  QByteArray label;
  cmark_node* head = cmark_node_first_child(node);
  if (caption) {
    label = plainText(caption).mid(2).trimmed().toUtf8();
  } else if (head) {
    QStringList names;
    for (cmark_node* cell = cmark_node_first_child(head); cell; cell = cmark_node_next(cell)) {
      const QString name = plainText(cell).simplified();
      if (!name.isEmpty()) names << name;
    }
    label = names.join(u", "_s).toUtf8();
  }
  *out_ += "<div" + attributesHtml(attributes, "tbl", {"width"}) + widthOf(attributes) +
           " tabindex=\"0\" role=\"region\" aria-label=\"" + escapedHtml(label) + "\"><table>";
  const QByteArray title = labelled(*numberedKind("table"), number, text);
  if (!title.isEmpty()) *out_ += "<caption>" + title + "</caption>";
  bodyOpen_ = false;
}

bool HtmlWriter::enterRow(cmark_node* node) {
  freshLine();
  column_ = 0;
  if (cmark_gfm_extensions_get_table_row_is_header(node) != 0) {
    *out_ += "<thead>\n";
  } else if (!bodyOpen_) {
    *out_ += "<tbody>\n";
    bodyOpen_ = true;
  }
  *out_ += "<tr>";
  return true;
}

void HtmlWriter::enterCell(cmark_node* node) {
  freshLine();
  cmark_node* row = cmark_node_parent(node);
  cmark_node* table = cmark_node_parent(row);
  const bool head = cmark_gfm_extensions_get_table_row_is_header(row) != 0;
  const char align = column_ < cmark_gfm_extensions_get_table_columns(table)
                         ? static_cast<char>(cmark_gfm_extensions_get_table_alignments(table)[column_])
                         : '\0';
  ++column_;
  *out_ += head ? "<th scope=\"col\"" : "<td";
  if (align == 'r') *out_ += " class=\"num\"";
  if (align == 'c') *out_ += " style=\"text-align:center\"";
  if (align == 'l') *out_ += " style=\"text-align:left\"";
  *out_ += '>';
}

void HtmlWriter::leaveTable(cmark_node* node) {
  const cmark_node_type type = cmark_node_get_type(node);
  if (type == CMARK_NODE_TABLE_CELL) {
    const bool head = cmark_gfm_extensions_get_table_row_is_header(cmark_node_parent(node)) != 0;
    *out_ += head ? "</th>" : "</td>";
  } else if (type == CMARK_NODE_TABLE_ROW) {
    freshLine();
    *out_ += "</tr>";
    if (cmark_gfm_extensions_get_table_row_is_header(node) != 0) *out_ += "\n</thead>";
  } else if (type == CMARK_NODE_TABLE) {
    freshLine();
    if (bodyOpen_) *out_ += "</tbody>\n";
    bodyOpen_ = false;
    *out_ += "</table></div>\n";
  }
}

}  // namespace offprint
