#pragma once
#include <QByteArray>
#include <QtEndian>

/// The bytes of SFTP: draft-ietf-secsh-filexfer-02, sections 3 to 7.
namespace offprint::sftp {
namespace wire {

enum Type : quint8 {
  Init = 1,
  Version = 2,
  Open = 3,
  Close = 4,
  Read = 5,
  Write = 6,
  Lstat = 7,
  Setstat = 9,
  Fsetstat = 10,
  Opendir = 11,
  Readdir = 12,
  Remove = 13,
  Mkdir = 14,
  Rmdir = 15,
  Realpath = 16,
  Stat = 17,
  Rename = 18,
  Readlink = 19,
  Symlink = 20,
  Status = 101,
  Handle = 102,
  Data = 103,
  Name = 104,
  Attributes = 105,
  Extended = 200,
  ExtendedReply = 201,
};

/// Which attributes follow.
inline constexpr quint32 kSize = 0x1;
inline constexpr quint32 kOwner = 0x2;
inline constexpr quint32 kPermissions = 0x4;
inline constexpr quint32 kTimes = 0x8;
inline constexpr quint32 kMore = 0x80000000;

/// Codes of a status.
inline constexpr quint32 kOk = 0;
inline constexpr quint32 kEnd = 1;
inline constexpr quint32 kNoSuchFile = 2;
inline constexpr quint32 kDenied = 3;
inline constexpr quint32 kLost = 7;
inline constexpr quint32 kNotSupported = 8;

}  // namespace wire

/// Builds the body of a packet.
class Words {
 public:
  Words& number(quint32 value) { return put(value); }
  Words& large(qint64 value) { return put(static_cast<quint64>(value)); }
  Words& text(const QByteArray& value) {
    put(static_cast<quint32>(value.size()));
    bytes_ += value;
    return *this;
  }
  Words& add(const Words& more) {
    bytes_ += more.bytes_;
    return *this;
  }
  const QByteArray& bytes() const { return bytes_; }

 private:
  template <class Number>
  Words& put(Number value) {
    char room[sizeof value];
    qToBigEndian(value, room);
    bytes_.append(room, sizeof value);
    return *this;
  }
  QByteArray bytes_;
};

/// Reads the body of a packet. What a packet lacks reads as nothing, and good() says so.
class Reading {
 public:
  explicit Reading(const QByteArray& packet) : packet_(packet) {}

  quint8 byte() { return get<quint8>(); }
  quint32 number() { return get<quint32>(); }
  qint64 large() { return static_cast<qint64>(get<quint64>()); }
  QByteArray text() {
    const auto size = static_cast<qsizetype>(number());
    if (size > packet_.size() - at_) good_ = false;
    if (!good_) return {};
    at_ += size;
    return packet_.mid(at_ - size, size);
  }
  QByteArray rest() const { return packet_.mid(at_); }
  bool good() const { return good_; }
  bool atEnd() const { return at_ >= packet_.size(); }

 private:
  template <class Number>
  Number get() {
    if (packet_.size() - at_ < qsizetype(sizeof(Number))) good_ = false;
    if (!good_) return 0;
    at_ += qsizetype(sizeof(Number));
    return qFromBigEndian<Number>(packet_.constData() + at_ - sizeof(Number));
  }
  const QByteArray& packet_;
  qsizetype at_ = 0;
  bool good_ = true;
};

}  // namespace offprint::sftp
