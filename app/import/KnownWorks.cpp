#include "app/import/KnownWorks.h"

#include <cstdlib>

#include "app/bibliography/WorkIdentifiers.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Letters and digits alone, without case and accents.
QString folded(const QString& text) {
  QString out;
  for (const QChar c : text.normalized(QString::NormalizationForm_KD))
    if (c.isLetterOrNumber()) out += c.toCaseFolded();
  return out;
}

/// Versions of a preprint are one preprint.
QString withoutVersion(const QString& arxiv) {
  const qsizetype mark = arxiv.lastIndexOf(u'v');
  return mark > 0 ? arxiv.left(mark) : arxiv;
}

}  // namespace

KnownWorks::KnownWorks(const ContentKind& kind) {
  for (const FieldSpec& field : kind.fields) {
    if (field.bibtex == "doi"_L1) doiField_ = field.key;
    if (field.bibtex == "eprint"_L1) arxivField_ = field.key;
  }
}

KnownWorks::Work KnownWorks::read(const ItemSummary& work) const {
  const Person first = work.authors.value(0);
  return {work.ref(),
          folded(plainTitle(work.title)),
          folded(first.family.isEmpty() ? first.literal : first.family),
          comparableDoi(work.fields.value(doiField_).toString()),
          withoutVersion(arxivIn(work.fields.value(arxivField_).toString())),
          work.date.yearNumber()};
}

void KnownWorks::add(const ItemSummary& work) {
  const Work read = this->read(work);
  if (!read.doi.isEmpty()) byIdentifier_.insert(u"doi:"_s + read.doi, works_.size());
  if (!read.arxiv.isEmpty()) byIdentifier_.insert(u"arxiv:"_s + read.arxiv, works_.size());
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
