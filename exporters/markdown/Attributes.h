#pragma once
#include <QByteArray>
#include <QByteArrayList>
#include <QList>
#include <utility>

namespace offprint {

/// What stands in `{#id .class key=value key="a b" flag}`.
struct Attributes {
  QByteArray id;
  QByteArrayList classes;
  QList<std::pair<QByteArray, QByteArray>> values;  ///< a flag has an empty value

  bool has(const char* key) const;
  QByteArray value(const char* key) const;
  /// id, class and data-… attributes as HTML with a leading blank; `moreClasses` come first. Keys in `taken`
  /// are left out: the caller writes them itself.
  QByteArray html(const QByteArray& moreClasses = {}, const QByteArrayList& taken = {}) const;
};

/// ` style="width:60%"` of `width=60%`; nothing when it is no length of CSS.
QByteArray widthStyle(const Attributes& attributes);
/// An attribute that would bring in style or script: it may come from anywhere, as texts are pasted.
bool isUnsafeAttribute(const QByteArray& name);

/// Bytes of the well-formed attribute block that starts at `begin` (a brace) and ends on the same line, or 0.
/// `inText`: a lone word in braces ("{note}") is prose.
qsizetype attributesLength(const char* begin, const char* end, bool inText = true);
/// Reads a block that attributesLength() accepts; what it does not accept gives no attributes.
Attributes parseAttributes(const QByteArray& block);
/// The words of a fence's info string behind the language: `title="train.py" lines start=10`.
Attributes parseAttributeWords(const QByteArray& words);

}  // namespace offprint
