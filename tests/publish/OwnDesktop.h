#pragma once
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace offprint::test {

/// A session bus of the test's own with a home of its own, so that nobody's keyring is touched. With a
/// keyring: a real gnome-keyring, unlocked. What the environment was comes back when it goes. To be made
/// before the application and to go after it: GLib ends a program whose session bus goes.
class OwnDesktop {
 public:
  enum class Keyring { None, Unlocked };

  explicit OwnDesktop(Keyring keyring) {
    for (const char* name : kNames)
      before_.append(qEnvironmentVariableIsSet(name) ? qgetenv(name) : QByteArray());
    QFile::setPermissions(dir_.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    for (const char* name : {"HOME", "XDG_RUNTIME_DIR"})
      qputenv(name, QFile::encodeName(dir_.path()));
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(dir_.filePath(QStringLiteral("config"))));
    qputenv("XDG_DATA_HOME", QFile::encodeName(dir_.filePath(QStringLiteral("data"))));
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION"})
      qunsetenv(name);
    qputenv("DBUS_SESSION_BUS_ADDRESS",
            "unix:path=" + QFile::encodeName(dir_.filePath(QStringLiteral("bus"))));
    if (keyring == Keyring::Unlocked) start();
  }
  ~OwnDesktop() {
    bus_.kill();
    bus_.waitForFinished();
    for (size_t i = 0; i < std::size(kNames); ++i) {
      const QByteArray& value = before_[static_cast<qsizetype>(i)];
      value.isNull() ? qunsetenv(kNames[i]) : qputenv(kNames[i], value);
    }
  }
  OwnDesktop(const OwnDesktop&) = delete;
  OwnDesktop& operator=(const OwnDesktop&) = delete;

  QString path(const QString& name) const { return dir_.filePath(name); }

 private:
  /// A bus that starts no service by itself, and the daemon that unlocks with the line it reads. The daemon
  /// ends with its bus.
  void start() {
    QFile configuration(path(QStringLiteral("bus.conf")));
    if (!configuration.open(QIODevice::WriteOnly)) qFatal("no configuration of the bus");
    configuration.write(
        "<busconfig><type>session</type><listen>unix:path=" + QFile::encodeName(path(QStringLiteral("bus"))) +
        "</listen><policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
        "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy>"
        "</busconfig>");
    configuration.close();
    bus_.start(QStringLiteral("dbus-daemon"),
               {QStringLiteral("--config-file=") + configuration.fileName(), QStringLiteral("--nofork"),
                QStringLiteral("--print-address")});
    if (!bus_.waitForReadyRead(30'000)) qFatal("no bus: %s", bus_.readAllStandardError().constData());
    said(QStringLiteral("gnome-keyring-daemon"),
         {QStringLiteral("--unlock"), QStringLiteral("--components=secrets")}, "pw\n");
    if (!QTest::qWaitFor([this] { return answers(); }, 30'000)) qFatal("no keyring");
  }
  bool answers() const {
    const auto word = [](const char* text) { return QString::fromLatin1(text); };
    return said(word("dbus-send"),
                {word("--session"), word("--print-reply"), word("--dest=org.freedesktop.DBus"), word("/"),
                 word("org.freedesktop.DBus.NameHasOwner"), word("string:org.freedesktop.secrets")})
        .contains("true");
  }
  static QByteArray said(const QString& program, const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(30'000);
    return process.readAllStandardOutput();
  }

  static constexpr const char* kNames[] = {"HOME",
                                           "XDG_RUNTIME_DIR",
                                           "XDG_CONFIG_HOME",
                                           "XDG_DATA_HOME",
                                           "DISPLAY",
                                           "WAYLAND_DISPLAY",
                                           "XDG_CURRENT_DESKTOP",
                                           "DESKTOP_SESSION",
                                           "DBUS_SESSION_BUS_ADDRESS"};
  QTemporaryDir dir_;
  QByteArrayList before_;
  QProcess bus_;
};

}  // namespace offprint::test
