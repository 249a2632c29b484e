#include "app/import/MarkdownFolder.h"

#include <algorithm>
#include <QSet>

#include "app/bibliography/CslJson.h"
#include "app/content/FindingSums.h"
#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/import/BundleBibliography.h"
#include "app/import/ImportPlan.h"
#include "app/import/ItemTexts.h"
#include "app/import/MediaIntake.h"
#include "app/import/SectionIntake.h"
#include "app/import/SourceResolver.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Outcome = ImportedItem::Outcome;

/// One import. Everything that is written is written in one transaction.
class MarkdownImport {
 public:
  MarkdownImport(Library& library, const ImportOptions& options, const Task& task)
      : library_(library), options_(options), task_(task), kinds_(library.kinds()) {}

  Result<ImportReport> run(const QString& path) {
    auto folder = readSourceFolder(path, task_);
    if (!folder) return folder.error();
    folder_ = std::move(*folder);
    settings_ = readSourceSettings(folder_);
    report_.source = flavourName(folder_.flavour);
    report_.findings = folder_.findings + settings_.findings;
    auto plan = planImport(folder_, settings_, *kinds_, library_.now(), options_.draftsAsPublished, task_);
    if (!plan) return plan.error();
    plan_ = std::move(*plan);
    OFFPRINT_TRY(completeWorks());
    OFFPRINT_TRY(readLibrary());
    OFFPRINT_TRY(settleAddresses());
    const SourceResolver resolver(folder_, settings_, plan_);
    MediaIntake media(library_, folder_, options_.dryRun);
    const auto work = [&]() -> Result<void> {
      OFFPRINT_TRY(takeItems(resolver, media));
      SectionIntake sections(library_, folder_, settings_, plan_, options_.dryRun);
      OFFPRINT_TRY(sections.run(resolver, media, report_));
      OFFPRINT_TRY(takeOtherFiles(media));
      report_.findings << media.findings();
      return options_.dryRun ? Result<void>() : addReport();
    };
    if (!options_.dryRun) OFFPRINT_TRY(backUp());
    OFFPRINT_TRY(options_.dryRun ? work() : library_.transaction(work));
    return report_;
  }

 private:
  /// A copy of the library first, when something is going to be added to what is there.
  Result<void> backUp() {
    const auto counts = library_.content().counts();
    if (!counts) return counts.error();
    const bool adds = std::any_of(plan_.items.begin(), plan_.items.end(), [this](const PlannedItem& planned) {
      return planned.kind && !knownItem(planned);
    });
    if (counts->all == 0 || !adds) return {};
    const auto copy = library_.snapshot(u"import"_s);
    return copy ? Result<void>() : Result<void>(copy.error());
  }

  /// Works with what lies beside their texts.
  Result<void> completeWorks() {
    const ContentKind* kind = bibliographyKind(*kinds_);
    if (!kind) return {};
    const auto format = BibtexFormat::load(library_.resources());
    if (!format) return format.error();
    mapping_.emplace(*kind, *format);
    works_.emplace(folder_, *mapping_);
    for (PlannedItem& planned : plan_.items)
      works_->complete(planned);
    return {};
  }

  // ---- what the library knows -------------------------------------------------------------------------

  Result<void> readLibrary() {
    const auto records = library_.imports().records(folder_.identity());
    if (!records) return records.error();
    QList<ContentId> ids;
    for (const ImportRecord& record : *records) {
      records_.insert(record.path, record);
      ids << record.item;
    }
    const auto stored = library_.content().summaries(ids);
    if (!stored) return stored.error();
    for (const ItemSummary& row : *stored)
      stored_.insert(row.id, row);
    const auto site = library_.site().get();
    if (!site) return site.error();
    for (ContentKind kind : kinds_->all()) {
      kind.permalink = site->permalinks.value(kind.id).toString(kind.permalink);
      kindsOfSite_.insert(kind.id, kind);
    }
    const auto all = library_.content().list(ContentQuery());
    if (!all) return all.error();
    for (const ItemSummary& row : *all) {
      if (stored_.contains(row.id)) continue;
      claim(addressOf(row), row.ref());
      for (const QString& alias : row.aliases)
        claim(alias, row.ref());
    }
    return {};
  }

  /// The item that was made of this file before, with what the library now knows of it.
  const ItemSummary* knownItem(const PlannedItem& planned) const {
    const auto record = records_.constFind(planned.path);
    if (record == records_.constEnd()) return nullptr;
    const auto row = stored_.constFind(record->item);
    return row == stored_.constEnd() ? nullptr : &*row;
  }

  // ---- addresses --------------------------------------------------------------------------------------

  /// False when another item has the address already.
  bool claim(const QString& address, const QString& owner) {
    if (address.isEmpty()) return true;
    const auto found = owners_.constFind(address);
    if (found != owners_.constEnd()) return *found == owner;
    owners_.insert(address, owner);
    return true;
  }

  /// The address of an item by the site's own patterns.
  QString addressOf(const ItemSummary& row) const {
    const auto kind = kindsOfSite_.constFind(row.kind);
    return kind == kindsOfSite_.constEnd() ? QString() : permalinkOf(*kind, row);
  }

  QString addressOf(const ContentItem& item, const QString& permalink) const {
    ItemSummary row;
    row.kind = item.kind;
    row.slug = item.slug;
    row.date = item.date;
    row.permalink = permalink;
    return addressOf(row);
  }

  Result<void> settleAddresses() {
    for (PlannedItem& planned : plan_.items) {
      if (planned.kind) OFFPRINT_TRY(settleSlug(planned));
    }
    // Pages first: their own addresses go before further addresses of others.
    for (PlannedItem& planned : plan_.items) {
      if (planned.kind) settleAddress(planned);
    }
    for (PlannedItem& planned : plan_.items) {
      if (planned.kind) keepOldAddress(planned);
    }
    return {};
  }

  Result<void> settleSlug(PlannedItem& planned) {
    ContentItem& item = planned.item;
    if (const ItemSummary* known = knownItem(planned)) {
      item.slug = known->slug;
      slugs_.insert(item.ref());
      return {};
    }
    std::optional<Error> failed;
    const QString wanted = item.slug;
    item.slug = uniqueSlug(wanted, [&](const QString& slug) {
      if (slugs_.contains(item.kind + u'/' + slug)) return true;
      const auto taken = library_.content().slugTaken(item.kind, slug);
      if (!taken) failed = taken.error();
      return taken.value_or(false);
    });
    if (failed) return *failed;
    if (item.slug != wanted)
      note(planned, Finding::Level::Note, u"slug.taken"_s,
           say("Another %1 has the slug \"%2\": this one became \"%3\".")
               .arg(planned.kind->label.toLower(), wanted, item.slug));
    slugs_.insert(item.ref());
    return {};
  }

  void settleAddress(PlannedItem& planned) {
    ContentItem& item = planned.item;
    if (const ItemSummary* known = knownItem(planned)) {
      planned.newAddress = addressOf(*known);
      item.permalink = known->permalink;
      claim(planned.newAddress, item.ref());
      return;
    }
    if (planned.oldAddress == u"/"_s) {
      note(planned, Finding::Level::Note, u"home.page"_s,
           say("The home page is composed of sections here: this text became a page of its own."));
      item.permalink.clear();
    } else if (item.permalink.isEmpty() && planned.kind->standsAlone) {
      item.permalink = planned.oldAddress;  // pages stay where they are
    }
    const QString byPattern = addressOf(item, {});
    if (item.permalink == byPattern) item.permalink.clear();
    QString address = item.permalink.isEmpty() ? byPattern : addressOf(item, item.permalink);
    if (!claim(address, item.ref())) {
      note(planned, Finding::Level::Error, u"address.taken"_s,
           say("The address %1 belongs to \"%2\" already: this item got the address of its kind instead. "
               "Change one of the two if links lead here.")
               .arg(address, owners_.value(address)));
      item.permalink.clear();
      address = byPattern;
      claim(address, item.ref());
    }
    planned.newAddress = address;
  }

  /// Where readers and links know it: as a further address, when the new one differs.
  void keepOldAddress(PlannedItem& planned) {
    QStringList kept;
    QStringList wanted = planned.item.aliases;
    if (planned.oldAddress != u"/"_s) wanted << planned.oldAddress;
    for (const QString& alias : std::as_const(wanted)) {
      if (alias.isEmpty() || alias == planned.newAddress || kept.contains(alias)) continue;
      if (planned.newAddress.isEmpty()) continue;
      if (claim(alias, planned.item.ref())) {
        kept << alias;
      } else {
        note(planned, Finding::Level::Warning, u"address.taken"_s,
             say("The old address %1 belongs to \"%2\" already: it does not lead here. Remove it from one of "
                 "the two sources.")
                 .arg(alias, owners_.value(alias)));
      }
    }
    planned.item.aliases = kept;
  }

  static void note(PlannedItem& planned, Finding::Level level, const QString& code, const QString& message) {
    planned.findings << Finding{level, code, message, planned.item.ref(), planned.path, 0};
  }

  // ---- items ------------------------------------------------------------------------------------------

  Result<void> takeItems(const SourceResolver& resolver, MediaIntake& media) {
    qint64 done = 0;
    for (PlannedItem& planned : plan_.items) {
      OFFPRINT_TRY(task_.check());
      task_.report(options_.dryRun ? say("Trying the import") : say("Importing"), ++done, plan_.items.size());
      ImportedItem row;
      row.source = planned.path;
      row.outcome = Outcome::Left;
      if (planned.kind) {
        OFFPRINT_TRY(finishItem(planned, folder_, resolver, media));
        if (works_) works_->seal(planned.item);
        row.kind = planned.kind->id;
        row.slug = planned.item.slug;
        row.title = plainTitle(planned.item.title);
        OFFPRINT_TRY(takeItem(planned, row));
        if (row.outcome != Outcome::Left) ++report_.counts[row.kind];
      }
      row.findings = summedUp(planned.findings);
      report_.items << row;
      planned.item.body.clear();  // stored; a large site need not stay in memory
    }
    return {};
  }

  Result<void> takeItem(PlannedItem& planned, ImportedItem& row) {
    const ItemSummary* known = knownItem(planned);
    if (!known) {
      row.outcome = Outcome::Taken;
      return options_.dryRun ? Result<void>() : insert(planned, row);
    }
    if (known->trashed.isValid()) {
      note(planned, Finding::Level::Note, u"import.trashed"_s,
           say("This was moved to the trash since the last import and was not brought back. Restore it from "
               "the trash if you want it."));
      return {};
    }
    const ImportRecord record = records_.value(planned.path);
    if (record.sourceHash == planned.hash) {
      row.outcome = Outcome::Unchanged;
      planned.findings.clear();  // told by the report of the import that took it
      return {};
    }
    if (record.itemVersion != known->version) {
      note(planned, Finding::Level::Warning, u"import.edited"_s,
           say("This was changed in the source and here since the last import. Yours was kept; compare them "
               "by hand."));
      return {};
    }
    row.outcome = Outcome::Changed;
    return options_.dryRun ? Result<void>() : update(planned, *known);
  }

  Result<void> insert(PlannedItem& planned, ImportedItem& row) {
    ContentItem& item = planned.item;
    if (!item.uuid.isEmpty() && library_.content().find(item.uuid)) item.uuid.clear();
    const auto stored = library_.content().insert(item);
    if (!stored) return stored.error().at(planned.path);
    row.slug = stored->slug;
    return remember(planned, *stored);
  }

  Result<void> update(PlannedItem& planned, const ItemSummary& known) {
    const auto old = library_.content().get(known.id);
    if (!old) return old.error();
    ContentItem next = planned.item;
    next.id = old->id;
    next.version = old->version;
    next.uuid = old->uuid;
    next.created = old->created;
    const auto stored = library_.content().save(next);
    if (!stored) return stored.error().at(planned.path);
    return remember(planned, *stored);
  }

  Result<void> remember(const PlannedItem& planned, const ContentItem& stored) {
    const auto revision = library_.revisions().cut(stored.id, RevisionReason::Import);
    if (!revision) return revision.error();
    return library_.imports().put(
        {folder_.identity(), planned.path, {}, stored.id, planned.hash, stored.version});
  }

  // ---- the rest ---------------------------------------------------------------------------------------

  /// Copies what lies beside texts and says of every file what became of it.
  Result<void> takeOtherFiles(MediaIntake& media) {
    using Role = SourceFile::Role;
    QSet<QString> bibliographies;
    for (const PlannedItem& planned : std::as_const(plan_.items))
      bibliographies << planned.bibliography;
    for (const SourceFile& file : folder_.files) {
      OFFPRINT_TRY(task_.check());
      const QString name = file.path.section(u'/', -1);
      const bool beside =
          file.role == Role::Companion || (file.role == Role::Media && folder_.flavour == SiteFlavour::Hugo);
      const bool document = (file.role == Role::Media || file.role == Role::Static) && isDocumentName(name);
      if ((beside || document) && !bibliographies.contains(file.path)) OFFPRINT_TRY(media.take(file.path));
      if (file.role == Role::Content || file.role == Role::Section) continue;
      report_.otherFiles << file.path + u": "_s + fate(file, media, bibliographies);
    }
    return {};
  }

  QString fate(const SourceFile& file, const MediaIntake& media, const QSet<QString>& bibliographies) const {
    if (const auto taken = media.taken().constFind(file.path); taken != media.taken().constEnd())
      return (taken->known ? say("already here as %1") : say("copied as %1")).arg(taken->path);
    if (const QString why = media.refusal(file.path); !why.isEmpty()) return say("left: %1").arg(why);
    if (bibliographies.contains(file.path)) return say("kept as the BibTeX of the publication beside it");
    if (settings_.read.contains(file.path)) return say("read for the site's settings");
    switch (file.role) {
      case SourceFile::Role::Settings:
        return say("left: settings that Offprint has no place for");
      case SourceFile::Role::Left:
        return say("left: %1").arg(file.reason);
      default:
        return say("left: no text shows it, and it is neither a picture nor a document");
    }
  }

  Result<void> addReport() { return library_.imports().addReport(library_.now(), report_.toJson()); }

  Library& library_;
  const ImportOptions& options_;
  const Task& task_;
  std::shared_ptr<const KindCatalog> kinds_;
  QHash<QString, ContentKind> kindsOfSite_;  ///< with the site's permalink patterns
  SourceFolder folder_;
  SourceSettings settings_;
  ImportPlan plan_;
  std::optional<BibtexMapping> mapping_;  ///< nothing: no kind of the library is cited
  std::optional<BundleBibliography> works_;
  QHash<QString, ImportRecord> records_;  ///< by path
  QHash<ContentId, ItemSummary> stored_;  ///< items that came from this source
  QHash<QString, QString> owners_;        ///< address → item that has it
  QSet<QString> slugs_;                   ///< "kind/slug" given in this import
  ImportReport report_;
};

}  // namespace

Importer markdownFolderImporter() {
  return {u"markdown"_s, say("Folder of Markdown files (Hugo, Jekyll or plain)"), markdownLikelihood,
          [](Library& library, const QString& path, const ImportOptions& options, const Task& task) {
            return MarkdownImport(library, options, task).run(path);
          }};
}

}  // namespace offprint
