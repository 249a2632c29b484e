#include <QDir>
#include <QUrl>

#include "app/core/Text.h"
#include "exporters/publish/Publishers.h"
#include "exporters/publish/StepwisePublisher.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kAtOnce = 3;  ///< many hosts let one account in no more than this often

struct FtpPlace {
  QByteArray origin;  ///< ftp://host:port/
  QString folder;     ///< with a slash at its end; empty: where the account begins
  QString user;
};

struct FtpFolder {
  HostFiles files;
  QStringList folders;
};

/// An answer to MLSD (RFC 3659, 7): "type=file;size=12;modify=20260318093000; name".
FtpFolder readFacts(const QByteArray& text, const QString& folder) {
  FtpFolder found;
  for (QByteArray line : text.split('\n')) {
    if (line.endsWith('\r')) line.chop(1);
    const qsizetype space = line.indexOf(' ');
    if (space < 0) continue;
    QHash<QByteArray, QByteArray> facts;
    for (const QByteArray& fact : line.left(space).split(';'))
      facts.insert(fact.left(fact.indexOf('=')).toLower(), fact.mid(fact.indexOf('=') + 1));
    const QString path =
        (folder.isEmpty() ? QString() : folder + u'/') + QString::fromUtf8(line.mid(space + 1));
    const QByteArray type = facts.value("type").toLower();
    if (type == "dir") found.folders += path;
    if (type == "file")
      found.files.insert(
          path, {facts.value("size").toLongLong(), {}, facts.value("size") + '-' + facts.value("modify")});
  }
  return found;
}

/// A folder of an FTP host, encrypted from before the password on (RFC 4217). Files are sent under another
/// name and renamed.
class FtpPublisher : public StepwisePublisher {
 public:
  FtpPublisher(FtpPlace place, SecretSource secrets)
      : StepwisePublisher(kAtOnce), place_(std::move(place)), secrets_(std::move(secrets)) {}

  QByteArray tagOf(const SiteFile&) const override { return {}; }

 protected:
  Result<void> connect(const Task&) override {
    const auto password = secrets_(u"password"_s);
    if (!password) return password.error();
    transfers().signIn(place_.user, *password);
    return {};
  }

  Result<HostFiles> list(const Task& task) override {
    HostFiles files;
    QStringList level{QString()};
    while (!level.isEmpty()) {
      QStringList deeper;
      OFFPRINT_TRY(look(level, task, [&](const FtpFolder& found) {
        files.insert(found.files);
        deeper += found.folders;
        task.report(say("Looking at the host"), files.size());
      }));
      level = deeper;
    }
    return files;
  }

  Result<HostFiles> listing(const QStringList& folders, const Task& task) override {
    HostFiles files;
    OFFPRINT_TRY(look(folders, task, [&](const FtpFolder& found) { files.insert(found.files); }));
    return files;
  }

  Request reading(const QString& path) const override { return request("RETR", path); }

  std::optional<Error> failure(const Answer& answer, const QString& path) const override {
    if (answer.status < 400) return std::nullopt;
    // 550 says "not there" and "not allowed" alike; its words tell.
    if (answer.status == 550 && answer.body.toLower().contains("no such"))
      return makeError(ErrorCode::NotFound, say("This is not on the host.")).at(path);
    return ftpFailure(answer.status, QString::fromUtf8(answer.body)).at(path);
  }

  Exchange writing(const Upload& upload, const Confirm& confirmed) override {
    return [this, upload, confirmed,
            cleared = false](const Answer* last) mutable -> Result<std::optional<Request>> {
      // Some hosts write and rename onto nothing that is there.
      const bool inTheWay = last && !cleared && (last->status == 550 || last->status == 553);
      if (inTheWay) replaces_ = false;
      if (last && !inTheWay) {
        if (auto error = failure(*last, upload.path)) return *std::move(error);
        confirmed({});
        return std::optional<Request>();
      }
      cleared = !replaces_;
      return std::optional(sending(upload));
    };
  }

  Exchange removing(const QString& path, const Confirm& confirmed) override {
    return [this, path, confirmed](const Answer* last) -> Result<std::optional<Request>> {
      if (!last) {
        Request request = this->request("NOOP", folderOf(path));
        request.path = path;
        request.after = {"DELE " + name(path)};
        return std::optional(std::move(request));
      }
      auto error = failure(*last, path);
      if (error && error->code != ErrorCode::NotFound) return *std::move(error);
      confirmed({});
      return std::optional<Request>();
    };
  }

  /// A folder that holds something stays: hosts refuse to remove it.
  void removeFolders(const QStringList& folders, const Task& task) override {
    for (const QString& folder : folders) {
      Request request = this->request("NOOP", folderOf(folder + u'/').section(u'/', 0, -2));
      request.after = {"*RMD " + name(folder)};
      (void)transfers().ask(std::move(request), task);
    }
  }

 private:
  static QByteArray name(const QString& path) { return path.section(u'/', -1).toUtf8(); }
  /// "a/b/" of "a/b/c"; empty: the place.
  static QString folderOf(const QString& path) {
    const QString folder = path.section(u'/', 0, -2);
    return folder.isEmpty() ? folder : folder + u'/';
  }
  Request request(const QByteArray& method, const QString& path) const {
    Request request{method, place_.origin + QUrl::toPercentEncoding(place_.folder + path, "/")};
    request.path = path;
    return request;
  }

  Request sending(const Upload& upload) const {
    const QByteArray part = name(partOf(upload.path));
    const QByteArray whole = name(upload.path);
    Request store = request("STOR", partOf(upload.path));
    store.path = upload.path;
    store.body = upload.content;
    store.source = upload.file.source;
    store.length = upload.file.bytes;
    store.makesFolders = true;
    if (!replaces_) {
      store.before = {"*DELE " + part};
      store.after = {"*DELE " + whole};
    }
    store.after += QByteArrayList{"RNFR " + part, "RNTO " + whole};
    return store;
  }

  /// What is not there holds nothing.
  Result<void> look(const QStringList& folders, const Task& task,
                    const std::function<void(const FtpFolder&)>& take) {
    qsizetype next = 0;
    return transfers().run(
        [&]() -> Exchange {
          if (next == folders.size()) return {};
          const QString& folder = folders.at(next++);
          return [&, folder](const Answer* last) -> Result<std::optional<Request>> {
            if (!last) return std::optional(request("MLSD", folder.isEmpty() ? folder : folder + u'/'));
            if (last->status == 500 || last->status == 502 || last->status == 504)
              return makeError(
                  ErrorCode::Unsupported,
                  say("The host does not tell what it holds in a form that programs read (MLSD). "
                      "Choose another kind of target, such as SFTP."));
            auto error = failure(*last, folder);
            if (error && error->code == ErrorCode::NotFound) return std::optional<Request>();
            if (error) return *std::move(error);
            take(readFacts(last->body, folder));
            return std::optional<Request>();
          };
        },
        task);
  }

  FtpPlace place_;
  SecretSource secrets_;
  bool replaces_ = true;  ///< the host renames a file onto another
};

Error wrong(const QString& key, const QString& sentence) {
  return makeError(ErrorCode::InvalidInput, key + u": "_s + sentence);
}

Result<FtpPlace> placeOf(const QJsonObject& settings) {
  const auto text = [&](const char* key) {
    return settings.value(QLatin1StringView(key)).toString().trimmed();
  };
  const QUrl url(u"ftp://"_s + text("host"), QUrl::StrictMode);
  if (!url.isValid() || url.host().isEmpty() || url.path().size() > 1 || text("host").contains(u'@'))
    return wrong(u"host"_s,
                 say("give the name of the host, such as ftp.example.org or ftp.example.org:2121."));
  FtpPlace place;
  place.origin = url.toEncoded(QUrl::RemovePath) + '/';
  place.folder = text("folder");
  if (QDir::cleanPath(place.folder).startsWith(".."_L1))
    return wrong(u"folder"_s, say("give a folder of your account, such as \"htdocs\"."));
  if (!place.folder.isEmpty()) place.folder = QDir::cleanPath(place.folder) + u'/';
  place.user = text("user");
  if (place.user.isEmpty()) return wrong(u"user"_s, say("give the name of your account on the host."));
  return place;
}

Result<std::unique_ptr<Publisher>> make(const QJsonObject& settings, const SecretSource& secrets) {
  auto place = placeOf(settings);
  if (!place) return place.error();
  return std::unique_ptr<Publisher>(std::make_unique<FtpPublisher>(*std::move(place), secrets));
}

QList<TargetTest> test(const QJsonObject& settings, const SecretSource& secrets, const Task& task) {
  const auto place = placeOf(settings);
  if (!place) return {{say("Read the settings"), place.error()}};
  return FtpPublisher(*place, secrets).test(settings.value(kTargetUrl).toString(), task);
}

}  // namespace

PublisherType ftpsTarget() {
  PublisherType type{
      u"ftps"_s,
      say("FTPS"),
      say("A folder of an FTP host that encrypts (TLS). Media go first, then pages, then lists; files of "
          "others "
          "stay."),
      {targetField(u"host"_s, say("Host"), say("ftp.example.org, with its port when it is not 21."), true),
       targetField(u"user"_s, say("Name"), say("Of your account on the host."), true),
       targetField(u"folder"_s, say("Folder"), say("htdocs; empty: where your account begins."))},
      make,
      test};
  type.secrets = {targetField(u"password"_s, say("Password"), say("Of your account."), true)};
  type.account = {u"host"_s, u"user"_s};
  type.atOnce = false;
  return type;
}

}  // namespace offprint
