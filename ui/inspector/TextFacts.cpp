#include "ui/inspector/TextFacts.h"

#include <QSet>
#include <QUrl>

#include "app/content/ContentItem.h"
#include "exporters/markdown/MarkdownEngine.h"

using namespace Qt::StringLiterals;

namespace offprint {

TextFacts factsOf(const QString& markdown) {
  const ParsedDocument document = MarkdownEngine::parse(markdown.toUtf8());
  TextFacts facts;
  facts.outline = document.outline;
  facts.links = document.links;
  for (const DocumentLink& link : document.links) {
    if (link.type == DocumentLink::Type::Image) ++facts.figures;
  }
  for (const RenderedBlock& block : document.blocks) {
    facts.equations += int(block.html.count("class=\"math display\""));
    facts.codeBlocks += int(block.html.count("<pre"));
    facts.tables += int(block.html.count("<table"));
  }
  QSet<QByteArray> works;
  for (const Citation& citation : document.citations) {
    for (const CitedWork& work : citation.works) {
      if (works.contains(work.key)) continue;
      works.insert(work.key);
      facts.citations.append({QString::fromUtf8(work.key), citation.line});
    }
  }
  const QStringList lines = markdown.split(u'\n');
  for (qsizetype i = 0; i < facts.outline.size(); ++i) {
    const qsizetype from = facts.outline.at(i).line;  // the line after the heading, counted from 0
    const qsizetype to = i + 1 < facts.outline.size() ? facts.outline.at(i + 1).line - 1 : lines.size();
    facts.words.append(countWords(lines.mid(from, to - from).join(u'\n')));
  }
  return facts;
}

bool isExternal(const QString& target) {
  static const QStringList schemes{u"http"_s, u"https"_s, u"mailto"_s, u"ftp"_s, u"tel"_s};
  return target.startsWith(u"//") || schemes.contains(QUrl(target).scheme());
}

}  // namespace offprint
