#pragma once
#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>
#include <utility>

#include "exporters/site/LinkResolver.h"
#include "exporters/site/SiteRelations.h"
#include "exporters/theme/Theme.h"
#include "exporters/theme/ThemeStrings.h"
#include "exporters/typeset/Typesetter.h"

namespace offprint {

class SiteCitations;

/// What the parts of one page share while it is composed. One page, one thread.
class PageScope {
 public:
  PageScope(const SiteMap& map, const SiteRelations& relations, const Theme& theme, const PageEntry& page,
            const QString& language, Typesetting typesetting, const SiteCitations& citations,
            LinkResolver::Form form = LinkResolver::Form::Relative);
  PageScope(const PageScope&) = delete;
  PageScope& operator=(const PageScope&) = delete;

  const SiteMap& map;
  const SiteSnapshot& snapshot;
  const Site& site;
  const SiteRelations& relations;
  const Theme& theme;
  const PageEntry& page;
  const QString language;
  const QLocale locale;
  const ThemeStrings& strings;
  LinkResolver links;
  Findings findings;
  bool hasMath = false;  ///< some formula is drawn, which needs the theme's styles for it
  bool undrawn = false;  ///< something is not drawn yet
  /// "kind/slug" of the item whose words are being set, for findings that name none; empty: the site's own.
  QString owner;
  QHash<std::pair<int, QString>, QJsonObject> topics;  ///< links to topics, tags and series that were made
  bool inBlock = false;  ///< a list within the text is being made: what it shows may hold no list again

  const ContentKind* kindOf(const ItemSummary& item) const { return snapshot.kinds->find(item.kind); }

  /// Inline Markdown (titles, summaries, labels) as HTML whose links lead somewhere from this page.
  QString inlineHtml(const QString& markdown);
  /// Markdown blocks as HTML. `item` and `what` say in findings whose text it is.
  ParsedDocument blocks(const QString& markdown, const QString& item, const QString& what = {},
                        const QByteArray& idPrefix = {});
  QString blocksHtml(const QString& markdown, const QString& item = {}, const QString& what = {});

  /// {iso, text, short, year} of a date; empty when there is none. `iso` is left out of words such as
  /// "forthcoming".
  QJsonObject date(const Date& date) const;
  QString minutes(const ItemSummary& item, bool shortForm = false) const;
  QString number(int value) const { return locale.toString(value); }
  /// {src, srcset, webp, alt, width, height, small} of a picture in the library or on the web; empty when
  /// there is none. `srcset` and `webp` are lists of candidates, empty where there are none.
  QJsonObject picture(const QString& written, const QString& alt);
  /// {label, href, external} of a link; empty when it leads nowhere, with a finding that names `where`.
  QJsonObject link(const QString& label, const QString& target, const QString& where);

  /// Adds findings about links and images of a text that was rendered through `links`.
  void judge(const ParsedDocument& document, const QString& item, const QString& what);
  void find(Finding::Level level, const QString& code, const QString& message, const QString& item = {},
            int line = 0);

 private:
  /// Draws the pieces of a text and puts them in their places.
  void draw(ParsedDocument& document, const QByteArray& idPrefix = {});
  /// Makes a drawing fit for where the page is read.
  void adapt(TypesetPiece& piece, TypesetResult& result);
  QString drawnInline(const QString& markdown);
  void nameOwner(const QString& markdown, qsizetype from);
  void judgePicture(const MediaFile& file, const PublishedImage& image, const QString& item = {},
                    int line = 0);
  void judgeAnchor(const ParsedDocument& document, const DocumentLink& link, const QString& item,
                   const QString& where);

  const Typesetting typesetting_;
  const SiteCitations& citations_;
  int notedTexts_ = 0;  ///< texts of this page that may hold notes
};

/// While it lives, the words being set are those of `item` ("kind/slug"; empty: the site's own).
class OwnerOf {
 public:
  OwnerOf(PageScope& scope, const QString& item) : scope_(scope), before_(std::exchange(scope.owner, item)) {}
  ~OwnerOf() { scope_.owner = before_; }
  OwnerOf(const OwnerOf&) = delete;
  OwnerOf& operator=(const OwnerOf&) = delete;

 private:
  PageScope& scope_;
  const QString before_;
};

/// Text as HTML shows it literally.
QString htmlEscaped(const QString& text);

}  // namespace offprint
