#pragma once
#include <functional>
#include <optional>
#include <QByteArray>
#include <QHash>
#include <QJsonObject>

#include "app/core/Result.h"
#include "exporters/markdown/ParsedDocument.h"

namespace offprint {

/// Where a link or image of a text leads on the page that is being made.
struct ResolvedLink {
  QByteArray href;  ///< replaces the target; not yet HTML-escaped
  /// Of a link: there is nothing to lead to. Its words appear, and nobody is sent to a page that is missing.
  bool dead = false;
  /// Further attributes, ready HTML with a leading blank (" width=\"640\" height=\"480\""); not used for raw
  /// HTML, which is kept as written.
  QByteArray attributes;
  /// Of an image that comes in several formats: its <source> elements, ready HTML; it then stands in a
  /// <picture>.
  QByteArray sources{};
  /// For an item link without a text of its own: inline Markdown to show, usually the item's title.
  QString text{};
};

/// A leaf directive that shows more than its text holds: "::items{kind=talk limit=3}".
struct BlockRequest {
  QString name;
  QString title;                   ///< Markdown
  QHash<QString, QString> values;  ///< a flag has an empty value
  int line = 1;
};

struct MarkdownOptions {
  /// CommonMark + GFM alone, byte for byte as cmark-gfm renders it (`render --plain`).
  bool plain = false;
  /// Curly quotes, dashes, ellipses; never in code, math, raw HTML or URLs.
  bool smartPunctuation = false;
  /// Label of the button that copies a code block; empty: no button. The theme's script brings it to life.
  QByteArray copyLabel;
  /// Put before footnote ids, so that two texts may share one page or feed (case 9 of text.md).
  QByteArray idPrefix;
  /// Called for every link, image and src/href/poster of raw HTML with the target as written; for an item
  /// link with "[[kind/slug#heading]]" (an empty href says that there is no such item: it then appears as
  /// written). Called on the thread of parse(), outside of the gate. Unset: targets stay, item links appear
  /// as written.
  std::function<ResolvedLink(const QString& target, DocumentLink::Type type)> resolve;
  /// Headings are moved down by this many levels on a page whose title is the h1; "# " becomes h2 with 1, and
  /// no level is skipped. 0 in `render`: as typed.
  int headingShift = 0;
  /// Items of task lists carry the class "task", which themes style. Off: the bytes of cmark-gfm.
  bool markTasks = false;
  /// Of the text, as a BCP 47 tag: chooses quotation marks. Empty: English.
  QString language;
  /// The words that constructs bring along ("figure", "note", "theorem"), by key; absent ones are English.
  QJsonObject words;
  /// A note of one paragraph is also given beside its mark, for themes that show notes in the margin.
  bool marginNotes = false;
  /// HTML of a block that only the site can show, a balanced fragment; nothing: it appears as written, with a
  /// finding. Called as `resolve` is.
  std::function<std::optional<QByteArray>(const BlockRequest&)> block;
};

/// Markdown to blocks of HTML. cmark-gfm is not thread-safe while parsing: parse() takes a process-wide gate
/// around feed and finish, and renders outside of it. parse() may be called from any thread.
class MarkdownEngine {
 public:
  /// Registers the extensions. Call once, before any thread starts (architecture.md, threads).
  static void initialize();
  /// Never fails: whatever is written becomes a page; what is odd becomes a finding. Linear time in the size
  /// of `utf8`.
  static ParsedDocument parse(const QByteArray& utf8, const MarkdownOptions& options = {});
  /// The same with its formulas, code and diagrams still to be drawn: fill() ends it.
  static ParsedDocument prepare(const QByteArray& utf8, const MarkdownOptions& options = {});
  /// A title or summary: inline Markdown and math to inline HTML, without paragraph tags. A note in it, which
  /// would have no place, appears as written.
  static QByteArray inlineHtml(const QString& markdown, bool smartPunctuation = false,
                               const QString& language = {});
  /// The same as the one block of a document whose pieces are still to be drawn.
  static ParsedDocument prepareInline(const QString& markdown, bool smartPunctuation = false,
                                      const QString& language = {});
  /// The same as plain text, for <title>, feeds, cards and search: no marks, no tags, formulas in their plain
  /// form.
  static QString plainText(const QString& markdown);
  /// Heading id by the rules of markdown.md; `used` is asked and told, so that duplicates get -1, -2.
  static QString headingId(const QString& plainText, QHash<QString, int>& used);
};

}  // namespace offprint
