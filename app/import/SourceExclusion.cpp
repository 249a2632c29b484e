#include "app/import/SourceExclusion.h"

#include <fnmatch.h>
#include <algorithm>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>

#include "app/content/FrontMatter.h"
#include "app/core/Text.h"
#include "app/import/SourceFolder.h"
#include "app/import/SourceSettings.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// One text or a list of them.
QStringList texts(const QJsonValue& value) {
  QStringList list;
  const QJsonArray entries = value.isArray() ? value.toArray() : QJsonArray{value};
  for (const QJsonValue& entry : entries)
    if (const QString text = valueText(entry).trimmed(); !text.isEmpty()) list += text;
  return list;
}

/// As Jekyll's EntryFilter does: a pattern of the shell, in which "*" also stands for slashes, or the
/// beginning of the path.
bool fits(const QString& pattern, const QString& path) {
  const QString bare = pattern.startsWith(u'/') ? pattern.mid(1) : pattern;
  if (bare.isEmpty()) return false;
  if (path.startsWith(bare)) return true;
  // A folder that is kept out keeps its files out.
  for (QString part = path; !part.isEmpty(); part = part.section(u'/', 0, -2))
    if (::fnmatch(QFile::encodeName(bare).constData(), QFile::encodeName(part).constData(), 0) == 0)
      return true;
  return false;
}

bool fitsAny(const QStringList& patterns, const QString& path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const QString& pattern) { return fits(pattern, path); });
}

}  // namespace

SourceExclusion::SourceExclusion(const SourceFolder& folder, Findings& findings) : root_(folder.root) {
  if (folder.flavour == SiteFlavour::Hugo) readHugo(folder, findings);
  if (folder.flavour == SiteFlavour::Jekyll) readJekyll(folder);
}

void SourceExclusion::readHugo(const SourceFolder& folder, Findings& findings) {
  for (const QString& file : hugoSettingsFiles(folder.root)) {
    const auto read = readSettingsValues(folder.absolute(file));
    if (!read) continue;
    for (const QString& key : {u"ignoreFiles"_s, u"ignorefiles"_s}) {
      for (const QString& text : texts(read->values[key])) {
        const QRegularExpression expression(text);
        if (expression.isValid()) {
          ignored_ += expression;
          source_ = file;
        } else {
          findings.append(
              {Finding::Level::Warning,
               u"settings.ignore-files"_s,
               say("The expression “%1” in \"ignoreFiles\" cannot be read, so it keeps no file out. "
                   "Look at the import's list for texts that it should have left out.")
                   .arg(text),
               {},
               file,
               0});
        }
      }
    }
  }
}

void SourceExclusion::readJekyll(const SourceFolder& folder) {
  for (const QString& file : jekyllSettingsFiles(folder.root)) {
    const auto read = readSettingsValues(folder.absolute(file));
    if (!read) continue;
    excluded_ += texts(read->values[u"exclude"_s]);
    included_ += texts(read->values[u"include"_s]);
    if (!excluded_.isEmpty()) source_ = file;
  }
}

bool SourceExclusion::leavesOut(const QString& path) const {
  const QString whole = root_ + u'/' + path;
  if (std::any_of(ignored_.begin(), ignored_.end(),
                  [&](const QRegularExpression& expression) { return expression.match(whole).hasMatch(); }))
    return true;
  return path != source_ && fitsAny(excluded_, path) && !fitsAny(included_, path);
}

}  // namespace offprint
