#include "exporters/markdown/BlockAttributes.h"

#include "app/core/Text.h"
#include "exporters/markdown/References.h"

namespace offprint {
namespace {

using Values = BlockAttribute::Values;

BlockAttribute width() {
  return {"width", Values::Free, say("Of the page's column: 60%")};
}
BlockAttribute title() {
  return {"title", Values::Free, say("What it is, for everybody")};
}
BlockAttribute file() {
  return {"src", Values::Media, say("A file of the library")};
}
BlockAttribute poster() {
  return {"poster", Values::Media, say("The picture before it plays")};
}
BlockAttribute captions() {
  return {"captions", Values::Media, say("A file of captions, .vtt")};
}

QList<BlockAttribute> listAttributes() {
  return {{"kind", Values::Kinds, say("Items of this kind")},
          {"topic", Values::Topics, say("Items of this topic")},
          {"tag", Values::Tags, say("Items with this tag")},
          {"year", Values::Free, say("Items of this year")},
          {"limit", Values::Free, say("At most so many")},
          {"sort", Values::Orders, say("Which come first")},
          {"groupBy", Values::Groups, say("Under headings")},
          {"cited", Values::Flag, say("Works of others, too")},
          title()};
}

}  // namespace

QList<BlockAttribute> blockAttributes(const QByteArray& name) {
  if (name == "video") return {file(), poster(), captions(), title(), width()};
  if (name == "audio") return {file(), captions(), title(), width()};
  if (name == "youtube")
    return {{"id", Values::Free, say("The eleven characters in the film's address")},
            title(),
            poster(),
            {"start", Values::Free, say("Seconds from the beginning")},
            width()};
  if (name == "demo")
    return {file(), title(), {"height", Values::Free, say("In pixels, 80 to 4000")}, width()};
  if (name == "gallery")
    return {file(), {"folder", Values::Free, say("All pictures of a folder: media/trip")}, title()};
  if (name == "toc" || name == "bibliography") return {title()};
  if (name == "details") return {{"open", Values::Flag, say("Unfolded at first")}, title()};
  if (name == "code")
    return {title(),
            {"hl", Values::Free, say("Lines to mark: 3,5-7")},
            {"lines", Values::Flag, say("Number the lines")},
            {"start", Values::Free, say("Number of the first line")}};
  if (name == "image")
    return {width(),
            {".outset", Values::Flag, say("A little wider than the text")},
            {".wide", Values::Flag, say("As wide as the page has room")}};
  if (name == "heading") return {{".unnumbered", Values::Flag, say("No number before it")}};
  if (name == "items" || name == "publications" || name == "talks") return listAttributes();
  static const QByteArrayList framed = {"aside", "figure", "columns", "column", "proof"};
  return framed.contains(name) || statementNamed(name) ? QList<BlockAttribute>{title(), width()}
                                                       : QList<BlockAttribute>();
}

}  // namespace offprint
