#include <QHash>
#include <QRegularExpression>

#include "app/content/CalloutKinds.h"
#include "app/core/Text.h"
#include "app/import/MarkupRules.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Inner = MarkupReplacement::Inner;
using Replacement = std::optional<MarkupReplacement>;
using Rule = Replacement (*)(const MarkupToken&, const QString& inner, const MarkupContext&);

/// Text for a directive's quoted attribute.
QString attribute(QString text) {
  return text.replace(u'"', u'\'').simplified();
}

/// "](target)", in angle brackets where the address holds blanks or parentheses.
QString linkEnd(const QString& target) {
  static const QRegularExpression plain(u"^[^\\s()<>]+$"_s);
  return plain.match(target).hasMatch() ? u"](%1)"_s.arg(target) : u"](<%1>)"_s.arg(target);
}

QString linkMarkdown(const QString& text, const QString& target) {
  QString shown = text.simplified();
  return u'[' + shown.replace(u'[', u"\\["_s).replace(u']', u"\\]"_s) + linkEnd(target);
}

QString lostPicture(const QString& image) {
  return say("The picture of this card was left out: %1. Add it to the text if it is needed.")
      .arg(image.left(200));
}

Replacement block(const QString& text) {
  return MarkupReplacement{text, true, Inner::None};
}

Replacement figure(const MarkupToken& tag, const QString&, const MarkupContext&) {
  const QString source = tag.option(u"src"_s, 0);
  if (source.isEmpty()) return std::nullopt;
  QStringList caption;
  for (const QString& key : {u"title"_s, u"caption"_s}) {
    if (!tag.option(key).isEmpty()) caption << tag.option(key);
  }
  QString image = imageMarkdown(source, tag.option(u"alt"_s), caption.join(u". "_s));
  const QString link = tag.option(u"link"_s);
  if (!link.isEmpty()) image = u'[' + image + u"]("_s + link + u')';
  return block(image);
}

/// What has one value that matters, in a form of its own: its place is "%1".
Replacement oneValue(const MarkupToken& tag, const QString& key, const QString& form) {
  const QString value = tag.option(key, 0);
  if (value.isEmpty()) return std::nullopt;
  return block(form.arg(attribute(value)));
}

Replacement youtube(const MarkupToken& tag, const QString&, const MarkupContext&) {
  return oneValue(tag, u"id"_s, u"::youtube{id=\"%1\"}"_s);
}

Replacement vimeo(const MarkupToken& tag, const QString&, const MarkupContext&) {
  return oneValue(tag, u"id"_s, u"<https://vimeo.com/%1>"_s);
}

Replacement bilibili(const MarkupToken& tag, const QString&, const MarkupContext&) {
  return oneValue(tag, u"id"_s, u"<https://www.bilibili.com/video/%1>"_s);
}

Replacement video(const MarkupToken& tag, const QString&, const MarkupContext&) {
  return oneValue(tag, u"src"_s, u"::video{src=\"%1\"}"_s);
}

Replacement audio(const MarkupToken& tag, const QString&, const MarkupContext&) {
  return oneValue(tag, u"src"_s, u"::audio{src=\"%1\"}"_s);
}

Replacement gist(const MarkupToken& tag, const QString&, const MarkupContext&) {
  if (tag.values.size() < 2) return std::nullopt;
  return block(u"<https://gist.github.com/%1/%2>"_s.arg(tag.values[0], tag.values[1]));
}

Replacement tweet(const MarkupToken& tag, const QString&, const MarkupContext&) {
  const QString user = tag.option(u"user"_s);
  const QString id = tag.option(u"id"_s);
  if (user.isEmpty() || id.isEmpty()) return std::nullopt;
  return block(u"<https://x.com/%1/status/%2>"_s.arg(user, id));
}

Replacement reference(const MarkupToken& tag, const QString&, const MarkupContext& context) {
  const QString wanted = tag.option(u"path"_s, 0);
  if (wanted.isEmpty()) return std::nullopt;
  const QString address = context.address ? context.address(wanted) : QString();
  // What leads nowhere stays as written: the check of links reports it with its line.
  return MarkupReplacement{address.isEmpty() ? wanted : address, false, Inner::None};
}

Replacement highlight(const MarkupToken& tag, const QString& inner, const MarkupContext&) {
  if (inner.isNull()) return std::nullopt;
  return MarkupReplacement{fencedCode(inner, tag.option(u"lang"_s, 0)), true, Inner::Replaced};
}

Replacement mermaid(const MarkupToken&, const QString& inner, const MarkupContext&) {
  if (inner.isNull()) return std::nullopt;
  return MarkupReplacement{fencedCode(inner, u"mermaid"_s), true, Inner::Replaced};
}

/// Tags that only wrap Markdown or HTML: the inner text is all there is.
Replacement unwrap(const MarkupToken& tag, const QString&, const MarkupContext&) {
  if (tag.partner < 0) return std::nullopt;
  return MarkupReplacement{{}, false, Inner::None};
}

Replacement contents(const MarkupToken&, const QString&, const MarkupContext&) {
  return block(u"::toc"_s);
}

Replacement details(const MarkupToken& tag, const QString&, const MarkupContext&) {
  if (tag.partner < 0) return std::nullopt;
  if (tag.type == MarkupToken::Type::Closing) return block(u":::"_s);
  QString title;
  for (const QString& key : {u"summary"_s, u"title"_s, u"text"_s}) {
    if (title.isEmpty()) title = tag.option(key);
  }
  if (title.isEmpty()) title = tag.values.join(u' ');
  return block(u":::details{title=\"%1\"}"_s.arg(attribute(title)));
}

Replacement callout(const MarkupToken& tag, const QString& inner, const MarkupContext&) {
  if (inner.isNull()) return std::nullopt;
  const CalloutKind* kind = calloutKind(tag.option(u"type"_s, 0).toUtf8());
  const QString title = tag.option(u"title"_s, 1);
  QString head = u"> [!%1]"_s.arg(kind ? QString::fromLatin1(kind->word).toUpper() : u"NOTE"_s);
  if (!title.isEmpty()) head += u' ' + title;
  return MarkupReplacement{head, true, Inner::Quoted};
}

/// Its look is the theme's; what it says and where it leads is a link.
Replacement button(const MarkupToken& tag, const QString& inner, const MarkupContext&) {
  QString target = tag.option(u"url"_s, 0);
  for (const QString& key : {u"href"_s, u"link"_s}) {
    if (target.isEmpty()) target = tag.option(key);
  }
  const QString text = tag.option(u"text"_s);
  if (target.isEmpty() || (text.isEmpty() && (inner.trimmed().isEmpty() || inner.contains(u"\n\n"_s))))
    return std::nullopt;
  if (!text.isEmpty()) return MarkupReplacement{linkMarkdown(text, target), false, Inner::Replaced};
  return MarkupReplacement{u"["_s, false, Inner::Between, linkEnd(target)};
}

/// One of `cards`, which become a list.
Replacement card(const MarkupToken& tag, const QString&, const MarkupContext&) {
  const QString title = tag.option(u"title"_s, 0);
  if (title.isEmpty() || tag.partner >= 0) return std::nullopt;
  QString target = tag.option(u"url"_s);
  if (target.isEmpty()) target = tag.option(u"link"_s);
  QString text = u"- "_s + (target.isEmpty() ? u"**"_s + title + u"**"_s : linkMarkdown(title, target));
  const QString subtitle = tag.option(u"subtitle"_s).simplified();
  if (!subtitle.isEmpty()) text += u": "_s + subtitle;
  MarkupReplacement replacement{text, true};
  if (const QString image = tag.option(u"image"_s); !image.isEmpty()) replacement.lost = lostPicture(image);
  return replacement;
}

/// A card of another site's page.
Replacement embed(const MarkupToken& tag, const QString&, const MarkupContext&) {
  static const QHash<QString, QString> sites = {
      {u"github/repo"_s, u"https://github.com/"_s},
      {u"huggingface/model"_s, u"https://huggingface.co/"_s},
      {u"huggingface/dataset"_s, u"https://huggingface.co/datasets/"_s},
      {u"huggingface/space"_s, u"https://huggingface.co/spaces/"_s}};
  const QString resource = tag.option(u"resource"_s);
  QString target = tag.option(u"url"_s);
  if (target.isEmpty() && !resource.isEmpty()) {
    const QString site = sites.value(tag.option(u"platform"_s) + u'/' + tag.option(u"type"_s));
    if (!site.isEmpty()) target = site + resource;
  }
  if (target.isEmpty()) return std::nullopt;
  QString title = tag.option(u"title"_s);
  if (title.isEmpty()) title = resource.isEmpty() ? target : resource;
  QString text = linkMarkdown(title, target);
  const QString description = tag.option(u"description"_s).simplified();
  if (!description.isEmpty()) text += u": "_s + description;
  MarkupReplacement replacement{text, true};
  if (const QString image = tag.option(u"image"_s); !image.isEmpty()) replacement.lost = lostPicture(image);
  return replacement;
}

/// A sign of the theme's set, without words.
Replacement icon(const MarkupToken& tag, const QString&, const MarkupContext&) {
  MarkupReplacement replacement;
  replacement.lost =
      say("The icon \"%1\" has no counterpart and was left out. Where it says something that the "
          "words do not, put a picture or a sign there.")
          .arg(tag.option(u"name"_s, 0).left(80));
  return replacement;
}

/// A link to a file of the site, the text between the tags.
Replacement staticFile(const MarkupToken& tag, const QString& inner, const MarkupContext&) {
  const QString file = tag.values.value(0);
  if (file.isEmpty() || inner.trimmed().isEmpty() || inner.contains(u"\n\n"_s)) return std::nullopt;
  const bool whole = file.startsWith(u'/') || file.contains(u"://"_s);
  return MarkupReplacement{u"["_s, false, Inner::Between, linkEnd(whole ? file : u'/' + file)};
}

Replacement citation(const MarkupToken& tag, const QString&, const MarkupContext& context) {
  // HugoBlox cites a page of the site: "/publications/preprint".
  const QString page = tag.option(u"page"_s);
  const QString address = page.isEmpty() || !context.address ? QString() : context.address(page);
  const QString slug = address.section(u'/', -1, -1, QString::SectionSkipEmpty);
  if (!slug.isEmpty()) return MarkupReplacement{u"[[publication/"_s + slug + u"]]"_s};
  if (tag.values.isEmpty()) return std::nullopt;
  return MarkupReplacement{u"[@"_s + tag.values.join(u"; @"_s) + u']', false, Inner::None};
}

const QHash<QString, Rule>& rules() {
  static const QHash<QString, Rule> table = {{u"figure"_s, figure},    {u"img"_s, figure},
                                             {u"image"_s, figure},     {u"youtube"_s, youtube},
                                             {u"vimeo"_s, vimeo},      {u"video"_s, video},
                                             {u"audio"_s, audio},      {u"bilibili"_s, bilibili},
                                             {u"gist"_s, gist},        {u"tweet"_s, tweet},
                                             {u"x"_s, tweet},          {u"ref"_s, reference},
                                             {u"relref"_s, reference}, {u"highlight"_s, highlight},
                                             {u"code"_s, highlight},   {u"mermaid"_s, mermaid},
                                             {u"math"_s, unwrap},      {u"katex"_s, unwrap},
                                             {u"mathjax"_s, unwrap},   {u"rawhtml"_s, unwrap},
                                             {u"steps"_s, unwrap},     {u"fragment"_s, unwrap},
                                             {u"cards"_s, unwrap},     {u"card"_s, card},
                                             {u"button"_s, button},    {u"embed"_s, embed},
                                             {u"icon"_s, icon},        {u"staticref"_s, staticFile},
                                             {u"toc"_s, contents},     {u"details"_s, details},
                                             {u"spoiler"_s, details},  {u"expand"_s, details},
                                             {u"collapse"_s, details}, {u"callout"_s, callout},
                                             {u"notice"_s, callout},   {u"admonition"_s, callout},
                                             {u"hint"_s, callout},     {u"alert"_s, callout},
                                             {u"cite"_s, citation}};
  return table;
}

}  // namespace

Replacement hugoRule(const MarkupToken& token, const QString& inner, const MarkupContext& context) {
  const Rule rule = rules().value(token.name);
  return rule ? rule(token, inner, context) : std::nullopt;
}

QString fencedCode(const QString& code, const QString& info) {
  qsizetype longest = 2;
  qsizetype run = 0;
  for (const QChar c : code) {
    run = c == u'`' ? run + 1 : 0;
    longest = qMax(longest, run);
  }
  const QString fence(longest + 1, u'`');
  QString text = code;
  while (text.startsWith(u'\n'))
    text.remove(0, 1);
  while (text.endsWith(u'\n') || text.endsWith(u' '))
    text.chop(1);
  return fence + info + u'\n' + text + u'\n' + fence;
}

QString imageMarkdown(const QString& source, const QString& alt, const QString& caption) {
  QString description = alt;
  description.replace(u'[', u"\\["_s).replace(u']', u"\\]"_s);
  QString title = caption.simplified();
  title.replace(u'"', u"\\\""_s);
  // Angle brackets let the address hold blanks and parentheses.
  return u"![%1](<%2>%3)"_s.arg(description, source, title.isEmpty() ? QString() : u" \"%1\""_s.arg(title));
}

}  // namespace offprint
