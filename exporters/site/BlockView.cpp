#include "exporters/site/BlockView.h"
#include "exporters/markdown/Citations.h"

#include "app/core/Text.h"
#include "exporters/site/HomeLists.h"
#include "exporters/site/PageFingerprint.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

QStringList words(const QString& list) {
  QStringList found;
  for (const QString& word : list.split(u','))
    if (!word.trimmed().isEmpty()) found << word.trimmed();
  return found;
}

/// The attributes of the block as a section of the home page has its options (help/sections.md).
QJsonObject listOptions(const QHash<QString, QString>& values) {
  QJsonObject options{{u"limit"_s, values.value(u"limit"_s).toInt()}, {u"seeAll"_s, false}};
  for (const QString& key : {u"topic"_s, u"tag"_s, u"groupBy"_s})
    if (values.contains(key)) options.insert(key, values.value(key));
  if (values.contains(u"sort"_s)) options.insert(u"order"_s, values.value(u"sort"_s));
  if (const int year = values.value(u"year"_s).toInt(); year > 0) options.insert(u"year"_s, year);
  if (values.contains(u"cited"_s)) options.insert(u"cited"_s, true);
  if (const QStringList kinds = words(values.value(u"kind"_s)); !kinds.isEmpty())
    options.insert(u"kinds"_s, QJsonArray::fromStringList(kinds));
  return options;
}

QJsonObject listView(PageScope& scope, const BlockRequest& request, const QString& section) {
  scope.links.dependOn(AllItems);
  Section list;
  list.type = section;
  list.options = listOptions(request.values);
  // A list within a text leads on: the text itself is no part of it.
  if (const ItemSummary* own = scope.map.item(scope.page.item)) list.options.insert(u"except"_s, own->ref());
  return listSection(scope, list);
}

QStringList picturesOf(PageScope& scope, const BlockRequest& request) {
  QStringList files = words(request.values.value(u"src"_s));
  QString folder = request.values.value(u"folder"_s).trimmed();
  if (folder.isEmpty()) return files;
  if (!folder.endsWith(u'/')) folder += u'/';
  scope.links.dependOn(folder);
  QStringList within;
  for (auto file = scope.snapshot.media.cbegin(); file != scope.snapshot.media.cend(); ++file)
    if (file.key().startsWith(folder) && file->width > 0) within << file.key();
  within.sort();
  return files + within;
}

QJsonObject galleryView(PageScope& scope, const BlockRequest& request, const QString& item) {
  QJsonArray pictures;
  for (const QString& file : picturesOf(scope, request)) {
    const QJsonObject picture = scope.picture(file, {});
    if (picture.isEmpty()) continue;
    const MediaFile* media = scope.links.inText(file, DocumentLink::Type::Image).media;
    if (picture.value(u"alt"_s).toString().isEmpty() && !(media && media->decorative)) {
      scope.find(Finding::Level::Warning, u"image.alt"_s,
                 say("The image “%1” in the gallery has no alternative text. Describe it in the media "
                     "library for people who do not see it.")
                     .arg(file),
                 item, request.line);
    }
    pictures.append(picture);
  }
  return pictures.isEmpty() ? QJsonObject() : QJsonObject{{u"pictures"_s, pictures}};
}

}  // namespace

std::optional<QByteArray> blockHtml(PageScope& scope, const BlockRequest& request, const QString& item) {
  static const QHash<QString, QString> lists{
      {u"items"_s, u"items"_s}, {u"publications"_s, u"publication-list"_s}, {u"talks"_s, u"talk-list"_s}};
  // The works that are cited are known when the text is read to its end.
  if (request.name == "bibliography"_L1)
    return scope.inBlock ? std::nullopt : std::optional(bibliographyMark());
  const QString name = u"block-"_s + request.name;
  if (scope.inBlock || !scope.theme.hasTemplate(name)) return std::nullopt;
  scope.inBlock = true;
  const auto list = lists.constFind(request.name);
  QJsonObject view =
      list != lists.cend() ? listView(scope, request, *list) : galleryView(scope, request, item);
  scope.inBlock = false;
  if (view.isEmpty()) {
    scope.find(Finding::Level::Warning, u"block.empty"_s,
               say("The block ::%1 shows nothing, since nothing of the library fits it. Change what it asks "
                   "for, or remove it.")
                   .arg(request.name),
               item, request.line);
    return QByteArray();
  }
  view.insert(u"lang"_s, scope.language);
  auto html = scope.theme.render(name, view);
  if (html) return *html;
  scope.find(Finding::Level::Error, u"block.failed"_s, html.error().message, item, request.line);
  return std::nullopt;
}

}  // namespace offprint
