#include <QDir>
#include <QEventLoop>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/typeset/Typesetter.h"
#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestTypesetter : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void formula();
  void faults_data();
  void faults();
  void code();
  void languages();
  void diagram();
  void macros();
  void longCode();
  void hungPieceHarmsNoOther();
  void cancelled();
  void pendingIsDrawnLater();
  void cacheIsKept();
  void brokenCacheIsNoHarm();
  void unavailable();
  void unavailableIsTriedAgain();
  void neverOnItsOwnThread();
  void stopped();
  void pageOnPaper();
  void pageThatIsNotThere();

 private:
  Result<QByteArray> print(Typesetter& typesetter, const QString& file, const QString& folder);
  QList<TypesetResult> draw(Typesetter& typesetter, const QList<TypesetPiece>& pieces,
                            const Typesetting& options = {}, const TexMacros& macros = {});
  QByteArray page(Typesetter& typesetter, const char* markdown, Findings* findings = nullptr);

  std::unique_ptr<Typesetter> shared_;
};

namespace {

TypesetPiece piece(TypesetPiece::Kind kind, const QByteArray& source, const QByteArray& language = {}) {
  TypesetPiece made;
  made.kind = kind;
  made.source = source;
  made.language = language;
  return made;
}
using Kind = TypesetPiece::Kind;

}  // namespace

/// As the program does it: the caller waits on a thread of its own, the page lives on this one.
QList<TypesetResult> TestTypesetter::draw(Typesetter& typesetter, const QList<TypesetPiece>& pieces,
                                          const Typesetting& options, const TexMacros& macros) {
  QList<TypesetResult> results;
  QEventLoop loop;
  std::thread worker([&] {
    results = typesetter.typeset(pieces, macros, options.patience, options.task);
    QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
  });
  loop.exec();
  worker.join();
  return results;
}

QByteArray TestTypesetter::page(Typesetter& typesetter, const char* markdown, Findings* findings) {
  ParsedDocument document = MarkdownEngine::prepare(markdown);
  fill(document, draw(typesetter, document.pieces));
  if (findings) *findings = document.findings;
  return document.html();
}

Result<QByteArray> TestTypesetter::print(Typesetter& typesetter, const QString& file, const QString& folder) {
  Result<QByteArray> pdf = QByteArray();
  QEventLoop loop;
  std::thread worker([&] {
    pdf = typesetter.print(file, folder);
    QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
  });
  loop.exec();
  worker.join();
  return pdf;
}

void TestTypesetter::initTestCase() {
  MarkdownEngine::initialize();
  shared_ = std::make_unique<Typesetter>(test::resources(), QString());
}

void TestTypesetter::formula() {
  const QByteArray html = page(*shared_, "Is $x^2$ so?\n\n$$\n\\frac a b\n$$");
  QVERIFY(html.contains("<span class=\"math inline\"><span class=\"katex\"><span class=\"katex-mathml\">"));
  QVERIFY(html.contains("<msup><mi>x</mi><mn>2</mn></msup>"));
  QVERIFY(html.contains("<span class=\"katex-display\">"));
  QVERIFY(!html.contains("\\("));
}

void TestTypesetter::faults_data() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QString>("code");
  QTest::addColumn<QByteArray>("shown");
  QTest::addColumn<int>("line");
  const auto row = [](const char* name, const QByteArray& markdown, const char* code, const QByteArray& shown,
                      int line = 3) {
    QTest::newRow(name) << "a\n\n" + markdown << QString::fromLatin1(code) << shown << line;
  };
  row("unknown command", "b $\\nosuch$ c", "math.invalid", "<code>\\nosuch</code>");
  row("macro loop", "$\\def\\a{\\a\\a}\\a$", "math.invalid",
      "Cannot draw this equation: Too many expansions");
  row("nul", QByteArray("$x\0y$", 5), "text.control-character", "katex");
  // A formula may not link, load or style, and says so; its text is there.
  row("script", "$\\href{javascript:x}{y}$", "typeset.reduced", "<span class=\"mord mathnormal\"");
  row("link", "$\\href{https://example.org/%7E}{z_1}$", "typeset.reduced",
      "<msub><mi>z</mi><mn>1</mn></msub>");
  row("address", "$\\url{https://example.org/}$", "typeset.reduced", ">https://example.org/</mtext>");
  row("picture", "$\\includegraphics[alt=kitten]{k.png}$", "typeset.reduced", "<mtext>kitten</mtext>");
  row("class", "$\\htmlClass{a}{w^2}$", "typeset.reduced", "<msup><mi>w</mi><mn>2</mn></msup>");
  row("style", "$\\htmlStyle{color: red}{v} \\htmlId{i}{u} \\htmlData{a=b}{t}$", "typeset.reduced",
      "<mi>v</mi><mi>u</mi><mi>t</mi>");
  row("comment", "$50% x$", "typeset.reduced", "<mn>50</mn>");
  row("diagram", "```mermaid\ngraph TD\nA --> [\n```", "diagram.invalid",
      "Cannot draw this diagram: line 2 of the diagram cannot be read at “[”</p>", 5);
  row("diagram with a head",
      "```mermaid\n---\ntitle: T\n---\n\n%%{init: {}}%%\n%% c\ngraph TD\n%% d\nA --> [\n```",
      "diagram.invalid", "line 9 of the diagram cannot be read at “[”</p>", 12);
  row("no diagram", "```mermaid\nnonsense\n```", "diagram.invalid", "Cannot draw this diagram: ");
  row("unknown language", "```nosuch\na < b\n```", "code.unknown-language", "a &lt; b");
}

void TestTypesetter::faults() {
  QFETCH(QByteArray, markdown);
  QFETCH(QString, code);
  QFETCH(QByteArray, shown);
  QFETCH(int, line);
  ParsedDocument document = MarkdownEngine::prepare(markdown + "\n\n$y$");
  fill(document, draw(*shared_, document.pieces));
  QCOMPARE(document.findings.size(), 1);
  QCOMPARE(document.findings.first().code, code);
  QCOMPARE(document.findings.first().line, line);
  QVERIFY2(document.html().contains(shown), document.html().constData());
  QVERIFY(!document.html().contains("Expecting"));  // all tokens of a grammar: for the author alone
  QCOMPARE(document.findings.first().message.contains(u"Expecting 'AMP'"_s),
           shown.contains("of the diagram cannot be read"));
  for (const char* unsafe :
       {"javascript:x\"", "<a ", "<img", "mglyph", "color:red", "id=\"i\"", "color:#cc0000"})
    QVERIFY2(!document.html().contains(unsafe), document.html().constData());
  QVERIFY(document.blocks.last().html.contains("<mi>y</mi>"));  // the rest is whole
}

void TestTypesetter::code() {
  const QByteArray html = page(*shared_, "```python {hl=2 lines}\ndef f():\n    \"\"\"a\n    b\"\"\"\n```");
  QVERIFY2(html.contains("<span class=\"l\"><span class=\"hljs-keyword\">def</span>"), html.constData());
  QVERIFY2(
      html.contains("<span class=\"l hl\">    <span class=\"hljs-string\">&quot;&quot;&quot;a</span></span>"),
      html.constData());
  const QByteArray changes = page(*shared_, "```diff\n-a\n+b\n```");
  QVERIFY(changes.contains("hljs-deletion"));
  QVERIFY(changes.contains("hljs-addition"));
}

void TestTypesetter::languages() {
  QList<TypesetPiece> pieces;
  for (const char* name :
       {"python",  "py",          "c",        "c++",     "cpp",        "cuda",       "rust",     "go",
        "julia",   "r",           "matlab",   "fortran", "haskell",    "ocaml",      "scala",    "java",
        "kotlin",  "swift",       "js",       "ts",      "json",       "yaml",       "toml",     "ini",
        "bash",    "sh",          "zsh",      "console", "powershell", "dockerfile", "makefile", "cmake",
        "nginx",   "sql",         "lua",      "perl",    "ruby",       "php",        "elixir",   "erlang",
        "clojure", "lisp",        "scheme",   "latex",   "tex",        "html",       "xml",      "css",
        "scss",    "less",        "markdown", "diff",    "nix",        "prolog",     "verilog",  "vhdl",
        "x86asm",  "armasm",      "llvm",     "glsl",    "graphql",    "protobuf",   "awk",      "vim",
        "gradle",  "groovy",      "d",        "delphi",  "ada",        "dart",       "crystal",  "nim",
        "stata",   "mathematica", "coq",      "http",    "properties", "django",     "objc",     "F#",
        "c#"})
    pieces << piece(Kind::Code, "a = 1\n", name);
  const QList<TypesetResult> results = draw(*shared_, pieces);
  QStringList unknown;
  for (qsizetype i = 0; i < results.size(); ++i)
    if (!results.at(i).code.isEmpty()) unknown << QString::fromUtf8(pieces.at(i).language);
  QCOMPARE(unknown.join(u' '), QString());
  QVERIFY(results.size() > 60);
}

void TestTypesetter::diagram() {
  const QByteArray html =
      page(*shared_, "```mermaid {title=\"How it flows\" #fig:flow}\ngraph TD\nA[Start] --> B{Choice}\n```");
  QVERIFY2(html.startsWith("<figure class=\"diagram\" id=\"fig:flow\""), html.left(300).constData());
  QVERIFY(html.contains("<svg "));
  QVERIFY(html.contains("aria-label=\"How it flows\""));
  QVERIFY(html.contains("<figcaption>How it flows</figcaption>"));
  QVERIFY2(html.contains("var(--diagram-card)"), html.constData());
  QVERIFY(!html.contains("<script"));
  QVERIFY(!html.contains("foreignObject"));
  QVERIFY(html.contains("Start"));
}

void TestTypesetter::macros() {
  const TexMacros macros{{u"\\RR"_s, u"\\mathbb{R}"_s}};
  const QList<TypesetPiece> pieces{piece(Kind::InlineMath, "x \\in \\RR")};
  QVERIFY(draw(*shared_, pieces, {}, macros).first().html.contains("mathbb"));
  QCOMPARE(draw(*shared_, pieces).first().code, u"math.invalid"_s);
}

void TestTypesetter::longCode() {
  const QByteArray line = "int main() { return \"text\" + 42; } // comment\n";
  const QList<TypesetResult> results =
      draw(*shared_, {piece(Kind::Code, line.repeated((1 << 20) / line.size()), "cpp"),
                      piece(Kind::Code, line.repeated((5 << 20) / line.size()), "cpp")});
  QVERIFY(results.first().html.contains("hljs-string") || results.first().code == u"code.plain"_s);
  QCOMPARE(results.last().code, u"code.plain"_s);
}

void TestTypesetter::hungPieceHarmsNoOther() {
  // Few expansions, which KaTeX has a limit for, but millions of boxes.
  const TexMacros macros{{u"\\aa"_s, u"\\rule{1em}{1em}"_s.repeated(3000)},
                         {u"\\bb"_s, u"\\aa"_s.repeated(900)}};
  const QList<TypesetResult> results = draw(
      *shared_, {piece(Kind::InlineMath, "a"), piece(Kind::InlineMath, "\\bb"), piece(Kind::InlineMath, "b")},
      {}, macros);
  QVERIFY(!results.at(0).html.isEmpty());
  QCOMPARE(results.at(1).code, u"typeset.slow"_s);
  QVERIFY2(results.at(1).message.contains("too long"_L1), qPrintable(results.at(1).message.left(200)));
  QVERIFY(!results.at(2).html.isEmpty());
}

void TestTypesetter::cancelled() {
  Typesetting options;
  options.task.cancel();
  const TypesetResult result = draw(*shared_, {piece(Kind::InlineMath, "cancel")}, options).first();
  QVERIFY(result.html.isEmpty());
  QVERIFY(result.code.isEmpty());
}

void TestTypesetter::pendingIsDrawnLater() {
  Typesetter typesetter(test::resources(), QString());
  Typesetting options;
  options.patience = 0;
  const QList<TypesetPiece> pieces{piece(Kind::InlineMath, "later")};
  QSignalSpy drawn(&typesetter, &Typesetter::drawn);
  const TypesetResult first = draw(typesetter, pieces, options).first();
  QVERIFY(first.pending);
  QVERIFY(first.html.isEmpty());
  QTRY_VERIFY_WITH_TIMEOUT(drawn.size() == 1, 60'000);
  const TypesetResult second = draw(typesetter, pieces, options).first();
  QVERIFY(!second.pending);
  QVERIFY(!second.html.isEmpty());
}

void TestTypesetter::cacheIsKept() {
  QTemporaryDir folder;
  const QList<TypesetPiece> pieces{piece(Kind::InlineMath, "x^2"), piece(Kind::InlineMath, "\\nosuch"),
                                   piece(Kind::Code, "a", "nosuch")};
  QList<TypesetResult> before;
  {
    Typesetter typesetter(test::resources(), folder.path());
    before = draw(typesetter, pieces);
    QVERIFY(typesetter.started());
    typesetter.flush();
  }
  QCOMPARE(QDir(folder.path()).entryList({u"*.pack"_s}).size(), 1);
  Typesetter typesetter(test::resources(), folder.path());
  const QList<TypesetResult> after = draw(typesetter, pieces);
  QVERIFY(!typesetter.started());
  for (qsizetype i = 0; i < pieces.size(); ++i) {
    QCOMPARE(after.at(i).html, before.at(i).html);
    QCOMPARE(after.at(i).code, before.at(i).code);
  }
}

void TestTypesetter::brokenCacheIsNoHarm() {
  QTemporaryDir folder;
  const QList<TypesetPiece> pieces{piece(Kind::InlineMath, "x^2"), piece(Kind::InlineMath, "y^2")};
  {
    Typesetter typesetter(test::resources(), folder.path());
    draw(typesetter, pieces);
    typesetter.flush();
  }
  const QString name = QDir(folder.path()).entryList({u"*.pack"_s}).value(0);
  QFile pack(folder.filePath(name));
  QVERIFY(pack.open(QIODevice::ReadWrite));
  QVERIFY(pack.resize(pack.size() - 1));  // cut off in the second record
  QVERIFY(pack.seek(60));
  QCOMPARE(pack.write("#"), 1);  // and the first is not what was written
  pack.close();
  Typesetter typesetter(test::resources(), folder.path());
  for (const TypesetResult& result : draw(typesetter, pieces))
    QVERIFY(result.html.startsWith("<span class=\"katex\">"));
}

void TestTypesetter::unavailable() {
  QTemporaryDir empty;
  Typesetter typesetter(Resources(empty.path()), QString());
  ParsedDocument document = MarkdownEngine::prepare("$x$ and $y$");
  fill(document, draw(typesetter, document.pieces));
  QVERIFY(document.html().contains("\\(x\\)"));
  QCOMPARE(document.findings.size(), 1);
  QCOMPARE(document.findings.first().code, u"typeset.unavailable"_s);
  QVERIFY2(document.findings.first().message.contains(u"scripts are missing"_s),
           qPrintable(document.findings.first().message));
}

/// What did not start may start later, with the program installed whole or memory free again.
void TestTypesetter::unavailableIsTriedAgain() {
  QTemporaryDir folder;
  const QList<TypesetPiece> pieces{piece(Kind::InlineMath, "x")};
  Typesetter typesetter(Resources(folder.path()), QString());
  QCOMPARE(draw(typesetter, pieces).first().code, u"typeset.unavailable"_s);
  QVERIFY(QFile::link(test::resources().path(u"web"_s), folder.filePath(u"web"_s)));
  const TypesetResult result = draw(typesetter, pieces).first();
  QVERIFY2(result.html.contains("katex"), qPrintable(result.message));
}

void TestTypesetter::neverOnItsOwnThread() {
  Typesetter typesetter(test::resources(), QString());
  const QList<TypesetResult> results = typesetter.typeset({piece(Kind::InlineMath, "x"), {}});
  QCOMPARE(results.size(), 2);
  QCOMPARE(results.last().code, u"typeset.thread"_s);
}

void TestTypesetter::stopped() {
  Typesetter typesetter(test::resources(), QString());
  typesetter.stop();
  const TypesetResult result = draw(typesetter, {piece(Kind::InlineMath, "x")}).first();
  QVERIFY(result.html.isEmpty());
}

/// On A4, twice the same but for its moments; it sees its own folder and nothing else.
void TestTypesetter::pageOnPaper() {
  const QTemporaryDir folder;
  const QByteArray drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
  test::spill(folder.filePath(u"secret.svg"_s), drawing);
  test::spill(folder.filePath(u"site/own.svg"_s), drawing);
  const QString file = folder.filePath(u"site/page/index.html"_s);
  test::spill(file,
              "<!doctype html><title>T</title><style>p{break-after:page}</style><p>One</p><a "
              "href='https://example.org/'>Two</a>"
              "<img src='../own.svg'><img src='../../secret.svg'><img src='http://127.0.0.1:9/x.png'>");
  const auto first = print(*shared_, file, folder.filePath(u"site"_s));
  QVERIFY2(first.has_value(), first ? "" : qPrintable(first.error().message));
  QVERIFY(first->startsWith("%PDF-") && first->contains("/Count 2"));
  QVERIFY2(first->contains("/MediaBox [0 0 59"), "not A4");
  static const QRegularExpression place(u"/Rect \\[([0-9.]+)"_s);
  QVERIFY2(place.match(QString::fromLatin1(*first)).captured(1).toDouble() > 50, "no margin");
  const auto second = print(*shared_, file, folder.filePath(u"site"_s));
  static const QRegularExpression moments(u"\\(D:[^)]*\\)"_s);
  QVERIFY(second.has_value());
  QCOMPARE(QString::fromLatin1(*second).remove(moments), QString::fromLatin1(*first).remove(moments));
}

void TestTypesetter::pageThatIsNotThere() {
  const QTemporaryDir folder;
  const auto pdf = print(*shared_, folder.filePath(u"none.html"_s), folder.path());
  QVERIFY(!pdf.has_value());
  QVERIFY2(pdf.error().message.contains(u"could not read the page"_s), qPrintable(pdf.error().message));
  QVERIFY(!shared_->print(folder.filePath(u"none.html"_s), folder.path()).has_value());
}

int main(int argc, char** argv) {
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  QGuiApplication application(argc, argv);
  TestTypesetter test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_Typesetter.moc"
