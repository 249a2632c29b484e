#include <algorithm>

#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/DialectExtension.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlWriter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// First sign of what stands for a reference: with a link or, in contents lists, without.
constexpr char LinkTag = 'r';
constexpr char TextTag = 't';
constexpr char MarginTag = 'n';
/// Each level reads the text of those inside it once more.
constexpr int kNotesInNotes = 8;

/// Only there does a note have the margin beside it: cells, captions and lists have no room of their own.
bool isInTextAlone(const cmark_node* node) {
  cmark_node* block = cmark_node_parent(const_cast<cmark_node*>(node));
  while (block && (cmark_node_get_type(block) & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_INLINE)
    block = cmark_node_parent(block);
  cmark_node* above = block ? cmark_node_parent(block) : nullptr;
  return above && cmark_node_get_type(block) == CMARK_NODE_PARAGRAPH &&
         cmark_node_get_type(above) == CMARK_NODE_DOCUMENT;
}

}  // namespace

void HtmlWriter::countFootnotes(cmark_node* root) {
  walkBelow(
      root,
      [&](cmark_node* node) {
        if (cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_REFERENCE) {
          ++footnoteUses_[QByteArray(cmark_node_get_literal(node)).toInt()];
        }
        return true;
      },
      [](cmark_node*) {});
}

QByteArray HtmlWriter::footnoteId(qsizetype note) const {
  return options_.idPrefix + "fn:" + QByteArray::number(note + 1);
}

QByteArray HtmlWriter::referenceId(qsizetype note, int use) const {
  const QByteArray id = options_.idPrefix + "fnref:" + QByteArray::number(note + 1);
  return use > 1 ? id + ':' + QByteArray::number(use) : id;
}

void HtmlWriter::writeNoteMark(const cmark_node* node, qsizetype note, int use) {
  *out_ += "<a class=\"fn\" href=\"#" + escapedHtml(footnoteId(note)) + "\" id=\"" +
           escapedHtml(referenceId(note, use)) + "\" role=\"doc-noteref\">" + QByteArray::number(note + 1) +
           "</a>";
  if (!options_.marginNotes || use > 1 || !isInTextAlone(node)) return;
  const auto isFramed = [](const OpenContainer& container) { return container.framed; };
  if (std::any_of(containers_.begin(), containers_.end(), isFramed)) return;
  state_.notes[note].inMargin = true;
  *out_ += placeholder(MarginTag + QByteArray::number(note));
}

/// Notes count in the order of their first marks, whichever way they are written.
qsizetype HtmlWriter::noteOfDefinition(int definition) {
  const auto known = state_.noteIndex.constFind(definition);
  if (known != state_.noteIndex.constEnd()) return *known;
  state_.noteIndex.insert(definition, state_.notes.size());
  state_.notes << TextState::Note{definition, {}, line_};
  return state_.notes.size() - 1;
}

void HtmlWriter::writeFootnoteReference(cmark_node* node) {
  const int definition = QByteArray(cmark_node_get_literal(node)).toInt();
  const qsizetype note = noteOfDefinition(definition);
  writeNoteMark(node, note, ++footnoteSeen_[definition]);
}

void HtmlWriter::writeNote(cmark_node* node) {
  const QByteArray text = source_.verbatim(dialectLiteral(node)).trimmed();
  const bool tooDeep = state_.notesOpen >= kNotesInNotes;
  if (tooDeep)
    report("note.depth",
           say("Notes lie more than %1 deep in notes: this one is shown as it is written. Give it "
               "a text of its own with [^name].")
               .arg(kNotesInNotes));
  if (!state_.notesHavePlace || tooDeep) {
    appendEscaped(*out_, "^[" + text + ']');
    return;
  }
  const qsizetype note = state_.notes.size();
  state_.notes << TextState::Note{0, {}, line_};
  writeNoteMark(node, note, 1);
  ++state_.notesOpen;
  const QByteArray html = inlineMarkdown(text);  // may hold notes of its own, which come after it
  --state_.notesOpen;
  state_.notes[note].html = html;
  line_ += static_cast<int>(text.count('\n'));
}

void HtmlWriter::writeBackLinks() {
  const int definition = state_.notes.at(note_).definition;
  const int uses = definition == 0 ? 1 : footnoteUses_.value(definition);
  for (int use = 1; use <= uses; ++use) {
    *out_ += " <a href=\"#" + escapedHtml(referenceId(note_, use)) + "\" role=\"doc-backlink\">\xe2\x86\xa9";
    if (use > 1) *out_ += "<sup>" + QByteArray::number(use) + "</sup>";
    *out_ += "</a>";
  }
  wayBack_ = true;
}

/// The one paragraph of a note; nothing when there is more to it.
QByteArray HtmlWriter::noteText(cmark_node* definition) {
  cmark_node* paragraph = cmark_node_first_child(definition);
  if (!paragraph || cmark_node_next(paragraph) || cmark_node_get_type(paragraph) != CMARK_NODE_PARAGRAPH)
    return {};
  cmark_node* first = cmark_node_first_child(paragraph);
  if (!first || cmark_node_get_type(first) == CMARK_NODE_IMAGE) return {};  // may be a figure
  line_ = firstLineOf(paragraph);
  return inlineHtml(paragraph, true) + rawHtml_.closers.value(paragraph);
}

void HtmlWriter::writeNotes(const QList<cmark_node*>& definitions, QByteArray& out) {
  QByteArray items;
  out_ = &items;
  bool allInMargin = true;
  int left = 1;  // a definition may be used where no mark is written, such as in a picture's description
  for (note_ = 0;; ++note_) {
    while (note_ == state_.notes.size() && left <= definitions.size())
      noteOfDefinition(left++);
    if (note_ == state_.notes.size()) break;
    const int number = state_.notes.at(note_).definition;
    cmark_node* definition = number > 0 ? definitions.at(number - 1) : nullptr;
    if (definition) {
      const QByteArray line = noteText(definition);  // may add notes
      state_.notes[note_].html = line;
    }
    const QByteArray text = state_.notes.at(note_).html;
    const bool inMargin = state_.notes.at(note_).inMargin && !marginNote(note_).isEmpty();
    allInMargin = allInMargin && inMargin;
    wayBack_ = false;
    items += "<li id=\"" + escapedHtml(footnoteId(note_)) + (inMargin ? "\" class=\"beside\">\n" : "\">\n");
    if (!text.isEmpty()) {
      items += "<p>" + text;
      writeBackLinks();
      items += "</p>\n";
    } else if (definition) {
      writeBelow(definition);
    }
    if (!wayBack_) {
      freshLine();
      items += "<p>";
      writeBackLinks();
      items += "</p>\n";
    }
    if (definition) items += rawHtml_.closers.value(definition);
    items += "</li>\n";
  }
  out += (allInMargin ? "<ol class=\"notes beside\">\n" : "<ol class=\"notes\">\n") + items + "</ol>\n";
}

/// What stands beside the mark; nothing when the note has more in it than a margin may show a second time.
QByteArray HtmlWriter::marginNote(qsizetype note) const {
  const QByteArray& html = state_.notes.at(note).html;
  if (html.isEmpty() || html.contains(" id=\"")) return {};
  return "<span class=\"sidenote\"><span class=\"fn\">" + QByteArray::number(note + 1) + "</span> " + html +
         "</span>";
}

QByteArray HtmlWriter::placeholder(const QByteArray& what) {
  return markBytes(Mark::Nothing) + what + markBytes(Mark::Nothing);
}

void HtmlWriter::writeReference(cmark_node* node) {
  const QByteArray content = source_.verbatim(dialectLiteral(node));
  *out_ += placeholder((withLinks_ ? LinkTag : TextTag) + QByteArray::number(state_.references.size()));
  state_.references << TextState::Reference{'[' + content + ']', referenceIds(content), line_, withLinks_};
}

QByteArray HtmlWriter::referenceHtml(const TextState::Reference& reference) {
  QByteArray html;
  for (const QByteArray& id : reference.ids) {
    if (!html.isEmpty()) html += ", ";
    const Numbering::Label* label = state_.numbering.find(id);
    if (!label) {
      html += "<span class=\"dead\">[@" + escapedHtml(id) + "]</span>";
      if (!reference.link) continue;  // the text itself reports it
      line_ = reference.line;
      report("reference.unknown",
             say("Nothing here is named %1, so the reference appears as written. Name a figure, table, "
                 "equation, section or theorem with {#%1}.")
                 .arg(QString::fromUtf8(id)));
      continue;
    }
    const QByteArray words =
        word(label->kind->name, label->kind->english) + "\u00a0" +
        (qstrcmp(label->kind->prefix, "eq") == 0 ? '(' + label->number + ')' : label->number);
    if (!reference.link) {
      html += words;
      continue;
    }
    html += "<a class=\"ref\" href=\"#";
    appendEscapedHref(html, id);
    html += "\">" + words + "</a>";
  }
  return html;
}

QByteArray HtmlWriter::filled(const QByteArray& html) {
  const QByteArray mark = markBytes(Mark::Nothing);
  QByteArray out;
  qsizetype at = 0;
  for (qsizetype open = html.indexOf(mark); open >= 0; open = html.indexOf(mark, at)) {
    const qsizetype name = open + MarkSize;
    const qsizetype close = html.indexOf(mark, name);
    if (close < 0) break;
    out += html.mid(at, open - at);
    at = close + MarkSize;
    if (html.mid(name, close - name) == "toc") {
      out += contents();
      if (at < html.size() && html.at(at) == '\n') ++at;
    } else if (html.at(name) == MarginTag) {
      out += filled(marginNote(html.mid(name + 1, close - name - 1).toInt()));
    } else {
      out += referenceHtml(state_.references.at(html.mid(name + 1, close - name - 1).toInt()));
    }
  }
  return out + html.mid(at);
}

QByteArray HtmlWriter::contents() const {
  if (document_.outline.isEmpty()) return {};
  QByteArray html = "<nav class=\"toc\" aria-label=\"" + word("contents", "Contents") + "\">\n<ol>\n";
  for (const OutlineEntry& entry : document_.outline) {
    html += "<li class=\"l" + QByteArray::number(entry.level) + "\"><a href=\"#";
    appendEscapedHref(html, entry.id.toUtf8());
    html += "\">" + entry.html + "</a></li>\n";
  }
  return html + "</ol>\n</nav>\n";
}

QByteArray HtmlWriter::inlineMarkdown(const QByteArray& markdown) {
  const MarkedSource source =
      markSource(QByteArray(markdown).replace('\n', ' '), options_.smartPunctuation, true);
  const CmarkTree tree = parseTree(source, dialectSyntax(options_.smartPunctuation));
  cmark_node* paragraph = cmark_node_first_child(tree.get());
  if (!paragraph) return {};
  ParsedDocument part;
  const RawHtmlPlan rawHtml =
      source.text.contains('<') ? planRawHtml(tree.get(), source, options_, {}, {}, part) : RawHtmlPlan();
  for (Finding finding : std::as_const(part.findings)) {
    finding.line = line_;
    document_.findings << finding;
  }
  for (DocumentLink link : std::as_const(part.links)) {
    link.line = line_;
    document_.links << link;
  }
  HtmlWriter writer(source, options_, {}, rawHtml, state_);
  writer.line_ = line_;
  return writer.inlineOf(paragraph);
}

}  // namespace offprint
