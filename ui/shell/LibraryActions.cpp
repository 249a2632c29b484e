#include "ui/shell/LibraryActions.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QStandardPaths>
#include <QUrl>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/Importer.h"
#include "app/session/LibrarySession.h"
#include "app/store/Backup.h"
#include "app/store/StoreClient.h"
#include "exporters/output/Exporter.h"
#include "ui/shell/BrowserPages.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/Preferences.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr char exportState[] = "export";
constexpr char backupSuffix[] = "offprint-backup";

/// Exports from a connection of its own, so that writing goes on meanwhile. Worker thread.
Result<ExportReport> exportLibrary(const QString& folder, const Resources& resources, const QString& exporter,
                                   const QString& out, Typesetter& typesetter, const Task& task,
                                   bool drafts = false) {
  auto library = Library::open(folder, resources, OpenMode::ReadOnly);
  if (!library) return library.error();
  ExportOptions options;
  options.drafts = drafts;
  options.typesetter = &typesetter;
  auto report = findExporter(exporter)->run(**library, out, options, task);
  if (!report || drafts) return report;
  auto items = (*library)->exported().hashed(std::move(report->items));
  if (!items) return items.error();
  report->items = std::move(*items);
  return report;
}

}  // namespace

LibraryActions::LibraryActions(ShellContext context, QObject* parent)
    : QObject(parent), context_(std::move(context)), browserPages_(std::make_shared<BrowserPages>()) {
  bindLibraryCommands();
  bindExportCommands();
  bindBackupCommands();
  connect(&context_.library, &LibrarySession::opened, this, &LibraryActions::loadLastExport);
  connect(&context_.preferences, &Preferences::changed, this, &LibraryActions::fillRecent);
  fillRecent();
}

QString LibraryActions::defaultParent() {
  return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + u"/Offprint"_s;
}

void LibraryActions::open(const QString& folder, std::function<void()> then) {
  const QString path = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
  context_.library.open(path, OpenMode::ReadWrite, [this, path, then = std::move(then)](Result<void> opened) {
    if (!opened) {
      if (opened.error().code == ErrorCode::NotFound) context_.preferences.forgetLibrary(path);
      Q_EMIT failed(opened.error());
      return;
    }
    context_.preferences.rememberLibrary(path);
    if (then) then();
  });
}

void LibraryActions::create(const QString& folder, const Site& site, std::function<void()> then) {
  context_.library.create(folder, site, [this, folder, then = std::move(then)](Result<void> created) {
    if (!created) {
      Q_EMIT failed(created.error());
      return;
    }
    context_.preferences.rememberLibrary(folder);
    if (then) then();
  });
}

void LibraryActions::createSample() {
  context_.jobs.run<QString>(
      say("Making a sample library"),
      [parent = defaultParent()](const Task&) -> Result<QString> {
        QString folder = parent + u"/Sample.offprint"_s;
        for (int i = 2; QFileInfo::exists(folder); ++i)
          folder = parent + u"/Sample %1.offprint"_s.arg(i);
        return folder;
      },
      [this](Result<QString> folder) {
        if (folder) fillSample(*folder);
      });
}

void LibraryActions::fillSample(const QString& folder) {
  const QString starter = context_.library.resources().path(u"starters/notebook"_s);
  create(folder, Site::starter(say("Sample Author"), say("Machine-learning engineer")), [this, starter] {
    context_.library.store().run<ImportReport>(
        [starter](Library& library) -> Result<ImportReport> {
          auto importer = chooseImporter(u"auto"_s, starter);
          if (!importer) return importer.error();
          return (*importer)->run(library, starter, {}, Task());
        },
        this,
        [this](Result<ImportReport> report) {
          context_.library.refresh();
          if (!report) Q_EMIT failed(report.error());
        });
  });
}

void LibraryActions::bindLibraryCommands() {
  Commands& commands = context_.commands;
  commands.bind(u"library.new"_s, [this] { Q_EMIT welcomeRequested(); });
  commands.bind(u"library.open"_s, [this] {
    context_.dialogs.chooseFolder(say("Open library"), defaultParent(),
                                  [this](const QString& path) { open(path); });
  });
  commands.bind(u"library.sample"_s, [this] { createSample(); });
  commands.bind(u"library.reveal"_s, [this] { context_.dialogs.reveal(context_.library.folder()); });
  commands.bind(u"library.close"_s, [this] {
    context_.library.close([this](Result<void> closed) {
      if (closed) {
        Q_EMIT welcomeRequested();
      } else {
        Q_EMIT failed(closed.error());
      }
    });
  });
}

void LibraryActions::fillRecent() {
  context_.commands.clearVarying(u"recent"_s);
  int number = 0;
  for (const QString& folder : context_.preferences.recentLibraries()) {
    CommandSpec spec;
    spec.id = u"library.recent.%1"_s.arg(++number);
    QString name = QFileInfo(folder).fileName();
    if (name.endsWith(u".offprint"_s)) name.chop(9);
    spec.name = name;
    spec.icon = u"library"_s;
    spec.menu = u"file/recent"_s;
    context_.commands.addVarying(u"recent"_s, spec, [this, folder] { open(folder); });
    context_.commands.action(spec.id)->setStatusTip(folder);
  }
}

QString LibraryActions::proposed(const QString& suffix) const {
  const QString name = context_.library.name();
  return QFileInfo(context_.library.folder()).path() + u'/' + name + u'.' + suffix;
}

void LibraryActions::bindExportCommands() {
  Commands& commands = context_.commands;
  for (const Exporter& format : exporters())
    commands.bind(u"export."_s + format.id, [this, id = format.id] { chooseExport(id); });
  commands.bind(u"export.again"_s, [this] { runExport(u"site"_s, last_.folder); });
}

void LibraryActions::chooseExport(const QString& exporter) {
  const Exporter* format = findExporter(exporter);
  const auto run = [this, exporter](const QString& path) { runExport(exporter, path); };
  // A dialog says what will be done, as the command does; "…" promised it.
  QString title = format->command;
  if (title.endsWith(u'…')) title.chop(1);
  if (format->toFolder) {
    const bool known = exporter == u"site"_s && !last_.folder.isEmpty();
    const QString name = context_.library.name();
    const QString proposal =
        QFileInfo(context_.library.folder()).path() + u'/' +
        (exporter == u"site"_s ? say("%1 site").arg(name) : say("%1 Markdown").arg(name));
    context_.dialogs.chooseOutput(title, known ? last_.folder : proposal, say("Export"), run);
  } else {
    context_.dialogs.chooseNewFile(title, proposed(format->suffix), u"*."_s + format->suffix, run);
  }
}

void LibraryActions::runExport(const QString& exporter, const QString& out) {
  context_.library.flush([this, exporter, out](Result<void> flushed) {
    if (!flushed) {
      Q_EMIT failed(flushed.error());
      return;
    }
    const QString folder = context_.library.folder();
    context_.jobs.run<ExportReport>(
        say("Exporting"),
        [folder, resources = context_.library.resources(), exporter, out, typesetter = &context_.typesetter](
            const Task& task) { return exportLibrary(folder, resources, exporter, out, *typesetter, task); },
        [this, exporter, out](Result<ExportReport> report) {
          if (report) {
            exported(exporter, out, *report);
          } else if (report.error().code == ErrorCode::Cancelled) {
            context_.toast.tell(say("Stopped. What was there before is whole."));
          } else {
            Q_EMIT failed(report.error());
          }
        });
  });
}

void LibraryActions::showInBrowser(const QString& address) {
  context_.library.flush([this, address](Result<void> flushed) {
    if (!flushed) {
      Q_EMIT failed(flushed.error());
      return;
    }
    const QString folder = context_.library.folder();
    context_.jobs.run<QString>(
        say("Preparing the page for the browser"),
        [folder, resources = context_.library.resources(), pages = browserPages_,
         typesetter = &context_.typesetter](const Task& task) -> Result<QString> {
          auto out = pages->of(folder);
          if (!out) return out.error();
          const auto report = exportLibrary(folder, resources, u"site"_s, *out, *typesetter, task, true);
          if (!report) return report.error();
          return *out;
        },
        [this, address](const Result<QString>& out) {
          if (out) {
            context_.dialogs.openUrl(QUrl::fromLocalFile(*out + address).toString(QUrl::FullyEncoded));
          } else if (out.error().code != ErrorCode::Cancelled) {
            Q_EMIT failed(out.error());
          }
        });
  });
}

void LibraryActions::exported(const QString& exporter, const QString& out, const ExportReport& report) {
  if (exporter == u"site"_s) rememberExport(out, report.items);
  const QString what = report.written == 0 && report.removed == 0
                           ? say("Nothing had changed: %n file(s) are up to date.", report.files)
                           : say("Exported. %n file(s) written.", report.written);
  Toast::Act open;
  if (exporter == u"site"_s)
    open = {say("Open site"), [this, out] {
              const QUrl page = QUrl::fromLocalFile(out + u"/index.html"_s);
              context_.dialogs.openUrl(page.toString(QUrl::FullyEncoded));
            }};
  context_.toast.tell(
      what, say("Show folder"), [this, out] { context_.dialogs.reveal(out); }, open);
  Q_EMIT exportFindings(report.findings);
}

/// The folder, the moment, and what the site held: lists compare with it from now on.
void LibraryActions::rememberExport(const QString& folder, const QList<ExportedItem>& items) {
  last_ = {folder, context_.clock()};
  context_.library.recordExport(items, last_.when);
  context_.library.setState(
      QString::fromLatin1(exportState),
      QJsonObject{{u"folder"_s, folder}, {u"when"_s, last_.when.toString(Qt::ISODate)}});
  Q_EMIT exportChanged();
}

void LibraryActions::loadLastExport() {
  last_ = {};
  Q_EMIT exportChanged();
  context_.library.state(QString::fromLatin1(exportState), this, [this](Result<QJsonValue> value) {
    if (!value) return;
    last_.folder = (*value)[u"folder"_s].toString();
    last_.when = QDateTime::fromString((*value)[u"when"_s].toString(), Qt::ISODate);
    Q_EMIT exportChanged();
  });
}

QString LibraryActions::backupFolder() const {
  return QFileInfo(context_.library.folder()).path() + u'/' + context_.library.name() + u" backups"_s;
}

void LibraryActions::bindBackupCommands() {
  Commands& commands = context_.commands;
  commands.bind(u"backup.now"_s, [this] {
    const QString stamp = context_.clock().toLocalTime().toString(u"yyyy-MM-dd HHmmss"_s);
    const QString file =
        u"%1/%2 %3.%4"_s.arg(backupFolder(), context_.library.name(), stamp, QLatin1StringView(backupSuffix));
    const Jobs::Job job = context_.jobs.begin(say("Backing up"));
    context_.library.backUp(file, job.task, [this, file, id = job.id](Result<Findings> done) {
      context_.jobs.end(id);
      if (done && !done->isEmpty()) {
        context_.toast.tell(say("Backed up and checked, but not all of it was whole. Problems names what."),
                            say("Show folder"), [this, file] { context_.dialogs.reveal(file); });
        Q_EMIT verified(*done);
      } else if (done) {
        context_.toast.tell(say("Backed up and checked."), say("Show folder"),
                            [this, file] { context_.dialogs.reveal(file); });
      } else if (done.error().code == ErrorCode::Cancelled) {
        context_.toast.tell(say("Stopped. No backup was made."));
      } else {
        Q_EMIT failed(done.error());
      }
    });
  });
  commands.bind(u"backup.restore"_s, [this] {
    const QString start = context_.library.isOpen() ? backupFolder() : defaultParent();
    const QString filter = say("Offprint backups") + u" (*.%1);;"_s.arg(QLatin1StringView(backupSuffix)) +
                           say("All files") + u" (*)"_s;
    context_.dialogs.chooseFile(say("Restore a backup"), start, filter, [this](const QString& file) {
      const QString name = QFileInfo(file).completeBaseName();
      const QString proposal = u"%1/%2.offprint"_s.arg(defaultParent(), name);
      context_.dialogs.chooseNewFile(say("Restore into a new library"), proposal, u"*.offprint"_s,
                                     [this, file](const QString& folder) { restore(file, folder); });
    });
  });
  commands.bind(u"library.verify"_s, [this] {
    const Jobs::Job job = context_.jobs.begin(say("Verifying the library"));
    context_.library.verify(job.task, [this, id = job.id](Result<Findings> findings) {
      context_.jobs.end(id);
      if (!findings) {
        if (findings.error().code != ErrorCode::Cancelled) Q_EMIT failed(findings.error());
        return;
      }
      if (findings->isEmpty())
        context_.toast.tell(say("No damage found: database, search and every media file are whole."));
      Q_EMIT verified(*findings);
    });
  });
}

void LibraryActions::restore(const QString& file, const QString& folder) {
  context_.jobs.run<bool>(
      say("Restoring"),
      [file, folder, resources = context_.library.resources()](const Task& task) -> Result<bool> {
        OFFPRINT_TRY(offprint::restore(file, folder, resources, task));
        return true;
      },
      [this, folder](Result<bool> done) {
        if (done) {
          open(folder);
        } else if (done.error().code == ErrorCode::Cancelled) {
          context_.toast.tell(say("Stopped. Nothing was restored."));
        } else {
          Q_EMIT failed(done.error());
        }
      });
}

}  // namespace offprint

#include "moc_LibraryActions.cpp"
