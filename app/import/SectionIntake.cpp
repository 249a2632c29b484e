#include "app/import/SectionIntake.h"

#include <algorithm>
#include <QSet>

#include "app/core/Text.h"
#include "app/import/ItemTexts.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Outcome = ImportedItem::Outcome;

const QString importedKey = u"imported"_s;

}  // namespace

SectionIntake::SectionIntake(Library& library, const SourceFolder& folder, const SourceSettings& settings,
                             ImportPlan& plan, bool dryRun)
    : library_(library), folder_(folder), settings_(settings), plan_(plan), dryRun_(dryRun) {}

void SectionIntake::note(PlannedSection& section, const QString& code, const QString& message) {
  section.findings << Finding{Finding::Level::Note, code, message, {}, section.path, 0};
}

Result<void> SectionIntake::run(const SourceResolver& resolver, MediaIntake& media, ImportReport& report) {
  const auto site = library_.site().get();
  if (!site) return site.error();
  site_ = *site;
  kept_ = site_.extra.value(importedKey).toObject().value(folder_.identity()).toObject();
  const auto topics = library_.collections().list(CollectionRepository::Type::Topic);
  if (!topics) return topics.error();
  for (const Collection& topic : *topics)
    topics_.insert(topic.name, topic);
  const auto redirects = library_.redirects().list();
  if (!redirects) return redirects.error();
  for (const Redirect& redirect : *redirects)
    redirects_.insert(redirect.from, redirect.to);

  for (PlannedSection& section : plan_.sections) {
    OFFPRINT_TRY(finishSection(section, folder_, resolver, media));
    const auto row = take(section);
    if (!row) return row.error();
    report.items << *row;
  }
  std::stable_sort(report.items.begin(), report.items.end(),
                   [](const ImportedItem& a, const ImportedItem& b) { return a.source < b.source; });
  takeSite(resolver, report);
  if (dryRun_) return {};
  OFFPRINT_TRY(addRedirects());
  if (site_ == *site) return {};
  return library_.site().save(site_);
}

Result<ImportedItem> SectionIntake::take(PlannedSection& section) {
  ImportedItem row;
  row.source = section.path;
  row.title = plainTitle(section.title);
  row.place = section.topic.isEmpty() ? section.target : say("topic %1").arg(section.topic);
  row.outcome = Outcome::Left;
  const QJsonObject before = kept_.value(section.path).toObject();
  if (section.hash.isEmpty()) {
    row.findings = section.findings;
    return row;
  }
  if (before.value(u"hash"_s).toString() == section.hash) {
    row.outcome = Outcome::Unchanged;
    return row;
  }
  row.outcome = before.isEmpty() ? Outcome::Taken : Outcome::Changed;
  QJsonObject kept = {{u"hash"_s, section.hash}, {u"values"_s, section.values}};
  if (!section.topic.isEmpty()) {
    note(
        section, u"section.topic"_s,
        say("This section became the topic \"%1\", whose page lists what belongs to it.").arg(section.topic));
    const QString now = topics_.value(section.topic).description;
    if (section.text.isEmpty() || now == section.text) {
      kept.insert(u"text"_s, section.text);
    } else if (now.isEmpty() || now == before.value(u"text"_s).toString()) {
      if (!dryRun_)
        OFFPRINT_TRY(
            library_.collections().describe(CollectionRepository::Type::Topic, section.topic, section.text));
      kept.insert(u"text"_s, section.text);
    } else {
      note(section, u"import.edited"_s, say("The topic has a description of yours: it was kept."));
      kept.insert(u"sourceText"_s, section.text);
    }
  } else {
    note(section, u"section.index"_s,
         section.target.isEmpty() ? say("Offprint makes no page like this one. What the file says was kept "
                                        "with the site's settings.")
                                  : say("Offprint makes this page itself, at %1. What the file says was kept "
                                        "with the site's settings.")
                                        .arg(section.target));
    if (!section.text.isEmpty()) kept.insert(u"text"_s, section.text);
  }
  kept_.insert(section.path, kept);
  row.findings = section.findings;
  return row;
}

/// Old addresses of sections, and of items whose kind has no pages.
Result<void> SectionIntake::addRedirects() {
  QSet<QString> pages;
  QSet<QString> topics;
  for (const PlannedItem& planned : std::as_const(plan_.items)) {
    if (!planned.kind) continue;
    pages << planned.newAddress;
    for (const QString& topic : planned.item.topics) {
      for (qsizetype end = topic.indexOf(u'/'); end >= 0; end = topic.indexOf(u'/', end + 1))
        topics << topic.left(end);
      topics << topic;
    }
  }
  QList<std::pair<QString, QString>> wanted;
  for (const PlannedSection& section : std::as_const(plan_.sections)) {
    // A topic without items has no page to lead to.
    if (section.topic.isEmpty() || topics.contains(section.topic))
      wanted << std::pair(section.oldAddress, section.target);
  }
  for (const PlannedItem& planned : std::as_const(plan_.items)) {
    if (planned.kind && planned.newAddress.isEmpty())
      wanted << std::pair(planned.oldAddress, planned.kind->indexPath);
  }
  for (const auto& [from, to] : std::as_const(wanted)) {
    if (from.isEmpty() || to.isEmpty() || from == to || from == u"/"_s) continue;
    if (pages.contains(from) || redirects_.contains(from) || redirects_.value(to) == from) continue;
    redirects_.insert(from, to);
    OFFPRINT_TRY(library_.redirects().add({from, to, u"imported"_s, library_.now()}));
  }
  return {};
}

/// The entries of a menu that lead somewhere on this site, or elsewhere.
QList<NavigationEntry> SectionIntake::leading(const QList<NavigationEntry>& menu,
                                              const SourceResolver& resolver, ImportReport& report) const {
  QList<NavigationEntry> entries;
  for (NavigationEntry entry : menu) {
    const bool elsewhere = entry.target.contains(u"://"_s) || entry.target.startsWith(u"mailto:"_s);
    const QString written = entry.target;
    if (!elsewhere && !entry.target.startsWith(u'/')) entry.target.prepend(u'/');
    const SourceTarget found = resolver.resolve(entry.target, folder_.contentDir, u"/"_s);
    // "/#papers" is a block of the old home page, which has other sections here.
    const bool page = found.type == SourceTarget::Type::Address && !entry.target.startsWith(u"/#"_s);
    if (page) entry.target = found.text;
    if (page || (elsewhere && found.type == SourceTarget::Type::Elsewhere)) {
      entries << entry;
      continue;
    }
    report.findings << Finding{
        Finding::Level::Note,
        u"menu.left"_s,
        say("The menu's entry “%1” was left: nothing here is at %2. Add one under Site, "
            "Settings, Navigation.")
            .arg(entry.label, written),
        {},
        settings_.menuFile,
        0};
  }
  return entries;
}

/// What the author says of themself, as sections of a home page that is as it was made.
void SectionIntake::takeHome(QStringList& taken) {
  const auto place = std::find_if(site_.home.begin(), site_.home.end(),
                                  [](const Section& section) { return section.type == u"contact"_s; });
  qsizetype at = place - site_.home.begin();
  if (!settings_.about.isEmpty()) {
    site_.home.insert(at++, {u"about"_s, u"prose"_s, say("About"), true, {{u"text"_s, settings_.about}}});
    taken << say("what the author says of themself (a section of the home page)");
  }
  if (!settings_.interests.isEmpty()) {
    site_.home.insert(at, {u"interests"_s,
                           u"chips"_s,
                           say("Interests"),
                           true,
                           {{u"entries"_s, QJsonArray::fromStringList(settings_.interests)}}});
    taken << say("interests (a section of the home page)");
  }
}

void SectionIntake::takeSite(const SourceResolver& resolver, ImportReport& report) {
  const Site before = site_;
  const bool untouched = site_ == Site::starter(library_.name(), {});
  QStringList taken;
  const auto take = [&taken](QString& into, const QString& value, bool replaces, const QString& what) {
    if (value.isEmpty() || value == into || !(replaces || into.isEmpty())) return;
    into = value;
    taken << what;
  };
  if (untouched && !settings_.author.display().isEmpty()) {
    // Only the library's own name stands in it yet: the source knows better.
    site_ = Site::starter(settings_.author.display(), settings_.authorRole);
    site_.author = settings_.author;
    taken << say("author");
  }
  take(site_.title, settings_.title, untouched, say("title"));
  take(site_.language, settings_.language, untouched, say("language"));
  take(site_.description, settings_.description, false, say("description"));
  take(site_.baseUrl, settings_.baseUrl, false, say("address"));
  take(site_.role, settings_.authorRole, false, say("the author's role"));
  take(site_.email, settings_.email, false, say("e-mail address"));
  if (site_.author.display().isEmpty() && !settings_.author.display().isEmpty()) {
    site_.author = settings_.author;
    taken << say("author");
  }
  if (!(site_.author == before.author)) site_.author.self = true;
  if (site_.links.isEmpty() && !settings_.links.isEmpty()) {
    site_.links = settings_.links;
    taken << say("profiles");
  }
  if (untouched) {
    if (const auto menu = leading(settings_.menu, resolver, report); !menu.isEmpty()) {
      site_.navigation = menu;
      taken << say("navigation");
    }
    if (const auto footer = leading(settings_.footer, resolver, report); !footer.isEmpty()) {
      site_.footer = footer;
      taken << say("footer");
    }
    takeHome(taken);
  }
  if (!taken.isEmpty())
    report.findings << Finding{Finding::Level::Note,
                               u"site.settings"_s,
                               say("Of the site's settings these were taken, where the library had none: %1.")
                                   .arg(taken.join(u", "_s)),
                               {},
                               settings_.read.value(0),
                               0};
  if (kept_.isEmpty()) return;
  QJsonObject imported = site_.extra.value(importedKey).toObject();
  imported.insert(folder_.identity(), kept_);
  site_.extra.insert(importedKey, imported);
}

}  // namespace offprint
