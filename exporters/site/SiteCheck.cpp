#include "exporters/site/SiteCheck.h"

#include <algorithm>
#include <QUrl>

#include "app/content/Validation.h"
#include "app/core/Text.h"
#include "app/import/WorkDuplicates.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/site/Address.h"
#include "exporters/site/LinkCheck.h"
#include "exporters/site/SiteBuilder.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

void addOnce(Findings& findings, const Finding& finding) {
  if (!findings.contains(finding)) findings += finding;
}

/// A link to another place of the same page, of which the composer told.
bool toldWithItsLine(const Findings& known, const QString& item, const LinkCheck::Dead& dead) {
  if (dead.target.section(u'#', 0, 0) != dead.page) return false;
  const QString link = u"“#%1”"_s.arg(QUrl::fromPercentEncoding(dead.target.section(u'#', 1).toUtf8()));
  return std::any_of(known.begin(), known.end(), [&](const Finding& finding) {
    return finding.code == "link.dead"_L1 && finding.item == item && finding.message.contains(link);
  });
}

/// What the composer could not know while it made single pages.
Findings linkFindings(const LinkCheck& check, const SiteMap& map, const Findings& known) {
  QSet<QString> told;  // items whose dead links are reported with their lines
  for (const Finding& finding : known)
    if (finding.code == "link.dead"_L1 || finding.code == "image.missing"_L1) told.insert(finding.item);
  Findings findings;
  for (const LinkCheck::Dead& dead : check.dead()) {
    const PageEntry* page = map.pageAt(address::ofPath(dead.page));
    const ItemSummary* item = page ? map.item(page->item) : nullptr;
    const QString ref = item ? item->ref() : QString();
    if (dead.anchor && toldWithItsLine(known, ref, dead)) continue;
    if (dead.anchor) {
      findings += {Finding::Level::Warning,
                   u"link.anchor"_s,
                   say("The page %1 links to %2, but that place is not on the page. Correct the link.")
                       .arg(address::ofPath(dead.page), u'/' + dead.target),
                   ref,
                   {},
                   0};
    } else if (!told.contains(ref) || ref.isEmpty()) {
      findings += {Finding::Level::Warning,
                   u"link.dead"_s,
                   say("The page %1 links to %2, which is not on the site. Correct or remove the link.")
                       .arg(address::ofPath(dead.page), u'/' + dead.target),
                   ref,
                   {},
                   0};
    }
  }
  return findings;
}

/// The items that are not on the site yet: their pages as they would be.
Result<void> checkDrafts(Library& library, const SiteSnapshot& published, std::shared_ptr<const Theme> theme,
                         Typesetter* typesetter, const Task& task, Findings& findings) {
  auto all = SiteSnapshot::of(library, {true, {}, {}});
  if (!all) return all.error();
  QSet<ContentId> known;
  for (const ItemSummary& item : published.items)
    known.insert(item.id);
  const PageComposer composer(std::make_shared<const SiteMap>(*all), std::move(theme),
                              Typesetting{typesetter, -1, task});
  qint64 done = 0;
  for (const PageEntry& entry : composer.map().pages()) {
    if (entry.type != PageEntry::Type::Item || known.contains(entry.item)) continue;
    OFFPRINT_TRY(task.check());
    task.report(say("Drafts"), ++done, all->get()->items.size() - published.items.size());
    const auto item = library.content().get(entry.item);
    if (!item) return item.error();
    const auto page = composer.item(entry, *item);
    if (!page) return page.error();
    for (const Finding& finding : page->findings)
      addOnce(findings, finding);
  }
  return {};
}

Result<void> checkValues(Library& library, const Task& task, Findings& findings) {
  const auto ids = library.content().ids({});
  if (!ids) return ids.error();
  qint64 done = 0;
  for (const ContentId id : *ids) {
    OFFPRINT_TRY(task.check());
    task.report(say("Items"), ++done, ids->size());
    const auto item = library.content().get(id);
    if (!item) return item.error();
    const ContentKind* kind = library.kinds()->find(item->kind);
    if (!kind) continue;  // reported by the map
    for (Finding finding : validate(*item, *kind)) {
      if (finding.item.isEmpty()) finding.item = item->ref();
      addOnce(findings, finding);
    }
  }
  return {};
}

}  // namespace

Result<Findings> checkSite(Library& library, Typesetter* typesetter, const Task& task) {
  task.report(say("Reading the library"));
  auto snapshot = SiteSnapshot::of(library);
  if (!snapshot) return snapshot.error();
  auto theme = Theme::load((*snapshot)->site.theme, (*snapshot)->themeFolders(), (*snapshot)->themeValues());
  if (!theme) return theme.error();
  const auto map = std::make_shared<const SiteMap>(*snapshot);
  const QString home = map->absolute(u"/"_s);
  LinkCheckSink sink(home.isEmpty() ? u"/"_s : QUrl(home).path());
  const auto built =
      SiteBuilder(
          *snapshot, *theme, [&library](ContentId id) { return library.content().get(id); }, typesetter)
          .build(sink, task);
  if (!built) return built.error();
  Findings findings;
  for (const Finding& finding : built->findings)
    addOnce(findings, finding);
  for (const Finding& finding : linkFindings(sink.check(), *map, built->findings))
    addOnce(findings, finding);
  OFFPRINT_TRY(checkDrafts(library, **snapshot, *theme, typesetter, task, findings));
  OFFPRINT_TRY(checkValues(library, task, findings));
  const auto pairs = workDuplicates::find(library);
  if (!pairs) return pairs.error();
  return findings + workDuplicates::findings(*pairs);
}

}  // namespace offprint
