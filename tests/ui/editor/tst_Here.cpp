#include "ui/editor/Here.h"

#include <QTextBlock>
#include <QtTest>

#include "exporters/site/SiteSnapshot.h"
#include "tests/support/EditorFixture.h"
#include "tests/support/Fixture.h"
#include "tests/support/MarkedText.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using Kind = Here::Kind;

namespace {

std::shared_ptr<const SiteSnapshot> site() {
  auto snapshot = std::make_shared<SiteSnapshot>();
  if (auto kinds = KindCatalog::load(test::resources().path(u"kinds"_s))) snapshot->kinds = *kinds;
  ItemSummary paper;
  paper.kind = u"publication"_s;
  paper.slug = u"roformer"_s;
  paper.title = u"Enhanced *Transformer*"_s;
  paper.date = Date::year(2024);
  paper.authors = {Person::parse(u"Jianlin Su"_s), Person::parse(u"Yu Lu"_s)};
  paper.fields.insert(u"citationKey"_s, u"su2024roformer"_s);
  paper.fields.insert(u"venue"_s, u"Neurocomputing"_s);
  ItemSummary article;
  article.kind = u"article"_s;
  article.slug = u"roofline"_s;
  article.title = u"Reading a roofline"_s;
  article.summary = u"What bounds a kernel."_s;
  article.status = Status::Draft;
  snapshot->items = {paper, article};
  MediaFile figure;
  figure.path = u"media/heat.png"_s;
  figure.width = 640;
  figure.height = 480;
  figure.bytes = 2048;
  snapshot->media.insert(figure.path, figure);
  return snapshot;
}

}  // namespace

class TestHere : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void places_data() {
    QTest::addColumn<QString>("marked");
    QTest::addColumn<int>("kind");  // -1: nothing
    QTest::addColumn<QString>("target");
    const auto row = [](const QString& marked, int kind, const QString& target = {}) {
      QTest::newRow(qPrintable(marked)) << marked << kind << target;
    };
    row(u"pro│se"_s, -1);
    row(u"a $x│_i$ b"_s, int(Kind::Formula), u"x_i"_s);
    row(uR"(a \(x│\))"_s, int(Kind::Formula), u"x"_s);
    row(u"a $x$│ b"_s, int(Kind::Formula), u"x"_s);
    row(u"$$\na│ + b\n$$ {#eq:a}"_s, int(Kind::Formula), u"a + b"_s);
    row(u"$$\na\nb\n│$$"_s, int(Kind::Formula), u"a\nb"_s);
    row(u"\\[\na│\n\\]"_s, int(Kind::Formula), u"a"_s);
    row(u"```math\na^2│\n```"_s, int(Kind::Formula), u"a^2"_s);
    row(u"```py\na│\n```"_s, -1);
    row(u"`$x│$`"_s, -1);
    row(u"[see @a1, p. 3; @b│2]"_s, int(Kind::Citation), u"b2"_s);
    row(u"[se│e @a1; @b2]"_s, int(Kind::Citation), u"a1"_s);
    row(u"as @a│1 says"_s, int(Kind::Citation), u"a1"_s);
    row(u"[@{a b│}]"_s, int(Kind::Citation), u"a b"_s);
    row(u"[@fig:a; @tbl:│b]"_s, int(Kind::Reference), u"tbl:b"_s);
    row(u"![alt│](media/heat.png \"T\")"_s, int(Kind::Image), u"media/heat.png"_s);
    row(u"![a│](<media/a b.png>)"_s, int(Kind::Image), u"media/a b.png"_s);
    row(u"[![a│](b.png)](c)"_s, int(Kind::Image), u"b.png"_s);
    row(u"a[^no│te]"_s, int(Kind::Footnote), u"note"_s);
    row(u"a^[in │place]"_s, int(Kind::Footnote), u"^in place"_s);
    row(u"[[roof│line#top|text]]"_s, int(Kind::ItemLink), u"roofline#top"_s);
    row(u"[te│xt](https://a.b/c)"_s, int(Kind::Link), u"https://a.b/c"_s);
    row(u"<https://a│.b>"_s, int(Kind::Link), u"https://a.b"_s);
    row(u"$a$ [b│](c)"_s, int(Kind::Link), u"c"_s);
  }
  void places() {
    QFETCH(QString, marked);
    QFETCH(int, kind);
    QFETCH(QString, target);
    const test::MarkedManuscript m(marked);
    const auto here = hereAt(m.cursor.block(), m.cursor.positionInBlock());
    QCOMPARE(here ? int(here->kind) : -1, kind);
    if (!here) return;
    QCOMPARE(here->target, target);
    QVERIFY(here->start <= m.cursor.position() && m.cursor.position() <= here->end);
  }

  void citationsAreFormatted() {
    const QTextDocument empty;
    const HereText known = textOf({Kind::Citation, 0, 0, u"su2024roformer"_s}, empty, site().get());
    QCOMPARE(known.title, u"Enhanced Transformer"_s);
    QCOMPARE(known.text, u"Jianlin Su, Yu Lu"_s);
    QCOMPARE(known.facts, u"Neurocomputing · 2024 · @su2024roformer"_s);
    QCOMPARE(known.opens, u"publication/roformer"_s);
    const HereText unknown = textOf({Kind::Citation, 0, 0, u"nobody"_s}, empty, site().get());
    QCOMPARE(unknown.title, u"@nobody"_s);
    QVERIFY(!unknown.text.isEmpty());
    QVERIFY(unknown.opens.isEmpty());
  }

  void itemsImagesAndAddresses() {
    const QTextDocument empty;
    const HereText item = textOf({Kind::ItemLink, 0, 0, u"article/roofline#top"_s}, empty, site().get());
    QCOMPARE(item.title, u"Reading a roofline"_s);
    QCOMPARE(item.text, u"What bounds a kernel."_s);
    QCOMPARE(item.facts, u"Article · Draft"_s);
    QCOMPARE(item.opens, u"article/roofline"_s);
    // What the site has of it, not what was chosen.
    auto exported = std::make_shared<SiteSnapshot>(*site());
    exported->items[1].status = Status::Published;
    exported->items[1].version = 3;
    exported->items[1].exportedVersion = 2;
    QCOMPARE(textOf({Kind::ItemLink, 0, 0, u"article/roofline"_s}, empty, exported.get()).facts,
             u"Article · Changed"_s);
    QVERIFY(textOf({Kind::ItemLink, 0, 0, u"nothing"_s}, empty, site().get()).opens.isEmpty());
    const HereText image = textOf({Kind::Image, 0, 0, u"media/heat.png"_s}, empty, site().get());
    QVERIFY(image.facts.startsWith(u"640 × 480 px · 2"_s));
    QVERIFY(!textOf({Kind::Image, 0, 0, u"media/no.png"_s}, empty, site().get()).text.isEmpty());
    const HereText link = textOf({Kind::Link, 0, 0, u"https://a.b"_s}, empty, nullptr);
    QCOMPARE(link.text, u"https://a.b"_s);
    QCOMPARE(link.opens, u"https://a.b"_s);
  }

  void notesAndLabels() {
    const test::Manuscript m(
        u"a[^n] [@fig:heat]\n\n[^n]: The note\n    goes on.\n\n"
        u"![Heat](a.png){#fig:heat}\n: How it warms\n"_s);
    QCOMPARE(textOf({Kind::Footnote, 0, 0, u"n"_s}, *m.document, nullptr).text, u"The note goes on."_s);
    QCOMPARE(textOf({Kind::Footnote, 0, 0, u"^in place"_s}, *m.document, nullptr).text, u"in place"_s);
    QVERIFY(!textOf({Kind::Footnote, 0, 0, u"x"_s}, *m.document, nullptr).text.isEmpty());
    const HereText figure = textOf({Kind::Reference, 0, 0, u"fig:heat"_s}, *m.document, nullptr);
    QCOMPARE(figure.title, u"Figure"_s);
    QCOMPARE(figure.text, u"How it warms"_s);
    QCOMPARE(figure.facts, u"Line 6"_s);
  }
};

QTEST_MAIN(TestHere)
#include "tst_Here.moc"
