#include "app/import/ForeignItem.h"

#include <QJsonArray>
#include <QRegularExpression>

#include "app/content/FrontMatterBlock.h"
#include "app/core/Text.h"
#include "app/import/ForeignKeys.h"
#include "app/import/ForeignLinks.h"
#include "app/import/ForeignVisibility.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A far year that authors write to keep an item on top of a list.
constexpr int pinYear = 9000;

QStringList texts(const QJsonValue& value, bool blanksSeparate) {
  QStringList list;
  if (value.isArray()) {
    for (const QJsonValue& entry : value.toArray()) {
      // Hugo Blox lists objects with a name in some places.
      const QString text = entry.isObject() ? valueText(entry[u"name"_s]) : valueText(entry);
      if (!text.trimmed().isEmpty()) list << text.trimmed();
    }
    return list;
  }
  const QString text = valueText(value);
  const QChar separator = text.contains(u',') || !blanksSeparate ? u',' : u' ';
  for (const QString& part : text.split(separator, Qt::SkipEmptyParts)) {
    if (!part.trimmed().isEmpty()) list << part.trimmed();
  }
  return list;
}

/// The value of a map whatever the case of its key.
QJsonValue inMap(const QJsonValue& map, const QString& key) {
  const QJsonObject values = map.toObject();
  for (auto it = values.begin(); it != values.end(); ++it) {
    if (it.key().compare(key, Qt::CaseInsensitive) == 0) return it.value();
  }
  return {};
}

class ForeignReader {
 public:
  ForeignReader(const FrontMatter& matter, const ContentKind& kind, const ForeignContext& context,
                Findings& findings)
      : matter_(matter), kind_(kind), context_(context), findings_(findings) {
    settleForeignKeys(matter_, &kind_);
    rest_ = matter_.values;
  }

  ContentItem run() {
    item_.kind = kind_.id;
    rest_.remove(u"kind"_s);
    item_.body = matter_.body;
    readWhoMaySee();  // first: "permalink: false" is no address
    readTexts();
    readDates();
    readPeople();
    readLists();
    readCover();
    readFields();
    readStatus();
    for (auto it = rest_.begin(); it != rest_.end(); ++it)
      item_.extra.insert(it.key(), it.value());
    return item_;
  }

 private:
  int lineOf(const QString& key) const {
    const qsizetype place = matter_.keyOrder.indexOf(key);
    return place < 0 ? 1 : matter_.keyLines.value(place, 1);
  }

  void report(Finding::Level level, const QString& code, const QString& message, const QString& key) {
    Finding finding;
    finding.level = level;
    finding.code = code;
    finding.message = message;
    finding.line = lineOf(key);
    findings_ << finding;
  }

  /// What cannot be read must not publish the item.
  void holdBack(const QString& key, const QString& code, const QString& what) {
    heldBack_ = true;
    report(Finding::Level::Warning, code, what + u' ' + say("It was taken as a draft."), key);
  }

  /// The text under the first of `keys` that has one; only that key is used up.
  QString takeText(const QStringList& keys) {
    for (const QString& key : keys) {
      const QJsonValue value = rest_.value(key);
      if (value.isArray() || value.isObject()) continue;
      const QString text = valueText(value);
      if (text.trimmed().isEmpty()) {
        if (rest_.contains(key) && key == keys.first()) rest_.remove(key);
        continue;
      }
      rest_.remove(key);
      return text;
    }
    return {};
  }

  void readTexts() {
    item_.title = takeText({u"title"_s}).normalized(QString::NormalizationForm_C).trimmed();
    if (item_.title.isEmpty()) item_.title = context_.nameTitle;
    item_.uuid = takeText({u"uuid"_s});
    item_.slug = takeText({u"slug"_s}).trimmed();
    item_.language = takeText({u"language"_s, u"lang"_s, u"locale"_s}).replace(u'_', u'-').trimmed();
    item_.summary = takeText({u"summary"_s, u"excerpt"_s, u"description"_s}).trimmed();
    item_.permalink = takeText({u"permalink"_s, u"url"_s}).trimmed();
    if (context_.flavour == SiteFlavour::Plain && !item_.permalink.isEmpty() && kind_.field(u"url"_s) &&
        item_.permalink.contains(u"://"_s)) {
      rest_.insert(u"url"_s, std::exchange(item_.permalink, {}));  // a tool's or a reading's own link
    }
    if (kind_.field(u"searchDescription"_s) && rest_.value(u"description"_s).isString())
      rest_.insert(u"searchDescription"_s, rest_.take(u"description"_s));
  }

  Date takeDate(const QStringList& keys, bool wordsCount) {
    for (const QString& key : keys) {
      const QString text = valueText(rest_.value(key)).trimmed();
      if (wordsCount && text.isEmpty() && isGiven(rest_.value(key)))
        holdBack(key, u"date.unreadable"_s, say("A list or a map is no date: the item is undated."));
      if (text.isEmpty()) continue;
      const auto date = Date::parse(text);
      if (date) {
        rest_.remove(key);
        return *date;
      }
      if (!wordsCount || key != keys.first()) continue;
      static const QStringList keywords = {u"last-modified"_s, u"today"_s, u"now"_s};
      if (keywords.contains(text.toLower()) || text.contains(QRegularExpression(u"\\d"_s))) {
        const QString message =
            say("\"%1\" is not a date: the item is undated. Write it as 2026, 2026-01 or 2026-01-05.")
                .arg(text);
        // What lies in the future is not published: a date that cannot be read may do so.
        if (keywords.contains(text.toLower()))
          report(Finding::Level::Warning, u"date.unreadable"_s, message, key);
        else
          holdBack(key, u"date.unreadable"_s, message);
        continue;
      }
      rest_.remove(key);
      return Date::text(text);
    }
    return {};
  }

  void readDates() {
    QStringList keys = {u"date"_s, u"pubDate"_s, u"pubdate"_s, u"created_at"_s};
    for (const QString& key : {u"published"_s, u"publish"_s, u"publishedAt"_s, u"published_at"_s}) {
      if (Date::parse(valueText(rest_.value(key)))) keys << key;
    }
    item_.date = takeDate(keys, true);
    if (item_.date.empty() && !context_.dateInName.isEmpty()) item_.date = Date::lenient(context_.dateInName);
    item_.updated =
        takeDate({u"updated"_s, u"lastmod"_s, u"last_modified_at"_s, u"updatedDate"_s, u"modified"_s}, false);
    if (item_.date.yearNumber() >= pinYear) {
      item_.pinned = true;
      report(Finding::Level::Note, u"date.pin"_s,
             say("The year %1 keeps the item on top of lists: it was pinned.").arg(item_.date.yearNumber()),
             u"date"_s);
    }
  }

  void readPeople() {
    const QString key = rest_.contains(u"authors"_s) ? u"authors"_s : u"author"_s;
    // A tool's or a reading's author is a field, not the writer of the item.
    if (kind_.field(key)) return;
    const QJsonValue value = rest_.take(key);
    QJsonArray entries = value.toArray();
    if (value.isObject()) entries = {value};
    if (value.isString()) {
      static const QRegularExpression between(u"\\s*;\\s*|\\s+and\\s+|\\s+&\\s+"_s);
      for (const QString& name : value.toString().split(between, Qt::SkipEmptyParts))
        entries << name;
    }
    for (const QJsonValue& entry : std::as_const(entries)) {
      const QString shortName = valueText(entry).trimmed();
      const bool known = context_.settings && context_.settings->profiles.contains(shortName);
      Person person = known ? context_.settings->profiles.value(shortName) : personFrom(entry);
      if (person.display().isEmpty()) continue;
      if (context_.settings && person.display() == context_.settings->author.display()) person.self = true;
      item_.authors << person;
    }
    // What a list of objects says beyond names stays readable.
    if (std::any_of(entries.begin(), entries.end(), [](const QJsonValue& e) { return e.isObject(); }))
      rest_.insert(key, value);
  }

  void readLists() {
    const bool jekyll = context_.flavour == SiteFlavour::Jekyll;
    item_.tags = texts(rest_.take(u"tags"_s), jekyll);
    item_.tags << texts(rest_.take(u"tag"_s), jekyll);
    item_.tags.removeDuplicates();
    for (qsizetype i = 0; i < item_.tags.size(); ++i) {
      for (qsizetype j = 0; j < i; ++j) {
        if (item_.tags[i].compare(item_.tags[j], Qt::CaseInsensitive) == 0)
          report(Finding::Level::Note, u"tag.twice"_s,
                 say("The tags \"%1\" and \"%2\" differ in case only. Keep one spelling.")
                     .arg(item_.tags[j], item_.tags[i]),
                 u"tags"_s);
      }
    }
    item_.topics = texts(rest_.take(u"topics"_s), false);
    if (!kind_.field(u"category"_s)) item_.topics << texts(rest_.take(u"category"_s), false);
    item_.topics << texts(rest_.take(u"categories"_s), jekyll);
    item_.topics.removeDuplicates();
    item_.aliases = texts(rest_.take(u"aliases"_s), false);
    item_.aliases << texts(rest_.take(u"redirect_from"_s), false);
    item_.aliases.removeDuplicates();
    item_.series = texts(rest_.value(u"series"_s), false).value(0);
    if (!item_.series.isEmpty()) rest_.remove(u"series"_s);
    for (const QString& key : {u"seriesPart"_s, u"series_part"_s, u"series_order"_s, u"series_weight"_s}) {
      const int part = valueText(rest_.value(key)).toInt();
      if (part <= 0 || item_.seriesPart > 0) continue;
      item_.seriesPart = part;
      rest_.remove(key);
    }
    const auto isFieldName = [this](const QString& key) {
      return std::any_of(kind_.fields.begin(), kind_.fields.end(),
                         [&](const FieldSpec& f) { return f.key == key || f.aliases.contains(key); });
    };
    for (const QString& key : {u"pinned"_s, u"sticky"_s, u"featured"_s}) {
      if (rest_.contains(key) && !isFieldName(key)) item_.pinned = truthy(rest_.take(key)) || item_.pinned;
    }
  }

  void readCover() {
    const auto inside = [](const QJsonObject& map, const QStringList& keys) {
      for (const QString& key : keys) {
        const QString text = valueText(map.value(key)).trimmed();
        if (!text.isEmpty()) return text;
      }
      return QString();
    };
    item_.coverAlt = takeText({u"coverAlt"_s, u"cover_alt"_s, u"image_alt"_s, u"alt"_s});
    for (const QString& key : {u"cover"_s, u"image"_s, u"featured_image"_s, u"featuredImage"_s,
                               u"featureimage"_s, u"thumbnail"_s, u"thumb"_s, u"banner"_s, u"header"_s}) {
      const QJsonValue value = rest_.value(key);
      if (value.isString() && item_.cover.isEmpty()) {
        item_.cover = value.toString().trimmed();
        rest_.remove(key);
      } else if (value.isObject()) {
        const QJsonObject map = value.toObject();
        if (item_.cover.isEmpty())
          item_.cover = inside(map, {u"image"_s, u"src"_s, u"url"_s, u"path"_s, u"filename"_s, u"feature"_s,
                                     u"overlay_image"_s, u"teaser"_s});
        if (item_.coverAlt.isEmpty()) item_.coverAlt = inside(map, {u"alt"_s, u"alt_text"_s});
        const QString credit = inside(map, {u"caption"_s, u"credit"_s});
        if (!credit.isEmpty() && kind_.field(u"coverCredit"_s)) item_.fields[u"coverCredit"_s] = credit;
        const QString focus = inside(map, {u"focal_point"_s});
        if (!focus.isEmpty() && kind_.field(u"coverFocus"_s)) item_.fields[u"coverFocus"_s] = focus;
        // The map stays in `extra`: it holds more than a cover has places for.
      }
    }
  }

  void readFields() {
    takeForeignLinks(rest_, kind_, item_.fields);
    for (const FieldSpec& field : kind_.fields) {
      for (const QString& key : QStringList{field.key} + field.aliases) {
        if (!rest_.contains(key) || item_.fields.contains(field.key)) continue;
        const auto value = field.read(foreignValue(field, rest_.value(key)));
        if (value) {
          if (!value->isNull()) item_.fields.insert(field.key, *value);
          rest_.remove(key);
        } else if (key == field.key) {
          report(Finding::Level::Warning, u"field.unread"_s,
                 say("%1 The value was kept as an unknown key.").arg(value.error().message), key);
        }
      }
    }
    if (!kind_.eventDated) return;
    // The date of a talk is that of its event; the page's own date is kept beside it.
    const Date start = Date::lenient(item_.fields.value(u"start"_s).toString());
    if (start.empty()) return;
    if (!item_.date.empty() && item_.date.iso() != start.iso()) rest_.insert(u"date"_s, item_.date.full());
    item_.date = Date::day(start.yearNumber(), start.monthNumber(), start.dayNumber());
  }

  /// Hugo makes pages, and lists them, as `build` says.
  bool hasNoPage() {
    for (const QString& key : {u"build"_s, u"_build"_s}) {
      const QJsonValue render = inMap(rest_.value(key), u"render"_s);
      if (isNo(render) || valueText(render).toLower() == u"link"_s) return noPage(key);
    }
    return truthy(rest_.value(u"headless"_s)) && noPage(u"headless"_s);
  }

  bool noPage(const QString& key) {
    heldBack_ = true;
    report(Finding::Level::Note, u"status.hidden"_s,
           say("The generator made no page of this item: it is a draft here."), key);
    return true;
  }

  void readWhoMaySee() {
    item_.status = readVisibility(
        rest_, kind_,
        [this](Finding::Level level, const QString& code, const QString& message, const QString& key) {
          heldBack_ = heldBack_ || code != u"status.unlisted"_s;  // no plain draft: nothing lifts it
          report(level, code, message, key);
        });
  }

  void readStatus() {
    for (const QString& key : {u"build"_s, u"_build"_s}) {
      const QJsonValue list = inMap(rest_.value(key), u"list"_s);
      if (!isNo(list) || item_.status == Status::Draft) continue;
      item_.status = Status::Unlisted;
      report(Finding::Level::Note, u"status.unlisted"_s,
             say("The generator listed this item nowhere: it is unlisted here."), key);
    }
    if (hasNoPage() || context_.draft) item_.status = Status::Draft;
    if (item_.status == Status::Draft && context_.draftsAsPublished) item_.status = Status::Published;
    readSchedule();
    readExpiry();
    if (item_.status == Status::Scheduled && !item_.publishAt.isValid())
      holdBack(u"status"_s, u"status.unreadable"_s, say("The item is scheduled, and no date says for when."));
    if (matter_.unsureLine > 0) reportUnsure();
    if (heldBack_) item_.status = Status::Draft;
  }

  void reportUnsure() {
    heldBack_ = true;
    findings_ << unsureFinding(matter_.unsureLine);
  }

  /// Generators leave out what lies in the future.
  void readSchedule() {
    QDateTime publish;
    for (const QString& key :
         {u"publishAt"_s, u"publishDate"_s, u"publishdate"_s, u"publish_date"_s, u"publishedAt"_s,
          u"published_at"_s, u"pubDate"_s, u"pubdate"_s, u"published"_s, u"publish"_s}) {
      if (!isGiven(rest_.value(key))) continue;
      const auto date = Date::parse(valueText(rest_.value(key)));
      if (!date && frontmatter::visibilityKey(key)) continue;  // a yes or no
      if (!date) {
        holdBack(key, u"date.unreadable"_s,
                 say("\"%1\" holds no date, so it is not sure when this is to be published.").arg(key));
        continue;
      }
      const QDateTime moment = date->momentIn({});
      if (!publish.isValid() || moment > publish) publish = moment;
      if (moment > context_.now || key == u"publishAt"_s) rest_.remove(key);
    }
    const bool dated = kind_.dated && !kind_.eventDated && item_.date.yearNumber() < pinYear;
    if (!publish.isValid() && dated) publish = item_.date.momentIn({});
    if (!publish.isValid() || item_.status == Status::Draft) return;
    const bool scheduled = item_.status == Status::Scheduled;
    if (scheduled) item_.publishAt = publish.toUTC();
    if (publish <= context_.now) return;
    item_.status = Status::Scheduled;
    item_.publishAt = publish.toUTC();
    report(Finding::Level::Note, u"status.scheduled"_s,
           say("Its date lies in the future: the item is scheduled for %1.")
               .arg(publish.toUTC().toString(Qt::ISODate)),
           u"date"_s);
  }

  /// Generators leave out what has expired.
  void readExpiry() {
    for (const QString& key : {u"expiryDate"_s, u"unpublishdate"_s}) {
      if (!isGiven(rest_.value(key))) continue;
      const auto expiry = Date::parse(valueText(rest_.value(key)));
      if (!expiry) {
        holdBack(key, u"date.unreadable"_s,
                 say("\"%1\" holds no date, so it is not sure whether this has expired.").arg(key));
      } else if (expiry->momentIn({}) <= context_.now) {
        heldBack_ = true;
        report(Finding::Level::Note, u"status.expired"_s, say("It has expired: the item is a draft here."),
               key);
      }
    }
  }

  FrontMatter matter_;
  const ContentKind& kind_;
  const ForeignContext& context_;
  Findings& findings_;
  QJsonObject rest_;
  ContentItem item_;
  bool heldBack_ = false;  ///< a draft, whatever else is said
};

}  // namespace

ContentItem readForeignItem(const FrontMatter& matter, const ContentKind& kind, const ForeignContext& context,
                            Findings& findings) {
  return ForeignReader(matter, kind, context, findings).run();
}

QString titleFromName(const QString& stem) {
  static const QRegularExpression date(u"^\\d{4}-\\d{1,2}-\\d{1,2}-"_s);
  QString title = stem.normalized(QString::NormalizationForm_C);
  title.remove(date);
  title = title.replace(u'-', u' ').replace(u'_', u' ').simplified();
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
}

QString takeTitleHeading(QString& body, int& removedLines) {
  static const QRegularExpression heading(u"\\A(\\s*)# +(.+?)(?: +#+)?[ \\t]*(?:\\n|\\z)(\\n?)"_s);
  const auto match = heading.match(body.left(4'000));
  if (!match.hasMatch()) return {};
  removedLines = static_cast<int>(body.left(match.capturedLength()).count(u'\n'));
  body.remove(0, match.capturedLength());
  return match.captured(2).trimmed();
}

}  // namespace offprint
