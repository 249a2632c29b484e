#include "tests/support/Libraries.h"

#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;

namespace offprint::test {

std::unique_ptr<Library> newLibrary(const QString& folder) {
  return must(Library::create(folder, resources(), clock()));
}

std::unique_ptr<Library> openLibrary(const QString& folder, OpenMode mode) {
  return must(Library::open(folder, resources(), mode, clock()));
}

ContentItem article(const QString& title, const QString& body) {
  ContentItem item;
  item.kind = u"article"_s;
  item.title = title;
  item.body = body;
  return item;
}

}  // namespace offprint::test
