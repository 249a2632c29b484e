#include "app/bibliography/MarkdownLetter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// How far a link's text is looked for.
constexpr qsizetype kLongestLabel = 300;

}  // namespace

QString markdownLetter(QChar letter, QChar before, QStringView rest) {
  const QChar next = rest.isEmpty() ? QChar() : rest.front();
  const bool word = before.isLetterOrNumber() && next.isLetterOrNumber();
  const bool tagLike = letter == u'<' && (next.isLetter() || next == u'/' || next == u'!' || next == u'?');
  const bool linkLike = letter == u'[' && (next == u'[' || next == u'^' || next == u'@' ||
                                           rest.left(kLongestLabel).contains(u"]("));
  if (linkLike) return u"&#91;"_s;  // a backslash before it would begin a formula
  const bool marks = letter == u'*' || letter == u'`' || letter == u'$' || letter == u'\\' ||
                     letter == u'~' || (letter == u'_' && !word) || tagLike;
  return marks ? u'\\' + QString(letter) : QString(letter);
}

QString markdownOf(const QString& text) {
  QString out;
  for (qsizetype i = 0; i < text.size(); ++i)
    out += markdownLetter(text[i], i > 0 ? text[i - 1] : QChar(), QStringView(text).mid(i + 1));
  return out;
}

}  // namespace offprint
