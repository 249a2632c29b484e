#include "ui/site/SiteSettingsPage.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QScrollArea>
#include <QTimeZone>
#include <QUrl>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/site/CitationStyles.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString wholeNumber(const QString& typed) {
  bool number = false;
  const int value = typed.toInt(&number);
  return number && value >= 1 && value <= 500 ? QString() : say("Write a whole number from 1 to 500.");
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
    : QFrame(parent), context_(std::move(context)) {
  setObjectName(u"place"_s);
  build();
  connect(&context_.library, &LibrarySession::siteChanged, this, &SiteSettingsPage::refill);
  connect(&context_.library, &LibrarySession::opened, this, &SiteSettingsPage::refill);
  refill();
}

void SiteSettingsPage::build() {
  Appearance& look = context_.look;
  auto* page = new QWidget(this);
  page->setObjectName(u"place"_s);
  page->setMaximumWidth(look.ipx(720));
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(look.ipx(32), look.ipx(28), look.ipx(32), look.ipx(40));
  column->setSpacing(look.ipx(8));
  column->addWidget(new Label(look, TextRole::PageTitle, tr("Site settings"), Token::TextPrimary, page));
  column->addWidget(new Label(look, TextRole::Body, tr("Saved as you change them. Undo takes a change back."),
                              Token::TextSecondary, page));
  const auto any = [](const QString&) { return QString(); };
  addGroup(column, tr("Identity"),
           {{tr("Site name"),
             {},
             [](const Site& s) { return s.title; },
             [](Site& s, const QString& v) { s.title = v; },
             any},
            {tr("Tagline"),
             {},
             [](const Site& s) { return s.tagline; },
             [](Site& s, const QString& v) { s.tagline = v; },
             any},
            {tr("Description"), tr("For search engines and feeds, one or two sentences."),
             [](const Site& s) { return s.description; },
             [](Site& s, const QString& v) { s.description = v; }, any},
            {tr("Your name"),
             {},
             [](const Site& s) { return s.author.display(); },
             [](Site& s, const QString& v) {
               s.author = Person::parse(v);
               s.author.self = true;
             },
             any},
            {tr("What you do"),
             {},
             [](const Site& s) { return s.role; },
             [](Site& s, const QString& v) { s.role = v; },
             any},
            {tr("E-mail"),
             {},
             [](const Site& s) { return s.email; },
             [](Site& s, const QString& v) { s.email = v; },
             [](const QString& v) {
               const bool right =
                   v.isEmpty() || (v.indexOf(u'@') > 0 && !v.endsWith(u'@') && !v.contains(u' '));
               return right ? QString() : say("Write an address such as name@example.org.");
             }}});
  addGroup(column, tr("Addresses"),
           {{tr("Base address"), tr("Where the site will lie. Feeds, the sitemap and sharing cards need it."),
             [](const Site& s) { return s.baseUrl; },
             [](Site& s, const QString& v) { s.baseUrl = readBaseUrl(v).first; },
             [](const QString& v) { return readBaseUrl(v).second; }}});
  addGroup(column, tr("Language and time"),
           {{tr("Language"), tr("A language tag such as en or en-GB."),
             [](const Site& s) { return s.language; }, [](Site& s, const QString& v) { s.language = v; },
             [](const QString& v) {
               const bool known = QLocale(v).language() != QLocale::C;
               return known ? QString() : say("Write a language tag such as en, de or pt-BR.");
             }},
            {tr("Time zone"), tr("Dates without a zone are read in it."),
             [](const Site& s) { return s.timeZone; }, [](Site& s, const QString& v) { s.timeZone = v; },
             [](const QString& v) {
               return QTimeZone(v.toUtf8()).isValid() ? QString()
                                                      : say("Write a zone such as Europe/London or UTC.");
             }}});
  addGroup(column, tr("Lists and feeds"),
           {{tr("Items on a page of a list"),
             {},
             [](const Site& s) { return QString::number(s.pageSize); },
             [](Site& s, const QString& v) { s.pageSize = v.toInt(); },
             wholeNumber},
            {tr("Entries of a feed"),
             {},
             [](const Site& s) { return QString::number(s.feedSize); },
             [](Site& s, const QString& v) { s.feedSize = v.toInt(); },
             wholeNumber}});
  addGroup(
      column, tr("Formulas"),
      {{tr("TeX commands"), tr("Definitions such as \\newcommand{\\RR}{\\mathbb{R}}, for every formula."),
        [](const Site& s) { return texMacrosText(s.macros); },
        [](Site& s, const QString& v) { s.macros = parseTexMacros(v).value_or(TexMacros()); },
        [](const QString& v) {
          const auto macros = parseTexMacros(v);
          return macros ? QString() : macros.error().message;
        }}});
  addToggle(column);
  addCitationStyle(column);
  column->addStretch();
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  auto* ground = new QWidget(area);
  ground->setObjectName(u"place"_s);
  auto* row = new QHBoxLayout(ground);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(page, 1);
  row->addStretch(0);
  area->setWidget(ground);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(area);
}

void SiteSettingsPage::addGroup(QVBoxLayout* column, const QString& title, const QList<Field>& fields) {
  Appearance& look = context_.look;
  column->addSpacing(look.ipx(16));
  column->addWidget(new Label(look, TextRole::PaneTitle, title));
  for (const Field& field : fields) {
    auto* row = new QHBoxLayout;
    auto* label = new Label(look, TextRole::Body, field.label, Token::TextSecondary);
    label->setFixedWidth(look.ipx(190));
    label->setContentsMargins(0, look.ipx(5), 0, 0);
    auto* entry = new QLineEdit;
    entry->setAccessibleName(field.label);
    auto* note = new Label(look, TextRole::Small, field.help, Token::TextTertiary);
    note->setWordWrap(true);
    note->setVisible(!field.help.isEmpty());
    auto* right = new QVBoxLayout;
    right->setSpacing(look.ipx(3));
    right->addWidget(entry);
    right->addWidget(note);
    row->addWidget(label, 0, Qt::AlignTop);
    row->addLayout(right, 1);
    column->addLayout(row);
    connect(entry, &QLineEdit::editingFinished, this,
            [this, field, entry, note] { take(field, entry, note); });
    refillers_.push_back([this, field, entry] {
      const QString value = field.get(context_.library.site());
      if (!entry->hasFocus() || entry->text().isEmpty()) entry->setText(value);
      entry->setReadOnly(context_.library.readOnly());
    });
  }
}

void SiteSettingsPage::addToggle(QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  auto* toggle = new Toggle(context_.look, tr("Smart punctuation on the site"), this);
  row->addWidget(new Label(context_.look, TextRole::Body, tr("Curly quotes and dashes on the site"),
                           Token::TextSecondary));
  row->addStretch();
  row->addWidget(toggle);
  column->addLayout(row);
  connect(toggle, &QAbstractButton::clicked, this, [this](bool on) {
    Site site = context_.library.site();
    site.smartPunctuation = on;
    context_.library.saveSite(site, say("Change punctuation"));
  });
  refillers_.push_back([this, toggle] {
    toggle->setChecked(context_.library.site().smartPunctuation);
    toggle->setEnabled(!context_.library.readOnly());
  });
}

void SiteSettingsPage::addCitationStyle(QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  auto* label = new Label(context_.look, TextRole::Body, tr("Citation style"), Token::TextSecondary);
  label->setFixedWidth(context_.look.ipx(190));
  auto* combo = new QComboBox(this);
  combo->setAccessibleName(tr("Citation style"));
  combo->setToolTip(tr("Further styles: put their .csl files into the folder “styles” of the library."));
  row->addWidget(label);
  row->addWidget(combo, 1);
  column->addLayout(row);
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

void SiteSettingsPage::take(const Field& field, QLineEdit* entry, Label* note) {
  const QString value = entry->text().trimmed();
  Site site = context_.library.site();
  if (value == field.get(site) || context_.library.readOnly()) return;
  const QString wrong = field.check(value);
  note->setText(wrong.isEmpty() ? field.help : wrong);
  note->setInk(wrong.isEmpty() ? Token::TextTertiary : Token::StDanger);
  note->setVisible(!note->text().isEmpty());
  if (!wrong.isEmpty()) return;
  field.set(site, value);
  entry->setText(field.get(site));
  context_.library.saveSite(site, say("Change %1").arg(field.label.toLower()));
}

void SiteSettingsPage::refill() {
  if (!context_.library.isOpen()) return;
  for (const auto& refill : refillers_)
    refill();
}

}  // namespace offprint

#include "moc_SiteSettingsPage.cpp"
