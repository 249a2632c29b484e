#include <QHash>
#include <QRegularExpression>

#include "app/import/MarkupRules.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Inner = MarkupReplacement::Inner;
using Replacement = std::optional<MarkupReplacement>;
using Rule = Replacement (*)(const MarkupToken&, const QString& inner, const MarkupContext&);

Replacement highlight(const MarkupToken& tag, const QString& inner, const MarkupContext&) {
  if (inner.isNull()) return std::nullopt;
  return MarkupReplacement{fencedCode(inner, tag.values.value(0)), true, Inner::Replaced};
}

Replacement raw(const MarkupToken&, const QString& inner, const MarkupContext&) {
  if (inner.isNull()) return std::nullopt;
  return MarkupReplacement{inner, false, Inner::Replaced};
}

Replacement comment(const MarkupToken&, const QString& inner, const MarkupContext&) {
  if (inner.isNull()) return std::nullopt;
  QString text = inner;
  return MarkupReplacement{u"<!--"_s + text.replace(u"--"_s, u"- -"_s) + u"-->"_s, false, Inner::Replaced};
}

Replacement reference(const MarkupToken& tag, const QString&, const MarkupContext& context) {
  const QString address = context.address ? context.address(tag.inner) : QString();
  // What leads nowhere stays as written: the check of links reports it with its line.
  return MarkupReplacement{address.isEmpty() ? tag.inner : address, false, Inner::None};
}

Replacement citation(const MarkupToken& tag, const QString&, const MarkupContext&) {
  if (tag.values.isEmpty()) return std::nullopt;
  return MarkupReplacement{u"[@"_s + tag.values.join(u"; @"_s) + u']', false, Inner::None};
}

Replacement gist(const MarkupToken& tag, const QString&, const MarkupContext&) {
  if (tag.values.isEmpty()) return std::nullopt;
  return MarkupReplacement{u"<https://gist.github.com/%1>"_s.arg(tag.values.first()), true, Inner::None};
}

/// `{% include figure.html path="…" %}`, `{% include video.html … %}`, `{% include youtube.html id="…" %}`.
Replacement include(const MarkupToken& tag, const QString&, const MarkupContext&) {
  const QString file = tag.values.value(0).section(u'/', -1).section(u'.', 0, 0).toLower();
  QString source;
  for (const QString& key : {u"path"_s, u"src"_s, u"url"_s, u"image_path"_s, u"id"_s}) {
    if (source.isEmpty()) source = tag.option(key);
  }
  if (source.isEmpty()) return std::nullopt;
  if (file == u"figure"_s || file == u"image"_s || file == u"img"_s) {
    QString caption = tag.option(u"caption"_s);
    if (caption.isEmpty()) caption = tag.option(u"title"_s);
    return MarkupReplacement{imageMarkdown(source, tag.option(u"alt"_s), caption), true, Inner::None};
  }
  if (file == u"youtube"_s || file == u"video"_s) {
    const bool hosted = source.contains(u"youtube"_s) || file == u"youtube"_s;
    const QString id = source.section(u'/', -1).section(u"v="_s, -1);
    return MarkupReplacement{
        hosted ? u"::youtube{id=\"%1\"}"_s.arg(id) : u"::video{src=\"%1\"}"_s.arg(source), true, Inner::None};
  }
  return std::nullopt;
}

/// `{{ site.baseurl }}` and `{{ "/a" | relative_url }}` are how Jekyll spells an address of the site.
Replacement output(const MarkupToken& token) {
  static const QRegularExpression base(u"^site\\.(baseurl|url)$"_s);
  static const QRegularExpression address(
      u"^['\"]([^'\"]*)['\"]\\s*\\|\\s*(relative_url|absolute_url|prepend:\\s*site\\.baseurl)(\\s*\\|.*)?$"_s);
  static const QRegularExpression text(u"^['\"]([^'\"]*)['\"]$"_s);
  if (base.match(token.inner).hasMatch()) return MarkupReplacement{};
  for (const QRegularExpression& pattern : {address, text}) {
    const auto match = pattern.match(token.inner);
    if (match.hasMatch()) return MarkupReplacement{match.captured(1), false, Inner::None};
  }
  return std::nullopt;
}

const QHash<QString, Rule>& rules() {
  static const QHash<QString, Rule> table = {
      {u"highlight"_s, highlight}, {u"raw"_s, raw},         {u"comment"_s, comment},
      {u"post_url"_s, reference},  {u"link"_s, reference},  {u"cite"_s, citation},
      {u"gist"_s, gist},           {u"include"_s, include}, {u"include_relative"_s, include}};
  return table;
}

}  // namespace

Replacement liquidRule(const MarkupToken& token, const QString& inner, const MarkupContext& context) {
  if (token.type == MarkupToken::Type::Output) return output(token);
  const Rule rule = rules().value(token.name);
  return rule ? rule(token, inner, context) : std::nullopt;
}

}  // namespace offprint
