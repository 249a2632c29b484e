#include <QtEndian>

#include "app/core/Text.h"
#include "exporters/publish/SftpLine.h"
#include "exporters/publish/SftpWire.h"

using namespace Qt::StringLiterals;

namespace offprint::sftp {
namespace {

/// Flags of SSH_FXP_OPEN.
constexpr quint32 kRead = 0x01;
constexpr quint32 kWrite = 0x02;
constexpr quint32 kCreate = 0x08;
constexpr quint32 kTruncate = 0x10;
constexpr quint32 kExclusive = 0x20;

Words attributes(const Change& what) {
  Words words;
  words.number((what.permissions >= 0 ? wire::kPermissions : 0) | (what.modified >= 0 ? wire::kTimes : 0));
  if (what.permissions >= 0) words.number(static_cast<quint32>(what.permissions));
  if (what.modified >= 0)
    words.number(static_cast<quint32>(what.modified)).number(static_cast<quint32>(what.modified));
  return words;
}

Request extended(QByteArrayView name, const Words& rest, const QString& verb, const QByteArray& path) {
  return {wire::Extended, Words().text(name.toByteArray()).add(rest).bytes(), verb, path};
}

Request ofPath(quint8 type, const QByteArray& path, const QString& verb) {
  return {type, Words().text(path).bytes(), verb, path};
}

}  // namespace

Request open(const QByteArray& path, Open how) {
  const quint32 flags = how == Open::Read      ? kRead
                        : how == Open::Replace ? kWrite | kCreate | kTruncate
                                               : kWrite | kCreate | kExclusive;
  return {wire::Open, Words().text(path).number(flags).add(attributes({})).bytes(),
          how == Open::Read ? say("read") : say("write"), path};
}
Request close(const QByteArray& handle) {
  return {wire::Close, Words().text(handle).bytes(), say("write")};
}
Request read(const QByteArray& handle, qint64 offset, quint32 bytes, const QByteArray& path) {
  return {wire::Read, Words().text(handle).large(offset).number(bytes).bytes(), say("read"), path};
}
Request write(const QByteArray& handle, qint64 offset, const QByteArray& bytes, const QByteArray& path) {
  return {wire::Write, Words().text(handle).large(offset).text(bytes).bytes(), say("write"), path};
}
Request lstat(const QByteArray& path) {
  return ofPath(wire::Lstat, path, say("read"));
}
Request stat(const QByteArray& path) {
  return ofPath(wire::Stat, path, say("read"));
}
Request change(const QByteArray& path, const Change& what) {
  return {wire::Setstat, Words().text(path).add(attributes(what)).bytes(), say("change"), path};
}
Request changeOpen(const QByteArray& handle, const Change& what, const QByteArray& path) {
  return {wire::Fsetstat, Words().text(handle).add(attributes(what)).bytes(), say("change"), path};
}
Request openFolder(const QByteArray& path) {
  return ofPath(wire::Opendir, path, say("read"));
}
Request readFolder(const QByteArray& handle, const QByteArray& path) {
  return {wire::Readdir, Words().text(handle).bytes(), say("read"), path};
}
Request removeFile(const QByteArray& path) {
  return ofPath(wire::Remove, path, say("remove"));
}
Request removeFolder(const QByteArray& path) {
  return ofPath(wire::Rmdir, path, say("remove"));
}
Request makeFolder(const QByteArray& path) {
  return {wire::Mkdir, Words().text(path).add(attributes({})).bytes(), say("make"), path};
}
Request realPath(const QByteArray& path) {
  return ofPath(wire::Realpath, path, say("find"));
}
Request readLink(const QByteArray& path) {
  return ofPath(wire::Readlink, path, say("read"));
}
Request symlink(const QByteArray& content, const QByteArray& path) {
  return {wire::Symlink, Words().text(content).text(path).bytes(), say("make"), path};
}
Request hardLink(const QByteArray& from, const QByteArray& to) {
  return extended(kHardLink, Words().text(from).text(to), say("keep"), from);
}
Request renameOver(const QByteArray& from, const QByteArray& to) {
  return extended(kRenameOver, Words().text(from).text(to), say("exchange"), to);
}
Request rename(const QByteArray& from, const QByteArray& to) {
  return {wire::Rename, Words().text(from).text(to).bytes(), say("rename"), to};
}
Request freeSpace(const QByteArray& path) {
  return extended("statvfs@openssh.com", Words().text(path), say("read"), path);
}

}  // namespace offprint::sftp
