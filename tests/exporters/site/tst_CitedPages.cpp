#include <QEventLoop>
#include <QGuiApplication>
#include <QtTest>
#include <thread>

#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/MemorySink.h"
#include "exporters/site/SiteCitations.h"
#include "exporters/typeset/Typesetter.h"
#include "tests/support/SiteLibrary.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

/// Exports of a whole site whose texts cite works, with the real engine.
class TestCitedPages : public QObject {
  Q_OBJECT

  std::unique_ptr<Typesetter> typesetter_;
  QTemporaryDir folder_;
  std::unique_ptr<Library> library_;
  QMap<QString, ContentId> ids_;

  void add(ContentItem item, const QString& kind, const QJsonObject& fields = {}) {
    item.kind = kind;
    for (auto field = fields.begin(); field != fields.end(); ++field)
      item.fields.insert(field.key(), field.value());
    item = must(library_->content().insert(item));
    ids_.insert(item.slug, item.id);
  }

  /// As the program does it: pages are composed beside the thread that draws.
  BuildReport build(OutputSink& sink) {
    const auto snapshot = must(SiteSnapshot::of(*library_));
    const auto theme =
        must(Theme::load(snapshot->site.theme, snapshot->libraryThemes, snapshot->builtInThemes));
    QHash<ContentId, ContentItem> items;
    for (const ContentId id : std::as_const(ids_))
      items.insert(id, must(library_->content().get(id)));
    std::optional<Result<BuildReport>> report;
    QEventLoop loop;
    std::thread worker([&] {
      report = SiteBuilder(
                   snapshot, theme, [&](ContentId id) { return Result<ContentItem>(items.value(id)); },
                   typesetter_.get())
                   .build(sink);
      QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
    });
    loop.exec();
    worker.join();
    return must(*report);
  }

 private Q_SLOTS:
  void initTestCase() {
    MarkdownEngine::initialize();
    typesetter_ = std::make_unique<Typesetter>(test::resources(), QString());
    library_ = test::newLibrary(folder_.filePath(u"a.offprint"_s));
    Site site = must(library_->site().get());
    site.baseUrl = u"https://example.org/"_s;
    must(library_->site().save(site));
    add(test::published(u"Cited"_s, u"2020-01-01"_s, {}), u"publication"_s,
        {{u"type"_s, u"article"_s},
         {u"citationKey"_s, u"cited2020"_s},
         {u"venue"_s, u"Journal of Things"_s}});
    add(test::published(u"Other"_s, u"2019-01-01"_s, {}), u"publication"_s,
        {{u"type"_s, u"article"_s}, {u"citationKey"_s, u"other2019"_s}, {u"venue"_s, u"Annals"_s}});
    add(test::published(u"Citing"_s, u"2025-03-01"_s, u"As in [@cited2020].\n"_s), u"article"_s);
    add(test::published(u"Elsewhere"_s, u"2025-02-01"_s, u"As in [@other2019].\n"_s), u"article"_s);
  }
  void cleanupTestCase() {
    typesetter_->stop();
    typesetter_.reset();
  }

  void anEditedWorkMakesItsCitingPagesAgain() {
    MemorySink sink;
    build(sink);
    const auto before = sink.files();
    const QString citing = u"articles/citing/index.html"_s;
    QVERIFY(before.value(citing).contains("Journal of Things"));
    ContentItem work = must(library_->content().get(ids_.value(u"cited"_s)));
    work.fields.insert(u"venue"_s, u"Journal of Better Things"_s);
    must(library_->content().save(work));
    const BuildReport report = build(sink);
    QStringList changed;
    const auto after = sink.files();
    for (auto file = after.begin(); file != after.end(); ++file)
      if (before.value(file.key()) != *file) changed << file.key();
    QVERIFY2(changed.contains(citing), qPrintable(changed.join(u' ')));
    QVERIFY(after.value(citing).contains("Journal of Better Things"));
    QVERIFY(!changed.contains(u"articles/elsewhere/index.html"_s));
    // Feeds hold the whole text, with its references.
    int feeds = 0;
    for (auto file = after.begin(); file != after.end(); ++file) {
      if (!before.value(file.key()).contains("Journal of Things") || file.key().endsWith(".html"_L1))
        continue;
      QVERIFY2(!file->contains("Journal of Things"), qPrintable(file.key()));
      feeds += file->contains("Journal of Better Things");
    }
    QVERIFY(feeds > 0);
    QVERIFY(report.unchanged > report.written);
    // Nothing is left over: a build from nothing says the same.
    MemorySink cold;
    build(cold);
    QCOMPARE(test::withoutMarker(after), test::withoutMarker(cold.files()));
  }

  /// Others who are not named are "et al." in every style, whatever joins the names before.
  void othersAreEtAl_data() {
    QTest::addColumn<QString>("style");
    QTest::addColumn<int>("authors");
    QTest::addColumn<QString>("inText");
    QTest::addColumn<QString>("entry");
    QTest::newRow("APA, one name") << u"apa"_s << 1 << u"(Berg et al., 2018)"_s
                                   << u"Berg, A. et al. (2018)."_s;
    QTest::newRow("APA, two names") << u"apa"_s << 2 << u"(Berg et al., 2018)"_s
                                    << u"Berg, A., Graf, B. et al. (2018)."_s;
    QTest::newRow("IEEE") << u"ieee"_s << 2 << u"[1]"_s << u"A. Berg, B. Graf et al., “Many,”"_s;
  }
  void othersAreEtAl() {
    QFETCH(QString, style);
    QFETCH(int, authors);
    QFETCH(QString, inText);
    QFETCH(QString, entry);
    Site site = must(library_->site().get());
    site.citationStyle = style;
    must(library_->site().save(site));
    ContentItem work = test::published(u"Many"_s, u"2018-01-01"_s, {});
    work.slug = u"many-%1-%2"_s.arg(style).arg(authors);
    work.authors = People{Person::parse(u"Berg, Ada"_s), Person::parse(u"Graf, Bo"_s)}.mid(0, authors);
    const QString key = u"many%1%2"_s.arg(style).arg(authors);
    add(work, u"publication"_s,
        {{u"type"_s, u"article"_s}, {u"citationKey"_s, key}, {u"moreAuthors"_s, true}});
    const auto snapshot = must(SiteSnapshot::of(*library_));
    FormattedWork formatted;
    QEventLoop loop;
    std::thread worker([&] {
      formatted = formattedWork(*snapshot, key, u"en"_s, Typesetting{typesetter_.get(), -1, {}});
      QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
    });
    loop.exec();
    worker.join();
    static const QRegularExpression tags(u"<[^>]*>"_s);
    QCOMPARE(formatted.inText.remove(tags), inText);
    const QString plain = QString(formatted.entry).remove(tags).simplified();
    QVERIFY2(plain.contains(entry), qPrintable(plain));
  }
};

int main(int argc, char** argv) {
  Typesetter::prepareProcess();
  QGuiApplication application(argc, argv);
  TestCitedPages test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_CitedPages.moc"
