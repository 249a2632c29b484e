#include "ui/library/Snippet.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QChar ellipsis(0x2026);

/// Without the first `count` letters and the blanks after them; an ellipsis takes their place.
Snippet withoutStart(const Snippet& snippet, qsizetype count) {
  while (count < snippet.text.size() && snippet.text.at(count).isSpace())
    ++count;
  Snippet rest;
  rest.text = ellipsis + snippet.text.mid(count);
  for (const Snippet::Match& match : snippet.matches) {
    if (match.start >= count) rest.matches.append({match.start - count + 1, match.length});
  }
  return rest;
}

}  // namespace

Snippet readSnippet(const QString& marked) {
  Snippet snippet;
  qsizetype from = -1;
  for (const QChar letter : marked) {
    if (letter == QChar(0x2039)) {
      from = snippet.text.size();
    } else if (letter == QChar(0x203A)) {
      if (from >= 0) snippet.matches.append({from, snippet.text.size() - from});
      from = -1;
    } else {
      snippet.text.append(letter);
    }
  }
  return snippet;
}

Snippet fitted(const Snippet& snippet, const QFontMetricsF& metrics, qreal width) {
  Snippet shown = snippet;
  while (!shown.matches.isEmpty()) {
    const Snippet::Match first = shown.matches.constFirst();
    const QString upTo = shown.text.left(first.start + first.length) + ellipsis;
    if (metrics.horizontalAdvance(upTo) <= width) break;
    const qsizetype word = shown.text.indexOf(u' ', shown.text.startsWith(ellipsis) ? 1 : 0);
    const bool before = word >= 0 && word < first.start;
    if (!before && first.start <= 1) break;
    shown = withoutStart(shown, before ? word : first.start);
  }
  if (metrics.horizontalAdvance(shown.text) <= width) return shown;
  qsizetype kept = shown.text.size();
  while (kept > 0 && metrics.horizontalAdvance(shown.text.left(kept) + ellipsis) > width)
    --kept;
  shown.text = shown.text.left(kept).trimmed() + ellipsis;
  QList<Snippet::Match> matches;
  for (const Snippet::Match& match : std::as_const(shown.matches)) {
    const qsizetype end = std::min(match.start + match.length, shown.text.size() - 1);
    if (match.start < end) matches.append({match.start, end - match.start});
  }
  shown.matches = matches;
  return shown;
}

}  // namespace offprint
