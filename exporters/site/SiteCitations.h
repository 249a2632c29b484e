#pragma once
#include <memory>
#include <mutex>
#include <QHash>
#include <QJsonObject>
#include <QSet>

#include "app/content/Finding.h"
#include "exporters/markdown/Citations.h"
#include "exporters/site/SiteMap.h"

namespace offprint {

struct ParsedDocument;
struct Typesetting;

/// In RenderedPage::linked: the page cites that key, whether the library has it or not.
QString citationDependency(const QString& key);
/// The key of such a name; empty for others.
QString citationKeyOf(const QString& linked);
/// What a site's texts can cite, and in which style. Immutable; any thread. Reads the style and locales on
/// first need.
class SiteCitations {
 public:
  /// `map` must outlive it.
  explicit SiteCitations(const SiteMap& map);
  /// The same without a map of the site's pages; `snapshot` must outlive it.
  explicit SiteCitations(const SiteSnapshot& snapshot);

  /// The item cited by `key`; nullptr when there is none that is public.
  const ItemSummary* item(const QString& key) const;
  /// Hash of all that a citation of `key` shows; empty when there is none.
  QByteArray digest(const QString& key) const;
  /// Hash of all works and the style.
  QByteArray digestOfAll() const;
  /// Hash of the style that is chosen and of the words that CSL has for each language.
  QByteArray styleDigest() const;

  /// Adds to `document` the piece that formats its citations (TypesetPiece::Kind::Citations) and returns the
  /// keys that its text names. Nothing is added without a work that is known. Findings: citation.unknown,
  /// citation.style.
  QSet<QString> prepare(ParsedDocument& document, const QString& language) const;
  /// Puts the formatted citations in, and the bibliography where "::bibliography" stands or at the end, under
  /// `heading`. `document` was prepared and filled; `answer` is the HTML of the citations' piece (empty: none
  /// was added, or it failed: citations show as written). While the answer is `pending`, so are the blocks with
  /// citations and that of the bibliography, which is there already.
  static void put(ParsedDocument& document, const QByteArray& answer, const QString& heading,
                  const QByteArray& idPrefix, bool pending = false);

 private:
  struct Style {
    QString xml;
    QByteArray digest;
    std::optional<Error> error;
  };
  const Style& style() const;
  QString localeXml(const QString& tag) const;
  QByteArray localesDigest() const;
  bool known(const CitedWork& work) const;

  const SiteSnapshot& snapshot_;
  QHash<QString, const ItemSummary*> items_;
  mutable std::mutex mutex_;
  mutable std::optional<Style> style_;
  mutable QByteArray localesDigest_;
  mutable QHash<QString, QString> locales_;
};

/// One work as the site's style writes it, in plain HTML without links.
struct FormattedWork {
  QString inText;  ///< "(Dao et al., 2022)"
  QString entry;   ///< of the bibliography
};
/// Empty when the library has no such work, the style cannot be read, or it is not drawn within `patience`
/// milliseconds. Waits for the typesetter and reads files: not for the GUI thread.
FormattedWork formattedWork(const SiteSnapshot& snapshot, const QString& key, const QString& language,
                            const Typesetting& typesetting);

}  // namespace offprint
