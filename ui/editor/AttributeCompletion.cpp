#include "ui/editor/AttributeCompletion.h"

#include <algorithm>
#include <QHash>
#include <QRegularExpression>

#include "app/content/ContentKind.h"
#include "app/core/Text.h"
#include "exporters/markdown/References.h"
#include "exporters/site/SiteSnapshot.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Trigger = CompletionQuery::Trigger;

/// What the values of an attribute are.
enum class Values { Free, Flag, Media, Kinds, Topics, Tags, Orders, Groups };

struct Attribute {
  const char* name;
  Values values;
  QString help;
};

Attribute width() {
  return {"width", Values::Free, say("Of the page's column: 60%")};
}

/// Of lists of items; resources/help/sections.md.
QList<Attribute> listAttributes() {
  return {{"topic", Values::Topics, say("Items of this topic")},
          {"tag", Values::Tags, say("Items with this tag")},
          {"year", Values::Free, say("Items of this year")},
          {"limit", Values::Free, say("At most so many")},
          {"sort", Values::Orders, say("Which come first")},
          {"groupBy", Values::Groups, say("Under headings")}};
}

QList<Attribute> attributesOf(const QString& name) {
  const Attribute file{"src", Values::Media, say("A file of the library")};
  const Attribute poster{"poster", Values::Media, say("The picture before it plays")};
  const Attribute title{"title", Values::Free, say("What it is, for everybody")};
  if (name == u"video")
    return {file, poster, {"captions", Values::Media, say("A file of captions, .vtt")}, title, width()};
  if (name == u"audio") return {file, {"captions", Values::Media, say("A file of captions, .vtt")}, title};
  if (name == u"youtube")
    return {{"id", Values::Free, say("The eleven characters in the film's address")},
            title,
            poster,
            {"start", Values::Free, say("Seconds from the beginning")},
            width()};
  if (name == u"demo") return {file, title, {"height", Values::Free, say("In pixels, 80 to 4000")}, width()};
  if (name == u"gallery")
    return {file, {"folder", Values::Free, say("All pictures of a folder: media/trip")}};
  if (name == u"items")
    return QList<Attribute>{{"kind", Values::Kinds, say("Items of this kind")}} + listAttributes();
  if (name == u"publications")
    return listAttributes() + QList<Attribute>{{"cited", Values::Flag, say("Those of others, too")}};
  if (name == u"talks") return listAttributes();
  if (name == u"details") return {{"open", Values::Flag, say("Unfolded at first")}, title};
  if (name == u"code")
    return {title,
            {"hl", Values::Free, say("Lines to mark: 3,5-7")},
            {"lines", Values::Flag, say("Number the lines")},
            {"start", Values::Free, say("Number of the first line")}};
  if (name == u"image")
    return {width(),
            {".outset", Values::Flag, say("A little wider than the text")},
            {".wide", Values::Flag, say("As wide as the page has room")}};
  if (name == u"heading") return {{".unnumbered", Values::Flag, say("No number before it")}};
  if (name == u"column" || name == u"columns" || name == u"figure") return {width()};
  return {};
}

/// The name for references to what a block is: "#fig:". Empty: it has none.
QString labelPrefix(const QString& name) {
  const QString kind = name == u"image" ? u"figure"_s : name == u"heading" ? u"section"_s : name;
  for (const NumberedKind& each : numberedKinds()) {
    if (kind == QLatin1StringView(each.name)) return u'#' + QString::fromLatin1(each.prefix) + u':';
  }
  return {};
}

QStringList valuesOf(Values values, const SiteSnapshot* site) {
  QStringList list;
  switch (values) {
    case Values::Orders:
      return {u"date"_s, u"title"_s, u"hand"_s, u"pinned"_s};
    case Values::Groups:
      return {u"year"_s, u"month"_s, u"topic"_s, u"kind"_s, u"status"_s, u"type"_s, u"category"_s};
    case Values::Media:
      if (site) list = site->media.keys();
      break;
    case Values::Kinds:
      if (site && site->kinds) {
        for (const ContentKind& kind : site->kinds->all())
          list.append(kind.id);
      }
      return list;
    case Values::Topics:
    case Values::Tags:
      if (site) {
        for (const ItemSummary& item : site->items)
          list += values == Values::Topics ? item.topics : item.tags;
      }
      break;
    case Values::Free:
    case Values::Flag:
      break;
  }
  list.sort(Qt::CaseInsensitive);
  list.removeDuplicates();
  return list;
}

QString quoted(const QString& value) {
  static const QRegularExpression plain(uR"(^[^\s"'{}=]+$)"_s);
  return plain.match(value).hasMatch() ? value : u'"' + value + u'"';
}

/// What stands in the braces up to the cursor, in words; a quoted value is one with its key.
QStringList wordsOf(const QString& text) {
  static const QRegularExpression word(uR"((?:[^\s"]|"[^"]*"?)+)"_s);
  QStringList words;
  for (auto found = word.globalMatch(text); found.hasNext();)
    words.append(found.next().captured());
  return words;
}

}  // namespace

std::optional<CompletionQuery> attributeAt(const QString& before, bool fence) {
  static const QRegularExpression directive(
      uR"(^\s{0,3}:{2,}\s?([a-z][a-z-]*)\s?(?:\[[^\]]*\])?\{([^{}]*)$)"_s);
  static const QRegularExpression code(
      uR"(^\s*(?:[>*+-]\s+|\d+[.)]\s+)*(?:`{3,}|~{3,})\s*([^\s{`]*)(?:\s*\{|\s+)([^{}`]*)$)"_s);
  static const QRegularExpression image(uR"(!\[[^\]]*\]\([^()]*\)\{([^{}]*)$)"_s);
  static const QRegularExpression heading(uR"(^\s{0,3}#{1,6}\s.*\s\{([^{}]*)$)"_s);
  QString name;
  QString inside;
  const auto found = [&](const QRegularExpression& form, const QString& of) {
    const auto match = form.match(before);
    if (!match.hasMatch()) return false;
    name = of.isEmpty() ? match.captured(1) : of;
    inside = match.captured(match.lastCapturedIndex());
    return true;
  };
  const bool known = found(directive, {}) || (fence && found(code, u"code"_s)) || found(image, u"image"_s) ||
                     found(heading, u"heading"_s);
  if (!known) return std::nullopt;
  if (attributesOf(name).isEmpty() && labelPrefix(name).isEmpty()) return std::nullopt;
  const bool between = inside.isEmpty() || (inside.back().isSpace() && inside.count(u'"') % 2 == 0);
  const QString typed = between ? QString() : wordsOf(inside).constLast();
  CompletionQuery query{Trigger::Attribute, static_cast<int>(before.size() - typed.size()), typed};
  query.block = name;
  query.others = wordsOf(inside.chopped(typed.size()));
  return query;
}

QList<CompletionEntry> attributesFor(const CompletionQuery& query, const SiteSnapshot* site) {
  QList<CompletionEntry> entries;
  const qsizetype equals = query.typed.indexOf(u'=');
  const QString key = query.typed.first(std::max<qsizetype>(equals, 0));
  const auto taken = [&](const QString& name) {
    return std::any_of(query.others.begin(), query.others.end(), [&](const QString& other) {
      return other.section(u'=', 0, 0) == name || (name.startsWith(u'#') && other.startsWith(u'#'));
    });
  };
  if (equals < 0) {
    if (const QString label = labelPrefix(query.block); !label.isEmpty() && !taken(label))
      entries.append({label, say("A name to refer to"), label + u'│', {}});
  }
  for (const Attribute& attribute : attributesOf(query.block)) {
    const QString name = QString::fromLatin1(attribute.name);
    if (equals < 0) {
      if (taken(name)) continue;
      const bool flag = attribute.values == Values::Flag;
      const bool chosen = attribute.values != Values::Free && !flag;
      const QString rest = flag ? u"│"_s : chosen || name == u"width" ? u"=│"_s : u"=\"│\""_s;
      entries.append({name, attribute.help, name + rest, {}});
    } else if (name == key) {
      for (const QString& value : valuesOf(attribute.values, site))
        entries.append({value, {}, key + u'=' + quoted(value) + u'│', {}});
    }
  }
  return entries;
}

}  // namespace offprint
