#include "ui/bibliography/AddWorksSheet.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/bibliography/CslJson.h"
#include "app/content/FamilyName.h"
#include "app/session/LibrarySession.h"
#include "exporters/lookup/RegistryLookup.h"
#include "ui/shell/Preferences.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/PlainTextField.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using State = ProposedWork::State;

struct StateLook {
  const char* icon;
  Token ink;
  const char* name;
};

StateLook lookOf(State state) {
  switch (state) {
    case State::New:
      return {"plus", Token::StPublished, QT_TRANSLATE_NOOP("offprint::AddWorksSheet", "New")};
    case State::Here:
      return {"circle-check", Token::TextTertiary,
              QT_TRANSLATE_NOOP("offprint::AddWorksSheet", "Already here")};
    case State::Possible:
      return {"copy", Token::StChanged, QT_TRANSLATE_NOOP("offprint::AddWorksSheet", "Possible duplicate")};
    case State::Unreadable:
      break;
  }
  return {"circle-x", Token::StDanger, QT_TRANSLATE_NOOP("offprint::AddWorksSheet", "Cannot be read")};
}

bool mayBeAdded(State state) {
  return state == State::New || state == State::Possible;
}

/// A row of what was found: of each cell the first line counts, the second explains. Rows that cannot be
/// ticked begin where the others do.
class WorkRow : public QStyledItemDelegate {
 public:
  WorkRow(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return QSize(look_.ipx(40), look_.ipx(50));
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    // initStyleOption() makes separators of line ends.
    const QStringList lines = index.data().toString().split(u'\n');
    option.text.clear();
    const QStyle* style = option.widget->style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    painter->save();
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      look_.color(Token::LineHair));
    QRect words = option.rect.adjusted(look_.ipx(8), look_.ipx(7), -look_.ipx(8), -look_.ipx(7));
    if (index.column() != 1) words.setLeft(option.rect.left() + look_.ipx(36));
    const int half = words.height() / 2;
    const bool title = index.column() == 0;
    for (qsizetype i = 0; i < std::min<qsizetype>(2, lines.size()); ++i) {
      painter->setFont(fontFor(look_, i > 0   ? TextRole::Meta
                                      : title ? TextRole::BodyStrong
                                              : TextRole::Body));
      painter->setPen(look_.color(i > 0 ? Token::TextSecondary : Token::TextPrimary));
      const QRect line(words.left(), words.top() + (lines.size() > 1 ? int(i) * half : 0), words.width(),
                       lines.size() > 1 ? half : words.height());
      painter->drawText(line, Qt::AlignVCenter,
                        painter->fontMetrics().elidedText(lines.at(i), Qt::ElideRight, line.width()));
    }
    painter->restore();
  }

 private:
  Appearance& look_;
};

QString authorsOf(const ContentItem& item) {
  QStringList names;
  for (const Person& person : item.authors.mid(0, 3))
    names << familyName(person);
  if (item.authors.size() > 3) names << u"+%1"_s.arg(item.authors.size() - 3);
  return names.join(u", "_s);
}

}  // namespace

AddWorksSheet::AddWorksSheet(ShellContext context, QWidget* window, std::function<void(ContentId)> opened)
    : Sheet(context.look, tr("Add publications"), window),
      context_(context),
      opened_(std::move(opened)),
      search_(context),
      field_(new PlainTextField(this)),
      message_(new Label(context.look, TextRole::Body, {}, Token::TextSecondary, this)),
      list_(new QTreeWidget(this)),
      lookUp_(new QPushButton(this)) {
  build();
  followText();
}

void AddWorksSheet::build() {
  Appearance& look = context_.look;
  field_->setPlaceholderText(tr("A DOI, an arXiv id, an ISBN or a title; or BibTeX, RIS or CSL JSON"));
  field_->setAccessibleName(tr("What to add"));
  field_->setTabChangesFocus(true);
  // The style draws the field; its ground must not be painted over.
  field_->viewport()->setAutoFillBackground(false);
  field_->document()->setDocumentMargin(look.px(6));
  field_->setFixedHeight(look.ipx(72));
  field_->setMinimumWidth(look.ipx(760));
  field_->installEventFilter(this);
  lookUp_->setAutoDefault(false);
  message_->setWordWrap(true);
  list_->setAccessibleName(tr("What was found"));
  list_->setHeaderLabels({tr("Title and authors"), tr("Year"), tr("What it is")});
  list_->setRootIsDecorated(false);
  list_->setItemDelegate(new WorkRow(look, list_));
  list_->setMinimumHeight(look.ipx(240));
  list_->header()->setSectionResizeMode(QHeaderView::Interactive);
  list_->header()->resizeSection(0, look.ipx(360));
  list_->header()->resizeSection(1, look.ipx(56));
  list_->header()->setStretchLastSection(true);
  list_->hide();
  auto* row = new QHBoxLayout;
  row->addWidget(message_, 1);
  row->addWidget(lookUp_, 0, Qt::AlignTop);
  content()->addWidget(field_);
  content()->addLayout(row);
  content()->addWidget(list_, 1);
  addCancel(tr("Cancel"));
  keep_ = addButton(tr("Keep for later"), Act::Plain, [this] { keep(); });
  keep_->setToolTip(tr("A draft that says what is still to be looked up"));
  add_ = addButton(tr("Add"), Act::Default, [this] { add(); });
  connect(field_, &QPlainTextEdit::textChanged, this, &AddWorksSheet::followText);
  connect(lookUp_, &QPushButton::clicked, this, [this] {
    if (!search_.running()) return search();
    search_.stop();
    followText();
  });
  connect(list_, &QTreeWidget::itemChanged, this, &AddWorksSheet::countTicks);
  connect(this, &QDialog::rejected, this, [this] { search_.stop(); });
}

void AddWorksSheet::write(const QString& text) {
  field_->setPlainText(text);
  field_->moveCursor(QTextCursor::End);
}

/// Enter looks up; a new line is for entries that are typed.
bool AddWorksSheet::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && !(key->modifiers() & Qt::ShiftModifier) && !asked_.hasEntries()) {
      if (add_->isEnabled()) {
        add_->click();
      } else if (lookUp_->isEnabled() && !search_.running()) {
        search();
      }
      return true;
    }
  }
  return Sheet::eventFilter(watched, event);
}

void AddWorksSheet::tell(const QString& sentence, Token ink) {
  message_->setInk(ink);
  message_->setText(sentence);
}

void AddWorksSheet::setBusy(bool busy) {
  lookUp_->setText(busy ? tr("Stop") : tr("Look up"));
  lookUp_->setVisible(!asked_.hasEntries());
  lookUp_->setEnabled(asked_.type != WorkQuery::Type::Nothing);
}

/// What was written says what will happen; only entries, which need nobody, are read at once.
void AddWorksSheet::followText() {
  search_.stop();
  asked_ = WorkQuery::read(field_->toPlainText());
  works_.clear();
  list_->clear();
  list_->hide();
  keep_->hide();
  setBusy(false);
  countTicks();
  if (asked_.type == WorkQuery::Type::Nothing)
    return tell(tr("Nothing is looked up before you ask for it."), Token::TextTertiary);
  if (asked_.hasEntries()) return search();
  const QString who = RegistryLookup::nameOf(asked_.type);
  tell(context_.preferences.lookUps()
           ? tr("“Look up” asks %1 about %2.")
                 .arg(who, asked_.type == WorkQuery::Type::Title ? u"“%1”"_s.arg(asked_.text) : asked_.text)
           : tr("Looking up is switched off in Preferences; it can be kept for later."),
       Token::TextSecondary);
  keep_->setVisible(!context_.preferences.lookUps());
}

void AddWorksSheet::search() {
  tell(asked_.hasEntries() ? tr("Reading…") : tr("Asking %1…").arg(RegistryLookup::nameOf(asked_.type)),
       Token::TextSecondary);
  search_.find(asked_, [this](const Result<QList<ProposedWork>>& found) { show(found); });
  if (search_.running()) setBusy(true);
}

void AddWorksSheet::show(const Result<QList<ProposedWork>>& found) {
  setBusy(false);
  if (!found) {
    const bool later = found.error().code == ErrorCode::Network;
    keep_->setVisible(later);
    return tell(later ? tr("%1 It can be kept and completed later.").arg(found.error().message)
                      : found.error().message,
                Token::StDanger);
  }
  works_ = *found;
  // Of several with such a title one is meant: the author says which.
  const bool choice = asked_.type == WorkQuery::Type::Title && works_.size() > 1;
  for (const ProposedWork& work : std::as_const(works_))
    addRow(work, work.state == State::New && !choice);
  list_->show();
  countTicks();
  const auto unread =
      static_cast<int>(std::count_if(works_.cbegin(), works_.cend(), [](const ProposedWork& work) {
        return work.state == State::Unreadable;
      }));
  const QString count = tr("%n work(s) found", nullptr, static_cast<int>(works_.size()) - unread);
  tell(choice ? tr("Several works match. Tick the one you mean.")
       : unread > 0
           ? tr("%1, %2. What is ticked is added.").arg(count, tr("%n cannot be read", nullptr, unread))
           : tr("%1. What is ticked is added.").arg(count),
       Token::TextSecondary);
  // Whoever types entries goes on typing.
  if (!asked_.hasEntries()) add_->setFocus();
}

void AddWorksSheet::addRow(const ProposedWork& work, bool ticked) {
  const StateLook look = lookOf(work.state);
  const QString authors = authorsOf(work.item);
  QString state = tr(look.name);
  if (work.line > 0 && work.state == State::Unreadable) state += tr(", line %1").arg(work.line);
  const QString title = plainTitle(work.item.title);
  auto* row = new QTreeWidgetItem(
      list_,
      {authors.isEmpty() ? title : title + u'\n' + authors,
       work.item.date.yearNumber() > 0 ? QString::number(work.item.date.yearNumber()) : work.item.date.iso(),
       work.reason.isEmpty() ? state : state + u'\n' + work.reason});
  row->setIcon(2, context_.look.icon(QString::fromLatin1(look.icon), look.ink));
  row->setToolTip(2, work.reason);
  row->setCheckState(0, ticked ? Qt::Checked : Qt::Unchecked);
  if (!mayBeAdded(work.state)) {
    row->setData(0, Qt::CheckStateRole, QVariant());
    row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  }
}

void AddWorksSheet::countTicks() {
  int ticked = 0;
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    ticked += list_->topLevelItem(i)->checkState(0) == Qt::Checked;
  add_->setEnabled(ticked > 0);
  add_->setText(ticked > 0 ? tr("Add %n work(s)", nullptr, ticked) : tr("Add"));
}

void AddWorksSheet::add() {
  QList<ProposedWork> wanted;
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    if (list_->topLevelItem(i)->checkState(0) == Qt::Checked) wanted << works_.at(i);
  store(wanted);
}

void AddWorksSheet::keep() {
  const auto kinds = context_.library.kinds();
  const ContentKind* kind = kinds ? bibliographyKind(*kinds) : nullptr;
  if (!kind) return;
  const auto work = incompleteWork(asked_, *kind);
  if (work) store({{State::New, work->item, {}, {}, 0}});
}

/// The sheet goes when it has been answered; the window hears the end.
void AddWorksSheet::store(const QList<ProposedWork>& works) {
  context_.library.addWorks(
      works, parentWidget(),
      [library = &context_.library, opened = opened_](const Result<QList<ContentItem>>& added) {
        if (!added) {
          Q_EMIT library->errorOccurred(added.error());
        } else if (added->size() == 1 && opened) {
          opened(added->first().id);
        }
      });
}

}  // namespace offprint

#include "moc_AddWorksSheet.cpp"
