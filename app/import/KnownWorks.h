#pragma once
#include <QHash>
#include <QString>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"

namespace offprint {

class Library;

/// The works of a library, to tell whether another is one of them again. Nothing is merged by it: two works
/// that look the same can be two.
class KnownWorks {
 public:
  explicit KnownWorks(const ContentKind& kind);
  /// With all works of that kind that a library holds, the trash left out.
  static Result<KnownWorks> of(Library& library, const ContentKind& kind);

  void add(const ItemSummary& work);

  enum class Likeness {
    None,
    Same,     ///< the same DOI or arXiv identifier, or the same ISBN of two books
    Version,  ///< title, first author and nearly the year are the same, identifiers are not: preprint and
              ///< article
    Alike,    ///< the same without identifiers that would tell them apart
  };
  struct Match {
    Likeness likeness = Likeness::None;
    QString reference;  ///< "publication/slug" of the work that is known
    QString title;      ///< plain
  };
  Match find(const ItemSummary& work) const;

  /// What is compared of a work.
  struct Work {
    QString reference;
    QString title;
    QString author;  ///< family name of the first, folded
    QString doi;
    QString arxiv;
    QString isbn;  ///< of a whole book: its chapters have it too
    int year = 0;
  };
  Work read(const ItemSummary& work) const;
  /// The same first author, and years that do not part them.
  static bool same(const Work& a, const Work& b);
  /// Letters and digits alone, without case and accents.
  static QString folded(const QString& text);

 private:
  QString doiField_;
  QString arxivField_;
  QString isbnField_;
  QString typeField_;
  QStringList bookTypes_;
  QList<Work> works_;
  QHash<QString, qsizetype> byIdentifier_;
  QMultiHash<QString, qsizetype> byTitle_;
};

}  // namespace offprint
