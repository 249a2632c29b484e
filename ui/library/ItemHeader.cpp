#include "ui/library/ItemHeader.h"

#include <algorithm>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QStandardItemModel>

#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Sort = ContentQuery::Sort;

struct Row {
  const char* id;
  const char* name;
  qreal width;  ///< logical; of the title the least
  Sort sort;
  bool sortable;
  Qt::AlignmentFlag align = Qt::AlignLeft;
};

/// In the order of Column.
constexpr Row table[ItemHeader::columnCount] = {
    {"title", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Title"), 300, Sort::Title, true},
    {"kind", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Kind"), 96, Sort::Date, false},
    {"field-1", nullptr, 132, Sort::Date, false},
    {"field-2", nullptr, 112, Sort::Date, false},
    {"field-3", nullptr, 104, Sort::Date, false},
    {"cited", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Cited"), 48, Sort::Date, false, Qt::AlignRight},
    {"badges", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Ids"), 84, Sort::Date, false},
    {"state", QT_TRANSLATE_NOOP("offprint::ItemHeader", "State"), 34, Sort::State, true},
    {"date", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Date"), 96, Sort::Date, true},
    {"topics", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Topics"), 120, Sort::Date, false},
    {"words", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Words"), 66, Sort::Words, true, Qt::AlignRight},
    {"edited", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Edited"), 88, Sort::Edited, true},
};

/// The least important goes first where there is no room.
constexpr ItemHeader::Column goes[] = {ItemHeader::Column::Edited, ItemHeader::Column::Topics,
                                       ItemHeader::Column::Kind,   ItemHeader::Column::Words,
                                       ItemHeader::Column::Third,  ItemHeader::Column::Badges,
                                       ItemHeader::Column::Cited,  ItemHeader::Column::Second,
                                       ItemHeader::Column::Date,   ItemHeader::Column::First};

/// Fields that make a column: short, and with something to compare.
QList<FieldSpec> columnsOf(const ContentKind& kind) {
  QList<FieldSpec> fields;
  for (const FieldSpec::Type type : {FieldSpec::Type::Text, FieldSpec::Type::Choice}) {
    for (const FieldSpec& field : kind.fields)
      if (field.listed && field.type == type) fields.append(field);
    // A work's key is compared after what readers know it by.
    if (type == FieldSpec::Type::Text)
      std::stable_partition(fields.begin(), fields.end(),
                            [](const FieldSpec& field) { return field.csl != "citation-key"_L1; });
  }
  return fields.mid(0, std::size(ItemHeader::own));
}

}  // namespace

ItemHeader::ItemHeader(Appearance& look, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), look_(look) {
  auto* names = new QStandardItemModel(0, columnCount, this);
  setModel(names);
  setAccessibleName(tr("Columns"));
  setSectionsClickable(true);
  setSectionResizeMode(Fixed);
  setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFrameShape(QFrame::NoFrame);
  connect(this, &QHeaderView::sectionClicked, this, [this](int section) {
    if (table[section].sortable) Q_EMIT sortChosen(table[section].sort);
  });
  connect(&look_, &Appearance::changed, this, &ItemHeader::refresh);
  refresh();
}

void ItemHeader::refresh() {
  setFont(fontFor(look_, TextRole::Small));
  setFixedHeight(look_.ipx(28));
  setMinimumSectionSize(look_.ipx(20));
  arrange();
}

void ItemHeader::setKind(const ContentKind* kind) {
  mixed_ = !kind;
  kind_ = kind ? std::optional(*kind) : std::nullopt;
  fields_ = kind ? columnsOf(*kind) : QList<FieldSpec>();
  compared_ = kind && !kind->writing && !fields_.isEmpty();
  for (int i = 0; i < columnCount; ++i) {
    model()->setHeaderData(i, Qt::Horizontal, nameOf(i));
    model()->setHeaderData(i, Qt::Horizontal, nameOf(i), Qt::ToolTipRole);
  }
  arrange();
}

QString ItemHeader::nameOf(int column) const {
  const int field = column - static_cast<int>(own[0]);
  if (table[column].name) return tr(table[column].name);
  return field < fields_.size() ? fields_[field].label : QString();
}

/// Works have more to compare: what can be short is.
int ItemHeader::widthOf(int column) const {
  if (!marksOwn()) return look_.ipx(table[column].width);
  switch (static_cast<Column>(column)) {
    case Column::Title:
      return look_.ipx(232);
    case Column::First:
      return look_.ipx(110);
    case Column::Second:
      return look_.ipx(100);
    case Column::Date:
      return look_.ipx(88);
    default:
      return look_.ipx(table[column].width);
  }
}

QStringList ItemHeader::badges(const ItemSummary& item) const {
  QStringList labels;
  for (const QString& key : kind_ ? kind_->badgeFields : QStringList())
    if (const FieldSpec* field = kind_->field(key); field && labels.size() < 2)
      if (!item.fields.value(key).toString().isEmpty()) labels += field->label;
  return labels;
}

QString ItemHeader::fieldText(Column column, const ItemSummary& item) const {
  const int at = static_cast<int>(column) - static_cast<int>(own[0]);
  if (at < 0 || at >= fields_.size()) return {};
  const FieldSpec& field = fields_[at];
  // A field may have a short form beside it: "venueShort" of "venue".
  const QString brief = item.fields.value(field.key + u"Short"_s).toString();
  const QString text = brief.isEmpty() ? item.fields.value(field.key).toString() : brief;
  for (const FieldSpec::Option& option : field.options)
    if (option.value == text) return option.label;
  return plainTitle(text);
}

void ItemHeader::setOrder(Sort sort, bool ascending) {
  for (int i = 0; i < columnCount; ++i) {
    if (!table[i].sortable || table[i].sort != sort) continue;
    setSortIndicatorShown(true);
    setSortIndicator(i, ascending ? Qt::AscendingOrder : Qt::DescendingOrder);
  }
}

void ItemHeader::arrange() {
  QSet<int> hidden = unwanted_;
  if (!mixed_) hidden.insert(static_cast<int>(Column::Kind));
  for (qsizetype i = fields_.size(); i < std::ssize(own); ++i)
    hidden.insert(static_cast<int>(own[i]));
  if (compared_) hidden.insert(static_cast<int>(Column::Words));
  if (!marksOwn()) hidden.insert(static_cast<int>(Column::Cited));
  if (!kind_ || kind_->badgeFields.isEmpty()) hidden.insert(static_cast<int>(Column::Badges));
  const auto taken = [&] {
    int width = 0;
    for (int i = 0; i < columnCount; ++i)
      width += hidden.contains(i) ? 0 : widthOf(i);
    return width;
  };
  for (const Column column : goes) {
    if (taken() <= width()) break;
    hidden.insert(static_cast<int>(column));
  }
  const int title = std::max(widthOf(0), width() - (taken() - widthOf(0)));
  for (int i = 0; i < columnCount; ++i) {
    setSectionHidden(i, hidden.contains(i));
    if (!hidden.contains(i)) resizeSection(i, i == 0 ? title : widthOf(i));
  }
  Q_EMIT arranged();
}

QRect ItemHeader::cell(Column column, const QRect& row) const {
  const int section = static_cast<int>(column);
  if (isSectionHidden(section)) return {};
  const int pad = look_.ipx(8);
  // Before the title stands the star of own works.
  const int before = column == Column::Title ? look_.ipx(marksOwn() ? 38 : 18) : pad;
  return QRect(row.left() + sectionViewportPosition(section) + before, row.top(),
               sectionSize(section) - pad - before, row.height());
}

/// Names stand where the cells below them do.
void ItemHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  painter->save();
  painter->fillRect(rect, look_.color(Token::SurfaceList));
  painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), look_.color(Token::LineHair));
  QFont font = this->font();
  font.setWeight(QFont::Medium);
  painter->setFont(font);
  painter->setPen(look_.color(Token::TextSecondary));
  QRect words = cell(static_cast<Column>(section), QRect(0, rect.top(), width(), rect.height()));
  // Of the state the cells have only the shape, which its name has no room over; the tool tip says it.
  const QString name = section == static_cast<int>(Column::State) ? QString() : nameOf(section);
  const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
  const int side = look_.ipx(12);
  const int room = words.width() - (sorted ? side + look_.ipx(4) : 0);
  const QString shown = painter->fontMetrics().elidedText(name, Qt::ElideRight, room);
  const int wide = painter->fontMetrics().horizontalAdvance(shown);
  if (sorted) {
    const int x = table[section].align == Qt::AlignRight ? words.right() - side + 1
                                                         : words.left() + wide + look_.ipx(4);
    look_
        .icon(sortIndicatorOrder() == Qt::AscendingOrder ? u"chevron-up"_s : u"chevron-down"_s,
              Token::TextSecondary, 12)
        .paint(painter, QRect(x, words.center().y() - side / 2 + 1, side, side));
    if (table[section].align == Qt::AlignRight) words.setRight(x - look_.ipx(4));
  }
  painter->drawText(words, table[section].align | Qt::AlignVCenter, shown);
  painter->restore();
}

QStringList ItemHeader::unwanted() const {
  QStringList names;
  for (const int column : unwanted_)
    names.append(QString::fromLatin1(table[column].id));
  names.sort();
  return names;
}

void ItemHeader::setUnwanted(const QStringList& names) {
  unwanted_.clear();
  for (int i = 1; i < columnCount; ++i)
    if (names.contains(QLatin1StringView(table[i].id))) unwanted_.insert(i);
  arrange();
}

void ItemHeader::resizeEvent(QResizeEvent* event) {
  QHeaderView::resizeEvent(event);
  arrange();
}

/// Which columns are shown; the title always is.
void ItemHeader::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (int i = 1; i < columnCount; ++i) {
    const bool works = i == static_cast<int>(Column::Cited) || i == static_cast<int>(Column::Badges);
    if (nameOf(i).isEmpty() || (works && !marksOwn())) continue;
    QAction* action = menu->addAction(nameOf(i));
    action->setCheckable(true);
    action->setChecked(!unwanted_.contains(i));
    connect(action, &QAction::triggered, this, [this, i](bool shown) {
      if (shown) {
        unwanted_.remove(i);
      } else {
        unwanted_.insert(i);
      }
      arrange();
      Q_EMIT unwantedChanged();
    });
  }
  menu->popup(event->globalPos());
}

}  // namespace offprint

#include "moc_ItemHeader.cpp"
