#include "ui/preview/PageForms.h"

#include <QRegularExpression>
#include <QUrl>

#include "app/core/Text.h"
#include "ui/preview/SiteScheme.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// What search engines show before they cut, in characters: about 600 pixels of a title, two lines of text.
constexpr int titleShown = 60;
constexpr int descriptionShown = 160;

// The window's faces; the colours are the engine's own for text and ground, in light and in dark.
constexpr char look[] =
    "<style>@font-face{font-family:Inter;font-weight:400;src:url(-window/inter-400-normal.ttf)}"
    "@font-face{font-family:Inter;font-weight:600 700;src:url(-window/inter-600-normal.ttf)}"
    ":root{color-scheme:light}@media (prefers-color-scheme:dark){:root{color-scheme:dark}}"
    "body{margin:0;padding:24px;background:Canvas;color:CanvasText;"
    "font:15px/1.55 Inter,system-ui,sans-serif;overflow-wrap:anywhere}"
    "a{color:inherit;text-decoration-color:GrayText;text-underline-offset:2px}img,svg,video{max-width:100%;"
    "height:auto}"
    "main{max-width:640px;margin:0 auto}.soft{opacity:.72;font-size:13px}"
    ".result h3{margin:4px 0;font-size:20px;font-weight:400;line-height:1.3;"
    "text-wrap:balance}"
    ".result p{margin:0}.card{border:1px solid GrayText;border-radius:12px;overflow:hidden}"
    ".card img{display:block;width:100%;aspect-ratio:1.91;object-fit:cover}"
    ".card div{padding:12px 16px}.card b,.card .soft{display:block}.card "
    "b{font-size:17px}.note{margin-top:24px}"
    ".feed h1{font-size:22px;line-height:1.25;margin:0 0 4px}pre{overflow:auto}</style>";

/// What a tag of the head says, escaped as it stands there.
QString metaOf(const QString& head, const QString& key) {
  const QRegularExpression tag(
      uR"re(<meta (?:name|property)="%1" content="([^"]*)")re"_s.arg(QRegularExpression::escape(key)));
  return tag.match(head).captured(1);
}

QString titleOf(const QString& head) {
  static const QRegularExpression title(uR"(<title>([^<]*)</title>)"_s);
  return title.match(head).captured(1).trimmed();
}

QString cut(const QString& text, int most) {
  return text.size() <= most ? text : text.left(most).trimmed() + u" …"_s;
}

/// An address of the site leads to the preview's own.
QString local(QString text, const Site& site) {
  QString base = site.baseUrl;
  while (base.endsWith(u'/'))
    base.chop(1);
  if (!base.isEmpty())
    text.replace(base, SiteScheme::url(QString()).toString().remove(QRegularExpression(u"/$"_s)));
  return text;
}

QString hostOf(const Site& site) {
  const QString host = QUrl(site.baseUrl).host();
  return host.isEmpty() ? u"example.org"_s : host;
}

QString resultHtml(const QString& head, const RenderedPage& page, const Site& site) {
  const QString title = titleOf(head);
  const QString description = metaOf(head, u"description"_s);
  const QString trail = page.path.section(u'/', 0, -2).replace(u'/', u" › "_s);
  QString note = say("Search engines show about %1 characters of the title (this one has %2) and %3 of the "
                     "description (this one has %4).")
                     .arg(titleShown)
                     .arg(title.size())
                     .arg(descriptionShown)
                     .arg(description.size());
  if (description.isEmpty())
    note = say("Without a summary or description search engines choose a passage of the text.");
  return u"<div class=\"result\"><div class=\"soft\"><b>%1</b><br>%2 › %3</div><h3>%4</h3><p>%5</p></div>"
         "<p class=\"soft note\">%6</p>"_s.arg(site.title.toHtmlEscaped(), hostOf(site), trail,
                                               cut(title, titleShown), cut(description, descriptionShown),
                                               note);
}

QString cardHtml(const QString& head, const Site& site) {
  const QString title = metaOf(head, u"og:title"_s);
  const QString image = metaOf(head, u"og:image"_s);
  const QString picture =
      image.isEmpty() ? QString() : u"<img alt=\"\" src=\"%1\">"_s.arg(local(image, site));
  const QString note =
      site.baseUrl.isEmpty()
          ? say("A picture can be shown with links once the site has an address (Settings).")
      : image.isEmpty()
          ? say("This item has no cover and no sharing image, so links to it are shown without one.")
          : QString();
  return u"<div class=\"card\">%1<div><span class=\"soft\">%2</span><b>%3</b><span "
         u"class=\"soft\">%4</span></div></div>"
         "<p class=\"soft note\">%5</p>"_s.arg(
             picture, hostOf(site), title.isEmpty() ? titleOf(head) : title,
             cut(metaOf(head, u"og:description"_s).isEmpty() ? metaOf(head, u"description"_s)
                                                             : metaOf(head, u"og:description"_s),
                 descriptionShown),
             note);
}

}  // namespace

RenderedPage formOf(PageForm form, const RenderedPage& page, const Site& site, const QByteArray& feedHtml) {
  if (form == PageForm::Page || form == PageForm::Print) return page;
  const QString head = QString::fromUtf8(page.html.left(page.html.indexOf("</head>")));
  QString body;
  if (form == PageForm::SearchResult) body = resultHtml(head, page, site);
  if (form == PageForm::SharingCard) body = cardHtml(head, site);
  if (form == PageForm::Feed) {
    body = u"<article class=\"feed\"><h1>%1</h1><p class=\"soft\">%2</p>%3</article>"_s.arg(
        titleOf(head), site.title.toHtmlEscaped(), local(QString::fromUtf8(feedHtml), site));
  }
  RenderedPage shown = page;
  shown.blocks.clear();
  shown.html = "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><base href=\"" +
               SiteScheme::url(QString()).toEncoded() + "\"><title>Offprint</title>" + look +
               "</head><body><main>" + body.toUtf8() + "</main></body></html>";
  shown.bodyStart = shown.bodyEnd = shown.html.size();
  return shown;
}

}  // namespace offprint
