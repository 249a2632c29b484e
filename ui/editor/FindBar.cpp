#include "ui/editor/FindBar.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

#include "ui/editor/DocumentText.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kSearchAgainMs = 120;  // after an edit; the marks move with the text until then

}  // namespace

FindBar::FindBar(Appearance& look, ManuscriptEdit& edit, QWidget* parent)
    : QWidget(parent), look_(look), edit_(edit) {
  build();
  again_.setSingleShot(true);
  again_.setInterval(kSearchAgainMs);
  connect(&again_, &QTimer::timeout, this, [this] {
    search();
    publish(hitAtSelection());
  });
  connect(&edit, &QTextEdit::textChanged, this, [this] {
    if (isVisible()) again_.start();
  });
  hide();
}

IconButton* FindBar::addToggle(const QString& icon, const QString& name) {
  auto* button = new IconButton(look_, icon, name, this);
  button->setSide(26);
  button->setCheckable(true);
  return button;
}

void FindBar::build() {
  pattern_ = new QLineEdit(this);
  pattern_->setAccessibleName(tr("Find"));
  pattern_->setPlaceholderText(tr("Find in this text"));
  pattern_->setClearButtonEnabled(true);
  with_ = new QLineEdit(this);
  with_->setAccessibleName(tr("Replace with"));
  with_->setPlaceholderText(tr("Replace with"));
  count_ = new Label(look_, TextRole::Meta, {}, Token::TextTertiary, this);
  case_ = addToggle(u"case-sensitive"_s, tr("Match capitals"));
  words_ = addToggle(u"whole-word"_s, tr("Whole words"));
  regex_ = addToggle(u"regex"_s, tr("Regular expression"));
  scoped_ = addToggle(u"text-select"_s, tr("In the selection only"));
  prose_ = addToggle(u"type"_s, tr("Not in code and math"));
  auto* previous = new IconButton(look_, u"chevron-up"_s, tr("Previous hit (Shift+Enter)"), this);
  auto* next = new IconButton(look_, u"chevron-down"_s, tr("Next hit (Enter)"), this);
  auto* close = new IconButton(look_, u"x"_s, tr("Close (Esc)"), this);
  auto* one = new QPushButton(tr("Replace"), this);
  auto* all = new QPushButton(tr("Replace all"), this);

  auto* find = new QHBoxLayout;
  find->setSpacing(look_.ipx(4));
  find->addWidget(pattern_, 1);
  for (IconButton* toggle : {case_, words_, regex_, scoped_, prose_})
    find->addWidget(toggle);
  find->addSpacing(look_.ipx(4));
  find->addWidget(count_);
  find->addWidget(previous);
  find->addWidget(next);
  find->addWidget(close);
  replaceRow_ = new QWidget(this);
  auto* replace = new QHBoxLayout(replaceRow_);
  replace->setContentsMargins(0, 0, 0, 0);
  replace->setSpacing(look_.ipx(6));
  replace->addWidget(with_, 1);
  replace->addWidget(one);
  replace->addWidget(all);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(look_.ipx(12), look_.ipx(7), look_.ipx(8), look_.ipx(7));
  rows->setSpacing(look_.ipx(6));
  rows->addLayout(find);
  rows->addWidget(replaceRow_);

  const auto fromOrigin = [this] {
    search();
    const auto it = std::find_if(hits_.begin(), hits_.end(),
                                 [this](const SearchHit& hit) { return hit.start >= origin_; });
    if (hits_.empty()) {
      publish(-1);
    } else {
      show(it == hits_.end() ? 0 : static_cast<int>(it - hits_.begin()));
    }
  };
  connect(pattern_, &QLineEdit::textChanged, this, fromOrigin);
  for (IconButton* toggle : {case_, words_, regex_, prose_})
    connect(toggle, &QToolButton::toggled, this, fromOrigin);
  connect(scoped_, &QToolButton::toggled, this, [this, fromOrigin](bool on) {
    scope_ = on && edit_.textCursor().hasSelection() ? edit_.textCursor() : QTextCursor();
    if (on && scope_.isNull()) scoped_->setChecked(false);
    fromOrigin();
  });
  connect(previous, &QToolButton::clicked, this, &FindBar::findPrevious);
  connect(next, &QToolButton::clicked, this, &FindBar::findNext);
  connect(close, &QToolButton::clicked, this, &FindBar::dismiss);
  connect(one, &QPushButton::clicked, this, &FindBar::replaceOne);
  connect(all, &QPushButton::clicked, this, &FindBar::replaceEvery);
  setTabOrder(pattern_, with_);
}

void FindBar::open(bool replacing) {
  const QTextCursor selection = edit_.textCursor();
  origin_ = selection.selectionStart();
  const bool severalLines = selection.selectedText().contains(QChar::ParagraphSeparator);
  replaceRow_->setVisible(replacing && !edit_.isReadOnly());
  QWidget::show();
  if (selection.hasSelection() && severalLines) {
    scoped_->setChecked(true);
  } else if (selection.hasSelection() && !pattern_->hasFocus()) {
    const QSignalBlocker quiet(pattern_);
    regex_->setChecked(false);
    pattern_->setText(fromDocumentForm(selection.selectedText()));
  }
  pattern_->setFocus(Qt::ShortcutFocusReason);
  pattern_->selectAll();
  search();
  publish(hitAtSelection());
}

void FindBar::dismiss() {
  again_.stop();
  hits_.clear();
  scoped_->setChecked(false);
  if (edit_.manuscript()) edit_.manuscript()->setHits({}, -1);
  Q_EMIT marksChanged({});
  hide();
  Q_EMIT dismissed();
}

void FindBar::documentChanged() {
  scope_ = {};
  const QSignalBlocker quiet(scoped_);
  scoped_->setChecked(false);
  if (!isVisible()) return;
  search();
  publish(-1);
}

void FindBar::findNext() {
  step(true);
}
void FindBar::findPrevious() {
  step(false);
}

SearchQuery FindBar::query() const {
  return {pattern_->text(), case_->isChecked(), words_->isChecked(), regex_->isChecked(),
          prose_->isChecked()};
}

void FindBar::search() {
  again_.stop();
  hits_.clear();
  search_.reset();
  auto made = TextSearch::create(query());
  pattern_->setToolTip(made ? QString() : made.error().message);
  count_->setInk(made ? Token::TextTertiary : Token::StDanger);
  if (!made) {
    count_->setText(tr("Incomplete expression"));
    count_->setToolTip(made.error().message);
    return;
  }
  search_ = std::move(*made);
  // The pattern is typed text; the document may hold reserved characters in another form.
  hits_ = scope_.isNull()
              ? search_->findAll(*edit_.document())
              : search_->findAll(*edit_.document(), scope_.selectionStart(), scope_.selectionEnd());
}

int FindBar::hitAtSelection() const {
  const QTextCursor cursor = edit_.textCursor();
  const auto it =
      std::find(hits_.begin(), hits_.end(), SearchHit{cursor.selectionStart(), cursor.selectionEnd()});
  return it == hits_.end() ? -1 : static_cast<int>(it - hits_.begin());
}

void FindBar::step(bool forward) {
  if (!isVisible()) {
    if (pattern_->text().isEmpty()) return open(false);
    QWidget::show();
  }
  search();
  if (hits_.empty()) return publish(-1);
  const QTextCursor cursor = edit_.textCursor();
  const int count = static_cast<int>(hits_.size());
  int index = 0;
  if (forward) {
    const auto it = std::find_if(hits_.begin(), hits_.end(),
                                 [&](const SearchHit& hit) { return hit.start >= cursor.selectionEnd(); });
    index = static_cast<int>(it - hits_.begin()) % count;
  } else {
    const auto it = std::find_if(hits_.begin(), hits_.end(),
                                 [&](const SearchHit& hit) { return hit.start >= cursor.selectionStart(); });
    index = (static_cast<int>(it - hits_.begin()) + count - 1) % count;
  }
  show(index);
}

void FindBar::show(int index) {
  const SearchHit& hit = hits_[static_cast<std::size_t>(index)];
  QTextCursor cursor(edit_.document());
  cursor.setPosition(hit.start);
  cursor.setPosition(hit.end, QTextCursor::KeepAnchor);
  edit_.setTextCursor(cursor);
  edit_.ensureCursorVisible();
  publish(index);
}

void FindBar::showCount(int current) {
  if (!search_) return;
  const int count = static_cast<int>(hits_.size());
  count_->setToolTip({});
  if (pattern_->text().isEmpty()) {
    count_->setText({});
  } else if (count == 0) {
    count_->setText(tr("No hits"));
  } else if (current < 0) {
    count_->setText(tr("%n hit(s)", nullptr, count));
  } else {
    count_->setText(tr("%1 of %2").arg(current + 1).arg(count));
  }
}

void FindBar::publish(int current) {
  showCount(current);
  ManuscriptLayout* layout = edit_.manuscript();
  if (!layout) return;
  std::vector<ManuscriptLayout::Range> ranges;
  ranges.reserve(hits_.size());
  for (const SearchHit& hit : hits_)
    ranges.push_back({hit.start, hit.end});
  layout->setHits(std::move(ranges), current);
  QList<qreal> places;
  const qreal length = std::max(1, edit_.document()->characterCount());
  for (const SearchHit& hit : hits_) {
    const qreal place = hit.start / length;  // by characters: no need to lay out the whole text for a mark
    if (places.isEmpty() || place - places.last() > 0.002) places.append(place);
  }
  Q_EMIT marksChanged(places);
}

void FindBar::replaceOne() {
  search();
  const int current = hitAtSelection();
  if (current >= 0 && search_) {
    QTextCursor cursor = edit_.textCursor();
    cursor.insertText(toDocumentForm(
        search_->replacement(*edit_.document(), hits_[static_cast<std::size_t>(current)], with_->text())));
    edit_.setTextCursor(cursor);
  }
  step(true);
}

void FindBar::replaceEvery() {
  search();
  if (hits_.empty() || !search_) return publish(-1);
  const int count = search_->replaceAll(*edit_.document(), hits_, toDocumentForm(with_->text()));
  search();
  publish(-1);
  count_->setText(tr("%n replaced", nullptr, count));
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      return dismiss();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (with_->hasFocus()) return event->modifiers() & Qt::ControlModifier ? replaceEvery() : replaceOne();
      return step(!(event->modifiers() & Qt::ShiftModifier));
    default:
      QWidget::keyPressEvent(event);
  }
}

void FindBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), look_.color(Token::SurfaceWindow));
  painter.setPen(look_.color(Token::LineHair));
  painter.drawLine(QPointF(0, height() - 0.5), QPointF(width(), height() - 0.5));
}

}  // namespace offprint

#include "moc_FindBar.cpp"
