#include "app/import/SourceSettings.h"

#include <algorithm>
#include <limits>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QUrl>

#include "app/content/FrontMatter.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 largestSettings = 2 * 1024 * 1024;

QStringList thoseThere(const QString& root, const QStringList& names) {
  QStringList there;
  for (const QString& name : names)
    if (QFileInfo::exists(root + u'/' + name)) there += name;
  return there;
}

}  // namespace

/// YAML and TOML are read as the front matter of a file without a text.
std::optional<FrontMatter> readSettingsValues(const QString& file) {
  const auto bytes = files::read(file, largestSettings);
  if (!bytes) return std::nullopt;
  if (file.endsWith(u".json"_s)) return readFrontMatter(*bytes);
  const QByteArray fence = file.endsWith(u".toml"_s) ? "+++\n" : "---\n";
  QByteArray content = *bytes;
  if (content.startsWith("\xEF\xBB\xBF")) content.remove(0, 3);
  if (content.startsWith("---")) content.remove(0, content.indexOf('\n') + 1);
  return readFrontMatter(fence + content + "\n" + fence);
}

QStringList hugoSettingsFiles(const QString& root) {
  QStringList names;
  for (const QString& name : {u"hugo"_s, u"config"_s, u"config/_default/hugo"_s, u"config/_default/config"_s})
    for (const QString& end : {u".yaml"_s, u".yml"_s, u".toml"_s, u".json"_s})
      names += name + end;
  return thoseThere(root, names);
}

QStringList jekyllSettingsFiles(const QString& root) {
  return thoseThere(root, {u"_config.yml"_s, u"_config.yaml"_s, u"_config.toml"_s});
}

namespace {

class Reader {
 public:
  explicit Reader(const SourceFolder& folder) : folder_(folder) {}

  SourceSettings run() {
    if (folder_.flavour == SiteFlavour::Hugo) readHugo();
    if (folder_.flavour == SiteFlavour::Jekyll) readJekyll();
    return std::move(settings_);
  }

 private:
  QJsonObject values(const QString& path) {
    auto read = readSettingsValues(folder_.absolute(path));
    if (!read) return {};
    settings_.read << path;
    for (Finding finding : read->findings) {
      finding.file = path;
      // The fence that was put before the file is no line of it.
      if (finding.line > 1 && !path.endsWith(u".json"_s)) --finding.line;
      settings_.findings << finding;
    }
    return read->values;
  }

  static QString text(const QJsonObject& object, const QString& key) {
    for (auto it = object.begin(); it != object.end(); ++it) {
      if (it.key().compare(key, Qt::CaseInsensitive) == 0) return valueText(it.value()).trimmed();
    }
    return {};
  }

  static void setIfEmpty(QString& into, const QString& value) {
    if (into.isEmpty()) into = value;
  }

  void readHugo() {
    for (const SourceFile& file : folder_.files) {
      if (file.role == SourceFile::Role::Section && isProfile(file.path)) {
        readAcademicProfile(file.path);
      } else if (file.role == SourceFile::Role::Settings) {
        const QString name = QFileInfo(file.path).completeBaseName();
        const bool top = !file.path.contains(u'/');
        const bool inDefault = file.path.startsWith(u"config/_default/"_s);
        if (file.path.startsWith(u"data/authors/"_s)) {
          addProfile(name, values(file.path), file.path);
        } else if (top || (inDefault && (name == u"hugo"_s || name == u"config"_s))) {
          const QJsonObject config = values(file.path);
          takeHugoConfig(config);
          for (const QString& key : {u"menu"_s, u"menus"_s})
            takeMenus(config[key].toObject(), file.path);
          takeCascade(config[u"cascade"_s], file.path);
        } else if (inDefault && name == u"params"_s) {
          takeHugoParams(values(file.path));
        } else if (inDefault && name == u"languages"_s) {
          takeLanguages(values(file.path));
        } else if (inDefault && name == u"cascade"_s) {
          const QJsonObject config = values(file.path);
          takeCascade(config.contains(u"cascade"_s) ? config[u"cascade"_s] : QJsonValue(config), file.path);
        } else if (inDefault && (name == u"menus"_s || name == u"menu"_s)) {
          takeMenus(values(file.path), file.path);
        } else if (inDefault && name == u"permalinks"_s) {
          takePermalinks(values(file.path));
        }
      }
    }
    if (settings_.languages.size() < 2) settings_.languages.clear();
    for (auto it = settings_.profiles.begin(); it != settings_.profiles.end(); ++it) {
      if (it->self && settings_.author.display().isEmpty()) settings_.author = *it;
    }
  }

  /// Hugo's main menu is the site's navigation, a menu "footer" its footer; entries with a weight come first.
  void takeMenus(const QJsonObject& menus, const QString& file) {
    for (auto menu = menus.begin(); menu != menus.end(); ++menu) {
      const QString name = menu.key().toLower();
      if (name != u"main"_s && name != u"footer"_s) {
        settings_.findings << Finding{
            Finding::Level::Note,
            u"menu.left"_s,
            say("The menu “%1” was left: a site here has a navigation and a footer.").arg(menu.key()),
            {},
            file,
            0};
        continue;
      }
      QList<NavigationEntry>& into = name == u"main"_s ? settings_.menu : settings_.footer;
      if (into.isEmpty()) into = menuEntries(menu.value().toArray());
      settings_.menuFile = file;
    }
  }

  static QList<NavigationEntry> menuEntries(const QJsonArray& written) {
    QList<std::pair<int, NavigationEntry>> entries;
    for (const QJsonValue& value : written) {
      const QJsonObject entry = value.toObject();
      NavigationEntry into;
      for (const QString& key : {u"name"_s, u"title"_s, u"identifier"_s})
        setIfEmpty(into.label, text(entry, key));
      for (const QString& key : {u"pageRef"_s, u"url"_s})
        setIfEmpty(into.target, text(entry, key));
      const int weight = text(entry, u"weight"_s).toInt();
      if (!into.label.isEmpty() && !into.target.isEmpty())
        entries << std::pair(weight == 0 ? std::numeric_limits<int>::max() : weight, into);
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    QList<NavigationEntry> sorted;
    for (const auto& entry : std::as_const(entries))
      sorted << entry.second;
    return sorted;
  }

  /// What a profile says of the site's author beyond the name, as far as a site has places for it.
  void takeOwner(const QJsonObject& profile, const QString& file) {
    QStringList left;
    settings_.ownProfile = profile;
    settings_.ownProfileFile = file;
    for (const QString& key : {u"organizations"_s, u"postnominals"_s}) {
      if (!profile[key].toArray().isEmpty()) left << key;
    }
    if (!left.isEmpty())
      settings_.findings << Finding{
          Finding::Level::Warning,
          u"profile.left"_s,
          say("Of this profile were left: %1. Add what readers should see of it under Site, Settings, or as "
              "CV entries.")
              .arg(left.join(u", "_s)),
          {},
          file,
          0};
    setIfEmpty(settings_.about, text(profile, u"bio"_s));
    for (const QJsonValue& interest : profile[u"interests"_s].toArray()) {
      const QString words = valueText(interest).trimmed();
      if (!words.isEmpty()) settings_.interests << words;
    }
    for (const QJsonValue& value : profile[u"links"_s].toArray()) {
      const QJsonObject link = value.toObject();
      const QString url = text(link, u"url"_s);
      if (url.startsWith(u"mailto:"_s)) {
        setIfEmpty(settings_.email, url.mid(7));
        continue;
      }
      if (!url.startsWith(u"https://"_s) && !url.startsWith(u"http://"_s)) continue;
      QString label = text(link, u"label"_s);
      setIfEmpty(label, QUrl(url).host().remove(QRegularExpression(u"^www\\."_s)));
      settings_.links << SocialLink{label, url, u"me"_s};
    }
  }

  void takeCascade(const QJsonValue& cascade, const QString& file) {
    if (!cascade.isObject() && !cascade.isArray()) return;
    settings_.cascade = cascade;
    settings_.cascadeFile = file;
  }

  void takeHugoConfig(const QJsonObject& config) {
    setIfEmpty(settings_.title, text(config, u"title"_s));
    setIfEmpty(settings_.baseUrl, text(config, u"baseURL"_s));
    setIfEmpty(settings_.language, text(config, u"languageCode"_s));
    setIfEmpty(settings_.language, text(config, u"defaultContentLanguage"_s));
    settings_.uglyUrls = truthy(config[u"uglyURLs"_s]) || truthy(config[u"uglyurls"_s]);
    takePermalinks(config[u"permalinks"_s].toObject());
    takeLanguages(config[u"languages"_s].toObject());
    takeHugoParams(config[u"params"_s].toObject());
    takeAuthor(config[u"author"_s]);
  }

  void takeHugoParams(const QJsonObject& params) {
    setIfEmpty(settings_.description, text(params, u"description"_s));
    takeAuthor(params[u"author"_s]);
    const QJsonObject identity = params[u"hugoblox"_s][u"identity"_s].toObject();
    setIfEmpty(settings_.title, text(identity, u"name"_s));
    setIfEmpty(settings_.description, text(identity, u"description"_s));
  }

  void takeAuthor(const QJsonValue& author) {
    if (!settings_.author.display().isEmpty()) return;
    settings_.author = personFrom(author);
    settings_.author.self = !settings_.author.display().isEmpty();
  }

  void takeLanguages(const QJsonObject& languages) {
    for (const QString& code : languages.keys()) {
      if (!settings_.languages.contains(code)) settings_.languages << code;
    }
    const QJsonObject only = languages.size() == 1 ? languages.begin().value().toObject() : QJsonObject();
    if (const QString code = text(only, u"languageCode"_s); !code.isEmpty()) settings_.language = code;
  }

  void takePermalinks(const QJsonObject& permalinks) {
    for (auto it = permalinks.begin(); it != permalinks.end(); ++it) {
      if (it.value().isString())
        settings_.permalinks.insert(it.key(), it.value().toString());
      else if (it.key() == u"page"_s)
        takePermalinks(it.value().toObject());
    }
  }

  static bool isProfile(const QString& path) {
    return path.contains(u"/authors/"_s) && path.count(u'/') == 3 && path.endsWith(u"/_index.md"_s);
  }

  void readAcademicProfile(const QString& path) {
    const auto bytes = files::read(folder_.absolute(path), largestSettings);
    if (!bytes) return;
    addProfile(path.section(u'/', -2, -2), readFrontMatter(*bytes).values, path);
  }

  void addProfile(const QString& shortName, const QJsonObject& values, const QString& file) {
    Person person = personFrom(values[u"name"_s]);
    if (person.display().isEmpty()) person = personFrom(values[u"title"_s]);
    if (person.display().isEmpty()) return;
    person.self = truthy(values[u"is_owner"_s]) || truthy(values[u"superuser"_s]);
    if (person.self) setIfEmpty(settings_.authorRole, text(values, u"role"_s));
    if (person.self && settings_.links.isEmpty()) takeOwner(values, file);
    const QString slug = text(values, u"slug"_s);
    settings_.profiles.insert(slug.isEmpty() ? shortName : slug, person);
    settings_.profiles.insert(shortName, person);
  }

  void readJekyll() {
    for (const QString& name : jekyllSettingsFiles(folder_.root)) {
      const QJsonObject config = values(name);
      if (config.contains(u"defaults"_s)) {
        settings_.defaults = config[u"defaults"_s];
        settings_.defaultsFile = name;
      }
      setIfEmpty(settings_.title, text(config, u"title"_s));
      setIfEmpty(settings_.title, text(config, u"name"_s));
      setIfEmpty(settings_.description, text(config, u"description"_s));
      setIfEmpty(settings_.language, text(config, u"lang"_s));
      setIfEmpty(settings_.language, text(config, u"locale"_s));
      settings_.language.replace(u'_', u'-');
      if (settings_.baseUrl.isEmpty() && !text(config, u"url"_s).isEmpty())
        settings_.baseUrl = text(config, u"url"_s) + text(config, u"baseurl"_s);
      takeAuthor(config[u"author"_s]);
      if (config[u"permalink"_s].isString())
        settings_.permalinks.insert(u"posts"_s, config[u"permalink"_s].toString());
      const QJsonObject collections = config[u"collections"_s].toObject();
      for (auto it = collections.begin(); it != collections.end(); ++it) {
        const QString pattern = text(it.value().toObject(), u"permalink"_s);
        if (!pattern.isEmpty()) settings_.permalinks.insert(it.key(), pattern);
        if (it.value().toObject()[u"output"_s].toBool()) settings_.collections.insert(it.key());
      }
    }
    for (const QString& name : {u"_data/authors.yml"_s, u"_data/authors.yaml"_s, u"_data/authors.json"_s}) {
      if (!QFileInfo::exists(folder_.absolute(name))) continue;
      const QJsonObject authors = values(name);
      for (auto it = authors.begin(); it != authors.end(); ++it)
        addProfile(it.key(), it.value().toObject(), name);
    }
  }

  const SourceFolder& folder_;
  SourceSettings settings_;
};

}  // namespace

SourceSettings readSourceSettings(const SourceFolder& folder) {
  return Reader(folder).run();
}

QString hugoContentFolder(const QString& root) {
  for (const QString& file : hugoSettingsFiles(root)) {
    const auto read = readSettingsValues(root + u'/' + file);
    if (!read) continue;
    for (const QString& key : {u"contentDir"_s, u"contentdir"_s}) {
      const QString folder = QDir::cleanPath(valueText(read->values[key]));
      // Only a folder below the root: settings must not lead the import elsewhere.
      if (!folder.isEmpty() && !folder.startsWith(u"."_s) && QDir::isRelativePath(folder) &&
          QFileInfo(root + u'/' + folder).isDir())
        return folder;
    }
  }
  return u"content"_s;
}

QString basePath(const SourceSettings& settings) {
  QString path = QUrl(settings.baseUrl).path();
  if (!path.startsWith(u'/')) path.prepend(u'/');
  if (!path.endsWith(u'/')) path += u'/';
  return path;
}

}  // namespace offprint
