#include "exporters/theme/ThemeFolders.h"

#include <algorithm>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <tuple>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/theme/ThemeOptions.h"
#include "exporters/theme/ThemeStrings.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

constexpr qint64 kMaxManifest = 1024 * 1024;

/// One folder of a theme that may extend another.
struct Layer {
  QString id;
  QString folder;
  QString file;  ///< its theme.json
  QJsonObject manifest;
  int extendsLine = 0;  ///< where theme.json says "extends"
};

QStringList foldersIn(const QString& root) {
  return root.isEmpty() ? QStringList() : QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

/// The first folder of that name that is a theme and not among `taken`.
QString folderOf(const QString& id, const ThemeFolders& folders, const QSet<QString>& taken = {}) {
  for (const QString& root : folders.inOrder()) {
    QString folder = root + u'/' + id;
    if (!taken.contains(folder) && QFileInfo::exists(folder + u"/theme.json"_s)) return folder;
  }
  return {};
}

Result<Layer> readLayer(const QString& id, const QString& folder) {
  Layer layer{id, folder, folder + u"/theme.json"_s, {}, 0};
  auto bytes = files::read(layer.file, kMaxManifest);
  if (!bytes) return bytes.error();
  QJsonParseError parse{};
  const QJsonDocument document = QJsonDocument::fromJson(*bytes, &parse);
  const auto lineAt = [&](qsizetype offset) { return static_cast<int>(1 + bytes->left(offset).count('\n')); };
  if (!document.isObject()) {
    return makeError(ErrorCode::InvalidInput,
                     say("The theme's description is not JSON: %1.").arg(parse.errorString()))
        .at(layer.file, lineAt(parse.offset));
  }
  layer.manifest = document.object();
  if (const qsizetype at = bytes->indexOf("\"extends\""); at >= 0) layer.extendsLine = lineAt(at);
  return layer;
}

/// The names of all themes, parts among them.
QStringList names(const ThemeFolders& folders) {
  QStringList there;
  for (const ThemeEntry& entry : themesIn(folders))
    there << entry.id;
  return there;
}

bool isName(const QString& id) {
  static const QRegularExpression plainName(u"^[A-Za-z0-9][A-Za-z0-9_-]*$"_s);
  return plainName.match(id).hasMatch();
}

/// The theme itself first, what it rests on last.
Result<QList<Layer>> layersOf(const QString& id, const ThemeFolders& folders) {
  if (!isName(id)) {
    return makeError(ErrorCode::InvalidInput,
                     say("“%1” is not the name of a theme: use letters, digits, “-” and “_”.").arg(id));
  }
  const QString own = folderOf(id, folders);
  if (own.isEmpty()) {
    return makeError(ErrorCode::NotFound,
                     say("There is no theme “%1”. There are: %2.").arg(id, names(folders).join(u", "_s)));
  }
  QList<Layer> layers;
  QSet<QString> taken;
  for (QString next = id, folder = own; !folder.isEmpty();) {
    auto layer = readLayer(next, folder);
    if (!layer) return layer.error();
    taken.insert(folder);
    const QString below = layer->manifest.value(u"extends"_s).toString();
    const Layer at = *layer;
    layers.append(*std::move(layer));
    if (below.isEmpty()) break;
    // One of its own name is the one that it hides; any other may not come again.
    folder = isName(below) ? folderOf(below, folders, below == next ? taken : QSet<QString>()) : QString();
    if (folder.isEmpty()) {
      return makeError(ErrorCode::InvalidInput,
                       say("The theme “%1” extends “%2”, which is not there. There are: %3.")
                           .arg(at.id, below, names(folders).join(u", "_s)))
          .at(at.file, at.extendsLine);
    }
    if (taken.contains(folder)) {
      return makeError(ErrorCode::InvalidInput,
                       say("The theme “%1” extends “%2”, which rests on “%1” itself. Let one of them extend "
                           "“base”, or none.")
                           .arg(at.id, below))
          .at(at.file, at.extendsLine);
    }
    next = below;
  }
  return layers;
}

/// Names of the files below `folder` that end in `suffix`, relative; links are not followed.
QStringList filesBelow(const QString& folder, const QString& suffix = {}) {
  QStringList found;
  QDirIterator walk(folder, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
  while (walk.hasNext()) {
    const QString path = walk.next();
    if (path.endsWith(suffix)) found.append(QDir(folder).relativeFilePath(path));
  }
  return found;
}

/// Lays a theme's description over what it rests on: words and options one by one, all else by key. What a
/// folder says of itself is not handed up.
void lay(const QJsonObject& upper, QJsonObject& lower) {
  for (const QString& own : {u"id"_s, u"label"_s, u"description"_s, u"version"_s, u"author"_s, u"license"_s,
                             u"extends"_s, u"part"_s})
    lower.remove(own);
  for (auto entry = upper.begin(); entry != upper.end(); ++entry) {
    const QJsonObject below = lower.value(entry.key()).toObject();
    QJsonValue value = entry.value();
    if (entry.key() == "strings"_L1) value = ThemeStrings::over(value.toObject(), below);
    if (entry.key() == "options"_L1) value = optionsOver(value.toArray(), lower.value(entry.key()).toArray());
    lower.insert(entry.key(), value);
  }
}

}  // namespace

QString ThemeFolders::ofUser() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/offprint/themes"_s;
}

QStringList ThemeFolders::inOrder() const {
  QStringList all{library, user, builtIn};
  all.removeAll(QString());
  return all;
}

Result<ThemeFiles> ThemeFiles::find(const QString& id, const ThemeFolders& folders) {
  auto layers = layersOf(id, folders);
  if (!layers) return layers.error();
  if (layers->constFirst().manifest.value(u"part"_s).toBool()) {
    return makeError(ErrorCode::InvalidInput,
                     say("“%1” is what other themes rest on, and no theme for a site. There are: %2.")
                         .arg(id, names(folders).join(u", "_s)))
        .at(layers->constFirst().file);
  }
  ThemeFiles found;
  found.folder = layers->constFirst().folder;
  found.manifestFile = layers->constFirst().file;
  const QString suffix = u".mustache"_s;
  for (auto layer = layers->crbegin(); layer != layers->crend(); ++layer) {
    lay(layer->manifest, found.manifest);
    const QString templates = layer->folder + u"/templates/"_s;
    for (const QString& path : filesBelow(templates, suffix))
      found.templates.insert_or_assign(path.chopped(suffix.size()), templates + path);
    const QString assets = layer->folder + u"/assets/"_s;
    for (const QString& path : filesBelow(assets))
      found.assets.insert_or_assign(u"assets/"_s + path, assets + path);
  }
  return found;
}

QList<ThemeEntry> themesIn(const ThemeFolders& folders) {
  QList<ThemeEntry> entries;
  QSet<QString> seen;
  for (const QString& root : folders.inOrder()) {
    for (const QString& id : foldersIn(root)) {
      const QString folder = root + u'/' + id;
      if (!isName(id) || seen.contains(id) || !QFileInfo::exists(folder + u"/theme.json"_s)) continue;
      seen.insert(id);
      const auto layer = readLayer(id, folder);
      const QJsonObject manifest = layer ? layer->manifest : QJsonObject();
      if (manifest.value(u"part"_s).toBool()) continue;
      entries.append(
          {id, manifest.value(u"label"_s).toString(id), manifest.value(u"description"_s).toString(), folder});
    }
  }
  std::sort(entries.begin(), entries.end(), [](const ThemeEntry& a, const ThemeEntry& b) {
    return std::tie(a.label, a.id) < std::tie(b.label, b.id);
  });
  return entries;
}

}  // namespace offprint
