#include <cmark-gfm-core-extensions.h>
#include <cstring>

#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/DialectExtension.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlWriter.h"
#include "exporters/markdown/TexPlain.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

qsizetype lengthOf(const char* text) {
  return static_cast<qsizetype>(std::strlen(text));
}

/// "slug#heading" of "slug#heading|text", and the text.
std::pair<QByteArray, QByteArray> splitItemLink(const QByteArray& content) {
  const qsizetype bar = content.indexOf('|');
  if (bar < 0) return {content.trimmed(), {}};
  return {content.left(bar).trimmed(), content.mid(bar + 1).trimmed()};
}

}  // namespace

bool HtmlWriter::enterInline(cmark_node* node, cmark_node_type type) {
  switch (type) {
    case CMARK_NODE_TEXT:
      writeText(node);
      return false;
    case CMARK_NODE_LINEBREAK:
      *out_ += "<br />\n";
      ++line_;
      return false;
    case CMARK_NODE_SOFTBREAK:
      *out_ += '\n';
      ++line_;
      return false;
    case CMARK_NODE_CODE:
      writeCodeSpan(node);
      return false;
    case CMARK_NODE_HTML_INLINE: {
      const auto literal = rawHtml_.literals.constFind(node);
      const QByteArray html =
          literal != rawHtml_.literals.constEnd()
              ? *literal
              : source_.verbatim(cmark_node_get_literal(node), lengthOf(cmark_node_get_literal(node)));
      if (withLinks_) *out_ += html;  // ids and links may not be given a second time in the contents
      line_ += static_cast<int>(html.count('\n'));
      return false;
    }
    case CMARK_NODE_EMPH:
      *out_ += "<em>";
      return true;
    case CMARK_NODE_STRONG:
      *out_ += "<strong>";
      return true;
    case CMARK_NODE_LINK:
      if (withLinks_) enterLink(node);
      return true;
    case CMARK_NODE_IMAGE: {
      cmark_node* next = cmark_node_next(node);
      writeImage(node, takeLeading(next));
      return false;
    }
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      if (withLinks_) writeFootnoteReference(node);
      return false;
    default:
      if (type == CMARK_NODE_STRIKETHROUGH) *out_ += "<del>";
      return true;
  }
}

void HtmlWriter::leaveInline(cmark_node* node, cmark_node_type type) {
  if (type == CMARK_NODE_EMPH) {
    *out_ += "</em>";
  } else if (type == CMARK_NODE_STRONG) {
    *out_ += "</strong>";
  } else if (type == CMARK_NODE_LINK) {
    if (withLinks_) *out_ += "</a>";
  } else if (type == CMARK_NODE_STRIKETHROUGH) {
    *out_ += "</del>";
  }
}

/// Text as readers see it: the marks taken back, quotation marks of the text's language.
QByteArray HtmlWriter::textOf(const char* marked, bool& innerQuote) const {
  const QByteArray text(marked);
  return source_.unescaped(quotes_.english ? text : withQuotes(text, quotes_, innerQuote));
}

void HtmlWriter::writeText(cmark_node* node) {
  const char* literal = cmark_node_get_literal(node);
  const qsizetype length = lengthOf(literal);
  if (std::memchr(literal, MarkLead, static_cast<size_t>(length))) {
    if (std::strstr(literal, (markBytes(Mark::Nothing) + "$$").constData())) {
      report("math.unclosed",
             say("The formula that starts with $$ is never closed, so it appears as text. It "
                 "must end before the next blank line."));
    }
    appendEscaped(*out_, textOf(literal, innerQuote_));
  } else if (!quotes_.english) {
    appendEscaped(*out_, textOf(literal, innerQuote_));
  } else {
    appendEscaped(*out_, literal, length);
  }
  if (withLinks_) reportUnended(literal);
}

/// What looks like a construct and is none.
void HtmlWriter::reportUnended(const char* literal) {
  const QByteArray unclosed = markBytes(Mark::Unclosed);
  for (const char* mark = std::strstr(literal, unclosed.constData()); mark;
       mark = std::strstr(mark + MarkSize, unclosed.constData())) {
    const char before = mark == literal ? ' ' : mark[-1];
    const char behind = mark[MarkSize];
    if (before == '^' && behind == '[') {
      report("footnote.unclosed",
             say("The note that starts with ^[ is empty or never closed, so it appears as "
                 "text. It must end with ] before the next blank line."));
    } else if (before == '[' && behind == '[') {
      report("link.unclosed",
             say("The link that starts with [[ is never closed, so it appears as text. It must "
                 "end with ]] on the same line."));
    } else if (before == '{') {
      report("attribute.unclosed",
             say("The attributes that start with {%1 are not closed with } or hold something else, so they "
                 "appear as text. Write them as {#name .class key=value}.")
                 .arg(QString(QLatin1Char(behind))));
    }
  }
  const char* end = literal + lengthOf(literal);
  for (const char* brace = std::strchr(literal, '{'); brace; brace = std::strchr(brace + 1, '{')) {
    const qsizetype length = brace[1] == '.' || brace[1] == '#' ? attributesLength(brace, end, false) : 0;
    if (length < 4) continue;
    report("attribute.stray", say("The attributes %1 stand behind nothing that takes them, so they appear as "
                                  "text. Write them right "
                                  "behind a picture, a link or the end of a heading, or remove them.")
                                  .arg(QString::fromUtf8(brace, length)));
  }
  for (const char* note = std::strstr(literal, "[^"); note; note = std::strstr(note + 2, "[^")) {
    const size_t label = std::strcspn(note + 2, " ]\n[");
    if (label == 0 || note[2 + label] != ']') continue;
    report("footnote.undefined", say("The footnote %1 has no text, so its mark appears as written. Write its "
                                     "text on a line of its own, as [^1]: the note, or remove the mark.")
                                     .arg(QString::fromUtf8(note, static_cast<qsizetype>(label) + 3)));
  }
}

void HtmlWriter::writeCodeSpan(cmark_node* node) {
  switch (dialectNode(node)) {
    case DialectNode::InlineMath:
    case DialectNode::DisplayMath: {
      const bool display = dialectNode(node) == DialectNode::DisplayMath;
      const QByteArray tex = source_.verbatim(dialectLiteral(node)).trimmed();
      if (display && withLinks_) {
        *out_ += displayMath(tex, {}, "span");
      } else {
        document_.hasMath = true;
        TypesetPiece piece;
        piece.kind = display ? TypesetPiece::Kind::DisplayMath : TypesetPiece::Kind::InlineMath;
        piece.source = tex;
        *out_ += display ? "<span class=\"math display\">" : "<span class=\"math inline\">";
        *out_ += place(std::move(piece)) + "</span>";
      }
      line_ += static_cast<int>(tex.count('\n'));
      return;
    }
    case DialectNode::ItemLink:
      writeItemLink(node);
      return;
    case DialectNode::Reference:
      writeReference(node);
      return;
    case DialectNode::Citation:
      writeCitation(node);
      return;
    case DialectNode::Note:
      if (withLinks_) writeNote(node);
      return;
    default:
      *out_ += "<code>";
      appendEscaped(*out_, source_.verbatim(QByteArray(cmark_node_get_literal(node))));
      *out_ += "</code>";
  }
}

/// A citation in a link or title stays as written: it is a link itself.
void HtmlWriter::writeCitation(cmark_node* node) {
  Citation citation = parseCitation(source_.verbatim(dialectLiteral(node)));
  bool inLink = !withLinks_ || !state_.notesHavePlace;
  for (cmark_node* around = cmark_node_parent(node); around && !inLink; around = cmark_node_parent(around))
    inLink = cmark_node_get_type(around) == CMARK_NODE_LINK;
  if (inLink) {
    appendEscaped(*out_, citation.source);
  } else {
    citation.line = line_;
    *out_ += citationMark(document_.citations.size());
    line_ += static_cast<int>(citation.source.count('\n'));
    document_.citations << citation;
  }
}

QByteArray HtmlWriter::place(TypesetPiece piece) {
  piece.line = line_;
  document_.pieces << std::move(piece);
  return pieceMark(document_.pieces.size() - 1);
}

ResolvedLink HtmlWriter::resolve(const QString& target, DocumentLink::Type type, const QString& text) {
  if (withLinks_) {
    DocumentLink link;
    link.type = type;
    link.target = target;
    link.text = text;
    link.line = line_;
    document_.links << link;
  }
  if (options_.resolve) return options_.resolve(target, type);
  ResolvedLink resolved;
  if (!target.startsWith(u"[[")) resolved.href = target.toUtf8();
  return resolved;
}

void HtmlWriter::enterLink(cmark_node* node) {
  const QByteArray url = source_.unescaped(QByteArray(cmark_node_get_url(node)));
  const ResolvedLink link = resolve(QString::fromUtf8(url), DocumentLink::Type::Link, plainText(node));
  *out_ += "<a";
  if (!link.dead) {
    *out_ += " href=\"";
    appendEscapedHref(*out_, link.href);
    *out_ += '"';
  }
  const QByteArray title = source_.unescaped(QByteArray(cmark_node_get_title(node)));
  if (!title.isEmpty()) *out_ += " title=\"" + escapedHtml(title) + '"';
  *out_ += link.attributes;
  *out_ += attributesHtml(takeLeading(cmark_node_next(node)));
  *out_ += '>';
}

void HtmlWriter::writeImage(cmark_node* node, const Attributes& attributes) {
  const QByteArray url = source_.unescaped(QByteArray(cmark_node_get_url(node)));
  const QByteArray alternative = alternativeText(node);
  const ResolvedLink link =
      resolve(QString::fromUtf8(url), DocumentLink::Type::Image, QString::fromUtf8(alternative));
  if (!link.sources.isEmpty()) *out_ += "<picture>" + link.sources;
  *out_ += "<img src=\"";
  appendEscapedHref(*out_, link.href);
  *out_ += "\" alt=\"";
  appendEscaped(*out_, alternative);
  *out_ += '"';
  const QByteArray title = source_.unescaped(QByteArray(cmark_node_get_title(node)));
  const bool captioned = cmark_node_get_user_data(node) != nullptr;
  if (!title.isEmpty() && !captioned) *out_ += " title=\"" + escapedHtml(title) + '"';
  *out_ += link.attributes;
  *out_ += attributesHtml(attributes, {}, {"width"}) + widthOf(attributes) + " />";
  if (!link.sources.isEmpty()) *out_ += "</picture>";
}

void HtmlWriter::writeItemLink(cmark_node* node) {
  const QByteArray content = source_.verbatim(dialectLiteral(node));
  const auto [target, text] = splitItemLink(content);
  const ResolvedLink link =
      resolve(QString::fromUtf8("[[" + target + "]]"), DocumentLink::Type::Link, QString::fromUtf8(text));
  if (link.href.isEmpty()) {
    appendEscaped(*out_, "[[" + content + "]]");
    return;
  }
  const QString words = text.isEmpty() ? link.text : QString::fromUtf8(text);
  // As a title is: what its words hold is the other item's, not this text's.
  const QByteArray shown =
      words.isEmpty()
          ? escapedHtml(target)
          : writeInline(words, options_.smartPunctuation, options_.language, document_, line_).html;
  if (!withLinks_) {
    *out_ += shown;
    return;
  }
  *out_ += "<a href=\"";
  appendEscapedHref(*out_, link.href);
  *out_ += '"' + link.attributes + '>' + shown + "</a>";
}

QByteArray HtmlWriter::inlineHtml(cmark_node* parent, bool withLinks) {
  QByteArray html;
  QByteArray* const outside = std::exchange(out_, &html);
  const bool before = std::exchange(withLinks_, withLinks);
  const int line = line_;
  writeBelow(parent);
  line_ = line;
  withLinks_ = before;
  out_ = outside;
  return html;
}

QByteArray HtmlWriter::inlineOf(cmark_node* paragraph) {
  return inlineHtml(paragraph, true) + rawHtml_.closers.value(paragraph);
}

QString HtmlWriter::plainText(cmark_node* parent) const {
  QString text;
  bool innerQuote = false;
  walkBelow(
      parent,
      [&](cmark_node* node) {
        switch (cmark_node_get_type(node)) {
          case CMARK_NODE_TEXT:
            text += QString::fromUtf8(textOf(cmark_node_get_literal(node), innerQuote));
            break;
          case CMARK_NODE_CODE: {
            const DialectNode kind = dialectNode(node);
            if (kind == DialectNode::None) {
              text += QString::fromUtf8(source_.verbatim(QByteArray(cmark_node_get_literal(node))));
            } else if (kind == DialectNode::Reference) {
              text += QString::fromUtf8('[' + source_.verbatim(dialectLiteral(node)) + ']');
            } else if (kind == DialectNode::Citation) {
              text += QString::fromUtf8(source_.verbatim(dialectLiteral(node)));
            } else if (kind == DialectNode::Note) {
              break;
            } else if (kind == DialectNode::ItemLink) {
              const auto [target, shown] = splitItemLink(source_.verbatim(dialectLiteral(node)));
              text += QString::fromUtf8(shown.isEmpty() ? target : shown);
            } else {
              text += texPlain(source_.verbatim(dialectLiteral(node)));
            }
            break;
          }
          case CMARK_NODE_SOFTBREAK:
          case CMARK_NODE_LINEBREAK:
            text += u' ';
            break;
          default:
            break;
        }
        return true;
      },
      [](cmark_node*) {});
  return text;
}

QByteArray HtmlWriter::alternativeText(cmark_node* image) const {
  return plainText(image).toUtf8();
}

Attributes HtmlWriter::takeTrailing(cmark_node* parent) {
  cmark_node* last = cmark_node_last_child(parent);
  if (!last || cmark_node_get_type(last) != CMARK_NODE_TEXT) return {};
  QByteArray literal = cmark_node_get_literal(last);
  if (!literal.endsWith(markBytes(Mark::AttributesClose))) return {};
  const qsizetype open = literal.lastIndexOf(markBytes(Mark::AttributesOpen));
  if (open < 0) return {};
  const Attributes attributes = parseAttributes(source_.verbatim(literal.mid(open)));
  literal.truncate(open);
  while (literal.endsWith(' '))
    literal.chop(1);
  cmark_node_set_literal(last, literal.constData());
  return attributes;
}

Attributes HtmlWriter::takeLeading(cmark_node* text) {
  if (!text || cmark_node_get_type(text) != CMARK_NODE_TEXT) return {};
  const QByteArray literal = cmark_node_get_literal(text);
  if (!literal.startsWith(markBytes(Mark::AttributesOpen))) return {};
  const qsizetype close = literal.indexOf(markBytes(Mark::AttributesClose));
  if (close < 0) return {};
  const Attributes attributes = parseAttributes(source_.verbatim(literal.left(close)));
  cmark_node_set_literal(text, literal.mid(close + MarkSize).constData());
  return attributes;
}

}  // namespace offprint
