#include "exporters/site/PageFingerprint.h"

#include <QDataStream>
#include <QIODevice>
#include <QJsonDocument>

#include "exporters/images/PublishedImage.h"
#include "exporters/site/ItemView.h"
#include "exporters/site/MailView.h"
#include "exporters/site/Resume.h"
#include "exporters/site/SiteCitations.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

using Type = PageEntry::Type;

QStringList sorted(const QSet<QString>& names) {
  QStringList list(names.cbegin(), names.cend());
  list.sort();
  return list;
}

bool showsCollections(const PageEntry& entry) {
  return entry.type == Type::Topics || entry.type == Type::Tags || entry.type == Type::SeriesList;
}

}  // namespace

void PageFingerprint::addEntry(const PageEntry& entry) {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream << static_cast<int>(entry.type) << entry.path << entry.address << entry.key << entry.title
         << entry.page << entry.pages << entry.total;
  add(bytes);
  const ItemSummary* item = map_.item(entry.item);
  const bool gathers = item && !pageLayout(*item).isEmpty();
  if (gathers || entry.type == Type::Home || showsCollections(entry)) add(relations_.digestOfAll());
  if (entry.type == Type::Home) addHome();
  const ContentKind* kind = entry.type == Type::KindIndex ? map_.snapshot().kinds->find(entry.key) : nullptr;
  if ((kind && isResume(*kind)) || gathers) add(shownMail(map_.snapshot()).toUtf8());
  for (const ContentId id : entry.items)
    add(relations_.digest(id));
  if (item) addAround(*item);
}

void PageFingerprint::addHome() {
  for (const Section& section : map_.snapshot().site.home) {
    const QJsonObject json{{u"id"_s, section.id},
                           {u"type"_s, section.type},
                           {u"title"_s, section.title},
                           {u"enabled"_s, section.enabled},
                           {u"options"_s, section.options}};
    add(QJsonDocument(json).toJson(QJsonDocument::Compact));
  }
}

void PageFingerprint::addAround(const ItemSummary& item) {
  const SiteRelations::Neighbours around = relations_.neighbours(item);
  add(relations_.digest(item.id) + '|' + relations_.digest(around.newer) + '|' +
      relations_.digest(around.older));
  for (const ContentId id : relations_.series(item.series) + relations_.referring(item.id))
    add(relations_.digest(id));
}

void PageFingerprint::addCollections(const PageEntry& entry) {
  const SiteSnapshot& snapshot = map_.snapshot();
  for (const auto* collections : {&snapshot.topics, &snapshot.tags, &snapshot.series}) {
    for (const Collection& collection : *collections) {
      if (!showsCollections(entry) && collection.name != entry.key) continue;
      add(collection.name.toUtf8() + '\0' + collection.description.toUtf8() + '\0' +
          QByteArray::number(collection.items));
    }
  }
}

void PageFingerprint::addLinked(const QSet<QString>& linked) {
  for (const QString& name : sorted(linked)) {
    const ItemSummary* item = map_.itemByRef(name);
    const PageEntry* page = item ? map_.pageOf(item->id) : map_.pageAt(name);
    add(name.toUtf8() + '=');
    if (name == AllItems) add(relations_.digestOfAll());
    if (isMediaFolder(name)) addFolder(name);
    if (const QString key = citationKeyOf(name); !key.isEmpty())
      add(citations_.styleDigest() + citations_.digest(key));
    if (item) add(relations_.digest(item->id));
    if (page) add(page->path.toUtf8());
    if (const SiteRedirect* redirect = page ? nullptr : map_.redirectAt(name)) add(redirect->to.toUtf8());
  }
}

void PageFingerprint::addFolder(const QString& folder) {
  QSet<QString> files;
  for (auto file = map_.snapshot().media.cbegin(); file != map_.snapshot().media.cend(); ++file)
    if (file.key().startsWith(folder)) files.insert(file.key());
  addMedia(files);
}

void PageFingerprint::addMedia(const QSet<QString>& media) {
  for (const QString& path : sorted(media)) {
    add(path.toUtf8());
    const auto found = map_.snapshot().media.constFind(path);
    if (found == map_.snapshot().media.constEnd()) continue;
    add(QByteArray::number(found->width) + 'x' + QByteArray::number(found->height) + found->alt.toUtf8() +
        (found->decorative ? "1" : "0"));
    // Which forms a picture has shows only when they are made.
    if (const auto image = map_.snapshot().published(*found)) add(image->toJson());
  }
}

}  // namespace offprint
