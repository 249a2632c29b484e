#pragma once
#include <optional>
#include <QString>

class QTextBlock;
class QTextDocument;

namespace offprint {

struct SiteSnapshot;

/// A construct of the text that there is something to say about.
struct Here {
  enum class Kind { Formula, Citation, Reference, Image, Footnote, ItemLink, Link };
  Kind kind = Kind::Link;
  int start = 0;  ///< document positions, its delimiters included
  int end = 0;
  QString target;        ///< TeX, key, label, path, name of a note (or "^" and its text), item, address
  bool display = false;  ///< a formula on lines of its own

  bool operator==(const Here&) const = default;
};

/// The innermost construct at a column of a line; nothing in code and plain prose.
std::optional<Here> hereAt(const QTextBlock& block, int column);

/// What a card says of it. Citations and item links that `site` has carry the item in `opens`; `site` may be
/// null. A formula is said as it is written.
struct HereText {
  QString icon{};
  QString title{};
  QString text{};
  QString facts{};
  QString opens{};  ///< reference of an item, an address, or "#fig:a" of this text; empty: nothing to open
};
HereText textOf(const Here& here, const QTextDocument& document, const SiteSnapshot* site);

}  // namespace offprint
