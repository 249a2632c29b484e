#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include "app/store/Repositories.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/MemorySink.h"
#include "exporters/recordings/RecordingMetadata.h"
#include "tests/support/Fixture.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::must;

namespace {

QByteArray big(quint32 number) {
  QByteArray bytes(4, '\0');
  qToBigEndian(number, bytes.data());
  return bytes;
}

QByteArray little(quint32 number) {
  QByteArray bytes(4, '\0');
  qToLittleEndian(number, bytes.data());
  return bytes;
}

QByteArray box(const QByteArray& name, const QByteArray& content) {
  return big(static_cast<quint32>(content.size()) + 8) + name + content;
}

QByteArray handler(const QByteArray& type) {
  return box("hdlr", big(0) + big(0) + type + QByteArray(12, '\0') + "SECRET camera" + QByteArray(1, '\0'));
}

/// A track whose one chunk of `sizes` lies at `place`.
QByteArray track(const QByteArray& type, quint32 place, const QList<quint32>& sizes) {
  QByteArray list;
  for (const quint32 size : sizes)
    list += big(size);
  const auto count = static_cast<quint32>(sizes.size());
  const QByteArray table = box("stsz", big(0) + big(0) + big(count) + list) +
                           box("stsc", big(0) + big(1) + big(1) + big(count) + big(1)) +
                           box("stco", big(0) + big(1) + big(place));
  return box("trak", box("mdia", handler(type) + box("minf", box("stbl", table))));
}

QByteArray mp4() {
  const QByteArray itunes =
      box("meta", big(0) + handler("mdir").replace("SECRET camera", "iTunes reader") +
                      box("ilst", box("\xa9nam", "KEPT title") + box("----", "SECRET no. 7")));
  const QByteArray keys = box(
      "meta", handler("mdta") + box("keys", "com.apple.quicktime.location.ISO6709") + box("ilst", "SECRET"));
  const QByteArray userData =
      box("udta", box("\xa9xyz", "SECRET+48.85+002.35/") + itunes + box("loci", "SECRET"));
  const QByteArray start = box("ftyp", "isomisom") + box("mdat", "KEPT pictures SECRET1SECRET22") +
                           box("free", "SECRET before") + box("uuid", QByteArray(16, 'u') + "SECRET xmp");
  const auto place = static_cast<quint32>(start.indexOf("SECRET1"));
  return start + box("moov", box("mvhd", QByteArray(100, '\1')) + userData + keys +
                                 track("vide", place - 14, {14}) + track("meta", place, {7, 8}));
}

QByteArray chunk(const QByteArray& name, const QByteArray& content) {
  return name + little(static_cast<quint32>(content.size())) + content + QByteArray(content.size() % 2, '\0');
}

QByteArray wave() {
  const QByteArray chunks =
      chunk("fmt ", QByteArray(16, '\1')) + chunk("bext", "SECRET recorder") +
      chunk("LIST", "INFO" + chunk("INAM", "KEPT title") + chunk("ISFT", "SECRET soft")) +
      chunk("iXML", "<SECRET/>") + chunk("data", "KEPT sound");
  return "RIFF" + little(static_cast<quint32>(chunks.size()) + 4) + "WAVE" + chunks;
}

QByteArray frame(const QByteArray& name, const QByteArray& content) {
  return name + big(static_cast<quint32>(content.size())) + QByteArray(2, '\0') + content;
}

QByteArray mp3() {
  const QByteArray frames = frame("PRIV", "SECRET one") + frame("TIT2", "KEPT title") +
                            frame("TXXX", "SECRET two") + frame("APIC", "KEPT cover") + QByteArray(20, '\0');
  return "ID3" + QByteArray("\3\0\0\0\0\0", 6) + QByteArray(1, static_cast<char>(frames.size())) + frames +
         "\xff\xfb KEPT sound";
}

QByteArray element(const QByteArray& id, const QByteArray& content) {
  return id + QByteArray(1, static_cast<char>(0x80 | content.size())) + content;
}

QByteArray webm() {
  return element("\x1a\x45\xdf\xa3", "webm") +
         element("\x18\x53\x80\x67", element("\x15\x49\xa9\x66", "KEPT info") +
                                         element("\x12\x54\xc3\x67", "SECRET place of recording") +
                                         element("\x1f\x43\xb6\x75", "KEPT pictures"));
}

QByteArray flac() {
  return "fLaC" + QByteArray("\0\0\0\4info", 8) + QByteArray("\2\0\0\6SECRET", 10) +
         QByteArray("\x84\0\0\4KEPT", 8) + "sound";
}

}  // namespace

class TestRecordingMetadata : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }

  void whatTellsOfPlaceAndDeviceGoes_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("kept");
    QTest::newRow("mp4") << mp4() << 2;
    QTest::newRow("wav") << wave() << 2;
    QTest::newRow("mp3") << mp3() << 3;
    QTest::newRow("webm") << webm() << 2;
    QTest::newRow("flac") << flac() << 1;
  }
  void whatTellsOfPlaceAndDeviceGoes() {
    QFETCH(QByteArray, content);
    QFETCH(int, kept);
    QVERIFY(content.contains("SECRET"));
    const QByteArray clean = cleaned(content);
    QCOMPARE(clean.size(), content.size());
    QVERIFY2(!clean.contains("SECRET"), clean.constData());
    QCOMPARE(clean.count("KEPT"), kept);
    // What is clean is left as it is.
    QCOMPARE(cleaned(clean), clean);
  }

  void whatCannotBeReadIsSaid() {
    const auto edits = [this](const QByteArray& content) {
      test::spill(dir_.filePath(u"in"_s), content);
      return must(recordingEdits(dir_.filePath(u"in"_s)));
    };
    QVERIFY(edits(mp4()).known && edits(mp4()).whole);
    QVERIFY(!edits("OggS and so on").known);
    QVERIFY(!edits("").known);
    QVERIFY(!edits(webm().chopped(3)).whole);
    QVERIFY(!edits(wave().chopped(3)).whole);
    QVERIFY(!edits(QByteArray(mp3()).replace(3, 1, "\2")).whole);
    // More boxes than any recording has.
    const QByteArray start = box("ftyp", "isomisom");
    QVERIFY(!edits(start + box("free", {}).repeated(1'000'000) + mp4()).whole);
  }

  /// A recording of many hours in fragments is read to its end.
  void longRecordingsAreClean() {
    const QByteArray start = box("ftyp", "isomisom");
    const QByteArray clean = cleaned(start + box("free", {}).repeated(200'000) +
                                     box("moov", box("udta", box("\xa9xyz", "SECRET"))));
    QVERIFY(!clean.contains("SECRET"));
  }

  /// Files that lie about themselves: no crash, no endless work, no byte more.
  void damagedFilesAreRead() {
    QRandomGenerator random(7);
    for (const QByteArray& whole : {mp4(), wave(), mp3(), webm(), flac()}) {
      for (int round = 0; round < 60; ++round) {
        QByteArray damaged = whole.left(random.bounded(1, static_cast<int>(whole.size()) + 1));
        for (int byte = 0; byte < 3; ++byte)
          damaged[random.bounded(static_cast<int>(damaged.size()))] = static_cast<char>(random.bounded(256));
        QCOMPARE(cleaned(damaged).size(), damaged.size());
      }
    }
  }

  void theSiteHoldsTheCleanFile() {
    const auto library = test::siteLibrary(dir_.filePath(u"a.offprint"_s));
    must(library->media().add(u"trip.mp4"_s, mp4()));
    must(library->media().add(u"talk.ogg"_s, "OggS as it is"));
    must(library->content().insert(
        test::published(u"Trip"_s, u"2026"_s,
                        u"::video{src=\"media/trip.mp4\" title=\"Trip\"}\n\n[talk](media/talk.ogg)\n"_s)));
    MemorySink sink;
    const BuildReport first = must(test::buildSite(*library, sink));
    const QByteArray published = sink.files().value(u"media/trip.mp4"_s);
    QCOMPARE(published, cleaned(mp4()));
    const auto told = [](const Finding& finding) {
      return finding.code == u"recording.not-cleaned"_s && finding.message.contains(u"talk.ogg"_s);
    };
    QVERIFY(std::any_of(first.findings.begin(), first.findings.end(), told));
    QCOMPARE(sink.files().value(u"media/talk.ogg"_s), QByteArray("OggS as it is"));
    QCOMPARE(must(test::buildSite(*library, sink)).written, 0);
  }

 private:
  QByteArray cleaned(const QByteArray& content) {
    const QString in = dir_.filePath(u"in"_s);
    const QString out = dir_.filePath(u"out"_s);
    test::spill(in, content);
    must(copyRecording(in, out, must(recordingEdits(in))));
    return test::slurp(out);
  }
  QTemporaryDir dir_;
};

QTEST_GUILESS_MAIN(TestRecordingMetadata)
#include "tst_RecordingMetadata.moc"
