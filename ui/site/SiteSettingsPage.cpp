#include "ui/site/SiteSettingsPage.h"

#include <algorithm>
#include <QAbstractButton>
#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimeZone>
#include <QUrl>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/site/CitationStyles.h"
#include "exporters/site/Resume.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/ComboBox.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"
#include "ui/widgets/PlainTextField.h"
#include "ui/widgets/Splitter.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString wholeNumber(const QString& typed) {
  bool number = false;
  const int value = typed.toInt(&number);
  return number && value >= 1 && value <= 500 ? QString() : say("Write a whole number from 1 to 500.");
}

/// A field for a sentence or two.
class LongEntry : public PlainTextField {
 public:
  using PlainTextField::PlainTextField;
  std::function<void()> left;  ///< the keys went elsewhere
  /// The words begin where those of a field of one line do.
  void setInset(int pixels) { setViewportMargins(pixels, 0, pixels, 0); }

 protected:
  void focusOutEvent(QFocusEvent* event) override {
    PlainTextField::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && left) left();
  }
};

constexpr int navigationWidth = 236;
constexpr int columnWidth = 680;

/// The name of a page in the navigation: icon, words, rounded when it is the one shown.
class PageName : public QAbstractButton {
 public:
  PageName(Appearance& look, const QString& icon, const QString& text, QWidget* parent)
      : QAbstractButton(parent), look_(look), icon_(icon) {
    setText(text);
    setCheckable(true);
    setAutoExclusive(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  QSize sizeHint() const override { return QSize(look_.ipx(200), look_.ipx(32)); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0, 1, 0, -1);
    if (isChecked() || underMouse()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look_.color(isChecked() ? Token::AccentTint : Token::SurfaceHover));
      painter.drawRoundedRect(box, look_.px(6), look_.px(6));
    }
    if (showsFocus(*this)) {
      painter.setPen(QPen(look_.color(Token::Accent), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), look_.px(5), look_.px(5));
    }
    const int side = look_.ipx(16);
    look_.icon(icon_, isChecked() ? Token::Accent : Token::TextSecondary)
        .paint(&painter, QRect(look_.ipx(10), (height() - side) / 2, side, side));
    painter.setFont(
        look_.font(Appearance::Face::Interface, 13, isChecked() ? QFont::DemiBold : QFont::Normal));
    painter.setPen(look_.color(Token::TextPrimary));
    const QRect words = rect().adjusted(look_.ipx(36), 0, -look_.ipx(8), 0);
    painter.drawText(words, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
  }

 private:
  Appearance& look_;
  QString icon_;
};

/// A row of a group; the one that a search leads to has a tinted ground.
class SettingRow : public QWidget {
 public:
  SettingRow(Appearance& look, QWidget* parent) : QWidget(parent), look_(look) {}
  void setMarked(bool marked) {
    marked_ = marked;
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (!marked_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::AccentTint));
    painter.drawRoundedRect(QRectF(rect()).adjusted(4, 4, -4, -4), look_.px(6), look_.px(6));
  }

 private:
  Appearance& look_;
  bool marked_ = false;
};

QString anything(const QString&) {
  return {};
}

}  // namespace

std::pair<QString, QString> readBaseUrl(const QString& typed) {
  QString text = typed.trimmed();
  if (text.isEmpty()) return {};
  if (!text.contains(u"://"_s)) text.prepend(u"https://"_s);
  const QUrl url(text, QUrl::StrictMode);
  const bool web = url.scheme() == u"https"_s || url.scheme() == u"http"_s;
  if (!url.isValid() || !web || url.host().isEmpty() || url.hasQuery() || url.hasFragment()) {
    return {{}, say("Write a web address such as https://example.org/ or https://example.org/notes/.")};
  }
  QString address = url.toString();
  if (!address.endsWith(u'/')) address.append(u'/');
  return {address, {}};
}

SiteSettingsPage::SiteSettingsPage(ShellContext context, QWidget* parent)
    : QFrame(parent),
      context_(std::move(context)),
      search_(new QLineEdit(this)),
      choices_(new QButtonGroup(this)),
      pages_(new QStackedWidget(this)) {
  setObjectName(u"place"_s);
  build();
  connect(&context_.library, &LibrarySession::siteChanged, this, &SiteSettingsPage::refill);
  connect(&context_.library, &LibrarySession::opened, this, &SiteSettingsPage::refill);
  refill();
}

void SiteSettingsPage::build() {
  navigation_ = buildNavigation();
  addIdentity();
  addNavigation();
  addAddresses();
  addLists();
  addCitations();
  addTexts();
  addLanguages();
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(navigation_);
  row->addWidget(new Hairline(Qt::Vertical, this));
  row->addWidget(pages_, 1);
  connect(choices_, &QButtonGroup::idClicked, this, [this](int page) {
    mark(nullptr);
    showPage(page);
  });
  showPage(0);
}

QWidget* SiteSettingsPage::buildNavigation() {
  Appearance& look = context_.look;
  auto* side = new QFrame(this);
  side->setObjectName(u"listPane"_s);
  side->setFixedWidth(look.ipx(navigationWidth));
  search_->setPlaceholderText(tr("Search settings"));
  search_->setAccessibleName(search_->placeholderText());
  search_->setClearButtonEnabled(true);
  search_->addAction(look.icon(u"search"_s, Token::TextTertiary), QLineEdit::LeadingPosition);
  connect(search_, &QLineEdit::textChanged, this, &SiteSettingsPage::search);
  names_ = new QVBoxLayout(side);
  names_->setContentsMargins(look.ipx(10), look.ipx(10), look.ipx(10), look.ipx(10));
  names_->setSpacing(0);
  auto* title = new Label(look, TextRole::PaneTitle, tr("Settings"), Token::TextPrimary, side);
  title->setContentsMargins(look.ipx(6), 0, 0, look.ipx(8));
  names_->addWidget(title);
  names_->addWidget(search_);
  names_->addSpacing(look.ipx(10));
  names_->addStretch();
  return side;
}

/// A page with its name in the navigation; returns the column of its groups.
QVBoxLayout* SiteSettingsPage::addPage(const QString& title, const QString& icon) {
  Appearance& look = context_.look;
  auto* name = new PageName(look, icon, title, navigation_);
  choices_->addButton(name, pages_->count());
  names_->insertWidget(names_->count() - 1, name);
  auto* ground = new QWidget(this);
  ground->setObjectName(u"place"_s);
  auto* page = new QWidget(ground);
  page->setMaximumWidth(look.ipx(columnWidth));
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, look.ipx(28), 0, look.ipx(40));
  column->setSpacing(look.ipx(6));
  column->addWidget(new Label(look, TextRole::PageTitle, title, Token::TextPrimary, page));
  auto* groups = new QVBoxLayout;
  groups->setSpacing(look.ipx(6));
  column->addLayout(groups);
  // With a factor: without one the rows, whose words stand in their middle, would take their part of the
  // rest.
  column->addStretch(1);
  auto* row = new QHBoxLayout(ground);
  row->setContentsMargins(look.ipx(24), 0, look.ipx(24), 0);
  row->addStretch(1);
  row->addWidget(page, 1000);
  row->addStretch(1);
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(ground);
  new OverlayScrollBar(area);
  pages_->addWidget(area);
  return groups;
}

int SiteSettingsPage::addPane(const QString& title, const QString& icon, QWidget* pane) {
  addPage(title, icon)->addWidget(pane);
  return pages_->count() - 1;
}

/// A titled card; returns the column of its rows.
QVBoxLayout* SiteSettingsPage::addGroup(QVBoxLayout* column, const QString& title, const QString& help) {
  Appearance& look = context_.look;
  column->addSpacing(look.ipx(14));
  column->addWidget(new Label(look, TextRole::PaneTitle, title));
  if (!help.isEmpty()) {
    auto* words = new Label(look, TextRole::Body, help, Token::TextSecondary);
    words->setWordWrap(true);
    column->addWidget(words);
  }
  auto* card = new QFrame;
  card->setObjectName(u"card"_s);
  auto* rows = new QVBoxLayout(card);
  rows->setContentsMargins(1, 1, 1, 1);
  rows->setSpacing(0);
  column->addWidget(card);
  return rows;
}

QWidget* SiteSettingsPage::makeRowFrame() {
  return new SettingRow(context_.look, this);
}

void SiteSettingsPage::addRow(QVBoxLayout* group, const QString& label, const QString& help, QWidget* control,
                              Label* note) {
  Appearance& look = context_.look;
  if (group->count() > 0) group->addWidget(new Hairline(Qt::Horizontal));
  QWidget* frame = makeRowFrame();
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  auto* name = new Label(look, TextRole::BodyStrong, label, Token::TextPrimary, frame);
  words->addWidget(name);
  Label* below = note ? note : new Label(look, TextRole::Meta, help, Token::TextTertiary, frame);
  below->setWordWrap(true);
  below->setVisible(!below->text().isEmpty());
  words->addWidget(below);
  words->insertStretch(0);
  words->addStretch();
  auto* row = new QHBoxLayout(frame);
  row->setContentsMargins(look.ipx(16), look.ipx(9), look.ipx(16), look.ipx(9));
  row->setSpacing(look.ipx(20));
  row->addLayout(words, 1);
  row->addWidget(control, 0, Qt::AlignRight | Qt::AlignVCenter);
  frame->setMinimumHeight(look.ipx(48));
  group->addWidget(frame);
  rows_.append({label, label + u' ' + help, pages_->count() - 1, frame, control});
}

void SiteSettingsPage::addFields(QVBoxLayout* group, const QList<Field>& fields) {
  Appearance& look = context_.look;
  for (const Field& field : fields) {
    auto* note = new Label(look, TextRole::Meta, field.help, Token::TextTertiary, this);
    if (field.lines > 1) {
      addLongField(group, field, note);
      continue;
    }
    auto* entry = new QLineEdit(this);
    entry->setAccessibleName(field.label);
    entry->setFixedWidth(look.ipx(field.width));
    addRow(group, field.label, field.help, entry, note);
    connect(entry, &QLineEdit::editingFinished, this,
            [this, field, entry, note] { entry->setText(take(field, entry->text(), note)); });
    refillers_.push_back([this, field, entry] {
      const QString value = field.get(context_.library.site());
      if (!entry->hasFocus() || entry->text().isEmpty()) entry->setText(value);
      entry->setCursorPosition(0);
      entry->setReadOnly(context_.library.readOnly());
    });
  }
}

/// A sentence or two are read whole. Tab leaves the field, which stores what is in it.
void SiteSettingsPage::addLongField(QVBoxLayout* group, const Field& field, Label* note) {
  Appearance& look = context_.look;
  auto* entry = new LongEntry(this);
  entry->setAccessibleName(field.label);
  entry->setTabChangesFocus(true);
  // The style draws the field; its ground must not be painted over.
  entry->viewport()->setAutoFillBackground(false);
  entry->document()->setDocumentMargin(look.px(6));
  entry->setInset(look.ipx(3));
  if (field.source) entry->setFont(look.font(Appearance::Face::Mono, 12));
  entry->setFixedSize(look.ipx(field.width), look.ipx(18 * field.lines + 14));
  const auto shown = [source = field.source](QString value) {
    return source ? value.replace(u" \\"_s, u"\n\\"_s) : value;
  };
  addRow(group, field.label, field.help, entry, note);
  entry->left = [this, field, entry, note, shown] {
    entry->setPlainText(shown(take(field, entry->toPlainText().simplified(), note)));
  };
  refillers_.push_back([this, field, entry, shown] {
    if (!entry->hasFocus() || entry->toPlainText().isEmpty())
      entry->setPlainText(shown(field.get(context_.library.site())));
    entry->setReadOnly(context_.library.readOnly());
  });
}

void SiteSettingsPage::addIdentity() {
  QVBoxLayout* page = addPage(tr("Identity"), u"id-card"_s);
  addFields(addGroup(page, tr("Site")),
            {{tr("Site name"),
              {},
              [](const Site& s) { return s.title; },
              [](Site& s, const QString& v) { s.title = v; },
              anything},
             {tr("Tagline"),
              {},
              [](const Site& s) { return s.tagline; },
              [](Site& s, const QString& v) { s.tagline = v; },
              anything,
              290,
              2},
             {tr("Description"), tr("For search engines and feeds, one or two sentences"),
              [](const Site& s) { return s.description; },
              [](Site& s, const QString& v) { s.description = v; }, anything, 290, 4}});
  addFields(addGroup(page, tr("You")),
            {{tr("Your name"),
              {},
              [](const Site& s) { return s.author.display(); },
              [](Site& s, const QString& v) {
                s.author = Person::parse(v);
                s.author.self = true;
              },
              anything},
             {tr("Also published as"), tr("Further forms of your name, such as J. Müller; Jürgen Muller"),
              [](const Site& s) { return s.authorAliases.join(u"; "_s); },
              [](Site& s, const QString& v) {
                s.authorAliases.clear();
                for (const QString& name : v.split(u';', Qt::SkipEmptyParts))
                  if (!name.trimmed().isEmpty()) s.authorAliases << name.trimmed();
              },
              anything},
             {tr("What you do"),
              {},
              [](const Site& s) { return s.role; },
              [](Site& s, const QString& v) { s.role = v; },
              anything},
             {tr("E-mail"),
              {},
              [](const Site& s) { return s.email; },
              [](Site& s, const QString& v) { s.email = v; },
              [](const QString& v) {
                const bool right =
                    v.isEmpty() || (v.indexOf(u'@') > 0 && !v.endsWith(u'@') && !v.contains(u' '));
                return right ? QString() : say("Write an address such as name@example.org.");
              }}});
}

void SiteSettingsPage::addAddresses() {
  QVBoxLayout* page = addPage(tr("Addresses"), u"signpost"_s);
  addFields(addGroup(page, tr("Site address")),
            {{tr("Base address"), tr("Where the site will lie. Feeds, the sitemap and sharing cards need it"),
              [](const Site& s) { return s.baseUrl; },
              [](Site& s, const QString& v) { s.baseUrl = readBaseUrl(v).first; },
              [](const QString& v) { return readBaseUrl(v).second; }}});
}

void SiteSettingsPage::addLists() {
  QVBoxLayout* page = addPage(tr("Lists and feeds"), u"rss"_s);
  addFields(addGroup(page, tr("Lists")),
            {{tr("Items on a page of a list"), tr("Longer lists get further pages"),
              [](const Site& s) { return QString::number(s.pageSize); },
              [](Site& s, const QString& v) { s.pageSize = v.toInt(); }, wholeNumber, 86}});
  addPublications(addGroup(page, tr("Publications")));
  addToggle(addGroup(page, tr("CV")), tr("Offer the CV as files"),
            tr("As PDF and as JSON Resume, on its page"), offersResumeFiles, setOffersResumeFiles,
            say("Change the files of the CV"));
  addFields(addGroup(page, tr("Feeds")),
            {{tr("Entries of a feed"), tr("The newest, in the main feed and in the feed of each kind"),
              [](const Site& s) { return QString::number(s.feedSize); },
              [](Site& s, const QString& v) { s.feedSize = v.toInt(); }, wholeNumber, 86}});
}

void SiteSettingsPage::addPublications(QVBoxLayout* group) {
  auto* combo = new ComboBox(this);
  combo->setAccessibleName(tr("Publications grouped by"));
  combo->setFixedWidth(context_.look.ipx(160));
  combo->addItem(tr("Year"), u"year"_s);
  combo->addItem(tr("Type"), u"type"_s);
  combo->addItem(tr("Topic"), u"topic"_s);
  addRow(group, tr("Publications grouped by"), tr("On the page of your publications"), combo);
  connect(combo, &QComboBox::activated, this, [this, combo] {
    Site site = context_.library.site();
    site.publicationGroups = combo->currentData().toString();
    context_.library.saveSite(site, say("Change the list of publications"));
  });
  refillers_.push_back([this, combo] {
    combo->setCurrentIndex(std::max(0, combo->findData(context_.library.site().publicationGroups)));
    combo->setEnabled(!context_.library.readOnly());
  });
  addToggle(
      group, tr("Authors in lists of publications"), tr("Their own pages always name them"),
      [](const Site& site) { return site.publicationAuthors; },
      [](Site& site, bool on) { site.publicationAuthors = on; }, say("Change the list of publications"));
}

void SiteSettingsPage::addToggle(QVBoxLayout* group, const QString& label, const QString& note,
                                 bool (*read)(const Site&), void (*write)(Site&, bool), const QString& step) {
  auto* toggle = new Toggle(context_.look, label, this);
  addRow(group, label, note, toggle);
  connect(toggle, &QAbstractButton::clicked, this, [this, write, step](bool on) {
    Site site = context_.library.site();
    write(site, on);
    context_.library.saveSite(site, step);
  });
  refillers_.push_back([this, toggle, read] {
    toggle->setChecked(read(context_.library.site()));
    toggle->setEnabled(!context_.library.readOnly());
  });
}

void SiteSettingsPage::addLanguages() {
  QVBoxLayout* page = addPage(tr("Language and time"), u"languages"_s);
  addFields(addGroup(page, tr("Language")),
            {{tr("Language"), tr("A language tag such as en or en-GB"),
              [](const Site& s) { return s.language; }, [](Site& s, const QString& v) { s.language = v; },
              [](const QString& v) {
                const bool known = QLocale(v).language() != QLocale::C;
                return known ? QString() : say("Write a language tag such as en, de or pt-BR.");
              },
              160}});
  addFields(addGroup(page, tr("Time")),
            {{tr("Time zone"), tr("Dates without a zone are read in it"),
              [](const Site& s) { return s.timeZone; }, [](Site& s, const QString& v) { s.timeZone = v; },
              [](const QString& v) {
                return QTimeZone(v.toUtf8()).isValid() ? QString()
                                                       : say("Write a zone such as Europe/London or UTC.");
              },
              160}});
}

void SiteSettingsPage::addTexts() {
  QVBoxLayout* page = addPage(tr("Text and formulas"), u"sigma"_s);
  QVBoxLayout* text = addGroup(page, tr("Text"));
  auto* toggle = new Toggle(context_.look, tr("Smart punctuation on the site"), this);
  addRow(text, tr("Curly quotes and dashes"),
         tr("Straight quotes and -- of the texts become “…” and – on the site; the texts stay as written"),
         toggle);
  connect(toggle, &QAbstractButton::clicked, this, [this](bool on) {
    Site site = context_.library.site();
    site.smartPunctuation = on;
    context_.library.saveSite(site, say("Change punctuation"));
  });
  refillers_.push_back([this, toggle] {
    toggle->setChecked(context_.library.site().smartPunctuation);
    toggle->setEnabled(!context_.library.readOnly());
  });
  addFields(
      addGroup(page, tr("Formulas")),
      {{tr("TeX commands"), tr("Definitions such as \\newcommand{\\RR}{\\mathbb{R}}, for every formula"),
        [](const Site& s) { return texMacrosText(s.macros); },
        [](Site& s, const QString& v) { s.macros = parseTexMacros(v).value_or(TexMacros()); },
        [](const QString& v) {
          const auto macros = parseTexMacros(v);
          return macros ? QString() : macros.error().message;
        },
        290, 5, true}});
}

void SiteSettingsPage::addCitations() {
  QVBoxLayout* page = addPage(tr("Citations"), u"quote"_s);
  auto* combo = new ComboBox(this);
  combo->setAccessibleName(tr("Citation style"));
  combo->setFixedWidth(context_.look.ipx(290));
  addRow(addGroup(page, tr("Style")), tr("Citation style"),
         tr("Further styles: put their .csl files into the folder “styles” of the library"), combo);
  connect(combo, &QComboBox::activated, this, [this, combo] {
    Site site = context_.library.site();
    site.citationStyle = combo->currentData().toString();
    context_.library.saveSite(site, say("Change the citation style"));
  });
  refillers_.push_back([this, combo] {
    combo->setEnabled(!context_.library.readOnly());
    using Styles = QList<CitationStyle>;
    context_.library.store().run<Styles>(
        [](Library& library) -> Result<Styles> {
          return citationStyles(library.resources().path(u"csl"_s), library.folder() + u"/styles"_s);
        },
        combo,
        [this, combo](const Result<Styles>& styles) {
          combo->clear();
          for (const CitationStyle& style : styles.value_or({}))
            combo->addItem(style.title, style.id);
          const QString chosen = context_.library.site().citationStyle;
          if (combo->findData(chosen) < 0) combo->addItem(chosen, chosen);  // its file is gone
          combo->setCurrentIndex(combo->findData(chosen));
        });
  });
}

void SiteSettingsPage::showPage(int page) {
  pages_->setCurrentIndex(page);
  choices_->button(page)->setChecked(true);
}

/// The first row with all the words, in the order of the pages.
void SiteSettingsPage::search(const QString& words) {
  const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
  const auto found = std::find_if(rows_.cbegin(), rows_.cend(), [&wanted](const Row& row) {
    return !wanted.isEmpty() && std::all_of(wanted.cbegin(), wanted.cend(), [&row](const QString& word) {
      return row.words.contains(word, Qt::CaseInsensitive);
    });
  });
  mark(found == rows_.cend() ? nullptr : &*found);
}

void SiteSettingsPage::mark(const Row* row) {
  for (const Row& each : std::as_const(rows_))
    static_cast<SettingRow*>(each.frame)->setMarked(&each == row);
  if (!row) return;
  showPage(row->page);
  static_cast<QScrollArea*>(pages_->currentWidget())->ensureWidgetVisible(row->frame);
}

void SiteSettingsPage::showRow(const QString& label) {
  for (const Row& row : std::as_const(rows_)) {
    if (row.label != label) continue;
    mark(&row);
    row.control->setFocus(Qt::OtherFocusReason);
    return;
  }
}

/// Stores what was typed if it is right, and returns what the field is to show.
QString SiteSettingsPage::take(const Field& field, const QString& typed, Label* note) {
  const QString value = typed.trimmed();
  Site site = context_.library.site();
  if (value == field.get(site) || context_.library.readOnly()) return typed;
  const QString wrong = field.check(value);
  note->setText(wrong.isEmpty() ? field.help : wrong);
  note->setInk(wrong.isEmpty() ? Token::TextTertiary : Token::StDanger);
  note->setVisible(!note->text().isEmpty());
  if (!wrong.isEmpty()) return typed;
  field.set(site, value);
  context_.library.saveSite(site, say("Change %1").arg(field.label.toLower()));
  return field.get(site);
}

void SiteSettingsPage::showEvent(QShowEvent* event) {
  QFrame::showEvent(event);
  refill();
}

void SiteSettingsPage::refill() {
  if (!context_.library.isOpen()) return;
  offers_.kinds.clear();
  for (const ContentKind& kind : context_.library.kinds()->all())
    offers_.kinds.append(kind.id);
  for (const auto& refill : refillers_)
    refill();
}

}  // namespace offprint

#include "moc_SiteSettingsPage.cpp"
