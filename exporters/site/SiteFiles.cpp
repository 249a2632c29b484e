#include "exporters/site/SiteFiles.h"

#include <QUrl>
#include <QXmlStreamWriter>

#include "exporters/site/Address.h"
#include "exporters/site/Feeds.h"

using namespace Qt::StringLiterals;

namespace offprint::sitefiles {
namespace {

/// The date a search engine may rely on: of the last change, else of publication. Empty when neither names a
/// year.
QString lastChange(const ItemSummary& item) {
  const Date& date = item.updated.yearNumber() > 0 ? item.updated : item.date;
  return date.yearNumber() > 0 ? date.iso() : QString();
}

bool hidden(const SiteMap& map, const PageEntry& entry) {
  if (entry.type == PageEntry::Type::NotFound) return true;
  const ItemSummary* item = map.item(entry.item);
  return item && (!isListed(*item) || item->fields.value("noindex"_L1).toBool());
}

bool leadsAway(const QString& target) {
  return !target.startsWith(u'/');
}

}  // namespace

QByteArray sitemap(const SiteMap& map) {
  if (map.absolute(u"/"_s).isEmpty()) return {};
  QByteArray out;
  QXmlStreamWriter xml(&out);
  xml.setAutoFormatting(true);
  xml.setAutoFormattingIndent(1);
  xml.writeStartDocument();
  xml.writeStartElement(u"urlset"_s);
  xml.writeDefaultNamespace(u"http://www.sitemaps.org/schemas/sitemap/0.9"_s);
  const QString today = map.snapshot().now.toUTC().date().toString(Qt::ISODate);
  for (const PageEntry& entry : map.pages()) {
    if (hidden(map, entry)) continue;
    QString changed;
    const auto take = [&](const ItemSummary& item) {
      // ISO dates of any precision compare as text; the longer of two with one beginning is the later. The
      // day of a coming talk is no day of a change.
      const QString other = lastChange(item);
      if (other > changed && other <= today) changed = other;
    };
    if (const ItemSummary* item = map.item(entry.item)) take(*item);
    for (const ContentId id : entry.items)
      take(*map.item(id));
    xml.writeStartElement(u"url"_s);
    xml.writeTextElement(u"loc"_s, map.absolute(entry.address));
    if (!changed.isEmpty()) xml.writeTextElement(u"lastmod"_s, changed);
    xml.writeEndElement();
  }
  xml.writeEndElement();
  xml.writeEndDocument();
  return out;
}

QByteArray robots(const SiteMap& map) {
  QByteArray text = "User-agent: *\nDisallow:\n";
  const QString sitemapAddress = map.absolute(u"/sitemap.xml"_s);
  if (!sitemapAddress.isEmpty()) text += "Sitemap: " + sitemapAddress.toUtf8() + '\n';
  return text;
}

QByteArray redirectPage(const SiteMap& map, const SiteRedirect& redirect) {
  const QString fragment =
      redirect.to.contains(u'#') ? redirect.to.mid(redirect.to.indexOf(u'#')) : QString();
  const QString target = redirect.to.section(u'#', 0, 0);
  const PageEntry* page = map.pageAt(target);
  const bool away = leadsAway(redirect.to);
  const QString title = page && !page->title.isEmpty() ? page->title : redirect.to;
  const QString canonical = away ? redirect.to : map.absolute(target);
  const QString link =
      away ? redirect.to
           : QString::fromLatin1(SiteMap::relative(redirect.path, page ? page->path : target.mid(1))) +
                 fragment;
  const QByteArray href = link.toHtmlEscaped().toUtf8();
  const QByteArray name = title.toHtmlEscaped().toUtf8();
  QByteArray html = "<!doctype html>\n<html lang=\"" + map.snapshot().site.language.toHtmlEscaped().toUtf8() +
                    "\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + name + "</title>\n";
  if (!canonical.isEmpty())
    html += "<link rel=\"canonical\" href=\"" + canonical.toHtmlEscaped().toUtf8() + "\">\n";
  html +=
      "<meta name=\"robots\" content=\"noindex\">\n<meta http-equiv=\"refresh\" content=\"0; url=" + href +
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n</head>\n<body>\n<p><a "
      "href=\"" +
      href + "\">" + name + "</a></p>\n</body>\n</html>\n";
  return html;
}

bool toUnlisted(const SiteMap& map, const SiteRedirect& redirect) {
  const PageEntry* page = map.pageAt(redirect.to.section(u'#', 0, 0));
  const ItemSummary* item = page ? map.item(page->item) : nullptr;
  return item && !isListed(*item);
}

QByteArray hostRedirects(const SiteMap& map) {
  const QString base = map.absolute(u"/"_s);
  QByteArray prefix = QUrl(base).path(QUrl::FullyEncoded).toLatin1();
  while (prefix.endsWith('/'))
    prefix.chop(1);
  QByteArray text;
  for (const SiteRedirect& redirect : map.redirects()) {
    if (toUnlisted(map, redirect)) continue;  // hosts that do not know the file show it
    const QString fragment =
        redirect.to.contains(u'#') ? redirect.to.mid(redirect.to.indexOf(u'#')) : QString();
    const QByteArray to =
        leadsAway(redirect.to)
            ? redirect.to.toUtf8()
            : prefix + address::encoded(redirect.to.section(u'#', 0, 0)) + fragment.toUtf8();
    text += prefix + address::encoded(redirect.from) + ' ' + to + " 301\n";
  }
  return text;
}

}  // namespace offprint::sitefiles
