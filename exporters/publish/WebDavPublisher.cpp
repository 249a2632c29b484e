#include <algorithm>
#include <QDir>
#include <QHostAddress>
#include <QUrl>
#include <QXmlStreamReader>

#include "app/core/Text.h"
#include "exporters/publish/Publishers.h"
#include "exporters/publish/StepwisePublisher.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kAtOnce = 8;
constexpr char kWanted[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?><propfind xmlns=\"DAV:\"><prop><resourcetype/>"
    "<getcontentlength/><getetag/><getlastmodified/></prop></propfind>";

struct DavPlace {
  QByteArray origin;  ///< https://host:port
  QString folder;     ///< path on the host, decoded, with a slash at both ends
  QString user;
};

/// What lies in one folder.
struct DavFolder {
  HostFiles files;      ///< by path
  QStringList folders;  ///< their paths
};

/// One entry of an answer to PROPFIND (RFC 4918, 9.1).
struct DavEntry {
  QString href;  ///< path on the host, decoded
  HostFile file;
  QByteArray modified;
  bool folder = false;

  void take(QXmlStreamReader& reader) {
    const auto text = [&] { return reader.readElementText(QXmlStreamReader::SkipChildElements).trimmed(); };
    if (reader.namespaceUri() != "DAV:"_L1) return;
    if (reader.name() == "href"_L1 && href.isEmpty()) {
      // A whole address or a path alone; what a host leaves unencoded stays as it is.
      const QByteArray given = text().toUtf8();
      const qsizetype scheme = given.indexOf("://");
      const qsizetype path = scheme < 0 ? 0 : given.indexOf('/', scheme + 3);
      href = QString::fromUtf8(QByteArray::fromPercentEncoding(given.mid(std::max<qsizetype>(path, 0))));
    } else if (reader.name() == "collection"_L1) {
      folder = true;
    } else if (reader.name() == "getcontentlength"_L1) {
      file.bytes = text().toLongLong();
    } else if (reader.name() == "getetag"_L1) {
      QByteArray tag = text().toUtf8();
      if (tag.startsWith("W/")) tag.remove(0, 2);  // weak and strong ones of Apache name the same state
      file.tag = tag.replace('"', "");
    } else if (reader.name() == "getlastmodified"_L1) {
      modified = text().toUtf8();
    }
  }
};

/// `base`: the place's folder on the host; paths are relative to it.
DavFolder readAnswer(const QByteArray& xml, const QString& base, const QString& asked) {
  DavFolder found;
  QXmlStreamReader reader(xml);
  DavEntry entry;
  while (!reader.atEnd()) {
    const auto token = reader.readNext();
    const bool isEntry = reader.name() == "response"_L1;
    if (token == QXmlStreamReader::StartElement && isEntry) entry = {};
    if (token == QXmlStreamReader::StartElement && !isEntry) entry.take(reader);
    if (token != QXmlStreamReader::EndElement || !isEntry || !entry.href.startsWith(base)) continue;
    QString path = entry.href.mid(base.size());
    while (path.endsWith(u'/'))
      path.chop(1);
    if (path == asked || path.isEmpty()) continue;
    if (entry.folder) {
      found.folders += path;
      continue;
    }
    if (entry.file.tag.isEmpty())
      entry.file.tag = QByteArray::number(entry.file.bytes) + ' ' + entry.modified;
    found.files.insert(path, entry.file);
  }
  return found;
}

/// A folder of a WebDAV host (RFC 4918). Files are sent under another name and moved into their place.
class WebDavPublisher : public StepwisePublisher {
 public:
  WebDavPublisher(DavPlace place, SecretSource secrets)
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
    folders_.clear();
    QStringList level{QString()};
    while (!level.isEmpty()) {
      QStringList deeper;
      OFFPRINT_TRY(look(level, task, [&](const QString& folder, const DavFolder& found) {
        folders_.insert(folder);
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
    OFFPRINT_TRY(
        look(folders, task, [&](const QString&, const DavFolder& found) { files.insert(found.files); }));
    return files;
  }

  Request reading(const QString& path) const override { return request("GET", path); }

  std::optional<Error> failure(const Answer& answer, const QString& path) const override {
    if (answer.good()) return std::nullopt;
    if (answer.status == 405 || answer.status == 501)
      return makeError(ErrorCode::Unsupported,
                       say("The host takes no WebDAV at this address. Give the address of the WebDAV folder, "
                           "which is often another one than the site's."))
          .at(path);
    return httpFailure(answer.status, path);
  }

  Exchange writing(const Upload& upload, const Confirm& confirmed) override {
    enum class Step { Send, Move, SendAgain, MoveAgain };
    return [this, upload, confirmed,
            step = Step::Send](const Answer* last) mutable -> Result<std::optional<Request>> {
      const QString& path = upload.path;
      if (!last) {
        OFFPRINT_TRY(noFolder(path));
        return std::optional(sending(upload));
      }
      // Moved already, and the answer was lost: curl asks again by itself.
      if (step == Step::Move && last->status == 404) {
        step = Step::SendAgain;
        return std::optional(sending(upload));
      }
      if (auto error = failure(*last, path)) return *std::move(error);
      if (step == Step::Move || step == Step::MoveAgain) {
        confirmed({});
        return std::optional<Request>();
      }
      step = step == Step::Send ? Step::Move : Step::MoveAgain;
      Request move = request("MOVE", partOf(path));
      move.path = path;
      move.headers = {"Destination: " + address(path), "Overwrite: T"};
      return std::optional(std::move(move));
    };
  }

  Exchange removing(const QString& path, const Confirm& confirmed) override {
    return [this, path, confirmed](const Answer* last) -> Result<std::optional<Request>> {
      if (!last) return std::optional(request("DELETE", path));
      auto error = failure(*last, path);
      if (error && error->code != ErrorCode::NotFound) return *std::move(error);
      confirmed({});
      return std::optional<Request>();
    };
  }

  Result<void> makeFolders(const QStringList& folders, const Task& task) override {
    // Those above the place, as far as they are missing, come with the first.
    if (folders.contains(QString()) && !folders_.contains(QString())) OFFPRINT_TRY(makePlace(task));
    QMap<qsizetype, QStringList> levels;
    for (const QString& folder : folders)
      if (!folders_.contains(folder)) levels[folder.count(u'/')] += folder;
    for (const QStringList& level : levels)
      OFFPRINT_TRY(eachOf(level, "MKCOL", task, [this](const QString& folder, const Answer& answer) {
        return made(folder, answer);
      }));
    return {};
  }

  /// Removing a folder removes what is in it: each is looked at just before.
  void removeFolders(const QStringList& folders, const Task& task) override {
    for (const QString& folder : folders) {
      if (!folders_.contains(folder)) continue;
      bool empty = false;
      const auto seen = look({folder}, task, [&](const QString&, const DavFolder& found) {
        empty = found.files.isEmpty() && found.folders.isEmpty();
      });
      if (!seen || !empty) continue;
      const auto gone = transfers().ask(request("DELETE", folder + u'/'), task);
      if (gone && gone->good()) folders_.remove(folder);
    }
  }

 private:
  using Judge = std::function<Result<void>(const QString& folder, const Answer&)>;

  QByteArray address(const QString& path) const {
    return place_.origin + QUrl::toPercentEncoding(place_.folder + path, "/");
  }
  Request request(const QByteArray& method, const QString& path) const {
    Request request{method, address(path)};
    request.path = path.isEmpty() ? QString::fromUtf8(address(path)) : path;
    return request;
  }

  Request sending(const Upload& upload) const {
    Request put = request("PUT", partOf(upload.path));
    put.path = upload.path;
    put.body = upload.content;
    put.source = upload.file.source;
    put.length = upload.file.bytes;
    return put;
  }
  /// Moving a file onto a folder would remove what is in it.
  Result<void> noFolder(const QString& path) const {
    if (!folders_.contains(path)) return {};
    return makeError(ErrorCode::Conflict,
                     say("A folder of the host lies where this file has to be. Move it away there."))
        .at(path);
  }

  /// One request to each folder, several at once.
  Result<void> eachOf(const QStringList& folders, const QByteArray& method, const Task& task,
                      const Judge& judge) {
    qsizetype next = 0;
    return transfers().run(
        [&]() -> Exchange {
          if (next == folders.size()) return {};
          const QString& folder = folders.at(next++);
          return [&, folder](const Answer* last) -> Result<std::optional<Request>> {
            if (last) {
              OFFPRINT_TRY(judge(folder, *last));
              return std::optional<Request>();
            }
            Request one = request(method, folder.isEmpty() ? folder : folder + u'/');
            if (method == "PROPFIND") {
              one.headers = {"Depth: 1", "Content-Type: application/xml; charset=utf-8"};
              one.body = kWanted;
            }
            return std::optional(std::move(one));
          };
        },
        task);
  }

  /// Depth 1: many hosts refuse to tell of everything below.
  Result<void> look(const QStringList& folders, const Task& task,
                    const std::function<void(const QString&, const DavFolder&)>& take) {
    return eachOf(folders, "PROPFIND", task,
                  [&](const QString& folder, const Answer& answer) -> Result<void> {
                    if (answer.status == 404) return {};
                    if (auto error = failure(answer, folder)) return *std::move(error);
                    if (answer.status != 207)
                      return *failure(Answer{405, {}, {}}, QString::fromUtf8(address(folder)));
                    take(folder, readAnswer(answer.body, place_.folder, folder));
                    return {};
                  });
  }

  /// 201: made; 405: there already; 409: the one above is missing (RFC 4918, 9.3.1).
  Result<void> made(const QString& folder, const Answer& answer) {
    if (answer.good() || answer.status == 405) {
      folders_.insert(folder);
      return {};
    }
    return *failure(answer, folder);
  }

  Result<void> makePlace(const Task& task) {
    QByteArrayList missing{address({})};
    while (!missing.isEmpty()) {
      const auto answer = transfers().ask({"MKCOL", missing.constLast()}, task);
      if (!answer) return answer.error();
      const QByteArray& here = missing.constLast();
      const qsizetype above = here.lastIndexOf('/', here.size() - 2);
      if (answer->status == 409 && above > place_.origin.size()) {
        missing += here.left(above + 1);
        continue;
      }
      OFFPRINT_TRY(made(QString(), *answer));
      missing.removeLast();
    }
    return {};
  }

  DavPlace place_;
  SecretSource secrets_;
  QSet<QString> folders_;  ///< that the host has
};

Error wrong(const QString& key, const QString& sentence) {
  return makeError(ErrorCode::InvalidInput, key + u": "_s + sentence);
}

Result<DavPlace> placeOf(const QJsonObject& settings) {
  const QUrl url(settings.value("address"_L1).toString().trimmed(), QUrl::TolerantMode);
  const QString scheme = url.scheme();
  if (!url.isValid() || url.host().isEmpty() || (scheme != "https"_L1 && scheme != "http"_L1) ||
      url.hasQuery())
    return wrong(u"address"_s, say("give the address of the folder, such as https://example.org/dav/site/."));
  if (scheme == "http"_L1 && url.host() != "localhost"_L1 && !QHostAddress(url.host()).isLoopback())
    return wrong(u"address"_s,
                 say("give an address that begins with https: anybody on the way could read your "
                     "password."));
  DavPlace place;
  place.origin = url.toEncoded(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveFragment);
  place.folder = QDir::cleanPath(u'/' + url.path(QUrl::FullyDecoded));
  if (!place.folder.endsWith(u'/')) place.folder += u'/';
  place.user = settings.value("user"_L1).toString().trimmed();
  if (place.user.isEmpty()) return wrong(u"user"_s, say("give the name of your account on the host."));
  return place;
}

Result<std::unique_ptr<Publisher>> make(const QJsonObject& settings, const SecretSource& secrets) {
  auto place = placeOf(settings);
  if (!place) return place.error();
  return std::unique_ptr<Publisher>(std::make_unique<WebDavPublisher>(*std::move(place), secrets));
}

QList<TargetTest> test(const QJsonObject& settings, const SecretSource& secrets, const Task& task) {
  const auto place = placeOf(settings);
  if (!place) return {{say("Read the settings"), place.error()}};
  return WebDavPublisher(*place, secrets).test(settings.value(kTargetUrl).toString(), task);
}

}  // namespace

PublisherType webDavTarget() {
  PublisherType type{
      u"webdav"_s,
      say("WebDAV"),
      say("A folder that a host offers by WebDAV. Media go first, then pages, then lists; files of others "
          "stay."),
      {targetField(u"address"_s, say("Address"), say("Of the folder: https://example.org/dav/site/."), true),
       targetField(u"user"_s, say("Name"), say("Of your account on the host."), true)},
      make,
      test};
  type.secrets = {
      targetField(u"password"_s, say("Password"), say("Of your account, or one for this program."), true)};
  type.account = {u"address"_s, u"user"_s};
  type.atOnce = false;
  return type;
}

}  // namespace offprint
