#include <QImageReader>
#include <QRegularExpression>
#include <QtTest>

#include "app/content/Site.h"
#include "exporters/images/ImageVariants.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/FolderSink.h"
#include "exporters/output/MemorySink.h"
#include "exporters/site/SitePictures.h"
#include "tests/support/Pictures.h"
#include "tests/support/SiteFixture.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

struct Desk {
  QTemporaryDir folder;
  std::unique_ptr<Library> library = test::newLibrary(folder.filePath(u"Sample.offprint"_s));
  std::shared_ptr<ImageVariants> images =
      std::make_shared<ImageVariants>(ImageVariants::Mode::Wait, folder.filePath(u"cache"_s));

  Desk() {
    Site site = test::must(library->site().get());
    site.baseUrl = u"https://example.org/"_s;
    test::must(library->site().save(site));
  }
  QString add(const QString& name, const QByteArray& bytes, const QString& place = {}) {
    return test::must(library->media().add(name, bytes, place)).path;
  }
  void write(const QString& title, const QString& body, const QString& cover = {}) {
    ContentItem item = test::published(title, u"2025-03-01"_s, body);
    item.cover = cover;
    test::must(library->content().insert(item));
  }
  SnapshotOptions options() const {
    SnapshotOptions options;
    options.images = images;
    return options;
  }
  BuildReport build(OutputSink& sink) const {
    return test::must(test::buildSite(*library, sink, {}, options()));
  }
  QMap<QString, QByteArray> files() const {
    MemorySink sink;
    build(sink);
    return sink.files();
  }
};

struct Candidate {
  QString path;
  int width = 0;
};

/// Every candidate of every srcset of a page, as an output path.
QList<Candidate> candidates(const QString& page, const QByteArray& html) {
  static const QRegularExpression sets(u"srcset=\"([^\"]*)\""_s);
  QList<Candidate> list;
  for (auto set = sets.globalMatch(QString::fromUtf8(html)); set.hasNext();) {
    for (const QString& each : set.next().captured(1).split(u", "_s)) {
      QUrl base;
      base.setPath(u'/' + page, QUrl::DecodedMode);
      const QUrl address = base.resolved(QUrl(each.section(u' ', 0, 0).replace("&amp;"_L1, "&"_L1)));
      list += {address.path(QUrl::FullyDecoded).mid(1), each.section(u' ', 1).chopped(1).toInt()};
    }
  }
  return list;
}

QImage decoded(const QByteArray& bytes) {
  QBuffer buffer;
  buffer.setData(bytes);
  QImageReader reader(&buffer);
  reader.setAutoTransform(false);
  return reader.read();
}

}  // namespace

class tst_SitePictures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }

  /// Cases 14 and 27: under any name, every file that a page offers is there, as wide as it says, upright,
  /// and tells nothing.
  void everyCandidateIsThere() {
    Desk desk;
    const QByteArray photo = test::cameraJpeg(test::photo(1300, 900), 6);
    QString body;
    for (const QString& name : {u"Hannah&Lukas (39).jpg"_s, u"a b#1.jpg"_s, u"50%, half.jpg"_s,
                                QString::fromUtf8("Ku\xcc\x88"
                                                  "che.jpg")}) {
      desk.add(name, photo);
      body += u"![A photo](<media/%1>)\n\n"_s.arg(name);
    }
    const QString cover = desk.add(u"cover.jpg"_s, test::cameraJpeg(test::photo(1000, 700), 8));
    desk.write(u"One"_s, body, cover);
    const auto files = desk.files();
    const QString page = u"articles/one/index.html"_s;
    const QList<Candidate> offered = candidates(page, files.value(page));
    QVERIFY(offered.size() >= 5 * 5);
    for (const Candidate& each : offered) {
      QVERIFY2(files.contains(each.path), qPrintable(each.path));
      const QImage image = decoded(files.value(each.path));
      QCOMPARE(image.width(), each.width);
      QVERIFY2(test::standsUpright(image), qPrintable(each.path));
    }
    for (auto file = files.begin(); file != files.end(); ++file) {
      QVERIFY2(!file->contains(test::kSerial) && !file->contains(test::kGpsMark), qPrintable(file.key()));
    }
    const QByteArray html = files.value(page);
    QVERIFY(html.contains("<picture><source type=\"image/webp\" srcset=\""));
    QVERIFY(html.contains("width=\"1300\" height=\"900\" loading=\"lazy\" decoding=\"async\""));
    // The picture above the text is fetched first, and no other.
    QCOMPARE(html.count("fetchpriority=\"high\""), 1);
    QVERIFY(html.contains("width=\"1000\" height=\"700\" fetchpriority=\"high\""));
  }

  void firstPictureOfATextComesFirst() {
    Desk desk;
    desk.add(u"p.jpg"_s, test::encoded(test::photo(900, 600), "jpg"));
    desk.write(u"One"_s, u"![A photo](media/p.jpg)\n\n![Again](media/p.jpg)\n"_s);
    const QByteArray html = desk.files().value(u"articles/one/index.html"_s);
    QCOMPARE(html.count("fetchpriority=\"high\""), 1);
    QCOMPARE(html.count("loading=\"lazy\""), 1);
    QVERIFY(html.indexOf("fetchpriority") < html.indexOf("loading=\"lazy\""));
    QVERIFY(html.contains("sizes=\"(min-width: 44rem) 38.75rem, 100vw\""));
  }

  void secondExportWritesNothing() {
    Desk desk;
    desk.add(u"p.jpg"_s, test::cameraJpeg(test::photo(1300, 900), 3));
    desk.add(u"d.svg"_s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 3 2\"><script/></svg>");
    desk.write(u"One"_s, u"![A photo](media/p.jpg) ![A drawing](media/d.svg)\n"_s);
    desk.write(u"Two"_s, u"![A photo](media/p.jpg)\n"_s);
    const QString out = desk.folder.filePath(u"out"_s);
    const auto exported = [&] {
      FolderSink sink(out);
      return desk.build(sink);
    };
    QVERIFY(exported().written > 0);
    const auto before = test::tree(out);
    const BuildReport again = exported();
    QCOMPARE(again.written, 0);
    QCOMPARE(again.removed, 0);
    // Nor does one whose cache is lost: the same files come out.
    desk.images =
        std::make_shared<ImageVariants>(ImageVariants::Mode::Wait, desk.folder.filePath(u"other"_s));
    QCOMPARE(exported().written, 0);
    QCOMPARE(test::tree(out), before);
  }

  /// Case 29.
  void picturesOfOneNameStayApart() {
    Desk desk;
    QImage red(900, 600, QImage::Format_RGB32);
    red.fill(Qt::red);
    QImage blue(900, 600, QImage::Format_RGB32);
    blue.fill(Qt::blue);
    const QString one = desk.add(u"1.png"_s, test::encoded(red, "png", -1), u"one"_s);
    const QString two = desk.add(u"1.png"_s, test::encoded(blue, "png", -1), u"two"_s);
    desk.write(u"One"_s, u"![Red](%1)\n"_s.arg(one));
    desk.write(u"Two"_s, u"![Blue](%1)\n"_s.arg(two));
    const auto files = desk.files();
    for (const auto& [slug, colour] : {std::pair(u"one"_s, QColor(Qt::red)), {u"two"_s, QColor(Qt::blue)}}) {
      const QString page = u"articles/%1/index.html"_s.arg(slug);
      const QList<Candidate> offered = candidates(page, files.value(page));
      QVERIFY(!offered.isEmpty());
      for (const Candidate& each : offered) {
        const QColor seen = decoded(files.value(each.path)).pixelColor(9, 9);
        QVERIFY(qAbs(seen.red() - colour.red()) < 40 && qAbs(seen.blue() - colour.blue()) < 40);
      }
    }
  }

  void aLinkedFileNeedsNoSmallerForms() {
    Desk desk;
    desk.add(u"p.jpg"_s, test::cameraJpeg(test::photo(900, 600), 6));
    desk.write(u"One"_s, u"[The photo](media/p.jpg)\n"_s);
    const auto files = desk.files();
    QCOMPARE(decoded(files.value(u"media/p.jpg"_s)).size(), QSize(900, 600));
    for (auto path = files.keyBegin(); path != files.keyEnd(); ++path)
      QVERIFY2(!path->startsWith("media/p."_L1) || *path == "media/p.jpg"_L1, qPrintable(*path));
  }

  void badPicturesAreToldAndThePageIsWhole() {
    Desk desk;
    const QByteArray good = test::cameraJpeg(test::photo(600, 400), 1);
    QByteArray bomb = test::encoded(QImage(2, 2, QImage::Format_RGB32), "png", -1, false);
    QByteArray head = bomb.mid(16, 13);
    qToBigEndian(quint32{20000}, head.data());
    qToBigEndian(quint32{20000}, head.data() + 4);
    bomb.replace(8, 25, test::pngChunk("IHDR", head));
    desk.add(u"cut.jpg"_s, good.left(good.size() / 2));
    desk.add(u"bomb.png"_s, bomb);
    desk.add(u"x.svg"_s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 3 2\" onload=\"x()\"/>");
    desk.write(u"One"_s,
               u"First\n\n![a](media/cut.jpg)\n\n![b](media/bomb.png)\n\n![c](media/x.svg)\n\nLast\n"_s);
    MemorySink sink;
    const BuildReport report = desk.build(sink);
    const QStringList codes = test::codes(report.findings);
    for (const QString& code : {u"image.broken"_s, u"image.too-large"_s, u"svg.cleaned"_s})
      QVERIFY2(codes.count(code) == 1, qPrintable(code + u": "_s + codes.join(u' ')));
    const auto broken =
        std::find_if(report.findings.begin(), report.findings.end(),
                     [](const Finding& finding) { return finding.code == "image.broken"_L1; });
    QCOMPARE(broken->item, u"article/one"_s);
    QCOMPARE(broken->line, 3);
    const QByteArray html = sink.files().value(u"articles/one/index.html"_s);
    QVERIFY(html.contains("<p>First</p>") && html.contains("<p>Last</p>"));
    QCOMPARE(html.count("<img "), 3);
    QVERIFY(html.contains("width=\"20000\" height=\"20000\""));
    QVERIFY(!sink.files().value(u"media/x.svg"_s).contains("onload"));
  }

  /// Cards of other sites and feeds get one file of a plain format that is not huge.
  void cardsAndFeedsStayPlain() {
    Desk desk;
    desk.add(u"wide.jpg"_s, test::encoded(test::photo(3000, 2000), "jpg"));
    const QString cover = desk.add(u"cover.webp"_s, test::encoded(test::photo(1400, 900), "webp", 80));
    desk.write(u"One"_s, u"![A photo](media/wide.jpg)\n"_s, cover);
    const auto files = desk.files();
    const QByteArray html = files.value(u"articles/one/index.html"_s);
    static const QRegularExpression card(u"property=\"og:image\" content=\"https://example.org/([^\"]+)\""_s);
    const QString path = card.match(QString::fromUtf8(html)).captured(1);
    QVERIFY2(path.endsWith(".jpg"_L1), qPrintable(path));
    QCOMPARE(decoded(files.value(path)).width(), 1200);
    QVERIFY(html.contains("og:image:width\" content=\"1200\""));
    const QByteArray feed = files.value(u"feed.xml"_s) + files.value(u"atom.xml"_s);
    static const QRegularExpression source(
        u"src=&quot;https://example.org/([^&]+)&quot;|"
        "src=\"https://example.org/([^\"]+)\""_s);
    QString text;
    for (auto file = files.begin(); file != files.end(); ++file)
      if (file.key().endsWith(".xml"_L1)) text += QString::fromUtf8(*file);
    const auto match = source.match(text);
    const QString shown = match.captured(1) + match.captured(2);
    QVERIFY2(files.contains(shown), qPrintable(shown));
    QCOMPARE(decoded(files.value(shown)).width(), 1600);
    QVERIFY(!text.contains("srcset"_L1));
  }

  void previewServesTheSameFiles() {
    Desk desk;
    desk.add(u"p.jpg"_s, test::cameraJpeg(test::photo(900, 600), 6));
    desk.write(u"One"_s, u"![A photo](media/p.jpg)\n"_s);
    const auto files = desk.files();
    const auto snapshot = test::must(SiteSnapshot::of(*desk.library, desk.options()));
    int served = 0;
    for (auto file = files.begin(); file != files.end(); ++file) {
      if (!file.key().startsWith("media/"_L1)) continue;
      const auto source = mediaSource(*snapshot, file.key());
      QVERIFY2(source, qPrintable(file.key()));
      QCOMPARE(test::slurp(source->file), *file);
      ++served;
    }
    QVERIFY(served > 2);
    QVERIFY(!mediaSource(*snapshot, u"media/p.00000000-480.jpg"_s));
  }

  void cancelledBuildEnds() {
    Desk desk;
    desk.add(u"p.jpg"_s, test::encoded(test::photo(900, 600), "jpg"));
    desk.write(u"One"_s, u"![A photo](media/p.jpg)\n"_s);
    Task task([&task](const Task::Progress&) { task.cancel(); });
    MemorySink sink;
    const auto report = test::buildSite(*desk.library, sink, task, desk.options());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
  }
};

QTEST_GUILESS_MAIN(tst_SitePictures)
#include "tst_SitePictures.moc"
