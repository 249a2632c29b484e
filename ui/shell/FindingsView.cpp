#include "ui/shell/FindingsView.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QListView>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QtMath>

#include "ui/library/EmptyState.h"
#include "ui/shell/FindingVerbs.h"
#include "ui/widgets/FindingLook.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"

using namespace Qt::StringLiterals;

namespace offprint {

/// A shape, the whole sentence with its place, and at the right what can be done. Rows are as high as their
/// sentence is long.
class FindingDelegate : public QStyledItemDelegate {
 public:
  FindingDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const auto* view = static_cast<const QListView*>(option.widget);
    QTextLayout layout;
    const QRect row(0, 0, view->viewport()->width(), 0);
    const qreal height = layOut(layout, index, wordsIn(row, index).width(), Token::TextTertiary);
    return QSize(0, std::max(look_.ipx(34), qCeil(height) + look_.ipx(14)));
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Finding& finding = modelOf(index).at(index.row());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool chosen = option.state & QStyle::State_Selected;
    if (chosen || option.state & QStyle::State_MouseOver) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(look_.color(chosen ? Token::AccentTint : Token::SurfaceHover));
      painter->drawRoundedRect(boxIn(option.rect), look_.px(8), look_.px(8));
    }
    const QRect words = wordsIn(option.rect, index);
    const FindingLook level = lookOf(finding.level);
    const int side = look_.ipx(16);
    look_.icon(level.icon, level.ink)
        .paint(painter, QRect(words.left() - side - look_.ipx(10), words.top() + look_.ipx(8), side, side));
    QTextLayout layout;
    layOut(layout, index, words.width(), chosen ? Token::TextSecondary : Token::TextTertiary);
    painter->setPen(look_.color(Token::TextPrimary));
    layout.draw(painter, QPointF(words.left(), words.top() + look_.ipx(7)));
    painter->setFont(verbFont());
    painter->setPen(look_.color(Token::Accent));
    painter->drawText(verbIn(option.rect, index).adjusted(0, look_.ipx(7), 0, 0),
                      Qt::AlignTop | Qt::AlignRight, verbName(verbOf(finding)));
    painter->restore();
  }

  /// Where the verb takes a click, in a row's rectangle.
  QRect verbIn(const QRect& row, const QModelIndex& index) const {
    const QString verb = verbName(verbOf(modelOf(index).at(index.row())));
    if (verb.isEmpty()) return {};
    const int wide = QFontMetrics(verbFont()).horizontalAdvance(verb);
    const QRect inner = innerOf(row);
    return QRect(inner.right() + 1 - wide, row.top(), wide, row.height());
  }

 private:
  QFont verbFont() const { return look_.font(Appearance::Face::Interface, 13, QFont::Medium); }
  static const FindingsModel& modelOf(const QModelIndex& index) {
    return *static_cast<const FindingsModel*>(index.model());
  }
  QRect boxIn(const QRect& row) const { return row.adjusted(look_.ipx(8), 0, -look_.ipx(8), 0); }
  QRect innerOf(const QRect& row) const { return boxIn(row).adjusted(look_.ipx(10), 0, -look_.ipx(12), 0); }
  QRect wordsIn(const QRect& row, const QModelIndex& index) const {
    const int verb = verbIn(row, index).width();
    return innerOf(row).adjusted(look_.ipx(26), 0, verb > 0 ? -verb - look_.ipx(16) : 0, 0);
  }

  /// Returns the height.
  qreal layOut(QTextLayout& layout, const QModelIndex& index, int width, Token placeInk) const {
    const Finding& finding = modelOf(index).at(index.row());
    const QString place = modelOf(index).placeOf(finding);
    layout.setText(place.isEmpty() ? finding.message : finding.message + u"   "_s + place);
    layout.setFont(fontFor(look_, TextRole::Body));
    QTextCharFormat faint;
    faint.setFont(fontFor(look_, TextRole::Meta));
    faint.setForeground(look_.color(placeInk));
    const auto start = static_cast<int>(finding.message.size());
    layout.setFormats({{start, static_cast<int>(layout.text().size()) - start, faint}});
    qreal height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width);
      line.setPosition(QPointF(0, height));
      height += std::max<qreal>(line.height(), look_.px(18));
    }
    layout.endLayout();
    return height;
  }

  Appearance& look_;
};

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
    case Qt::AccessibleTextRole:
      return u"%1: %2 %3. %4"_s
          .arg(lookOf(finding.level).name, finding.message, placeOf(finding), verbName(verbOf(finding)))
          .trimmed();
    default:
      return {};
  }
}

FindingsView::FindingsView(Appearance& look, QWidget* parent)
    : QFrame(parent),
      look_(look),
      model_(new FindingsModel(this)),
      list_(new QListView(this)),
      delegate_(new FindingDelegate(look, list_)),
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
  list_->setItemDelegate(delegate_);
  list_->setResizeMode(QListView::Adjust);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
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
  connect(scope_, &Segmented::chosen, this, [this] {
    show();
    if (scope() == Scope::Site && checked_.isEmpty() && checking_.isEmpty()) Q_EMIT checkRequested();
  });
  connect(check_, &QPushButton::clicked, this, &FindingsView::checkRequested);
  connect(close, &QToolButton::clicked, this, &FindingsView::closeRequested);
  list_->viewport()->installEventFilter(this);
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
    auto* act = new QShortcut(key, list_, nullptr, nullptr, Qt::WidgetShortcut);
    connect(act, &QShortcut::activated, this, [this] {
      if (list_->currentIndex().isValid()) Q_EMIT verbChosen(model_->at(list_->currentIndex().row()));
    });
  }
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

bool FindingsView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == list_->viewport() && event->type() == QEvent::MouseButtonRelease) {
    const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
    const QModelIndex index = list_->indexAt(at);
    if (index.isValid() && index == list_->currentIndex()) choose(index, at);
  }
  return QFrame::eventFilter(watched, event);
}

void FindingsView::choose(const QModelIndex& index, const QPoint& at) {
  const Finding finding = model_->at(index.row());
  const int reach = look_.ipx(8);
  if (delegate_->verbIn(list_->visualRect(index), index).adjusted(-reach, 0, reach, 0).contains(at)) {
    Q_EMIT verbChosen(finding);
  } else {
    Q_EMIT visited(finding);
  }
}

void FindingsView::setItemFindings(const Findings& findings) {
  item_ = findings;
  showCounts();
  if (scope() == Scope::Item) show();
}

void FindingsView::setSiteFindings(const Findings& findings, const QString& checked) {
  site_ = findings;
  checked_ = checked;
  showCounts();
  if (scope() == Scope::Site) show();
}

void FindingsView::setChecking(const QString& progress) {
  checking_ = progress;
  check_->setEnabled(progress.isEmpty());
  if (scope() == Scope::Site) summary_->setText(progress.isEmpty() ? checked_ : progress);
}

void FindingsView::showCounts() {
  const auto named = [](const QString& name, qsizetype count) {
    return count == 0 ? name : u"%1 %2"_s.arg(name, QLocale().toString(count));
  };
  scope_->setPartText(0, named(tr("This item"), item_.size()));
  scope_->setPartText(1, named(tr("Whole site"), site_.size()));
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
  summary_->setText(!site ? QString() : checking_.isEmpty() ? checked_ : checking_);
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
