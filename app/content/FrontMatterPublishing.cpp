#include <algorithm>
#include <QHash>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>

#include "app/content/FrontMatterBlock.h"

using namespace Qt::StringLiterals;

namespace offprint::frontmatter {
namespace {

/// True when a map somewhere in `value` has the key, in any case.
bool holdsKey(const QJsonValue& value, const QString& key) {
  if (value.isArray()) {
    const QJsonArray array = value.toArray();
    return std::any_of(array.begin(), array.end(), [&](const QJsonValue& v) { return holdsKey(v, key); });
  }
  const QJsonObject map = value.toObject();
  for (auto it = map.begin(); it != map.end(); ++it) {
    if (plainKey(it.key()) == key || holdsKey(it.value(), key)) return true;
  }
  return false;
}

/// Which top-level key the lines of a block belong to.
class Owners {
 public:
  explicit Owners(const Reading& reading) {
    for (qsizetype i = 0; i < reading.keyOrder.size(); ++i)
      keys_.insert(reading.keyLines[i], reading.keyOrder[i]);
  }

  /// The key whose value `line` (1-based, in the file) is part of; its own line in `begin`.
  QString of(int line, int& begin) const {
    auto after = keys_.upperBound(line);
    if (after == keys_.begin()) return {};
    --after;
    begin = after.key();
    return after.value();
  }

 private:
  QMap<int, QString> keys_;
};

/// True when `line` is inside a text that may hold anything: "|" and ">" in YAML, three quotes in TOML.
bool insideLiteral(const QStringList& lines, qsizetype begin, qsizetype line, bool yaml) {
  static const QRegularExpression opens(u"[:-]\\s+[|>][-+0-9]*\\s*(#.*)?$"_s);
  qsizetype quotes = 0;
  for (qsizetype i = qMax<qsizetype>(0, begin); i < line; ++i) {
    if (yaml && opens.match(lines[i]).hasMatch()) return lines[line].startsWith(u' ');
    quotes += lines[i].count(u"\"\"\""_s) + lines[i].count(u"'''"_s);
  }
  return !yaml && quotes % 2 == 1;
}

}  // namespace

QString plainKey(const QString& key) {
  QString plain = key;
  plain.remove(QChar(0xFEFF)).remove(QChar(0x200B));
  return plain.trimmed().toLower();
}

std::optional<VisibilityKey> visibilityKey(const QString& key) {
  using enum VisibilityKey;
  static const QHash<QString, VisibilityKey> keys = {{u"published"_s, YesIsPublic},  // Jekyll
                                                     {u"publish"_s, YesIsPublic},  // Obsidian Publish, Quartz
                                                     {u"dgpublish"_s, YesIsPublic},  // Digital Garden
                                                     {u"ispublished"_s, YesIsPublic},
                                                     {u"public"_s, YesIsPublic},
                                                     {u"ispublic"_s, YesIsPublic},
                                                     {u"draft"_s, YesIsDraft},
                                                     {u"isdraft"_s, YesIsDraft},
                                                     {u"unpublished"_s, YesIsDraft},
                                                     {u"private"_s, YesIsDraft},
                                                     {u"isprivate"_s, YesIsDraft},
                                                     {u"protected"_s, YesIsDraft},
                                                     {u"passwordprotected"_s, YesIsDraft},
                                                     {u"secret"_s, YesIsDraft},
                                                     {u"confidential"_s, YesIsDraft},
                                                     {u"internal"_s, YesIsDraft},
                                                     {u"membersonly"_s, YesIsDraft},
                                                     {u"encrypted"_s, YesIsDraft},
                                                     {u"wip"_s, YesIsDraft},
                                                     {u"unlisted"_s, YesIsUnlisted},  // Docusaurus
                                                     {u"hidden"_s, YesIsUnlisted},
                                                     {u"hide"_s, YesIsUnlisted},
                                                     {u"eleventyexcludefromcollections"_s, YesIsUnlisted},
                                                     {u"listed"_s, NoIsUnlisted},
                                                     {u"render"_s, NoIsDraft},     // Zola
                                                     {u"permalink"_s, NoIsDraft},  // Eleventy: writes no file
                                                     {u"build"_s, NoIsDraft},
                                                     {u"password"_s, Password},
                                                     {u"postpassword"_s, Password},  // WordPress
                                                     {u"passphrase"_s, Password},
                                                     {u"visibility"_s, State},  // Ghost
                                                     {u"status"_s, State},      // WordPress, Pelican
                                                     {u"poststatus"_s, State}};
  QString plain = plainKey(key);
  plain.remove(u'_').remove(u'-').remove(u' ');
  const auto found = keys.constFind(plain);
  return found == keys.constEnd() ? std::nullopt : std::optional(*found);
}

bool decidesPublishing(const QString& key) {
  static const QSet<QString> keys = {u"date"_s,          u"pubdate"_s,      u"publishdate"_s, u"publishat"_s,
                                     u"publish_date"_s,  u"published_at"_s, u"publishedat"_s, u"expirydate"_s,
                                     u"unpublishdate"_s, u"headless"_s,     u"cascade"_s};
  return keys.contains(plainKey(key)) || visibilityKey(key);
}

std::optional<PublishingLine> publishingLine(const QString& line) {
  static const QRegularExpression pattern(
      u"^[\\s\\x{A0}\\x{FEFF}\\x{200B}]*[\"']?(_?[A-Za-z][A-Za-z_-]*)[\"']?[\\s\\x{A0}]*[:=][\\s\\x{A0}]*(.*)$"_s);
  const auto match = pattern.match(line.left(1000));
  if (!match.hasMatch() || !decidesPublishing(match.captured(1))) return std::nullopt;
  return PublishingLine{match.captured(1), match.captured(2).trimmed()};
}

std::optional<int> swallowedLine(const Block& block, bool yaml, const Reading& reading) {
  const QStringList lines = block.text.split(u'\n');
  const Owners owners(reading);
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const auto written = publishingLine(lines[i]);
    if (!written) continue;
    const int line = block.firstLine + int(i);
    const QString key = plainKey(written->key);
    int begin = 0;
    const QString owner = owners.of(line, begin);
    if (begin == line && plainKey(owner) == key) continue;
    if (yaml ? holdsKey(reading.values.value(owner), key) : holdsKey(reading.values, key)) continue;
    const bool again = key.endsWith(u"date"_s) && holdsKey(reading.values, key) && !lines[i][0].isSpace();
    if (again || insideLiteral(lines, begin - block.firstLine, i, yaml)) continue;
    return line;
  }
  return std::nullopt;
}

}  // namespace offprint::frontmatter
