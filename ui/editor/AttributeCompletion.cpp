#include "ui/editor/AttributeCompletion.h"

#include <algorithm>
#include <QHash>
#include <QRegularExpression>

#include "app/content/ContentKind.h"
#include "app/core/Text.h"
#include "exporters/markdown/BlockAttributes.h"
#include "exporters/markdown/References.h"
#include "exporters/site/SiteSnapshot.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Trigger = CompletionQuery::Trigger;

using Values = BlockAttribute::Values;

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
  if (blockAttributes(name.toUtf8()).isEmpty() && labelPrefix(name).isEmpty()) return std::nullopt;
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
  for (const BlockAttribute& attribute : blockAttributes(query.block.toUtf8())) {
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
