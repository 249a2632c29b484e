#include "ui/publish/PublishSheet.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/publish/SshCommand.h"
#include "ui/library/EmptyState.h"
#include "ui/library/ItemListModel.h"
#include "ui/publish/ChangeRows.h"
#include "ui/publish/ComparedWords.h"
#include "ui/publish/PublishResult.h"
#include "ui/publish/TargetSheet.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/FindingsView.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kAddTarget = -2;  ///< data of the last entry of the targets

/// What the checks tell about the site; what they tell about the host has places of its own.
Findings checksOf(const Findings& findings) {
  Findings checks;
  for (const Finding& finding : findings)
    if (!finding.code.startsWith("host."_L1) || finding.level == Finding::Level::Error)
      checks.append(finding);
  return checks;
}

bool told(const Findings& findings, QLatin1StringView code) {
  return std::any_of(findings.cbegin(), findings.cend(),
                     [code](const Finding& finding) { return finding.code == code; });
}

}  // namespace

PublishSheet::PublishSheet(ShellContext context, PublishActions& actions, QWidget* window)
    : Sheet(context.look, tr("Publish"), window), context_(std::move(context)), actions_(actions) {
  build();
  connect(&actions_, &PublishActions::progressed, this, &PublishSheet::showProgress);
  connect(&actions_, &PublishActions::changed, this, &PublishSheet::fillTargets);
  connect(&actions_, &PublishActions::publicLooked, result_, &PublishResult::tellPublic);
  fillTargets();
  if (target_.isEmpty()) tellNoTarget();
}

QSize PublishSheet::sizeHint() const {
  return QSize(context_.look.ipx(1060), context_.look.ipx(716));
}

void PublishSheet::build() {
  Appearance& look = context_.look;
  secret_ = new SecretCard(look, this);
  message_ = new Banner(look, this);
  theirs_ = new Banner(look, this);
  empty_ = new EmptyState(look, this);
  result_ = new PublishResult(context_, this);
  pages_ = new QStackedWidget(this);
  pages_->addWidget(empty_);
  pages_->addWidget(buildChanges());
  pages_->addWidget(result_);
  content()->addWidget(buildHead());
  content()->addWidget(new Hairline(Qt::Horizontal, this));
  content()->addWidget(buildProgress());
  content()->addWidget(secret_);
  content()->addWidget(message_);
  content()->addWidget(theirs_);
  content()->addWidget(pages_, 1);
  note_ = new QLineEdit(this);
  note_->setPlaceholderText(tr("Note for the history (optional)"));
  note_->setAccessibleName(tr("Note for the history"));
  note_->setFixedWidth(look.ipx(260));
  addBeside(note_);
  size_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, this);
  cancel_ = addStaying(tr("Cancel"), Act::Plain, [this] {
    if (busy_) {
      actions_.cancel();
    } else {
      reject();
    }
  });
  publish_ = addStaying(tr("Publish"), Act::Default, [this] { publish(); });
  publish_->setIcon(look.icon(u"upload"_s, Token::TextOnAccent));
  connect(this, &QDialog::rejected, this, [this] {
    secret_->decline();
    if (busy_ && !sending_) actions_.cancel();
  });
  connect(result_, &PublishResult::historyRequested, this, [this] {
    accept();
    Q_EMIT actions_.historyRequested();
  });
  setMinimumSize(look.ipx(640), look.ipx(400));
  refreshButtons();
}

QWidget* PublishSheet::buildHead() {
  Appearance& look = context_.look;
  auto* head = new QWidget(this);
  glyph_ = new Glyph(look, u"upload"_s, Token::TextSecondary, head);
  place_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, head);
  place_->setEliding(true);
  targets_ = new QComboBox(head);
  targets_->setAccessibleName(tr("Target"));
  targets_->setMinimumWidth(look.ipx(180));
  lastTime_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, head);
  lastWords_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, head);
  auto* last = new QVBoxLayout;
  last->setSpacing(0);
  last->addWidget(lastTime_, 0, Qt::AlignRight);
  last->addWidget(lastWords_, 0, Qt::AlignRight);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, look.ipx(4));
  row->setSpacing(look.ipx(10));
  row->addWidget(glyph_);
  row->addWidget(targets_);
  row->addWidget(place_, 1);
  row->addLayout(last);
  connect(targets_, &QComboBox::activated, this, [this] {
    if (targets_->currentData().toInt() != kAddTarget) return show(targets_->currentText());
    targets_->setCurrentText(target_);
    tellNoTarget();
  });
  return head;
}

QWidget* PublishSheet::buildProgress() {
  Appearance& look = context_.look;
  progressRow_ = new QWidget(this);
  progress_ = new QProgressBar(progressRow_);
  progress_->setTextVisible(false);
  progress_->setFixedHeight(look.ipx(6));
  step_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, progressRow_);
  auto* row = new QHBoxLayout(progressRow_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(look.ipx(12));
  row->addWidget(step_);
  row->addWidget(progress_, 1);
  return progressRow_;
}

QWidget* PublishSheet::buildChanges() {
  Appearance& look = context_.look;
  views_ =
      new Segmented(look, tr("View"), {{tr("Changes"), {}}, {tr("Files"), {}}, {tr("Checks"), {}}}, this);
  changes_ = new ChangeList(look, tr("Changes"), this);
  files_ = new ChangeList(look, tr("Files"), this);
  checks_ = new FindingsView(look, this);
  checks_->setPage(true);
  lists_ = new QStackedWidget(this);
  for (QWidget* list : QList<QWidget*>{changes_, files_, checks_})
    lists_->addWidget(list);
  auto* left = new QWidget(this);
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, look.ipx(4), look.ipx(8), 0);
  column->setSpacing(look.ipx(6));
  column->addWidget(views_);
  column->addWidget(lists_, 1);
  auto* right = new QWidget(this);
  changeTitle_ = new Label(look, TextRole::BodyStrong, {}, Token::TextPrimary, right);
  changeTitle_->setEliding(true);
  changePlace_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, right);
  changePlace_->setEliding(true);
  compared_ = new ComparedWords(look, right);
  auto* rows = new QVBoxLayout(right);
  rows->setContentsMargins(look.ipx(16), look.ipx(4), 0, 0);
  rows->setSpacing(0);
  rows->addWidget(changeTitle_);
  rows->addWidget(changePlace_);
  rows->addSpacing(look.ipx(8));
  rows->addWidget(compared_, 1);
  auto* columns = new Splitter(look, Qt::Horizontal, this);
  columns->addWidget(left);
  columns->addWidget(right);
  columns->setStretchFactor(1, 1);
  columns->setSizes({look.ipx(330), look.ipx(680)});
  connect(views_, &Segmented::chosen, this, &PublishSheet::showView);
  connect(changes_, &ChangeList::numberChosen, this, &PublishSheet::showChange);
  connect(checks_, &FindingsView::checkRequested, this, &PublishSheet::look);
  connect(checks_, &FindingsView::visited, this, [this](const Finding& finding) {
    accept();
    Q_EMIT actions_.findingVisited(finding);
  });
  connect(checks_, &FindingsView::verbChosen, this, [this](const Finding& finding) {
    accept();
    Q_EMIT actions_.findingChosen(finding);
  });
  return columns;
}

void PublishSheet::fillTargets() {
  targets_->clear();
  for (const PublishTarget& target : actions_.state().targets)
    targets_->addItem(target.name, 0);
  if (!context_.library.readOnly()) targets_->addItem(tr("Add a target…"), kAddTarget);
  targets_->setCurrentText(target_);
  targets_->setVisible(!actions_.state().targets.isEmpty());
  if (target_.isEmpty() && !actions_.activeTarget().isEmpty()) show(actions_.activeTarget());
}

/// The way to the first target, or a further one.
void PublishSheet::tellNoTarget() {
  const auto add = [this] {
    auto* sheet = new TargetSheet(context_, actions_, {}, this);
    connect(sheet, &TargetSheet::saved, this, [this](const QString& name) {
      connect(
          &actions_, &PublishActions::changed, this, [this, name] { show(name); }, Qt::SingleShotConnection);
      actions_.reload();
    });
    sheet->open();
  };
  if (!target_.isEmpty()) return add();
  empty_->tell(
      tr("A target is where the site goes: a folder of a web server, a Git branch, an account with a "
         "host. Nothing is sent before you have seen what would change."),
      {{tr("Add a target…"), add}});
  pages_->setCurrentIndex(static_cast<int>(Page::Empty));
  progressRow_->hide();
  refreshButtons();
}

void PublishSheet::show(const QString& target) {
  if (busy_) return;
  target_ = target;
  targets_->setCurrentText(target);
  deploy_ = {};
  look();
}

void PublishSheet::ask(const SecretQuestion& question, const SecretCard::Reply& reply) {
  step_->setText(tr("Waiting for you…"));
  progress_->setRange(0, 1);
  secret_->ask(question, reply);
}

void PublishSheet::look() {
  looked_ = false;
  message_->clear();
  theirs_->clear();
  empty_->tell({});
  pages_->setCurrentIndex(static_cast<int>(Page::Empty));
  setBusy(true);
  actions_.look(target_, deploy_, this, [this](const Result<PublishLook>& look) { take(look); });
}

void PublishSheet::take(const Result<PublishLook>& look) {
  setBusy(false);
  if (!look) return showError(look.error(), false);
  look_ = *look;
  looked_ = true;
  showLook();
  refreshButtons();
}

void PublishSheet::showLook() {
  place_->setText(targetPlace(look_.target));
  lastTime_->setText(
      look_.last ? tr("Last published %1").arg(momentText(look_.last->made, context_.clock(), QLocale()))
                 : tr("Not published yet"));
  const DeployPlan& plan = look_.report.plan;
  const bool moved = told(look_.report.findings, "host.moved"_L1) || !look_.theirs.isEmpty();
  lastWords_->setText(!look_.last ? QString()
                      : moved     ? tr("Somebody else changed the host since")
                                  : tr("Nothing was changed on the host since"));
  const auto files = static_cast<int>(plan.added.size() + plan.changed.size() + plan.removed.size());
  const Findings checks = checksOf(look_.report.findings);
  views_->setPartText(0, tr("Changes %1").arg(look_.changes.size()));
  views_->setPartText(1, tr("Files %1").arg(files));
  views_->setPartText(2, tr("Checks %1").arg(checks.size()));
  checks_->setSiteFindings(checks, tr("as it would be published"));
  QHash<QString, QString> titles;
  for (const DeployedItem& item : std::as_const(look_.report.items))
    titles.insert(item.ref, item.title);
  checks_->setTitles(titles);
  changes_->setRows(changeRows());
  files_->setRows(fileRows());
  if (look_.changes.isEmpty()) showChange(-1);
  pages_->setCurrentIndex(static_cast<int>(Page::Changes));
  if (hasErrors(plan.findings))
    message_->tell(Banner::Kind::Error,
                   tr("The site cannot be published as it is. Checks says why; nothing was sent."),
                   {{tr("Show checks"), [this] { showView(2); }}});
  tellTheirs();
}

void PublishSheet::showView(int view) {
  views_->setCurrent(view);
  lists_->setCurrentIndex(view);
}

QList<ChangeRow> PublishSheet::changeRows() const {
  using Type = PublishChange::Type;
  QList<ChangeRow> rows;
  for (const auto& [type, name] :
       {std::pair{Type::Added, tr("Added")}, std::pair{Type::Changed, tr("Changed")},
        std::pair{Type::Removed, tr("Removed")}}) {
    QList<ChangeRow> group;
    for (qsizetype i = 0; i < look_.changes.size(); ++i)
      if (look_.changes[i].type == type) group.append(rowOf(look_.changes[i], static_cast<int>(i)));
    if (group.isEmpty()) continue;
    rows.append({ChangeRow::Shape::Heading, name, {}, QString::number(group.size())});
    rows += group;
  }
  if (rows.isEmpty()) rows.append({ChangeRow::Shape::Note, tr("The site is up to date.")});
  if (!look_.follows.isEmpty()) {
    rows.append(
        {ChangeRow::Shape::Heading, tr("Follows from these"), {}, QString::number(look_.follows.size())});
    rows.append({ChangeRow::Shape::Note, tr("Lists, topic pages, feeds and the sitemap. Files names each.")});
  }
  if (!look_.leftOut.isEmpty())
    rows.append({ChangeRow::Shape::Heading, tr("Not included"), {}, QString::number(look_.leftOut.size())});
  for (const ItemSummary& item : look_.leftOut) {
    const QString why = item.status == Status::Scheduled
                            ? tr("Goes live %1").arg(momentText(item.publishAt, context_.clock(), QLocale()))
                            : tr("Draft");
    rows.append(
        {ChangeRow::Shape::Left, item.title.isEmpty() ? tr("Untitled") : plainTitle(item.title), why});
  }
  return rows;
}

QList<ChangeRow> PublishSheet::fileRows() const {
  const DeployPlan& plan = look_.report.plan;
  QList<ChangeRow> rows;
  const auto add = [&rows](const QString& name, const QList<PlannedFile>& files, ChangeRow::Shape shape) {
    if (files.isEmpty()) return;
    rows.append({ChangeRow::Shape::Heading, name, {}, QString::number(files.size())});
    rows += rowsOf(files, shape);
  };
  add(tr("Added"), plan.added, ChangeRow::Shape::Added);
  add(tr("Changed"), plan.changed, ChangeRow::Shape::Changed);
  add(tr("Removed"), plan.removed, ChangeRow::Shape::Removed);
  add(tr("On the host, kept as they are"), plan.foreign, ChangeRow::Shape::Kept);
  rows.append({ChangeRow::Shape::Note, tr("%n file(s) stay as they are.", nullptr, plan.unchanged)});
  return rows;
}

void PublishSheet::showChange(int number) {
  const bool any = number >= 0 && number < look_.changes.size();
  const PublishChange change = any ? look_.changes[number] : PublishChange();
  changeTitle_->setText(change.title);
  const QString address = u'/' + QString(change.path).remove(u"index.html"_s);
  const bool compared = !change.before.isNull() && !change.after.isNull();
  changePlace_->setText(!any       ? QString()
                        : compared ? tr("%1 · compared with the page that is online").arg(address)
                                   : address);
  if (any) return compared_->compare(change.before, change.after);
  compared_->tell({});
}

/// What somebody else wrote where ours belongs stays, unless the author says otherwise.
void PublishSheet::tellTheirs() {
  const auto count = static_cast<int>(look_.theirs.size());
  if (deploy_.useMine) {
    theirs_->tell(Banner::Kind::Warning,
                  tr("Files that somebody else changed on the host are replaced by yours."),
                  {{tr("Keep theirs"), [this] {
                      deploy_.useMine = false;
                      look();
                    }}});
  } else if (count > 0) {
    theirs_->tell(
        Banner::Kind::Warning,
        tr("%n file(s) on the host were changed by somebody else. Theirs are kept.", nullptr, count),
        {{tr("Show"), [this] { showView(1); }}, {tr("Use mine"), [this] {
                                                   deploy_.useMine = true;
                                                   look();
                                                 }}});
  } else {
    theirs_->clear();
  }
}

/// Replacing what others wrote, and removing much, are asked about.
void PublishSheet::publish() {
  if (!looked_ || busy_) return;
  const auto removals = static_cast<int>(look_.report.plan.removed.size());
  const auto online = static_cast<qsizetype>(look_.report.plan.unchanged) + removals;
  const auto agreed = [this, removals] { publishAgreed(removals); };
  if (deploy_.useMine)
    return context_.dialogs.confirm(
        {tr("Replace what others changed on the host?"),
         tr("Their versions of these files are lost there. Your library keeps yours."),
         tr("Replace and publish"), true},
        agreed);
  if (removals > Deploy::removalLimit(online))
    return context_.dialogs.confirm({tr("Remove %n file(s) from the host?", nullptr, removals),
                                     tr("That is much of what is online. Publish history can bring it back."),
                                     tr("Remove and publish"), true},
                                    agreed);
  publishAgreed(removals);
}

void PublishSheet::publishAgreed(int removals) {
  deploy_.maxRemovals = removals;
  sending_ = true;
  message_->clear();
  setBusy(true);
  actions_.publish({target_, note_->text().trimmed(), deploy_, look_.report.plan}, this,
                   [this](const Result<PublishReport>& report) { takeReport(report); });
}

void PublishSheet::takeReport(const Result<PublishReport>& report) {
  sending_ = false;
  setBusy(false);
  if (!report) return showError(report.error(), true);
  looked_ = false;
  theirs_->clear();
  result_->show(target_, *report, look_.changes);
  pages_->setCurrentIndex(static_cast<int>(Page::Result));
  if (!report->published) lastTime_->setText({});
  refreshButtons();
}

void PublishSheet::showError(const Error& error, bool sending) {
  const bool stopped = error.code == ErrorCode::Cancelled;
  if (error.detail == kNotOurs) {
    message_->tell(
        Banner::Kind::Warning,
        tr("The target holds files that Offprint did not put there. Nothing was changed. If it is the "
           "right place, its files can all be kept beside the site."),
        {{tr("Keep them and go on"), [this] {
            deploy_.adopt = true;
            look();
          }}});
    return refreshButtons();
  }
  if (error.detail.startsWith(kUnknownHostKey)) return askHostKey(error.detail.mid(kUnknownHostKey.size()));
  // What was sent already is found there: only the rest goes the second time.
  const bool resumes = sending && error.code == ErrorCode::Network;
  const Banner::Action go =
      resumes ? Banner::Action{tr("Continue"), [this] { publishAgreed(deploy_.maxRemovals); }}
              : Banner::Action{tr("Look again"), [this] { look(); }};
  const QString words = stopped && sending ? tr("Stopped. The host shows what it showed before.")
                        : stopped          ? tr("Stopped. Nothing was sent.")
                                           : error.located();
  message_->tell(stopped ? Banner::Kind::Note : Banner::Kind::Error, words, {go});
  looked_ = looked_ && (stopped || resumes);
  refreshButtons();
}

/// The key is kept with the target: another one stops the next publication.
void PublishSheet::askHostKey(const QString& key) {
  const auto accept = [this, key] {
    context_.library.store().run<void>(
        [name = target_, key](Library& library) -> Result<void> {
          auto target = library.publishing().target(name);
          if (!target) return target.error();
          target->settings.insert(u"hostKey"_s, key);
          return library.publishing().changeTarget(name, *target);
        },
        this,
        [this](const Result<void>& kept) {
          if (!kept) return showError(kept.error(), false);
          actions_.reload();
          look();
        });
  };
  message_->tell(Banner::Kind::Warning,
                 tr("Offprint meets this host for the first time, and nothing was sent. It shows the key %1. "
                    "Compare it with the one that the host's owner names.")
                     .arg(key),
                 {{tr("It is the same"), accept}});
  looked_ = false;
  refreshButtons();
}

void PublishSheet::setBusy(bool busy) {
  busy_ = busy;
  if (!busy) secret_->decline();
  progressRow_->setVisible(busy);
  progress_->setRange(0, 0);
  step_->setText(sending_ ? tr("Checking the host…") : tr("Making the site…"));
  targets_->setEnabled(!busy);
  note_->setEnabled(!busy);
  pages_->setEnabled(!busy);
  refreshButtons();
}

void PublishSheet::showProgress(const QString& step, qint64 done, qint64 total) {
  if (!busy_ || step.isEmpty() || secret_->isVisible()) return;
  step_->setText(step);
  progress_->setRange(0, total > 0 ? 1000 : 0);
  if (total > 0) progress_->setValue(static_cast<int>(1000 * done / total));
}

void PublishSheet::refreshButtons() {
  const bool result = pages_->currentIndex() == static_cast<int>(Page::Result);
  const DeployPlan& plan = look_.report.plan;
  const bool lostList = looked_ && told(look_.report.findings, "host.no-list"_L1);
  const bool something = looked_ && (!plan.empty() || lostList) && !hasErrors(plan.findings);
  publish_->setVisible(!result);
  publish_->setEnabled(something && !busy_ && !context_.library.readOnly());
  const auto changes = static_cast<int>(look_.changes.size());
  publish_->setText(something && changes > 0 ? tr("Publish %n change(s)", nullptr, changes) : tr("Publish"));
  note_->setVisible(looked_ && something);
  cancel_->setText(busy_ ? tr("Stop") : result ? tr("Close") : tr("Cancel"));
}

}  // namespace offprint

#include "moc_PublishSheet.cpp"
