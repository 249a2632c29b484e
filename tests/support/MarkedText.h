#pragma once
#include <QTextCursor>
#include <QTextDocument>

#include "tests/support/EditorFixture.h"

namespace offprint::test {

/// A manuscript from a text in which "│" is the cursor and "‹…›" a selection.
struct MarkedManuscript : Manuscript {
  explicit MarkedManuscript(QString marked) {
    const QChar open(u'‹');
    const QChar close(u'›');
    const QChar caret(u'│');
    const int start = static_cast<int>(marked.indexOf(open));
    if (start >= 0) marked.remove(start, 1);
    int end = static_cast<int>(marked.indexOf(start >= 0 ? close : caret));
    if (end >= 0) marked.remove(end, 1);
    document->setPlainText(marked);
    cursor = QTextCursor(document.get());
    cursor.setPosition(start >= 0 ? start : std::max(end, 0));
    if (start >= 0) cursor.setPosition(end, QTextCursor::KeepAnchor);
  }
  /// The text with the same marks.
  QString marked() const {
    QString text = documentText(*document);
    if (cursor.hasSelection()) {
      text.insert(cursor.selectionEnd(), QChar(u'›'));
      text.insert(cursor.selectionStart(), QChar(u'‹'));
    } else {
      text.insert(cursor.position(), QChar(u'│'));
    }
    return text;
  }
  QTextCursor cursor;
};

}  // namespace offprint::test
