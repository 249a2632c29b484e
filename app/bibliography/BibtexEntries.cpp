#include "app/bibliography/BibtexEntries.h"

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// An abbreviation may be made of others: a few lines could say terabytes.
constexpr qsizetype kLongestAbbreviation = 64 * 1024;
/// How many entries one may inherit from.
constexpr qsizetype kMostParents = 16;

using Fields = QMap<QString, BibtexValue>;

bool isDate(const QString& name) {
  return name == "date"_L1 || name == "year"_L1 || name == "month"_L1 || name == "day"_L1;
}

/// The fields that a title becomes part of in an entry of the child's type.
QString inheritedName(const QString& name, const QString& child, const QString& parent) {
  static const QStringList titles{u"title"_s, u"subtitle"_s, u"titleaddon"_s};
  if (!titles.contains(name)) return name;
  if (parent == "periodical"_L1) return name == "title"_L1 ? u"journal"_s : u"journal"_s + name;
  if (parent.startsWith("mv"_L1)) return u"main"_s + name;
  static const QStringList parts{u"inproceedings"_s, u"conference"_s, u"incollection"_s, u"inbook"_s,
                                 u"inreference"_s,   u"bookinbook"_s, u"suppbook"_s,     u"suppcollection"_s};
  return parts.contains(child) ? u"book"_s + name : name;
}

class Resolver {
 public:
  Resolver(const BibtexFile& file, const BibtexFormat& format) : file_(file), format_(format) {}

  QList<BibtexEntry> run() {
    for (const QString& month : format_.months)
      abbreviations_.insert(month, month);
    for (qsizetype i = 0; i < file_.parts.size(); ++i) {
      const BibtexPart& part = file_.parts.at(i);
      if (part.type == BibtexPart::Type::Abbreviation) define(part);
      if (part.type == BibtexPart::Type::Entry) add(i);
    }
    for (BibtexEntry& entry : entries_)
      entry.fields = written(entry);
    const QList<BibtexEntry> own = entries_;  // children look at what their parents say themselves
    for (BibtexEntry& entry : entries_)
      inherit(entry, own);
    return entries_;
  }

 private:
  void define(const BibtexPart& part) {
    for (const BibtexField& field : part.fields) {
      QString text;
      for (const BibtexPiece& piece : field.pieces)
        text += piece.abbreviation ? abbreviations_.value(piece.text.toLower(), piece.text) : piece.text;
      abbreviations_.insert(field.name, text.left(kLongestAbbreviation));
    }
  }

  void add(qsizetype index) {
    const BibtexPart& part = file_.parts.at(index);
    BibtexEntry entry;
    entry.part = index;
    entry.type = part.kind;
    entry.key = part.key;
    entry.line = part.line;
    entry.findings = part.findings;
    if (!part.key.isEmpty() && !places_.contains(part.key.toLower()))
      places_.insert(part.key.toLower(), entries_.size());
    entries_ << entry;
  }

  /// What the entry says itself. A newer name (journaltitle) wins over the older one, the first over others.
  Fields written(BibtexEntry& entry) {
    Fields fields;
    QSet<QString> renamed;
    for (const BibtexField& field : file_.parts.at(entry.part).fields) {
      const QString name = format_.synonyms.value(field.name, field.name);
      const bool newer = name != field.name && !renamed.contains(name);
      if (fields.contains(name) && !newer) continue;
      if (name != field.name) renamed << name;
      fields.insert(name, {textOf(field, entry), field.line, false});
    }
    return fields;
  }

  QString textOf(const BibtexField& field, BibtexEntry& entry) {
    QString text;
    for (const BibtexPiece& piece : field.pieces) {
      if (!piece.abbreviation) {
        text += piece.text;
        continue;
      }
      const QString name = piece.text.toLower();
      const auto found = abbreviations_.constFind(name);
      if (found == abbreviations_.constEnd())
        entry.findings.append(
            {Finding::Level::Warning,
             u"bibtex.abbreviation"_s,
             say("The abbreviation “%1” is not defined: its name was taken.").arg(piece.text),
             {},
             {},
             field.line});
      else if (!format_.months.contains(name))
        entry.abbreviations << name;
      text += found == abbreviations_.constEnd() ? piece.text : *found;
    }
    return text;
  }

  QStringList referencesOf(const Fields& fields, const QString& name) const {
    QStringList keys;
    for (const QString& key : fields.value(name).text.split(u',', Qt::SkipEmptyParts))
      if (!key.trimmed().isEmpty()) keys << key.trimmed().toLower();
    return keys.mid(0, kMostParents);
  }

  /// Parents nearest first. A step that leads back is told and not taken.
  void inherit(BibtexEntry& entry, const QList<BibtexEntry>& own) {
    struct Step {
      qsizetype from;
      QString key;
      bool data;  ///< by xdata
    };
    QList<Step> steps;
    const qsizetype self = &entry - entries_.data();
    QSet<qsizetype> seen{self};
    const auto follow = [&](qsizetype from) {
      qsizetype place = 0;
      for (const QString& key : referencesOf(own.at(from).fields, u"xdata"_s))
        steps.insert(place++, {from, key, true});
      for (const QString& key : referencesOf(own.at(from).fields, u"crossref"_s))
        steps << Step{from, key, false};
    };
    follow(self);
    while (!steps.isEmpty() && seen.size() <= kMostParents) {
      const Step step = steps.takeFirst();
      const auto found = places_.constFind(step.key);
      if (found == places_.constEnd()) {
        if (step.from == self)
          tell(entry, say("The entry “%1” that this one refers to is missing.").arg(step.key));
        continue;
      }
      if (seen.contains(*found)) {
        if (*found == self) tell(entry, say("This entry refers to itself, over others or at once."));
        continue;
      }
      seen << *found;
      entry.parents << step.key;
      take(entry, own.at(*found), step.data);
      follow(*found);
    }
  }

  void tell(BibtexEntry& entry, const QString& message) {
    const int line = entry.fields.contains(u"crossref"_s) ? entry.fields[u"crossref"_s].line : entry.line;
    entry.findings.append({Finding::Level::Warning, u"bibtex.crossref"_s, message, {}, {}, line});
  }

  void take(BibtexEntry& entry, const BibtexEntry& parent, bool data) {
    const bool dated = entry.fields.contains(u"date"_s) || entry.fields.contains(u"year"_s);
    for (auto it = parent.fields.begin(); it != parent.fields.end(); ++it) {
      if (data ? it.key() == "xdata"_L1 : format_.notInherited.contains(it.key())) continue;
      const QString name = data ? it.key() : inheritedName(it.key(), entry.type, parent.type);
      if (entry.fields.contains(name) || (dated && isDate(name))) continue;
      entry.fields.insert(name, {it->text, it->line, true});
    }
  }

  const BibtexFile& file_;
  const BibtexFormat& format_;
  QHash<QString, QString> abbreviations_;
  QHash<QString, qsizetype> places_;
  QList<BibtexEntry> entries_;
};

}  // namespace

QList<BibtexEntry> bibtexEntries(const BibtexFile& file, const BibtexFormat& format) {
  return Resolver(file, format).run();
}

}  // namespace offprint
