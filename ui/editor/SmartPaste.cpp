#include "ui/editor/SmartPaste.h"

#include <algorithm>
#include <QMimeData>
#include <QRegularExpression>
#include <QUrl>

#include "ui/editor/TableEditing.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isAddress(const QString& text) {
  if (std::any_of(text.begin(), text.end(), [](QChar c) { return c.isSpace() || c == u'<' || c == u'>'; }))
    return false;
  const QUrl url(text, QUrl::StrictMode);
  if (!url.isValid()) return false;
  if (url.scheme() == u"mailto") return !url.path().isEmpty();
  return (url.scheme() == u"http" || url.scheme() == u"https" || url.scheme() == u"ftp") &&
         !url.host().isEmpty();
}

/// An address between parentheses: what would end it is escaped.
QString asTarget(const QString& address) {
  if (address.count(u'(') == address.count(u')')) return address;
  return QString(address).replace(u'(', u"%28"_s).replace(u')', u"%29"_s);
}

QString asMath(const QString& text) {
  static const QRegularExpression inlineForm(uR"(^\\\((.+)\\\)$)"_s,
                                             QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression display(uR"(^\\\[(.+)\\\]$)"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression equation(uR"(^\\begin\{(equation|align|gather)\*?\}.+\\end\{\1\*?\}$)"_s,
                                           QRegularExpression::DotMatchesEverythingOption);
  if (const auto match = inlineForm.match(text); match.hasMatch() && !match.captured(1).contains(u"\\)")) {
    return u"$"_s + match.captured(1).trimmed() + u"$"_s;
  }
  if (const auto match = display.match(text); match.hasMatch() && !match.captured(1).contains(u"\\]")) {
    return u"$$\n"_s + match.captured(1).trimmed() + u"\n$$"_s;
  }
  if (equation.match(text).hasMatch()) return u"$$\n"_s + text + u"\n$$"_s;
  return {};
}

}  // namespace

QString smartForm(const QString& text, const QString& selection) {
  const QString trimmed = text.trimmed();
  if (isAddress(trimmed)) {
    const bool replacesAddress = isAddress(selection.trimmed());
    if (selection.trimmed().isEmpty()) return u"<"_s + trimmed + u">"_s;
    if (!replacesAddress && !selection.contains(u'\n'))
      return u"["_s + selection + u"]("_s + asTarget(trimmed) + u")"_s;
    return text;
  }
  if (const QString table = tableFromTabs(text); !table.isEmpty()) return table;
  if (const QString math = asMath(trimmed); !math.isEmpty()) return math;
  return text;
}

QStringList localFiles(const QMimeData& data) {
  QStringList paths;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  }
  return paths;
}

}  // namespace offprint
