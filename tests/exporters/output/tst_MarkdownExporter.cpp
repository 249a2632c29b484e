#include <QtTest>

#include "app/import/Importer.h"
#include "app/import/ItemFrontMatter.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "exporters/output/Exporter.h"
#include "tests/support/RandomItems.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using offprint::test::must;

namespace {

ExportReport exportTo(Library& library, const QString& out) {
  return must(findExporter(u"markdown"_s)->run(library, out, {}, Task()));
}

ImportReport importFrom(Library& library, const QString& source, bool dryRun = false) {
  const Importer* importer = must(chooseImporter(u"auto"_s, source));
  ImportOptions options;
  options.dryRun = dryRun;
  return must(importer->run(library, source, options, Task()));
}

QMap<QString, ContentItem> itemsByUuid(Library& library) {
  QMap<QString, ContentItem> items;
  for (const ContentId id : must(library.content().ids({}))) {
    ContentItem item = must(library.content().get(id));
    item.id = {};
    item.version = 0;
    items.insert(item.uuid, item);
  }
  return items;
}

QStringList differing(const ContentItem& a, const ContentItem& b) {
  QStringList names;
  const auto check = [&names](const char* name, bool same) {
    if (!same) names += QString::fromLatin1(name);
  };
  check("kind", a.kind == b.kind);
  check("title", a.title == b.title);
  check("slug", a.slug == b.slug);
  check("status", a.status == b.status);
  check("date", a.date == b.date);
  check("updated", a.updated == b.updated);
  check("publishAt", a.publishAt == b.publishAt);
  check("language", a.language == b.language);
  check("summary", a.summary == b.summary);
  check("body", a.body == b.body);
  check("authors", a.authors == b.authors);
  check("tags", a.tags == b.tags);
  check("topics", a.topics == b.topics);
  check("series", a.series == b.series && a.seriesPart == b.seriesPart);
  check("cover", a.cover == b.cover && a.coverAlt == b.coverAlt && a.pinned == b.pinned);
  check("aliases", a.aliases == b.aliases && a.permalink == b.permalink);
  check("fields", a.fields == b.fields);
  check("extra", a.extra == b.extra);
  check("created", a.created == b.created);
  check("modified", a.modified == b.modified);
  return names;
}

}  // namespace

class TestMarkdownExporter : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void frontMatterHoldsTheWholeItem();
  void numbersAreTheTextTheyWereTypedAs();
  void theLineAboveTheTextIsNoPartOfIt();
  void libraryComesBackWhole();
  void secondExportWritesNothing();
  void removesWhatIsGoneAndKeepsTheRest();
  void editedFilesStay();
  void aMissingMediaFileStopsNothing();
  void renamedMediaIsFollowed();
  void ownWordsStandAgainstAnImport();
  void refusesAForeignFolder();
  void importTwiceAddsNothing();
  void importLeavesWhatWasEditedHere();
  void trialWritesNothing();
  void refusesANewerForm();
};

void TestMarkdownExporter::numbersAreTheTextTheyWereTypedAs() {
  const auto kinds = must(KindCatalog::load(test::resources().path(u"kinds"_s)));
  const ItemFile read = readItemFile(
      "---\ntitle: 1984\nslug: 1234567890123456\ntags: [2000000000000000, true, 0.1]\n---\nText\n",
      u"article"_s, *kinds);
  QCOMPARE(read.item.title, u"1984"_s);
  QCOMPARE(read.item.slug, u"1234567890123456"_s);
  QCOMPARE(read.item.tags, QStringList({u"2000000000000000"_s, u"true"_s, u"0.1"_s}));
}

void TestMarkdownExporter::theLineAboveTheTextIsNoPartOfIt() {
  const auto kinds = must(KindCatalog::load(test::resources().path(u"kinds"_s)));
  const auto bodyOf = [&](const QByteArray& text) {
    return readItemFile("---\ntitle: T\n---\n" + text, u"article"_s, *kinds).item.body;
  };
  QCOMPARE(bodyOf("\nText\n"), u"Text\n"_s);
  QCOMPARE(bodyOf("Text\n"), u"Text\n"_s);
  QCOMPARE(bodyOf(""), QString());
  ContentItem item = test::article(u"T"_s);
  for (const QString& body : {QString(), u"Text"_s, u"\nText"_s, u"\n\n"_s}) {
    item.body = body;
    const QByteArray file = writeItemFile(item, kinds->find(item.kind));
    QVERIFY(body.isEmpty() || file.endsWith("---\n\n" + body.toUtf8()));
    QCOMPARE(readItemFile(file, u"page"_s, *kinds).item.body, body);
  }
}

/// Case 22 of text.md, as a property.
void TestMarkdownExporter::frontMatterHoldsTheWholeItem() {
  const auto kinds = must(KindCatalog::load(test::resources().path(u"kinds"_s)));
  test::RandomItems random(*kinds, 1);
  for (int i = 0; i < 400; ++i) {
    const ContentItem item = random.item();
    const QByteArray file = writeItemFile(item, kinds->find(item.kind));
    const ItemFile read = readItemFile(file, u"page"_s, *kinds);
    if (read.item != item || !read.findings.isEmpty()) {
      qWarning().noquote() << QString::fromUtf8(file);
      QFAIL(qPrintable(u"item %1 differs in %2"_s.arg(i).arg(differing(item, read.item).join(u' '))));
    }
  }
}

/// `import(export(library)) == library`.
void TestMarkdownExporter::libraryComesBackWhole() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  test::RandomItems random(*library->kinds(), 2);
  for (int i = 0; i < 60; ++i)
    must(library->content().insert(random.item()));
  MediaFile figure = must(library->media().add(u"fig 1 (39)&é.svg"_s,
                                               "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", u"post a"_s));
  figure.alt = u"A \"figure\""_s;
  must(library->media().update(figure));
  must(library->redirects().add({u"/gone/"_s, u"https://example.org/"_s, u"by hand"_s, library->now()}));
  Site site = must(library->site().get());
  site.title = u"Title: \"x\" 😀"_s;
  site.extra.insert(u"unknown"_s, 5);
  must(library->site().save(site));
  const ContentItem tagged = must(library->content().insert([] {
    ContentItem item = test::article(u"Tagged"_s);
    item.tags = {u"gpu"_s};
    return item;
  }()));
  must(library->collections().describe(CollectionRepository::Type::Tag, u"gpu"_s, u"All about GPUs"_s));

  const QString out = temporary.filePath(u"out"_s);
  exportTo(*library, out);
  const auto second = test::newLibrary(temporary.filePath(u"b.offprint"_s));
  const ImportReport report = importFrom(*second, out);
  QVERIFY(report.findings.isEmpty());
  const auto before = itemsByUuid(*library);
  const auto after = itemsByUuid(*second);
  QCOMPARE(after.keys(), before.keys());
  for (auto item = before.begin(); item != before.end(); ++item)
    QVERIFY2(
        after.value(item.key()) == *item,
        qPrintable(item->ref() + u" differs in "_s + differing(*item, after.value(item.key())).join(u' ')));
  QCOMPARE(must(second->site().get()), site);
  QCOMPARE(must(second->redirects().list()).first().to, u"https://example.org/"_s);
  const MediaFile back = must(second->media().find(figure.path));
  QCOMPARE(back.sha256, figure.sha256);
  QCOMPARE(back.alt, figure.alt);
  QCOMPARE(must(second->collections().list(CollectionRepository::Type::Tag)).size(),
           must(library->collections().list(CollectionRepository::Type::Tag)).size());
  for (const Collection& tag : must(second->collections().list(CollectionRepository::Type::Tag)))
    if (tag.name == u"gpu"_s) QCOMPARE(tag.description, u"All about GPUs"_s);
  // And once more: the same files.
  const QString again = temporary.filePath(u"again"_s);
  exportTo(*second, again);
  auto first = test::tree(out);
  auto repeated = test::tree(again);
  QCOMPARE(repeated.size(), first.size());
  for (auto file = first.begin(); file != first.end(); ++file)
    if (file.key().endsWith(u".md"_s))
      QVERIFY2(std::find(repeated.begin(), repeated.end(), *file) != repeated.end(), qPrintable(file.key()));
}

void TestMarkdownExporter::secondExportWritesNothing() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  test::RandomItems random(*library->kinds(), 3);
  for (int i = 0; i < 10; ++i)
    must(library->content().insert(random.item()));
  const QString out = temporary.filePath(u"out"_s);
  const ExportReport first = exportTo(*library, out);
  QCOMPARE(first.written, first.files);
  const ExportReport second = exportTo(*library, out);
  QCOMPARE(second.written, 0);
  QCOMPARE(second.unchanged, first.files);
}

void TestMarkdownExporter::removesWhatIsGoneAndKeepsTheRest() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  const ContentItem one = must(library->content().insert(test::article(u"One"_s)));
  must(library->content().insert(test::article(u"Two"_s)));
  const QString out = temporary.filePath(u"out"_s);
  exportTo(*library, out);
  test::spill(out + u"/article/mine.txt"_s, "mine");
  must(library->content().trash(one.id));
  QCOMPARE(exportTo(*library, out).removed, 1);
  QVERIFY(!QFile::exists(out + u"/article/one.md"_s));
  QVERIFY(QFile::exists(out + u"/article/two.md"_s));
  QCOMPARE(test::slurp(out + u"/article/mine.txt"_s), QByteArray("mine"));
}

void TestMarkdownExporter::editedFilesStay() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  ContentItem one = must(library->content().insert(test::article(u"One"_s)));
  const QString out = temporary.filePath(u"out"_s);
  exportTo(*library, out);
  const QString file = out + u"/article/one.md"_s;
  const QByteArray mine = test::slurp(file) + "\nBy hand.\n";
  test::spill(file, mine);
  one.body += u"\nIn the window.\n"_s;
  one = must(library->content().save(one));
  for (int time = 0; time < 2; ++time) {
    const ExportReport report = exportTo(*library, out);
    QCOMPARE(report.findings.size(), 1);
    QCOMPARE(report.findings.first().code, u"export.edited"_s);
    QCOMPARE(report.findings.first().file, u"article/one.md"_s);
    QCOMPARE(test::slurp(file), mine);
  }
  must(library->content().trash(one.id));
  QCOMPARE(exportTo(*library, out).findings.size(), 1);
  QCOMPARE(test::slurp(file), mine);
  QFile::remove(file);
  must(library->content().restore(one.id));
  QVERIFY(exportTo(*library, out).findings.isEmpty());
  QVERIFY(test::slurp(file).contains("In the window."));
}

void TestMarkdownExporter::aMissingMediaFileStopsNothing() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  must(library->content().insert(test::article(u"One"_s)));
  const MediaFile figure =
      must(library->media().add(u"f.svg"_s, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"));
  QVERIFY(QFile::remove(library->media().storedAt(figure)));
  const QString out = temporary.filePath(u"out"_s);
  const ExportReport report = exportTo(*library, out);
  QCOMPARE(report.findings.size(), 1);
  QCOMPARE(report.findings.first().code, u"media.missing"_s);
  QCOMPARE(report.findings.first().file, figure.path);
  QVERIFY(QFile::exists(out + u"/article/one.md"_s));
}

/// A file whose name is taken by another gets a new one, and everything that named it follows.
void TestMarkdownExporter::renamedMediaIsFollowed() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  const auto svg = [](int width) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + QByteArray::number(width) + "\"/>";
  };
  const MediaFile a = must(library->media().add(u"a.svg"_s, svg(1)));
  const MediaFile second = must(library->media().add(u"a-2.svg"_s, svg(2)));
  ContentItem talk;
  talk.kind = u"talk"_s;
  talk.title = u"Talk"_s;
  talk.body = u"![](%1) ![](%2) `%1`\n"_s.arg(a.path, second.path);
  talk.fields.insert(u"slides"_s, a.path);
  talk.cover = second.path;
  must(library->content().insert(talk));
  const QString out = temporary.filePath(u"out"_s);
  exportTo(*library, out);
  const auto other = test::newLibrary(temporary.filePath(u"b.offprint"_s));
  must(other->media().add(u"a.svg"_s, svg(3)));
  importFrom(*other, out);
  const ContentItem taken = must(other->content().find(u"talk/talk"_s));
  QHash<QString, QString> paths;  // by content
  for (const MediaFile& file : must(other->media().list()))
    paths.insert(file.sha256, file.path);
  QVERIFY(paths.value(a.sha256) != a.path);
  QCOMPARE(taken.fields.value(u"slides"_s).toString(), paths.value(a.sha256));
  QCOMPARE(taken.cover, paths.value(second.sha256));
  QCOMPARE(taken.body,
           u"![](%1) ![](%2) `%3`\n"_s.arg(paths.value(a.sha256), paths.value(second.sha256), a.path));
}

void TestMarkdownExporter::ownWordsStandAgainstAnImport() {
  QTemporaryDir temporary;
  using Type = CollectionRepository::Type;
  const auto withTag = [&](const QString& name, const QString& words) {
    auto library = test::newLibrary(temporary.filePath(name));
    ContentItem item = test::article(name.section(u'.', 0, 0));
    item.tags = {u"gpu"_s};
    must(library->content().insert(item));
    if (!words.isEmpty()) must(library->collections().describe(Type::Tag, u"gpu"_s, words));
    MediaFile file = must(library->media().add(u"a.svg"_s, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"));
    file.alt = words;
    must(library->media().update(file));
    return library;
  };
  const auto theirs = withTag(u"Theirs.offprint"_s, u"THEIRS"_s);
  const QString out = temporary.filePath(u"out"_s);
  exportTo(*theirs, out);
  for (const QString& words : {u"MINE"_s, QString()}) {
    const auto mine = withTag(u"Mine%1.offprint"_s.arg(words.size()), words);
    importFrom(*mine, out);
    const QString expected = words.isEmpty() ? u"THEIRS"_s : words;
    QCOMPARE(must(mine->collections().list(Type::Tag)).first().description, expected);
    QCOMPARE(must(mine->media().list()).first().alt, expected);
  }
}

void TestMarkdownExporter::refusesAForeignFolder() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  const QString out = temporary.filePath(u"out"_s);
  test::spill(out + u"/thesis.tex"_s, "mine");
  const auto report = findExporter(u"markdown"_s)->run(*library, out, {}, Task());
  QCOMPARE(test::codeOf(report), ErrorCode::Conflict);
  QCOMPARE(test::tree(out).keys(), QStringList{u"thesis.tex"_s});
}

void TestMarkdownExporter::importTwiceAddsNothing() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  test::RandomItems random(*library->kinds(), 4);
  for (int i = 0; i < 30; ++i)
    must(library->content().insert(random.item()));
  exportTo(*library, temporary.filePath(u"out"_s));
  const auto second = test::newLibrary(temporary.filePath(u"b.offprint"_s));
  const ImportReport first = importFrom(*second, temporary.filePath(u"out"_s));
  const auto before = itemsByUuid(*second);
  const ImportReport repeated = importFrom(*second, temporary.filePath(u"out"_s));
  QCOMPARE(repeated.counts, first.counts);
  for (const ImportedItem& item : repeated.items)
    QCOMPARE(item.outcome, ImportedItem::Outcome::Unchanged);
  QCOMPARE(itemsByUuid(*second), before);
}

void TestMarkdownExporter::importLeavesWhatWasEditedHere() {
  QTemporaryDir temporary;
  const QString out = temporary.filePath(u"out"_s);
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  const ContentItem one = must(library->content().insert(test::article(u"One"_s, u"first\n"_s)));
  const ContentItem two = must(library->content().insert(test::article(u"Two"_s, u"first\n"_s)));
  exportTo(*library, out);
  const auto second = test::newLibrary(temporary.filePath(u"b.offprint"_s));
  importFrom(*second, out);
  ContentItem edited = must(second->content().find(two.uuid));
  edited.body = u"edited here\n"_s;
  must(second->content().save(edited));
  for (ContentItem item : {one, two}) {
    item.body = u"changed there\n"_s;
    must(library->content().save(item));
  }
  exportTo(*library, out);
  const ImportReport report = importFrom(*second, out);
  QCOMPARE(report.items.at(0).outcome, ImportedItem::Outcome::Changed);
  QCOMPARE(report.items.at(1).outcome, ImportedItem::Outcome::Left);
  QCOMPARE(report.items.at(1).findings.first().code, u"import.kept"_s);
  QCOMPARE(must(second->content().find(one.uuid)).body, u"changed there\n"_s);
  QCOMPARE(must(second->content().find(two.uuid)).body, u"edited here\n"_s);
}

void TestMarkdownExporter::trialWritesNothing() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  must(library->content().insert(test::article(u"One"_s)));
  exportTo(*library, temporary.filePath(u"out"_s));
  const auto second = test::newLibrary(temporary.filePath(u"b.offprint"_s));
  const ImportReport report = importFrom(*second, temporary.filePath(u"out"_s), true);
  QCOMPARE(report.items.first().outcome, ImportedItem::Outcome::Taken);
  QCOMPARE(must(second->content().counts()).all, 0);
}

void TestMarkdownExporter::refusesANewerForm() {
  QTemporaryDir temporary;
  const auto library = test::newLibrary(temporary.filePath(u"a.offprint"_s));
  const QString folder = temporary.filePath(u"out"_s);
  test::spill(folder + u"/article/one.md"_s, "---\ntitle: One\n---\n");
  for (const char* marker : {R"({"format": 99})", R"({"format": "offprint-markdown", "version": 2})"}) {
    test::spill(folder + u"/offprint.json"_s, marker);
    const Importer* importer = must(chooseImporter(u"auto"_s, folder));
    const auto refused = importer->run(*library, folder, {}, {});
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, ErrorCode::VersionTooNew);
    QCOMPARE(must(library->content().counts()).all, 0);
  }
}

QTEST_GUILESS_MAIN(TestMarkdownExporter)
#include "tst_MarkdownExporter.moc"
