#include "tests/support/RandomItems.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace offprint::test {
namespace {

const QStringList& pieces() {
  static const QStringList list = {
      u"plain"_s,   u"Guide: part 1"_s, u"\"quoted\""_s, u"it's"_s,        u"no"_s,         u"~"_s,
      u"0xF4EE"_s,  u"016"_s,           u"1e3"_s,        u"[Emacs] x"_s,   u"{a: b}"_s,     u"# no comment"_s,
      u"a #b"_s,    u"- dash"_s,        u"& anchor"_s,   u"*em* `code`"_s, u"$x_{i}$"_s,    u"back\\slash"_s,
      u"Überfuß"_s, u"你好世界"_s,      u"שלום"_s,       u"😀 emoji"_s,     u"2026-01-05"_s, u"null"_s,
      u"true"_s,    u"---"_s,           u"tab\there"_s,  u"%directive"_s,  u"@handle"_s,    u"<b>&amp;</b>"_s,
      u"C++"_s,     u"| pipe |"_s,      u"e\u0301"_s,    u"\u00a0nbsp"_s,  u"trailing:"_s,  u"? key"_s};
  return list;
}

}  // namespace

QString RandomItems::line() {
  QStringList parts;
  for (int i = 0, n = 1 + below(3); i < n; ++i)
    parts += pieces().at(below(static_cast<int>(pieces().size())));
  return parts.join(u' ');
}

QString RandomItems::body() {
  static const QStringList lines = {u""_s,
                                    u"---"_s,
                                    u"+++"_s,
                                    u"title: x"_s,
                                    u"  indented"_s,
                                    u"two blanks  "_s,
                                    u"```yaml\n---\na: b\n---\n```"_s,
                                    u"## Heading"_s,
                                    u"> quote"_s,
                                    u"\ttab"_s};
  QString text;
  for (int i = 0, n = below(12); i < n; ++i)
    text += (chance(50) ? line() : lines.at(below(static_cast<int>(lines.size())))) + u'\n';
  if (chance(30)) text += u"no line end"_s;
  return text;
}

QStringList RandomItems::words(int most) {
  QStringList list;
  for (int i = 0, n = below(most + 1); i < n; ++i)
    list += line();
  list.removeDuplicates();
  return list;
}

Date RandomItems::date() {
  switch (below(6)) {
    case 0:
      return {};
    case 1:
      return Date::year(1990 + below(50));
    case 2:
      return Date::month(1990 + below(50), 1 + below(12));
    case 3:
      return Date::text(u"forthcoming"_s);
    case 4:
      return Date::lenient(u"2026-0%1-1%2T10:20:30%3"_s.arg(1 + below(9))
                               .arg(below(9))
                               .arg(chance(50) ? u"Z"_s : u"+05:30"_s));
    default:
      return Date::day(1990 + below(50), 1 + below(12), 1 + below(28));
  }
}

QJsonValue RandomItems::field(const FieldSpec& spec) {
  using Type = FieldSpec::Type;
  switch (spec.type) {
    case Type::Number:
      return below(1000) / 4.0;
    case Type::Level:
      return 1 + below(3);
    case Type::Boolean:
      return chance(50);
    case Type::List:
    case Type::Items:
      return QJsonArray::fromStringList(words(4));
    case Type::Persons:
      return QJsonArray{Person{line(), {}, line(), {}, {}, chance(20)}.toJson()};
    case Type::Table: {
      QJsonArray rows;
      for (int i = 0, n = 1 + below(3); i < n; ++i) {
        QJsonObject row;
        for (const FieldSpec& column : spec.columns)
          row.insert(column.key, field(column));
        rows += row;
      }
      return rows;
    }
    default:
      return chance(10) ? QString() : line();
  }
}

QJsonValue RandomItems::stranger(int depth) {
  switch (below(depth > 0 ? 7 : 5)) {
    case 0:
      return line();
    case 1:
      return below(100000);
    case 2:
      return below(1000) / 8.0;
    case 3:
      return chance(50);
    case 4:
      return QString();
    case 5:
      return QJsonArray{stranger(depth - 1), stranger(depth - 1)};
    default:
      return QJsonObject{{line(), stranger(depth - 1)}, {u"b"_s, stranger(depth - 1)}};
  }
}

ContentItem RandomItems::item() {
  const ContentKind& kind = kinds_.all().at(below(static_cast<int>(kinds_.all().size())));
  ContentItem item;
  item.uuid = u"%1-0000-4000-8000-%2"_s.arg(random_.generate(), 8, 16, QChar(u'0'))
                  .arg(++count_, 12, 10, QChar(u'0'));
  item.kind = kind.id;
  item.title = line();
  item.slug = (chance(20) ? u"größe-%1"_s : u"item-%1"_s).arg(count_);
  item.status = static_cast<Status>(below(4));
  item.date = date();
  item.updated = date();
  if (item.status == Status::Scheduled)
    item.publishAt = QDateTime::fromMSecsSinceEpoch(1'800'000'000'000 + below(1'000'000), Qt::UTC);
  if (chance(30)) item.language = chance(50) ? u"de"_s : u"pt-BR"_s;
  if (chance(50)) item.summary = line();
  item.body = kind.hasBody ? body() : QString();
  for (int i = 0, n = below(3); i < n; ++i) {
    item.authors += chance(50) ? Person::parse(u"Ada van der Lovelace"_s)
                               : Person{line(), chance(50) ? u"de la"_s : QString(),
                                        line(), chance(20) ? u"Jr."_s : QString(),
                                        {},     chance(30)};
  }
  item.tags = words(4);
  item.topics = words(3);
  if (chance(30)) item.series = line();
  if (chance(30)) item.seriesPart = 1 + below(9);
  item.pinned = chance(20);
  if (chance(20)) item.coverAlt = line();
  if (chance(20)) item.aliases = {u"/old/%1/"_s.arg(count_), u"/ältere/%1.html"_s.arg(count_)};
  if (chance(10)) item.permalink = u"/own/%1/"_s.arg(count_);
  item.created = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + below(1'000'000'000), Qt::UTC);
  item.modified = item.created.addMSecs(below(1'000'000));
  for (const FieldSpec& spec : kind.fields)
    if (chance(15)) item.fields.insert(spec.key, field(spec));
  if (chance(10)) item.fields.insert(u"gone field"_s, line());
  static const QStringList names = {u"unknown"_s,      u"title"_s,  u"fields"_s, u"extra"_s,
                                    u"weird key: x"_s, u"ümlaut"_s, u"a.b"_s};
  for (int i = 0, n = below(3); i < n; ++i)
    item.extra.insert(names.at(below(static_cast<int>(names.size()))), stranger(2));
  return item;
}

}  // namespace offprint::test
