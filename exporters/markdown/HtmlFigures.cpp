#include "app/core/Text.h"
#include "exporters/markdown/CmarkTree.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/HtmlWriter.h"

using namespace Qt::StringLiterals;

namespace offprint {

cmark_node* HtmlWriter::captionAfter(const cmark_node* node) const {
  cmark_node* next = cmark_node_next(const_cast<cmark_node*>(node));
  if (!next || cmark_node_get_type(next) != CMARK_NODE_PARAGRAPH || written_.contains(next)) return nullptr;
  cmark_node* first = cmark_node_first_child(next);
  if (!first || cmark_node_get_type(first) != CMARK_NODE_TEXT) return nullptr;
  return QByteArray(cmark_node_get_literal(first)).startsWith(": ") ? next : nullptr;
}

QByteArray HtmlWriter::captionHtml(cmark_node* paragraph, Attributes& attributes) {
  const Attributes own = takeTrailing(paragraph);
  if (!own.id.isEmpty()) attributes.id = own.id;
  attributes.classes += own.classes;
  attributes.values += own.values;
  QByteArray html = inlineHtml(paragraph, true);
  html += rawHtml_.closers.value(paragraph);
  return html.startsWith(": ") ? html.mid(2).trimmed() : html.trimmed();
}

/// What has a caption or an id is numbered, so that numbers on a page have no gaps; the class "unnumbered"
/// says otherwise (Pandoc's word for it).
QByteArray HtmlWriter::takeNumber(const char* kind, const Attributes& attributes, bool captioned) {
  if ((!captioned && attributes.id.isEmpty()) || attributes.classes.contains("unnumbered")) return {};
  const NumberedKind& numbered = *numberedKind(kind);
  const QByteArray number = state_.numbering.next(numbered);
  if (!attributes.id.isEmpty()) state_.numbering.add(attributes.id, {&numbered, number});
  return number;
}

/// "<b>Figure 2.</b> caption"
QByteArray HtmlWriter::labelled(const NumberedKind& kind, const QByteArray& number,
                                const QByteArray& caption) const {
  if (number.isEmpty()) return caption;
  const QByteArray label = word(kind.name, kind.english) + "\u00a0" + number;
  return caption.isEmpty() ? "<b>" + label + "</b>" : "<b>" + label + ".</b> " + caption;
}

/// The letter of a picture that is part of a numbered figure: "a".
QByteArray HtmlWriter::partNumber(const cmark_node* paragraph, const Attributes& attributes) {
  if (containers_.isEmpty() || containers_.last().number.isEmpty() ||
      containers_.last().parent != cmark_node_parent(const_cast<cmark_node*>(paragraph)))
    return {};
  constexpr int Letters = 26;
  OpenContainer& figure = containers_.last();
  const int part = figure.parts++;
  const QByteArray letter =
      part < Letters ? QByteArray(1, static_cast<char>('a' + part)) : '-' + QByteArray::number(part + 1);
  if (!attributes.id.isEmpty())
    state_.numbering.add(attributes.id, {numberedKind("figure"), figure.number + letter});
  return letter;
}

bool HtmlWriter::writeFigure(cmark_node* paragraph) {
  cmark_node* image = cmark_node_first_child(paragraph);
  if (!image || cmark_node_get_type(image) != CMARK_NODE_IMAGE) return false;
  cmark_node* rest = cmark_node_next(image);
  if (rest && cmark_node_get_type(rest) == CMARK_NODE_TEXT) {
    const QByteArray literal = cmark_node_get_literal(rest);
    const bool onlyAttributes =
        literal.startsWith(markBytes(Mark::AttributesOpen)) &&
        literal.indexOf(markBytes(Mark::AttributesClose)) == literal.size() - MarkSize;
    if (!onlyAttributes) return false;
    rest = cmark_node_next(rest);
  }
  cmark_node* caption = rest ? nullptr : captionAfter(paragraph);
  if (rest) {  // ": caption" on the next line of the same paragraph
    cmark_node* text = cmark_node_next(rest);
    if (cmark_node_get_type(rest) != CMARK_NODE_SOFTBREAK || !text ||
        cmark_node_get_type(text) != CMARK_NODE_TEXT ||
        !QByteArray(cmark_node_get_literal(text)).startsWith(": ")) {
      return false;
    }
    caption = paragraph;
  }
  Attributes attributes = takeLeading(cmark_node_next(image));
  const QByteArray title = source_.unescaped(QByteArray(cmark_node_get_title(image)));
  cmark_node_set_user_data(image, image);  // its title becomes the caption
  QByteArray picture;
  QByteArray* const outside = std::exchange(out_, &picture);
  writeImage(image, {});
  out_ = outside;
  QByteArray text;
  if (caption == paragraph) {
    for (cmark_node* node = image; node != rest;) {
      cmark_node* next = cmark_node_next(node);
      cmark_node_unlink(node);
      cmark_node_free(node);
      node = next;
    }
    cmark_node_unlink(rest);
    cmark_node_free(rest);
    ++line_;
  }
  if (caption) {
    text = captionHtml(caption, attributes);
    written_.insert(caption);
  } else if (!title.isEmpty()) {
    text = inlineMarkdown(title);
  }
  const QByteArray part = partNumber(paragraph, attributes);
  if (!part.isEmpty()) {
    text = "<b>(" + part + ")</b>" + (text.isEmpty() ? text : ' ' + text);
  } else {
    text = labelled(*numberedKind("figure"), takeNumber("figure", attributes, !text.isEmpty()), text);
  }
  freshLine();
  *out_ += "<figure" + attributesHtml(attributes, {}, {"width"}) + widthOf(attributes) + '>' + picture;
  if (!text.isEmpty()) *out_ += "<figcaption>" + text + "</figcaption>";
  *out_ += "</figure>\n";
  return true;
}

}  // namespace offprint
