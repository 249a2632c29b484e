#include "exporters/markdown/MarkdownEngine.h"

#include <algorithm>
#include <cstring>

#include "app/content/FindingSums.h"
#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/HtmlWriter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

RenderedBlock makeBlock(QByteArray html, int firstLine, int lastLine) {
  if (!html.endsWith('\n')) html += '\n';
  RenderedBlock block;
  block.setHtml(std::move(html));
  block.firstLine = qMax(1, firstLine);
  block.lastLine = qMax(block.firstLine, lastLine);
  return block;
}

/// One block, written by cmark-gfm itself, is equal to it byte for byte.
ParsedDocument parsePlain(const QByteArray& utf8, const MarkdownOptions& options) {
  ParsedDocument document;
  const CmarkSyntax syntax = dialectSyntax(options.smartPunctuation);
  const CmarkTree tree = parseTree(utf8, syntax);
  const QByteArray html = cmarkHtml(tree.get(), syntax);
  if (!html.isEmpty()) document.blocks << makeBlock(html, 1, cmark_node_get_end_line(tree.get()));
  return document;
}

Finding boundFinding(SourceBound bound, int line) {
  Finding finding;
  finding.level = Finding::Level::Warning;
  finding.line = line;
  switch (bound) {
    case SourceBound::Nesting:
      finding.code = u"text.too-deep"_s;
      finding.message =
          say("Lists and quotes nest too deep here, so the inner ones appear as text. Use fewer levels.");
      break;
    case SourceBound::TableWidth:
      finding.code = u"table.too-wide"_s;
      finding.message = say("This row has too many cells, so the last ones appear as text. Split the table.");
      break;
    case SourceBound::TablePlace:
      finding.code = u"table.in-paragraph"_s;
      finding.message =
          say("This table follows too long a paragraph, so it appears as text. Put a blank line before it.");
      break;
    case SourceBound::OpenBrackets:
      finding.code = u"image.too-deep"_s;
      finding.message =
          say("Too many open brackets stand before this picture, so it appears as text. Close them.");
      break;
  }
  return finding;
}

/// A parsed text on its way to blocks.
class DocumentBuilder {
 public:
  DocumentBuilder(const QByteArray& utf8, const MarkdownOptions& options)
      : options_(options), source_(markSource(utf8, options.smartPunctuation)) {}

  ParsedDocument run() {
    tree_ = parseTree(source_, dialectSyntax(options_.smartPunctuation));
    document_.findings = source_.findings;
    if (source_.text.contains("::")) directives_ = planDirectives(tree_.get(), source_, document_.findings);
    if (source_.text.contains('<')) planHtml();
    HtmlWriter writer(source_, options_, directives_, rawHtml_, state_);
    collectNodes();
    reportUnusedNotes();
    reportBounds();
    if (!footnotes_.isEmpty()) writer.countFootnotes(tree_.get());
    for (qsizetype i = 0; i < nodes_.size();)
      i = writeGroup(writer, i);
    writeNotes(writer);
    fill(writer);
    writer.linkFormulas();
    sortByLine(document_.findings);
    document_.findings = summedUp(document_.findings);
    sortByLine(document_.links);
    return std::move(document_);
  }

 private:
  void planHtml() {
    QSet<const cmark_node*> opens;
    QSet<const cmark_node*> closes;
    for (auto it = directives_.closingOf.constBegin(); it != directives_.closingOf.constEnd(); ++it) {
      opens.insert(it.key());
      closes.insert(it.value());
    }
    rawHtml_ = planRawHtml(tree_.get(), source_, options_, opens, closes, document_);
  }

  /// cmark-gfm takes away what no mark leads to: then nothing of the tree stands on its line.
  void reportUnusedNotes() {
    QMap<int, QByteArray> left = source_.noteLines;
    if (left.isEmpty()) return;
    walkBelow(
        tree_.get(),
        [&](cmark_node* node) {
          const cmark_node_type type = cmark_node_get_type(node);
          const bool leaf = type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_CODE_BLOCK ||
                            type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HEADING;
          if (type == CMARK_NODE_FOOTNOTE_DEFINITION) left.remove(cmark_node_get_start_line(node));
          if (!leaf) return true;
          const int last = lastLineOf(node);
          for (auto note = left.lowerBound(firstLineOf(node)); note != left.end() && note.key() <= last;)
            note = left.erase(note);
          return false;
        },
        [](cmark_node*) {});
    for (auto note = left.begin(); note != left.end(); ++note) {
      Finding finding;
      finding.level = Finding::Level::Warning;
      finding.code = u"footnote.unused"_s;
      finding.message = say("No mark leads to the note %1, or another note has its name, so it is not on the "
                            "page. Write %1 where it belongs, or take it out.")
                            .arg(QString::fromUtf8(*note));
      finding.line = note.key();
      document_.findings << finding;
    }
  }

  /// Each bound is told once, where it first changed the page.
  void reportBounds() {
    QMap<int, SourceBound> left = source_.bounds;
    if (left.isEmpty()) return;
    walkBelow(
        tree_.get(),
        [&](cmark_node* node) {
          const cmark_node_type type = cmark_node_get_type(node);
          if (type != CMARK_NODE_CODE_BLOCK && type != CMARK_NODE_HTML_BLOCK) return true;
          const int last = lastLineOf(node);
          for (auto at = left.lowerBound(firstLineOf(node)); at != left.end() && at.key() <= last;)
            at = left.erase(at);
          return false;
        },
        [](cmark_node*) {});
    QSet<int> told;
    for (auto at = left.begin(); at != left.end(); ++at) {
      const auto kind = static_cast<int>(*at);
      if (told.contains(kind)) continue;
      told.insert(kind);
      document_.findings << boundFinding(*at, at.key());
    }
  }

  void collectNodes() {
    for (cmark_node* node = cmark_node_first_child(tree_.get()); node; node = cmark_node_next(node)) {
      (cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_DEFINITION ? footnotes_ : nodes_) << node;
    }
    reach_.resize(nodes_.size());
    for (const auto& [first, last] : std::as_const(rawHtml_.spans)) {
      reach_[first] = qMax<qsizetype>(reach_[first], last);
    }
    QHash<const cmark_node*, qsizetype> closing;
    for (qsizetype i = nodes_.size() - 1; i >= 0; --i) {
      if (directives_.openingOf.contains(nodes_.at(i))) closing.insert(nodes_.at(i), i);
      const cmark_node* end = directives_.closingOf.value(nodes_.at(i));
      if (end) reach_[i] = qMax(reach_[i], closing.value(end, i));
    }
  }

  /// Writes the block that starts with node `first` and everything that belongs to it; returns the next node.
  qsizetype writeGroup(HtmlWriter& writer, qsizetype first) {
    QByteArray html;
    QByteArray closers;
    qsizetype last = first;
    qsizetype i = first;
    for (; i < nodes_.size() && (i <= last || writer.isWritten(nodes_.at(i))); ++i) {
      last = qMax(last, reach_.at(i));
      writer.writeBlock(nodes_.at(i), html);
      closers.prepend(rawHtml_.blockClosers.value(static_cast<int>(i)));
    }
    html += closers;
    if (html.isEmpty()) return i;
    document_.blocks << makeBlock(std::move(html), firstLineOf(nodes_.at(first)),
                                  lastLineOf(nodes_.at(i - 1)));
    return i;
  }

  void writeNotes(HtmlWriter& writer) {
    if (footnotes_.isEmpty() && state_.notes.isEmpty()) return;
    QByteArray html;
    writer.writeNotes(footnotes_, html);
    int first = footnotes_.isEmpty() ? state_.notes.first().line : firstLineOf(footnotes_.first());
    int last = first;
    for (const TextState::Note& note : std::as_const(state_.notes)) {
      cmark_node* node = note.definition > 0 ? footnotes_.at(note.definition - 1) : nullptr;
      first = qMin(first, node ? cmark_node_get_start_line(node) : note.line);
      last = qMax(last, node ? cmark_node_get_end_line(node) : note.line);
    }
    document_.blocks << makeBlock(std::move(html), first, last);
  }

  /// Contents and numbers are known only when everything is written.
  void fill(HtmlWriter& writer) {
    if (state_.references.isEmpty() && !state_.hasContents && !options_.marginNotes) return;
    for (OutlineEntry& entry : document_.outline)
      entry.html = writer.filled(entry.html);
    const QByteArray mark = markBytes(Mark::Nothing);
    for (RenderedBlock& block : document_.blocks) {
      if (block.html.contains(mark))
        block = makeBlock(writer.filled(block.html), block.firstLine, block.lastLine);
    }
  }

  template <class List>
  static void sortByLine(List& list) {
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
  }

  const MarkdownOptions& options_;
  MarkedSource source_;
  CmarkTree tree_;
  DirectivePlan directives_;
  RawHtmlPlan rawHtml_;
  ParsedDocument document_;
  TextState state_{document_};
  QList<cmark_node*> nodes_;
  QList<cmark_node*> footnotes_;
  QList<qsizetype> reach_;  ///< by node: last node of the block that it starts
};

}  // namespace

InlineText writeInline(const QString& markdown, bool smartPunctuation, const QString& language,
                       ParsedDocument& document, int line) {
  MarkdownOptions options;
  options.smartPunctuation = smartPunctuation;
  options.language = language;
  const MarkedSource source = markSource(
      QString(markdown).replace(u'\n', u' ').replace(u'\r', u' ').trimmed().toUtf8(), smartPunctuation, true);
  const CmarkTree tree = parseTree(source, dialectSyntax(options.smartPunctuation));
  cmark_node* paragraph = cmark_node_first_child(tree.get());
  if (!paragraph) return {};
  ParsedDocument own;
  own.pieces = std::move(document.pieces);
  const qsizetype first = own.pieces.size();
  const RawHtmlPlan rawHtml =
      source.text.contains('<') ? planRawHtml(tree.get(), source, options, {}, {}, own) : RawHtmlPlan();
  TextState state(own);
  state.notesHavePlace = false;
  HtmlWriter writer(source, options, {}, rawHtml, state);
  InlineText result{writer.inlineOf(paragraph), writer.plainText(paragraph).simplified()};
  if (!state.references.isEmpty()) result.html = writer.filled(result.html);
  for (qsizetype i = first; i < own.pieces.size(); ++i)
    own.pieces[i].line = line;
  document.pieces = std::move(own.pieces);
  document.hasMath = document.hasMath || own.hasMath;
  return result;
}

void MarkdownEngine::initialize() {
  registerCmarkExtensions();
}

ParsedDocument MarkdownEngine::parse(const QByteArray& utf8, const MarkdownOptions& options) {
  ParsedDocument document = prepare(utf8, options);
  fill(document);
  showCitationsAsWritten(document);
  return document;
}

ParsedDocument MarkdownEngine::prepare(const QByteArray& utf8, const MarkdownOptions& options) {
  return options.plain ? parsePlain(utf8, options) : DocumentBuilder(utf8, options).run();
}

QByteArray MarkdownEngine::inlineHtml(const QString& markdown, bool smartPunctuation,
                                      const QString& language) {
  ParsedDocument document = prepareInline(markdown, smartPunctuation, language);
  fill(document);
  return document.html();
}

ParsedDocument MarkdownEngine::prepareInline(const QString& markdown, bool smartPunctuation,
                                             const QString& language) {
  ParsedDocument document;
  RenderedBlock block;
  block.firstLine = block.lastLine = 1;
  block.setHtml(writeInline(markdown, smartPunctuation, language, document, 1).html);
  document.blocks << std::move(block);
  return document;
}

QString MarkdownEngine::plainText(const QString& markdown) {
  ParsedDocument unused;
  return writeInline(markdown, false, {}, unused, 1).text;
}

}  // namespace offprint
