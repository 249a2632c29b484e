#pragma once
#include <QByteArray>
#include <QList>
#include <utility>

#include "app/content/Finding.h"

namespace offprint {

/// A text without byte-order mark, with "\n" line ends; control characters and noncharacters become U+FFFD,
/// with one finding that names the first line. Returns `utf8` itself when there is nothing to do.
QByteArray cleanedSource(const QByteArray& utf8, Findings& findings);

/// What stands before the text of a line: blanks, quote marks, list markers.
struct LinePrefix {
  const char* text = nullptr;  ///< first byte of the text; the line's end for a blank line
  bool tooDeep = false;        ///< stopped before a container marker because a limit was reached
};
LinePrefix scanPrefix(const char* line, const char* lineEnd, int maxMarkers, int maxIndent);

bool isAsciiLetter(char c);
/// Only blanks between the two.
bool isBlankText(const char* from, const char* to);
/// The line that starts at `line` holds nothing but blanks and quote marks.
bool isBlankLine(const char* line, const char* end);
/// The line's text starts a code fence or a heading, which end a paragraph.
bool isFenceOrHeading(const char* text, const char* lineEnd);
/// The text may start another block than a paragraph. (Text that merely may not is told apart from emphasis
/// and quotes, whose reading depends on what stands before them.)
bool mayStartBlock(const char* text, const char* end);
/// The line's text may be the rule below a table's head.
bool isTableRule(const char* text, const char* lineEnd);
/// Number of colons of a line ":::unknown …", else 0.
int colonsOfUnknown(const char* text, const char* lineEnd);
/// Line (1-based) and length of every line that holds only three or more colons.
QList<std::pair<int, int>> colonLines(const char* begin, const char* end);

}  // namespace offprint
