#include <QLibraryInfo>
#include <QRegularExpression>
#include <QtTest>

#include "tests/gates/SourceTree.h"

using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

using Check = std::function<QStringList(const SourceFile&)>;

/// A rule of ARCHITECTURE.md that a text can be checked for, with snippets that prove that the check can
/// fail.
struct Rule {
  QByteArray name;
  Check check;
  QList<SourceFile> bad;
  QList<SourceFile> good;
};

/// A file that may break a rule, and why. One that no longer does is reported, so that this list stays short.
struct Exception {
  QByteArray rule;
  QString path;
  QByteArray reason;
};
const QList<Exception>& exceptions() {
  static const QList<Exception> list = {
      {"nested event loop", u"app/Services.cpp"_s, "the one loop of the window"},
      {"nested event loop", u"app/cli/Command.cpp"_s, "the one loop of commands that draw"},
      {"nested event loop", u"app/cli/ServeCommand.cpp"_s, "the one loop of `offprint serve`"},
  };
  return list;
}

QStringList matches(const SourceFile& file, const QString& text, const QRegularExpression& pattern) {
  QStringList found;
  for (auto it = pattern.globalMatch(text); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    found << u"%1:%2: %3"_s.arg(file.path)
                 .arg(lineAt(text, match.capturedStart()))
                 .arg(match.captured().simplified());
  }
  return found;
}

bool isProduct(const SourceFile& file) {
  return file.isCpp() && (file.isIn(u"app"_s) || file.isIn(u"exporters"_s) || file.isIn(u"ui"_s));
}

/// Looks for a pattern in the code of the product, without comments and strings.
Check codeWithout(const char* pattern) {
  return [expression = QRegularExpression(QString::fromLatin1(pattern))](const SourceFile& file) {
    if (!isProduct(file)) return QStringList();
    return matches(file, stripped(file.text, Strip::CommentsAndStrings), expression);
  };
}

/// The module of Qt that has a header: "QtWidgets" of <QLabel> and <QtWidgets/QLabel>; empty: none of these.
QString moduleOf(const QString& header) {
  static const QString headers = QLibraryInfo::path(QLibraryInfo::HeadersPath);
  for (const QString& module : {u"QtGui"_s, u"QtWidgets"_s, u"QtWebEngineCore"_s, u"QtWebEngineWidgets"_s}) {
    if (header == module || header.startsWith(module + u'/')) return module;
    if (!header.contains(u'/') && QFile::exists(headers + u'/' + module + u'/' + header)) return module;
  }
  return {};
}

bool mayInclude(const SourceFile& file, const QString& header) {
  if (file.isComposition()) return true;
  const bool app = file.isIn(u"app"_s);
  const bool exporters = file.isIn(u"exporters"_s);
  if (header.startsWith(u"ui/"_s)) return !app && !exporters;
  if (header.startsWith(u"exporters/"_s)) return !app;
  if (header.startsWith(u"app/cli/"_s) || header.startsWith(u"app/Services"_s)) return false;
  if (header.startsWith(u"tests/"_s)) return false;
  if (header.startsWith(u"sqlite3"_s)) return file.isIn(u"app/store"_s);
  if (header.startsWith(u"cmark-gfm"_s)) return file.isIn(u"exporters/markdown"_s);
  const QString module = moduleOf(header);
  if (module.startsWith(u"QtWebEngine"_s)) {
    return file.isIn(u"exporters/typeset"_s) || file.isIn(u"exporters/output"_s) ||
           file.isIn(u"ui/preview"_s);
  }
  return !app || module.isEmpty();
}

QStringList layering(const SourceFile& file) {
  if (!isProduct(file)) return {};
  static const QRegularExpression include(u"^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]"_s,
                                          QRegularExpression::MultilineOption);
  QStringList found;
  const QString text = stripped(file.text, Strip::Comments);
  for (auto it = include.globalMatch(text); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    if (mayInclude(file, match.captured(1))) continue;
    found << u"%1:%2: includes %3"_s.arg(file.path)
                 .arg(lineAt(text, match.capturedStart(1)))
                 .arg(match.captured(1));
  }
  return found;
}

QStringList colours(const SourceFile& file) {
  if (file.isIn(u"ui"_s) && file.isCpp()) {
    static const QRegularExpression inCode(
        u"\\bQColor\\s*\\(\\s*(0x|\\d|Qt::)|\\bQColor\\s*\\{\\s*(0x|\\d|Qt::)|\\bqRgba?\\s*\\(\\s*\\d|\\bQt::"
        u"(dark)?"
        "(red|green|blue|white|black|gray|cyan|magenta|yellow)\\b"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression inStrings(
        u"\"[^\"\\n]*(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\\b|\\b(rgb|hsl)a?\\()"_s);
    return matches(file, stripped(file.text, Strip::CommentsAndStrings), inCode) +
           matches(file, stripped(file.text, Strip::Comments), inStrings);
  }
  if (!file.isIn(u"resources/themes"_s) || !file.path.endsWith(u".css"_s)) return {};
  // In a theme a colour has a name: it stands in the definition of a custom property and nowhere else.
  QString text = file.text;
  static const QRegularExpression comment(u"/\\*.*?\\*/"_s, QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression property(u"--[\\w-]+\\s*:[^;}]*"_s);
  text.replace(comment, u" "_s).replace(property, u" "_s);
  static const QRegularExpression literal(
      u"[\\w-]+\\s*:[^;{}]*(#[0-9a-fA-F]{3,8}\\b|\\b(rgb|hsl)a?\\()[^;{}]*[;}]"_s);
  return matches(file, text, literal);
}

QStringList fileSize(const SourceFile& file) {
  if (!file.isCpp()) return {};
  const bool header = file.path.endsWith(u".h"_s);
  const int limit = header ? 250 : 600;
  const auto lines = static_cast<int>(file.text.count(u'\n'));
  if (lines <= limit) return {};
  return {u"%1: %2 lines, at most %3"_s.arg(file.path).arg(lines).arg(limit)};
}

/// A literal that a person would read: words, not a name of ours, a format or a tag.
bool isProse(QString literal) {
  static const QRegularExpression noise(u"<[^>]*>|%[0-9nL]+|\\\\.|Offprint"_s);
  literal.remove(noise);
  static const QRegularExpression word(u"[A-Za-z]{2}"_s);
  return literal.contains(word);
}

QStringList untranslated(const SourceFile& file) {
  if (!isProduct(file)) return {};
  static const QString literal =
      u"(?:QStringLiteral\\s*\\(|QString::fromLatin1\\s*\\(|QLatin1String\\s*\\()?\\s*u?\"((?:[^\"\\\\\\n]|\\\\.)*)\""_s;
  static const QRegularExpression calls(
      u"\\b(?:set(?:Text|Title|WindowTitle|ToolTip|StatusTip|WhatsThis|PlaceholderText|AccessibleName|"
      "AccessibleDescription|LabelText|InformativeText)|addAction|addMenu|addTab|new "
      "Q(?:Label|PushButton|CheckBox|"
      "RadioButton|GroupBox|Action))\\s*\\(\\s*"_s +
      literal);
  static const QRegularExpression errors(u"\\bmakeError\\s*\\(\\s*[\\w:]+\\s*,\\s*"_s + literal);
  static const QRegularExpression members(u"\\b(?:message|label|description|summary|help)\\s*=\\s*"_s +
                                          literal);
  const QString text = stripped(file.text, Strip::Comments);
  QStringList found;
  for (const QRegularExpression* pattern : {&calls, &errors, &members}) {
    for (auto it = pattern->globalMatch(text); it.hasNext();) {
      const QRegularExpressionMatch match = it.next();
      if (!isProse(match.captured(1))) continue;
      found << u"%1:%2: %3"_s.arg(file.path)
                   .arg(lineAt(text, match.capturedStart()))
                   .arg(match.captured().simplified());
    }
  }
  return found;
}

/// Looks for a pattern in every file but the gates, which have to spell what they look for.
Check anywhereWithout(const QString& pattern) {
  return [expression = QRegularExpression(pattern)](const SourceFile& file) {
    return file.isIn(u"tests/gates"_s) ? QStringList() : matches(file, file.text, expression);
  };
}

SourceFile at(const char* path, const char* text) {
  return {QString::fromLatin1(path), QString::fromUtf8(text)};
}

const QList<Rule>& rules() {
  static const QList<Rule> list = {
      {"layering",
       layering,
       {at("app/core/X.h", "#include \"exporters/site/SiteMap.h\"\n"),
        at("app/store/X.h", "#include \"ui/x/Y.h\"\n"), at("exporters/site/X.cpp", "#include \"ui/x/Y.h\"\n"),
        at("app/core/X.h", "#include <QLabel>\n"), at("app/core/X.h", "#include <QtGui/QColor>\n"),
        at("app/content/X.cpp", "#include <sqlite3.h>\n"),
        at("exporters/site/X.cpp", "#include <cmark-gfm.h>\n"),
        at("ui/shell/X.h", "#include <QWebEngineView>\n"),
        at("ui/shell/X.h", "  #  include <QtWebEngineCore/QWebEnginePage>\n"),
        at("exporters/site/X.h", "#include \"app/cli/Command.h\"\n"),
        at("app/core/X.h", "#include \"tests/support/Fixture.h\"\n")},
       {at("app/store/X.cpp", "#include <sqlite3.h>\n#include <QString>\n#include <vector>\n"),
        at("app/cli/X.cpp", "#include \"exporters/site/SiteMap.h\"\n"),
        at("app/core/X.h", "// #include <QLabel>\n"), at("ui/preview/X.h", "#include <QWebEngineView>\n"),
        at("exporters/markdown/X.h", "#include <cmark-gfm.h>\n"), at("ui/x/X.h", "#include <QLabel>\n")}},
      {"nested event loop",
       codeWithout(
           "\\bQEventLoop\\b|\\bprocessEvents\\s*\\(|\\bexec\\s*\\(|\\bQMessageBox::(information|question|"
           "warning|critical|about)\\s*\\(|\\bQ(File|Input|Color|Font)Dialog::get\\w+\\s*\\("),
       {at("ui/x/X.cpp", "dialog.exec();"), at("ui/x/X.cpp", "menu->exec(point);"),
        at("app/x/X.cpp", "QEventLoop loop;"), at("ui/x/X.cpp", "QCoreApplication::processEvents();"),
        at("ui/x/X.cpp", "QFileDialog::getOpenFileName(this);"),
        at("ui/x/X.cpp", "QMessageBox::question(this, a, b);")},
       {at("ui/x/X.cpp", "dialog->open(); // never exec()\nsqlite3_exec(a);"),
        at("tests/x/X.cpp", "app.exec();")}},
      {"colour literal",
       colours,
       {at("ui/x/X.cpp", "QColor c(\"#fff\");"), at("ui/x/X.cpp", "QColor(1, 2, 3);"),
        at("ui/x/X.cpp", "p(Qt::red);"), at("ui/x/X.cpp", "u\"color: rgba(0,0,0,1)\"_s"),
        at("ui/x/X.cpp", "u\"x #a1b2c3;\"_s"), at("resources/themes/t/assets/t.css", "a { color: #fff }"),
        at("resources/themes/t/assets/t.css", "a { border: 1px solid rgb(1 2 3); }")},
       {at("ui/x/X.cpp", "u\"issue #12345\"_s; QColor(token); // #fff"),
        at("resources/themes/t/assets/t.css",
           ":root { --a: #fff; --b: rgb(1 2 3) } #add { color: var(--a) } /* #fff */"),
        at("ui/x/X.cpp", "Qt::transparent")}},
      {"string-based connection",
       codeWithout("\\b(SIGNAL|SLOT)\\s*\\("),
       {at("ui/x/X.cpp", "connect(a, SIGNAL(b()), c, SLOT(d()));")},
       {at("ui/x/X.h", "Q_SIGNALS:\n// SIGNAL(x)\n")}},
      {"singleton",
       codeWithout("\\b(static\\b[^;(){}]*|::\\s*)\\b[iI]nstance\\s*\\("),
       {at("app/x/X.h", "static X& instance();"), at("app/x/X.cpp", "X::instance().f();"),
        at("ui/x/X.h", "static X* Instance();")},
       {at("app/x/X.cpp", "// X::instance()\nint instance = 1;"), at("app/x/X.cpp", "makeInstance(x);")}},
      {"file size",
       fileSize,
       {{u"app/x/X.cpp"_s, QString(601, u'\n')}, {u"tests/x/X.h"_s, QString(251, u'\n')}},
       {{u"app/x/X.cpp"_s, QString(600, u'\n')},
        {u"app/x/X.h"_s, QString(250, u'\n')},
        {u"README.md"_s, QString(999, u'\n')}}},
      {"untranslated text",
       untranslated,
       {at("ui/x/X.cpp", "label->setText(u\"Save it\"_s);"),
        at("ui/x/X.cpp", "setToolTip(QStringLiteral(\"Save\"));"),
        at("ui/x/X.cpp", "auto* a = new QLabel(\n    u\"Name\"_s);"),
        at("app/x/X.cpp", "return makeError(ErrorCode::Io, u\"The file is gone.\"_s);"),
        at("exporters/x/X.cpp", "finding.message = u\"It is late.\"_s;")},
       {at("ui/x/X.cpp", "label->setText(tr(\"Save\")); setText(u\"%1 · %2\"_s); setText(u\"<b>%1</b>\"_s);"),
        at("app/x/X.cpp", "return makeError(ErrorCode::Io, say(\"The file is gone.\"));"),
        at("ui/x/X.cpp", "setWindowTitle(u\"Offprint\"_s); // setText(\"Save it\")"),
        at("tests/x/X.cpp", "setText(u\"Save\"_s);")}},
      {"path of a machine",
       anywhereWithout(u"(?<![\\w.~-])/(home|root|work|Users|mnt|srv)/[A-Za-z0-9_.-]+"_s),
       {at("README.md", "see /home/anna/x"), at("app/x/X.cpp", "u\"/srv/sites/x\"_s"),
        at("x.sh", "cd /mnt/build")},
       {at("README.md", "../shared/home/x and https://a.org/home/x and /usr/bin/x")}},
      {"registry host",
       anywhereWithout(
           u"registry\\.(npmjs|yarnpkg)|\\bnpmjs\\.(org|com)|\\bpypi\\.(org|python)|pythonhosted\\.org|"
           "\\bdeb\\.debian\\.org|archive\\.ubuntu\\.com|\\bghcr\\.io\\b|\\bdocker\\.io\\b|proxy\\.golang|"
           "static\\.crates\\.io|rubygems\\.org"_s),
       {at("packaging/package-lock.json",
           "\"resolved\": \"https://registry."
           "npmjs.org/x\""),
        at("packaging/setup",
           "deb http://deb."
           "debian.org/debian bookworm main")},
       {at("packaging/setup", "npm ci"), at("README.md", "packages of Debian 12")}},
      {"unfinished",
       anywhereWithout(u"\\b(TODO|FIXME|XXX)\\b"_s),
       {at("app/x/X.cpp", "// TODO later"), at("resources/x.css", "/* FIXME */")},
       {at("app/x/X.cpp", "u\"todo list\"_s")}},
  };
  return list;
}

}  // namespace

/// The rules of ARCHITECTURE.md over the whole source tree, and over snippets that keep or break them.
class SourceRules : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void tree_data() { addRules(); }
  void tree();
  void snippets_data() { addRules(); }
  void snippets();
  void treeIsRead();

 private:
  static void addRules() {
    QTest::addColumn<int>("rule");
    for (int i = 0; i < rules().size(); ++i)
      QTest::newRow(rules().at(i).name.constData()) << i;
  }
};

void SourceRules::tree() {
  QFETCH(int, rule);
  static const QList<SourceFile> files = sourceTree();
  const Rule& checked = rules().at(rule);
  QStringList found;
  for (const SourceFile& file : files) {
    const QStringList violations = checked.check(file);
    const bool excepted =
        std::any_of(exceptions().begin(), exceptions().end(), [&](const Exception& exception) {
          return exception.rule == checked.name && exception.path == file.path;
        });
    if (excepted && violations.isEmpty()) found << file.path + u": no longer needs its exception"_s;
    if (!excepted) found += violations;
  }
  QVERIFY2(found.isEmpty(), qPrintable(u'\n' + found.join(u'\n')));
}

void SourceRules::snippets() {
  QFETCH(int, rule);
  const Rule& checked = rules().at(rule);
  QVERIFY(!checked.bad.isEmpty());
  for (const SourceFile& file : checked.bad)
    QVERIFY2(!checked.check(file).isEmpty(), qPrintable(file.text.left(200)));
  for (const SourceFile& file : checked.good) {
    const QStringList found = checked.check(file);
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  }
}

void SourceRules::treeIsRead() {
  QStringList paths;
  for (const SourceFile& file : sourceTree())
    paths << file.path;
  for (const char* path :
       {"CMakeLists.txt", "app/main.cpp", "tests/gates/tst_SourceRules.cpp", ".clang-format"}) {
    QVERIFY2(paths.contains(QString::fromLatin1(path)), path);
  }
  for (const QString& path : paths)
    QVERIFY2(!path.startsWith(u"build"_s), qPrintable(path));
}

QTEST_GUILESS_MAIN(SourceRules)
#include "tst_SourceRules.moc"
