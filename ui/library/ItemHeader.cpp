#include "ui/library/ItemHeader.h"

#include <QContextMenuEvent>
#include <QMenu>
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
};

/// In the order of Column.
constexpr Row table[ItemHeader::columnCount] = {
    {"title", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Title"), 170, Sort::Title, true},
    {"kind", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Kind"), 96, Sort::Date, false},
    {"state", QT_TRANSLATE_NOOP("offprint::ItemHeader", "State"), 108, Sort::State, true},
    {"date", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Date"), 96, Sort::Date, true},
    {"topics", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Topics"), 120, Sort::Date, false},
    {"words", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Words"), 66, Sort::Words, true},
    {"edited", QT_TRANSLATE_NOOP("offprint::ItemHeader", "Edited"), 88, Sort::Edited, true},
};

/// The least important goes first where there is no room.
constexpr ItemHeader::Column goes[] = {ItemHeader::Column::Edited, ItemHeader::Column::Topics,
                                       ItemHeader::Column::Kind, ItemHeader::Column::Words,
                                       ItemHeader::Column::Date};

}  // namespace

ItemHeader::ItemHeader(Appearance& look, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), look_(look) {
  auto* names = new QStandardItemModel(0, columnCount, this);
  for (int i = 0; i < columnCount; ++i)
    names->setHeaderData(i, Qt::Horizontal, tr(table[i].name));
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

void ItemHeader::setMixed(bool mixed) {
  mixed_ = mixed;
  arrange();
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
  const auto taken = [&] {
    int width = 0;
    for (int i = 0; i < columnCount; ++i)
      width += hidden.contains(i) ? 0 : look_.ipx(table[i].width);
    return width;
  };
  for (const Column column : goes) {
    if (taken() <= width()) break;
    hidden.insert(static_cast<int>(column));
  }
  const int title = std::max(look_.ipx(table[0].width), width() - (taken() - look_.ipx(table[0].width)));
  for (int i = 0; i < columnCount; ++i) {
    setSectionHidden(i, hidden.contains(i));
    if (!hidden.contains(i)) resizeSection(i, i == 0 ? title : look_.ipx(table[i].width));
  }
  Q_EMIT arranged();
}

QRect ItemHeader::cell(Column column, const QRect& row) const {
  const int section = static_cast<int>(column);
  if (isSectionHidden(section)) return {};
  const int pad = look_.ipx(8);
  const bool first = column == Column::Title;
  return QRect(row.left() + sectionViewportPosition(section) + (first ? look_.ipx(18) : pad), row.top(),
               sectionSize(section) - pad - (first ? look_.ipx(18) : pad), row.height());
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
    QAction* action = menu->addAction(tr(table[i].name));
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
