#include "exporters/typeset/TypesetCache.h"

#include <cstring>
#include <QDateTime>
#include <QDir>
#include <QSet>
#include <QtEndian>
#include <QUuid>
#include <utility>

#include "app/core/CacheLimit.h"
#include "app/core/FileOps.h"
#include "app/core/Sha256.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// More packs than this that are not full are put together.
constexpr qsizetype kSmallPacks = 8;

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

std::optional<Drawing> drawingOf(QByteArrayView record) {
  const char* text = record.data();
  Drawing drawing;
  drawing.state = static_cast<Drawing::State>(text[kHead - 1]);
  drawing.text = record.sliced(kHead).toByteArray();
  if (checkSum(drawing.text) != qFromLittleEndian<quint16>(text + 8)) return std::nullopt;
  return drawing;
}

QByteArray keyOf(QByteArrayView record) {
  return record.sliced(10, kKey).toByteArray();
}

/// Calls `use` with each record and its place, up to the first that is cut off.
template <class Use>
void eachRecord(QByteArrayView records, Use use) {
  for (qsizetype at = 0; at + kHead <= records.size();) {
    if (std::memcmp(records.data() + at, kMagic, 4) != 0) return;
    const qint64 length = kHead + qint64{qFromLittleEndian<quint32>(records.data() + at + 4)};
    if (length > records.size() - at) return;
    use(records.sliced(at, length), at);
    at += length;
  }
}

QString newPack(const QString& folder) {
  return QDir(folder).filePath(QUuid::createUuid().toString(QUuid::Id128) + u".pack"_s);
}

/// Packs of which nobody appends to any more put together to full ones, each as old as its newest part.
class Joining {
 public:
  Joining(QString folder, qint64 full) : folder_(std::move(folder)), full_(full) {}
  ~Joining() { write(); }

  /// Packs have to come from the one that was used last to the one that was used first.
  void add(const cache::Entry& pack) {
    const auto content = files::read(pack.path);
    if (!content) return;
    if (!records_.isEmpty() && records_.size() + content->size() > full_) write();
    if (parts_.isEmpty()) used_ = pack.used;
    eachRecord(*content, [this](QByteArrayView record, qsizetype) {
      const qsizetype before = known_.size();
      known_.insert(keyOf(record));
      if (known_.size() > before) records_.append(record);
    });
    parts_ << pack.path;
  }

 private:
  void write() {
    const QString name = newPack(folder_);
    if (parts_.size() > 1 && files::replace(name, records_, name + u".part"_s)) {
      QFile joined(name);
      if (joined.open(QIODevice::ReadWrite)) joined.setFileTime(used_, QFileDevice::FileModificationTime);
      for (const QString& part : std::as_const(parts_))
        QFile::remove(part);
    }
    records_.clear();
    parts_.clear();
    known_.clear();
  }

  const QString folder_;
  const qint64 full_;
  QByteArray records_;
  QStringList parts_;
  QDateTime used_;
  QSet<QByteArray> known_;
};

}  // namespace

TypesetCache::TypesetCache(QString folder, Limits limits)
    : folder_(std::move(folder)), limits_(limits), fresh_(limits.memory) {}

TypesetCache::~TypesetCache() = default;

void TypesetCache::open() {
  opened_ = true;
  if (folder_.isEmpty()) return;
  tidy();
  const QDir folder(folder_);
  for (const QFileInfo& entry : folder.entryInfoList({u"*.pack"_s}, QDir::Files, QDir::Time)) {
    auto pack = std::make_unique<Pack>();
    pack->file.setFileName(entry.filePath());
    if (!pack->file.open(QIODevice::ReadOnly) || pack->file.size() == 0) continue;
    const uchar* bytes = pack->file.map(0, pack->file.size());
    if (!bytes) continue;
    pack->mapped = QByteArray::fromRawData(reinterpret_cast<const char*>(bytes), pack->file.size());
    index(*pack, pack->mapped, 0);
    packs_.push_back(std::move(pack));
  }
}

/// `records` lie at `at` in the pack.
void TypesetCache::index(Pack& pack, QByteArrayView records, qint64 at) {
  eachRecord(records, [&](QByteArrayView record, qsizetype offset) {
    places_.insert(keyOf(record), Place{&pack, at + offset, record.size()});
  });
}

/// Forgets what is too much and puts small packs together that nobody may still append to.
void TypesetCache::tidy() {
  QList<cache::Entry> packs;
  for (const QFileInfo& file : QDir(folder_).entryInfoList({u"*.pack"_s}, QDir::Files))
    packs << cache::Entry{file.filePath(), file.size(), file.lastModified()};
  const QDateTime rested = QDateTime::currentDateTimeUtc().addSecs(-cache::kRestSeconds);
  QList<cache::Entry> small;
  for (const cache::Entry& pack : cache::keepWithin(packs, limits_.disk))
    if (pack.used < rested && pack.bytes <= limits_.pack / 2) small << pack;
  if (small.size() <= kSmallPacks) return;
  Joining joining(folder_, limits_.pack);
  for (const cache::Entry& pack : std::as_const(small))
    joining.add(pack);
}

std::optional<Drawing> TypesetCache::read(const Place& place) {
  Pack& pack = *place.pack;
  if (!std::exchange(pack.used, true) && &pack != own_) cache::use(pack.file.fileName());
  if (!pack.mapped.isEmpty()) return drawingOf(QByteArrayView(pack.mapped).sliced(place.at, place.size));
  if (!pack.file.seek(place.at)) return std::nullopt;
  const QByteArray record = pack.file.read(place.size);
  return record.size() == place.size ? drawingOf(record) : std::nullopt;
}

std::optional<Drawing> TypesetCache::find(const QByteArray& key) {
  {
    const std::lock_guard lock(memory_);
    if (const Drawing* drawing = fresh_.object(key)) return *drawing;
  }
  const std::lock_guard lock(disk_);
  if (!opened_) open();
  const auto place = places_.constFind(key);
  return place == places_.constEnd() ? std::nullopt : read(*place);
}

void TypesetCache::add(const QByteArray& key, const Drawing& drawing) {
  const std::lock_guard lock(memory_);
  fresh_.insert(key, new Drawing(drawing), drawing.text.size() + kHead);
  if (folder_.isEmpty()) return;
  if (unsaved_.isEmpty()) unsavedSince_ = Clock::now();
  unsaved_ += record(key, drawing);
}

void TypesetCache::flushStale() {
  {
    const std::lock_guard lock(memory_);
    if (unsaved_.isEmpty()) return;
    const bool much = unsaved_.size() > limits_.unsaved;
    if (!much && Clock::now() - unsavedSince_ < limits_.unsavedFor) return;
  }
  flush();
}

bool TypesetCache::startPack() {
  if (!files::makeFolder(folder_)) return false;
  auto pack = std::make_unique<Pack>();
  pack->file.setFileName(newPack(folder_));
  if (!pack->file.open(QIODevice::ReadWrite | QIODevice::Append | QIODevice::NewOnly | QIODevice::Unbuffered))
    return false;
  own_ = pack.get();
  packs_.push_back(std::move(pack));
  return true;
}

void TypesetCache::flush() {
  const std::lock_guard lock(disk_);
  QByteArray records;
  {
    const std::lock_guard memory(memory_);
    records = std::exchange(unsaved_, {});
  }
  if (records.isEmpty()) return;
  if (!own_ && !startPack()) return;
  const qint64 at = own_->file.size();
  const qint64 written = own_->file.write(records);
  if (written > 0) index(*own_, QByteArrayView(records).first(written), at);
  // Nothing could be read behind a record that was cut off.
  if (written != records.size() || at + written >= limits_.pack) own_ = nullptr;
}

}  // namespace offprint
