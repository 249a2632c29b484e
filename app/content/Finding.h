#pragma once
#include <QJsonObject>
#include <QList>
#include <QString>

namespace offprint {

/// Something a person should know about an input or an item: one row of Problems, of a report, of `check
/// --json`.
struct Finding {
  enum class Level { Note, Warning, Error };

  Level level = Level::Note;
  QString code;     ///< stable, dotted: "link.dead", "frontmatter.repaired"
  QString message;  ///< one sentence for the user
  QString item;     ///< "kind/slug" of the item, or empty
  QString file;     ///< source file, or empty
  int line = 0;     ///< 1-based line in the file or the item's text; 0: none

  bool operator==(const Finding&) const = default;
  /// The JSON form of cli.md: absent values are null.
  QJsonObject toJson() const;
};

using Findings = QList<Finding>;

/// True when any finding is of level Error.
bool hasErrors(const Findings& findings);

}  // namespace offprint
