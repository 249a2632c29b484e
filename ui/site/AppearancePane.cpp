#include "ui/site/AppearancePane.h"

#include <algorithm>
#include <QColorDialog>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QThreadPool>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "exporters/site/SiteMap.h"
#include "exporters/site/SiteSnapshot.h"
#include "exporters/theme/Contrast.h"
#include "ui/site/ThemeCard.h"
#include "ui/widgets/ComboBox.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Splitter.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype kCardsInARow = 2;
constexpr qsizetype kPartsBeside = 3;  ///< more choices than these are a list
constexpr double kTextContrast = 4.5;  // WCAG 2.2, 1.4.3

QList<ThemeChoice> readThemes(const ThemeFolders& folders) {
  QList<ThemeChoice> themes;
  for (const ThemeEntry& entry : themesIn(folders)) {
    ThemeChoice choice{entry.id, entry.label, entry.description, {}, {}};
    if (const auto files = ThemeFiles::find(entry.id, folders)) {
      choice.manifest = files->manifest;
    } else {
      choice.problem = files.error().located();
    }
    themes.append(choice);
  }
  return themes;
}

/// The home page and the lists of kinds that have something to show.
QList<SitePage> pagesOf(const std::shared_ptr<const SiteSnapshot>& snapshot) {
  QList<SitePage> pages{{say("Home page"), u"/"_s}};
  const SiteMap map(snapshot);
  for (const ContentKind& kind : snapshot->kinds->all())
    if (const PageEntry* index = map.page(PageEntry::Type::KindIndex, kind.id))
      pages.append({kind.plural, index->address});
  return pages;
}

QString inScheme(const QJsonValue& value, const QString& scheme) {
  return value.isObject() ? value.toObject().value(scheme).toString() : value.toString();
}

/// How well a colour can be read on the theme's grounds, in a sentence; `better` is set to one that can when
/// it cannot.
QString readability(const QJsonObject& option, const QString& color, QString* better) {
  const auto given = parseColor(color);
  const auto light = parseColor(inScheme(option.value(u"against"_s), u"light"_s));
  if (!given || !light) return {};
  const double least = option.value(u"contrast"_s).toDouble(kTextContrast);
  const double ratio = contrast(*given, *light);
  const QString shown = QString::number(ratio, 'f', 1);
  if (ratio >= least)
    return say("Readable: %1 to 1. On dark pages it is made lighter where it must be.").arg(shown);
  *better = colorName(nearestWithContrast(*given, *light, least));
  return say("Hard to read: %1 to 1, at least %2 is needed. The nearest that can be read is %3.")
      .arg(shown, QString::number(least, 'f', 1), *better);
}

}  // namespace

AppearancePane::AppearancePane(ShellContext context, QWidget* parent)
    : QFrame(parent), context_(std::move(context)) {
  setObjectName(u"listPane"_s);
  build();
  connect(&context_.library, &LibrarySession::siteChanged, this, &AppearancePane::refill);
}

void AppearancePane::build() {
  Appearance& look = context_.look;
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  const int side = look.ipx(16);
  column->setContentsMargins(side, look.ipx(12), side, look.ipx(24));
  column->setSpacing(look.ipx(10));
  auto* page = new QHBoxLayout;
  pages_ = new ComboBox(content);
  pages_->setAccessibleName(tr("Page"));
  pages_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* pageLabel = new Label(look, TextRole::Small, tr("Page"), Token::TextSecondary, content);
  pageLabel->setBuddy(pages_);
  page->addWidget(pageLabel);
  page->addWidget(pages_, 1);
  column->addLayout(page);
  connect(pages_, &QComboBox::activated, this, [this] { Q_EMIT pageChosen(this->page()); });
  column->addWidget(new Label(look, TextRole::PaneTitle, tr("Theme"), Token::TextPrimary, content));
  cards_ = new QVBoxLayout;
  cards_->setSpacing(look.ipx(12));
  column->addLayout(cards_);
  column->addSpacing(look.ipx(4));
  column->addWidget(new Hairline(Qt::Horizontal, content));
  auto* title = new QHBoxLayout;
  optionsOf_ = new Label(look, TextRole::PaneTitle, {}, Token::TextPrimary, content);
  reset_ = new QPushButton(tr("Reset"), content);
  reset_->setProperty("quiet", true);
  reset_->setProperty("small", true);
  connect(reset_, &QPushButton::clicked, this, [this] {
    Site site = context_.library.site();
    site.themeOptions.remove(site.theme);
    context_.library.saveSite(site, say("Reset the appearance"));
  });
  title->addWidget(optionsOf_, 1);
  title->addWidget(reset_);
  column->addLayout(title);
  optionsPlace_ = new QVBoxLayout;
  column->addLayout(optionsPlace_);
  column->addStretch(1);
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->viewport()->setAutoFillBackground(false);
  area->setWidget(content);
  content->setAutoFillBackground(false);
  new OverlayScrollBar(area);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(area);
}

void AppearancePane::setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot) {
  snapshot_ = std::move(snapshot);
  if (isVisible()) read();
}

void AppearancePane::showEvent(QShowEvent* event) {
  QFrame::showEvent(event);
  read();
}

/// What there is to choose from is read from the disk and from the whole site, on a pool: neither the window
/// nor the store waits for it. The newest snapshot wins. A theme that cannot be read says so on its card.
void AppearancePane::read() {
  if (!snapshot_ || snapshot_ == read_) return;
  read_ = snapshot_;
  QThreadPool::globalInstance()->start([snapshot = snapshot_, self = QPointer(this)] {
    const QList<ThemeChoice> themes = readThemes(snapshot->themeFolders());
    const QList<SitePage> pages = pagesOf(snapshot);
    QMetaObject::invokeMethod(qApp, [self, snapshot, themes, pages] {
      if (!self || self->read_ != snapshot) return;
      self->fillPages(pages);
      self->takeThemes(themes);
    });
  });
}

/// Only what changed on the disk makes the cards anew.
void AppearancePane::takeThemes(const QList<ThemeChoice>& themes) {
  const auto same = [](const ThemeChoice& a, const ThemeChoice& b) {
    return a.id == b.id && a.manifest == b.manifest && a.problem == b.problem;
  };
  if (std::equal(themes.cbegin(), themes.cend(), themes_.cbegin(), themes_.cend(), same)) return refill();
  themes_ = themes;
  shown_.clear();
  while (QLayoutItem* row = cards_->takeAt(0)) {
    while (QLayoutItem* card = row->layout()->takeAt(0)) {
      delete card->widget();
      delete card;
    }
    delete row;
  }
  QHBoxLayout* row = nullptr;
  for (qsizetype i = 0; i < themes_.size(); ++i) {
    if (i % kCardsInARow == 0) {
      row = new QHBoxLayout;
      row->setSpacing(context_.look.ipx(14));
      cards_->addLayout(row);
    }
    const ThemeChoice& theme = themes_.at(i);
    auto* card =
        new ThemeCard(context_.look, theme.label, theme.problem.isEmpty() ? theme.description : theme.problem,
                      theme.manifest.value(u"sample"_s).toObject(), cards_->parentWidget());
    card->setObjectName(theme.id);
    card->setEnabled(theme.problem.isEmpty());
    connect(card, &QAbstractButton::clicked, this, [this, id = theme.id] { choose(id); });
    row->addWidget(card, 1, Qt::AlignTop);
  }
  // An empty place beside the last card, so that it is as wide as the others.
  if (row && row->count() % kCardsInARow != 0) row->addWidget(new QWidget(cards_->parentWidget()), 1);
  refill();
}

void AppearancePane::fillPages(const QList<SitePage>& pages) {
  const QString before = page();
  pages_->clear();
  for (const SitePage& each : pages)
    pages_->addItem(each.name, each.address);
  pages_->setCurrentIndex(std::max(0, pages_->findData(before)));
}

QString AppearancePane::page() const {
  const QString address = pages_->currentData().toString();
  return address.isEmpty() ? u"/"_s : address;
}

void AppearancePane::refill() {
  if (!context_.library.isOpen()) return;
  const Site& site = context_.library.site();
  const auto theme = std::find_if(themes_.cbegin(), themes_.cend(),
                                  [&site](const ThemeChoice& each) { return each.id == site.theme; });
  for (const ThemeChoice& each : std::as_const(themes_)) {
    if (auto* card = findChild<ThemeCard*>(each.id)) {
      card->setChecked(each.id == site.theme);
      card->setEnabled(each.problem.isEmpty() && !context_.library.readOnly());
    }
  }
  if (theme == themes_.cend()) return;
  const QJsonObject values = site.themeOptions.value(site.theme).toObject();
  if (shown_ == site.theme && told_ == values) return;
  told_ = values;
  shown_ = site.theme;
  buildOptions(*theme);
}

void AppearancePane::buildOptions(const ThemeChoice& theme) {
  // The widget that was used may be on the stack; the one in its place takes the focus.
  const QWidget* used = options_ ? options_->window()->focusWidget() : nullptr;
  const QString focus = used && options_->isAncestorOf(used) ? used->accessibleName() : QString();
  if (options_) {
    options_->hide();
    options_->deleteLater();
  }
  options_ = new QWidget(this);
  auto* column = new QVBoxLayout(options_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(context_.look.ipx(10));
  optionsPlace_->addWidget(options_);
  const QJsonArray declared = theme.manifest.value(u"options"_s).toArray();
  optionsOf_->setText(declared.isEmpty() ? tr("%1 has no options").arg(theme.label)
                                         : tr("Options of %1").arg(theme.label));
  reset_->setVisible(!told_.isEmpty() && !context_.library.readOnly());
  for (const QJsonValue& entry : declared) {
    const QJsonObject option = entry.toObject();
    const QString type = option.value(u"type"_s).toString();
    if (type == "color"_L1) addColor(option);
    if (type == "choice"_L1) addChoice(option);
    if (type == "switch"_L1) addSwitch(option);
  }
  options_->setEnabled(!context_.library.readOnly());
  options_->show();
  if (focus.isEmpty()) return;
  for (QWidget* widget : options_->findChildren<QWidget*>())
    if (widget->accessibleName() == focus) widget->setFocus();
}

QJsonValue AppearancePane::valueOf(const QJsonObject& option) const {
  const QString id = option.value(u"id"_s).toString();
  return told_.contains(id) ? told_.value(id) : option.value(u"default"_s);
}

void AppearancePane::setValue(const QJsonObject& option, const QJsonValue& value) {
  const QString id = option.value(u"id"_s).toString();
  Site site = context_.library.site();
  QJsonObject values = site.themeOptions.value(site.theme).toObject();
  const bool usual = value.isNull() || value == option.value(u"default"_s);
  if (usual) {
    values.remove(id);
  } else {
    values.insert(id, value);
  }
  if (values.isEmpty()) {
    site.themeOptions.remove(site.theme);
  } else {
    site.themeOptions.insert(site.theme, values);
  }
  context_.library.saveSite(site, say("Change the appearance"));
}

void AppearancePane::choose(const QString& theme) {
  Site site = context_.library.site();
  site.theme = theme;
  context_.library.saveSite(site, say("Change the theme"));
  refill();
}

void AppearancePane::addColor(const QJsonObject& option) {
  Appearance& look = context_.look;
  const QString label = option.value(u"label"_s).toString();
  const QString color = inScheme(valueOf(option), u"light"_s);
  auto* column = static_cast<QVBoxLayout*>(options_->layout());
  column->addWidget(new Label(look, TextRole::Small, label, Token::TextSecondary, options_));
  auto* row = new QHBoxLayout;
  auto* line = new QLineEdit(color, options_);
  line->setAccessibleName(label);
  line->setPlaceholderText(tr("The theme's own, or %1").arg(look.color(Token::Accent).name()));
  auto* pick = new QPushButton(tr("Choose…"), options_);
  row->addWidget(line, 1);
  row->addWidget(pick);
  column->addLayout(row);
  QString better;
  auto* note = new Label(look, TextRole::Meta, readability(option, color, &better),
                         better.isEmpty() ? Token::TextTertiary : Token::StDanger, options_);
  note->setWordWrap(true);
  note->setVisible(!note->text().isEmpty());
  column->addWidget(note);
  if (!better.isEmpty()) {
    auto* use = new QPushButton(tr("Use %1").arg(better), options_);
    use->setProperty("small", true);
    connect(use, &QPushButton::clicked, this, [this, option, better] { setValue(option, better); });
    column->addWidget(use, 0, Qt::AlignLeft);
  }
  connect(line, &QLineEdit::editingFinished, this, [this, option, line, note, color] {
    const QString typed = line->text().trimmed().toLower();
    if (typed == color) return;
    if (typed.isEmpty() || parseColor(typed)) return setValue(option, typed.isEmpty() ? QJsonValue() : typed);
    note->setText(tr("Write a colour such as %1.").arg(context_.look.color(Token::Accent).name()));
    note->setInk(Token::StDanger);
    note->show();
  });
  connect(pick, &QPushButton::clicked, this, [this, option, color] {
    auto* dialog = new QColorDialog(QColor(color), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QColorDialog::colorSelected, this,
            [this, option](const QColor& chosen) { setValue(option, chosen.name()); });
    dialog->open();
  });
}

void AppearancePane::addChoice(const QJsonObject& option) {
  Appearance& look = context_.look;
  const QString label = option.value(u"label"_s).toString();
  const QJsonArray choices = option.value(u"choices"_s).toArray();
  const QString value = valueOf(option).toString();
  auto* column = static_cast<QVBoxLayout*>(options_->layout());
  column->addWidget(new Label(look, TextRole::Small, label, Token::TextSecondary, options_));
  qsizetype letters = 0;
  for (const QJsonValue& choice : choices)
    letters += choice[u"label"_s].toString().size();
  const auto chosen = [this, option, choices](int index) { setValue(option, choices.at(index)[u"id"_s]); };
  if (choices.size() <= kPartsBeside && letters <= 30) {
    QList<Segmented::Part> parts;
    int current = 0;
    for (qsizetype i = 0; i < choices.size(); ++i) {
      parts.append({choices.at(i)[u"label"_s].toString(), {}});
      if (choices.at(i)[u"id"_s].toString() == value) current = int(i);
    }
    auto* segments = new Segmented(look, label, parts, options_);
    segments->setCurrent(current);
    connect(segments, &Segmented::chosen, this, chosen);
    column->addWidget(segments);
    return;
  }
  auto* combo = new ComboBox(options_);
  combo->setAccessibleName(label);
  for (const QJsonValue& choice : choices)
    combo->addItem(choice[u"label"_s].toString(), choice[u"id"_s].toString());
  combo->setCurrentIndex(std::max(0, combo->findData(value)));
  connect(combo, &QComboBox::activated, this, chosen);
  column->addWidget(combo);
}

void AppearancePane::addSwitch(const QJsonObject& option) {
  const QString label = option.value(u"label"_s).toString();
  auto* row = new QHBoxLayout;
  auto* toggle = new Toggle(context_.look, label, options_);
  toggle->setChecked(valueOf(option).toBool());
  auto* name = new Label(context_.look, TextRole::Body, label, Token::TextPrimary, options_);
  name->setWordWrap(true);
  row->addWidget(name, 1);
  row->addWidget(toggle);
  static_cast<QVBoxLayout*>(options_->layout())->addLayout(row);
  connect(toggle, &QAbstractButton::clicked, this, [this, option](bool on) { setValue(option, on); });
}

}  // namespace offprint

#include "moc_AppearancePane.cpp"
