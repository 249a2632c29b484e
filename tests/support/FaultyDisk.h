#pragma once
#include <memory>

namespace offprint::test {

/// While it lives, SQLite writes through it: it counts every write, sync, truncation, creation and deletion
/// of a file, and makes the one with number `failAt` (from 1; 0: none) fail as a full disk or an input/output
/// error, and with `lasting` every one after it, too. For databases opened after it was made and closed
/// before it goes.
class FaultyDisk {
 public:
  FaultyDisk();
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  void failAt(int number, bool lasting);
  void heal() { failAt(0, false); }
  int count() const;    ///< steps since the last failAt()
  bool failed() const;  ///< since the last failAt()
};

}  // namespace offprint::test
