#pragma once
#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace offprint {

/// Where an item's entry stood in its file and what stood before it, as JSON in the field "*origin". The
/// origins of all items of a file hold the whole file but the entries themselves.
struct BibtexOrigin {
  QString file;
  int place = 0;   ///< among the items of the file
  QString before;  ///< between the entry before (or the file's beginning) and this one
  QString after;   ///< to the file's end; of the last item
  QString encoding;
  bool byteOrderMark = false;
  QString fingerprint;  ///< of the item as it was read: another one means that it was edited
  QStringList
      needs;  ///< abbreviations that the entry uses, and "@key" of those it inherits from; small letters
  /// The bytes where `encoding` does not give them back from the text (damaged characters); else empty.
  QByteArray beforeBytes;
  QByteArray entryBytes;
  QByteArray afterBytes;

  QString toJson() const;
  /// Nothing when `json` is no origin.
  static std::optional<BibtexOrigin> fromJson(const QString& json);
};

}  // namespace offprint
