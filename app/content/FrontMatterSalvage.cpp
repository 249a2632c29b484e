#include <algorithm>
#include <QJsonArray>
#include <QRegularExpression>

#include "app/content/FrontMatterBlock.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::frontmatter {
namespace {

/// A key with the lines that belong to it.
struct Entry {
  QString key;
  QString value;  ///< what follows the separator on the first line
  QStringList more;
  QString source;  ///< all its lines
  int line = 0;
};

QString unquoted(const QString& typed) {
  QString text = typed.trimmed();
  if (text.isEmpty() || (text.front() != u'"' && text.front() != u'\'')) return text;
  const QChar quote = text.front();
  text.remove(0, 1);
  if (text.endsWith(quote)) text.chop(1);
  return text;
}

/// The value of an entry as it was typed: "- " lines make a list, other lines are joined.
QJsonValue asTyped(const Entry& entry) {
  QStringList lines;
  for (const QString& line : entry.more) {
    if (!line.trimmed().isEmpty() && !line.trimmed().startsWith(u'#')) lines << line.trimmed();
  }
  const bool list =
      entry.value.isEmpty() && !lines.isEmpty() &&
      std::all_of(lines.begin(), lines.end(), [](const QString& l) { return l.startsWith(u"- "_s); });
  if (list) {
    QJsonArray out;
    for (const QString& line : lines)
      out << unquoted(line.mid(2));
    return out;
  }
  if (!entry.value.isEmpty()) lines.prepend(entry.value);
  return unquoted(lines.join(u' '));
}

/// The key line's key and value, or nothing.
std::optional<Entry> keyLine(const QString& line, QChar separator) {
  static const QRegularExpression yaml(u"^\\s?([\"']?)([\\w][^:\"']*?)\\1\\s*:(?:\\s+(.*))?$"_s);
  static const QRegularExpression toml(u"^\\s*([\"']?)([\\w][^=\"']*?)\\1\\s*=\\s*(.*)$"_s);
  const auto match = (separator == u':' ? yaml : toml).match(line.left(10'000));
  if (!match.hasMatch()) return std::nullopt;
  Entry entry;
  entry.key = match.captured(2);
  const qsizetype value = match.capturedStart(3);
  if (value >= 0) entry.value = line.mid(value).trimmed();
  return entry;
}

/// A key that decides about publishing counts wherever it stands behind a whole value: indented by mistake,
/// behind a quote that was not closed, without a blank behind its colon.
std::optional<Entry> strayKey(const QString& line, const QList<Entry>& before) {
  static const QString opening = u"[{|>&!"_s;
  if (!before.isEmpty() && (before.last().value.isEmpty() || opening.contains(before.last().value.front())))
    return std::nullopt;
  const auto written = publishingLine(line);
  if (!written) return std::nullopt;
  Entry entry;
  entry.key = written->key;
  entry.value = written->value;
  return entry;
}

QList<Entry> split(const Block& block, QChar separator, Reading& result) {
  QList<Entry> entries;
  int number = block.firstLine - 1;
  for (const QString& line : block.text.split(u'\n')) {
    ++number;
    const bool indented = !line.isEmpty() && line.front().isSpace() && separator == u':';
    if (!indented && line.startsWith(u'#')) continue;
    auto entry = indented && !entries.isEmpty() ? std::nullopt : keyLine(line, separator);
    if (!entry) entry = strayKey(line, entries);
    if (entry) {
      entry->source = line;
      entry->line = number;
      entries << *entry;
    } else if (!entries.isEmpty()) {
      entries.last().more << line;
      entries.last().source += u'\n' + line;
    } else if (!line.trimmed().isEmpty()) {
      if (result.unsureLine == 0) result.unsureLine = number;
      result.findings << finding(
          Finding::Level::Warning, u"frontmatter.unread"_s,
          say("This line of the front matter has no key and was left out: %1. Write it as key: value.")
              .arg(line.left(200)),
          number);
    }
  }
  return entries;
}

}  // namespace

Reading salvage(const Block& block, QChar separator, const std::function<Reading(const Block&)>& read) {
  constexpr qsizetype largestEntry = 64 * 1024;
  Reading result;
  for (const Entry& entry : split(block, separator, result)) {
    if (result.values.size() >= mostKeys) {
      result.findings << limitFinding(entry.line);
      result.unsureLine = entry.line;
      break;
    }
    Reading alone;
    if (entry.source.size() <= largestEntry) alone = read({entry.source, entry.line});
    const bool typed = alone.error.isEmpty() && alone.values.size() == 1;
    const QString key = typed ? alone.values.begin().key() : entry.key;
    const QJsonValue value = typed ? alone.values.begin().value() : asTyped(entry);
    result.findings << alone.findings;
    if (!typed && result.unsureLine == 0 && decidesPublishing(key)) result.unsureLine = entry.line;
    if (!typed) {
      result.findings << finding(
          Finding::Level::Warning, u"frontmatter.repaired"_s,
          say("The value of \"%1\" is not valid; it was kept as typed. Put it in quotes.").arg(key),
          entry.line);
    }
    if (!result.values.contains(key)) result.addKey(key, entry.line);
    result.values[key] = value;
  }
  return result;
}

Finding finding(Finding::Level level, const QString& code, const QString& message, int line) {
  Finding result;
  result.level = level;
  result.code = code;
  result.message = message;
  result.line = line;
  return result;
}

Finding limitFinding(int line) {
  return finding(Finding::Level::Error, u"frontmatter.limit"_s,
                 say("The front matter nests deeper than %1 levels, or holds more than %2 keys or %3 values. "
                     "The rest was left out: keep what is needed.")
                     .arg(deepest)
                     .arg(mostKeys)
                     .arg(mostValues),
                 line);
}

QJsonValue numberOrText(const QString& typed) {
  static const QRegularExpression number(u"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?(e[+-]?[0-9]+)?$"_s);
  if (typed.size() > 30 || !number.match(typed).hasMatch()) return typed;
  const QJsonValue value(typed.toDouble());
  // "1.10", "1e3" and digits beyond a double's reach are not given back as written: they stay text.
  return valueText(value) == typed ? value : QJsonValue(typed);
}

void reportControlCharacters(const QString& key, const QJsonValue& value, int line, Findings& findings) {
  const QString text = value.toString();
  const bool found = std::any_of(text.begin(), text.end(), [](QChar c) {
    return c.unicode() < 0x20 && c != u'\n' && c != u'\t' && c != u'\r';
  });
  if (!found) return;
  findings << finding(
      Finding::Level::Warning, u"frontmatter.control-character"_s,
      say("\"%1\" holds a control character: in double quotes, a backslash begins an escape. Write \\\\ "
          "for a backslash, or use single quotes.")
          .arg(key),
      line);
}

}  // namespace offprint::frontmatter
