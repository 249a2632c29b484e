#include <cstdio>
#include <cstdlib>

#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/CslJson.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

void require(bool holds, const char* what, const QByteArray& text) {
  if (holds) return;
  std::fprintf(stderr, "%s in\n%s\n", what, text.constData());
  std::abort();
}

template <class T>
T loaded(const Result<T>& result) {
  if (!result) std::fprintf(stderr, "%s\n", qPrintable(result.error().located()));
  if (!result) std::abort();
  return *result;
}

const BibtexMapping& mapping() {
  static const auto kinds = loaded(KindCatalog::load(test::source(u"resources/kinds"_s)));
  static const BibtexMapping mapping(*bibliographyKind(*kinds),
                                     loaded(BibtexFormat::load(Resources(test::source(u"resources"_s)))));
  return mapping;
}

void requireLines(const Findings& findings, int lines, const QByteArray& text) {
  for (const Finding& finding : findings)
    require(finding.line >= 0 && finding.line <= lines, "a finding has a wrong line", text);
}

/// What was read, written again as by an author who changed it: one entry with a key, whatever its
/// values are.
void requireEntry(ContentItem item, const BibtexEntry& entry, const QByteArray& text) {
  item.title += u" edited"_s;
  for (const bool forReaders : {false, true}) {
    const QByteArray written = mapping().write(summarize(item), forReaders).toUtf8();
    int entries = 0;
    for (const BibtexPart& part : BibtexFile::parse(written).parts) {
      require(part.type != BibtexPart::Type::Broken, "what was written cannot be read", text);
      if (part.type != BibtexPart::Type::Entry) continue;
      ++entries;
      require(entry.key.isEmpty() || !part.key.isEmpty(), "the key is lost", text);
    }
    require(entries == 1, "not one entry was written", text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  mapping();
  return 0;
}

/// Whatever a file holds: no byte of it is lost, lines are those of the file, each entry becomes an item, and
/// each item an entry again.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size) {
  const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
  const BibtexFile file = BibtexFile::parse(text);
  // UTF-16 has twice the bytes, and a line may end with either sign.
  const int lines = static_cast<int>(text.count('\n') + text.count('\r')) + 1;
  QByteArray whole;
  int line = 1;
  for (const BibtexPart& part : file.parts) {
    whole += part.source;
    require(part.line >= line && part.line <= lines, "a part has a wrong line", text);
    line = part.line;
    requireLines(part.findings, lines, text);
  }
  require(whole == text, "the parts are not the file", text);
  for (const BibtexEntry& entry : bibtexEntries(file, mapping().format())) {
    BibtexReading reading = mapping().read(entry);
    requireLines(reading.findings, lines, text);
    if (const FieldSpec* source = mapping().declared("*source"_L1))
      reading.item.fields.insert(source->key, file.parts.at(entry.part).text);
    requireEntry(reading.item, entry, text);
    cslItem(summarize(reading.item), mapping().kind());
  }
  return 0;
}
