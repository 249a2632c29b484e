#include "ui/widgets/SystemScheme.h"

#include <QDBusAbstractInterface>
#include <QDBusConnection>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QString appearanceNamespace = u"org.freedesktop.appearance"_s;

/// A session bus that exists: asking for one that does not may start a process and wait for it. The runtime
/// folder lies in memory (XDG Base Directory Specification), so that looking there does not wait for a disk.
bool sessionBusExists() {
  if (!qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) return true;
  const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
  return !runtime.isEmpty() && QFileInfo::exists(runtime + u"/bus"_s);
}

/// Read() of the portal wraps its answer in a further variant; older portals do so twice.
QVariant unwrapped(QVariant value) {
  while (value.metaType() == QMetaType::fromType<QDBusVariant>())
    value = value.value<QDBusVariant>().variant();
  return value;
}

}  // namespace

/// The portal's Settings interface. Declaring the signal lets the base class subscribe to it.
class SystemScheme::Portal : public QDBusAbstractInterface {
  Q_OBJECT
 public:
  Portal()
      : QDBusAbstractInterface(u"org.freedesktop.portal.Desktop"_s, u"/org/freedesktop/portal/desktop"_s,
                               "org.freedesktop.portal.Settings", QDBusConnection::sessionBus(), nullptr) {}

 Q_SIGNALS:
  void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

SystemScheme::SystemScheme(bool darkUntilTold, QObject* parent)
    : QObject(parent), fallbackDark_(darkUntilTold), dark_(darkUntilTold) {
  if (!sessionBusExists()) return;
  portal_ = std::make_unique<Portal>();
  connect(portal_.get(), &Portal::SettingChanged, this,
          [this](const QString& group, const QString& key, const QDBusVariant& value) {
            if (group == appearanceNamespace) take(key, unwrapped(value.variant()));
          });
  ask(u"color-scheme"_s);
  ask(u"contrast"_s);
}

SystemScheme::~SystemScheme() = default;

void SystemScheme::ask(const QString& key) {
  const QDBusPendingCall call = portal_->asyncCall(u"Read"_s, appearanceNamespace, key);
  auto* watcher = new QDBusPendingCallWatcher(call, this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key](QDBusPendingCallWatcher* finished) {
    const QDBusPendingReply<QDBusVariant> reply = *finished;
    finished->deleteLater();
    if (!reply.isError()) take(key, unwrapped(reply.value().variant()));
  });
}

void SystemScheme::take(const QString& key, const QVariant& value) {
  const bool wasDark = dark_;
  const bool wasHigh = highContrast_;
  // color-scheme: 0 no preference, 1 dark, 2 light; contrast: 1 higher.
  if (key == u"color-scheme"_s) dark_ = value.toUInt() == 0 ? fallbackDark_ : value.toUInt() == 1;
  if (key == u"contrast"_s) highContrast_ = value.toUInt() == 1;
  if (wasDark != dark_ || wasHigh != highContrast_) Q_EMIT changed();
}

}  // namespace offprint

#include "moc_SystemScheme.cpp"
#include "SystemScheme.moc"
