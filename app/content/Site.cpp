#include "app/content/Site.h"

#include <algorithm>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int largestPage = 500;

Error wrong(const QString& key, const QString& what) {
  return makeError(ErrorCode::InvalidInput, say("The site's \"%1\" cannot be used: %2").arg(key, what));
}

/// Takes typed values out of the document; what is left over is `extra`.
class Reader {
 public:
  explicit Reader(QJsonObject json) : rest_(std::move(json)) {}

  void text(const QString& key, QString& into) {
    const QJsonValue value = rest_.take(key);
    if (value.isString())
      into = value.toString();
    else if (!value.isUndefined() && !value.isNull())
      fail(key, say("a text is wanted."));
  }
  void truth(const QString& key, bool& into) {
    const QJsonValue value = rest_.take(key);
    if (value.isBool())
      into = value.toBool();
    else if (!value.isUndefined())
      fail(key, say("true or false is wanted."));
  }
  void count(const QString& key, int& into) {
    const QJsonValue value = rest_.take(key);
    if (value.isUndefined()) return;
    if (!value.isDouble() || value.toInt() < 1 || value.toInt() > largestPage)
      fail(key, say("a number from 1 to %1 is wanted.").arg(largestPage));
    else
      into = value.toInt();
  }
  void object(const QString& key, QJsonObject& into) {
    const QJsonValue value = rest_.take(key);
    if (value.isObject())
      into = value.toObject();
    else if (!value.isUndefined())
      fail(key, say("an object is wanted."));
  }
  void texts(const QString& key, QMap<QString, QString>& into) {
    QJsonObject values;
    object(key, values);
    for (auto i = values.constBegin(); i != values.constEnd(); ++i) {
      if (!i->isString()) return fail(key, say("every value must be a text."));
      into.insert(i.key(), i->toString());
    }
  }
  template <class T>
  void list(const QString& key, QList<T>& into, T (*read)(const QJsonObject&)) {
    const QJsonValue value = rest_.take(key);
    if (value.isUndefined()) return;
    if (!value.isArray()) return fail(key, say("a list is wanted."));
    into.clear();
    for (const QJsonValue& entry : value.toArray()) {
      if (!entry.isObject()) return fail(key, say("every entry must be an object."));
      into << read(entry.toObject());
    }
  }

  void names(const QString& key, QStringList& into) {
    const QJsonValue value = rest_.take(key);
    if (value.isUndefined()) return;
    if (!value.isArray()) return fail(key, say("a list is wanted."));
    into = value.toVariant().toStringList();
  }

  const std::optional<Error>& error() const { return error_; }
  const QJsonObject& rest() const { return rest_; }

 private:
  void fail(const QString& key, const QString& what) {
    if (!error_) error_ = wrong(key, what);
  }

  QJsonObject rest_;
  std::optional<Error> error_;
};

NavigationEntry readEntry(const QJsonObject& json) {
  return {json[u"label"_s].toString(), json[u"target"_s].toString()};
}
SocialLink readLink(const QJsonObject& json) {
  return {json[u"label"_s].toString(), json[u"url"_s].toString(), json[u"rel"_s].toString()};
}
Section readSection(const QJsonObject& json) {
  return {json[u"id"_s].toString(), json[u"type"_s].toString(), json[u"title"_s].toString(),
          json[u"enabled"_s].toBool(true), json[u"options"_s].toObject()};
}

QJsonArray entriesToJson(const QList<NavigationEntry>& entries) {
  QJsonArray out;
  for (const NavigationEntry& entry : entries)
    out << QJsonObject{{u"label"_s, entry.label}, {u"target"_s, entry.target}};
  return out;
}

}  // namespace

QJsonObject Site::toJson() const {
  QJsonArray linkList;
  for (const SocialLink& link : links)
    linkList << QJsonObject{{u"label"_s, link.label}, {u"url"_s, link.url}, {u"rel"_s, link.rel}};
  QJsonArray sections;
  for (const Section& section : home)
    sections << QJsonObject{{u"id"_s, section.id},
                            {u"type"_s, section.type},
                            {u"title"_s, section.title},
                            {u"enabled"_s, section.enabled},
                            {u"options"_s, section.options}};
  QJsonObject macroObject;
  for (auto i = macros.constBegin(); i != macros.constEnd(); ++i)
    macroObject.insert(i.key(), i.value());
  QJsonObject json = extra;
  const QJsonObject known = {{u"title"_s, title},
                             {u"tagline"_s, tagline},
                             {u"description"_s, description},
                             {u"baseUrl"_s, baseUrl},
                             {u"language"_s, language},
                             {u"timeZone"_s, timeZone},
                             {u"author"_s, author.toJson()},
                             {u"role"_s, role},
                             {u"email"_s, email},
                             {u"theme"_s, theme},
                             {u"themeOptions"_s, themeOptions},
                             {u"navigation"_s, entriesToJson(navigation)},
                             {u"footer"_s, entriesToJson(footer)},
                             {u"links"_s, linkList},
                             {u"home"_s, sections},
                             {u"permalinks"_s, permalinks},
                             {u"pageSize"_s, pageSize},
                             {u"feedSize"_s, feedSize},
                             {u"smartPunctuation"_s, smartPunctuation},
                             {u"authorAliases"_s, QJsonArray::fromStringList(authorAliases)},
                             {u"publicationGroups"_s, publicationGroups},
                             {u"publicationAuthors"_s, publicationAuthors},
                             {u"macros"_s, macroObject},
                             {u"citationStyle"_s, citationStyle}};
  for (auto it = known.begin(); it != known.end(); ++it)
    json.insert(it.key(), it.value());
  return json;
}

Result<Site> Site::fromJson(const QJsonObject& json) {
  Site site;
  site.language = u"en"_s;
  site.timeZone = u"UTC"_s;
  site.theme = u"notebook"_s;
  Reader reader(json);
  reader.text(u"title"_s, site.title);
  reader.text(u"tagline"_s, site.tagline);
  reader.text(u"description"_s, site.description);
  reader.text(u"baseUrl"_s, site.baseUrl);
  reader.text(u"language"_s, site.language);
  reader.text(u"timeZone"_s, site.timeZone);
  QJsonObject author;
  reader.object(u"author"_s, author);
  site.author = Person::fromJson(author);
  reader.text(u"role"_s, site.role);
  reader.text(u"email"_s, site.email);
  reader.text(u"theme"_s, site.theme);
  reader.object(u"themeOptions"_s, site.themeOptions);
  reader.list(u"navigation"_s, site.navigation, readEntry);
  reader.list(u"footer"_s, site.footer, readEntry);
  reader.list(u"links"_s, site.links, readLink);
  reader.list(u"home"_s, site.home, readSection);
  reader.object(u"permalinks"_s, site.permalinks);
  reader.count(u"pageSize"_s, site.pageSize);
  reader.count(u"feedSize"_s, site.feedSize);
  reader.truth(u"smartPunctuation"_s, site.smartPunctuation);
  reader.names(u"authorAliases"_s, site.authorAliases);
  reader.text(u"publicationGroups"_s, site.publicationGroups);
  reader.truth(u"publicationAuthors"_s, site.publicationAuthors);
  reader.texts(u"macros"_s, site.macros);
  reader.text(u"citationStyle"_s, site.citationStyle);
  if (reader.error()) return *reader.error();
  site.extra = reader.rest();
  return site;
}

bool Site::isAuthor(const Person& person) const {
  return isSameName(person, author) ||
         std::any_of(authorAliases.begin(), authorAliases.end(),
                     [&](const QString& alias) { return isSameName(person, Person::parse(alias)); });
}

Site Site::starter(const QString& name, const QString& role) {
  Site site;
  site.title = name;
  site.language = u"en"_s;
  site.timeZone = u"UTC"_s;
  site.author = Person::parse(name);
  site.author.self = true;
  site.role = role;
  site.tagline = role;  // the home page opens with it
  site.theme = u"notebook"_s;
  site.navigation = {{say("Articles"), u"kind:article"_s},
                     {say("Talks"), u"kind:talk"_s},
                     {say("Publications"), u"kind:publication"_s}};
  const QString greeting = name.isEmpty() ? QString() : say("Hello, I’m %1").arg(name);
  site.home = {{u"hello"_s, u"hero"_s, greeting, true, {}},
               {u"writing"_s, u"writing-list"_s, say("Writing"), true, {{u"limit"_s, 5}}},
               {u"contact"_s, u"contact"_s, say("Say hello"), true, {}}};
  return site;
}

}  // namespace offprint
