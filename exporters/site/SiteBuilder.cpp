#include "exporters/site/SiteBuilder.h"

#include "exporters/site/SiteBuild.h"

namespace offprint {

SiteBuilder::SiteBuilder(std::shared_ptr<const SiteSnapshot> snapshot, std::shared_ptr<const Theme> theme,
                         ItemLoader loadItem)
    : snapshot_(std::move(snapshot)), theme_(std::move(theme)), loadItem_(std::move(loadItem)) {}

Result<BuildReport> SiteBuilder::build(OutputSink& sink, const Task& task) {
  const PageComposer composer(std::make_shared<const SiteMap>(snapshot_), theme_);
  return SiteBuild(composer, loadItem_, sink, task).run();
}

}  // namespace offprint
