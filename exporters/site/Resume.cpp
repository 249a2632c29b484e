#include "exporters/site/Resume.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>

#include "app/bibliography/CslJson.h"
#include "app/content/PlainText.h"
#include "exporters/site/CardView.h"
#include "exporters/site/FieldView.h"
#include "exporters/site/ListView.h"
#include "exporters/site/MailView.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QString kResumeSchema =
    u"https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"_s;

/// One object of the schema. What is empty is left out: the schema has no empty dates and addresses.
class Entry {
 public:
  explicit Entry(const ItemSummary& item) : item_(item) {}

  QString field(const QString& key) const { return item_.fields.value(key).toString().trimmed(); }
  QString title() const { return plainTitle(item_.title); }

  Entry& put(const QString& key, const QString& value) {
    if (!value.isEmpty()) json_.insert(key, value);
    return *this;
  }
  Entry& address(const QString& key, const QString& written) {
    const QUrl url(written, QUrl::StrictMode);
    const bool onWeb = (url.scheme() == "https"_L1 || url.scheme() == "http"_L1) && !url.host().isEmpty();
    return put(key, onWeb && url.isValid() ? QString::fromLatin1(url.toEncoded()) : QString());
  }
  Entry& date(const QString& key, const Date& date) {
    return put(key, date.yearNumber() > 0 ? date.iso() : QString());
  }
  Entry& period() { return date(u"startDate"_s, begin()).date(u"endDate"_s, Date::lenient(field(u"end"_s))); }
  Entry& once() { return date(u"date"_s, begin()); }
  Entry& summary() { return put(u"summary"_s, introduction(item_, kLongest)); }
  /// What work and service have alike.
  Entry& engagement() {
    return address(u"url"_s, field(u"organisationUrl"_s))
        .period()
        .summary()
        .texts(u"highlights"_s, list(u"highlights"_s));
  }
  Entry& texts(const QString& key, QStringList values) {
    values.removeAll(QString());
    if (!values.isEmpty()) json_.insert(key, QJsonArray::fromStringList(values));
    return *this;
  }
  QStringList list(const QString& key) const {
    QStringList values;
    for (const QJsonValue value : item_.fields.value(key).toArray())
      values << plainTitle(value.toString());
    return values;
  }
  const QJsonObject& json() const { return json_; }

 private:
  static constexpr int kLongest = 2000;  ///< characters of a summary

  Date begin() const {
    const Date start = Date::lenient(field(u"start"_s));
    return start.empty() ? item_.date : start;
  }

  const ItemSummary& item_;
  QJsonObject json_;
};

/// The words of a choice.
QString choice(const ContentKind& kind, const Entry& entry, const QString& key) {
  const FieldSpec* field = kind.field(key);
  const QString value = entry.field(key);
  for (const FieldSpec::Option& option : field ? field->options : QList<FieldSpec::Option>())
    if (option.value == value) return option.label;
  return value;
}

QJsonObject work(const ContentKind&, Entry entry) {
  return entry.put(u"name"_s, entry.field(u"organisation"_s))
      .put(u"position"_s, entry.title())
      .put(u"location"_s, entry.field(u"place"_s))
      .engagement()
      .json();
}

QJsonObject education(const ContentKind&, Entry entry) {
  return entry.put(u"institution"_s, entry.field(u"organisation"_s))
      .address(u"url"_s, entry.field(u"organisationUrl"_s))
      .put(u"area"_s, entry.title())
      .put(u"studyType"_s, entry.field(u"degree"_s))
      .period()
      .texts(u"courses"_s, entry.list(u"highlights"_s))
      .json();
}

/// Courses are an education of their own: the schema has no other place for where they were taken.
QJsonObject coursework(const ContentKind& kind, Entry entry) {
  QJsonObject json = education(kind, entry);
  json.remove(u"area"_s);
  QStringList courses = entry.list(u"highlights"_s);
  courses.prepend(entry.title());
  json.insert(u"courses"_s, QJsonArray::fromStringList(courses));
  return json;
}

QJsonObject award(const ContentKind&, Entry entry) {
  return entry.put(u"title"_s, entry.title())
      .once()
      .put(u"awarder"_s, entry.field(u"organisation"_s))
      .summary()
      .json();
}

QJsonObject certificate(const ContentKind&, Entry entry) {
  return entry.put(u"name"_s, entry.title())
      .once()
      .address(u"url"_s, entry.field(u"url"_s))
      .put(u"issuer"_s, entry.field(u"organisation"_s))
      .json();
}

QJsonObject volunteer(const ContentKind& kind, Entry entry) {
  const QString role = choice(kind, entry, u"serviceRole"_s);
  const QString organisation = entry.field(u"organisation"_s);
  const bool whole = organisation.isEmpty() && !role.isEmpty();  // the title is what it was for
  return entry.put(u"organization"_s, whole ? entry.title() : organisation)
      .put(u"position"_s, whole ? role : entry.title())
      .engagement()
      .json();
}

QJsonObject skill(const ContentKind&, Entry entry) {
  const QStringList levels = entry.field(u"level"_s).split(u',', Qt::SkipEmptyParts);
  QStringList keywords;
  if (levels.size() > 1)
    for (const QString& level : levels)
      keywords << level.trimmed();
  return entry.put(u"name"_s, entry.title())
      .put(u"level"_s, levels.size() == 1 ? levels.constFirst() : QString())
      .texts(u"keywords"_s, keywords + entry.list(u"highlights"_s))
      .json();
}

QJsonObject language(const ContentKind&, Entry entry) {
  return entry.put(u"language"_s, entry.title()).put(u"fluency"_s, entry.field(u"level"_s)).json();
}

QJsonObject interest(const ContentKind&, Entry entry) {
  return entry.put(u"name"_s, entry.title()).texts(u"keywords"_s, entry.list(u"highlights"_s)).json();
}

/// Where an entry of the CV goes in the schema, by its type.
struct Place {
  QString type;
  QString section;
  QJsonObject (*make)(const ContentKind&, Entry);
};

const QList<Place>& places() {
  static const QList<Place> table{{u"work"_s, u"work"_s, work},
                                  {u"teaching"_s, u"work"_s, work},
                                  {u"education"_s, u"education"_s, education},
                                  {u"coursework"_s, u"education"_s, coursework},
                                  {u"award"_s, u"awards"_s, award},
                                  {u"grant"_s, u"awards"_s, award},
                                  {u"certificate"_s, u"certificates"_s, certificate},
                                  {u"skill"_s, u"skills"_s, skill},
                                  {u"language"_s, u"languages"_s, language},
                                  {u"interest"_s, u"interests"_s, interest},
                                  {u"service"_s, u"volunteer"_s, volunteer},
                                  {u"mentoring"_s, u"volunteer"_s, volunteer},
                                  {u"volunteering"_s, u"volunteer"_s, volunteer},
                                  {u"membership"_s, u"volunteer"_s, volunteer}};
  return table;
}

QJsonObject publication(const SiteMap& map, const ItemSummary& work) {
  Entry entry(work);
  const PageEntry* page = map.pageOf(work.id);
  const QString own = page ? map.absolute(page->address) : QString();
  const QString doi = entry.field(u"doi"_s);
  return entry.put(u"name"_s, entry.title())
      .put(u"publisher"_s, entry.field(u"venue"_s))
      .date(u"releaseDate"_s, work.date)
      .address(u"url"_s, !own.isEmpty()  ? own
                         : doi.isEmpty() ? entry.field(u"url"_s)
                                         : u"https://doi.org/"_s + doi)
      .json();
}

QJsonObject project(const ItemSummary& item) {
  Entry entry(item);
  const QString role = entry.field(u"role"_s);
  return entry.put(u"name"_s, entry.title())
      .put(u"description"_s, introduction(item))
      .texts(u"keywords"_s, entry.list(u"stack"_s))
      .texts(u"roles"_s, {role})
      .date(u"startDate"_s, Date::lenient(entry.field(u"start"_s)))
      .date(u"endDate"_s, Date::lenient(entry.field(u"end"_s)))
      .address(u"url"_s, entry.field(u"repository"_s))
      .json();
}

QJsonObject basics(const SiteMap& map) {
  const SiteSnapshot& snapshot = map.snapshot();
  const Site& site = snapshot.site;
  QJsonObject json;
  const auto put = [&json](const QString& key, const QString& value) {
    if (!value.isEmpty()) json.insert(key, value);
  };
  put(u"name"_s, site.author.display().isEmpty() ? site.title : site.author.display());
  put(u"label"_s, site.role);
  put(u"email"_s, shownMail(snapshot));
  put(u"url"_s, map.absolute(u"/"_s));
  put(u"summary"_s, plainTitle(site.description));
  QJsonArray profiles;
  for (const SocialLink& link : site.links) {
    const QUrl url(link.url, QUrl::StrictMode);
    if (!url.isValid() || !url.scheme().startsWith("http"_L1)) continue;
    QJsonObject profile{{u"network"_s, link.label}, {u"url"_s, QString::fromLatin1(url.toEncoded())}};
    const QString name = url.path().section(u'/', -1, -1, QString::SectionSkipEmpty);
    if (!name.isEmpty()) profile.insert(u"username"_s, name.startsWith(u'@') ? name.mid(1) : name);
    profiles << profile;
  }
  if (!profiles.isEmpty()) json.insert(u"profiles"_s, profiles);
  return json;
}

void append(QJsonObject& json, const QString& section, const QJsonObject& entry) {
  QJsonArray entries = json.value(section).toArray();
  entries << entry;
  json.insert(section, entries);
}

}  // namespace

bool isResume(const ContentKind& kind) {
  return kind.id == "cv"_L1;
}

bool isResumeEntry(const PageScope& scope, const ItemSummary& item) {
  const ContentKind* kind = scope.kindOf(item);
  return kind && isResume(*kind);
}

bool offersResumeFiles(const Site& site) {
  return site.themeOptions.value(u"resumeFiles"_s).toBool(true);
}

void setOffersResumeFiles(Site& site, bool offers) {
  site.themeOptions.insert(u"resumeFiles"_s, offers);
}

QJsonObject resumeView(PageScope& scope) {
  const Site& site = scope.site;
  QJsonObject view{{u"name"_s, site.author.display()},
                   {u"role"_s, site.role},
                   {u"home"_s, scope.map.absolute(u"/"_s)},
                   {u"mail"_s, shownMail(scope.snapshot)}};
  if (hidesMail(site) && !site.email.isEmpty())
    view.insert(u"wordsHtml"_s, mailInWords(scope, site.email.trimmed()));
  for (const ContentKind& kind : scope.snapshot.kinds->all())
    if (isResume(kind))
      view.insert(u"downloads"_s, downloadLinks(scope, scope.relations.downloads().ofList(kind.id)));
  return view;
}

QJsonObject jsonResume(const SiteMap& map) {
  const SiteSnapshot& snapshot = map.snapshot();
  QJsonObject json{{u"$schema"_s, kResumeSchema}, {u"basics"_s, basics(map)}};
  QList<const ItemSummary*> entries;
  QDateTime changed;
  const ContentKind* kind = nullptr;
  for (const ItemSummary& item : snapshot.items) {
    const ContentKind* own = snapshot.kinds->find(item.kind);
    if (!own || !isListed(item)) continue;
    if (isResume(*own)) {
      kind = own;
      entries << &item;
    } else if (own == bibliographyKind(*snapshot.kinds) && !own->isOfOthers(item.fields)) {
      append(json, u"publications"_s, publication(map, item));
    } else if (own->id == "project"_L1) {
      append(json, u"projects"_s, project(item));
    } else {
      continue;
    }
    if (!changed.isValid() || item.modified > changed) changed = item.modified;
  }
  sortByHand(entries);
  for (const Place& place : places())
    for (const ItemSummary* item : std::as_const(entries))
      if (item->fields.value(u"type"_s).toString() == place.type)
        append(json, place.section, place.make(*kind, Entry(*item)));
  QJsonObject meta{{u"version"_s, u"v1.0.0"_s}};
  if (changed.isValid()) meta.insert(u"lastModified"_s, changed.toUTC().toString(Qt::ISODate));
  json.insert(u"meta"_s, meta);
  return json;
}

QByteArray resumeFile(const SiteMap& map) {
  return QJsonDocument(jsonResume(map)).toJson(QJsonDocument::Indented);
}

}  // namespace offprint
