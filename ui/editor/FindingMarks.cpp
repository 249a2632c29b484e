#include "ui/editor/FindingMarks.h"

#include <algorithm>
#include <cmath>
#include <QAbstractButton>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>

#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/FindingLook.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qreal kSide = 20;    // of a mark, the room for a click
constexpr qreal kSymbol = 15;  // of the shape in it
constexpr qreal kOffset = 64;  // from the column to the mark's left edge, left of the change bars

}  // namespace

/// The shape beside a line. It never has the focus: F8 is its key.
class FindingMark : public QAbstractButton {
 public:
  FindingMark(Appearance& look, QWidget* viewport) : QAbstractButton(viewport), look_(look) {
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::PointingHandCursor);
  }

  void show(const FindingMarks::Note& note, const QPoint& corner) {
    note_ = note;
    const FindingLook level = lookOf(note.level);
    setToolTip(note.text);
    setAccessibleName(FindingMarks::tr("%1 in line %2").arg(level.name).arg(note.line));
    setAccessibleDescription(note.text);
    setGeometry(QRect(corner, QSize(look_.ipx(kSide), look_.ipx(kSide))));
    setVisible(true);
    update();
  }
  const FindingMarks::Note& note() const { return note_; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look_.color(Token::SurfaceHover));
      painter.drawRoundedRect(rect(), look_.px(5), look_.px(5));
    }
    const FindingLook level = lookOf(note_.level);
    const int side = look_.ipx(kSymbol);
    QRect box(0, 0, side, side);
    box.moveCenter(rect().center());
    look_.icon(level.icon, level.ink).paint(&painter, box);
  }
  void enterEvent(QEnterEvent* event) override {
    update();
    QAbstractButton::enterEvent(event);
  }
  void leaveEvent(QEvent* event) override {
    update();
    QAbstractButton::leaveEvent(event);
  }

 private:
  Appearance& look_;
  FindingMarks::Note note_;
};

FindingMarks::FindingMarks(Appearance& look, ManuscriptEdit& edit)
    : QObject(&edit), look_(look), edit_(edit) {
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &FindingMarks::place);
  const auto later = [this] { soon_.start(); };
  connect(&look, &Appearance::changed, this, later);
  connect(&edit, &ManuscriptEdit::resized, this, later);
  for (QScrollBar* bar : {edit.verticalScrollBar(), edit.horizontalScrollBar()})
    connect(bar, &QScrollBar::valueChanged, this, later);
}

void FindingMarks::documentChanged() {
  anchors_.clear();
  const auto later = [this] { soon_.start(); };
  // The document may be one that was shown before: its old connections do no harm, but must not add up.
  edit_.document()->disconnect(this);
  edit_.manuscript()->disconnect(this);
  connect(edit_.document(), &QTextDocument::contentsChanged, this, later);
  connect(edit_.manuscript(), &QAbstractTextDocumentLayout::update, this, later);
  place();
}

void FindingMarks::setFindings(const Findings& findings) {
  anchors_.clear();
  for (const Finding& finding : findings) {
    if (finding.line <= 0) continue;
    anchors_.append({cursorAt(finding.line), finding.line, finding.level, finding.message});
  }
  place();
}

void FindingMarks::putBack() {
  for (Anchor& anchor : anchors_) {
    if (!anchor.place.isNull() && anchor.place.blockNumber() + 1 != anchor.line)
      anchor.place = cursorAt(anchor.line);
  }
  place();
}

QTextCursor FindingMarks::cursorAt(int line) const {
  const QTextBlock block = edit_.document()->findBlockByNumber(line - 1);
  return QTextCursor(block.isValid() ? block : edit_.document()->lastBlock());
}

void FindingMarks::setShown(bool shown) {
  shown_ = shown;
  place();
}

QList<FindingMarks::Note> FindingMarks::notes() const {
  QList<Note> notes;
  for (const Anchor& anchor : anchors_) {
    if (anchor.place.isNull()) continue;  // its document is gone
    const int line = anchor.place.blockNumber() + 1;
    const auto known =
        std::find_if(notes.begin(), notes.end(), [line](const Note& note) { return note.line == line; });
    if (known == notes.end()) {
      notes.append({line, anchor.level, anchor.text});
      continue;
    }
    known->level = std::max(known->level, anchor.level);
    if (!known->text.split(u'\n').contains(anchor.text)) known->text += u'\n' + anchor.text;
  }
  std::sort(notes.begin(), notes.end(), [](const Note& a, const Note& b) { return a.line < b.line; });
  return notes;
}

std::optional<FindingMarks::Note> FindingMarks::next(int line, int by) const {
  const QList<Note> all = notes();
  if (all.isEmpty()) return std::nullopt;
  if (by > 0) {
    for (const Note& note : all) {
      if (note.line > line) return note;
    }
    return all.first();
  }
  for (auto note = all.crbegin(); note != all.crend(); ++note) {
    if (note->line < line) return *note;
  }
  return all.last();
}

FindingMark& FindingMarks::markAt(qsizetype index) {
  while (marks_.size() <= index) {
    auto* mark = new FindingMark(look_, edit_.viewport());
    connect(mark, &QAbstractButton::clicked, this, [this, mark] { Q_EMIT chosen(mark->note()); });
    marks_.append(mark);
  }
  return *marks_[index];
}

void FindingMarks::place() {
  soon_.stop();
  qsizetype used = 0;
  ManuscriptLayout* layout = edit_.manuscript();
  if (layout && shown_ && !anchors_.isEmpty()) {
    const int scrolled = edit_.verticalScrollBar()->value();
    // Only lines in sight: asking for others would lay out the whole text.
    const int first = layout->blockAt(scrolled).blockNumber() + 1;
    const int last = layout->blockAt(scrolled + edit_.viewport()->height()).blockNumber() + 1;
    const qreal left = std::max(look_.px(2), layout->columnLeft() - look_.px(kOffset));
    for (const Note& note : notes()) {
      if (note.line < first || note.line > last) continue;
      const QTextBlock block = edit_.document()->findBlockByNumber(note.line - 1);
      const QTextLine line = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0) : QTextLine();
      const qreal top = layout->blockBoundingRect(block).top() - scrolled;
      const qreal middle = line.isValid() ? line.y() + line.height() / 2 : layout->style().pitch / 2;
      const QPointF corner(left - edit_.horizontalScrollBar()->value(), top + middle - look_.px(kSide) / 2);
      markAt(used++).show(note,
                          QPoint(static_cast<int>(corner.x()), static_cast<int>(std::lround(corner.y()))));
    }
  }
  for (qsizetype i = used; i < marks_.size(); ++i)
    marks_[i]->hide();
}

}  // namespace offprint

#include "moc_FindingMarks.cpp"
