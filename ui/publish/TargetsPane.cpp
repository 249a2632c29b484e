#include "ui/publish/TargetsPane.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "ui/publish/PublishActions.h"
#include "ui/publish/TargetSheet.h"
#include "ui/shell/Dialogs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Answers what the key store has of it alone.
Result<QStringList> removeTarget(Library& library, const QString& name) {
  PublishRepository& store = library.publishing();
  const auto target = store.target(name);
  if (!target) return target.error();
  OFFPRINT_TRY(store.removeTarget(name));
  const auto left = store.targets();
  if (!left) return left.error();
  return secretsOfGone(*target, *left);
}

}  // namespace

TargetsPane::TargetsPane(ShellContext context, PublishActions& actions, QWidget* parent)
    : QWidget(parent), context_(std::move(context)), actions_(actions), column_(new QVBoxLayout(this)) {
  column_->setContentsMargins(0, context_.look.ipx(8), 0, 0);
  connect(&actions_, &PublishActions::changed, this, &TargetsPane::refill);
  refill();
}

void TargetsPane::refill() {
  Appearance& look = context_.look;
  delete content_;
  content_ = new QWidget(this);
  column_->addWidget(content_);
  auto* column = new QVBoxLayout(content_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(look.ipx(12));
  auto* words = new Label(look, TextRole::Body,
                          tr("Where the site goes. Passwords and keys are kept in the keyring of this "
                             "computer, never in the library."),
                          Token::TextSecondary, content_);
  words->setWordWrap(true);
  column->addWidget(words);
  if (!actions_.state().targets.isEmpty()) {
    auto* card = new QFrame(content_);
    card->setObjectName(u"card"_s);
    auto* rows = new QVBoxLayout(card);
    rows->setContentsMargins(1, 1, 1, 1);
    rows->setSpacing(0);
    for (const PublishTarget& target : actions_.state().targets)
      addRow(target, rows);
    column->addWidget(card);
  }
  auto* add = new QPushButton(look.icon(u"plus"_s, Token::TextPrimary), tr("Add a target…"), content_);
  add->setEnabled(!context_.library.readOnly());
  connect(add, &QPushButton::clicked, this, [this] { edit({}); });
  column->addWidget(add, 0, Qt::AlignLeft);
  column->addStretch();
}

void TargetsPane::addRow(const PublishTarget& target, QVBoxLayout* rows) {
  Appearance& look = context_.look;
  if (rows->count() > 0) rows->addWidget(new Hairline(Qt::Horizontal));
  auto* row = new QWidget(content_);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(look.ipx(16), look.ipx(9), look.ipx(12), look.ipx(9));
  line->setSpacing(look.ipx(8));
  const auto type = findPublisher(target.type);
  auto* place =
      new Label(look, TextRole::Meta, u"%1 · %2"_s.arg(type ? type->label : target.type, targetPlace(target)),
                Token::TextSecondary, row);
  place->setEliding(true);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  words->addWidget(new Label(look, TextRole::BodyStrong, target.name, Token::TextPrimary, row));
  words->addWidget(place);
  line->addLayout(words, 1);
  auto* change = new QPushButton(tr("Edit and test…"), row);
  change->setAccessibleName(tr("Edit and test %1").arg(target.name));
  auto* gone = new QPushButton(tr("Remove"), row);
  gone->setAccessibleName(tr("Remove %1").arg(target.name));
  gone->setProperty("danger", true);
  for (QPushButton* button : {change, gone})
    button->setEnabled(!context_.library.readOnly());
  line->addWidget(change);
  line->addWidget(gone);
  rows->addWidget(row);
  connect(change, &QPushButton::clicked, this, [this, target] { edit(target); });
  connect(gone, &QPushButton::clicked, this, [this, name = target.name] { remove(name); });
}

void TargetsPane::edit(const PublishTarget& target) {
  auto* sheet = new TargetSheet(context_, actions_, target, window());
  connect(sheet, &TargetSheet::saved, &actions_, &PublishActions::reload);
  sheet->open();
}

/// What is online stays there.
void TargetsPane::remove(const QString& name) {
  context_.dialogs.confirm(
      {tr("Remove the target “%1”?").arg(name),
       tr("Nothing on the host changes, and the history stays. Offprint only forgets how to get there, and "
          "its password."),
       tr("Remove"), true},
      [this, name] {
        context_.library.store().run<QStringList>(
            [name](Library& library) { return removeTarget(library, name); }, this,
            [this](const Result<QStringList>& secrets) {
              if (!secrets) Q_EMIT actions_.failed(secrets.error());
              if (secrets) actions_.forgetSecrets(*secrets);
              actions_.reload();
            });
      });
}

}  // namespace offprint

#include "moc_TargetsPane.cpp"
