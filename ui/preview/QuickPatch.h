#pragma once
#include <memory>

#include "ui/preview/PreviewSite.h"

namespace offprint {

/// The page after an edit within one block, made from that block's lines alone: what a person sees at once
/// while a long text is rendered as a whole. Null when it is not sure to be right: when the edit reaches
/// beyond one block, or that block does not render to the same HTML without the rest of the text (it has a
/// footnote, a numbered figure, a link defined elsewhere), or it becomes something else. The whole rendering
/// that follows has the last word. Only `blocks` differ from `base`. Render pool.
std::shared_ptr<const RenderedPage> quickPage(const PreviewSite& site, const RenderedPage& base,
                                              const ContentItem& before, const ContentItem& now);

/// Texts shorter than this render so fast that they are done as a whole at once. UTF-16 units.
constexpr qsizetype quickFrom = 24'000;

}  // namespace offprint
