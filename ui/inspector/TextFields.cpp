#include "ui/inspector/TextFields.h"

#include <cmath>
#include <QAction>
#include <QCalendarWidget>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "app/content/Date.h"
#include "app/content/FrontMatter.h"
#include "app/content/NaturalDate.h"
#include "ui/widgets/Floating.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/PlainTextField.h"
#include "ui/widgets/SuggestionList.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Type = FieldSpec::Type;

/// A longer text scrolls within its field.
constexpr int linesShown = 10;

QString shownText(const FieldSpec& spec, const QJsonValue& value) {
  if (value.isNull() || value.isUndefined()) return {};
  if (spec.type == Type::Date || spec.type == Type::DateTime) {
    const Date date = Date::lenient(value.toString());
    if (date.precision() == Date::Precision::Time) return value.toString().replace(u'T', u' ');
    // The months by their short names: the longest day of the year fits the narrowest inspector.
    return date.precision() == Date::Precision::Text ? value.toString() : date.displayShort(QLocale());
  }
  return valueText(value);
}

}  // namespace

LineField::LineField(Appearance& look, const FieldSpec& spec, Layout layout,
                     std::function<FieldOffers()> offers, QWidget* parent)
    : FieldEditor(look, spec, layout, parent), offers_(std::move(offers)), line_(new QLineEdit(this)) {
  setBody(line_);
  if (spec.type == Type::Text) {
    connect(line_, &QLineEdit::textEdited, this, [this](const QString& text) { commit(text); });
  } else {
    connect(line_, &QLineEdit::editingFinished, this, &LineField::read);
  }
  if (spec.key == u"series") {
    auto* list = new SuggestionList(look, line_, [this] { return offers_().series; });
    connect(list, &SuggestionList::accepted, this, [this](const QString& name) {
      line_->setText(name);
      commit(name);
    });
  }
  if (isDate()) {
    auto* day = new QAction(look.icon(u"calendar"_s, Token::TextSecondary, 14), tr("Choose a day"), line_);
    connect(day, &QAction::triggered, this, &LineField::pickDay);
    line_->addAction(day, QLineEdit::TrailingPosition);
    connect(&look, &Appearance::changed, day,
            [day, &look] { day->setIcon(look.icon(u"calendar"_s, Token::TextSecondary, 14)); });
  }
}

bool LineField::isDate() const {
  return spec().type == Type::Date || spec().type == Type::DateTime;
}

void LineField::setValue(const QJsonValue& value) {
  if (value == value_ && (line_->hasFocus() || !problem().isEmpty())) return;
  value_ = value;
  const QString text = shownText(spec(), value);
  if (line_->text() == text) return;
  // What is being typed stays as typed: a trailing blank is no reason to move the caret.
  if (line_->hasFocus() && line_->text().trimmed() == text) return;
  line_->setText(text);
  line_->setCursorPosition(0);
  setProblem({});
}

void LineField::setReadOnly(bool readOnly) {
  line_->setReadOnly(readOnly);
  const QList<QAction*> all = line_->actions();
  for (QAction* action : all)
    action->setVisible(!readOnly);
}

bool LineField::isEmpty() const {
  return line_->text().trimmed().isEmpty();
}

void LineField::setPlaceholder(const QString& text) {
  line_->setPlaceholderText(text);
}

void LineField::read() {
  const QString text = line_->text().trimmed();
  if (text == shownText(spec(), value_)) {
    setProblem({});
    return;
  }
  if (!isDate()) return commit(text);
  const QDateTime now = offers_().clock().toLocalTime();
  // When an item is published is a moment; when a talk begins is a time on the clock at its place.
  commit(naturalDate(text, now, spec().type == Type::DateTime && spec().key == u"publishAt"_s));
}

void LineField::pickDay() {
  auto* popup = new Popup(look(), window());
  connect(popup, &Popup::dismissed, popup, &QObject::deleteLater);
  auto* calendar = new QCalendarWidget(popup);
  calendar->setVerticalHeaderFormat(QCalendarWidget::NoVerticalHeader);
  calendar->setSelectedDate(QDate::fromString(value_.toString().left(10), Qt::ISODate).isValid()
                                ? QDate::fromString(value_.toString().left(10), Qt::ISODate)
                                : offers_().clock().toLocalTime().date());
  auto* column = new QVBoxLayout(popup);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(calendar);
  connect(calendar, &QCalendarWidget::clicked, this, [this, popup](const QDate& day) {
    const QString time = value_.toString().mid(10);
    commit(day.toString(Qt::ISODate) + time);
    popup->deleteLater();
    line_->setFocus();
  });
  popup->adjustSize();
  popup->popUpAt(QRect(line_->mapToGlobal(QPoint()), line_->size()));
}

LongTextField::LongTextField(Appearance& look, const FieldSpec& spec, int limit, QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent), text_(new PlainTextField(this)), limit_(limit) {
  text_->setTabChangesFocus(true);
  // The style draws the field; its ground must not be painted over.
  text_->viewport()->setAutoFillBackground(false);
  text_->document()->setDocumentMargin(look.px(6));
  text_->installEventFilter(this);
  setBody(text_);
  connect(text_, &QPlainTextEdit::textChanged, this, [this] {
    fit();
    commit(text_->toPlainText());
  });
  connect(text_->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
          [this] { fit(); });
  fit();
}

void LongTextField::setValue(const QJsonValue& value) {
  const QString text = value.toString();
  if (text_->toPlainText().trimmed() == text.trimmed()) return;
  const QSignalBlocker quiet(text_);
  text_->setPlainText(text);
  fit();
}

void LongTextField::setReadOnly(bool readOnly) {
  text_->setReadOnly(readOnly);
}

bool LongTextField::isEmpty() const {
  return text_->document()->isEmpty();
}

bool LongTextField::eventFilter(QObject* watched, QEvent* event) {
  // The lines are broken anew after the event.
  if (event->type() == QEvent::Resize)
    QMetaObject::invokeMethod(this, &LongTextField::fit, Qt::QueuedConnection);
  return FieldEditor::eventFilter(watched, event);
}

void LongTextField::fit() {
  // The height of this layout is counted in lines.
  const int wanted = int(std::ceil(text_->document()->size().height()));
  const int lines = std::clamp(wanted, 2, linesShown);
  const int frame = 2 * text_->frameWidth() + int(std::ceil(2 * text_->document()->documentMargin()));
  text_->setVerticalScrollBarPolicy(wanted > linesShown ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  text_->setFixedHeight(lines * text_->fontMetrics().lineSpacing() + frame);
  const qsizetype count = text_->toPlainText().size();
  setCounter(limit_ > 0  ? tr("%1 of %2").arg(count).arg(limit_)
             : count > 0 ? QString::number(count)
                         : QString());
}

}  // namespace offprint

#include "moc_TextFields.cpp"
