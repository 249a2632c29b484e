#pragma once
#include "exporters/site/PageComposer.h"

namespace offprint {

/// What an item looks like elsewhere than on its page (app.md section 10): in a feed reader, in the results
/// of a search engine, as the card that a link to it becomes, on paper.
enum class PageForm { Page, Feed, SearchResult, SharingCard, Print };

/// A plain page that shows `page` in another form, by what its own head says of it. `feedHtml` is the text of
/// its feed entry, for PageForm::Feed alone. Findings and outline stay those of the page. Page and Print give
/// the page itself: paper is a matter of the view. Any thread.
RenderedPage formOf(PageForm form, const RenderedPage& page, const Site& site, const QByteArray& feedHtml);

}  // namespace offprint
