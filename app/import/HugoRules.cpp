#include <QHash>

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

Replacement youtube(const MarkupToken& tag, const QString&, const MarkupContext&) {
  const QString id = tag.option(u"id"_s, 0);
  if (id.isEmpty()) return std::nullopt;
  return block(u"::youtube{id=\"%1\"}"_s.arg(attribute(id)));
}

Replacement vimeo(const MarkupToken& tag, const QString&, const MarkupContext&) {
  const QString id = tag.option(u"id"_s, 0);
  if (id.isEmpty()) return std::nullopt;
  return block(u"<https://vimeo.com/%1>"_s.arg(id));
}

Replacement video(const MarkupToken& tag, const QString&, const MarkupContext&) {
  const QString source = tag.option(u"src"_s, 0);
  if (source.isEmpty()) return std::nullopt;
  return block(u"::video{src=\"%1\"}"_s.arg(attribute(source)));
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
  static const QHash<QString, QString> types = {
      {u"tip"_s, u"TIP"_s},         {u"success"_s, u"TIP"_s},  {u"important"_s, u"IMPORTANT"_s},
      {u"warning"_s, u"WARNING"_s}, {u"warn"_s, u"WARNING"_s}, {u"caution"_s, u"CAUTION"_s},
      {u"danger"_s, u"CAUTION"_s},  {u"error"_s, u"CAUTION"_s}};
  const QString type = tag.option(u"type"_s, 0).toLower();
  const QString title = tag.option(u"title"_s, 1);
  QString head = u"> [!%1]"_s.arg(types.value(type, u"NOTE"_s));
  if (!title.isEmpty()) head += u' ' + title;
  return MarkupReplacement{head, true, Inner::Quoted};
}

Replacement citation(const MarkupToken& tag, const QString&, const MarkupContext&) {
  if (tag.values.isEmpty()) return std::nullopt;
  return MarkupReplacement{u"[@"_s + tag.values.join(u"; @"_s) + u']', false, Inner::None};
}

const QHash<QString, Rule>& rules() {
  static const QHash<QString, Rule> table = {
      {u"figure"_s, figure},   {u"img"_s, figure},         {u"image"_s, figure},
      {u"youtube"_s, youtube}, {u"vimeo"_s, vimeo},        {u"video"_s, video},
      {u"gist"_s, gist},       {u"tweet"_s, tweet},        {u"x"_s, tweet},
      {u"ref"_s, reference},   {u"relref"_s, reference},   {u"highlight"_s, highlight},
      {u"code"_s, highlight},  {u"mermaid"_s, mermaid},    {u"math"_s, unwrap},
      {u"katex"_s, unwrap},    {u"mathjax"_s, unwrap},     {u"rawhtml"_s, unwrap},
      {u"toc"_s, contents},    {u"details"_s, details},    {u"spoiler"_s, details},
      {u"expand"_s, details},  {u"collapse"_s, details},   {u"callout"_s, callout},
      {u"notice"_s, callout},  {u"admonition"_s, callout}, {u"hint"_s, callout},
      {u"alert"_s, callout},   {u"cite"_s, citation}};
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
