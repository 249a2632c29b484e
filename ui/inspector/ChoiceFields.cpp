#include "ui/inspector/ChoiceFields.h"

#include <QComboBox>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include "ui/widgets/ComboBox.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qreal dotPitch = 14;
constexpr qreal dotSize = 9;

}  // namespace

ChoiceField::ChoiceField(Appearance& look, const FieldSpec& spec, Layout layout, QWidget* parent)
    : FieldEditor(look, spec, layout, parent), combo_(new ComboBox(this)) {
  combo_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  combo_->setMinimumContentsLength(6);
  combo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  if (!spec.required) combo_->addItem(tr("Not set"), QString());
  for (const FieldSpec::Option& option : spec.options)
    combo_->addItem(option.label, option.value);
  combo_->setFocusPolicy(Qt::StrongFocus);
  setBody(combo_);
  connect(combo_, &QComboBox::activated, this, [this] { commit(combo_->currentData().toString()); });
}

void ChoiceField::setValue(const QJsonValue& value) {
  const QString text = value.toString();
  int index = combo_->findData(text);
  if (index < 0) {
    combo_->addItem(text.isEmpty() ? tr("Not set") : text, text);
    index = combo_->count() - 1;
  }
  combo_->setCurrentIndex(index);
  setProblem({});
}

void ChoiceField::setReadOnly(bool readOnly) {
  combo_->setEnabled(!readOnly);
}

bool ChoiceField::isEmpty() const {
  return combo_->currentData().toString().isEmpty();
}

SwitchField::SwitchField(Appearance& look, const FieldSpec& spec, QWidget* parent)
    : FieldEditor(look, spec, Layout::Line, parent), toggle_(new Toggle(look, spec.label, this)) {
  setBody(toggle_);
  connect(toggle_, &QAbstractButton::clicked, this,
          [this](bool on) { Q_EMIT entered(on ? QJsonValue(true) : QJsonValue()); });
}

void SwitchField::setValue(const QJsonValue& value) {
  toggle_->setChecked(value.toBool());
}

void SwitchField::setReadOnly(bool readOnly) {
  toggle_->setEnabled(!readOnly);
}

bool SwitchField::isEmpty() const {
  return !toggle_->isChecked();
}

LevelDots::LevelDots(Appearance& look, int levels, QWidget* parent) : QAbstractSlider(parent), look_(look) {
  setOrientation(Qt::Horizontal);
  setRange(0, levels);
  setPageStep(1);
  setFocusPolicy(Qt::TabFocus);
  setFixedHeight(look.ipx(28));
  connect(this, &QAbstractSlider::valueChanged, this, [this] { update(); });
  connect(&look_, &Appearance::changed, this, [this] {
    setFixedHeight(look_.ipx(28));
    update();
  });
}

QString LevelDots::word(int level, int levels) {
  if (level <= 0) return tr("Not set");
  static const char* const words[] = {QT_TR_NOOP("Introductory"), QT_TR_NOOP("Intermediate"),
                                      QT_TR_NOOP("Advanced")};
  return levels == 3 ? tr(words[level - 1]) : tr("%1 of %2").arg(level).arg(levels);
}

QSize LevelDots::sizeHint() const {
  return QSize(look_.ipx(dotPitch) * maximum() + look_.ipx(110), look_.ipx(28));
}

void LevelDots::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const qreal size = look_.px(dotSize);
  qreal x = 1;
  for (int i = 1; i <= maximum(); ++i, x += look_.px(dotPitch)) {
    const bool on = i <= value();
    painter.setPen(QPen(look_.color(on ? Token::Accent : Token::LineField), 1.25));
    painter.setBrush(on ? QBrush(look_.color(Token::Accent)) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QRectF(x, (height() - size) / 2, size, size));
  }
  painter.setFont(fontFor(look_, TextRole::Body));
  painter.setPen(look_.color(value() > 0 ? Token::TextPrimary : Token::TextTertiary));
  painter.drawText(QRectF(x + look_.px(4), 0, width() - x, height()), Qt::AlignVCenter,
                   word(value(), maximum()));
  if (!hasFocus()) return;
  painter.setPen(QPen(look_.color(Token::Accent), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 2, -1, -2), look_.px(4), look_.px(4));
}

void LevelDots::mousePressEvent(QMouseEvent* event) {
  const int level = int(event->position().x() / look_.px(dotPitch)) + 1;
  if (level > maximum()) return;
  setValue(level == value() ? 0 : level);
}

LevelField::LevelField(Appearance& look, const FieldSpec& spec, QWidget* parent)
    : FieldEditor(look, spec, Layout::Beside, parent),
      dots_(new LevelDots(look, spec.maximum > 0 ? spec.maximum : 3, this)) {
  setBody(dots_);
  connect(dots_, &QAbstractSlider::valueChanged, this,
          [this](int level) { Q_EMIT entered(level > 0 ? QJsonValue(level) : QJsonValue()); });
}

void LevelField::setValue(const QJsonValue& value) {
  const QSignalBlocker quiet(dots_);
  dots_->setValue(value.toInt());
  dots_->update();
}

void LevelField::setReadOnly(bool readOnly) {
  dots_->setEnabled(!readOnly);
}

bool LevelField::isEmpty() const {
  return dots_->value() == 0;
}

}  // namespace offprint

#include "moc_ChoiceFields.cpp"
