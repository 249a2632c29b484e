#pragma once
#include <QByteArray>
#include <QHash>
#include <QStringList>

#include "app/content/Finding.h"

namespace offprint {

/// What a page with findings had to say when it was composed, and what that depended on.
struct PageNote {
  QByteArray sha256;    ///< of the page, lower-case hex
  QByteArray key;       ///< of everything that page and findings depend on
  QStringList linked;   ///< what the page links to, sorted
  QStringList missing;  ///< those of `linked` that the site did not have
  QStringList media;    ///< what the page shows, missing files included, sorted
  Findings findings;    ///< all of them, also those that every page has

  bool operator==(const PageNote&) const = default;
};

/// What a build remembers of pages with findings, so that the next one tells them again without composing
/// the pages. It names what is missing on the site (a draft, perhaps), so it is kept apart from the site and
/// never published. Losing it costs time, nothing else.
struct BuildNotes {
  QHash<QString, PageNote> pages;  ///< by output path

  /// Notes that are damaged or of another version of the program are none.
  static BuildNotes read(const QByteArray& bytes);
  QByteArray write() const;
};

}  // namespace offprint
