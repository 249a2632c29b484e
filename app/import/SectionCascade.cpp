#include "app/import/SectionCascade.h"

#include <algorithm>
#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>

#include "app/content/FrontMatterBlock.h"
#include "app/core/Text.h"
#include "app/import/ForeignKeys.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// One page's own, which no section can give to many; and what the folder decides here.
bool isPassedOn(const QString& key) {
  static const QStringList own = {u"title"_s,   u"uuid"_s, u"slug"_s, u"url"_s,    u"permalink"_s,
                                  u"aliases"_s, u"kind"_s, u"type"_s, u"layout"_s, u"cascade"_s};
  return !own.contains(key);
}

/// Hugo's patterns: "**" is anything, "*" and "?" stay between slashes, "{a,b}" is one of them.
QRegularExpression fromGlob(const QString& glob) {
  QString pattern;
  bool choice = false;
  for (qsizetype i = 0; i < glob.size(); ++i) {
    const QChar c = glob[i];
    if (c == u'*' && glob.mid(i + 1).startsWith(u'*')) {
      pattern += u".*"_s;
      ++i;
    } else if (c == u'*') {
      pattern += u"[^/]*"_s;
    } else if (c == u'?') {
      pattern += u"[^/]"_s;
    } else if (c == u'{' || c == u'}') {
      choice = c == u'{';
      pattern += choice ? u"(?:"_s : u")"_s;
    } else if (c == u',' && choice) {
      pattern += u'|';
    } else {
      pattern += QRegularExpression::escape(QString(c));
    }
  }
  return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                            QRegularExpression::CaseInsensitiveOption);
}

bool fits(const QJsonObject& target, const QString& key, const QStringList& candidates) {
  const QString glob = valueText(target.value(key)).trimmed();
  if (glob.isEmpty()) return true;
  const QRegularExpression pattern = fromGlob(glob);
  // A pattern that cannot be read keeps nothing from being held back.
  return !pattern.isValid() || candidates.indexOf(pattern) >= 0;
}

/// A scope's path is a folder, a file, or a pattern of such.
bool liesInScope(const QString& scope, const QString& file) {
  const QString bare = QDir::cleanPath(scope.startsWith(u'/') ? scope.mid(1) : scope);
  if (bare.isEmpty() || bare == u"."_s || file == bare || file.startsWith(bare + u'/')) return true;
  if (!bare.contains(u'*') && !bare.contains(u'?')) return false;
  // A pattern that cannot be read keeps nothing from being held back.
  const QRegularExpression pattern = fromGlob(bare);
  if (!pattern.isValid()) return true;
  for (QString part = file; !part.isEmpty(); part = part.section(u'/', 0, -2))
    if (pattern.match(part).hasMatch()) return true;
  return false;
}

bool fitsScope(const QJsonObject& scope, const SectionCascade::Page& page) {
  const QString type = valueText(scope.value(u"type"_s)).trimmed();
  return (type.isEmpty() || type == page.type) &&
         liesInScope(valueText(scope.value(u"path"_s)).trimmed(), page.file);
}

QJsonObject withPlainKeys(const QJsonObject& map) {
  QJsonObject out;
  for (auto it = map.begin(); it != map.end(); ++it)
    out.insert(frontmatter::plainKey(it.key()), it.value());
  return out;
}

}  // namespace

void SectionCascade::add(const QString& folder, const QString& source, const QJsonValue& cascade) {
  const QJsonArray entries = cascade.isArray() ? cascade.toArray() : QJsonArray{cascade};
  for (const QJsonValue& entry : entries) {
    if (!entry.isObject()) continue;
    Rule rule;
    rule.source = source;
    const QJsonObject values = entry.toObject();
    for (auto it = values.begin(); it != values.end(); ++it) {
      const QString key = frontmatter::plainKey(it.key());
      if (key == u"target"_s || key == u"_target"_s)
        rule.target = withPlainKeys(it.value().toObject());
      else
        rule.values.insert(it.key(), it.value());
    }
    rules_[folder] << rule;
  }
}

void SectionCascade::addDefaults(const QString& source, const QJsonValue& defaults) {
  QList<Rule>& rules = rules_[QString()];
  for (const QJsonValue& entry : defaults.toArray()) {
    Rule rule;
    rule.source = source;
    rule.scope = entry.toObject()[u"scope"_s].toObject();
    rule.values = entry.toObject()[u"values"_s].toObject();
    rules.prepend(rule);  // of two that are alike the later one wins
  }
  const auto weight = [](const Rule& rule) {
    return std::pair(valueText(rule.scope[u"path"_s]).size(), rule.scope.contains(u"type"_s));
  };
  std::stable_sort(rules.begin(), rules.end(),
                   [&](const Rule& a, const Rule& b) { return weight(a) > weight(b); });
}

bool SectionCascade::matches(const Rule& rule, const Page& page) {
  return fitsScope(rule.scope, page) &&
         fits(rule.target, u"path"_s, {page.path, page.path + u".md"_s, page.path + u"/index.md"_s}) &&
         fits(rule.target, u"kind"_s, {u"page"_s}) &&
         fits(rule.target, u"environment"_s, {u"production"_s}) &&
         (page.language.isEmpty() || fits(rule.target, u"lang"_s, {page.language}));
}

Findings SectionCascade::apply(FrontMatter& matter, const Page& page, const ContentKind& kind) const {
  QStringList deciding;
  QString folder = page.folder;
  while (true) {
    for (const Rule& rule : rules_.value(folder)) {
      if (!matches(rule, page)) continue;
      for (auto it = rule.values.begin(); it != rule.values.end(); ++it) {
        const QString key = knownForeignKey(it.key(), &kind);
        if (!isKnownForeignKey(key, &kind) || !isPassedOn(key) || matter.values.contains(key)) continue;
        matter.values.insert(key, it.value());
        if (frontmatter::decidesPublishing(key) && !deciding.contains(rule.source)) deciding << rule.source;
      }
    }
    if (folder.isEmpty()) break;
    folder = folder.contains(u'/') ? folder.section(u'/', 0, -2) : QString();
  }
  if (deciding.isEmpty()) return {};
  return {
      {Finding::Level::Note,
       u"status.cascade"_s,
       say("Whether this is published is decided by %1, for all pages there.").arg(deciding.join(u", "_s)),
       {},
       {},
       0}};
}

}  // namespace offprint
