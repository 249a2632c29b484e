#include "exporters/markdown/TexLabels.h"

#include <utility>

#include "exporters/markdown/SourceText.h"

namespace offprint {
namespace {

/// Reads TeX command by command, and copies what nobody takes.
class TexReader {
 public:
  explicit TexReader(const QByteArray& tex) : tex_(tex) {}

  bool atEnd() const { return at_ >= tex_.size(); }
  /// The next command with its backslash, one other character, or a comment.
  QByteArray next() {
    const qsizetype begin = at_++;
    if (tex_.at(begin) == '%') {
      while (!atEnd() && tex_.at(at_) != '\n')
        ++at_;
    } else if (tex_.at(begin) == '\\' && !atEnd()) {
      if (!isAsciiLetter(tex_.at(at_++))) return tex_.mid(begin, 2);
      while (!atEnd() && isAsciiLetter(tex_.at(at_)))
        ++at_;
    }
    return tex_.mid(begin, at_ - begin);
  }
  /// What stands between the braces that come next; nothing is read when none do.
  QByteArray argument() {
    if (atEnd() || tex_.at(at_) != '{') return {};
    int depth = 0;
    for (qsizetype i = at_; i < tex_.size(); ++i) {
      if (tex_.at(i) == '\\') {
        ++i;
        continue;
      }
      if (tex_.at(i) == '{') ++depth;
      if (tex_.at(i) == '}' && --depth == 0) {
        const QByteArray content = tex_.mid(at_ + 1, i - at_ - 1);
        at_ = i + 1;
        return content;
      }
    }
    return {};
  }

 private:
  const QByteArray& tex_;
  qsizetype at_ = 0;
};

bool numbersItself(const QByteArray& environment) {
  static const QByteArrayList names{"align", "alignat", "gather", "equation"};
  return names.contains(environment);
}

bool hasRows(QByteArray environment) {
  if (environment.endsWith('*')) environment.chop(1);
  return environment != "equation" && numbersItself(environment);
}

}  // namespace

TexLabels readLabels(const QByteArray& tex,
                     const std::function<QByteArray(const QByteArray&, const QByteArray&)>& number) {
  TexLabels out;
  QByteArray label;
  QByteArray tag;
  int environments = 0;
  int braces = 0;
  const auto endRow = [&] {
    if (!label.isEmpty()) {
      const QByteArray given = number(label, tag);
      if (tag.isEmpty()) out.tex += "\\tag{" + given + '}';
    }
    label.clear();
    tag.clear();
  };
  TexReader reader(tex);
  while (!reader.atEnd()) {
    const QByteArray word = reader.next();
    if (word == "\\label") {
      const QByteArray name = reader.argument();
      if (label.isEmpty()) label = name;
      if (!name.isEmpty()) out.labels << name;
    } else if (word == "\\tag") {
      tag = reader.argument();
      out.tex += "\\tag{" + tag + '}';
    } else if (word == "\\begin" || word == "\\end") {
      const QByteArray name = reader.argument();
      const bool begins = word == "\\begin";
      if (begins && ++environments == 1) out.rows = hasRows(name);
      if (!begins && environments-- == 1 && out.rows) endRow();
      out.tex += word + '{' + name + (numbersItself(name) ? "*}" : "}");
    } else {
      if (word == "\\\\" && out.rows && environments == 1 && braces == 0) endRow();
      braces += word == "{" ? 1 : word == "}" ? -1 : 0;
      out.tex += word;
    }
  }
  if (!out.rows) out.tag = tag;
  return out;
}

QByteArray linkReferences(const QByteArray& tex, const std::function<QByteArray(const QByteArray&)>& number) {
  QByteArray out;
  TexReader reader(tex);
  while (!reader.atEnd()) {
    const QByteArray word = reader.next();
    const bool bracketed = word == "\\eqref";
    const QByteArray label = bracketed || word == "\\ref" ? reader.argument() : QByteArray();
    if (label.isEmpty()) {
      out += word;
      continue;
    }
    const QByteArray found = number(label);
    const QByteArray shown = bracketed ? '(' + found + ')' : found;
    out += found.isEmpty() ? QByteArray("\\text{??}") : "\\href{#" + label + "}{\\text{" + shown + "}}";
  }
  return out;
}

}  // namespace offprint
