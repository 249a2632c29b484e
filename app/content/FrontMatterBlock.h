#pragma once
#include <functional>
#include <optional>
#include <QString>
#include <QStringList>

#include "app/content/FrontMatter.h"

/// The parts of readFrontMatter(): one reader a format, and the repair of blocks that no reader takes.
namespace offprint::frontmatter {

/// The lines between the opening and the closing line.
struct Block {
  QString text;
  int firstLine = 2;  ///< 1-based line of its first line in the file
};

/// What a reader made of a block. `error` is set when it is not valid; then nothing else is.
struct Reading {
  QJsonObject values;
  QStringList keyOrder;
  QList<int> keyLines;

  void addKey(const QString& key, int line) {
    keyOrder << key;
    keyLines << line;
  }
  Findings findings;
  QString error;
  int unsureLine = 0;  ///< as FrontMatter::unsureLine
};

/// Limits on hostile input: deeper or larger values are left out with a finding.
constexpr int deepest = 64;
constexpr int mostValues = 50'000;
constexpr int mostKeys = 10'000;
constexpr qsizetype largestBlock = 1024 * 1024;

Reading readYaml(const Block& block);
Reading readToml(const Block& block);

/// Reads `key<separator>value` lines one by one: what `read` takes is typed, the rest is kept as it was
/// typed, with a finding for each repaired line. Never fails; without any key the result is empty.
Reading salvage(const Block& block, QChar separator, const std::function<Reading(const Block&)>& read);

/// A key as readers compare it: without blanks and marks around it, in lower case.
QString plainKey(const QString& key);

/// How a key says who may see an item.
enum class VisibilityKey {
  YesIsPublic,    ///< "published: false" is a draft
  YesIsDraft,     ///< "draft: true"
  YesIsUnlisted,  ///< "hidden: true"
  NoIsUnlisted,   ///< "listed: false"
  NoIsDraft,      ///< "render: false"; anything but a plain no says something else
  Password,       ///< any value protects it
  State,          ///< a word: "status: private", "visibility: members"
};
/// The keys of common generators, blog hosts and note programs that say who may see an item, in any case and
/// with or without blanks, "-" and "_".
std::optional<VisibilityKey> visibilityKey(const QString& key);

/// Whether a key, in any case, decides whether and when an item is published.
bool decidesPublishing(const QString& key);

/// A line that looks like such a key, however it is indented, and with or without a blank behind the colon.
struct PublishingLine {
  QString key;
  QString value;
};
std::optional<PublishingLine> publishingLine(const QString& line);

/// The first line (1-based, in the file) that looks like a key which decides about publishing and is part of
/// another key's value: a quote that was never closed takes in all that follows it.
std::optional<int> swallowedLine(const Block& block, bool yaml, const Reading& reading);

/// What a reader reports when a block goes beyond the limits.
Finding limitFinding(int line);
Finding finding(Finding::Level level, const QString& code, const QString& message, int line);

/// A number as QJsonValue where that loses nothing, else the text.
QJsonValue numberOrText(const QString& typed);

/// Reports control characters that an escape brought into a text ("\b" in "$\beta$").
void reportControlCharacters(const QString& key, const QJsonValue& value, int line, Findings& findings);

}  // namespace offprint::frontmatter
