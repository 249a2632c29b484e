#include "ui/shell/FormatBar.h"

#include <QHBoxLayout>

#include "ui/shell/Commands.h"
#include "ui/shell/Preferences.h"
#include "ui/widgets/IconButton.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// The twelve, in groups that belong together.
const QList<QStringList>& groups() {
  static const QList<QStringList> table = {
      {u"format.bold"_s, u"format.italic"_s, u"format.code"_s},
      {u"format.heading-up"_s, u"format.list"_s, u"format.quote"_s},
      {u"insert.link"_s, u"insert.image"_s, u"insert.footnote"_s},
      {u"insert.math"_s, u"insert.code-block"_s, u"insert.table"_s},
  };
  return table;
}

}  // namespace

FormatBar::FormatBar(Appearance& look, const Commands& commands, const Preferences& preferences,
                     QWidget* parent)
    : QFrame(parent), look_(look) {
  setObjectName(u"paneHeader"_s);
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Format bar"));
  auto* row = new QHBoxLayout(this);
  row->addStretch();
  for (const QStringList& group : groups()) {
    if (row->count() > 1) row->addSpacing(look_.ipx(12));
    for (const QString& id : group) {
      auto* button = new IconButton(look_, commands.action(id), this);
      button->setFocusPolicy(Qt::NoFocus);
      row->addWidget(button);
    }
  }
  row->addStretch();
  connect(&look_, &Appearance::changed, this, &FormatBar::refresh);
  connect(&preferences, &Preferences::changed, this,
          [this, &preferences] { setVisible(preferences.formatBar()); });
  setVisible(preferences.formatBar());
  refresh();
}

void FormatBar::refresh() {
  setFixedHeight(look_.ipx(40));
  layout()->setContentsMargins(look_.ipx(8), 0, look_.ipx(8), 1);
  layout()->setSpacing(look_.ipx(2));
  // A button's own refresh lets the keyboard in; here keys stay with the text.
  for (IconButton* button : findChildren<IconButton*>())
    button->setFocusPolicy(Qt::NoFocus);
}

}  // namespace offprint

#include "moc_FormatBar.cpp"
