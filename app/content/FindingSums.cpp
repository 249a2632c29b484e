#include "app/content/FindingSums.h"

#include <QHash>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

Findings summedUp(const Findings& findings) {
  constexpr int shown = 20;
  if (findings.size() <= shown) return findings;
  struct Sum {
    int count = 0;
    int lastLine = 0;
    qsizetype place = -1;  ///< of the finding that tells of the rest
  };
  QHash<QString, Sum> sums;
  Findings kept;
  for (const Finding& finding : findings) {
    const QString key = QStringList{QString::number(int(finding.level)), finding.code, finding.item,
                                    finding.file, finding.message}
                            .join(QChar(0x1F));
    Sum& sum = sums[key];
    sum.lastLine = qMax(sum.lastLine, finding.line);
    if (++sum.count > shown + 1) continue;
    if (sum.count == shown + 1) sum.place = kept.size();
    kept << finding;
  }
  for (const Sum& sum : std::as_const(sums)) {
    if (sum.count <= shown + 1) continue;
    QString& message = kept[sum.place].message;
    message += u' ' + (sum.lastLine > 0
                           ? say("The same is found %n more time(s), up to line %1.", sum.count - shown - 1)
                                 .arg(sum.lastLine)
                           : say("The same is found %n more time(s).", sum.count - shown - 1));
  }
  return kept;
}

}  // namespace offprint
