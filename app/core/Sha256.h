#pragma once
#include <memory>
#include <QByteArray>

struct evp_md_ctx_st;

namespace offprint {

/// SHA-256 (FIPS 180-4) by OpenSSL, which uses the processor's own instructions: everything that goes onto a
/// site, into a library or into a cache is named by it. One object, one thread.
class Sha256 {
 public:
  static constexpr qsizetype kBytes = 32;

  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void addData(QByteArrayView data);
  /// The 32 bytes of what was added so far; more may be added after it.
  QByteArray result() const;

  static QByteArray hash(QByteArrayView data);

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

}  // namespace offprint
