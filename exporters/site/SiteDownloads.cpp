#include "exporters/site/SiteDownloads.h"

#include <algorithm>
#include <mutex>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/CslJson.h"
#include "app/bibliography/Ris.h"
#include "exporters/site/Calendar.h"
#include "exporters/site/Resume.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// "publications/" of "publications/index.html".
QString folderOf(const QString& path) {
  return path.left(path.lastIndexOf(u'/') + 1);
}

/// What the library keeps beside a work's own data stays here.
QJsonObject publicCsl(const ItemSummary& work, const ContentKind& kind) {
  QJsonObject entry = cslItem(work, kind);
  for (const QString& key : {u"custom"_s, u"annote"_s, u"accessed"_s})
    entry.remove(key);
  return entry;
}

/// The program's tables, which no run of it sees change: every change of a library makes a site map anew.
struct Tables {
  std::shared_ptr<const BibtexFormat> bibtex;
  std::shared_ptr<const RisFormat> ris;
};

Tables tablesIn(const QString& data) {
  static std::mutex mutex;
  static QHash<QString, Tables> known;
  const std::lock_guard lock(mutex);
  if (const auto tables = known.constFind(data); tables != known.constEnd()) return *tables;
  const Resources resources(data);
  return *known.insert(
      data, {BibtexFormat::load(resources).value_or(nullptr), RisFormat::load(resources).value_or(nullptr)});
}

}  // namespace

SiteDownloads::SiteDownloads(const SiteMap& map) : map_(map) {
  const SiteSnapshot& snapshot = map.snapshot();
  if (!snapshot.kinds) return;
  works_ = bibliographyKind(*snapshot.kinds);
  const auto isWork = [this](const ItemSummary& item) { return works_ && item.kind == works_->id; };
  if (!snapshot.data.isEmpty() && std::any_of(snapshot.items.begin(), snapshot.items.end(), isWork)) {
    const Tables tables = tablesIn(snapshot.data);
    if (tables.bibtex) mapping_ = std::make_shared<const BibtexMapping>(*works_, tables.bibtex);
    ris_ = tables.ris;
  }
  for (const ContentKind& kind : snapshot.kinds->all()) {
    Works items;
    for (const ItemSummary& item : snapshot.items)
      if (item.kind == kind.id && isListed(item) && !kind.isOfOthers(item.fields)) items << &item;
    const PageEntry* index = map.page(PageEntry::Type::KindIndex, kind.id);
    if (items.isEmpty()) continue;
    if (&kind == works_ && mapping_ && ris_) addWorks(kind, items, index);
    if (kind.eventDated) addCalendars(kind, items, index);
    if (isResume(kind) && index && offersResumeFiles(snapshot.site)) addResume(kind, items, *index);
  }
}

SiteDownloads::Links SiteDownloads::addReferences(const QString& base, const Works& works) {
  files_.insert(base + u".bib"_s, [this, works] {
    QStringList entries;
    for (const ItemSummary* work : works)
      entries << mapping_->write(*work, true) + u'\n';
    return entries.join(u'\n').toUtf8();
  });
  files_.insert(base + u".ris"_s, [this, works] {
    QStringList entries;
    for (const ItemSummary* work : works)
      entries << ris_->fromCsl(publicCsl(*work, *works_));
    return entries.join(u"\r\n"_s).toUtf8();
  });
  files_.insert(base + u".json"_s, [this, works] {
    QJsonArray entries;
    for (const ItemSummary* work : works)
      entries << publicCsl(*work, *works_);
    return QJsonDocument(entries).toJson(QJsonDocument::Indented);
  });
  return {{u"BibTeX"_s, base + u".bib"_s}, {u"RIS"_s, base + u".ris"_s}, {u"CSL JSON"_s, base + u".json"_s}};
}

void SiteDownloads::addWorks(const ContentKind& kind, const Works& works, const PageEntry* index) {
  QMap<int, Works> years;
  for (const ItemSummary* work : works) {
    years[work->date.yearNumber()] << work;
    if (const PageEntry* page = map_.pageOf(work->id))
      ofItem_.insert(work->id, addReferences(folderOf(page->path) + work->slug, {work}));
  }
  if (!index) return;
  const QString folder = folderOf(index->path);
  ofList_.insert({kind.id, 0}, addReferences(folder + folder.section(u'/', -2, -2), works));
  for (auto year = years.begin(); year != years.end(); ++year)
    if (year.key() > 0)
      ofList_.insert({kind.id, year.key()}, addReferences(folder + QString::number(year.key()), *year));
}

void SiteDownloads::addCalendars(const ContentKind& kind, const Works& events, const PageEntry* index) {
  Works dated;
  for (const ItemSummary* event : events) {
    if (!calendar::hasDay(*event)) continue;
    dated << event;
    const PageEntry* page = map_.pageOf(event->id);
    if (!page) continue;
    const QString path = folderOf(page->path) + event->slug + u".ics"_s;
    files_.insert(path, [this, event] { return calendar::write(map_, {event}, plainTitle(event->title)); });
    ofItem_.insert(event->id, {{u"iCalendar"_s, path}});
  }
  if (!index || dated.isEmpty()) return;
  const QString folder = folderOf(index->path);
  const QString path = folder + folder.section(u'/', -2, -2) + u".ics"_s;
  const QString title = index->title;
  files_.insert(path, [this, dated, title] { return calendar::write(map_, dated, title); });
  ofList_.insert({kind.id, 0}, {{u"iCalendar"_s, path}});
}

void SiteDownloads::addResume(const ContentKind& kind, const Works& entries, const PageEntry& index) {
  const QString folder = folderOf(index.path);
  const QString json = folder + u"resume.json"_s;
  files_.insert(json, [this] { return resumeFile(map_); });
  print_ = Print{folder + u"cv.pdf"_s, &index, {}};
  for (const ItemSummary* entry : entries)
    if (!print_->changed.isValid() || entry->modified > print_->changed) print_->changed = entry->modified;
  ofList_.insert({kind.id, 0}, {{u"PDF"_s, print_->path}, {u"JSON Resume"_s, json}});
}

QString SiteDownloads::bibtex(const ItemSummary& item) const {
  return mapping_ && item.kind == works_->id ? mapping_->write(item, true) : QString();
}

std::optional<QByteArray> SiteDownloads::content(const QString& path) const {
  const auto file = files_.constFind(path);
  return file == files_.constEnd() ? std::nullopt : std::optional<QByteArray>((*file)());
}

}  // namespace offprint
