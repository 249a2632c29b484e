#include "ui/import/ImportReportDelegate.h"

#include <QPainter>

#include "app/core/Text.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {

GroupLook lookOf(ImportReportModel::Group group) {
  using Group = ImportReportModel::Group;
  switch (group) {
    case Group::Taken:
      return {"circle-check", Token::StPublished};
    case Group::WithChanges:
      return {"circle-dot", Token::StChanged};
    case Group::Updated:
      return {"refresh-cw", Token::Accent};
    case Group::Left:
      return {"circle-x", Token::StDanger};
    case Group::Unchanged:
      break;
  }
  return {"circle-minus", Token::TextTertiary};
}

QSize ImportReportDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return QSize(0, look_.ipx(index.data(ImportReportModel::GroupRole).toBool() ? 38 : 46));
}

int ImportReportDelegate::openWidth() const {
  return QFontMetrics(fontFor(look_, TextRole::Body)).horizontalAdvance(say("Open")) + look_.ipx(20);
}

void ImportReportDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const auto* model = static_cast<const ImportReportModel*>(index.model());
  if (const ImportedItem* item = model->at(index.row())) {
    paintRow(*painter, option, *item, index.data().toString(), model->canOpen(index.row()));
  } else {
    const QRect line = option.rect.adjusted(look_.ipx(10), look_.ipx(12), -look_.ipx(10), 0);
    painter->setFont(fontFor(look_, TextRole::Caption));
    painter->setPen(look_.color(Token::TextTertiary));
    painter->drawText(line, Qt::AlignVCenter, index.data().toString());
    painter->drawText(line, Qt::AlignVCenter | Qt::AlignRight,
                      QLocale().toString(index.data(ImportReportModel::CountRole).toInt()));
  }
  painter->restore();
}

void ImportReportDelegate::paintRow(QPainter& painter, const QStyleOptionViewItem& option,
                                    const ImportedItem& item, const QString& name, bool canOpen) const {
  const bool chosen = option.state & QStyle::State_Selected;
  if (chosen || option.state & QStyle::State_MouseOver) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(chosen ? Token::AccentTint : Token::SurfaceHover));
    painter.drawRoundedRect(option.rect, look_.px(8), look_.px(8));
  }
  const QRect inner = option.rect.adjusted(look_.ipx(10), 0, -look_.ipx(10), 0);
  const GroupLook shape = lookOf(ImportReportModel::groupOf(item));
  const int side = look_.ipx(16);
  look_.icon(QString::fromLatin1(shape.icon), shape.ink)
      .paint(&painter, QRect(inner.left(), inner.center().y() - side / 2 + 1, side, side));
  QRect words = inner.adjusted(side + look_.ipx(12), 0, 0, 0);
  const int file = words.width() * 2 / 5;
  painter.setFont(look_.font(Appearance::Face::Mono, 12));
  painter.setPen(look_.color(Token::TextPrimary));
  painter.drawText(QRect(words.left(), words.top(), file - look_.ipx(12), words.height()), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(name, Qt::ElideMiddle, file - look_.ipx(12)));
  words.setLeft(words.left() + file);
  painter.setFont(fontFor(look_, TextRole::Body));
  if (canOpen) {
    painter.setPen(look_.color(Token::Accent));
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignRight, say("Open"));
    words.setRight(words.right() - openWidth());
  }
  painter.setPen(look_.color(Token::TextSecondary));
  painter.drawText(
      words, Qt::AlignVCenter,
      painter.fontMetrics().elidedText(ImportReportModel::sentence(item), Qt::ElideRight, words.width()));
}

}  // namespace offprint

#include "moc_ImportReportDelegate.cpp"
