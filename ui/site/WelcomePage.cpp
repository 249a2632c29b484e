#include "ui/site/WelcomePage.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QDir>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSvgRenderer>
#include <QVBoxLayout>

#include "app/content/ContentItem.h"
#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/preview/PreviewPane.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/LibraryActions.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int formWidth = 600;
constexpr int previewAfter = 150;  // ms after the last key

/// The application's mark.
class Mark : public QWidget {
 public:
  Mark(Appearance& look, const QString& file, QWidget* parent) : QWidget(parent), picture_(file) {
    setFixedSize(look.ipx(44), look.ipx(44));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    picture_.render(&painter, QRectF(rect()));
  }

 private:
  QSvgRenderer picture_;
};

/// Icon, strong title, a line below it, an arrow.
class WayIn : public QAbstractButton {
 public:
  WayIn(Appearance& look, const QString& icon, const QString& title, const QString& text, QWidget* parent)
      : QAbstractButton(parent), look_(look), icon_(icon), text_(text) {
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(text);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
  }
  QSize sizeHint() const override { return QSize(look_.ipx(456), look_.ipx(58)); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown() || showsFocus(*this)) {
      painter.setPen(showsFocus(*this) ? QPen(look_.color(Token::Accent), 2) : QPen(Qt::NoPen));
      painter.setBrush(look_.color(underMouse() ? Token::SurfaceHover : Token::SurfaceEditor));
      painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), look_.px(8), look_.px(8));
    }
    const QRect inner = rect().adjusted(look_.ipx(14), 0, -look_.ipx(14), 0);
    const int side = look_.ipx(20);
    const auto centred = [&](int x, int size) {
      return QRect(x, inner.center().y() - size / 2 + 1, size, size);
    };
    look_.icon(icon_, Token::Accent, 20).paint(&painter, centred(inner.left(), side));
    const int arrow = look_.ipx(16);
    look_.icon(u"chevron-right"_s, Token::TextTertiary)
        .paint(&painter, centred(inner.right() - arrow, arrow));
    QRect line(inner.left() + side + look_.ipx(14), inner.center().y() - look_.ipx(18) + 1,
               inner.width() - side - arrow - look_.ipx(28), look_.ipx(18));
    painter.setFont(fontFor(look_, TextRole::BodyStrong));
    painter.setPen(look_.color(Token::TextPrimary));
    painter.drawText(line, Qt::AlignVCenter, text());
    line.translate(0, line.height());
    painter.setFont(look_.font(Appearance::Face::Interface, 12.4));
    painter.setPen(look_.color(Token::TextSecondary));
    painter.drawText(line, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text_, Qt::ElideRight, line.width()));
  }

 private:
  Appearance& look_;
  QString icon_;
  QString text_;
};

/// The ground behind the page.
class Desk : public QFrame {
 public:
  Desk(Appearance& look, QWidget* parent) : QFrame(parent), look_(look) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), look_.color(Token::SurfaceSunken));
    painter.fillRect(QRect(0, 0, 1, height()), look_.color(Token::LineHair));
  }

 private:
  Appearance& look_;
};

/// A name as a folder name: without what file systems refuse.
QString folderName(const QString& name) {
  QString plain = name.simplified();
  for (const QChar letter : u"/\\:*?\"<>|"_s)
    plain.remove(letter);
  while (plain.startsWith(u'.'))
    plain.remove(0, 1);
  return plain.isEmpty() ? say("My site") : plain.left(80);
}

/// What the page shows of a library that has nothing yet, newest first.
QList<ItemSummary> firstItems(const QDateTime& now) {
  const QDate today = now.date();
  const struct {
    const char* kind;
    QString title;
    QString summary;
  } rows[] = {
      {"article", say("Your first article"), say("Its summary stands here, with its date and reading time.")},
      {"article", say("The one after it"),
       say("The newest comes first. Topics and tags make pages of their own.")},
      {"talk", say("A talk you gave"), QString()},
      {"publication", say("A paper you wrote"), QString()},
  };
  QList<ItemSummary> items;
  for (const auto& row : rows) {
    const QDate date = today.addDays(-7 * items.size());
    ItemSummary item;
    item.id = ContentId{items.size() + 1};
    item.kind = QString::fromLatin1(row.kind);
    item.slug = u"first-%1"_s.arg(item.id.value);
    item.title = row.title;
    item.summary = row.summary;
    item.status = Status::Published;
    item.date = Date::day(date.year(), date.month(), date.day());
    item.words = 900;
    items.append(item);
  }
  return items;
}

}  // namespace

/// What the worker reads for the preview.
struct WelcomePage::Loaded {
  std::shared_ptr<const KindCatalog> kinds;
  QList<ThemeEntry> themes;
};

WelcomePage::WelcomePage(ShellContext context, QWidget* parent)
    : QWidget(parent),
      context_(std::move(context)),
      parentFolder_(LibraryActions::defaultParent()),
      theme_(u"notebook"_s) {
  worker_.setMaxThreadCount(1);
  soon_.setSingleShot(true);
  soon_.setInterval(previewAfter);
  connect(&soon_, &QTimer::timeout, this, &WelcomePage::refreshPreview);
  build();
  loadKindsAndThemes();
}

WelcomePage::~WelcomePage() {
  worker_.waitForDone();
}

void WelcomePage::build() {
  Appearance& look = context_.look;
  left_ = form();
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(left_);
  area->setFixedWidth(look.ipx(formWidth));
  right_ = new Desk(look, this);
  auto* rightColumn = new QVBoxLayout(right_);
  rightColumn->setContentsMargins(look.ipx(52), look.ipx(36), look.ipx(48), 0);
  rightColumn->setSpacing(look.ipx(16));
  rightColumn->addWidget(
      new Label(look, TextRole::Body, tr("Your site, as you type"), Token::TextSecondary, right_));
  rightColumn->addStretch();
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(area);
  row->addWidget(right_, 1);
}

/// Two lines set closer than the face's own leading: each keeps its whole height, so that no descender is
/// cut.
QWidget* WelcomePage::headline(QWidget* page) {
  Appearance& look = context_.look;
  auto* both = new QWidget(page);
  QList<Label*> lines;
  for (const QString& line : {tr("Write it here."), tr("Publish it anywhere.")})
    lines.append(new Label(look, TextRole::Headline, line, Token::TextPrimary, both));
  const auto place = [&look, both, lines] {
    QSize size;
    for (Label* line : lines) {
      line->adjustSize();
      line->move(0, size.isEmpty() ? 0 : look.ipx(40));
      size = QSize(std::max(size.width(), line->width()), line->geometry().bottom() + 1);
    }
    both->setFixedHeight(size.height());
    both->setMinimumWidth(size.width());
  };
  connect(&look, &Appearance::changed, both, place);
  place();
  return both;
}

QWidget* WelcomePage::form() {
  Appearance& look = context_.look;
  auto* page = new QWidget(this);
  page->setObjectName(u"place"_s);
  // The other ways' hover ground reaches out so that their icons stand in line with the text.
  const int reach = look.ipx(14);
  auto* whole = new QVBoxLayout(page);
  whole->setContentsMargins(look.ipx(72) - reach, look.ipx(58), look.ipx(72) - reach, look.ipx(24));
  whole->setSpacing(0);
  auto* column = new QVBoxLayout;
  column->setContentsMargins(reach, 0, reach, 0);
  column->setSpacing(0);
  whole->addLayout(column);
  column->addWidget(
      new Mark(look, context_.library.resources().path(u"appearance/offprint-mark.svg"_s), page));
  column->addSpacing(look.ipx(18));
  column->addWidget(headline(page));
  column->addSpacing(look.ipx(5));
  auto* intro = new Label(look, TextRole::Lead, {}, Token::TextSecondary, page);
  intro->setTextFormat(Qt::RichText);
  intro->setText(u"<p style=\"line-height:%1px\">%2</p>"_s.arg(look.ipx(22))
                     .arg(tr("Offprint keeps your articles, concepts, reviews and publications in one local "
                             "library. Nothing you write "
                             "leaves this computer until you publish.")
                              .toHtmlEscaped()));
  intro->setWordWrap(true);
  column->addWidget(intro);
  column->addSpacing(look.ipx(28));

  banner_ = new Banner(look, page);
  column->addWidget(banner_);
  auto* fields = new QGridLayout;
  fields->setHorizontalSpacing(look.ipx(14));
  fields->setVerticalSpacing(look.ipx(5));
  const auto field = [&](int at, const QString& label, const QString& placeholder) {
    auto* entry = new QLineEdit(page);
    entry->setMinimumHeight(look.ipx(36));
    entry->setFont(look.font(Appearance::Face::Interface, 14));
    entry->setPlaceholderText(placeholder);
    entry->setAccessibleName(label);
    fields->addWidget(new Label(look, TextRole::Meta, label, Token::TextSecondary, page), 0, at);
    fields->addWidget(entry, 1, at);
    connect(entry, &QLineEdit::textChanged, this, [this] {
      showFolder();
      soon_.start();
    });
    connect(entry, &QLineEdit::returnPressed, this, [this] { create_->click(); });
    return entry;
  };
  name_ = field(0, tr("Your name"), tr("Sample Author"));
  role_ = field(1, tr("What you do"), tr("Machine-learning engineer"));
  column->addLayout(fields);

  looks_ = new QWidget(page);
  looks_->hide();
  column->addSpacing(look.ipx(14));
  column->addWidget(looks_);
  column->addSpacing(look.ipx(10));

  create_ = new QPushButton(tr("Create library"), page);
  create_->setProperty("primary", true);
  create_->setProperty("large", true);
  create_->setFont(look.font(Appearance::Face::Interface, 14));
  place_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, page);
  place_->setEliding(true);
  auto* change = new QPushButton(tr("Change"), page);
  change->setProperty("quiet", true);
  change->setProperty("small", true);
  auto* row = new QHBoxLayout;
  row->setSpacing(look.ipx(10));
  row->addWidget(create_);
  row->addWidget(place_);
  row->addWidget(change);
  row->addStretch();
  column->addLayout(row);
  column->addSpacing(look.ipx(24));
  column->addWidget(new Hairline(Qt::Horizontal, page));
  column->addSpacing(look.ipx(10));
  whole->addLayout(otherWays(page));
  whole->addStretch();
  connect(create_, &QPushButton::clicked, this, [this] { Q_EMIT createRequested(folder(), site()); });
  connect(change, &QPushButton::clicked, this, [this] {
    context_.dialogs.chooseFolder(tr("Folder for libraries"), parentFolder_, [this](const QString& path) {
      parentFolder_ = path;
      showFolder();
    });
  });
  showFolder();
  return page;
}

QLayout* WelcomePage::otherWays(QWidget* ways) {
  Appearance& look = context_.look;
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  const auto add = [&](const QString& icon, const QString& title, const QString& text,
                       std::function<void()> run) {
    auto* way = new WayIn(look, icon, title, text, ways);
    connect(way, &QAbstractButton::clicked, this, std::move(run));
    column->addWidget(way);
    return way;
  };
  add(u"folder-input"_s, tr("Bring an existing site"), tr("Hugo, Jekyll or a folder of Markdown files"),
      [this] { Q_EMIT importRequested(folder(), site()); });
  add(u"folder-open"_s, tr("Open a library"), tr("A folder that ends in .offprint"),
      [this] { context_.commands.run(u"library.open"_s); });
  add(u"archive-restore"_s, tr("Restore a backup"), tr("Into a new library"),
      [this] { context_.commands.run(u"backup.restore"_s); });
  add(u"flask-conical"_s, tr("Look around in a sample library"),
      tr("A small site on attention and GPU memory"), [this] { context_.commands.run(u"library.sample"_s); });
  back_ = new QPushButton(look.icon(u"arrow-left"_s, Token::Accent), tr("Back to the open library"), ways);
  back_->setProperty("quiet", true);
  connect(back_, &QPushButton::clicked, this, &WelcomePage::backRequested);
  column->addSpacing(look.ipx(8));
  column->addWidget(back_, 0, Qt::AlignLeft);
  return column;
}

void WelcomePage::begin(bool canGoBack) {
  banner_->clear();
  back_->setVisible(canGoBack);
  name_->setFocus();
  soon_.start();
}

void WelcomePage::showError(const Error& error) {
  banner_->tell(Banner::Kind::Error, error.message);
}

/// Kinds and themes lie in files: they are read on a worker, once.
void WelcomePage::loadKindsAndThemes() {
  const Resources& resources = context_.library.resources();
  worker_.start([this, resources] {
    auto loaded = std::make_shared<Loaded>();
    if (auto kinds = KindCatalog::load(resources.path(u"kinds"_s))) loaded->kinds = *kinds;
    loaded->themes = themesIn({{}, resources.path(u"themes"_s), ThemeFolders::ofUser()});
    QMetaObject::invokeMethod(
        this,
        [this, loaded] {
          kinds_ = loaded->kinds;
          addThemes(loaded->themes);
          soon_.start();
        },
        Qt::QueuedConnection);
  });
}

/// A choice of one is no choice: it is shown from two on.
void WelcomePage::addThemes(const QList<ThemeEntry>& themes) {
  if (themes.size() < 2) return;
  Appearance& look = context_.look;
  auto* row = new QHBoxLayout(looks_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(look.ipx(20));
  row->addWidget(new Label(look, TextRole::Meta, tr("Look of the site"), Token::TextSecondary, looks_));
  auto* group = new QButtonGroup(looks_);
  for (const ThemeEntry& theme : themes) {
    auto* choice = new QRadioButton(theme.label, looks_);
    choice->setToolTip(theme.description);
    choice->setChecked(theme.id == theme_);
    group->addButton(choice);
    row->addWidget(choice);
    connect(choice, &QRadioButton::toggled, this, [this, id = theme.id](bool on) {
      if (on) theme_ = id;
      soon_.start();
    });
  }
  row->addStretch();
  looks_->show();
}

QString WelcomePage::folder() const {
  return parentFolder_ + u'/' + folderName(name_->text()) + u".offprint"_s;
}

Site WelcomePage::site() const {
  Site site = Site::starter(name_->text().simplified(), role_->text().simplified());
  site.theme = theme_;
  return site;
}

void WelcomePage::showFolder() {
  QString shown = QDir::toNativeSeparators(parentFolder_);
  const QString home = QDir::homePath();
  if (shown.startsWith(home + u'/')) shown = shown.mid(home.size() + 1);
  place_->setText(tr("in %1").arg(shown));
}

void WelcomePage::refreshPreview() {
  if (!isVisible() || !right_->isVisibleTo(this) || !kinds_) return;
  if (!preview_) {
    preview_ = new PreviewPane(context_.look, right_);
    auto* column = static_cast<QVBoxLayout*>(right_->layout());
    delete column->takeAt(column->count() - 1);
    column->addWidget(preview_, 1);
    preview_->setDeviceWidth(PreviewPane::Width::Desktop);
  }
  auto snapshot = std::make_shared<SiteSnapshot>();
  snapshot->site = site();
  if (name_->text().isEmpty()) {
    const QString theme = snapshot->site.theme;
    snapshot->site = Site::starter(name_->placeholderText(), role_->placeholderText());
    snapshot->site.theme = theme;
  }
  snapshot->items = firstItems(context_.clock());
  snapshot->kinds = kinds_;
  snapshot->builtInThemes = context_.library.resources().path(u"themes"_s);
  snapshot->userThemes = ThemeFolders::ofUser();
  snapshot->now = context_.clock();
  preview_->setSnapshot(snapshot);
  preview_->openAddress(u"/"_s);
}

void WelcomePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  right_->setVisible(width() >= context_.look.ipx(formWidth + 300));
  soon_.start();
}

void WelcomePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  soon_.start();
}

}  // namespace offprint

#include "moc_WelcomePage.cpp"
