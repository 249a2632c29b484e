#include "ui/shell/Sheets.h"

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QSlider>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Fuzzy.h"
#include "ui/shell/Preferences.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Sheet.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QWidget* labelled(Appearance& look, const QString& text, QWidget* control) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(new Label(look, TextRole::Body, text));
  line->addStretch();
  line->addWidget(control);
  return row;
}

QWidget* toggleRow(Appearance& look, const QString& text, bool on, std::function<void(bool)> set) {
  auto* toggle = new Toggle(look, text);
  toggle->setChecked(on);
  QObject::connect(toggle, &QAbstractButton::toggled, toggle, std::move(set));
  return labelled(look, text, toggle);
}

QWidget* textSizeRow(Appearance& look, Preferences& preferences) {
  auto* box = new QWidget;
  auto* line = new QHBoxLayout(box);
  line->setContentsMargins(0, 0, 0, 0);
  auto* slider = new QSlider(Qt::Horizontal, box);
  slider->setRange(8, 20);
  slider->setPageStep(1);
  slider->setFixedWidth(look.ipx(180));
  slider->setAccessibleName(say("Interface text size"));
  auto* number = new Label(look, TextRole::Meta, {}, Token::TextSecondary, box);
  number->setMinimumWidth(look.ipx(44));
  line->addWidget(slider);
  line->addWidget(number);
  const auto show = [number](int tenths) { number->setText(say("%1 %").arg(tenths * 10)); };
  slider->setValue(qRound(preferences.textScale() * 10));
  show(slider->value());
  QObject::connect(slider, &QSlider::valueChanged, box, show);
  // While dragging the window would change under the pointer: applied when let go.
  slider->setTracking(true);
  const auto apply = [slider, &preferences] { preferences.setTextScale(slider->value() / 10.0); };
  QObject::connect(slider, &QSlider::sliderReleased, box, apply);
  QObject::connect(slider, &QSlider::valueChanged, box, [slider, apply] {
    if (!slider->isSliderDown()) apply();
  });
  return labelled(look, say("Interface text size"), box);
}

/// Who is asked for works; an empty field means the standard address.
QWidget* registryRow(Appearance& look, const QString& text, const QString& service,
                     Preferences& preferences) {
  auto* address = new QLineEdit(preferences.lookupAddresses().value(service));
  address->setPlaceholderText(say("Standard address"));
  address->setAccessibleName(text);
  address->setFixedWidth(look.ipx(240));
  QObject::connect(address, &QLineEdit::editingFinished, address, [address, service, &preferences] {
    preferences.setLookupAddress(service, address->text());
  });
  return labelled(look, text, address);
}

}  // namespace

void openPreferences(const ShellContext& context, QWidget* window) {
  Appearance& look = context.look;
  Preferences& preferences = context.preferences;
  auto* sheet = new Sheet(look, say("Preferences"), window);
  auto* modes =
      new Segmented(look, say("Appearance"), {{say("System"), {}}, {say("Light"), {}}, {say("Dark"), {}}});
  modes->setCurrent(static_cast<int>(preferences.look()));
  QObject::connect(modes, &Segmented::chosen, modes,
                   [&preferences](int mode) { preferences.setLook(static_cast<Appearance::Mode>(mode)); });
  QVBoxLayout* column = sheet->content();
  column->setSpacing(look.ipx(14));
  column->addWidget(labelled(look, say("Appearance"), modes));
  column->addWidget(toggleRow(look, say("Increased contrast"), preferences.increasedContrast(),
                              [&preferences](bool on) { preferences.setIncreasedContrast(on); }));
  column->addWidget(textSizeRow(look, preferences));
  column->addWidget(toggleRow(look, say("Check spelling"), preferences.spelling(),
                              [&preferences](bool on) { preferences.setSpelling(on); }));
  column->addWidget(toggleRow(look, say("Menu bar"), preferences.menuBar(),
                              [&preferences](bool on) { preferences.setMenuBar(on); }));
  column->addWidget(toggleRow(look, say("Format bar"), preferences.formatBar(),
                              [&preferences](bool on) { preferences.setFormatBar(on); }));
  column->addWidget(toggleRow(look, say("Status bar"), preferences.statusBar(),
                              [&preferences](bool on) { preferences.setStatusBar(on); }));
  column->addWidget(toggleRow(look, say("Look up works when asked to"), preferences.lookUps(),
                              [&preferences](bool on) { preferences.setLookUps(on); }));
  column->addWidget(registryRow(look, say("DOI registry"), u"doi"_s, preferences));
  column->addWidget(registryRow(look, say("arXiv"), u"arxiv"_s, preferences));
  column->addWidget(registryRow(look, say("Catalogue of books"), u"books"_s, preferences));
  column->addWidget(registryRow(look, say("Catalogue of works"), u"works"_s, preferences));
  sheet->addClose();
  sheet->open();
}

void openKeyboardHelp(const ShellContext& context, QWidget* window) {
  Appearance& look = context.look;
  auto* sheet = new Sheet(look, say("Keyboard"), window);
  auto* filter = new QLineEdit(sheet);
  filter->setPlaceholderText(say("Find a command or key"));
  filter->setAccessibleName(filter->placeholderText());
  auto* table = new QTableWidget(sheet);
  table->setColumnCount(2);
  table->setHorizontalHeaderLabels({say("Command"), say("Keys")});
  table->verticalHeader()->hide();
  table->setShowGrid(false);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  for (const CommandSpec& spec : context.commands.all()) {
    if (spec.keys.isEmpty()) continue;
    QStringList keys;
    for (const QKeySequence& sequence : spec.keys)
      keys.append(sequence.toString(QKeySequence::NativeText));
    const int row = table->rowCount();
    table->insertRow(row);
    table->setItem(row, 0, new QTableWidgetItem(context.commands.action(spec.id)->iconText()));
    table->setItem(row, 1, new QTableWidgetItem(keys.join(u", "_s)));
  }
  QObject::connect(filter, &QLineEdit::textChanged, table, [table](const QString& typed) {
    for (int row = 0; row < table->rowCount(); ++row) {
      const bool keys = table->item(row, 1)->text().contains(typed, Qt::CaseInsensitive);
      table->setRowHidden(row, !keys && !fuzzyMatch(typed, table->item(row, 0)->text()));
    }
  });
  sheet->content()->addWidget(filter);
  sheet->content()->addWidget(table, 1);
  sheet->addClose();
  sheet->resize(look.ipx(520), look.ipx(560));
  filter->setFocus();
  sheet->open();
}

void openAbout(const ShellContext& context, QWidget* window) {
  Appearance& look = context.look;
  auto* sheet = new Sheet(look, say("Offprint"), window);
  const QString version = QCoreApplication::applicationVersion();
  auto* text = new Label(
      look, TextRole::Body,
      say("Version %1, Qt %2")
              .arg(version.isEmpty() ? say("unknown") : version, QLatin1StringView(qVersion())) +
          u"\n\n"_s +
          say("Write, keep and publish a personal research site. Everything you write stays on this "
              "computer, in a library that is yours.") +
          u"\n\n"_s +
          say("Free software under the GNU General Public License 3 or later. Icons: Lucide (ISC). "
              "Fonts: Inter, Literata, JetBrains Mono (SIL OFL)."),
      Token::TextSecondary, sheet);
  text->setWordWrap(true);
  sheet->content()->addWidget(text);
  sheet->addClose();
  sheet->open();
}

}  // namespace offprint
