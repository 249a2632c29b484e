#include "app/core/Text.h"
#include "exporters/publish/Publishers.h"
#include "exporters/publish/SftpPublisher.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using namespace sftp;

Result<std::unique_ptr<Publisher>> make(const QJsonObject& values, const SecretSource& secrets) {
  auto settings = Settings::read(values);
  if (!settings) return settings.error();
  return std::unique_ptr<Publisher>(std::make_unique<SftpPublisher>(*std::move(settings), secrets));
}

/// Beside the place, as a publication does it: a folder, a file in it, a second name for that.
Result<void> tryWriting(Line& line, const QByteArray& box, const Task& task) {
  OFFPRINT_TRY(makeFolders(line, {box}, task));
  return writeWhole(line, box + "/file", "test", Open::Replace, task);
}
/// A link in the place of another, in one step.
Result<void> tryExchange(Line& line, const QByteArray& box, const Task& task) {
  const auto second = line.now(hardLink(box + "/file", box + "/second"), task);
  if (!second) return second.error();
  OFFPRINT_TRY(makeLink(line, "old", box + "/shown", task));
  OFFPRINT_TRY(makeLink(line, "new", box + "/link", task));
  const auto renamed = line.now(renameOver(box + "/link", box + "/shown"), task);
  return renamed ? Result<void>() : Result<void>(renamed.error());
}

QList<TargetTest> test(const QJsonObject& values, const SecretSource& secrets, const Task& task) {
  QList<TargetTest> steps;
  const auto passed = [&](const QString& step, const Result<void>& result) {
    steps.append({step, result});
    return result.has_value();
  };
  const auto settings = Settings::read(values);
  if (!settings) return {{say("Read the settings"), settings.error()}};
  auto opened = Line::open(settings->ssh, secrets, task);
  if (!passed(say("Reach the host"), opened ? Result<void>() : Result<void>(opened.error()))) return steps;
  Line& line = **opened;
  const auto site = Site::find(line, *settings, task);
  if (!passed(say("Look at the place of the site"), site ? Result<void>() : Result<void>(site.error())))
    return steps;
  const QByteArray probe = "-test-" + newReleaseName({});
  QByteArray box = site->box + probe;
  Result<void> written = tryWriting(line, box, task);
  QString where = say("Write beside it");
  if (!written && written.error().code == ErrorCode::Denied && site->exists) {
    where = say("Write into it");
    box = site->root + '/' + Site::kBox.toByteArray() + probe;
    written = tryWriting(line, box, task);
  }
  if (passed(where, written)) {
    if (site->way == Site::Way::Releases) {
      passed(say("Exchange the site in one step"), tryExchange(line, box, task));
    } else {
      steps.append({say("To exchange the site in one step: the place is a folder, so files are exchanged one "
                        "after another, pages last. Where the web server follows symbolic links, an absent "
                        "place becomes one"),
                    {},
                    false});
    }
  }
  if (!line.broken()) (void)removeTree(line, box, Task());
  return steps;
}

FieldSpec switchField() {
  FieldSpec field = targetField(
      u"switch"_s, say("Switch"),
      say("How the new site takes the place of the old one. In one step: the place is a symbolic link, and "
          "each publication a folder beside it. Empty: where the host can."));
  field.type = FieldSpec::Type::Choice;
  field.options = {{u"auto"_s, say("Where the host can")},
                   {u"on"_s, say("In one step, or not at all")},
                   {u"off"_s, say("File by file")}};
  return field;
}

QList<FieldSpec> fields() {
  FieldSpec port = targetField(u"port"_s, say("Port"), say("Empty: as ssh has it, mostly 22."));
  port.type = FieldSpec::Type::Number;
  port.minimum = 1;
  port.maximum = 65535;
  return {
      targetField(u"host"_s, say("Host"), say("example.org, or a name of your ssh settings (~/.ssh/config)."),
                  true),
      targetField(u"path"_s, say("Folder"),
                  say("That the web server shows: a whole path, or one below the account's folder."), true),
      targetField(u"user"_s, say("User"), say("Empty: as ssh has it.")),
      port,
      targetField(u"keyFile"_s, say("Key"),
                  say("Whole path of a private key; empty: the SSH agent and your usual keys.")),
      targetField(u"hostKey"_s, say("Key of the host"),
                  say("Its fingerprint, SHA256:…; empty: your known_hosts file decides.")),
      switchField()};
}

}  // namespace

PublisherType sftpTarget() {
  PublisherType type{
      u"sftp"_s,
      say("SFTP"),
      say("A folder of a host that you reach by SSH. Offprint uses your own ssh, with its agent, "
          "settings and jump hosts."),
      fields(),
      make,
      test};
  type.account = {u"user"_s, u"host"_s, u"port"_s};
  type.secrets = {
      targetField(u"password"_s, say("Password"), say("Of the user on the host; with a key: none.")),
      targetField(u"passphrase"_s, say("Passphrase"), say("Of the key, when it has one."))};
  return type;
}

}  // namespace offprint
