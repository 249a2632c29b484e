#include "ui/shell/Palette.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/shell/PaletteModel.h"
#include "ui/widgets/Floating.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int nothingHeight = 56;

/// The floating ground of the palette.
class Panel : public QFrame {
 public:
  Panel(Appearance& look, QWidget* parent) : QFrame(parent), look_(look) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintFloating(painter, look_, QRectF(rect()), look_.px(12));
  }
  void mousePressEvent(QMouseEvent*) override {}

 private:
  Appearance& look_;
};

}  // namespace

Palette::Palette(Appearance& look, QWidget* window)
    : QWidget(window),
      look_(look),
      panel_(new Panel(look, this)),
      field_(new QLineEdit(panel_)),
      list_(new QListView(panel_)),
      model_(new PaletteModel(this)),
      nothing_(new Label(look, TextRole::Body, {}, Token::TextTertiary, panel_)) {
  setAccessibleName(tr("Command palette"));
  field_->setFrame(false);
  field_->setAccessibleName(tr("Type a command, a place or a title"));
  field_->installEventFilter(this);
  list_->setObjectName(u"items"_s);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setModel(model_);
  list_->setItemDelegate(new PaletteDelegate(look_, model_, list_));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setMouseTracking(true);
  connect(list_, &QListView::entered, this, [this](const QModelIndex& index) {
    if (model_->flags(index) & Qt::ItemIsEnabled) list_->setCurrentIndex(index);
  });
  connect(list_, &QListView::clicked, this, &Palette::run);
  connect(field_, &QLineEdit::textChanged, this, [this] {
    stepped_ = false;
    ask();
  });
  connect(&look_, &Appearance::changed, this, &Palette::refresh);
  window->installEventFilter(this);
  hide();
}

void Palette::open(const QString& placeholder, Source source, const QList<Hint>& hints,
                   const QString& typed) {
  if (!isVisible()) focusBefore_ = QApplication::focusWidget();
  source_ = std::move(source);
  hints_ = hints;
  refresh();
  field_->setPlaceholderText(placeholder);
  {
    const QSignalBlocker quiet(field_);
    field_->setText(typed);
  }
  model_->setRows({});
  stepped_ = false;
  ask();
  place();
  raise();
  show();
  field_->setFocus(Qt::PopupFocusReason);
}

void Palette::dismiss() {
  if (!isVisible()) return;
  ++asked_;
  hide();
  if (focusBefore_) focusBefore_->setFocus(Qt::PopupFocusReason);
}

void Palette::refresh() {
  delete panel_->layout();
  for (QWidget* old : panel_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (old != field_ && old != list_ && old != nothing_) old->deleteLater();
  }
  auto* column = new QVBoxLayout(panel_);
  const int margin = floatingMargin(look_);
  column->setContentsMargins(margin + 1, margin + 1, margin + 1, margin + 1);
  column->setSpacing(0);

  auto* top = new QHBoxLayout;
  top->setContentsMargins(look_.ipx(20), 0, look_.ipx(20), 0);
  top->setSpacing(look_.ipx(6));
  auto* glass = new QLabel(panel_);
  const int side = look_.ipx(20);
  glass->setPixmap(
      look_.icon(u"search"_s, Token::TextTertiary, 20).pixmap(QSize(side, side), devicePixelRatioF()));
  field_->setFont(look_.font(Appearance::Face::Interface, 16.4));
  field_->setFixedHeight(look_.ipx(54));
  top->addWidget(glass);
  top->addWidget(field_, 1);
  top->addWidget(new KeyCaps(look_, {tr("Esc")}, panel_));
  column->addLayout(top);
  column->addWidget(new Hairline(Qt::Horizontal, panel_));
  column->addWidget(list_, 1);
  nothing_->setFixedHeight(look_.ipx(nothingHeight));
  nothing_->setContentsMargins(look_.ipx(20), 0, look_.ipx(20), 0);
  column->addWidget(nothing_);
  column->addWidget(new Hairline(Qt::Horizontal, panel_));

  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(look_.ipx(20), 0, look_.ipx(20), 0);
  foot->setSpacing(look_.ipx(5));
  for (qsizetype i = 0; i < hints_.size(); ++i) {
    if (i == 1) foot->addStretch();
    if (i > 0) foot->addSpacing(look_.ipx(11));
    foot->addWidget(new KeyCaps(look_, {hints_[i].cap}, panel_));
    foot->addWidget(new Label(look_, TextRole::Meta, hints_[i].text, Token::TextSecondary, panel_));
  }
  if (hints_.size() < 2) foot->addStretch();
  auto* bar = new QWidget(panel_);
  bar->setFixedHeight(look_.ipx(38));
  bar->setLayout(foot);
  column->addWidget(bar);
  if (isVisible()) place();
}

void Palette::place() {
  setGeometry(parentWidget()->rect());
  const int margin = floatingMargin(look_);
  const int wide = qMin(look_.ipx(660), width() - look_.ipx(32)) + 2 * margin;
  int rows = look_.ipx(8);
  for (int i = 0; i < model_->rowCount(); ++i)
    rows += look_.ipx(model_->rowAt(i) ? 40 : 29);
  if (model_->rowCount() == 0) rows = look_.ipx(nothingHeight);
  const int top = qMin(look_.ipx(72), height() / 10);
  const int frame = look_.ipx(54 + 38) + 4 + 2 * margin;
  const int most = height() - top - look_.ipx(24) + margin;
  const int high = qMin(frame + qMin(rows, look_.ipx(8 * 40 + 3 * 29 + 8)), most);
  panel_->setGeometry((width() - wide) / 2, top - margin, wide, high);
}

void Palette::ask() {
  const quint64 mine = ++asked_;
  if (!source_) return;
  source_(field_->text(), [this, mine](const QList<PaletteRow>& rows) {
    if (mine != asked_) return;
    // A later answer for the same words must not move a choice that was made.
    const PaletteRow* before = stepped_ ? model_->rowAt(list_->currentIndex().row()) : nullptr;
    const QString chosen = before ? before->group + before->title : QString();
    model_->setRows(rows);
    list_->setVisible(!rows.isEmpty());
    nothing_->setVisible(rows.isEmpty());
    const QString words = field_->text().trimmed();
    nothing_->setText(words.isEmpty() ? tr("Nothing here yet.") : tr("Nothing fits “%1”.").arg(words));
    int at = model_->runnable(0, 1);
    for (int i = 0; before && i < model_->rowCount(); ++i) {
      const PaletteRow* row = model_->rowAt(i);
      if (row && row->whyNot.isEmpty() && row->group + row->title == chosen) at = i;
    }
    list_->setCurrentIndex(model_->index(at, 0));
    if (!stepped_) list_->scrollToTop();
    place();
  });
}

void Palette::step(int by) {
  stepped_ = true;
  const int at = list_->currentIndex().row();
  int next = model_->runnable(at + by, by);
  if (next < 0) next = model_->runnable(by > 0 ? 0 : model_->rowCount() - 1, by);
  if (next >= 0) list_->setCurrentIndex(model_->index(next, 0));
}

/// Chooses the row that Ctrl+Enter stands for.
void Palette::stepToOffer() {
  for (int i = 0; i < model_->rowCount(); ++i) {
    const PaletteRow* row = model_->rowAt(i);
    if (row && row->offer) list_->setCurrentIndex(model_->index(i, 0));
  }
}

void Palette::run() {
  const PaletteRow* row = model_->rowAt(list_->currentIndex().row());
  if (!row || !row->whyNot.isEmpty() || !row->run) return;
  const auto work = row->run;
  dismiss();
  work();
}

void Palette::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), look_.color(Token::Scrim));
}

void Palette::mousePressEvent(QMouseEvent*) {
  dismiss();
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  if (watched == field_ && event->type() == QEvent::ShortcutOverride) {
    event->accept();
    return true;
  }
  if (watched == field_ && event->type() == QEvent::KeyPress) {
    switch (static_cast<QKeyEvent*>(event)->key()) {
      case Qt::Key_Escape:
        if (field_->text().isEmpty()) {
          dismiss();
        } else {
          field_->clear();
        }
        return true;
      case Qt::Key_Down:
      case Qt::Key_Tab:
        step(1);
        return true;
      case Qt::Key_Up:
      case Qt::Key_Backtab:
        step(-1);
        return true;
      case Qt::Key_PageDown:
      case Qt::Key_PageUp:
        for (int i = 0; i < 8; ++i)
          step(static_cast<QKeyEvent*>(event)->key() == Qt::Key_PageDown ? 1 : -1);
        return true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        if (static_cast<QKeyEvent*>(event)->modifiers() & Qt::ControlModifier) stepToOffer();
        run();
        return true;
      default:
        break;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_Palette.cpp"
