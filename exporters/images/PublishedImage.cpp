#include "exporters/images/PublishedImage.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QJsonObject jsonOf(const ImageFile& file) {
  return {{u"width"_s, file.width},
          {u"height"_s, file.height},
          {u"suffix"_s, QString::fromLatin1(file.suffix)},
          {u"sha256"_s, QString::fromLatin1(file.sha256)},
          {u"bytes"_s, file.bytes}};
}

ImageFile fileFrom(const QJsonValue& json) {
  return {json[u"width"_s].toInt(), json[u"height"_s].toInt(), json[u"suffix"_s].toString().toLatin1(),
          json[u"sha256"_s].toString().toLatin1(), json[u"bytes"_s].toInteger()};
}

QJsonArray jsonOf(const QList<ImageFile>& files) {
  QJsonArray list;
  for (const ImageFile& file : files)
    list.append(jsonOf(file));
  return list;
}

QList<ImageFile> filesFrom(const QJsonValue& json) {
  QList<ImageFile> files;
  for (const QJsonValue file : json.toArray())
    files.append(fileFrom(file));
  return files;
}

/// "media/photo.1a2b3c4d-" of a medium.
QString derivedPrefix(const QString& mediaPath, const QString& sourceSha256) {
  const qsizetype dot = mediaPath.lastIndexOf(u'.');
  const bool named = dot > mediaPath.lastIndexOf(u'/') + 1;
  return (named ? mediaPath.left(dot) : mediaPath) + u'.' + sourceSha256.left(8) + u'-';
}

}  // namespace

QList<ImageFile> PublishedImage::derived() const {
  QList<ImageFile> files = fallback + webp;
  if (card) files += *card;
  return files;
}

QByteArray PublishedImage::toJson() const {
  QJsonObject json{{u"problem"_s, static_cast<int>(problem)},
                   {u"width"_s, width},
                   {u"height"_s, height},
                   {u"original"_s, jsonOf(original)},
                   {u"shown"_s, shown},
                   {u"fallback"_s, jsonOf(fallback)},
                   {u"webp"_s, jsonOf(webp)}};
  if (card) json.insert(u"card"_s, jsonOf(*card));
  return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

std::optional<PublishedImage> PublishedImage::fromJson(const QByteArray& json) {
  const QJsonObject values = QJsonDocument::fromJson(json).object();
  const int problem = values[u"problem"_s].toInt(-1);
  if (problem < 0 || problem >= static_cast<int>(Problem::NotMade)) return {};
  PublishedImage image;
  image.problem = static_cast<Problem>(problem);
  image.width = values[u"width"_s].toInt();
  image.height = values[u"height"_s].toInt();
  image.original = fileFrom(values[u"original"_s]);
  image.shown = values[u"shown"_s].toBool();
  image.fallback = filesFrom(values[u"fallback"_s]);
  image.webp = filesFrom(values[u"webp"_s]);
  if (values.contains(u"card"_s)) image.card = fileFrom(values[u"card"_s]);
  return image;
}

std::optional<Finding> PublishedImage::finding(const QString& path) const {
  switch (problem) {
    case Problem::None:
      return {};
    case Problem::Broken:
      return Finding{
          Finding::Level::Warning,
          u"image.broken"_s,
          say("The picture “%1” is damaged. It is on the site as far as browsers can read it, in one "
              "size only. Replace the file.")
              .arg(path),
          {},
          {},
          0};
    case Problem::TooLarge:
      return Finding{
          Finding::Level::Warning,
          u"image.too-large"_s,
          say("The picture “%1” has more than 100 million pixels, too many to be made smaller here. "
              "It is on the site in one size only, which readers wait for. Make it smaller.")
              .arg(path),
          {},
          {},
          0};
    case Problem::Unsupported:
      return Finding{
          Finding::Level::Warning,
          u"image.unsupported"_s,
          say("The picture “%1” is of a format that most browsers do not show. It is on the site as "
              "it is, with what the camera may have noted in it. Save it as JPEG, PNG or WebP.")
              .arg(path),
          {},
          {},
          0};
    case Problem::Cleaned:
      return Finding{Finding::Level::Warning,
                     u"svg.cleaned"_s,
                     say("The drawing “%1” held scripts or links to other files. The copy on the site is "
                         "without them; the file in the library is unchanged. If the page lacks something, "
                         "draw it in the file itself.")
                         .arg(path),
                     {},
                     {},
                     0};
    case Problem::NotMade:
      return Finding{Finding::Level::Error,
                     u"image.not-made"_s,
                     say("The picture “%1” is not on the site, because it could not be prepared: %2")
                         .arg(path, error ? error->message : QString()),
                     {},
                     error ? error->file : QString(),
                     0};
  }
  return {};
}

QString derivedPath(const QString& mediaPath, const QString& sourceSha256, const ImageFile& file) {
  return derivedPrefix(mediaPath, sourceSha256) + QString::number(file.width) + u'.' +
         QString::fromLatin1(file.suffix);
}

bool isDerivedFrom(const QString& path, const QString& mediaPath, const QString& sourceSha256) {
  return path.startsWith(derivedPrefix(mediaPath, sourceSha256));
}

}  // namespace offprint
