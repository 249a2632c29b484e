#pragma once
#include <QByteArray>
#include <QHash>
#include <QString>

#include "app/core/Resources.h"
#include "exporters/markdown/TypesetPiece.h"

namespace offprint {

/// The scripts that draw, as they lie in share/offprint/web: KaTeX, highlight.js, Mermaid,
/// citeproc.
class Engines {
 public:
  enum class Id { Math, Code, Diagram, Citations };
  static constexpr size_t kCount = 4;

  explicit Engines(Resources resources) : resources_(std::move(resources)) {}

  static Id of(TypesetPiece::Kind kind);
  /// Names and versions, and the text of our own script: what a drawing depends on beside its piece. Reads a
  /// few small files; not for the GUI thread.
  QByteArray version() const;
  /// What has to run in the page before the first piece of that engine; empty when files are missing. Not for
  /// the GUI thread.
  QString script(Id id) const;
  /// The script of the page itself.
  QString pageScript() const;

 private:
  QByteArray read(const QString& file) const;

  Resources resources_;
};

}  // namespace offprint
