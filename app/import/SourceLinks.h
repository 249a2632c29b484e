#pragma once
#include <functional>
#include <optional>
#include <QString>

namespace offprint {

/// One address written in a text.
struct SourceLink {
  enum class Form { Link, Image, Html, Wiki, WikiImage };
  QString target;  ///< as written, without angle brackets
  Form form = Form::Link;
  qsizetype at = 0;  ///< where it stands in the text
};

/// Gives every address of a Markdown text to `rewrite` and puts in what it returns; nothing returned leaves
/// the address as it is. Read are links, images, reference definitions, src, href and poster of raw HTML and
/// of directives, and with `wikiLinks` also `[[Note|text]]` and `![[image.png]]`. An address with blanks that
/// Markdown would not take ("a b.png") is offered whole. Code is left alone. Results are percent-encoded as
/// far as Markdown needs it.
QString rewriteLinks(const QString& markdown, bool wikiLinks,
                     const std::function<std::optional<QString>(const SourceLink&)>& rewrite);

/// Percent-encodes what would end or change an address in Markdown or HTML; letters of every script stay.
QString encodedTarget(const QString& target);

}  // namespace offprint
