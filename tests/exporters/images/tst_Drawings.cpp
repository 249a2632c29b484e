#include <QStringEncoder>
#include <QtTest>
#include <QXmlStreamReader>

#include "app/store/ImageHeader.h"
#include "tests/exporters/images/Shelf.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using Problem = PublishedImage::Problem;
using test::Made;
using test::made;
using test::Shelf;

namespace {

QByteArray drawing(const QByteArray& inside, const QByteArray& attributes = {}) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
         "viewBox=\"0 0 30 20\"" +
         attributes + ">" + inside + "</svg>";
}

}  // namespace

/// SVG files on their way to the site.
class tst_Drawings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void drawingsLoseWhatRuns_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("gone");
    QTest::newRow("script") << drawing("<script>alert(1)</script><path d=\"M0 0\"/>") << QByteArray("alert");
    QTest::newRow("handler") << drawing("<path d=\"M0 0\"/>", " onload=\"alert(1)\"") << QByteArray("alert");
    QTest::newRow("foreign") << drawing(
                                    "<foreignObject><b xmlns=\"http://www.w3.org/1999/xhtml\">x</b>"
                                    "</foreignObject><path d=\"M0 0\"/>")
                             << QByteArray("foreignObject");
    QTest::newRow("picture elsewhere")
        << drawing("<image xlink:href=\"https://example.com/spy.png\"/><path d=\"M0 0\"/>")
        << QByteArray("spy.png");
    QTest::newRow("script link") << drawing("<a href=\"java&#10;script:alert(1)\"><path d=\"M0 0\"/></a>")
                                 << QByteArray("alert");
    QTest::newRow("style sheet")
        << drawing("<style>@import url(//example.com/spy.css);</style><path d=\"M0 0\"/>")
        << QByteArray("spy.css");
    QTest::newRow("style in pieces")
        << drawing("<style>@imp<!-- -->ort '//example.com/spy.css';<g/></style><path d=\"M0 0\"/>")
        << QByteArray("spy.css");
    QTest::newRow("behind an element")
        << drawing("<style><g/>@import url(//example.com/spy.css);</style><path d=\"M0 0\"/>")
        << QByteArray("spy.css");
    QTest::newRow("image set")
        << drawing("<path d=\"M0 0\" style=\"mask:image-set('https://example.com/spy' 1x)\"/>")
        << QByteArray("spy");
    QTest::newRow("fill elsewhere") << drawing(
                                           "<path d=\"M0 0\" style=\"fill:url('https://example.com/spy')\"/>")
                                    << QByteArray("spy");
    QTest::newRow("animated link")
        << drawing("<a><set attributeName=\"href\" to=\"javascript:alert(1)\"/><path d=\"M0 0\"/></a>")
        << QByteArray("alert");
  }

  /// Packed ones are published unpacked, as hosts and browsers expect, and cleaned like any other.
  void packedDrawingsAreUnpacked() {
    Shelf shelf;
    // gzip of drawing("<path d=\"M0 0\"/><script>alert(1)</script>")
    const QByteArray packed = QByteArray::fromBase64(
        "H4sIAAAAAAACA23Nuw6DMAyF4VexPLULNjAFJRm69yFQiyBqClFi4Tx+6WXs+p9POrbsM9RnXIvDRSQNRKra"
        "aN9seaaOmekQ+CVDjWF9/IOtMYY+K8IeJr1s1SEDQ8/QMXqbRlng7vB6RCRvyy2HJH6MU5ZTe7b0C/Z9518c"
        "PGZQlgAAAA==");
    const Made it = made(shelf, u"d.svgz"_s, packed);
    QCOMPARE(it.image->problem, Problem::Cleaned);
    QVERIFY2(it.original.startsWith("<?xml") && it.original.contains("<path"), it.original.constData());
    QVERIFY(!it.original.contains("script"));
    QCOMPARE(QSize(it.image->width, it.image->height), QSize(30, 20));
    const QByteArray damaged = packed.left(packed.size() - 30);
    QCOMPARE(made(shelf, u"e.svgz"_s, damaged).image->problem, Problem::Unsupported);
  }

  void drawingsLoseWhatRuns() {
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, gone);
    Shelf shelf;
    const Made it = made(shelf, u"d.svg"_s, content);
    QCOMPARE(it.image->problem, Problem::Cleaned);
    QVERIFY2(!it.original.contains(gone), it.original.constData());
    QVERIFY2(it.original.contains("M0 0"), it.original.constData());
    QCOMPARE(imageSize(it.original), QSize(30, 20));
    QCOMPARE(QSize(it.image->width, it.image->height), QSize(30, 20));
  }

  void drawingsInAnyEncoding_data() {
    QTest::addColumn<QByteArray>("content");
    const QString text =
        u"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 20\">"
        "<script>x()</script><path d=\"M0 0\"/><text>\u00e9</text></svg>"_s;
    const auto declared = [&](const char* name) {
      return u"<?xml version=\"1.0\" encoding=\"%1\"?>"_s.arg(QLatin1String(name)) + text;
    };
    const auto in = [](QStringConverter::Encoding encoding, const QString& written, bool mark) {
      QStringEncoder encoder(encoding,
                             mark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default);
      return QByteArray(encoder(written));
    };
    QTest::newRow("UTF-8") << text.toUtf8();
    QTest::newRow("UTF-8, marked") << "\xef\xbb\xbf" + text.toUtf8();
    QTest::newRow("UTF-16, marked") << in(QStringConverter::Utf16LE, text, true);
    QTest::newRow("UTF-16") << in(QStringConverter::Utf16BE, declared("UTF-16"), false);
    QTest::newRow("Latin 1") << declared("ISO-8859-1").toLatin1();
    QTest::newRow("Latin 9") << declared("iso-8859-15").toLatin1();
    QTest::newRow("Windows") << declared("windows-1252").toLatin1();
    QTest::newRow("Macintosh") << declared("macintosh").toUtf8().replace("\xc3\xa9", "\x8e");
    QTest::newRow("XML 1.1") << QByteArray("<?xml version=\"1.1\"?>") + text.toUtf8();
    QTest::newRow("far down") << "<!-- " + QByteArray(5000, ' ') + " -->" + text.toUtf8();
    QTest::newRow("prefixed") << QByteArray(
        "<s:svg xmlns:s=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 20\"><s:script>x()"
        "</s:script><s:path d=\"M0 0\"/><s:text>\xc3\xa9</s:text></s:svg>");
  }

  /// Whatever the file is written in, what runs is found and the words stay.
  void drawingsInAnyEncoding() {
    QFETCH(QByteArray, content);
    Shelf shelf;
    const Made it = made(shelf, u"d.svg"_s, content);
    QCOMPARE(it.image->problem, Problem::Cleaned);
    QVERIFY2(it.original.contains("M0 0") && it.original.contains("\xc3\xa9"), it.original.constData());
    QVERIFY2(!it.original.contains("script"), it.original.constData());
    QXmlStreamReader reader(it.original);
    while (!reader.atEnd())
      reader.readNext();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
  }

  void unreadableDrawingsAreNotPublished_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("told");
    QTest::newRow("encoding") << "<?xml version=\"1.0\" encoding=\"x-nosuch\"?>" + drawing("<path/>")
                              << u"x-nosuch"_s;
    QTest::newRow("a page") << QByteArray("<html><svg><script>x()</script></svg></html>") << u"<html>"_s;
    QTest::newRow("no end") << QByteArray("<?xml version=\"1.0\"?><!-- ") << u"line 1"_s;
  }

  void unreadableDrawingsAreNotPublished() {
    QFETCH(QByteArray, content);
    QFETCH(QString, told);
    Shelf shelf;
    const MediaFile file = shelf.put(u"d.svg"_s, content);
    ImageVariants images(ImageVariants::Mode::Wait, shelf.cache());
    const auto image = images.of(file, shelf.source(file));
    QCOMPARE(image->problem, Problem::NotMade);
    const QString message = image->finding(file.path)->message;
    QVERIFY2(message.contains(told), qPrintable(message));
  }

  void harmlessDrawingsStay() {
    const QByteArray content = drawing(
        "<style>.a{fill:url(#g)}</style><defs><linearGradient id=\"g\"/></defs><use href=\"#g\"/>"
        "<a href=\"https://example.com\"><image href=\"data:image/png;base64,AA==\"/></a>");
    Shelf shelf;
    const Made it = made(shelf, u"d.svg"_s, content);
    QCOMPARE(it.image->problem, Problem::None);
    QCOMPARE(it.original, content);
    // Notes of drawing programs, which name the author's folders, go without a word.
    const Made noted = made(shelf, u"n.svg"_s,
                            drawing("<metadata>Jane</metadata><path d=\"M0 0\"/>",
                                    " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" "
                                    "inkscape:export-filename=\"Jane/x.png\""));
    QCOMPARE(noted.image->problem, Problem::None);
    QVERIFY2(!noted.original.toLower().contains("jane"), noted.original.constData());
  }

  void brokenDrawingKeepsItsReadablePart() {
    Shelf shelf;
    const Made it = made(shelf, u"d.svg"_s, drawing("<path d=\"M0 0\"/><b></c><script>x()</script>"));
    QCOMPARE(it.image->problem, Problem::Broken);
    QVERIFY(it.original.contains("M0 0"));
    QVERIFY(!it.original.contains("script"));
  }
};

QTEST_GUILESS_MAIN(tst_Drawings)
#include "tst_Drawings.moc"
