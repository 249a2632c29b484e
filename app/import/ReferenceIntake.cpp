#include "app/import/ReferenceIntake.h"

#include <QFileInfo>

#include "app/bibliography/CitationKeys.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint {
ReferenceIntake::ReferenceIntake(Library& library, const QString& path, const QString& format,
                                 const ImportOptions& options)
    : library_(library),
      format_(format),
      name_(QFileInfo(path).fileName()),
      options_(options),
      kinds_(library.kinds()),
      kind_(bibliographyKind(*kinds_)) {}

Result<void> ReferenceIntake::begin() {
  if (!kind_)
    return makeError(ErrorCode::Unsupported,
                     say("This library has no kind of content that can be cited. Nothing was changed."));
  auto records = library_.imports().records(source());
  if (!records) return records.error();
  for (const ImportRecord& record : *records)
    records_.insert(record.entry, record);
  const auto site = library_.site().get();
  if (!site) return site.error();
  site_ = *site;
  report_.source = format_;
  auto works = KnownWorks::of(library_, *kind_);
  if (!works) return works.error();
  works_ = *std::move(works);
  return {};
}

QString ReferenceIntake::giveKey(ContentItem& item) {
  const QString key = suggestedKey(item, [this](const QString& given) { return given_.contains(given); });
  given_ << key;
  setCitationKey(item, *kind_, key);
  return key;
}

ImportedItem ReferenceIntake::row(const QString& key, const QString& title) const {
  ImportedItem row;
  row.source = name_;
  row.entry = key;
  row.title = title;
  return row;
}

bool ReferenceIntake::seen(const QString& key) {
  if (seen_.contains(key)) return true;
  seen_ << key;
  return false;
}

void ReferenceIntake::put(const ImportedItem& row) {
  if (row.outcome != ImportedItem::Outcome::Left) ++report_.counts[row.kind];
  report_.items << row;
}

void ReferenceIntake::left(ImportedItem& row, const Finding& finding) {
  row.outcome = ImportedItem::Outcome::Left;
  row.findings.append(finding);
}

void ReferenceIntake::leave(ImportedItem row, const QString& code, const QString& message,
                            Finding::Level level) {
  left(row, {level, code, message, {}, name_, line_});
  put(row);
}

Finding ReferenceIntake::untitled() const {
  return {
      Finding::Level::Warning,
      u"work.untitled"_s,
      say("This entry has no title: its key stands for one. Correct the entry, or write the title into the "
          "work."),
      {},
      name_,
      line_};
}

Result<void> ReferenceIntake::take(ContentItem item, const QString& hash, ImportedItem row,
                                   const QString& origin) {
  claimAuthorship(item, *kind_, site_);
  if (item.title.isEmpty()) {
    item.title = row.entry;
    row.findings.append(untitled());
  }
  item.status = Status::Published;  // a key of a draft could not be cited by a public page
  row.kind = kind_->id;
  row.title = item.title;
  const Result<void> taken =
      records_.contains(row.entry) ? again(item, hash, row, origin) : add(item, hash, row);
  put(row);
  return taken;
}

/// Says what is on the site because of this file although the author did not write it.
void ReferenceIntake::tellOthers() {
  if (others_ == 0) return;
  const QString who = site_.author.display();
  report_.findings.append(
      {Finding::Level::Note,
       u"work.others"_s,
       say("%n work(s) by others, as far as the authors' names tell. Texts can cite them, and each has a "
           "page on "
           "the site, listed under “Works by others”. Move to the trash what is not to be there.",
           others_) +
           u' ' +
           (who.isEmpty()
                ? say("The site has no author yet: set your name under Site, Settings, and import the "
                      "file again to mark your own.")
                : say("Own are those of %1, or of a further spelling under Site, Settings.").arg(who)),
       {},
       name_,
       0});
}

Result<void> ReferenceIntake::finish() {
  tellOthers();
  for (const ImportRecord& record : std::as_const(taken_))
    OFFPRINT_TRY(library_.imports().put(record));
  taken_.clear();
  return {};
}

Result<void> ReferenceIntake::add(ContentItem& item, const QString& hash, ImportedItem& row) {
  const auto known = library_.content().cited(row.entry);
  if (known && known->kind == kind_->id) {
    row.slug = known->slug;
    const FieldSpec* source = bibtexFieldOf(*kind_, "*source"_L1);
    const QString entry = source ? item.fields.value(source->key).toString().trimmed() : QString();
    if (!entry.isEmpty() && known->fields.value(source->key).toString().trimmed() == entry) {
      // From now on it is of this file, with what stands before it there.
      const FieldSpec* origin = bibtexFieldOf(*kind_, "*origin"_L1);
      row.outcome = ImportedItem::Outcome::Unchanged;
      if (options_.dryRun || !origin) return {};
      return follow(*known, item.fields.value(origin->key), hash, row, origin->key);
    }
    left(row,
         {Finding::Level::Warning, u"key.taken"_s,
          say("The library has an item with the citation key “%1”: it was left as it is.").arg(row.entry),
          known->ref(), name_, line_});
    return {};
  }
  if (!known && known.error().code != ErrorCode::NotFound) return known.error();
  std::optional<Error> failed;
  item.slug = uniqueSlug(slugify(item.title, item.language), [&](const QString& candidate) {
    const auto used = library_.content().slugTaken(kind_->id, candidate);
    if (!used) failed = used.error();
    return used.value_or(false);
  });
  if (failed) return *failed;
  row.slug = item.slug;
  row.outcome = ImportedItem::Outcome::Taken;
  compare(item, row);
  if (kind_->isOfOthers(item.fields)) ++others_;
  return options_.dryRun ? Result<void>() : saved(library_.content().insert(item), hash, row);
}

/// Tells of a work that the library, or the file before this line, seems to have under another key. It is
/// taken all the same: only the author knows.
void ReferenceIntake::compare(const ContentItem& item, ImportedItem& row) {
  const ItemSummary work = summarize(item);
  const KnownWorks::Match match = works_->find(work);
  works_->add(work);
  const auto tell = [&](const QString& code, const QString& message) {
    row.findings.append({Finding::Level::Warning, code, message, match.reference, name_, line_});
  };
  switch (match.likeness) {
    case KnownWorks::Likeness::None:
      return;
    case KnownWorks::Likeness::Same:
      return tell(
          u"work.twice"_s,
          say("“%1” has the same DOI or arXiv identifier: the work may be there twice now. Move one to "
              "the trash where it is.")
              .arg(match.reference));
    case KnownWorks::Likeness::Version:
      return tell(u"work.version"_s,
                  say("“%1” has the same title and first author, and other identifiers: where the two are a "
                      "preprint and its article, name it in the field “Versions”.")
                      .arg(match.reference));
    case KnownWorks::Likeness::Alike:
      return tell(u"work.alike"_s,
                  say("“%1” has the same title and first author: the work may be there twice now.")
                      .arg(match.reference));
  }
}

Result<void> ReferenceIntake::again(const ContentItem& item, const QString& hash, ImportedItem& row,
                                    const QString& origin) {
  const ImportRecord& record = records_[row.entry];
  const auto known = library_.content().get(record.item);
  if (!known) {
    ContentItem fresh = item;
    if (known.error().code == ErrorCode::NotFound) return add(fresh, hash, row);
    return known.error();
  }
  row.slug = known->slug;
  const bool edited = known->version != record.itemVersion || known->trashed.isValid();
  if (record.sourceHash == hash) {
    row.outcome = ImportedItem::Outcome::Unchanged;
    if (!edited && nowOwn(*known, item)) {
      row.outcome = ImportedItem::Outcome::Changed;
      if (options_.dryRun) return {};
      ContentItem own = *known;
      own.authors = item.authors;
      own.fields.insert(kind_->ownField, true);
      return saved(library_.content().save(own), hash, row);
    }
    if (edited || origin.isEmpty()) return {};
    return follow(*known, item.fields.value(origin), hash, row, origin);
  }
  if (edited) {
    left(row, {Finding::Level::Warning, u"import.kept"_s,
               say("This entry was edited in the library, or is in the trash: it was left as it is."),
               known->ref(), name_, line_});
    return {};
  }
  row.outcome = ImportedItem::Outcome::Changed;
  if (options_.dryRun) return {};
  ContentItem next = *known;
  next.title = item.title;
  next.authors = item.authors;
  next.date = item.date;
  next.language = item.language;
  for (const FieldSpec& field : kind_->fields)
    if (!field.csl.isEmpty() || !field.bibtex.isEmpty()) next.fields.remove(field.key);
  for (auto it = item.fields.begin(); it != item.fields.end(); ++it)
    next.fields.insert(it.key(), *it);
  return saved(library_.content().save(next), hash, row);
}

/// Whether the author's name was set, or got a further spelling, since a work was taken as that of others.
bool ReferenceIntake::nowOwn(const ContentItem& known, const ContentItem& item) const {
  return kind_->isOfOthers(known.fields) && !kind_->isOfOthers(item.fields);
}

/// The same entry, but something before it moved.
Result<void> ReferenceIntake::follow(ContentItem known, const QJsonValue& place, const QString& hash,
                                     const ImportedItem& row, const QString& origin) {
  if (options_.dryRun || known.fields.value(origin) == place) return {};
  known.fields.insert(origin, place);
  const auto item = library_.content().save(known);
  if (!item) return item.error();
  taken_ << ImportRecord{source(), name_, row.entry, item->id, hash, item->version};
  return {};
}

Result<void> ReferenceIntake::saved(const Result<ContentItem>& item, const QString& hash, ImportedItem& row) {
  if (!item) return item.error();
  row.slug = item->slug;
  // What was stored was given back: it need not be read again for each of thousands.
  const auto revision = library_.revisions().add(*item, RevisionReason::Import);
  if (!revision) return revision.error();
  taken_ << ImportRecord{source(), name_, row.entry, item->id, hash, item->version};
  return {};
}

}  // namespace offprint
