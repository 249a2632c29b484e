#include "exporters/markdown/HtmlTags.h"

#include <algorithm>
#include <cstring>

namespace offprint {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

template <size_t Size>
bool isOneOf(const QByteArray& name, const char* const (&list)[Size]) {
  return std::any_of(std::begin(list), std::end(list), [&](const char* one) { return name == one; });
}

class TagScanner {
 public:
  explicit TagScanner(const QByteArray& html) : html_(html) {}

  QList<HtmlTag> run() {
    QList<HtmlTag> tags;
    qsizetype at = 0;
    while ((at = html_.indexOf('<', at)) >= 0) {
      HtmlTag tag;
      tag.start = at;
      if (!scan(tag)) {
        ++at;
        continue;
      }
      at = tag.end;
      const bool raw = tag.kind == HtmlTag::Kind::Open && !tag.selfClosing && isRawTextElement(tag.name);
      tags << tag;
      if (raw) at = rawTextEnd(tag.name, at);
    }
    return tags;
  }

 private:
  char charAt(qsizetype at) const { return at < html_.size() ? html_.at(at) : '\0'; }

  void finish(HtmlTag& tag, HtmlTag::Kind kind, qsizetype end) const {
    tag.kind = kind;
    tag.end = end;
  }

  /// False: the "<" is text.
  bool scan(HtmlTag& tag) {
    const char next = charAt(tag.start + 1);
    if (next == '!' || next == '?') {
      scanComment(tag, html_.mid(tag.start, 4) == "<!--");
      return true;
    }
    const bool closes = next == '/';
    const qsizetype name = tag.start + (closes ? 2 : 1);
    if (!isLetter(charAt(name))) return false;
    qsizetype p = name;
    while (p < html_.size() && !isSpace(html_.at(p)) && html_.at(p) != '/' && html_.at(p) != '>') {
      ++p;
    }
    tag.name = html_.mid(name, p - name).toLower();
    p = scanAttributes(tag, p);
    if (p < 0) {
      finish(tag, HtmlTag::Kind::Broken, tag.start + 1);
    } else {
      finish(tag, closes ? HtmlTag::Kind::Close : HtmlTag::Kind::Open, p);
    }
    return true;
  }

  void scanComment(HtmlTag& tag, bool comment) {
    const qsizetype from = tag.start + (comment ? 4 : 2);
    bool& none = comment ? noCommentEnd_ : noTagEnd_;
    const char* closer = comment ? "-->" : ">";
    const qsizetype end = none ? -1 : html_.indexOf(closer, from);
    if (end < 0) {
      none = true;
      finish(tag, HtmlTag::Kind::Broken, tag.start + 1);
    } else {
      finish(tag, HtmlTag::Kind::Comment, end + static_cast<qsizetype>(std::strlen(closer)));
    }
  }

  /// Offset behind the tag's ">", or -1 when it never ends.
  qsizetype scanAttributes(HtmlTag& tag, qsizetype p) {
    if (tag.start < brokenFrom_) return -1;
    while (p < html_.size()) {
      const char c = html_.at(p);
      if (c == '>') {
        tag.selfClosing = html_.at(p - 1) == '/';
        return p + 1;
      }
      if (isSpace(c) || c == '/') {
        ++p;
        continue;
      }
      p = scanAttribute(tag, p);
    }
    // Nothing ends from here on, so that further "<" need not be tried: they lie within this one.
    brokenFrom_ = html_.size();
    return -1;
  }

  qsizetype scanAttribute(HtmlTag& tag, qsizetype p) {
    HtmlAttribute attribute;
    const qsizetype name = p++;
    while (p < html_.size() && !isSpace(html_.at(p)) && std::strchr("=/>", html_.at(p)) == nullptr) {
      ++p;
    }
    attribute.name = html_.mid(name, p - name).toLower();
    qsizetype q = p;
    while (isSpace(charAt(q))) {
      ++q;
    }
    if (charAt(q) != '=') return p;
    ++q;
    while (isSpace(charAt(q))) {
      ++q;
    }
    const char quote = charAt(q);
    const bool quoted = quote == '"' || quote == '\'';
    attribute.valueStart = quoted ? q + 1 : q;
    qsizetype end = attribute.valueStart;
    if (quoted) {
      end = html_.indexOf(quote, end);
      if (end < 0) return html_.size();
    } else {
      while (end < html_.size() && !isSpace(html_.at(end)) && html_.at(end) != '>') {
        ++end;
      }
    }
    attribute.valueEnd = end;
    tag.attributes << attribute;
    return quoted ? end + 1 : end;
  }

  /// Where "</name" stands, or the end: its content is left alone.
  qsizetype rawTextEnd(const QByteArray& name, qsizetype from) const {
    for (qsizetype at = html_.indexOf("</", from); at >= 0; at = html_.indexOf("</", at + 2)) {
      if (startsEndTag(html_, at, name)) return at;
    }
    return html_.size();
  }

  const QByteArray& html_;
  qsizetype brokenFrom_ = 0;
  bool noCommentEnd_ = false;
  bool noTagEnd_ = false;
};

}  // namespace

QList<HtmlTag> scanHtmlTags(const QByteArray& html) {
  return TagScanner(html).run();
}

bool isRawTextElement(const QByteArray& name) {
  static constexpr const char* Names[] = {"script", "style",   "textarea", "title",
                                          "xmp",    "noembed", "noframes", "iframe"};
  return isOneOf(name, Names);
}

bool startsEndTag(const QByteArray& html, qsizetype at, const QByteArray& name) {
  const qsizetype behind = at + 2 + name.size();
  if (behind >= html.size() || html.at(at) != '<' || html.at(at + 1) != '/') return false;
  if (html.mid(at + 2, name.size()).toLower() != name) return false;
  return isSpace(html.at(behind)) || html.at(behind) == '/' || html.at(behind) == '>';
}

bool isVoidElement(const QByteArray& name) {
  static constexpr const char* Names[] = {"area",  "base", "br",   "col",    "embed", "hr",  "img",
                                          "input", "link", "meta", "source", "track", "wbr", "param"};
  return isOneOf(name, Names);
}

bool hasOptionalEnd(const QByteArray& name) {
  static constexpr const char* Names[] = {"li",    "dt",    "dd",    "p",  "rt", "rp", "optgroup", "option",
                                          "thead", "tbody", "tfoot", "tr", "td", "th", "colgroup", "caption"};
  return isOneOf(name, Names);
}

}  // namespace offprint
