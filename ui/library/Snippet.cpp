#include "ui/library/Snippet.h"

#include <algorithm>
#include <QRegularExpression>

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

/// A passage of Markdown as it reads: what only marks something up goes. Names of code keep their
/// underscores, and the signs around matches stay.
QString withoutMarkup(QString text) {
  static const QRegularExpression heading(uR"((^|\s)(?:#{1,6}|>)\s+|(^|\n)\s*(?:[-+*]|\d+\.)\s+)"_s);
  static const QRegularExpression itemLink(uR"(!?\[\[(?:[^\[\]|]*\|)?)"_s);
  static const QRegularExpression target(uR"(\](?:\([^()\s]*\)?|\[[^\]]*\]))"_s);
  static const QRegularExpression attributes(uR"(\{[#.][^{}]*\})"_s);
  static const QRegularExpression fence(uR"(`{3,}\w*|:{3,}\s*\w*|~{3,}\w*)"_s);
  static const QRegularExpression marks(uR"(\*{2,3}|\*(?=\S)|(?<=\S)\*|`|~~|!?\[|\])"_s);
  static const QRegularExpression note(uR"(\[\^[^\]\s]*\]:?)"_s);
  // As BibTeX keeps capitals: around a word or two, not the braces of code.
  static const QRegularExpression kept(uR"((?<![\w\\)}])\{([^{}\n;=]*\w[^{}\n;=]*)\})"_s);
  text.replace(fence, u" "_s);
  text.replace(note, QString());
  text.replace(heading, u"\\1\\2"_s);
  text.replace(itemLink, QString());
  text.replace(target, QString());
  text.replace(attributes, QString());
  text.replace(kept, u"\\1"_s);
  text.replace(marks, QString());
  return text;
}

}  // namespace

Snippet readSnippet(const QString& marked) {
  Snippet snippet;
  qsizetype from = -1;
  for (const QChar letter : withoutMarkup(marked)) {
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
