#pragma once
#include <QList>
#include <QPair>
#include <QString>

#include "app/import/SourceFolder.h"

namespace offprint {

/// One tag of a template language in a text.
struct MarkupToken {
  enum class Type {
    Tag,      ///< {{< name … >}}, {% name … %}
    Single,   ///< {{< name … />}}: has no closing tag
    Closing,  ///< {{< /name >}}, {% endname %}
    Output,   ///< {{ expression }} (Liquid)
    Escaped,  ///< {{</* name */>}}: shows the tag itself
  };
  qsizetype begin = 0;
  qsizetype end = 0;
  Type type = Type::Tag;
  bool inCode = false;
  QString name;        ///< lower case
  QString inner;       ///< Escaped: what is shown; Output: the expression; Tag: its arguments
  QStringList values;  ///< arguments without a name
  QList<QPair<QString, QString>> options;  ///< arguments with one, in order
  int partner = -1;                        ///< index of the closing or opening tag

  QString option(const QString& key) const;
  /// The option `key`, else the argument at `place`.
  QString option(const QString& key, int place) const;
};

/// All tags of a text, in order, opening and closing ones paired.
QList<MarkupToken> markupTokens(const QString& text, SiteFlavour flavour);

}  // namespace offprint
