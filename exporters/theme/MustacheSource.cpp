#include "exporters/theme/MustacheSource.h"

#include <algorithm>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

constexpr size_t kMaxDepth = 64;
constexpr size_t kMaxExpanded = 8 * 1024 * 1024;

bool blank(char c) {
  return c == ' ' || c == '\t';
}

std::string trimmed(std::string_view text) {
  const auto space = [](char c) { return blank(c) || c == '\n' || c == '\r'; };
  while (!text.empty() && space(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && space(text.back()))
    text.remove_suffix(1);
  return std::string(text);
}

std::vector<std::string> splitName(const std::string& name) {
  if (name == ".") return {name};
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', start)) {
    parts.push_back(name.substr(start, dot - start));
    start = dot + 1;
  }
  parts.push_back(name.substr(start));
  return parts;
}

/// Every line of a partial takes the blanks that stood before its tag.
std::string indented(const std::string& text, const std::string& indent) {
  if (indent.empty() || text.empty()) return text;
  std::string out = indent;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) out += indent;
  }
  return out;
}

}  // namespace

struct MustacheSource::Tag {
  char type = 'v';  ///< v & # ^ / > ! =
  std::string name;
  std::string indent;
  size_t start = 0;  ///< in the source, with the blanks of a standalone line
  size_t end = 0;
};

/// One source being read: the template itself or a partial.
struct MustacheSource::Scope {
  QString name;
  std::string text;
  std::string open = "{{";
  std::string close = "}}";
  size_t at = 0;

  int line(size_t position) const {
    return 1 + static_cast<int>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
  }
  Error error(const QString& message, size_t position) const {
    return makeError(ErrorCode::InvalidInput, message).at(name, line(position));
  }

  /// Reads the tag whose opening delimiter stands at `begin`.
  Result<Tag> tag(size_t begin) {
    Tag tag;
    tag.start = begin;
    size_t from = begin + open.size();
    std::string end = close;
    const bool triple = open == "{{" && close == "}}" && from < text.size() && text[from] == '{';
    if (triple) {
      end = "}}}";
      ++from;
    } else if (from < text.size() && text[from] == '=') {
      end = "=" + close;
    }
    const size_t stop = text.find(end, from + (end.size() > close.size() && !triple ? 1 : 0));
    if (stop == std::string::npos) {
      return error(say("The tag that begins here is never closed. Close it with “}}”."), begin);
    }
    std::string content = trimmed(std::string_view(text).substr(from, stop - from));
    tag.end = stop + end.size();
    if (triple) {
      tag.type = '&';
    } else if (!content.empty() && std::string_view("&#^/>!=").find(content[0]) != std::string_view::npos) {
      tag.type = content[0];
      content = trimmed(std::string_view(content).substr(1));
    }
    tag.name = content;
    if (tag.name.empty() && tag.type != '!') return error(say("A tag here has no name."), begin);
    if (tag.type != 'v' && tag.type != '&') widen(tag);
    return tag;
  }

  /// A tag that stands alone on its line takes the whole line with it.
  void widen(Tag& tag) const {
    size_t first = tag.start;
    while (first > 0 && blank(text[first - 1]))
      --first;
    if (first > 0 && text[first - 1] != '\n') return;
    size_t last = tag.end;
    while (last < text.size() && blank(text[last]))
      ++last;
    if (last < text.size()) {
      if (text[last] == '\r' && last + 1 < text.size() && text[last + 1] == '\n') ++last;
      if (text[last] != '\n') return;
      ++last;
    }
    tag.indent = text.substr(first, tag.start - first);
    tag.start = first;
    tag.end = last;
  }

  Result<void> changeDelimiters(const Tag& tag) {
    const size_t gap = tag.name.find_first_of(" \t\n");
    const std::string left = tag.name.substr(0, gap);
    const std::string right =
        gap == std::string::npos ? std::string() : trimmed(std::string_view(tag.name).substr(gap));
    if (left.empty() || right.empty() || right.find_first_of(" \t\n=") != std::string::npos ||
        left.find('=') != std::string::npos) {
      return error(say("Delimiters are changed by two words between equals signs, as in “{{=<% %>=}}”."),
                   tag.start);
    }
    open = left;
    close = right;
    return {};
  }
};

Result<void> MustacheSource::read(const QString& name, const QByteArray& source, const Partials& partials) {
  partials_ = &partials;
  Scope scope;
  scope.name = name;
  scope.text = source.toStdString();
  literal(std::string_view(&kLiteral, 1), canonical);
  return expand(scope, canonical);
}

void MustacheSource::literal(std::string_view text, std::string& out) {
  if (text.empty()) return;
  out += "{{&";
  out += kLiteral;
  out += std::to_string(literals.size()) + "}}";
  literals.emplace_back(text);
}

std::string MustacheSource::nameTag(const std::string& name) {
  const auto [place, added] = nameIndex_.emplace(name, names.size());
  if (added) names.push_back(splitName(name));
  return kName + std::to_string(place->second);
}

Result<void> MustacheSource::expand(Scope& scope, std::string& out) {
  expanded_ += scope.text.size();
  if (expanded_ > kMaxExpanded) {
    return scope.error(say("With its partials the template grows beyond 8 MB."), 0);
  }
  std::vector<std::string> open;
  while (scope.at < scope.text.size()) {
    const size_t begin = scope.text.find(scope.open, scope.at);
    if (begin == std::string::npos) break;
    auto tag = scope.tag(begin);
    if (!tag) return tag.error();
    literal(std::string_view(scope.text).substr(scope.at, std::max(tag->start, scope.at) - scope.at), out);
    scope.at = tag->end;
    OFFPRINT_TRY(put(scope, *tag, open, out));
  }
  literal(std::string_view(scope.text).substr(scope.at), out);
  if (!open.empty()) {
    return scope.error(say("The section “%1” is never closed.").arg(QString::fromStdString(open.back())),
                       scope.text.size());
  }
  return {};
}

Result<void> MustacheSource::put(Scope& scope, const Tag& tag, std::vector<std::string>& open,
                                 std::string& out) {
  switch (tag.type) {
    case '!':
      return {};
    case '=':
      return scope.changeDelimiters(tag);
    case '>':
      return partial(scope, tag, out);
    case '#':
    case '^':
      if (open.size() >= kMaxDepth) return scope.error(say("Sections nest more than 64 deep."), tag.start);
      open.push_back(tag.name);
      break;
    case '/':
      if (open.empty() || open.back() != tag.name) {
        return scope.error(say("“%1” is closed here but was not the last section opened.")
                               .arg(QString::fromStdString(tag.name)),
                           tag.start);
      }
      open.pop_back();
      break;
    default:
      break;
  }
  out += "{{";
  if (tag.type != 'v') out += tag.type;
  out += nameTag(tag.name) + "}}";
  return {};
}

Result<void> MustacheSource::partial(Scope& scope, const Tag& tag, std::string& out) {
  const QString name = QString::fromStdString(tag.name);
  if (std::find(stack_.begin(), stack_.end(), tag.name) != stack_.end()) {
    // It contains itself: rendered when met, as deep as the data goes.
    const std::string key = nameTag(tag.name);
    recursive.emplace(key, std::string());
    out += "{{>" + key + "}}";
    return {};
  }
  if (stack_.size() >= kMaxDepth) return scope.error(say("Partials nest more than 64 deep."), tag.start);
  const std::optional<QByteArray> source = *partials_ ? (*partials_)(name) : std::nullopt;
  if (!source) {
    missing.append(name);
    return {};
  }
  Scope inner;
  inner.name = name;
  inner.text = indented(source->toStdString(), tag.indent);
  stack_.push_back(tag.name);
  std::string body;
  OFFPRINT_TRY(expand(inner, body));
  stack_.pop_back();
  if (const auto nests = recursive.find(nameTag(tag.name));
      nests != recursive.end() && nests->second.empty()) {
    nests->second = std::string("{{&") + kEnter + "}}" + body + "{{&" + kLeave + "}}";
  }
  out += body;
  return {};
}

}  // namespace offprint
