#include "ui/shell/Toolbar.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTimer>

#include "ui/shell/Commands.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A part of the breadcrumb: text that can be pressed.
QToolButton* crumb(QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setAutoRaise(true);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

/// Runs on a click; a long press, the Down key or the right button open its menu (as section 3 says of
/// Publish).
class VerbButton : public QPushButton {
 public:
  VerbButton(const QString& text, QMenu* menu, QWidget* parent) : QPushButton(text, parent), menu_(menu) {
    hold_.setSingleShot(true);
    hold_.setInterval(500);
    connect(&hold_, &QTimer::timeout, this, [this] {
      setDown(false);
      openMenu();
    });
  }

 protected:
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) hold_.start();
    QPushButton::mousePressEvent(event);
  }
  void mouseReleaseEvent(QMouseEvent* event) override {
    hold_.stop();
    QPushButton::mouseReleaseEvent(event);
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Down) return openMenu();
    QPushButton::keyPressEvent(event);
  }
  void contextMenuEvent(QContextMenuEvent*) override { openMenu(); }

 private:
  void openMenu() { menu_->popup(mapToGlobal(QPoint(width() - menu_->sizeHint().width(), height() + 2))); }

  QMenu* menu_;
  QTimer hold_;
};

/// What else makes the site leave the library.
QMenu* publishMenu(Commands& commands, QWidget* parent) {
  auto* menu = new QMenu(parent);
  menu->addAction(commands.action(u"publish.open"_s));
  menu->addAction(commands.action(u"publish.history"_s));
  menu->addSeparator();
  menu->addAction(commands.action(u"export.again"_s));
  menu->addMenu(commands.menu(u"file/export"_s));
  return menu;
}

}  // namespace

Toolbar::Toolbar(Appearance& look, Commands& commands, QMenu* mainMenu, QWidget* parent)
    : QFrame(parent),
      look_(look),
      commands_(commands),
      menu_(new IconButton(look, u"menu"_s, tr("Menu"), this)),
      sidebar_(new IconButton(look, commands.action(u"view.sidebar"_s), this)),
      back_(new IconButton(look, commands.action(u"go.back"_s), this)),
      forward_(new IconButton(look, commands.action(u"go.forward"_s), this)),
      place_(crumb(this)),
      chevron_(new QLabel(this)),
      title_(crumb(this)),
      modes_(new Segmented(look, tr("View mode"), {{tr("Write"), {}}, {tr("Split"), {}}, {tr("Preview"), {}}},
                           this)),
      modeMenu_(new QPushButton(this)),
      inspector_(new IconButton(look, commands.action(u"view.inspector"_s), this)),
      search_(new IconButton(look, commands.action(u"library.search"_s), this)),
      publish_(new VerbButton(tr("Publish"), publishMenu(commands, this), this)) {
  setObjectName(u"toolbar"_s);
  menu_->setPopupMode(QToolButton::InstantPopup);
  menu_->setMenu(mainMenu);
  auto* modes = new QMenu(modeMenu_);
  for (const char* id : {"mode.write", "mode.split", "mode.preview"}) {
    modes->addAction(commands.action(QString::fromLatin1(id)));
  }
  modeMenu_->setMenu(modes);
  modeMenu_->setAccessibleName(tr("View mode"));
  publish_->setProperty("primary", true);
  publish_->setAccessibleName(tr("Publish the site"));
  publish_->setToolTip(tr("Shows what would change online, then publishes. Hold for exports."));
  connect(publish_, &QPushButton::clicked, this, [this] { commands_.run(u"publish.open"_s); });
  connect(modes_, &Segmented::chosen, this, [this](int mode) {
    static constexpr const char* ids[] = {"mode.write", "mode.split", "mode.preview"};
    commands_.run(QString::fromLatin1(ids[mode]));
  });
  connect(place_, &QToolButton::clicked, this, &Toolbar::placeClicked);
  connect(title_, &QToolButton::clicked, this, &Toolbar::titleClicked);

  sidebar_->setShowsChecked(false);
  search_->setIconName(u"search"_s);

  auto* row = new QHBoxLayout(this);
  for (QWidget* widget : QList<QWidget*>{menu_, sidebar_, back_, forward_})
    row->addWidget(widget);
  row->addSpacing(4);
  row->addWidget(place_);
  row->addWidget(chevron_);
  row->addWidget(title_);
  row->addStretch();
  row->addWidget(modes_);
  row->addWidget(modeMenu_);
  row->addSpacing(4);
  for (QWidget* widget : QList<QWidget*>{inspector_, search_})
    row->addWidget(widget);
  row->addSpacing(4);
  row->addWidget(publish_);
  connect(&look_, &Appearance::changed, this, &Toolbar::refresh);
  refresh();
}

QSize Toolbar::sizeHint() const {
  return QSize(look_.ipx(600), look_.ipx(48));
}

QSize Toolbar::minimumSizeHint() const {
  return QSize(look_.ipx(320), look_.ipx(48));
}

QWidget* Toolbar::menuButton() const {
  return menu_;
}

void Toolbar::refresh() {
  setFixedHeight(look_.ipx(48));
  layout()->setContentsMargins(look_.ipx(12), 0, look_.ipx(12), 1);
  layout()->setSpacing(look_.ipx(4));
  place_->setFont(fontFor(look_, TextRole::Body));
  title_->setFont(fontFor(look_, TextRole::BodyStrong));
  QPalette muted = palette();
  muted.setColor(QPalette::ButtonText, look_.color(Token::TextSecondary));
  place_->setPalette(muted);
  const int side = look_.ipx(14);
  static_cast<QLabel*>(chevron_)->setPixmap(
      look_.icon(u"chevron-right"_s, Token::TextTertiary, 14).pixmap(QSize(side, side), devicePixelRatioF()));
  fold();
}

void Toolbar::setCrumbs(const QString& place, const QString& title) {
  place_->setText(place);
  titleText_ = title;
  title_->setToolTip(title.isEmpty() ? QString() : title);
  fold();
}

void Toolbar::setMode(Mode mode) {
  modes_->setCurrent(static_cast<int>(mode));
  static const char* const names[] = {QT_TR_NOOP("Write"), QT_TR_NOOP("Split"), QT_TR_NOOP("Preview")};
  modeMenu_->setText(tr(names[static_cast<int>(mode)]));
  fold();
}

void Toolbar::setPending(int items) {
  publish_->setText(items > 0 ? tr("Publish %1").arg(items) : tr("Publish"));
  publish_->setAccessibleName(items > 0 ? tr("Publish, %n unpublished change(s)", nullptr, items)
                                        : tr("Publish the site"));
  fold();
}

void Toolbar::setItemTools(bool shown) {
  itemTools_ = shown;
  fold();
}

void Toolbar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fold();
}

void Toolbar::fold() {
  const bool hasTitle = !titleText_.isEmpty();
  const bool narrow = width() < look_.ipx(760);
  const bool tight = width() < look_.ipx(860);
  modes_->setVisible(itemTools_ && !narrow);
  modeMenu_->setVisible(itemTools_ && narrow);
  inspector_->setVisible(itemTools_);
  back_->setVisible(!narrow);
  forward_->setVisible(back_->isVisibleTo(this));
  place_->setVisible(!hasTitle || !narrow);
  chevron_->setVisible(hasTitle && !narrow);
  title_->setVisible(hasTitle);
  // The last part of the breadcrumb alone says where one is: strong.
  place_->setFont(fontFor(look_, hasTitle ? TextRole::Body : TextRole::BodyStrong));
  QPalette colours = palette();
  colours.setColor(QPalette::ButtonText, look_.color(hasTitle ? Token::TextSecondary : Token::TextPrimary));
  place_->setPalette(colours);
  int taken = look_.ipx(tight ? 60 : 90);
  for (const QWidget* widget : QList<QWidget*>{menu_, sidebar_, back_, forward_, place_, chevron_, modes_,
                                               modeMenu_, inspector_, search_, publish_}) {
    if (widget->isVisibleTo(this)) taken += widget->sizeHint().width() + look_.ipx(4);
  }
  const int room = qBound(look_.ipx(60), width() - taken, look_.ipx(420));
  title_->setText(QFontMetrics(title_->font())
                      .elidedText(QString(titleText_).replace(u'&', u"&&"_s), Qt::ElideRight, room));
}

}  // namespace offprint

#include "moc_Toolbar.cpp"
