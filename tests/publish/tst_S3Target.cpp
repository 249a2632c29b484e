#include "exporters/publish/AwsSignature.h"
#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

/// What S3 has that no other host has.
class S3Target : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(cache_); }
  void init() { host_ = std::make_unique<S3Host>(); }

  /// The examples of "Authenticating Requests: Using the Authorization Header" of the Amazon S3 reference.
  void signsAsPublished_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<NamedBytes>("query");
    QTest::addColumn<NamedBytes>("headers");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("signature");
    const auto row = [](const char* name, const char* method, const QByteArray& path, const NamedBytes& query,
                        const NamedBytes& headers, const char* content, const char* signature) {
      QTest::newRow(name) << QByteArray(method) << path << query << headers << QByteArray(content)
                          << QByteArray(signature);
    };
    row("get", "GET", "/test.txt", {}, {{"Range", "bytes=0-9"}}, "",
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    row("put", "PUT", '/' + awsEncoded("test$file.text", true), {},
        {{"Date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
        "Welcome to Amazon S3.", "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    row("lifecycle", "GET", "/", {{"lifecycle", ""}}, {}, "",
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    row("list", "GET", "/", {{"prefix", "J"}, {"max-keys", "2"}}, {}, "",
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
  }
  void signsAsPublished() {
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(NamedBytes, query);
    QFETCH(NamedBytes, headers);
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, signature);
    headers.append(std::pair<QByteArray, QByteArray>("Host", "examplebucket.s3.amazonaws.com"));
    const AwsCall call{method,
                       path,
                       query,
                       headers,
                       files::sha256(content).toLatin1(),
                       QDateTime({2013, 5, 24}, {0, 0}, Qt::UTC)};
    const QByteArray signedBy = awsAuthorization(
        call, {"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1"});
    QCOMPARE(signedBy.mid(signedBy.indexOf("Signature=") + 10), signature);
  }

  void encodesAsAmazonDoes() {
    QCOMPARE(awsEncoded("a b/ü+~%", true), QByteArray("a%20b/%C3%BC%2B~%25"));
    QCOMPARE(awsQuery({{"b", "/"}, {"a", ""}, {"B", "1"}}), QByteArray("B=1&a=&b=%2F"));
  }

  void aWrongKeyIsTold() {
    Sender sender(u"s3"_s, host_->settings(),
                  [](const QString&) -> Result<QString> { return u"not-the-secret"_s; });
    const auto failed = sender.publish({{u"index.html"_s, "x"}});
    QCOMPARE(codeOf(failed), ErrorCode::Auth);
    QVERIFY(!failed.error().located().contains("not-the-secret"_L1));
    QCOMPARE(host_->visible(), Tree());
    QCOMPARE(codeOf(Sender(u"s3"_s, host_->settings()).publish({{u"index.html"_s, "x"}})), ErrorCode::Auth);
  }

  void aMissingBucketIsTold() {
    QJsonObject settings = host_->settings();
    settings.insert(u"bucket"_s, u"elsewhere"_s);
    const auto failed = Sender(u"s3"_s, settings, host_->secrets()).publish({{u"index.html"_s, "x"}});
    QCOMPARE(codeOf(failed), ErrorCode::NotFound);
    QVERIFY(failed.error().message.contains("bucket"_L1));
  }

  /// Case 10: the prefix is the border.
  void twoSitesInOneBucket() {
    QJsonObject whole = host_->settings();
    whole.remove(u"prefix"_s);
    Sender root(u"s3"_s, whole, host_->secrets());
    Sender blog(u"s3"_s, host_->settings(), host_->secrets());
    const Tree site{{u"index.html"_s, "x"}, {u"about.html"_s, "y"}};
    must(root.publish(site));
    must(blog.publish(site));
    must(blog.publish({{u"index.html"_s, "x"}}));
    QVERIFY(must(root.look(site)).empty());
    QVERIFY(host_->keys().contains("about.html"));
    QVERIFY(!host_->keys().contains("www/about.html"));
  }

  /// More files than one page of a listing holds.
  void listsPageAfterPage() {
    Tree site;
    for (int i = 0; i < 1'010; ++i)
      site.insert(u"%1/index.html"_s.arg(i), "page " + QByteArray::number(i));
    Sender sender(u"s3"_s, host_->settings(), host_->secrets());
    must(sender.publish(site));
    const DeployPlan plan = must(sender.look(site));
    QVERIFY(plan.empty());
    QCOMPARE(plan.unchanged, 1'010);
  }

  void largeFilesGoInParts() {
    QByteArray video(17 * 1024 * 1024, 'v');
    video.append("end");
    const Tree site{{u"index.html"_s, "x"}, {u"media/a.mp4"_s, video}};
    Sender sender(u"s3"_s, host_->settings(), host_->secrets());
    must(sender.publish(site));
    QVERIFY(host_->visible().value(u"media/a.mp4"_s) == video);
    sender.last.reset();
    QVERIFY(must(sender.look(site)).empty());
    host_->edit({{kHostManifest, QByteArray()}});
    sender.options.adopt = true;  // without any list the tag alone tells
    QCOMPARE(must(sender.look(site)).unchanged, 2);
  }

  void filesTellWhatTheyAre() {
    Sender sender(u"s3"_s, host_->settings(), host_->secrets());
    must(
        sender.publish({{u"index.html"_s, "x"}, {u"a/b.css"_s, "y"}, {u"media/p-0123456789ab.webp"_s, "z"}}));
    const QByteArray page = host_->get("www/index.html").head.toLower();
    QVERIFY2(page.contains("content-type: text/html; charset=utf-8"), page);
    QVERIFY2(page.contains("cache-control: public, max-age=60\r"), page);
    QVERIFY(host_->get("www/a/b.css").head.toLower().contains("max-age=3600"));
    QVERIFY(host_->get("www/media/p-0123456789ab.webp").head.contains("immutable"));
  }

  void settingsAreChecked_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::newRow("endpoint with a bucket") << u"endpoint"_s << u"https://s3.example.org/site"_s;
    QTest::newRow("endpoint without scheme") << u"endpoint"_s << u"s3.example.org"_s;
    QTest::newRow("bucket") << u"bucket"_s << u"a/b"_s;
    QTest::newRow("prefix") << u"prefix"_s << u"a/../../b"_s;
    QTest::newRow("key") << u"keyId"_s << QString();
  }
  void settingsAreChecked() {
    QFETCH(QString, field);
    QFETCH(QString, value);
    QJsonObject settings = host_->settings();
    settings.insert(field, value);
    const auto made = must(findPublisher(u"s3"_s)).make(settings, noSecrets());
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::InvalidInput);
    QVERIFY(made.error().message.startsWith(field));
  }

 private:
  QTemporaryDir cache_;
  std::unique_ptr<S3Host> host_;
};

QTEST_GUILESS_MAIN(S3Target)
#include "tst_S3Target.moc"
