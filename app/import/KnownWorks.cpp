#include "app/import/KnownWorks.h"

#include <QRegularExpression>

#include <cstdlib>

#include "app/bibliography/WorkIdentifiers.h"
#include "app/bibliography/WorkQuery.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Versions of a preprint are one preprint.
QString withoutVersion(const QString& arxiv) {
  static const QRegularExpression version(u"v\\d+$"_s, QRegularExpression::CaseInsensitiveOption);
  return QString(arxiv).remove(version);
}

}  // namespace

QString KnownWorks::folded(const QString& text) {
  QString out;
  for (const QChar c : text.normalized(QString::NormalizationForm_KD))
    if (c.isLetterOrNumber()) out += c.toCaseFolded();
  return out;
}

KnownWorks::KnownWorks(const ContentKind& kind) {
  for (const FieldSpec& field : kind.fields) {
    if (field.bibtex == "doi"_L1) doiField_ = field.key;
    if (field.bibtex == "eprint"_L1) arxivField_ = field.key;
    if (field.bibtex == "isbn"_L1) isbnField_ = field.key;
    if (field.csl != "type"_L1) continue;
    typeField_ = field.key;
    for (const FieldSpec::Option& option : field.options)
      if (option.csl == "book"_L1) bookTypes_ << option.value;
  }
}

Result<KnownWorks> KnownWorks::of(Library& library, const ContentKind& kind) {
  ContentQuery query;
  query.kinds = QStringList{kind.id};
  const auto ids = library.content().ids(query);
  if (!ids) return ids.error();
  const auto works = library.content().summaries(*ids);
  if (!works) return works.error();
  KnownWorks known(kind);
  for (const ItemSummary& work : *works)
    known.add(work);
  return known;
}

KnownWorks::Work KnownWorks::read(const ItemSummary& work) const {
  const Person first = work.authors.value(0);
  // The ISBN of a chapter is that of its book. What was kept by its identifier alone has no type yet.
  const QString type = work.fields.value(typeField_).toString();
  const bool book = type.isEmpty() || bookTypes_.contains(type);
  return {work.ref(),
          folded(plainTitle(work.title)),
          folded(first.family.isEmpty() ? first.literal : first.family),
          comparableDoi(work.fields.value(doiField_).toString()),
          withoutVersion(arxivIn(work.fields.value(arxivField_).toString())),
          book ? isbnIn(work.fields.value(isbnField_).toString().section(u',', 0, 0)) : QString(),
          work.date.yearNumber()};
}

void KnownWorks::add(const ItemSummary& work) {
  const Work read = this->read(work);
  if (!read.doi.isEmpty()) byIdentifier_.insert(u"doi:"_s + read.doi, works_.size());
  if (!read.arxiv.isEmpty()) byIdentifier_.insert(u"arxiv:"_s + read.arxiv, works_.size());
  if (!read.isbn.isEmpty()) byIdentifier_.insert(u"isbn:"_s + read.isbn, works_.size());
  // A title of one short word says nothing.
  if (read.title.size() > 8) byTitle_.insert(read.title, works_.size());
  works_ << read;
}

/// A preprint and its article lie up to two years apart.
bool KnownWorks::same(const Work& a, const Work& b) {
  const bool near = !a.year || !b.year || std::abs(a.year - b.year) <= 2;
  return near && a.author == b.author;
}

KnownWorks::Match KnownWorks::find(const ItemSummary& work) const {
  const Work read = this->read(work);
  const auto match = [&](qsizetype at, Likeness likeness) {
    return Match{likeness, works_.at(at).reference, plainTitle(work.title)};
  };
  if (!read.doi.isEmpty() && byIdentifier_.contains(u"doi:"_s + read.doi))
    return match(byIdentifier_.value(u"doi:"_s + read.doi), Likeness::Same);
  if (!read.isbn.isEmpty() && byIdentifier_.contains(u"isbn:"_s + read.isbn))
    return match(byIdentifier_.value(u"isbn:"_s + read.isbn), Likeness::Same);
  // An article names its preprint too: with DOIs that differ, the two are versions.
  if (const auto at = byIdentifier_.constFind(u"arxiv:"_s + read.arxiv);
      !read.arxiv.isEmpty() && at != byIdentifier_.constEnd()) {
    return match(*at, works_.at(*at).doi == read.doi ? Likeness::Same : Likeness::Version);
  }
  for (auto at = byTitle_.constFind(read.title); at != byTitle_.constEnd() && at.key() == read.title; ++at) {
    const Work& other = works_.at(*at);
    if (!same(read, other)) continue;
    const bool apart = read.doi != other.doi || read.arxiv != other.arxiv;
    return match(*at, apart ? Likeness::Version : Likeness::Alike);
  }
  return {};
}

}  // namespace offprint
