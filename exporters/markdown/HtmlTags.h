#pragma once
#include <QByteArray>
#include <QList>

namespace offprint {

/// One attribute of a tag; offsets are those of the text that was scanned.
struct HtmlAttribute {
  QByteArray name;           ///< lower case
  qsizetype valueStart = 0;  ///< of the value without quotes
  qsizetype valueEnd = 0;
};

/// One piece of markup in raw HTML.
struct HtmlTag {
  enum class Kind { Open, Close, Comment, Broken };
  Kind kind = Kind::Broken;  ///< Broken: a "<" that would swallow the text behind it, because it never ends
  qsizetype start = 0;
  qsizetype end = 0;
  QByteArray name;  ///< lower case
  bool selfClosing = false;
  QList<HtmlAttribute> attributes;
};

/// The tags of `html` in order. The content of <script>, <style> and their like is skipped up to its end tag.
/// Linear time.
QList<HtmlTag> scanHtmlTags(const QByteArray& html);

/// "</name" and what ends a name stand at `at`.
bool startsEndTag(const QByteArray& html, qsizetype at, const QByteArray& name);
/// <br>, <img>, …: has no end tag.
bool isVoidElement(const QByteArray& name);
/// <script>, <style>, …: its content is no markup (HTML, "parsing of raw text").
bool isRawTextElement(const QByteArray& name);
/// <li>, <p>, <td>, …: the end tag may be left out.
bool hasOptionalEnd(const QByteArray& name);

}  // namespace offprint
