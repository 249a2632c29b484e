#pragma once
#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include "app/content/Finding.h"

namespace offprint {

struct SourceFolder;

/// What a site's own settings keep out of it: Hugo's `ignoreFiles`, regular expressions on the whole path of
/// a file (gohugo.io, "All settings"); Jekyll's `exclude`, names or patterns from the root, from which
/// `include` takes names back (jekyllrb.com, "Configuration Options").
class SourceExclusion {
 public:
  SourceExclusion() = default;
  /// Reads the settings of a folder whose root and flavour are known. An expression that cannot be read is a
  /// finding in `findings`.
  SourceExclusion(const SourceFolder& folder, Findings& findings);

  /// `path` from the root, "/"-separated.
  bool leavesOut(const QString& path) const;
  /// The settings file that says so.
  const QString& source() const { return source_; }

 private:
  void readHugo(const SourceFolder& folder, Findings& findings);
  void readJekyll(const SourceFolder& folder);

  QString root_;
  QString source_;
  QList<QRegularExpression> ignored_;  ///< Hugo's
  QStringList excluded_;               ///< Jekyll's
  QStringList included_;
};

}  // namespace offprint
