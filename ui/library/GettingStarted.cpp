#include "ui/library/GettingStarted.h"

#include <QAbstractButton>
#include <QAction>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/shell/Commands.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A starting point: icon tile, key caps, title, two lines.
class StartCard : public QAbstractButton {
 public:
  StartCard(Appearance& look, const QString& icon, const QString& title, const QString& text,
            const QStringList& caps, QWidget* parent)
      : QAbstractButton(parent), look_(look), icon_(icon), text_(text), caps_(caps) {
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(text);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  QSize sizeHint() const override { return QSize(look_.ipx(231), look_.ipx(142)); }
  QSize minimumSizeHint() const override { return QSize(look_.ipx(150), look_.ipx(142)); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = underMouse() || isDown();
    painter.setPen(QPen(look_.color(lit ? Token::LineStrong : Token::LineHair), 1));
    painter.setBrush(look_.color(lit ? Token::SurfaceList : Token::SurfaceEditor));
    painter.drawRoundedRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5), look_.px(10), look_.px(10));
    const QRect inner = rect().adjusted(look_.ipx(19), look_.ipx(19), -look_.ipx(19), -look_.ipx(19));
    const QRect tile(inner.left(), inner.top(), look_.ipx(36), look_.ipx(36));
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::AccentTint));
    painter.drawRoundedRect(tile, look_.px(8), look_.px(8));
    const int side = look_.ipx(20);
    look_.icon(icon_, Token::Accent, 20)
        .paint(&painter,
               QRect(tile.center().x() - side / 2 + 1, tile.center().y() - side / 2 + 1, side, side));
    paintKeyCaps(painter, look_, QRect(inner.left(), tile.top(), inner.width(), tile.height()), caps_);
    painter.setFont(look_.font(Appearance::Face::Interface, 14, QFont::DemiBold));
    painter.setPen(look_.color(Token::TextPrimary));
    const QRect title(inner.left(), tile.bottom() + look_.ipx(13), inner.width(), look_.ipx(20));
    painter.drawText(title, Qt::AlignVCenter, text());
    painter.setFont(look_.font(Appearance::Face::Interface, 12.4));
    painter.setPen(look_.color(Token::TextSecondary));
    painter.drawText(QRect(inner.left(), title.bottom(), inner.width(), look_.ipx(40)), Qt::TextWordWrap,
                     text_);
    if (!showsFocus(*this)) return;
    painter.setPen(QPen(look_.color(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), look_.px(9), look_.px(9));
  }

 private:
  Appearance& look_;
  QString icon_;
  QString text_;
  QStringList caps_;
};

}  // namespace

GettingStarted::GettingStarted(Appearance& look, Commands& commands, QWidget* parent)
    : QWidget(parent), look_(look), commands_(commands), steps_(new QWidget(this)) {
  auto* page = new QWidget(this);
  page->setObjectName(u"place"_s);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(look.ipx(40), look.ipx(72), look.ipx(40), look.ipx(24));
  column->setSpacing(0);
  auto* title = new Label(look, TextRole::Hero, tr("Your library is ready. What will you write first?"),
                          Token::TextPrimary, page);
  title->setWordWrap(true);
  auto* subtitle =
      new Label(look, TextRole::Lead,
                tr("Everything you type is kept on this computer, with its history. Nothing goes online "
                   "until you put it there."),
                Token::TextSecondary, page);
  subtitle->setWordWrap(true);
  column->addWidget(title);
  column->addSpacing(look.ipx(8));
  column->addWidget(subtitle);
  column->addSpacing(look.ipx(28));
  auto* cards = new QHBoxLayout;
  cards->setSpacing(look.ipx(14));
  addCards(cards);
  column->addLayout(cards);
  column->addSpacing(look.ipx(40));

  auto* below = new QHBoxLayout;
  auto* keys = new QGridLayout;
  addKeys(keys);
  below->addLayout(keys, 1);
  below->addSpacing(look.ipx(24));
  below->addWidget(new Hairline(Qt::Vertical, page));
  below->addSpacing(look.ipx(48));
  steps_->setParent(page);
  below->addWidget(steps_, 1);
  column->addLayout(below);
  column->addStretch(100);

  page->setMaximumWidth(look.ipx(800));
  auto* centred = new QWidget(this);
  centred->setObjectName(u"place"_s);
  auto* middle = new QHBoxLayout(centred);
  middle->setContentsMargins(0, 0, 0, 0);
  middle->addStretch(1);
  middle->addWidget(page, 100);
  middle->addStretch(1);
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(centred);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(area);
  fillSteps();
}

void GettingStarted::addCards(QHBoxLayout* row) {
  const auto add = [&](const QString& icon, const QString& title, const QString& text,
                       const QStringList& caps, const QString& command) {
    auto* card = new StartCard(look_, icon, title, text, caps, this);
    connect(card, &QAbstractButton::clicked, this, [this, command] { commands_.run(command); });
    row->addWidget(card, 1);
  };
  add(u"file-text"_s, tr("An article"), tr("Text, figures and code, with a live preview beside it."),
      {tr("Ctrl"), u"N"_s}, u"item.new.article"_s);
  add(u"orbit"_s, tr("Another kind"), tr("A concept, a paper review, a talk, a publication…"),
      {tr("Ctrl"), tr("Shift"), u"N"_s}, u"item.new-kind"_s);
  add(u"folder-input"_s, tr("Your old site"), tr("Hugo, Jekyll or a folder of Markdown. It is only read."),
      {}, u"import.start"_s);
}

void GettingStarted::addKeys(QGridLayout* grid) {
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(look_.ipx(10));
  grid->setHorizontalSpacing(look_.ipx(24));
  grid->addWidget(new Label(look_, TextRole::BodyStrong, tr("Three keys to remember")), 0, 0, 1, 2);
  const QList<std::pair<QStringList, QString>> rows = {
      {{tr("Ctrl"), u"K"_s}, tr("Do anything, go anywhere")},
      {{tr("Ctrl"), u"O"_s}, tr("Open an item by its title")},
      {{tr("Ctrl"), u"E"_s}, tr("Text, page, or both")},
  };
  int line = 1;
  for (const auto& [caps, text] : rows) {
    grid->addWidget(new KeyCaps(look_, caps), line, 0);
    grid->addWidget(new Label(look_, TextRole::Body, text, Token::TextSecondary), line, 1);
    ++line;
  }
  grid->setColumnStretch(1, 1);
  grid->setRowStretch(line, 1);
}

void GettingStarted::setProgress(const Site& site, bool exported) {
  if (site == site_ && exported == exported_) return;
  site_ = site;
  exported_ = exported;
  fillSteps();
}

void GettingStarted::fillSteps() {
  delete steps_->layout();
  qDeleteAll(steps_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  auto* column = new QVBoxLayout(steps_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(look_.ipx(3));
  column->addWidget(new Label(look_, TextRole::BodyStrong, tr("Before your site goes out")));
  const auto step = [&](const QString& text, bool done, const QString& verb, const QString& command) {
    auto* line = new QWidget(steps_);
    line->setFixedHeight(look_.ipx(26));
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(look_.ipx(9));
    auto* glyph = new QLabel(steps_);
    const int side = look_.ipx(16);
    glyph->setPixmap(
        look_.icon(done ? u"circle-check"_s : u"circle"_s, done ? Token::StPublished : Token::TextTertiary)
            .pixmap(QSize(side, side), devicePixelRatioF()));
    row->addWidget(glyph);
    row->addWidget(new Label(look_, TextRole::Body, text, done ? Token::TextSecondary : Token::TextPrimary));
    if (!done) {
      auto* button = new QPushButton(verb, steps_);
      button->setProperty("quiet", true);
      button->setProperty("small", true);
      connect(button, &QPushButton::clicked, this, [this, command] { commands_.run(command); });
      row->addWidget(button);
    }
    row->addStretch();
    column->addWidget(line);
  };
  step(tr("Your name and what you do"), !site_.author.display().isEmpty() && !site_.role.isEmpty(),
       tr("Fill in…"), u"site.settings"_s);
  step(tr("The address it will have"), !site_.baseUrl.isEmpty(), tr("Set…"), u"site.settings"_s);
  step(tr("A place to publish to"), exported_, tr("Choose a place…"), u"publish.open"_s);
  column->addStretch();
}

}  // namespace offprint

#include "moc_GettingStarted.cpp"
