#pragma once
#include <memory>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/import/ForeignItem.h"
#include "app/import/SourceFolder.h"
#include "app/import/SourceSettings.h"

namespace offprint {

/// One content file as it will become an item. Links and media still stand as the source wrote them.
struct PlannedItem {
  QString path;         ///< of the file, from the source's root; of a part of one with "#" and its name
  QString folder;       ///< what relative links start from, "" for the root
  bool bundle = false;  ///< a page bundle: its folder is its own
  const ContentKind* kind = nullptr;  ///< null: `left` says why it is no item
  ContentItem item;
  int bodyLine = 1;
  QString oldAddress;  ///< on the site it comes from; empty: it had none
  QString newAddress;  ///< on ours; empty until the slug is settled, and for kinds without pages
  QString hash;        ///< SHA-256 of the file
  Findings findings;
  QString bibliography;  ///< path of the BibTeX file beside it
};

/// A section of a Hugo site: what is under one folder.
struct PlannedSection {
  QString path;        ///< of its _index.md; empty: it has none
  QString folder;      ///< below the content folder
  QString oldAddress;  ///< "/courses/"
  QString title;
  QString topic;   ///< the topic that stands for it ("Courses/Guide"); empty: a kind's index does
  QString target;  ///< address that stands for it on our site
  QString text;    ///< its Markdown
  int bodyLine = 1;
  QJsonObject values;  ///< its front matter
  QString hash;
  Findings findings;
};

/// Everything that an import will do, worked out from the source alone.
struct ImportPlan {
  QList<PlannedItem> items;  ///< in path order, among them those that are left
  QList<PlannedSection> sections;
};

/// Reads every content file of `folder`. Errors: Cancelled.
Result<ImportPlan> planImport(const SourceFolder& folder, const SourceSettings& settings,
                              const KindCatalog& kinds, const QDateTime& now, bool draftsAsPublished,
                              const Task& task);

}  // namespace offprint
