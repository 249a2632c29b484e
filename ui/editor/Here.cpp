#include "ui/editor/Here.h"

#include <algorithm>
#include <QLocale>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>

#include "app/bibliography/CslJson.h"
#include "app/content/ContentKind.h"
#include "app/core/Text.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/editor/InlineSyntax.h"
#include "ui/editor/LineSyntax.h"
#include "ui/editor/TextLabels.h"
#include "ui/widgets/Glyphs.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Kind = Here::Kind;

constexpr qsizetype kAuthors = 6;       // named before "and others"
constexpr qsizetype kNoteLength = 600;  // of a note or summary in a card

bool isMathFence(const QTextBlock& block) {
  const LineState state = LineState::of(block);
  if (state.kind != LineState::Kind::Fence || state.open != LineState::Open::Fence) return false;
  return block.text().trimmed().mid(state.fenceLength).trimmed().section(u' ', 0, 0).section(u'{', 0, 0) ==
         u"math";
}

/// A formula over lines: between `$$` and `$$`, `\[` and `\]`, or in a fence "math".
std::optional<Here> formulaOver(const QTextBlock& block) {
  const bool fenced = LineState::of(block).isCode();
  QTextBlock first = block;
  if (fenced) {
    while (first.isValid() && LineState::of(first).kind == LineState::Kind::Code)
      first = first.previous();
    if (!first.isValid() || !isMathFence(first)) return std::nullopt;
  } else {
    while (LineState::before(first).open == LineState::Open::DollarMath ||
           LineState::before(first).open == LineState::Open::BracketMath)
      first = first.previous();
  }
  QTextBlock last = first;
  while (LineState::of(last).open != LineState::Open::Nothing && last.next().isValid())
    last = last.next();
  QStringList lines;
  for (QTextBlock line = first; line.isValid(); line = line.next()) {
    const bool fence = fenced && (line == first || line == last);
    if (!fence) lines.append(line.text().mid(LinePrefix::of(line.text()).markerStart));
    if (line == last) break;
  }
  static const QRegularExpression delimiters(uR"(^\s*(?:\$\$|\\\[)|(?:\$\$|\\\])[^$]*$)"_s);
  QString tex = lines.join(u'\n');
  if (!fenced) tex.remove(delimiters);
  return Here{Kind::Formula, first.position(), last.position() + last.length() - 1, tex.trimmed(), true};
}

/// The work whose key the column is in; else the first one.
QString keyAt(const QString& line, const InlineSpan& span, int column) {
  static const QRegularExpression key(uR"(@(?:\{([^{}]+)\}|([\p{L}\p{N}_][\p{L}\p{N}_:.#$%&+?<>~/-]*)))"_s);
  QString first;
  for (auto found = key.globalMatch(line, span.outerStart); found.hasNext();) {
    const auto match = found.next();
    if (match.capturedStart() >= span.outerEnd) break;
    QString name = match.captured(1) + match.captured(2);
    while (!name.isEmpty() && !name.back().isLetterOrNumber())
      name.chop(1);
    if (first.isEmpty()) first = name;
    if (column >= match.capturedStart() && column <= match.capturedEnd()) return name;
  }
  // Between the keys of "@key" alone: the span's inside is the key.
  return first.isEmpty() ? line.mid(span.innerStart, span.innerEnd - span.innerStart) : first;
}

std::optional<Here> hereOf(const InlineSpan& span, const QString& line, int column, int base) {
  const QString inner = line.mid(span.innerStart, span.innerEnd - span.innerStart);
  const QString target = line.mid(span.targetStart, span.targetEnd - span.targetStart).trimmed();
  const auto made = [&](Kind kind, const QString& what) {
    return Here{kind, base + span.outerStart, base + span.outerEnd, what};
  };
  using Span = InlineSpan::Kind;
  switch (span.kind) {
    case Span::Math: {
      Here formula = made(Kind::Formula, inner.trimmed());
      const QStringView opening = QStringView(line).mid(span.outerStart, 2);
      formula.display = opening == u"$$" || opening == u"\\[";
      return formula;
    }
    case Span::Citation:
      return made(Kind::Citation, keyAt(line, span, column));
    case Span::Reference:
      return made(Kind::Reference, keyAt(line, span, column));
    case Span::Image:
      return made(Kind::Image,
                  target.startsWith(u'<') ? target.mid(1).section(u'>', 0, 0) : target.section(u' ', 0, 0));
    case Span::Footnote:
      return made(Kind::Footnote, line[span.outerStart] == u'^' ? u'^' + inner : inner);
    case Span::ItemLink:
      return made(Kind::ItemLink, target.section(u'|', 0, 0));
    case Span::Link:
    case Span::Autolink:
      return made(Kind::Link,
                  target.startsWith(u'<') ? target.mid(1).section(u'>', 0, 0) : target.section(u' ', 0, 0));
    default:
      return std::nullopt;
  }
}

QString shortened(const QString& text) {
  return text.size() > kNoteLength ? text.first(kNoteLength).trimmed() + u'…' : text;
}

QString authorsOf(const ItemSummary& item) {
  QStringList names;
  for (const Person& person : item.authors.first(std::min(item.authors.size(), kAuthors)))
    names.append(person.display());
  if (item.authors.size() > kAuthors) names.append(say("and others"));
  return names.join(u", "_s);
}

const ContentKind* kindOf(const ItemSummary& item, const SiteSnapshot& site) {
  return site.kinds ? site.kinds->find(item.kind) : nullptr;
}

HereText citationText(const QString& key, const SiteSnapshot* site) {
  HereText card{u"quote"_s, u'@' + key, {}, {}, {}};
  if (!site) return card;
  for (const ItemSummary& item : site->items) {
    const ContentKind* kind = kindOf(item, *site);
    if (!kind || !isCitable(*kind) || citationKey(item, *kind) != key) continue;
    card.title = plainTitle(item.title);
    card.text = authorsOf(item);
    QStringList facts{cslItem(item, *kind).value(u"container-title"_s).toString(),
                      item.date.yearNumber() > 0 ? QString::number(item.date.yearNumber()) : item.date.iso(),
                      u'@' + key};
    facts.removeAll(QString());
    card.facts = facts.join(u" · "_s);
    card.opens = item.ref();
    return card;
  }
  card.text = say("The library has no publication with this key.");
  return card;
}

HereText itemText(const QString& target, const SiteSnapshot* site) {
  const QString name = target.section(u'#', 0, 0).trimmed();
  HereText card{u"file-text"_s, name.isEmpty() ? target : name, {}, {}, {}};
  if (name.isEmpty()) {
    card.text = say("A heading of this text.");
    return card;
  }
  if (!site) return card;
  for (const ItemSummary& item : site->items) {
    if (item.ref() != name && item.slug != name && !item.aliases.contains(name)) continue;
    const ContentKind* kind = kindOf(item, *site);
    if (kind && !kind->icon.isEmpty()) card.icon = kind->icon;
    card.title = plainTitle(item.title);
    card.text = shortened(plainTitle(item.summary.isEmpty() ? item.excerpt : item.summary));
    card.facts = (kind ? kind->label : item.kind) + u" · "_s + stateLabel(item, site->now);
    card.opens = item.ref();
    return card;
  }
  card.text = say("The library has no item of this name.");
  return card;
}

HereText imageText(const QString& path, const SiteSnapshot* site) {
  HereText card{u"image"_s, path, {}, {}, {}};
  if (!site || path.contains(u"://"_s)) return card;
  const auto file = site->media.constFind(path);
  if (file == site->media.cend()) {
    card.text = say("The library has no file of this name.");
    return card;
  }
  QStringList facts;
  if (file->width > 0) facts.append(say("%1 × %2 px").arg(file->width).arg(file->height));
  facts.append(QLocale().formattedDataSize(file->bytes));
  card.facts = facts.join(u" · "_s);
  return card;
}

/// The text of "[^name]: …" with the lines that belong to it.
QString noteNamed(const QString& name, const QTextDocument& document) {
  const QString opening = u"[^"_s + name + u"]:"_s;
  for (QTextBlock block = document.firstBlock(); block.isValid(); block = block.next()) {
    if (!block.text().startsWith(opening) || LineState::of(block).isOpaque()) continue;
    QString text = block.text().mid(opening.size()).trimmed();
    for (QTextBlock more = block.next(); more.isValid() && text.size() <= kNoteLength; more = more.next()) {
      const QString line = more.text();
      if (line.trimmed().isEmpty() || line.startsWith(QStringView(u"[^"))) break;
      text += u' ' + line.trimmed();
    }
    return text;
  }
  return {};
}

HereText noteText(const QString& target, const QTextDocument& document) {
  const bool inPlace = target.startsWith(u'^');
  const QString note = inPlace ? target.mid(1) : noteNamed(target, document);
  HereText card{
      u"superscript"_s, inPlace ? say("Note") : say("Note %1").arg(target), shortened(note), {}, {}};
  if (note.isEmpty()) card.text = say("This text has no note of this name.");
  return card;
}

HereText referenceText(const QString& id, const QTextDocument& document) {
  HereText card{u"hash"_s, id, {}, {}, {}};
  for (const TextLabel& label : textLabels(document)) {
    if (label.id != id) continue;
    card.title = label.kind;
    card.text = shortened(label.text);
    card.facts = say("Line %1").arg(label.line);
    card.opens = u'#' + id;
    return card;
  }
  card.text = say("Nothing in this text has this name.");
  return card;
}

}  // namespace

std::optional<Here> hereAt(const QTextBlock& block, int column) {
  if (!block.isValid()) return std::nullopt;
  const LineState state = LineState::of(block);
  if (state.kind == LineState::Kind::Math || state.kind == LineState::Kind::Code) return formulaOver(block);
  if (state.isOpaque()) return std::nullopt;
  const QString line = block.text();
  const InlineScan scan = scanInline(line, LinePrefix::of(line).contentStart);
  std::optional<Here> best;
  for (const InlineSpan& span : scan.spans) {
    if (column < span.outerStart || column > span.outerEnd) continue;
    const std::optional<Here> here = hereOf(span, line, column, block.position());
    if (!here || here->target.isEmpty()) continue;
    // The innermost; of two that meet at the column, the one that begins there.
    const int length = here->end - here->start;
    const bool ends = here->end == block.position() + column;
    const bool bestEnds = best && best->end == block.position() + column;
    if (!best || (bestEnds && !ends) || (bestEnds == ends && length < best->end - best->start)) best = here;
  }
  return best;
}

HereText textOf(const Here& here, const QTextDocument& document, const SiteSnapshot* site) {
  switch (here.kind) {
    case Kind::Formula:
      return {u"sigma"_s, {}, shortened(here.target), {}, {}};
    case Kind::Citation:
      return citationText(here.target, site);
    case Kind::Reference:
      return referenceText(here.target, document);
    case Kind::Image:
      return imageText(here.target, site);
    case Kind::Footnote:
      return noteText(here.target, document);
    case Kind::ItemLink:
      return itemText(here.target, site);
    case Kind::Link:
      break;
  }
  return {u"link"_s, {}, here.target, {}, here.target.startsWith(u'#') ? QString() : here.target};
}

}  // namespace offprint
