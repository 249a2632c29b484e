#include "ui/shell/WorkArea.h"

#include <QHBoxLayout>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "ui/shell/SlideOver.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// Window widths in logical pixels at text scale 1 (section 3).
constexpr qreal inspectorBeside = 1520;
// A table leaves the editor room beside it, and beside it and the inspector: sidebar 216, table 380, editor
// 420, inspector 304.
constexpr qreal editorBesideTable = 1016;
constexpr qreal allBesideTable = 1320;
constexpr qreal listWithPreview = 1320;
constexpr qreal sharedPlace = 1100;
constexpr qreal listInline = 900;
constexpr qreal editorAlone = 760;

// The least that a pane keeps.
constexpr qreal leastList = 220;
constexpr qreal leastTable = 360;
constexpr qreal widestList = 480;
constexpr qreal widestTable = 4000;
constexpr qreal leastEditor = 420;
constexpr qreal leastPreview = 300;
constexpr qreal leastInspector = 260;
constexpr qreal leastComposer = 300;

enum Column { ListColumn, CentreColumn, RightColumn };

}  // namespace

WorkArea::WorkArea(Appearance& look, QWidget* list, QWidget* centre, QWidget* inspector, SlideOver& slide,
                   QWidget* parent)
    : QWidget(parent),
      look_(look),
      list_(list),
      centre_(centre),
      inspector_(inspector),
      slide_(slide),
      columns_(new Splitter(look, Qt::Horizontal, this)),
      right_(new QWidget(this)),
      rightColumns_(new Splitter(look, Qt::Horizontal, right_)),
      tabs_(
          new Segmented(look, tr("Right-hand place"), {{tr("Preview"), {}}, {tr("Inspector"), {}}}, right_)) {
  auto* rightColumn = new QVBoxLayout(right_);
  rightColumn->setContentsMargins(0, 0, 0, 0);
  rightColumn->setSpacing(0);
  auto* tabRow = new QHBoxLayout;
  tabRow->setContentsMargins(look_.ipx(8), look_.ipx(5), look_.ipx(8), look_.ipx(5));
  tabRow->addWidget(tabs_);
  tabRow->addStretch();
  rightColumn->addLayout(tabRow);
  rightColumn->addWidget(rightColumns_, 1);
  rightColumns_->addWidget(inspector_);
  columns_->addWidget(list_);
  columns_->addWidget(centre_);
  columns_->addWidget(right_);
  columns_->setStretchFactor(ListColumn, 0);
  columns_->setStretchFactor(CentreColumn, 1);
  columns_->setStretchFactor(RightColumn, 0);
  auto* whole = new QHBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(columns_);
  connect(&slide_, &SlideOver::dismissed, this, &WorkArea::takeBack);
  connect(tabs_, &Segmented::chosen, this, [this](int tab) {
    inspectorWanted_ = tab == 1;
    arrange();
  });
  connect(columns_, &QSplitter::splitterMoved, this, &WorkArea::keepWidths);
  connect(rightColumns_, &QSplitter::splitterMoved, this, &WorkArea::keepWidths);
  connect(&look_, &Appearance::changed, this, &WorkArea::arrange);
  arrange();
}

void WorkArea::setPreview(QWidget* preview) {
  preview_ = preview;
  rightColumns_->insertWidget(0, preview);
  rightColumns_->setStretchFactor(0, 1);
  arrange();
}

void WorkArea::setMode(Mode mode) {
  mode_ = mode;
  arrange();
}

void WorkArea::chooseMode(Mode mode) {
  mode_ = mode;
  if (mode == Mode::Split && !previewShown()) inspectorWanted_ = false;
  if (mode == Mode::Write && !editorShown()) inspectorWanted_ = false;
  arrange();
}

WorkArea::Mode WorkArea::shownMode() const {
  return mode_ == Mode::Split && hasItem_ && !previewShown() ? Mode::Write : mode_;
}

void WorkArea::setHasItem(bool hasItem) {
  if (hasItem == hasItem_) return;
  hasItem_ = hasItem;
  arrange();
}

void WorkArea::setPageOnly(bool pageOnly) {
  if (pageOnly == pageOnly_) return;
  pageOnly_ = pageOnly;
  arrange();
}

void WorkArea::setEditorOnly(bool editorOnly) {
  editorOnly_ = editorOnly;
  slide_.dismiss();
  arrange();
}

void WorkArea::setWindowWidth(int pixels) {
  width_ = pixels / look_.textScale();
  arrange();
}

bool WorkArea::previewShown() const {
  if (pageOnly_) return true;
  if (!hasItem_ || editorOnly_) return false;
  if (mode_ == Mode::Preview) return true;
  if (mode_ == Mode::Write || width_ < editorAlone) return false;
  // Below the width for both, the inspector takes the preview's place.
  return width_ >= inspectorBeside || !inspectorWanted_;
}

bool WorkArea::tableShown() const {
  return listWide_ && listShown() && slide_.pane() != list_;
}

bool WorkArea::editorShown() const {
  if (pageOnly_ || !hasItem_ || editorOnly_) return true;
  if (mode_ == Mode::Preview) return false;
  // A table takes the editor's room beside the preview, and beside the inspector where it gets narrow.
  if (!tableShown()) return true;
  return mode_ == Mode::Write && (!inspectorShown() || width_ >= allBesideTable);
}

bool WorkArea::inspectorShown() const {
  if (slide_.pane() == inspector_) return true;
  return hasItem_ && !pageOnly_ && !editorOnly_ && inspectorWanted_ && width_ >= editorAlone;
}

bool WorkArea::roomForList() const {
  if (width_ < listInline) return false;
  const bool table = listWide_ && hasItem_ && !editorOnly_;
  if (table) return mode_ != Mode::Write || inspectorWanted_ || width_ >= editorBesideTable;
  const bool previewOpens = hasItem_ && mode_ == Mode::Split && !editorOnly_;
  return width_ >= listWithPreview || !previewOpens;
}

bool WorkArea::listShown() const {
  if (slide_.pane() == list_) return true;
  return listWanted_ && !pageOnly_ && !editorOnly_ && roomForList();
}

void WorkArea::setListWide(bool wide) {
  if (wide == listWide_) return;
  listWide_ = wide;
  arrange();
}

void WorkArea::toggleList() {
  if (slide_.pane() == list_) return slide_.dismiss();
  if (pageOnly_ || editorOnly_) return;
  if (!roomForList()) {
    slide_.present(list_, look_.ipx(320), Qt::LeftEdge);
  } else {
    listWanted_ = !listWanted_;
  }
  arrange();
}

void WorkArea::toggleInspector() {
  if (slide_.pane() == inspector_) return slide_.dismiss();
  if (!hasItem_ || pageOnly_ || editorOnly_) return;
  if (width_ < editorAlone) {
    slide_.present(inspector_, look_.ipx(320), Qt::RightEdge);
  } else {
    inspectorWanted_ = !inspectorWanted_;
  }
  arrange();
}

void WorkArea::takeBack(QWidget* pane) {
  if (pane == list_) columns_->insertWidget(ListColumn, list_);
  if (pane == inspector_) rightColumns_->addWidget(inspector_);
  arrange();
}

void WorkArea::arrange() {
  const bool preview = previewShown();
  const bool inspector = inspectorShown() && slide_.pane() != inspector_;
  if (preview && !preview_) Q_EMIT previewWanted();
  const bool centre = editorShown();
  // The editor is to have 420 and the preview 300; where both do not fit, both give way.
  centre_->setMinimumWidth(look_.ipx(width_ < listInline ? 280 : pageOnly_ ? leastComposer : leastEditor));
  if (preview_) preview_->setMinimumWidth(look_.ipx(width_ < listInline ? 240 : leastPreview));
  inspector_->setMinimumWidth(look_.ipx(leastInspector));
  list_->setMinimumWidth(look_.ipx(leastList));
  list_->setMaximumWidth(look_.ipx(listWide_ ? widestTable : widestList));

  if (slide_.pane() != list_) list_->setVisible(listShown());
  centre_->setVisible(centre);
  if (preview_) preview_->setVisible(preview);
  if (slide_.pane() != inspector_) inspector_->setVisible(inspector);
  right_->setVisible((preview && preview_) || inspector);
  const bool shared = width_ < sharedPlace && width_ >= editorAlone && mode_ == Mode::Split && hasItem_;
  tabs_->setVisible(shared && right_->isVisibleTo(this) && !pageOnly_);
  right_->layout()->itemAt(0)->layout()->setContentsMargins(
      tabs_->isVisibleTo(right_) ? QMargins(look_.ipx(8), look_.ipx(5), look_.ipx(8), look_.ipx(5))
                                 : QMargins());
  tabs_->setCurrent(inspector ? 1 : 0);

  share();
  Q_EMIT arranged();
}

/// Gives list, preview and inspector the widths they are to have, and the editor the rest. Where that is less
/// than the editor needs, the others give way: the preview first, which shows the same page smaller.
void WorkArea::share() {
  const int whole = width();
  const bool preview = preview_ && previewShown();
  const bool inspector = inspectorShown() && slide_.pane() != inspector_;
  const bool centre = centre_->isVisibleTo(columns_);
  const bool table = tableShown();
  // A table without the editor beside it takes what the others leave.
  const bool fills = table && !centre && mode_ != Mode::Preview;
  int list = listShown() && slide_.pane() != list_ ? look_.ipx(listWide_ ? tableWidth_ : listWidth_) : 0;
  if (table && mode_ == Mode::Preview) list = qMin(list, whole / 2);
  int inspectorPart = inspector ? look_.ipx(inspectorWidth_) : 0;
  int previewPart = !preview ? 0 : centre || fills ? look_.ipx(previewWidth_) : whole - list - inspectorPart;
  if (pageOnly_) previewPart = whole - look_.ipx(composerWidth_);
  int missing = centre ? look_.ipx(pageOnly_ ? leastComposer : leastEditor) -
                             (whole - list - previewPart - inspectorPart)
                : fills ? look_.ipx(leastTable) - (whole - previewPart - inspectorPart)
                        : 0;
  const auto giveWay = [this, &missing](int& part, qreal least) {
    const int given = qBound(0, missing, qMax(0, part - look_.ipx(least)));
    part -= given;
    missing -= given;
  };
  giveWay(previewPart, leastPreview);
  if (!fills) giveWay(list, listWide_ ? leastTable : leastList);
  giveWay(inspectorPart, leastInspector);
  if (fills) list = whole - previewPart - inspectorPart;
  sharing_ = true;
  // A pane that has just gone counts with its least width until the event loop comes round.
  rightColumns_->refresh();
  right_->layout()->invalidate();
  right_->layout()->activate();
  columns_->refresh();
  columns_->setSizes(
      {list, qMax(1, whole - list - previewPart - inspectorPart), qMax(1, previewPart + inspectorPart)});
  rightColumns_->setSizes(preview_ ? QList<int>{qMax(1, previewPart), qMax(1, inspectorPart)}
                                   : QList<int>{qMax(1, inspectorPart)});
  sharing_ = false;
}

/// A border was dragged: what is shown keeps its width from now on.
void WorkArea::keepWidths() {
  if (sharing_) return;
  const auto kept = [this](qreal& width, const QWidget* pane) {
    if (pane && pane->isVisible() && slide_.pane() != pane) width = pane->width() / look_.textScale();
  };
  const bool centre = centre_->isVisible();
  if (centre || !listWide_) kept(listWide_ ? tableWidth_ : listWidth_, list_);
  kept(inspectorWidth_, inspector_);
  if (centre || tableShown()) kept(previewWidth_, preview_);
  Q_EMIT arranged();
}

void WorkArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  share();
}

QJsonObject WorkArea::save() const {
  return {{u"list"_s, listWanted_},
          {u"inspector"_s, inspectorWanted_},
          {u"mode"_s, static_cast<int>(mode_)},
          {u"listWidth"_s, listWidth_},
          {u"tableWidth"_s, tableWidth_},
          {u"previewWidth"_s, previewWidth_},
          {u"inspectorWidth"_s, inspectorWidth_}};
}

void WorkArea::restore(const QJsonObject& state) {
  listWanted_ = state[u"list"_s].toBool(true);
  inspectorWanted_ = state[u"inspector"_s].toBool(false);
  mode_ = static_cast<Mode>(qBound(0, state[u"mode"_s].toInt(static_cast<int>(Mode::Split)), 2));
  listWidth_ = qBound(220.0, state[u"listWidth"_s].toDouble(listWidth_), 480.0);
  tableWidth_ = qBound(leastTable, state[u"tableWidth"_s].toDouble(tableWidth_), widestTable);
  previewWidth_ = qBound(240.0, state[u"previewWidth"_s].toDouble(previewWidth_), 2000.0);
  inspectorWidth_ = qBound(260.0, state[u"inspectorWidth"_s].toDouble(inspectorWidth_), 600.0);
  arrange();
}

}  // namespace offprint

#include "moc_WorkArea.cpp"
