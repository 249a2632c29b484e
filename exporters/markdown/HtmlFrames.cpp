#include <cmark-gfm-core-extensions.h>
#include <algorithm>
#include <array>

#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/DialectExtension.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlWriter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A callout or a container: its word in the text, its class and the title it has when none is given.
struct Frame {
  const char* name;
  const char* title;
};
constexpr Frame Callouts[] = {{"note", "Note"},
                              {"tip", "Tip"},
                              {"important", "Important"},
                              {"warning", "Warning"},
                              {"caution", "Caution"}};
constexpr Frame Statements[] = {{"theorem", "Theorem"}, {"definition", "Definition"}, {"proof", "Proof"}};
/// Blocks that the page makes of the whole library or of a script; a text alone cannot show them.
constexpr const char* LibraryBlocks[] = {"demo", "bibliography", "publications", "talks", "items", "gallery"};

const Frame* frameNamed(const Frame* begin, const Frame* end, const QByteArray& name) {
  const Frame* found = std::find_if(begin, end, [&](const Frame& frame) { return name == frame.name; });
  return found == end ? nullptr : found;
}

/// "[!NOTE]- " at the start of a quote.
struct CalloutMark {
  QByteArray kind;  ///< lower case
  qsizetype length = 0;
  bool folds = false;
  bool folded = false;
};

CalloutMark readCalloutMark(const QByteArray& text) {
  CalloutMark mark;
  if (!text.startsWith("[!")) return mark;
  const qsizetype close = text.indexOf(']');
  if (close < 3 || close > 24) return mark;
  mark.kind = text.mid(2, close - 2).toLower();
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

bool isWidth(const QByteArray& value) {
  qsizetype digits = 0;
  while (digits < value.size() &&
         (QChar::isDigit(static_cast<uint>(value.at(digits))) || value.at(digits) == '.')) {
    ++digits;
  }
  const QByteArray unit = value.mid(digits);
  return digits > 0 && digits < 8 && (unit == "%" || unit == "px" || unit == "em" || unit == "rem");
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
  const Frame* frame = frameNamed(std::begin(Callouts), std::end(Callouts), mark.kind);
  if (!frame) {
    report("callout.unknown", say("There is no callout [!%1]; it appears as a quotation.")
                                  .arg(QString::fromUtf8(mark.kind.toUpper())));
    return false;
  }
  cmark_node_set_literal(first, text.mid(mark.length + 1).constData());
  // The rest of the first line is the title; what follows is the callout's text.
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
  if (html.isEmpty()) html = frame->title;
  const QByteArray kind = frame->name;
  if (mark.folds) {
    *out_ += "<details class=\"callout " + kind + '"' + (mark.folded ? "" : " open") +
             ">\n<summary class=\"ct\">" + html + "</summary>\n";
    ends_.insert(quote, "</details>\n");
  } else {
    *out_ += "<div class=\"callout " + kind + "\" role=\"note\">\n<p class=\"ct\">" + html + "</p>\n";
    ends_.insert(quote, "</div>\n");
  }
  return true;
}

cmark_node* HtmlWriter::captionAfter(cmark_node* node) const {
  cmark_node* next = cmark_node_next(node);
  if (!next || cmark_node_get_type(next) != CMARK_NODE_PARAGRAPH) return nullptr;
  cmark_node* first = cmark_node_first_child(next);
  if (!first || cmark_node_get_type(first) != CMARK_NODE_TEXT) return nullptr;
  return QByteArray(cmark_node_get_literal(first)).startsWith(": ") ? next : nullptr;
}

QByteArray HtmlWriter::captionHtml(cmark_node* paragraph, Attributes& attributes) {
  const Attributes own = takeTrailing(paragraph);
  if (!own.id.isEmpty()) attributes.id = own.id;
  attributes.classes += own.classes;
  attributes.values += own.values;
  QByteArray html = inlineHtml(paragraph, true);
  html += rawHtml_.closers.value(paragraph);
  return html.startsWith(": ") ? html.mid(2).trimmed() : html.trimmed();
}

bool HtmlWriter::writeFigure(cmark_node* paragraph) {
  cmark_node* image = cmark_node_first_child(paragraph);
  if (!image || cmark_node_get_type(image) != CMARK_NODE_IMAGE) return false;
  cmark_node* rest = cmark_node_next(image);
  if (rest && cmark_node_get_type(rest) == CMARK_NODE_TEXT) {
    const QByteArray literal = cmark_node_get_literal(rest);
    const bool onlyAttributes =
        literal.startsWith(markBytes(Mark::AttributesOpen)) &&
        literal.indexOf(markBytes(Mark::AttributesClose)) == literal.size() - MarkSize;
    if (!onlyAttributes) return false;
    rest = cmark_node_next(rest);
  }
  cmark_node* caption = rest ? nullptr : captionAfter(paragraph);
  if (rest) {  // ": caption" on the next line of the same paragraph
    cmark_node* text = cmark_node_next(rest);
    if (cmark_node_get_type(rest) != CMARK_NODE_SOFTBREAK || !text ||
        cmark_node_get_type(text) != CMARK_NODE_TEXT ||
        !QByteArray(cmark_node_get_literal(text)).startsWith(": ")) {
      return false;
    }
    caption = paragraph;
  }
  Attributes attributes = takeLeading(cmark_node_next(image));
  const QByteArray title = source_.unescaped(QByteArray(cmark_node_get_title(image)));
  cmark_node_set_user_data(image, image);  // its title becomes the caption
  QByteArray picture;
  QByteArray* const outside = std::exchange(out_, &picture);
  writeImage(image, {});
  out_ = outside;
  QByteArray text;
  if (caption == paragraph) {
    for (cmark_node* node = image; node != rest;) {
      cmark_node* next = cmark_node_next(node);
      cmark_node_unlink(node);
      cmark_node_free(node);
      node = next;
    }
    cmark_node_unlink(rest);
    cmark_node_free(rest);
    ++line_;
  }
  if (caption) {
    text = captionHtml(caption, attributes);
    written_.insert(caption);
  } else if (!title.isEmpty()) {
    text = inlineMarkdown(title);
  }
  freshLine();
  *out_ += "<figure" + attributes.html({}, {"width"});
  const QByteArray width = attributes.value("width");
  if (isWidth(width)) *out_ += " style=\"width:" + width + '"';
  *out_ += '>' + picture;
  if (!text.isEmpty()) *out_ += "<figcaption>" + text + "</figcaption>";
  *out_ += "</figure>\n";
  return true;
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
  const QByteArray infoText = source_.unescaped(QByteArray(cmark_node_get_fence_info(node))).trimmed();
  const bool attributesOnly = infoText.startsWith('{') && infoText.endsWith('}');
  qsizetype space = 0;
  while (space < infoText.size() && infoText.at(space) != ' ' && infoText.at(space) != '\t' &&
         (infoText.at(space) != '{' || space == 0)) {
    ++space;
  }
  QByteArray language = attributesOnly ? QByteArray() : infoText.left(space);
  QByteArray words = attributesOnly ? infoText : infoText.mid(space).trimmed();
  if (words.startsWith('{') && words.endsWith('}')) words = words.mid(1, words.size() - 2);
  const Attributes info = parseAttributeWords(words);
  if (attributesOnly && !info.classes.isEmpty()) language = info.classes.first();
  if (language == "math") {
    writeDisplayMath(code.trimmed(), info.id);
    return;
  }
  document_.hasCode = true;
  freshLine();
  TypesetPiece piece;
  piece.source = code;
  if (language == "mermaid") {
    piece.kind = TypesetPiece::Kind::Diagram;
    piece.id = info.id;
    piece.title = info.value("title");
    piece.plain = codeFrame(info, language, escapedHtml(code));
    *out_ += place(std::move(piece));
    return;
  }
  piece.kind = TypesetPiece::Kind::Code;
  piece.language = language;
  piece.marked = info.value("hl");
  piece.firstLine = qMax(1, info.value("start").toInt());
  piece.byLine = info.has("hl") || info.has("lines");
  *out_ += codeFrame(info, language, place(std::move(piece)));
}

QByteArray HtmlWriter::codeFrame(const Attributes& info, const QByteArray& language,
                                 const QByteArray& code) const {
  QByteArray html = "<figure class=\"code\"";
  if (!info.id.isEmpty()) html += " id=\"" + escapedHtml(info.id) + '"';
  html += '>';
  const QByteArray title = info.value("title");
  if (!title.isEmpty() || !language.isEmpty() || !options_.copyLabel.isEmpty()) {
    html += "<figcaption>";
    if (!title.isEmpty()) html += "<span>" + escapedHtml(title) + "</span>";
    if (!language.isEmpty()) html += "<span class=\"lang\">" + escapedHtml(language) + "</span>";
    if (!options_.copyLabel.isEmpty())
      html += "<button type=\"button\" class=\"copy\">" + escapedHtml(options_.copyLabel) + "</button>";
    html += "</figcaption>";
  }
  html += "<pre tabindex=\"0\"><code";
  if (!language.isEmpty()) html += " class=\"language-" + escapedHtml(language) + '"';
  if (info.has("lines"))
    html += " data-start=\"" + QByteArray::number(qMax(1, info.value("start").toInt())) + '"';
  return html + '>' + code + "</code></pre></figure>\n";
}

void HtmlWriter::writeMathBlock(const QByteArray& delimited) {
  const bool dollars = delimited.startsWith("$$");
  const qsizetype end = delimited.lastIndexOf(dollars ? "$$" : "\\]");
  if (end < 2) {  // its list item or quote ended before the formula did
    report("math.unclosed", say("The formula that starts here is never closed, so it appears as text."));
    freshLine();
    *out_ += "<p>" + escapedHtml(delimited) + "</p>\n";
    return;
  }
  writeDisplayMath(delimited.mid(2, end - 2).trimmed(), parseAttributes(delimited.mid(end + 2).trimmed()).id);
}

void HtmlWriter::writeDisplayMath(const QByteArray& tex, const QByteArray& id) {
  document_.hasMath = true;
  freshLine();
  *out_ += "<div class=\"math display\"";
  if (!id.isEmpty()) *out_ += " id=\"" + escapedHtml(id) + '"';
  *out_ += '>';
  TypesetPiece piece;
  piece.kind = TypesetPiece::Kind::DisplayMath;
  piece.source = tex;
  *out_ += place(std::move(piece));
  *out_ += "</div>\n";
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
  *out_ += "<div" + attributes.html("tbl") + " tabindex=\"0\" role=\"region\" aria-label=\"" +
           escapedHtml(label) + "\"><table>";
  if (!text.isEmpty()) *out_ += "<caption>" + text + "</caption>";
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

void HtmlWriter::writeUnknown(const QByteArray& source) {
  freshLine();
  *out_ += "<div class=\"unknown\"><pre tabindex=\"0\"><code>";
  appendEscaped(*out_, source);
  *out_ += "</code></pre></div>\n";
}

void HtmlWriter::writeOpaque(cmark_node* node) {
  QByteArrayList lines = source_.verbatim(dialectLiteral(node)).trimmed().split('\n');
  const bool closed = source_.closingLines.contains(cmark_node_get_start_line(node));
  if (lines.size() > 1) {
    lines.removeFirst();
    if (closed && lines.last().trimmed().startsWith(":::")) lines.removeLast();
  }
  report("directive.unknown",
         say("This block is of a kind that Offprint does not know; it appears as written."));
  writeUnknown(lines.join('\n') + '\n');
}

void HtmlWriter::writeDirective(cmark_node* node) {
  const auto open = directives_.opens.constFind(node);
  const auto leaf = directives_.leaves.constFind(node);
  const cmark_node* opening = directives_.openingOf.value(node);
  if (open != directives_.opens.constEnd()) {
    openContainer(*open);
    return;
  }
  if (leaf != directives_.leaves.constEnd()) {
    writeLeaf(*leaf);
    return;
  }
  freshLine();
  if (opening) {
    *out_ += rawHtml_.closers.value(node);
    freshLine();
    const QByteArray& name = directives_.opens.constFind(opening)->name;
    const bool own = name == "aside" || name == "details" || name == "figure";
    *out_ += own ? "</" + name + ">\n" : QByteArray("</div>\n");
    return;
  }
  *out_ += "<p>" + escapedHtml(source_.verbatim(dialectLiteral(node)).trimmed()) + "</p>\n";
}

void HtmlWriter::openContainer(const DirectiveLine& line) {
  freshLine();
  const QByteArray title = line.title.isEmpty() ? QByteArray() : inlineMarkdown(line.title);
  const QByteArrayList taken = {"title"};
  if (line.name == "details") {
    *out_ += "<details" + line.attributes.html({}, taken) + ">\n<summary>" +
             (title.isEmpty() ? "Details" : title) + "</summary>\n";
  } else if (line.name == "aside") {
    *out_ += "<aside" + line.attributes.html({}, taken) + ">\n";
    if (!title.isEmpty()) *out_ += "<p class=\"ct\">" + title + "</p>\n";
  } else if (line.name == "figure") {
    *out_ += "<figure" + line.attributes.html({}, taken) + ">\n";
    if (!title.isEmpty()) *out_ += "<figcaption>" + title + "</figcaption>\n";
  } else if (line.name == "columns") {
    *out_ += "<div" + line.attributes.html("columns", taken) + ">\n";
  } else if (const Frame* frame = frameNamed(std::begin(Statements), std::end(Statements), line.name)) {
    *out_ += "<div" + line.attributes.html(line.name, taken) + ">\n<p class=\"ct\">" + frame->title;
    if (!title.isEmpty()) *out_ += " (" + title + ')';
    *out_ += "</p>\n";
  } else {
    report("directive.unknown", say("There is no block %1; its first line appears as written.")
                                    .arg(QString::fromUtf8(":::" + line.name)));
    *out_ += "<div class=\"unknown\">\n<p><code>" + escapedHtml(line.source) + "</code></p>\n";
  }
}

void HtmlWriter::writeLeaf(const DirectiveLine& line) {
  const Attributes& given = line.attributes;
  freshLine();
  if (line.name == "toc" && !std::exchange(hasContents_, true)) {
    *out_ += contentsPlaceholder() + '\n';
    return;
  }
  const QByteArray source = given.value("src");
  const QByteArray title = escapedHtml(line.title);
  if (line.name == "video" && !source.isEmpty()) {
    const ResolvedLink link =
        resolve(QString::fromUtf8(source), DocumentLink::Type::Image, QString::fromUtf8(line.title));
    *out_ += "<figure" + given.html("video", {"src", "title"}) +
             "><video controls=\"\" preload=\"metadata\" src=\"";
    appendEscapedHref(*out_, link.href);
    *out_ += "\"" + (title.isEmpty() ? title : " aria-label=\"" + title + '"') + "></video>";
    if (!title.isEmpty()) *out_ += "<figcaption>" + title + "</figcaption>";
    *out_ += "</figure>\n";
    return;
  }
  if (line.name == "youtube" && !given.value("id").isEmpty()) {
    // A link instead of a player: nothing is fetched from elsewhere before the reader asks for it.
    const QString target = u"https://www.youtube.com/watch?v="_s + QString::fromUtf8(given.value("id"));
    const ResolvedLink link = resolve(target, DocumentLink::Type::Link, QString::fromUtf8(line.title));
    *out_ += "<p class=\"video\"><a href=\"";
    appendEscapedHref(*out_, link.href);
    *out_ += "\">" + (title.isEmpty() ? escapedHtml(target.toUtf8()) : title) + "</a></p>\n";
    return;
  }
  const bool known = std::any_of(std::begin(LibraryBlocks), std::end(LibraryBlocks),
                                 [&](const char* name) { return line.name == name; }) ||
                     line.name == "video" || line.name == "youtube" || line.name == "toc";
  const QString shown = QString::fromUtf8("::" + line.name);
  report(known ? "directive.unsupported" : "directive.unknown",
         known ? say("The block %1 cannot be shown here, so it appears as written.").arg(shown)
               : say("There is no block %1, so it appears as written.").arg(shown));
  writeUnknown(line.source + '\n');
}

}  // namespace offprint
