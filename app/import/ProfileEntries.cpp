#include "app/import/ProfileEntries.h"

#include <algorithm>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/content/Slug.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Where a list of the profile goes, and how it names what every entry has.
struct ProfileList {
  QString key;
  QString type;       ///< of the CV entry
  QStringList title;  ///< keys, the first that is there counts
  QStringList organisation;
  QStringList start;
};

const QList<ProfileList>& profileLists() {
  static const QList<ProfileList> lists = {
      {u"experience"_s,
       u"work"_s,
       {u"role"_s, u"title"_s, u"position"_s},
       {u"org"_s, u"company"_s},
       {u"start"_s, u"date_start"_s}},
      {u"work"_s,
       u"work"_s,
       {u"role"_s, u"position"_s, u"title"_s},
       {u"org"_s, u"company"_s},
       {u"start"_s, u"date_start"_s}},
      {u"education"_s,
       u"education"_s,
       {u"degree"_s, u"course"_s, u"area"_s},
       {u"institution"_s, u"school"_s, u"org"_s},
       {u"start"_s, u"date_start"_s}},
      {u"awards"_s,
       u"award"_s,
       {u"title"_s, u"name"_s},
       {u"awarder"_s, u"org"_s, u"organization"_s},
       {u"date"_s, u"date_start"_s}},
      {u"certificates"_s,
       u"certificate"_s,
       {u"title"_s, u"name"_s},
       {u"org"_s, u"organization"_s, u"issuer"_s},
       {u"date"_s, u"date_start"_s}},
      {u"skills"_s, u"skill"_s, {u"name"_s}, {}, {}},
      {u"languages"_s, u"language"_s, {u"name"_s}, {}, {}},
  };
  return lists;
}

QString first(const QJsonObject& entry, const QStringList& keys) {
  for (const QString& key : keys)
    if (const QString text = valueText(entry[key]).trimmed(); !text.isEmpty()) return text;
  return {};
}

/// Of a group of skills what it holds; of a language how well it is spoken.
QString levelOf(const QJsonObject& entry) {
  QStringList labels;
  for (const QJsonValue& item : entry[u"items"_s].toArray())
    labels += first(item.toObject(), {u"label"_s, u"name"_s});
  labels.removeAll(QString());
  return labels.isEmpty() ? valueText(entry[u"label"_s]).trimmed() : labels.join(u", "_s);
}

/// Only a link that leads somewhere without the old site is one of an entry.
QString linkOf(const QJsonObject& entry) {
  for (const QString& link : {first(entry, {u"url"_s, u"certificate_url"_s}),
                              valueText(entry[u"button"_s].toObject()[u"url"_s]).trimmed()})
    if (link.startsWith("https://"_L1) || link.startsWith("http://"_L1)) return link;
  return {};
}

FrontMatter matterOf(const ProfileList& list, const QJsonObject& entry, int weight) {
  FrontMatter matter;
  matter.format = FrontMatter::Format::Yaml;
  matter.body = first(entry, {u"summary"_s, u"description"_s, u"desc"_s});
  if (!matter.body.isEmpty()) matter.body += u'\n';
  QString start = first(entry, list.start);
  // The Academic theme knows the year of a course alone.
  if (start.isEmpty()) start = first(entry, {u"year"_s});
  for (const auto& [key, value] :
       {std::pair{u"title"_s, first(entry, list.title)}, std::pair{u"type"_s, list.type},
        std::pair{u"organisation"_s, first(entry, list.organisation)}, std::pair{u"start"_s, start},
        std::pair{u"end"_s, first(entry, {u"end"_s, u"date_end"_s})}, std::pair{u"level"_s, levelOf(entry)},
        std::pair{u"place"_s, first(entry, {u"location"_s})}, std::pair{u"url"_s, linkOf(entry)}}) {
    if (value.isEmpty()) continue;
    matter.values.insert(key, value);
    matter.keyOrder += key;
  }
  matter.values.insert(u"weight"_s, weight);
  matter.keyOrder += u"weight"_s;
  return matter;
}

/// By what it is, not by its place: a new entry before it makes it no other one.
QString pathOf(const QString& file, const ProfileList& list, const FrontMatter& matter,
               const QList<PlannedItem>& before) {
  QStringList words;
  for (const QString& key : {u"title"_s, u"organisation"_s, u"start"_s})
    words += matter.values[key].toString();
  const QString name = slugify(words.join(u' '));
  QString path = u"%1#%2-%3"_s.arg(file, list.key, name);
  const auto taken = [&] {
    return std::any_of(before.begin(), before.end(),
                       [&](const PlannedItem& planned) { return planned.path == path; });
  };
  for (int number = 2; taken(); ++number)
    path = u"%1#%2-%3-%4"_s.arg(file, list.key, name).arg(number);
  return path;
}

Finding untitled(const QString& file, const ProfileList& list, qsizetype at) {
  return {Finding::Level::Warning,
          u"profile.untitled"_s,
          say("Entry %1 of \"%2\" has no %3 and was left out. Add it as a CV entry.")
              .arg(at + 1)
              .arg(list.key, list.title.first()),
          {},
          file,
          0};
}

const ContentKind* kindOfEntries(const KindCatalog& kinds) {
  const QList<ContentKind>& all = kinds.all();
  const auto found = std::find_if(
      all.begin(), all.end(), [](const ContentKind& kind) { return kind.importFolders.contains("cv"_L1); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

QList<PlannedItem> profileEntries(const SourceSettings& settings, const KindCatalog& kinds,
                                  const ForeignContext& context) {
  const ContentKind* kind = kindOfEntries(kinds);
  QList<PlannedItem> items;
  if (!kind) return items;
  for (const ProfileList& list : profileLists()) {
    const QJsonValue value = settings.ownProfile[list.key];
    const QJsonArray entries = (value.isObject() ? value.toObject()[u"courses"_s] : value).toArray();
    for (qsizetype i = 0; i < entries.size(); ++i) {
      const QJsonObject entry = entries[i].toObject();
      const FrontMatter matter = matterOf(list, entry, static_cast<int>(items.size()) + 1);
      PlannedItem planned;
      planned.path = pathOf(settings.ownProfileFile, list, matter, items);
      if (!matter.values.contains(u"title"_s)) {
        planned.findings << untitled(settings.ownProfileFile, list, i);
        items += planned;
        continue;
      }
      planned.folder = settings.ownProfileFile.section(u'/', 0, -2);
      planned.kind = kind;
      planned.hash = files::sha256(QJsonDocument(entry).toJson(QJsonDocument::Compact));
      planned.item = readForeignItem(matter, *kind, context, planned.findings);
      planned.item.slug = slugify(planned.item.title, planned.item.language);
      for (Finding& finding : planned.findings)
        finding.file = settings.ownProfileFile;
      items += planned;
    }
  }
  return items;
}

}  // namespace offprint
