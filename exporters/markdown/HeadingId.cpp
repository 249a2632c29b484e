#include "exporters/markdown/MarkdownEngine.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isAsciiAlnum(char16_t c) {
  return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9');
}

QString baseId(const QString& plainText) {
  const QString text = plainText.normalized(QString::NormalizationForm_C).toLower();
  QString id;
  id.reserve(text.size());
  for (qsizetype i = 0; i < text.size(); ++i) {
    const char16_t unit = text.at(i).unicode();
    if (isAsciiAlnum(unit) || unit == u'-' || unit == u'_') {
      id += QChar(unit);
      continue;
    }
    char32_t code = unit;
    if (QChar::isHighSurrogate(unit) && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
      code = QChar::surrogateToUcs4(unit, text.at(++i).unicode());
    }
    if (QChar::isSpace(code)) {
      id += u'-';
    } else if (QChar::isLetterOrNumber(code) || QChar::isMark(code)) {
      id += QString::fromUcs4(&code, 1);
    }
  }
  while (id.startsWith(u'-'))
    id.remove(0, 1);
  while (id.endsWith(u'-'))
    id.chop(1);
  return id.isEmpty() ? u"section"_s : id;
}

}  // namespace

QString MarkdownEngine::headingId(const QString& plainText, QHash<QString, int>& used) {
  const QString base = baseId(plainText);
  QString id = base;
  // The counter of the base makes a thousand equal headings cheap; the loop steps over an id that a heading
  // such as "Notes-1" took first.
  while (used.contains(id)) {
    id = base + u'-' + QString::number(++used[base]);
  }
  used.insert(id, 0);
  return id;
}

}  // namespace offprint
