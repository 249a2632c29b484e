#pragma once
#include <QByteArray>
#include <QList>
#include <QString>

namespace offprint {

/// One attribute that a block of the dialect takes in its braces (markdown.md; resources/help/sections.md),
/// for the renderer, which tells of others, and for the editor, which offers it.
struct BlockAttribute {
  /// What its values are.
  enum class Values { Free, Flag, Media, Kinds, Topics, Tags, Orders, Groups };

  const char* name;  ///< ".wide" is a class
  Values values;
  QString help;  ///< a few words for whoever chooses it
};

/// What a block takes besides what every element may have (an id, classes, lang, data-*): a directive by its
/// name, and "code", "image", "heading". Empty: it takes nothing, or there is no such block. Any thread.
QList<BlockAttribute> blockAttributes(const QByteArray& name);

}  // namespace offprint
