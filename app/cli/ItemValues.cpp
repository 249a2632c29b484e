#include "app/cli/ItemValues.h"

#include <functional>
#include <map>
#include <optional>

#include "app/content/Address.h"
#include "app/content/FrontMatter.h"
#include "app/content/NaturalDate.h"
#include "app/content/Slug.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

using Setter = std::function<Result<void>(ContentItem&, const QString&)>;

Error wrong(const QString& message) {
  return makeError(ErrorCode::InvalidInput, message);
}

QStringList listOf(const QString& value, QChar separator = u',') {
  QStringList parts;
  for (const QString& part : value.split(separator, Qt::SkipEmptyParts))
    if (!part.trimmed().isEmpty()) parts += part.trimmed();
  return parts;
}

Setter text(QString ContentItem::*member) {
  return [member](ContentItem& item, const QString& value) -> Result<void> {
    item.*member = value;
    return {};
  };
}

Setter list(QStringList ContentItem::*member) {
  return [member](ContentItem& item, const QString& value) -> Result<void> {
    item.*member = listOf(value);
    return {};
  };
}

Setter date(Date ContentItem::*member) {
  return [member](ContentItem& item, const QString& value) -> Result<void> {
    if (value.isEmpty()) {
      item.*member = Date();
      return {};
    }
    const auto parsed = Date::parse(value);
    const bool words = std::none_of(value.begin(), value.end(), [](QChar c) { return c.isDigit(); });
    if (!parsed && !words) return parsed.error();
    item.*member = parsed ? *parsed : Date::text(value);
    return {};
  };
}

/// An empty slug is made from the title when the item is stored.
Result<void> setSlug(ContentItem& item, const QString& value) {
  if (!value.isEmpty()) OFFPRINT_TRY(checkSlug(value));
  item.slug = value;
  return {};
}

Result<void> setPermalink(ContentItem& item, const QString& value) {
  if (value.contains("://"_L1))
    return wrong(say("The address \"%1\" must begin with / and hold no host name.").arg(value));
  if (!value.isEmpty()) {
    const auto parts = addressParts(value);
    if (!parts) return wrong(parts.error().message + u' ' + say("Nothing was changed."));
  }
  item.permalink = value;
  return {};
}

/// Lines end in one way, as they do in texts from files.
Result<void> setBody(ContentItem& item, const QString& value) {
  item.body = QString(value).replace("\r\n"_L1, "\n"_L1).replace(u'\r', u'\n');
  return {};
}

Result<void> setStatus(ContentItem& item, const QString& value) {
  const auto status = statusFromName(value);
  if (!status)
    return wrong(say("There is no state \"%1\". Write draft, scheduled, published or unlisted.").arg(value));
  item.status = *status;
  return {};
}

Result<void> setPublishAt(ContentItem& item, const QString& value) {
  if (value.isEmpty()) {
    item.publishAt = {};
    return {};
  }
  const auto parsed = Date::parse(value);
  if (!parsed) return parsed.error();
  if (parsed->precision() < Date::Precision::Day)
    return wrong(say("\"%1\" names no day. Write it as 2026-01-05T18:00+01:00.").arg(value));
  item.publishAt = parsed->momentIn({}).toUTC();
  return {};
}

Result<void> setPart(ContentItem& item, const QString& value) {
  bool ok = false;
  const int part = value.isEmpty() ? 0 : value.toInt(&ok);
  if (!value.isEmpty() && (!ok || part < 0))
    return wrong(say("\"%1\" is no part of a series: write a number from 1 on.").arg(value));
  item.seriesPart = part;
  return {};
}

Result<void> setPinned(ContentItem& item, const QString& value) {
  item.pinned = truthy(value);
  return {};
}

Result<void> setAuthors(ContentItem& item, const QString& value) {
  item.authors.clear();
  for (const QString& name : listOf(value, u';'))
    item.authors += Person::parse(name);
  return {};
}

const std::map<QString, Setter>& members() {
  static const std::map<QString, Setter> table = {{u"title"_s, text(&ContentItem::title)},
                                                  {u"slug"_s, setSlug},
                                                  {u"status"_s, setStatus},
                                                  {u"date"_s, date(&ContentItem::date)},
                                                  {u"updated"_s, date(&ContentItem::updated)},
                                                  {u"publishAt"_s, setPublishAt},
                                                  {u"language"_s, text(&ContentItem::language)},
                                                  {u"summary"_s, text(&ContentItem::summary)},
                                                  {u"authors"_s, setAuthors},
                                                  {u"tags"_s, list(&ContentItem::tags)},
                                                  {u"topics"_s, list(&ContentItem::topics)},
                                                  {u"series"_s, text(&ContentItem::series)},
                                                  {u"seriesPart"_s, setPart},
                                                  {u"pinned"_s, setPinned},
                                                  {u"cover"_s, text(&ContentItem::cover)},
                                                  {u"coverAlt"_s, text(&ContentItem::coverAlt)},
                                                  {u"aliases"_s, list(&ContentItem::aliases)},
                                                  {u"permalink"_s, setPermalink},
                                                  {u"body"_s, setBody}};
  return table;
}

Error unknown(const QString& key, const ContentKind& kind) {
  QStringList known;
  for (const auto& member : members())
    known += member.first;
  for (const FieldSpec& field : kind.fields)
    if (!known.contains(field.key)) known += field.key;
  return wrong(say("%1 has no field \"%2\". There are: %3").arg(kind.label, key, known.join(", "_L1)));
}

/// "key=value" as whether a field of the kind is meant in any case, key and value.
struct Assignment {
  bool field = false;
  QString key;
  QString value;

  static std::optional<Assignment> read(const QString& written, const ContentKind& kind,
                                        const QDateTime& now) {
    const qsizetype equals = written.indexOf(u'=');
    if (equals <= 0) return std::nullopt;
    Assignment given{false, written.left(equals), written.mid(equals + 1)};
    given.field = given.key.startsWith("fields."_L1);
    if (given.field) given.key.remove(0, 7);
    if (given.isDate(kind)) given.value = naturalDate(given.value, now, given.hasZone());
    return given;
  }
  const FieldSpec* spec(const ContentKind& kind) const {
    return !field && members().contains(key) ? nullptr : kind.field(key);
  }
  bool isDate(const ContentKind& kind) const {
    static const QStringList dates = {u"date"_s, u"updated"_s, u"publishAt"_s};
    const FieldSpec* of = spec(kind);
    if (!of) return !field && dates.contains(key);
    return of->type == FieldSpec::Type::Date || of->type == FieldSpec::Type::DateTime;
  }
  /// A moment; other times are those on the clock at their place.
  bool hasZone() const { return !field && key == "publishAt"_L1; }
};

}  // namespace

Result<void> assign(ContentItem& item, const ContentKind& kind, const QString& assignment,
                    const QDateTime& now) {
  const auto given = Assignment::read(assignment, kind, now);
  if (!given) return wrong(say("\"%1\" is no assignment: write key=value.").arg(assignment));
  const auto& [field, key, value] = *given;
  const auto member = members().find(key);
  if (!field && member != members().end()) return member->second(item, value);
  const FieldSpec* spec = kind.field(key);
  if (!spec) return unknown(key, kind);
  const auto read = value.isEmpty() ? Result<QJsonValue>(QJsonValue()) : spec->read(value);
  if (!read) return read.error();
  if (read->isNull() || read->isUndefined())
    item.fields.remove(key);
  else
    item.fields.insert(key, *read);
  return {};
}

QString wordDate(const ContentKind& kind, const QString& assignment, const QDateTime& now) {
  static const QStringList usual = {u"forthcoming"_s, u"present"_s, u"to appear"_s, u"in press"_s};
  const auto given = Assignment::read(assignment, kind, now);
  if (!given || given->value.isEmpty() || !given->isDate(kind) || usual.contains(given->value.toLower()))
    return {};
  return Date::parse(given->value) ? QString() : given->value;
}

}  // namespace offprint::cli
