#include "ui/shell/TextCounts.h"

#include <algorithm>
#include <QSet>
#include <QTextBoundaryFinder>

#include "app/content/PlainText.h"
#include "exporters/markdown/MarkdownEngine.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int sentenceShown = 120;  ///< characters

void countSentences(const QString& paragraph, TextCounts& counts) {
  QTextBoundaryFinder finder(QTextBoundaryFinder::Sentence, paragraph);
  qsizetype from = 0;
  for (qsizetype to = finder.toNextBoundary(); to >= 0; to = finder.toNextBoundary()) {
    const QString sentence = paragraph.mid(from, to - from).simplified();
    from = to;
    const int words = proseWords(sentence);
    if (words == 0) continue;
    ++counts.sentences;
    if (words <= counts.longest) continue;
    counts.longest = words;
    counts.longestSentence = cutAtWord(sentence, sentenceShown);
  }
}

}  // namespace

TextCounts textCounts(const QString& markdown) {
  TextCounts counts;
  const QString prose = plainText(markdown, PlainUse::Count);
  counts.words = proseWords(prose);
  for (const QString& paragraph : prose.split(u'\n', Qt::SkipEmptyParts)) {
    const QString line = paragraph.simplified();
    counts.characters += static_cast<int>(line.size());
    counts.letters +=
        static_cast<int>(std::count_if(line.begin(), line.end(), [](QChar c) { return !c.isSpace(); }));
    countSentences(line, counts);
  }
  counts.facts = factsOf(markdown);
  return counts;
}

}  // namespace offprint
