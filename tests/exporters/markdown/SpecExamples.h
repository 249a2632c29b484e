#pragma once
#include <QByteArray>
#include <QList>

namespace offprint::test {

/// One example of a specification file.
struct SpecExample {
  int number = 0;
  int line = 0;
  QByteArray markdown;
  QByteArray html;
  QByteArrayList extensions;  ///< named after "example"
  bool disabled() const { return extensions.contains("disabled"); }
};

/// Every example of a file in the format of the CommonMark specification ("→" stands for a tab).
inline QList<SpecExample> specExamples(const QByteArray& file) {
  const QByteArray fence(32, '`');
  QList<SpecExample> examples;
  SpecExample current;
  enum { Outside, Markdown, Html } state = Outside;
  int line = 0;
  for (const QByteArray& text : file.split('\n')) {
    ++line;
    const QByteArray bare = text.trimmed();
    if (state == Outside && bare.startsWith(fence + " example")) {
      current = {};
      current.number = static_cast<int>(examples.size()) + 1;
      current.line = line;
      current.extensions = bare.mid(fence.size() + 8).simplified().split(' ');
      current.extensions.removeAll({});
      state = Markdown;
    } else if (state != Outside && bare == fence) {
      examples << current;
      state = Outside;
    } else if (state == Markdown && bare == ".") {
      state = Html;
    } else if (state != Outside) {
      (state == Markdown ? current.markdown : current.html) +=
          QByteArray(text + '\n').replace("\u2192", "\t");
    }
  }
  return examples;
}

}  // namespace offprint::test
