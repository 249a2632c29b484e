#include <cmark-gfm-core-extensions.h>
#include <algorithm>
#include <cstring>

#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/DialectExtension.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlWriter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isBlock(cmark_node_type type) {
  return (type & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK;
}

bool inTightList(cmark_node* paragraph) {
  cmark_node* item = cmark_node_parent(paragraph);
  cmark_node* list = item ? cmark_node_parent(item) : nullptr;
  return list && cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0;
}

bool isTask(cmark_node* item) {
  const char* type = cmark_node_get_type_string(item);
  return std::strcmp(type, "tasklist") == 0;
}

bool holdsLink(cmark_node* heading) {
  bool found = false;
  walkBelow(
      heading,
      [&](cmark_node* node) {
        const cmark_node_type type = cmark_node_get_type(node);
        found = found || type == CMARK_NODE_LINK || type == CMARK_NODE_FOOTNOTE_REFERENCE ||
                type == CMARK_NODE_HTML_INLINE || dialectNode(node) == DialectNode::ItemLink;
        return true;
      },
      [](cmark_node*) {});
  return found;
}

}  // namespace

HtmlWriter::HtmlWriter(const MarkedSource& source, const MarkdownOptions& options,
                       const DirectivePlan& directives, const RawHtmlPlan& rawHtml, TextState& state)
    : source_(source),
      options_(options),
      directives_(directives),
      rawHtml_(rawHtml),
      state_(state),
      document_(state.document) {
  if (options.smartPunctuation) quotes_ = quotesOf(options.language);
  // Section numbers are shown as soon as one of them may be referred to.
  numbersSections_ = std::any_of(source.attributes.begin(), source.attributes.end(),
                                 [](const QByteArray& block) { return block.contains("#sec:"); });
}

void HtmlWriter::freshLine() {
  if (!out_->isEmpty() && !out_->endsWith('\n')) *out_ += '\n';
}

void HtmlWriter::report(const char* code, const QString& message) {
  Finding finding;
  finding.level = Finding::Level::Warning;
  finding.code = QString::fromLatin1(code);
  finding.message = message;
  finding.line = line_;
  document_.findings << finding;
}

/// `id` when nothing of this text has it yet, else nothing and a finding.
QByteArray HtmlWriter::claimedId(const QByteArray& id) {
  if (id.isEmpty()) return id;
  const QString name = QString::fromUtf8(id);
  if (!state_.usedIds.contains(name)) {
    state_.usedIds.insert(name, 0);
    return id;
  }
  report("reference.duplicate",
         say("The id %1 is taken by something before it; references lead there. Give this one another id.")
             .arg(name));
  return {};
}

QByteArray HtmlWriter::attributesHtml(const Attributes& attributes, const QByteArray& moreClasses,
                                      const QByteArrayList& taken) {
  Attributes written = attributes;
  written.id = claimedId(attributes.id);
  for (const auto& [name, value] : attributes.values) {
    if (!isUnsafeAttribute(name)) continue;
    report("attribute.dropped", say("The attribute %1 may not be set in a text, so it is left out. Remove it "
                                    "here; looks and behaviour are the theme's.")
                                    .arg(QString::fromUtf8(name)));
  }
  written.values.removeIf([](const auto& pair) { return isUnsafeAttribute(pair.first); });
  return written.html(moreClasses, taken);
}

/// The style that `width=60%` asks for.
QByteArray HtmlWriter::widthOf(const Attributes& attributes) {
  const QByteArray style = widthStyle(attributes);
  if (style.isEmpty() && attributes.has("width")) {
    report("attribute.invalid",
           say("The width %1 is no length, so it is not used. Write it as 60%, 20em or 300px.")
               .arg(QString::fromUtf8(attributes.value("width"))));
  }
  return style;
}

/// A number above 0, or 0 when there is none.
int HtmlWriter::numberOf(const Attributes& attributes, const char* key) {
  const QByteArray value = attributes.value(key);
  bool isNumber = false;
  const int number = value.toInt(&isNumber);
  if (isNumber && number > 0) return number;
  if (attributes.has(key)) {
    report("attribute.invalid", say("%1=%2 is no whole number above 0, so it is not used. Write %1=10.")
                                    .arg(QLatin1StringView(key), QString::fromUtf8(value)));
  }
  return 0;
}

QByteArray HtmlWriter::word(const char* key, const char* english) const {
  const QString text = options_.words.value(QLatin1StringView(key)).toString();
  return escapedHtml(text.isEmpty() ? QByteArray(english) : text.toUtf8());
}

void HtmlWriter::writeBlock(cmark_node* node, QByteArray& out) {
  out_ = &out;
  const cmark_node_type type = cmark_node_get_type(node);
  if (!enterBlock(node, type)) return;
  writeBelow(node);
  leaveBlock(node, type);
}

void HtmlWriter::writeBelow(cmark_node* root) {
  walkBelow(
      root,
      [this](cmark_node* node) {
        const cmark_node_type type = cmark_node_get_type(node);
        return isBlock(type) ? enterBlock(node, type) : enterInline(node, type);
      },
      [this](cmark_node* node) {
        const cmark_node_type type = cmark_node_get_type(node);
        isBlock(type) ? leaveBlock(node, type) : leaveInline(node, type);
      });
}

bool HtmlWriter::enterBlock(cmark_node* node, cmark_node_type type) {
  if (written_.contains(node)) return false;
  line_ = firstLineOf(node);
  innerQuote_ = false;
  switch (type) {
    case CMARK_NODE_PARAGRAPH:
      return enterParagraph(node);
    case CMARK_NODE_HEADING:
      enterHeading(node);
      return true;
    case CMARK_NODE_BLOCK_QUOTE:
      enterQuote(node);
      return true;
    case CMARK_NODE_LIST:
      enterList(node);
      return true;
    case CMARK_NODE_ITEM:
      enterItem(node);
      return true;
    case CMARK_NODE_CODE_BLOCK:
      writeCode(node);
      return false;
    case CMARK_NODE_HTML_BLOCK: {
      freshLine();
      const auto literal = rawHtml_.literals.constFind(node);
      *out_ += literal != rawHtml_.literals.constEnd()
                   ? *literal
                   : source_.verbatim(QByteArray(cmark_node_get_literal(node)));
      freshLine();
      return false;
    }
    case CMARK_NODE_THEMATIC_BREAK:
      freshLine();
      *out_ += "<hr />\n";
      return false;
    default:
      if (type == CMARK_NODE_TABLE) enterTable(node);
      if (type == CMARK_NODE_TABLE_ROW) return enterRow(node);
      if (type == CMARK_NODE_TABLE_CELL) enterCell(node);
      return true;
  }
}

void HtmlWriter::leaveBlock(cmark_node* node, cmark_node_type type) {
  *out_ += rawHtml_.closers.value(node);
  const auto end = ends_.constFind(node);
  if (end != ends_.constEnd()) {
    if (type != CMARK_NODE_HEADING) freshLine();
    *out_ += *end;
    return;
  }
  switch (type) {
    case CMARK_NODE_PARAGRAPH:
      leaveParagraph(node);
      break;
    case CMARK_NODE_BLOCK_QUOTE:
      freshLine();
      *out_ += "</blockquote>\n";
      break;
    case CMARK_NODE_LIST:
      freshLine();
      *out_ += cmark_node_get_list_type(node) == CMARK_BULLET_LIST ? "</ul>\n" : "</ol>\n";
      break;
    case CMARK_NODE_ITEM:
      *out_ += "</li>\n";
      break;
    default:
      leaveTable(node);
  }
}

/// On a page the levels follow the title's without a gap, whatever was typed: a heading stands one level
/// below the nearest heading before it that was typed with fewer marks (WCAG 2.2, H42; a gap is an error to
/// validators).
int HtmlWriter::headingLevel(int typed) {
  while (!openHeadings_.isEmpty() && openHeadings_.last().typed >= typed)
    openHeadings_.removeLast();
  const int above = openHeadings_.isEmpty() ? options_.headingShift : openHeadings_.last().level;
  openHeadings_ << OpenHeading{typed, std::min(above + 1, 6)};
  return options_.headingShift == 0 ? typed : openHeadings_.last().level;
}

void HtmlWriter::enterHeading(cmark_node* node) {
  freshLine();
  const Attributes attributes = takeTrailing(node);
  OutlineEntry entry;
  entry.level = headingLevel(cmark_node_get_heading_level(node));
  entry.text = plainText(node).simplified();
  entry.line = line_;
  entry.html = inlineHtml(node, false);
  const bool numbered = numbersSections_ && !attributes.classes.contains("unnumbered");
  const QByteArray number = numbered ? state_.numbering.nextSection(openHeadings_.size() - 1) : QByteArray();
  if (numbered && attributes.id.startsWith("sec:"))
    state_.numbering.add(attributes.id, {numberedKind("section"), number});
  if (attributes.id.isEmpty()) {
    entry.id = MarkdownEngine::headingId(entry.text, state_.usedIds);
  } else {
    entry.id = QString::fromUtf8(attributes.id);
    if (state_.usedIds.contains(entry.id)) {
      report("heading.duplicate-id",
             say("The id %1 is taken by an earlier heading, to which links lead. Give this one another id.")
                 .arg(entry.id));
      entry.id = MarkdownEngine::headingId(entry.id, state_.usedIds);
    } else {
      state_.usedIds.insert(entry.id, 0);
    }
  }
  Attributes written = attributes;
  written.id.clear();
  const QByteArray level = QByteArray::number(entry.level);
  *out_ += "<h" + level + " id=\"" + escapedHtml(entry.id.toUtf8()) + '"' + attributesHtml(written) + '>';
  const bool anchored = cmark_node_first_child(node) && !entry.html.isEmpty() && !holdsLink(node);
  if (anchored) {
    *out_ += "<a href=\"#";
    appendEscapedHref(*out_, entry.id.toUtf8());
    *out_ += "\">";
  }
  if (!number.isEmpty()) {
    const QByteArray label = "<span class=\"sn\">" + number + "</span> ";
    *out_ += label;
    entry.html.prepend(label);
  }
  ends_.insert(node, (anchored ? QByteArrayLiteral("</a></h") : QByteArrayLiteral("</h")) + level + ">\n");
  document_.outline << entry;
}

bool HtmlWriter::enterParagraph(cmark_node* node) {
  if (inTightList(node)) return true;
  if (writeFigure(node)) return false;
  freshLine();
  *out_ += "<p>";
  return true;
}

void HtmlWriter::leaveParagraph(cmark_node* node) {
  if (inTightList(node)) return;
  cmark_node* parent = cmark_node_parent(node);
  if (parent && cmark_node_get_type(parent) == CMARK_NODE_FOOTNOTE_DEFINITION && !cmark_node_next(node)) {
    writeBackLinks();
  }
  *out_ += "</p>\n";
}

void HtmlWriter::enterList(cmark_node* node) {
  freshLine();
  if (cmark_node_get_list_type(node) == CMARK_BULLET_LIST) {
    *out_ += "<ul>\n";
    return;
  }
  const int start = cmark_node_get_list_start(node);
  *out_ += start == 1 ? QByteArray("<ol>\n") : "<ol start=\"" + QByteArray::number(start) + "\">\n";
}

void HtmlWriter::enterItem(cmark_node* node) {
  freshLine();
  *out_ += options_.markTasks && isTask(node) ? "<li class=\"task\">" : "<li>";
  if (!isTask(node)) return;
  cmark_node* first = cmark_node_first_child(node);
  const bool text = first && cmark_node_get_type(first) == CMARK_NODE_PARAGRAPH;
  *out_ += "<input type=\"checkbox\" ";
  if (cmark_gfm_extensions_get_tasklist_item_checked(node)) *out_ += "checked=\"\" ";
  // Its text is no <label>, since it may hold links; the name is for those who cannot see it.
  const QByteArray name = text ? escapedHtml(plainText(first).simplified().toUtf8()) : QByteArray();
  *out_ += "disabled=\"\"" + (name.isEmpty() ? name : " aria-label=\"" + name + '"') + " /> ";
}

void HtmlWriter::enterQuote(cmark_node* node) {
  freshLine();
  if (!enterCallout(node)) *out_ += "<blockquote>\n";
}

}  // namespace offprint
