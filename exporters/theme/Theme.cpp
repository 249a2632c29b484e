#include "exporters/theme/Theme.h"

#include <algorithm>
#include <map>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/theme/MustacheTemplate.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

constexpr qint64 kMaxTemplate = 1024 * 1024;
constexpr qint64 kMaxAsset = 32 * 1024 * 1024;

/// Templates without which a site cannot be made; a theme may bring one for any kind beside them.
const QStringList& requiredTemplates() {
  static const QStringList names{u"home"_s,       u"item"_s,        u"index"_s,
                                 u"collection"_s, u"collections"_s, u"not-found"_s};
  return names;
}

QStringList themesIn(const QString& folder) {
  return folder.isEmpty() ? QStringList()
                          : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

Result<QString> folderOf(const QString& id, const QString& libraryThemes, const QString& builtInThemes) {
  static const QRegularExpression plainName(u"^[A-Za-z0-9][A-Za-z0-9_-]*$"_s);
  if (!plainName.match(id).hasMatch()) {
    return makeError(ErrorCode::InvalidInput,
                     say("“%1” is not the name of a theme: use letters, digits, “-” and “_”.").arg(id));
  }
  for (const QString& root : {libraryThemes, builtInThemes}) {
    if (root.isEmpty()) continue;
    const QString folder = root + u'/' + id;
    if (QFileInfo::exists(folder + u"/theme.json"_s)) return folder;
  }
  QStringList there = themesIn(libraryThemes) + themesIn(builtInThemes);
  there.removeDuplicates();
  there.sort();
  return makeError(ErrorCode::NotFound,
                   say("There is no theme “%1”. There are: %2.").arg(id, there.join(u", "_s)));
}

Result<QJsonObject> readManifest(const QString& file) {
  auto bytes = files::read(file, kMaxTemplate);
  if (!bytes) return bytes.error();
  QJsonParseError parse{};
  const QJsonDocument document = QJsonDocument::fromJson(*bytes, &parse);
  if (!document.isObject()) {
    const auto line = static_cast<int>(1 + bytes->left(parse.offset).count('\n'));
    return makeError(ErrorCode::InvalidInput,
                     say("The theme's description is not JSON: %1.").arg(parse.errorString()))
        .at(file, line);
  }
  return document.object();
}

/// Names of the files below `folder` that end in `suffix`, relative and sorted; links are not followed.
QStringList filesBelow(const QString& folder, const QString& suffix = {}) {
  QStringList found;
  QDirIterator walk(folder, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
  while (walk.hasNext()) {
    const QString path = walk.next();
    if (path.endsWith(suffix)) found.append(QDir(folder).relativeFilePath(path));
  }
  found.sort();
  return found;
}

}  // namespace

struct Theme::Private {
  QString id;
  QString label;
  QString folder;
  QJsonObject manifest;
  QList<Asset> assets;
  QByteArray fingerprint;
  std::map<QString, MustacheTemplate> templates;
  struct Words {
    ThemeStrings strings;
    MustacheTemplate::Shared view;  ///< what templates see as "t"
  };
  std::map<QString, Words> words;  ///< by language in lower case; "en" always

  const Words& wordsIn(const QString& language) const;

  Result<void> readTemplates(Sha256& hash);
  Result<void> readAssets(Sha256& hash);
};

Result<void> Theme::Private::readTemplates(Sha256& hash) {
  const QString suffix = u".mustache"_s;
  const QString root = folder + u"/templates/"_s;
  std::map<QString, QByteArray> sources;
  for (const QString& path : filesBelow(root, suffix)) {
    auto source = files::read(root + path, kMaxTemplate);
    if (!source) return source.error();
    hash.addData(path.toUtf8() + '\0' + *source + '\0');
    sources.emplace(path.chopped(suffix.size()), std::move(*source));
  }
  for (const QString& name : requiredTemplates()) {
    if (!sources.contains(name)) {
      return makeError(ErrorCode::InvalidInput, say("The theme “%1” has no template “%2”.").arg(id, name))
          .at(root + name + suffix);
    }
  }
  const auto partial = [&](const QString& name) -> std::optional<QByteArray> {
    const auto found = sources.find(name);
    return found == sources.end() ? std::nullopt : std::optional(found->second);
  };
  for (const auto& [name, source] : sources) {
    auto compiled = MustacheTemplate::compile(name, source, partial);
    if (!compiled) {
      Error error = compiled.error();
      error.file = root + error.file + suffix;
      return error;
    }
    if (!compiled->missingPartials().isEmpty()) {
      return makeError(ErrorCode::InvalidInput,
                       say("The template includes “%1”, which the theme does not have.")
                           .arg(compiled->missingPartials().constFirst()))
          .at(root + name + suffix);
    }
    templates.emplace(name, std::move(*compiled));
  }
  return {};
}

Result<void> Theme::Private::readAssets(Sha256& hash) {
  const QString root = folder + u"/assets/"_s;
  for (const QString& path : filesBelow(root)) {
    auto content = files::read(root + path, kMaxAsset);
    if (!content) return content.error();
    const QByteArray sum = files::sha256(*content).toLatin1();
    hash.addData(path.toUtf8() + '\0' + sum + '\0');
    assets.append({u"assets/"_s + path, root + path, sum});
  }
  return {};
}

Result<std::shared_ptr<const Theme>> Theme::load(const QString& id, const QString& libraryThemes,
                                                 const QString& builtInThemes) {
  auto folder = folderOf(id, libraryThemes, builtInThemes);
  if (!folder) return folder.error();
  auto d = std::make_unique<Private>();
  d->id = id;
  d->folder = *folder;
  const QString manifestFile = *folder + u"/theme.json"_s;
  auto manifest = readManifest(manifestFile);
  if (!manifest) return manifest.error();
  d->manifest = *manifest;
  d->label = manifest->value(u"label"_s).toString(id);

  Sha256 hash;
  hash.addData(QJsonDocument(d->manifest).toJson(QJsonDocument::Compact));
  OFFPRINT_TRY(d->readTemplates(hash));
  OFFPRINT_TRY(d->readAssets(hash));

  auto shared = ThemeStrings::shared(builtInThemes);
  if (!shared) return shared.error();
  hash.addData(QJsonDocument(*shared).toJson(QJsonDocument::Compact));
  d->fingerprint = hash.result().toHex();
  const QJsonObject words = ThemeStrings::over(d->manifest.value(u"strings"_s).toObject(), *shared);
  const QStringList languages = words.keys() << u"en"_s;
  for (const QString& language : languages) {
    const ThemeStrings strings(words, language);
    d->words.insert_or_assign(language.toLower(),
                              Private::Words{strings, MustacheTemplate::Shared({{u"t"_s, strings.all()}})});
  }
  for (const QString& list : {u"styles"_s, u"mathStyles"_s, u"scripts"_s, u"preload"_s}) {
    for (const QJsonValue entry : d->manifest.value(list).toArray()) {
      const QString path = entry.toString();
      const auto same = [&path](const Asset& asset) { return asset.path == path; };
      if (std::none_of(d->assets.cbegin(), d->assets.cend(), same)) {
        return makeError(ErrorCode::InvalidInput,
                         say("“%1” names the file “%2”, which the theme does not have.").arg(list, path))
            .at(manifestFile);
      }
    }
  }
  return std::shared_ptr<const Theme>(std::make_shared<Theme>(std::move(d)));
}

const QString& Theme::id() const {
  return d_->id;
}
const QString& Theme::label() const {
  return d_->label;
}
const QJsonObject& Theme::manifest() const {
  return d_->manifest;
}
const QList<Theme::Asset>& Theme::assets() const {
  return d_->assets;
}
const QByteArray& Theme::fingerprint() const {
  return d_->fingerprint;
}
const Theme::Private::Words& Theme::Private::wordsIn(const QString& language) const {
  const QString tag = language.toLower();
  for (const QString& name : {tag, tag.section(u'-', 0, 0)}) {
    if (const auto found = words.find(name); found != words.end()) return found->second;
  }
  return words.at(u"en"_s);
}

const ThemeStrings& Theme::strings(const QString& language) const {
  return d_->wordsIn(language).strings;
}
bool Theme::hasTemplate(const QString& name) const {
  return d_->templates.contains(name);
}

Result<QByteArray> Theme::render(const QString& name, const QJsonObject& view) const {
  const auto found = d_->templates.find(name);
  if (found == d_->templates.end()) {
    return makeError(ErrorCode::NotFound, say("The theme “%1” has no template “%2”.").arg(d_->id, name));
  }
  auto html = found->second.render(view, &d_->wordsIn(view.value(u"lang"_s).toString()).view);
  if (!html) return html.error().at(d_->folder + u"/templates/"_s + name + u".mustache"_s);
  return html;
}

Theme::Theme(std::unique_ptr<Private> d) : d_(std::move(d)) {}
Theme::~Theme() = default;

}  // namespace offprint
