#include "exporters/typeset/TypesetCache.h"

#include <cstring>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QtEndian>
#include <QUuid>
#include <utility>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype kMemory = 64 * 1024 * 1024;
/// Bytes on the disk; the oldest packs go first.
constexpr qint64 kDisk = 256 * 1024 * 1024;
/// More packs than this are put together.
constexpr qsizetype kPacks = 24;
/// A pack that somebody may still append to is left alone.
constexpr qint64 kRestSeconds = 3600;

// A record: magic, length of the text, check sum, key, state, text.
constexpr char kMagic[] = "OFP2";
constexpr qsizetype kKey = 32;
constexpr qsizetype kHead = 4 + 4 + 2 + kKey + 1;

quint16 checkSum(QByteArrayView text) {
  return qFromLittleEndian<quint16>(Sha256::hash(text).constData());
}

QByteArray record(const QByteArray& key, const Drawing& drawing) {
  QByteArray bytes(kHead, '\0');
  char* head = bytes.data();
  std::memcpy(head, kMagic, 4);
  qToLittleEndian(static_cast<quint32>(drawing.text.size()), head + 4);
  qToLittleEndian(checkSum(drawing.text), head + 8);
  std::memcpy(head + 10, key.constData(), kKey);
  head[kHead - 1] = static_cast<char>(drawing.state);
  return bytes + drawing.text;
}

std::optional<Drawing> drawingOf(const uchar* record, qsizetype size) {
  const char* text = reinterpret_cast<const char*>(record);
  Drawing drawing;
  drawing.state = static_cast<Drawing::State>(text[kHead - 1]);
  drawing.text = QByteArray(text + kHead, size - kHead);
  if (checkSum(drawing.text) != qFromLittleEndian<quint16>(text + 8)) return std::nullopt;
  return drawing;
}

}  // namespace

TypesetCache::TypesetCache(QString folder) : folder_(std::move(folder)), fresh_(kMemory) {}

TypesetCache::~TypesetCache() = default;

void TypesetCache::open() {
  opened_ = true;
  if (folder_.isEmpty()) return;
  tidy();
  const QDir folder(folder_);
  for (const QFileInfo& file : folder.entryInfoList({u"*.pack"_s}, QDir::Files, QDir::Time)) {
    auto pack = std::make_unique<QFile>(file.filePath());
    if (!pack->open(QIODevice::ReadOnly)) continue;
    index(*pack);
    packs_.push_back(std::move(pack));
  }
}

void TypesetCache::index(QFile& pack) {
  const qint64 size = pack.size();
  const uchar* bytes = size > 0 ? pack.map(0, size) : nullptr;
  if (!bytes) return;
  for (qint64 at = 0; at + kHead <= size;) {
    if (std::memcmp(bytes + at, kMagic, 4) != 0) return;
    const qint64 length = kHead + qFromLittleEndian<quint32>(bytes + at + 4);
    if (at + length > size) return;
    const QByteArray key(reinterpret_cast<const char*>(bytes + at + 10), kKey);
    places_.insert(key, Place{bytes + at, static_cast<qsizetype>(length)});
    at += length;
  }
}

/// Puts many packs together and forgets what is too much.
void TypesetCache::tidy() {
  const QDir folder(folder_);
  QFileInfoList files = folder.entryInfoList({u"*.pack"_s}, QDir::Files, QDir::Time);
  qint64 bytes = 0;
  for (const QFileInfo& file : std::as_const(files))
    bytes += file.size();
  while (bytes > kDisk && !files.isEmpty()) {
    bytes -= files.last().size();
    QFile::remove(files.takeLast().filePath());
  }
  if (files.size() <= kPacks) return;
  const QDateTime rested = QDateTime::currentDateTimeUtc().addSecs(-kRestSeconds);
  QByteArray joined;
  QStringList old;
  for (const QFileInfo& file : std::as_const(files)) {
    const auto content =
        file.lastModified() < rested ? files::read(file.filePath()) : Result<QByteArray>(QByteArray());
    if (!content || content->isEmpty()) continue;
    // Records alone: what was cut off would hide those behind it.
    for (qsizetype at = 0;
         at + kHead <= content->size() && std::memcmp(content->constData() + at, kMagic, 4) == 0;) {
      const qsizetype length = kHead + qFromLittleEndian<quint32>(content->constData() + at + 4);
      if (at + length > content->size()) break;
      joined.append(content->constData() + at, length);
      at += length;
    }
    old << file.filePath();
  }
  const QString name = folder.filePath(QUuid::createUuid().toString(QUuid::Id128) + u".pack"_s);
  if (old.size() < 2 || !files::replace(name, joined, name + u".part"_s)) return;
  for (const QString& file : std::as_const(old))
    QFile::remove(file);
}

std::optional<Drawing> TypesetCache::find(const QByteArray& key) {
  {
    const std::lock_guard lock(memory_);
    if (const Drawing* drawing = fresh_.object(key)) return *drawing;
  }
  const std::lock_guard lock(disk_);
  if (!opened_) open();
  const auto place = places_.constFind(key);
  return place == places_.constEnd() ? std::nullopt : drawingOf(place->record, place->size);
}

void TypesetCache::add(const QByteArray& key, const Drawing& drawing) {
  const std::lock_guard lock(memory_);
  fresh_.insert(key, new Drawing(drawing), drawing.text.size() + kHead);
  if (!folder_.isEmpty()) unsaved_ += record(key, drawing);
}

qsizetype TypesetCache::unsaved() const {
  const std::lock_guard lock(memory_);
  return unsaved_.size();
}

void TypesetCache::flush() {
  const std::lock_guard lock(disk_);
  QByteArray records;
  {
    const std::lock_guard memory(memory_);
    records = std::exchange(unsaved_, {});
  }
  if (records.isEmpty()) return;
  if (!own_) {
    if (!files::makeFolder(folder_)) return;
    own_ = std::make_unique<QFile>(
        QDir(folder_).filePath(QUuid::createUuid().toString(QUuid::Id128) + u".pack"_s));
    if (!own_->open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::NewOnly | QIODevice::Unbuffered))
      return own_.reset();
  }
  own_->write(records);
}

}  // namespace offprint
