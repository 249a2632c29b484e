#include <algorithm>
#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/theme/ThemeFolders.h"
#include "exporters/theme/ThemeOptions.h"
#include "ui/site/SiteSettingsPage.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// What the page shows: all themes, and what the one in use lets a site set.
struct Looks {
  QList<ThemeEntry> themes;
  QJsonArray options;
};

Result<Looks> readLooks(Library& library, const QString& theme) {
  const ThemeFolders folders{library.folder() + u"/themes"_s, library.resources().path(u"themes"_s),
                             ThemeFolders::ofUser()};
  Looks looks{themesIn(folders), {}};
  if (const auto files = ThemeFiles::find(theme, folders))
    looks.options = files->manifest.value(u"options"_s).toArray();
  return looks;
}

QJsonValue valueOf(const Site& site, const QString& option) {
  return site.themeOptions.value(site.theme).toObject().value(option);
}

}  // namespace

/// The theme of the site, and the options that it declares (theme.json): each theme keeps its own values.
void SiteSettingsPage::addAppearance() {
  QVBoxLayout* page = addPage(tr("Appearance"), u"sun-moon"_s);
  auto* combo = new QComboBox(this);
  combo->setAccessibleName(tr("Theme"));
  combo->setFixedWidth(context_.look.ipx(290));
  addRow(addGroup(page, tr("Theme")), tr("Theme"),
         tr("Own themes: put their folders into the folder “themes” of the library"), combo);
  looks_.rows = addGroup(page, tr("What this theme lets you set"));
  looks_.page = pages_->count() - 1;
  connect(combo, &QComboBox::activated, this, [this, combo] {
    Site site = context_.library.site();
    site.theme = combo->currentData().toString();
    context_.library.saveSite(site, say("Change the theme"));
  });
  refillers_.push_back([this, combo] {
    combo->setEnabled(!context_.library.readOnly());
    const QString theme = context_.library.site().theme;
    context_.library.store().run<Looks>(
        [theme](Library& library) { return readLooks(library, theme); }, combo,
        [this, combo, theme](const Result<Looks>& looks) {
          if (!looks || theme != context_.library.site().theme) return;  // a later answer is on its way
          combo->clear();
          for (const ThemeEntry& entry : looks->themes) {
            combo->addItem(entry.label, entry.id);
            combo->setItemData(combo->count() - 1, entry.description, Qt::ToolTipRole);
          }
          if (combo->findData(theme) < 0) combo->addItem(theme, theme);  // its folder is gone
          combo->setCurrentIndex(combo->findData(theme));
          showThemeOptions(looks->options);
        });
  });
}

/// Rows for the options, made again when they are others; then their values.
void SiteSettingsPage::showThemeOptions(const QJsonArray& options) {
  if (options != looks_.options) {
    looks_.options = options;
    looks_.refillers.clear();
    const auto among = [this](const Row& row) { return looks_.controls.contains(row.control); };
    rows_.erase(std::remove_if(rows_.begin(), rows_.end(), among), rows_.end());
    looks_.controls.clear();
    while (QLayoutItem* item = looks_.rows->takeAt(0)) {
      if (item->widget()) item->widget()->deleteLater();
      delete item;
    }
    for (const QJsonValue option : options) {
      addThemeOption(option.toObject());
      if (rows_.isEmpty()) continue;
      rows_.last().page = looks_.page;
      looks_.controls.append(rows_.constLast().control);
    }
  }
  for (const auto& refill : looks_.refillers)
    refill();
}

void SiteSettingsPage::saveThemeOption(const QString& id, const QJsonValue& value) {
  Site site = context_.library.site();
  QJsonObject own = site.themeOptions.value(site.theme).toObject();
  if (own.value(id) == value) return;
  if (value.isUndefined())
    own.remove(id);
  else
    own.insert(id, value);
  site.themeOptions.insert(site.theme, own);
  context_.library.saveSite(site, say("Change the look of the site"));
}

void SiteSettingsPage::addThemeOption(const QJsonObject& option) {
  const QString id = option.value(u"id"_s).toString();
  const QString label = option.value(u"label"_s).toString(id);
  const QString type = option.value(u"type"_s).toString();
  if (type == "switch"_L1) {
    auto* toggle = new Toggle(context_.look, label, this);
    addRow(looks_.rows, label, {}, toggle);
    connect(toggle, &QAbstractButton::clicked, this, [this, id](bool on) { saveThemeOption(id, on); });
    const bool usual = option.value(u"default"_s).toBool();
    looks_.refillers.push_back([this, toggle, id, usual] {
      toggle->setChecked(valueOf(context_.library.site(), id).toBool(usual));
      toggle->setEnabled(!context_.library.readOnly());
    });
    return;
  }
  if (type == "choice"_L1) {
    auto* combo = new QComboBox(this);
    combo->setAccessibleName(label);
    combo->setFixedWidth(context_.look.ipx(290));
    for (const QJsonValue choice : option.value(u"choices"_s).toArray())
      combo->addItem(choice[u"label"_s].toString(), choice[u"id"_s].toString());
    addRow(looks_.rows, label, {}, combo);
    connect(combo, &QComboBox::activated, this,
            [this, combo, id] { saveThemeOption(id, combo->currentData().toString()); });
    const QString usual = option.value(u"default"_s).toString();
    looks_.refillers.push_back([this, combo, id, usual] {
      const int at = combo->findData(valueOf(context_.library.site(), id).toString(usual));
      combo->setCurrentIndex(std::max(0, at));
      combo->setEnabled(!context_.library.readOnly());
    });
    return;
  }
  addThemeColor(option, id, label);
}

/// A colour as words: what it lacks in contrast is said below it, with the nearest that has enough.
void SiteSettingsPage::addThemeColor(const QJsonObject& option, const QString& id, const QString& label) {
  auto* entry = new QLineEdit(this);
  entry->setAccessibleName(label);
  entry->setPlaceholderText(tr("The theme's own"));
  entry->setFixedWidth(context_.look.ipx(160));
  const QString help = tr("Such as #0a6145; empty for the theme's own");
  auto* note = new Label(context_.look, TextRole::Meta, help, Token::TextTertiary, this);
  addRow(looks_.rows, label, help, entry, note);
  connect(entry, &QLineEdit::editingFinished, this, [this, entry, id] {
    if (context_.library.readOnly()) return;
    const QString typed = entry->text().trimmed();
    saveThemeOption(id, typed.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(typed));
  });
  looks_.refillers.push_back([this, entry, note, option, id, help] {
    const QJsonValue value = valueOf(context_.library.site(), id);
    if (!entry->hasFocus())
      entry->setText(value.isObject() ? value[u"light"_s].toString() : value.toString());
    entry->setReadOnly(context_.library.readOnly());
    QJsonObject values;
    if (!value.isUndefined()) values.insert(id, value);
    const Findings findings = ThemeOptions::read({option}, values, context_.library.site().theme).findings;
    note->setText(findings.isEmpty() ? help : findings.constFirst().message);
    note->setInk(findings.isEmpty() ? Token::TextTertiary : Token::StDanger);
  });
}

}  // namespace offprint
