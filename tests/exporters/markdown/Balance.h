#pragma once
#include <QHash>

#include "exporters/markdown/HtmlTags.h"

namespace offprint::test {

/// The tag that is open at the end of `html`, or closes nothing; empty when all is well. Inline Markdown and
/// raw inline HTML may overlap: the page's parser puts that right within the block.
inline QByteArray unbalancedTag(const QByteArray& html) {
  QHash<QByteArray, int> open;
  for (const HtmlTag& tag : scanHtmlTags(html)) {
    if (tag.kind == HtmlTag::Kind::Broken) return "broken";
    if (tag.kind == HtmlTag::Kind::Comment || isVoidElement(tag.name)) continue;
    if (tag.kind == HtmlTag::Kind::Close) {
      if (--open[tag.name] < 0) return '/' + tag.name;
    } else if (!(tag.selfClosing && (open.value("svg") > 0 || open.value("math") > 0))) {
      ++open[tag.name];
    }
  }
  for (auto it = open.constBegin(); it != open.constEnd(); ++it) {
    if (it.value() > 0 && !hasOptionalEnd(it.key())) return it.key();
  }
  return {};
}

}  // namespace offprint::test
