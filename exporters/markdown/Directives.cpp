#include "exporters/markdown/Directives.h"

#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/DialectExtension.h"
#include "exporters/markdown/SourceText.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

qsizetype nameLength(const QByteArray& text) {
  qsizetype n = 0;
  while (n < text.size() &&
         (isAsciiLetter(text.at(n)) ||
          (n > 0 && (text.at(n) == '-' || text.at(n) == '_' || (text.at(n) >= '0' && text.at(n) <= '9'))))) {
    ++n;
  }
  return n;
}

/// Takes an attribute block off the end of `text`.
Attributes takeAttributes(QByteArray& text) {
  const qsizetype brace = text.indexOf('{');
  if (brace < 0) return {};
  const char* end = text.constData() + text.size();
  const qsizetype length = attributesLength(text.constData() + brace, end, false);
  if (length == 0 || !text.mid(brace + length).trimmed().isEmpty()) return {};
  const Attributes attributes = parseAttributes(text.mid(brace, length));
  text = text.left(brace).trimmed();
  return attributes;
}

Finding finding(const char* code, const QString& message, int line) {
  Finding result;
  result.level = Finding::Level::Warning;
  result.code = QString::fromLatin1(code);
  result.message = message;
  result.line = line;
  return result;
}

class Pairing {
 public:
  Pairing(const MarkedSource& source, Findings& findings) : source_(source), findings_(findings) {}

  void add(cmark_node* node) {
    DirectiveLine line = parseDirectiveLine(source_.verbatim(dialectLiteral(node)));
    line.line = cmark_node_get_start_line(node);
    if (line.title.startsWith('{')) {
      findings_ << finding(
          "attribute.unclosed",
          say("The attributes of %1 are not closed with } or hold something else, so they appear "
              "as text. Write them as {#name .class key=value}.")
              .arg(QString::fromUtf8((line.leaf ? "::" : ":::") + line.name)),
          line.line);
    }
    if (line.leaf) {
      plan_.leaves.insert(node, line);
      return;
    }
    auto& open = open_[cmark_node_parent(node)];
    if (!line.name.isEmpty()) {
      open.append({node, line});
    } else if (open.isEmpty()) {
      findings_ << finding("directive.stray", say("This line closes no block, so it appears as text."),
                           line.line);
    } else {
      const auto [opening, first] = open.takeLast();
      plan_.opens.insert(opening, first);
      plan_.closingOf.insert(opening, node);
      plan_.openingOf.insert(node, opening);
    }
  }

  DirectivePlan finish() {
    for (const auto& left : std::as_const(open_)) {
      for (const auto& [node, line] : left) {
        findings_ << finding("directive.unclosed",
                             say("The block %1 is never closed with a line of colons, so it appears as text.")
                                 .arg(QString::fromUtf8(":::" + line.name)),
                             line.line);
      }
    }
    return std::move(plan_);
  }

 private:
  const MarkedSource& source_;
  Findings& findings_;
  DirectivePlan plan_;
  QHash<const cmark_node*, QList<std::pair<const cmark_node*, DirectiveLine>>> open_;  // by parent
};

}  // namespace

DirectiveLine parseDirectiveLine(const QByteArray& line) {
  DirectiveLine result;
  result.source = line.trimmed();
  qsizetype colons = 0;
  while (colons < result.source.size() && result.source.at(colons) == ':') {
    ++colons;
  }
  result.leaf = colons == 2;
  QByteArray rest = result.source.mid(colons).trimmed();
  const qsizetype length = nameLength(rest);
  result.name = rest.left(length);
  rest = rest.mid(length).trimmed();
  result.attributes = takeAttributes(rest);
  if (result.name.isEmpty() && !result.attributes.classes.isEmpty()) {
    result.name = result.attributes.classes.takeFirst();  // Pandoc's form: "::: {.name}"
  }
  // Pandoc lets a line of colons follow the name: "::: name :::".
  while (rest.endsWith(':') && result.title.isEmpty() && !result.leaf)
    rest.chop(1);
  rest = rest.trimmed();
  if (rest.startsWith('[') && rest.endsWith(']')) rest = rest.mid(1, rest.size() - 2);
  result.title = rest;
  if (result.title.isEmpty()) result.title = result.attributes.value("title");
  return result;
}

DirectivePlan planDirectives(cmark_node* root, const MarkedSource& source, Findings& findings) {
  Pairing pairing(source, findings);
  walkBelow(
      root,
      [&](cmark_node* node) {
        if (dialectNode(node) == DialectNode::Directive) pairing.add(node);
        return cmark_node_get_type(node) != CMARK_NODE_PARAGRAPH;
      },
      [](cmark_node*) {});
  return pairing.finish();
}

}  // namespace offprint
