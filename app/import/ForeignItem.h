#pragma once
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Finding.h"
#include "app/content/FrontMatter.h"
#include "app/import/SourceSettings.h"

namespace offprint {

/// What is known about a file besides its front matter.
struct ForeignContext {
  SiteFlavour flavour = SiteFlavour::Plain;
  const SourceSettings* settings = nullptr;
  QDateTime now;       ///< decides what is still to be published
  QString dateInName;  ///< Jekyll: "2020-01-05" of "2020-01-05-title.md"
  QString nameTitle;   ///< title made from the file's name, when nothing else gives one
  bool draft = false;  ///< lies in a folder of drafts
  bool draftsAsPublished = false;
};

/// Front matter of Hugo, Jekyll or plain Markdown as an item of `kind`: names and spellings that these tools
/// and their themes use are read as our members and fields; what no rule knows stays in `extra` as it was.
/// Slug, cover, media fields and aliases are left as written: addresses and files are the caller's matter.
/// Findings have lines of the front matter, and no file.
ContentItem readForeignItem(const FrontMatter& matter, const ContentKind& kind, const ForeignContext& context,
                            Findings& findings);

/// A title from a file's name: "2020-01-05-my_first-post" gives "My first post".
QString titleFromName(const QString& stem);

/// Takes the first heading of level 1 out of a text that begins with it: the title of a plain file. Empty
/// when there is none; `removedLines` says how many lines the text lost.
QString takeTitleHeading(QString& body, int& removedLines);

}  // namespace offprint
