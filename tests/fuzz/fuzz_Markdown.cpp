#include <cstdio>
#include <cstdlib>
#include <memory>
#include <QDir>
#include <QTemporaryDir>
#include <string>
#include <vector>

#include "exporters/markdown/MarkdownEngine.h"
#include "tests/exporters/markdown/Balance.h"
#include "tests/exporters/markdown/SpecExamples.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

void require(bool holds, const char* what, const QByteArray& text) {
  if (holds) return;
  std::fprintf(stderr, "%s in\n%s\n", what, text.constData());
  std::abort();
}

/// Every example of the specifications as a seed file.
void writeSeeds(const QString& folder) {
  int number = 0;
  for (const char* file : {"spec.txt", "extensions.txt", "regression.txt", "smart_punct.txt"}) {
    const QString path = test::shared(u"inputs/spec/"_s + QString::fromLatin1(file));
    for (const test::SpecExample& example : test::specExamples(test::slurp(path))) {
      test::spill(folder + u'/' + QString::number(++number), example.markdown);
    }
  }
  const char* constructs[] = {"$$\nx\n$$\n\\(a\\) $b$ \\[c\\]",
                              ":::aside\n:::unknown\nx\n:::\n:::\n::toc\n",
                              "> [!NOTE]- a\n> b\n\n![a](b \"c\"){.d}\n: e\n",
                              "[[a/b#c|d]] # h {#i .j}\n",
                              "| a | $b|c$ |\n|---|---|\n| d | e |\n: f {#g}\n",
                              "<div>\n\n<script>\n\n</div> a[^1]\n\n[^1]: ::toc\n"};
  for (const char* text : constructs)
    test::spill(folder + u'/' + QString::number(++number), text);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static QTemporaryDir folder;
  static std::vector<std::string> words;
  static std::vector<char*> arguments;
  writeSeeds(folder.path());
  words.assign(*argv, *argv + *argc);
  words.push_back(folder.path().toStdString());
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  *argc = static_cast<int>(words.size());
  *argv = arguments.data();
  MarkdownEngine::initialize();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size) {
  const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
  MarkdownOptions options;
  options.smartPunctuation = size % 2 == 1;
  if (size % 3 == 0) {
    options.resolve = [](const QString& target, DocumentLink::Type) {
      ResolvedLink link;
      link.href = "../" + target.toUtf8();
      return link;
    };
  }
  const ParsedDocument document = MarkdownEngine::parse(text, options);
  const int lines = static_cast<int>(text.count('\n') + text.count('\r')) + 1;
  for (const RenderedBlock& block : document.blocks) {
    require(test::unbalancedTag(block.html).isEmpty(), "a block is not balanced", text);
    require(block.firstLine >= 1 && block.firstLine <= block.lastLine && block.lastLine <= lines,
            "a block has wrong lines", text);
  }
  for (const Finding& finding : document.findings) {
    require(finding.line >= 1 && finding.line <= lines, "a finding has a wrong line", text);
  }
  if (size % 3 != 0) {
    require(!document.html().contains("\xef\xb7\x90") && !document.html().contains("\xef\xb7\x98"),
            "a mark is left", text);
  }
  require(MarkdownEngine::parse(text, options).html() == document.html(), "two results", text);
  // A title keeps raw HTML as it is written, a CDATA section with tags in it too: only that it ends is asked
  // for.
  MarkdownEngine::inlineHtml(QString::fromUtf8(text), options.smartPunctuation);
  options.plain = true;
  MarkdownEngine::parse(text, options);
  return 0;
}
