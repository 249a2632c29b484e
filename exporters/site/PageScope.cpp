#include "exporters/site/PageScope.h"
#include "exporters/site/SiteCitations.h"

#include <algorithm>
#include <QRegularExpression>
#include <QUrl>

#include "app/core/Text.h"
#include "exporters/images/PublishedImage.h"
#include "exporters/site/BlockView.h"
#include "exporters/site/SitePictures.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

/// Pictures narrower than this are drawings to be framed; wider ones fill the column.
constexpr int kSmallPicture = 640;

/// Characters of a line that a finding quotes.
constexpr int kQuoted = 60;

/// Most titles hold no markup at all; they need not wait at the parser's gate.
bool isPlain(const QString& text, bool smart) {
  const QStringView special = smart ? u"\\`*_{}[]<>&$~^|!#\n\"'.-:/@w" : u"\\`*_{}[]<>&$~^|\n:/@w";
  // ":", "/", "@" and "www" begin an automatic link.
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text.at(i);
    if (!special.contains(c)) continue;
    if (c == u'w' && !QStringView(text).mid(i).startsWith(u"www.")) continue;
    if ((c == u':' || c == u'/') && !QStringView(text).mid(i).startsWith(u"://")) continue;
    return false;
  }
  // A text that would be read as a block: a list, a heading, an indented line.
  return text.isEmpty() ||
         !(text.front().isSpace() || text.front().isDigit() || QStringView(u"-+#=>:").contains(text.front()));
}

QString withoutControls(QString text) {
  text.removeIf([](QChar c) { return c.unicode() < 0x20 && c != u'\n' && c != u'\t'; });
  return text;
}

/// A name that ends in a number stays in one line: "FlashAttention-3". Browsers part it behind the hyphen.
QString keptTogether(QString html) {
  static const QRegularExpression name(
      u"(<[^>]*>)|[\\p{L}\\p{N}]*\\p{L}-\\p{N}[\\p{L}\\p{N}]*(?![\\p{L}\\p{N}-])"_s);
  // A formula keeps its own markup, and code its line breaks.
  if (!html.contains(u'-') || html.contains("<math"_L1) || html.contains("<code"_L1)) return html;
  qsizetype from = 0;
  for (auto match = name.match(html); match.hasMatch(); match = name.match(html, from)) {
    from = match.capturedEnd();
    if (!match.captured(1).isEmpty()) continue;
    const QString kept = u"<span class=\"nb\">%1</span>"_s.arg(match.captured());
    html.replace(match.capturedStart(), match.capturedLength(), kept);
    from = match.capturedStart() + kept.size();
  }
  return html;
}

QString quoted(const QString& markdown) {
  const QString text = markdown.simplified();
  return text.size() > kQuoted ? text.left(kQuoted - 1) + u'…' : text;
}

/// How findings name a label and whatever else stands in a line: it is quoted.
QString lineNamed(const QString& markdown) {
  return say("the line “%1”").arg(quoted(markdown));
}

/// A formula for those who have no styles for it: the part that browsers draw themselves.
QByteArray mathMl(const QByteArray& html) {
  const qsizetype begin = html.indexOf("<math");
  const qsizetype end = html.indexOf("</math>", begin);
  return begin < 0 || end < 0 ? QByteArray() : html.mid(begin, end + 7 - begin);
}

QLocale localeOf(const QString& language) {
  QString name = language;
  const QLocale locale(name.replace(u'-', u'_'));
  return locale.language() == QLocale::C ? QLocale(QLocale::English) : locale;
}

}  // namespace

QString htmlEscaped(const QString& text) {
  return text.toHtmlEscaped();
}

PageScope::PageScope(const SiteMap& siteMap, const SiteRelations& siteRelations, const Theme& siteTheme,
                     const PageEntry& entry, const QString& pageLanguage, Typesetting typesetting,
                     const SiteCitations& citations, LinkResolver::Form form)
    : map(siteMap),
      snapshot(siteMap.snapshot()),
      site(snapshot.site),
      relations(siteRelations),
      theme(siteTheme),
      page(entry),
      language(!pageLanguage.isEmpty()    ? pageLanguage
               : !site.language.isEmpty() ? site.language
                                          : u"en"_s),
      locale(localeOf(language)),
      strings(siteTheme.strings(language)),
      links(siteMap, entry, form, siteTheme.manifest().value(u"imageSizes"_s).toString()),
      typesetting_(std::move(typesetting)),
      citations_(citations) {}

QString PageScope::inlineHtml(const QString& markdown) {
  if (isPlain(markdown, site.smartPunctuation)) return keptTogether(htmlEscaped(withoutControls(markdown)));
  if (!markdown.contains(u'[') && !markdown.contains(u'<') && !markdown.contains("://"_L1)) {
    return drawnInline(markdown);
  }
  const qsizetype before = findings.size();
  const ParsedDocument document = blocks(markdown, {}, lineNamed(markdown));
  nameOwner(markdown, before);
  QString html = withoutControls(QString::fromUtf8(document.html()).trimmed());
  const auto isParagraph = [](QStringView block) {
    return block.startsWith("<p>"_L1) && block.endsWith("</p>"_L1);
  };
  if (document.blocks.size() == 1 && isParagraph(html)) return html.mid(3, html.size() - 7);
  // "1. First" is a title as it stands; the links of a list would lead nowhere from here.
  if (document.blocks.size() == 1 && document.links.isEmpty()) return drawnInline(markdown);
  // A whole text where a line is wanted, such as what introduces a section elsewhere: its paragraphs.
  QStringList paragraphs;
  for (const RenderedBlock& block : document.blocks) {
    const QString part = withoutControls(QString::fromUtf8(block.html).trimmed());
    if (isParagraph(part)) paragraphs += part.mid(3, part.size() - 7);
  }
  return paragraphs.isEmpty() ? htmlEscaped(MarkdownEngine::plainText(markdown)) : paragraphs.join(u' ');
}

/// Titles and summaries are shown on many pages: what is found in one is the same finding of its item on all
/// of them. A line in the item's text it has none.
void PageScope::nameOwner(const QString& markdown, qsizetype from) {
  if (findings.size() == from) return;
  const auto isTitle = [&](const ItemSummary& item) { return item.title == markdown; };
  const auto isSummary = [&](const ItemSummary& item) { return item.summary.simplified() == markdown; };
  const QList<ItemSummary>& items = snapshot.items;
  auto item = std::find_if(items.begin(), items.end(), isTitle);
  const bool title = item != items.end();
  if (!title) item = std::find_if(items.begin(), items.end(), isSummary);
  const QString line = lineNamed(markdown);
  const QString named = (title ? say("the title “%1”") : say("the summary “%1”")).arg(quoted(markdown));
  for (qsizetype i = from; i < findings.size(); ++i) {
    findings[i].line = 0;
    if (item == items.end()) continue;
    findings[i].item = item->ref();
    findings[i].message.replace(line, named);
  }
}

QString PageScope::drawnInline(const QString& markdown) {
  ParsedDocument document = MarkdownEngine::prepareInline(markdown, site.smartPunctuation, language);
  draw(document);
  const qsizetype before = findings.size();
  for (const Finding& finding : std::as_const(document.findings))
    find(finding.level, finding.code, say("In %1: %2").arg(lineNamed(markdown), finding.message), owner);
  nameOwner(markdown, before);
  return keptTogether(withoutControls(QString::fromUtf8(document.html())));
}

void PageScope::draw(ParsedDocument& document, const QByteArray& idPrefix) {
  for (const QString& key : citations_.prepare(document, language))
    links.dependOn(citationDependency(key));
  const auto finish = [&](const QByteArray& answer, bool pending = false) {
    SiteCitations::put(document, answer, strings.text(u"references"_s), idPrefix, pending);
  };
  if (document.pieces.isEmpty() || !typesetting_.typesetter) {
    fill(document);
    return finish({});
  }
  QList<TypesetResult> results = typesetting_.typesetter->typeset(document.pieces, site.macros,
                                                                  typesetting_.patience, typesetting_.task);
  if (typesetting_.patience >= 0) rememberSources(document);  // what a preview keeps its pictures by
  QByteArray answer;
  bool pending = false;
  for (qsizetype i = 0; i < results.size(); ++i) {
    undrawn = undrawn || results[i].pending;
    if (document.pieces[i].kind != TypesetPiece::Kind::Citations) {
      adapt(document.pieces[i], results[i]);
    } else {
      pending = results[i].pending;
      answer = results[i].html;
    }
  }
  fill(document, results);
  finish(answer, pending);
}

void PageScope::adapt(TypesetPiece& piece, TypesetResult& result) {
  const bool feed = links.form() == LinkResolver::Form::Absolute;
  const bool styled = !feed && theme.manifest().contains(u"mathStyles"_s);
  const bool math =
      piece.kind == TypesetPiece::Kind::InlineMath || piece.kind == TypesetPiece::Kind::DisplayMath;
  if (math && styled) hasMath = hasMath || !result.html.isEmpty();
  if (math && !styled) result.html = mathMl(result.html);
  if (math || !feed) return;
  // Classes and variables mean nothing to a reader of feeds.
  result.html.clear();
  piece.byLine = false;
}

ParsedDocument PageScope::blocks(const QString& markdown, const QString& item, const QString& what,
                                 const QByteArray& idPrefix) {
  MarkdownOptions options;
  options.smartPunctuation = site.smartPunctuation;
  options.idPrefix = idPrefix;
  // Notes of several texts on one page: those of the first, which is the item's own, need no prefix.
  const bool mayNote = markdown.contains("[^"_L1) || markdown.contains("^["_L1);
  if (mayNote && idPrefix.isEmpty() && ++notedTexts_ > 1)
    options.idPrefix = 't' + QByteArray::number(notedTexts_) + '-';
  if (links.form() != LinkResolver::Form::Absolute) options.copyLabel = strings.text(u"copy"_s).toUtf8();
  options.resolve = [this](const QString& target, DocumentLink::Type type) {
    return links.resolve(target, type);
  };
  options.headingShift = 1;  // the page's title is its h1
  options.markTasks = true;
  options.language = language;
  options.marginNotes =
      links.form() != LinkResolver::Form::Absolute && theme.manifest().value(u"marginNotes"_s).toBool();
  options.words = strings.all();
  options.block = [this, &item](const BlockRequest& request) { return blockHtml(*this, request, item); };
  ParsedDocument document = MarkdownEngine::prepare(markdown.toUtf8(), options);
  draw(document, idPrefix);
  judge(document, item, what);
  return document;
}

QString PageScope::blocksHtml(const QString& markdown, const QString& item, const QString& what) {
  if (markdown.trimmed().isEmpty()) return {};
  return withoutControls(QString::fromUtf8(blocks(markdown, item, what).html()));
}

QJsonObject PageScope::date(const Date& date) const {
  if (date.empty()) return {};
  QJsonObject view{{u"text"_s, date.display(locale)}, {u"short"_s, date.displayShort(locale)}};
  if (date.precision() != Date::Precision::Text) {
    view.insert(u"iso"_s, date.iso());
    view.insert(u"year"_s, QString::number(date.yearNumber()));
  }
  return view;
}

QString PageScope::minutes(const ItemSummary& item, bool shortForm) const {
  int minutes = item.fields.value(u"readingMinutes"_s).toInt();
  if (minutes <= 0) minutes = readingMinutes(item.words);
  if (minutes <= 0) return {};
  return strings.text(shortForm ? u"minutesShort"_s : u"minutes"_s, {{u"n"_s, number(minutes)}});
}

QJsonObject PageScope::picture(const QString& written, const QString& alt) {
  if (written.isEmpty()) return {};
  const LinkResolver::Link found = links.inText(written, DocumentLink::Type::Image);
  if (!found.usable()) {
    // Once is enough: lists show the same picture again.
    if (page.type == PageEntry::Type::Item || page.type == PageEntry::Type::Home)
      find(Finding::Level::Error, u"image.missing"_s,
           say("The picture “%1” is not in the library. Add the file or change the address.").arg(written));
    return {};
  }
  PictureMarkup markup;
  markup.src = found.href;
  QString words = alt;
  if (found.media) {
    if (words.isEmpty() && !found.media->decorative) words = found.media->alt;
    markup.width = found.media->width;
    markup.height = found.media->height;
    if (const auto image = links.picture(*found.media)) {
      markup =
          pictureMarkup(*found.media, *image, [this](const QString& path) { return links.toPath(path); });
      if (links.form() == LinkResolver::Form::Absolute) {  // a feed names one file
        const PlainPicture plain = plainPicture(*found.media, image.get());
        markup = {links.toPath(plain.path), {}, {}, plain.width, plain.height};
      }
      judgePicture(*found.media, *image);
    }
  }
  QJsonObject view{{u"src"_s, QString::fromUtf8(markup.src)},
                   {u"srcset"_s, QString::fromUtf8(markup.srcset)},
                   {u"webp"_s, QString::fromUtf8(markup.webp)},
                   {u"alt"_s, words}};
  if (markup.width > 0 && markup.height > 0) {
    view.insert(u"width"_s, markup.width);
    view.insert(u"height"_s, markup.height);
    view.insert(u"small"_s, markup.width < kSmallPicture);
  }
  return view;
}

void PageScope::judgePicture(const MediaFile& file, const PublishedImage& image, const QString& item,
                             int line) {
  if (const auto told = image.finding(file.path)) find(told->level, told->code, told->message, item, line);
}

QJsonObject PageScope::link(const QString& label, const QString& target, const QString& where) {
  if (target.isEmpty()) return {};
  const LinkResolver::Link found = links.target(target);
  if (!found.usable()) {
    find(Finding::Level::Warning, u"link.dead"_s,
         say("%1 leads to “%2”, which is no page of the site. It is left out; change or remove it.")
             .arg(where, target));
    return {};
  }
  return {{u"label"_s, label},
          {u"href"_s, QString::fromUtf8(found.href)},
          {u"external"_s, found.state == LinkResolver::Link::State::External}};
}

void PageScope::find(Finding::Level level, const QString& code, const QString& message, const QString& item,
                     int line) {
  findings.append({level, code, message, item.isEmpty() ? owner : item, {}, line});
}

void PageScope::judgeAnchor(const ParsedDocument& document, const DocumentLink& link, const QString& item,
                            const QString& where) {
  const QString id = QUrl::fromPercentEncoding(link.target.mid(1).toUtf8());
  const auto named = [&id](const OutlineEntry& entry) { return entry.id == id; };
  if (id.isEmpty() || std::any_of(document.outline.cbegin(), document.outline.cend(), named)) return;
  const QByteArray attribute = id.toUtf8() + '"';
  for (const RenderedBlock& block : document.blocks) {
    if (block.html.contains("id=\"" + attribute) || block.html.contains("name=\"" + attribute)) return;
  }
  find(Finding::Level::Warning, u"link.dead"_s,
       say("The link “%1” in %2 leads to no heading or place of this page. Correct it, or name the place "
           "with {#…}.")
           .arg(link.target, where),
       item, link.line);
}

void PageScope::judge(const ParsedDocument& document, const QString& item, const QString& what) {
  const QString where = what.isEmpty() ? say("the text") : what;
  for (const DocumentLink& link : document.links) {
    const LinkResolver::Link found = links.inText(link.target, link.type);
    const bool image = link.type == DocumentLink::Type::Image;
    if (found.state == LinkResolver::Link::State::Unsafe) {
      find(Finding::Level::Warning, u"link.unsafe"_s,
           say("The link “%1” in %2 runs a program or opens a file of the reader. It is left without a "
               "target. Link to a web address or a file of the library.")
               .arg(link.target, where),
           item, link.line);
    } else if (found.state == LinkResolver::Link::State::Dead) {
      const bool file = image || link.target.contains("media/"_L1);
      find(Finding::Level::Error, file ? u"image.missing"_s : u"link.dead"_s,
           file ? say("%2 shows or links the file “%1”, which the library does not have. Add the file or "
                      "change the "
                      "address.")
                      .arg(link.target, where)
                : say("The link “%1” in %2 leads to no page of the site. Change or remove it.")
                      .arg(link.target, where),
           item, link.line);
    } else if (found.state == LinkResolver::Link::State::Anchor && link.type == DocumentLink::Type::Link) {
      judgeAnchor(document, link, item, where);
    }
    if (image && found.media) {
      if (const auto picture = links.picture(*found.media))
        judgePicture(*found.media, *picture, item, link.line);
    }
    if (image && link.text.trimmed().isEmpty() && !(found.media && found.media->decorative)) {
      find(Finding::Level::Warning, u"image.alt"_s,
           say("The image “%1” in %2 has no alternative text. Describe it for people who do not see it, or "
               "mark the "
               "file as decorative.")
               .arg(link.target, where),
           item, link.line);
    }
  }
  for (Finding finding : document.findings) {
    finding.item = item.isEmpty() ? owner : item;
    // A text of the site, not of an item: the sentence itself says whose it is.
    if (item.isEmpty() && !what.isEmpty()) finding.message = say("In %1: %2").arg(what, finding.message);
    findings.append(finding);
  }
}

}  // namespace offprint
