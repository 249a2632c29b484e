#include "ui/shell/PaletteSources.h"

#include <algorithm>
#include <QAction>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "exporters/markdown/ParsedDocument.h"
#include "ui/library/SidebarModel.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Preferences.h"
#include "ui/widgets/Glyphs.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int mostCommands = 8;
constexpr int mostPlaces = 5;
constexpr int mostItems = 8;
constexpr qsizetype mostRecent = 10;

struct Ranked {
  int score = 0;
  PaletteRow row;
};

/// The best first; equal ones stay in order.
QList<PaletteRow> best(QList<Ranked> ranked, int limit) {
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
  QList<PaletteRow> rows;
  for (const Ranked& one : ranked.mid(0, limit))
    rows.append(one.row);
  return rows;
}

QStringList keyCapsOf(const Commands& commands, const QString& id) {
  for (const CommandSpec& spec : commands.all()) {
    if (spec.id == id && !spec.keys.isEmpty()) return keyCaps(spec.keys.constFirst());
  }
  return {};
}

}  // namespace

PaletteSources::PaletteSources(ShellContext context, const SidebarModel& places, Targets targets,
                               QObject* parent)
    : QObject(parent), context_(std::move(context)), places_(places), targets_(std::move(targets)) {}

void PaletteSources::remember(ContentId id) {
  if (!id.valid()) return;
  recent_.removeAll(id);
  recent_.prepend(id);
  recent_ = recent_.mid(0, mostRecent);
}

void PaletteSources::forget() {
  recent_.clear();
}

void PaletteSources::openPalette(Palette& palette, const QString& typed) {
  palette.open(
      say("Do anything, go anywhere"),
      [this](const QString& words, const Show& show) { everything(words, show); },
      {{say("Enter"), say("run")},
       {u">"_s, say("commands")},
       {u"@"_s, say("headings")},
       {u"#"_s, say("topics")},
       {u":"_s, say("line")},
       {u"?"_s, say("text search")}},
      typed);
}

void PaletteSources::openQuickOpen(Palette& palette) {
  palette.open(say("Open an item"),
               [this](const QString& words, const Show& show) { itemsOnly(words, show); },
               {{say("Enter"), say("open")}, {say("Ctrl Enter"), say("new item of that title")}});
}

void PaletteSources::openKinds(Palette& palette) {
  palette.open(say("What will it be?"),
               [this](const QString& words, const Show& show) {
                 QList<Ranked> rows;
                 for (const CommandSpec& spec : context_.commands.all()) {
                   if (!spec.id.startsWith(u"item.new."_s)) continue;
                   const auto match = fuzzyMatch(words, spec.name);
                   if (!match) continue;
                   rows.append({match->score,
                                {say("New"),
                                 spec.name,
                                 {},
                                 spec.icon,
                                 {},
                                 context_.commands.whyNot(spec.id),
                                 match->positions,
                                 false,
                                 [this, id = spec.id] { context_.commands.run(id); }}});
                 }
                 show(best(rows, static_cast<int>(rows.size())));
               },
               {{say("Enter"), say("create")}});
}

void PaletteSources::everything(const QString& typed, const Show& show) {
  const QString words = typed.mid(1).trimmed();
  if (typed.startsWith(u'>')) return show(commandRows(words, true));
  if (typed.startsWith(u'@')) return show(headingRows(words));
  if (typed.startsWith(u'#')) return show(placeRows(words, true));
  if (typed.startsWith(u':')) return show(lineRows(words));
  if (typed.startsWith(u'?')) return fullText(words, show);
  const QList<PaletteRow> places = placeRows(typed, false);
  QList<PaletteRow> first = commandRows(typed, false);
  // What leads to a place is offered once, as the place.
  first.removeIf([&places](const PaletteRow& command) {
    return std::any_of(places.cbegin(), places.cend(),
                       [&command](const PaletteRow& place) { return place.title == command.title; });
  });
  first += places;
  show(first);
  if (!context_.library.isOpen() || typed.trimmed().isEmpty()) return;
  findItems(typed, mostItems, [this, typed, first, show](const QList<ItemSummary>& items) {
    if (!items.isEmpty()) show(first + itemRows(items, typed));
  });
}

void PaletteSources::itemsOnly(const QString& typed, const Show& show) {
  if (!context_.library.isOpen()) return show({});
  const QString title = typed.trimmed();
  if (title.isEmpty()) {
    context_.library.summaries(recent_, this, [this, show](Result<QList<ItemSummary>> items) {
      if (items) show(itemRows(*items, {}));
    });
    return;
  }
  findItems(typed, 40, [this, typed, title, show](const QList<ItemSummary>& items) {
    QList<PaletteRow> rows = itemRows(items, typed);
    const bool exists = std::any_of(items.cbegin(), items.cend(), [&](const ItemSummary& item) {
      return item.title.compare(title, Qt::CaseInsensitive) == 0;
    });
    if (!exists && !context_.library.readOnly()) {
      PaletteRow create{say("New"),
                        u"%1 “%2”"_s.arg(context_.library.kinds()->usual().newLabel, title),
                        {},
                        u"plus"_s,
                        {say("Ctrl"), say("Enter")},
                        {},
                        {},
                        true,
                        [this, title] { targets_.newWithTitle(title); }};
      rows.append(create);
    }
    show(rows);
  });
}

QList<PaletteRow> PaletteSources::commandRows(const QString& typed, bool onlyCommands) const {
  QList<Ranked> rows;
  QHash<QString, qsizetype> rowOf;
  for (const CommandSpec& spec : context_.commands.all()) {
    const QAction* action = context_.commands.action(spec.id);
    if (!action->isVisible() || spec.id == u"go.palette"_s) continue;
    const QString name = action->iconText();
    // Places stand under "Go to" when anything is searched; a name alone says too little of some commands.
    if (!onlyCommands && spec.menu == u"view/places"_s) continue;
    const QString menu = spec.menu == u"view/sort"_s                ? say("Sort: %1").arg(name)
                         : spec.menu == u"view/preview"_s           ? say("Preview: %1").arg(name)
                         : spec.menu == u"item/state"_s             ? say("State: %1").arg(name)
                         : spec.menu == u"view"_s && spec.checkable ? say("View: %1").arg(name)
                                                                    : name;
    const auto match = fuzzyMatch(typed, menu);
    if (!match) continue;
    PaletteRow row;
    row.group = say("Commands");
    row.title = menu;
    row.icon = spec.icon;
    if (!spec.keys.isEmpty()) row.caps = keyCaps(spec.keys.constFirst());
    row.whyNot = context_.commands.whyNot(spec.id);
    row.matched = match->positions;
    row.run = [this, id = spec.id] {
      context_.preferences.countUse(id);
      context_.commands.run(id);
    };
    const bool aboutItem = (spec.needs & (Need::Item | Need::Selection)) && !(spec.needs & Need::Text);
    row.detail = aboutItem && row.whyNot.isEmpty() ? targets_.openTitle() : action->statusTip();
    const int frequency = std::min(context_.preferences.uses(spec.id), 20);
    // What ends the work is never what was looked for first.
    const int ending =
        typed.isEmpty() && (spec.id == u"app.quit"_s || spec.id == u"library.close"_s) ? 60 : 0;
    // Nothing typed: the order of the menus, after what was used most.
    const int fit = typed.isEmpty() ? 0 : match->score;
    const int score = fit + frequency - (row.whyNot.isEmpty() ? 0 : 30) - ending;
    // "New article" of the present place and of its kind are one: the first, with its shortcut, stands for
    // both.
    if (const auto same = rowOf.constFind(row.title); same != rowOf.cend()) {
      rows[*same].score = std::max(rows[*same].score, score);
      continue;
    }
    rowOf.insert(row.title, rows.size());
    rows.append({score, row});
  }
  return best(rows, typed.isEmpty() ? 40 : mostCommands);
}

QList<PaletteRow> PaletteSources::placeRows(const QString& typed, bool collections) const {
  QList<Ranked> rows;
  if (!context_.library.isOpen()) return {};
  for (const QModelIndex& index : places_.placeRows()) {
    const Place place = places_.placeOf(index);
    const bool collection = place.type == Place::Type::Topic || place.type == Place::Type::Tag ||
                            place.type == Place::Type::Series;
    if (collections && !collection) continue;
    const QString name = collection ? place.key : index.data().toString();
    const auto match = fuzzyMatch(typed, name);
    if (!match) continue;
    const int count = index.data(SidebarModel::CountRole).toInt();
    PaletteRow row;
    row.group = say("Go to");
    row.title = name;
    row.detail = count > 0 ? QLocale().toString(count) : QString();
    row.icon = place.type == Place::Type::Topic    ? u"shapes"_s
               : place.type == Place::Type::Tag    ? u"tag"_s
               : place.type == Place::Type::Series ? u"layers"_s
                                                   : index.data(SidebarModel::IconRole).toString();
    row.matched = match->positions;
    row.caps = keyCapsOf(context_.commands, u"go."_s + place.toText());
    row.run = [this, place] { targets_.go(place); };
    rows.append({match->score, row});
  }
  return best(rows, collections || typed.isEmpty() ? 40 : mostPlaces);
}

QList<PaletteRow> PaletteSources::headingRows(const QString& typed) const {
  QList<PaletteRow> rows;
  for (const OutlineEntry& heading : targets_.outline()) {
    const auto match = fuzzyMatch(typed, heading.text);
    if (!match) continue;
    rows.append({say("Headings"),
                 heading.text,
                 say("Line %1").arg(heading.line),
                 u"heading"_s,
                 {},
                 {},
                 match->positions,
                 false,
                 [this, line = heading.line] { targets_.goToLine(line); }});
  }
  return rows;
}

QList<PaletteRow> PaletteSources::lineRows(const QString& typed) const {
  const int line = typed.toInt();
  if (line <= 0) return {};
  return {{say("Go to"), say("Line %1").arg(line), {}, u"hash"_s, {}, {}, {}, false, [this, line] {
             targets_.goToLine(line);
           }}};
}

PaletteRow PaletteSources::itemRow(const ItemSummary& item) const {
  const ContentKind* kind = context_.library.kinds() ? context_.library.kinds()->find(item.kind) : nullptr;
  PaletteRow row;
  row.group = say("In the library");
  row.title = item.title.isEmpty() ? say("Untitled") : plainTitle(item.title);
  row.detail = kind ? kind->label : item.kind;
  if (item.date.yearNumber() > 0) row.detail += u", %1"_s.arg(item.date.yearNumber());
  row.icon = kind ? kind->icon : u"file"_s;
  row.run = [this, id = item.id] { targets_.openItem(id); };
  return row;
}

QList<PaletteRow> PaletteSources::itemRows(const QList<ItemSummary>& items, const QString& typed) const {
  QList<PaletteRow> rows;
  for (const ItemSummary& item : items) {
    PaletteRow row = itemRow(item);
    if (const auto match = fuzzyMatch(typed, row.title)) row.matched = match->positions;
    rows.append(row);
  }
  return rows;
}

void PaletteSources::findItems(const QString& typed, int limit,
                               std::function<void(QList<ItemSummary>)> done) {
  ContentQuery query;
  query.text = typed.trimmed();
  query.sort = ContentQuery::Sort::Edited;
  query.limit = limit;
  context_.library.ids(query, this, [this, done = std::move(done)](Result<QList<ContentId>> ids) {
    if (!ids) return;
    context_.library.summaries(*ids, this, [done](Result<QList<ItemSummary>> items) {
      if (items) done(*items);
    });
  });
}

void PaletteSources::fullText(const QString& typed, const Show& show) {
  if (!context_.library.isOpen() || typed.isEmpty()) return show({});
  context_.library.search(typed, {}, 40, this, [this, show](Result<QList<SearchHit>> hits) {
    if (!hits) return;
    QList<ContentId> ids;
    QHash<ContentId, QString> snippets;
    for (const SearchHit& hit : *hits) {
      ids.append(hit.id);
      snippets.insert(hit.id, QString(hit.snippet).remove(QChar(0x2039)).remove(QChar(0x203A)).simplified());
    }
    context_.library.summaries(ids, this, [this, snippets, show](Result<QList<ItemSummary>> items) {
      if (!items) return;
      QList<PaletteRow> rows;
      for (const ItemSummary& item : *items) {
        PaletteRow row = itemRow(item);
        row.detail = snippets.value(item.id);
        rows.append(row);
      }
      show(rows);
    });
  });
}

}  // namespace offprint

#include "moc_PaletteSources.cpp"
