#include "app/content/MarkdownLines.h"

namespace offprint::lines {

QStringView withoutContainers(QStringView line, bool& list) {
  while (true) {
    line = line.trimmed();
    if (line.startsWith(u'>')) {
      line = line.mid(1);
      continue;
    }
    qsizetype marker = 0;
    if (!line.isEmpty() && (line[0] == u'-' || line[0] == u'*' || line[0] == u'+')) {
      marker = 1;
    } else {
      while (marker < line.size() && marker < 9 && line[marker] >= u'0' && line[marker] <= u'9')
        ++marker;
      const bool closed =
          marker > 0 && marker < line.size() && (line[marker] == u'.' || line[marker] == u')');
      marker = closed ? marker + 1 : 0;
    }
    if (marker == 0 || marker >= line.size() || !line[marker].isSpace()) return line;
    list = true;
    line = line.mid(marker);
  }
}

qsizetype fenceLength(QStringView line) {
  if (line.isEmpty() || (line[0] != u'`' && line[0] != u'~')) return 0;
  qsizetype count = 0;
  while (count < line.size() && line[count] == line[0])
    ++count;
  // A backtick in the info string makes it a code span.
  if (count < 3 || (line[0] == u'`' && line.mid(count).contains(u'`'))) return 0;
  return count;
}

}  // namespace offprint::lines
