#pragma once
#include <QByteArray>
#include <QDateTime>
#include <QList>

namespace offprint {

using NamedBytes = QList<std::pair<QByteArray, QByteArray>>;

/// One request to be signed.
struct AwsCall {
  QByteArray method;
  QByteArray path;           ///< as it is sent: awsEncoded()
  NamedBytes query;          ///< not encoded, in any order
  NamedBytes headers;        ///< all that are signed, "host" among them; x-amz-date comes from `moment`
  QByteArray payloadSha256;  ///< lower-case hex; goes into x-amz-content-sha256
  QDateTime moment;          ///< UTC
};

struct AwsKey {
  QByteArray id;
  QByteArray secret;
  QByteArray region;
};

/// Percent-encoding of AWS: everything but A-Z a-z 0-9 - . _ ~, and "/" where `keepSlashes`.
QByteArray awsEncoded(const QByteArray& text, bool keepSlashes);
/// "a=1&b=2", encoded and sorted as it is signed.
QByteArray awsQuery(const NamedBytes& query);
/// 20130524T000000Z
QByteArray awsDate(const QDateTime& moment);

/// The value of the header Authorization for service "s3": AWS Signature Version 4, signed in one piece
/// ("Authenticating Requests: Using the Authorization Header", Amazon S3 API reference).
QByteArray awsAuthorization(const AwsCall& call, const AwsKey& key);

}  // namespace offprint
