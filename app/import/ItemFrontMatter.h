#pragma once
#include <QByteArray>
#include <QJsonObject>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Finding.h"
#include "app/core/Result.h"

namespace offprint {

/// The whole library as Markdown (`export … markdown`): a folder
///
///     offprint.json     {"format": "offprint-markdown", "version", "files", "sha256"}: tells the importer
///                       that this is one, and the next export which of its files were edited
///     site.json         Site::toJson()
///     redirects.json    [{"from", "to", "reason"}]
///     collections.json  {"topics": [{"name", "description"}], "tags": …, "series": …}: those with a text
///     media.json        {"media/a.png": {"alt", "caption", "credit", "decorative"}}: those with a text
///     kinds/*.json      kinds of the library's own
///     media/…           the files, under the paths that texts use
///     <kind>/<slug>.md  one file an item: front matter and text
///
/// Front matter keys are ContentItem's members in lower camel case, then the kind's fields by FieldSpec::key,
/// then unknown keys as they were. A field that its kind does not declare stands under `fields`, an unknown
/// key that would be read as something else under `extra`, so that reading gives the item that was written.
inline constexpr QLatin1StringView kMarkdownMarker{"offprint.json"};
inline constexpr QLatin1StringView kMarkdownFormat{"offprint-markdown"};
inline constexpr int kMarkdownVersion = 1;  ///< grows when an older version could not read the folder rightly

/// One item as a Markdown file, with a blank line between front matter and text that belongs to neither.
/// `kind` may be nullptr (a kind that was removed).
QByteArray writeItemFile(const ContentItem& item, const ContentKind* kind);

/// An item file that writeItemFile() wrote or a person wrote alike. Absent members keep their defaults; a
/// missing kind is `fallbackKind`. Findings have lines and no file. Not read: id and version.
struct ItemFile {
  ContentItem item;
  Findings findings;
  bool unsure =
      false;  ///< its state could not be read: it is a draft, and must not be taken as anything else
};
ItemFile readItemFile(const QByteArray& file, const QString& fallbackKind, const KindCatalog& kinds);

}  // namespace offprint
