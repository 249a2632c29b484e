#include "exporters/markdown/RawHtml.h"

#include <array>
#include <QRegularExpression>

#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlTags.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

struct OpenElement {
  QByteArray name;
  int block = 0;  ///< index of the top-level block
  int line = 0;
};

/// The elements that are open in one part of the page.
struct Scope {
  QList<OpenElement> open;
  QHash<QByteArray, int> counts;

  bool has(const QByteArray& name) const { return counts.value(name) > 0; }
  void push(const OpenElement& element) {
    open << element;
    ++counts[element.name];
  }
  OpenElement pop() {
    OpenElement element = open.takeLast();
    --counts[element.name];
    return element;
  }
};

struct Edit {
  qsizetype start = 0;
  qsizetype end = 0;
  QByteArray text;
};

QByteArray applyEdits(const QByteArray& text, const QList<Edit>& edits) {
  QByteArray out;
  qsizetype at = 0;
  for (const Edit& edit : edits) {
    out += text.mid(at, edit.start - at);
    out += edit.text;
    at = edit.end;
  }
  return out + text.mid(at);
}

/// An address in an attribute without its character references, as a browser reads it: numbers need no ";".
/// Of the named ones those that give ASCII signs, since no scheme can hold another.
QByteArray decodedAttribute(const QByteArray& value) {
  if (!value.contains('&')) return value;
  static const QRegularExpression reference(
      u"&(?:#[xX]([0-9A-Fa-f]{1,8});?|#(\\d{1,9});?|(quot|apos|lt|gt|amp|colon|Tab|NewLine|sol|num|period|"
      u"lpar|"
      "rpar|quest|equals|commat|plus|percnt|semi|comma|excl|ast|dollar|lowbar|bsol|Hat|grave);)"_s);
  static const QHash<QString, char> named = {
      {u"quot"_s, '"'},   {u"apos"_s, '\''}, {u"lt"_s, '<'},       {u"gt"_s, '>'},     {u"amp"_s, '&'},
      {u"colon"_s, ':'},  {u"Tab"_s, '\t'},  {u"NewLine"_s, '\n'}, {u"sol"_s, '/'},    {u"num"_s, '#'},
      {u"period"_s, '.'}, {u"lpar"_s, '('},  {u"rpar"_s, ')'},     {u"quest"_s, '?'},  {u"equals"_s, '='},
      {u"commat"_s, '@'}, {u"plus"_s, '+'},  {u"percnt"_s, '%'},   {u"semi"_s, ';'},   {u"comma"_s, ','},
      {u"excl"_s, '!'},   {u"ast"_s, '*'},   {u"dollar"_s, '$'},   {u"lowbar"_s, '_'}, {u"bsol"_s, '\\'},
      {u"Hat"_s, '^'},    {u"grave"_s, '`'}};
  const QString text = QString::fromUtf8(value);
  QString out;
  qsizetype at = 0;
  for (auto found = reference.globalMatch(text); found.hasNext();) {
    const auto match = found.next();
    out += QStringView(text).mid(at, match.capturedStart() - at);
    at = match.capturedEnd();
    if (match.hasCaptured(3)) {
      out += QLatin1Char(named.value(match.captured(3)));
      continue;
    }
    const uint code =
        match.hasCaptured(1) ? match.captured(1).toUInt(nullptr, 16) : match.captured(2).toUInt();
    const bool character = code > 0 && code <= QChar::LastValidCodePoint && !QChar::isSurrogate(code);
    out += QString::fromUcs4(std::array{char32_t(character ? code : 0xFFFDu)}.data(), 1);
  }
  out += QStringView(text).mid(at);
  return out.toUtf8();
}

/// Attributes with the address of a page or file that may be the site's own.
bool holdsAddress(const QByteArray& attribute) {
  return attribute == "src" || attribute == "href" || attribute == "poster";
}

/// Further ones that a browser follows or opens; only what has a scheme is judged.
bool mayHoldAddress(const QByteArray& attribute) {
  static const QSet<QByteArray> names = {"xlink:href", "action",   "formaction", "data",     "background",
                                         "cite",       "longdesc", "ping",       "manifest", "icon",
                                         "codebase",   "srcset",   "lowsrc",     "dynsrc",   "to",
                                         "from",       "by",       "values",     "classid"};
  return names.contains(attribute);
}

/// "name:" before a path, a query or a part; blanks and control characters do not hide it.
bool hasScheme(const QByteArray& address) {
  for (const char c : address) {
    if (c == ':') return true;
    if (c == '/' || c == '?' || c == '#') return false;
  }
  return false;
}

/// Elements that show what `data:` holds as a picture or play it; in all others it is a page that may run a
/// program.
bool showsData(const QByteArray& element) {
  static const QSet<QByteArray> names = {"img",   "source", "video", "audio",
                                         "track", "image",  "input", "link"};
  return names.contains(element);
}

class RawHtmlPlanner {
 public:
  RawHtmlPlanner(const MarkedSource& source, const MarkdownOptions& options, ParsedDocument& document)
      : source_(source), options_(options), document_(document) {}

  RawHtmlPlan run(cmark_node* root, const QSet<const cmark_node*>& opens,
                  const QSet<const cmark_node*>& closes) {
    scopes_ << Scope();
    walkBelow(
        root,
        [&](cmark_node* node) {
          if (cmark_node_parent(node) == root) ++block_;
          return enter(node, opens, closes);
        },
        [&](cmark_node* node) { leave(node); });
    closeTopLevel();
    return std::move(plan_);
  }

 private:
  bool enter(cmark_node* node, const QSet<const cmark_node*>& opens, const QSet<const cmark_node*>& closes) {
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE) {
      read(node);
      return false;
    }
    if (type == CMARK_NODE_IMAGE) return false;  // becomes the alternative text
    if (opens.contains(node)) scopes_ << Scope();
    if (closes.contains(node)) closeScope(node);
    if ((type & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK) {
      if (type == CMARK_NODE_CODE_BLOCK) return false;
      blockLine_ = firstLineOf(node);
      scopes_ << Scope();
      return true;
    }
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) ++blockLine_;
    return true;
  }

  void leave(cmark_node* node) {
    if ((cmark_node_get_type(node) & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK) closeScope(node);
  }

  void closeScope(const cmark_node* node) {
    Scope scope = scopes_.takeLast();
    QByteArray closers;
    while (!scope.open.isEmpty())
      closers += endTag(scope.pop());
    if (!closers.isEmpty()) plan_.closers.insert(node, closers);
  }

  void closeTopLevel() {
    Scope& scope = scopes_.last();
    while (!scope.open.isEmpty()) {
      const OpenElement element = scope.pop();
      plan_.blockClosers[element.block] += endTag(element);
    }
  }

  QByteArray endTag(const OpenElement& element) {
    if (!hasOptionalEnd(element.name)) {
      report(say("The tag <%1> is never closed, so the page closes it at the end of its block. Close it with "
                 "</%1>.")
                 .arg(QString::fromUtf8(element.name)),
             element.line);
    }
    return "</" + element.name + '>';
  }

  void report(const QString& message, int line) {
    Finding finding;
    finding.level = Finding::Level::Warning;
    finding.code = u"html.unbalanced"_s;
    finding.message = message;
    finding.line = line;
    document_.findings << finding;
  }

  void read(cmark_node* node) {
    const QByteArray literal = source_.verbatim(QByteArray(cmark_node_get_literal(node)));
    const bool inBlock = cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK;
    int line = inBlock ? cmark_node_get_start_line(node) : blockLine_;
    QList<Edit> edits;
    qsizetype counted = 0;
    node_ = inBlock ? nullptr : node;
    for (const HtmlTag& tag : scanHtmlTags(literal)) {
      line += static_cast<int>(std::count(literal.begin() + counted, literal.begin() + tag.start, '\n'));
      counted = tag.start;
      readTag(literal, tag, line, edits);
    }
    QList<OpenElement>& open = scopes_.last().open;
    if (inBlock && !open.isEmpty() && isRawTextElement(open.last().name)) {
      // Left open it would swallow the Markdown behind its block as text.
      const qsizetype end = literal.endsWith('\n') ? literal.size() - 1 : literal.size();
      edits << Edit{end, end, endTag(scopes_.last().pop())};
    }
    if (!inBlock) blockLine_ += static_cast<int>(literal.count('\n'));
    if (!edits.isEmpty()) plan_.literals.insert(node, applyEdits(literal, edits));
  }

  void readTag(const QByteArray& literal, const HtmlTag& tag, int line, QList<Edit>& edits) {
    const QList<OpenElement>& open = scopes_.last().open;
    if (!open.isEmpty() && isRawTextElement(open.last().name) &&
        (tag.kind != HtmlTag::Kind::Close || tag.name != open.last().name)) {
      return;  // text, until the element ends
    }
    switch (tag.kind) {
      case HtmlTag::Kind::Comment:
        leaveOut(literal, tag, edits);
        return;
      case HtmlTag::Kind::Broken:
        report(say("A tag starts here and never ends, so it appears as text. End it with >, or write &lt; "
                   "for the sign alone."),
               line);
        showAsText(literal, tag, edits);
        return;
      case HtmlTag::Kind::Close:
        readEndTag(literal, tag, line, edits);
        return;
      case HtmlTag::Kind::Open:
        readStartTag(literal, tag, line, edits);
        return;
    }
  }

  /// An author's comment is a note to the author, and anybody may read the source of a page. A line that held
  /// nothing else goes with it. Declarations stay: in drawings <![CDATA[ holds what is shown.
  static void leaveOut(const QByteArray& literal, const HtmlTag& tag, QList<Edit>& edits) {
    if (literal.mid(tag.start, 4) != "<!--") return;
    const bool startsLine = tag.start == 0 || literal.at(tag.start - 1) == '\n';
    const bool endsLine = tag.end < literal.size() && literal.at(tag.end) == '\n';
    edits << Edit{tag.start, startsLine && endsLine ? tag.end + 1 : tag.end, {}};
  }

  /// All of it: an attribute may hold what would be a tag of its own.
  static void showAsText(const QByteArray& literal, const HtmlTag& tag, QList<Edit>& edits) {
    edits << Edit{tag.start, tag.end, escapedHtml(literal.mid(tag.start, tag.end - tag.start))};
  }

  void readStartTag(const QByteArray& literal, const HtmlTag& tag, int line, QList<Edit>& edits) {
    if (tag.name == "plaintext") {  // no end tag ends it: the rest of the page would become its text
      report(say("The tag <plaintext> would swallow the rest of the page, so it appears as text. Use <pre> "
                 "instead."),
             line);
      showAsText(literal, tag, edits);
      return;
    }
    for (const HtmlAttribute& attribute : tag.attributes) {
      const bool address = holdsAddress(attribute.name);
      if (address || mayHoldAddress(attribute.name))
        resolve(literal, attribute, address, showsData(tag.name), line, edits);
    }
    Scope& scope = scopes_.last();
    const bool foreign = scope.has("svg") || scope.has("math");
    if (isVoidElement(tag.name) || (tag.selfClosing && foreign)) return;
    if (node_ && isRawTextElement(tag.name) && !endsAmongSiblings(tag.name)) {
      // It would swallow the end tags of the emphasis or link around it.
      edits << Edit{literal.size(), literal.size(), endTag({tag.name, block_, line})};
      return;
    }
    scope.push({tag.name, block_, line});
  }

  /// An element of raw text that starts in inline HTML ends before the Markdown element around it does.
  bool endsAmongSiblings(const QByteArray& name) {
    if (cmark_node_parent(node_) != endlessParent_) {
      endlessParent_ = cmark_node_parent(node_);
      endless_.clear();
    }
    if (endless_.contains(name)) return false;
    for (cmark_node* next = cmark_node_next(node_); next; next = cmark_node_next(next)) {
      if (cmark_node_get_type(next) != CMARK_NODE_HTML_INLINE) continue;
      if (startsEndTag(cmark_node_get_literal(next), 0, name)) return true;
    }
    endless_.insert(name);
    return false;
  }

  void readEndTag(const QByteArray& literal, const HtmlTag& tag, int line, QList<Edit>& edits) {
    Scope& scope = scopes_.last();
    if (!scope.has(tag.name)) {
      report(
          say("The end tag </%1> closes nothing here, so it appears as text. Remove it, or open it before.")
              .arg(QString::fromUtf8(tag.name)),
          line);
      showAsText(literal, tag, edits);
      return;
    }
    QByteArray implied;
    OpenElement element = scope.pop();
    while (element.name != tag.name) {
      if (!hasOptionalEnd(element.name)) implied += endTag(element);
      element = scope.pop();
    }
    if (!implied.isEmpty()) edits << Edit{tag.start, tag.start, implied};
    if (scopes_.size() == 1 && element.block != block_) plan_.spans.append({element.block, block_});
  }

  void resolve(const QByteArray& literal, const HtmlAttribute& attribute, bool own, bool showsData, int line,
               QList<Edit>& edits) {
    const qsizetype length = attribute.valueEnd - attribute.valueStart;
    const QByteArray address = decodedAttribute(literal.mid(attribute.valueStart, length)).trimmed();
    if (!own && !hasScheme(address)) return;
    DocumentLink link;
    const bool opensData = !showsData && hasScheme(address) && !address.toLower().startsWith("http");
    link.type = opensData ? DocumentLink::Type::Link : DocumentLink::Type::RawHtml;
    link.target = QString::fromUtf8(address);
    link.line = line;
    document_.links << link;
    if (!options_.resolve) return;
    const QByteArray href = options_.resolve(link.target, link.type).href;
    if (href == link.target.toUtf8()) return;
    const char before = literal.at(attribute.valueStart - 1);
    const bool quoted = before == '"' || before == '\'';
    QByteArray value = escapedHtml(href).replace('\'', "&#39;");
    if (!quoted) value = '"' + value + '"';
    edits << Edit{attribute.valueStart, attribute.valueEnd, value};
  }

  const MarkedSource& source_;
  const MarkdownOptions& options_;
  ParsedDocument& document_;
  RawHtmlPlan plan_;
  QList<Scope> scopes_;
  int block_ = -1;
  int blockLine_ = 1;
  cmark_node* node_ = nullptr;  ///< the inline HTML at hand
  cmark_node* endlessParent_ = nullptr;
  QSet<QByteArray> endless_;  ///< elements whose end does not follow in endlessParent_
};

}  // namespace

RawHtmlPlan planRawHtml(cmark_node* root, const MarkedSource& source, const MarkdownOptions& options,
                        const QSet<const cmark_node*>& opens, const QSet<const cmark_node*>& closes,
                        ParsedDocument& document) {
  return RawHtmlPlanner(source, options, document).run(root, opens, closes);
}

}  // namespace offprint
