#include "app/cli/HostKeys.h"

#include <algorithm>

#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "app/store/PublishRepository.h"
#include "exporters/publish/Publisher.h"
#include "exporters/publish/SshCommand.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

constexpr QLatin1StringView kField{"hostKey"};

}  // namespace

const Option& hostKeyOption() {
  static const Option option{u"--accept-host-key"_s, u"SHA256:…"_s,
                             say("SFTP: trusts a host that shows this key, from now on")};
  return option;
}

Result<void> acceptHostKey(const Invocation& invocation, const QString& name) {
  if (!invocation.has(hostKeyOption().name)) return {};
  const QString key = invocation.value(hostKeyOption().name);
  if (!isFingerprint(key))
    return makeError(
        ErrorCode::InvalidInput,
        say("--accept-host-key wants the fingerprint that was told, whole: SHA256: and 43 letters."));
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return library.error();
  auto target = (*library)->publishing().target(name);
  if (!target) return target.error();
  const auto type = findPublisher(target->type);
  if (!type) return type.error();
  if (std::none_of(type->fields.begin(), type->fields.end(),
                   [](const FieldSpec& field) { return field.key == kField; }))
    return makeError(ErrorCode::InvalidInput,
                     say("A target of kind %1 keeps no key of a host.").arg(type->id));
  target->settings.insert(kField, key);
  return (*library)->publishing().changeTarget(name, *target);
}

}  // namespace offprint::cli
