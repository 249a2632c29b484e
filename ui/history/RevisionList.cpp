#include "ui/history/RevisionList.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "app/core/Text.h"
#include "ui/inspector/FactTabs.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

enum Role { Number = Qt::UserRole, Time, Detail, Named, Heading, Against };

/// "Today", "Yesterday", "12 March", "12 March 2025".
QString dayText(const QDate& day, const QDate& today) {
  if (day == today) return say("Today");
  if (day == today.addDays(-1)) return say("Yesterday");
  return QLocale().toString(day, day.year() == today.year() ? u"d MMMM"_s : u"d MMMM yyyy"_s);
}

QString detailOf(const Revision& revision, const Revision* before) {
  if (!revision.name.isEmpty()) return say("Named by you · %1 words").arg(revision.words);
  if (!before) return say("%1 words").arg(revision.words);
  const int more = revision.words - before->words;
  if (more == 0) return say("As many words as before");
  return more > 0 ? say("+%1 words").arg(more) : say("−%1 words").arg(-more);
}

class RevisionDelegate : public QStyledItemDelegate {
 public:
  RevisionDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return {0, look_.ipx(index.data(Heading).toBool() ? 30 : 52)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (index.data(Heading).toBool()) {
      painter->setFont(fontFor(look_, TextRole::Caption));
      painter->setPen(look_.color(Token::TextSecondary));
      painter->drawText(option.rect.adjusted(look_.ipx(10), look_.ipx(6), 0, 0),
                        Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
    } else {
      paintRow(*painter, option, index);
    }
    painter->restore();
  }

 private:
  void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QRect row = option.rect;
    const bool chosen = option.state & QStyle::State_Selected;
    const bool against = index.data(Against).toBool();
    if (chosen || option.state & QStyle::State_MouseOver) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look_.color(chosen ? Token::AccentTint : Token::SurfaceHover));
      painter.drawRoundedRect(row, look_.px(8), look_.px(8));
    }
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
      painter.setPen(QPen(look_.color(Token::Accent), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -1), look_.px(8), look_.px(8));
    }
    const qreal x = row.left() + look_.px(15);
    const qreal dot = row.top() + look_.px(18);
    painter.setPen(QPen(look_.color(Token::LineStrong), look_.px(1.5)));
    painter.drawLine(QPointF(x, row.top()), QPointF(x, row.bottom() + 1));
    const Token ink = chosen                       ? Token::Accent
                      : index.data(Named).toBool() ? Token::StPublished
                                                   : Token::LineStrong;
    painter.setPen(QPen(look_.color(against ? Token::StPublished : ink), look_.px(1.5)));
    const bool full = chosen || against || index.data(Named).toBool();
    painter.setBrush(full ? look_.color(against ? Token::StPublished : ink)
                          : look_.color(Token::SurfaceList));
    painter.drawEllipse(QPointF(x, dot), look_.px(4), look_.px(4));
    const QRect words = row.adjusted(look_.ipx(30), look_.ipx(8), -look_.ipx(10), -look_.ipx(8));
    const QString time = index.data(Time).toString();
    painter.setFont(fontFor(look_, TextRole::Meta));
    painter.setPen(look_.color(Token::TextSecondary));
    const int timeWidth = painter.fontMetrics().horizontalAdvance(time) + look_.ipx(8);
    painter.drawText(words, Qt::AlignRight | Qt::AlignTop, time);
    painter.drawText(
        words, Qt::AlignLeft | Qt::AlignBottom,
        painter.fontMetrics().elidedText(index.data(Detail).toString(), Qt::ElideRight, words.width()));
    painter.setFont(fontFor(look_, TextRole::BodyStrong));
    painter.setPen(look_.color(Token::TextPrimary));
    painter.drawText(
        words, Qt::AlignLeft | Qt::AlignTop,
        painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width() - timeWidth));
  }

  Appearance& look_;
};

}  // namespace

RevisionList::RevisionList(Appearance& look, QWidget* parent) : QListWidget(parent), look_(look) {
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setItemDelegate(new RevisionDelegate(look, this));
  setMouseTracking(true);
  setAccessibleName(tr("Versions"));
  setToolTip(tr("Ctrl+click on a second version compares the two."));
  viewport()->setAutoFillBackground(false);
  connect(this, &QListWidget::currentRowChanged, this, [this] { Q_EMIT choiceChanged(); });
  connect(&look_, &Appearance::changed, this, [this] { scheduleDelayedItemsLayout(); });
}

void RevisionList::setRevisions(const QList<Revision>& revisions, int words, const QDateTime& now) {
  const QSignalBlocker quiet(this);
  const qint64 before = chosen();
  clear();
  QDate day;
  const QDate today = now.toLocalTime().date();
  const auto add = [&](qint64 id, const QDateTime& moment, const QString& title, const QString& detail,
                       bool named) {
    const QDateTime local = moment.toLocalTime();
    if (local.date() != day) {
      day = local.date();
      auto* heading = new QListWidgetItem(dayText(day, today), this);
      heading->setFlags(Qt::NoItemFlags);
      heading->setData(Heading, true);
      heading->setData(Number, qint64(-1));
    }
    auto* row = new QListWidgetItem(title, this);
    row->setData(Number, id);
    row->setData(Time, local.toString(u"HH:mm"_s));
    row->setData(Detail, detail);
    row->setData(Named, named);
    row->setData(Against, id == against_);
    row->setData(Qt::AccessibleTextRole, u"%1, %2, %3"_s.arg(title, local.toString(u"HH:mm"_s), detail));
  };
  const int more = revisions.isEmpty() ? 0 : words - revisions.first().words;
  const QString since = more == 0  ? tr("As many words as the version below")
                        : more > 0 ? tr("+%1 words since the version below").arg(more)
                                   : tr("−%1 words since the version below").arg(-more);
  add(0, now, tr("Now"), revisions.isEmpty() ? tr("%1 words").arg(words) : since, false);
  for (qsizetype i = 0; i < revisions.size(); ++i) {
    const Revision& revision = revisions[i];
    const Revision* earlier = i + 1 < revisions.size() ? &revisions[i + 1] : nullptr;
    add(revision.id.value, revision.created, reasonText(revision), detailOf(revision, earlier),
        !revision.name.isEmpty() || revision.reason == RevisionReason::Publish);
  }
  choose(before > 0 ? before : revisions.isEmpty() ? 0 : revisions.first().id.value);
}

qint64 RevisionList::chosen() const {
  return currentItem() ? currentItem()->data(Number).toLongLong() : -1;
}

void RevisionList::choose(qint64 revision) {
  for (int i = 0; i < count(); ++i) {
    if (item(i)->data(Number).toLongLong() == revision) return setCurrentRow(i);
  }
  setCurrentRow(std::min(1, count() - 1));
}

/// The second one of a comparison.
void RevisionList::compareWith(QListWidgetItem* row) {
  const qint64 id = row ? row->data(Number).toLongLong() : -1;
  if (id < 0) return;
  against_ = id == against_ ? 0 : id;
  for (int i = 0; i < count(); ++i)
    item(i)->setData(Against, item(i)->data(Number).toLongLong() == against_);
  Q_EMIT choiceChanged();
}

void RevisionList::mousePressEvent(QMouseEvent* event) {
  if (event->modifiers() & Qt::ControlModifier) return compareWith(itemAt(event->position().toPoint()));
  QListWidget::mousePressEvent(event);
}

void RevisionList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && event->modifiers() & Qt::ControlModifier)
    return compareWith(currentItem());
  QListWidget::keyPressEvent(event);
}

}  // namespace offprint

#include "moc_RevisionList.cpp"
