#include "app/core/Sha256.h"

#include <openssl/evp.h>

namespace offprint {

namespace {

/// Fetched once: a look-up by name takes as long as the hash of a small page.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  Q_CHECK_PTR(context_.get());
  EVP_DigestInit_ex2(context_.get(), algorithm(), nullptr);
}

Sha256::~Sha256() = default;

void Sha256::addData(QByteArrayView data) {
  EVP_DigestUpdate(context_.get(), data.data(), static_cast<size_t>(data.size()));
}

QByteArray Sha256::result() const {
  Sha256 copy;
  EVP_MD_CTX_copy_ex(copy.context_.get(), context_.get());
  QByteArray digest(kBytes, Qt::Uninitialized);
  EVP_DigestFinal_ex(copy.context_.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr);
  return digest;
}

QByteArray Sha256::hash(QByteArrayView data) {
  QByteArray digest(kBytes, Qt::Uninitialized);
  EVP_Digest(data.data(), static_cast<size_t>(data.size()), reinterpret_cast<unsigned char*>(digest.data()),
             nullptr, algorithm(), nullptr);
  return digest;
}

}  // namespace offprint
