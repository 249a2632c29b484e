#include "exporters/site/HomeView.h"

#include <algorithm>

#include "app/core/Text.h"
#include "exporters/site/CardView.h"
#include "exporters/site/HomeLists.h"
#include "exporters/site/MailView.h"
#include "exporters/site/Resume.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

/// One section with what it is made from.
struct Part {
  PageScope& scope;
  const Section& section;
  const QJsonObject& options;

  QString text(const QString& key) const { return options.value(key).toString().trimmed(); }
  QString inlineHtml(const QString& key) const { return scope.inlineHtml(text(key)); }
  QString blocks(const QString& key) const { return scope.blocksHtml(text(key), {}, name()); }
  QString name() const {
    return say("the home page's section “%1”").arg(section.title.isEmpty() ? section.id : section.title);
  }
  QJsonObject link(const QJsonValue& entry) const {
    QString target = entry[u"target"_s].toString();
    if (target.isEmpty()) target = entry[u"url"_s].toString();
    return scope.link(entry[u"label"_s].toString(), target, name());
  }
  QJsonArray links(const QString& key) const {
    QJsonArray views;
    for (const QJsonValue entry : options.value(key).toArray()) {
      const QJsonObject view = link(entry);
      if (!view.isEmpty()) views.append(view);
    }
    return views;
  }
};

using Maker = QJsonObject (*)(const Part& part);

QJsonArray buttons(const Part& part) {
  QJsonArray views;
  for (const QJsonValue entry : part.options.value(u"buttons"_s).toArray()) {
    QJsonObject view = part.link(entry);
    if (view.isEmpty()) continue;
    view.insert(u"first"_s, views.isEmpty());
    views.append(view);
  }
  return views;
}

/// The site's own links and what the section adds: feed, newsletter, profiles.
QJsonArray follow(const Part& part) {
  QJsonArray views = part.links(u"links"_s);
  if (!views.isEmpty()) return views;
  if (const FeedEntry* feed = part.scope.map.feed(); feed && !feed->items.isEmpty()) {
    views.append(QJsonObject{{u"label"_s, part.scope.strings.text(u"feed"_s)},
                             {u"href"_s, QString::fromUtf8(part.scope.links.toPath(feed->atom))}});
  }
  for (const SocialLink& entry : part.scope.site.links) {
    QJsonObject view = part.scope.link(entry.label, entry.url, part.name());
    if (view.isEmpty()) continue;
    view.insert(u"rel"_s, entry.rel);
    views.append(view);
  }
  return views;
}

/// The author's words when there are any; a name is no Markdown.
QString headingHtml(const Part& part) {
  const QString own = part.text(u"heading"_s).isEmpty() ? part.section.title : part.text(u"heading"_s);
  if (!own.isEmpty()) return part.scope.inlineHtml(own);
  const QString style = part.text(u"style"_s);
  const Site& site = part.scope.site;
  const QString name = site.author.display();
  if (style == "title"_L1 && !site.role.isEmpty()) return htmlEscaped(site.role);
  if (name.isEmpty()) return htmlEscaped(site.title);
  return htmlEscaped(style == "name"_L1 ? name : part.scope.strings.text(u"greeting"_s, {{u"name"_s, name}}));
}

QJsonObject hero(const Part& part) {
  PageScope& scope = part.scope;
  QJsonObject view{
      {u"headingHtml"_s, headingHtml(part)},
      {u"eyebrow"_s, part.text(u"eyebrow"_s)},
      {u"honorific"_s, part.text(u"style"_s) == "name"_L1 ? part.text(u"honorific"_s) : QString()},
      {u"ledeHtml"_s, part.blocks(u"lede"_s)},
      {u"textHtml"_s, part.blocks(u"text"_s)},
      {u"buttons"_s, buttons(part)}};
  if (part.text(u"lede"_s).isEmpty() && part.text(u"text"_s).isEmpty() && !scope.site.tagline.isEmpty())
    view.insert(u"ledeHtml"_s, u"<p>%1</p>"_s.arg(scope.inlineHtml(scope.site.tagline)));
  QJsonObject portrait = scope.picture(part.text(u"portrait"_s), part.text(u"portraitAlt"_s));
  if (!portrait.isEmpty()) portrait.insert(u"captionHtml"_s, part.inlineHtml(u"portraitCaption"_s));
  view.insert(u"portrait"_s, portrait);
  if (part.options.value(u"follow"_s).toBool()) view.insert(u"follow"_s, follow(part));
  if (part.options.value(u"latest"_s).toBool()) {
    const QList<const ItemSummary*> newest =
        selectItems(scope, QJsonObject{{u"limit"_s, 1}}, writingKinds(scope));
    if (!newest.isEmpty()) view.insert(u"latest"_s, cardView(scope, *newest.constFirst()));
  }
  return view;
}

QJsonObject followSection(const Part& part) {
  const QJsonArray links = follow(part);
  return links.isEmpty() ? QJsonObject() : QJsonObject{{u"follow"_s, links}};
}

/// Topics of a kind with how many of its items they hold, most first.
QJsonArray topicCounts(PageScope& scope, const QString& kind) {
  QHash<QString, int> counts;
  for (const ItemSummary& item : scope.snapshot.items) {
    if (item.kind != kind || !isListed(item)) continue;
    for (const QString& topic : item.topics)
      ++counts[topic];
  }
  QStringList names = counts.keys();
  std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
    return counts.value(a) != counts.value(b) ? counts.value(a) > counts.value(b) : a < b;
  });
  QJsonArray views;
  for (const QString& name : names.mid(0, 5)) {
    QJsonObject view = topicLink(scope, PageEntry::Type::Topic, name);
    view.insert(u"count"_s, scope.number(counts.value(name)));
    views.append(view);
  }
  return views;
}

/// The card of one format: its index, a sentence, and exactly one item to start with.
QJsonObject formatCard(const Part& part, const QJsonObject& card) {
  PageScope& scope = part.scope;
  const QString kindId = card.value(u"kind"_s).toString();
  const ContentKind* kind = scope.snapshot.kinds->find(kindId);
  if (!kind) {
    scope.find(Finding::Level::Warning, u"section.option"_s,
               say("%1 names the kind “%2”, which this library does not have. Choose another kind for it.")
                   .arg(part.name(), kindId));
    return {};
  }
  const PageEntry* index = scope.map.page(PageEntry::Type::KindIndex, kindId);
  if (!index) return {};
  const QString title = card.value(u"title"_s).toString(kind->plural);
  const QString text = card.value(u"text"_s).toString(kind->indexIntro);
  QJsonObject view{{u"titleHtml"_s, scope.inlineHtml(title)},
                   {u"href"_s, QString::fromUtf8(scope.links.toPage(*index))},
                   {u"textHtml"_s, scope.inlineHtml(text)}};
  int count = 0;
  const ItemSummary* first = nullptr;
  for (const ItemSummary& item : scope.snapshot.items) {
    if (item.kind != kindId || !isListed(item)) continue;
    ++count;
    if (!first || (item.pinned && !first->pinned)) first = &item;
  }
  view.insert(u"count"_s, scope.number(count));
  if (card.value(u"topics"_s).toBool()) view.insert(u"topics"_s, topicCounts(scope, kindId));
  const QString wanted = card.value(u"item"_s).toString();
  if (!wanted.isEmpty()) {
    scope.links.dependOn(wanted);
    if (const ItemSummary* chosen = scope.map.itemByRef(wanted)) first = chosen;
  }
  if (first) view.insert(u"first"_s, cardView(scope, *first));
  return view;
}

QJsonObject formatCards(const Part& part) {
  QJsonArray cards;
  for (const QJsonValue entry : part.options.value(u"cards"_s).toArray()) {
    const QJsonObject card = formatCard(part, entry.toObject());
    if (!card.isEmpty()) cards.append(card);
  }
  return cards.isEmpty() ? QJsonObject() : QJsonObject{{u"cards"_s, cards}};
}

/// Long prose: what stands before the first heading opens the chapter, every heading of the highest level
/// begins a part of its own with an anchor.
QJsonObject prose(const Part& part) {
  const QString markdown = part.text(u"text"_s);
  if (markdown.isEmpty()) return {};
  const ParsedDocument document = part.scope.blocks(markdown, {}, part.name());
  int top = 7;
  for (const OutlineEntry& entry : document.outline)
    top = std::min(top, entry.level);
  QString lead;
  QJsonArray parts;
  QString html;
  const OutlineEntry* current = nullptr;
  const auto close = [&] {
    if (!current) {
      lead = html;
    } else {
      parts.append(QJsonObject{{u"id"_s, current->id},
                               {u"sub"_s, !part.section.title.isEmpty()},
                               {u"titleHtml"_s, QString::fromUtf8(current->html)},
                               {u"html"_s, html}});
    }
    html.clear();
  };
  for (const RenderedBlock& block : document.blocks) {
    const auto opens = [&](const OutlineEntry& entry) {
      return entry.level == top && entry.line >= block.firstLine && entry.line <= block.lastLine &&
             block.html.startsWith("<h");
    };
    const auto found = std::find_if(document.outline.cbegin(), document.outline.cend(), opens);
    if (found == document.outline.cend()) {
      html += QString::fromUtf8(block.html);
      continue;
    }
    close();
    current = &*found;
  }
  close();
  QJsonObject view{{u"leadHtml"_s, lead}, {u"parts"_s, parts}, {u"chapter"_s, !parts.isEmpty()}};
  const QString aside = part.blocks(u"aside"_s);
  if (!aside.isEmpty()) view.insert(u"asideHtml"_s, aside);
  return view;
}

/// Title, text, picture and link of entries that the section itself holds.
QJsonArray tiles(const Part& part, const QString& key) {
  QJsonArray views;
  for (const QJsonValue entry : part.options.value(key).toArray()) {
    QJsonObject view{{u"titleHtml"_s, part.scope.inlineHtml(entry[u"title"_s].toString())},
                     {u"textHtml"_s, part.scope.inlineHtml(entry[u"text"_s].toString())},
                     {u"label"_s, entry[u"label"_s].toString()},
                     {u"icon"_s, part.scope.picture(entry[u"icon"_s].toString(), {})}};
    if (!entry[u"target"_s].toString().isEmpty()) {
      const QJsonObject link = part.link(entry);
      if (!link.isEmpty()) view.insert(u"href"_s, link.value(u"href"_s));
    }
    views.append(view);
  }
  return views;
}

QJsonObject featureGrid(const Part& part) {
  const QJsonArray features = tiles(part, u"features"_s);
  return features.isEmpty() ? QJsonObject() : QJsonObject{{u"features"_s, features}};
}

QJsonObject contactGrid(const Part& part) {
  const QJsonArray cards = tiles(part, u"cards"_s);
  return cards.isEmpty() ? QJsonObject() : QJsonObject{{u"cards"_s, cards}};
}

QJsonObject focus(const Part& part) {
  const QJsonObject primary = part.options.value(u"primary"_s).toObject();
  if (primary.isEmpty()) return {};
  return {{u"label"_s, primary.value(u"label"_s).toString(part.scope.strings.text(u"primaryFocus"_s))},
          {u"headingHtml"_s, part.scope.inlineHtml(primary.value(u"title"_s).toString())},
          {u"textHtml"_s, part.scope.blocksHtml(primary.value(u"text"_s).toString(), {}, part.name())},
          {u"emphasisHtml"_s, part.scope.inlineHtml(primary.value(u"emphasis"_s).toString())},
          {u"features"_s, tiles(part, u"secondary"_s)}};
}

/// Values are words ("99.9%", "1B+"): shown as they are written.
QJsonObject stats(const Part& part) {
  QJsonArray entries;
  for (const QJsonValue entry : part.options.value(u"entries"_s).toArray()) {
    const QString value = entry[u"value"_s].toString();
    if (!value.isEmpty())
      entries.append(QJsonObject{{u"value"_s, value}, {u"label"_s, entry[u"label"_s].toString()}});
  }
  return entries.isEmpty() ? QJsonObject() : QJsonObject{{u"entries"_s, entries}};
}

QJsonObject chips(const Part& part) {
  QJsonArray entries;
  for (const QJsonValue entry : part.options.value(u"entries"_s).toArray())
    entries.append(part.scope.inlineHtml(entry.toString()));
  if (entries.isEmpty()) {
    for (const ItemSummary& item : part.scope.snapshot.items) {
      if (!isResumeEntry(part.scope, item) || !isListed(item) ||
          item.fields.value(u"type"_s).toString() != "interest"_L1)
        continue;
      const OwnerOf words(part.scope, item.ref());
      entries.append(part.scope.inlineHtml(item.title));
    }
  }
  return entries.isEmpty() ? QJsonObject() : QJsonObject{{u"entries"_s, entries}};
}

/// Prose about the way here beside the entries of the CV.
QJsonObject path(const Part& part) {
  QJsonArray entries;
  for (const QJsonValue entry : part.options.value(u"entries"_s).toArray()) {
    entries.append(QJsonObject{{u"period"_s, entry[u"when"_s].toString()},
                               {u"titleHtml"_s, part.scope.inlineHtml(entry[u"what"_s].toString())}});
  }
  if (entries.isEmpty()) {
    const ListDefaults defaults = listDefaults(part.scope, u"path"_s);
    const QJsonObject query = withDefaults(part.options, defaults.list);
    for (const ItemSummary* item : selectItems(part.scope, query, defaults.kinds))
      entries.append(cardView(part.scope, *item));
  }
  const QString text = part.blocks(u"text"_s);
  if (text.isEmpty() && entries.isEmpty()) return {};
  return {{u"textHtml"_s, text}, {u"entries"_s, entries}};
}

QJsonObject newsletter(const Part& part) {
  const QString action = part.text(u"action"_s);
  const LinkResolver::Link to = part.scope.links.target(action);
  if (action.isEmpty() || to.state != LinkResolver::Link::State::External) {
    part.scope.find(
        Finding::Level::Warning, u"section.option"_s,
        say("%1 has no address that its form sends to. It is left out; write one in its settings.")
            .arg(part.name()));
    return {};
  }
  QJsonArray hidden;
  for (const QJsonValue entry : part.options.value(u"hidden"_s).toArray())
    hidden.append(
        QJsonObject{{u"name"_s, entry[u"name"_s].toString()}, {u"value"_s, entry[u"value"_s].toString()}});
  return {{u"headingHtml"_s, part.inlineHtml(u"heading"_s)},
          {u"textHtml"_s, part.blocks(u"text"_s)},
          {u"action"_s, QString::fromUtf8(to.href)},
          {u"method"_s, part.text(u"method"_s) == "get"_L1 ? u"get"_s : u"post"_s},
          {u"field"_s, part.options.value(u"field"_s).toString(u"email"_s)},
          {u"button"_s, part.options.value(u"button"_s).toString(part.scope.strings.text(u"subscribe"_s))},
          {u"noteHtml"_s, part.inlineHtml(u"note"_s)},
          {u"hidden"_s, hidden}};
}

QJsonObject contact(const Part& part) {
  const QString own = part.text(u"email"_s);
  const QString mail = own.isEmpty() ? part.scope.site.email.trimmed() : own;
  QJsonObject view{{u"headingHtml"_s, part.inlineHtml(u"heading"_s)},
                   {u"textHtml"_s, part.blocks(u"text"_s)}};
  if (!mail.isEmpty() && hidesMail(part.scope.site, part.options)) {
    view.insert(u"wordsHtml"_s, mailInWords(part.scope, mail));
  } else if (!mail.isEmpty()) {
    view.insert(u"mail"_s, u"mailto:"_s + mail);
    view.insert(u"button"_s,
                part.options.value(u"button"_s).toString(part.scope.strings.text(u"writeMail"_s)));
  }
  const QJsonArray more = buttons(part);
  view.insert(u"buttons"_s, more);
  const bool empty = mail.isEmpty() && more.isEmpty() && part.text(u"text"_s).isEmpty();
  return empty ? QJsonObject() : view;
}

QJsonObject buttonRow(const Part& part) {
  const QJsonArray row = buttons(part);
  return row.isEmpty() ? QJsonObject() : QJsonObject{{u"buttons"_s, row}};
}

QJsonObject eyebrow(const Part& part) {
  return {{u"opens"_s, true}};
}

QJsonObject list(const Part& part) {
  return listSection(part.scope, part.section);
}

/// One type of section: its name in site.json and how its view is made.
struct SectionType {
  QString id;
  Maker make;
};

const QList<SectionType>& table() {
  static const QList<SectionType> types{
      {u"hero"_s, hero},
      {u"follow"_s, followSection},
      {u"format-cards"_s, formatCards},
      {u"prose"_s, prose},
      {u"eyebrow"_s, eyebrow},
      {u"feature-grid"_s, featureGrid},
      {u"focus"_s, focus},
      {u"stats"_s, stats},
      {u"chips"_s, chips},
      {u"path"_s, path},
      {u"newsletter"_s, newsletter},
      {u"contact"_s, contact},
      {u"contact-grid"_s, contactGrid},
      {u"button-row"_s, buttonRow},
      {u"items"_s, list},
      {u"writing-list"_s, list},
      {u"news-list"_s, list},
      {u"tool-grid"_s, list},
      {u"project-grid"_s, list},
      {u"reading-list"_s, list},
      {u"elsewhere-list"_s, list},
      {u"publication-list"_s, list},
      {u"talk-list"_s, list},
      {u"event-names"_s, list},
      {u"upcoming-list"_s, list},
      {u"service-list"_s, list},
      {u"cv-list"_s, list},
  };
  return types;
}

/// Anchors of the page: every one once, so that a link leads to one place.
class Anchors {
 public:
  QString unique(const QString& wanted) {
    QHash<QString, int> none;
    const QString id = MarkdownEngine::headingId(wanted, none);
    QString free = id;
    for (int i = 2; used_.contains(free); ++i)
      free = id + u'-' + QString::number(i);
    used_.insert(free);
    return free;
  }

 private:
  QSet<QString> used_;
};

/// What every section has: anchor, title, number, introduction.
void addCommon(PageScope& scope, const Section& section, const QString& number, QJsonObject& view) {
  view.insert(u"type"_s, section.type);
  view.insert(u"is"_s, QJsonObject{{section.type, true}});
  view.insert(u"titleHtml"_s, scope.inlineHtml(section.title));
  view.insert(u"number"_s, number);
  view.insert(u"introHtml"_s, Part{scope, section, section.options}.blocks(u"intro"_s));
}

/// Sections keep the anchors that the author gave them; headings inside take what is left.
void addAnchors(QJsonArray& views, const QStringList& wanted) {
  Anchors anchors;
  for (qsizetype i = 0; i < views.size(); ++i) {
    QJsonObject view = views.at(i).toObject();
    view.insert(u"id"_s, anchors.unique(wanted.at(i)));
    views.replace(i, view);
  }
  for (qsizetype i = 0; i < views.size(); ++i) {
    QJsonObject view = views.at(i).toObject();
    QJsonArray parts = view.value(u"parts"_s).toArray();
    if (parts.isEmpty()) continue;
    for (qsizetype p = 0; p < parts.size(); ++p) {
      QJsonObject part = parts.at(p).toObject();
      part.insert(u"id"_s, anchors.unique(part.value(u"id"_s).toString()));
      parts.replace(p, part);
    }
    view.insert(u"parts"_s, parts);
    views.replace(i, view);
  }
}

/// A number is counted over what is shown, unless the author wrote one; a theme may number all sections that
/// have a title (`all`).
QString numberOf(const Section& section, bool all, int& counter) {
  const QJsonValue wanted = section.options.value(u"number"_s);
  if (wanted.isString()) return wanted.toString();
  const bool usual = all && section.type != "hero"_L1 && !section.title.isEmpty();
  if (section.type != "eyebrow"_L1 && !wanted.toBool(usual)) return {};
  return u"%1"_s.arg(++counter, 2, 10, QChar(u'0'));
}

}  // namespace

QStringList sectionTypes() {
  QStringList ids;
  for (const SectionType& type : table())
    ids << type.id;
  return ids;
}

namespace {

/// What a home page without anything of its own shows: the newest of all that has a date and a page.
QList<Section> sectionsOf(const PageScope& scope) {
  const Site& site = scope.site;
  const auto shown = [](const Section& section) { return section.enabled; };
  if (std::any_of(site.home.begin(), site.home.end(), shown)) return site.home;
  constexpr int kLatest = 12;
  QJsonArray dated;
  for (const ContentKind& kind : scope.snapshot.kinds->all())
    if (kind.dated && !kind.itemTemplate.isEmpty() && !kind.standsAlone) dated << kind.id;
  return {{u"latest"_s, u"items"_s, scope.strings.text(u"newest"_s), true,
           QJsonObject{{u"kinds"_s, dated}, {u"limit"_s, kLatest}, {u"seeAll"_s, false}}}};
}

}  // namespace

QJsonArray homeView(PageScope& scope) {
  // An author who numbers chapters by headings has said what is counted.
  const QList<Section>& all = scope.site.home;
  const bool chapters = std::any_of(all.begin(), all.end(), [](const Section& section) {
    return section.enabled && section.type == "eyebrow"_L1;
  });
  const bool numbered = !chapters && scope.theme.manifest().value(u"numbered"_s).toBool();
  QJsonArray views;
  QStringList anchors;
  int counter = 0;
  bool headed = false;
  for (const Section& section : sectionsOf(scope)) {
    if (!section.enabled) continue;
    const auto type = std::find_if(table().cbegin(), table().cend(),
                                   [&](const SectionType& t) { return t.id == section.type; });
    if (type == table().cend()) {
      scope.find(Finding::Level::Warning, u"section.unknown"_s,
                 say("The home page has a section of the type “%1”, which this version does not know. It is "
                     "left out. Remove it, or install the newest version.")
                     .arg(section.type));
      continue;
    }
    QJsonObject view = type->make({scope, section, section.options});
    if (view.isEmpty()) continue;
    addCommon(scope, section, numberOf(section, numbered, counter), view);
    view.insert(u"main"_s, section.type == "hero"_L1 && !headed);
    headed = headed || section.type == "hero"_L1;
    anchors << (section.id.isEmpty() ? section.type : section.id);
    views.append(view);
  }
  addAnchors(views, anchors);
  return views;
}

}  // namespace offprint
