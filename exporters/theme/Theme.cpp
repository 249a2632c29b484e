#include "exporters/theme/Theme.h"

#include <algorithm>
#include <map>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/theme/MustacheTemplate.h"
#include "exporters/theme/StyleSheet.h"
#include "exporters/theme/ThemeOptions.h"

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

}  // namespace

struct Theme::Private {
  QString id;
  QString label;
  ThemeFiles files;
  ThemeOptions options;
  QList<Asset> assets;
  QByteArray fingerprint;
  std::map<QString, MustacheTemplate> templates;
  struct Words {
    ThemeStrings strings;
    MustacheTemplate::Shared view;  ///< what templates see as "t"
  };
  std::map<QString, Words> words;  ///< by language in lower case; "en" always

  const Words& wordsIn(const QString& language) const;

  QString templateFile(const QString& name) const;
  Result<void> readTemplates(Sha256& hash);
  Result<void> readAssets(Sha256& hash);
  Result<void> joinStyles();
  Result<void> checkLists() const;
  void readWords(const QJsonObject& shared);
};

/// Where a template lies, or would have to.
QString Theme::Private::templateFile(const QString& name) const {
  const auto found = files.templates.find(name);
  return found != files.templates.end() ? found->second
                                        : files.folder + u"/templates/"_s + name + u".mustache"_s;
}

Result<void> Theme::Private::readTemplates(Sha256& hash) {
  std::map<QString, QByteArray> sources;
  for (const auto& [name, file] : files.templates) {
    auto source = offprint::files::read(file, kMaxTemplate);
    if (!source) return source.error();
    hash.addData(name.toUtf8() + '\0' + *source + '\0');
    sources.emplace(name, std::move(*source));
  }
  for (const QString& name : requiredTemplates()) {
    if (!sources.contains(name)) {
      return makeError(ErrorCode::InvalidInput, say("The theme “%1” has no template “%2”.").arg(id, name))
          .at(templateFile(name));
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
      error.file = templateFile(error.file);
      return error;
    }
    if (!compiled->missingPartials().isEmpty()) {
      return makeError(ErrorCode::InvalidInput,
                       say("The template includes “%1”, which the theme does not have.")
                           .arg(compiled->missingPartials().constFirst()))
          .at(templateFile(name));
    }
    templates.emplace(name, std::move(*compiled));
  }
  return {};
}

Result<void> Theme::Private::readAssets(Sha256& hash) {
  OFFPRINT_TRY(joinStyles());
  for (const auto& [path, file] : files.assets) {
    auto content = offprint::files::read(file, kMaxAsset);
    if (!content) return content.error();
    assets.append({path, file, offprint::files::sha256(*content).toLatin1(), {}});
  }
  std::sort(assets.begin(), assets.end(), [](const Asset& a, const Asset& b) { return a.path < b.path; });
  for (const Asset& asset : std::as_const(assets))
    hash.addData(asset.path.toUtf8() + '\0' + asset.fingerprint + '\0');
  return {};
}

/// The faces come before all other styles, so that a theme with styles of its own has the faces that it
/// inherits. Several style sheets of one folder become one, named for the theme: a page asks for one file,
/// however many themes lie above each other, and addresses inside (fonts) stay true. What the site has set
/// comes last. It is written without comments and spaces, which are a seventh of what a page waits for before
/// it can be painted.
Result<void> Theme::Private::joinStyles() {
  QJsonArray styles = files.manifest.take(u"faces"_s).toArray();
  for (const QJsonValue style : files.manifest.value(u"styles"_s).toArray())
    styles.append(style);
  files.manifest.insert(u"styles"_s, styles);
  const auto outside = [](const QJsonValue& style) {
    return QFileInfo(style.toString()).path() != "assets"_L1;
  };
  const qsizetype parts = styles.size() + (options.styles.isEmpty() ? 0 : 1);
  if (parts < 2 || styles.isEmpty() || std::any_of(styles.begin(), styles.end(), outside)) return {};
  QByteArray joined;
  QStringList taken;
  for (const QJsonValue style : styles) {
    const auto file = files.assets.find(style.toString());
    if (file == files.assets.end()) return {};  // said by checkLists()
    auto content = offprint::files::read(file->second, kMaxAsset);
    if (!content) return content.error();
    joined += *content;
    if (!joined.endsWith('\n')) joined += '\n';
    taken << file->first;
  }
  joined = compactStyles(joined + options.styles);
  for (const QString& path : std::as_const(taken))
    files.assets.erase(path);
  const QString path = u"assets/"_s + id + u".css"_s;
  assets.append({path, {}, offprint::files::sha256(joined).toLatin1(), joined});
  files.manifest.insert(u"styles"_s, QJsonArray{path});
  return {};
}

/// What theme.json lists must be there.
Result<void> Theme::Private::checkLists() const {
  for (const QString& list : {u"styles"_s, u"mathStyles"_s, u"scripts"_s, u"preload"_s, u"mathPreload"_s}) {
    for (const QJsonValue entry : files.manifest.value(list).toArray()) {
      const QString path = entry.toString();
      const auto same = [&path](const Asset& asset) { return asset.path == path; };
      if (std::none_of(assets.cbegin(), assets.cend(), same)) {
        return makeError(ErrorCode::InvalidInput,
                         say("“%1” names the file “%2”, which the theme does not have.").arg(list, path))
            .at(files.manifestFile);
      }
    }
  }
  return {};
}

void Theme::Private::readWords(const QJsonObject& shared) {
  const QJsonObject all = ThemeStrings::over(files.manifest.value(u"strings"_s).toObject(), shared);
  const QStringList languages = all.keys() << u"en"_s;
  for (const QString& language : languages) {
    const ThemeStrings strings(all, language);
    words.insert_or_assign(
        language.toLower(),
        Words{strings, MustacheTemplate::Shared({{u"t"_s, strings.all()}, {u"options"_s, options.view}})});
  }
}

Result<std::shared_ptr<const Theme>> Theme::load(const QString& id, const ThemeFolders& folders,
                                                 const QJsonObject& values) {
  auto files = ThemeFiles::find(id, folders);
  if (!files) return files.error();
  auto d = std::make_unique<Private>();
  d->id = id;
  d->files = *std::move(files);
  d->label = d->files.manifest.value(u"label"_s).toString(id);

  d->options = ThemeOptions::read(d->files.manifest.value(u"options"_s).toArray(), values, d->label);

  Sha256 hash;
  hash.addData(QJsonDocument(d->files.manifest).toJson(QJsonDocument::Compact));
  hash.addData(QJsonDocument(d->options.view).toJson(QJsonDocument::Compact));
  OFFPRINT_TRY(d->readTemplates(hash));
  OFFPRINT_TRY(d->readAssets(hash));
  OFFPRINT_TRY(d->checkLists());
  auto shared = ThemeStrings::shared(folders.builtIn);
  if (!shared) return shared.error();
  hash.addData(QJsonDocument(*shared).toJson(QJsonDocument::Compact));
  d->fingerprint = hash.result().toHex();
  d->readWords(*shared);
  return std::shared_ptr<const Theme>(std::make_shared<Theme>(std::move(d)));
}

Result<std::shared_ptr<const Theme>> Theme::load(const QString& id, const QString& libraryThemes,
                                                 const QString& builtInThemes) {
  return load(id, ThemeFolders{libraryThemes, builtInThemes, {}});
}

Result<QByteArray> Theme::Asset::read() const {
  if (file.isEmpty()) return content;
  return files::read(file, kMaxAsset);
}

const QString& Theme::id() const {
  return d_->id;
}
const QString& Theme::label() const {
  return d_->label;
}
const QJsonObject& Theme::manifest() const {
  return d_->files.manifest;
}
const Findings& Theme::findings() const {
  return d_->options.findings;
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
  if (!html) return html.error().at(d_->templateFile(name));
  return html;
}

Theme::Theme(std::unique_ptr<Private> d) : d_(std::move(d)) {}
Theme::~Theme() = default;

}  // namespace offprint
