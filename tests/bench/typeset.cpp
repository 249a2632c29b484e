// Bench of the typesetter: the formulas and the code of a folder of Markdown files, drawn by the Typesetter
// without a cache, and by KaTeX and highlight.js alone in a page of the same web engine. Prints rates and
// ratios of medians. usage: bench_Typeset FOLDER [ROUNDS]
#include <algorithm>
#include <cstdio>
#include <functional>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <thread>

#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/typeset/Engines.h"
#include "exporters/typeset/Typesetter.h"
#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

using Kind = TypesetPiece::Kind;

QByteArray body(const QByteArray& file) {
  const qsizetype end = file.startsWith("---\n") ? file.indexOf("\n---\n", 3) : -1;
  return end < 0 ? file : file.mid(end + 5);
}

QList<TypesetPiece> pieces(const QString& folder, bool code) {
  QList<TypesetPiece> found;
  QDirIterator files(folder, {u"*.md"_s}, QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    QFile file(files.next());
    if (!file.open(QIODevice::ReadOnly)) continue;
    const ParsedDocument document = MarkdownEngine::prepare(body(file.readAll()));
    for (const TypesetPiece& piece : document.pieces)
      if ((piece.kind == Kind::Code) == code && piece.kind != Kind::Diagram && piece.kind != Kind::Citations)
        found += piece;
  }
  return found;
}

/// Every piece once: the same text is drawn once by the Typesetter.
QList<TypesetPiece> distinct(QList<TypesetPiece> list) {
  QSet<std::pair<QByteArray, int>> seen;
  list.removeIf([&](const TypesetPiece& piece) {
    const std::pair<QByteArray, int> key(piece.source, static_cast<int>(piece.kind));
    if (seen.contains(key)) return true;
    seen << key;
    return false;
  });
  return list;
}

void aside(const std::function<void()>& work) {
  QEventLoop loop;
  std::thread worker([&] {
    work();
    QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
  });
  loop.exec();
  worker.join();
}

/// Seconds of wall time.
double ours(Typesetter& typesetter, const QList<TypesetPiece>& list) {
  QElapsedTimer clock;
  clock.start();
  aside([&] { typesetter.typeset(list); });
  return static_cast<double>(clock.nsecsElapsed()) / 1e9;
}

double alone(QWebEnginePage& page, const QList<TypesetPiece>& list) {
  QJsonArray sources;
  for (const TypesetPiece& piece : list)
    sources += QJsonObject{{u"s"_s, QString::fromUtf8(piece.source)},
                           {u"d"_s, piece.kind == Kind::DisplayMath},
                           {u"l"_s, QString::fromUtf8(piece.language)},
                           {u"c"_s, piece.kind == Kind::Code}};
  const QString script =
      u"(() => { const list = %1; const start = performance.now(); let n = 0;"
      "for (const p of list) n += (p.c ? hljs.highlight(p.s, {language: p.l, ignoreIllegals: true}).value"
      " : katex.renderToString(p.s, {displayMode: p.d, output: 'htmlAndMathml', strict: 'ignore', "
      "throwOnError: false})).length;"
      "return (performance.now() - start) / 1000; })()"_s.arg(
          QString::fromUtf8(QJsonDocument(sources).toJson(QJsonDocument::Compact)));
  double seconds = -1;
  QEventLoop loop;
  page.runJavaScript(script, [&](const QVariant& value) {
    seconds = value.toDouble();
    loop.quit();
  });
  loop.exec();
  return seconds;
}

/// The same work for the engines, yet unknown to the memory of the Typesetter.
QList<TypesetPiece> renewed(QList<TypesetPiece> list, int round) {
  for (TypesetPiece& piece : list)
    piece.source += QByteArray(round, ' ');
  return list;
}

double median(QList<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(const char* what, const QList<TypesetPiece>& list, int rounds, QWebEnginePage& page) {
  double megabytes = 0;
  for (const TypesetPiece& piece : list)
    megabytes += static_cast<double>(piece.source.size()) / 1e6;
  QList<double> mine;
  QList<double> theirs;
  // Round 0 warms the engines' compilers on both sides.
  Typesetter typesetter(test::resources(), QString());
  for (int round = 0; round <= rounds; ++round) {
    const QList<TypesetPiece> these = renewed(list, round);
    const double bare = alone(page, these);
    const double drawn = ours(typesetter, these);
    if (round == 0) continue;
    theirs += bare;
    mine += drawn;
  }
  const double count = static_cast<double>(list.size());
  std::printf("| %s | %lld, %.2f MB | %.0f/s, %.2f MB/s | %.0f/s, %.2f MB/s | %.2f |\n", what,
              static_cast<long long>(list.size()), megabytes, count / median(theirs),
              megabytes / median(theirs), count / median(mine), megabytes / median(mine),
              median(theirs) / median(mine));
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  Typesetter::prepareProcess();
  QGuiApplication application(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_Typeset FOLDER [ROUNDS]\n");
    return 2;
  }
  MarkdownEngine::initialize();
  const QString folder = QString::fromLocal8Bit(argv[1]);
  const int rounds = argc > 2 ? std::max(1, atoi(argv[2])) : 5;
  QWebEngineProfile profile;
  QWebEnginePage page(&profile);
  QEventLoop loop;
  QObject::connect(&page, &QWebEnginePage::loadFinished, &loop, &QEventLoop::quit);
  page.setHtml(u"<!doctype html><body></body>"_s);
  loop.exec();
  const Engines engines(test::resources());
  page.runJavaScript(engines.script(Engines::Id::Math));
  page.runJavaScript(engines.script(Engines::Id::Code));
  std::printf("| what | pieces | engine alone | typesetter | ratio (limit 0.5) |\n|---|---|---|---|---|\n");
  compare("formulas", distinct(pieces(folder, false)), rounds, page);
  compare("code", distinct(pieces(folder, true)), rounds, page);
  return 0;
}
