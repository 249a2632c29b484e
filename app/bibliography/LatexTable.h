#pragma once
#include <QHash>
#include <QSet>
#include <QString>

#include "app/bibliography/LatexText.h"

namespace offprint {

/// resources/bibliography/latex.json; names of commands stand without the backslash.
struct LatexText::Table {
  QHash<QString, QChar> accents;                          ///< command → combining character
  QHash<QString, QString> symbols;                        ///< command → text
  QHash<QChar, QString> characters;                       ///< character → LaTeX in ASCII
  QHash<QString, QString> emphasis;                       ///< command with an argument → "*" or "**"
  QHash<QString, QString> switches;                       ///< the same until the group ends
  QHash<QString, std::pair<QString, QString>> enclosing;  ///< what stands around the argument
  QHash<QChar, QChar> superscripts;
  QHash<QChar, QChar> subscripts;
  QSet<QString> superscriptCommands;
  QSet<QString> subscriptCommands;
  QSet<QString> transparent;  ///< the argument alone
  QSet<QString> dropped;      ///< nothing of it, not the argument either
  QSet<QString> silent;       ///< no argument, no text
};

}  // namespace offprint
