#pragma once
#include <cmark-gfm.h>
#include <QHash>
#include <QSet>

#include "exporters/markdown/Directives.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/markdown/Quotes.h"
#include "exporters/markdown/RawHtml.h"
#include "exporters/markdown/TextState.h"

namespace offprint {

struct InlineText {
  QByteArray html;
  QString text;
};

/// A title or caption as if it were one paragraph, whatever its first sign is ("1. Introduction", "# 1"). Its
/// pieces are added to `document` as standing in `line`; its links and findings are not.
InlineText writeInline(const QString& markdown, bool smartPunctuation, const QString& language,
                       ParsedDocument& document, int line);

/// Writes the nodes of one text as HTML, in order, in the markup that the themes share (headings with ids,
/// figures, callouts, code and table frames); collects outline, links and findings on the way. Where the
/// dialect adds nothing the bytes are those of cmark-gfm. May change the tree (takes attributes out of it).
class HtmlWriter {
 public:
  HtmlWriter(const MarkedSource& source, const MarkdownOptions& options, const DirectivePlan& directives,
             const RawHtmlPlan& rawHtml, TextState& state);

  /// Tells how often each footnote is used, so that every use gets its way back.
  void countFootnotes(cmark_node* root);
  /// A top-level block.
  void writeBlock(cmark_node* node, QByteArray& out);
  /// True when the block was already written with the one before it (a caption).
  bool isWritten(const cmark_node* node) const { return written_.contains(node); }
  /// All notes in the order of their first marks; `definitions` are those that cmark-gfm found.
  void writeNotes(const QList<cmark_node*>& definitions, QByteArray& out);
  /// Takes what stands for a contents list or a cross reference out of `html` and puts the thing itself in.
  /// When everything is written: references may come before what they name. Findings: reference.unknown.
  QByteArray filled(const QByteArray& html);
  /// The inline content of a paragraph.
  QByteArray inlineOf(cmark_node* paragraph);
  /// Inline content without any markup; formulas in their plain form.
  QString plainText(cmark_node* parent) const;
  /// The same of a text within the text, such as a block's title; `line` is where it stands.
  QByteArray inlineMarkdown(const QByteArray& markdown);

  /// Gives \ref and \eqref in formulas their numbers, when all are known.
  void linkFormulas();

 private:
  // Blocks (HtmlBlocks.cpp, HtmlFrames.cpp, HtmlFigures.cpp, HtmlDirectives.cpp)
  bool enterBlock(cmark_node* node, cmark_node_type type);
  void leaveBlock(cmark_node* node, cmark_node_type type);
  void enterHeading(cmark_node* node);
  int headingLevel(int typed);
  bool enterParagraph(cmark_node* node);
  void leaveParagraph(cmark_node* node);
  void enterList(cmark_node* node);
  void enterItem(cmark_node* node);
  void enterQuote(cmark_node* node);
  bool enterCallout(cmark_node* quote);
  QByteArray calloutTitle(cmark_node* paragraph);
  void enterTable(cmark_node* node);
  bool enterRow(cmark_node* node);
  void enterCell(cmark_node* node);
  void leaveTable(cmark_node* node);
  void writeCode(cmark_node* node);
  QByteArray codeFrame(const Attributes& info, const QByteArray& language, const QByteArray& code);
  void readFence(const QByteArray& info, QByteArray& language, Attributes& attributes);
  TypesetPiece codePiece(const Attributes& info, const QByteArray& language, const QByteArray& code);
  void writeMathBlock(const QByteArray& delimited);
  void writeDisplayMath(const QByteArray& tex, const QByteArray& id);
  QByteArray displayMath(const QByteArray& tex, const QByteArray& id, const QByteArray& element);
  bool writeFigure(cmark_node* paragraph);
  QByteArray captionHtml(cmark_node* paragraph, Attributes& attributes);
  cmark_node* captionAfter(const cmark_node* node) const;
  QByteArray labelled(const NumberedKind& kind, const QByteArray& number, const QByteArray& caption) const;
  QByteArray takeNumber(const char* kind, const Attributes& attributes, bool captioned);
  QByteArray partNumber(const cmark_node* paragraph, const Attributes& attributes);
  void writeDirective(cmark_node* node);
  void judgeAttributes(const DirectiveLine& line);
  void openContainer(cmark_node* node, const DirectiveLine& line);
  void openFigure(cmark_node* node, const DirectiveLine& line, const QByteArray& title);
  void openStatement(const DirectiveLine& line, const QByteArray& title);
  void closeContainer(cmark_node* node);
  void writeLeaf(const DirectiveLine& line);
  bool writeContents(const DirectiveLine& line);
  bool writeMedia(const DirectiveLine& line);
  bool writeYouTube(const DirectiveLine& line);
  bool writeDemo(const DirectiveLine& line);
  QByteArray hrefOf(const QByteArray& target, DocumentLink::Type type, const QByteArray& text);
  void writeUnknown(const QByteArray& source);
  void writeOpaque(cmark_node* node);
  void writeBackLinks();

  // Inlines (HtmlInlines.cpp)
  bool enterInline(cmark_node* node, cmark_node_type type);
  void leaveInline(cmark_node* node, cmark_node_type type);
  void writeText(cmark_node* node);
  void reportUnended(const char* literal);
  void writeCodeSpan(cmark_node* node);
  void enterLink(cmark_node* node);
  void writeImage(cmark_node* node, const Attributes& attributes);
  void writeItemLink(cmark_node* node);
  void writeFootnoteReference(cmark_node* node);
  void writeNote(cmark_node* node);
  void writeReference(cmark_node* node);
  void writeNoteMark(const cmark_node* node, qsizetype note, int use);
  QByteArray noteText(cmark_node* definition);
  QByteArray marginNote(qsizetype note) const;
  void writeCitation(cmark_node* node);
  qsizetype noteOfDefinition(int definition);
  QByteArray textOf(const char* marked, bool& innerQuote) const;
  QByteArray inlineHtml(cmark_node* parent, bool withLinks);
  QByteArray alternativeText(cmark_node* image) const;
  ResolvedLink resolve(const QString& target, DocumentLink::Type type, const QString& text);

  Attributes takeTrailing(cmark_node* parent);
  Attributes takeLeading(cmark_node* text);
  void writeBelow(cmark_node* root);
  void freshLine();
  /// Adds a piece; returns what stands in its place.
  QByteArray place(TypesetPiece piece);
  void report(const char* code, const QString& message);
  QByteArray footnoteId(qsizetype note) const;
  QByteArray referenceId(qsizetype note, int use) const;
  QByteArray contents() const;
  QByteArray referenceHtml(const TextState::Reference& reference);
  QByteArray word(const char* key, const char* english) const;
  QByteArray claimedId(const QByteArray& id);
  QByteArray widthOf(const Attributes& attributes);
  int numberOf(const Attributes& attributes, const char* key);
  QByteArray attributesHtml(const Attributes& attributes, const QByteArray& moreClasses = {},
                            const QByteArrayList& taken = {});
  static QByteArray placeholder(const QByteArray& what);

  const MarkedSource& source_;
  const MarkdownOptions& options_;
  const DirectivePlan& directives_;
  const RawHtmlPlan& rawHtml_;
  TextState& state_;
  ParsedDocument& document_;
  QByteArray* out_ = nullptr;
  int line_ = 1;
  bool withLinks_ = true;
  bool bodyOpen_ = false;
  bool wayBack_ = false;  ///< the footnote at hand has its links back
  bool numbersSections_ = false;
  bool innerQuote_ = false;  ///< a single quotation mark waits for its other half
  Quotes quotes_;
  int column_ = 0;
  qsizetype note_ = 0;  ///< index of the note at hand
  struct OpenHeading {
    int typed;
    int level;
  };
  QList<OpenHeading> openHeadings_;  // the headings that the next one may stand below
  struct OpenContainer {
    const cmark_node* parent = nullptr;
    QByteArray end;
    QByteArray number;  ///< of a figure with parts
    int parts = 0;
    bool proof = false;
    bool framed = true;  ///< its text is narrower than the page's: no margin is beside it
  };
  QList<OpenContainer> containers_;
  QHash<int, int> footnoteUses_;
  QHash<int, int> footnoteSeen_;
  QSet<const cmark_node*> written_;
  QHash<const cmark_node*, QByteArray> ends_;  ///< end tags that differ from the usual ones
};

}  // namespace offprint
