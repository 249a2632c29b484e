#pragma once
#include <functional>
#include <memory>

#include "app/content/ContentItem.h"
#include "app/core/Result.h"
#include "app/core/Task.h"
#include "exporters/site/PageComposer.h"

namespace offprint {

class OutputSink;
struct BuildNotes;

struct BuildReport {
  int files = 0;  ///< in the output, marker not counted
  int written = 0;
  int removed = 0;
  int unchanged = 0;
  Findings findings;
  Findings unmade{};  ///< those of them that tell of a file that is not there, or is of an earlier build
};

/// Writes a whole site into a sink: pages, feeds, sitemap, robots, redirects, theme assets, media.
/// Dependency-tracked: what did not change is neither composed nor written. The same input gives the same
/// bytes.
class SiteBuilder {
 public:
  using ItemLoader = std::function<Result<ContentItem>(ContentId)>;

  SiteBuilder(std::shared_ptr<const SiteSnapshot> snapshot, std::shared_ptr<const Theme> theme,
              ItemLoader loadItem, Typesetter* typesetter = nullptr);

  /// Errors of single pages are findings of level error and leave that page's last version; an Error means
  /// that the sink could not be used or the build was cancelled. Each file of the sink is whole at any
  /// moment, old or new; what a build that was cut off did not get to is made by the next. `loadItem` is
  /// called on the thread that calls build(); pages are composed on two threads of its own.
  /// `notes` are those of the last build into this sink, and become this one's when it succeeds; without
  /// them every page with findings is composed again.
  Result<BuildReport> build(OutputSink& sink, const Task& task = {}, BuildNotes* notes = nullptr);

 private:
  std::shared_ptr<const SiteSnapshot> snapshot_;
  std::shared_ptr<const Theme> theme_;
  ItemLoader loadItem_;
  Typesetter* typesetter_;
};

}  // namespace offprint
