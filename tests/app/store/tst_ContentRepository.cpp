#include <QtTest>

#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

ContentItem article(const QString& title, const QString& body = {}) {
  ContentItem item;
  item.kind = u"article"_s;
  item.title = title;
  item.body = body;
  return item;
}

}  // namespace

class TestContentRepository : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  int number_ = 0;

  ContentItem insert(const ContentItem& item) {
    auto stored = library_->content().insert(item);
    if (!stored) qFatal("%s", qPrintable(stored.error().message + stored.error().detail));
    return *stored;
  }
  ErrorCode saveError(const ContentItem& item) {
    const auto saved = library_->content().save(item);
    return saved ? ErrorCode::Internal : saved.error().code;
  }
  QStringList titles(const ContentQuery& query) {
    QStringList list;
    auto rows = library_->content().list(query);
    if (!rows) qFatal("%s", qPrintable(rows.error().detail));
    for (const ItemSummary& row : *rows)
      list.append(row.title);
    return list;
  }

 private Q_SLOTS:
  void init() {
    auto made =
        Library::create(dir_.filePath(u"L%1.offprint"_s.arg(++number_)), test::resources(), test::clock());
    if (!made) qFatal("%s", qPrintable(made.error().message + made.error().detail));
    library_ = std::move(*made);
  }

  void keepsEveryValue() {
    ContentItem item = article(u"A *title* with $x$"_s, u"One\ntwo 😀\n"_s);
    item.date = Date::lenient(u"2026-01"_s);
    item.updated = Date::lenient(u"2026-03-04T20:50:00-07:00"_s);
    item.status = Status::Scheduled;
    item.publishAt = QDateTime(QDate(2026, 4, 1), QTime(9, 0, 0, 12), Qt::UTC);
    item.language = u"sv"_s;
    item.summary = u"In short"_s;
    item.authors = {Person::parse(u"Sample Author"_s)};
    item.tags = {u"ML"_s, u"ml"_s, u"a b"_s, u"a-b"_s};
    item.topics = {u"Learning/Deep"_s};
    item.series = u"Notes"_s;
    item.seriesPart = 2;
    item.pinned = true;
    item.cover = u"media/x.png"_s;
    item.coverAlt = u"An x"_s;
    item.aliases = {u"/old/"_s};
    item.permalink = u"/own/"_s;
    item.fields = {{u"venue"_s, u"A"_s}, {u"n"_s, 3}};
    item.extra = {{u"layout"_s, u"post"_s}};
    const ContentItem stored = insert(item);
    QCOMPARE(stored.version, 1);
    QVERIFY(stored.id.valid());
    QVERIFY(!stored.uuid.isEmpty());
    item.id = stored.id;
    item.uuid = stored.uuid;
    item.slug = stored.slug;
    item.version = 1;
    item.created = item.modified = test::clock()();
    QCOMPARE(stored, item);
    QCOMPARE(*library_->content().get(stored.id), item);
  }

  void savesOptimistically() {
    const ContentItem first = insert(article(u"One"_s));
    ContentItem ours = first;
    ours.body = u"ours"_s;
    auto saved = library_->content().save(ours);
    QVERIFY(saved.has_value());
    QCOMPARE(saved->version, 2);
    ContentItem theirs = first;
    theirs.body = u"theirs"_s;
    QCOMPARE(saveError(theirs), ErrorCode::Conflict);
    QCOMPARE(library_->content().get(first.id)->body, u"ours"_s);
    QCOMPARE(library_->content().save(*saved)->version, 2);
    ContentItem gone = first;
    gone.id = {99};
    QCOMPARE(saveError(gone), ErrorCode::NotFound);
  }

  void addressesDiffer() {
    const ContentItem a = insert(article(u"Same"_s));
    const ContentItem b = insert(article(u"Same"_s));
    QCOMPARE(a.slug, u"same"_s);
    QCOMPARE(b.slug, u"same-2"_s);
    ContentItem c = article(u"Other"_s);
    c.slug = u"same"_s;
    auto refused = library_->content().insert(c);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Conflict);
    QVERIFY2(refused.error().message.contains(u"Same"_s) && refused.error().message.contains(u"Other"_s),
             qPrintable(refused.error().message));
    c.kind = u"news"_s;
    QVERIFY(library_->content().insert(c).has_value());
    ContentItem moved = b;
    moved.slug = u"same"_s;
    QCOMPARE(saveError(moved), ErrorCode::Conflict);
    ContentItem again = article(u"x"_s);
    again.uuid = a.uuid;
    QCOMPARE(library_->content().insert(again).error().code, ErrorCode::Conflict);
  }

  void findsByEveryName() {
    ContentItem item = article(u"Paper"_s);
    item.kind = u"publication"_s;
    item.fields = {{u"citationKey"_s, u"author2026paper"_s}};
    const ContentItem stored = insert(item);
    for (const QString& name :
         {QString::number(stored.id.value), stored.uuid, u"publication/paper"_s, u"author2026paper"_s}) {
      auto found = library_->content().find(name);
      QVERIFY2(found.has_value(), qPrintable(name));
      QCOMPARE(found->id, stored.id);
    }
    // Keys that look like another name.
    for (const QString& key : {u"DBLP:conf/iclr/Raghu20"_s, u"10.1145/335.338"_s, u"20209999"_s}) {
      ContentItem other = article(key);
      other.kind = u"publication"_s;
      other.fields = {{u"citationKey"_s, key}};
      const ContentId id = insert(other).id;
      QCOMPARE(library_->content().find(key)->id, id);
    }
    for (const QString& name : {u"7777"_s, u"publication/x"_s, u""_s, u"nobody"_s, u"/"_s})
      QCOMPARE(library_->content().find(name).error().code, ErrorCode::NotFound);
  }

  void trashKeepsAndGivesBack() {
    const ContentItem a = insert(article(u"Same"_s));
    QVERIFY(library_->content().trash(a.id).has_value());
    QVERIFY(titles({}).isEmpty());
    ContentQuery bin;
    bin.trash = ContentQuery::Bin::Only;
    QCOMPARE(titles(bin), QStringList{u"Same"_s});
    QCOMPARE(library_->content().counts()->trashed, 1);
    const ContentItem b = insert(article(u"Same"_s));
    QCOMPARE(b.slug, u"same"_s);
    auto back = library_->content().restore(a.id);
    QVERIFY(back.has_value());
    QCOMPARE(back->slug, u"same-2"_s);
    QVERIFY(!back->trashed.isValid());
    QVERIFY(library_->content().trash(a.id).has_value());
    const QDateTime now = test::clock()();
    QCOMPARE(*library_->content().eraseTrashedBefore(now), 0);
    QCOMPARE(*library_->content().eraseTrashedBefore(now.addSecs(1)), 1);
    QCOMPARE(library_->content().get(a.id).error().code, ErrorCode::NotFound);
    QVERIFY(library_->content().erase(b.id).has_value());
    QVERIFY(library_->content().search(u"same"_s, {}, 10)->isEmpty());
  }

  void listsByEveryCondition() {
    ContentItem a = article(u"Äpfel"_s, u"one two three"_s);
    a.tags = {u"Fruit"_s};
    a.topics = {u"Food/Trees"_s};
    a.date = Date::day(2026, 1, 5);
    ContentItem b = article(u"birnen"_s, u"one"_s);
    b.topics = {u"Food"_s};
    b.series = u"Notes"_s;
    b.status = Status::Published;
    b.date = Date::month(2026, 2);
    b.pinned = true;
    ContentItem c = article(u"Cider"_s);
    c.kind = u"news"_s;
    c.topics = {u"Foodless"_s};
    c.summary = u"Made of ÄPFEL"_s;
    c.date = Date::year(2025);
    insert(a);
    insert(b);
    insert(c);
    const auto with = [&](auto change) {
      ContentQuery query;
      query.sort = ContentQuery::Sort::Title;
      query.ascending = true;
      change(query);
      return titles(query);
    };
    const QString A = a.title, B = b.title, C = c.title;
    QCOMPARE(with([](auto&) {}), (QStringList{A, B, C}));
    QCOMPARE(with([](auto& q) { q.kinds = {u"news"_s}; }), QStringList{C});
    QCOMPARE(with([](auto& q) {
               q.kinds = {u"news"_s, u"article"_s};
               q.statuses = {Status::Draft};
             }),
             (QStringList{A, C}));
    QCOMPARE(with([](auto& q) { q.topic = u"Food"_s; }), (QStringList{A, B}));
    QCOMPARE(with([](auto& q) { q.topic = u"Food/Trees"_s; }), QStringList{A});
    QCOMPARE(with([](auto& q) { q.tag = u"Fruit"_s; }), QStringList{A});
    QCOMPARE(with([](auto& q) { q.series = u"Notes"_s; }), QStringList{B});
    QCOMPARE(with([](auto& q) { q.text = u"äpfel"_s; }), (QStringList{A, C}));
    QCOMPARE(with([](auto& q) { q.text = u"frui"_s; }), QStringList{A});
    QCOMPARE(with([](auto& q) { q.text = u"%"_s; }), QStringList{});
    QCOMPARE(with([](auto& q) { q.pinned = true; }), QStringList{B});
    QCOMPARE(with([](auto& q) { q.pinned = false; }), (QStringList{A, C}));
    QCOMPARE(with([](auto& q) { q.sort = ContentQuery::Sort::Date; }), (QStringList{C, A, B}));
    QCOMPARE(with([](auto& q) {
               q.sort = ContentQuery::Sort::Words;
               q.ascending = false;
             }),
             (QStringList{A, B, C}));
    QCOMPARE(with([](auto& q) { q.sort = ContentQuery::Sort::State; }), (QStringList{A, C, B}));
    QCOMPARE(with([](auto& q) {
               q.offset = 1;
               q.limit = 1;
             }),
             QStringList{B});
    QCOMPARE(with([](auto& q) { q.offset = 2; }), QStringList{C});
    QCOMPARE(with([](auto& q) { q.fullText = u"one"_s; }), (QStringList{A, B}));
    auto ids = library_->content().ids({});
    auto rows = library_->content().summaries({ids->at(2), ContentId{999}, ids->at(0)});
    QCOMPARE(rows->size(), 2);
    QCOMPARE(rows->at(0).id, ids->at(2));
    const auto counts = library_->content().counts();
    QCOMPARE(counts->all, 3);
    QCOMPARE(counts->byKind.value(u"article"_s), 2);
    QCOMPARE(counts->byStatus.value(Status::Published), 1);
  }

  void searches_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("found");
    QTest::newRow("title") << u"optimal"_s << true;
    QTest::newRow("prefix") << u"optim"_s << true;
    QTest::newRow("body") << u"gradient"_s << true;
    QTest::newRow("two words anywhere") << u"gradient optimal"_s << true;
    QTest::newRow("one of two missing") << u"gradient absent"_s << false;
    QTest::newRow("phrase") << u"\"steepest gradient\""_s << true;
    QTest::newRow("phrase in another order") << u"\"gradient steepest\""_s << false;
    QTest::newRow("without diacritics") << u"uber"_s << true;
    QTest::newRow("decomposed") << u"u\u0308ber"_s << true;
    QTest::newRow("tag") << u"transport"_s << true;
    QTest::newRow("field") << u"rotterdam"_s << true;
    QTest::newRow("author") << u"sample"_s << true;
    QTest::newRow("Chinese two characters") << u"机器"_s << true;
    QTest::newRow("Chinese inside a run") << u"器学"_s << true;
    QTest::newRow("Chinese in another order") << u"学器"_s << false;
    QTest::newRow("Japanese") << u"テスト"_s << true;
    QTest::newRow("operator words") << u"gradient AND OR NOT"_s << false;
    QTest::newRow("open quote") << u"\"steepest"_s << true;
    QTest::newRow("syntax") << u"gradient ) ( * ^ : - +"_s << true;
    QTest::newRow("column syntax") << u"title:optimal"_s << false;
    QTest::newRow("minus") << u"-gradient"_s << true;
    QTest::newRow("only signs") << u"\"\" * ;)"_s << false;
    QTest::newRow("NUL") << QString(u"gradient"_s + QChar(0)) << true;
  }
  void searches() {
    QFETCH(QString, typed);
    QFETCH(bool, found);
    ContentItem item = article(u"Optimal transport"_s, u"The steepest gradient. Über 机器学习 and テスト."_s);
    item.tags = {u"transport"_s};
    item.fields = {{u"place"_s, QJsonObject{{u"city"_s, u"Rotterdam"_s}}}};
    item.authors = {Person::parse(u"Sample Author"_s)};
    insert(item);
    const auto hits = library_->content().search(typed, {}, 10);
    QVERIFY2(hits.has_value(), hits ? "" : qPrintable(hits.error().detail));
    QCOMPARE(!hits->isEmpty(), found);
    ContentQuery query;
    query.fullText = typed;
    QCOMPARE(titles(query).isEmpty(), !found);
  }

  void snippetsMarkTheMatch() {
    insert(article(u"T"_s, u"A text about 机器学习 in\nsome lines"_s));
    const auto hits = library_->content().search(u"器学"_s, {}, 10);
    QCOMPARE(hits->size(), 1);
    const QString snippet = hits->first().snippet;
    QVERIFY2(snippet.contains(u"机‹器学›习 in some"_s), qPrintable(snippet));
  }

  void firstHitsHaveSnippetsAndFurtherOnesOnDemand() {
    for (int i = 0; i < 30; ++i)
      insert(article(u"Item %1"_s.arg(i), u"about kernels %1"_s.arg(i)));
    const auto hits = library_->content().search(u"kern"_s, {}, 100);
    QCOMPARE(hits->size(), 30);
    QList<ContentId> rest;
    for (const SearchHit& hit : *hits)
      if (hit.snippet.isEmpty()) rest.append(hit.id);
    QCOMPARE(rest.size(), 30 - ContentRepository::snippetsAtOnce);
    QVERIFY(!hits->first().snippet.isEmpty());
    const auto further = library_->content().snippets(u"kern"_s, rest);
    QCOMPARE(further->size(), rest.size());
    for (const QString& snippet : *further)
      QVERIFY(snippet.contains(u"‹kernels›"_s));
  }

  void oneCharacterIsAWordAndNoBeginning() {
    insert(article(u"C"_s, u"the language C"_s));
    insert(article(u"Kernels"_s, u"code"_s));
    QCOMPARE(library_->content().search(u"c"_s, {}, 10)->size(), 1);
    QCOMPARE(library_->content().search(u"co"_s, {}, 10)->size(), 1);
  }

  void snippetsAreOfTheTextWhereItMatches() {
    ContentItem item = article(u"Kernels"_s, u"What a scheduler does with kernels.\n"_s);
    item.slug = u"kernels-and-more"_s;
    insert(item);
    const auto hits = library_->content().search(u"kernels"_s, {}, 10);
    QCOMPARE(hits->size(), 1);
    QCOMPARE(hits->first().snippet, u"What a scheduler does with ‹kernels›."_s);
    // Where a link leads is not read.
    item = article(u"About warps"_s, u"See [[concept/warps|part two]] and [more](/warps/).\n"_s);
    item.summary = u"All of warps."_s;
    insert(item);
    const auto linked = library_->content().search(u"warps"_s, {}, 10);
    QVERIFY2(!linked->first().snippet.contains(u"part two"_s), qPrintable(linked->first().snippet));
  }

  void snippetsArePlain_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const char* body, const char* word, const char* shown) {
      QTest::newRow(name) << QString::fromUtf8(body) << QString::fromUtf8(word) << QString::fromUtf8(shown);
    };
    row("emphasis", "A **bold kernel** and `code`", "kernel", "A bold ‹kernel› and code");
    row("link", "See [the kernel](https://example.org/a) there", "kernel", "See the ‹kernel› there");
    row("formula", "So $x_{ij} \\le \\beta$ holds for the kernel", "kernel",
        "So x_ij ≤ β holds for the ‹kernel›");
    row("in a formula", "So $\\beta \\le 1$ holds", "beta", "So ‹β› ≤ 1 holds");
    row("heading", "## The kernel\n\nText", "kernel", "The ‹kernel› Text");
    row("list", "- one\n- the kernel\n", "kernel", "one the ‹kernel›");
    row("table", "| a | b |\n|---|---|\n| kernel | d |", "kernel", "a b ‹kernel› d");
    row("price", "It costs $5 per kernel", "kernel", "It costs $5 per ‹kernel›");
  }
  void snippetsArePlain() {
    QFETCH(QString, body);
    QFETCH(QString, word);
    insert(article(u"T"_s, body));
    const auto hits = library_->content().search(word, {}, 10);
    QCOMPARE(hits->size(), 1);
    QTEST(hits->first().snippet, "shown");
  }

  // Where the cut of a snippet lies within a formula, a link or an emphasis, nothing of their marks is left.
  void cutSnippetsArePlain() {
    QString body;
    for (int n = 0; n < 40; ++n)
      body += u"**bold%1** [link%1](https://example.org/%1) $\\alpha_{%1} x$ `code%1` "_s.arg(n);
    insert(article(u"T"_s, body));
    for (int n = 0; n < 40; ++n) {
      for (const QString& word : {u"bold"_s, u"link"_s, u"code"_s}) {
        const auto hits = library_->content().search(word + QString::number(n), {}, 10);
        QCOMPARE(hits->size(), 1);
        const QString snippet = hits->first().snippet;
        QVERIFY2(snippet.contains(u'\u2039' + word), qPrintable(snippet));
        for (const QString& mark : {u"**"_s, u"`"_s, u"]("_s, u"["_s, u"$"_s, u"\\alpha"_s})
          QVERIFY2(!snippet.contains(mark), qPrintable(snippet));
      }
    }
  }

  void searchFollowsTheItem() {
    ContentItem item = insert(article(u"Alpha"_s, u"beta"_s));
    item.body = u"gamma"_s;
    item = *library_->content().save(item);
    QVERIFY(library_->content().search(u"beta"_s, {}, 10)->isEmpty());
    QCOMPARE(library_->content().search(u"gamma"_s, {}, 10)->size(), 1);
    QVERIFY(library_->content().trash(item.id).has_value());
    QVERIFY(library_->content().search(u"gamma"_s, {}, 10)->isEmpty());
  }

  void whereAnEntryStoodIsNotSearched() {
    ContentItem work = article(u"Alpha"_s);
    work.kind = u"publication"_s;
    work.fields = {{u"bibtexOrigin"_s, u"{\"before\": \"zeppelin\"}"_s},
                   {u"bibtex"_s, u"@misc{a, note={balloon}}"_s}};
    insert(work);
    QVERIFY(library_->content().search(u"zeppelin"_s, {}, 10)->isEmpty());
    QCOMPARE(library_->content().search(u"balloon"_s, {}, 10)->size(), 1);
  }

  void aRenamedPublicItemRedirects() {
    ContentItem item = article(u"Old"_s);
    item.status = Status::Published;
    item = insert(item);
    const QString old = *library_->content().addressOf(item);
    QVERIFY(!old.isEmpty());
    item.slug = u"new"_s;
    item = *library_->content().save(item);
    const QString now = *library_->content().addressOf(item);
    auto redirects = library_->redirects().list();
    QCOMPARE(redirects->size(), 1);
    QCOMPARE(redirects->first().from, old);
    QCOMPARE(redirects->first().to, now);
    item.slug = u"newest"_s;
    item = *library_->content().save(item);
    redirects = library_->redirects().list();
    QCOMPARE(redirects->size(), 2);
    for (const Redirect& redirect : *redirects)
      QCOMPARE(redirect.to, *library_->content().addressOf(item));
    item.slug = u"old"_s;
    item = *library_->content().save(item);
    redirects = library_->redirects().list();
    for (const Redirect& redirect : *redirects)
      QVERIFY(redirect.from != old);
    ContentItem draft = insert(article(u"Draft"_s));
    const auto before = library_->redirects().list()->size();
    draft.slug = u"renamed"_s;
    QVERIFY(library_->content().save(draft).has_value());
    QCOMPARE(library_->redirects().list()->size(), before);
  }

  void linksFollowARename() {
    const ContentItem target = insert(article(u"Old"_s));
    const QString old = *library_->content().addressOf(target);
    ContentItem from =
        article(u"From"_s,
                u"[[old]] and [[article/old#part|label]] and [text](%1?q#x) and [ref]\n\n[ref]: %1\n\n"
                "`[[old]]`\n\n```\n[[old]]\n```\n\n[[older]] [[news/old]] [o](%1x/)\n"_s.arg(old));
    from.fields = {{u"related"_s, QJsonArray{u"article/old"_s, u"article/other"_s}}};
    from = insert(from);
    Site site = *library_->site().get();
    site.navigation = {{u"N"_s, u"article:old"_s}, {u"M"_s, old}};
    QVERIFY(library_->site().save(site).has_value());
    QCOMPARE(*library_->content().backlinks(target.id), QList<ContentId>{from.id});
    ContentItem renamed = target;
    renamed.slug = u"new"_s;
    renamed = *library_->content().save(renamed);
    const QString now = *library_->content().addressOf(renamed);
    const ContentItem after = *library_->content().get(from.id);
    QCOMPARE(after.body,
             u"[[new]] and [[article/new#part|label]] and [text](%1?q#x) and [ref]\n\n[ref]: %1\n\n"
             "`[[old]]`\n\n```\n[[old]]\n```\n\n[[older]] [[news/old]] [o](%2x/)\n"_s.arg(now, old));
    QCOMPARE(after.fields[u"related"_s].toArray(), (QJsonArray{u"article/new"_s, u"article/other"_s}));
    QCOMPARE(after.version, from.version + 1);
    QCOMPARE(after.modified, from.modified);
    site = *library_->site().get();
    QCOMPARE(site.navigation.at(0).target, u"article:new"_s);
    QCOMPARE(site.navigation.at(1).target, now);
    QCOMPARE(*library_->content().backlinks(target.id), QList<ContentId>{from.id});
  }

  /// A slug is a plain word: only what refers to the item may change with it.
  void aRenameLeavesEqualWordsAlone() {
    ContentItem page = article(u"Contact"_s);
    page.kind = u"page"_s;
    page = insert(page);
    ContentItem review = article(u"Review"_s, u"[[contact]]"_s);
    review.kind = u"review"_s;
    review.fields = {{u"venue"_s, u"contact"_s}, {u"related"_s, QJsonArray{u"page/contact"_s, u"contact"_s}}};
    review = insert(review);
    Site site = *library_->site().get();
    site.theme = site.language = site.title = u"contact"_s;
    site.navigation = {
        {u"contact"_s, u"page:contact#part"_s}, {u"b"_s, u"contact"_s}, {u"c"_s, u"home#contact"_s}};
    site.footer = {{u"contact"_s, u"page/contact"_s}};
    const auto options = [](const QString& reference, const QString& slug) {
      return QJsonObject{
          {u"style"_s, u"contact"_s},
          {u"text"_s, u"See [[%1]], `[[contact]]`."_s.arg(slug)},
          {u"items"_s, QJsonArray{reference, u"contact"_s}},
          {u"cards"_s, QJsonArray{QJsonObject{{u"kind"_s, u"page/contact"_s}, {u"item"_s, reference}}}},
          {u"primary"_s, QJsonObject{{u"label"_s, u"contact"_s}, {u"target"_s, reference}}}};
    };
    site.home = {{u"contact"_s, u"contact"_s, u"contact"_s, true, options(u"page/contact"_s, u"contact"_s)}};
    QVERIFY(library_->site().save(site).has_value());
    page.slug = u"contact-me"_s;
    QVERIFY(library_->content().save(page).has_value());
    site.navigation[0].target = u"page:contact-me#part"_s;
    site.footer[0].target = u"page/contact-me"_s;
    site.home[0].options = options(u"page/contact-me"_s, u"contact-me"_s);
    const Site now = *library_->site().get();
    QCOMPARE(now.toJson(), site.toJson());
    const ContentItem after = *library_->content().get(review.id);
    QCOMPARE(after.body, u"[[contact-me]]"_s);
    QCOMPARE(after.fields[u"venue"_s].toString(), u"contact"_s);
    QCOMPARE(after.fields[u"related"_s].toArray(), (QJsonArray{u"page/contact-me"_s, u"contact"_s}));
  }

  void linksOfWhatIsTypedFollowWhenItSettles() {
    ContentItem typed = insert(article(u"Old"_s));
    QVERIFY(library_->revisions().cut(typed.id, RevisionReason::Kept).has_value());
    const ContentItem from = insert(article(u"From"_s, u"[[old]] [[en]] [[energy]]"_s));
    const auto type = [&](const QString& slug, Status status) {
      typed.slug = slug;
      typed.status = status;
      typed = *library_->content().saveTyped(typed);
    };
    const auto text = [&] { return library_->content().get(from.id)->body; };
    type(u"en"_s, Status::Draft);
    type(u"energy"_s, Status::Draft);
    QCOMPARE(text(), from.body);
    QVERIFY(library_->content().settleLinks(typed.id).has_value());
    QCOMPARE(text(), u"[[energy]] [[en]] [[energy]]"_s);
    QVERIFY(library_->revisions().cut(typed.id, RevisionReason::Leave).has_value());
    type(u"power"_s, Status::Draft);
    type(u"power"_s, Status::Published);
    QCOMPARE(text(), u"[[power]] [[en]] [[power]]"_s);
    // Its links are those of whatever has the address meanwhile.
    type(u"power"_s, Status::Draft);
    QVERIFY(library_->revisions().cut(typed.id, RevisionReason::Leave).has_value());
    type(u"force"_s, Status::Draft);
    insert(article(u"Power"_s));
    QVERIFY(library_->content().settleLinks(typed.id).has_value());
    QCOMPARE(text(), u"[[power]] [[en]] [[power]]"_s);
  }

  void worksKnowWhoCitesThem() {
    ContentItem work = article(u"Work"_s);
    work.kind = u"publication"_s;
    work.fields.insert(u"citationKey"_s, u"dao2022"_s);
    work = insert(work);
    const ContentItem one = insert(article(u"One"_s, u"As [see @dao2022, p. 3] has it."_s));
    const ContentItem two = insert(article(u"Two"_s, u"@dao2022 says, and [-@{dao2022}]."_s));
    insert(article(u"Three"_s, u"`[@dao2022]` [@dao2022b] a@dao2022.org\n\n```\n@dao2022\n```\n"_s));
    const ContentItem gone = insert(article(u"Gone"_s, u"[@dao2022]"_s));
    QVERIFY(library_->content().trash(gone.id).has_value());
    QCOMPARE(*library_->content().citing(u"dao2022"_s), (QList<ContentId>{one.id, two.id}));
    QCOMPARE(*library_->content().backlinks(work.id), (QList<ContentId>{one.id, two.id}));
  }

  void aBareSlugOfTwoItemsIsLeft() {
    const ContentItem target = insert(article(u"Old"_s));
    ContentItem other = article(u"Old"_s);
    other.kind = u"news"_s;
    insert(other);
    const ContentItem from = insert(article(u"From"_s, u"[[old]] [[article/old]]"_s));
    ContentItem renamed = target;
    renamed.slug = u"new"_s;
    QVERIFY(library_->content().save(renamed).has_value());
    QCOMPARE(library_->content().get(from.id)->body, u"[[old]] [[article/new]]"_s);
  }

  void anOuterTransactionFailsWhole() {
    const auto done = library_->transaction([&]() -> Result<void> {
      insert(article(u"One"_s));
      ContentItem taken = article(u"Two"_s);
      taken.slug = u"one"_s;
      (void)library_->content().insert(taken).has_value();
      return {};
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Conflict);
    QVERIFY(titles({}).isEmpty());
    insert(article(u"One"_s));
    QCOMPARE(titles({}), QStringList{u"One"_s});
  }
};

QTEST_GUILESS_MAIN(TestContentRepository)
#include "tst_ContentRepository.moc"
