#include "tests/support/Libraries.h"

#include <QDir>

#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;

namespace offprint::test {

std::unique_ptr<Library> newLibrary(const QString& folder) {
  return must(Library::create(folder, resources(), clock()));
}

std::unique_ptr<Library> openLibrary(const QString& folder, OpenMode mode) {
  return must(Library::open(folder, resources(), mode, clock()));
}

int copyMigrations(const QString& folder) {
  const QDir own(resources().path(QStringLiteral("db")));
  const QStringList names = own.entryList({QStringLiteral("*.sql")}, QDir::Files);
  for (const QString& name : names)
    spill(folder + QLatin1Char('/') + name, slurp(own.filePath(name)));
  return static_cast<int>(names.size());
}

ContentItem article(const QString& title, const QString& body) {
  ContentItem item;
  item.kind = u"article"_s;
  item.title = title;
  item.body = body;
  return item;
}

}  // namespace offprint::test
