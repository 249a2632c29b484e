#include <algorithm>

#include "app/core/Text.h"
#include "exporters/markdown/BlockAttributes.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/DialectExtension.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlWriter.h"
#include "exporters/markdown/SourceText.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Blocks that the page makes of the whole library; a text alone cannot show them.
constexpr const char* LibraryBlocks[] = {"bibliography", "publications", "talks", "items", "gallery"};
constexpr const char* OwnBlocks[] = {"toc", "video", "audio", "youtube", "demo"};

template <size_t Size>
bool isOneOf(const QByteArray& name, const char* const (&list)[Size]) {
  return std::any_of(std::begin(list), std::end(list), [&](const char* one) { return name == one; });
}

bool isVideoId(const QByteArray& id) {
  return id.size() >= 6 && id.size() <= 32 && std::all_of(id.begin(), id.end(), [](char c) {
           return isAsciiLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
         });
}

QByteArray ariaLabel(const QByteArray& title) {
  return title.isEmpty() ? title : " aria-label=\"" + escapedHtml(title) + '"';
}

bool isGeneralAttribute(const QByteArray& name) {
  const QByteArray key = name.toLower();
  return key == "lang" || key == "dir" || key.startsWith("data-") || key.startsWith("aria-") ||
         isUnsafeAttribute(name);
}

}  // namespace

void HtmlWriter::judgeAttributes(const DirectiveLine& line) {
  QByteArrayList known;
  for (const BlockAttribute& attribute : blockAttributes(line.name))
    known += attribute.name;
  if (known.isEmpty()) return;
  for (const auto& [name, value] : line.attributes.values) {
    if (known.contains(name) || isGeneralAttribute(name)) continue;
    report("attribute.unknown", say("The block %1 has no attribute “%2”: it shows nothing. It takes %3.")
                                    .arg(QString::fromUtf8((line.leaf ? "::" : ":::") + line.name),
                                         QString::fromUtf8(name), QString::fromUtf8(known.join(", "))));
  }
}

void HtmlWriter::writeUnknown(const QByteArray& source) {
  freshLine();
  *out_ += "<div class=\"unknown\"><pre tabindex=\"0\"><code>";
  appendEscaped(*out_, source);
  *out_ += "</code></pre></div>\n";
}

void HtmlWriter::writeOpaque(cmark_node* node) {
  QByteArrayList lines = source_.verbatim(dialectLiteral(node)).trimmed().split('\n');
  const bool closed = source_.closingLines.contains(cmark_node_get_start_line(node));
  if (lines.size() > 1) {
    lines.removeFirst();
    if (closed && lines.last().trimmed().startsWith(":::")) lines.removeLast();
  }
  report("directive.unknown", say("This block is of a kind that Offprint does not know; it appears as "
                                  "written. Replace it by hand with what it showed, or remove it."));
  writeUnknown(lines.join('\n') + '\n');
}

void HtmlWriter::writeDirective(cmark_node* node) {
  const auto open = directives_.opens.constFind(node);
  const auto leaf = directives_.leaves.constFind(node);
  if (open != directives_.opens.constEnd()) {
    openContainer(node, *open);
  } else if (leaf != directives_.leaves.constEnd()) {
    writeLeaf(*leaf);
  } else if (directives_.openingOf.contains(node)) {
    closeContainer(node);
  } else {
    freshLine();
    *out_ += "<p>" + escapedHtml(source_.verbatim(dialectLiteral(node)).trimmed()) + "</p>\n";
  }
}

void HtmlWriter::openContainer(cmark_node* node, const DirectiveLine& line) {
  freshLine();
  judgeAttributes(line);
  // What was to be attributes has its finding already.
  const bool plain = line.title.startsWith('{');
  const QByteArray title = plain                  ? escapedHtml(line.title)
                           : line.title.isEmpty() ? QByteArray()
                                                  : inlineMarkdown(line.title);
  const QByteArrayList taken = {"title", "width"};
  OpenContainer container;
  container.parent = cmark_node_parent(node);
  container.end = "</div>\n";
  containers_ << container;
  if (line.name == "details") {
    const bool shown = line.attributes.has("open");
    *out_ += "<details" + attributesHtml(line.attributes, {}, {"title", "open"}) + (shown ? " open" : "") +
             ">\n<summary>" + (title.isEmpty() ? word("details", "Details") : title) + "</summary>\n";
    containers_.last().end = "</details>\n";
  } else if (line.name == "aside") {
    *out_ += "<aside" + attributesHtml(line.attributes, {}, taken) + " role=\"note\">\n";
    if (!title.isEmpty()) *out_ += "<p class=\"ct\">" + title + "</p>\n";
    containers_.last().end = "</aside>\n";
  } else if (line.name == "figure") {
    openFigure(node, line, title);
  } else if (line.name == "columns" || line.name == "column") {
    *out_ += "<div" + attributesHtml(line.attributes, line.name, taken) + widthOf(line.attributes) + ">\n";
  } else if (line.name == "proof" || statementNamed(line.name)) {
    openStatement(line, title);
  } else {
    report("directive.unknown", say("There is no block %1; its first line appears as written. Correct its "
                                    "name; the help lists all blocks.")
                                    .arg(QString::fromUtf8(":::" + line.name)));
    *out_ += "<div class=\"unknown\">\n<p><code>" + escapedHtml(line.source) + "</code></p>\n";
  }
}

/// Pictures side by side under one caption: the title, or a line ": caption" behind the block.
void HtmlWriter::openFigure(cmark_node* node, const DirectiveLine& line, const QByteArray& title) {
  Attributes attributes = line.attributes;
  QByteArray caption = title;
  if (cmark_node* after = captionAfter(directives_.closingOf.value(node))) {
    const int here = std::exchange(line_, firstLineOf(after));
    caption = captionHtml(after, attributes);
    line_ = here;
    written_.insert(after);
  }
  const QByteArray number = takeNumber("figure", attributes, !caption.isEmpty());
  *out_ += "<figure" + attributesHtml(attributes, "parts", {"title", "width"}) + widthOf(attributes) +
           ">\n<div class=\"grid\">\n";
  caption = labelled(*numberedKind("figure"), number, caption);
  containers_.last().number = number;
  containers_.last().end = "</div>\n" +
                           (caption.isEmpty() ? caption : "<figcaption>" + caption + "</figcaption>\n") +
                           "</figure>\n";
}

void HtmlWriter::openStatement(const DirectiveLine& line, const QByteArray& title) {
  const NumberedKind* kind = statementNamed(line.name);
  QByteArray label = kind ? word(kind->name, kind->english) : word("proof", "Proof");
  const QByteArray number = kind ? takeNumber(kind->name, line.attributes, true) : QByteArray();
  if (!number.isEmpty()) label += "\u00a0" + number;
  *out_ += "<div" + attributesHtml(line.attributes, "statement " + line.name, {"title", "width"}) +
           ">\n<p class=\"ct\"><b>" + label + "</b>";
  if (!title.isEmpty()) *out_ += " (" + title + ')';
  *out_ += "</p>\n";
  containers_.last().proof = !kind;
  containers_.last().framed = false;
}

void HtmlWriter::closeContainer(cmark_node* node) {
  freshLine();
  *out_ += rawHtml_.closers.value(node);
  freshLine();
  if (containers_.isEmpty()) return;
  const OpenContainer container = containers_.takeLast();
  if (container.proof) {
    // The mark stands at the end of the last line; behind a formula or list it has a line of its own.
    const QByteArray mark = "<span class=\"qed\">\u220e</span>";
    if (out_->endsWith("</p>\n") && !out_->endsWith("</b></p>\n")) {
      out_->insert(out_->size() - 5, ' ' + mark);
    } else {
      *out_ += "<p>" + mark + "</p>\n";
    }
  }
  *out_ += container.end;
}

void HtmlWriter::writeLeaf(const DirectiveLine& line) {
  freshLine();
  judgeAttributes(line);
  const auto written = [&] {
    if (line.name == "toc") return writeContents(line);
    if (line.name == "video" || line.name == "audio") return writeMedia(line);
    if (line.name == "youtube") return writeYouTube(line);
    if (line.name == "demo") return writeDemo(line);
    return false;
  };
  if (line.title.startsWith('{')) return writeUnknown(line.source + '\n');
  if (written()) return;
  const bool ofLibrary = isOneOf(line.name, LibraryBlocks);
  if (ofLibrary && options_.block) {
    BlockRequest request{QString::fromUtf8(line.name), QString::fromUtf8(line.title), {}, line_};
    for (const auto& [key, value] : line.attributes.values)
      request.values.insert(QString::fromUtf8(key), QString::fromUtf8(value));
    if (const std::optional<QByteArray> html = options_.block(request)) {
      *out_ += "<div" + attributesHtml({line.attributes.id, line.attributes.classes, {}}, "listing") + ">\n" +
               *html;
      freshLine();
      *out_ += "</div>\n";
      return;
    }
  }
  const QString shown = QString::fromUtf8("::" + line.name);
  const bool known = ofLibrary || isOneOf(line.name, OwnBlocks);
  report(known ? "directive.unsupported" : "directive.unknown",
         known ? say("The block %1 cannot be shown here, so it appears as written. Move it into the text of "
                     "an item, or remove it.")
                     .arg(shown)
               : say("There is no block %1, so it appears as written. Correct its name; the help lists all "
                     "blocks.")
                     .arg(shown));
  writeUnknown(line.source + '\n');
}

bool HtmlWriter::writeContents(const DirectiveLine&) {
  if (std::exchange(state_.hasContents, true)) return false;
  *out_ += placeholder("toc") + '\n';
  return true;
}

/// The address that `target` has on this page, escaped for an attribute.
QByteArray HtmlWriter::hrefOf(const QByteArray& target, DocumentLink::Type type, const QByteArray& text) {
  QByteArray href;
  appendEscapedHref(href, resolve(QString::fromUtf8(target), type, QString::fromUtf8(text)).href);
  return href;
}

bool HtmlWriter::writeMedia(const DirectiveLine& line) {
  const Attributes& given = line.attributes;
  const QByteArray source = given.value("src");
  if (source.isEmpty()) return false;
  const QByteArray caption = line.title.isEmpty() ? QByteArray() : inlineMarkdown(line.title);
  const QByteArray name = MarkdownEngine::plainText(QString::fromUtf8(line.title)).toUtf8();
  const auto address = [&](const QByteArray& target) {
    return hrefOf(target, DocumentLink::Type::RawHtml, name);
  };
  *out_ += "<figure" + attributesHtml(given, line.name, {"src", "title", "poster", "captions", "width"}) +
           widthOf(given) + "><" + line.name + " controls=\"\" preload=\"metadata\" src=\"" +
           address(source) + '"';
  if (const QByteArray poster = given.value("poster"); !poster.isEmpty() && line.name == "video")
    *out_ += " poster=\"" + address(poster) + '"';
  *out_ += ariaLabel(name) + '>';
  if (const QByteArray captions = given.value("captions"); !captions.isEmpty()) {
    const QByteArray language = options_.language.isEmpty() ? QByteArray("en") : options_.language.toUtf8();
    *out_ += "<track kind=\"captions\" src=\"" + address(captions) + "\" srclang=\"" + escapedHtml(language) +
             "\" label=\"" + escapedHtml(word("captions", "Captions")) + "\" default=\"\">";
  }
  *out_ += "</" + line.name + '>';
  if (!caption.isEmpty()) *out_ += "<figcaption>" + caption + "</figcaption>";
  *out_ += "</figure>\n";
  return true;
}

/// A card that leads to the video instead of a player: nothing is fetched from elsewhere before the reader
/// asks for it, and it works without scripts.
bool HtmlWriter::writeYouTube(const DirectiveLine& line) {
  const Attributes& given = line.attributes;
  const QByteArray id = given.value("id");
  if (!isVideoId(id)) return false;
  QByteArray target = "https://www.youtube.com/watch?v=" + id;
  if (const int start = numberOf(given, "start"); start > 0)
    target += "&t=" + QByteArray::number(start) + 's';
  const QByteArray title = line.title.isEmpty() ? word("video", "Video") : line.title;
  const QByteArray name = MarkdownEngine::plainText(QString::fromUtf8(title)).toUtf8();
  *out_ += "<figure" + attributesHtml(given, "video youtube", {"id", "title", "poster", "start", "width"}) +
           widthOf(given) + "><a href=\"" + hrefOf(target, DocumentLink::Type::Link, name) + "\">";
  if (const QByteArray poster = given.value("poster"); !poster.isEmpty())
    *out_ +=
        "<img src=\"" + hrefOf(poster, DocumentLink::Type::RawHtml, {}) + "\" alt=\"\" loading=\"lazy\">";
  *out_ += "<span class=\"play\"><b>" + escapedHtml(name) + "</b> <span>" +
           word("onYouTube", "Watch on YouTube") + "</span></span></a></figure>\n";
  return true;
}

/// A page of the library's own files, kept in a frame of its own origin: its scripts run and see nothing of
/// the site. The link is for readers without frames: feeds, print, assistive technology.
bool HtmlWriter::writeDemo(const DirectiveLine& line) {
  const Attributes& given = line.attributes;
  const QByteArray source = given.value("src");
  if (source.isEmpty()) return false;
  constexpr int UsualHeight = 400;
  constexpr int LeastHeight = 80;
  constexpr int GreatestHeight = 4000;
  const int asked = numberOf(given, "height");
  const int height = asked == 0 ? UsualHeight : std::clamp(asked, LeastHeight, GreatestHeight);
  const QByteArray title = line.title.isEmpty() ? source.mid(source.lastIndexOf('/') + 1) : line.title;
  const QByteArray name = MarkdownEngine::plainText(QString::fromUtf8(title)).toUtf8();
  const QByteArray href = hrefOf(source, DocumentLink::Type::RawHtml, name);
  *out_ += "<figure" + attributesHtml(given, "demo", {"src", "title", "height", "width"}) + widthOf(given) +
           "><iframe src=\"" + href + "\" title=\"" + escapedHtml(name) + "\" height=\"" +
           QByteArray::number(height) +
           "\" loading=\"lazy\" sandbox=\"allow-scripts\"></iframe><figcaption>" + inlineMarkdown(title) +
           " <a href=\"" + href + "\">" + word("demoAlone", "Open on its own") +
           "</a></figcaption></figure>\n";
  return true;
}

}  // namespace offprint
