#include "app/import/SourceAddress.h"

#include <algorithm>
#include <QUrl>

#include "app/content/Slug.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Hugo's spelling of a path: small letters, hyphens for blanks, no punctuation.
QString hugoPart(const QString& name) {
  QString out;
  for (const QChar c : name.normalized(QString::NormalizationForm_C).toLower()) {
    if (c.isLetterOrNumber() || c.isMark() || c.isSurrogate() || u"-_.~+"_s.contains(c))
      out += c;
    else if (c.isSpace() && !out.endsWith(u'-'))
      out += u'-';
  }
  return out;
}

QString number(int value, int width) {
  return value > 0 ? u"%1"_s.arg(value, width, 10, QLatin1Char('0')) : QString();
}

/// Replaces `:name` tokens; longer names first, so that ":slug" does not eat ":slugorfilename".
QString fill(QString pattern, QList<std::pair<QString, QString>> tokens) {
  std::sort(tokens.begin(), tokens.end(),
            [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  for (const auto& [name, value] : tokens)
    pattern.replace(u':' + name, value);
  return pattern;
}

QString joined(QStringList parts) {
  parts.removeAll(QString());
  return u'/' + parts.join(u'/') + (parts.isEmpty() ? u""_s : u"/"_s);
}

QList<std::pair<QString, QString>> dateTokens(const Date& date) {
  static const QStringList months = {u""_s,        u"january"_s,  u"february"_s, u"march"_s,  u"april"_s,
                                     u"may"_s,     u"june"_s,     u"july"_s,     u"august"_s, u"september"_s,
                                     u"october"_s, u"november"_s, u"december"_s};
  const QDate day(date.yearNumber(), qMax(1, date.monthNumber()), qMax(1, date.dayNumber()));
  return {{u"year"_s, number(date.yearNumber(), 4)},
          {u"short_year"_s, number(date.yearNumber() % 100, 2)},
          {u"month"_s, number(date.monthNumber(), 2)},
          {u"i_month"_s, number(date.monthNumber(), 1)},
          {u"monthname"_s, months.value(date.monthNumber())},
          {u"day"_s, number(date.dayNumber(), 2)},
          {u"i_day"_s, number(date.dayNumber(), 1)},
          {u"yearday"_s, day.isValid() ? QString::number(day.dayOfYear()) : QString()},
          {u"y_day"_s, day.isValid() ? number(day.dayOfYear(), 3) : QString()}};
}

}  // namespace

QString cleanAddress(const QString& written) {
  QString address = written.trimmed();
  const qsizetype scheme = address.indexOf(u"://"_s);
  if (scheme > 0) address = QUrl(address).path(QUrl::FullyDecoded);
  const bool folder = address.endsWith(u'/');
  const QStringList parts = address.split(u'/', Qt::SkipEmptyParts);
  if (parts.isEmpty()) return u"/"_s;
  const bool file = !folder && parts.last().contains(u'.');
  return u'/' + parts.join(u'/') + (file ? u""_s : u"/"_s);
}

QString hugoAddress(const AddressParts& parts, const SourceSettings& settings) {
  QStringList folders;
  for (const QString& folder : parts.folders)
    folders << hugoPart(folder);
  const QString name = parts.slug.isEmpty() ? hugoPart(parts.stem) : hugoPart(parts.slug);
  const QString language = parts.language.toLower();
  const QString pattern = settings.permalinks.value(parts.folders.value(0));
  if (!pattern.isEmpty() && !parts.stem.isEmpty()) {
    const QString title = hugoPart(slugify(parts.title));
    auto tokens = dateTokens(parts.date);
    tokens << std::pair(u"section"_s, folders.value(0)) << std::pair(u"sections"_s, folders.join(u'/'))
           << std::pair(u"title"_s, title) << std::pair(u"slug"_s, parts.slug.isEmpty() ? title : name)
           << std::pair(u"slugorfilename"_s, name) << std::pair(u"slugorcontentbasename"_s, name)
           << std::pair(u"filename"_s, hugoPart(parts.stem))
           << std::pair(u"contentbasename"_s, hugoPart(parts.stem));
    return cleanAddress(language + u'/' + fill(pattern, tokens));
  }
  QStringList path = {language};
  path << folders << name;
  QString address = joined(path);
  if (settings.uglyUrls && !name.isEmpty()) {
    address.chop(1);
    address += u".html"_s;
  }
  return address;
}

QString jekyllPattern(const QString& pattern, const AddressParts& parts, const QString& collection) {
  static const QHash<QString, QString> styles = {{u"date"_s, u"/:categories/:year/:month/:day/:title.html"_s},
                                                 {u"pretty"_s, u"/:categories/:year/:month/:day/:title/"_s},
                                                 {u"ordinal"_s, u"/:categories/:year/:y_day/:title.html"_s},
                                                 {u"none"_s, u"/:categories/:title.html"_s}};
  QStringList categories;
  for (const QString& category : parts.categories)
    categories << slugify(category);
  const QString name = parts.slug.isEmpty() ? parts.stem : parts.slug;
  auto tokens = dateTokens(parts.date);
  tokens << std::pair(u"categories"_s, categories.join(u'/')) << std::pair(u"title"_s, name)
         << std::pair(u"slug"_s, slugify(name)) << std::pair(u"name"_s, parts.stem)
         << std::pair(u"path"_s, (parts.folders + QStringList{parts.stem}).join(u'/'))
         << std::pair(u"collection"_s, collection) << std::pair(u"output_ext"_s, u".html"_s)
         << std::pair(u"basename"_s, parts.stem);
  return cleanAddress(fill(styles.value(pattern, pattern), tokens));
}

QString jekyllAddress(const AddressParts& parts, const QString& collection, const SourceSettings& settings) {
  const QString posts = settings.permalinks.value(u"posts"_s, u"date"_s);
  if (collection == u"posts"_s) return jekyllPattern(posts, parts, collection);
  if (!collection.isEmpty())
    return jekyllPattern(settings.permalinks.value(collection, u"/:collection/:path:output_ext"_s), parts,
                         collection);
  QStringList path = parts.folders;
  if (parts.stem.isEmpty()) return joined(path);
  const bool pretty = posts == u"pretty"_s || posts.endsWith(u'/');
  path << (pretty ? parts.stem : parts.stem + u".html"_s);
  return pretty ? joined(path) : joined(path).chopped(1);
}

}  // namespace offprint
