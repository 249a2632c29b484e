#include <cstdio>
#include <cstdlib>

#include "exporters/markdown/Attributes.h"
#include "exporters/markdown/Directives.h"
#include "exporters/markdown/References.h"

using namespace offprint;

namespace {

void require(bool holds, const char* what, const QByteArray& text) {
  if (holds) return;
  std::fprintf(stderr, "%s in\n%s\n", what, text.constData());
  std::abort();
}

}  // namespace

/// Lines of directives, their attributes, and cross references: whatever is typed, nothing is read beyond the
/// text, and what is written as HTML stays within its tag.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size) {
  const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
  const char* begin = text.constData();
  const char* end = begin + text.size();
  const qsizetype length = attributesLength(begin, end);
  require(length >= 0 && length <= text.size(), "attributes reach beyond the text", text);
  for (const Attributes& attributes :
       {parseAttributes(text), parseAttributeWords(text), parseDirectiveLine("::a " + text).attributes}) {
    const QByteArray html = attributes.html("c", {"title"});
    require(!html.contains('<') && !html.contains('>'), "a tag ends too early", text);
    require(html.count('"') % 2 == 0, "a quotation mark is left open", text);
  }
  if (!text.startsWith('[')) return 0;
  const qsizetype reference = referenceLength(begin, end);
  require(reference >= 0 && reference <= text.size(), "a reference reaches beyond the text", text);
  if (reference > 0)
    require(!referenceIds(text.mid(1, reference - 2)).contains(QByteArray()), "an empty name", text);
  return 0;
}
