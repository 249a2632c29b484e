#include "ui/library/ItemDelegate.h"

#include <QPainter>
#include <QTextLayout>

#include "app/content/FamilyName.h"
#include "ui/library/ItemHeader.h"
#include "ui/library/ItemListModel.h"
#include "ui/library/Snippet.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {
constexpr int titleLine = 17;
constexpr int summaryLine = 16;
constexpr int metaLine = 14;
constexpr int keptHeights = 20000;
constexpr qsizetype authorsShown = 4;

/// "Dao, Fu, Ermon, Rudra +1".
QString authorsOf(const ItemSummary& item) {
  QStringList names;
  for (const Person& person : item.authors.mid(0, authorsShown))
    names.append(familyName(person));
  const qsizetype more = item.authors.size() - names.size();
  return names.join(u", "_s) + (more > 0 ? u" +%1"_s.arg(more) : QString());
}

}  // namespace

ItemDelegate::ItemDelegate(Appearance& look, Clock clock, QObject* parent)
    : QStyledItemDelegate(parent), look_(look), clock_(std::move(clock)), heights_(keptHeights) {
  connect(&look_, &Appearance::changed, this, [this] { heights_.clear(); });
}

void ItemDelegate::setKinds(std::shared_ptr<const KindCatalog> kinds) {
  kinds_ = std::move(kinds);
}

void ItemDelegate::setMixed(bool mixed) {
  mixed_ = mixed;
}

void ItemDelegate::setHeader(const ItemHeader* header) {
  header_ = header;
}

QString ItemDelegate::titleOf(const ItemSummary& item) const {
  return item.title.isEmpty() ? tr("Untitled") : plainTitle(item.title);
}

QString ItemDelegate::kindLabel(const ItemSummary& item) const {
  const ContentKind* kind = kinds_ ? kinds_->find(item.kind) : nullptr;
  return kind ? kind->label : item.kind;
}

/// At most two lines; the caller elides the second.
void ItemDelegate::layOutTitle(QTextLayout& layout, int width) const {
  layout.beginLayout();
  for (int i = 0; i < 2; ++i) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(width);
  }
  layout.endLayout();
}

int ItemDelegate::heightOf(const ItemListModel& model, int row, int width) const {
  const auto index = model.index(row);
  const bool group = index.data(ItemListModel::GroupRole).toBool();
  if (group) return look_.ipx(30);
  if (header_) return rowHeightOf(model, row);
  const int frame = look_.ipx(9) + look_.ipx(5) + look_.ipx(metaLine) + look_.ipx(10);
  // Before it is here, a row counts as one with a line of each.
  if (!index.data(ItemListModel::LoadedRole).toBool()) {
    return frame + look_.ipx(titleLine) + look_.ipx(2 + summaryLine);
  }
  const ItemSummary& item = *model.itemAt(row);
  const QString key =
      u"%1/%2/%3/%4"_s.arg(item.id.value).arg(item.version).arg(width).arg(model.snippetAt(row).isEmpty());
  if (const int* known = heights_.object(key)) return *known;
  QTextLayout layout(titleOf(item), fontFor(look_, TextRole::BodyStrong));
  layOutTitle(layout, width - look_.ipx(36));
  const bool second = !item.summary.isEmpty() || !item.excerpt.isEmpty() || !model.snippetAt(row).isEmpty();
  const int height =
      frame + look_.ipx(titleLine) * layout.lineCount() + (second ? look_.ipx(2 + summaryLine) : 0);
  heights_.insert(key, new int(height));
  return height;
}

/// Of a table's row: the title on one line or two, and the authors where it has them.
int ItemDelegate::rowHeightOf(const ItemListModel& model, int row) const {
  const int authors = header_->hasSecondLine() ? look_.ipx(summaryLine) : 0;
  const int plain = look_.ipx(30) + authors;
  if (!model.index(row).data(ItemListModel::LoadedRole).toBool()) return plain;
  const ItemSummary& item = *model.itemAt(row);
  const int width = header_->cell(ItemHeader::Column::Title, QRect(0, 0, header_->width(), plain)).width();
  const QString key = u"table/%1/%2/%3/%4"_s.arg(item.id.value).arg(item.version).arg(width).arg(authors);
  if (const int* known = heights_.object(key)) return *known;
  QTextLayout layout(titleOf(item), fontFor(look_, TextRole::BodyStrong));
  layOutTitle(layout, width);
  const int height = plain + look_.ipx(titleLine) * (layout.lineCount() - 1);
  heights_.insert(key, new int(height));
  return height;
}

void ItemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  if (index.data(ItemListModel::GroupRole).toBool()) {
    paintGroup(*painter, option.rect, index);
  } else {
    const auto* model = static_cast<const ItemListModel*>(index.model());
    const bool lineAbove = option.features & QStyleOptionViewItem::Alternate;
    if (lineAbove && !header_) {
      painter->fillRect(QRect(look_.ipx(18), option.rect.top(), option.rect.width() - look_.ipx(36), 1),
                        look_.color(Token::LineHair));
    }
    if (const ItemSummary* item = model->itemAt(index.row())) {
      if (header_) {
        paintCells(*painter, option, *item, model->timesCited(item->id));
      } else {
        paintItem(*painter, option, *item, model->snippetAt(index.row()));
      }
    }
  }
  painter->restore();
}

void ItemDelegate::paintGroup(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
  const QRect line = rect.adjusted(look_.ipx(18), look_.ipx(8), -look_.ipx(18), -look_.ipx(4));
  painter.setFont(fontFor(look_, TextRole::Caption));
  painter.setPen(look_.color(Token::TextTertiary));
  painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
  painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight,
                   QString::number(index.data(ItemListModel::CountRole).toInt()));
}

/// What says that a row is chosen, pointed at, or has the keyboard.
void ItemDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option, const QRect& box,
                               qreal radius) const {
  const bool selected = option.state & QStyle::State_Selected;
  if (selected || option.state & QStyle::State_MouseOver) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(!selected                             ? Token::SurfaceHover
                                 : option.state & QStyle::State_Active ? Token::AccentTint
                                                                       : Token::SelectIdle));
    painter.drawRoundedRect(box, look_.px(radius), look_.px(radius));
  }
  if (option.state & QStyle::State_HasFocus) {
    painter.setPen(QPen(look_.color(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), look_.px(radius - 1), look_.px(radius - 1));
  }
}

/// One line of cells, as the head has them.
void ItemDelegate::paintCells(QPainter& painter, const QStyleOptionViewItem& option, const ItemSummary& item,
                              int timesCited) const {
  using Column = ItemHeader::Column;
  const bool selected = option.state & QStyle::State_Selected;
  const QRect box = option.rect.adjusted(look_.ipx(8), 1, -look_.ipx(8), -1);
  paintGround(painter, option, box, 6);
  const auto write = [&](Column column, const QString& text, Qt::Alignment align = Qt::AlignLeft) {
    const QRect cell = header_->cell(column, option.rect);
    if (cell.isEmpty() || text.isEmpty()) return;
    painter.drawText(cell, align | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, cell.width()));
  };
  paintTitleCell(painter, header_->cell(Column::Title, option.rect), item);
  painter.setFont(fontFor(look_, TextRole::Meta));
  painter.setPen(look_.color(Token::TextSecondary));
  write(Column::Kind, kindLabel(item));
  for (const Column column : ItemHeader::own)
    write(column, header_->fieldText(column, item));
  if (header_->marksOwn())
    write(Column::Cited, timesCited > 0 ? QLocale().toString(timesCited) : u"–"_s, Qt::AlignRight);
  // Works are told apart by their year.
  const int year = header_->marksOwn() ? item.date.yearNumber() : 0;
  write(Column::Date, year > 0 ? QString::number(year) : item.date.displayShort(QLocale()));
  write(Column::Topics, item.topics.join(u", "_s));
  write(Column::Words, item.words > 0 ? QLocale().toString(item.words) : QString(), Qt::AlignRight);
  write(Column::Edited, momentText(item.modified, clock_(), QLocale()));
  paintBadges(painter, header_->cell(Column::Badges, option.rect), header_->badges(item));
  const QRect title = header_->cell(Column::Title, option.rect);
  if (const int star = look_.ipx(14); header_->isOwn(item))
    look_.icon(u"star"_s, Token::StScheduled, 14)
        .paint(&painter,
               QRect(title.left() - star - look_.ipx(6), title.center().y() - star / 2, star, star));
  const QRect state = header_->cell(Column::State, option.rect);
  if (state.isEmpty()) return;
  const int side = look_.ipx(12);
  offprint::paintState(painter, look_,
                       QRectF(state.left(), state.center().y() - side / 2.0 + 0.5, side, side),
                       StateShape(item, clock_()), selected ? Token::AccentTint : Token::SurfaceList);
}

/// Identifiers and files that there are, side by side as far as there is room.
void ItemDelegate::paintBadges(QPainter& painter, const QRect& cell, const QStringList& labels) const {
  if (cell.isEmpty()) return;
  painter.save();
  painter.setFont(fontFor(look_, TextRole::Small));
  const int pad = look_.ipx(5);
  const int high = look_.ipx(18);
  int left = cell.left();
  for (const QString& label : labels) {
    const QRect badge(left, cell.center().y() - high / 2 + 1,
                      painter.fontMetrics().horizontalAdvance(label) + 2 * pad, high);
    if (badge.right() > cell.right()) break;
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::SelectIdle));
    painter.drawRoundedRect(badge, look_.px(4), look_.px(4));
    painter.setPen(look_.color(Token::TextSecondary));
    painter.drawText(badge, Qt::AlignCenter, label);
    left = badge.right() + look_.ipx(4);
  }
  painter.restore();
}

/// The title on at most two lines, and below it the authors where the table has room for them.
void ItemDelegate::paintTitleCell(QPainter& painter, const QRect& cell, const ItemSummary& item) const {
  const QString authors = header_->hasSecondLine() ? authorsOf(item) : QString();
  QTextLayout layout(titleOf(item), fontFor(look_, TextRole::BodyStrong));
  layOutTitle(layout, cell.width());
  const int whole =
      look_.ipx(titleLine) * layout.lineCount() + (authors.isEmpty() ? 0 : look_.ipx(summaryLine));
  QRect rest(cell.left(), cell.center().y() - whole / 2 + 1, cell.width(), whole);
  painter.setPen(look_.color(item.title.isEmpty() ? Token::TextTertiary : Token::TextPrimary));
  rest.setTop(rest.top() + paintTitle(painter, rest, titleOf(item)));
  if (authors.isEmpty()) return;
  painter.setFont(fontFor(look_, TextRole::Meta));
  painter.setPen(look_.color(Token::TextSecondary));
  painter.drawText(QRect(cell.left(), rest.top(), cell.width(), look_.ipx(summaryLine)), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(authors, Qt::ElideRight, cell.width()));
}

void ItemDelegate::paintItem(QPainter& painter, const QStyleOptionViewItem& option, const ItemSummary& item,
                             const QString& snippet) const {
  const bool selected = option.state & QStyle::State_Selected;
  const QRect box = option.rect.adjusted(look_.ipx(8), 0, -look_.ipx(8), 0);
  paintGround(painter, option, box, 8);
  QRect inner = box.adjusted(look_.ipx(10), look_.ipx(9), -look_.ipx(10), -look_.ipx(10));
  painter.setPen(look_.color(item.title.isEmpty() ? Token::TextTertiary : Token::TextPrimary));
  inner.setTop(inner.top() + paintTitle(painter, inner, titleOf(item)));
  const QString second = item.summary.isEmpty() ? item.excerpt : plainTitle(item.summary);
  if (!snippet.isEmpty() || !second.isEmpty()) {
    const QRect line(inner.left(), inner.top() + look_.ipx(2), inner.width(), look_.ipx(summaryLine));
    painter.setFont(fontFor(look_, TextRole::Meta));
    painter.setPen(look_.color(Token::TextSecondary));
    if (snippet.isEmpty()) {
      painter.drawText(line, Qt::AlignVCenter,
                       painter.fontMetrics().elidedText(second.simplified(), Qt::ElideRight, line.width()));
    } else {
      paintSnippet(painter, line, snippet.simplified());
    }
  }
  const QRect meta(inner.left(), inner.bottom() + 1 - look_.ipx(metaLine), inner.width(),
                   look_.ipx(metaLine));
  paintState(painter, meta, item, selected);
}

/// Returns the height taken.
int ItemDelegate::paintTitle(QPainter& painter, const QRect& rect, const QString& title) const {
  const QFont font = fontFor(look_, TextRole::BodyStrong);
  QTextLayout layout(title, font);
  layOutTitle(layout, rect.width());
  painter.setFont(font);
  const int high = look_.ipx(titleLine);
  for (int i = 0; i < layout.lineCount(); ++i) {
    const QTextLine line = layout.lineAt(i);
    const bool last = i == 1;
    const QString text =
        last ? QFontMetrics(font).elidedText(title.mid(line.textStart()), Qt::ElideRight, rect.width())
             : title.mid(line.textStart(), line.textLength());
    painter.drawText(QRect(rect.left(), rect.top() + i * high, rect.width(), high), Qt::AlignVCenter, text);
  }
  return layout.lineCount() * high;
}

/// The matches, between ‹ and ›, are set strong; the first is always in sight.
void ItemDelegate::paintSnippet(QPainter& painter, const QRect& rect, const QString& snippet) const {
  QFont strongFont = painter.font();
  strongFont.setWeight(QFont::DemiBold);
  // Measured as if all were strong: matches are wider than the rest.
  const Snippet shown = fitted(readSnippet(snippet), QFontMetricsF(strongFont), rect.width());
  QTextCharFormat strong;
  strong.setFontWeight(QFont::DemiBold);
  strong.setForeground(look_.color(Token::Accent));
  QList<QTextLayout::FormatRange> marks;
  for (const Snippet::Match& match : shown.matches)
    marks.append({static_cast<int>(match.start), static_cast<int>(match.length), strong});
  QTextLayout layout(shown.text, painter.font());
  QTextOption option;
  option.setWrapMode(QTextOption::NoWrap);
  layout.setTextOption(option);
  layout.setFormats(marks);
  layout.beginLayout();
  layout.createLine();
  layout.endLayout();
  painter.save();
  painter.setClipRect(rect);
  layout.draw(&painter, rect.topLeft());
  painter.restore();
}

ItemDelegate::StateLine ItemDelegate::stateLine(const ItemSummary& item, const QFontMetrics& metrics,
                                                int width) const {
  const int count = readingMinutes(item.words);
  const QString minutes = count > 0 ? tr("%n min", nullptr, count) : QString();
  const int beside = minutes.isEmpty() ? 0 : metrics.horizontalAdvance(minutes) + look_.ipx(8);
  const QString whole = stateSentence(item, kindLabel(item), mixed_, clock_(), QLocale());
  const QString alone = stateSentence(item, kindLabel(item), false, clock_(), QLocale());
  for (const StateLine& line :
       {StateLine{whole, minutes}, StateLine{whole, {}}, StateLine{alone, minutes}, StateLine{alone, {}}}) {
    if (metrics.horizontalAdvance(line.sentence) + (line.minutes.isEmpty() ? 0 : beside) <= width)
      return line;
  }
  return {metrics.elidedText(alone, Qt::ElideRight, width), {}};
}

void ItemDelegate::paintState(QPainter& painter, const QRect& rect, const ItemSummary& item,
                              bool selected) const {
  const int side = look_.ipx(12);
  offprint::paintState(painter, look_,
                       QRectF(rect.left(), rect.top() + (rect.height() - side) / 2.0, side, side),
                       StateShape(item, clock_()), selected ? Token::AccentTint : Token::SurfaceList);
  painter.setFont(fontFor(look_, TextRole::Small));
  painter.setPen(look_.color(selected ? Token::TextSecondary : Token::TextTertiary));
  const QRect words = rect.adjusted(side + look_.ipx(6), 0, 0, 0);
  const StateLine line = stateLine(item, QFontMetrics(painter.font()), words.width());
  painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, line.minutes);
  painter.drawText(words, Qt::AlignVCenter, line.sentence);
}

}  // namespace offprint

#include "moc_ItemDelegate.cpp"
