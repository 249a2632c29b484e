#pragma once
#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include "app/content/Finding.h"
#include "app/core/Result.h"

namespace offprint {

/// In bytes. Beyond this a "text" is data: no editor would open it and no reader read it.
inline constexpr qint64 kLargestText = 20'000'000;

/// Front matter and body of a Markdown file.
struct FrontMatter {
  enum class Format { None, Yaml, Toml, Json };
  Format format = Format::None;
  QJsonObject
      values;  ///< scalars as typed: text stays text unless it is a YAML 1.2 / TOML number, boolean, null
  QStringList keyOrder;   ///< top-level keys as written
  QList<int> keyLines;    ///< 1-based line in the file of each key of keyOrder
  QString body;           ///< after the closing line; "\n" line ends, no BOM
  int bodyLine = 1;       ///< 1-based line of the body's first line in the file
  bool repaired = false;  ///< the block was not valid and was salvaged line by line
  /// 1-based line from which it is not sure whether and when the item is to be published; 0: it is sure. What
  /// is read from such a file must not be published by itself.
  int unsureLine = 0;
  Findings findings;  ///< with lines; `file` is left empty
};

/// Whether bytes can be a text that decodeText() reads: not UTF-32, UTF-16 only with its mark, hardly a NUL.
bool isText(const QByteArray& file);

/// Reads a file's bytes: BOM, CRLF, UTF-8 (else Latin-1/Windows-1252 with a finding), YAML between `---`,
/// TOML between `+++`, a JSON object at the start; blank lines before it are passed over. Never fails: what
/// cannot be read is salvaged key by key and reported (cases 21, 22 of text.md,
/// inputs/frontmatter/cases.json). Dates stay the text that was typed. YAML scalars `no`, `0xF4EE`, `016`
/// stay text.
FrontMatter readFrontMatter(const QByteArray& file);

/// What an importer says of an item that it made a draft because of FrontMatter::unsureLine.
Finding unsureFinding(int line);

/// The text of a file as readFrontMatter() reads it, with "\n" line ends: UTF-8 or UTF-16, else Windows-1252
/// with a finding.
QString decodeText(const QByteArray& file, Findings& findings);

/// YAML front matter with every string quoted, keys in the order given by `order` and then by name, ending in
/// "---\n".
QString writeFrontMatter(const QJsonObject& values, const QStringList& order = {});

/// The text a scalar was typed as: 1984 is "1984", true is "true", null and lists are "". Numbers are only
/// read as such where this gives back what was written.
QString valueText(const QJsonValue& value);

/// True for true/yes/on/1 in any case, as boolean or text (Jekyll and YAML 1.1 both occur).
bool truthy(const QJsonValue& value);

}  // namespace offprint
