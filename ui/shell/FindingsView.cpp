#include "ui/shell/FindingsView.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QStackedLayout>
#include <QStyledItemDelegate>

#include "ui/library/EmptyState.h"
#include "ui/widgets/FindingLook.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

class FindingDelegate : public QStyledItemDelegate {
 public:
  FindingDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return QSize(0, look_.ipx(36));
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const auto* model = static_cast<const FindingsModel*>(index.model());
    const Finding& finding = model->at(index.row());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect box = option.rect.adjusted(look_.ipx(8), 0, -look_.ipx(8), 0);
    const bool chosen = option.state & QStyle::State_Selected;
    if (chosen || option.state & QStyle::State_MouseOver) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(look_.color(chosen ? Token::AccentTint : Token::SurfaceHover));
      painter->drawRoundedRect(box, look_.px(8), look_.px(8));
    }
    const QRect inner = box.adjusted(look_.ipx(10), 0, -look_.ipx(12), 0);
    const FindingLook level = lookOf(finding.level);
    const int side = look_.ipx(16);
    look_.icon(level.icon, level.ink)
        .paint(painter, QRect(inner.left(), inner.center().y() - side / 2 + 1, side, side));
    QRect words = inner.adjusted(side + look_.ipx(10), 0, 0, 0);
    painter->setFont(fontFor(look_, TextRole::Meta));
    const QString place =
        painter->fontMetrics().elidedText(model->placeOf(finding), Qt::ElideMiddle, words.width() / 2);
    const int placeWidth = painter->fontMetrics().horizontalAdvance(place);
    painter->setPen(look_.color(chosen ? Token::TextSecondary : Token::TextTertiary));
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignRight, place);
    words.setRight(words.right() - placeWidth - look_.ipx(12));
    painter->setFont(fontFor(look_, TextRole::Body));
    painter->setPen(look_.color(Token::TextPrimary));
    painter->drawText(words, Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(finding.message, Qt::ElideRight, words.width()));
    painter->restore();
  }

 private:
  Appearance& look_;
};

}  // namespace

void FindingsModel::setFindings(Findings findings, bool ownItem) {
  beginResetModel();
  ownItem_ = ownItem;
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.level > b.level; });
  findings_ = std::move(findings);
  endResetModel();
}

void FindingsModel::setTitles(const QHash<QString, QString>& titles) {
  titles_ = titles;
  if (!findings_.isEmpty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

QString FindingsModel::placeOf(const Finding& finding) const {
  const QString name = finding.item.isEmpty() ? finding.file
                       : ownItem_             ? QString()
                                              : titles_.value(finding.item, finding.item);
  if (finding.line <= 0) return name;
  return name.isEmpty() ? tr("Line %1").arg(finding.line) : tr("%1, line %2").arg(name).arg(finding.line);
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(findings_.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Finding& finding = findings_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return finding.message;
    case Qt::ToolTipRole:
      return finding.message;
    case Qt::AccessibleTextRole:
      return u"%1: %2 %3"_s.arg(lookOf(finding.level).name, finding.message, placeOf(finding));
    default:
      return {};
  }
}

FindingsView::FindingsView(Appearance& look, QWidget* parent)
    : QFrame(parent),
      look_(look),
      model_(new FindingsModel(this)),
      list_(new QListView(this)),
      empty_(new EmptyState(look, this)),
      stack_(new QStackedLayout),
      scope_(new Segmented(look, tr("Problems of"), {{tr("This item"), {}}, {tr("Whole site"), {}}}, this)),
      summary_(new Label(look, TextRole::Meta, {}, Token::TextSecondary, this)),
      check_(new QPushButton(tr("Check again"), this)),
      header_(new QWidget(this)) {
  setObjectName(u"problems"_s);
  auto* close = new IconButton(look, u"x"_s, tr("Close problems"), this);
  close->setSide(26);
  close_ = close;
  check_->setProperty("small", true);
  summary_->setEliding(true);
  list_->setObjectName(u"items"_s);
  list_->setAccessibleName(tr("Problems"));
  list_->setModel(model_);
  list_->setItemDelegate(new FindingDelegate(look, list_));
  list_->setUniformItemSizes(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setMouseTracking(true);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  auto* head = new QHBoxLayout(header_);
  head->addWidget(scope_);
  head->addWidget(summary_, 1);
  head->addWidget(check_);
  head->addWidget(close_);
  stack_->addWidget(list_);
  stack_->addWidget(empty_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 1, 0, 0);
  column->setSpacing(0);
  column->addWidget(header_);
  column->addLayout(stack_, 1);
  connect(scope_, &Segmented::chosen, this, &FindingsView::show);
  connect(check_, &QPushButton::clicked, this, &FindingsView::checkRequested);
  connect(close, &QToolButton::clicked, this, &FindingsView::closeRequested);
  connect(list_, &QListView::clicked, this,
          [this](const QModelIndex& index) { Q_EMIT visited(model_->at(index.row())); });
  connect(list_, &QListView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT visited(model_->at(index.row())); });
  connect(&look_, &Appearance::changed, this, &FindingsView::refresh);
  setFocusProxy(list_);
  refresh();
  show();
}

void FindingsView::refresh() {
  header_->setFixedHeight(look_.ipx(44));
  header_->layout()->setContentsMargins(look_.ipx(16), 0, look_.ipx(12), 0);
  header_->layout()->setSpacing(look_.ipx(10));
}

void FindingsView::setItemFindings(const Findings& findings) {
  item_ = findings;
  if (scope() == Scope::Item) show();
}

void FindingsView::setSiteFindings(const Findings& findings, const QString& checked) {
  site_ = findings;
  checked_ = checked;
  if (scope() == Scope::Site) show();
}

void FindingsView::setTitles(const QHash<QString, QString>& titles) {
  model_->setTitles(titles);
}

void FindingsView::setScope(Scope scope) {
  scope_->setCurrent(scope == Scope::Item ? 0 : 1);
  show();
}

FindingsView::Scope FindingsView::scope() const {
  return scope_->current() == 0 ? Scope::Item : Scope::Site;
}

void FindingsView::setPage(bool page) {
  close_->setVisible(!page);
  scope_->setVisible(!page);
  if (page) setScope(Scope::Site);
}

int FindingsView::siteProblems() const {
  return static_cast<int>(std::count_if(site_.cbegin(), site_.cend(), [](const Finding& finding) {
    return finding.level != Finding::Level::Note;
  }));
}

void FindingsView::show() {
  const bool site = scope() == Scope::Site;
  model_->setFindings(site ? site_ : item_, !site);
  check_->setVisible(site);
  check_->setText(checked_.isEmpty() ? tr("Check site") : tr("Check again"));
  summary_->setText(site ? checked_ : QString());
  const QString nothing = !site                ? tr("No problems found in this item.")
                          : checked_.isEmpty() ? tr("The site was not checked yet.")
                                               : tr("No problems found, %1.").arg(checked_);
  empty_->tell(nothing);
  stack_->setCurrentIndex(model_->rowCount() == 0 ? 1 : 0);
}

void FindingsView::step(int by) {
  const int rows = model_->rowCount();
  if (rows == 0) return;
  const int at = list_->currentIndex().isValid() ? list_->currentIndex().row() : (by > 0 ? -1 : rows);
  const QModelIndex next = model_->index((at + by + rows) % rows);
  list_->setCurrentIndex(next);
  Q_EMIT visited(model_->at(next.row()));
}

}  // namespace offprint

#include "moc_FindingsView.cpp"
