#include "app/store/SearchIndex.h"

#include "app/content/PlainText.h"
#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint::searchIndex {
namespace {

constexpr QChar partingMark(0x2063);  // invisible separator: no word character for the tokenizer
constexpr int mostTerms = 32;         // FTS5 limits the depth of an expression

bool writtenWithoutSpaces(char32_t c) {
  if (c < 0x0E00) return false;  // Thai is the first of them
  switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo:
    case QChar::Script_Hangul:
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
      return true;
    default:
      return false;
  }
}

bool hasWordCharacter(const QString& text) {
  for (const char32_t c : text.toUcs4()) {
    if (QChar::isLetterOrNumber(c)) return true;
  }
  return false;
}

void collectText(const QJsonValue& value, QStringList& texts) {
  if (value.isString()) {
    texts.append(value.toString());
  } else if (value.isDouble()) {
    texts.append(value.toVariant().toString());
  } else if (value.isArray()) {
    for (const QJsonValue& inner : value.toArray())
      collectText(inner, texts);
  } else if (value.isObject()) {
    for (const QJsonValue& inner : value.toObject())
      collectText(inner, texts);
  }
}

/// The values of an item's fields, but for where an imported entry stood in its file: nobody looks for that.
void collectFields(const ContentItem& item, const ContentKind* kind, QStringList& texts) {
  for (auto it = item.fields.begin(); it != item.fields.end(); ++it) {
    const FieldSpec* field = kind ? kind->field(it.key()) : nullptr;
    if (!field || field->bibtex != "*origin"_L1) collectText(it.value(), texts);
  }
}

/// Words and "quoted phrases" of what was typed; an unclosed quote runs to the end.
QStringList terms(const QString& typed) {
  QStringList list;
  QString current;
  bool quoted = false;
  const auto finish = [&] {
    if (hasWordCharacter(current)) list.append(current);
    current.clear();
  };
  for (const QChar c : typed) {
    if (c == u'"') {
      finish();
      quoted = !quoted;
    } else if ((c.isSpace() && !quoted) || c.isNull()) {
      finish();
    } else {
      current.append(c);
    }
  }
  finish();
  return list.mid(0, mostTerms);
}

}  // namespace

QString parted(const QString& text) {
  QString result;
  result.reserve(text.size());
  for (const char32_t c : text.toUcs4()) {
    if (c == partingMark.unicode()) continue;
    const bool apart = writtenWithoutSpaces(c);
    if (apart) result.append(partingMark);
    result.append(QChar::fromUcs4(c));
    if (apart) result.append(partingMark);
  }
  return result;
}

QString readable(const QString& snippet) {
  QString text = snippet;
  text.remove(partingMark);
  // The name of a TeX command was found: the mark must not part it from its backslash.
  text.replace(u"\\\u2039"_s, u"\u2039\\"_s);
  return plainFragment(text);
}

QString expression(const QString& typed) {
  QStringList parts;
  for (const QString& term : terms(typed.normalized(QString::NormalizationForm_C))) {
    // One character begins nearly every text: as a beginning it would only cost time, so it is a whole word.
    const bool beginning = term.toUcs4().size() > 1;
    parts.append(u'"' + parted(term) + (beginning ? u"\"*"_s : u"\""_s));
  }
  return parts.join(u" AND "_s);
}

Result<void> put(Database& database, const ContentItem& item, const ContentKind* kind) {
  QStringList fields{item.summary, item.series, item.coverAlt};
  for (const Person& person : item.authors)
    fields.append(person.display());
  collectFields(item, kind, fields);
  collectText(item.extra, fields);
  const auto indexed = [](const QString& text) {
    return parted(text.normalized(QString::NormalizationForm_C));
  };
  OFFPRINT_TRY(remove(database, item.id));
  return database.run("INSERT INTO search (rowid, title, body, fields, tags) VALUES (?, ?, ?, ?, ?)",
                      item.id.value, indexed(plainTitle(item.title)), indexed(item.body),
                      indexed(fields.join(u'\n')), indexed((item.tags + item.topics).join(u'\n')));
}

Result<void> remove(Database& database, ContentId id) {
  return database.run("DELETE FROM search WHERE rowid = ?", id.value);
}

}  // namespace offprint::searchIndex
