#include "exporters/site/SiteView.h"

#include <algorithm>
#include <QIODevice>
#include <QJsonDocument>

#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/site/CardView.h"
#include "exporters/site/SitePictures.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

/// Raised whenever the composer writes other bytes for the same input.
constexpr char kComposerVersion[] = "4";

/// The page that a navigation entry stands for is this one, or one that this page belongs under.
QString currentness(const PageScope& scope, const LinkResolver::Link& link, const QString& target) {
  if (!link.page || target.contains(u'#')) return {};
  if (link.page == &scope.page || link.page->address == scope.page.address) return u"page"_s;
  const bool below =
      link.page->type != PageEntry::Type::Home && scope.page.address.startsWith(link.page->address);
  const bool ofKind =
      link.page->type == PageEntry::Type::KindIndex &&
      (scope.page.type == PageEntry::Type::Item || scope.page.type == PageEntry::Type::KindIndex) &&
      scope.page.key == link.page->key;
  return below || ofKind ? u"true"_s : QString();
}

/// A list of the site that has no entries yet: its menu entry waits for them.
bool isEmptyList(const PageScope& scope, const QString& target) {
  static const QSet<QString> lists{u"writing"_s, u"topics"_s, u"tags"_s, u"series"_s, u"feed"_s};
  if (lists.contains(target)) return true;
  return target.startsWith("kind:"_L1) && scope.snapshot.kinds->find(target.mid(5));
}

QJsonObject navigationEntry(PageScope& scope, const NavigationEntry& entry) {
  const LinkResolver::Link to = scope.links.target(entry.target);
  if (!to.usable() && isEmptyList(scope, entry.target)) return {};
  QJsonObject view = scope.link(entry.label, entry.target, say("The menu entry “%1”").arg(entry.label));
  if (!view.isEmpty()) view.insert(u"current"_s, currentness(scope, to, entry.target));
  return view;
}

/// The author's entries, then pages that ask for a place; without any, the indexes of the kinds.
QList<NavigationEntry> navigation(const SiteMap& map, const SiteRelations& relations) {
  QList<NavigationEntry> entries = map.snapshot().site.navigation + relations.pagesInMenu(u"header"_s);
  if (!entries.isEmpty()) return entries;
  for (const PageEntry& page : map.pages()) {
    if (page.type == PageEntry::Type::KindIndex && page.page == 1 && entries.size() < 6)
      entries << NavigationEntry{page.title, u"kind:"_s + page.key};
  }
  return entries;
}

QJsonArray menu(PageScope& scope, const QList<NavigationEntry>& entries) {
  QJsonArray views;
  QSet<QString> seen;
  for (const NavigationEntry& entry : entries) {
    const QJsonObject view = navigationEntry(scope, entry);
    const QString href = view.value(u"href"_s).toString();
    if (view.isEmpty() || seen.contains(href)) continue;
    seen.insert(href);
    views.append(view);
  }
  return views;
}

QJsonArray feeds(PageScope& scope) {
  QJsonArray views;
  const auto add = [&](const FeedEntry* feed) {
    if (!feed || feed->items.isEmpty()) return;
    const auto one = [&](const QString& type, const QString& path) {
      views.append(QJsonObject{{u"type"_s, type},
                               {u"title"_s, feed->title},
                               {u"href"_s, QString::fromUtf8(scope.links.toPath(path))}});
    };
    one(u"application/atom+xml"_s, feed->atom);
    one(u"application/rss+xml"_s, feed->rss);
    one(u"application/feed+json"_s, feed->json);
  };
  add(scope.map.feed());
  const bool ofKind =
      scope.page.type == PageEntry::Type::KindIndex || scope.page.type == PageEntry::Type::Item;
  if (ofKind) add(scope.map.feed(scope.page.key));
  return views;
}

QJsonArray assets(PageScope& scope, const QString& key) {
  QJsonArray paths;
  for (const QJsonValue path : scope.theme.manifest().value(key).toArray())
    paths.append(QString::fromUtf8(scope.links.toPath(path.toString())));
  return paths;
}

QJsonObject headView(PageScope& scope, const PageHead& head) {
  const QString siteTitle = scope.site.title;
  QString title = head.title;
  if (title.isEmpty()) title = siteTitle;
  if (!head.ownTitle && !siteTitle.isEmpty() && title != siteTitle) title += u" – "_s + siteTitle;
  if (scope.page.page > 1)
    title = scope.strings.text(u"pageOf"_s, {{u"n"_s, scope.number(scope.page.page)},
                                             {u"all"_s, scope.number(scope.page.pages)}}) +
            u": "_s + title;
  const bool known = scope.page.type != PageEntry::Type::NotFound;
  const QString own = known ? scope.map.absolute(scope.page.address) : QString();
  QJsonObject view{{u"title"_s, title},
                   {u"description"_s, head.description},
                   {u"canonical"_s, head.canonical.isEmpty() ? own : head.canonical},
                   {u"noindex"_s, head.noindex || !known}};
  QJsonArray properties;
  const auto property = [&](const QString& name, const QString& content) {
    if (!content.isEmpty()) properties.append(QJsonObject{{u"property"_s, name}, {u"content"_s, content}});
  };
  property(u"og:title"_s, head.title.isEmpty() ? siteTitle : head.title);
  property(u"og:type"_s, head.ogType.isEmpty() ? u"website"_s : head.ogType);
  property(u"og:site_name"_s, siteTitle);
  property(u"og:description"_s, head.description);
  property(u"og:url"_s, own);
  property(u"og:locale"_s, scope.locale.name());
  if (const LinkResolver::Link image = head.image.isEmpty()
                                           ? LinkResolver::Link{}
                                           : scope.links.inText(head.image, DocumentLink::Type::Image);
      image.usable()) {
    PlainPicture plain;
    if (image.media) plain = plainPicture(*image.media, scope.links.picture(*image.media).get());
    const QString url = image.media ? scope.map.absolute(u'/' + plain.path) : QString::fromUtf8(image.href);
    property(u"og:image"_s, url);
    if (image.media && !url.isEmpty()) {
      if (plain.width > 0) property(u"og:image:width"_s, QString::number(plain.width));
      if (plain.height > 0) property(u"og:image:height"_s, QString::number(plain.height));
      property(u"og:image:alt"_s, image.media->alt);
    }
  }
  if (head.ogType == "article"_L1) {
    property(u"article:published_time"_s, head.published);
    property(u"article:modified_time"_s, head.modified);
  }
  view.insert(u"properties"_s, properties);
  view.insert(u"metas"_s, head.metas);
  if (!head.data.isEmpty()) view.insert(u"dataHtml"_s, scriptJson(head.data));
  return view;
}

}  // namespace

QString scriptJson(const QJsonObject& json) {
  QString text = QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
  text.replace(u'<', "\\u003c"_L1).replace(u'>', "\\u003e"_L1).replace(u'&', "\\u0026"_L1);
  return text.replace(QChar(0x2028), "\\u2028"_L1).replace(QChar(0x2029), "\\u2029"_L1);
}

QJsonObject personData(const Person& person) {
  return {{u"@type"_s, u"Person"_s}, {u"name"_s, person.display()}};
}

QJsonObject siteView(PageScope& scope, const PageHead& head) {
  const OwnerOf words(scope, {});
  QJsonArray social;
  for (const SocialLink& entry : scope.site.links) {
    QJsonObject view = scope.link(entry.label, entry.url, say("The link “%1”").arg(entry.label));
    if (view.isEmpty()) continue;
    view.insert(u"rel"_s, entry.rel);
    social.append(view);
  }
  const QString author = scope.site.author.display();
  const int year = scope.relations.latestYear();
  QJsonObject site{{u"title"_s, scope.site.title},
                   {u"tagline"_s, scope.site.tagline},
                   {u"description"_s, scope.site.description},
                   {u"author"_s, author},
                   {u"role"_s, scope.site.role},
                   {u"year"_s, year > 0 ? QString::number(year) : QString()},
                   {u"links"_s, social}};
  if (const PageEntry* home = scope.map.page(PageEntry::Type::Home))
    site.insert(u"href"_s, QString::fromUtf8(scope.links.toPage(*home)));
  const FeedEntry* feed = scope.map.feed();
  const QString feedHref =
      feed && !feed->items.isEmpty() ? QString::fromUtf8(scope.links.toPath(feed->atom)) : QString();
  const QString icon = scope.theme.manifest().value(u"icon"_s).toString();
  const bool rightToLeft = scope.locale.textDirection() == Qt::RightToLeft;
  return {{u"lang"_s, scope.language},
          {u"dir"_s, rightToLeft ? u"rtl"_s : QString()},
          {u"site"_s, site},
          {u"head"_s, headView(scope, head)},
          {u"nav"_s, menu(scope, navigation(scope.map, scope.relations))},
          {u"footer"_s, menu(scope, scope.site.footer + scope.relations.pagesInMenu(u"footer"_s))},
          {u"feeds"_s, feeds(scope)},
          {u"feedHref"_s, feedHref},
          {u"styles"_s, assets(scope, u"styles"_s)},
          {u"scripts"_s, assets(scope, u"scripts"_s)},
          {u"preload"_s, assets(scope, u"preload"_s)},
          {u"icon"_s, icon.isEmpty() ? QString() : QString::fromUtf8(scope.links.toPath(icon))}};
}

void addMath(PageScope& scope, QJsonObject& view) {
  if (!scope.hasMath) return;
  for (const QString& key : {u"mathStyles"_s, u"mathPreload"_s})
    view.insert(key, assets(scope, key));
}

QByteArray siteFingerprint(const SiteMap& map, const SiteRelations& relations, const Theme& theme) {
  Sha256 hash;
  hash.addData(kComposerVersion);
  hash.addData(theme.fingerprint());
  QJsonObject site = map.snapshot().site.toJson();
  site.remove(u"home"_s);
  hash.addData(QJsonDocument(site).toJson(QJsonDocument::Compact));
  hash.addData(QByteArray::number(relations.latestYear()));
  // Which menu entries lead somewhere, and where.
  PageEntry root;
  root.path = u"index.html"_s;
  root.address = u"/"_s;
  LinkResolver links(map, root);
  for (const QString& place : {u"footer"_s, u"header"_s}) {
    for (const NavigationEntry& entry : relations.pagesInMenu(place))
      hash.addData((entry.label + entry.target).toUtf8());
  }
  for (const NavigationEntry& entry : navigation(map, relations) + map.snapshot().site.footer)
    hash.addData(entry.label.toUtf8() + links.target(entry.target).href + '\n');
  for (const FeedEntry& feed : map.feeds())
    hash.addData((feed.kind + feed.title + feed.atom).toUtf8() + (feed.items.isEmpty() ? "0\n" : "1\n"));
  for (const ContentKind& kind : map.snapshot().kinds->all()) {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << kind.id << kind.label << kind.plural << kind.indexTitle << kind.indexIntro << kind.itemTemplate
           << kind.indexTemplate << kind.schemaType << kind.ogType << kind.dated << kind.eventDated
           << kind.writing << kind.hasBody << kind.ownField;
    QStringList types = kind.homeLists.keys();
    types.sort();
    for (const QString& type : std::as_const(types)) {
      const HomeList list = kind.homeLists.value(type);
      stream << type << list.limit << list.order << list.groupBy << list.types;
    }
    for (const FieldSpec& field : kind.fields) {
      stream << field.key << field.label << static_cast<int>(field.type) << field.section << field.maximum;
      for (const FieldSpec::Option& option : field.options)
        stream << option.value << option.label;
      for (const FieldSpec& column : field.columns)
        stream << column.key << column.label << static_cast<int>(column.type);
    }
    hash.addData(bytes);
  }
  return hash.result();
}

}  // namespace offprint
