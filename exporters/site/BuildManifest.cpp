#include "exporters/site/BuildManifest.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/core/FileOps.h"
#include "exporters/site/OutputSink.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kVersion = 1;
constexpr QLatin1StringView kGenerator{"offprint " OFFPRINT_VERSION};

QStringList strings(const QJsonValue& value) {
  QStringList texts;
  for (const QJsonValue& text : value.toArray())
    texts += text.toString();
  return texts;
}

/// What stands for the path of an unlisted page's file: 32 digits of SHA-256, as in the list on a host
/// (FORMAT.md).
QString nameless(const QString& path) {
  return u'#' + files::sha256(path.toUtf8()).left(32);
}

}  // namespace

BuildManifest BuildManifest::read(const QByteArray& json) {
  BuildManifest manifest;
  const QJsonObject root = QJsonDocument::fromJson(json).object();
  const bool same = root.value("generator"_L1).toString() == kGenerator;
  const QJsonObject files = root.value("files"_L1).toObject();
  for (auto file = files.begin(); file != files.end(); ++file) {
    const QJsonObject values = file->toObject();
    BuiltFile built{values.value("sha256"_L1).toString().toLatin1(),
                    values.value("bytes"_L1).toInteger(),
                    {},
                    {},
                    strings(values.value("media"_L1)),
                    strings(values.value("pictures"_L1))};
    if (same) {
      built.key = values.value("key"_L1).toString().toLatin1();
      built.linked = strings(values.value("linked"_L1));
    }
    manifest.files.insert(file.key(), built);
  }
  return manifest;
}

QByteArray BuildManifest::write() const {
  QJsonObject list;
  for (auto file = files.begin(); file != files.end(); ++file) {
    QJsonObject values{{u"sha256"_s, QString::fromLatin1(file->sha256)}, {u"bytes"_s, file->bytes}};
    const bool told = !unlisted.contains(file.key());
    if (told && !file->key.isEmpty()) values.insert(u"key"_s, QString::fromLatin1(file->key));
    if (told && !file->linked.isEmpty()) values.insert(u"linked"_s, QJsonArray::fromStringList(file->linked));
    if (!file->media.isEmpty()) values.insert(u"media"_s, QJsonArray::fromStringList(file->media));
    if (!file->pictures.isEmpty()) values.insert(u"pictures"_s, QJsonArray::fromStringList(file->pictures));
    list.insert(told ? file.key() : nameless(file.key()), values);
  }
  const QJsonObject root{
      {u"format"_s, kSiteFormat}, {u"version"_s, kVersion}, {u"generator"_s, kGenerator}, {u"files"_s, list}};
  return QJsonDocument(root).toJson(QJsonDocument::Compact);
}

QByteArray BuildManifest::named(const QByteArray& json, const std::function<QStringList()>& paths) {
  if (!json.contains("\"#")) return json;
  QJsonObject root = QJsonDocument::fromJson(json).object();
  QJsonObject list = root.value("files"_L1).toObject();
  QHash<QString, QString> names;
  for (const QString& path : paths())
    names.insert(nameless(path), path);
  for (const QString& key : list.keys()) {
    if (!key.startsWith(u'#')) continue;
    const QJsonValue values = list.take(key);
    if (const QString name = names.value(key); !name.isEmpty()) list.insert(name, values);
  }
  root.insert(u"files"_s, list);
  return QJsonDocument(root).toJson(QJsonDocument::Compact);
}

}  // namespace offprint
