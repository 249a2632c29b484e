#include "app/store/LinkIndex.h"

#include <sqlite3.h>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint::linkIndex {
namespace {

using Visit = std::function<QString(const QString& prose)>;

/// Prose with its code spans as they are and everything between them as `visit` returns it. A span ends
/// before the next blank line, so that a lone backtick costs no more than its paragraph.
QString outsideSpans(const QString& text, const Visit& visit) {
  QString result;
  qsizetype from = 0;
  qsizetype paragraph = 0;  // where the one that `at` is in ends
  const auto runAt = [&](qsizetype at) {
    qsizetype end = at;
    while (end < text.size() && text.at(end) == u'`')
      ++end;
    return end - at;
  };
  for (qsizetype at = text.indexOf(u'`'); at >= 0; at = text.indexOf(u'`', at)) {
    const qsizetype length = runAt(at);
    if (at >= paragraph) {
      paragraph = text.indexOf(u"\n\n"_s, at);
      if (paragraph < 0) paragraph = text.size();
    }
    qsizetype close = text.indexOf(u'`', at + length);
    while (close >= 0 && close < paragraph && runAt(close) != length)
      close = text.indexOf(u'`', close + runAt(close));
    if (close < 0 || close >= paragraph) {
      at += length;
      continue;
    }
    result += visit(text.mid(from, at - from)) + text.mid(at, close + length - at);
    from = at = close + length;
  }
  return result + visit(text.mid(from));
}

/// The marks that open a fenced code block on this line; empty when none does.
QString fenceOf(QStringView line) {
  const QStringView marks = line.trimmed();
  if (marks.isEmpty() || (marks.at(0) != u'`' && marks.at(0) != u'~')) return {};
  qsizetype length = 0;
  while (length < marks.size() && marks.at(length) == marks.at(0))
    ++length;
  if (length < 3 || (marks.at(0) == u'`' && marks.mid(length).contains(u'`'))) return {};
  return marks.left(length).toString();
}

bool closesFence(QStringView line, const QString& fence) {
  const QStringView marks = line.trimmed();
  return marks.size() >= fence.size() && marks.count(fence.at(0)) == marks.size();
}

/// Markdown with fenced code and code spans as they are and everything else as `visit` returns it.
QString eachProse(const QString& markdown, const Visit& visit) {
  QString result;
  QString fence;
  qsizetype from = 0;  // of the prose or the code that the present line continues
  for (qsizetype line = 0; line < markdown.size();) {
    qsizetype next = markdown.indexOf(u'\n', line) + 1;
    if (next == 0) next = markdown.size();
    const QStringView content = QStringView(markdown).mid(line, next - line);
    if (fence.isEmpty()) {
      fence = fenceOf(content);
      if (!fence.isEmpty()) {
        result += outsideSpans(markdown.mid(from, line - from), visit);
        from = line;
      }
    } else if (closesFence(content, fence)) {
      result += markdown.mid(from, next - from);
      from = next;
      fence.clear();
    }
    line = next;
  }
  const QString rest = markdown.mid(from);
  return result + (fence.isEmpty() ? outsideSpans(rest, visit) : rest);
}

/// [[target#heading|label]]
const QRegularExpression& itemLink() {
  static const QRegularExpression form(
      u"\\[\\[[ \\t]{0,8}(?<target>[^\\]\\[|#\\s](?:[^\\]\\[|#\\n]{0,200}[^\\]\\[|#\\s])?)[ \\t]{0,8}"
      "(?:[#|][^\\]\\n]{0,400})?\\]\\]"_s);
  return form;
}

/// ](/address?query#part — destination of an inline link, or the start of a reference definition.
const QRegularExpression& addressLink() {
  static const QRegularExpression form(
      u"(?:\\]\\([ \\t]{0,8}<?|^ {0,3}\\[[^\\]\\n]+\\]:[ \\t]{0,8}<?)(?<target>/[^\\s)>?#]*)"_s,
      QRegularExpression::MultilineOption);
  return form;
}

void collect(const QRegularExpression& form, const QString& text, QStringList& targets) {
  auto each = form.globalMatch(text);
  while (each.hasNext())
    targets.append(each.next().captured(u"target"_s));
}

QString exchange(const QRegularExpression& form, const QString& text, const Renames& renames) {
  QString result;
  qsizetype from = 0;
  auto each = form.globalMatch(text);
  while (each.hasNext()) {
    const auto match = each.next();
    const auto renamed = renames.constFind(match.captured(u"target"_s));
    if (renamed == renames.constEnd()) continue;
    result += text.mid(from, match.capturedStart(u"target"_s) - from) + *renamed;
    from = match.capturedEnd(u"target"_s);
  }
  return result + text.mid(from);
}

QString retargetedText(const QString& markdown, const Renames& renames) {
  return eachProse(markdown, [&](const QString& prose) {
    return exchange(addressLink(), exchange(itemLink(), prose, renames), renames);
  });
}

/// "kind/slug", "kind:slug" or an address, with what follows it ("#part"). A bare slug is no reference.
QString retargetedReference(const QString& written, const Renames& renames) {
  static const QRegularExpression suffix(u"[#?]"_s);
  const qsizetype end = written.indexOf(suffix);
  const QString text = end < 0 ? written : written.left(end);
  const QString rest = end < 0 ? QString() : written.mid(end);
  const qsizetype colon = text.contains(u'/') ? -1 : text.indexOf(u':');  // navigation writes "kind:slug"
  QString reference = text;
  if (colon >= 0) reference[colon] = u'/';
  const auto renamed = renames.constFind(reference);
  if (renamed == renames.constEnd() || !reference.contains(u'/')) return written;
  QString now = *renamed;
  if (colon >= 0) now[now.indexOf(u'/')] = u':';
  return now + rest;
}

QJsonArray each(const QJsonArray& array, const std::function<QJsonValue(const QJsonValue&)>& change) {
  QJsonArray result;
  for (const QJsonValue value : array)
    result.append(change(value));
  return result;
}

QJsonValue retargetedField(const QJsonValue& value, const FieldSpec& spec, const Renames& renames) {
  using Type = FieldSpec::Type;
  if (value.isArray())
    return each(value.toArray(), [&](const QJsonValue& v) { return retargetedField(v, spec, renames); });
  if (spec.type == Type::Table && value.isObject()) {
    QJsonObject row = value.toObject();
    for (const FieldSpec& column : spec.columns) {
      if (row.contains(column.key))
        row.insert(column.key, retargetedField(row.value(column.key), column, renames));
    }
    return row;
  }
  const bool refers = spec.type == Type::Item || spec.type == Type::Items || spec.type == Type::Publication;
  return refers && value.isString() ? QJsonValue(retargetedReference(value.toString(), renames)) : value;
}

/// Options of a section of the home page: by their names, as resources/help/sections.md has them.
QJsonValue retargetedOptions(const QJsonValue& value, const QString& name, const Renames& renames) {
  static const QSet<QString> references{u"target"_s, u"url"_s, u"item"_s, u"items"_s, u"except"_s};
  if (value.isString()) {
    const QString text = value.toString();
    return references.contains(name) ? retargetedReference(text, renames) : retargetedText(text, renames);
  }
  if (value.isArray())
    return each(value.toArray(), [&](const QJsonValue& v) { return retargetedOptions(v, name, renames); });
  if (!value.isObject()) return value;
  QJsonObject object = value.toObject();
  for (auto option = object.begin(); option != object.end(); ++option)
    option.value() = retargetedOptions(QJsonValue(option.value()), option.key(), renames);
  return object;
}

void collectReferences(const QJsonValue& value, QStringList& targets) {
  static const QRegularExpression reference(u"^[A-Za-z][\\w-]*/[^\\s/]+$"_s);
  if (value.isString() && reference.match(value.toString()).hasMatch()) targets.append(value.toString());
  if (value.isArray()) {
    for (const QJsonValue& inner : value.toArray())
      collectReferences(inner, targets);
  }
  if (value.isObject()) {
    for (const QJsonValue& inner : value.toObject())
      collectReferences(inner, targets);
  }
}

/// "@key" and "@{key}" where they cite.
QRegularExpression citationOf(const QString& key) {
  const QString name = QRegularExpression::escape(key);
  return QRegularExpression(u"(?<![\\w@/.])@(?:\\{%1\\}|%1(?![\\w]|[:.#$%&+?<>~/-]\\w))"_s.arg(name),
                            QRegularExpression::UseUnicodePropertiesOption);
}

}  // namespace

QStringList targetsOf(const ContentItem& item) {
  QStringList targets;
  for (const QString& text : {item.summary, item.body}) {
    eachProse(text, [&](const QString& prose) {
      collect(itemLink(), prose, targets);
      collect(addressLink(), prose, targets);
      return QString();
    });
  }
  collectReferences(item.fields, targets);
  targets.removeDuplicates();
  return targets;
}

ContentItem retargeted(const ContentItem& item, const ContentKind* kind, const Renames& renames) {
  ContentItem result = item;
  result.summary = retargetedText(item.summary, renames);
  result.body = retargetedText(item.body, renames);
  for (const FieldSpec& field : kind ? kind->fields : QList<FieldSpec>()) {
    if (const auto value = item.fields.constFind(field.key); value != item.fields.constEnd())
      result.fields.insert(field.key, retargetedField(*value, field, renames));
  }
  return result;
}

Site retargeted(const Site& site, const Renames& renames) {
  Site result = site;
  for (QList<NavigationEntry>* entries : {&result.navigation, &result.footer}) {
    for (NavigationEntry& entry : *entries)
      entry.target = retargetedReference(entry.target, renames);
  }
  for (Section& section : result.home)
    section.options = retargetedOptions(section.options, {}, renames).toObject();
  return result;
}

QStringList citedKeys(const QString& markdown) {
  if (!markdown.contains(u'@')) return {};
  static const QRegularExpression citation(
      u"(?<![\\w@/.])@(?:\\{([^{}\\s]+)\\}|(\\w(?:[\\w:.#$%&+?<>~/-]*\\w)?))"_s,
      QRegularExpression::UseUnicodePropertiesOption);
  QStringList keys;
  eachProse(markdown, [&](const QString& prose) {
    for (auto found = citation.globalMatch(prose); found.hasNext();) {
      const auto match = found.next();
      keys += match.captured(match.lastCapturedIndex());
    }
    return QString();
  });
  keys.removeDuplicates();
  return keys;
}

int define(sqlite3* connection) {
  const auto cited = [](sqlite3_context* context, int, sqlite3_value** values) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    const QStringList keys = citedKeys(QString::fromUtf8(text, text ? sqlite3_value_bytes(values[0]) : 0));
    const QByteArray json = QJsonDocument(QJsonArray::fromStringList(keys)).toJson(QJsonDocument::Compact);
    sqlite3_result_text(context, json.constData(), static_cast<int>(json.size()), SQLITE_TRANSIENT);
  };
  return sqlite3_create_function_v2(connection, "offprint_cited", 1,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr, cited,
                                    nullptr, nullptr, nullptr);
}

bool cites(const QString& markdown, const QString& key) {
  const QRegularExpression form = citationOf(key);
  bool found = false;
  eachProse(markdown, [&](const QString& prose) {
    found = found || prose.contains(form);
    return QString();
  });
  return found;
}

ContentItem recited(const ContentItem& item, const QString& from, const QString& to) {
  static const QRegularExpression simple(u"^\\w(?:[\\w:.#$%&+?<>~/-]*\\w)?$"_s,
                                         QRegularExpression::UseUnicodePropertiesOption);
  const QRegularExpression form = citationOf(from);
  const QString braced = u"@{%1}"_s.arg(to);
  const auto exchanged = [&](const QString& text) {
    return eachProse(text, [&](const QString& prose) {
      QString result;
      qsizetype done = 0;
      for (auto each = form.globalMatch(prose); each.hasNext();) {
        const auto match = each.next();
        const bool plain = simple.match(to).hasMatch() && !match.captured().endsWith(u'}');
        result += prose.mid(done, match.capturedStart() - done) + (plain ? u'@' + to : braced);
        done = match.capturedEnd();
      }
      return result + prose.mid(done);
    });
  };
  ContentItem result = item;
  result.summary = exchanged(item.summary);
  result.body = exchanged(item.body);
  return result;
}

Result<void> put(Database& database, const ContentItem& item) {
  OFFPRINT_TRY(database.run("DELETE FROM item_link WHERE item = ?", item.id.value));
  QStringList targets = targetsOf(item);
  for (const QString& key : citedKeys(item.summary + u"\n\n"_s + item.body))
    targets += u'@' + key;
  targets.removeDuplicates();  // "[[@key]]" is both
  for (const QString& target : std::as_const(targets))
    OFFPRINT_TRY(database.run("INSERT INTO item_link (target, item) VALUES (?, ?)", target, item.id.value));
  return {};
}

Result<QList<ContentId>> pointingTo(Database& database, const QStringList& targets) {
  QList<ContentId> ids;
  OFFPRINT_TRY(database.each(
      "SELECT DISTINCT item FROM item_link WHERE target IN (SELECT value FROM json_each(?)) ORDER BY item",
      [&](const Statement& row) { ids.append(ContentId{row.integer(0)}); }, targets));
  return ids;
}

Result<QList<ContentId>> citing(Database& database, const QString& key) {
  QList<ContentId> ids;
  OFFPRINT_TRY(database.each(
      "SELECT item.id FROM item_link JOIN item ON item.id = item_link.item WHERE item_link.target = ? AND "
      "item.trashed IS NULL ORDER BY item.id",
      [&](const Statement& row) { ids.append(ContentId{row.integer(0)}); }, u'@' + key));
  return ids;
}

}  // namespace offprint::linkIndex
