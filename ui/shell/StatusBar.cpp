#include "ui/shell/StatusBar.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>

#include "app/session/DocumentSession.h"
#include "ui/library/ItemListModel.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int slowSaveAfter = 300;  // ms: "Saving…" is shown only then (section 9)
constexpr int countAfter = 250;     // ms after the last key

/// A text with an icon that may be pressed.
QToolButton* statusButton(QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

StatusBar::StatusBar(Appearance& look, Jobs& jobs, Clock clock, QWidget* parent)
    : QFrame(parent),
      look_(look),
      jobs_(jobs),
      clock_(std::move(clock)),
      saved_(statusButton(this)),
      revisions_(statusButton(this)),
      job_(new Label(look, TextRole::Small, {}, Token::TextSecondary, this)),
      progress_(new QProgressBar(this)),
      cancel_(new IconButton(look, u"x"_s, tr("Cancel"), this)),
      count_(statusButton(this)),
      minutes_(new Label(look, TextRole::Small, {}, Token::TextSecondary, this)),
      caret_(new Label(look, TextRole::Small, {}, Token::TextSecondary, this)),
      problems_(statusButton(this)) {
  setObjectName(u"statusBar"_s);
  cancel_->setSide(22);
  count_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  auto* row = new QHBoxLayout(this);
  row->addWidget(saved_);
  row->addWidget(revisions_);
  row->addWidget(job_);
  row->addWidget(progress_);
  row->addWidget(cancel_);
  row->addStretch();
  row->addWidget(count_);
  row->addWidget(minutes_);
  row->addWidget(caret_);
  row->addWidget(problems_);
  slowSave_.setSingleShot(true);
  slowSave_.setInterval(slowSaveAfter);
  countSoon_.setSingleShot(true);
  countSoon_.setInterval(countAfter);
  connect(&slowSave_, &QTimer::timeout, this, [this] {
    saving_ = true;
    showSaveState();
  });
  connect(&countSoon_, &QTimer::timeout, this, &StatusBar::showCounts);
  connect(problems_, &QToolButton::clicked, this, &StatusBar::problemsClicked);
  connect(count_, &QToolButton::clicked, this, [this] {
    if (session_) Q_EMIT countsClicked();
  });
  connect(revisions_, &QToolButton::clicked, this, &StatusBar::revisionsClicked);
  connect(cancel_, &QToolButton::clicked, this, [this] {
    if (!jobs_.running().isEmpty()) jobs_.cancel(jobs_.running().constFirst().id);
  });
  connect(&jobs_, &Jobs::changed, this, &StatusBar::showJobs);
  connect(&look_, &Appearance::changed, this, &StatusBar::refresh);
  refresh();
}

QSize StatusBar::sizeHint() const {
  return QSize(look_.ipx(400), look_.ipx(26));
}

void StatusBar::refresh() {
  setFixedHeight(look_.ipx(26));
  layout()->setContentsMargins(look_.ipx(8), 1, look_.ipx(8), 0);
  layout()->setSpacing(look_.ipx(8));
  for (QToolButton* button : {saved_, revisions_, count_, problems_}) {
    button->setFont(fontFor(look_, TextRole::Small));
    button->setFixedHeight(look_.ipx(22));
    button->setIconSize(QSize(look_.ipx(14), look_.ipx(14)));
    QPalette colours = palette();
    colours.setColor(QPalette::ButtonText,
                     look_.color(button == problems_ ? Token::StChanged : Token::TextSecondary));
    button->setPalette(colours);
  }
  for (Label* label : {minutes_, caret_})
    label->setContentsMargins(look_.ipx(4), 0, look_.ipx(4), 0);
  progress_->setFixedSize(look_.ipx(120), look_.ipx(12));
  problems_->setIcon(look_.icon(u"triangle-alert"_s, Token::StChanged, 14));
  revisions_->setIcon(look_.icon(u"history"_s, Token::TextSecondary, 14));
  showSaveState();
  showCounts();
  showJobs();
}

QRect StatusBar::countsPlace() const {
  return {count_->mapToGlobal(QPoint()), count_->size()};
}

void StatusBar::follow(DocumentSession* session) {
  if (session == session_) return;
  if (session_) session_->disconnect(this);
  session_ = session;
  failure_.clear();
  saving_ = false;
  selected_.clear();
  slowSave_.stop();
  if (session) {
    connect(session, &DocumentSession::saving, this, [this] { slowSave_.start(); });
    connect(session, &DocumentSession::saved, this, [this] {
      slowSave_.stop();
      saving_ = false;
      failure_.clear();
      showSaveState();
    });
    connect(session, &DocumentSession::saveFailed, this, [this](const Error& error) {
      slowSave_.stop();
      saving_ = false;
      failure_ = error.message;
      showSaveState();
    });
    connect(session, &DocumentSession::revisionsChanged, this, &StatusBar::showSaveState);
    connect(session, &DocumentSession::edited, &countSoon_, qOverload<>(&QTimer::start));
    connect(session, &DocumentSession::reloaded, &countSoon_, qOverload<>(&QTimer::start));
    connect(session, &QObject::destroyed, this, [this, session] {
      if (session_ == session) {
        session_ = nullptr;
        refresh();
      }
    });
  }
  refresh();
}

void StatusBar::setCaret(int line, int column) {
  line_ = line;
  column_ = column;
  caret_->setText(tr("Ln %1, Col %2").arg(line_).arg(column_));
}

void StatusBar::setSelection(const QString& selected) {
  if (selected == selected_) return;
  selected_ = selected;
  countSoon_.start();
}

void StatusBar::setFindings(const Findings& findings) {
  findings_ = findings;
  showCounts();
}

void StatusBar::setNote(const QString& note) {
  note_ = note;
  showSaveState();
}

void StatusBar::setRightNote(const QString& note) {
  rightNote_ = note;
  showCounts();
}

void StatusBar::setNarrow(bool narrow) {
  narrow_ = narrow;
  showSaveState();
  showCounts();
}

void StatusBar::showSaveState() {
  QString text = note_;
  QString icon = u"check"_s;
  Token ink = Token::TextSecondary;
  if (session_) {
    if (!failure_.isEmpty()) {
      text = failure_;
      icon = u"circle-x"_s;
      ink = Token::StDanger;
    } else if (saving_) {
      text = tr("Saving…");
      icon = u"refresh-cw"_s;
    } else if (session_->savedAt().isValid()) {
      text = tr("Saved %1").arg(momentText(session_->savedAt(), clock_(), QLocale()));
    } else if (session_->item().id.valid()) {
      text = tr("Saved %1").arg(momentText(session_->item().modified, clock_(), QLocale()));
    } else {
      text = tr("Nothing written yet");
      icon = u"circle-dashed"_s;
    }
  }
  saved_->setText(text);
  saved_->setVisible(!text.isEmpty());
  saved_->setIcon(look_.icon(icon, ink, 14));
  QPalette colours = palette();
  colours.setColor(QPalette::ButtonText, look_.color(ink));
  saved_->setPalette(colours);
  const int revisions = session_ ? session_->revisionCount() : 0;
  revisions_->setVisible(revisions > 0 && !narrow_);
  revisions_->setText(tr("%n revision(s)", nullptr, revisions));
}

void StatusBar::showCounts() {
  const bool item = session_ != nullptr;
  count_->setToolTip(item ? tr("Counts") : QString());
  count_->setVisible(item || !rightNote_.isEmpty());
  minutes_->setVisible(item);
  caret_->setVisible(item && !narrow_);
  const int problems =
      static_cast<int>(std::count_if(findings_.cbegin(), findings_.cend(), [](const Finding& finding) {
        return finding.level != Finding::Level::Note;
      }));
  problems_->setVisible(item && problems > 0);
  problems_->setText(narrow_ ? QLocale().toString(problems) : tr("%n problem(s)", nullptr, problems));
  problems_->setAccessibleName(tr("%n problem(s)", nullptr, problems));
  if (!item) {
    count_->setText(rightNote_);
    return;
  }
  words_ = countWords(session_->snapshot().body);
  const QLocale locale;
  if (selected_.isEmpty()) {
    count_->setText(tr("%1 words").arg(locale.toString(words_)));
  } else {
    count_->setText(
        tr("%1 of %2 words").arg(locale.toString(countWords(selected_)), locale.toString(words_)));
  }
  const int minutes = readingMinutes(words_);
  minutes_->setText(narrow_ ? tr("%n min", nullptr, minutes) : tr("%n min read", nullptr, minutes));
}

void StatusBar::showJobs() {
  const QList<Jobs::Job>& jobs = jobs_.running();
  const bool any = !jobs.isEmpty();
  job_->setVisible(any);
  cancel_->setVisible(any);
  progress_->setVisible(any && jobs.constFirst().progress.total > 0 && !narrow_);
  if (!any) return;
  const Jobs::Job& job = jobs.constFirst();
  const QLocale locale;
  QString text = job.name;
  if (!job.progress.step.isEmpty()) text += u" · "_s + job.progress.step;
  if (job.progress.total > 0) {
    text += u" · "_s +
            tr("%1 of %2").arg(locale.toString(job.progress.done), locale.toString(job.progress.total));
    progress_->setRange(0, static_cast<int>(std::min<qint64>(job.progress.total, 1'000'000)));
    progress_->setValue(static_cast<int>(std::min<qint64>(job.progress.done, 1'000'000)));
  }
  if (jobs.size() > 1) text += u" · "_s + tr("%n more waiting", nullptr, static_cast<int>(jobs.size()) - 1);
  job_->setText(text);
  cancel_->setToolTip(tr("Cancel: %1").arg(job.name));
  cancel_->setAccessibleName(cancel_->toolTip());
}

}  // namespace offprint

#include "moc_StatusBar.cpp"
