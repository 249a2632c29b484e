#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "exporters/publish/FileAccess.h"
#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

const Tree& before() {
  static const Tree site{
      {u"index.html"_s, "home"}, {u"a/index.html"_s, "page a"}, {u"media/p.png"_s, "picture 1"}};
  return site;
}
const Tree& after() {
  static const Tree site{
      {u"index.html"_s, "newer"}, {u"c/index.html"_s, "page c"}, {u"media/p.png"_s, "picture 2"}};
  return site;
}

}  // namespace

/// What a folder of this computer has that no other host has.
class FolderTarget : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(cache_); }

  /// Who could read and change the site before can do so after.
  void aFolderKeepsOwnersModesAndLists() {
    FolderHost host;
    Sender sender(u"folder"_s, host.settings());
    must(sender.publish(before()));
    const QString root = host.settings().value(u"path"_s).toString();
    const auto native = [&](const QString& path) {
      return QFile::encodeName(path.isEmpty() ? root : root + u'/' + path);
    };
    const gid_t group = ::geteuid() == 0 ? 65534 : ::getegid();
    // Version 2 of POSIX.1e lists as Linux keeps them: user, group 65534, group, mask, others.
    const QByteArray list = QByteArray::fromHex(
        "0200000001000700ffffffff04000500ffffffff08000500feff000010000500ffffffff20000100ffffffff");
    bool lists = true;
    for (const QString& path : {QString(), u"a"_s, u"media"_s}) {
      QCOMPARE(::chown(native(path).constData(), ::geteuid(), group), 0);
      QCOMPARE(::chmod(native(path).constData(), 02751), 0);
      lists = ::setxattr(native(path).constData(), "system.posix_acl_default", list.constData(),
                         size_t(list.size()), 0) == 0 &&
              lists;
    }
    QCOMPARE(::chown(native(u"media/p.png"_s).constData(), ::geteuid(), group), 0);
    QCOMPARE(::chmod(native(u"media/p.png"_s).constData(), 0640), 0);
    QCOMPARE(::chmod(native(kHostManifest).constData(), 0600), 0);
    must(sender.publish(after()));  // "media/p.png" is another one, and nothing else lies in "media"
    struct stat info {};
    for (const QString& path : {QString(), u"media"_s}) {
      QCOMPARE(::stat(native(path).constData(), &info), 0);
      QCOMPARE(info.st_gid, group);
      QCOMPARE(info.st_mode & 07777, mode_t(02751));
      QByteArray kept(256, '\0');
      const ssize_t size = ::getxattr(native(path).constData(), "system.posix_acl_default", kept.data(), 256);
      QVERIFY(!lists || kept.left(size) == list);
    }
    QCOMPARE(::stat(native(u"media/p.png"_s).constData(), &info), 0);
    QCOMPARE(info.st_gid, group);
    QCOMPARE(info.st_mode & 07777, mode_t(0640));
    QCOMPARE(::stat(native(kHostManifest).constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777, mode_t(0600));
    QCOMPARE(::stat(native(u"c/index.html"_s).constData(), &info), 0);
    QCOMPARE(info.st_gid, group);  // a new folder has the group of the one it lies in
    QCOMPARE(host.litter(), QStringList());
  }
  /// What cannot be given to its owner is not published with another one.
  void anOwnerThatCannotBeKeptIsTold() {
    if (::geteuid() != 0) QSKIP("only root has files of others");
    const QTemporaryDir dir;
    for (const QString& open : {cache_.path(), dir.path()})  // others reach it
      QFile::setPermissions(open, QFile::Permissions(0x7777));
    spill(dir.filePath(u"theirs"_s), "x");
    const pid_t child = ::fork();
    if (child == 0) {
      if (::setgid(65534) != 0 || ::setuid(65534) != 0) ::_exit(7);
      spill(dir.filePath(u"ours"_s), "x");
      const auto carried = carryAccess(dir.filePath(u"theirs"_s), dir.filePath(u"ours"_s));
      ::_exit(codeOf(carried) == ErrorCode::Denied && carried.error().message.contains("root"_L1) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    QCOMPARE(WEXITSTATUS(status), 0);
  }

 private:
  QTemporaryDir cache_;
};

QTEST_GUILESS_MAIN(FolderTarget)
#include "tst_FolderTarget.moc"
