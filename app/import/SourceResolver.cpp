#include "app/import/SourceResolver.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include "app/content/Slug.h"
#include "app/import/SourceAddress.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Type = SourceTarget::Type;

QString nfc(const QString& text) {
  return text.normalized(QString::NormalizationForm_C);
}

QString decoded(const QString& text) {
  return QString::fromUtf8(QByteArray::fromPercentEncoding(text.toUtf8()));
}

bool hasScheme(const QString& target) {
  const qsizetype colon = target.indexOf(u':');
  if (colon < 2) return false;
  for (qsizetype i = 0; i < colon; ++i) {
    const QChar c = target[i];
    if (c.unicode() >= 0x80 || (!c.isLetterOrNumber() && c != u'+' && c != u'-' && c != u'.')) return false;
  }
  return true;
}

/// Where a file's own folder or extension is left out: "guide" is guide.md, guide/index.md or
/// guide/_index.md.
QStringList contentForms(const QString& path) {
  QString bare = path;
  while (bare.endsWith(u'/'))
    bare.chop(1);
  const QString inside = bare.isEmpty() ? QString() : bare + u'/';
  return {bare, bare + u".md"_s, bare + u".markdown"_s, inside + u"index.md"_s, inside + u"_index.md"_s};
}

}  // namespace

SourceResolver::SourceResolver(const SourceFolder& folder, const SourceSettings& settings,
                               const ImportPlan& plan)
    : folder_(folder), baseUrl_(settings.baseUrl), basePath_(basePath(settings)) {
  QSet<QString> ambiguous;
  for (const SourceFile& file : folder.files) {
    const QString path = nfc(file.path);
    files_.insert(path, file.path);
    const QString name = path.section(u'/', -1);
    if (!isMarkdownName(path) && !named_.contains(name)) named_.insert(name, file.path);
    const QString small = path.toCaseFolded();
    if (folded_.contains(small)) ambiguous << small;
    folded_.insert(small, path);
  }
  for (const QString& small : std::as_const(ambiguous))
    folded_.remove(small);
  for (const PlannedItem& item : plan.items) {
    if (!item.kind) continue;
    const QString address = item.newAddress.isEmpty() ? item.kind->indexPath : item.newAddress;
    byFile_.insert(nfc(item.path), address);
    for (const QString& old : QStringList{item.oldAddress} + item.item.aliases) {
      if (!old.isEmpty() && !byAddress_.contains(old)) byAddress_.insert(old, address);
    }
    // What a reference was turned into is an address of ours already.
    if (!item.newAddress.isEmpty() && !byAddress_.contains(item.newAddress))
      byAddress_.insert(item.newAddress, item.newAddress);
    const QString stem = QFileInfo(item.path).completeBaseName();
    for (const QString& name : {stem, item.item.title, item.bundle ? item.folder.section(u'/', -1) : stem}) {
      const QString key = nfc(name).toCaseFolded();
      if (!byName_.contains(key)) byName_.insert(key, address);
    }
  }
  for (const PlannedSection& section : plan.sections) {
    if (section.target.isEmpty()) continue;
    byFile_.insert(nfc(section.path), section.target);
    if (!byAddress_.contains(section.oldAddress)) byAddress_.insert(section.oldAddress, section.target);
  }
}

SourceTarget SourceResolver::atPath(const QString& path) const {
  QString clean = QDir::cleanPath(path);
  if (clean.startsWith(u"../"_s) || clean == u".."_s || clean.isEmpty()) return {};
  for (const QString& form : contentForms(clean)) {
    QString key = nfc(form);
    if (!files_.contains(key)) key = folded_.value(key.toCaseFolded());
    if (key.isEmpty()) continue;
    if (byFile_.contains(key)) return {Type::Address, byFile_.value(key)};
    if (form == clean && !isMarkdownName(key)) return {Type::File, files_.value(key)};
  }
  return {};
}

SourceTarget SourceResolver::atAddress(const QString& written) const {
  const QString address = nfc(cleanAddress(written));
  if (address == u"/"_s) return {Type::Address, address};
  if (byAddress_.contains(address)) return {Type::Address, byAddress_.value(address)};
  if (address.endsWith(u"/index.html"_s)) return atAddress(address.chopped(10));
  // "/about" and "/about.html" are one page on most hosts.
  const QString other =
      address.endsWith(u".html"_s) ? address.chopped(5) + u'/' : address.chopped(1) + u".html"_s;
  if (byAddress_.contains(other)) return {Type::Address, byAddress_.value(other)};
  return {};
}

QStringList SourceResolver::placesOf(const QString& path, const QString& folder) const {
  const bool rooted = path.startsWith(u'/');
  const QString inside = rooted ? path.mid(1) : path;
  QStringList places;
  if (!rooted) places << (folder.isEmpty() ? inside : folder + u'/' + inside);
  if (folder_.flavour == SiteFlavour::Hugo) {
    for (const QString& root :
         {u"static"_s, u"assets"_s, u"assets/media"_s, u"static/media"_s, folder_.contentDir})
      places << root + u'/' + inside;
  } else {
    places << inside;
  }
  return places;
}

SourceTarget SourceResolver::local(const QString& path, const QString& folder,
                                   const QString& oldAddress) const {
  for (const QString& place : placesOf(path, folder)) {
    const SourceTarget found = atPath(place);
    if (found.type != Type::Nothing) return found;
  }
  if (path.startsWith(u'/')) return atAddress(path);
  // A browser reads it from the page's address.
  const QString base = oldAddress.endsWith(u'/') ? oldAddress : oldAddress.section(u'/', 0, -2) + u'/';
  const QString absolute = QDir::cleanPath(base + path);
  return absolute.startsWith(u'/') && !oldAddress.isEmpty() ? atAddress(absolute) : SourceTarget{};
}

SourceTarget SourceResolver::resolve(const QString& target, const QString& folder,
                                     const QString& oldAddress) const {
  QString path = target;
  const bool ownSite = !baseUrl_.isEmpty() && path.startsWith(baseUrl_);
  if (ownSite) {
    path = u'/' + path.mid(baseUrl_.size());
    while (path.startsWith(u"//"_s))
      path.remove(0, 1);
  } else if (path.isEmpty() || path.startsWith(u'#') || path.startsWith(u'?') || path.startsWith(u"//"_s) ||
             hasScheme(path)) {
    return {Type::Elsewhere, target};
  } else if (basePath_.size() > 1 && path.startsWith(basePath_)) {
    path = path.mid(basePath_.size() - 1);
  }
  // The whole first: "#" and "%" may be part of a name.
  qsizetype cut = path.indexOf(u'#');
  const qsizetype query = path.indexOf(u'?');
  if (query >= 0 && (cut < 0 || query < cut)) cut = query;
  QList<std::pair<QString, QString>> readings = {{path, {}}};
  if (cut > 0) readings << std::pair(path.left(cut), path.mid(cut));
  for (const auto& [name, suffix] : std::as_const(readings)) {
    QStringList spellings = {name};
    if (decoded(name) != name) spellings << decoded(name);
    for (const QString& spelling : std::as_const(spellings)) {
      SourceTarget found = local(spelling, folder, oldAddress);
      if (found.type == Type::Address) found.text += suffix;
      if (found.type != Type::Nothing) return found;
    }
  }
  const QStringList parts = decoded(path.section(u'#', 0, 0)).split(u'/', Qt::SkipEmptyParts);
  if (path.startsWith(u'/') && parts.size() == 2 && parts[0] == u"tags"_s)
    return {Type::Address, u"/tags/"_s + slugify(parts[1]) + u'/'};
  // A whole address goes on leading to the old site.
  return ownSite ? SourceTarget{Type::Elsewhere, target} : SourceTarget{};
}

SourceTarget SourceResolver::byName(const QString& reference, const QString& folder) const {
  const QString name = reference.section(u'#', 0, 0).trimmed();
  const QString suffix = reference.contains(u'#') ? u'#' + reference.section(u'#', 1) : QString();
  for (const QString& path : {name, u'/' + name}) {
    SourceTarget found = resolve(path, folder, {});
    if (found.type != Type::Address && found.type != Type::File) continue;
    if (found.type == Type::Address) found.text += suffix;
    return found;
  }
  const QString last = name.section(u'/', -1);
  for (const QString& key : {name, last, QFileInfo(last).completeBaseName()}) {
    const QString address = byName_.value(nfc(key).toCaseFolded());
    if (!address.isEmpty()) return {Type::Address, address + suffix};
  }
  // ![[image.png]] names a file anywhere in the folder.
  const QString file = named_.value(nfc(last));
  return file.isEmpty() ? SourceTarget() : SourceTarget{Type::File, file};
}

}  // namespace offprint
