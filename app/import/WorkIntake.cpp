#include "app/import/WorkIntake.h"

#include <QJsonDocument>

#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/CitationKeys.h"
#include "app/bibliography/CslJson.h"
#include "app/bibliography/Ris.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/import/KnownWorks.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using State = ProposedWork::State;

FoundWork found(ContentItem item, const ContentKind& kind, int line = 0) {
  settleIdentifiers(item, kind);
  FoundWork work{std::move(item), {}, {}, line};
  for (const FieldSpec& field : kind.fields)
    if (field.csl == "citation-key"_L1) work.key = work.item.fields.take(field.key).toString();
  if (work.item.title.isEmpty()) work.problem = say("This entry has no title.");
  return work;
}

FoundWork unreadable(const QString& problem, const QString& key, int line) {
  FoundWork work;
  work.key = key;
  work.problem = problem;
  work.line = line;
  return work;
}

Result<QList<FoundWork>> readBibtex(const QByteArray& text, const ContentKind& kind,
                                    const Resources& resources) {
  const auto format = BibtexFormat::load(resources);
  if (!format) return format.error();
  const BibtexFile file = BibtexFile::parse(text);
  const BibtexMapping mapping(kind, *format);
  const QList<BibtexEntry> entries = bibtexEntries(file, **format);
  QList<FoundWork> works;
  qsizetype next = 0;
  for (qsizetype i = 0; i < file.parts.size(); ++i) {
    const BibtexPart& part = file.parts.at(i);
    if (part.type == BibtexPart::Type::Broken) works << unreadable(part.problem, part.key, part.problemLine);
    if (next >= entries.size() || entries.at(next).part != i) continue;
    const BibtexEntry& entry = entries.at(next++);
    if (entry.type == "xdata"_L1 || entry.type == "set"_L1) continue;
    ContentItem item = mapping.read(entry).item;
    if (const FieldSpec* source = mapping.declared("*source"_L1)) item.fields.insert(source->key, part.text);
    works << found(std::move(item), kind, entry.line);
  }
  return works;
}

Result<QList<FoundWork>> readRis(const QByteArray& text, const ContentKind& kind,
                                 const Resources& resources) {
  const auto format = RisFormat::load(resources);
  if (!format) return format.error();
  QList<FoundWork> works;
  for (const RisRecord& record : RisFile::parse(text).records) {
    Findings findings;
    works << found(itemFromCsl((*format)->toCsl(record, findings), kind), kind, record.line());
  }
  return works;
}

Result<QList<FoundWork>> readCsl(const QByteArray& text, const ContentKind& kind) {
  QJsonParseError error;
  const QJsonDocument json = QJsonDocument::fromJson(text, &error);
  if (json.isNull())
    return makeError(ErrorCode::InvalidInput,
                     say("This is no whole JSON: line %1 cannot be read. Nothing was added.")
                         .arg(text.left(error.offset).count('\n') + 1),
                     error.errorString());
  return worksOf(json.isArray()               ? json.array()
                 : json["items"_L1].isArray() ? json["items"_L1].toArray()
                                              : QJsonArray{json.object()},
                 kind);
}

const FieldSpec* fieldOf(WorkQuery::Type type, const ContentKind& kind) {
  switch (type) {
    case WorkQuery::Type::Doi:
      return bibtexFieldOf(kind, "doi"_L1);
    case WorkQuery::Type::Arxiv:
      return bibtexFieldOf(kind, "eprint"_L1);
    case WorkQuery::Type::Isbn:
      return bibtexFieldOf(kind, "isbn"_L1);
    default:
      return nullptr;
  }
}

Error noBibliography() {
  return makeError(ErrorCode::Unsupported,
                   say("This library has no kind of content that can be cited. Nothing was changed."));
}

/// Compares works with what is known, one after the other.
class Comparison {
 public:
  Comparison(Library& library, const ContentKind& kind, KnownWorks known, Site site)
      : library_(library), kind_(kind), known_(std::move(known)), site_(std::move(site)) {}

  Result<ProposedWork> judge(const FoundWork& work) {
    ProposedWork proposed;
    proposed.item = work.item;
    proposed.line = work.line;
    if (!work.problem.isEmpty()) {
      proposed.state = State::Unreadable;
      proposed.reason = work.problem;
      if (proposed.item.title.isEmpty()) proposed.item.title = work.key;
      return proposed;
    }
    claimAuthorship(proposed.item, kind_, site_);
    const KnownWorks::Match match = known_.find(summarize(proposed.item));
    proposed.reference = match.reference;
    tell(proposed, match.likeness);
    OFFPRINT_TRY(giveKey(proposed, work.key));
    known_.add(summarize(proposed.item));
    return proposed;
  }

 private:
  /// What the author calls the work; its reference where it has no title.
  QString titleOf(const QString& reference) const {
    const auto item =
        reference.isEmpty() ? makeError(ErrorCode::NotFound, {}) : library_.content().find(reference);
    return item && !item->title.isEmpty() ? plainTitle(item->title) : reference;
  }

  void tell(ProposedWork& proposed, KnownWorks::Likeness likeness) {
    // A work of the same list has no place in the library yet.
    const bool listed = proposed.reference.endsWith(u'/');
    if (listed) proposed.reference.clear();
    const QString other =
        listed ? say("another entry of this list") : u"“%1”"_s.arg(titleOf(proposed.reference));
    switch (likeness) {
      case KnownWorks::Likeness::None:
        return;
      case KnownWorks::Likeness::Same:
        proposed.state = State::Here;
        proposed.reason = say("The same identifier as %1.").arg(other);
        return;
      case KnownWorks::Likeness::Version:
        proposed.state = State::Possible;
        proposed.reason =
            say("Title and first author are those of %1, identifiers are not: preprint and article?")
                .arg(other);
        return;
      case KnownWorks::Likeness::Alike:
        proposed.state = State::Possible;
        proposed.reason = say("Title and first author are those of %1.").arg(other);
        return;
    }
  }

  /// The key of its entry, unless another work has it: texts must go on citing that one.
  Result<void> giveKey(ProposedWork& proposed, const QString& wanted) {
    std::optional<Error> failed;
    const auto taken = [&](const QString& key) {
      const auto holder = library_.content().cited(key);
      if (!holder && holder.error().code != ErrorCode::NotFound) failed = holder.error();
      return holder.has_value() || keys_.contains(key);
    };
    const QString key = wanted.isEmpty() ? suggestedKey(proposed.item, taken) : uniqueSlug(wanted, taken);
    if (failed) return *failed;
    if (!wanted.isEmpty() && key != wanted && proposed.state != State::Here) {
      const auto holder = library_.content().cited(wanted);
      if (holder &&
          plainTitle(holder->title).compare(plainTitle(proposed.item.title), Qt::CaseInsensitive) == 0) {
        proposed.state = State::Here;
        proposed.reference = holder->ref();
        proposed.reason = say("The same key and title as “%1”.").arg(holder->ref());
        return {};
      }
      if (proposed.state == State::New)
        proposed.reason = say("The key %1 belongs to another work: this one gets %2.").arg(wanted, key);
    }
    if (proposed.state != State::Here) keys_ << key;
    setCitationKey(proposed.item, kind_, key);
    return {};
  }

  Library& library_;
  const ContentKind& kind_;
  KnownWorks known_;
  Site site_;
  QSet<QString> keys_;
};

}  // namespace

QString proposalName(State state) {
  switch (state) {
    case State::New:
      return u"new"_s;
    case State::Here:
      return u"here"_s;
    case State::Possible:
      return u"possible"_s;
    case State::Unreadable:
      break;
  }
  return u"unreadable"_s;
}

Result<QList<FoundWork>> readWorks(const WorkQuery& entries, const ContentKind& kind,
                                   const Resources& resources) {
  const QByteArray text = entries.text.toUtf8();
  auto works = entries.type == WorkQuery::Type::Bibtex ? readBibtex(text, kind, resources)
               : entries.type == WorkQuery::Type::Ris  ? readRis(text, kind, resources)
                                                       : readCsl(text, kind);
  if (works && works->isEmpty())
    return makeError(ErrorCode::InvalidInput, say("There is no entry in this text. Nothing was added."));
  return works;
}

QList<FoundWork> worksOf(const QJsonArray& answer, const ContentKind& kind) {
  QList<FoundWork> works;
  for (const QJsonValue& entry : answer)
    works << found(itemFromCsl(entry.toObject(), kind), kind);
  return works;
}

Result<FoundWork> incompleteWork(const WorkQuery& query, const ContentKind& kind) {
  const FieldSpec* mark = bibtexFieldOf(kind, "*lookup"_L1);
  if (!mark || query.toToken().isEmpty())
    return makeError(ErrorCode::Unsupported,
                     say("This cannot be kept until it is looked up. Nothing was added."));
  FoundWork work;
  work.item.kind = kind.id;
  work.item.title = query.text;
  work.item.fields.insert(mark->key, query.toToken());
  if (const FieldSpec* field = fieldOf(query.type, kind)) work.item.fields.insert(field->key, query.text);
  return work;
}

WorkQuery toLookUp(const QJsonObject& fields, const ContentKind& kind) {
  const FieldSpec* mark = bibtexFieldOf(kind, "*lookup"_L1);
  return mark ? WorkQuery::fromToken(fields.value(mark->key).toString()) : WorkQuery();
}

namespace workIntake {

Result<QList<ProposedWork>> propose(Library& library, const QList<FoundWork>& works) {
  const auto kinds = library.kinds();
  const ContentKind* kind = bibliographyKind(*kinds);
  if (!kind) return noBibliography();
  auto known = KnownWorks::of(library, *kind);
  if (!known) return known.error();
  const auto site = library.site().get();
  if (!site) return site.error();
  Comparison comparison(library, *kind, *std::move(known), *site);
  QList<ProposedWork> proposed;
  for (const FoundWork& work : works) {
    auto judged = comparison.judge(work);
    if (!judged) return judged.error();
    proposed << *std::move(judged);
  }
  return proposed;
}

Result<QString> holder(Library& library, const WorkQuery& query) {
  const auto kinds = library.kinds();
  const ContentKind* kind = bibliographyKind(*kinds);
  if (!kind) return noBibliography();
  const FieldSpec* field = fieldOf(query.type, *kind);
  if (!field) return QString();
  const auto known = KnownWorks::of(library, *kind);
  if (!known) return known.error();
  ItemSummary asked;
  asked.fields.insert(field->key, query.text);
  // An ISBN names a book.
  for (const FieldSpec& type : kind->fields)
    for (const FieldSpec::Option& option : type.options)
      if (type.csl == "type"_L1 && option.csl == "book"_L1) asked.fields.insert(type.key, option.value);
  const KnownWorks::Match match = known->find(asked);
  return match.likeness == KnownWorks::Likeness::None ? QString() : match.reference;
}

Result<QList<ContentItem>> add(Library& library, const QList<ProposedWork>& works) {
  const auto kinds = library.kinds();
  QList<ContentItem> stored;
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    for (const ProposedWork& work : works) {
      ContentItem item = work.item;
      const ContentKind* kind = kinds->find(item.kind);
      const bool incomplete = kind && toLookUp(item.fields, *kind).type != WorkQuery::Type::Nothing;
      // A key of a draft could not be cited by a public page.
      item.status = incomplete ? Status::Draft : Status::Published;
      auto added = library.content().insert(item);
      if (!added) return added.error();
      const auto revision = library.revisions().cut(added->id, RevisionReason::Import);
      if (!revision) return revision.error();
      stored << *std::move(added);
    }
    return {};
  }));
  return stored;
}

Result<ContentItem> complete(Library& library, ContentId id, const FoundWork& found) {
  auto item = library.content().get(id);
  if (!item) return item.error();
  const auto kinds = library.kinds();
  const ContentKind* kind = kinds->find(item->kind);
  const FieldSpec* mark = kind ? bibtexFieldOf(*kind, "*lookup"_L1) : nullptr;
  const WorkQuery query = mark ? toLookUp(item->fields, *kind) : WorkQuery();
  if (query.type == WorkQuery::Type::Nothing)
    return makeError(ErrorCode::InvalidInput,
                     say("“%1” is complete: there is nothing to look up.").arg(item->ref()));
  const auto proposed = propose(library, {found});
  if (!proposed) return proposed.error();
  if (proposed->first().state == State::Unreadable)
    return makeError(ErrorCode::Corrupt,
                     say("The record of “%1” has no title. Nothing was changed.").arg(query.text));
  const ContentItem& full = proposed->first().item;
  // What stood there for want of better gives way; what the author wrote stays.
  if (item->title.isEmpty() || item->title == query.text) {
    item->title = full.title;
    if (item->status == Status::Draft) item->slug.clear();
  }
  if (item->authors.isEmpty()) item->authors = full.authors;
  if (item->date.empty()) item->date = full.date;
  if (item->language.isEmpty()) item->language = full.language;
  item->fields.remove(mark->key);
  for (auto it = full.fields.begin(); it != full.fields.end(); ++it)
    if (item->fields.value(it.key()).toVariant().toString().isEmpty()) item->fields.insert(it.key(), *it);
  // Whoever said that it is theirs knows better than the spelling of a name.
  if (!kind->ownField.isEmpty() && !item->fields.value(kind->ownField).toBool())
    item->fields.insert(kind->ownField, full.fields.value(kind->ownField));
  if (item->status == Status::Draft) item->status = Status::Published;
  ContentItem stored;
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    auto saved = library.content().save(*item);
    if (!saved) return saved.error();
    stored = *std::move(saved);
    const auto revision = library.revisions().cut(id, RevisionReason::Import);
    return revision ? Result<void>() : Result<void>(revision.error());
  }));
  return stored;
}

}  // namespace workIntake
}  // namespace offprint
