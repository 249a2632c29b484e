#include "ui/shell/PaletteModel.h"

#include <QPainter>
#include <QTextLayout>

#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"

namespace offprint {

void PaletteModel::setRows(const QList<PaletteRow>& rows) {
  beginResetModel();
  rows_ = rows;
  lines_.clear();
  for (int i = 0; i < rows_.size(); ++i) {
    if (i == 0 || rows_[i].group != rows_[i - 1].group) lines_.append({rows_[i].group, -1});
    lines_.append({{}, i});
  }
  endResetModel();
}

const PaletteRow* PaletteModel::rowAt(int index) const {
  if (index < 0 || index >= lines_.size() || lines_[index].row < 0) return nullptr;
  return &rows_[lines_[index].row];
}

int PaletteModel::runnable(int index, int by) const {
  for (; index >= 0 && index < lines_.size(); index += by) {
    const PaletteRow* row = rowAt(index);
    if (row && row->whyNot.isEmpty()) return index;
  }
  return -1;
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const PaletteRow* row = rowAt(index.row());
  if (role == Qt::DisplayRole) return row ? row->title : lines_[index.row()].label;
  if (role == Qt::AccessibleTextRole && row) {
    return QStringList({row->title, row->detail, row->whyNot}).join(QStringLiteral(", "));
  }
  return {};
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const PaletteRow* row = rowAt(index.row());
  if (!row) return Qt::ItemNeverHasChildren;
  return row->whyNot.isEmpty() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemNeverHasChildren;
}

PaletteDelegate::PaletteDelegate(Appearance& look, PaletteModel* model, QObject* parent)
    : QStyledItemDelegate(parent), look_(look), model_(model) {}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return QSize(0, look_.ipx(model_->rowAt(index.row()) ? 40 : 29));
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  const PaletteRow* row = model_->rowAt(index.row());
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  if (!row) {
    paintLabel(*painter, option.rect, index.data().toString());
    painter->restore();
    return;
  }
  const bool chosen = option.state & QStyle::State_Selected;
  const QRect box = option.rect.adjusted(look_.ipx(8), 0, -look_.ipx(8), 0);
  if (chosen) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(look_.color(Token::AccentTint));
    painter->drawRoundedRect(box, look_.px(8), look_.px(8));
  }
  const QRect inner = box.adjusted(look_.ipx(12), 0, -look_.ipx(12), 0);
  const int side = look_.ipx(16);
  const bool works = row->whyNot.isEmpty();
  const Token iconInk = !works ? Token::LineStrong : chosen ? Token::Accent : Token::TextSecondary;
  look_.icon(row->icon, iconInk)
      .paint(painter, QRect(inner.left(), inner.center().y() - side / 2 + 1, side, side));
  const int caps = row->caps.isEmpty() ? 0 : paintKeyCaps(*painter, look_, inner, row->caps) + look_.ipx(12);
  QRect words = inner.adjusted(side + look_.ipx(12), 0, -caps, 0);
  words.setLeft(words.left() + paintTitle(*painter, words, *row, chosen) + look_.ipx(12));
  const QString detail = works ? row->detail : row->whyNot;
  if (!detail.isEmpty() && words.width() > look_.ipx(24)) {
    painter->setFont(look_.font(Appearance::Face::Interface, 12.4));
    painter->setPen(look_.color(chosen ? Token::TextSecondary : Token::TextTertiary));
    painter->drawText(words, Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(detail, Qt::ElideRight, words.width()));
  }
  painter->restore();
}

void PaletteDelegate::paintLabel(QPainter& painter, const QRect& rect, const QString& text) const {
  painter.setFont(fontFor(look_, TextRole::Caption));
  painter.setPen(look_.color(Token::TextTertiary));
  painter.drawText(rect.adjusted(look_.ipx(20), look_.ipx(10), -look_.ipx(20), 0), Qt::AlignTop, text);
}

/// Returns the width that the title took.
int PaletteDelegate::paintTitle(QPainter& painter, const QRect& rect, const PaletteRow& row,
                                bool chosen) const {
  const QFont font = look_.font(Appearance::Face::Interface, 13.4, chosen ? QFont::Medium : QFont::Normal);
  const QString shown = QFontMetrics(font).elidedText(row.title, Qt::ElideRight, rect.width());
  QTextLayout layout(shown, font);
  QList<QTextLayout::FormatRange> marks;
  for (const int at : row.matched) {
    if (at >= shown.size() || !row.whyNot.isEmpty()) break;
    QTextCharFormat marked;
    marked.setFontWeight(QFont::Bold);
    marked.setForeground(look_.color(Token::Accent));
    marks.append({at, 1, marked});
  }
  layout.setFormats(marks);
  layout.beginLayout();
  QTextLine line = layout.createLine();
  line.setLineWidth(rect.width() * 2);
  layout.endLayout();
  painter.setPen(look_.color(row.whyNot.isEmpty() ? Token::TextPrimary : Token::TextTertiary));
  layout.draw(&painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2));
  return static_cast<int>(line.naturalTextWidth());
}

}  // namespace offprint

#include "moc_PaletteModel.cpp"
