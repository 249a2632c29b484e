#pragma once
#include <QtTest>

#include "app/import/Importer.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"

namespace offprint::test {

/// A fresh library and a fresh source folder for every test of an importer.
class ImportFixture {
 public:
  void begin() {
    ++number_;
    auto made =
        Library::create(dir_.filePath(QStringLiteral("L%1.offprint").arg(number_)), resources(), clock());
    if (!made) qFatal("%s", qPrintable(made.error().message + made.error().detail));
    library = std::move(*made);
  }
  void end() { library.reset(); }

  QString source(const QString& path = {}) const {
    return dir_.filePath(QStringLiteral("source%1/").arg(number_) + path);
  }
  void write(const QString& path, const QByteArray& content) const { spill(source(path), content); }

  ImportReport import(const QString& path, const ImportOptions& options = {}) {
    const auto importer = chooseImporter(QStringLiteral("auto"), path);
    auto report =
        importer ? (*importer)->run(*library, path, options, Task()) : Result<ImportReport>(importer.error());
    if (!report)
      QTest::qFail(qPrintable(report.error().located() + report.error().detail), __FILE__, __LINE__);
    return report.value_or({});
  }
  ImportReport import(const ImportOptions& options = {}) { return import(source(), options); }

  ContentItem item(const QString& reference) {
    const auto found = library->content().find(reference);
    if (!found) QTest::qFail(qPrintable(reference + found.error().message), __FILE__, __LINE__);
    return found.value_or({});
  }
  int itemCount() { return static_cast<int>(library->content().list({}).value_or({}).size()); }

  static ImportedItem row(const ImportReport& report, const QString& source) {
    for (const ImportedItem& entry : report.items) {
      if (entry.source == source) return entry;
    }
    QTest::qFail(qPrintable(QStringLiteral("no row for ") + source), __FILE__, __LINE__);
    return {};
  }
  /// The first finding of that code, in rows or in the report; an empty one when there is none.
  static Finding finding(const ImportReport& report, const QString& code) {
    Findings all;
    for (const ImportedItem& entry : report.items)
      all << entry.findings;
    all << report.findings;
    for (const Finding& found : all) {
      if (found.code == code) return found;
    }
    return {};
  }

  std::unique_ptr<Library> library;

 private:
  QTemporaryDir dir_;
  int number_ = 0;
};

}  // namespace offprint::test
