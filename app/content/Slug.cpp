#include "app/content/Slug.h"

#include <QHash>
#include <QList>
#include <QRegularExpression>
#include <utility>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int longestSlug = 80;
constexpr qsizetype longestSlugBytes = 240;

/// Latin letters that do not fall apart into a base letter and a mark.
const QHash<char32_t, QString>& plainLetters() {
  static const QHash<char32_t, QString> table = {
      {U'ß', u"ss"_s}, {U'æ', u"ae"_s}, {U'œ', u"oe"_s}, {U'ø', u"o"_s}, {U'đ', u"d"_s}, {U'ð', u"d"_s},
      {U'þ', u"th"_s}, {U'ł', u"l"_s},  {U'ı', u"i"_s},  {U'ħ', u"h"_s}, {U'ŧ', u"t"_s}, {U'ŋ', u"n"_s}};
  return table;
}

/// How a language spells a letter when it has to do without the mark; empty: by the general rule.
QString spelledOut(char32_t letter, const QString& language) {
  const QString primary = language.section(u'-', 0, 0).toLower();
  if (primary == u"de"_s) {
    if (letter == U'ä') return u"ae"_s;
    if (letter == U'ö') return u"oe"_s;
    if (letter == U'ü') return u"ue"_s;
  }
  if (primary == u"da"_s || primary == u"no"_s || primary == u"nb"_s || primary == u"nn"_s) {
    if (letter == U'å') return u"aa"_s;
    if (letter == U'ø') return u"oe"_s;
  }
  return {};
}

QString withoutMark(char32_t letter, const QString& language) {
  const QString own = spelledOut(letter, language);
  if (!own.isEmpty()) return own;
  const auto plain = plainLetters().constFind(letter);
  if (plain != plainLetters().constEnd()) return *plain;
  const QString whole = QString::fromUcs4(&letter, 1);
  // Marks are dropped from Latin letters only: in other scripts they are part of the spelling.
  if (QChar::script(letter) != QChar::Script_Latin) return whole;
  QString out;
  for (const QChar part : whole.normalized(QString::NormalizationForm_KD)) {
    if (!part.isMark()) out += part;
  }
  return out;
}

/// How many of the characters a slug can take.
qsizetype longestBeginning(const QList<uint>& characters) {
  qsizetype end = 0;
  qsizetype bytes = 0;
  while (end < characters.size() && end < longestSlug) {
    const uint c = characters[end];
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (bytes > longestSlugBytes) break;
    ++end;
  }
  return end;
}

/// At most `longestSlug` characters, cut before a word where one begins in the second half.
QString shortened(const QString& slug) {
  const QList<uint> characters = slug.toUcs4();
  const qsizetype most = longestBeginning(characters);
  if (characters.size() == most) return slug;
  qsizetype end = most;
  while (end > most / 2 && characters[end] != U'-')
    --end;
  if (characters[end] != U'-') {
    end = most;
    while (end > 0 && QChar::isMark(characters[end]))
      --end;
  }
  QList<char32_t> kept;
  for (qsizetype i = 0; i < end; ++i)
    kept << characters[i];
  QString cut = QString::fromUcs4(kept.constData(), kept.size());
  while (cut.endsWith(u'-'))
    cut.chop(1);
  return cut;
}

bool isApostrophe(char32_t c) {
  return c == U'\'' || c == U'’' || c == U'ʼ';
}

}  // namespace

QString slugify(const QString& title, const QString& language) {
  const QString text = plainTitle(title).normalized(QString::NormalizationForm_C).toLower();
  QString slug;
  const auto separate = [&slug] {
    if (!slug.isEmpty() && !slug.endsWith(u'-')) slug += u'-';
  };
  bool afterLetter = false;  // "C++", "C#": signs that belong to a name, not to the sentence
  for (const char32_t c : text.toUcs4()) {
    if (QChar::isLetterOrNumber(c)) {
      slug += withoutMark(c, language);
      afterLetter = true;
    } else if (QChar::isMark(c) && afterLetter) {
      slug += QString::fromUcs4(&c, 1);
    } else if (isApostrophe(c)) {
      continue;
    } else if (afterLetter && (c == U'+' || c == U'#')) {
      separate();
      slug += c == U'+' ? u"plus"_s : u"sharp"_s;
    } else {
      separate();
      afterLetter = false;
    }
  }
  while (slug.endsWith(u'-'))
    slug.chop(1);
  return slug.isEmpty() ? u"untitled"_s : shortened(slug);
}

Result<void> checkSlug(const QString& slug) {
  static const QRegularExpression foreign(u"[/\\\\?#\\s\\p{Z}\\p{Cc}]"_s);
  if (slug.isEmpty())
    return makeError(ErrorCode::InvalidInput, say("The last part of the address is empty."));
  if (slug == u"."_s || slug == u".."_s || foreign.match(slug).hasMatch())
    return makeError(ErrorCode::InvalidInput,
                     say("\"%1\" cannot be the last part of an address: it must not hold blanks, /, \\, ? or "
                         "#, nor be one or two dots. For another address set permalink.")
                         .arg(slug));
  if (slug.toUtf8().size() > longestSlugBytes)
    return makeError(ErrorCode::InvalidInput,
                     say("\"%1…\" cannot be the last part of an address: it is longer than a file's name may "
                         "be. Shorten it to 80 characters.")
                         .arg(slug.left(40)));
  return {};
}

QString uniqueSlug(const QString& wanted, const std::function<bool(const QString&)>& taken) {
  if (!taken(wanted)) return wanted;
  const auto with = [&](int suffix) { return u"%1-%2"_s.arg(wanted).arg(suffix); };
  constexpr int few = 16;
  for (int suffix = 2; suffix <= few; ++suffix)
    if (!taken(with(suffix))) return with(suffix);
  // Of thousands of one name ("Editorial") each would ask for all before it: a free one is found by halves.
  int last = few;
  int free = 2 * few;
  while (taken(with(free)))
    last = std::exchange(free, free * 2);
  while (free - last > 1) {
    const int middle = last + (free - last) / 2;
    (taken(with(middle)) ? last : free) = middle;
  }
  return with(free);
}

QString permalinkOf(const ContentKind& kind, const ItemSummary& item) {
  if (kind.itemTemplate.isEmpty()) return {};
  QString address = item.permalink;
  if (address.isEmpty()) {
    address = kind.permalink;
    const auto number = [](int value, int width) {
      return value > 0 ? u"%1"_s.arg(value, width, 10, QLatin1Char('0')) : QString();
    };
    address.replace(u"{year}"_s, number(item.date.yearNumber(), 4));
    address.replace(u"{month}"_s, number(item.date.monthNumber(), 2));
    address.replace(u"{day}"_s, number(item.date.dayNumber(), 2));
    address.replace(u"{kind}"_s, item.kind);
    address.replace(u"{slug}"_s, item.slug);
  }
  // An undated item leaves its {year} empty: no doubled slash.
  const QStringList segments = address.split(u'/', Qt::SkipEmptyParts);
  if (segments.isEmpty()) return u"/"_s;
  const bool file = !address.endsWith(u'/') && segments.last().contains(u'.');
  return u'/' + segments.join(u'/') + (file ? u""_s : u"/"_s);
}

}  // namespace offprint
