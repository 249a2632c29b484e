#pragma once
#include <functional>
#include <QList>
#include <QString>

#include "app/content/Finding.h"
#include "app/core/Result.h"
#include "app/core/Task.h"
#include "app/store/Repositories.h"

namespace offprint {

class Library;
class Typesetter;

struct ExportOptions {
  QString theme;
  QString baseUrl;
  bool drafts = false;
  Typesetter* typesetter = nullptr;  ///< draws formulas, code and diagrams; null: they appear as written
};

struct ExportReport {
  int files = 0;
  int written = 0;
  int removed = 0;
  int unchanged = 0;
  Findings findings;
  QList<ExportedItem> items;  ///< of the site, without their hashes; not part of toJson()
  Findings unmade{};          ///< as BuildReport::unmade; not part of toJson()
  QJsonObject toJson() const;
};

/// One export format. To add one: one .cpp with a function that returns its descriptor, and one line in
/// exporters().
struct Exporter {
  QString id;            ///< "site", "zip", "markdown", "bibtex"
  QString label;         ///< "Site in a folder"
  QString description;   ///< one sentence for the window and `offprint help export`
  QString command;       ///< "Export site to folder…", as menus name it
  QString icon;          ///< of the command, a lucide icon
  bool toFolder = true;  ///< else to one file
  QString suffix;        ///< of the file, "zip"
  std::function<Result<ExportReport>(Library&, const QString& out, const ExportOptions&, const Task&)> run;
};

/// The table of export formats, in menu order.
const QList<Exporter>& exporters();
/// nullptr when there is none of that id.
const Exporter* findExporter(const QString& id);

}  // namespace offprint
