#pragma once
#include <QFontMetricsF>
#include <QList>
#include <QString>

namespace offprint {

/// A piece of found text without its marks, and where the matches lie in it.
struct Snippet {
  struct Match {
    qsizetype start = 0;
    qsizetype length = 0;
    bool operator==(const Match&) const = default;
  };
  QString text;
  QList<Match> matches;  ///< in their order, within `text`
  bool operator==(const Snippet&) const = default;
};

/// Reads what the search of a library gives: matches stand between ‹ and ›. A mark without its partner is
/// dropped.
Snippet readSnippet(const QString& marked);

/// `snippet` cut to `width` pixels of one line, so that its first match is seen: words before it give way
/// first, an ellipsis stands for what was cut. A match wider than the line is cut at its end.
Snippet fitted(const Snippet& snippet, const QFontMetricsF& metrics, qreal width);

}  // namespace offprint
