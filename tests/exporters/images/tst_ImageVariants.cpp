#include <QDirIterator>
#include <QImageReader>
#include <QtTest>

#include "app/core/FileOps.h"
#include "exporters/images/ImageFormat.h"
#include "exporters/images/ImageMaker.h"
#include "exporters/images/Raster.h"
#include "tests/exporters/images/Shelf.h"
#include "tests/support/Pictures.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using Problem = PublishedImage::Problem;
using test::Made;
using test::made;
using test::Shelf;

namespace {

QImage decoded(const QByteArray& bytes) {
  QBuffer buffer;
  buffer.setData(bytes);
  QImageReader reader(&buffer);
  reader.setAutoTransform(false);  // the pixels themselves must stand upright
  return reader.read();
}

bool tellsNothing(const QByteArray& bytes) {
  return !bytes.contains(test::kSerial) && !bytes.contains(test::kGpsMark) && !bytes.contains("Exif");
}

QByteArray minimalPng(quint32 width, quint32 height) {
  QByteArray head(13, '\0');
  qToBigEndian(width, head.data());
  qToBigEndian(height, head.data() + 4);
  head[8] = 8;
  head[9] = 2;
  return QByteArray("\x89PNG\r\n\x1a\n") + test::pngChunk("IHDR", head) +
         test::pngChunk("IDAT", qCompress(QByteArray(1000, '\0')).mid(4)) + test::pngChunk("IEND", {});
}

/// With EXIF of a camera that was held so.
QByteArray heldPng(QByteArray png, int orientation) {
  return png.insert(33, test::pngChunk("eXIf", test::exif(orientation)));
}

QByteArray box(const QByteArray& name, const QByteArray& content) {
  QByteArray size(4, '\0');
  qToBigEndian(static_cast<quint32>(content.size() + 8), size.data());
  return size + name + content;
}

}  // namespace

class tst_ImageVariants : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void photosStandUpright_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("orientation");
    for (const QString& name : {u"a.jpg"_s, u"a.png"_s, u"a.webp"_s}) {
      for (int orientation = 1; orientation <= 8; ++orientation)
        QTest::newRow(qPrintable(name + QString::number(orientation))) << name << orientation;
    }
  }

  /// Case 27: whatever way the camera was held, in every file, and nothing of what it noted.
  void photosStandUpright() {
    QFETCH(QString, name);
    QFETCH(int, orientation);
    Shelf shelf;
    const QImage upright = test::photo(500, 600);
    const QByteArray content = name.endsWith("jpg"_L1)   ? test::cameraJpeg(upright, orientation)
                               : name.endsWith("png"_L1) ? test::cameraPng(upright, orientation)
                                                         : test::cameraWebp(upright, orientation);
    QVERIFY(content.contains(test::kSerial) && content.contains(test::kGpsMark));
    const Made it = made(shelf, name, content);
    QCOMPARE(it.image->problem, Problem::None);
    QCOMPARE(QSize(it.image->width, it.image->height), QSize(500, 600));
    const QImage original = decoded(it.original);
    QCOMPARE(original.size(), QSize(500, 600));
    QVERIFY(test::standsUpright(original));
    QVERIFY(tellsNothing(it.original));
    QVERIFY(!it.derived.isEmpty());
    for (const auto& [file, bytes] : it.derived) {
      const QImage image = decoded(bytes);
      QCOMPARE(image.size(), QSize(file.width, file.height));
      QVERIFY2(test::standsUpright(image), file.suffix + QByteArray::number(file.width));
      QVERIFY(tellsNothing(bytes));
    }
  }

  void colourProfileStays() {
    Shelf shelf;
    const QByteArray content = test::cameraJpeg(test::photo(1300, 900), 6);
    const QByteArray profile = decoded(content).colorSpace().iccProfile();
    const Made it = made(shelf, u"p.jpg"_s, content);
    QCOMPARE(decoded(it.original).colorSpace().iccProfile(), profile);
    for (const auto& [file, bytes] : it.derived)
      QCOMPARE(decoded(bytes).colorSpace(), QColorSpace(QColorSpace::DisplayP3));
  }

  /// A photo that stands upright already keeps its pixels bit by bit.
  void cleaningLosesNothing() {
    Shelf shelf;
    const QByteArray content = test::cameraJpeg(test::photo(500, 400), 1);
    QCOMPARE(decoded(made(shelf, u"p.jpg"_s, content).original), decoded(content));
    const QByteArray png = test::cameraPng(test::photo(500, 400), 1);
    QCOMPARE(decoded(made(shelf, u"p.png"_s, png).original), decoded(png));
  }

  /// Case 28, and what srcset says is so.
  void nothingIsLargerThanItsSource_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("photo") << test::encoded(test::photo(3000, 2000), "jpg", 90);
    QTest::newRow("squeezed photo") << test::encoded(test::photo(1700, 1100), "jpg", 12);
    QTest::newRow("flat drawing") << test::encoded(test::photo(1700, 1100, false), "png", -1);
    QTest::newRow("small") << test::encoded(test::photo(200, 100), "jpg", 90);
    QTest::newRow("webp") << test::encoded(test::photo(1300, 800), "webp", 60);
  }

  void nothingIsLargerThanItsSource() {
    QFETCH(QByteArray, content);
    Shelf shelf;
    const Made it = made(shelf, u"p.jpg"_s, content);
    QCOMPARE(it.image->problem, Problem::None);
    QVERIFY(it.original.size() <= content.size());
    for (const QList<ImageFile>& files : {it.image->fallback, it.image->webp}) {
      qint64 bytes = 0;
      int width = 0;
      for (const ImageFile& file : files) {
        QVERIFY(file.bytes < content.size() && file.bytes > bytes);
        QVERIFY(file.width > width && file.width <= it.image->width);
        bytes = file.bytes;
        width = file.width;
      }
    }
    // Where WebP is offered, it is there in full.
    if (!it.image->webp.isEmpty())
      QCOMPARE(it.image->webp.constLast().width, std::min(it.image->width, 2400));
  }

  void widthsOfAPhoto() {
    Shelf shelf;
    const Made it = made(shelf, u"p.jpg"_s, test::encoded(test::photo(3000, 2000), "jpg", 90));
    QList<int> widths;
    for (const ImageFile& file : it.image->fallback)
      widths += file.width;
    QCOMPARE(widths, (QList<int>{480, 800, 1200, 1600, 2400}));
    QCOMPARE(it.image->fallback.at(1).height, 533);
    QCOMPARE(it.image->webp.size(), 5);
  }

  /// What declares more pixels than are decoded is never decoded.
  void bombsAreRefused() {
    Shelf shelf;
    const Made it = made(shelf, u"bomb.png"_s, minimalPng(20000, 20000));
    QCOMPARE(it.image->problem, Problem::TooLarge);
    QCOMPARE(QSize(it.image->width, it.image->height), QSize(20000, 20000));
    QVERIFY(it.derived.isEmpty());
    QCOMPARE(it.image->finding(it.file.path)->code, u"image.too-large"_s);
  }

  /// What is too large to be made smaller is turned all the same: without EXIF it would lie on its side.
  void hugePhotosStandUpright() {
    QImage upright(10'000, 10'100, QImage::Format_Grayscale8);
    upright.fill(200);
    for (int y = 0; y < 2000; ++y)
      std::fill_n(upright.scanLine(y), 2000, uchar{20});  // top left
    Shelf shelf;
    QByteArray content = test::encoded(upright.transformed(QTransform().rotate(-90)), "jpg", 90, false);
    content.insert(2, test::jpegSegment('\xe1', QByteArray("Exif\0\0", 6) + test::exif(6)));
    const Made it = made(shelf, u"p.jpg"_s, content);
    QCOMPARE(it.image->problem, Problem::TooLarge);
    QVERIFY(tellsNothing(it.original));
    QBuffer buffer;
    buffer.setData(it.original);
    QImageReader reader(&buffer);
    reader.setAutoTransform(false);
    QCOMPARE(reader.size(), QSize(10'000, 10'100));
    reader.setScaledSize({100, 101});
    const QImage image = reader.read();
    QVERIFY(qGray(image.pixel(5, 5)) < 60);
    QVERIFY(qGray(image.pixel(95, 5)) > 150);
    QVERIFY(qGray(image.pixel(5, 95)) > 150);
  }

  void whatCannotBeTurnedIsNotPublished() {
    Shelf shelf;
    const MediaFile file = shelf.put(u"bomb.png"_s, heldPng(minimalPng(20000, 20000), 3));
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    const auto image = images.of(file, shelf.source(file));
    QCOMPARE(image->problem, Problem::NotMade);
    QVERIFY(image->finding(file.path)->message.contains("Turn it"_L1));
  }

  /// A machine without libvips says so, and nothing of it is kept as the picture's own fault.
  void missingLibraryIsNoFaultOfThePicture() {
    Shelf shelf;
    const MediaFile file = shelf.put(u"p.jpg"_s, test::cameraJpeg(test::photo(90, 60), 6));
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    Raster::setLibrary(u"offprint-no-such-library"_s);
    const auto image = images.of(file, shelf.source(file));
    Raster::setLibrary(u"vips"_s);
    QCOMPARE(image->problem, Problem::NotMade);
    QVERIFY(image->finding(file.path)->message.contains("Install libvips"_L1));
    const auto then = images.of(file, shelf.source(file));
    QCOMPARE(then->problem, Problem::None);
    QCOMPARE(QSize(then->width, then->height), QSize(90, 60));
  }

  void damagedFilesAreTold_data() {
    QTest::addColumn<QByteArray>("content");
    const QByteArray jpeg = test::cameraJpeg(test::photo(700, 500), 1);
    QTest::newRow("cut off") << jpeg.left(jpeg.size() / 2);
    QByteArray holed = jpeg;
    holed.replace(holed.size() / 2, 400, QByteArray("\xff\0", 2).repeated(200));
    QTest::newRow("holed") << holed;
    QTest::newRow("head alone") << jpeg.left(600);
    QTest::newRow("few bytes") << QByteArray("\xff\xd8\xff\xe0");
    const QByteArray png = test::cameraPng(test::photo(300, 200), 1);
    QTest::newRow("cut PNG") << png.left(png.size() - 400);
    QByteArray holedPng = png;
    holedPng.replace(png.size() / 2, 400, QByteArray(400, '\0'));
    QTest::newRow("holed PNG") << holedPng;
  }

  void damagedFilesAreTold() {
    QFETCH(QByteArray, content);
    Shelf shelf;
    const Made it = made(shelf, u"p.jpg"_s, content);
    QCOMPARE(it.image->problem, Problem::Broken);
    QVERIFY(it.derived.isEmpty());
    QVERIFY(!it.original.isEmpty());
    QVERIFY(!it.original.contains(test::kSerial));
    QVERIFY(it.image->finding(it.file.path)->message.contains(it.file.path));
  }

  void otherFilesStayAsTheyAre() {
    Shelf shelf;
    const Made it = made(shelf, u"p.heic"_s, "no picture at all");
    QCOMPARE(it.image->problem, Problem::Unsupported);
    QCOMPARE(it.original, "no picture at all");
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    MediaFile film = it.file;
    film.mimeType = u"video/mp4"_s;
    QVERIFY(!images.of(film, shelf.source(film)));
  }

  void tiffGetsWhatBrowsersShow() {
    Shelf shelf;
    const Made it = made(shelf, u"p.tiff"_s, test::encoded(test::photo(900, 600), "tiff", -1));
    QCOMPARE(it.image->problem, Problem::None);
    QVERIFY(!it.image->shown);
    QCOMPARE(it.image->fallback.constLast().suffix, "jpg");
    QCOMPARE(it.image->fallback.constLast().width, 900);
    QCOMPARE(decoded(it.original).size(), QSize(900, 600));
  }

  /// The place and the serial number are gone from the file, not only from its tables.
  void tiffTellsNothing() {
    const CleanImage clean = withoutMetadata(test::exif(3), ImageFormat::Tiff);
    QVERIFY(clean.whole);
    QVERIFY(tellsNothing(clean.bytes));
    QCOMPARE(clean.bytes.mid(8, 2), QByteArray("\0\1", 2));  // orientation alone is left
    QCOMPARE(clean.bytes.mid(10, 2), "\x01\x12");
  }

  /// It may show what was cut off the picture since.
  void jpegLosesItsThumbnail() {
    QByteArray jpeg = test::encoded(test::photo(90, 60), "jpg", 90, false);
    QCOMPARE(jpeg.mid(4, 7), QByteArray("\0\x10JFIF\0", 7));
    QByteArray segment = QByteArray("JFIF\0\1\2\1\0\x48\0\x48\x2\2", 14) + test::kSerial;
    jpeg.replace(2, 18, test::jpegSegment('\xe0', segment));
    const CleanImage clean = withoutMetadata(jpeg, ImageFormat::Jpeg);
    QVERIFY(clean.whole);
    QCOMPARE(clean.bytes.left(20), QByteArray("\xff\xd8\xff\xe0\0\x10JFIF\0\1\2\1\0\x48\0\x48\0\0", 20));
    QCOMPARE(decoded(clean.bytes), decoded(jpeg));
  }

  /// Programs put the place and the camera into boxes of their own, at every depth; offsets stay right.
  void avifLosesPrivateBoxes() {
    const QByteArray own = box("uuid", QByteArray(16, 'u') + test::kSerial);
    const QByteArray meta =
        box("meta", QByteArray(4, '\0') + box("iprp", box("ipco", own + box("pixi", "kept"))));
    const QByteArray avif = box("ftyp", QByteArray("avif\0\0\0\0", 8)) + own + meta +
                            box("moov", box("udta", test::kGpsMark)) + box("free", test::kSerial) +
                            box("mdat", "pixels");
    const CleanImage clean = withoutMetadata(avif, ImageFormat::Avif);
    QVERIFY(clean.whole);
    QVERIFY(tellsNothing(clean.bytes));
    QCOMPARE(clean.bytes.size(), avif.size());
    QVERIFY(clean.bytes.contains("pixikept"));
    QVERIFY(clean.bytes.endsWith("pixels"));
  }

  /// The smaller picture inside may show what was cut off; the picture itself stays, whatever the file says.
  void avifLosesItsThumbnail() {
    const auto located = [](char id, quint32 at, quint32 length) {
      QByteArray entry = QByteArray("\0", 1) + id + QByteArray("\0\0\0\1", 4) + QByteArray(8, '\0');
      qToBigEndian(at, entry.data() + 6);
      qToBigEndian(length, entry.data() + 10);
      return entry;
    };
    const auto thumbnail = [](char from, char of) {
      return box("thmb", QByteArray("\0", 1) + from + QByteArray("\0\1\0", 3) + of);
    };
    const auto file = [&](quint32 at) {
      const QByteArray iloc = QByteArray("\0\0\0\0\x44\0\0\2", 8) + located(1, at, 6) + located(2, at + 6, 5);
      return box("ftyp", QByteArray("avif\0\0\0\0", 8)) +
             box("meta", QByteArray(4, '\0') + box("pitm", QByteArray("\0\0\0\0\0\1", 6)) +
                             box("iloc", iloc) +
                             box("iref", QByteArray(4, '\0') + thumbnail(2, 1) + thumbnail(1, 2))) +
             box("mdat", "pixelssmall");
    };
    const auto pixels = static_cast<quint32>(file(0).indexOf("pixels"));
    const CleanImage clean = withoutMetadata(file(pixels), ImageFormat::Avif);
    QVERIFY(clean.whole);
    QVERIFY(clean.bytes.endsWith("pixels" + QByteArray(5, '\0')));
  }

  void animationsStay() {
    const QByteArray frame("\x2c\0\0\0\0\1\0\1\0\0\2\2D\1\0", 15);
    const QByteArray head("GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff", 19);
    const QByteArray loop = QByteArray("\x21\xff\x0bNETSCAPE2.0\3\1\0\0", 18) + '\0';
    const QByteArray comment = QByteArray("\x21\xfe\x0c") + test::kSerial + '\0';
    Shelf shelf;
    const Made it = made(shelf, u"a.gif"_s, head + loop + comment + frame + frame + ';');
    QCOMPARE(it.image->problem, Problem::None);
    QCOMPARE(it.original, head + loop + frame + frame + ';');
    QVERIFY(it.derived.isEmpty());
    QCOMPARE(QSize(it.image->width, it.image->height), QSize(1, 1));
  }

  void madeOnceAndKept() {
    Shelf shelf;
    const QByteArray content = test::encoded(test::photo(900, 600), "jpg", 90);
    const Made first = made(shelf, u"p.jpg"_s, content);
    // The source is not looked at again, and the answer is the same.
    QVERIFY(QFile::remove(shelf.source(first.file)));
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    const auto again = images.of(first.file, shelf.source(first.file));
    QVERIFY(again && !again->error);
    QCOMPARE(again->toJson(), first.image->toJson());
    // A file that went missing in the cache is made again.
    test::spill(shelf.source(first.file), content);
    QVERIFY(QFile::remove(images.derivedFile(first.file, first.image->webp.constFirst())));
    ImageVariants others(ImageVariants::Mode::Wait, shelf.cache());
    const auto mended = others.of(first.file, shelf.source(first.file));
    QCOMPARE(mended->toJson(), first.image->toJson());
    QVERIFY(QFile::exists(images.derivedFile(first.file, first.image->webp.constFirst())));
  }

  void severalThreadsOneAnswer() {
    Shelf shelf;
    const MediaFile file = shelf.put(u"p.jpg"_s, test::encoded(test::photo(900, 600), "jpg", 90));
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    QThreadPool pool;
    pool.setMaxThreadCount(4);
    std::array<ImageVariants::Image, 8> answers;
    for (auto& answer : answers)
      pool.start([&] { answer = images.of(file, shelf.source(file)); });
    pool.waitForDone();
    for (const auto& answer : answers)
      QCOMPARE(answer, answers[0]);
  }

  void backgroundAnswersAtOnce() {
    Shelf shelf;
    MediaFile file = shelf.put(u"p.jpg"_s, test::encoded(test::photo(900, 600), "jpg", 90));
    file.width = 900;
    file.height = 600;
    ImageVariants images(ImageVariants::Mode::Background, shelf.cache());
    QSignalSpy ready(&images, &ImageVariants::ready);
    const auto first = images.of(file, shelf.source(file));
    QVERIFY(first->pending);
    QCOMPARE(first->width, 900);
    QVERIFY(ready.wait(20000));
    const auto then = images.of(file, shelf.source(file));
    QVERIFY(!then->pending);
    QVERIFY(!then->webp.isEmpty());
  }

  /// What could not be made in the background is tried again when it is asked for, and told once.
  void backgroundForgetsWhatFailed() {
    Shelf shelf;
    const QByteArray content = test::encoded(test::photo(90, 60), "jpg", 90);
    const MediaFile file = shelf.put(u"p.jpg"_s, content);
    QVERIFY(QFile::remove(shelf.source(file)));
    ImageVariants images(ImageVariants::Mode::Background, shelf.cache());
    images.believedFor = {};
    QSignalSpy ready(&images, &ImageVariants::ready);
    QVERIFY(images.of(file, shelf.source(file))->pending);
    QVERIFY(ready.wait(20'000));
    QCOMPARE(images.of(file, shelf.source(file))->problem, Problem::NotMade);
    test::spill(shelf.source(file), content);
    // One attempt may have been under way before the file was back.
    QTRY_COMPARE_WITH_TIMEOUT(images.of(file, shelf.source(file))->problem, Problem::None, 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 2, 20'000);
  }

  /// What was not used for the longest time goes first, what was used lately never.
  void cacheKeepsItsLimit() {
    Shelf shelf;
    QList<Made> old;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (int i = 0; i < 3; ++i) {
      old << made(shelf, u"%1.jpg"_s.arg(i), test::cameraJpeg(test::photo(90 + i, 60), 1));
      QFile record(
          QFileInfo(ImageVariants(ImageVariants::Mode::Wait, shelf.cache()).originalFile(old.last().file))
              .dir()
              .filePath(u"record.json"_s));
      QVERIFY(record.open(QIODevice::ReadWrite));
      QVERIFY(record.setFileTime(now.addDays(i - 10), QFileDevice::FileModificationTime));
    }
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    images.mostBytes = 1;
    QVERIFY(images.of(old.at(0).file, shelf.source(old.at(0).file)));  // the oldest is used again
    const MediaFile file = shelf.put(u"new.jpg"_s, test::cameraJpeg(test::photo(50, 60), 1));
    QVERIFY(!images.of(file, shelf.source(file))->error);
    QVERIFY(QFile::exists(images.originalFile(file)));
    QVERIFY(QFile::exists(images.originalFile(old.at(0).file)));
    QVERIFY(!QFile::exists(images.originalFile(old.at(1).file)));
    QVERIFY(!QFile::exists(images.originalFile(old.at(2).file)));
  }

  void cancelledWorkIsNotDone() {
    Shelf shelf;
    const MediaFile file = shelf.put(u"p.jpg"_s, test::encoded(test::photo(900, 600), "jpg", 90));
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    Task task;
    images.stopWith(task);
    task.cancel();
    QVERIFY(images.of(file, shelf.source(file))->pending);
    QVERIFY(!QDirIterator(shelf.cache(), QDir::Files, QDirIterator::Subdirectories).hasNext());
  }

  /// A cache that cannot be written must cost the site neither its pictures nor put the camera's notes there.
  void withoutACacheAPictureIsMadeElsewhere() {
    Shelf shelf;
    const MediaFile file = shelf.put(u"p.jpg"_s, test::cameraJpeg(test::photo(90, 60), 1));
    test::spill(shelf.cache(), "a file where the folder should be");
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    const auto image = images.of(file, shelf.source(file));
    QCOMPARE(image->problem, Problem::None);
    QVERIFY(!test::slurp(images.originalFile(file)).contains("Exif"));
    QVERIFY(QFile::exists(images.originalFile(file)));
    QCOMPARE(images.cacheFinding()->code, u"cache.not-writable"_s);
    QCOMPARE(images.cacheFinding()->file, shelf.cache());
    QCOMPARE(test::slurp(shelf.cache()), QByteArray("a file where the folder should be"));
    ImageVariants well(ImageVariants::Mode::Wait, shelf.cache() + u"-2"_s);
    QVERIFY(well.of(file, shelf.source(file)) && !well.cacheFinding());
  }

  void namesNeverMeet() {
    const ImageFile file{800, 600, "webp", {}, 0};
    QCOMPARE(derivedPath(u"media/a.b/photo.x.jpg"_s, u"0123456789"_s, file),
             u"media/a.b/photo.x.01234567-800.webp"_s);
    QCOMPARE(derivedPath(u"media/a.b/photo"_s, u"0123456789"_s, file),
             u"media/a.b/photo.01234567-800.webp"_s);
    QVERIFY(isDerivedFrom(u"media/1.01234567-800.webp"_s, u"media/1.png"_s, u"0123456789"_s));
    QVERIFY(!isDerivedFrom(u"media/1.01234567-800.webp"_s, u"media/x/1.png"_s, u"0123456789"_s));
  }
};

QTEST_GUILESS_MAIN(tst_ImageVariants)
#include "tst_ImageVariants.moc"
