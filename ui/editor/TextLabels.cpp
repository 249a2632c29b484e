#include "ui/editor/TextLabels.h"

#include <algorithm>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>

#include "app/core/Text.h"
#include "exporters/markdown/References.h"
#include "ui/editor/InlineSyntax.h"
#include "ui/editor/LineSyntax.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const NumberedKind* kindOf(QStringView id) {
  for (const NumberedKind& kind : numberedKinds()) {
    if (id.startsWith(QLatin1StringView(kind.prefix) + u':')) return &kind;
  }
  return nullptr;
}

/// A caption line below a picture or container; empty when there is none.
QString captionBelow(QTextBlock block) {
  block = block.next();
  if (block.isValid() && block.text().trimmed().isEmpty()) block = block.next();
  return block.isValid() && block.text().startsWith(QStringView(u": ")) ? block.text().mid(2) : QString();
}

/// What a reader of the source would call the thing that is labelled.
QString textOf(const QTextBlock& block, qsizetype braces) {
  const QString line = block.text();
  const LinePrefix prefix = LinePrefix::of(line);
  QString text =
      line.mid(prefix.contentStart, std::max<qsizetype>(0, braces - prefix.contentStart)).trimmed();
  if (text.startsWith(QStringView(u"!["))) {
    static const QRegularExpression title(uR"re("([^"]*)"\)\s*$)re"_s);
    const QString caption = captionBelow(block);
    if (!caption.isEmpty()) return caption.section(u" {"_s, 0, 0);
    const auto match = title.match(text);
    return match.hasMatch() ? match.captured(1) : text.mid(2).section(u']', 0, 0);
  }
  if (text.startsWith(QStringView(u": "))) return text.mid(2).trimmed();
  if (text.startsWith(u':')) {  // a directive: its title
    static const QRegularExpression name(uR"(^:+\s*[\w-]*\s*\[?)"_s);
    text.remove(name);
    if (text.endsWith(u']')) text.chop(1);
    return text.isEmpty() ? captionBelow(block) : text.trimmed();
  }
  return LineState::of(block).kind == LineState::Kind::Math ? block.previous().text().trimmed() : text;
}

}  // namespace

QList<TextLabel> textLabels(const QTextDocument& document) {
  static const QRegularExpression id(uR"(\{[^{}]*#([A-Za-z]+:[^\s{}]+)[^{}]*\})"_s);
  QList<TextLabel> labels;
  for (QTextBlock block = document.firstBlock(); block.isValid(); block = block.next()) {
    const LineState state = LineState::of(block);
    if (state.isOpaque() && state.kind != LineState::Kind::Math) continue;
    const QString line = block.text();
    for (auto matches = id.globalMatch(line); matches.hasNext();) {
      const auto match = matches.next();
      const NumberedKind* kind = kindOf(match.capturedView(1));
      if (!kind) continue;
      const InlineScan scan = scanInline(line);
      if (scan.around(InlineSpan::Kind::Code, static_cast<int>(match.capturedStart()),
                      static_cast<int>(match.capturedEnd())))
        continue;
      labels.append({match.captured(1), say(kind->english), textOf(block, match.capturedStart()),
                     block.blockNumber() + 1});
    }
  }
  return labels;
}

}  // namespace offprint
