#include "exporters/publish/Publisher.h"

#include <algorithm>
#include <QRegularExpression>

#include "app/core/Text.h"
#include "exporters/publish/DueItems.h"
#include "exporters/publish/Publishers.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// The fields of every target.
PublisherType whole(PublisherType type) {
  FieldSpec url =
      targetField(kTargetUrl, say("Public address"),
                  say("Where visitors find the site, https://example.org/; empty: the site's own."));
  url.type = FieldSpec::Type::Url;
  type.fields.append(url);
  FieldSpec due =
      targetField(kTargetDue, say("Scheduled items"),
                  say("What happens when their moment comes while Offprint runs; \"publish --due\" "
                      "publishes unless it is off. Empty: ask."));
  due.type = FieldSpec::Type::Choice;
  due.options = {{u"off"_s, say("Wait for me")}, {u"ask"_s, say("Ask me")}, {u"on"_s, say("Publish them")}};
  type.fields.append(due);
  return type;
}

/// Secrets have no place in a library: it is copied, backed up and sent around. On the web what stands before
/// the "@" is a password or an access token; of SSH it is the name of an account (git@), as long as nothing
/// follows a colon. Read by the form alone: an address that is wrong elsewhere may hold one, too.
bool holdsSecret(const QString& value) {
  static const QRegularExpression account(u"^\\s*([a-z][a-z0-9+.-]*)://([^/?#]*)@"_s,
                                          QRegularExpression::CaseInsensitiveOption);
  const auto found = account.match(value);
  if (!found.hasMatch()) return false;
  return found.captured(1).startsWith("http"_L1, Qt::CaseInsensitive) || found.captured(2).contains(u':');
}

Result<void> refuseSecret(const QString& key, const QString& value) {
  if (!holdsSecret(value)) return {};
  return makeError(
      ErrorCode::InvalidInput,
      say("%1: a name, password or access token before the \"@\" does not belong into a library, which "
          "is copied and backed up. Give the address without it. Git takes it from its credential helper "
          "(git help credentials), SSH from its agent.")
          .arg(key));
}

}  // namespace

const QList<PublisherType>& publishers() {
  static const QList<PublisherType> table = {
      whole(folderTarget()), whole(gitTarget()),  whole(sftpTarget()), whole(s3Target()),
      whole(webDavTarget()), whole(ftpsTarget()), whole(zipTarget())};
  return table;
}

Result<PublisherType> findPublisher(const QString& id) {
  QStringList ids;
  for (const PublisherType& type : publishers()) {
    if (type.id == id) return type;
    ids += type.id;
  }
  return makeError(ErrorCode::InvalidInput,
                   say("There is no kind of target \"%1\". There are: %2").arg(id, ids.join(", "_L1)));
}

FieldSpec targetField(const QString& key, const QString& label, const QString& help, bool required) {
  FieldSpec field;
  field.key = key;
  field.label = label;
  field.help = help;
  field.required = required;
  return field;
}

Result<QJsonObject> readSettings(const PublisherType& type, const QStringList& assignments) {
  QJsonObject settings;
  QStringList keys;
  for (const FieldSpec& field : type.fields)
    keys += field.key;
  for (const QString& assignment : assignments) {
    const qsizetype equals = assignment.indexOf(u'=');
    const QString key = assignment.left(equals);
    const qsizetype place = keys.indexOf(key);
    if (equals < 0 || place < 0)
      return makeError(
          ErrorCode::InvalidInput,
          say("\"%1\" is no field of a target of kind %2. Fields: %3").arg(key, type.id, keys.join(", "_L1)));
    const QString text = assignment.mid(equals + 1);
    OFFPRINT_TRY(refuseSecret(key, text));
    auto value = type.fields.at(place).read(text);
    if (!value) return value.error();
    settings.insert(key, *value);
  }
  for (const FieldSpec& field : type.fields)
    if (field.required && settings.value(field.key).toString().isEmpty())
      return makeError(ErrorCode::InvalidInput,
                       say("%1 is missing: --field %1=…. %2").arg(field.key, field.help));
  const auto made = type.make(settings, noSecrets());
  if (!made) return made.error();
  return settings;
}

Result<void> holdsNoSecret(const PublisherType& type, const QJsonObject& settings) {
  for (const FieldSpec& field : type.fields)
    OFFPRINT_TRY(refuseSecret(field.key, settings.value(field.key).toString()));
  return {};
}

SecretSource noSecrets() {
  return [](const QString& key) -> Result<QString> {
    return makeError(ErrorCode::Auth, say("There is no \"%1\" for this target.").arg(key));
  };
}

PublishFault& publishFault() {
  static PublishFault seam;
  return seam;
}

Result<void> publishStep(const char* step, const QString& where) {
  if (!publishFault()(step, where)) return {};
  return makeError(ErrorCode::Network, say("The connection was lost."), QString::fromLatin1(step)).at(where);
}

}  // namespace offprint
