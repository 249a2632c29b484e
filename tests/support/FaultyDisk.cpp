#include "tests/support/FaultyDisk.h"

#include <sqlite3.h>

#include <cstring>

namespace offprint::test {
namespace {

struct Wrapped {
  sqlite3_file base;
  sqlite3_file* real;
};

int failNumber = 0;
bool failLasting = false;
int steps = 0;
bool hasFailed = false;
sqlite3_vfs* real = nullptr;
sqlite3_vfs faulty;
sqlite3_io_methods methods;

/// Counts one step; true when it is to fail.
bool fails() {
  ++steps;
  const bool now = failNumber > 0 && (failLasting ? steps >= failNumber : steps == failNumber);
  hasFailed = hasFailed || now;
  return now;
}

sqlite3_file* inner(sqlite3_file* file) {
  return reinterpret_cast<Wrapped*>(file)->real;
}

int xWrite(sqlite3_file* file, const void* data, int amount, sqlite3_int64 offset) {
  return fails() ? SQLITE_FULL : inner(file)->pMethods->xWrite(inner(file), data, amount, offset);
}
int xTruncate(sqlite3_file* file, sqlite3_int64 size) {
  return fails() ? SQLITE_IOERR_TRUNCATE : inner(file)->pMethods->xTruncate(inner(file), size);
}
int xSync(sqlite3_file* file, int flags) {
  return fails() ? SQLITE_IOERR_FSYNC : inner(file)->pMethods->xSync(inner(file), flags);
}
int xClose(sqlite3_file* file) {
  const int code = inner(file)->pMethods->xClose(inner(file));
  sqlite3_free(inner(file));
  return code;
}
int xRead(sqlite3_file* file, void* data, int amount, sqlite3_int64 offset) {
  return inner(file)->pMethods->xRead(inner(file), data, amount, offset);
}
int xFileSize(sqlite3_file* file, sqlite3_int64* size) {
  return inner(file)->pMethods->xFileSize(inner(file), size);
}
int xLock(sqlite3_file* file, int level) {
  return inner(file)->pMethods->xLock(inner(file), level);
}
int xUnlock(sqlite3_file* file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}
int xCheckReservedLock(sqlite3_file* file, int* result) {
  return inner(file)->pMethods->xCheckReservedLock(inner(file), result);
}
int xFileControl(sqlite3_file* file, int operation, void* argument) {
  return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}
int xSectorSize(sqlite3_file* file) {
  return inner(file)->pMethods->xSectorSize(inner(file));
}
int xDeviceCharacteristics(sqlite3_file* file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}
int xShmMap(sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
  return inner(file)->pMethods->xShmMap(inner(file), region, size, extend, memory);
}
int xShmLock(sqlite3_file* file, int offset, int n, int flags) {
  return inner(file)->pMethods->xShmLock(inner(file), offset, n, flags);
}
void xShmBarrier(sqlite3_file* file) {
  inner(file)->pMethods->xShmBarrier(inner(file));
}
int xShmUnmap(sqlite3_file* file, int remove) {
  return inner(file)->pMethods->xShmUnmap(inner(file), remove);
}

int xOpen(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* outFlags) {
  file->pMethods = nullptr;
  if ((flags & SQLITE_OPEN_CREATE) != 0 && fails()) return SQLITE_CANTOPEN;
  auto* wrapped = reinterpret_cast<Wrapped*>(file);
  wrapped->real = static_cast<sqlite3_file*>(sqlite3_malloc(real->szOsFile));
  std::memset(wrapped->real, 0, static_cast<size_t>(real->szOsFile));
  const int code = real->xOpen(real, name, wrapped->real, flags, outFlags);
  if (wrapped->real->pMethods == nullptr) {
    sqlite3_free(wrapped->real);
  } else {
    file->pMethods = &methods;
  }
  return code;
}
int xDelete(sqlite3_vfs*, const char* name, int syncFolder) {
  return fails() ? SQLITE_IOERR_DELETE : real->xDelete(real, name, syncFolder);
}

}  // namespace

FaultyDisk::FaultyDisk() {
  real = sqlite3_vfs_find(nullptr);
  faulty = *real;
  faulty.zName = "offprint-faulty";
  faulty.szOsFile = sizeof(Wrapped);
  faulty.xOpen = xOpen;
  faulty.xDelete = xDelete;
  methods = {2,
             xClose,
             xRead,
             xWrite,
             xTruncate,
             xSync,
             xFileSize,
             xLock,
             xUnlock,
             xCheckReservedLock,
             xFileControl,
             xSectorSize,
             xDeviceCharacteristics,
             xShmMap,
             xShmLock,
             xShmBarrier,
             xShmUnmap,
             nullptr,
             nullptr};
  failAt(0, false);
  sqlite3_vfs_register(&faulty, 1);
}

FaultyDisk::~FaultyDisk() {
  sqlite3_vfs_unregister(&faulty);
  sqlite3_vfs_register(real, 1);
}

void FaultyDisk::failAt(int number, bool lasting) {
  failNumber = number;
  failLasting = lasting;
  steps = 0;
  hasFailed = false;
}

int FaultyDisk::count() const {
  return steps;
}
bool FaultyDisk::failed() const {
  return hasFailed;
}

}  // namespace offprint::test
