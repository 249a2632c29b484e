#include "exporters/site/FieldView.h"

#include <algorithm>
#include <QRegularExpression>
#include <QUrl>

#include "app/bibliography/CslJson.h"
#include "app/content/FrontMatter.h"
#include "app/core/Text.h"
#include "exporters/site/CardView.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

using Type = FieldSpec::Type;

/// Fields that steer the site or are shown in a place of their own.
const QSet<QString>& steering() {
  static const QSet<QString> keys{u"related"_s,     u"readingMinutes"_s, u"badge"_s,     u"statusLabel"_s,
                                  u"pinnedUntil"_s, u"weight"_s,         u"order"_s,     u"selected"_s,
                                  u"abstract"_s,    u"demo"_s,           u"demoFiles"_s, u"demoHeight"_s,
                                  u"demoStill"_s,   u"demoKeys"_s,       u"template"_s,  u"parent"_s,
                                  u"menu"_s,        u"menuOrder"_s,      u"group"_s,     u"timeZone"_s,
                                  u"allDay"_s,      u"updateNote"_s,     u"form"_s,      u"concept"_s,
                                  u"citationKey"_s, u"venueShort"_s};
  return keys;
}
const QSet<QString>& steeringSections() {
  static const QSet<QString> sections{u"Search and sharing"_s, u"Cover"_s, u"Notes to self"_s};
  return sections;
}

/// Fields that steer, and those that keep an imported entry.
bool isSteering(const ContentKind& kind, const FieldSpec& field) {
  static const QSet<QString> kept{u"*source"_s, u"*origin"_s, u"*others"_s, u"*lookup"_s, u"*keys"_s};
  return field.key == kind.ownField || field.csl == "*"_L1 || kept.contains(field.bibtex) ||
         steering().contains(field.key) || steeringSections().contains(field.section);
}

/// Identifiers that have an address.
QString addressOfIdentifier(const QString& key, const QString& value) {
  if (value.contains("://"_L1)) return value;
  if (key == "doi"_L1) return u"https://doi.org/"_s + value;
  if (key == "arxiv"_L1)
    return u"https://arxiv.org/abs/"_s + (value.startsWith("arXiv:"_L1) ? value.mid(6) : value);
  if (key == "pmid"_L1) return u"https://pubmed.ncbi.nlm.nih.gov/"_s + value + u'/';
  return {};
}

/// What a link is called: a page of arXiv goes by that name, whichever field holds it; its file is a PDF.
QString linkLabel(const FieldSpec& field, const QString& to) {
  const QUrl url(to);
  // The plain address of a work says most by where it leads.
  if (field.csl == "URL"_L1 && url.host() != "arxiv.org"_L1 && !url.host().isEmpty())
    return url.host().startsWith("www."_L1) ? url.host().mid(4) : url.host();
  if (url.host() != "arxiv.org"_L1) return field.label;
  return url.path().startsWith("/pdf/"_L1) ? u"PDF"_s : u"arXiv"_s;
}

/// The field that holds the address of another: "event" → "eventUrl", "sourceName" → "sourceUrl".
QString addressKey(const ContentKind& kind, const FieldSpec& of) {
  if (of.type != Type::Text) return {};
  const QString& key = of.key;
  for (const QString& candidate :
       {QString(key + u"Url"_s), QString(key.chopped(key.endsWith("Name"_L1) ? 4 : 0) + u"Url"_s)}) {
    if (const FieldSpec* field = kind.field(candidate); field && field->type == Type::Url) return candidate;
  }
  return {};
}

/// Lists name all authors of a work up to so many, else the first few and the site's own.
constexpr qsizetype kManyAuthors = 10;
constexpr qsizetype kFewAuthors = 6;

QStringList listOf(const QJsonValue& value) {
  QStringList texts;
  for (const QJsonValue entry : value.toArray()) {
    const QString text = entry.toString(valueText(entry)).trimmed();
    if (!text.isEmpty()) texts << text;
  }
  return texts;
}

QString itemLinkHtml(PageScope& scope, const QString& reference) {
  scope.links.dependOn(reference);
  const ItemSummary* found = scope.map.itemByRef(reference);
  if (!found) return {};
  const OwnerOf words(scope, found->ref());
  const QString title = scope.inlineHtml(found->title);
  const LinkResolver::Link to = scope.links.toItem(*found);
  return to.usable() ? u"<a href=\"%1\">%2</a>"_s.arg(QString::fromUtf8(to.href).toHtmlEscaped(), title)
                     : title;
}

/// A work of the library's publications: title, authors, venue and year.
QString publicationHtml(PageScope& scope, const QString& reference) {
  scope.links.dependOn(reference);
  const ItemSummary* work = scope.relations.work(reference);
  if (!work) return htmlEscaped(reference);
  QStringList parts{itemLinkHtml(scope, work->ref())};
  if (!work->authors.isEmpty()) parts << fewAuthorsHtml(scope, *work);
  QString venue = work->fields.value(u"venueShort"_s).toString();
  if (venue.isEmpty()) venue = work->fields.value(u"venue"_s).toString();
  if (!venue.isEmpty()) parts << u"<i>%1</i>"_s.arg(htmlEscaped(venue));
  if (work->date.yearNumber() > 0) parts << QString::number(work->date.yearNumber());
  return parts.join(u". "_s);
}

QString listHtml(const QStringList& htmlTexts, bool inlined) {
  if (htmlTexts.size() == 1) return htmlTexts.constFirst();
  return u"<ul%1><li>%2</li></ul>"_s.arg(inlined ? u" class=\"inline\""_s : QString(),
                                         htmlTexts.join(u"</li><li>"_s));
}

/// Rows of a table with two columns, as "label: value".
QString pairsHtml(PageScope& scope, const ItemSummary& item, const FieldSpec& field, const QJsonArray& rows) {
  QStringList entries;
  for (const QJsonValue row : rows) {
    const auto cell = [&](qsizetype i) {
      const FieldSpec& column = field.columns.at(i);
      return fieldHtml(scope, item, column, row.toObject().value(column.key));
    };
    const QString value = cell(1);
    entries << (value.isEmpty() ? cell(0) : u"%1: %2"_s.arg(cell(0), value));
  }
  return listHtml(entries, false);
}

QString tableHtml(PageScope& scope, const ItemSummary& item, const FieldSpec& field, const QJsonArray& rows) {
  if (field.columns.size() == 2) return pairsHtml(scope, item, field, rows);
  QList<FieldSpec> columns = field.columns;
  columns.removeIf([&rows](const FieldSpec& column) {
    return std::none_of(rows.begin(), rows.end(), [&column](const QJsonValue& row) {
      return !valueText(row[column.key]).trimmed().isEmpty();
    });
  });
  QString out =
      u"<div class=\"tbl\" tabindex=\"0\" role=\"region\" aria-label=\"%1\"><table><thead><tr>"_s.arg(
          htmlEscaped(field.label));
  for (const FieldSpec& column : std::as_const(columns))
    out += u"<th scope=\"col\">"_s + htmlEscaped(column.label) + u"</th>"_s;
  out += u"</tr></thead><tbody>"_s;
  for (const QJsonValue row : rows) {
    out += u"<tr>"_s;
    for (const FieldSpec& column : std::as_const(columns)) {
      out += u"<td>"_s + fieldHtml(scope, item, column, row.toObject().value(column.key)) + u"</td>"_s;
    }
    out += u"</tr>"_s;
  }
  return out + u"</tbody></table></div>"_s;
}

/// A time is only one where its zone is known: " (Europe/Berlin)", " (UTC+02:00)".
QString zoneText(const ItemSummary& item, const Date& date) {
  const QString zone = item.fields.value(u"timeZone"_s).toString();
  if (!zone.isEmpty()) return u" (%1)"_s.arg(zone);
  static const QRegularExpression offset(u"T.*?(Z|[+-]\\d\\d:?\\d\\d)$"_s);
  const QString written = offset.match(date.full()).captured(1);
  if (written.isEmpty()) return {};
  return u" (UTC%1)"_s.arg(written == "Z"_L1 ? QString() : written);
}

QString timeHtml(PageScope& scope, const ItemSummary& item, const FieldSpec& field, const QString& written) {
  const Date date = Date::lenient(written);
  QString text = date.display(scope.locale);
  if (field.type == Type::DateTime && date.precision() == Date::Precision::Time) {
    const QString clock = date.full().mid(11, 5);
    if (!clock.isEmpty()) text += u", "_s + clock + zoneText(item, date);
  }
  if (date.empty() || date.precision() == Date::Precision::Text) return htmlEscaped(text);
  return u"<time datetime=\"%1\">%2</time>"_s.arg(date.iso(), htmlEscaped(text));
}

QString linked(const QString& html, const QByteArray& href) {
  return href.isEmpty() ? html
                        : u"<a href=\"%1\">%2</a>"_s.arg(QString::fromUtf8(href).toHtmlEscaped(), html);
}

/// Adds what leads somewhere to `links`; what cannot be followed stays out with a finding.
void addLink(PageScope& scope, const ItemSummary& item, QJsonArray& links, const QString& label,
             const QString& to) {
  const LinkResolver::Link found = scope.links.target(to);
  if (found.usable()) {
    // An arXiv id and the address of its page are one link.
    const QString href = QString::fromUtf8(found.href);
    if (std::any_of(links.begin(), links.end(),
                    [&](const QJsonValue& link) { return link[u"href"_s] == href; }))
      return;
    links.append(QJsonObject{{u"label"_s, label},
                             {u"href"_s, href},
                             {u"external"_s, found.state == LinkResolver::Link::State::External}});
    return;
  }
  scope.find(
      Finding::Level::Warning, u"link.dead"_s,
      say("The field “%1” leads to “%2”, which the site does not have. It is left out.").arg(label, to),
      item.ref());
}

bool isLinkField(const FieldSpec& field) {
  return field.type == Type::Url || field.type == Type::Media;
}

}  // namespace

People peopleFrom(const QJsonValue& value) {
  People people;
  for (const QJsonValue entry : value.toArray())
    people << personFrom(entry);
  return people;
}

QString peopleText(const PageScope& scope, const People& people) {
  QStringList names;
  for (const Person& person : people)
    names << person.display();
  return scope.locale.createSeparatedList(names);
}

QString peopleHtml(const PageScope& scope, const People& people, bool others) {
  QStringList names;
  for (const Person& person : people) {
    const QString name = htmlEscaped(person.display());
    const bool own = person.self || scope.site.isAuthor(person);
    names << (own ? u"<b>%1</b>"_s.arg(name) : name);
  }
  if (others && !names.isEmpty())
    return names.join(u", "_s) + u' ' + htmlEscaped(scope.strings.text(u"etAl"_s));
  return scope.locale.createSeparatedList(names);
}

QString authorsHtml(const PageScope& scope, const ItemSummary& item) {
  const ContentKind* kind = scope.kindOf(item);
  return peopleHtml(scope, item.authors, kind && namesOthers(item, *kind));
}

QString fewAuthorsHtml(const PageScope& scope, const ItemSummary& item) {
  if (item.authors.size() <= kManyAuthors) return authorsHtml(scope, item);
  People shown = item.authors.mid(0, kFewAuthors);
  for (const Person& person : item.authors.mid(kFewAuthors))
    if (person.self || scope.site.isAuthor(person)) shown << person;
  return peopleHtml(scope, shown, true);
}

QString fieldText(PageScope& scope, const FieldSpec& field, const QJsonValue& value) {
  switch (field.type) {
    case Type::Boolean:
      return value.toBool() ? scope.strings.text(u"yes"_s) : QString();
    case Type::Choice: {
      const QString chosen = value.toString();
      for (const FieldSpec::Option& option : field.options)
        if (option.value == chosen) return option.label;
      return chosen;
    }
    case Type::Level:
      return value.toInt() > 0 ? scope.strings.text(u"level"_s, {{u"n"_s, scope.number(value.toInt())},
                                                                 {u"all"_s, scope.number(field.maximum)}})
                               : QString();
    case Type::Date:
    case Type::DateTime:
      return Date::lenient(value.toString()).displayShort(scope.locale);
    case Type::List:
      return listOf(value).join(u", "_s);
    case Type::Persons:
      return peopleText(scope, peopleFrom(value));
    case Type::Table:
    case Type::Items:
      return {};
    default:
      return plainTitle(value.toString(valueText(value)));
  }
}

QString fieldHtml(PageScope& scope, const ItemSummary& item, const FieldSpec& field, const QJsonValue& value,
                  const QString& address) {
  QByteArray href;
  if (!address.isEmpty()) {
    if (const auto to = scope.links.target(address); to.usable()) href = to.href;
  }
  const QString text = value.toString(valueText(value)).trimmed();
  switch (field.type) {
    case Type::Markdown:
      return scope.blocksHtml(text, item.ref(), field.label);
    case Type::LongText:
      return linked(htmlEscaped(text).replace(u'\n', u"<br>"_s), href);
    case Type::Date:
    case Type::DateTime:
      return text.isEmpty() ? QString() : timeHtml(scope, item, field, text);
    case Type::Url:
    case Type::Media: {
      const auto to = scope.links.target(text);
      return to.usable() ? linked(htmlEscaped(text), to.href) : htmlEscaped(text);
    }
    case Type::Email:
      return linked(htmlEscaped(text), text.isEmpty() ? QByteArray() : "mailto:" + text.toUtf8());
    case Type::Item:
      return text.isEmpty() ? QString() : itemLinkHtml(scope, text);
    case Type::Publication:
      return text.isEmpty() ? QString() : publicationHtml(scope, text);
    case Type::Items: {
      QStringList links;
      for (const QString& reference : listOf(value)) {
        if (const QString link = itemLinkHtml(scope, reference); !link.isEmpty()) links << link;
      }
      return links.isEmpty() ? QString() : listHtml(links, false);
    }
    case Type::List: {
      QStringList texts;
      for (const QString& entry : listOf(value))
        texts << scope.inlineHtml(entry);
      return texts.isEmpty() ? QString() : listHtml(texts, true);
    }
    case Type::Table:
      return value.toArray().isEmpty() ? QString() : tableHtml(scope, item, field, value.toArray());
    case Type::Persons:
      return peopleHtml(scope, peopleFrom(value));
    case Type::Text:
      return linked(scope.inlineHtml(text), href);
    default:
      return linked(htmlEscaped(fieldText(scope, field, value)), href);
  }
}

namespace {

/// Fields that say something on the page: not empty, not steering it, not the address of another one.
QList<const FieldSpec*> shownFields(const ItemSummary& item, const ContentKind& kind,
                                    const QStringList& shown) {
  QSet<QString> used(shown.cbegin(), shown.cend());
  QList<const FieldSpec*> filled;
  for (const FieldSpec& field : kind.fields) {
    const QJsonValue value = item.fields.value(field.key);
    if (value.isNull() || value.isUndefined()) continue;
    filled << &field;
    if (const QString key = addressKey(kind, field); !key.isEmpty() && !value.toString().isEmpty())
      used.insert(key);
  }
  filled.removeIf(
      [&](const FieldSpec* field) { return used.contains(field->key) || isSteering(kind, *field); });
  return filled;
}

/// Adds the field to `links` when it is one of those that lead somewhere; false for facts.
bool takeLinks(PageScope& scope, const ItemSummary& item, const FieldSpec& field, QJsonArray& links) {
  const QJsonValue value = item.fields.value(field.key);
  const QString text = value.toString(valueText(value)).trimmed();
  if (isLinkField(field)) {
    if (!text.isEmpty()) addLink(scope, item, links, linkLabel(field, text), text);
    return true;
  }
  if (const QString address = addressOfIdentifier(field.key, text); !address.isEmpty() && !text.isEmpty()) {
    addLink(scope, item, links, field.label, address);
    return true;
  }
  if (field.type != Type::Table || field.columns.size() != 2 || field.columns.at(1).type != Type::Url)
    return false;
  for (const QJsonValue row : value.toArray())
    addLink(scope, item, links, row[field.columns.at(0).key].toString(),
            row[field.columns.at(1).key].toString());
  return true;
}

}  // namespace

QJsonObject fieldAddresses(PageScope& scope, const ItemSummary& item, const ContentKind& kind) {
  QJsonObject addresses;
  for (const FieldSpec& field : kind.fields) {
    const QString key = addressKey(kind, field);
    const QString to = key.isEmpty() ? QString() : item.fields.value(key).toString();
    if (to.isEmpty()) continue;
    if (const LinkResolver::Link link = scope.links.target(to); link.usable())
      addresses.insert(field.key, QString::fromUtf8(link.href));
  }
  return addresses;
}

QJsonArray fieldLinks(PageScope& scope, const ItemSummary& item, const ContentKind& kind,
                      const QStringList& shown) {
  QJsonArray links;
  for (const FieldSpec* field : shownFields(item, kind, shown))
    takeLinks(scope, item, *field, links);
  return links;
}

namespace {

/// The date of an event may have its time; readers are told it as they are of its field "start".
ItemSummary withStart(ItemSummary item, const ContentKind& kind) {
  const bool timed = kind.eventDated && item.date.precision() == Date::Precision::Time;
  if (timed && kind.field(u"start"_s) && item.fields.value(u"start"_s).toString().isEmpty())
    item.fields.insert(u"start"_s, item.date.full());
  return item;
}

}  // namespace

QJsonObject fieldsView(PageScope& scope, const ItemSummary& given, const ContentKind& kind,
                       const QStringList& shown) {
  const ItemSummary item = withStart(given, kind);
  QJsonArray facts;
  QJsonArray links;
  bool inPeriod = false;  // the end of it is told with its start
  for (const FieldSpec* field : shownFields(item, kind, shown)) {
    if (inPeriod && field->key == "end"_L1) continue;
    if (takeLinks(scope, item, *field, links)) continue;
    if (field->key == "start"_L1 && field->type == Type::Date && kind.field(u"end"_s)) {
      facts.append(QJsonObject{{u"label"_s, scope.strings.text(u"when"_s)},
                               {u"html"_s, htmlEscaped(periodText(scope, item))},
                               {u"key"_s, field->key}});
      inPeriod = true;
      continue;
    }
    const QString key = addressKey(kind, *field);
    const QString html = fieldHtml(scope, item, *field, item.fields.value(field->key),
                                   key.isEmpty() ? QString() : item.fields.value(key).toString());
    if (!html.isEmpty())
      facts.append(QJsonObject{{u"label"_s, field->label}, {u"html"_s, html}, {u"key"_s, field->key}});
  }
  return {{u"facts"_s, facts}, {u"links"_s, links}};
}

}  // namespace offprint
