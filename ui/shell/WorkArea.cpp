#include "ui/shell/WorkArea.h"

#include <QHBoxLayout>
#include <QJsonArray>
#include <QVBoxLayout>

#include "ui/shell/SlideOver.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// Window widths in logical pixels at text scale 1 (section 3).
constexpr qreal inspectorBeside = 1520;
constexpr qreal listWithPreview = 1320;
constexpr qreal sharedPlace = 1100;
constexpr qreal listInline = 900;
constexpr qreal editorAlone = 760;

enum Column { ListColumn, CentreColumn, RightColumn };

QJsonArray toJson(const QList<int>& sizes) {
  QJsonArray array;
  for (const int size : sizes)
    array.append(size);
  return array;
}

QList<int> fromJson(const QJsonValue& value) {
  QList<int> sizes;
  for (const QJsonValue& size : value.toArray())
    sizes.append(size.toInt());
  return sizes;
}

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

bool WorkArea::inspectorShown() const {
  if (slide_.pane() == inspector_) return true;
  return hasItem_ && !pageOnly_ && !editorOnly_ && inspectorWanted_ && width_ >= editorAlone;
}

bool WorkArea::roomForList() const {
  if (width_ < listInline) return false;
  const bool previewOpens = hasItem_ && mode_ == Mode::Split && !editorOnly_;
  return width_ >= listWithPreview || !previewOpens;
}

bool WorkArea::listShown() const {
  if (slide_.pane() == list_) return true;
  return listWanted_ && !pageOnly_ && !editorOnly_ && roomForList();
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
  const bool centre = !pageOnly_ && (mode_ != Mode::Preview || !hasItem_ || editorOnly_);
  // The editor is to have 420 and the preview 300; where both do not fit, both give way.
  centre_->setMinimumWidth(look_.ipx(width_ < listInline ? 280 : 420));
  if (preview_) preview_->setMinimumWidth(look_.ipx(width_ < listInline ? 240 : 300));
  inspector_->setMinimumWidth(look_.ipx(260));
  list_->setMinimumWidth(look_.ipx(220));
  list_->setMaximumWidth(look_.ipx(480));

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

  if (!std::exchange(sized_, true)) {
    columns_->setSizes({look_.ipx(280), look_.ipx(520), look_.ipx(424)});
    rightColumns_->setSizes({look_.ipx(424), look_.ipx(304)});
  }
  // An inspector alone is narrower than a preview.
  if (inspector && !preview && centre) {
    const QList<int> now = columns_->sizes();
    const int wanted = look_.ipx(304);
    if (now[RightColumn] != wanted) {
      columns_->setSizes({now[ListColumn], now[CentreColumn] + now[RightColumn] - wanted, wanted});
    }
  }
  Q_EMIT arranged();
}

QJsonObject WorkArea::save() const {
  return {{u"list"_s, listWanted_},
          {u"inspector"_s, inspectorWanted_},
          {u"mode"_s, static_cast<int>(mode_)},
          {u"columns"_s, toJson(columns_->sizes())},
          {u"right"_s, toJson(rightColumns_->sizes())}};
}

void WorkArea::restore(const QJsonObject& state) {
  if (state.isEmpty()) return;
  listWanted_ = state[u"list"_s].toBool(true);
  inspectorWanted_ = state[u"inspector"_s].toBool(false);
  mode_ = static_cast<Mode>(qBound(0, state[u"mode"_s].toInt(1), 2));
  const QList<int> columns = fromJson(state[u"columns"_s]);
  // Widths are kept only from a time when all columns were there.
  if (columns.size() == 3 && !columns.contains(0)) columns_->setSizes(columns);
  const QList<int> right = fromJson(state[u"right"_s]);
  if (right.size() == rightColumns_->count() && !right.contains(0)) rightColumns_->setSizes(right);
  sized_ = true;
  arrange();
}

}  // namespace offprint

#include "moc_WorkArea.cpp"
