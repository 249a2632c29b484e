#include "ui/widgets/SuggestionList.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "ui/widgets/Label.h"

namespace offprint {

QStringList suggestionsFor(const QString& typed, const QStringList& values, int limit) {
  const QString wanted = typed.trimmed();
  if (wanted.isEmpty()) return {};
  QStringList beginning;
  QStringList containing;
  for (const QString& value : values) {
    if (value.compare(wanted, Qt::CaseInsensitive) == 0) continue;
    if (value.startsWith(wanted, Qt::CaseInsensitive)) {
      beginning.append(value);
    } else if (value.contains(wanted, Qt::CaseInsensitive)) {
      containing.append(value);
    }
  }
  return (beginning + containing).mid(0, limit);
}

SuggestionList::SuggestionList(Appearance& look, QLineEdit* field, std::function<QStringList()> values)
    : Popup(look, field->window()),
      look_(look),
      field_(field),
      values_(std::move(values)),
      list_(new QListWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(list_);
  list_->setObjectName(QStringLiteral("items"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setUniformItemSizes(true);
  connect(list_, &QListWidget::itemClicked, this, &SuggestionList::accept);
  connect(field, &QLineEdit::textEdited, this, &SuggestionList::offer);
  connect(field, &QObject::destroyed, this, &QObject::deleteLater);
  field->installEventFilter(this);
}

void SuggestionList::offer() {
  const QStringList fitting = suggestionsFor(field_->text(), values_());
  if (fitting.isEmpty()) return hide();
  if (parentWidget() != field_->window()) setParent(field_->window());
  list_->clear();
  list_->addItems(fitting);
  list_->setFont(fontFor(look_, TextRole::Body));
  const int row = look_.ipx(28);
  for (int i = 0; i < list_->count(); ++i)
    list_->item(i)->setSizeHint(QSize(0, row));
  list_->setCurrentRow(0);
  list_->setFixedSize(qMax(field_->width(), look_.ipx(200)), row * list_->count());
  popUpAt(QRect(field_->mapToGlobal(QPoint(0, 0)), field_->size()));
}

void SuggestionList::accept() {
  const QListWidgetItem* chosen = list_->currentItem();
  hide();
  if (chosen) Q_EMIT accepted(chosen->text());
}

bool SuggestionList::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field_ && event->type() == QEvent::FocusOut) hide();
  if (watched == field_ && isVisible() && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    switch (key) {
      case Qt::Key_Down:
      case Qt::Key_Up: {
        const int by = key == Qt::Key_Down ? 1 : -1;
        list_->setCurrentRow((list_->currentRow() + by + list_->count()) % list_->count());
        return true;
      }
      case Qt::Key_Return:
      case Qt::Key_Enter:
      case Qt::Key_Tab:
        accept();
        return true;
      case Qt::Key_Escape:
        hide();
        return true;
      default:
        break;
    }
  }
  return Popup::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_SuggestionList.cpp"
