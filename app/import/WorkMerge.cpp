#include "app/import/WorkMerge.h"

#include <QJsonArray>

#include "app/bibliography/CitationKeys.h"
#include "app/bibliography/CslJson.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/LinkIndex.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString namesOf(const People& people) {
  QStringList names;
  for (const Person& person : people)
    names << person.display();
  return names.join(u"; "_s);
}

People peopleIn(const QJsonValue& value) {
  People people;
  for (const QJsonValue& person : value.toArray())
    people << Person::fromJson(person.toObject());
  return people;
}

bool isList(const FieldSpec& field) {
  using Type = FieldSpec::Type;
  return field.type == Type::List || field.type == Type::Items || field.type == Type::Table;
}

/// What the program keeps beside a work is nobody's to choose.
bool isOwn(const FieldSpec& field, const ContentKind& kind) {
  static const QStringList kept{u"*source"_s, u"*origin"_s, u"*keys"_s, u"*lookup"_s};
  return kept.contains(field.bibtex) || field.csl == "*"_L1 || field.csl == "citation-key"_L1 ||
         field.key == kind.ownField;
}

bool isEmpty(const QJsonValue& value) {
  if (value.isArray()) return value.toArray().isEmpty();
  if (value.isObject()) return value.toObject().isEmpty();
  if (value.isBool()) return !value.toBool();
  return value.toVariant().toString().isEmpty();
}

QString textOf(const FieldSpec& field, const QJsonValue& value) {
  if (isEmpty(value)) return {};
  if (field.type == FieldSpec::Type::Persons) return namesOf(peopleIn(value));
  if (value.isBool()) return value.toBool() ? say("yes") : say("no");
  for (const FieldSpec::Option& option : field.options)
    if (option.value == value.toString()) return option.label;
  if (!value.isArray()) return value.toVariant().toString();
  QStringList parts;
  for (const QJsonValue& part : value.toArray())
    parts << (part.isObject() ? part.toObject().toVariantMap().first().toString() : part.toString());
  return parts.join(u", "_s);
}

QJsonArray united(const QJsonValue& a, const QJsonValue& b) {
  QJsonArray all = a.toArray();
  for (const QJsonValue& value : b.toArray())
    if (!all.contains(value)) all << value;
  return all;
}

QStringList united(QStringList a, const QStringList& b) {
  for (const QString& text : b)
    if (!a.contains(text)) a << text;
  return a;
}

/// One of the item's own members, by the name that choices have for it.
struct Member {
  QString name;
  QString label;
  std::function<QString(const ContentItem&)> text;
  std::function<void(ContentItem&, const ContentItem&)> take;
};

const QList<Member>& members() {
  static const QList<Member> list{
      {u"title"_s, say("Title"), [](const ContentItem& i) { return i.title; },
       [](ContentItem& to, const ContentItem& from) { to.title = from.title; }},
      {u"authors"_s, say("Authors"), [](const ContentItem& i) { return namesOf(i.authors); },
       [](ContentItem& to, const ContentItem& from) { to.authors = from.authors; }},
      {u"date"_s, say("Date"), [](const ContentItem& i) { return i.date.iso(); },
       [](ContentItem& to, const ContentItem& from) { to.date = from.date; }},
      {u"language"_s, say("Language"), [](const ContentItem& i) { return i.language; },
       [](ContentItem& to, const ContentItem& from) { to.language = from.language; }},
      {u"summary"_s, say("Summary"), [](const ContentItem& i) { return i.summary; },
       [](ContentItem& to, const ContentItem& from) { to.summary = from.summary; }},
      {u"body"_s, say("Text"), [](const ContentItem& i) { return i.body; },
       [](ContentItem& to, const ContentItem& from) { to.body = from.body; }},
      {u"cover"_s, say("Cover"), [](const ContentItem& i) { return i.cover; },
       [](ContentItem& to, const ContentItem& from) {
         to.cover = from.cover;
         to.coverAlt = from.coverAlt;
       }}};
  return list;
}

void keepFormerKey(ContentItem& item, const ContentItem& other, const ContentKind& kind) {
  const FieldSpec* field = bibtexFieldOf(kind, "*keys"_L1);
  if (!field) return;
  QStringList keys = united(formerKeys(summarize(item), kind), formerKeys(summarize(other), kind));
  keys = united(keys, {citationKey(summarize(other), kind)});
  keys.removeAll(citationKey(summarize(item), kind));
  item.fields.insert(field->key, QJsonArray::fromStringList(keys));
}

/// One merge of two items that were read.
class Merging {
 public:
  Merging(Library& library, const ContentItem& kept, const ContentItem& other, const ContentKind& kind)
      : library_(library), kept_(kept), other_(other), kind_(kind) {}

  Result<WorkMerge> run(const QStringList& fromOther) {
    OFFPRINT_TRY(readAddresses());
    const auto pointing = library_.content().backlinks(other_.id);
    if (!pointing) return pointing.error();
    result_.merged = other_.id;
    OFFPRINT_TRY(library_.content().trash(other_.id));
    ContentItem next = mergedWork(kept_, other_, kind_, fromOther);
    if (!otherAddress_.isEmpty() && other_.status != Status::Draft)
      next.aliases = united(united(next.aliases, other_.aliases), {otherAddress_});
    next = withoutItself(follow(next));
    OFFPRINT_TRY(save(kept_, next));
    for (const ContentId id : *pointing) {
      if (id == kept_.id || id == other_.id) continue;
      const auto item = library_.content().get(id);
      if (!item) return item.error();
      if (const ContentItem changed = follow(*item); changed != *item) OFFPRINT_TRY(save(*item, changed));
    }
    OFFPRINT_TRY(followSite());
    return result_;
  }

 private:
  Result<void> readAddresses() {
    const auto from = library_.content().addressOf(other_);
    if (!from) return from.error();
    const auto to = library_.content().addressOf(kept_);
    if (!to) return to.error();
    otherAddress_ = *from;
    renames_.insert(other_.ref(), kept_.ref());
    if (!from->isEmpty() && !to->isEmpty()) renames_.insert(*from, *to);
    return {};
  }

  ContentItem follow(const ContentItem& item) const {
    linkIndex::Renames renames = renames_;
    // A bare [[slug]] may be another item's.
    const auto linked = library_.content().slugTaken(kind_.id, other_.slug);
    if (linked && !*linked) renames.insert(other_.slug, kept_.slug);
    const ContentItem pointed = linkIndex::retargeted(item, library_.kinds()->find(item.kind), renames);
    return linkIndex::recited(pointed, citationKey(summarize(other_), kind_),
                              citationKey(summarize(kept_), kind_));
  }

  /// No version of itself.
  ContentItem withoutItself(ContentItem item) const {
    for (const FieldSpec& field : kind_.fields) {
      if (field.type != FieldSpec::Type::Items || !item.fields.contains(field.key)) continue;
      QJsonArray others;
      for (const QJsonValue& reference : item.fields.value(field.key).toArray())
        if (reference.toString() != kept_.ref() && !others.contains(reference)) others << reference;
      item.fields.insert(field.key, others);
    }
    return item;
  }

  Result<void> save(const ContentItem& before, const ContentItem& after) {
    const auto kept = library_.revisions().cut(before.id, RevisionReason::Replace);
    if (!kept) return kept.error();
    auto saved = library_.content().save(after);
    if (!saved) return saved.error();
    const auto cut = library_.revisions().cut(before.id, RevisionReason::Replace);
    if (!cut) return cut.error();
    result_.changed.append({before, *saved});
    return {};
  }

  Result<void> followSite() {
    const auto site = library_.site().get();
    if (!site) return site.error();
    result_.siteBefore = *site;
    result_.siteAfter = linkIndex::retargeted(*site, renames_);
    return result_.siteBefore == result_.siteAfter ? Result<void>() : library_.site().save(result_.siteAfter);
  }

  Library& library_;
  const ContentItem& kept_;
  const ContentItem& other_;
  const ContentKind& kind_;
  QString otherAddress_;
  linkIndex::Renames renames_;
  WorkMerge result_;
};

}  // namespace

QList<WorkValue> differingValues(const ContentItem& kept, const ContentItem& other, const ContentKind& kind) {
  QList<WorkValue> values;
  for (const Member& member : members())
    if (const QString a = member.text(kept), b = member.text(other); a != b)
      values << WorkValue{member.name, member.label, a, b};
  for (const FieldSpec& field : kind.fields) {
    const QJsonValue a = kept.fields.value(field.key);
    const QJsonValue b = other.fields.value(field.key);
    if (isOwn(field, kind) || a == b || (isEmpty(a) && isEmpty(b))) continue;
    values << WorkValue{field.key, field.label, textOf(field, a), textOf(field, b), isList(field)};
  }
  return values;
}

ContentItem mergedWork(const ContentItem& kept, const ContentItem& other, const ContentKind& kind,
                       const QStringList& fromOther) {
  ContentItem merged = kept;
  for (const Member& member : members())
    if (fromOther.contains(member.name) || (member.text(kept).isEmpty() && !member.text(other).isEmpty()))
      member.take(merged, other);
  for (const FieldSpec& field : kind.fields) {
    const QJsonValue a = kept.fields.value(field.key);
    const QJsonValue b = other.fields.value(field.key);
    if (isOwn(field, kind) || isEmpty(b)) continue;
    if (isList(field)) {
      merged.fields.insert(field.key, united(a, b));
    } else if (isEmpty(a) || fromOther.contains(field.key)) {
      merged.fields.insert(field.key, b);
    }
  }
  // The author's own stays the author's own, whichever entry said so.
  if (!kind.ownField.isEmpty() && other.fields.value(kind.ownField).toBool())
    merged.fields.insert(kind.ownField, true);
  // What was kept by its identifier alone is complete with a work that is; what was public stays public.
  const FieldSpec* mark = bibtexFieldOf(kind, "*lookup"_L1);
  if (mark && !isEmpty(kept.fields.value(mark->key)) && isEmpty(other.fields.value(mark->key))) {
    merged.fields.remove(mark->key);
    merged.title = other.title;
  }
  if (kept.status == Status::Draft && other.status != Status::Draft) {
    merged.status = other.status;
    merged.publishAt = other.publishAt;
  }
  merged.tags = united(kept.tags, other.tags);
  merged.topics = united(kept.topics, other.topics);
  merged.pinned = kept.pinned || other.pinned;
  keepFormerKey(merged, other, kind);
  return merged;
}

Result<WorkMerge> mergeWorks(Library& library, ContentId kept, ContentId other,
                             const QStringList& fromOther) {
  Result<WorkMerge> merge = makeError(ErrorCode::Internal, {});
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    const auto first = library.content().get(kept);
    if (!first) return first.error();
    const auto second = library.content().get(other);
    if (!second) return second.error();
    const auto kinds = library.kinds();
    const ContentKind* kind = kinds->find(first->kind);
    const bool works = kind && isCitable(*kind) && first->kind == second->kind && kept != other &&
                       !first->trashed.isValid() && !second->trashed.isValid();
    if (!works)
      return makeError(ErrorCode::InvalidInput,
                       say("Only two works of one kind that texts cite can be merged. Nothing was changed."));
    const QList<WorkValue> values = differingValues(*first, *second, *kind);
    for (const QString& name : fromOther)
      if (std::none_of(values.begin(), values.end(), [&](const WorkValue& v) { return v.name == name; }))
        return makeError(ErrorCode::InvalidInput,
                         say("“%1” is no value in which the two differ. Nothing was changed.").arg(name));
    merge = Merging(library, *first, *second, *kind).run(fromOther);
    return merge ? Result<void>() : Result<void>(merge.error());
  }));
  return merge;
}

}  // namespace offprint
