#include "ui/library/Sidebar.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Rows of 26 with an inset, rounded selection; group labels of 28.
class SidebarDelegate : public QStyledItemDelegate {
 public:
  SidebarDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return QSize(0, look_.ipx(index.data(SidebarModel::GroupRole).toBool() ? 28 : 26));
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    // The view indents; rows are drawn over its whole width.
    const QRect line(look_.ipx(8), option.rect.top(), option.widget->width() - look_.ipx(16),
                     option.rect.height());
    if (index.data(SidebarModel::GroupRole).toBool()) {
      painter->setFont(fontFor(look_, TextRole::Caption));
      painter->setPen(look_.color(Token::TextTertiary));
      painter->drawText(line.adjusted(look_.ipx(8), look_.ipx(9), -look_.ipx(8), 0),
                        Qt::AlignTop | Qt::AlignLeft, index.data().toString());
    } else {
      paintRow(*painter, line, option, index);
    }
    painter->restore();
  }

 private:
  void paintRow(QPainter& painter, const QRect& line, const QStyleOptionViewItem& option,
                const QModelIndex& index) const {
    const bool chosen = option.state & QStyle::State_Selected;
    const bool dropping = option.state & QStyle::State_HasFocus && !chosen;
    if (chosen || option.state & QStyle::State_MouseOver) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look_.color(chosen ? Token::AccentTint : Token::SurfaceHover));
      painter.drawRoundedRect(line, look_.px(6), look_.px(6));
    }
    if (dropping) {
      painter.setPen(QPen(look_.color(Token::Accent), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(line).adjusted(1, 1, -1, -1), look_.px(5), look_.px(5));
    }
    const int side = look_.ipx(16);
    const QString icon = index.data(SidebarModel::IconRole).toString();
    const int depth = index.data(SidebarModel::PlaceRole).toString().count(u'/');
    int x = line.left() + look_.ipx(8);
    if (!icon.isEmpty()) {
      look_.icon(icon, chosen ? Token::Accent : Token::TextSecondary)
          .paint(&painter, QRect(x, line.center().y() - side / 2 + 1, side, side));
      x += side + look_.ipx(9);
    } else {
      x = line.left() + look_.ipx(33 + 12 * depth);
    }
    int right = line.right() - look_.ipx(8);
    const int count = index.data(SidebarModel::CountRole).toInt();
    if (count > 0) {
      const QString number = QLocale().toString(count);
      painter.setFont(fontFor(look_, TextRole::Small));
      painter.setPen(look_.color(chosen ? Token::TextSecondary : Token::TextTertiary));
      painter.drawText(QRect(x, line.top(), right - x + 1, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                       number);
      right -= painter.fontMetrics().horizontalAdvance(number) + look_.ipx(6);
    }
    painter.setFont(look_.font(Appearance::Face::Interface, 13, chosen ? QFont::Medium : QFont::Normal));
    painter.setPen(look_.color(Token::TextPrimary));
    const QRect words(x, line.top(), right - x + 1, line.height());
    painter.drawText(
        words, Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width()));
  }

  Appearance& look_;
};

/// No branches, and a click on a folder opens or closes it.
class PlaceTree : public QTreeView {
 public:
  using QTreeView::QTreeView;

 protected:
  void drawBranches(QPainter*, const QRect&, const QModelIndex&) const override {}
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
    QStyleOptionViewItem own = option;
    own.showDecorationSelected = false;
    own.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
    const bool hovered =
        indexAt(viewport()->mapFromGlobal(QCursor::pos())) == index && viewport()->underMouse();
    own.state.setFlag(QStyle::State_MouseOver, hovered && (index.flags() & Qt::ItemIsEnabled));
    own.state.setFlag(QStyle::State_HasFocus, state() == DraggingState && hovered);
    own.rect = QRect(0, option.rect.top(), viewport()->width(), option.rect.height());
    own.widget = viewport();
    itemDelegate()->paint(painter, own, index);
  }
  void mousePressEvent(QMouseEvent* event) override {
    const QModelIndex index = indexAt(event->pos());
    if (index.data(SidebarModel::FolderRole).toBool()) {
      setExpanded(index, !isExpanded(index));
      return;
    }
    QTreeView::mousePressEvent(event);
  }
};

}  // namespace

/// Monogram, name and address; opens the menu of libraries.
class SiteSwitcher : public QAbstractButton {
 public:
  SiteSwitcher(Appearance& look, QWidget* parent) : QAbstractButton(parent), look_(look) {
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
  }
  void setSite(const QString& name, const QString& address) {
    name_ = name;
    address_ = address;
    setAccessibleName(name + u", "_s + address);
    update();
  }
  QSize sizeHint() const override { return QSize(look_.ipx(216), look_.ipx(48)); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look_.color(Token::SurfaceHover));
      painter.drawRoundedRect(QRectF(rect()).adjusted(4, 4, -4, -4), look_.px(8), look_.px(8));
    }
    const int side = look_.ipx(26);
    const QRect mark(look_.ipx(12), (height() - side) / 2, side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::AccentFill));
    painter.drawRoundedRect(mark, look_.px(7), look_.px(7));
    painter.setPen(look_.color(Token::TextOnAccent));
    painter.setFont(look_.font(Appearance::Face::Interface, 11, QFont::DemiBold));
    painter.drawText(mark, Qt::AlignCenter, monogram());
    const int arrows = look_.ipx(16);
    const QRect end(width() - look_.ipx(10) - arrows, (height() - arrows) / 2, arrows, arrows);
    look_.icon(u"chevrons-up-down"_s).paint(&painter, end);
    const int x = mark.right() + 1 + look_.ipx(9);
    const QRect words(x, 0, end.left() - x - look_.ipx(4), height());
    const int lines = look_.ipx(address_.isEmpty() ? 16 : 30);
    QRect line(words.left(), (height() - lines) / 2, words.width(), look_.ipx(16));
    painter.setFont(fontFor(look_, TextRole::BodyStrong));
    painter.setPen(look_.color(Token::TextPrimary));
    painter.drawText(line, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name_, Qt::ElideRight, line.width()));
    line.translate(0, line.height());
    line.setHeight(look_.ipx(14));
    painter.setFont(look_.font(Appearance::Face::Interface, 11));
    painter.setPen(look_.color(Token::TextTertiary));
    painter.drawText(line, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(address_, Qt::ElideRight, line.width()));
    if (!showsFocus(*this)) return;
    painter.setPen(QPen(look_.color(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(5, 5, -5, -5), look_.px(7), look_.px(7));
  }

 private:
  /// First letters of the first and the last word.
  QString monogram() const {
    const QStringList words = name_.split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty()) return {};
    const QString first = words.constFirst().left(1);
    return (words.size() > 1 ? first + words.constLast().left(1) : first).toUpper();
  }

  Appearance& look_;
  QString name_;
  QString address_;
};

namespace {

/// A disc (exported) or ring (not yet).
class FootDot : public QWidget {
 public:
  FootDot(Appearance& look, QWidget* parent) : QWidget(parent), look_(look) {}
  bool done = false;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = look_.color(done ? Token::StPublished : Token::TextTertiary);
    painter.setPen(done ? QPen(Qt::NoPen) : QPen(ink, 1.5));
    painter.setBrush(done ? QBrush(ink) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QRectF(rect()).adjusted(1, 1, -1, -1));
  }

 private:
  Appearance& look_;
};

/// The clickable foot.
class Foot : public QAbstractButton {
 public:
  using QAbstractButton::QAbstractButton;

 protected:
  void paintEvent(QPaintEvent*) override {}
};

}  // namespace

Sidebar::Sidebar(Appearance& look, QWidget* parent)
    : QFrame(parent),
      look_(look),
      model_(new SidebarModel(this)),
      switcher_(new SiteSwitcher(look, this)),
      tree_(new PlaceTree(this)),
      foot_(new QFrame(this)),
      footText_(new Label(look, TextRole::Meta, {}, Token::TextSecondary)),
      footDot_(new FootDot(look, this)) {
  setObjectName(u"sidebar"_s);
  tree_->setObjectName(u"navigation"_s);
  tree_->setAccessibleName(tr("Places"));
  tree_->setModel(model_);
  tree_->setItemDelegate(new SidebarDelegate(look, tree_));
  tree_->setHeaderHidden(true);
  tree_->setRootIsDecorated(false);
  tree_->setIndentation(0);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setAnimated(false);
  tree_->setMouseTracking(true);
  tree_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  new OverlayScrollBar(tree_);
  tree_->setAcceptDrops(true);
  tree_->setDragDropMode(QAbstractItemView::DropOnly);
  tree_->setDropIndicatorShown(false);
  tree_->setAutoExpandDelay(600);
  // Groups and series stand open; topics and tags may be many.
  const auto openGroups = [this] {
    for (int i = 0; i < model_->rowCount(); ++i)
      tree_->expand(model_->index(i, 0));
  };
  openGroups();
  tree_->expand(model_->index(1, 0, model_->index(2, 0)));
  connect(model_, &QAbstractItemModel::rowsInserted, this, [this, openGroups] {
    openGroups();
    hideRows();
  });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& current) {
            if (current.isValid() && (current.flags() & Qt::ItemIsSelectable))
              Q_EMIT placeChosen(model_->placeOf(current));
          });

  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tree_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    const QModelIndex index = tree_->indexAt(at);
    if (!index.isValid() || !(index.flags() & Qt::ItemIsSelectable)) return;
    tree_->setCurrentIndex(index);
    Q_EMIT menuRequested(model_->placeOf(index), tree_->viewport()->mapToGlobal(at));
  });

  foot_->setObjectName(u"sidebarFoot"_s);
  auto* footButton = new Foot(foot_);
  footButton->setFocusPolicy(Qt::TabFocus);
  auto* footRow = new QHBoxLayout(footButton);
  footRow->addWidget(footDot_);
  footText_->setParent(footButton);
  footText_->setEliding(true);
  footRow->addWidget(footText_, 1);
  auto* footColumn = new QVBoxLayout(foot_);
  footColumn->setContentsMargins(0, 0, 0, 0);
  footColumn->addWidget(footButton);
  connect(footButton, &QAbstractButton::clicked, this, &Sidebar::footClicked);
  connect(switcher_, &QAbstractButton::clicked, this, [this] {
    if (auto* menu = switcher_->findChild<QMenu*>()) {
      menu->popup(switcher_->mapToGlobal(QPoint(look_.ipx(8), switcher_->height())));
    }
  });

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 1, 0);
  column->setSpacing(0);
  column->addWidget(switcher_);
  column->addWidget(tree_, 1);
  column->addWidget(foot_);
  connect(&look_, &Appearance::changed, this, &Sidebar::refresh);
  refresh();
}

QSize Sidebar::sizeHint() const {
  return QSize(look_.ipx(216), look_.ipx(400));
}

void Sidebar::setSite(const QString& name, const QString& address) {
  switcher_->setSite(name, address);
}

void Sidebar::setSwitcherMenu(QMenu* menu) {
  menu->setParent(switcher_, menu->windowFlags());
}

void Sidebar::setFoot(const QString& text, bool done) {
  footText_->setText(text);
  static_cast<FootDot*>(footDot_)->done = done;
  footDot_->update();
}

void Sidebar::setHiddenRows(const QStringList& places) {
  hidden_ = places;
  hideRows();
}

void Sidebar::hideRows() {
  for (const QModelIndex& row : model_->placeRows()) {
    if (model_->placeOf(row).collection()) continue;
    tree_->setRowHidden(row.row(), row.parent(), hidden_.contains(model_->placeOf(row).toText()));
  }
}

void Sidebar::hide(const Place& place, bool hidden) {
  hidden_.removeAll(place.toText());
  if (hidden) hidden_.append(place.toText());
  hideRows();
  Q_EMIT rowsChosen();
}

void Sidebar::addRowActions(QMenu& menu, const Place& place) {
  if (!place.collection()) {
    const QString name = model_->indexOf(place).data().toString();
    connect(menu.addAction(tr("Hide “%1”").arg(name)), &QAction::triggered, this,
            [this, place] { hide(place, true); });
  }
  addRowChoices(*menu.addMenu(tr("Rows of the sidebar")));
}

void Sidebar::customise() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addRowChoices(*menu);
  menu->popup(tree_->mapToGlobal(QPoint(look_.ipx(12), look_.ipx(12))));
}

/// Every row that can be hidden, ticked when it is shown. All items always stay.
void Sidebar::addRowChoices(QMenu& menu) {
  QModelIndex group;
  for (const QModelIndex& row : model_->placeRows()) {
    const Place place = model_->placeOf(row);
    if (place.collection() || place == Place()) continue;
    if (row.parent() != group) {
      menu.addSection(row.parent().data().toString());
      group = row.parent();
    }
    QAction* action = menu.addAction(row.data().toString());
    action->setCheckable(true);
    action->setChecked(!hidden_.contains(place.toText()));
    connect(action, &QAction::toggled, this, [this, place](bool shown) { hide(place, !shown); });
  }
}

void Sidebar::setCurrent(const Place& place) {
  const QSignalBlocker quiet(tree_->selectionModel());
  const QModelIndex index = model_->indexOf(place);
  tree_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
  if (index.isValid()) tree_->scrollTo(index);
  tree_->viewport()->update();
}

void Sidebar::refresh() {
  foot_->setFixedHeight(look_.ipx(40));
  switcher_->setFixedHeight(look_.ipx(48));
  footDot_->setFixedSize(look_.ipx(9), look_.ipx(9));
  foot_->findChild<QAbstractButton*>()->layout()->setContentsMargins(look_.ipx(14), 0, look_.ipx(14), 0);
  foot_->findChild<QAbstractButton*>()->layout()->setSpacing(look_.ipx(8));
  tree_->doItemsLayout();
  update();
}

}  // namespace offprint

#include "moc_Sidebar.cpp"
