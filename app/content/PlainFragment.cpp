#include <QRegularExpression>

#include "app/content/MarkdownLines.h"
#include "app/content/PlainText.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A line without what makes it a heading, a list item, a fence, a directive or a row of a table.
QString withoutBlockMarks(const QString& line) {
  static const QRegularExpression rule(
      u"^\\s*(?:`{3,}|~{3,}|:{2,}).*$|^[\\s|:-]*-[\\s|:-]*$|^\\s*#{1,6}\\s+"_s);
  static const QRegularExpression cells(u"\\s*\\|\\s*"_s);
  bool list = false;
  QString text = lines::withoutContainers(line, list).toString();
  const bool row = text.trimmed().startsWith(u'|');
  text.remove(rule);
  if (row) text.replace(cells, u" "_s);
  return text;
}

/// A cut may lie within a formula, so that one dollar sign has no partner: it is given one at the end that
/// was cut. A price stays a price.
QString withWholeFormulas(QString text) {
  static const QRegularExpression closing(u"^[^$]*[^$\\s]\\$(?:[^$\\w]|$)"_s);
  static const QRegularExpression opening(u"\\$[^$\\s][^$]*[\\\\^_{}][^$]*$"_s);
  text.replace(u"$$"_s, u"$"_s);
  if (text.count(u'$') % 2 == 0) return text;
  if (text.contains(closing)) return u'$' + text;
  if (text.contains(opening)) return text + u'$';
  return text;
}

/// The same for code: what has no partner goes, so that it does not pair with the wrong one.
QString withWholeCode(QString text) {
  static const QRegularExpression closing(u"^[^`]*[^`\\s]`(?:[^`\\w]|$)"_s);
  if (text.count(u'`') % 2 == 0) return text;
  return text.remove(text.contains(closing) ? text.indexOf(u'`') : text.lastIndexOf(u'`'), 1);
}

}  // namespace

QString plainFragment(const QString& markdown) {
  // What a cut left of a link or of an emphasis.
  static const QRegularExpression address(u"\\]\\([^)\\s]*(?:\\)|\\s|…|$)"_s);
  static const QRegularExpression alone(u"!?\\[(?=[^\\]]*$)|\\*\\*|__|`+|</?\\w+[^<>]*$"_s);
  QStringList kept;
  for (const QString& line : markdown.split(u'\n'))
    kept.append(withoutBlockMarks(line));
  QString plain = plainInline(withWholeFormulas(withWholeCode(kept.join(u'\n'))), PlainUse::Excerpt);
  plain.replace(address, u" "_s);
  plain.remove(alone);
  return plain.simplified();
}

}  // namespace offprint
