#pragma once
#include <QByteArray>
#include <QByteArrayList>
#include <QHash>
#include <QList>
#include <span>

namespace offprint {

/// What can be numbered and referred to. One table (References.cpp) for prefixes, names and words.
struct NumberedKind {
  const char* prefix;   ///< of ids: "fig" in {#fig:name}
  const char* name;     ///< key of its word in MarkdownOptions::words, and the name of its container
  const char* english;  ///< the word when `words` has none
};
const NumberedKind* numberedKind(const QByteArray& name);
/// Theorems and their like alone: containers of the table that are no figure, table, equation or section.
const NumberedKind* statementNamed(const QByteArray& name);
/// The table, in the order of the help page.
std::span<const NumberedKind> numberedKinds();

/// Bytes of a cross reference "[@fig:a; @tbl:b]" that starts at `begin` (a bracket) and ends on the same
/// line, or 0. Every entry needs a prefix of the table: anything else is a citation.
qsizetype referenceLength(const char* begin, const char* end);
/// "fig:a", "tbl:b" of what stands between the brackets.
QByteArrayList referenceIds(const QByteArray& content);

/// The numbered things of one text and the references to them, which may come first.
class Numbering {
 public:
  struct Label {
    const NumberedKind* kind = nullptr;
    QByteArray number;  ///< "2", "2b", "1.3"
  };
  /// The next number of a kind.
  QByteArray next(const NumberedKind& kind) { return QByteArray::number(++counts_[kind.name]); }
  /// The number of a heading of the given depth (0: the highest of the text): "2.1".
  QByteArray nextSection(qsizetype depth);
  void add(const QByteArray& id, const Label& label) { labels_.insert(id, label); }
  /// nullptr: nothing of that id is numbered.
  const Label* find(const QByteArray& id) const;

 private:
  QHash<QByteArray, int> counts_;
  QList<int> sections_;
  QHash<QByteArray, Label> labels_;
};

}  // namespace offprint
