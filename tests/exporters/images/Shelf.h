#pragma once
#include <QTemporaryDir>

#include "app/core/FileOps.h"
#include "exporters/images/ImageVariants.h"
#include "tests/support/Fixture.h"

namespace offprint::test {

/// A file as the library would keep it, and what is made of it.
struct Shelf {
  QTemporaryDir folder;

  MediaFile put(const QString& name, const QByteArray& content) {
    MediaFile file;
    file.path = QStringLiteral("media/") + name;
    file.sha256 = files::sha256(content);
    file.bytes = content.size();
    file.mimeType =
        name.endsWith(QLatin1String(".svg")) ? QStringLiteral("image/svg+xml") : QStringLiteral("image/jpeg");
    spill(source(file), content);
    return file;
  }
  QString source(const MediaFile& file) const {
    return folder.filePath(QStringLiteral("library/") + file.sha256);
  }
  QString cache() const { return folder.filePath(QStringLiteral("cache")); }
};

struct Made {
  MediaFile file;
  ImageVariants::Image image;
  QByteArray original;
  QList<std::pair<ImageFile, QByteArray>> derived;
};

inline Made made(Shelf& shelf, const QString& name, const QByteArray& content) {
  ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
  Made made{shelf.put(name, content), {}, {}, {}};
  made.image = images.of(made.file, shelf.source(made.file));
  if (!made.image || made.image->error) qFatal("not made");
  const bool asItLies = made.image->original.sha256 == made.file.sha256.toLatin1();
  made.original = asItLies ? content : slurp(images.originalFile(made.file));
  for (const ImageFile& file : made.image->derived())
    made.derived.append({file, slurp(images.derivedFile(made.file, file))});
  return made;
}

}  // namespace offprint::test
