// Bench of the item list over a large library: opening it, filtering and searching as one types, scrolling,
// memory; with WORKS, the table of its publications and citing in a text instead.
// usage: bench_Library LIBRARY.offprint [ROUNDS [WORKS]]
#include <algorithm>
#include <cstdio>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextDocument>

#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/site/SiteSnapshot.h"
#include "tests/support/Fixture.h"
#include "ui/editor/Completion.h"
#include "ui/library/ItemListPane.h"
#include "ui/library/ItemView.h"
#include "ui/widgets/Appearance.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

struct Times {
  QList<double> all;
  void print(const char* what, const char* limit) {
    std::sort(all.begin(), all.end());
    std::printf("| %s | %.1f ms | %.1f ms | %.1f ms | %s |\n", what, all[all.size() / 2],
                all[std::min(all.size() - 1, all.size() * 9 / 10)], all.last(), limit);
  }
};

double milliseconds(const QElapsedTimer& clock) {
  return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// Runs `act` and waits until the pane shows its rows.
double untilListed(ItemListPane& pane, const std::function<void()>& act) {
  QEventLoop loop;
  const auto listening = QObject::connect(&pane, &ItemListPane::listed, &loop, &QEventLoop::quit);
  QElapsedTimer clock;
  clock.start();
  act();
  loop.exec();
  pane.view()->viewport()->repaint();
  QObject::disconnect(listening);
  return milliseconds(clock);
}

long residentMegabytes() {
  QFile status(u"/proc/self/status"_s);
  if (!status.open(QIODevice::ReadOnly)) return 0;
  for (const QByteArray& line : status.readAll().split('\n'))
    if (line.startsWith("VmRSS:")) return line.mid(6).trimmed().split(' ').first().toLong() / 1000;
  return 0;
}

void type(ItemListPane& pane, const QString& words, Times& times) {
  for (qsizetype length = 1; length <= words.size(); ++length)
    times.all += untilListed(pane, [&] { pane.filter()->setText(words.left(length)); });
  untilListed(pane, [&] { pane.filter()->clear(); });
}

/// The table of publications, and what "[@" offers while one types: authors, titles, keys.
void benchWorks(Appearance& look, const QString& folder, int rounds) {
  Times filter;
  Times cite;
  LibrarySession session(test::resources(), systemClock());
  ItemListPane pane(look, session, systemClock());
  pane.resize(1100, 800);
  pane.setTable(true);
  pane.show();
  untilListed(pane, [&] {
    session.open(folder, OpenMode::ReadOnly, [&](Result<void> done) {
      if (!done) qFatal("%s", qPrintable(done.error().located()));
      pane.setPlace(Place{Place::Type::Kind, u"publication"_s});
    });
  });
  const int works = pane.count();
  const auto library = Library::open(folder, test::resources(), OpenMode::ReadOnly, systemClock());
  if (!library) qFatal("%s", qPrintable(library.error().located()));
  const auto site = SiteSnapshot::of(**library, {});
  if (!site) qFatal("%s", qPrintable(site.error().located()));
  for (int round = 0; round < rounds; ++round) {
    type(pane, u"attention of models"_s, filter);
    const QString words = u"[@the attention"_s;
    for (qsizetype length = 2; length <= words.size(); ++length) {
      const QTextDocument text(words.left(length));
      QElapsedTimer clock;
      clock.start();
      const auto query = completionAt(text.firstBlock(), static_cast<int>(length), false);
      if (query) completionsFor(*query, text, site->get());
      cite.all += milliseconds(clock);
    }
  }
  session.shutdown();
  std::printf("%d works\n\n| what | median | 9 of 10 | most | limit |\n|---|---|---|---|---|\n", works);
  filter.print("table of publications: filter, a key", "50 ms");
  cite.print("citing: completion, a key", "30 ms");
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_Library LIBRARY.offprint [ROUNDS [WORKS]]\n");
    return 2;
  }
  const int rounds = argc > 2 ? std::max(1, atoi(argv[2])) : 5;
  auto look = Appearance::create(test::resources());
  if (!look) return 1;
  (*look)->apply();
  if (argc > 3) {
    benchWorks(**look, QString::fromLocal8Bit(argv[1]), rounds);
    return 0;
  }
  Times open;
  Times filter;
  Times search;
  Times scroll;
  int items = 0;
  for (int round = 0; round < rounds; ++round) {
    LibrarySession library(test::resources(), systemClock());
    ItemListPane pane(**look, library, systemClock());
    pane.resize(280, 800);
    pane.show();
    open.all += untilListed(pane, [&] {
      library.open(QString::fromLocal8Bit(argv[1]), OpenMode::ReadOnly, [&](Result<void> done) {
        if (!done) qFatal("%s", qPrintable(done.error().located()));
        pane.setPlace(Place{});
      });
    });
    items = pane.count();
    type(pane, u"residual stream"_s, filter);
    for (const QString& words :
         {u"attention"_s, u"gradient descent"_s, u"the"_s, u"zyzzyva"_s, u"post 99"_s}) {
      const double took = untilListed(pane, [&] { pane.setPlace(Place{Place::Type::Search, words}); });
      std::fprintf(stderr, "%s: %d found in %.1f ms\n", qPrintable(words), pane.count(), took);
      search.all += took;
    }
    untilListed(pane, [&] { pane.setPlace(Place{}); });
    QScrollBar* bar = pane.view()->verticalScrollBar();
    for (int step = 0; step < 200; ++step) {
      QElapsedTimer clock;
      clock.start();
      bar->setValue(bar->maximum() / 200 * step);
      pane.view()->viewport()->repaint();
      QCoreApplication::processEvents();
      scroll.all += milliseconds(clock);
    }
    library.shutdown();
  }
  std::printf("%d items\n\n| what | median | 9 of 10 | most | limit |\n|---|---|---|---|---|\n", items);
  open.print("library opened, list shown", "150 ms");
  filter.print("filter, a key", "50 ms");
  search.print("search", "50 ms");
  scroll.print("scroll to another place", "16.7 ms");
  std::printf("\nmemory: %ld MB (limit 400)\n", residentMegabytes());
  return 0;
}
