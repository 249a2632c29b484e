#include "app/bibliography/BibtexOrigin.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace offprint {

QString BibtexOrigin::toJson() const {
  QJsonObject json{
      {u"file"_s, file}, {u"place"_s, place}, {u"encoding"_s, encoding}, {u"fingerprint"_s, fingerprint}};
  const auto put = [&json](const QString& key, const QString& text) {
    if (!text.isEmpty()) json.insert(key, text);
  };
  put(u"before"_s, before);
  put(u"after"_s, after);
  put(u"beforeBytes"_s, QString::fromLatin1(beforeBytes.toBase64()));
  put(u"entryBytes"_s, QString::fromLatin1(entryBytes.toBase64()));
  put(u"afterBytes"_s, QString::fromLatin1(afterBytes.toBase64()));
  if (byteOrderMark) json.insert(u"byteOrderMark"_s, true);
  if (!needs.isEmpty()) json.insert(u"needs"_s, QJsonArray::fromStringList(needs));
  return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

std::optional<BibtexOrigin> BibtexOrigin::fromJson(const QString& json) {
  const QJsonObject object = QJsonDocument::fromJson(json.toUtf8()).object();
  if (!object["fingerprint"_L1].isString()) return std::nullopt;
  BibtexOrigin origin;
  const auto text = [&object](QLatin1StringView key) { return object[key].toString(); };
  const auto bytes = [&text](QLatin1StringView key) { return QByteArray::fromBase64(text(key).toLatin1()); };
  origin.file = text("file"_L1);
  origin.place = object["place"_L1].toInt();
  origin.before = text("before"_L1);
  origin.after = text("after"_L1);
  origin.encoding = text("encoding"_L1);
  origin.byteOrderMark = object["byteOrderMark"_L1].toBool();
  origin.fingerprint = text("fingerprint"_L1);
  origin.needs = object["needs"_L1].toVariant().toStringList();
  origin.beforeBytes = bytes("beforeBytes"_L1);
  origin.entryBytes = bytes("entryBytes"_L1);
  origin.afterBytes = bytes("afterBytes"_L1);
  return origin;
}

}  // namespace offprint
