#pragma once
#include "app/bibliography/BibtexMapping.h"
#include "app/bibliography/BibtexOrigin.h"

namespace offprint {

/// A BibTeX file made of items. Those of an imported file come in its order, with everything that stood
/// between them, and byte for byte as they came while nothing of them was edited; others follow. The encoding
/// is the imported file's when it was one file and has every character, else UTF-8.
class BibtexCollection {
 public:
  explicit BibtexCollection(const BibtexMapping& mapping) : mapping_(mapping) {}

  /// Items come in the order of their making.
  void add(const ItemSummary& item);
  QByteArray toBytes(Findings& findings);

 private:
  struct Piece {
    ItemSummary item;
    std::optional<BibtexOrigin> origin;
    bool untouched = false;
  };

  void findUntouched();
  std::optional<QByteArray> written(const QString& encoding) const;
  std::optional<QByteArray> entryOf(const Piece& piece, const QString& encoding) const;
  QString commonEncoding() const;

  const BibtexMapping& mapping_;
  QList<Piece> pieces_;
};

}  // namespace offprint
