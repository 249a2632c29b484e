#include "exporters/site/SiteCitations.h"

#include <algorithm>
#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/bibliography/CslJson.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/markdown/Escape.h"
#include "exporters/markdown/ParsedDocument.h"
#include "exporters/markdown/SourceMarks.h"
#include "exporters/site/CitationStyles.h"
#include "exporters/typeset/Typesetter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QByteArray compact(const QJsonObject& json) {
  return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

/// "@smith2020" is meant as a citation even when the library has no such key; "@handle" is not.
bool looksLikeKey(const QByteArray& key) {
  qsizetype digits = 0;
  for (const char c : key) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits == 4) return true;
  }
  return false;
}

QJsonObject citedItem(const CitedWork& work, const QString& id) {
  QJsonObject item{{u"id"_s, id}};
  const auto put = [&](const QString& name, const QByteArray& text) {
    if (!text.isEmpty()) item.insert(name, QString::fromUtf8(text));
  };
  put(u"prefix"_s, work.prefix.isEmpty() ? QByteArray() : work.prefix + ' ');
  put(u"label"_s, work.label);
  put(u"locator"_s, work.locator);
  const bool joined = work.suffix.startsWith(',') || work.suffix.startsWith('.');
  put(u"suffix"_s, work.suffix.isEmpty() || joined ? work.suffix : ' ' + work.suffix);
  if (work.suppressAuthor) item.insert(u"suppress-author"_s, true);
  return item;
}

QByteArray marker(const QByteArray& text) {
  return "<span class=\"citation-unknown\">" + escapedHtml(text) + "</span>";
}

QByteArray entriesHtml(const QJsonObject& answer, const QByteArray& idPrefix) {
  QByteArray html = "<div class=\"csl-bib";
  if (answer["hanging"_L1].toBool()) html += " csl-hanging";
  if (answer["aligned"_L1].toBool()) html += " csl-aligned";
  html += "\" role=\"list\">\n";
  for (const QJsonValue& entry : answer["entries"_L1].toArray()) {
    html += "<div class=\"csl-entry\" role=\"listitem\" id=\"" + idPrefix +
            escapedHtml(entry["anchor"_L1].toString().toUtf8()) + "\">" +
            entry["html"_L1].toString().toUtf8() + "</div>\n";
  }
  return html + "</div>\n";
}

QString anchorOf(const QString& key) {
  static const QRegularExpression blank(u"\\s+"_s);
  return u"ref-"_s + QString(key).replace(blank, u"-"_s);
}

/// A heading that a writer put last, so that the references come under it.
bool isHeading(const RenderedBlock& block) {
  return block.html.startsWith("<h") && block.html.size() > 2 && std::isdigit(block.html[2]);
}

/// The id of the list's heading; another heading may have that name.
QByteArray freeId(const ParsedDocument& document) {
  QString id = u"references"_s;
  const auto taken = [&](const OutlineEntry& entry) { return entry.id == id; };
  for (int n = 1; std::any_of(document.outline.begin(), document.outline.end(), taken); ++n)
    id = u"references-%1"_s.arg(n);
  return id.toUtf8();
}

QByteArray sectionOf(const QByteArray& entries) {
  return "<section class=\"references\" role=\"doc-bibliography\">\n" + entries + "</section>\n";
}

/// Puts the list of works where the text asks for it, else at its end, before the footnotes.
void putBibliography(ParsedDocument& document, const QJsonObject& answer, const QString& heading,
                     const QByteArray& idPrefix, bool pending) {
  const QByteArray mark = bibliographyMark();
  const bool any = !answer["entries"_L1].toArray().isEmpty();
  const QByteArray entries = any ? entriesHtml(answer, idPrefix) : QByteArray();
  bool placed = false;
  for (RenderedBlock& block : document.blocks) {
    if (!block.html.contains(mark)) continue;
    QByteArray text = block.html;
    for (qsizetype at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at)) {
      const bool first = !std::exchange(placed, true);  // a page has one list
      text.replace(at, mark.size(), first && any ? sectionOf(entries) : QByteArray());
    }
    block.setHtml(text);
  }
  if (placed || (!any && !pending)) return;
  const auto notes =
      std::find_if(document.blocks.begin(), document.blocks.end(),
                   [](const RenderedBlock& block) { return block.html.startsWith("<ol class=\"notes"); });
  const qsizetype place = notes - document.blocks.begin();
  const bool headed = place > 0 && isHeading(document.blocks.at(place - 1));
  RenderedBlock block;
  block.pending = pending;
  block.source = qHash("references"_L1) | 1;
  block.firstLine = block.lastLine = place > 0 ? document.blocks.at(place - 1).lastLine : 1;
  const QByteArray id = idPrefix + freeId(document);
  QByteArray html = "<section class=\"references\" role=\"doc-bibliography\">\n";
  if (!headed) {
    html += "<h2 id=\"" + id + "\">" + escapedHtml(heading.toUtf8()) + "</h2>\n";
    document.outline << OutlineEntry{2, heading, escapedHtml(heading.toUtf8()), QString::fromUtf8(id),
                                     block.firstLine};
  }
  block.setHtml(html + entries + "</section>\n");
  document.blocks.insert(place, block);
}

/// Tells the preview that the blocks with citations are not ready.
void waitForCitations(ParsedDocument& document) {
  const QByteArray mark = markBytes(Mark::CitationOpen);
  for (RenderedBlock& block : document.blocks)
    block.pending = block.pending || block.html.contains(mark) || block.html.contains(bibliographyMark());
}

}  // namespace

QString citationDependency(const QString& key) {
  return u'@' + key;
}

QString citationKeyOf(const QString& linked) {
  return linked.startsWith(u'@') ? linked.mid(1) : QString();
}

SiteCitations::SiteCitations(const SiteMap& map) : SiteCitations(map.snapshot()) {}

SiteCitations::SiteCitations(const SiteSnapshot& snapshot) : snapshot_(snapshot) {
  for (const ItemSummary& item : snapshot_.items) {
    const ContentKind* kind = snapshot_.kinds->find(item.kind);
    if (!kind || !isCitable(*kind)) continue;
    const QString key = citationKey(item, *kind);
    if (!items_.contains(key)) items_.insert(key, &item);
  }
  // A key that a work has now comes before one that another had before a merge.
  for (const ItemSummary& item : snapshot_.items) {
    const ContentKind* kind = snapshot_.kinds->find(item.kind);
    if (!kind || !isCitable(*kind)) continue;
    for (const QString& key : formerKeys(item, *kind))
      if (!items_.contains(key)) items_.insert(key, &item);
  }
}

const ItemSummary* SiteCitations::item(const QString& key) const {
  return items_.value(key);
}

QByteArray SiteCitations::digest(const QString& key) const {
  const ItemSummary* found = item(key);
  if (!found) return {};
  return QCryptographicHash::hash(compact(cslItem(*found, *snapshot_.kinds->find(found->kind))),
                                  QCryptographicHash::Sha1);
}

QByteArray SiteCitations::digestOfAll() const {
  QCryptographicHash hash(QCryptographicHash::Sha1);
  hash.addData(styleDigest());
  for (const ItemSummary& item : snapshot_.items) {
    const ContentKind* kind = snapshot_.kinds->find(item.kind);
    if (!kind || !isCitable(*kind)) continue;
    hash.addData(
        u"%1/%2/%3"_s.arg(item.uuid).arg(item.version).arg(item.modified.toMSecsSinceEpoch()).toUtf8());
  }
  return hash.result();
}

QByteArray SiteCitations::styleDigest() const {
  return style().digest + localesDigest();
}

/// Of all languages, 0.7 MB: which of them pages are in is not known here.
QByteArray SiteCitations::localesDigest() const {
  const std::lock_guard lock(mutex_);
  if (!localesDigest_.isEmpty()) return localesDigest_;
  QCryptographicHash hash(QCryptographicHash::Sha1);
  const QDir folder(QFileInfo(citationLocaleFile(u"en-US"_s, snapshot_.builtInStyles)).path());
  for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
    hash.addData(name.toUtf8());
    hash.addData(files::read(folder.filePath(name)).value_or(QByteArray()));
  }
  return localesDigest_ = hash.result();
}

const SiteCitations::Style& SiteCitations::style() const {
  const std::lock_guard lock(mutex_);
  if (style_) return *style_;
  style_.emplace();
  const auto read = [this](const QString& id) {
    return citationStyle(id, snapshot_.builtInStyles, snapshot_.libraryStyles);
  };
  auto xml = read(snapshot_.site.citationStyle);
  if (!xml) {
    style_->error = xml.error();
    xml = read(u"apa"_s);
  }
  if (xml) {
    style_->xml = QString::fromUtf8(*xml);
    style_->digest = QCryptographicHash::hash(*xml, QCryptographicHash::Sha1);
  }
  return *style_;
}

QString SiteCitations::localeXml(const QString& tag) const {
  const std::lock_guard lock(mutex_);
  const auto found = locales_.constFind(tag);
  if (found != locales_.constEnd()) return *found;
  const auto xml = files::read(citationLocaleFile(tag, snapshot_.builtInStyles));
  return *locales_.insert(tag, xml ? QString::fromUtf8(*xml) : QString());
}

bool SiteCitations::known(const CitedWork& work) const {
  return items_.contains(QString::fromUtf8(work.key));
}

namespace {

/// Citation styles know no "and others": the page's script writes "et al." where this name comes out.
const QString kOthers = u"\xE000"_s;

void addOthers(QJsonObject& entry) {
  QJsonArray authors = entry["author"_L1].toArray();
  if (authors.isEmpty()) return;
  authors << QJsonObject{{u"literal"_s, kOthers}};
  entry.insert(u"author"_s, authors);
}

}  // namespace

QSet<QString> SiteCitations::prepare(ParsedDocument& document, const QString& language) const {
  QSet<QString> keys;
  QJsonArray citations;
  QJsonObject items;
  QJsonObject anchors;
  QHash<QString, QString> ids;  // of our own: a key may be any word, "constructor" too
  for (Citation& citation : document.citations) {
    QJsonArray works;
    for (const CitedWork& work : std::as_const(citation.works)) {
      const QString key = QString::fromUtf8(work.key);
      keys << key;
      if (const ItemSummary* cited = item(key)) {
        QString& id = ids[key];
        if (id.isEmpty()) {
          id = u"w%1"_s.arg(ids.size());
          const ContentKind& kind = *snapshot_.kinds->find(cited->kind);
          QJsonObject entry = cslItem(*cited, kind);
          entry.remove(u"abstract"_s);  // no style prints it
          if (namesOthers(*cited, kind)) addOthers(entry);
          entry.insert(u"id"_s, id);
          items.insert(id, entry);
          anchors.insert(id, anchorOf(key));
        }
        works << citedItem(work, id);
      } else if (!citation.inText || looksLikeKey(work.key)) {
        citation.unknown << work.key;
        document.findings << Finding{
            Finding::Level::Warning,
            u"citation.unknown"_s,
            say("The library has no public publication with the citation key “%1”. Add it, or correct the "
                "key.")
                .arg(key),
            {},
            {},
            citation.line};
      }
    }
    citation.formatted = works.isEmpty() ? -1 : citations.size();
    if (works.isEmpty()) continue;
    citations << QJsonObject{{u"mode"_s, citation.inText ? u"composite"_s : u"normal"_s},
                             {u"items"_s, works}};
  }
  if (citations.isEmpty()) return keys;
  const Style& chosen = style();
  if (chosen.error)
    document.findings << Finding{
        Finding::Level::Warning, u"citation.style"_s, chosen.error->message, {}, {}, 0};
  const QString locale = citationLocale(language, snapshot_.builtInStyles);
  const QJsonObject request{
      {u"style"_s, chosen.xml},
      {u"locales"_s, QJsonObject{{u"en-US"_s, localeXml(u"en-US"_s)}, {locale, localeXml(locale)}}},
      {u"language"_s, locale},
      {u"items"_s, items},
      {u"anchors"_s, anchors},
      {u"citations"_s, citations}};
  TypesetPiece piece;
  piece.kind = TypesetPiece::Kind::Citations;
  piece.source = compact(request);
  piece.line = document.citations.first().line;
  document.pieces << piece;
  return keys;
}

void SiteCitations::put(ParsedDocument& document, const QByteArray& answer, const QString& heading,
                        const QByteArray& idPrefix, bool pending) {
  if (pending) waitForCitations(document);
  const QJsonObject json = QJsonDocument::fromJson(answer).object();
  const QJsonArray texts = json["citations"_L1].toArray();
  putCitations(document, [&](const Citation& citation) {
    if (citation.formatted < 0 || citation.formatted >= texts.size())
      return citation.unknown.isEmpty() ? escapedHtml(citation.source) : marker(citation.source);
    QByteArray html = texts.at(citation.formatted).toString().toUtf8();
    if (!idPrefix.isEmpty()) html.replace("href=\"#", "href=\"#" + idPrefix);
    html = "<span class=\"citation\">" + html + "</span>";
    for (const QByteArray& key : citation.unknown)
      html += ' ' + marker('@' + key + '?');
    return html;
  });
  putBibliography(document, json, heading, idPrefix, pending);
}

FormattedWork formattedWork(const SiteSnapshot& snapshot, const QString& key, const QString& language,
                            const Typesetting& typesetting) {
  if (!typesetting.typesetter) return {};
  ParsedDocument document;
  Citation citation;
  citation.works = {CitedWork{key.toUtf8(), {}, {}, {}, {}}};
  document.citations = {citation};
  SiteCitations(snapshot).prepare(document, language.isEmpty() ? snapshot.site.language : language);
  if (document.pieces.isEmpty()) return {};
  const QList<TypesetResult> drawn =
      typesetting.typesetter->typeset(document.pieces, {}, typesetting.patience, typesetting.task);
  const QJsonObject answer = QJsonDocument::fromJson(drawn.value(0).html).object();
  static const QRegularExpression links(u"</?a\\b[^>]*>"_s);
  return {answer["citations"_L1].toArray().first().toString().remove(links),
          answer["entries"_L1].toArray().first().toObject()["html"_L1].toString().remove(links)};
}

}  // namespace offprint
