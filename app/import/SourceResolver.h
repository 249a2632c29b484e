#pragma once
#include <QHash>

#include "app/import/ImportPlan.h"

namespace offprint {

/// What an address in a source leads to.
struct SourceTarget {
  enum class Type {
    Elsewhere,  ///< another site, an anchor: stays as it is
    Address,    ///< a page of our site; `text` is its address with what followed it
    File,       ///< a file of the source; `text` is its path
    Nothing,
  };
  Type type = Type::Nothing;
  QString text;
};

/// Finds what links of a planned import lead to: files by their path (NFC or NFD, percent-encoded or not, "#"
/// and "%" in names), pages by their old address or file, sections, topics and tags. Immutable.
class SourceResolver {
 public:
  /// The plan's items must have their newAddress.
  SourceResolver(const SourceFolder& folder, const SourceSettings& settings, const ImportPlan& plan);

  /// What `target`, written in a text that lies in `folder` and was shown at `oldAddress`, leads to.
  SourceTarget resolve(const QString& target, const QString& folder, const QString& oldAddress) const;
  /// Hugo's ref, Jekyll's post_url and link, a wiki link's note: by path, name or title.
  SourceTarget byName(const QString& reference, const QString& folder) const;

 private:
  SourceTarget local(const QString& path, const QString& folder, const QString& oldAddress) const;
  SourceTarget atPath(const QString& path) const;
  SourceTarget atAddress(const QString& address) const;
  QStringList placesOf(const QString& path, const QString& folder) const;

  const SourceFolder& folder_;
  QString baseUrl_;
  QString basePath_;
  QHash<QString, QString> files_;      ///< NFC path → path as spelled
  QHash<QString, QString> named_;      ///< NFC name of a file that is no text → path as spelled
  QHash<QString, QString> folded_;     ///< the same in small letters, where only one file has it
  QHash<QString, QString> byFile_;     ///< content file → new address
  QHash<QString, QString> byAddress_;  ///< old address → new address
  QHash<QString, QString> byName_;     ///< name or title in small letters → new address
};

}  // namespace offprint
