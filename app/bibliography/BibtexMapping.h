#pragma once
#include <QHash>
#include <QJsonObject>

#include "app/bibliography/BibtexEntries.h"
#include "app/bibliography/BibtexFormat.h"
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"

namespace offprint {

/// An item that was read from an entry. Slug, status and uuid are the caller's.
struct BibtexReading {
  ContentItem item;
  Findings findings;  ///< lines of the file, no file name
};

/// The way between entries and items of one kind. A field of the kind says by `bibtex` which BibTeX field it
/// is; its key and aliases are understood as well (pdf, abbr, selected: what themes of sites add). Further
/// declarations are "*source" (the entry as it was imported), "*origin" (where it stood), "*others" (et al.),
/// "*equal" and "*marks" (authors with signs behind their names). One may serve several threads.
class BibtexMapping {
 public:
  BibtexMapping(const ContentKind& kind, std::shared_ptr<const BibtexFormat> format);

  const ContentKind& kind() const { return kind_; }
  const BibtexFormat& format() const { return *format_; }
  /// The field of the kind with that `bibtex`; nullptr when there is none.
  const FieldSpec* declared(QLatin1StringView bibtex) const;

  BibtexReading read(const BibtexEntry& entry) const;

  /// The item as an entry without a line end behind it. What the item has from its imported entry and did not
  /// change is written as it was there, and so are fields that no field of the kind knows; `forReaders`
  /// leaves out what themes and reference programs keep for themselves.
  QString write(const ItemSummary& item, bool forReaders, bool ascii = false) const;

  /// Changes with everything that write() takes from the item, the imported entry left aside.
  QString fingerprint(const ItemSummary& item) const;

 private:
  friend class BibtexReader;
  friend class BibtexWriter;
  /// What a BibTeX field becomes part of: "title", "authors", "date", "language", the key of a field, or
  /// nothing.
  QString targetOf(const QString& name, const QString& type) const;
  /// The option that stands for an entry's type, and the CSL type that no option has.
  BibtexFormat::Type typeOf(const BibtexEntry& entry) const;
  bool isVerbatim(const QString& name, const FieldSpec* field) const;

  const ContentKind& kind_;
  std::shared_ptr<const BibtexFormat> format_;
  QHash<QString, const FieldSpec*> fields_;  ///< by BibTeX name
  const FieldSpec* type_ = nullptr;
  const FieldSpec* key_ = nullptr;
};

/// Date fields of an entry (date; year, month, day; pubstate) as one date. Ranges give their beginning; words
/// stay words ("forthcoming").
Date bibtexDate(const QMap<QString, BibtexValue>& fields, const BibtexFormat& format);

}  // namespace offprint
