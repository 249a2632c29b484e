#include "exporters/publish/AwsSignature.h"

#include <algorithm>
#include <QMessageAuthenticationCode>

#include "app/core/Sha256.h"

namespace offprint {
namespace {

QByteArray hmac(const QByteArray& key, const QByteArray& text) {
  return QMessageAuthenticationCode::hash(text, key, QCryptographicHash::Sha256);
}

}  // namespace

QByteArray awsEncoded(const QByteArray& text, bool keepSlashes) {
  return text.toPercentEncoding(keepSlashes ? "/" : QByteArray());
}

QByteArray awsQuery(const NamedBytes& query) {
  QByteArrayList parts;
  for (const auto& [name, value] : query)
    parts += awsEncoded(name, false) + '=' + awsEncoded(value, false);
  std::sort(parts.begin(), parts.end());
  return parts.join('&');
}

QByteArray awsDate(const QDateTime& moment) {
  return moment.toUTC().toString(QStringLiteral("yyyyMMdd'T'HHmmss'Z'")).toLatin1();
}

QByteArray awsAuthorization(const AwsCall& call, const AwsKey& key) {
  const QByteArray date = awsDate(call.moment);
  NamedBytes headers = call.headers;
  headers.append({"x-amz-date", date});
  headers.append({"x-amz-content-sha256", call.payloadSha256});
  for (auto& header : headers)
    header.first = header.first.toLower();
  std::sort(headers.begin(), headers.end());
  QByteArray listed;
  QByteArrayList names;
  for (const auto& [name, value] : headers) {
    listed += name + ':' + value.trimmed() + '\n';
    names += name;
  }
  const QByteArray signedNames = names.join(';');
  const QByteArray canonical = call.method + '\n' + call.path + '\n' + awsQuery(call.query) + '\n' + listed +
                               '\n' + signedNames + '\n' + call.payloadSha256;
  const QByteArray scope = date.left(8) + '/' + key.region + "/s3/aws4_request";
  const QByteArray text = "AWS4-HMAC-SHA256\n" + date + '\n' + scope + '\n' + Sha256::hash(canonical).toHex();
  const QByteArray signer =
      hmac(hmac(hmac(hmac("AWS4" + key.secret, date.left(8)), key.region), "s3"), "aws4_request");
  return "AWS4-HMAC-SHA256 Credential=" + key.id + '/' + scope + ",SignedHeaders=" + signedNames +
         ",Signature=" + hmac(signer, text).toHex();
}

}  // namespace offprint
