#include "app/content/TexMacros.h"

#include <algorithm>
#include <QRegularExpression>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Length of "{…}" at `at`, with its braces balanced; 0 when there is none.
qsizetype groupLength(const QString& text, qsizetype at) {
  if (at >= text.size() || text.at(at) != u'{') return 0;
  int depth = 0;
  for (qsizetype i = at; i < text.size(); ++i) {
    if (text.at(i) == u'\\') {
      ++i;
    } else if (text.at(i) == u'{') {
      ++depth;
    } else if (text.at(i) == u'}' && --depth == 0) {
      return i + 1 - at;
    }
  }
  return 0;
}

/// The arguments that a body asks for.
int argumentsOf(const QString& body) {
  int most = 0;
  for (qsizetype at = body.indexOf(u'#'); at >= 0 && at + 1 < body.size(); at = body.indexOf(u'#', at + 1))
    most = std::max(most, body.at(at + 1).digitValue());
  return most;
}

}  // namespace

Result<TexMacros> parseTexMacros(const QString& text) {
  static const QRegularExpression head(
      uR"(\s*\\(newcommand|renewcommand|providecommand|DeclareMathOperator)\*?\s*(?:\{\s*(\\[A-Za-z]+)\s*\}|(\\[A-Za-z]+))\s*(?:\[[0-9]\])?\s*)"_s);
  TexMacros macros;
  for (qsizetype at = 0; at < text.size() && !QStringView(text).mid(at).trimmed().isEmpty();) {
    const QRegularExpressionMatch match =
        head.match(text, at, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
    const qsizetype length = match.hasMatch() ? groupLength(text, match.capturedEnd()) : 0;
    if (length == 0) {
      return makeError(ErrorCode::InvalidInput,
                       say("“%1” is no definition. Write \\newcommand{\\RR}{\\mathbb{R}}.")
                           .arg(text.mid(at).trimmed().left(40)));
    }
    QString body = text.mid(match.capturedEnd() + 1, length - 2).trimmed();
    if (match.captured(1) == "DeclareMathOperator"_L1) body = u"\\operatorname{%1}"_s.arg(body);
    macros.insert(match.captured(2) + match.captured(3), body);
    at = match.capturedEnd() + length;
  }
  return macros;
}

QString texMacrosText(const TexMacros& macros) {
  QStringList definitions;
  for (auto i = macros.constBegin(); i != macros.constEnd(); ++i) {
    const int arguments = argumentsOf(i.value());
    const QString count = arguments > 0 ? u"[%1]"_s.arg(arguments) : QString();
    definitions << u"\\newcommand{"_s + i.key() + u'}' + count + u'{' + i.value() + u'}';
  }
  return definitions.join(u' ');
}

}  // namespace offprint
