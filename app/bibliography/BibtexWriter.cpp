#include <algorithm>
#include <QJsonArray>
#include <QRegularExpression>

#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/BibtexNames.h"
#include "app/bibliography/CslJson.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Form = LatexText::Form;
using Line = std::pair<QString, QString>;  ///< name, value with its braces

/// What themes of sites and reference programs keep in an entry for themselves.
bool isPrivate(const QString& name) {
  static const QRegularExpression names(
      u"^(?:bibtex_show|abbr|selected|preview|date-added|date-modified|bdsk-.*|timestamp|owner|groups|rating|"
      "readstatus|annote|annotation|comment|review|priority|ranking|relevance|printed|qualityassured|"
      "creationdate|modificationdate|localfile|local-url|file|mendeley-.*|citeulike-.*|added-at|biburl|"
      "bibsource|_.*|altmetric|dimensions|google_"
      "scholar_id|"
      "bibkey|keywords|additional_info|website|code|slides|poster|video|pdf|html|supp|blog|award|award_name|arxiv)$"_s);
  return names.match(name).hasMatch();
}

/// Styles change the case of titles, but not within braces: names with a capital inside keep theirs.
QString withKeptCapitals(const QString& title) {
  static const QRegularExpression token(u"\\$[^$]*\\$|\\\\\\(.*?\\\\\\)|\\\\[a-zA-Z]+|[\\p{L}\\p{N}]+"_s);
  QString out;
  qsizetype done = 0;
  int depth = 0;
  for (auto it = token.globalMatch(title); it.hasNext();) {
    const auto match = it.next();
    const QStringView between = QStringView(title).mid(done, match.capturedStart() - done);
    depth += static_cast<int>(between.count(u'{') - between.count(u'}'));
    out += between;
    const QString word = match.captured();
    const bool name = word.at(0).isLetterOrNumber() &&
                      std::any_of(word.begin() + 1, word.end(), [](QChar c) { return c.isUpper(); });
    out += name && depth == 0 ? u'{' + word + u'}' : word;
    done = match.capturedEnd();
  }
  return out + title.mid(done);
}

}  // namespace

/// Writes one item.
class BibtexWriter {
 public:
  BibtexWriter(const BibtexMapping& mapping, const ItemSummary& item, bool forReaders, bool ascii)
      : map_(mapping), item_(item), latex_(*mapping.format().latex), forReaders_(forReaders), ascii_(ascii) {}

  QString run() {
    readSource();
    type_ = entryType();
    for (const BibtexField& field : sourceFields_)
      putFromSource(field);
    for (const QString& target : targets())
      putTarget(target);
    QString text = u'@' + type_ + u'{' + key();
    for (const auto& [name, value] : std::as_const(lines_))
      text += u",\n  "_s + name + u" = "_s + value;
    return text + u"\n}"_s;
  }

 private:
  QString key() const {
    static const QRegularExpression refused(u"[\\s,{}\"#%=~\\\\]+"_s);
    return citationKey(item_, map_.kind()).replace(refused, u"-"_s);
  }

  void readSource() {
    const FieldSpec* source = map_.declared("*source"_L1);
    const QString text = source ? item_.fields.value(source->key).toString() : QString();
    const BibtexFile file = BibtexFile::parse(text.toUtf8());
    const QList<BibtexEntry> entries = bibtexEntries(file, map_.format());
    if (entries.isEmpty()) return;
    source_ = entries.first();
    sourceFields_ = file.parts.at(source_.part).fields;
    before_ = map_.read(source_).item;
  }

  /// The entry's own type where it still fits: "@online" is not "@misc".
  QString entryType() const {
    const QString option = map_.type_ ? item_.fields.value(map_.type_->key).toString() : QString();
    if (!source_.type.isEmpty() && map_.type_ && before_.fields.value(map_.type_->key).toString() == option)
      return source_.type;
    if (map_.type_) {
      for (const FieldSpec::Option& candidate : map_.type_->options)
        if (candidate.value == option && !candidate.bibtex.isEmpty()) return candidate.bibtex;
    }
    return map_.kind().bibtexType.isEmpty() ? u"misc"_s : map_.kind().bibtexType;
  }

  static QJsonValue valueIn(const QString& target, const QString& title, const People& authors,
                            const Date& date, const QString& language, const QJsonObject& fields) {
    if (target == "title"_L1) return title;
    if (target == "date"_L1) return date.full();
    if (target == "language"_L1) return language;
    if (target != "authors"_L1) return fields.value(target);
    QJsonArray list;
    for (Person person : authors) {
      person.self = false;
      list << person.toJson();
    }
    return list;
  }
  QJsonValue now(const QString& target) const {
    return valueIn(target, item_.title, item_.authors, item_.date, item_.language, item_.fields);
  }
  /// The entry alone may lack what its file gave it (abbreviations, crossref): that counts as changed.
  bool unchanged(const QString& target) const {
    return now(target) ==
           valueIn(target, before_.title, before_.authors, before_.date, before_.language, before_.fields);
  }

  void putFromSource(const BibtexField& field) {
    const QString name = map_.format().synonyms.value(field.name, field.name);
    const QString target = map_.targetOf(name, source_.type);
    QString raw;
    bool plain = true;
    for (const BibtexPiece& piece : field.pieces) {
      raw += piece.text;
      plain = plain && !piece.abbreviation;
    }
    const bool month = name == "month"_L1 && !plain;
    if (forReaders_ && (isPrivate(field.name) || raw.trimmed().isEmpty())) {
      done_ << target;
      return;
    }
    if (name == "crossref"_L1 || name == "xdata"_L1) return;  // what they gave stands in the item
    if (target.isEmpty()) {
      lines_ << Line{field.name, u'{' + raw + u'}'};
    } else if (unchanged(target) && (plain || month) && othersUnchanged(target)) {
      lines_ << Line{field.name, month && field.pieces.size() == 1 ? raw : u'{' + raw + u'}'};
      done_ << target;
    } else if (!done_.contains(target)) {
      putTarget(target);
    }
  }

  bool othersUnchanged(const QString& target) const {
    const FieldSpec* others = map_.declared("*others"_L1);
    return target != "authors"_L1 || !others || unchanged(others->key);
  }

  /// Everything of the item that an entry can say, in the order of a new one.
  QStringList targets() const {
    QStringList all{u"authors"_s, u"title"_s, u"date"_s};
    for (const FieldSpec& field : map_.kind().fields)
      if (!field.bibtex.isEmpty() && !field.bibtex.startsWith(u'*')) all << field.key;
    all << u"language"_s;
    return all;
  }

  void putTarget(const QString& target) {
    if (done_.contains(target)) return;
    done_ << target;
    if (target == "date"_L1) return putDate();
    if (target == "authors"_L1) {
      const FieldSpec* others = map_.declared("*others"_L1);
      put(u"author"_s,
          writeNames(item_.authors, others && item_.fields.value(others->key).toBool(), latex_, ascii_));
    } else if (target == "title"_L1) {
      put(u"title"_s, withKeptCapitals(latex_.toLatex(item_.title, Form::Markdown, ascii_)));
    } else if (target == "language"_L1) {
      put(u"langid"_s, map_.format().languages.key(item_.language, item_.language));
    } else if (const FieldSpec* field = map_.kind().field(target)) {
      putField(*field);
    }
  }

  void put(const QString& name, const QString& value) {
    if (!value.isEmpty()) lines_ << Line{name, u'{' + value + u'}'};
  }

  void putField(const FieldSpec& field) {
    const QJsonValue value = item_.fields.value(field.key);
    const QString name = nameOf(field);
    if (field.type == FieldSpec::Type::Persons) {
      People people;
      for (const QJsonValue person : value.toArray())
        people << Person::fromJson(person.toObject());
      return put(name, writeNames(people, false, latex_, ascii_));
    }
    QString text = value.toVariant().toString();
    if (map_.isVerbatim(field.bibtex, &field)) {
      put(name, text.replace(u'{', u"%7B"_s).replace(u'}', u"%7D"_s));
      if (name == "eprint"_L1 && !text.isEmpty()) put(u"eprinttype"_s, u"arXiv"_s);
      return;
    }
    const bool markdown = field.type == FieldSpec::Type::Markdown;
    text = latex_.toLatex(text, markdown ? Form::Markdown : Form::Plain, ascii_);
    put(name, name == "pages"_L1 ? text.replace(u"–"_s, u"--"_s) : text);
  }

  /// A venue is a journal or a book, by the type.
  QString nameOf(const FieldSpec& field) const {
    for (const QString& name : {u"booktitle"_s, u"number"_s})
      if (map_.targetOf(name, type_) == field.key) return name;
    return field.bibtex;
  }

  void putDate() {
    const Date& date = item_.date;
    const bool biblatex = source_.fields.contains(u"date"_s);
    if (date.empty()) return;
    if (biblatex) return put(u"date"_s, latex_.toLatex(date.iso(), Form::Plain, ascii_));
    if (date.yearNumber() <= 0) return put(u"year"_s, latex_.toLatex(date.iso(), Form::Plain, ascii_));
    put(u"year"_s, QString::number(date.yearNumber()));
    if (date.monthNumber() > 0)
      lines_ << Line{u"month"_s, map_.format().months.value(date.monthNumber() - 1)};
    if (date.dayNumber() > 0) put(u"day"_s, QString::number(date.dayNumber()));
  }

  const BibtexMapping& map_;
  const ItemSummary& item_;
  const LatexText& latex_;
  const bool forReaders_;
  const bool ascii_;
  QString type_;
  BibtexEntry source_;
  QList<BibtexField> sourceFields_;
  ContentItem before_;
  QSet<QString> done_;
  QList<Line> lines_;
};

QString BibtexMapping::write(const ItemSummary& item, bool forReaders, bool ascii) const {
  return BibtexWriter(*this, item, forReaders, ascii).run();
}

}  // namespace offprint
