#include "exporters/site/SiteBuilder.h"

#include "exporters/site/SiteBuild.h"

namespace offprint {

SiteBuilder::SiteBuilder(std::shared_ptr<const SiteSnapshot> snapshot, std::shared_ptr<const Theme> theme,
                         ItemLoader loadItem, Typesetter* typesetter)
    : snapshot_(std::move(snapshot)),
      theme_(std::move(theme)),
      loadItem_(std::move(loadItem)),
      typesetter_(typesetter) {}

Result<BuildReport> SiteBuilder::build(OutputSink& sink, const Task& task, BuildNotes* notes) {
  const PageComposer composer(std::make_shared<const SiteMap>(snapshot_), theme_,
                              Typesetting{typesetter_, -1, task});
  SiteBuild build(composer, loadItem_, sink, task);
  if (notes) build.setLastNotes(*notes);
  auto report = build.run();
  if (report && notes) *notes = build.notes();
  return report;
}

}  // namespace offprint
