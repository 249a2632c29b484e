#pragma once
#include <QList>
#include <QString>

class QTextDocument;

namespace offprint {

/// Something of a text that can be referred to: "{#fig:heat}".
struct TextLabel {
  QString id;    ///< "fig:heat"
  QString kind;  ///< "Figure"
  QString text;  ///< its caption, heading or title, as written; may be empty
  int line = 0;  ///< 1-based
};

/// The labels of a text in its order. Code, comments and front matter are passed over.
QList<TextLabel> textLabels(const QTextDocument& document);

}  // namespace offprint
