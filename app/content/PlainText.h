#pragma once
#include <QString>

namespace offprint {

/// Plain readings of Markdown for counts, excerpts, titles and search, by one linear scan that needs no
/// document tree. Pages are not made from it: that is the Markdown engine.

/// What the plain text is for.
enum class PlainUse {
  Count,    ///< code, math, images and notes' marks are left out; headings and notes are prose
  Excerpt,  ///< code and math are shown plainly; headings, tables, notes are left out
};

QString plainText(const QString& markdown, PlainUse use);
/// The same for one line of inline Markdown: nothing in it is read as a block.
QString plainInline(const QString& markdown, PlainUse use);

/// A piece cut out of Markdown anywhere (the surroundings of a word that was found), on one line: block
/// marks, emphasis and addresses taken off also where the cut parted them, formulas as plainMath() reads
/// them.
QString plainFragment(const QString& markdown);

/// A formula without TeX where a plain form exists: "x_{ij} \le 10^7" gives "x_ij ≤ 10⁷".
QString plainMath(const QString& tex);

/// Words of plain text; a Chinese or Japanese character counts as half a word, rounded down at the end.
int proseWords(const QString& plain);

/// At most `maxCharacters` UTF-16 units, cut at a word end with "…" when something was left out; never inside
/// a character.
QString cutAtWord(const QString& plain, int maxCharacters);

}  // namespace offprint
