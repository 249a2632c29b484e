#include "app/import/BundleBibliography.h"

#include <algorithm>
#include <QRegularExpression>

#include "app/bibliography/BibtexEncoding.h"
#include "app/bibliography/BibtexOrigin.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 largestEntry = 1'000'000;

const FieldSpec* fieldOf(const ContentKind& kind, QLatin1StringView csl) {
  for (const FieldSpec& field : kind.fields) {
    if (field.csl == csl) return &field;
  }
  return nullptr;
}

/// "In *Proceedings of X*" is the venue "Proceedings of X": the rest is how a theme writes it.
QString plainVenue(const QString& written) {
  static const QRegularExpression lead(u"^In:?\\s+(?=[*_])"_s, QRegularExpression::CaseInsensitiveOption);
  return plainTitle(QString(written).remove(lead)).simplified();
}

/// Themes have one place for a journal with its volume and issue: "*Journal of X, 1*(2)".
void settleVenue(const ContentKind& kind, QJsonObject& fields) {
  for (const QLatin1StringView csl :
       {QLatin1StringView("container-title"), QLatin1StringView("container-title-short")}) {
    const FieldSpec* venue = fieldOf(kind, csl);
    const QString written = venue ? fields.value(venue->key).toString() : QString();
    if (written.isEmpty()) continue;
    QString name = plainVenue(written);
    static const QRegularExpression volume(u"^(.+?),\\s*(\\d+)\\s*(?:\\(\\s*(\\d[\\d–-]*)\\s*\\))?$"_s);
    const auto match = volume.match(name);
    const FieldSpec* volumes = fieldOf(kind, QLatin1StringView("volume"));
    if (match.hasMatch() && name != written && volumes && !fields.contains(volumes->key)) {
      name = match.captured(1);
      fields[volumes->key] = match.captured(2);
      const FieldSpec* issues = fieldOf(kind, QLatin1StringView("issue"));
      if (issues && match.hasCaptured(3) && !fields.contains(issues->key))
        fields[issues->key] = match.captured(3);
    }
    fields[venue->key] = name;
  }
}

QString folded(const QString& text) {
  return plainTitle(text).simplified().toCaseFolded();
}

QString familyNames(const People& people) {
  QStringList names;
  for (const Person& person : people)
    names << (person.family.isEmpty() ? person.display() : person.family).toCaseFolded();
  return names.join(u", "_s);
}

QString namesOf(const People& people) {
  QStringList names;
  for (const Person& person : people)
    names << person.display();
  return names.join(u", "_s);
}

/// The entry's bytes where they are not those of its text, and what stands around the only entry of a file.
void keepAround(const BibtexFile& file, qsizetype entry, bool only, BibtexOrigin& origin) {
  const auto keep = [&file](const QString& text, const QByteArray& bytes, QByteArray& kept) {
    if (BibtexEncoding::encode(text, file.encoding) != bytes) kept = bytes;
  };
  QByteArray before;
  QByteArray after;
  for (qsizetype i = 0; only && i < file.parts.size(); ++i) {
    if (i == entry) continue;
    (i < entry ? origin.before : origin.after) += file.parts.at(i).text;
    (i < entry ? before : after) += file.parts.at(i).source;
  }
  if (!only) origin.after = u"\n"_s;
  keep(file.parts.at(entry).text, file.parts.at(entry).source, origin.entryBytes);
  if (only) keep(origin.before, before, origin.beforeBytes);
  if (only) keep(origin.after, after, origin.afterBytes);
}

}  // namespace

void BundleBibliography::complete(PlannedItem& planned) const {
  if (!planned.kind || planned.kind->id != mapping_.kind().id) return;
  settleVenue(*planned.kind, planned.item.fields);
  if (!planned.bundle) return;
  const auto beside = std::find_if(folder_.files.begin(), folder_.files.end(), [&](const SourceFile& file) {
    return file.role == SourceFile::Role::Companion && file.path.section(u'/', 0, -2) == planned.folder;
  });
  if (beside != folder_.files.end()) takeEntry(planned, beside->path);
  takePdf(planned);
}

void BundleBibliography::takeEntry(PlannedItem& planned, const QString& path) const {
  const auto tell = [&](Finding::Level level, const QString& code, const QString& message, int line) {
    planned.findings << Finding{level, code, message, {}, path, line};
  };
  const auto bytes = files::read(folder_.absolute(path), largestEntry);
  if (!bytes) return tell(Finding::Level::Error, u"file.unreadable"_s, bytes.error().message, 0);
  planned.bibliography = path;
  planned.hash = files::sha256(planned.hash.toLatin1() + *bytes);
  const BibtexFile file = BibtexFile::parse(*bytes);
  for (const Finding& found : file.findings)
    tell(found.level, found.code, found.message, found.line);
  const QList<BibtexEntry> entries = bibtexEntries(file, mapping_.format());
  if (entries.isEmpty())
    return tell(Finding::Level::Warning, u"bibtex.broken"_s,
                say("This file holds no entry that can be read: nothing was taken from it."), 0);
  const BibtexEntry& entry = entries.first();
  if (entries.size() > 1)
    tell(
        Finding::Level::Warning, u"entry.further"_s,
        say("The file holds %1 entries: only the first, “%2”, is that of the text beside it. Import the file "
            "to have the others.")
            .arg(entries.size())
            .arg(entry.key),
        entries.at(1).line);
  const BibtexReading reading = mapping_.read(entry);
  for (const Finding& found : reading.findings)
    tell(found.level, found.code, found.message, found.line);

  ContentItem& item = planned.item;
  const ContentItem& known = reading.item;
  const auto differ = [&](const QString& what, const QString& here, const QString& there, int line) {
    tell(Finding::Level::Warning, u"work.conflict"_s,
         say("%1: the text has “%2”, this entry “%3”. The text's was taken; an export gives the entry as it "
             "is "
             "here until you edit the work. Correct one of the two.")
             .arg(what, here.left(200), there.left(200)),
         line > 0 ? line : entry.line);
  };
  const auto lineOf = [&](const QStringList& names) {
    for (const QString& name : names) {
      if (entry.fields.contains(name)) return entry.fields.value(name).line;
    }
    return entry.line;
  };
  if (!known.title.isEmpty() && folded(known.title) != folded(item.title))
    differ(say("Title"), item.title, known.title, lineOf({u"title"_s}));
  if (item.authors.isEmpty())
    item.authors = known.authors;
  else if (!known.authors.isEmpty() && familyNames(item.authors) != familyNames(known.authors))
    differ(say("Authors"), namesOf(item.authors), namesOf(known.authors), lineOf({u"author"_s}));
  if (item.date.empty())
    item.date = known.date;
  else if (known.date.yearNumber() > 0 && item.date.yearNumber() != known.date.yearNumber())
    differ(say("Year"), item.date.iso(), known.date.iso(), lineOf({u"date"_s, u"year"_s}));
  for (auto it = known.fields.begin(); it != known.fields.end(); ++it) {
    if (!item.fields.contains(it.key())) {
      item.fields.insert(it.key(), *it);
      continue;
    }
    const FieldSpec* field = planned.kind->field(it.key());
    const bool compared = field && !field->csl.isEmpty() && field->csl != u"abstract"_s && it->isString();
    if (!compared || folded(item.fields.value(it.key()).toString()) == folded(it->toString())) continue;
    const QStringList names = field->csl == u"container-title"_s
                                  ? QStringList{u"journal"_s, u"booktitle"_s, u"journaltitle"_s}
                                  : QStringList{field->bibtex};
    differ(field->label, item.fields.value(it.key()).toString(), it->toString(), lineOf(names));
  }

  BibtexOrigin origin;
  origin.file = path;
  origin.encoding = file.encoding;
  const BibtexPart& part = file.parts.at(entry.part);
  origin.needs = {entry.abbreviations.begin(), entry.abbreviations.end()};
  for (const QString& key : entry.parents)
    origin.needs << u'@' + key;
  origin.needs.sort();
  keepAround(file, entry.part, entries.size() == 1, origin);
  if (const FieldSpec* source = mapping_.declared(QLatin1StringView("*source")))
    item.fields.insert(source->key, part.text);
  if (const FieldSpec* place = mapping_.declared(QLatin1StringView("*origin")))
    item.fields.insert(place->key, origin.toJson());
}

void BundleBibliography::takePdf(PlannedItem& planned) const {
  const FieldSpec* pdf = planned.kind->field(u"pdf"_s);
  if (!pdf || pdf->type != FieldSpec::Type::Media || planned.item.fields.contains(pdf->key)) return;
  const QString name = planned.folder.section(u'/', -1) + u".pdf"_s;
  const QString path = planned.folder + u'/' + name;
  const bool there = std::any_of(folder_.files.begin(), folder_.files.end(),
                                 [&](const SourceFile& file) { return file.path == path; });
  if (there) planned.item.fields[pdf->key] = name;
}

void BundleBibliography::seal(ContentItem& item) const {
  const FieldSpec* place = mapping_.declared(QLatin1StringView("*origin"));
  if (!place || item.kind != mapping_.kind().id) return;
  auto origin = BibtexOrigin::fromJson(item.fields.value(place->key).toString());
  if (!origin || !origin->fingerprint.isEmpty()) return;
  origin->fingerprint = mapping_.fingerprint(summarize(item));
  item.fields.insert(place->key, origin->toJson());
}

}  // namespace offprint
