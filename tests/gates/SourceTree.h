#pragma once
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QList>
#include <QString>

#include "tests/support/Fixture.h"

namespace offprint::test {

struct SourceFile {
  QString path;  ///< inside the source tree
  QString text;

  bool isCpp() const { return path.endsWith(QLatin1String(".cpp")) || path.endsWith(QLatin1String(".h")); }
  bool isIn(const QString& folder) const { return path.startsWith(folder + QLatin1Char('/')); }
  /// The part of app/ that sees every layer.
  bool isComposition() const {
    return path == QLatin1String("app/main.cpp") || path.startsWith(QLatin1String("app/Services.")) ||
           isIn(QStringLiteral("app/cli"));
  }
};

/// Every text of the source tree that a person wrote; what is built or installed is left out.
inline QList<SourceFile> sourceTree() {
  const QDir root(source({}));
  QList<SourceFile> files;
  QDirIterator it(root.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (it.hasNext()) {
    const QString path = root.relativeFilePath(it.next());
    const bool foreign = path.startsWith(QLatin1String("build")) || path.startsWith(QLatin1String(".git/")) ||
                         path.startsWith(QLatin1String(".cache")) ||
                         path.contains(QLatin1String("node_modules"));
    if (foreign || path == QLatin1String(".git")) continue;
    const QByteArray bytes = slurp(it.filePath());
    if (!bytes.contains('\0')) files << SourceFile{path, QString::fromUtf8(bytes)};
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

/// What to take out of C++ before looking at it. Lines keep their numbers.
enum class Strip { Comments, CommentsAndStrings };

namespace detail {

/// Index behind the string or character literal that starts at `i`.
inline qsizetype literalEnd(const QString& text, qsizetype i) {
  const bool raw = text.at(i) == QLatin1Char('"') && i > 0 && text.at(i - 1) == QLatin1Char('R');
  if (raw) {
    const qsizetype bracket = text.indexOf(QLatin1Char('('), i);
    const QString close = QLatin1Char(')') + text.mid(i + 1, bracket - i - 1) + QLatin1Char('"');
    const qsizetype end = text.indexOf(close, bracket);
    return end < 0 ? text.size() : end + close.size();
  }
  const QChar quote = text.at(i);
  for (++i; i < text.size() && text.at(i) != quote && text.at(i) != QLatin1Char('\n'); ++i) {
    if (text.at(i) == QLatin1Char('\\')) ++i;
  }
  return qMin(i + 1, text.size());
}

}  // namespace detail

inline QString stripped(const QString& text, Strip what) {
  QString out = text;
  const auto blank = [&](qsizetype from, qsizetype to) {
    for (qsizetype i = from; i < to; ++i) {
      if (out.at(i) != QLatin1Char('\n')) out[i] = QLatin1Char(' ');
    }
  };
  for (qsizetype i = 0; i < text.size();) {
    const QChar c = text.at(i);
    const QChar next = i + 1 < text.size() ? text.at(i + 1) : QChar();
    qsizetype end = i + 1;
    if (c == QLatin1Char('/') && (next == QLatin1Char('/') || next == QLatin1Char('*'))) {
      const bool line = next == QLatin1Char('/');
      end = text.indexOf(line ? QStringLiteral("\n") : QStringLiteral("*/"), i + 2);
      end = end < 0 ? text.size() : line ? end : end + 2;
      blank(i, end);
    } else if (c == QLatin1Char('"') ||
               (c == QLatin1Char('\'') && !(i > 0 && text.at(i - 1).isLetterOrNumber()))) {
      end = detail::literalEnd(text, i);
      if (what == Strip::CommentsAndStrings) blank(i + 1, end - 1);
    }
    i = end;
  }
  return out;
}

/// 1-based line of an offset.
inline int lineAt(const QString& text, qsizetype offset) {
  return static_cast<int>(QStringView(text).left(offset).count(QLatin1Char('\n'))) + 1;
}

}  // namespace offprint::test
