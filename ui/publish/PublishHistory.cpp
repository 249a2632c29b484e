#include "ui/publish/PublishHistory.h"

#include <algorithm>
#include <limits>
#include <QComboBox>
#include <QDateEdit>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "ui/library/ItemListModel.h"
#include "ui/publish/ChangeRows.h"
#include "ui/publish/ComparedWords.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Dialogs.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString dayText(const QDate& day, const QDate& today) {
  if (day == today) return say("Today");
  if (day == today.addDays(-1)) return say("Yesterday");
  return QLocale().toString(day, day.year() == today.year() ? u"d MMMM"_s : u"d MMMM yyyy"_s);
}

}  // namespace

PublishHistory::PublishHistory(ShellContext context, PublishActions& actions, QWidget* parent)
    : QFrame(parent), context_(std::move(context)), actions_(actions) {
  setObjectName(u"place"_s);
  build();
  connect(&actions_, &PublishActions::changed, this, &PublishHistory::refill);
  refill();
}

void PublishHistory::build() {
  auto* columns = new Splitter(context_.look, Qt::Horizontal, this);
  columns->addWidget(buildSide());
  columns->addWidget(buildPage());
  columns->setStretchFactor(1, 1);
  columns->setSizes({context_.look.ipx(368), context_.look.ipx(860)});
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(columns);
}

QWidget* PublishHistory::buildSide() {
  Appearance& look = context_.look;
  auto* side = new QWidget(this);
  side->setObjectName(u"listPane"_s);
  side->setAttribute(Qt::WA_StyledBackground);
  side->setMinimumWidth(look.ipx(240));
  count_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, side);
  auto* head = new QHBoxLayout;
  head->setSpacing(look.ipx(8));
  head->addWidget(new Label(look, TextRole::PaneTitle, tr("Publish history"), Token::TextPrimary, side));
  head->addWidget(count_);
  head->addStretch();
  day_ = new QDateEdit(side);
  day_->setCalendarPopup(true);
  day_->setDisplayFormat(u"d MMM yyyy"_s);
  day_->setMinimumHeight(look.ipx(28));
  day_->setAccessibleName(tr("Online on"));
  day_->setDate(context_.clock().toLocalTime().date());
  auto* when = new QHBoxLayout;
  when->setSpacing(look.ipx(8));
  auto* label = new Label(look, TextRole::Meta, tr("Online on"), Token::TextSecondary, side);
  label->setBuddy(day_);
  when->addWidget(label);
  when->addWidget(day_);
  when->addStretch();
  list_ = new ChangeList(look, tr("Publish history"), side);
  size_ = new Label(look, TextRole::Meta, {}, Token::TextTertiary, side);
  size_->setWordWrap(true);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(look.ipx(10), look.ipx(10), look.ipx(10), look.ipx(10));
  column->setSpacing(look.ipx(8));
  column->addLayout(head);
  column->addLayout(when);
  column->addWidget(list_, 1);
  column->addWidget(size_);
  connect(list_, &ChangeList::numberChosen, this, &PublishHistory::show);
  connect(day_, &QDateEdit::dateChanged, this, &PublishHistory::goToDay);
  return side;
}

QWidget* PublishHistory::buildPage() {
  Appearance& look = context_.look;
  auto* ground = new QWidget(this);
  auto* page = new QWidget(ground);
  page->setMaximumWidth(look.ipx(720));
  title_ = new Label(look, TextRole::PageTitle, {}, Token::TextPrimary, page);
  title_->setWordWrap(true);
  words_ = new Label(look, TextRole::Body, {}, Token::TextSecondary, page);
  words_->setWordWrap(true);
  message_ = new Banner(look, page);
  open_ = new QPushButton(look.icon(u"external-link"_s, Token::TextPrimary), tr("Open site"), page);
  back_ = new QPushButton(look.icon(u"undo-2"_s, Token::TextPrimary), tr("Roll back…"), page);
  verify_ = new QPushButton(look.icon(u"shield-check"_s, Token::TextPrimary), tr("Compare with host"), page);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(look.ipx(8));
  for (QPushButton* button : {open_, back_, verify_})
    buttons->addWidget(button);
  buttons->addStretch();
  views_ = new Segmented(look, tr("View"), {{tr("What changed"), {}}, {tr("What was online"), {}}}, page);
  other_ = new QComboBox(page);
  other_->setAccessibleName(tr("Compared with"));
  other_->setMinimumWidth(look.ipx(240));
  auto* choice = new QHBoxLayout;
  choice->setSpacing(look.ipx(12));
  choice->addWidget(views_);
  choice->addStretch();
  choice->addWidget(other_);
  rows_ = new ChangeList(look, tr("Items"), page);
  compared_ = new ComparedWords(look, page);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, look.ipx(28), 0, look.ipx(20));
  column->setSpacing(look.ipx(12));
  column->addWidget(title_);
  column->addWidget(words_);
  column->addLayout(buttons);
  column->addWidget(message_);
  column->addSpacing(look.ipx(6));
  column->addLayout(choice);
  column->addWidget(rows_, 1);
  column->addWidget(compared_, 2);
  auto* row = new QHBoxLayout(ground);
  row->setContentsMargins(look.ipx(24), 0, look.ipx(24), 0);
  row->addStretch(1);
  row->addWidget(page, 1000);
  row->addStretch(1);
  connect(open_, &QPushButton::clicked, this, [this] {
    if (const Deployment* one = chosen()) context_.dialogs.openUrl(one->url);
  });
  connect(back_, &QPushButton::clicked, this, &PublishHistory::rollBack);
  connect(verify_, &QPushButton::clicked, this, &PublishHistory::verify);
  connect(views_, &Segmented::chosen, this, &PublishHistory::showDetails);
  connect(other_, &QComboBox::activated, this, &PublishHistory::compare);
  connect(rows_, &ChangeList::numberChosen, this, &PublishHistory::showWords);
  connect(rows_, &QListWidget::itemActivated, this, [this] {
    const int number = rows_->currentNumber();
    if (views_->current() != 1 || number < 0 || number >= details_.items.size()) return;
    const DeploymentDetails::Online& online = details_.items[number];
    if (online.id.valid() && online.revision.id.valid())
      Q_EMIT versionRequested(online.id, online.revision.id.value);
  });
  return ground;
}

const Deployment* PublishHistory::chosen() const {
  const auto found = std::find_if(deployments_.cbegin(), deployments_.cend(),
                                  [this](const Deployment& one) { return one.uuid == chosen_; });
  return found == deployments_.cend() ? nullptr : &*found;
}

/// Whether its target shows it now.
bool PublishHistory::live(const Deployment& deployment) const {
  const Deployment* last = actions_.lastDeployment(deployment.target);
  return last && last->uuid == deployment.uuid;
}

QString PublishHistory::titleOf(const Deployment& deployment) const {
  if (!deployment.note.isEmpty()) return deployment.note;
  if (deployment.action == Deployment::Action::Rollback) return tr("Rolled back");
  QStringList parts;
  if (deployment.sent > 0) parts += tr("%n file(s) sent", nullptr, deployment.sent);
  if (deployment.removed > 0) parts += tr("%n removed", nullptr, deployment.removed);
  return parts.isEmpty() ? tr("Published") : parts.join(u", "_s);
}

void PublishHistory::refill() {
  deployments_ = actions_.state().deployments;
  count_->setText(QLocale().toString(deployments_.size()));
  const QDate today = context_.clock().toLocalTime().date();
  QList<ChangeRow> rows;
  QDate day;
  int chosenRow = 0;
  for (qsizetype i = 0; i < deployments_.size(); ++i) {
    const Deployment& one = deployments_[i];
    const QDateTime local = one.made.toLocalTime();
    if (local.date() != day) {
      day = local.date();
      rows.append({ChangeRow::Shape::Heading, dayText(day, today)});
    }
    const bool back = one.action == Deployment::Action::Rollback;
    rows.append({back ? ChangeRow::Shape::RolledBack : ChangeRow::Shape::Online, titleOf(one),
                 tr("%1 · %2 · %n file(s), %3", nullptr, one.fileCount)
                     .arg(local.toString(u"HH:mm"_s), one.target, sizeText(one.bytes)),
                 live(one) ? tr("Live") : QString(), static_cast<int>(i)});
    if (one.uuid == chosen_) chosenRow = static_cast<int>(i);
  }
  if (rows.isEmpty()) rows.append({ChangeRow::Shape::Note, tr("Nothing was published yet.")});
  list_->setRows(rows);
  list_->choose(chosenRow);
  size_->setText(
      tr("The newest %1 of each target can be brought back; older ones stay listed. Their files take %2.")
          .arg(PublishRepository::kKept)
          .arg(sizeText(actions_.state().keptBytes)));
  size_->setVisible(!deployments_.isEmpty());
  show(deployments_.isEmpty() ? -1 : chosenRow);
}

/// What visitors saw at the end of a day.
void PublishHistory::goToDay() {
  const QDate day = day_->date();
  const QString target = actions_.activeTarget();
  for (qsizetype i = 0; i < deployments_.size(); ++i) {
    const Deployment& one = deployments_[i];
    if (one.made.toLocalTime().date() > day || (!target.isEmpty() && one.target != target)) continue;
    message_->clear();
    list_->choose(static_cast<int>(i));
    views_->setCurrent(1);
    return showDetails();
  }
  message_->tell(Banner::Kind::Note,
                 tr("Nothing was online on %1.").arg(QLocale().toString(day, u"d MMMM yyyy"_s)));
}

void PublishHistory::show(int number) {
  const bool any = number >= 0 && number < deployments_.size();
  for (QWidget* part : QList<QWidget*>{open_, back_, verify_, views_, other_, rows_, compared_})
    part->setVisible(any);
  title_->setText(any ? QString() : tr("No publications yet"));
  words_->setText(any ? QString() : tr("When the site is published, what went online is listed here."));
  if (!any) return;
  const Deployment one = deployments_[number];
  if (one.uuid != chosen_) message_->clear();
  chosen_ = one.uuid;
  const QString moment = momentText(one.made, context_.clock(), QLocale());
  const QString where = one.url.isEmpty() ? one.target : shownAddress(one.url);
  title_->setText(live(one) ? tr("Live at %1").arg(where) : tr("Published %1").arg(moment));
  words_->setText(tr("%1, to %2: %n file(s) in all, %3.", nullptr, one.fileCount)
                      .arg(titleOf(one), one.target, sizeText(one.bytes)) +
                  (live(one) ? u' ' + tr("Published %1.").arg(moment) : QString()));
  open_->setVisible(!one.url.isEmpty());
  back_->setVisible(!live(one));
  back_->setEnabled(!context_.library.readOnly());
  verify_->setVisible(live(one));
  other_->clear();
  other_->addItem(tr("Since nothing"), QString());
  int before = 0;
  for (qsizetype i = 0; i < deployments_.size(); ++i) {
    const Deployment& each = deployments_[i];
    if (each.target != one.target || each.uuid == one.uuid) continue;
    other_->addItem(tr("Since %1").arg(momentText(each.made, context_.clock(), QLocale())), each.uuid);
    if (before == 0 && i > number) before = other_->count() - 1;
  }
  other_->setCurrentIndex(before);
  compare();
}

void PublishHistory::compare() {
  const quint64 mine = ++asked_;
  context_.library.store().run<DeploymentDetails>(
      [uuid = chosen_, other = other_->currentData().toString()](Library& library) {
        return publishJobs::details(library, uuid, other);
      },
      this,
      [this, mine](const Result<DeploymentDetails>& details) {
        if (mine != asked_) return;
        if (!details) return message_->tell(Banner::Kind::Error, details.error().located());
        details_ = *details;
        showDetails();
      });
}

void PublishHistory::showDetails() {
  QList<ChangeRow> rows;
  other_->setVisible(views_->current() == 0 && chosen());
  if (views_->current() == 0) {
    for (qsizetype i = 0; i < details_.changes.size(); ++i)
      rows.append(rowOf(details_.changes[i], static_cast<int>(i)));
    if (rows.isEmpty()) rows.append({ChangeRow::Shape::Note, tr("No item differs.")});
  } else {
    for (qsizetype i = 0; i < details_.items.size(); ++i) {
      const DeploymentDetails::Online& online = details_.items[i];
      const QString version =
          online.revision.id.valid()
              ? tr("version of %1").arg(momentText(online.revision.created, context_.clock(), QLocale()))
              : tr("no version of that time is kept");
      rows.append({ChangeRow::Shape::Online,
                   online.item.title.isEmpty() ? online.item.ref : plainTitle(online.item.title),
                   u'/' + QString(online.item.path).remove(u"index.html"_s), version, static_cast<int>(i)});
    }
    if (rows.isEmpty()) rows.append({ChangeRow::Shape::Note, tr("No item was online.")});
  }
  compared_->setVisible(views_->current() == 0 && !details_.changes.isEmpty());
  rows_->setRows(rows);
}

/// The words of one page that changed, as long as both of its states are kept.
void PublishHistory::showWords(int number) {
  if (views_->current() != 0 || number < 0 || number >= details_.changes.size()) return;
  compared_->tell({});
  const quint64 mine = ++worded_;
  context_.library.store().run<PublishChange>(
      [uuid = chosen_, other = other_->currentData().toString(), change = details_.changes[number]](
          Library& library) { return publishJobs::words(library, uuid, other, change); },
      this,
      [this, mine](const Result<PublishChange>& change) {
        if (mine != worded_) return;
        if (!change) return message_->tell(Banner::Kind::Error, change.error().located());
        compared_->compare(change->before, change->after);
      });
}

void PublishHistory::rollBack() {
  const Deployment* one = chosen();
  if (!one || actions_.busy()) return;
  const QString moment = momentText(one->made, context_.clock(), QLocale());
  context_.dialogs.confirm(
      {tr("Roll back to %1?").arg(moment),
       tr("The site on %1 becomes byte for byte what it was then, as a new publication. The texts in your "
          "library "
          "stay as they are.")
           .arg(one->target),
       tr("Roll back"), false},
      [this, uuid = one->uuid] {
        DeployOptions deploy;
        deploy.maxRemovals = std::numeric_limits<int>::max();  // the question was asked
        message_->tell(Banner::Kind::Note, tr("Rolling back…"));
        actions_.rollBack(uuid, deploy, this, [this](const Result<PublishReport>& report) {
          if (!report) return message_->tell(Banner::Kind::Error, report.error().located());
          message_->tell(Banner::Kind::Note, tr("Rolled back. %n file(s) sent.", nullptr, report->sent));
          chosen_ = report->deployment;
        });
      });
}

void PublishHistory::verify() {
  const Deployment* one = chosen();
  if (!one || actions_.busy()) return;
  message_->tell(Banner::Kind::Note, tr("Comparing…"));
  actions_.setActiveTarget(one->target);
  actions_.verify(one->target, this, [this](const Result<Findings>& findings) {
    if (!findings) return message_->tell(Banner::Kind::Error, findings.error().located());
    tellVerified(*findings);
  });
}

/// What is missing or was changed, with the way to mend it.
void PublishHistory::tellVerified(const Findings& findings) {
  QList<ChangeRow> rows;
  int wrong = 0;
  for (const Finding& finding : findings) {
    const bool missing = finding.code == "host.missing"_L1;
    const bool changed = finding.code == "host.changed"_L1;
    wrong += missing || changed ? 1 : 0;
    ChangeRow row{missing   ? ChangeRow::Shape::Removed
                  : changed ? ChangeRow::Shape::Changed
                            : ChangeRow::Shape::Kept,
                  finding.file,
                  missing   ? tr("Missing on the host; publishing sends it again")
                  : changed ? tr("Changed on the host by somebody else; kept unless you say “Use mine”")
                            : tr("Not written by Offprint; it stays")};
    row.mono = true;
    rows.append(row);
  }
  if (wrong == 0) {
    message_->tell(Banner::Kind::Note, tr("The host has every file as it was published."));
  } else {
    message_->tell(Banner::Kind::Warning,
                   tr("%n file(s) on the host are not as they were published.", nullptr, wrong),
                   {{tr("Repair…"), [this] { actions_.openSheet(); }}});
  }
  compared_->setVisible(false);
  if (!rows.isEmpty()) rows_->setRows(rows);
}

}  // namespace offprint

#include "moc_PublishHistory.cpp"
