#pragma once
#include <QStringView>

/// The little of Markdown's block structure that scanners of lines need.
namespace offprint::lines {

/// A line without the markers of quotes and list items around its text; `list` is set when one was a list's.
QStringView withoutContainers(QStringView line, bool& list);

/// Length of the code fence that a line (without containers) is; 0 when it is none.
qsizetype fenceLength(QStringView line);

}  // namespace offprint::lines
