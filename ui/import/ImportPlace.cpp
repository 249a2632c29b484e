#include "ui/import/ImportPlace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QThreadPool>
#include <QUrl>
#include <QVBoxLayout>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "ui/import/ImportDetails.h"
#include "ui/import/ImportReportDelegate.h"
#include "ui/import/ImportReportModel.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/ComboBox.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Splitter.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int roomForDetails = 900;  // width of the place, logical

Result<ImportReport> tried(const QString& folder, const Resources& resources, const QString& source,
                           const QString& importer, const ImportOptions& options, const Task& task) {
  auto library = Library::open(folder, resources, OpenMode::ReadOnly);
  if (!library) return library.error();
  auto chosen = chooseImporter(importer, source);
  if (!chosen) return chosen.error();
  return (*chosen)->run(**library, source, options, task);
}

}  // namespace

ImportPlace::ImportPlace(ShellContext context, QWidget* parent)
    : QFrame(parent),
      context_(std::move(context)),
      title_(new Label(context_.look, TextRole::PageTitle, {}, Token::TextPrimary, this)),
      subtitle_(new Label(context_.look, TextRole::Body, {}, Token::TextSecondary, this)),
      banner_(new Banner(context_.look, this)),
      model_(new ImportReportModel(this)) {
  setObjectName(u"place"_s);
  setAcceptDrops(true);
  build();
  begin();
  connect(&context_.jobs, &Jobs::changed, this, [this] { follow(job_); });
}

void ImportPlace::build() {
  const Appearance& look = context_.look;
  subtitle_->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(look.ipx(24), look.ipx(20), look.ipx(24), look.ipx(8));
  column->setSpacing(look.ipx(6));
  column->addWidget(title_);
  column->addWidget(subtitle_);
  column->addSpacing(look.ipx(8));
  column->addWidget(banner_);
  column->addWidget(sourceRow());
  result_ = reportPart();
  column->addWidget(result_, 1);
  column->addStretch(0);
}

QWidget* ImportPlace::sourceRow() {
  Appearance& look = context_.look;
  auto* card = new QFrame(this);
  card->setObjectName(u"card"_s);
  choose_ = new QPushButton(look.icon(u"folder-open"_s), tr("Choose folder…"), card);
  chooseFile_ = new QPushButton(look.icon(u"file"_s), tr("Choose file…"), card);
  path_ = new Label(look, TextRole::Body, {}, Token::TextSecondary, card);
  path_->setEliding(true);
  type_ = new Label(look, TextRole::Meta, {}, Token::TextTertiary, card);
  type_->setEliding(true);
  importer_ = new ComboBox(card);
  importer_->setAccessibleName(tr("Read it as"));
  importer_->setMaximumWidth(look.ipx(240));
  importer_->addItem(tr("Recognise by itself"), u"auto"_s);
  for (const Importer& importer : importers())
    importer_->addItem(importer.label, importer.id);
  publish_ = new QCheckBox(tr("Take drafts as published"), card);
  trial_ = new QPushButton(tr("Try without writing"), card);
  import_ = new QPushButton(tr("Import"), card);
  cancel_ = new QPushButton(tr("Cancel"), card);
  progress_ = new QProgressBar(card);
  step_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, card);
  step_->setEliding(true);

  auto* first = new QHBoxLayout;
  first->setSpacing(look.ipx(10));
  first->addWidget(choose_);
  first->addWidget(chooseFile_);
  auto* what = new QVBoxLayout;
  what->setSpacing(0);
  what->addWidget(path_);
  what->addWidget(type_);
  first->addLayout(what, 1);
  first->addWidget(importer_);
  auto* second = new QHBoxLayout;
  second->setSpacing(look.ipx(10));
  second->addWidget(publish_);
  second->addWidget(step_, 1);
  second->addWidget(progress_, 1);
  second->addStretch();
  second->addWidget(cancel_);
  second->addWidget(trial_);
  second->addWidget(import_);
  auto* rows = new QVBoxLayout(card);
  rows->setContentsMargins(look.ipx(16), look.ipx(14), look.ipx(16), look.ipx(14));
  rows->setSpacing(look.ipx(12));
  rows->addLayout(first);
  rows->addLayout(second);

  connect(choose_, &QPushButton::clicked, this, &ImportPlace::chooseFolder);
  connect(chooseFile_, &QPushButton::clicked, this, &ImportPlace::chooseFile);
  connect(trial_, &QPushButton::clicked, this, [this] { run(true); });
  connect(import_, &QPushButton::clicked, this, [this] { run(false); });
  connect(cancel_, &QPushButton::clicked, this, [this] { context_.jobs.cancel(job_); });
  return card;
}

QWidget* ImportPlace::reportPart() {
  Appearance& look = context_.look;
  auto* part = new QWidget(this);
  filter_ = new Segmented(look, tr("Rows shown"), {{tr("Needs a look"), {}}, {tr("Everything"), {}}}, part);
  save_ = new QPushButton(look.icon(u"download"_s), tr("Save report…"), part);
  list_ = new QListView(part);
  list_->setObjectName(u"items"_s);
  list_->setAccessibleName(tr("Files of the import"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setModel(model_);
  list_->setItemDelegate(new ImportReportDelegate(look, list_));
  list_->setMouseTracking(true);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  auto* numbers = new QFrame(part);
  numbers->setObjectName(u"card"_s);
  counts_ = new QHBoxLayout(numbers);
  counts_->setContentsMargins(0, 0, 0, 0);
  counts_->setSpacing(0);
  details_ = new ImportDetails(context_, part);
  beside_ = new QWidget(part);
  auto* inset = new QHBoxLayout(beside_);
  inset->setContentsMargins(look.ipx(16), 0, 0, 0);
  inset->setSpacing(0);
  inset->addWidget(new Hairline(Qt::Vertical, beside_));
  inset->addWidget(details_, 1);
  beside_->setFixedWidth(look.ipx(380));
  beside_->hide();
  auto* bar = new QHBoxLayout;
  bar->addWidget(filter_);
  bar->addStretch();
  bar->addWidget(save_);
  auto* lower = new QHBoxLayout;
  lower->addWidget(list_, 1);
  lower->addWidget(beside_);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, look.ipx(10), 0, 0);
  column->setSpacing(look.ipx(12));
  column->addWidget(numbers);
  column->addLayout(bar);
  column->addLayout(lower, 1);
  connect(filter_, &Segmented::chosen, this, [this](int chosen) {
    model_->setNeedsALook(chosen == 0);
    showDetails();
  });
  connect(save_, &QPushButton::clicked, this, &ImportPlace::saveReport);
  connect(list_, &QListView::activated, this, &ImportPlace::openRow);
  connect(list_, &QListView::doubleClicked, this, &ImportPlace::openRow);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ImportPlace::showDetails);
  connect(details_, &ImportDetails::openRequested, this, [this] { openRow(list_->currentIndex()); });
  // The word "Open" at the right end takes one click.
  connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) {
    const int x = list_->viewport()->mapFromGlobal(QCursor::pos()).x();
    const auto* rows = static_cast<const ImportReportDelegate*>(list_->itemDelegate());
    if (x > list_->visualRect(index).right() - rows->openWidth()) openRow(index);
  });
  connect(&look, &Appearance::changed, this, [this] {
    beside_->setFixedWidth(context_.look.ipx(380));
    showDetails();
  });
  return part;
}

void ImportPlace::openRow(const QModelIndex& index) {
  const ImportedItem* item = model_->at(index.row());
  if (model_->canOpen(index.row())) Q_EMIT itemRequested(item->kind + u'/' + item->slug);
}

/// Beside the list where there is room for both.
void ImportPlace::showDetails() {
  const int row = list_->currentIndex().row();
  const ImportedItem* item = model_->at(row);
  if (item) details_->tell(*item, model_->canOpen(row));
  beside_->setVisible(item && width() >= context_.look.ipx(roomForDetails));
}

void ImportPlace::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  showDetails();
}

QStringList ImportPlace::sourcesOf(const QMimeData& data) {
  QStringList sources;
  for (const QUrl& url : data.urls())
    if (url.isLocalFile()) sources.append(url.toLocalFile());
  return sources;
}

void ImportPlace::begin(const QStringList& sources) {
  if (job_ != 0) return;
  title_->setText(tr("Import"));
  subtitle_->setText(tr(
      "Choose the folder of a Hugo or Jekyll site, any folder of Markdown files, or a file of references as "
      "BibTeX, RIS or CSL JSON. Your files are only read, never changed. Importing the same again adds "
      "nothing "
      "twice."));
  banner_->clear();
  report_ = {};
  model_->setReport({});
  result_->hide();
  setSources(sources);
  setBusy(false);
}

void ImportPlace::chooseFolder() {
  context_.dialogs.chooseFolder(tr("Folder to import"), sources_.value(0, QDir::homePath()),
                                [this](const QString& path) { begin({path}); });
}

void ImportPlace::chooseFile() {
  const QString filter = tr("References as BibTeX, RIS or CSL JSON") + u" (*.bib *.ris *.json);;"_s +
                         tr("All files") + u" (*)"_s;
  context_.dialogs.chooseFile(tr("File to import"), QFileInfo(sources_.value(0, QDir::homePath())).path(),
                              filter, [this](const QString& path) { begin({path}); });
}

void ImportPlace::setSources(const QStringList& sources) {
  sources_ = sources;
  path_->setText(sources.isEmpty() ? tr("Nothing chosen. You can also drop a folder or files here.")
                 : sources.size() == 1
                     ? sources.constFirst()
                     : tr("%n file(s) and folder(s)", nullptr, static_cast<int>(sources.size())));
  type_->clear();
  type_->hide();
  recognise();
  setBusy(false);
}

/// Says below the path what the source looks like: read on the store thread, where the import reads too.
void ImportPlace::recognise() {
  if (sources_.isEmpty() || !context_.library.isOpen()) return;
  context_.library.store().run<QString>(
      [sources = sources_](Library&) -> Result<QString> {
        QStringList labels;
        for (const QString& source : sources) {
          auto chosen = chooseImporter(u"auto"_s, source);
          if (!chosen) return chosen.error();
          labels.append((*chosen)->label);
        }
        labels.removeDuplicates();
        return labels.join(u", "_s);
      },
      this,
      [this, sources = sources_](const Result<QString>& label) {
        if (sources != sources_) return;
        type_->setText(label ? tr("Recognised: %1").arg(*label) : label.error().message);
        type_->setInk(label ? Token::TextTertiary : Token::StDanger);
        type_->show();
      });
}

void ImportPlace::setBusy(bool busy) {
  const bool ready = !busy && !sources_.isEmpty();
  trial_->setEnabled(ready);
  import_->setEnabled(ready && !context_.library.readOnly());
  choose_->setEnabled(!busy);
  chooseFile_->setEnabled(!busy);
  importer_->setEnabled(!busy);
  publish_->setVisible(!busy);
  trial_->setVisible(!busy);
  import_->setVisible(!busy);
  cancel_->setVisible(busy);
  progress_->setVisible(busy);
  step_->setVisible(busy);
  step_->clear();
  progress_->setRange(0, 0);
}

void ImportPlace::follow(int job) {
  for (const Jobs::Job& running : context_.jobs.running()) {
    if (running.id != job) continue;
    const Task::Progress& progress = running.progress;
    step_->setText(progress.step);
    progress_->setRange(0, static_cast<int>(progress.total));
    progress_->setValue(static_cast<int>(progress.done));
  }
}

void ImportPlace::run(bool trial) {
  banner_->clear();
  setBusy(true);
  const Jobs::Job job = context_.jobs.begin(trial ? tr("Trying the import") : tr("Importing"));
  job_ = job.id;
  report_ = {};
  left_ = sources_;
  ImportOptions options;
  options.dryRun = trial;
  options.draftsAsPublished = publish_->isChecked();
  runNext(trial, options, job.task);
}

/// The next of the sources. What was imported before one that fails stays, and is told.
void ImportPlace::runNext(bool trial, const ImportOptions& options, const Task& task) {
  if (left_.isEmpty()) {
    finish();
    if (!trial) Q_EMIT imported();
    return show(report_, trial);
  }
  const QString source = left_.takeFirst();
  const QString importer = importer_->currentData().toString();
  const auto told = [this, trial, options, task](const Result<ImportReport>& report) {
    if (report) {
      report_.source = report->source;
      report_.items += report->items;
      report_.otherFiles += report->otherFiles;
      report_.findings += report->findings;
      for (auto kind = report->counts.cbegin(); kind != report->counts.cend(); ++kind)
        report_.counts[kind.key()] += kind.value();
      return runNext(trial, options, task);
    }
    finish();
    if (!report_.items.isEmpty()) {
      if (!trial) Q_EMIT imported();
      show(report_, trial);
    }
    const bool cancelled = report.error().code == ErrorCode::Cancelled;
    const QString stopped = report_.items.isEmpty() ? tr("Stopped. Nothing was imported.")
                                                    : tr("Stopped. What is listed below was imported.");
    banner_->tell(cancelled ? Banner::Kind::Note : Banner::Kind::Error,
                  cancelled ? stopped : report.error().located());
  };
  if (!trial) return context_.library.importFrom(source, importer, options, task, this, told);
  // A trial only reads: on a connection of its own, so that the store thread goes on storing.
  QThreadPool::globalInstance()->start([context = QPointer(this), told, source, importer, options, task,
                                        folder = context_.library.folder(),
                                        resources = context_.library.resources()] {
    const auto report =
        std::make_shared<Result<ImportReport>>(tried(folder, resources, source, importer, options, task));
    QMetaObject::invokeMethod(
        qApp,
        [context, told, report] {
          if (context) told(*report);
        },
        Qt::QueuedConnection);
  });
}

void ImportPlace::finish() {
  context_.jobs.end(std::exchange(job_, 0));
  setBusy(false);
}

void ImportPlace::show(const ImportReport& report, bool trial) {
  report_ = report;
  model_->setReport(report, trial);
  const int files = model_->total();
  const QString read = tr("%n file(s) read", nullptr, files);
  title_->setText(
      trial ? tr("Trial: %1, %n item(s) would be in the library", nullptr, model_->items()).arg(read)
            : tr("%1, %n item(s) in the library", nullptr, model_->items()).arg(read));
  const QString from =
      tr("From %1, %2")
          .arg(sources_.size() == 1 ? QFileInfo(sources_.constFirst()).fileName() : path_->text(),
               context_.clock().toLocalTime().toString(u"d MMM yyyy, HH:mm"_s));
  subtitle_->setText(
      trial ? tr("%1 · nothing was written").arg(from)
            : tr("%1 · your files were only read, never changed · a copy of the library from before the "
                 "import is in its backups")
                  .arg(from));
  showCounts();
  const int look = model_->needsALook();
  filter_->setPartText(0, tr("Needs a look  %1").arg(look));
  filter_->setPartText(1, tr("Everything  %1").arg(files));
  filter_->setCurrent(look > 0 ? 0 : 1);
  model_->setNeedsALook(look > 0);
  result_->show();
  list_->setCurrentIndex(model_->index(1, 0));  // below the first group's name
  showDetails();
  if (!report.findings.isEmpty()) {
    const Finding& first = report.findings.constFirst();
    banner_->tell(first.level == Finding::Level::Error ? Banner::Kind::Error : Banner::Kind::Note,
                  first.message);
  }
}

void ImportPlace::showCounts() {
  while (QLayoutItem* item = counts_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  using Group = ImportReportModel::Group;
  Appearance& look = context_.look;
  const QHash<Group, QString> meaning{{Group::Taken, tr("Text, dates, tags, pictures")},
                                      {Group::WithChanges, tr("Each change is listed")},
                                      {Group::Left, tr("With the reason for each")},
                                      {Group::Updated, tr("Their source has changed")},
                                      {Group::Unchanged, tr("Nothing was added twice")}};
  for (const Group group :
       {Group::Taken, Group::WithChanges, Group::Updated, Group::Unchanged, Group::Left}) {
    const int count = model_->count(group);
    // What only a second import has is not there in a first.
    if (count == 0 && (group == Group::Updated || group == Group::Unchanged)) continue;
    if (counts_->count() > 0) counts_->addWidget(new Hairline(Qt::Vertical, this));
    auto* cell = new QWidget(this);
    auto* column = new QVBoxLayout(cell);
    column->setContentsMargins(look.ipx(18), look.ipx(12), look.ipx(18), look.ipx(12));
    column->setSpacing(look.ipx(1));
    auto* number = new QHBoxLayout;
    number->setSpacing(look.ipx(8));
    const GroupLook shape = lookOf(group);
    number->addWidget(new Glyph(look, QString::fromLatin1(shape.icon), shape.ink, cell));
    number->addWidget(
        new Label(look, TextRole::PageTitle, QLocale().toString(count), Token::TextPrimary, cell));
    number->addStretch();
    column->addLayout(number);
    column->addWidget(
        new Label(look, TextRole::BodyStrong, ImportReportModel::groupName(group), Token::TextPrimary, cell));
    column->addWidget(new Label(look, TextRole::Meta, meaning.value(group), Token::TextSecondary, cell));
    counts_->addWidget(cell, 1);
  }
}

void ImportPlace::saveReport() {
  const QString proposal = QFileInfo(context_.library.folder()).path() + u"/import-report.json"_s;
  context_.dialogs.chooseNewFile(tr("Save report"), proposal, u"*.json"_s, [this](const QString& path) {
    const QByteArray json = QJsonDocument(report_.toJson()).toJson();
    context_.jobs.run<bool>(
        tr("Saving the report"),
        [path, json](const Task&) -> Result<bool> {
          OFFPRINT_TRY(files::writeAtomic(path, json));
          return true;
        },
        [this](Result<bool> saved) {
          if (saved) {
            context_.toast.tell(tr("Report saved."));
          } else {
            banner_->tell(Banner::Kind::Error, saved.error().message);
          }
        });
  });
}

void ImportPlace::dragEnterEvent(QDragEnterEvent* event) {
  if (job_ == 0 && !sourcesOf(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void ImportPlace::dropEvent(QDropEvent* event) {
  begin(sourcesOf(*event->mimeData()));
}

}  // namespace offprint

#include "moc_ImportPlace.cpp"
