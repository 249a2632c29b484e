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
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QThreadPool>
#include <QUrl>
#include <QVBoxLayout>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "ui/import/ImportReportModel.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

struct OutcomeLook {
  const char* icon;
  Token ink;
};

Result<ImportReport> tried(const QString& folder, const Resources& resources, const QString& source,
                           const QString& importer, const ImportOptions& options, const Task& task) {
  auto library = Library::open(folder, resources, OpenMode::ReadOnly);
  if (!library) return library.error();
  auto chosen = chooseImporter(importer, source);
  if (!chosen) return chosen.error();
  return (*chosen)->run(**library, source, options, task);
}

OutcomeLook lookOf(ImportedItem::Outcome outcome) {
  switch (outcome) {
    case ImportedItem::Outcome::Taken:
      return {"circle-check", Token::StPublished};
    case ImportedItem::Outcome::Changed:
      return {"circle-dot", Token::StChanged};
    case ImportedItem::Outcome::Left:
      return {"circle-x", Token::StDanger};
    case ImportedItem::Outcome::Unchanged:
      break;
  }
  return {"circle-minus", Token::TextTertiary};
}

/// A file, what became of it, and "Open" when it is in the library.
class ReportDelegate : public QStyledItemDelegate {
 public:
  ReportDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return QSize(0, look_.ipx(index.data(ImportReportModel::GroupRole).toBool() ? 38 : 46));
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const auto* model = static_cast<const ImportReportModel*>(index.model());
    if (const ImportedItem* item = model->at(index.row())) {
      paintRow(*painter, option, *item, index.data().toString(), model->canOpen(index.row()));
    } else {
      const QRect line = option.rect.adjusted(look_.ipx(10), look_.ipx(12), -look_.ipx(10), 0);
      painter->setFont(fontFor(look_, TextRole::Caption));
      painter->setPen(look_.color(Token::TextTertiary));
      painter->drawText(line, Qt::AlignVCenter, index.data().toString());
      painter->drawText(line, Qt::AlignVCenter | Qt::AlignRight,
                        QLocale().toString(index.data(ImportReportModel::CountRole).toInt()));
    }
    painter->restore();
  }

 private:
  void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const ImportedItem& item,
                const QString& name, bool canOpen) const {
    const bool chosen = option.state & QStyle::State_Selected;
    if (chosen || option.state & QStyle::State_MouseOver) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look_.color(chosen ? Token::AccentTint : Token::SurfaceHover));
      painter.drawRoundedRect(option.rect, look_.px(8), look_.px(8));
    }
    const QRect inner = option.rect.adjusted(look_.ipx(10), 0, -look_.ipx(10), 0);
    const OutcomeLook outcome = lookOf(item.outcome);
    const int side = look_.ipx(16);
    look_.icon(QString::fromLatin1(outcome.icon), outcome.ink)
        .paint(&painter, QRect(inner.left(), inner.center().y() - side / 2 + 1, side, side));
    QRect words = inner.adjusted(side + look_.ipx(12), 0, 0, 0);
    const int file = words.width() * 2 / 5;
    painter.setFont(look_.font(Appearance::Face::Mono, 12));
    painter.setPen(look_.color(Token::TextPrimary));
    painter.drawText(QRect(words.left(), words.top(), file - look_.ipx(12), words.height()), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, file - look_.ipx(12)));
    words.setLeft(words.left() + file);
    painter.setFont(fontFor(look_, TextRole::Body));
    if (canOpen) {
      painter.setPen(look_.color(Token::Accent));
      const QString open = say("Open");
      painter.drawText(words, Qt::AlignVCenter | Qt::AlignRight, open);
      words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(open) - look_.ipx(16));
    }
    painter.setPen(look_.color(Token::TextSecondary));
    painter.drawText(
        words, Qt::AlignVCenter,
        painter.fontMetrics().elidedText(ImportReportModel::sentence(item), Qt::ElideRight, words.width()));
  }

  Appearance& look_;
};

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
  importer_ = new QComboBox(card);
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
  list_->setItemDelegate(new ReportDelegate(look, list_));
  list_->setMouseTracking(true);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  auto* numbers = new QFrame(part);
  numbers->setObjectName(u"card"_s);
  counts_ = new QHBoxLayout(numbers);
  counts_->setContentsMargins(0, look.ipx(12), 0, look.ipx(12));
  auto* bar = new QHBoxLayout;
  bar->addWidget(filter_);
  bar->addStretch();
  bar->addWidget(save_);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, look.ipx(10), 0, 0);
  column->setSpacing(look.ipx(12));
  column->addWidget(numbers);
  column->addLayout(bar);
  column->addWidget(list_, 1);
  connect(filter_, &Segmented::chosen, this, [this](int chosen) { model_->setNeedsALook(chosen == 0); });
  connect(save_, &QPushButton::clicked, this, &ImportPlace::saveReport);
  const auto open = [this](const QModelIndex& index) {
    const ImportedItem* item = model_->at(index.row());
    if (model_->canOpen(index.row())) Q_EMIT itemRequested(item->kind + u'/' + item->slug);
  };
  connect(list_, &QListView::activated, this, open);
  connect(list_, &QListView::doubleClicked, this, open);
  // The word "Open" at the right end takes one click.
  connect(list_, &QListView::clicked, this, [this, open](const QModelIndex& index) {
    const int x = list_->viewport()->mapFromGlobal(QCursor::pos()).x();
    if (x > list_->visualRect(index).right() - context_.look.ipx(60)) open(index);
  });
  return part;
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
    if (!report_.items.isEmpty()) show(report_, trial);
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
  const int inLibrary = files - model_->count(ImportedItem::Outcome::Left);
  const QString read = tr("%n file(s) read", nullptr, files);
  title_->setText(trial ? tr("Trial: %1, %2 would be in the library").arg(read).arg(inLibrary)
                        : tr("%1, %n item(s) in the library", nullptr, inLibrary).arg(read));
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
  filter_->setPartText(0, tr("Needs a look (%1)").arg(look));
  filter_->setPartText(1, tr("Everything (%1)").arg(files));
  filter_->setCurrent(look > 0 ? 0 : 1);
  model_->setNeedsALook(look > 0);
  result_->show();
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
  using Outcome = ImportedItem::Outcome;
  Appearance& look = context_.look;
  for (const Outcome outcome : {Outcome::Taken, Outcome::Changed, Outcome::Unchanged, Outcome::Left}) {
    auto* cell = new QWidget(this);
    auto* column = new QVBoxLayout(cell);
    column->setContentsMargins(look.ipx(18), 0, look.ipx(18), 0);
    column->setSpacing(look.ipx(2));
    auto* number = new QHBoxLayout;
    number->setSpacing(look.ipx(8));
    auto* glyph = new QLabel(cell);
    const int side = look.ipx(16);
    const OutcomeLook shape = lookOf(outcome);
    glyph->setPixmap(
        look.icon(QString::fromLatin1(shape.icon), shape.ink).pixmap(QSize(side, side), devicePixelRatioF()));
    number->addWidget(glyph);
    number->addWidget(new Label(look, TextRole::PageTitle, QLocale().toString(model_->count(outcome)),
                                Token::TextPrimary, cell));
    number->addStretch();
    column->addLayout(number);
    column->addWidget(new Label(look, TextRole::BodyStrong, ImportReportModel::outcomeName(outcome),
                                Token::TextPrimary, cell));
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
