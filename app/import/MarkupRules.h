#pragma once
#include <optional>

#include "app/import/MarkupTokens.h"
#include "app/import/TemplateMarkup.h"

namespace offprint {

/// What a tag becomes.
struct MarkupReplacement {
  enum class Inner {
    None,      ///< the tag alone is replaced; a pair's text goes on as it is
    Replaced,  ///< `text` stands for the whole pair
    Quoted,    ///< `text`, then the translated inner text with "> " before each line
    Between,   ///< `text`, the translated inner text, `after`
  };
  QString text;
  bool block = false;  ///< must stand on lines of its own
  Inner inner = Inner::None;
  QString after = {};
  QString lost = {};  ///< what the author is told about a part without a counterpart
};

/// The rule for a shortcode or a Liquid tag; nothing when there is none. `inner` is the text up to the
/// closing tag, null without one. To add a rule: one entry in the table of its file.
std::optional<MarkupReplacement> hugoRule(const MarkupToken& token, const QString& inner,
                                          const MarkupContext& context);
std::optional<MarkupReplacement> liquidRule(const MarkupToken& token, const QString& inner,
                                            const MarkupContext& context);

/// A fenced code block that holds `code` whatever it contains.
QString fencedCode(const QString& code, const QString& info);
/// `![alt](source "caption")` with what needs escaping escaped.
QString imageMarkdown(const QString& source, const QString& alt, const QString& caption);

}  // namespace offprint
