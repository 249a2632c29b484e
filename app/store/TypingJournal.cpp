#include "app/store/TypingJournal.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <QDir>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <thread>

#include "app/core/FileOps.h"
#include "app/store/ItemJson.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

struct Typed {
  ContentItem item;
  ContentItem sent;
};

struct Order {
  QStringList places;
  std::optional<Typed> typed;  ///< nothing: the file goes
};

/// Autosave tells what cannot be written; here it costs the net below it and nothing else. An older file in
/// another place goes: the newest words are in one file.
void write(const QStringList& places, const Typed& typed) {
  QJsonObject json = itemToJson(typed.item);
  json.insert(TypingJournal::sentKey(), contentHash(typed.sent));
  const QByteArray content = QJsonDocument(json).toJson(QJsonDocument::Compact);
  const QString name = TypingJournal::fileName(typed.item.uuid);
  const auto taken = std::find_if(places.cbegin(), places.cend(), [&](const QString& place) {
    return files::makeFolder(place) &&
           files::replace(place + u'/' + name, content, place + u"/.offprint-"_s + typed.item.uuid);
  });
  if (taken == places.cend()) return;
  for (const QString& place : places) {
    if (place == *taken || !files::removeFile(place + u'/' + name)) continue;
    QDir().rmdir(place);  // only when it is empty now
  }
}

void remove(const QStringList& places, const QString& uuid) {
  for (const QString& place : places) {
    if (!files::removeFile(place + u'/' + TypingJournal::fileName(uuid))) continue;
    QDir().rmdir(place);  // only when it is empty now
  }
}

}  // namespace

struct TypingJournal::Private {
  std::mutex mutex;
  std::condition_variable wake;
  QStringList places;
  std::deque<QString> turns;  ///< uuids, each once
  QHash<QString, Order> orders;
  bool stopping = false;
  std::thread thread;

  void loop() {
    for (;;) {
      QString uuid;
      Order order;
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return stopping || !turns.empty(); });
        if (turns.empty()) return;
        uuid = turns.front();
        turns.pop_front();
        order = orders.take(uuid);
      }
      if (order.typed) {
        write(order.places, *order.typed);
      } else {
        remove(order.places, uuid);
      }
    }
  }

  void give(const QString& uuid, std::optional<Typed> typed) {
    {
      const std::lock_guard lock(mutex);
      if (places.isEmpty()) return;
      if (!orders.contains(uuid)) turns.push_back(uuid);
      orders.insert(uuid, {places, std::move(typed)});
    }
    wake.notify_one();
  }
};

TypingJournal::TypingJournal() : d_(std::make_unique<Private>()) {
  d_->thread = std::thread([this] { d_->loop(); });
}

TypingJournal::~TypingJournal() {
  {
    const std::lock_guard lock(d_->mutex);
    d_->stopping = true;
  }
  d_->wake.notify_one();
  d_->thread.join();
}

void TypingJournal::setPlaces(const QStringList& folders) {
  const std::lock_guard lock(d_->mutex);
  d_->places = folders;
}

void TypingJournal::put(const ContentItem& item, const ContentItem& sent) {
  d_->give(item.uuid, Typed{item, sent});
}

void TypingJournal::drop(const QString& uuid) {
  d_->give(uuid, {});
}

QString TypingJournal::fileName(const QString& uuid) {
  return uuid + u".typing.json"_s;
}

QString TypingJournal::sentKey() {
  return u"sent"_s;
}

}  // namespace offprint
