#pragma once
#include <QStringView>

class QTextBlock;

namespace offprint {

/// What stands before the content of a source line: indent, quote marks, one list marker, a task box, or the
/// hashes of a heading. Positions are UTF-16 offsets into the line.
struct LinePrefix {
  enum class Marker { None, Bullet, Ordered };

  int quoteDepth = 0;
  int markerStart = 0;   ///< after indent and quote marks
  int contentStart = 0;  ///< first character of the content
  Marker marker = Marker::None;
  QChar delimiter;     ///< '-', '*', '+', or the '.' or ')' of a number
  int number = 0;      ///< of an ordered item
  int taskStart = -1;  ///< position of "[ ]" or "[x]"; -1: no task
  bool ticked = false;
  int headingLevel = 0;  ///< 1 to 6

  bool isItem() const { return marker != Marker::None; }
  bool isEmpty() const { return contentStart == 0; }
  /// Columns of indent before the marker, counted without quote marks.
  int indent = 0;

  static LinePrefix of(QStringView line);
};

/// How the highlighter read a line. Kept in QTextBlock::userState(), from where the layout takes how to set
/// it and the next line where it begins.
struct LineState {
  enum class Kind { Text, Blank, Heading, Fence, Code, Math, Comment, Table, Directive, Rule, FrontMatter };
  /// What is still open at the end of the line.
  enum class Open { Nothing, Fence, DollarMath, BracketMath, Comment, FrontMatter, Table };

  Kind kind = Kind::Text;
  Open open = Open::Nothing;
  QChar fenceCharacter = u'`';
  int fenceLength = 0;      ///< 3 to 63
  int containerIndent = 0;  ///< columns an open fence or formula was indented by its list item, 0 to 31
  int quoteDepth = 0;       ///< of an open fence or formula, 0 to 7
  int listIndent = 0;       ///< content column of the list item that the next line may continue; 0: none
  bool afterText = false;   ///< a paragraph is open: an indented line continues it

  int pack() const;
  static LineState unpack(int userState);
  static LineState of(const QTextBlock& block);
  /// The state the line starts from.
  static LineState before(const QTextBlock& block);

  /// Set in the mono face on a ground, never read as Markdown.
  bool isCode() const { return kind == Kind::Fence || kind == Kind::Code; }
  /// Nothing in it is prose: code, math, comments, front matter.
  bool isOpaque() const {
    return isCode() || kind == Kind::Math || kind == Kind::Comment || kind == Kind::FrontMatter;
  }
};

/// Reads one line after another. `next` is the following line: a setext underline or a table's delimiter row
/// there changes what this line is.
LineState readLine(const LineState& before, QStringView line, QStringView next, bool firstLine);

bool isThematicBreak(QStringView content);
bool isSetextUnderline(QStringView line);
bool isTableDelimiter(QStringView line);
/// Length of the run of ` or ~ that opens a fence at `start`; 0: none.
int fenceRun(QStringView line, int start);

}  // namespace offprint
