#include "app/content/ContentKind.h"

#include <algorithm>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 largestDescriptor = 1024 * 1024;

Error broken(const QString& file, const QString& what, int line = 0) {
  return makeError(ErrorCode::InvalidInput,
                   say("The content kind in \"%1\" cannot be used: %2").arg(QFileInfo(file).fileName(), what))
      .at(file, line);
}

/// Front-matter keys of ContentItem itself: no field may hide one.
const QStringList& itemKeys() {
  static const QStringList keys = {
      u"kind"_s,       u"uuid"_s,     u"title"_s,   u"slug"_s,     u"status"_s,  u"date"_s,      u"updated"_s,
      u"publishAt"_s,  u"language"_s, u"summary"_s, u"authors"_s,  u"tags"_s,    u"topics"_s,    u"series"_s,
      u"seriesPart"_s, u"pinned"_s,   u"cover"_s,   u"coverAlt"_s, u"aliases"_s, u"permalink"_s, u"created"_s,
      u"modified"_s,   u"body"_s,     u"fields"_s,  u"extra"_s};
  return keys;
}

Result<QJsonDocument> readJson(const QString& file) {
  const auto bytes = files::read(file, largestDescriptor);
  if (!bytes) return bytes.error();
  QJsonParseError problem;
  const QJsonDocument document = QJsonDocument::fromJson(*bytes, &problem);
  if (problem.error != QJsonParseError::NoError) {
    const int line = static_cast<int>(bytes->left(problem.offset).count('\n')) + 1;
    return broken(file, say("it is not valid JSON (%1).").arg(problem.errorString()), line);
  }
  return document;
}

Result<void> onlyKnownKeys(const QJsonObject& json, const QString& file) {
  static const QStringList known = {
      u"id"_s,          u"label"_s,        u"plural"_s,        u"newLabel"_s,
      u"emptyText"_s,   u"icon"_s,         u"order"_s,         u"permalink"_s,
      u"indexPath"_s,   u"itemTemplate"_s, u"indexTemplate"_s, u"indexIntro"_s,
      u"dated"_s,       u"eventDated"_s,   u"writing"_s,       u"inFeed"_s,
      u"hasBody"_s,     u"schemaType"_s,   u"ogType"_s,        u"importFolders"_s,
      u"bibtexType"_s,  u"cslType"_s,      u"fields"_s,        u"homeLists"_s,
      u"standsAlone"_s, u"citable"_s,      u"indexTitle"_s,    u"ownField"_s,
      u"badgeFields"_s};
  for (const QString& key : json.keys()) {
    if (!known.contains(key))
      return broken(file, say("\"%1\" is not known. A kind has: %2.").arg(key, known.join(u", "_s)));
  }
  return {};
}

Result<void> addField(ContentKind& kind, const QJsonValue& json, const QString& file) {
  auto field = FieldSpec::fromJson(json.toObject());
  if (!field) return broken(file, field.error().message);
  if (itemKeys().contains(field->key))
    return broken(file, say("field \"%1\": every item has this key already.").arg(field->key));
  if (kind.field(field->key)) return broken(file, say("the field \"%1\" occurs twice.").arg(field->key));
  kind.fields << *field;
  return {};
}

Result<void> addHomeLists(ContentKind& kind, const QJsonObject& json, const QString& file) {
  static const QStringList known = {u"limit"_s, u"order"_s, u"groupBy"_s, u"types"_s};
  for (auto entry = json.begin(); entry != json.end(); ++entry) {
    const QJsonObject written = entry->toObject();
    for (const QString& key : written.keys()) {
      if (!known.contains(key))
        return broken(file, say("\"homeLists\" holds \"%1\". A list has: %2.").arg(key, known.join(u", "_s)));
    }
    HomeList list;
    list.limit = written[u"limit"_s].toInt(list.limit);
    list.order = written[u"order"_s].toString(list.order);
    list.groupBy = written[u"groupBy"_s].toString();
    for (const QJsonValue type : written[u"types"_s].toArray())
      list.types << type.toString();
    kind.homeLists.insert(entry.key(), list);
  }
  return {};
}

Result<void> checkAddresses(const ContentKind& kind, const QString& file) {
  if (kind.itemTemplate.isEmpty()) return {};
  if (!kind.permalink.startsWith(u'/') || !kind.permalink.contains(u"{slug}"_s))
    return broken(file, say("\"permalink\" must begin with / and hold {slug}, as in /notes/{slug}/."));
  static const QRegularExpression placeholder(u"\\{([^}]*)\\}"_s);
  static const QStringList known = {u"year"_s, u"month"_s, u"day"_s, u"slug"_s, u"kind"_s};
  auto matches = placeholder.globalMatch(kind.permalink);
  while (matches.hasNext()) {
    const QString name = matches.next().captured(1);
    if (!known.contains(name))
      return broken(file,
                    say("\"permalink\" holds {%1}; it may hold {%2}.").arg(name, known.join(u"}, {"_s)));
  }
  return {};
}

/// Kinds of one folder, in the order of file names.
Result<QList<ContentKind>> kindsIn(const QString& folder) {
  QList<ContentKind> kinds;
  for (const QFileInfo& entry : QDir(folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Name)) {
    const auto json = readJson(entry.filePath());
    if (!json) return json.error();
    auto kind = ContentKind::fromJson(json->object(), entry.filePath());
    if (!kind) return kind.error();
    kinds << *kind;
  }
  return kinds;
}

/// Fields that every kind with a page has (common/fields.json): canonical address, search engines, notes.
Result<QList<FieldSpec>> commonFields(const QString& builtIn) {
  const QString file = builtIn + u"/common/fields.json"_s;
  QList<FieldSpec> fields;
  if (!QFileInfo::exists(file)) return fields;
  const auto json = readJson(file);
  if (!json) return json.error();
  ContentKind holder;
  for (const QJsonValue& entry : json->array())
    OFFPRINT_TRY(addField(holder, entry, file));
  return holder.fields;
}

}  // namespace

const FieldSpec* ContentKind::field(const QString& key) const {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const FieldSpec& f) { return f.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

bool ContentKind::isOfOthers(const QJsonObject& itemFields) const {
  const QJsonValue own = itemFields.value(ownField);
  return !ownField.isEmpty() && own.isBool() && !own.toBool();
}

Result<ContentKind> ContentKind::fromJson(const QJsonObject& json, const QString& file) {
  ContentKind kind;
  kind.id = json[u"id"_s].toString();
  static const QRegularExpression word(u"^[a-z][a-z0-9-]*$"_s);
  if (!word.match(kind.id).hasMatch())
    return broken(file,
                  say("\"id\" must begin with a small letter and hold small letters, digits and hyphens."));
  OFFPRINT_TRY(onlyKnownKeys(json, file));
  kind.label = json[u"label"_s].toString();
  if (kind.label.isEmpty()) return broken(file, say("\"label\" is missing."));
  kind.plural = json[u"plural"_s].toString();
  if (kind.plural.isEmpty()) return broken(file, say("\"plural\" is missing."));
  kind.newLabel = json[u"newLabel"_s].toString(say("New %1").arg(kind.label.toLower()));
  kind.emptyText = json[u"emptyText"_s].toString(say("Nothing here yet."));
  kind.icon = json[u"icon"_s].toString(u"file"_s);
  kind.order = json[u"order"_s].toInt(100);
  kind.permalink = json[u"permalink"_s].toString();
  kind.indexPath = json[u"indexPath"_s].toString();
  kind.itemTemplate = json[u"itemTemplate"_s].toString();
  kind.indexTemplate = json[u"indexTemplate"_s].toString();
  kind.indexTitle = json[u"indexTitle"_s].toString(kind.plural);
  kind.indexIntro = json[u"indexIntro"_s].toString();
  kind.dated = json[u"dated"_s].toBool(true);
  kind.eventDated = json[u"eventDated"_s].toBool();
  kind.writing = json[u"writing"_s].toBool();
  kind.inFeed = json[u"inFeed"_s].toBool();
  kind.hasBody = json[u"hasBody"_s].toBool(true);
  kind.schemaType = json[u"schemaType"_s].toString();
  kind.ogType = json[u"ogType"_s].toString(u"website"_s);
  kind.bibtexType = json[u"bibtexType"_s].toString();
  kind.cslType = json[u"cslType"_s].toString();
  kind.ownField = json[u"ownField"_s].toString();
  kind.standsAlone = json[u"standsAlone"_s].toBool();
  kind.citable = json[u"citable"_s].toBool();
  OFFPRINT_TRY(addHomeLists(kind, json[u"homeLists"_s].toObject(), file));
  for (const QJsonValue& folder : json[u"importFolders"_s].toArray())
    kind.importFolders << folder.toString();
  OFFPRINT_TRY(checkAddresses(kind, file));
  if (!kind.indexPath.isEmpty() && (!kind.indexPath.startsWith(u'/') || !kind.indexPath.endsWith(u'/')))
    return broken(file, say("\"indexPath\" must begin and end with /."));
  for (const QJsonValue& field : json[u"fields"_s].toArray())
    OFFPRINT_TRY(addField(kind, field, file));
  const FieldSpec* own = kind.field(kind.ownField);
  if (!kind.ownField.isEmpty() && (!own || own->type != FieldSpec::Type::Boolean))
    return broken(file, say("\"ownField\" must name a field of the type boolean."));
  for (const QJsonValue& badge : json[u"badgeFields"_s].toArray()) {
    if (!kind.field(badge.toString()))
      return broken(file, say("\"badgeFields\" names \"%1\", which is no field.").arg(badge.toString()));
    kind.badgeFields << badge.toString();
  }
  return kind;
}

Result<std::shared_ptr<const KindCatalog>> KindCatalog::load(const QString& builtIn, const QString& own) {
  auto kinds = kindsIn(builtIn);
  if (!kinds) return kinds.error();
  const auto common = commonFields(builtIn);
  if (!common) return common.error();
  if (!own.isEmpty()) {
    const auto added = kindsIn(own);
    if (!added) return added.error();
    for (const ContentKind& kind : *added) {
      kinds->removeIf([&](const ContentKind& other) { return other.id == kind.id; });
      *kinds << kind;
    }
  }
  if (kinds->isEmpty())
    return makeError(
        ErrorCode::NotFound,
        say("The program's content kinds are missing from \"%1\". Install Offprint again.").arg(builtIn));
  std::stable_sort(kinds->begin(), kinds->end(),
                   [](const ContentKind& a, const ContentKind& b) { return a.order < b.order; });
  auto catalog = std::make_shared<KindCatalog>();
  for (ContentKind& kind : *kinds) {
    for (const FieldSpec& field : *common) {
      if (!kind.itemTemplate.isEmpty() && !kind.field(field.key)) kind.fields << field;
    }
    if (catalog->index_.contains(kind.id))
      return makeError(ErrorCode::InvalidInput, say("Two content kinds have the id \"%1\".").arg(kind.id));
    catalog->index_.insert(kind.id, catalog->kinds_.size());
    catalog->kinds_ << kind;
  }
  return std::shared_ptr<const KindCatalog>(catalog);
}

const ContentKind* KindCatalog::find(const QString& id) const {
  const auto found = index_.constFind(id);
  return found == index_.constEnd() ? nullptr : &kinds_[*found];
}

const ContentKind& KindCatalog::usual() const {
  const auto writing =
      std::find_if(kinds_.cbegin(), kinds_.cend(), [](const ContentKind& kind) { return kind.writing; });
  return writing == kinds_.cend() ? kinds_.constFirst() : *writing;
}

const ContentKind& KindCatalog::standingAlone() const {
  const auto page =
      std::find_if(kinds_.cbegin(), kinds_.cend(), [](const ContentKind& kind) { return kind.standsAlone; });
  return page == kinds_.cend() ? usual() : *page;
}

const ContentKind* KindCatalog::citable() const {
  const auto found =
      std::find_if(kinds_.cbegin(), kinds_.cend(), [](const ContentKind& kind) { return kind.citable; });
  return found == kinds_.cend() ? nullptr : &*found;
}

}  // namespace offprint
