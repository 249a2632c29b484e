#include "ui/shell/Dialogs.h"

#include <QCoreApplication>
#include <QDateTimeEdit>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QThreadPool>
#include <QUrl>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Sheet.h"
#include "ui/widgets/SuggestionList.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QFileDialog* fileDialog(QWidget* window, const QString& title, const QString& start, Dialogs::Path done) {
  auto* dialog = new QFileDialog(window, title, start);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowModality(Qt::WindowModal);
  QObject::connect(dialog, &QFileDialog::fileSelected, window, [done](const QString& path) {
    if (!path.isEmpty()) done(path);
  });
  return dialog;
}

}  // namespace

void WindowDialogs::chooseFolder(const QString& title, const QString& start, Path done) {
  QFileDialog* dialog = fileDialog(window_, title, start, std::move(done));
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  dialog->open();
}

void WindowDialogs::chooseOutput(const QString& title, const QString& proposal, const QString& verb,
                                 Path done) {
  auto* sheet = new Sheet(look_, title, window_);
  auto* path = new QLineEdit(QDir::toNativeSeparators(proposal), sheet);
  path->setAccessibleName(say("Folder"));
  path->setMinimumWidth(look_.ipx(380));
  auto* choose = new QPushButton(look_.icon(u"folder-open"_s), say("Choose…"), sheet);
  choose->setAutoDefault(false);
  QObject::connect(choose, &QPushButton::clicked, sheet, [this, title, path, sheet] {
    const QString start = QFileInfo(path->text()).path();
    QFileDialog* dialog =
        fileDialog(sheet, title, start, [path](const QString& chosen) { path->setText(chosen); });
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->open();
  });
  auto* row = new QHBoxLayout;
  row->addWidget(path, 1);
  row->addWidget(choose);
  sheet->content()->addLayout(row);
  auto* note = new Label(
      look_, TextRole::Small,
      say("A new folder, an empty one, or one that Offprint wrote before. Other folders are left alone."),
      Token::TextSecondary, sheet);
  note->setWordWrap(true);
  sheet->content()->addWidget(note);
  sheet->addCancel(say("Cancel"));
  QPushButton* act = sheet->addButton(verb, Sheet::Act::Default, [path, done = std::move(done)] {
    done(QDir::cleanPath(QDir::fromNativeSeparators(path->text().trimmed())));
  });
  QObject::connect(path, &QLineEdit::textChanged, act,
                   [act](const QString& text) { act->setEnabled(QDir::isAbsolutePath(text.trimmed())); });
  path->setFocus();
  sheet->open();
}

void WindowDialogs::chooseFile(const QString& title, const QString& start, const QString& filter, Path done) {
  QFileDialog* dialog = fileDialog(window_, title, start, std::move(done));
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setNameFilter(filter);
  dialog->open();
}

void WindowDialogs::chooseNewFile(const QString& title, const QString& proposal, const QString& filter,
                                  Path done) {
  const QFileInfo proposed(proposal);
  QFileDialog* dialog = fileDialog(window_, title, proposed.path(), std::move(done));
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilter(filter);
  dialog->setDefaultSuffix(proposed.suffix());
  dialog->selectFile(proposed.fileName());
  dialog->open();
}

void WindowDialogs::confirm(const Question& question, std::function<void()> done) {
  auto* sheet = new Sheet(look_, question.title, window_);
  auto* text = new Label(look_, TextRole::Body, question.text, Token::TextSecondary, sheet);
  text->setWordWrap(true);
  sheet->content()->addWidget(text);
  QPushButton* cancel = sheet->addCancel(say("Cancel"));
  sheet->addButton(question.verb, question.danger ? Sheet::Act::Danger : Sheet::Act::Default,
                   std::move(done));
  if (question.danger) cancel->setFocus();
  sheet->open();
}

void WindowDialogs::askText(const TextQuestion& question, std::function<void(const QString&)> done) {
  auto* sheet = new Sheet(look_, question.title, window_);
  auto* field = new QLineEdit(question.value, sheet);
  field->selectAll();
  field->setAccessibleName(question.label.isEmpty() ? question.title : question.label);
  if (!question.label.isEmpty()) {
    sheet->content()->addWidget(
        new Label(look_, TextRole::Small, question.label, Token::TextSecondary, sheet));
  }
  sheet->content()->addWidget(field);
  if (!question.suggestions.isEmpty()) {
    auto* list = new SuggestionList(look_, field, [values = question.suggestions] { return values; });
    QObject::connect(list, &SuggestionList::accepted, field, &QLineEdit::setText);
  }
  sheet->addCancel(say("Cancel"));
  QPushButton* act = sheet->addButton(question.verb, Sheet::Act::Default,
                                      [field, done = std::move(done)] { done(field->text().trimmed()); });
  const auto allow = [act, empty = question.mayBeEmpty](const QString& text) {
    act->setEnabled(empty || !text.trimmed().isEmpty());
  };
  QObject::connect(field, &QLineEdit::textChanged, act, allow);
  allow(question.value);
  field->setFocus();
  sheet->open();
}

void WindowDialogs::askMoment(const QString& title, const QDateTime& value, const QString& verb,
                              std::function<void(const QDateTime&)> done) {
  auto* sheet = new Sheet(look_, title, window_);
  auto* field = new QDateTimeEdit(value.toLocalTime(), sheet);
  field->setDisplayFormat(u"d MMM yyyy, HH:mm"_s);
  field->setMinimumHeight(look_.ipx(28));
  field->setAccessibleName(title);
  auto* note =
      new Label(look_, TextRole::Small,
                say("The item counts as a draft until then; the first export after that time includes it."),
                Token::TextSecondary, sheet);
  note->setWordWrap(true);
  sheet->content()->addWidget(field);
  sheet->content()->addWidget(note);
  sheet->addCancel(say("Cancel"));
  sheet->addButton(verb, Sheet::Act::Default,
                   [field, done = std::move(done)] { done(field->dateTime().toUTC()); });
  field->setFocus();
  sheet->open();
}

void WindowDialogs::reveal(const QString& path) {
  // Whether it is a folder is asked on a worker: it may lie on a disk that sleeps.
  QThreadPool::globalInstance()->start([path] {
    const QFileInfo info(path);
    const QUrl folder = QUrl::fromLocalFile(info.isDir() ? path : info.path());
    QMetaObject::invokeMethod(qApp, [folder] { QDesktopServices::openUrl(folder); });
  });
}

void WindowDialogs::openUrl(const QString& url) {
  QDesktopServices::openUrl(QUrl(url));
}

}  // namespace offprint
