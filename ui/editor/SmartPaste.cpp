#include "ui/editor/SmartPaste.h"

#include <algorithm>
#include <QBuffer>
#include <QImage>
#include <QMimeData>
#include <QRegularExpression>
#include <QTextDocument>
#include <QUrl>

#include "app/core/Text.h"

#include "ui/editor/TableEditing.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isAddress(const QString& text) {
  if (std::any_of(text.begin(), text.end(), [](QChar c) { return c.isSpace() || c == u'<' || c == u'>'; }))
    return false;
  const QUrl url(text, QUrl::StrictMode);
  if (!url.isValid()) return false;
  if (url.scheme() == u"mailto") return !url.path().isEmpty();
  return (url.scheme() == u"http" || url.scheme() == u"https" || url.scheme() == u"ftp") &&
         !url.host().isEmpty();
}

/// An address between parentheses: what would end it is escaped.
QString asTarget(const QString& address) {
  if (address.count(u'(') == address.count(u')')) return address;
  return QString(address).replace(u'(', u"%28"_s).replace(u')', u"%29"_s);
}

QString asMath(const QString& text) {
  static const QRegularExpression inlineForm(uR"(^\\\((.+)\\\)$)"_s,
                                             QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression display(uR"(^\\\[(.+)\\\]$)"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression equation(uR"(^\\begin\{(equation|align|gather)\*?\}.+\\end\{\1\*?\}$)"_s,
                                           QRegularExpression::DotMatchesEverythingOption);
  if (const auto match = inlineForm.match(text); match.hasMatch() && !match.captured(1).contains(u"\\)")) {
    return u"$"_s + match.captured(1).trimmed() + u"$"_s;
  }
  if (const auto match = display.match(text); match.hasMatch() && !match.captured(1).contains(u"\\]")) {
    return u"$$\n"_s + match.captured(1).trimmed() + u"\n$$"_s;
  }
  if (equation.match(text).hasMatch()) return u"$$\n"_s + text + u"\n$$"_s;
  return {};
}

/// The identifier of a publication that an address or a text is: of a DOI or of arXiv.
QString publicationIdentifier(const QString& text) {
  static const QRegularExpression doi(uR"(^(?:doi:\s*|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)$)"_s,
                                      QRegularExpression::CaseInsensitiveOption);
  static const QRegularExpression arxiv(
      uR"(^(?:arxiv:\s*|https?://arxiv\.org/(?:abs|pdf)/)(\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?$)"_s,
      QRegularExpression::CaseInsensitiveOption);
  for (const QRegularExpression& form : {doi, arxiv}) {
    if (const auto match = form.match(text); match.hasMatch()) return match.captured(1);
  }
  return {};
}

/// The identifier of a film, from the address of its page.
QString filmOf(const QString& address) {
  static const QRegularExpression page(
      uR"(^https?://(?:www\.|m\.)?(?:youtube\.com/watch\?(?:.*&)?v=|youtu\.be/)([A-Za-z0-9_-]{11})(?:[?&].*)?$)"_s);
  const auto match = page.match(address);
  return match.hasMatch() ? match.captured(1) : QString();
}

/// Lines of comma-separated cells, quoted as spreadsheets write them. Empty when it is no table: prose has
/// commas too, so that every line must have the same cells and no cell may be a sentence.
QString tableFromCommas(const QString& text) {
  static const QRegularExpression cell(uR"re(\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$))re"_s);
  constexpr qsizetype longestCell = 60;
  QStringList lines = text.trimmed().split(u'\n');
  if (lines.size() < 3) return {};
  QStringList rows;
  qsizetype columns = 0;
  for (const QString& line : lines) {
    QStringList cells;
    qsizetype at = 0;
    while (at <= line.size()) {
      const auto match = cell.match(line, at, QRegularExpression::NormalMatch,
                                    QRegularExpression::AnchorAtOffsetMatchOption);
      if (!match.hasMatch()) return {};
      cells.append(match.capturedLength(1) > 0 ? match.captured(1).replace(u"\"\""_s, u"\""_s)
                                               : match.captured(2).trimmed());
      if (cells.last().size() > longestCell) return {};
      at = match.capturedEnd();
      if (match.capturedLength(3) == 0) break;
    }
    if (columns == 0) columns = cells.size();
    if (columns < 2 || cells.size() != columns) return {};
    rows.append(cells.join(u'\t'));
  }
  return tableFromTabs(rows.join(u'\n'));
}

/// Tags that say something of a text; what only looks like something (spans of an editor) does not.
bool saysSomething(const QString& html) {
  static const QRegularExpression tags(
      uR"(<(?:a\s[^>]*href|h[1-6]|[uo]l|table|strong|b|em|i|code|blockquote)\b)"_s,
      QRegularExpression::CaseInsensitiveOption);
  return tags.match(html).hasMatch();
}

/// Qt writes lines of 80 characters; a paragraph of ours is one line.
QString unwrapped(const QString& markdown) {
  static const QRegularExpression start(uR"(^\s*(?:[-*+] |\d+[.)] |#{1,6} |>|\||```|~~~|$))"_s);
  QStringList lines;
  bool code = false;
  bool open = false;  // a paragraph that the next line may go on with
  for (const QString& line : markdown.split(u'\n')) {
    const bool fence = line.trimmed().startsWith(u"```"_s);
    const bool begins = code || fence || start.match(line).hasMatch();
    if (open && !begins) {
      lines.last() = lines.last().trimmed().isEmpty() ? line : lines.last() + u' ' + line.trimmed();
    } else {
      lines.append(line);
    }
    if (fence) code = !code;
    const bool closed = line.trimmed().isEmpty() || line.startsWith(u'#') || line.startsWith(u'|');
    open = !code && !fence && !closed;
  }
  return lines.join(u'\n').trimmed();
}

QString markdownOf(const QString& html) {
  constexpr qsizetype longest = 500'000;
  if (html.size() > longest || !saysSomething(html)) return {};
  QTextDocument document;
  document.setHtml(html);
  return unwrapped(document.toMarkdown(QTextDocument::MarkdownDialectGitHub));
}

QList<PasteForm> addressForms(const QString& address, const QString& text, const PastePlace& place) {
  const QString selection = place.selection.trimmed();
  if (!selection.isEmpty()) {
    if (isAddress(selection) || selection.contains(u'\n')) return {{say("Plain"), text}};
    return {{say("Link"), u"["_s + place.selection + u"]("_s + asTarget(address) + u")"_s}};
  }
  QList<PasteForm> forms = {{say("Address"), u"<"_s + address + u">"_s},
                            {say("Link"), u"[]("_s + asTarget(address) + u")"_s},
                            {say("Plain"), text}};
  if (const QString film = filmOf(address); !film.isEmpty())
    forms.insert(1, {say("Film"), u"::youtube{id="_s + film + u"}"_s});
  return forms;
}

}  // namespace

QList<PasteForm> pasteForms(const QMimeData& data, const PastePlace& place) {
  const QString text = data.text();
  const PasteForm plain{say("Plain"), text};
  if (place.opaque) return {plain};
  const QString trimmed = text.trimmed();
  const QString identifier = publicationIdentifier(trimmed);
  if (!identifier.isEmpty() && place.citationOf && place.selection.isEmpty()) {
    if (const QString key = place.citationOf(identifier); !key.isEmpty())
      return {{say("Citation"), u"[@"_s + key + u"]"_s}, plain};
  }
  if (isAddress(trimmed)) return addressForms(trimmed, text, place);
  for (const QString& table : {tableFromTabs(text), tableFromCommas(text)}) {
    if (!table.isEmpty()) return {{say("Table"), table}, plain};
  }
  if (const QString math = asMath(trimmed); !math.isEmpty()) return {{say("Formula"), math}, plain};
  if (const QString markdown = data.hasHtml() ? markdownOf(data.html()) : QString();
      !markdown.isEmpty() && markdown != trimmed)
    return {{say("Formatted"), markdown}, plain};
  return {plain};
}

QString pastedAs(const QString& text, const QString& form) {
  if (form == u"quote") {
    QStringList lines = text.trimmed().split(u'\n');
    for (QString& line : lines)
      line = line.isEmpty() ? u">"_s : u"> "_s + line;
    return lines.join(u'\n');
  }
  if (form == u"code") {
    static const QRegularExpression fences(uR"(^\s*(`{3,}))"_s, QRegularExpression::MultilineOption);
    qsizetype longest = 2;
    auto match = fences.globalMatch(text);
    while (match.hasNext())
      longest = std::max(longest, match.next().capturedLength(1));
    const QString fence(longest + 1, u'`');
    QString code = text;
    while (code.endsWith(u'\n'))
      code.chop(1);
    return fence + u'\n' + code + u'\n' + fence;
  }
  if (form == u"table") {
    const QString tabs = tableFromTabs(text);
    return tabs.isEmpty() ? tableFromCommas(text) : tabs;
  }
  return text;
}

std::optional<CopiedPicture> copiedPicture(const QMimeData& data) {
  if (!data.hasImage()) return std::nullopt;
  const QString text = data.text().trimmed();
  const bool address = !text.contains(u'\n') && !text.contains(u' ') && QUrl(text).scheme().size() > 1;
  if (!text.isEmpty() && !address) return std::nullopt;
  for (const QString& type : {u"png"_s, u"jpeg"_s, u"webp"_s, u"gif"_s}) {
    const QByteArray content = data.data(u"image/"_s + type);
    if (!content.isEmpty()) return CopiedPicture{u"pasted."_s + (type == u"jpeg" ? u"jpg"_s : type), content};
  }
  QBuffer png;
  if (!qvariant_cast<QImage>(data.imageData()).save(&png, "png")) return std::nullopt;
  return CopiedPicture{u"pasted.png"_s, png.data()};
}

QStringList localFiles(const QMimeData& data) {
  QStringList paths;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  }
  return paths;
}

}  // namespace offprint
