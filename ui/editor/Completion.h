#pragma once
#include <memory>
#include <optional>
#include <QList>
#include <QStringList>

class QTextBlock;
class QTextDocument;

namespace offprint {

class Resources;
struct SiteSnapshot;

/// What is being written where something can be offered (app.md section 9).
struct CompletionQuery {
  enum class Trigger {
    Block,      ///< "/" at the start of an empty line
    Item,       ///< "[["
    Heading,    ///< "[[…#" of this text
    Citation,   ///< "[@": works, and what this text names ("[@fig:")
    Media,      ///< "](" and "![]("
    Directive,  ///< ":::" and "::"
    Language,   ///< behind a code fence
    Tex,        ///< a backslash in a formula
    Attribute,  ///< in the braces of a block, or behind a fence's language
  };
  Trigger trigger = Trigger::Block;
  int start = 0;  ///< offset in the line of what an entry replaces
  QString typed;  ///< from there to the cursor
  // Of attributes alone:
  QString block{};       ///< what they belong to: name of a directive, "code", "image", "heading"
  QStringList others{};  ///< that stand before it

  bool operator==(const CompletionQuery&) const = default;
};

struct CompletionEntry {
  QString name;
  QString detail;  ///< one line
  QString text;    ///< replaces what was typed; "│" is where the cursor goes
  QString tail;    ///< follows, unless it stands there already: "]]"
};

/// What comes from the program's own data, the same for every text.
struct CompletionData {
  QStringList languages;           ///< that code can be coloured by
  QList<CompletionEntry> symbols;  ///< of formulas
};
/// Reads them; not for the GUI thread.
CompletionData completionData(const Resources& resources);

/// The citation key of the publication that has this DOI or arXiv identifier; empty: there is none.
QString citationKeyOf(const SiteSnapshot& site, const QString& identifier);

/// What can be completed at a place. With `asked` (Ctrl+Space) an empty line offers blocks without a slash.
std::optional<CompletionQuery> completionAt(const QTextBlock& block, int column, bool asked);
/// The entries that fit what was typed: those that begin with it first, then those with a word that does,
/// then those that contain it. `site` may be null.
QList<CompletionEntry> completionsFor(const CompletionQuery& query, const QTextDocument& document,
                                      const SiteSnapshot* site, const CompletionData& data = {});

}  // namespace offprint
