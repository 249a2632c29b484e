#include "ui/editor/TextSearch.h"

#include <algorithm>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include "app/core/Text.h"
#include "ui/editor/DocumentText.h"
#include "ui/editor/InlineSyntax.h"
#include "ui/editor/LineSyntax.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// The document's characters one to one. Halves of a surrogate pair stand in for by U+FFFD: the expression
/// engine refuses a text that holds one alone.
QString searchable(const QTextDocument& document) {
  QString text = documentCharacters(document);
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (!text[i].isSurrogate()) continue;
    if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
      ++i;
    } else {
      text[i] = QChar::ReplacementCharacter;
    }
  }
  return text;
}

bool isOpaque(const QTextDocument& document, const SearchHit& hit) {
  const QTextBlock block = document.findBlock(hit.start);
  if (LineState::of(block).isOpaque()) return true;
  const int from = hit.start - block.position();
  const int to = hit.end - block.position();
  const QList<InlineSpan> spans = scanInline(block.text(), LinePrefix::of(block.text()).contentStart).spans;
  return std::any_of(spans.begin(), spans.end(), [&](const InlineSpan& span) {
    return (span.kind == InlineSpan::Kind::Code || span.kind == InlineSpan::Kind::Math) &&
           from < span.innerEnd && to > span.innerStart;
  });
}

/// The replacement with the capitals of what it replaces: "flash" for "Tile" is "Flash", for "TILE" "FLASH".
QString withCapitalsOf(const QString& found, const QString& with) {
  if (with.isEmpty() || with != with.toLower() || found.isEmpty()) return with;
  const bool letters = found.toUpper() != found.toLower();
  if (letters && found == found.toUpper() && found.size() > 1) return with.toUpper();
  if (found[0].isUpper()) return with[0].toUpper() + with.mid(1);
  return with;
}

}  // namespace

Result<TextSearch> TextSearch::create(const SearchQuery& query) {
  QString pattern = query.regex ? query.pattern : QRegularExpression::escape(query.pattern);
  if (query.wholeWords) pattern = uR"((?<![\w])(?:)"_s + pattern + uR"()(?![\w]))"_s;
  QRegularExpression::PatternOptions options =
      QRegularExpression::MultilineOption | QRegularExpression::UseUnicodePropertiesOption;
  if (!query.matchCase) options |= QRegularExpression::CaseInsensitiveOption;
  QRegularExpression expression(pattern, options);
  if (!expression.isValid()) {
    return Error{ErrorCode::InvalidInput,
                 say("The expression is not complete at character %1: %2.")
                     .arg(expression.patternErrorOffset() + 1)
                     .arg(expression.errorString()),
                 {},
                 {},
                 0,
                 {}};
  }
  expression.optimize();
  return TextSearch(query, std::move(expression));
}

SearchHits TextSearch::findAll(const QTextDocument& document, int from, int to) const {
  SearchHits hits;
  if (query_.pattern.isEmpty()) return hits;
  const QString text = searchable(document);
  const int end = to < 0 ? static_cast<int>(text.size()) : to;
  QRegularExpressionMatchIterator it = expression_.globalMatch(text, from);
  while (it.hasNext()) {
    const QRegularExpressionMatch match = it.next();
    const SearchHit hit{static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedEnd())};
    if (hit.end > end) break;
    if (hit.start == hit.end || (query_.skipOpaque && isOpaque(document, hit))) continue;
    hits.push_back(hit);
  }
  return hits;
}

QString TextSearch::replacement(const QTextDocument& document, const SearchHit& hit,
                                const QString& with) const {
  return fill(searchable(document), hit, with);
}

QString TextSearch::fill(const QString& text, const SearchHit& hit, const QString& with) const {
  const QString found = text.mid(hit.start, hit.end - hit.start);
  if (!query_.regex) return query_.matchCase ? with : withCapitalsOf(found, with);
  const QRegularExpressionMatch match = expression_.match(text, hit.start, QRegularExpression::NormalMatch,
                                                          QRegularExpression::AnchorAtOffsetMatchOption);
  QString filled;
  for (qsizetype i = 0; i < with.size(); ++i) {
    const QChar next = i + 1 < with.size() ? with[i + 1] : QChar();
    if ((with[i] == u'\\' || with[i] == u'$') && next.isDigit()) {
      filled += match.captured(next.digitValue());
      ++i;
    } else if (with[i] == u'\\' && (next == u'n' || next == u't' || next == u'\\' || next == u'$')) {
      filled += next == u'n' ? QChar(u'\n') : next == u't' ? QChar(u'\t') : next;
      ++i;
    } else {
      filled += with[i];
    }
  }
  return filled;
}

int TextSearch::replaceAll(QTextDocument& document, const SearchHits& hits, const QString& with) const {
  // All replacements are worked out on the text as it is, then made from the end, so that places stay right.
  QStringList texts;
  texts.reserve(static_cast<qsizetype>(hits.size()));
  const QString text = searchable(document);
  for (const SearchHit& hit : hits)
    texts.append(fill(text, hit, with));
  QTextCursor cursor(&document);
  cursor.beginEditBlock();
  for (std::size_t i = hits.size(); i-- > 0;) {
    cursor.setPosition(hits[i].start);
    cursor.setPosition(hits[i].end, QTextCursor::KeepAnchor);
    cursor.insertText(texts[static_cast<qsizetype>(i)]);
  }
  cursor.endEditBlock();
  return static_cast<int>(hits.size());
}

}  // namespace offprint
