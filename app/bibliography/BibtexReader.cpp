#include <algorithm>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/BibtexNames.h"
#include "app/bibliography/CslJson.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "app/content/FrontMatter.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Form = LatexText::Form;

/// What programs write where they know nothing.
bool isPlaceholder(const QString& name, const QString& text) {
  static const QRegularExpression nothing(u"^(?:|n/?a|none|tbd|tba|-+|–|\\?+)$"_s,
                                          QRegularExpression::CaseInsensitiveOption);
  static const QRegularExpression noPages(u"^[01]?\\s*[-–]+\\s*[01]?$"_s);
  return nothing.match(text).hasMatch() || (name == "pages"_L1 && noPages.match(text).hasMatch());
}

/// "57-74", "57 -- 74" → "57–74".
QString pageRange(QString pages) {
  static const QRegularExpression range(u"(?<=[\\dA-Za-z])\\s*[-‐–—]+\\s*(?=[\\dA-Za-z])"_s);
  return pages.replace(range, u"–"_s);
}

}  // namespace

/// Reads one entry.
class BibtexReader {
 public:
  BibtexReader(const BibtexMapping& mapping, const BibtexEntry& entry)
      : map_(mapping), entry_(entry), latex_(*mapping.format().latex) {}

  BibtexReading run() {
    item().kind = map_.kind().id;
    reading_.findings = entry_.findings;
    if (map_.key_ && !entry_.key.isEmpty()) item().fields.insert(map_.key_->key, entry_.key);
    readTitle();
    readAuthors();
    item().date = bibtexDate(entry_.fields, map_.format());
    readLanguage();
    for (auto it = entry_.fields.begin(); it != entry_.fields.end(); ++it)
      readField(it.key(), *it);
    readEprint();
    readType();
    keepVariables();
    return reading_;
  }

 private:
  ContentItem& item() { return reading_.item; }
  bool has(const QString& name) const { return !entry_.fields.value(name).text.trimmed().isEmpty(); }
  QString plain(const QString& name) const { return latex_.toUnicode(entry_.fields.value(name).text); }

  void note(const QString& code, const QString& message, int line,
            Finding::Level level = Finding::Level::Note) {
    reading_.findings.append({level, code, message, {}, {}, line});
  }

  /// Title, subtitle and addition as one, with the punctuation that citation styles put between them.
  QString joined(const QString& name, const QString& sub, const QString& addition, Form form) const {
    QString text = latex_.toUnicode(entry_.fields.value(name).text, form);
    for (const auto& [field, mark] : {std::pair(sub, u": "_s), std::pair(addition, u". "_s)}) {
      const QString more = latex_.toUnicode(entry_.fields.value(field).text, form);
      if (more.isEmpty()) continue;
      const bool ends =
          text.endsWith(u'?') || text.endsWith(u'!') || text.endsWith(u'.') || text.endsWith(u':');
      text += text.isEmpty() ? more : (ends ? u" "_s : mark) + more;
    }
    return text;
  }

  void readTitle() { item().title = joined(u"title"_s, u"subtitle"_s, u"titleaddon"_s, Form::Markdown); }

  void readAuthors() {
    const BibtexValue value = entry_.fields.value(u"author"_s);
    const BibtexNames names = readNames(value.text, latex_);
    item().authors = names.people;
    for (const QString& doubt : names.doubts)
      note(u"bibtex.name"_s, doubt, value.line, Finding::Level::Warning);
    QJsonArray equal;
    QJsonArray marked;
    for (int i = 0; i < names.people.size(); ++i) {
      QString mark = names.marks.value(i);
      const QString name = names.people.at(i).display();
      if (mark.contains(u'*')) equal << name;
      if (!mark.remove(u'*').isEmpty()) marked << name + u' ' + mark;
    }
    const auto put = [this](QLatin1StringView bibtex, const QJsonValue& list) {
      if (const FieldSpec* field = map_.declared(bibtex)) item().fields.insert(field->key, list);
    };
    if (!equal.isEmpty()) put("*equal"_L1, equal);
    if (!marked.isEmpty()) put("*marks"_L1, marked);
    if (names.others) put("*others"_L1, true);
  }

  void readLanguage() {
    for (const QString& name : {u"langid"_s, u"language"_s}) {
      const QString written = plain(name).toLower();
      const QString known = map_.format().languages.value(written);
      static const QRegularExpression tag(u"^[a-z]{2}(-[a-z0-9]{2,8})*$"_s);
      const bool isTag = tag.match(written).hasMatch();
      if (!known.isEmpty() || isTag) {
        item().language = known.isEmpty() ? written : known;
        return;
      }
    }
  }

  /// Of two fields that mean the same the one that the type asks for is taken.
  bool isSecondary(const QString& name) const {
    static const QSet<QString> parts{u"journalsubtitle"_s, u"booksubtitle"_s, u"booktitleaddon"_s,
                                     u"eprinttype"_s,      u"eprintclass"_s,  u"eprint"_s};
    return parts.contains(name) || (name == "organization"_L1 && has(u"publisher"_s)) ||
           (name == "issue"_L1 && has(u"number"_s));
  }

  void readField(const QString& name, const BibtexValue& value) {
    const QString target = map_.targetOf(name, entry_.type);
    const FieldSpec* field = map_.kind().field(target);
    const QString text = latex_.toUnicode(value.text);
    if (isPlaceholder(name, text)) {
      if (!value.inherited)
        note(u"bibtex.placeholder"_s, say("“%1” says nothing and was left out.").arg(name), value.line);
      return;
    }
    if (!field || isSecondary(name)) return;
    if (name == "journal"_L1 || name == "booktitle"_L1) {
      const bool journal = name == "journal"_L1;
      const QString venue = journal ? joined(name, u"journalsubtitle"_s, QString(), Form::Plain)
                                    : joined(name, u"booksubtitle"_s, u"booktitleaddon"_s, Form::Plain);
      item().fields.insert(field->key, venue);
      return;
    }
    if (const QJsonValue read = valueOf(name, *field, value); !read.isNull() && !read.isUndefined()) {
      item().fields.insert(field->key, read);
      if (name == "selected"_L1) item().pinned = read.toBool();
    }
  }

  QJsonValue valueOf(const QString& name, const FieldSpec& field, const BibtexValue& value) {
    if (field.type == FieldSpec::Type::Persons) {
      QJsonArray people;
      for (const Person& person : readNames(value.text, latex_).people)
        people << person.toJson();
      return people.isEmpty() ? QJsonValue() : QJsonValue(people);
    }
    if (map_.isVerbatim(name, &field)) return identifier(name, field, value);
    if (field.type == FieldSpec::Type::Markdown || field.type == FieldSpec::Type::LongText)
      return paragraphs(value.text);
    const QString text = latex_.toUnicode(value.text);
    if (name == "pages"_L1) return pageRange(text);
    const auto read = field.read(text);
    if (read) return *read;
    note(u"bibtex.value"_s, read.error().message, value.line, Finding::Level::Warning);
    return QJsonValue();
  }

  QJsonValue paragraphs(const QString& latex) const {
    static const QRegularExpression gap(u"\\n\\s*\\n"_s);
    static const QRegularExpression block(u"^(?=[#>+-]|\\d+[.)]\\s|[=~]{3})"_s);
    QStringList texts;
    for (const QString& part : latex.split(gap))
      if (QString text = latex_.toUnicode(part, Form::Markdown); !text.isEmpty())
        texts << (block.match(text).hasMatch() && !text.at(0).isDigit() ? u'\\' + text : text);
    return texts.join(u"\n\n"_s);
  }

  QJsonValue identifier(const QString& name, const FieldSpec& field, const BibtexValue& value) {
    static const QRegularExpression command(u"^\\\\url\\s*\\{(.*)\\}$"_s,
                                            QRegularExpression::DotMatchesEverythingOption);
    const auto wrapped = command.match(value.text.trimmed());
    const QString text = latex_.verbatim(wrapped.hasMatch() ? wrapped.captured(1) : value.text);
    const FieldSpec* doi = map_.fields_.value(u"doi"_s);
    if (doi == &field) {
      const QString bare = doiIn(text);
      return bare.isEmpty() ? text : bare;
    }
    if (name == "url"_L1 && doi && !has(u"doi"_s) && !doiIn(text).isEmpty())
      item().fields.insert(doi->key, doiIn(text));
    const auto read = field.read(text);
    if (read) return *read;
    note(u"bibtex.value"_s, read.error().message, value.line, Finding::Level::Warning);
    return QJsonValue();
  }

  /// arXiv identifiers stand in eprint, in the journal ("arXiv preprint arXiv:1502.04623") or in the address.
  void readEprint() {
    const FieldSpec* field = map_.fields_.value(u"eprint"_s);
    if (!field || item().fields.contains(field->key)) return;
    const QString written = latex_.verbatim(entry_.fields.value(u"eprint"_s).text);
    const QString archive = plain(u"eprinttype"_s);
    QString id = archive.isEmpty() || archive.compare("arxiv"_L1, Qt::CaseInsensitive) == 0 ? arxivIn(written)
                                                                                            : QString();
    if (id.isEmpty() && archive.compare("arxiv"_L1, Qt::CaseInsensitive) == 0) id = written;
    preprint_ = !id.isEmpty();
    const QString journal = plain(u"journal"_s);
    if (id.isEmpty() && journal.startsWith("arxiv"_L1, Qt::CaseInsensitive)) {
      id = arxivIn(journal);
      inJournal_ = !id.isEmpty();
    }
    if (id.isEmpty()) id = arxivIn(latex_.verbatim(entry_.fields.value(u"url"_s).text));
    if (!id.isEmpty()) item().fields.insert(field->key, id);
  }

  void readType() {
    if (!map_.type_) return;
    BibtexFormat::Type type = map_.typeOf(entry_);
    const bool open = entry_.type == "misc"_L1 || entry_.type == "unpublished"_L1;
    if ((open && preprint_) || (entry_.type == "article"_L1 && inJournal_)) {
      for (const FieldSpec::Option& option : map_.type_->options)
        if (option.csl == "article"_L1) type = {option.value, QString()};
    }
    item().fields.insert(map_.type_->key, type.option);
    if (!type.csl.isEmpty()) further_.insert(u"type"_s, type.csl);
  }

  /// What citations want to know and no field of the kind has.
  void keepVariables() {
    const BibtexFormat& format = map_.format();
    for (auto it = entry_.fields.begin(); it != entry_.fields.end(); ++it) {
      const QString variable = format.variables.value(it.key());
      if (variable.isEmpty()) continue;
      const QString text = latex_.toUnicode(it->text);
      if (text.isEmpty()) continue;
      if (format.nameVariables.contains(it.key()))
        further_.insert(variable, cslNames(readNames(it->text, latex_).people));
      else if (format.dateVariables.contains(it.key()))
        further_.insert(variable, cslDate(bibtexDate({{u"date"_s, *it}}, format)));
      else
        further_.insert(variable, text);
    }
    const QString cased = joined(u"title"_s, u"subtitle"_s, u"titleaddon"_s, Form::Csl);
    if (cased.contains("nocase"_L1)) further_.insert(u"title"_s, cased);
    for (const FieldSpec& field : map_.kind().fields) {
      if (field.csl != "*"_L1 || further_.isEmpty()) continue;
      item().fields.insert(field.key,
                           QString::fromUtf8(QJsonDocument(further_).toJson(QJsonDocument::Compact)));
    }
  }

  const BibtexMapping& map_;
  const BibtexEntry& entry_;
  const LatexText& latex_;
  BibtexReading reading_;
  QJsonObject further_;
  bool preprint_ = false;
  bool inJournal_ = false;
};

BibtexReading BibtexMapping::read(const BibtexEntry& entry) const {
  return BibtexReader(*this, entry).run();
}

}  // namespace offprint
