#include "app/content/Validation.h"

#include <algorithm>
#include <QJsonArray>
#include <QTimeZone>

#include "app/content/Address.h"
#include "app/content/Slug.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isPublic(const ContentItem& item) {
  return item.status != Status::Draft;
}

/// Collects findings about one item.
class Check {
 public:
  explicit Check(const ContentItem& item) : ref_(item.ref()) {}

  void add(Finding::Level level, const QString& code, const QString& message) {
    Finding finding;
    finding.level = level;
    finding.code = code;
    finding.message = message;
    finding.item = ref_;
    findings << finding;
  }
  Findings findings;

 private:
  QString ref_;
};

/// CV entries and projects say by "start" and "end" when they were, where they say it at all.
bool needsDate(const ContentKind& kind) {
  const FieldSpec* start = kind.field(u"start"_s);
  return kind.dated && !(start && start->type == FieldSpec::Type::Date);
}

void checkDates(const ContentItem& item, const ContentKind& kind, Check& check) {
  if (item.date.empty()) {
    if (needsDate(kind) && isPublic(item))
      check.add(Finding::Level::Warning, u"date.missing"_s,
                say("This has no date: it comes last in every list. Set one under Publishing."));
    return;
  }
  const QString words = item.date.precision() == Date::Precision::Text ? item.date.full() : QString();
  const bool holdsDigit = std::any_of(words.begin(), words.end(), [](QChar c) { return c.isDigit(); });
  if (holdsDigit)
    check.add(Finding::Level::Warning, u"date.unreadable"_s,
              say("\"%1\" is not a date. Write it as 2026, 2026-01 or 2026-01-05.").arg(words));
  const bool comparable = item.updated.yearNumber() > 0 && item.date.yearNumber() > 0;
  if (comparable && item.updated.iso() < item.date.iso().left(item.updated.iso().size()))
    check.add(
        Finding::Level::Warning, u"date.updated-before"_s,
        say("The date of the update (%1) lies before the date of publication (%2). Correct one of them.")
            .arg(item.updated.iso(), item.date.iso()));
}

/// When an event, a project or a position was: from what the fields say, as far as they say it.
void checkSpan(const QString& from, const QString& to, Check& check) {
  const Date start = Date::lenient(from);
  const Date end = Date::lenient(to);
  if (start.yearNumber() <= 0 || end.yearNumber() <= 0) return;
  const qsizetype exact = std::min(start.iso().size(), end.iso().size());
  if (end.iso().left(exact) < start.iso().left(exact))
    check.add(Finding::Level::Warning, u"date.end-before"_s,
              say("The end (%1) lies before the start (%2). Correct one of them.").arg(to, from));
}

void checkZone(const QString& zone, Check& check) {
  if (zone.isEmpty() || QTimeZone(zone.toUtf8()).isValid()) return;
  check.add(
      Finding::Level::Warning, u"zone.unknown"_s,
      say("There is no time zone \"%1\", so it is not used. Write one such as Europe/Berlin.").arg(zone));
}

void checkTimes(const ContentItem& item, const ContentKind& kind, Check& check) {
  const auto text = [&](const char* key) { return item.fields.value(QLatin1StringView(key)).toString(); };
  const bool dated = kind.eventDated && text("start").isEmpty();
  checkSpan(dated ? item.date.full() : text("start"), text("end"), check);
  if (!kind.eventDated) return;
  checkSpan(item.date.full(), text("endDate"), check);
  checkZone(text("timeZone").trimmed(), check);
  for (const QJsonValue row : item.fields.value(u"occasions"_s).toArray()) {
    checkSpan(row[u"date"_s].toString(), row[u"end"_s].toString(), check);
    checkZone(row[u"timeZone"_s].toString().trimmed(), check);
  }
}

void checkFields(const ContentItem& item, const ContentKind& kind, Check& check) {
  for (const FieldSpec& field : kind.fields) {
    const QJsonValue value = item.fields.value(field.key);
    if (value.isNull() || value.isUndefined()) {
      if (field.required && isPublic(item))
        check.add(Finding::Level::Warning, u"field.missing"_s,
                  say("\"%1\" is empty. Fill it in.").arg(field.label));
      continue;
    }
    const auto read = field.read(value);
    if (!read) check.add(Finding::Level::Error, u"field.invalid"_s, read.error().message);
  }
}

/// A work that was kept by its identifier alone.
void checkLookUp(const ContentItem& item, const ContentKind& kind, Check& check) {
  for (const FieldSpec& field : kind.fields) {
    const QString open = item.fields.value(field.key).toString();
    if (field.bibtex != "*lookup"_L1 || open.isEmpty()) continue;
    check.add(Finding::Level::Warning, u"work.incomplete"_s,
              say("“%1” is incomplete: it was kept to be looked up later. Complete it, or fill in its fields "
                  "and clear \"%2\".")
                  .arg(open.section(u':', 1), field.label));
  }
}

void checkAddresses(const ContentItem& item, Check& check) {
  QStringList seen;
  for (const QString& alias : item.aliases) {
    if (!alias.startsWith(u'/'))
      check.add(Finding::Level::Error, u"alias.invalid"_s,
                say("The further address \"%1\" must begin with /. Write it as it stood on the old site, "
                    "without the host.")
                    .arg(alias));
    if (seen.contains(alias))
      check.add(Finding::Level::Note, u"alias.twice"_s,
                say("The further address \"%1\" occurs twice. Remove one.").arg(alias));
    seen << alias;
  }
  if (item.permalink.isEmpty()) return;
  if (item.permalink.contains(u"://"_s))
    check.add(Finding::Level::Error, u"permalink.invalid"_s,
              say("The address \"%1\" must begin with / and hold no host name. Write it like /notes/first/, "
                  "or leave it empty.")
                  .arg(item.permalink));
  else if (const auto parts = addressParts(item.permalink); !parts)
    check.add(Finding::Level::Error, u"permalink.invalid"_s, parts.error().message);
}

void checkTags(const ContentItem& item, Check& check) {
  for (qsizetype i = 0; i < item.tags.size(); ++i) {
    for (qsizetype j = 0; j < i; ++j) {
      if (item.tags[i].compare(item.tags[j], Qt::CaseInsensitive) != 0) continue;
      check.add(Finding::Level::Note, u"tag.twice"_s,
                say("The tags \"%1\" and \"%2\" differ in case only. Keep one spelling.")
                    .arg(item.tags[j], item.tags[i]));
    }
  }
}

}  // namespace

Findings validate(const ContentItem& item, const ContentKind& kind) {
  Check check(item);
  if (plainTitle(item.title).isEmpty()) {
    check.add(isPublic(item) ? Finding::Level::Error : Finding::Level::Note, u"title.missing"_s,
              say("This has no title. Write one; lists and links show it."));
  }
  if (const auto slug = checkSlug(item.slug); !slug)
    check.add(Finding::Level::Error, u"slug.invalid"_s, slug.error().message);
  if (item.status == Status::Scheduled && !item.publishAt.isValid())
    check.add(Finding::Level::Error, u"schedule.missing"_s,
              say("This is scheduled, but has no time of publication. Set one, or publish it now."));
  if (!item.cover.isEmpty() && item.coverAlt.isEmpty())
    check.add(
        Finding::Level::Note, u"cover.alt"_s,
        say("The cover has no description for people who cannot see it. Write one as its alternative text."));
  checkDates(item, kind, check);
  checkTimes(item, kind, check);
  checkFields(item, kind, check);
  checkLookUp(item, kind, check);
  checkAddresses(item, check);
  checkTags(item, check);
  return check.findings;
}

}  // namespace offprint
