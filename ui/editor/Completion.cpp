#include "ui/editor/Completion.h"

#include <algorithm>
#include <QDir>
#include <QHash>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>

#include "app/bibliography/CslJson.h"
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/core/Resources.h"
#include "app/core/Text.h"
#include "exporters/markdown/References.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/editor/AttributeCompletion.h"
#include "ui/editor/LineSyntax.h"
#include "ui/editor/TexCompletion.h"
#include "ui/editor/TextLabels.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Trigger = CompletionQuery::Trigger;

QList<CompletionEntry> blocks() {
  return {{say("Heading"), say("A section of the text"), u"## │"_s, {}},
          {say("Subheading"), say("A part of a section"), u"### │"_s, {}},
          {say("Bullet list"), say("Points without an order"), u"- │"_s, {}},
          {say("Numbered list"), say("Steps in order"), u"1. │"_s, {}},
          {say("Task list"), say("Points to tick"), u"- [ ] │"_s, {}},
          {say("Quote"), say("Somebody else's words"), u"> │"_s, {}},
          {say("Figure"), say("An image with its caption"), u"![│](media/)"_s, {}},
          {say("Table"), say("Rows and columns"), u"| │ |  |\n| --- | --- |\n|  |  |"_s, {}},
          {say("Equation"), say("A formula on lines of its own"), u"$$\n│\n$$"_s, {}},
          {say("Code block"), say("A listing, coloured by its language"), u"```│\n\n```"_s, {}},
          {say("Diagram"), say("Drawn from a Mermaid text"), u"```mermaid\n│\n```"_s, {}},
          {say("Note"), say("A remark set apart"), u"> [!NOTE]\n> │"_s, {}},
          {say("Tip"), say("Advice set apart"), u"> [!TIP]\n> │"_s, {}},
          {say("Important"), say("What must not be missed"), u"> [!IMPORTANT]\n> │"_s, {}},
          {say("Warning"), say("What can go wrong"), u"> [!WARNING]\n> │"_s, {}},
          {say("Caution"), say("What does harm"), u"> [!CAUTION]\n> │"_s, {}},
          {say("Aside"), say("A thought beside the text"), u"::: aside\n│\n:::"_s, {}},
          {say("Collapsible"), say("A part that opens on demand"), u"::: details {title=\"│\"}\n\n:::"_s, {}},
          {say("Columns"), say("Blocks side by side"), u"::: columns\n│\n:::"_s, {}},
          {say("Theorem"), say("A numbered statement"), u"::: theorem\n│\n:::"_s, {}},
          {say("Definition"), say("A numbered definition"), u"::: definition\n│\n:::"_s, {}},
          {say("Proof"), say("It ends with a box"), u"::: proof\n│\n:::"_s, {}},
          {say("Video"), say("A file of the library"), u"::video{src=\"│\"}"_s, {}},
          {say("Video page"), say("A card that leads to a film elsewhere"), u"::youtube{id=│}"_s, {}},
          {say("Sound"), say("A recording of the library"), u"::audio{src=\"│\"}"_s, {}},
          {say("Gallery"), say("Pictures in a grid"), u"::gallery{src=\"│\"}"_s, {}},
          {say("Demo"), say("Something to try, in the page"), u"::demo{src=\"│\"}"_s, {}},
          {say("Items"), say("A list of items"), u"::items{kind=│}"_s, {}},
          {say("Publications"), say("Your publications"), u"::publications\n│"_s, {}},
          {say("Talks"), say("Your talks"), u"::talks\n│"_s, {}},
          {say("Contents"), say("The headings of this page"), u"::toc\n│"_s, {}},
          {say("Bibliography"), say("The works that are cited"), u"::bibliography\n│"_s, {}},
          {say("Divider"), say("A line between two parts"), u"---\n\n│"_s, {}}};
}

/// Containers behind three colons and more, blocks of one line behind two.
QList<CompletionEntry> directives(const QString& colons) {
  const bool container = colons.size() > 2;
  QList<CompletionEntry> entries;
  const auto add = [&](const QString& name, const QString& detail, const QString& rest) {
    entries.append({name, detail, colons + name + rest, {}});
  };
  if (container) {
    const QString end = u"\n│\n"_s + colons;
    add(u"aside"_s, say("A thought beside the text"), end);
    add(u"details"_s, say("A part that opens on demand"), u"[│]\n\n"_s + colons);
    add(u"columns"_s, say("Blocks side by side"), end);
    add(u"column"_s, say("Several blocks in one column"), end);
    add(u"figure"_s, say("Pictures under one caption"), end);
    add(u"proof"_s, say("It ends with a box"), end);
    for (const NumberedKind& kind : numberedKinds()) {
      const QString name = QString::fromLatin1(kind.name);
      const bool statement =
          name != u"figure" && name != u"table" && name != u"equation" && name != u"section";
      if (statement) add(name, say("A numbered statement"), end);
    }
    return entries;
  }
  add(u"toc"_s, say("The headings of this page"), u"\n│"_s);
  add(u"bibliography"_s, say("The works that are cited"), u"\n│"_s);
  add(u"video"_s, say("A film of the library"), u"{src=\"│\"}"_s);
  add(u"audio"_s, say("A recording of the library"), u"{src=\"│\"}"_s);
  add(u"youtube"_s, say("A card that leads to a film elsewhere"), u"{id=│}"_s);
  add(u"gallery"_s, say("Pictures in a grid"), u"{src=\"│\"}"_s);
  add(u"demo"_s, say("Something to try, in the page"), u"{src=\"│\"}"_s);
  add(u"items"_s, say("A list of items"), u"{kind=│}"_s);
  add(u"publications"_s, say("Your publications"), u"\n│"_s);
  add(u"talks"_s, say("Your talks"), u"\n│"_s);
  return entries;
}

/// Languages of this text first, the most used one on top, then the usual ones, then all others.
QList<CompletionEntry> languages(const QTextDocument& document, const CompletionQuery& query,
                                 const QStringList& known) {
  static const QStringList usual = {
      u"python"_s, u"bash"_s,  u"json"_s, u"yaml"_s,       u"cpp"_s,  u"c"_s,       u"rust"_s,    u"go"_s,
      u"java"_s,   u"julia"_s, u"r"_s,    u"javascript"_s, u"html"_s, u"css"_s,     u"sql"_s,     u"latex"_s,
      u"math"_s,   u"text"_s,  u"diff"_s, u"typescript"_s, u"toml"_s, u"mermaid"_s, u"haskell"_s, u"scala"_s};
  QHash<QString, int> uses;
  for (QTextBlock b = document.firstBlock(); b.isValid(); b = b.next()) {
    const LineState state = LineState::of(b);
    if (state.kind != LineState::Kind::Fence || state.open != LineState::Open::Fence) continue;
    const QString info =
        b.text().trimmed().mid(state.fenceLength).trimmed().section(u' ', 0, 0).section(u'{', 0, 0);
    if (!info.isEmpty() && info != query.typed) ++uses[info];
  }
  QStringList names = uses.keys();
  std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
    return uses[a] != uses[b] ? uses[a] > uses[b] : a < b;
  });
  for (const QString& name : usual + known) {
    if (!names.contains(name)) names.append(name);
  }
  QList<CompletionEntry> entries;
  for (const QString& name : names)
    entries.append({name, {}, name + u"│"_s, {}});
  return entries;
}

QList<CompletionEntry> items(const SiteSnapshot& site) {
  QHash<QString, int> slugs;
  for (const ItemSummary& item : site.items)
    ++slugs[item.slug];
  QList<CompletionEntry> entries;
  for (const ItemSummary& item : site.items) {
    const ContentKind* kind = site.kinds ? site.kinds->find(item.kind) : nullptr;
    QString detail = kind ? kind->label : item.kind;
    if (item.status == Status::Draft) detail += u" · "_s + say("draft");
    // The kind only where the slug alone would not do.
    entries.append(
        {plainTitle(item.title), detail, (slugs[item.slug] > 1 ? item.ref() : item.slug) + u"│"_s, u"]]"_s});
  }
  return entries;
}

QList<CompletionEntry> headings(const QTextDocument& document, const QString& typed) {
  QList<CompletionEntry> entries;
  const QString item = typed.section(u'#', 0, 0);
  for (QTextBlock b = document.firstBlock(); b.isValid(); b = b.next()) {
    if (LineState::of(b).kind != LineState::Kind::Heading) continue;
    const LinePrefix prefix = LinePrefix::of(b.text());
    const QString heading = b.text().mid(prefix.contentStart).section(u" {"_s, 0, 0).trimmed();
    if (!heading.isEmpty()) entries.append({heading, {}, item + u'#' + heading + u"│"_s, u"]]"_s});
  }
  return entries;
}

/// Works of the bibliography. What else can be cited, such as a talk or an article of the author's own, comes
/// behind them, and only when its name is being typed.
QList<CompletionEntry> citations(const SiteSnapshot& site, const QString& typed) {
  QList<CompletionEntry> entries;
  QList<CompletionEntry> others;
  const ContentKind* works = site.kinds ? bibliographyKind(*site.kinds) : nullptr;
  for (const ItemSummary& item : site.items) {
    const ContentKind* kind = site.kinds ? site.kinds->find(item.kind) : nullptr;
    if (!kind || !isCitable(*kind)) continue;
    const QString key = citationKey(item, *kind);
    QString detail = plainTitle(item.title);
    if (!item.authors.isEmpty()) detail += u" · "_s + item.authors.first().family;
    if (kind != works) detail = kind->label + u" · "_s + detail;
    (kind == works ? entries : others).append({key, detail, key + u"│"_s, u"]"_s});
  }
  if (!typed.isEmpty()) entries += others;
  return entries;
}

/// What this text names with {#fig:…}, {#eq:…} and the like.
QList<CompletionEntry> labels(const QTextDocument& document) {
  QList<CompletionEntry> entries;
  for (const TextLabel& label : textLabels(document))
    entries.append({label.id, label.kind + (label.text.isEmpty() ? QString() : u" · "_s + label.text),
                    label.id + u"│"_s, u"]"_s});
  return entries;
}

QList<CompletionEntry> media(const SiteSnapshot& site) {
  QStringList paths = site.media.keys();
  std::sort(paths.begin(), paths.end());
  QList<CompletionEntry> entries;
  for (const QString& path : paths) {
    const QString target = path.contains(u' ') ? u'<' + path + u'>' : path;
    entries.append({path, site.media.value(path).mimeType, target + u"│"_s, u")"_s});
  }
  return entries;
}

/// A container above is not closed yet: a line of colons is about to close it, and Enter must not write
/// another.
bool isContainerOpen(const QTextBlock& before) {
  static const QRegularExpression colons(uR"(^\s*(?:>\s*)*:{3,}\s*(\S?))"_s);
  int closed = 0;
  for (QTextBlock block = before.previous(); block.isValid(); block = block.previous()) {
    if (LineState::of(block).kind != LineState::Kind::Directive) continue;
    const auto match = colons.match(block.text());
    if (!match.hasMatch()) continue;
    if (match.capturedLength(1) == 0) {
      ++closed;
    } else if (closed-- == 0) {
      return true;
    }
  }
  return false;
}

/// 0: begins with it; 1: a word does; 2: contains it; -1: does not fit.
int rank(const CompletionEntry& entry, const QString& typed) {
  if (entry.name.startsWith(typed, Qt::CaseInsensitive)) return 0;
  for (const QString& text : {entry.name, entry.detail}) {
    for (qsizetype at = text.indexOf(typed, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(typed, at + 1, Qt::CaseInsensitive)) {
      if (at == 0 || !text[at - 1].isLetterOrNumber()) return 1;
    }
  }
  return entry.name.contains(typed, Qt::CaseInsensitive) ? 2 : -1;
}

}  // namespace

CompletionData completionData(const Resources& resources) {
  CompletionData data;
  data.languages = {u"math"_s, u"mermaid"_s};
  const QDir folder(resources.path(u"web/typeset/languages"_s));
  for (const QString& file : folder.entryList({u"*.js"_s}, QDir::Files, QDir::Name))
    data.languages.append(file.section(u'.', 0, 0));
  data.languages.removeDuplicates();
  data.symbols = texSymbols(resources);
  return data;
}

QString citationKeyOf(const SiteSnapshot& site, const QString& identifier) {
  const auto same = [&](const ItemSummary& item, const QString& field) {
    return item.fields.value(field).toString().compare(identifier, Qt::CaseInsensitive) == 0;
  };
  for (const ItemSummary& item : site.items) {
    const ContentKind* kind = site.kinds ? site.kinds->find(item.kind) : nullptr;
    if (kind && isCitable(*kind) && (same(item, u"doi"_s) || same(item, u"arxiv"_s)))
      return citationKey(item, *kind);
  }
  return {};
}

std::optional<CompletionQuery> completionAt(const QTextBlock& block, int column, bool asked) {
  const LineState state = LineState::of(block);
  const QString before = block.text().left(column);
  const auto query = [&](Trigger trigger, qsizetype start) {
    return CompletionQuery{trigger, static_cast<int>(start), before.mid(start)};
  };
  if (state.kind == LineState::Kind::Fence && state.open == LineState::Open::Fence) {
    const LinePrefix prefix = LinePrefix::of(before);
    const int fence = prefix.isItem() ? prefix.contentStart : prefix.markerStart;
    const qsizetype start = fence + state.fenceLength;
    const QString info = before.mid(start);
    if (column >= start && !info.contains(u' ') && !info.contains(u'{'))
      return query(Trigger::Language, start);
    return attributeAt(before, true);
  }
  if (auto command = texCommandAt(block, column)) return command;
  if (state.isOpaque()) return std::nullopt;
  if (auto attribute = attributeAt(before, false)) return attribute;
  static const QRegularExpression slash(uR"(^\s*(/[\p{L}\s]{0,20})$)"_s);
  static const QRegularExpression directive(uR"(^\s{0,3}(:{2,}\s?[a-z-]*)$)"_s);
  static const QRegularExpression item(uR"(\[\[([^\[\]|#]*)$)"_s);
  static const QRegularExpression heading(uR"(\[\[([^\[\]|]*#[^\[\]|]*)$)"_s);
  static const QRegularExpression citation(uR"(\[(?:[^\[\]]*[\s;])?-?@([\w:.#$%&+?<>~/-]*)$)"_s);
  static const QRegularExpression target(uR"(\]\(([^()\s]*)$)"_s);
  if (const auto match = slash.match(before); match.hasMatch() && column == block.length() - 1) {
    return query(Trigger::Block, match.capturedStart(1));
  }
  if (asked && block.text().trimmed().isEmpty()) return query(Trigger::Block, before.size());
  if (const auto match = directive.match(before); match.hasMatch()) {
    const bool bare = before.back() == u':' || before.back() == u' ';
    if (bare && !asked && isContainerOpen(block)) return std::nullopt;
    return query(Trigger::Directive, match.capturedStart(1));
  }
  if (const auto match = heading.match(before); match.hasMatch())
    return query(Trigger::Heading, match.capturedStart(1));
  if (const auto match = item.match(before); match.hasMatch())
    return query(Trigger::Item, match.capturedStart(1));
  if (const auto match = citation.match(before); match.hasMatch())
    return query(Trigger::Citation, match.capturedStart(1));
  if (const auto match = target.match(before); match.hasMatch())
    return query(Trigger::Media, match.capturedStart(1));
  return std::nullopt;
}

QList<CompletionEntry> completionsFor(const CompletionQuery& query, const QTextDocument& document,
                                      const SiteSnapshot* site, const CompletionData& data) {
  QList<CompletionEntry> all;
  QString typed = query.typed;
  switch (query.trigger) {
    case Trigger::Block:
      all = blocks();
      typed = typed.mid(typed.startsWith(u'/') ? 1 : 0);
      break;
    case Trigger::Directive:
      all = directives(typed.first(typed.lastIndexOf(u':') + 1));
      typed = typed.mid(typed.lastIndexOf(u':') + 1).trimmed();
      break;
    case Trigger::Language:
      all = languages(document, query, data.languages);
      break;
    case Trigger::Heading:
      all = headings(document, typed);
      typed = typed.section(u'#', 1);
      break;
    case Trigger::Item:
      if (site) all = items(*site);
      break;
    case Trigger::Citation:
      if (site) all = citations(*site, typed);
      all += labels(document);
      break;
    case Trigger::Media:
      if (site) all = media(*site);
      break;
    case Trigger::Tex:
      all = texCommands(site ? site->site.macros : TexMacros(), data.symbols);
      typed = typed.mid(1);
      std::stable_partition(all.begin(), all.end(), [&](const CompletionEntry& entry) {
        return entry.name.startsWith(query.typed, Qt::CaseInsensitive);
      });
      break;
    case Trigger::Attribute:
      all = attributesFor(query, site);
      typed = typed.section(u'=', -1);
      if (typed.startsWith(u'"')) typed.remove(0, 1);
      break;
  }
  // A command that is written out is not to be taken for the beginning of a longer one: Enter ends the line.
  if (query.trigger == Trigger::Tex &&
      std::any_of(all.cbegin(), all.cend(), [&](const CompletionEntry& entry) {
        return entry.name == query.typed && entry.text == entry.name + u'│';
      }))
    return {};
  QList<CompletionEntry> fitting;
  for (int wanted = 0; wanted <= 2; ++wanted) {
    for (const CompletionEntry& entry : all) {
      if (rank(entry, typed) == wanted) fitting.append(entry);
    }
  }
  // What is written out already needs no offer; an attribute, not even when the help of others speaks of it.
  const bool written = !fitting.isEmpty() && fitting.first().text.chopped(1) == query.typed;
  if (written && (fitting.size() == 1 || query.trigger == CompletionQuery::Trigger::Attribute)) return {};
  return fitting;
}

}  // namespace offprint
