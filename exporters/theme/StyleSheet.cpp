#include "exporters/theme/StyleSheet.h"

#include <algorithm>
#include <string_view>

namespace offprint {

namespace {

/// Around these no space says anything. Before a colon it does: "a :hover" is not "a:hover".
bool parts(char c) {
  return std::string_view("{};,").find(c) != std::string_view::npos;
}
bool isSpace(char c) {
  return std::string_view(" \t\n\r\f").find(c) != std::string_view::npos;
}

class Compactor {
 public:
  explicit Compactor(const QByteArray& css) : css_(css) { out_.reserve(css.size()); }

  QByteArray run() {
    while (at_ < css_.size()) {
      const char c = css_[at_];
      if (isSpace(c)) {
        space_ = true;
        ++at_;
      } else if (css_.mid(at_, 2) == "/*") {
        skipComment();
      } else if (c == '"' || c == '\'') {
        copy(endOfString());
      } else if (css_.mid(at_, 4).toLower() == "url(") {
        copy(endOfAddress());
      } else {
        copy(std::min(at_ + (c == '\\' ? 2 : 1), css_.size()));
      }
    }
    if (!out_.isEmpty() && !out_.endsWith('\n')) out_ += '\n';
    return out_;
  }

 private:
  /// Two words with nothing but a comment between them are two words all the same.
  void skipComment() {
    const qsizetype end = css_.indexOf("*/", at_ + 2);
    at_ = end < 0 ? css_.size() : end + 2;
    const bool joins = !space_ && !out_.isEmpty() && !parts(out_.back()) && out_.back() != '\n' &&
                       at_ < css_.size() && !isSpace(css_[at_]) && !parts(css_[at_]);
    if (joins) out_ += "/**/";
  }

  qsizetype endOfString() const {
    qsizetype end = at_ + 1;
    while (end < css_.size() && css_[end] != css_[at_])
      end += css_[end] == '\\' ? 2 : 1;
    return std::min(end + 1, css_.size());
  }

  qsizetype endOfAddress() const {
    qsizetype first = at_ + 4;
    while (first < css_.size() && isSpace(css_[first]))
      ++first;
    // What is quoted is a string, and read as one.
    if (first < css_.size() && (css_[first] == '"' || css_[first] == '\'')) return at_ + 4;
    const qsizetype end = css_.indexOf(')', first);
    return end < 0 ? css_.size() : end + 1;
  }

  /// Takes what lies between here and `end`, with the space before it where that says something.
  void copy(qsizetype end) {
    const char first = css_[at_];
    const char last = out_.isEmpty() ? '\n' : out_.back();
    if (space_ && !parts(first) && !parts(last) && last != ':' && last != '\n') out_ += ' ';
    space_ = false;
    if (first == '}' && last == ';') out_.chop(1);
    out_ += css_.mid(at_, end - at_);
    at_ = end;
    depth_ += first == '{' ? 1 : first == '}' ? -1 : 0;
    if (depth_ <= 0 && (first == '}' || first == ';')) out_ += '\n';
  }

  const QByteArray& css_;
  QByteArray out_;
  qsizetype at_ = 0;
  qsizetype depth_ = 0;
  bool space_ = false;
};

}  // namespace

QByteArray compactStyles(const QByteArray& css) {
  return Compactor(css).run();
}

}  // namespace offprint
