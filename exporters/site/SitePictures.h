#pragma once
#include <functional>
#include <optional>
#include <QByteArray>
#include <QString>

#include "exporters/site/SiteSnapshot.h"

namespace offprint {

/// What a page says about one picture. Addresses are encoded, not yet HTML-escaped.
struct PictureMarkup {
  QByteArray src;
  QByteArray srcset;  ///< of <img>; empty: there is one size
  QByteArray webp;    ///< srcset of <source type="image/webp">; empty: none
  int width = 0;      ///< 0: not known
  int height = 0;
};

/// `toPath` turns an output path into an address.
PictureMarkup pictureMarkup(const MediaFile& file, const PublishedImage& image,
                            const std::function<QByteArray(const QString&)>& toPath);

/// A picture in one file that every program shows and that is not huge: for feeds and cards of other sites.
struct PlainPicture {
  QString path;
  int width = 0;
  int height = 0;
};
/// JPEG or PNG, at most 1,600 px wide, where there is one; else the original. `image` may be null.
PlainPicture plainPicture(const MediaFile& file, const PublishedImage* image);

/// Where the bytes of a file below "media/" lie that the site has.
struct MediaSource {
  QString file;
  QByteArray mimeType;
};
/// The medium itself as it is published, or a derived file of a picture. Nothing when there is none. A
/// picture that is still being made is served as it lies in the library.
std::optional<MediaSource> mediaSource(const SiteSnapshot& snapshot, const QString& path);

}  // namespace offprint
