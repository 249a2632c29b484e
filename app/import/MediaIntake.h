#pragma once
#include <optional>
#include <QHash>
#include <QSet>

#include "app/core/Result.h"
#include "app/import/SourceFolder.h"

namespace offprint {

class Library;

/// Takes files of a source into a library's media, each once, whatever refers to it. Names keep the folder
/// that tells two files of one name apart (text.md, case 29). With `dryRun` nothing is written and the names
/// are those that would be wanted.
class MediaIntake {
 public:
  struct File {
    QString path;        ///< in the library: "media/blog/a/fig 1.png"
    QString sha256;      ///< of its bytes
    bool known = false;  ///< the library had it before this import
  };

  MediaIntake(Library& library, const SourceFolder& folder, bool dryRun);

  /// The library's name of a source file; nothing when it was refused, with a finding. Errors: of the
  /// library.
  Result<std::optional<File>> take(const QString& path);
  /// The files that were taken so far, by source path.
  const QHash<QString, File>& taken() const { return taken_; }
  /// Why a file that was refused is not in the library, for people; empty for others.
  QString refusal(const QString& path) const { return refused_.value(path); }
  const Findings& findings() const { return findings_; }

 private:
  Result<File> add(const QString& path, const QString& source);
  Result<std::optional<File>> refuseLarge(const QString& path, qint64 limit);
  Result<std::optional<File>> refuse(const QString& path, const QString& code, const QString& message);

  Library& library_;
  const SourceFolder& folder_;
  bool dryRun_;
  QHash<QString, File> taken_;
  QHash<QString, QString> refused_;
  std::optional<QHash<QString, QString>> before_;  ///< hash by path of what the library had
  Findings findings_;
};

/// Whether a file of this name is a picture, a sound, a film or a document that a reader may open.
bool isDocumentName(const QString& name);

}  // namespace offprint
