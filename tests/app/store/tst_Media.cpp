#include <QtTest>

#include "app/core/FileOps.h"
#include "app/store/ImageHeader.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::codeOf;
using test::must;

namespace {

/// A number of `bytes` bytes, most significant first or last.
QByteArray number(quint32 value, int bytes, bool bigEndian) {
  QByteArray result;
  for (int i = 0; i < bytes; ++i) {
    const int shift = 8 * (bigEndian ? bytes - 1 - i : i);
    result.append(static_cast<char>((value >> shift) & 0xff));
  }
  return result;
}

QByteArray png(quint32 width, quint32 height) {
  return QByteArray("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16) + number(width, 4, true) +
         number(height, 4, true) + QByteArray("\x08\x06\0\0\0", 5);
}

QByteArray gif(quint32 width, quint32 height) {
  return "GIF89a" + number(width, 2, false) + number(height, 2, false);
}

QByteArray exif(int orientation, bool bigEndian) {
  const QByteArray head = bigEndian ? QByteArray("MM\0*", 4) : QByteArray("II*\0", 4);
  const QByteArray entry = number(0x0112, 2, bigEndian) + number(3, 2, bigEndian) + number(1, 4, bigEndian) +
                           number(static_cast<quint32>(orientation), 2, bigEndian) + QByteArray(2, '\0');
  const QByteArray tiff = head + number(8, 4, bigEndian) + number(1, 2, bigEndian) + entry;
  const QByteArray content = QByteArray("Exif\0\0", 6) + tiff;
  return "\xff\xe1" + number(static_cast<quint32>(content.size() + 2), 2, true) + content;
}

QByteArray jpeg(quint32 width, quint32 height, const QByteArray& before = {}) {
  return "\xff\xd8" + QByteArray("\xff\xe0\0\x04xy", 6) + before + QByteArray("\xff\xff\xc2\0\x11\x08", 6) +
         number(height, 2, true) + number(width, 2, true) + QByteArray(10, '\3');
}

QByteArray webp(const QByteArray& chunk, const QByteArray& rest) {
  return "RIFF" + QByteArray(4, '\0') + "WEBP" + chunk + QByteArray(4, '\0') + rest;
}

}  // namespace

class TestMedia : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  int number_ = 0;
  std::unique_ptr<Library> library_;
  MediaRepository& media() { return library_->media(); }
  int storedFiles() {
    int count = 0;
    QDirIterator each(library_->folder() + u"/media"_s, QDir::Files | QDir::Hidden,
                      QDirIterator::Subdirectories);
    for (; each.hasNext(); each.next())
      ++count;
    return count;
  }

 private Q_SLOTS:
  void init() { library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_))); }

  void sizes_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QSize>("size");
    QTest::newRow("PNG") << png(640, 480) << QSize(640, 480);
    QTest::newRow("GIF") << gif(300, 2) << QSize(300, 2);
    QTest::newRow("JPEG") << jpeg(640, 480) << QSize(640, 480);
    for (const int orientation : {1, 3, 5, 6, 8}) {
      for (const bool big : {true, false})
        QTest::newRow(qPrintable(u"JPEG turned %1 %2"_s.arg(orientation).arg(big)))
            << jpeg(640, 480, exif(orientation, big))
            << (orientation >= 5 ? QSize(480, 640) : QSize(640, 480));
    }
    QTest::newRow("WebP lossy") << webp("VP8 ", QByteArray("\0\0\0\x9d\x01\x2a", 6) +
                                                    number(0x4000 | 320, 2, false) + number(200, 2, false))
                                << QSize(320, 200);
    QTest::newRow("WebP lossless") << webp("VP8L", "\x2f" + number(319 | (199 << 14), 4, false))
                                   << QSize(320, 200);
    QTest::newRow("WebP extended") << webp("VP8X", QByteArray(4, '\0') + number(319, 3, false) +
                                                       number(199, 3, false))
                                   << QSize(320, 200);
    const auto svg = [](const char* attributes) {
      return QByteArray("<?xml version=\"1.0\"?>\n<!-- x -->\n<svg xmlns=\"http://www.w3.org/2000/svg\" ") +
             attributes + "><path/></svg>";
    };
    QTest::newRow("SVG pixels") << svg("width=\"120px\" height='80.4'") << QSize(120, 80);
    QTest::newRow("SVG box") << svg("viewBox=\"0 0 300,150\"") << QSize(300, 150);
    QTest::newRow("SVG percent and box")
        << svg("width=\"100%\" height=\"100%\" viewBox=\"0 0 30 15\"") << QSize(30, 15);
    QTest::newRow("SVG width and box") << svg("width=\"60\" viewBox=\"0 0 30 15\"") << QSize(60, 30);
    QTest::newRow("SVG without size") << svg("") << QSize();
    QTest::newRow("SVG broken") << QByteArray("<svg width=\"10\" height=") << QSize();
    QTest::newRow("text") << QByteArray("hello") << QSize();
    QTest::newRow("empty") << QByteArray() << QSize();
    QTest::newRow("PNG of no size") << png(0, 480) << QSize();
    QTest::newRow("PNG absurd") << png(0xffffffff, 2) << QSize();
    QTest::newRow("JPEG with a zero length") << QByteArray("\xff\xd8\xff\xe0\0\0aaaaaaaaaaaa", 18) << QSize();
  }
  void sizes() {
    QFETCH(QByteArray, content);
    QFETCH(QSize, size);
    const QSize found = imageSize(content);
    QCOMPARE(found.isEmpty() ? QSize() : found, size);
    // A file that is cut anywhere is no danger.
    for (qsizetype length = 0; length < content.size(); ++length)
      (void)imageSize(content.left(length));
  }

  void randomBytesAreNoDanger() {
    QRandomGenerator random(7);
    const QList<QByteArray> heads{png(1, 1), gif(1, 1), jpeg(9, 9, exif(6, true)), webp("VP8X", {}), "<svg "};
    for (int round = 0; round < 20'000; ++round) {
      QByteArray content = heads.at(round % heads.size());
      const int changes = random.bounded(8);
      for (int i = 0; i < changes; ++i)
        content[random.bounded(static_cast<int>(content.size()))] = static_cast<char>(random.bounded(256));
      content += QByteArray(random.bounded(30), static_cast<char>(random.bounded(256)));
      (void)imageSize(content);
    }
  }

  void oneContentIsStoredOnce() {
    const MediaFile a = must(media().add(u"fig 1.png"_s, png(3, 2)));
    QCOMPARE(a.path, u"media/fig 1.png"_s);
    QCOMPARE(a.mimeType, u"image/png"_s);
    QCOMPARE(QSize(a.width, a.height), QSize(3, 2));
    QCOMPARE(a.bytes, png(3, 2).size());
    const MediaFile same = must(media().add(u"fig 1.png"_s, png(3, 2)));
    QCOMPARE(same.id, a.id);
    const MediaFile otherName = must(media().add(u"copy.png"_s, png(3, 2)));
    QVERIFY(otherName.id != a.id);
    QCOMPARE(storedFiles(), 1);
    const MediaFile other = must(media().add(u"fig 1.png"_s, png(4, 4)));
    QCOMPARE(other.path, u"media/fig 1-2.png"_s);
    QCOMPARE(must(media().add(u"fig 1.png"_s, png(4, 4))).id, other.id);
    QCOMPARE(must(media().add(u"FIG 1.PNG"_s, png(5, 5))).path, u"media/FIG 1-3.PNG"_s);
    QCOMPARE(test::slurp(media().storedAt(a)), png(3, 2));
    QCOMPARE(must(media().list()).size(), 4);
  }

  /// Case 29: two imported posts each with media/1.png.
  void foldersKeepNamesApart() {
    const MediaFile a = must(media().add(u"1.png"_s, png(1, 1), u"post-a"_s));
    const MediaFile b = must(media().add(u"1.png"_s, png(2, 2), u"post-b"_s));
    QCOMPARE(a.path, u"media/post-a/1.png"_s);
    QCOMPARE(b.path, u"media/post-b/1.png"_s);
    QCOMPARE(test::slurp(media().storedAt(must(media().find(a.path)))), png(1, 1));
    QCOMPARE(test::slurp(media().storedAt(must(media().find(b.path)))), png(2, 2));
  }

  /// Case 14.
  void oddNamesAreFound_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("link");
    QTest::newRow("decomposed file, composed link") << u"Cafe\u0301.png"_s << u"media/Caf\u00e9.png"_s;
    QTest::newRow("composed file, decomposed link") << u"Caf\u00e9.png"_s << u"media/Cafe\u0301.png"_s;
    QTest::newRow("escaped, decomposed") << u"Caf\u00e9.png"_s << u"media/Cafe%CC%81.png"_s;
    QTest::newRow("ampersand and brackets") << u"Hannah&Lukas (39).jpg"_s << u"media/Hannah&Lukas (39).jpg"_s;
    QTest::newRow("the same, escaped") << u"Hannah&Lukas (39).jpg"_s << u"media/Hannah%26Lukas%20(39).jpg"_s;
    QTest::newRow("number sign") << u"a b#1.png"_s << u"media/a%20b%231.png"_s;
    QTest::newRow("percent") << u"100%.svg"_s << u"media/100%.svg"_s;
    QTest::newRow("percent, escaped") << u"100%.svg"_s << u"media/100%25.svg"_s;
    QTest::newRow("a name that looks escaped") << u"a%20b.png"_s << u"media/a%20b.png"_s;
    QTest::newRow("another case") << u"Fig.PNG"_s << u"media/fig.png"_s;
  }
  void oddNamesAreFound() {
    QFETCH(QString, name);
    QFETCH(QString, link);
    const QString source = dir_.filePath(u"odd/"_s + name);
    test::spill(source, png(7, 7));
    const MediaFile added = must(media().addFile(source));
    QCOMPARE(must(media().find(link)).id, added.id);
    QCOMPARE(test::slurp(media().storedAt(added)), png(7, 7));
    QCOMPARE(added.path, added.path.normalized(QString::NormalizationForm_C));
  }

  void namesStayInside_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("path");
    QTest::newRow("separators") << u"../../etc/passwd"_s << QString() << u"media/-..-etc-passwd"_s;
    QTest::newRow("hidden") << u".htaccess"_s << QString() << u"media/htaccess"_s;
    QTest::newRow("empty") << QString() << QString() << u"media/file"_s;
    QTest::newRow("control") << u"a\nb\t.png"_s << QString() << u"media/a-b-.png"_s;
    QTest::newRow("backslash") << u"a\\b.png"_s << QString() << u"media/a-b.png"_s;
    QTest::newRow("folder out") << u"x.png"_s << u"../../up//./y"_s << u"media/up/y/x.png"_s;
  }
  void namesStayInside() {
    QFETCH(QString, name);
    QFETCH(QString, folder);
    QFETCH(QString, path);
    QCOMPARE(must(media().add(name, "x", folder)).path, path);
  }

  void descriptionsAndRemoval() {
    MediaFile file = must(media().add(u"a.png"_s, png(1, 1)));
    const MediaFile twin = must(media().add(u"b.png"_s, png(1, 1)));
    file.alt = u"An a"_s;
    file.caption = u"Figure"_s;
    file.credit = u"Sample Author"_s;
    file.decorative = true;
    must(media().update(file));
    const MediaFile again = must(media().find(file.path));
    QCOMPARE(again.alt, file.alt);
    QCOMPARE(again.caption, file.caption);
    QCOMPARE(again.credit, file.credit);
    QVERIFY(again.decorative);
    const QDateTime later = test::clock()().addSecs(1);
    must(media().remove(file.id));
    QCOMPARE(codeOf(media().find(file.path)), ErrorCode::NotFound);
    QCOMPARE(must(media().sweep(later)), 0);  // the twin has the bytes
    must(media().remove(twin.id));
    QCOMPARE(storedFiles(), 1);  // kept for a while
    QCOMPARE(must(media().sweep(test::clock()())), 0);
    const MediaFile back = must(media().add(u"c.png"_s, png(1, 1)));
    QCOMPARE(must(media().sweep(later)), 0);
    must(media().remove(back.id));
    QCOMPARE(must(media().sweep(later)), 1);
    QCOMPARE(storedFiles(), 0);
  }

  void whatABrokenImportLeftIsSwept() {
    const MediaFile kept = must(media().add(u"a.png"_s, png(1, 1)));
    const QString folder = QFileInfo(QFileInfo(media().storedAt(kept)).path()).path();
    const QString orphan = folder + u"/00/"_s + QString(64, u'0');
    const QString part = folder + u"/00/.offprint-Ab12Cd"_s;
    const QString foreign = folder + u"/00/notes.txt"_s;
    for (const QString& path : {orphan, part, foreign})
      test::spill(path, "x");
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QCOMPARE(must(media().sweep(now.addDays(-1))), 0);  // an import may still be at work on them
    QCOMPARE(must(media().sweep(now.addDays(1))), 2);
    QVERIFY(!QFile::exists(orphan) && !QFile::exists(part));
    QVERIFY(QFile::exists(foreign));
    QCOMPARE(test::slurp(media().storedAt(kept)), png(1, 1));
  }

  void filesOfAnySizeAreTakenInPieces() {
    const QByteArray large = png(5, 4) + QByteArray(3'500'001, 'x');
    const QString source = dir_.filePath(u"large.png"_s);
    test::spill(source, large);
    const MediaFile file = must(media().addFile(source));
    QCOMPARE(file.bytes, large.size());
    QCOMPARE(file.sha256, files::sha256(large));
    QCOMPARE(QSize(file.width, file.height), QSize(5, 4));
    QCOMPARE(file.mimeType, u"image/png"_s);
    QVERIFY(test::slurp(media().storedAt(file)) == large);
    must(media().check(file));
  }

  void bytesOfWhatWasTakenBackGoAtOnce() {
    const MediaFile kept = must(media().add(u"kept.txt"_s, "kept"));
    const int before = storedFiles();
    const auto cancelled = library_->transaction([&]() -> Result<void> {
      must(media().add(u"a.txt"_s, "new"));
      must(media().add(u"b.txt"_s, "kept"));
      return makeError(ErrorCode::Cancelled, u"stopped"_s);
    });
    QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    QCOMPARE(storedFiles(), before);
    must(media().check(kept));
    must(library_->transaction([&]() -> Result<void> {
      must(media().add(u"a.txt"_s, "new"));
      return {};
    }));
    QCOMPARE(storedFiles(), before + 1);
  }

  void damageIsFoundAndHealed() {
    const MediaFile file = must(media().add(u"a.txt"_s, "content"));
    test::spill(media().storedAt(file), "CONTENT");
    QCOMPARE(codeOf(media().check(file)), ErrorCode::Corrupt);
    must(media().add(u"a.txt"_s, "content"));
    QCOMPARE(test::slurp(media().storedAt(file)), QByteArray("content"));
    QFile::remove(media().storedAt(file));
    QCOMPARE(codeOf(media().check(file)), ErrorCode::NotFound);
    QCOMPARE(codeOf(media().addFile(dir_.filePath(u"none"_s))), ErrorCode::NotFound);
  }
};

QTEST_GUILESS_MAIN(TestMedia)
#include "tst_Media.moc"
