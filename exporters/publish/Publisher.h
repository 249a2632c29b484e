#pragma once
#include <functional>
#include <memory>

#include "app/content/FieldSpec.h"
#include "app/core/FaultSeam.h"
#include "app/core/Task.h"
#include "exporters/publish/DeployPlan.h"

namespace offprint {

/// What a host holds when it is looked at.
struct HostState {
  HostFiles files;                  ///< every file below the place of the site, the manifest included
  std::optional<QByteArray> list;   ///< content of kHostManifest, when there is one
  std::optional<QByteArray> begun;  ///< content of kHostBegun, when a publication did not come to its end
  QString revision;                 ///< the host's name of this state; empty: it has none
};

/// What the switch to a new state left.
struct Switched {
  QString revision;
  Findings findings;
};

/// One connection to one target, for one publication. One thread, not the GUI's. The order is: open,
/// identify, stage and stageRemoval in any order, verify, switchOver. Until switchOver visitors see the old
/// site whole, and after it the new one; destroying the object before it leaves the old one and nothing of
/// ours beside it. A host that cannot exchange a site as a whole (PublisherType::atOnce) gets the files
/// during switchOver in an order in which no page links to a missing file: media, pages, lists and feeds,
/// removals, the manifest; called again after a failure it goes on where it was. It notes before what it is
/// about to put there (kHostBegun), so that the next publication knows its files, and fills the host's own
/// tags into the manifest (HostManifest::confirm). Errors of every step: Network (worth another try), Auth,
/// Denied, Conflict, DiskFull, Io, Cancelled.
class Publisher {
 public:
  /// Look: nothing is written outside of temporary folders, and nothing is locked.
  enum class Access { Look, Write };

  virtual ~Publisher() = default;
  /// Reaches the host, locks it for Write, and reads what is there. A place that does not exist yet is an
  /// empty one.
  virtual Result<HostState> open(Access access, const Task& task) = 0;
  /// Fills in the content hashes of these files, which open() left out: the host has no tags, or another tag
  /// than the one that was left there.
  virtual Result<void> identify(HostFiles& files, const QStringList& paths, const Task& task) = 0;
  /// The tag the host will give to a content; empty: it gives none.
  virtual QByteArray tagOf(const SiteFile& file) const = 0;
  /// Files that the target itself wants on the site (`CNAME`): path and content.
  virtual QMap<QString, QByteArray> extras() const { return {}; }
  /// Sends a file to where no visitor sees it. Conflict when its bytes are not what `file` says.
  virtual Result<void> stage(const QString& path, const SiteFile& file, const Task& task) = 0;
  virtual Result<void> stageRemoval(const QString& path) = 0;
  /// Completes what is staged with the manifest, and checks on the target that all of it is there. Called
  /// again after Network it goes on where it was.
  virtual Result<void> verify(const DeployedFiles& files, const QByteArray& manifest, const QString& message,
                              const Task& task) = 0;
  /// Makes it visible in one step; then cleans up. Conflict when the host was changed since open().
  virtual Result<Switched> switchOver(const Task& task) = 0;
};

/// Gives the secret of a target by its key ("password"). Auth: nobody has it. Any thread but the GUI's; may
/// ask a person and wait.
using SecretSource = std::function<Result<QString>(const QString& key)>;
/// Of those who have none: Auth for every key.
SecretSource noSecrets();

/// One step of "Test", as it went.
struct TargetTest {
  QString step;  ///< "Reach the folder"
  Result<void> result;
  bool tried = true;  ///< false: `step` says what shows with the first publication only
};

/// One kind of target. To add one: one .cpp with a function that returns its descriptor, and one line in
/// publishers(). Form, command line and the conformance tests come from the descriptor.
struct PublisherType {
  QString id;     ///< "folder", "git"
  QString label;  ///< "Folder"
  QString description;
  QList<FieldSpec> fields;  ///< what `target add --field` takes; never a secret
  /// InvalidInput names the field that is missing or wrong. Reaches for nothing.
  std::function<Result<std::unique_ptr<Publisher>>(const QJsonObject& settings, const SecretSource& secrets)>
      make;
  /// Tries the target step by step up to the first that fails; leaves nothing there.
  std::function<QList<TargetTest>(const QJsonObject& settings, const SecretSource& secrets, const Task&)>
      test;
  QString folderField{};  ///< key of the field that names a folder of this computer; empty: there is none
  QList<FieldSpec> secrets{};  ///< what `make` may ask its source for; kept outside of the library
  /// Keys of the fields that name host and account: a secret belongs to their values (secretName()). Empty:
  /// to those of all fields, so that it is asked for again when any of them changes.
  QStringList account{};
  bool atOnce = true;  ///< visitors see the old site or the new one; false: files change one after another
};

/// The table of kinds of targets.
const QList<PublisherType>& publishers();
/// InvalidInput names those there are.
Result<PublisherType> findPublisher(const QString& id);

/// The field of every target: its public address.
inline constexpr QLatin1StringView kTargetUrl{"url"};

/// Reads values typed by hand into settings. InvalidInput names the field that is unknown, wrong or missing.
Result<QJsonObject> readSettings(const PublisherType& type, const QStringList& assignments);

/// InvalidInput when a value holds a password: a library is copied, backed up and sent around.
Result<void> holdsNoSecret(const PublisherType& type, const QJsonObject& settings);

/// Test seam: called before every step that changes something on a host or in the library; another result
/// than 0 makes the step fail as a lost connection.
using PublishFault = FaultSeam<const char*, const QString&>;
PublishFault& publishFault();
/// For the steps themselves.
Result<void> publishStep(const char* step, const QString& where);

}  // namespace offprint
