#pragma once
#include <functional>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

class Database;

/// Brings a library file to the newest format: each script of resources/db (NNNN_name.sql) in its own
/// transaction, so that a crash leaves a file of some whole format, never between two.
class Migrator {
 public:
  /// Marks SQLite files as Offprint libraries: "OFPR" in `PRAGMA application_id`.
  static constexpr int applicationId = 0x4F465052;

  /// Reads the names of the scripts in `folder`. Internal when there is none or a number is missing.
  static Result<Migrator> fromFolder(const QString& folder);

  int newest() const { return static_cast<int>(scripts_.size()); }
  /// Format number of a file; 0 for a new one.
  static Result<int> formatOf(Database& database);

  /// Whether the file may be used by this program. InvalidInput: an SQLite file of something else.
  /// VersionTooNew: its `min_compatible` is above newest(). Changes nothing.
  Result<void> check(Database& database) const;

  /// Runs what is missing. `beforeFirst` is called once before the first script touches a file that is not
  /// new (for a copy); its failure stops everything.
  Result<void> run(Database& database, const std::function<Result<void>()>& beforeFirst) const;

 private:
  QStringList scripts_;  ///< absolute paths; the one at index n leads to format n + 1
};

}  // namespace offprint
