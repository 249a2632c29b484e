#include "exporters/publish/SftpSite.h"

#include <QDateTime>
#include <QDir>
#include <QRegularExpression>
#include <QUuid>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::sftp {
namespace {

Error wrong(const QString& key, const QString& sentence) {
  return makeError(ErrorCode::InvalidInput, key + u": "_s + sentence);
}

Error cannotExchange(const Site& site, const QString& why) {
  return makeError(ErrorCode::Unsupported,
                   say("This site cannot be exchanged in one step: %1 Nothing was changed. Set the field "
                       "\"Switch\" to \"Where the host can\", or make the place a symbolic link that the web "
                       "server follows.")
                       .arg(why))
      .at(QString::fromUtf8(site.place));
}

/// Whether a new site is shown by a link.
Result<bool> takesLink(Line& line, const Site& site, const Settings& settings, const Task& task) {
  if (settings.exchange == Settings::Exchange::Off || site.place.isEmpty()) return false;
  const bool able = line.offers(kRenameOver) && line.offers(kHardLink);
  if (!site.exists) {
    if (able || settings.exchange == Settings::Exchange::Auto) return able;
    return cannotExchange(site, say("the host renames nothing over what is there."));
  }
  if (settings.exchange == Settings::Exchange::Auto) return false;
  const auto there = below(line, site.root, task);
  if (!there) return there.error();
  if (able && there->isEmpty()) return true;
  return cannotExchange(site, able ? say("the place is a folder that holds files.")
                                   : say("the host renames nothing over what is there."));
}

/// The folder behind a link that the place is.
Result<void> follow(Line& line, Site& site, const Task& task) {
  const auto link = line.now(readLink(site.place), task);
  if (!link) return link.error();
  const QByteArray content = link->entries.value(0).name;
  const QByteArray named = content.mid(content.lastIndexOf('/') + 1);
  if (content == site.linkTo(named) && isReleaseName(named)) {
    site.current = named;
    site.root = site.release(named);
    site.way = Site::Way::Releases;
    return {};
  }
  const auto real = line.now(realPath(site.place), task);
  if (!real) return real.error();
  site.place = site.root = real->entries.value(0).name;
  return {};
}

}  // namespace

Result<Settings> Settings::read(const QJsonObject& values) {
  const auto text = [&](const char* key) {
    return values.value(QLatin1StringView(key)).toString().trimmed();
  };
  Settings settings;
  SshPlace& ssh = settings.ssh;
  ssh = {text("host"), text("user"), values.value("port"_L1).toInt(), text("keyFile"), text("hostKey")};
  static const QRegularExpression name(u"^(?!-)[^\\s@/\\\\'\"]+$"_s);
  if (!name.match(ssh.host).hasMatch())
    return wrong(u"host"_s, say("give the name of a host, without a user and a folder."));
  if (!ssh.user.isEmpty() && !name.match(ssh.user).hasMatch())
    return wrong(u"user"_s, say("this is no name of a user."));
  if (!ssh.keyFile.isEmpty() && !QDir::isAbsolutePath(ssh.keyFile))
    return wrong(u"keyFile"_s, say("give the whole path of a private key, from \"/\" on."));
  if (!ssh.hostKey.isEmpty() && !isFingerprint(ssh.hostKey))
    return wrong(u"hostKey"_s, say("give a fingerprint as \"ssh-keygen -l\" shows it: SHA256:…"));
  QString path = text("path");
  if (path.startsWith("~/"_L1)) path = path.mid(2);
  if (path.isEmpty()) return wrong(u"path"_s, say("give the folder of the host that the web server shows."));
  path = QDir::cleanPath(path);
  if (path.startsWith(".."_L1)) return wrong(u"path"_s, say("it must not lead out of the account's folder."));
  settings.path = path.toUtf8();
  if (text("switch") == "on"_L1) settings.exchange = Exchange::On;
  if (text("switch") == "off"_L1) settings.exchange = Exchange::Off;
  return settings;
}

Result<Site> Site::find(Line& line, const Settings& settings, const Task& task) {
  Site site;
  site.place = settings.path;
  if (!site.place.startsWith('/')) {
    const auto home = line.now(realPath("."), task);
    if (!home) return home.error();
    const QByteArray at = home->entries.value(0).name;
    site.place =
        (at == "/" ? QByteArray() : at) + (settings.path == "." ? QByteArray() : '/' + settings.path);
  }
  if (site.place == "/") site.place.clear();
  site.root = site.place;
  const auto info = line.now(lstat(site.place.isEmpty() ? QByteArray("/") : site.place), task);
  if (!info && info.error().code != ErrorCode::NotFound) return info.error();
  const Entry entry = info ? info->entries.value(0) : Entry();
  site.exists = info.has_value();
  if (entry.isLink()) OFFPRINT_TRY(follow(line, site, task));
  if (site.exists && !entry.isLink() && !entry.isFolder())
    return makeError(ErrorCode::Conflict,
                     say("The place is a file, not a folder. Nothing was changed. Choose another one."))
        .at(QString::fromUtf8(site.place));
  if (site.way == Way::Releases) {
    if (settings.exchange == Settings::Exchange::Off) site.way = Way::Stepwise;
  } else {
    const auto link = takesLink(line, site, settings, task);
    if (!link) return link.error();
    if (*link) site.way = Way::Releases;
  }
  site.box = parentOf(site.place) + '/' + QByteArray(kBox.data(), kBox.size()) + '-' + site.name();
  if (site.place.isEmpty()) site.box = '/' + QByteArray(kBox.data(), kBox.size());
  return site;
}

bool isReleaseName(const QByteArray& name) {
  static const QRegularExpression pattern(u"^\\d{8}T\\d{9}-[0-9a-f]{8}$"_s);
  return pattern.match(QString::fromUtf8(name)).hasMatch();
}

QByteArray newReleaseName(const QByteArray& current) {
  const QString format = u"yyyyMMdd'T'hhmmsszzz"_s;
  QDateTime moment = QDateTime::currentDateTimeUtc();
  // The clock of this computer, or of another one that published, may have gone back.
  QDateTime last = QDateTime::fromString(QString::fromLatin1(current).section(u'-', 0, 0), format);
  last.setTimeSpec(Qt::UTC);
  if (last.isValid() && last >= moment) moment = last.addMSecs(1);
  return moment.toString(format).toUtf8() + '-' + QUuid::createUuid().toByteArray(QUuid::Id128).left(8);
}

Result<void> makeLink(Line& line, const QByteArray& content, const QByteArray& path, const Task& task) {
  OFFPRINT_TRY(removeFiles(line, {path}, task));
  const auto made = line.now(symlink(content, path), task);
  if (!made) return made.error();
  const auto link = line.now(readLink(path), task);
  if (link && link->entries.value(0).name == content) return {};
  if (!link && link.error().code == ErrorCode::Network) return link.error();
  return makeError(ErrorCode::Unsupported, say("The host makes no symbolic links as they were asked for."))
      .at(QString::fromUtf8(path));
}

void askReplace(Line& line, const QByteArray& from, const QByteArray& to, const Line::Then& then) {
  if (line.offers(kRenameOver)) {
    line.ask(renameOver(from, to), then);
    return;
  }
  line.ask(removeFile(to), [](const Result<Answer>&) { return Result<void>(); });
  line.ask(rename(from, to), then);
}

}  // namespace offprint::sftp
