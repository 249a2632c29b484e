#include <algorithm>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QRegularExpression>
#include <QUrl>
#include <QXmlStreamReader>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/publish/AwsSignature.h"
#include "exporters/publish/Publishers.h"
#include "exporters/publish/StepwisePublisher.h"
#include "exporters/site/MediaType.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kAtOnce = 8;
constexpr qint64 kPart = 16 * 1024 * 1024;  ///< bytes of a part; what is larger than one goes in parts
constexpr int kMostParts = 10'000;          ///< S3's own limit
constexpr int kPageAge = 60;                ///< seconds
constexpr int kFileAge = 3'600;
/// A year, for names that hold a hash of their content.
constexpr QLatin1StringView kForGood{"public, max-age=31536000, immutable"};

struct S3Place {
  QByteArray scheme;
  QByteArray host;  ///< with its port
  QByteArray region;
  QByteArray bucket;
  QString prefix;  ///< with a slash at its end; empty: the whole bucket
  QByteArray keyId;
  bool inPath = false;  ///< the bucket stands in the path, not in the name of the host
  int pageAge = kPageAge;
  int fileAge = kFileAge;
};

qint64 partSize(qint64 bytes) {
  constexpr qint64 kMega = 1024 * 1024;
  return std::max(kPart, (bytes / kMostParts / kMega + 1) * kMega);
}

/// What is known of a part of a file; false: it could not be read.
bool hashesOf(QFile& file, qint64 offset, qint64 length, QCryptographicHash& md5, Sha256* sha256) {
  if (!file.seek(offset)) return false;
  while (length > 0) {
    const QByteArray piece = file.read(std::min<qint64>(length, 1024 * 1024));
    if (piece.isEmpty()) return false;
    md5.addData(piece);
    if (sha256) sha256->addData(piece);
    length -= piece.size();
  }
  return true;
}

/// What S3 says of one thing, by the names of its elements.
QString element(const QByteArray& xml, const char* name) {
  QXmlStreamReader reader(xml);
  while (!reader.atEnd())
    if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1StringView(name))
      return reader.readElementText(QXmlStreamReader::SkipChildElements);
  return {};
}

QByteArray unquoted(QByteArray tag) {
  return tag.replace('"', "");
}

/// One page of a listing (ListObjectsV2).
struct Listing {
  QMap<QByteArray, HostFile> files;  ///< by key
  QByteArray next;                   ///< token; empty: that was all
};
Listing readListing(const QByteArray& xml) {
  Listing listing;
  QXmlStreamReader reader(xml);
  bool encoded = false;
  QByteArray key;
  HostFile file;
  while (!reader.atEnd()) {
    const auto token = reader.readNext();
    if (token == QXmlStreamReader::EndElement && reader.name() == "Contents"_L1)
      listing.files.insert(key, file);
    if (token != QXmlStreamReader::StartElement) continue;
    const auto text = [&] { return reader.readElementText(QXmlStreamReader::SkipChildElements).toUtf8(); };
    if (reader.name() == "EncodingType"_L1) {
      encoded = text() == "url";
    } else if (reader.name() == "Key"_L1) {
      key = text();
    } else if (reader.name() == "Size"_L1) {
      file.bytes = text().toLongLong();
    } else if (reader.name() == "ETag"_L1) {
      file.tag = unquoted(text());
    } else if (reader.name() == "NextContinuationToken"_L1) {
      listing.next = text();
    }
  }
  if (!encoded) return listing;
  QMap<QByteArray, HostFile> decoded;
  for (auto entry = listing.files.begin(); entry != listing.files.end(); ++entry)
    decoded.insert(QByteArray::fromPercentEncoding(QByteArray(entry.key()).replace('+', ' ')), *entry);
  listing.files = decoded;
  return listing;
}

/// A prefix of a bucket as a site. A write is whole or not at all, so nothing needs a name of its own
/// meanwhile; the tag of a content is its MD5, so that hosts tell what they hold by their list alone.
class S3Publisher : public StepwisePublisher {
 public:
  S3Publisher(S3Place place, SecretSource secrets)
      : StepwisePublisher(kAtOnce), place_(std::move(place)), secrets_(std::move(secrets)) {}
  S3Publisher(const S3Publisher&) = delete;
  S3Publisher& operator=(const S3Publisher&) = delete;
  /// Parts of a file that did not come to its end cost money as long as they lie there.
  ~S3Publisher() override {
    for (auto upload = unfinished_.begin(); upload != unfinished_.end(); ++upload)
      (void)transfers().ask(signedRequest("DELETE", upload.key(), {{"uploadId", *upload}}, {}), Task());
  }

  QByteArray tagOf(const SiteFile& file) const override {
    const auto known = tags_.constFind(file.sha256);
    if (known != tags_.constEnd()) return *known;
    QFile source(file.source);
    if (!source.open(QIODevice::ReadOnly)) return {};
    QByteArray joined;
    const qint64 step = file.bytes > kPart ? partSize(file.bytes) : std::max<qint64>(file.bytes, 1);
    for (qint64 offset = 0; offset < file.bytes || offset == 0; offset += step) {
      QCryptographicHash md5(QCryptographicHash::Md5);
      if (!hashesOf(source, offset, std::min(step, file.bytes - offset), md5, nullptr)) return {};
      joined += md5.result();
    }
    const QByteArray tag = file.bytes > kPart
                               ? QCryptographicHash::hash(joined, QCryptographicHash::Md5).toHex() + '-' +
                                     QByteArray::number(joined.size() / 16)
                               : joined.toHex();
    return *tags_.insert(file.sha256, tag);
  }

 protected:
  Result<void> connect(const Task&) override {
    const auto secret = secrets_(u"secretKey"_s);
    if (!secret) return secret.error();
    key_ = {place_.keyId, secret->toUtf8(), place_.region};
    return {};
  }

  Result<HostFiles> list(const Task& task) override {
    HostFiles files;
    QByteArray next;
    do {
      NamedBytes query{{"list-type", "2"}, {"encoding-type", "url"}, {"prefix", place_.prefix.toUtf8()}};
      if (!next.isEmpty()) query.append({"continuation-token", next});
      const auto answer = transfers().ask(signedRequest("GET", {}, query, {}), task);
      if (!answer) return answer.error();
      if (const auto error = failure(*answer, QString::fromUtf8(place_.bucket))) return *error;
      const Listing page = readListing(answer->body);
      for (auto file = page.files.begin(); file != page.files.end(); ++file) {
        const QString key = QString::fromUtf8(file.key());
        // What ends in a slash is a folder of some other program's, and no file.
        if (key.startsWith(place_.prefix) && !key.endsWith(u'/'))
          files.insert(key.mid(place_.prefix.size()), *file);
      }
      next = page.next;
      task.report(say("Looking at the host"), files.size());
    } while (!next.isEmpty());
    return files;
  }

  Request reading(const QString& path) const override { return signedRequest("GET", path, {}, {}); }

  std::optional<Error> failure(const Answer& answer, const QString& path) const override {
    if (answer.good()) return std::nullopt;
    const QString code = element(answer.body, "Code");
    const QString said = code.isEmpty() ? QString() : code + u": "_s + element(answer.body, "Message");
    const auto error = [&](ErrorCode kind, const QString& sentence) {
      return makeError(kind, sentence + u' ' + say("The host says: %1").arg(said)).at(path);
    };
    if (code == "SignatureDoesNotMatch"_L1 || code == "InvalidAccessKeyId"_L1)
      return error(ErrorCode::Auth, say("The host did not let you in. Check the key id and the secret key."));
    if (code == "RequestTimeTooSkewed"_L1)
      return error(ErrorCode::Denied,
                   say("This computer's clock and the host's differ by more than a quarter "
                       "of an hour, so the host takes nothing. Set the clock."));
    if (code == "AuthorizationHeaderMalformed"_L1 || code.endsWith("Redirect"_L1)) {
      const QString region = element(answer.body, "Region");
      return error(ErrorCode::InvalidInput,
                   region.isEmpty() ? say("The bucket lies elsewhere. Check the endpoint and the region.")
                                    : say("The bucket lies in the region %1. Give that one.").arg(region));
    }
    if (code == "NoSuchBucket"_L1)
      return error(ErrorCode::NotFound,
                   say("There is no such bucket. Make it at the host first, or check its name."));
    if (code == "QuotaExceeded"_L1 || code == "InsufficientStorage"_L1)
      return error(ErrorCode::DiskFull, say("The host has no room left for this file."));
    return httpFailure(answer.status, path, said);
  }

  Exchange writing(const Upload& upload, const Confirm& confirmed) override {
    if (upload.file.bytes > kPart) return inParts(upload, confirmed);
    return [this, upload, confirmed](const Answer* last) -> Result<std::optional<Request>> {
      if (!last) {
        Request request = signedRequest("PUT", upload.path, {}, upload.file.sha256, headersOf(upload.path));
        request.body = upload.content;
        request.source = upload.file.source;
        request.length = upload.file.bytes;
        return std::optional(std::move(request));
      }
      if (const auto error = failure(*last, upload.path)) return *error;
      const QByteArray tag = unquoted(last->headers.value("etag"));
      confirmed(tag.isEmpty() ? tagOf(upload.file) : tag);
      return std::optional<Request>();
    };
  }

  Exchange removing(const QString& path, const Confirm& confirmed) override {
    return [this, path, confirmed](const Answer* last) -> Result<std::optional<Request>> {
      if (!last) return std::optional(signedRequest("DELETE", path, {}, {}));
      const auto error = failure(*last, path);
      if (error && error->code != ErrorCode::NotFound) return *error;
      confirmed({});
      return std::optional<Request>();
    };
  }

 private:
  /// A large file: begun, sent part after part, and put together by the host.
  Exchange inParts(const Upload& upload, const Confirm& confirmed) {
    struct State {
      QByteArray id;
      QByteArrayList tags;
      bool joining = false;
    };
    const auto state = std::make_shared<State>();
    return [this, upload, confirmed, state](const Answer* last) -> Result<std::optional<Request>> {
      const QString& path = upload.path;
      if (!last) return std::optional(signedRequest("POST", path, {{"uploads", ""}}, {}, headersOf(path)));
      if (const auto error = failure(*last, path)) return *error;
      if (state->id.isEmpty()) {
        state->id = element(last->body, "UploadId").toUtf8();
        if (state->id.isEmpty())
          return makeError(ErrorCode::Network, say("The host's answer is not whole.")).at(path);
        unfinished_.insert(path, state->id);
      } else if (state->joining) {
        // The host may answer "200 OK" and tell in the text that it failed.
        const QByteArray tag = unquoted(element(last->body, "ETag").toUtf8());
        if (tag.isEmpty())
          return makeError(ErrorCode::Network, say("The host could not put the file together."),
                           QString::fromUtf8(last->body.left(500)))
              .at(path);
        unfinished_.remove(path);
        confirmed(tag);
        return std::optional<Request>();
      } else {
        state->tags += last->headers.value("etag");
      }
      const qint64 step = partSize(upload.file.bytes);
      const qint64 offset = step * state->tags.size();
      if (offset < upload.file.bytes)
        return part(upload, state->id, static_cast<int>(state->tags.size()) + 1, offset);
      state->joining = true;
      QByteArray list = "<CompleteMultipartUpload>";
      for (int i = 0; i < state->tags.size(); ++i)
        list += "<Part><PartNumber>" + QByteArray::number(i + 1) + "</PartNumber><ETag>" + state->tags.at(i) +
                "</ETag></Part>";
      list += "</CompleteMultipartUpload>";
      Request request = signedRequest("POST", path, {{"uploadId", state->id}}, files::sha256(list).toLatin1(),
                                      {{"content-type", "application/xml"}});
      request.body = list;
      return std::optional(std::move(request));
    };
  }

  Result<std::optional<Request>> part(const Upload& upload, const QByteArray& id, int number,
                                      qint64 offset) const {
    QFile source(upload.file.source);
    Sha256 sha256;
    QCryptographicHash md5(QCryptographicHash::Md5);
    const qint64 length = std::min(partSize(upload.file.bytes), upload.file.bytes - offset);
    if (!source.open(QIODevice::ReadOnly) || !hashesOf(source, offset, length, md5, &sha256))
      return makeError(ErrorCode::Io, say("Could not read this file. It was not sent."), source.errorString())
          .at(upload.file.source);
    Request request =
        signedRequest("PUT", upload.path, {{"partNumber", QByteArray::number(number)}, {"uploadId", id}},
                      sha256.result().toHex());
    request.source = upload.file.source;
    request.offset = offset;
    request.length = length;
    return std::optional(std::move(request));
  }

  NamedBytes headersOf(const QString& path) const {
    static const QRegularExpression hashed(u"[.-][0-9a-f]{8,}\\.[a-z0-9]+$"_s);
    const bool changes = path.endsWith(".html"_L1) || path.endsWith(".xml"_L1) || path.endsWith(".json"_L1);
    QByteArray kept = "public, max-age=" + QByteArray::number(changes ? place_.pageAge : place_.fileAge);
    if (!changes && hashed.match(path).hasMatch()) kept = QByteArray(kForGood.data(), kForGood.size());
    NamedBytes headers{{"content-type", mediaType(path)}, {"cache-control", kept}};
    if (path.endsWith(".svgz"_L1))
      headers.append(std::pair<QByteArray, QByteArray>("content-encoding", "gzip"));
    return headers;
  }

  /// `path` is relative to the prefix; empty: the bucket. An empty hash: nothing is sent.
  Request signedRequest(const QByteArray& method, const QString& path, const NamedBytes& query,
                        QByteArray sha256, NamedBytes headers = {}) const {
    if (sha256.isEmpty()) sha256 = Sha256::hash({}).toHex();
    const QByteArray key = path.isEmpty() ? QByteArray() : (place_.prefix + path).toUtf8();
    const QByteArray host = place_.inPath ? place_.host : place_.bucket + '.' + place_.host;
    QByteArray place = place_.inPath ? '/' + place_.bucket : QByteArray();
    if (!key.isEmpty() || place.isEmpty()) place += '/' + awsEncoded(key, true);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    AwsCall call{method, place, query, headers, sha256, now};
    call.headers.append({"host", host});
    headers.append({"x-amz-date", awsDate(now)});
    headers.append({"x-amz-content-sha256", sha256});
    headers.append({"authorization", awsAuthorization(call, key_)});
    Request request{method, place_.scheme + "://" + host + place};
    if (!query.isEmpty()) request.url += '?' + awsQuery(query);
    for (const auto& [name, value] : headers)
      request.headers += name + ": " + value;
    request.path = path;
    return request;
  }

  S3Place place_;
  SecretSource secrets_;
  AwsKey key_;
  QMap<QString, QByteArray> unfinished_;        ///< uploads in parts by path: their ids
  mutable QHash<QByteArray, QByteArray> tags_;  ///< by SHA-256
};

Error wrong(const QString& key, const QString& sentence) {
  return makeError(ErrorCode::InvalidInput, key + u": "_s + sentence);
}

Result<S3Place> placeOf(const QJsonObject& settings) {
  const auto text = [&](const char* key) {
    return settings.value(QLatin1StringView(key)).toString().trimmed();
  };
  const QUrl endpoint(text("endpoint"), QUrl::StrictMode);
  if (!endpoint.isValid() || endpoint.host().isEmpty() || endpoint.path().size() > 1 ||
      (endpoint.scheme() != "https"_L1 && endpoint.scheme() != "http"_L1))
    return wrong(u"endpoint"_s, say("give the host's address for S3, such as "
                                    "https://s3.eu-central-1.amazonaws.com, without the bucket."));
  S3Place place;
  place.scheme = endpoint.scheme().toLatin1();
  place.host = endpoint.toEncoded(QUrl::RemoveScheme | QUrl::RemoveUserInfo | QUrl::RemovePath).mid(2);
  const bool address = !QHostAddress(endpoint.host()).isNull() || endpoint.host() == "localhost"_L1;
  place.region = text("region").isEmpty() ? QByteArray("us-east-1") : text("region").toLatin1();
  place.bucket = text("bucket").toUtf8();
  static const QRegularExpression bucket(u"^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$"_s);
  if (!bucket.match(text("bucket")).hasMatch())
    return wrong(u"bucket"_s,
                 say("a bucket has 3 to 63 small letters, digits, hyphens and dots in its name."));
  place.prefix = text("prefix");
  if (place.prefix.startsWith(u'/') || QDir::cleanPath(place.prefix).startsWith(".."_L1))
    return wrong(u"prefix"_s, say("give the part of the bucket the site goes to, such as \"blog\"."));
  if (!place.prefix.isEmpty()) place.prefix = QDir::cleanPath(place.prefix) + u'/';
  place.keyId = text("keyId").toUtf8();
  if (place.keyId.isEmpty()) return wrong(u"keyId"_s, say("give the id of your access key."));
  // A name with a dot has no certificate in front of the host's.
  place.inPath = settings.value("pathStyle"_L1).toBool() || address || place.bucket.contains('.');
  if (settings.contains("pageAge"_L1)) place.pageAge = settings.value("pageAge"_L1).toInt(kPageAge);
  if (settings.contains("fileAge"_L1)) place.fileAge = settings.value("fileAge"_L1).toInt(kFileAge);
  return place;
}

Result<std::unique_ptr<Publisher>> make(const QJsonObject& settings, const SecretSource& secrets) {
  auto place = placeOf(settings);
  if (!place) return place.error();
  return std::unique_ptr<Publisher>(std::make_unique<S3Publisher>(*std::move(place), secrets));
}

QList<TargetTest> test(const QJsonObject& settings, const SecretSource& secrets, const Task& task) {
  const auto place = placeOf(settings);
  if (!place) return {{say("Read the settings"), place.error()}};
  return S3Publisher(*place, secrets).test(settings.value(kTargetUrl).toString(), task);
}

FieldSpec age(const QString& key, const QString& label, const QString& help) {
  FieldSpec field = targetField(key, label, help);
  field.type = FieldSpec::Type::Number;
  return field;
}

}  // namespace

PublisherType s3Target() {
  FieldSpec inPath = targetField(u"pathStyle"_s, say("Bucket in the path"),
                                 say("For hosts that do not have the bucket in their name, such as MinIO."));
  inPath.type = FieldSpec::Type::Boolean;
  PublisherType type{
      u"s3"_s,
      say("S3"),
      say("A bucket at Amazon or another host that speaks S3. Media go first, then pages, then lists; files "
          "of "
          "others stay."),
      {targetField(u"endpoint"_s, say("Endpoint"), say("https://s3.eu-central-1.amazonaws.com."), true),
       targetField(u"region"_s, say("Region"), say("eu-central-1; empty: us-east-1.")),
       targetField(u"bucket"_s, say("Bucket"), say("It must exist; its access rules are not touched."), true),
       targetField(u"prefix"_s, say("Prefix"),
                   say("The part of the bucket the site goes to; empty: all of it.")),
       targetField(u"keyId"_s, say("Access key id"), say("The public half of the key."), true), inPath,
       age(u"pageAge"_s, say("Keep pages for"),
           say("Seconds that browsers keep pages and feeds; empty: 60.")),
       age(u"fileAge"_s, say("Keep files for"),
           say("Seconds that they keep other files; empty: 3600. Those whose name tells their content: a "
               "year."))},
      make,
      test};
  type.secrets = {
      targetField(u"secretKey"_s, say("Secret access key"), say("The secret half of the key."), true)};
  type.account = {u"endpoint"_s, u"keyId"_s};
  type.atOnce = false;
  return type;
}

}  // namespace offprint
