#include "exporters/site/PageComposer.h"

#include <algorithm>
#include <QCryptographicHash>

#include "app/content/FindingSums.h"
#include "app/core/Text.h"
#include "exporters/site/CardView.h"
#include "exporters/site/HomeView.h"
#include "exporters/site/ItemView.h"
#include "exporters/site/ListView.h"
#include "exporters/site/MailView.h"
#include "exporters/site/PageFingerprint.h"
#include "exporters/site/PageScope.h"
#include "exporters/site/Resume.h"
#include "exporters/site/SiteCitations.h"
#include "exporters/site/SiteRelations.h"
#include "exporters/site/SiteView.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

using Type = PageEntry::Type;

/// Stands for the text while the theme renders the page: texts are not pushed through the templates. The
/// noncharacters around it occur in nothing that a template prints.
const QString kText = u"\xFDD0text\xFDD1"_s;

void take(const PageScope& scope, RenderedPage& page) {
  for (const Finding& finding : summedUp(scope.findings))
    if (!page.findings.contains(finding)) page.findings << finding;
  page.media = scope.links.mediaSeen();
  page.pictures = scope.links.pictures();
  page.pending = scope.links.pending();
  page.linked = scope.links.linked();
  page.undrawn = scope.undrawn;
}

/// Puts the text where the template has left its mark.
Result<void> splice(RenderedPage& page, const QByteArray& html, const QByteArray& body, const QString& name) {
  const QByteArray mark = kText.toUtf8();
  const qsizetype at = html.indexOf(mark);
  if (at < 0 || html.indexOf(mark, at + 1) >= 0) {
    return makeError(
        ErrorCode::InvalidInput,
        say("The template “%1” must print {{{bodyHtml}}} exactly once; without it the text of an item would "
            "not be on its page.")
            .arg(name));
  }
  page.html.reserve(html.size() + body.size());
  page.html.append(html.constData(), at).append(body);
  page.bodyStart = at;
  page.bodyEnd = at + body.size();
  page.html.append(html.constData() + at + mark.size(), html.size() - at - mark.size());
  return {};
}

void addLayout(PageScope& scope, const ItemSummary& item, QJsonObject& view) {
  const QString layout = pageLayout(item);
  QList<const ItemSummary*> items;
  const auto belongs = [&](const ItemSummary& other) {
    if (!isListed(other)) return false;
    if (layout == "cv"_L1) return isResumeEntry(scope, other);
    return layout == "list"_L1 && other.fields.value(u"parent"_s).toString() == item.ref();
  };
  if (!layout.isEmpty()) {
    for (const ItemSummary& other : scope.snapshot.items)
      if (belongs(other)) items << &other;
  }
  if (layout == "cv"_L1) sortByHand(items);
  if (!items.isEmpty())
    view.insert(u"groups"_s, groupsView(scope, items, layout == "cv"_L1 ? Grouping::Type : Grouping::None));
  if (layout == "cv"_L1) view.insert(u"resume"_s, resumeView(scope));
  view.insert(u"layout"_s, QJsonObject{{layout.isEmpty() ? u"plain"_s : layout, true}});
  if (layout != "contact"_L1 || scope.site.email.isEmpty()) return;
  if (hidesMail(scope.site))
    view.insert(u"wordsHtml"_s, mailInWords(scope, scope.site.email.trimmed()));
  else
    view.insert(u"mail"_s, u"mailto:"_s + scope.site.email);
}

/// The page of something that is not on the map, such as an item that was never saved.
LinkResolver::Form formOf(const PageEntry& entry) {
  return entry.type == Type::NotFound ? LinkResolver::Form::Rooted : LinkResolver::Form::Relative;
}

void merge(QJsonObject& into, const QJsonObject& more) {
  for (auto i = more.begin(); i != more.end(); ++i)
    into.insert(i.key(), i.value());
}

PageHead listHead(const PageScope& scope, const ItemSummary* introduction) {
  PageHead head;
  head.title = introduction ? plainTitle(introduction->title) : listTitle(scope);
  head.description = plainTitle(listIntroduction(scope));
  if (introduction && !introduction->summary.isEmpty())
    head.description = offprint::introduction(*introduction);
  if (head.description.isEmpty()) head.description = scope.site.description;
  return head;
}

PageHead homeHead(const PageScope& scope) {
  PageHead head;
  head.title = scope.site.title;
  if (!scope.site.tagline.isEmpty()) head.title += u": "_s + plainTitle(scope.site.tagline);
  head.ownTitle = true;
  head.description = scope.site.description;
  head.data = QJsonObject{
      {u"@context"_s, u"https://schema.org"_s}, {u"@type"_s, u"WebSite"_s}, {u"name"_s, scope.site.title}};
  const QString url = scope.map.absolute(u"/"_s);
  if (!url.isEmpty()) head.data.insert(u"url"_s, url);
  if (const QString name = scope.site.author.display(); !name.isEmpty()) {
    QJsonObject author = personData(scope.site.author);
    if (!scope.site.role.isEmpty()) author.insert(u"jobTitle"_s, scope.site.role);
    QJsonArray same;
    for (const SocialLink& link : scope.site.links)
      if (link.rel.contains("me"_L1)) same.append(link.url);
    if (!same.isEmpty()) author.insert(u"sameAs"_s, same);
    head.data.insert(u"author"_s, author);
  }
  return head;
}

/// Feed readers run nothing; what would run is taken out whole.
QByteArray withoutScripts(const QByteArray& html) {
  QByteArray out;
  out.reserve(html.size());
  const QByteArray lower = html.toLower();
  qsizetype at = 0;
  while (true) {
    const qsizetype open = lower.indexOf("<script", at);
    if (open < 0) break;
    out.append(html.constData() + at, open - at);
    const qsizetype close = lower.indexOf("</script", open);
    const qsizetype end = close < 0 ? -1 : lower.indexOf('>', close);
    if (end < 0) return out;
    at = end + 1;
  }
  return out.append(html.constData() + at, html.size() - at);
}

/// Anchors of headings lead to the page: only the ids of notes are the entry's own in a feed.
QByteArray withAbsoluteAnchors(const QByteArray& html, const QByteArray& page, const QByteArray& ownPrefix) {
  static const QByteArray anchor = "href=\"#";
  QByteArray out;
  out.reserve(html.size());
  qsizetype at = 0;
  for (qsizetype next = html.indexOf(anchor); next >= 0; next = html.indexOf(anchor, at)) {
    const qsizetype fragment = next + anchor.size();
    out.append(html.constData() + at, fragment - 1 - at);
    if (!QByteArrayView(html).sliced(fragment).startsWith(ownPrefix)) out += page;
    out += '#';
    at = fragment;
  }
  return out.append(html.constData() + at, html.size() - at);
}

}  // namespace

PageComposer::PageComposer(std::shared_ptr<const SiteMap> map, std::shared_ptr<const Theme> theme,
                           Typesetting typesetting)
    : map_(std::move(map)),
      theme_(std::move(theme)),
      relations_(std::make_shared<SiteRelations>(map_)),
      citations_(std::make_shared<SiteCitations>(*map_)),
      typesetting_(std::move(typesetting)) {
  chrome_ = siteFingerprint(*map_, *relations_, *theme_);
  chrome_ += typesetterVersion();
}

Result<RenderedPage> PageComposer::item(const PageEntry& entry, const ContentItem& item, Text text) const {
  const ContentKind* kind = map_->snapshot().kinds->find(item.kind);
  if (!kind) {
    return makeError(ErrorCode::InvalidInput,
                     say("“%1” is of the kind “%2”, which this library does not have.")
                         .arg(plainTitle(item.title), item.kind));
  }
  const ItemSummary* known = text == Text::Stored ? map_->item(item.id) : nullptr;
  const bool current = known && known->version == item.version && known->modified == item.modified;
  const ItemSummary own = current ? *known : summarize(item);
  PageScope scope(*map_, *relations_, *theme_, entry, item.language, typesetting_, *citations_);
  const OwnerOf words(scope, own.ref());
  RenderedPage page;
  page.path = entry.path;
  if (!own.cover.isEmpty()) scope.links.startBelowPicture();
  ParsedDocument document;
  if (kind->hasBody) document = scope.blocks(item.body, own.ref());

  QJsonObject view = siteView(scope, itemHead(scope, own, *kind));
  merge(view, itemView(scope, own, *kind));
  addLayout(scope, own, view);
  view.insert(u"toc"_s, contentsView(document.outline));
  view.insert(u"hasBody"_s, !document.blocks.isEmpty());
  view.insert(u"bodyHtml"_s, kText);
  const QString name = theme_->hasTemplate(kind->itemTemplate) ? kind->itemTemplate : u"item"_s;
  addMath(scope, view);
  const auto html = theme_->render(name, view);
  if (!html) return html.error();
  OFFPRINT_TRY(splice(page, *html, document.html(), name));
  page.blocks = document.blocks;
  page.outline = document.outline;
  take(scope, page);
  return page;
}

Result<RenderedPage> PageComposer::list(const PageEntry& entry) const {
  return page(entry, nullptr);
}

Result<RenderedPage> PageComposer::page(const PageEntry& entry, const ContentItem* text, Text state) const {
  if (entry.type == Type::Item) {
    if (text) return item(entry, *text, state);
    return makeError(ErrorCode::Internal, say("The page of an item was asked for without the item."));
  }
  PageScope scope(*map_, *relations_, *theme_, entry, text ? text->language : QString(), typesetting_,
                  *citations_, formOf(entry));
  RenderedPage page;
  page.path = entry.path;
  const ItemSummary own = text ? summarize(*text) : ItemSummary{};
  const bool home = entry.type == Type::Home;
  QJsonObject view = siteView(scope, home ? homeHead(scope) : listHead(scope, text ? &own : nullptr));
  if (home) {
    const QJsonArray sections = homeView(scope);
    const auto isHero = [](const QJsonValue& section) { return section[u"main"_s].toBool(); };
    view.insert(u"sections"_s, sections);
    view.insert(u"hasHero"_s, std::any_of(sections.begin(), sections.end(), isHero));
    view.insert(u"title"_s, scope.site.title);
  } else {
    merge(view, listView(scope));
  }
  ParsedDocument document;
  if (text) {
    const OwnerOf words(scope, own.ref());
    document = scope.blocks(text->body, own.ref());
    view.insert(u"titleHtml"_s, scope.inlineHtml(own.title));
    if (!own.summary.isEmpty()) view.insert(u"introHtml"_s, scope.inlineHtml(own.summary.simplified()));
    view.insert(u"hasBody"_s, !document.blocks.isEmpty());
  }
  const bool spliced = !document.blocks.isEmpty();
  if (spliced) view.insert(u"bodyHtml"_s, kText);
  const QString name = listTemplate(scope);
  addMath(scope, view);
  auto html = theme_->render(name, view);
  if (!html) return html.error();
  if (spliced) {
    OFFPRINT_TRY(splice(page, *html, document.html(), name));
  } else {
    page.html = *std::move(html);
  }
  page.blocks = document.blocks;
  page.outline = document.outline;
  take(scope, page);
  return page;
}

const SiteDownloads& PageComposer::downloads() const {
  return relations_->downloads();
}

QByteArray PageComposer::typesetterVersion() const {
  return typesetting_.typesetter ? typesetting_.typesetter->version() : QByteArray();
}

QByteArray PageComposer::itemsVersion() const {
  return relations_->digestOfAll();
}

QByteArray PageComposer::citationsVersion() const {
  return citations_->digestOfAll();
}

QByteArray PageComposer::feedHtml(const ContentItem& item) const {
  PageEntry fallback;
  fallback.address = u"/"_s;
  fallback.path = u"index.html"_s;
  const PageEntry* entry = map_->pageOf(item.id);
  PageScope scope(*map_, *relations_, *theme_, entry ? *entry : fallback, item.language, typesetting_,
                  *citations_, LinkResolver::Form::Absolute);
  const QByteArray prefix =
      "n" + QCryptographicHash::hash(item.uuid.toUtf8(), QCryptographicHash::Sha1).toHex().left(8) + "-";
  const QString markdown = item.body.trimmed().isEmpty() ? item.summary : item.body;
  QByteArray html = withoutScripts(scope.blocks(markdown, item.ref(), {}, prefix).html());
  if (entry) {
    const QString url = map_->absolute(entry->address);
    if (!url.isEmpty()) html = withAbsoluteAnchors(html, url.toUtf8(), prefix);
  }
  html.removeIf([](char c) {
    const auto u = static_cast<unsigned char>(c);
    return (u < 0x20 && c != '\n' && c != '\t') || u == 0x7f;
  });
  return html;
}

QByteArray PageComposer::fingerprint(const PageEntry& entry, const QSet<QString>& linked,
                                     const QSet<QString>& media) const {
  PageFingerprint print(*map_, *relations_, *citations_);
  print.add(chrome_);
  print.addEntry(entry);
  print.addCollections(entry);
  print.addLinked(linked);
  print.addMedia(media);
  return print.result();
}

}  // namespace offprint
