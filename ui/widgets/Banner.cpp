#include "ui/widgets/Banner.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

struct KindLook {
  const char* name;
  const char* icon;
  Token ink;
};

KindLook lookOf(Banner::Kind kind) {
  switch (kind) {
    case Banner::Kind::Warning:
      return {"warning", "triangle-alert", Token::StChanged};
    case Banner::Kind::Error:
      return {"error", "circle-x", Token::StDanger};
    case Banner::Kind::Note:
      break;
  }
  return {"note", "info", Token::Accent};
}

}  // namespace

Banner::Banner(Appearance& look, QWidget* parent)
    : QFrame(parent),
      look_(look),
      glyph_(new QLabel(this)),
      text_(new Label(look, TextRole::Body, {}, Token::TextPrimary, this)),
      actions_(new QHBoxLayout) {
  setObjectName(u"banner"_s);
  text_->setWordWrap(true);
  auto* row = new QHBoxLayout(this);
  row->addWidget(glyph_, 0, Qt::AlignTop);
  row->addWidget(text_, 1);
  row->addLayout(actions_);
  connect(&look_, &Appearance::changed, this, &Banner::refresh);
  refresh();
  hide();
}

void Banner::tell(Kind kind, const QString& sentence, const QList<Action>& actions) {
  kind_ = kind;
  text_->setText(sentence);
  while (QLayoutItem* item = actions_->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  for (const Action& action : actions) {
    auto* button = new QPushButton(action.verb, this);
    button->setProperty("small", true);
    connect(button, &QPushButton::clicked, this, action.run);
    actions_->addWidget(button);
  }
  refresh();
  show();
}

void Banner::clear() {
  text_->clear();
  hide();
}

void Banner::refresh() {
  const KindLook kind = lookOf(kind_);
  setProperty("kind", QString::fromLatin1(kind.name));
  update();
  const int side = look_.ipx(16);
  glyph_->setPixmap(
      look_.icon(QString::fromLatin1(kind.icon), kind.ink).pixmap(QSize(side, side), devicePixelRatioF()));
  layout()->setContentsMargins(look_.ipx(12), look_.ipx(8), look_.ipx(8), look_.ipx(8));
  layout()->setSpacing(look_.ipx(8));
}

}  // namespace offprint

#include "moc_Banner.cpp"
