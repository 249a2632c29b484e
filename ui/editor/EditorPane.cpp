#include "ui/editor/EditorPane.h"

#include <algorithm>
#include <QApplication>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QTextBlock>
#include <QThreadPool>
#include <QVBoxLayout>

#include "app/session/DocumentSession.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/editor/CompletionPopup.h"
#include "ui/editor/DocumentText.h"
#include "ui/editor/FindBar.h"
#include "ui/editor/FindingMarks.h"
#include "ui/editor/Formatting.h"
#include "ui/editor/HereCard.h"
#include "ui/editor/Highlighter.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/editor/ManuscriptPage.h"
#include "ui/editor/PastePill.h"
#include "ui/editor/Peek.h"
#include "ui/editor/ScrollMarks.h"
#include "ui/editor/Spelling.h"
#include "ui/editor/SpellingMenu.h"
#include "ui/editor/TableBar.h"
#include "ui/editor/TextLabels.h"
#include "ui/editor/TitleArea.h"
#include "ui/preview/FormulaView.h"
#include "ui/widgets/FindingLook.h"

namespace offprint {

struct EditorPane::Private {
  Private(EditorPane& pane, Appearance& appearance);

  void wire();
  void restyle();
  void show(std::shared_ptr<ManuscriptPage> next);
  void leave();
  void refill();
  void placeHead();
  void light();
  void spell();
  void follow(DocumentSession* session);
  void follow(const QString& target);
  void visit(const FindingMarks::Note& note);
  /// Does something with the cursor and shows what came of it.
  void change(const std::function<void(QTextCursor&)>& edit);

  EditorPane& pane;
  Appearance& look;
  ManuscriptStyle style;
  QWidget* above;  ///< holds a bar that the window brings
  ManuscriptEdit* edit;
  TitleArea* head;
  FindBar* find;
  FindingMarks* findings;
  TableBar* table;
  QPointer<CompletionPopup> completion;  ///< a child of the window, which may go first
  QPointer<HereCard> card;               ///< the same
  QPointer<PastePill> pill;              ///< the same
  Peek* peek;
  Spelling* spelling = nullptr;
  SpellingMenu* spellingMenu = nullptr;
  QString siteLanguage;
  PageCache cache;
  std::shared_ptr<ManuscriptPage> page;
  QMetaObject::Connection pageChanges;
  QPointer<DocumentSession> session;
  bool readOnly = false;
  bool focusing = false;  ///< only the paragraph with the caret has its full ink
  bool filling = false;   ///< the document changes because the session did
};

EditorPane::Private::Private(EditorPane& owner, Appearance& appearance)
    : pane(owner),
      look(appearance),
      style(ManuscriptStyle::of(appearance)),
      above(new QWidget(&owner)),
      edit(new ManuscriptEdit(&owner)),
      head(new TitleArea(edit->viewport())),
      find(new FindBar(appearance, *edit, &owner)),
      findings(new FindingMarks(appearance, *edit)),
      table(new TableBar(appearance, *edit)),
      completion(new CompletionPopup(appearance, *edit)),
      card(new HereCard(appearance, *edit)),
      pill(new PastePill(appearance, *edit)),
      peek(new Peek(appearance, *edit, *card)) {
  edit->setAccessibleName(EditorPane::tr("Text"));
  edit->setPlaceholder(EditorPane::tr("Write here."));
  auto* marks = new ScrollMarks(appearance, edit->verticalScrollBar());
  QObject::connect(find, &FindBar::marksChanged, marks, &ScrollMarks::setPlaces);
  auto* column = new QVBoxLayout(&owner);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(above);
  column->addWidget(find);
  column->addWidget(edit, 1);
  QWidget::setTabOrder(&head->title(), &head->summary());
  QWidget::setTabOrder(&head->summary(), edit);
  owner.setFocusProxy(edit);
  edit->hide();
  wire();
  restyle();
}

void EditorPane::Private::wire() {
  QObject::connect(&look, &Appearance::changed, &pane, [this] { restyle(); });
  QObject::connect(head, &TitleArea::heightChanged, &pane, [this] { placeHead(); });
  QObject::connect(edit, &ManuscriptEdit::resized, &pane, [this] { placeHead(); });
  QObject::connect(&head->title(), &GrowingField::edited, &pane, [this] {
    if (session) session->setTitle(head->title().content());
  });
  QObject::connect(&head->summary(), &GrowingField::edited, &pane, [this] {
    if (session) session->setSummary(head->summary().content());
  });
  QObject::connect(&head->title(), &GrowingField::leftDownwards, &head->summary(),
                   [this] { head->summary().setFocus(); });
  QObject::connect(&head->summary(), &GrowingField::leftUpwards, &head->title(),
                   [this] { head->title().setFocus(); });
  QObject::connect(&head->summary(), &GrowingField::leftDownwards, edit, [this] { edit->setFocus(); });
  QObject::connect(edit, &ManuscriptEdit::leftUpwards, &head->summary(), [this] {
    edit->verticalScrollBar()->setValue(0);
    head->summary().setFocus();
    head->summary().moveCursor(QTextCursor::End);
  });
  QObject::connect(completion, &CompletionPopup::nothingToOffer, &pane, [this] {
    if (!spellingMenu || !spellingMenu->atCaret()) peek->atCaret();
  });
  QObject::connect(edit, &QTextEdit::cursorPositionChanged, &pane, [this] {
    light();
    if (page) page->highlighter().caretMoved();
    Q_EMIT pane.caretMoved(pane.caretLine(), pane.caretColumn());
  });
  QObject::connect(edit, &QTextEdit::selectionChanged, &pane, &EditorPane::selectionChanged);
  QObject::connect(edit->verticalScrollBar(), &QScrollBar::valueChanged, &pane,
                   [this] { Q_EMIT pane.scrolled(edit->lineAt(0)); });
  QObject::connect(edit, &ManuscriptEdit::linkActivated, &pane, [this](const QString& to) { follow(to); });
  QObject::connect(peek, &Peek::opened, &pane, [this](const QString& to) { follow(to); });
  QObject::connect(peek, &Peek::citingWanted, &pane, &EditorPane::citingWanted);
  QObject::connect(edit, &ManuscriptEdit::aboutToPaste, &pane, [this](qsizetype characters) {
    if (session) session->beforePaste(characters);
  });
  QObject::connect(edit, &ManuscriptEdit::filesDropped, &pane,
                   [this](const QStringList& paths, int position, const QByteArray& content) {
                     const int line = edit->document()->findBlock(position).blockNumber() + 1;
                     Q_EMIT pane.filesDropped(paths, line, content);
                   });
  QObject::connect(table, &TableBar::insideChanged, &pane, &EditorPane::inTableChanged);
  QObject::connect(find, &FindBar::dismissed, edit, [this] { edit->setFocus(); });
  QObject::connect(findings, &FindingMarks::chosen, &pane,
                   [this](const FindingMarks::Note& note) { visit(note); });
}

void EditorPane::Private::restyle() {
  style = ManuscriptStyle::of(look);
  const double top = page ? edit->lineAt(0) : 0;
  edit->setStyle(style);
  head->setStyle(style);
  if (page) {
    page->setStyle(style);
    placeHead();
    edit->scrollToLine(top);
  }
  pane.update();
}

void EditorPane::Private::placeHead() {
  if (!page) return;
  const ManuscriptLayout& layout = page->layout();
  head->place(static_cast<int>(layout.columnLeft()) - edit->horizontalScrollBar()->value(),
              static_cast<int>(layout.columnWidth()));
  head->move(head->x(), -edit->verticalScrollBar()->value());
  // The last line can be scrolled to the middle of the page.
  page->layout().setMargins(head->height(), std::max<qreal>(look.px(240), edit->viewport()->height() / 2.0));
}

/// A paragraph runs from one blank line to the next.
void EditorPane::Private::light() {
  if (!page) return;
  if (!focusing) return page->layout().setLit(-1, -1);
  const auto blank = [](const QTextBlock& block) {
    return !block.isValid() || block.text().trimmed().isEmpty();
  };
  QTextBlock first = edit->textCursor().block();
  QTextBlock last = first;
  while (!blank(first) && !blank(first.previous()))
    first = first.previous();
  while (!blank(last) && !blank(last.next()))
    last = last.next();
  page->layout().setLit(first.blockNumber(), last.blockNumber());
}

/// The words of the open text, by the item's language.
void EditorPane::Private::spell() {
  if (!spelling || !session || !page) return;
  const QString own = session->item().language;
  const QString language = !own.isEmpty() ? own : siteLanguage;
  spelling->setLanguage(language);
  peek->setLanguage(language);
}

void EditorPane::Private::leave() {
  if (!page) return;
  page->highlighter().setSpelling(nullptr, {});
  page->anchor = edit->textCursor().anchor();
  page->position = edit->textCursor().position();
  page->scroll = edit->verticalScrollBar()->value();
  QObject::disconnect(pageChanges);
}

void EditorPane::Private::show(std::shared_ptr<ManuscriptPage> next) {
  // The old page lives until the editor has let go of its document.
  const std::shared_ptr<ManuscriptPage> old = std::exchange(page, std::move(next));
  edit->showDocument(&page->document());
  edit->setReadOnly(readOnly);
  edit->show();
  placeHead();
  QTextCursor cursor(&page->document());
  const int end = page->document().characterCount() - 1;
  cursor.setPosition(std::min(page->anchor, end));
  cursor.setPosition(std::min(page->position, end), QTextCursor::KeepAnchor);
  edit->setTextCursor(cursor);
  edit->verticalScrollBar()->setValue(page->scroll);
  pageChanges =
      QObject::connect(&page->document(), &QTextDocument::contentsChange, &pane, [this](int, int, int) {
        if (session && !filling) session->bodyEdited();
      });
  find->documentChanged();
  light();
  findings->documentChanged();
  table->documentChanged();
  if (!spelling) return;
  spell();
  page->highlighter().setSpelling(spelling,
                                  [this] { return edit->hasFocus() ? edit->textCursor().position() : -1; });
  spellingMenu->setMarks(&page->highlighter());
}

void EditorPane::Private::refill() {
  if (!session) return;
  filling = true;
  head->title().setContent(session->item().title, false);
  head->summary().setContent(session->item().summary, false);
  replaceText(page->document(), session->item().body);
  filling = false;
}

void EditorPane::Private::follow(DocumentSession* followed) {
  QObject::connect(followed, &DocumentSession::reloaded, &pane, [this] { refill(); });
  QObject::connect(followed, &DocumentSession::edited, &pane, [this](DocumentSession::Part part) {
    using Part = DocumentSession::Part;
    if (part != Part::Body) spell();
    if (part == Part::Title || part == Part::All) head->title().setContent(session->item().title, false);
    if (part == Part::Summary || part == Part::All)
      head->summary().setContent(session->item().summary, false);
  });
}

void EditorPane::Private::change(const std::function<void(QTextCursor&)>& apply) {
  if (!page || edit->isReadOnly()) return;
  QTextCursor cursor = edit->textCursor();
  apply(cursor);
  edit->setTextCursor(cursor);
  edit->ensureCursorVisible();
}

/// "#fig:heat" is a place of this text; the others are the window's to open.
void EditorPane::Private::follow(const QString& target) {
  if (target.startsWith(u'#')) {
    for (const TextLabel& label : textLabels(page->document())) {
      if (label.id == QStringView(target).mid(1)) return pane.goToLine(label.line);
    }
  }
  Q_EMIT pane.linkActivated(target);
}

void EditorPane::Private::visit(const FindingMarks::Note& note) {
  pane.goToLine(note.line);
  const QTextBlock block = edit->textCursor().block();
  const FindingLook level = lookOf(note.level);
  card->tell({.icon = level.icon, .ink = level.ink, .text = note.text}, block.position(),
             block.position() + block.length());
}

EditorPane::EditorPane(Appearance& appearance, QWidget* parent)
    : QWidget(parent), d_(std::make_unique<Private>(*this, appearance)) {}

EditorPane::~EditorPane() {
  delete d_->completion;
  delete d_->card;
  delete d_->pill;
  delete d_->edit;  // before the documents it shows
}

void EditorPane::open(DocumentSession* session) {
  Private& d = *d_;
  if (session == d.session) return;
  d.leave();
  if (d.session) d.session->disconnect(this);
  d.session = session;
  if (!session) {
    d.edit->hide();
    d.find->hide();
    return;
  }
  const ContentItem item = session->snapshot();
  std::shared_ptr<ManuscriptPage> page = d.cache.take(item.uuid);
  if (page) {
    page->setStyle(d.style);
    replaceText(page->document(), item.body);  // the item may have changed while another was open
  } else {
    page = std::make_shared<ManuscriptPage>(item.body, d.style);
  }
  d.cache.put(item.uuid, page);
  d.head->title().setContent(item.title, true);
  d.head->summary().setContent(item.summary, true);
  d.show(page);
  session->setBodySource([page] { return page->text(); });
  d.follow(session);
  Q_EMIT caretMoved(caretLine(), caretColumn());
  Q_EMIT scrolled(d.edit->lineAt(0));
}

DocumentSession* EditorPane::session() const {
  return d_->session;
}

void EditorPane::setReadOnly(bool readOnly) {
  d_->readOnly = readOnly;
  d_->edit->setReadOnly(readOnly);
  d_->head->setReadOnly(readOnly);
}

void EditorPane::setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot) {
  if (snapshot) d_->siteLanguage = snapshot->site.language;
  d_->spell();
  d_->completion->setSnapshot(snapshot);
  d_->edit->setCitationSource([snapshot](const QString& identifier) {
    return snapshot ? citationKeyOf(*snapshot, identifier) : QString();
  });
  d_->peek->setSnapshot(std::move(snapshot));
}

void EditorPane::loadCompletions(const Resources& resources) {
  QThreadPool::globalInstance()->start([resources, popup = d_->completion] {
    const CompletionData offered = completionData(resources);
    QMetaObject::invokeMethod(qApp, [offered, popup] {
      if (popup) popup->setData(offered);
    });
  });
}

void EditorPane::setTypesetter(Typesetter& typesetter, const Resources& resources) {
  d_->peek->setTypesetter(typesetter);
  d_->peek->setFormulas([&typesetter, resources] { return new FormulaView(typesetter, resources); });
}

void EditorPane::setSpelling(Spelling& spelling) {
  d_->spelling = &spelling;
  d_->spellingMenu = new SpellingMenu(*d_->edit, spelling);
  connect(d_->spellingMenu, &SpellingMenu::ignored, this, &EditorPane::wordIgnored);
}

void EditorPane::setIgnoredWords(const QStringList& words) {
  if (d_->spelling) d_->spelling->setIgnored(words);
}

bool EditorPane::goToMisspelt() {
  return d_->session && d_->spellingMenu && d_->spellingMenu->next();
}

void EditorPane::showHere() {
  if (!d_->session || d_->peek->atCaret()) return;
  const int line = caretLine();
  for (const FindingMarks::Note& note : d_->findings->notes()) {
    if (note.line == line) return d_->visit(note);
  }
  const int caret = d_->edit->textCursor().position();
  d_->card->tell({.text = tr("There is nothing to show about this place.")}, caret, caret);
}

void EditorPane::setFindings(const Findings& findings) {
  d_->findings->setFindings(d_->session ? findings : Findings());
}

void EditorPane::findingsHold(quint64 edits) {
  if (d_->session && d_->session->edits() == edits) d_->findings->putBack();
}

bool EditorPane::goToFinding(int by) {
  if (!d_->session) return false;
  const std::optional<FindingMarks::Note> note = d_->findings->next(caretLine(), by);
  if (note) d_->visit(*note);
  return note.has_value();
}

void EditorPane::setCiting(const QString& key, int items) {
  d_->peek->setCiting(key, items);
}

void EditorPane::setKicker(const QString& text, const QIcon& glyph) {
  d_->head->setKicker(text, glyph);
}

void EditorPane::setBar(QWidget* bar) {
  auto* column = new QVBoxLayout(d_->above);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(bar);
}

void EditorPane::setFocusMode(bool on) {
  d_->above->setVisible(!on);
  d_->table->setWanted(!on);
  d_->focusing = on;
  d_->light();
  d_->findings->setShown(!on);
}

void EditorPane::focusTitle() {
  d_->edit->verticalScrollBar()->setValue(0);
  d_->head->title().setFocus();
  d_->head->title().selectAll();
}

void EditorPane::focusText() {
  d_->edit->setFocus();
}

void EditorPane::goToLine(int line, int column) {
  const QTextBlock block = d_->edit->document()->findBlockByNumber(std::max(0, line - 1));
  if (!block.isValid()) return;
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + std::clamp(column - 1, 0, block.length() - 1));
  d_->edit->setTextCursor(cursor);
  d_->edit->ensureCursorVisible();
  d_->edit->setFocus();
}

void EditorPane::goToPlace(double line) {
  const int number = std::max(1, static_cast<int>(line));
  const QTextBlock block = d_->edit->document()->findBlockByNumber(number - 1);
  if (block.isValid()) goToLine(number, 1 + static_cast<int>((line - number) * (block.length() - 1)));
}

double EditorPane::caretPlace() const {
  const QTextCursor cursor = d_->edit->textCursor();
  return cursor.blockNumber() + 1 + static_cast<double>(cursor.positionInBlock()) / cursor.block().length();
}

void EditorPane::scrollToLine(double line) {
  d_->edit->scrollToLine(line);
}

int EditorPane::caretLine() const {
  return d_->edit->textCursor().blockNumber() + 1;
}

int EditorPane::caretColumn() const {
  return d_->edit->textCursor().positionInBlock() + 1;
}

QString EditorPane::selectedText() const {
  return fromDocumentForm(d_->edit->textCursor().selectedText());
}

void EditorPane::undo() {
  if (d_->head->title().hasFocus()) return d_->head->title().undo();
  if (d_->head->summary().hasFocus()) return d_->head->summary().undo();
  d_->edit->undo();
}

void EditorPane::redo() {
  if (d_->head->title().hasFocus()) return d_->head->title().redo();
  if (d_->head->summary().hasFocus()) return d_->head->summary().redo();
  d_->edit->redo();
}

void EditorPane::find() {
  if (d_->page) d_->find->open(false);
}
void EditorPane::replace() {
  if (d_->page) d_->find->open(true);
}
void EditorPane::findNext() {
  if (d_->page) d_->find->findNext();
}
void EditorPane::findPrevious() {
  if (d_->page) d_->find->findPrevious();
}

void EditorPane::format(const QString& what) {
  d_->change([&what](QTextCursor& cursor) { applyFormat(cursor, what); });
  if (what == QLatin1String("cite") && d_->session) {
    d_->edit->setFocus();
    d_->completion->ask();
  }
}

bool EditorPane::pasteAs(const QString& form) {
  if (!d_->session || !d_->edit->hasFocus()) return false;
  d_->edit->pasteAs(form);
  return true;
}

void EditorPane::changeTable(const QString& what) {
  d_->table->run(what);
}

bool EditorPane::inTable() const {
  return d_->session && d_->table->inside();
}

void EditorPane::setBody(const QString& markdown) {
  if (d_->page && !d_->edit->isReadOnly()) replaceText(d_->page->document(), markdown);
}

void EditorPane::insertBlock(int line, const QString& markdown) {
  d_->change([line, &markdown](QTextCursor& cursor) {
    const QTextBlock block = cursor.document()->findBlockByNumber(qMax(0, line - 1));
    if (block.isValid()) {
      cursor.setPosition(block.position());
    } else {
      cursor.movePosition(QTextCursor::End);
    }
    const bool blankBefore =
        !cursor.block().previous().isValid() || cursor.block().previous().text().trimmed().isEmpty();
    const QString text = (blankBefore ? QString() : QStringLiteral("\n")) + markdown +
                         (cursor.block().text().trimmed().isEmpty() ? QString() : QStringLiteral("\n\n"));
    cursor.insertText(text);
  });
}

}  // namespace offprint

#include "moc_EditorPane.cpp"
