#pragma once
#include <memory>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QStringList>

#include "app/content/Finding.h"
#include "app/core/Resources.h"
#include "app/core/Result.h"

namespace offprint {

/// One reference of a RIS file: tags and values as they stand, "TY" first, "ER" left out.
struct RisRecord {
  struct Line {
    QString tag;
    QString value;
    int number = 0;
  };
  QList<Line> lines;

  int line() const { return lines.isEmpty() ? 0 : lines.first().number; }
  QString first(QLatin1StringView tag) const;
};

/// The references of a file in the RIS format (Research Information Systems, "RIS Format Specifications",
/// 2011). Lines that do not begin with a tag continue the value above; a reference without ER ends where the
/// next one begins. Never fails.
struct RisFile {
  QString encoding;
  QList<RisRecord> records;
  Findings findings;  ///< with lines, without a file name

  static RisFile parse(const QByteArray& bytes);
};

/// The way between RIS and CSL JSON, by the table resources/bibliography/ris.json. Immutable: one may serve
/// several threads.
class RisFormat {
 public:
  /// Errors: NotFound, Io, Corrupt: the program's data is damaged.
  static Result<std::shared_ptr<const RisFormat>> load(const Resources& resources);

  /// As an entry of CSL JSON; `id` is that of the record, and may be missing. What no variable stands for is
  /// kept under custom.ris. `findings` tells what was read although it is not as it should be.
  QJsonObject toCsl(const RisRecord& record, Findings& findings) const;
  /// The entry as a reference from TY to ER, lines ended by CR LF as the specification has them.
  QString fromCsl(const QJsonObject& entry) const;

 private:
  struct Type {
    QString ris;
    QString csl;
    QString genre;  ///< only where M3 has that word
  };
  struct Field {
    QString tag;
    QString csl;
    QStringList also;   ///< tags that are read as this one
    QStringList types;  ///< CSL types; empty: all
    bool readOnly = false;
  };
  const Type& typeOf(const RisRecord& record) const;
  const Field* fieldOf(const QString& tag, const QString& type) const;

  QList<Type> types_;
  QList<Field> fields_;
  QHash<QString, QString> names_;
  QHash<QString, QString> dates_;
};

}  // namespace offprint
