#include "ui/editor/TexCompletion.h"

#include <algorithm>
#include <QRegularExpression>
#include <QSet>
#include <QTextBlock>

#include "app/core/FileOps.h"
#include "app/core/Resources.h"
#include "app/core/Text.h"
#include "ui/editor/InlineSyntax.h"
#include "ui/editor/LineSyntax.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A dollar before `column` opens a formula that is still to be closed: none of those that the line has, and
/// with something behind it, as a formula's first dollar must have.
bool openDollarBefore(QStringView line, int column, const InlineScan& scan) {
  using Kind = InlineSpan::Kind;
  for (int at = column - 1; at >= 0; --at) {
    if (line[at] != u'$' || (at > 0 && line[at - 1] == u'\\')) continue;
    const bool taken = std::any_of(scan.spans.cbegin(), scan.spans.cend(), [at](const InlineSpan& span) {
      return (span.kind == Kind::Math || span.kind == Kind::Code) && at >= span.outerStart &&
             at < span.outerEnd;
    });
    return !taken && at + 1 < line.size() && !line[at + 1].isSpace();
  }
  return false;
}

QList<CompletionEntry> structures() {
  const auto row = [](const char* name, const QString& detail, const char* text) {
    return CompletionEntry{QString::fromLatin1(name), detail, QString::fromUtf8(text), {}};
  };
  return {
      row("\\frac", say("fraction"), "\\frac{│}{}"),
      row("\\sqrt", say("root"), "\\sqrt{│}"),
      row("\\sum", u"∑"_s, "\\sum_{│}^{}"),
      row("\\prod", u"∏"_s, "\\prod_{│}^{}"),
      row("\\int", u"∫"_s, "\\int_{│}^{}"),
      row("\\oint", u"∮"_s, "\\oint_{│}"),
      row("\\lim", say("limit"), "\\lim_{│}"),
      row("\\binom", say("binomial coefficient"), "\\binom{│}{}"),
      row("\\text", say("words"), "\\text{│}"),
      row("\\mathbb", u"ℝ"_s, "\\mathbb{│}"),
      row("\\mathbf", say("bold"), "\\mathbf{│}"),
      row("\\boldsymbol", say("bold symbol"), "\\boldsymbol{│}"),
      row("\\mathcal", say("script"), "\\mathcal{│}"),
      row("\\mathrm", say("upright"), "\\mathrm{│}"),
      row("\\mathfrak", say("Fraktur"), "\\mathfrak{│}"),
      row("\\operatorname", say("name of a function"), "\\operatorname{│}"),
      row("\\hat", u"x̂"_s, "\\hat{│}"),
      row("\\bar", u"x̄"_s, "\\bar{│}"),
      row("\\tilde", u"x̃"_s, "\\tilde{│}"),
      row("\\vec", u"x⃗"_s, "\\vec{│}"),
      row("\\dot", u"ẋ"_s, "\\dot{│}"),
      row("\\overline", say("line above"), "\\overline{│}"),
      row("\\underbrace", say("brace below"), "\\underbrace{│}_{}"),
      row("\\overbrace", say("brace above"), "\\overbrace{│}^{}"),
      row("\\left(", say("brackets that grow"), "\\left( │ \\right)"),
      row("\\left[", say("brackets that grow"), "\\left[ │ \\right]"),
      row("\\left\\{", say("braces that grow"), "\\left\\{ │ \\right\\}"),
      row("\\begin{aligned}", say("lines that stand under each other"),
          "\\begin{aligned}\n│\n\\end{aligned}"),
      row("\\begin{cases}", say("cases"), "\\begin{cases}\n│\n\\end{cases}"),
      row("\\begin{bmatrix}", say("matrix in brackets"), "\\begin{bmatrix}\n│\n\\end{bmatrix}"),
      row("\\begin{pmatrix}", say("matrix in parentheses"), "\\begin{pmatrix}\n│\n\\end{pmatrix}"),
      row("\\quad", say("wide space"), "\\quad "),
      row("\\tag", say("own number"), "\\tag{│}"),
  };
}

QStringList functionNames() {
  return {u"log"_s,    u"ln"_s,     u"exp"_s,    u"sin"_s,    u"cos"_s,    u"tan"_s,   u"sinh"_s,
          u"cosh"_s,   u"tanh"_s,   u"max"_s,    u"min"_s,    u"sup"_s,    u"inf"_s,   u"det"_s,
          u"dim"_s,    u"ker"_s,    u"arg"_s,    u"gcd"_s,    u"deg"_s,    u"Pr"_s,    u"arcsin"_s,
          u"arccos"_s, u"arctan"_s, u"limsup"_s, u"liminf"_s, u"argmax"_s, u"argmin"_s};
}

}  // namespace

std::optional<CompletionQuery> texCommandAt(const QTextBlock& block, int column) {
  // One backslash and letters; two backslashes end a line of the formula.
  static const QRegularExpression command(uR"((?:^|[^\\])(?:\\\\)*(\\[A-Za-z]*)$)"_s);
  const QString line = block.text();
  const auto match = command.match(line.left(column));
  if (!match.hasMatch()) return std::nullopt;
  const int start = static_cast<int>(match.capturedStart(1));
  const LineState state = LineState::of(block);
  bool inside = state.kind == LineState::Kind::Math;
  if (!inside && !state.isOpaque()) {
    const InlineScan scan = scanInline(line, LinePrefix::of(line).contentStart);
    const InlineSpan* span = scan.around(InlineSpan::Kind::Math, start, column);
    inside =
        span ? start >= span->innerStart && column <= span->innerEnd : openDollarBefore(line, start, scan);
  }
  if (!inside) return std::nullopt;
  return CompletionQuery{CompletionQuery::Trigger::Tex, start, line.mid(start, column - start)};
}

QList<CompletionEntry> texCommands(const TexMacros& macros, const QList<CompletionEntry>& symbols) {
  QList<CompletionEntry> entries;
  QSet<QString> known;
  const auto add = [&](const CompletionEntry& entry) {
    if (known.contains(entry.name)) return;
    known.insert(entry.name);
    entries.append(entry);
  };
  for (auto macro = macros.cbegin(); macro != macros.cend(); ++macro) {
    const bool arguments = macro.value().contains(u"#1"_s);
    add({macro.key(), macro.value(), macro.key() + (arguments ? u"{│}"_s : u"│"_s), {}});
  }
  for (const CompletionEntry& entry : structures())
    add(entry);
  for (const QString& name : functionNames())
    add({u'\\' + name, name, u'\\' + name + u"│"_s, {}});
  for (const CompletionEntry& entry : symbols)
    add(entry);
  return entries;
}

QList<CompletionEntry> texSymbols(const Resources& resources) {
  const auto text = files::read(resources.path(u"web/typeset/tex-symbols.ts"_s));
  if (!text) return {};
  static const QRegularExpression row(
      uR"re(defineSymbol\(math, \w+, \w+, "(?:\\u([0-9a-fA-F]{4})|([^"\\]))", "\\\\([A-Za-z]+)")re"_s);
  QList<CompletionEntry> entries;
  QSet<QString> known;
  auto match = row.globalMatch(QString::fromUtf8(*text));
  while (match.hasNext()) {
    const QRegularExpressionMatch found = match.next();
    const QString name = u'\\' + found.captured(3);
    if (known.contains(name)) continue;
    known.insert(name);
    const QString glyph = found.captured(2).isEmpty()
                              ? QString(QChar(found.captured(1).toUShort(nullptr, 16)))
                              : found.captured(2);
    entries.append({name, glyph, name + u"│"_s, {}});
  }
  return entries;
}

}  // namespace offprint
