#include "exporters/site/LinkResolver.h"

#include <QUrl>

#include "exporters/images/PublishedImage.h"
#include "exporters/site/Address.h"
#include "exporters/site/SitePictures.h"

using namespace Qt::StringLiterals;

namespace offprint {

using Link = LinkResolver::Link;

namespace {

/// The scheme of an absolute URL, lower case; empty when there is none. Blanks and control characters inside
/// do not hide it, as browsers leave them out.
QString schemeOf(const QString& written) {
  QString scheme;
  for (const QChar c : written) {
    if (c == u':') return scheme;
    if (c.unicode() <= 0x20) continue;
    if (!(c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'+' || c == u'-' || c == u'.'))) return {};
    scheme += c.toLower();
  }
  return {};
}

bool isSafeScheme(const QString& scheme) {
  static const QSet<QString> safe{u"http"_s,   u"https"_s, u"mailto"_s, u"tel"_s,    u"sms"_s,
                                  u"ftp"_s,    u"sip"_s,   u"xmpp"_s,   u"matrix"_s, u"geo"_s,
                                  u"webcal"_s, u"news"_s,  u"doi"_s,    u"urn"_s};
  return safe.contains(scheme);
}

QString decoded(const QString& path) {
  return QString::fromUtf8(QByteArray::fromPercentEncoding(path.toUtf8()));
}

}  // namespace

LinkResolver::LinkResolver(const SiteMap& map, const PageEntry& from, Form form, const QString& imageSizes)
    : map_(map),
      from_(from),
      form_(form),
      imageSizes_(imageSizes.isEmpty() ? "100vw" : imageSizes.toHtmlEscaped().toUtf8()) {
  const QString home = map.absolute(u"/"_s);
  if (!home.isEmpty()) root_ = QUrl(home).path(QUrl::FullyEncoded);
}

QByteArray LinkResolver::toPath(const QString& outputPath) const {
  if (form_ == Form::Absolute) {
    const QString address = address::ofPath(outputPath);
    const QString url = map_.absolute(address);
    return url.isEmpty() ? address::encoded(address) : url.toUtf8();
  }
  if (form_ == Form::Rooted && !root_.isEmpty()) return root_.toUtf8() + address::encoded(outputPath);
  return SiteMap::relative(from_.path, outputPath);
}

Link LinkResolver::toPageLink(const PageEntry* page, const QString& suffix) {
  if (!page) return {};
  if (const ItemSummary* item = map_.item(page->item)) {
    linked_.insert(item->ref());
  } else {
    linked_.insert(page->address);
  }
  // A place on this very page: the browser need not load it again.
  if (form_ == Form::Relative && page->path == from_.path && suffix.startsWith(u'#'))
    return {Link::State::Page, QUrl(suffix).toEncoded(), page};
  return {Link::State::Page, toPage(*page) + QUrl(suffix).toEncoded(), page};
}

Link LinkResolver::toItem(const ItemSummary& item) {
  linked_.insert(item.ref());
  const PageEntry* page = map_.pageOf(item.id);
  if (!page) return {};
  return {Link::State::Page, toPage(*page), page};
}

Link LinkResolver::itemLink(const QString& reference, const QString& fragment) {
  linked_.insert(reference);
  const ItemSummary* item = map_.itemByRef(reference);
  if (!item) return {};
  Link link = toPageLink(map_.pageOf(item->id), fragment);
  // What has no page of its own, such as recommended reading, is where its address says.
  if (const QString url = item->fields.value(u"url"_s).toString();
      !link.usable() && isSafeScheme(schemeOf(url))) {
    link.state = Link::State::External;
    link.href = url.toUtf8();
  }
  link.item = item;
  return link;
}

/// A site-absolute address with what follows it ("?query#part").
Link LinkResolver::addressed(const QString& address, const QString& suffix) {
  if (const PageEntry* page = map_.pageAt(address)) return toPageLink(page, suffix);
  const QString path = decoded(address).mid(1);
  for (const FeedEntry& feed : map_.feeds()) {
    if (path == feed.atom || path == feed.rss || path == feed.json) return {Link::State::File, toPath(path)};
  }
  if (path == "sitemap.xml"_L1 && !root_.isEmpty()) return {Link::State::File, toPath(path)};
  linked_.insert(address);
  const SiteRedirect* old = map_.redirectAt(address);
  if (!old) return {};
  const qsizetype hash = old->to.indexOf(u'#');
  if (const PageEntry* page = map_.pageAt(hash < 0 ? old->to : old->to.left(hash)))
    return toPageLink(page, hash < 0 ? suffix : old->to.mid(hash));
  return schemeOf(old->to).isEmpty() ? Link{} : Link{Link::State::External, old->to.toUtf8()};
}

Link LinkResolver::media(const QString& written) {
  QString path = written;
  while (path.startsWith("../"_L1))
    path.remove(0, 3);
  if (path.startsWith("./"_L1)) path.remove(0, 2);
  if (path.startsWith(u'/')) path.remove(0, 1);
  if (!path.startsWith("media/"_L1)) return {};
  const qsizetype query = path.indexOf(u'?');
  for (const QString& form : {path, decoded(path), query < 0 ? path : decoded(path.left(query))}) {
    const QString name = form.normalized(QString::NormalizationForm_C);
    const auto found = map_.snapshot().media.constFind(name);
    if (found == map_.snapshot().media.constEnd()) continue;
    media_.insert(name);
    return {Link::State::Media, toPath(name), nullptr, &*found};
  }
  media_.insert(decoded(path).normalized(QString::NormalizationForm_C));
  return {};
}

/// The site-absolute address that a whole URL of this very site stands for, or nothing.
QString LinkResolver::ownAddress(const QString& url) const {
  const QString home = map_.absolute(u"/"_s);
  if (home.isEmpty() || !url.startsWith(home)) return {};
  return url.mid(home.size() - 1);
}

Link LinkResolver::inText(const QString& written, DocumentLink::Type type) {
  const QString text = written.trimmed();
  if (text.startsWith("[["_L1) && text.endsWith("]]"_L1)) {
    const QString inner = text.mid(2, text.size() - 4).section(u'|', 0, 0).trimmed();
    const qsizetype hash = inner.indexOf(u'#');
    return itemLink(hash < 0 ? inner : inner.left(hash), hash < 0 ? QString() : inner.mid(hash));
  }
  if (text.isEmpty()) return {Link::State::Anchor, {}, nullptr, nullptr};
  if (text.startsWith(u'#')) {
    const QByteArray anchor = QUrl(text).toEncoded();
    if (form_ == Form::Absolute) return {Link::State::Anchor, toPage(from_) + anchor, &from_};
    return {Link::State::Anchor, anchor};
  }
  QString path = text;
  if (const QString scheme = schemeOf(text); !scheme.isEmpty()) {
    // A whole address of this very site stays within it, as far as the site has it.
    const QString own = ownAddress(text);
    const QSet<QString> before = linked_;
    if (const Link inside = own.isEmpty() ? Link{} : inText(own, type); inside.usable()) return inside;
    linked_ = before;
    const bool picture = scheme == "data"_L1 && type != DocumentLink::Type::Link;
    if (!isSafeScheme(scheme) && !picture) return {Link::State::Unsafe, {}};
    return {Link::State::External, text.toUtf8()};
  } else if (text.startsWith("//"_L1)) {
    return {Link::State::External, text.toUtf8()};
  }
  if (const Link file = media(path); file.usable()) return file;
  qsizetype end = path.size();
  for (const QChar mark : {u'?', u'#'}) {
    if (const qsizetype at = path.indexOf(mark); at >= 0) end = std::min(end, at);
  }
  const QString suffix = path.mid(end);
  path.truncate(end);
  if (!path.startsWith(u'/')) {
    const QString folder = from_.address.left(from_.address.lastIndexOf(u'/') + 1);
    path = QUrl(folder).resolved(QUrl(path, QUrl::TolerantMode)).path();
  }
  const Link own = addressed(path, suffix);
  // A whole URL below the site's own that is none of its pages: the host may hold more than this site.
  if (!own.usable() && !schemeOf(text).isEmpty())
    return {Link::State::External, text.toUtf8(), nullptr, nullptr};
  return own;
}

Link LinkResolver::target(const QString& written) {
  const QString text = written.trimmed();
  const qsizetype hash = text.indexOf(u'#');
  const QString fragment = hash < 0 ? QString() : text.mid(hash);
  const QString plain = hash < 0 ? text : text.left(hash);
  const qsizetype colon = plain.indexOf(u':');
  const QString what = colon < 0 ? plain : plain.left(colon);
  const QString key = colon < 0 ? QString() : plain.mid(colon + 1);
  using Type = PageEntry::Type;
  static const QHash<QString, Type> single{{u"home"_s, Type::Home},
                                           {u"writing"_s, Type::Writing},
                                           {u"topics"_s, Type::Topics},
                                           {u"tags"_s, Type::Tags},
                                           {u"series"_s, Type::SeriesList}};
  static const QHash<QString, Type> keyed{{u"kind"_s, Type::KindIndex},
                                          {u"topic"_s, Type::Topic},
                                          {u"tag"_s, Type::Tag},
                                          {u"series"_s, Type::Series},
                                          {u"year"_s, Type::Year}};
  const auto& table = key.isEmpty() ? single : keyed;
  if (const auto type = table.constFind(what); type != table.constEnd()) {
    return toPageLink(map_.page(*type, key), fragment);
  }
  if (what == "feed"_L1 && map_.feed(key)) return {Link::State::File, toPath(map_.feed(key)->atom)};
  if (colon > 0 && map_.snapshot().kinds->find(what)) return itemLink(what + u'/' + key, fragment);
  if (!plain.startsWith(u'/') && map_.itemByRef(plain)) return itemLink(plain, fragment);
  return inText(text, DocumentLink::Type::Link);
}

ResolvedLink LinkResolver::resolve(const QString& written, DocumentLink::Type type) {
  const Link link = inText(written, type);
  ResolvedLink out;
  if (link.state == Link::State::Unsafe) {
    out.href = "#";
    return out;
  }
  const bool byName = written.startsWith("[["_L1);
  if (!link.usable()) {
    if (!byName) out.href = written.toUtf8();
    out.dead = !byName && type == DocumentLink::Type::Link;
    return out;
  }
  out.href = link.href;
  if (byName && link.item) out.text = link.item->title;
  if (type != DocumentLink::Type::Image) return out;
  if (link.media) addPicture(out, *link.media);
  if (form_ == Form::Absolute) return out;
  // What a reader sees first is fetched first; the rest waits until it comes near.
  out.attributes += images_++ > 0 ? " loading=\"lazy\"" : " fetchpriority=\"high\"";
  out.attributes += " decoding=\"async\"";
  return out;
}

std::shared_ptr<const PublishedImage> LinkResolver::picture(const MediaFile& file) {
  auto image = map_.snapshot().published(file);
  if (!image) return nullptr;
  pictures_.insert(file.path);
  pending_ = pending_ || image->pending;
  return image;
}

void LinkResolver::addPicture(ResolvedLink& out, const MediaFile& file) {
  const auto size = [&out](int width, int height) {
    if (width > 0 && height > 0)
      out.attributes +=
          " width=\"" + QByteArray::number(width) + "\" height=\"" + QByteArray::number(height) + '"';
  };
  const auto image = picture(file);
  if (!image) return size(file.width, file.height);
  if (form_ == Form::Absolute) {
    const PlainPicture plain = plainPicture(file, image.get());
    out.href = toPath(plain.path);
    return size(plain.width, plain.height);
  }
  const PictureMarkup markup =
      pictureMarkup(file, *image, [this](const QString& path) { return toPath(path); });
  const auto set = [this](const QByteArray& candidates) {
    return " srcset=\"" + QString::fromUtf8(candidates).toHtmlEscaped().toUtf8() + "\" sizes=\"" +
           imageSizes_ + '"';
  };
  out.href = markup.src;
  if (!markup.srcset.isEmpty()) out.attributes += set(markup.srcset);
  if (!markup.webp.isEmpty()) out.sources = "<source type=\"image/webp\"" + set(markup.webp) + " />";
  size(markup.width, markup.height);
}

}  // namespace offprint
