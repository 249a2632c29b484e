#include "ui/shell/HelpWindow.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>

#include "app/core/FileOps.h"
#include "app/session/LibrarySession.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Tables with lines of the window's own: Qt draws bright frames.
void styleTables(QTextDocument& document, const Appearance& look) {
  for (QTextFrame* frame : document.rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    QTextTableFormat format = table->format();
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(look.color(Token::LineHair));
    format.setBorderCollapse(true);
    format.setCellSpacing(0);
    format.setCellPadding(look.ipx(5));
    table->setFormat(format);
  }
}

/// In a table a bar is written "\\|"; Qt shows the backslash too.
void showBars(QTextDocument& document) {
  const QString written = u"\\|"_s;
  for (QTextCursor at = document.find(written); !at.isNull(); at = document.find(written, at))
    at.insertText(u"|"_s, at.charFormat());
}

/// What is written is set in the window's mono face, and headings stand apart from what is above them.
void styleText(QTextDocument& document, const Appearance& look) {
  QTextCharFormat mono;
  mono.setFont(look.font(Appearance::Face::Mono, 12));
  QList<QTextCursor> written;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    if (block.blockFormat().headingLevel() > 0) {
      QTextBlockFormat heading = block.blockFormat();
      heading.setTopMargin(look.px(18));
      heading.setBottomMargin(look.px(6));
      cursor.setBlockFormat(heading);
    }
    for (auto part = block.begin(); !part.atEnd(); ++part) {
      const QTextFragment fragment = part.fragment();
      if (!fragment.charFormat().fontFixedPitch()) continue;
      cursor.setPosition(fragment.position());
      cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
      written.append(cursor);
    }
  }
  for (QTextCursor& cursor : written)
    cursor.mergeCharFormat(mono);
}

}  // namespace

void HelpWindow::open(const ShellContext& context, QWidget* window, const QString& page,
                      const QString& name) {
  const QString object = u"help-"_s + page;
  auto* help = window->findChild<HelpWindow*>(object, Qt::FindDirectChildrenOnly);
  if (!help) {
    help = new HelpWindow(context, window, name);
    help->setObjectName(object);
    help->read(page);
  }
  help->QWidget::show();
  help->raise();
  help->activateWindow();
  help->field_->setFocus();
}

HelpWindow::HelpWindow(ShellContext context, QWidget* window, const QString& name)
    : QWidget(window, Qt::Window),
      context_(std::move(context)),
      field_(new QLineEdit(this)),
      count_(new Label(context_.look, TextRole::Meta, {}, Token::TextSecondary, this)),
      contents_(new QListWidget(this)),
      text_(new QTextBrowser(this)) {
  const Appearance& look = context_.look;
  setWindowTitle(tr("%1 — Offprint help").arg(name));
  field_->setPlaceholderText(tr("Find in the help"));
  field_->setAccessibleName(field_->placeholderText());
  field_->setClearButtonEnabled(true);
  contents_->setObjectName(u"items"_s);
  contents_->setAccessibleName(tr("Contents"));
  contents_->setFrameShape(QFrame::NoFrame);
  contents_->setFixedWidth(look.ipx(210));
  contents_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  text_->setAccessibleName(name);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setOpenLinks(false);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(look.ipx(12), look.ipx(10), look.ipx(16), look.ipx(10));
  top->setSpacing(look.ipx(12));
  top->addWidget(field_, 1);
  top->addWidget(count_);
  auto* lower = new QHBoxLayout;
  lower->setSpacing(0);
  lower->addWidget(contents_);
  lower->addWidget(new Hairline(Qt::Vertical, this));
  lower->addWidget(text_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(top);
  column->addWidget(new Hairline(Qt::Horizontal, this));
  column->addLayout(lower, 1);
  resize(look.ipx(860), look.ipx(680));
  connect(field_, &QLineEdit::textChanged, this, &HelpWindow::mark);
  connect(field_, &QLineEdit::returnPressed, this, [this] { step(false); });
  const auto go = [this](const QListWidgetItem* item) { goTo(item->data(Qt::UserRole).toInt()); };
  connect(contents_, &QListWidget::itemClicked, this, go);
  connect(contents_, &QListWidget::itemActivated, this, go);
  const auto key = [this](QKeySequence keys, auto act) {
    connect(new QShortcut(keys, this), &QShortcut::activated, this, act);
  };
  key(QKeySequence::Find, [this] {
    field_->setFocus(Qt::ShortcutFocusReason);
    field_->selectAll();
  });
  key(QKeySequence::FindNext, [this] { step(false); });
  key(QKeySequence::FindPrevious, [this] { step(true); });
  connect(&context_.look, &Appearance::changed, this, &HelpWindow::restyle);
}

void HelpWindow::read(const QString& page) {
  const QString file = context_.library.resources().path(u"help/%1.md"_s.arg(page));
  context_.jobs.run<QByteArray>(
      tr("Opening help"), [file](const Task&) { return files::read(file); },
      [self = QPointer(this)](const Result<QByteArray>& markdown) {
        if (self) self->show(markdown ? QString::fromUtf8(*markdown) : markdown.error().located());
      });
}

void HelpWindow::show(const QString& markdown) {
  markdown_ = markdown;
  restyle();
}

void HelpWindow::restyle() {
  const int scroll = text_->verticalScrollBar()->value();
  const Appearance& look = context_.look;
  text_->setFont(fontFor(look, TextRole::Body));
  text_->document()->setDocumentMargin(look.ipx(16));
  text_->setMarkdown(markdown_);
  showBars(*text_->document());
  styleTables(*text_->document(), look);
  styleText(*text_->document(), look);
  contents_->clear();
  for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
    const int level = block.blockFormat().headingLevel();
    if (level < 1 || level > 2) continue;
    auto* item = new QListWidgetItem(block.text(), contents_);
    item->setData(Qt::UserRole, block.position());
    item->setSizeHint(QSize(0, look.ipx(28)));
  }
  mark();
  text_->verticalScrollBar()->setValue(scroll);
}

/// Every place of what is typed gets a ground; the first is shown.
void HelpWindow::mark() {
  QList<QTextEdit::ExtraSelection> marks;
  const QString words = field_->text().trimmed();
  QTextCursor at(text_->document());
  while (!words.isEmpty() && !(at = text_->document()->find(words, at)).isNull()) {
    QTextEdit::ExtraSelection one;
    one.cursor = at;
    one.format.setBackground(context_.look.color(Token::TextSelect));
    marks.append(one);
  }
  text_->setExtraSelections(marks);
  count_->setText(words.isEmpty()   ? QString()
                  : marks.isEmpty() ? tr("Nothing found")
                                    : tr("%n place(s)", nullptr, static_cast<int>(marks.size())));
  if (!marks.isEmpty()) goTo(marks.constFirst().cursor.selectionStart());
}

void HelpWindow::step(bool back) {
  const auto marks = text_->extraSelections();
  if (marks.isEmpty()) return;
  const int here = text_->textCursor().position();
  int next = back ? marks.constLast().cursor.selectionStart() : marks.constFirst().cursor.selectionStart();
  for (const QTextEdit::ExtraSelection& one : marks) {
    const int start = one.cursor.selectionStart();
    if (back && start < here) next = start;
    if (back || start <= here) continue;
    next = start;
    break;
  }
  goTo(next);
}

/// Brings a place of the text near the upper edge.
void HelpWindow::goTo(int position) {
  QTextCursor cursor(text_->document());
  cursor.setPosition(position);
  text_->setTextCursor(cursor);
  const int room = text_->cursorRect().top() - context_.look.ipx(24);
  text_->verticalScrollBar()->setValue(text_->verticalScrollBar()->value() + room);
}

void HelpWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    close();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace offprint

#include "moc_HelpWindow.cpp"
