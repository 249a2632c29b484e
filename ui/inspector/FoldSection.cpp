#include "ui/inspector/FoldSection.h"

#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Title at the left, chevron at the right, a ring when it has the keyboard.
class Head : public QToolButton {
 public:
  Head(Appearance& look, QWidget* parent) : QToolButton(parent), look_(look) {
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  QSize sizeHint() const override { return QSize(look_.ipx(120), look_.ipx(36)); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int edge = look_.ipx(16);
    painter.setFont(look_.font(Appearance::Face::Interface, 12, QFont::DemiBold));
    painter.setPen(look_.color(Token::TextPrimary));
    painter.drawText(rect().adjusted(edge, look_.ipx(4), -edge, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
    const int side = look_.ipx(14);
    look_.icon(isChecked() ? u"chevron-down"_s : u"chevron-right"_s, Token::TextTertiary, 14)
        .paint(&painter, QRect(width() - edge - side, (height() + look_.ipx(4) - side) / 2, side, side));
    if (!hasFocus()) return;
    painter.setPen(QPen(look_.color(Token::Accent), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(6, 6, -6, -2), look_.px(6), look_.px(6));
  }

 private:
  Appearance& look_;
};

}  // namespace

FoldSection::FoldSection(Appearance& look, const QString& title, QWidget* parent)
    : QFrame(parent),
      look_(look),
      head_(new Head(look, this)),
      body_(new QWidget(this)),
      content_(new QVBoxLayout(body_)) {
  setObjectName(u"inspectorSection"_s);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(head_);
  column->addWidget(body_);
  setTitle(title);
  connect(head_, &QToolButton::clicked, this, [this](bool open) {
    body_->setVisible(open);
    Q_EMIT toggled(open);
  });
  connect(&look_, &Appearance::changed, this, &FoldSection::refresh);
  refresh();
}

void FoldSection::refresh() {
  content_->setContentsMargins(look_.ipx(16), look_.ipx(2), look_.ipx(16), look_.ipx(14));
  content_->setSpacing(look_.ipx(9));
}

void FoldSection::setTitle(const QString& title) {
  head_->setText(title);
  head_->setAccessibleName(title);
}

bool FoldSection::isOpen() const {
  return head_->isChecked();
}

void FoldSection::setOpen(bool open) {
  head_->setChecked(open);
  body_->setVisible(open);
}

}  // namespace offprint

#include "moc_FoldSection.cpp"
