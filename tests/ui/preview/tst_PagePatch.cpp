#include <QtTest>

#include "ui/preview/PagePatch.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

struct Block {
  QByteArray html;
  size_t source = 0;
  bool pending = false;
};

RenderedPage page(const QList<Block>& blocks) {
  RenderedPage page;
  page.path = u"articles/one/index.html"_s;
  page.html = "<main>";
  page.bodyStart = page.html.size();
  for (const Block& each : blocks) {
    RenderedBlock block;
    block.setHtml(each.html);
    block.source = each.source;
    block.pending = each.pending;
    page.html += block.html;
    page.blocks << block;
  }
  page.bodyEnd = page.html.size();
  page.html += "</main>";
  return page;
}

}  // namespace

class tst_PagePatch : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// What the page shows while the blocks written with a "?" are not drawn.
  void picturesStay_data() {
    QTest::addColumn<QList<Block>>("next");
    QTest::addColumn<QByteArray>("html");
    QTest::newRow("nothing moved") << QList<Block>{{"<p>0"}, {"?a", 1, true}, {"?b", 3, true}}
                                   << QByteArray("<p>0AB");
    QTest::newRow("block above") << QList<Block>{{"<p>new"}, {"<p>0"}, {"?a", 1, true}, {"?b", 3, true}}
                                 << QByteArray("<p>new<p>0AB");
    QTest::newRow("new drawing above")
        << QList<Block>{{"<p>0"}, {"?new", 5, true}, {"?a", 1, true}, {"?b", 3, true}}
        << QByteArray("<p>0?newAB");
    QTest::newRow("new drawing between")
        << QList<Block>{{"<p>0"}, {"?a", 1, true}, {"?new", 5, true}, {"?b", 3, true}}
        << QByteArray("<p>0A?newB");
    QTest::newRow("changed drawing") << QList<Block>{{"<p>0"}, {"?a'", 5, true}, {"?b", 3, true}}
                                     << QByteArray("<p>0AB");
    QTest::newRow("changed behind a new block")
        << QList<Block>{{"<p>0"}, {"?a", 1, true}, {"<p>new"}, {"?b'", 5, true}}
        << QByteArray("<p>0A<p>new?b'");
    QTest::newRow("moved") << QList<Block>{{"?b", 3, true}, {"<p>0"}, {"?a", 1, true}}
                           << QByteArray("B<p>0A");
    QTest::newRow("removed") << QList<Block>{{"?b", 3, true}} << QByteArray("B");
    QTest::newRow("drawn meanwhile") << QList<Block>{{"<p>0"}, {"A2", 1}, {"?b", 3, true}}
                                     << QByteArray("<p>0A2B");
  }
  void picturesStay() {
    QFETCH(QList<Block>, next);
    QFETCH(QByteArray, html);
    const RenderedPage shown = page({{"<p>0"}, {"A", 1}, {"B", 3}});
    RenderedPage made = page(next);
    keepPictures(shown, made);
    QCOMPARE(made.html, "<main>" + html + "</main>");
    QCOMPARE(made.html.mid(made.bodyStart, made.bodyEnd - made.bodyStart), html);
    RenderedPage elsewhere = page(next);
    elsewhere.path = u"articles/two/index.html"_s;
    const QByteArray as = elsewhere.html;
    keepPictures(shown, elsewhere);
    QCOMPARE(elsewhere.html, as);
  }
};

QTEST_GUILESS_MAIN(tst_PagePatch)
#include "tst_PagePatch.moc"
