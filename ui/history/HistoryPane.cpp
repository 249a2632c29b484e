#include "ui/history/HistoryPane.h"

#include <QHash>
#include <QHBoxLayout>
#include <QPushButton>
#include <QThreadPool>
#include <utility>

#include "app/content/PlainText.h"
#include "app/content/TextDiff.h"
#include "app/core/Text.h"
#include "ui/history/DiffText.h"
#include "ui/history/RevisionList.h"
#include "ui/history/ValueDiff.h"
#include "ui/inspector/FactTabs.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Splitter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype kKept = 40;  // contents of versions at hand

/// "− Before the rewrite, 11:58" on the ground of what went.
Label* chip(Appearance& look, Token ink, QWidget* parent) {
  auto* label = new Label(look, TextRole::Meta, {}, ink, parent);
  label->setEliding(true);
  label->setContentsMargins(look.ipx(8), look.ipx(3), look.ipx(8), look.ipx(3));
  return label;
}

}  // namespace

struct HistoryPane::Private {
  Private(HistoryPane& pane, Appearance& appearance, Clock source);

  void build();
  QWidget* buildHead();
  std::pair<qint64, qint64> pair() const;
  void compare();
  void take(const TextDiff& diff);
  const ContentItem* contentOf(qint64 revision) const;
  QString nameOf(qint64 revision) const;
  void tellNothing(const QString& sentence);

  HistoryPane& pane;
  Appearance& look;
  Clock clock;
  std::shared_ptr<const KindCatalog> kinds;
  ContentItem now;
  QList<Revision> revisions;
  QHash<qint64, ContentItem> contents;
  QThreadPool pool;
  quint64 asked = 0;  ///< comparisons; the newest wins
  TextDiff shown;
  QString from;  ///< texts that `shown` compares
  QString to;
  bool readOnly = false;
  qint64 wanted = -1;  ///< to be chosen when the versions are there

  RevisionList* list = nullptr;
  Label* count = nullptr;
  QPushButton* name = nullptr;
  Label* fromChip = nullptr;
  Label* toChip = nullptr;
  Label* changes = nullptr;
  IconButton* previous = nullptr;
  IconButton* next = nullptr;
  QPushButton* restore = nullptr;
  DiffText* text = nullptr;
  Label* nothing = nullptr;
};

HistoryPane::Private::Private(HistoryPane& owner, Appearance& appearance, Clock source)
    : pane(owner), look(appearance), clock(std::move(source)) {
  pool.setMaxThreadCount(1);
  build();
}

void HistoryPane::Private::build() {
  auto* side = new QWidget(&pane);
  side->setObjectName(u"listPane"_s);
  side->setAttribute(Qt::WA_StyledBackground);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(look.ipx(10), look.ipx(8), look.ipx(12), look.ipx(6));
  head->setSpacing(look.ipx(8));
  auto* close = new IconButton(look, u"arrow-left"_s, HistoryPane::tr("Back to writing"), side);
  head->addWidget(close);
  head->addWidget(new Label(look, TextRole::PaneTitle, HistoryPane::tr("History"), Token::TextPrimary, side));
  count = new Label(look, TextRole::Meta, {}, Token::TextSecondary, side);
  head->addWidget(count);
  head->addStretch();
  name = new QPushButton(HistoryPane::tr("Name version"), side);
  name->setProperty("small", true);
  name->setToolTip(HistoryPane::tr("Keep the present text under a name"));
  head->addWidget(name);
  list = new RevisionList(look, side);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(look.ipx(8), 0, look.ipx(8), 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(list, 1);
  auto* main = new QWidget(&pane);
  main->setObjectName(u"place"_s);
  main->setAttribute(Qt::WA_StyledBackground);
  text = new DiffText(look, main);
  nothing = new Label(look, TextRole::Body, {}, Token::TextTertiary, main);
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setWordWrap(true);
  auto* rows = new QVBoxLayout(main);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(buildHead());
  rows->addWidget(text, 1);
  rows->addWidget(nothing, 1);
  auto* columns = new Splitter(look, Qt::Horizontal, &pane);
  columns->addWidget(side);
  columns->addWidget(main);
  columns->setStretchFactor(1, 1);
  columns->setSizes({look.ipx(290), look.ipx(900)});
  side->setMinimumWidth(look.ipx(200));
  auto* all = new QVBoxLayout(&pane);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(columns);
  connect(close, &QToolButton::clicked, &pane, &HistoryPane::closeRequested);
  connect(name, &QPushButton::clicked, &pane, &HistoryPane::nameRequested);
  connect(list, &RevisionList::choiceChanged, &pane, [this] { compare(); });
  connect(text, &DiffText::restoreRequested, &pane, [this](int passage) {
    // Once: the text is another one then, and is compared anew.
    const TextDiff diff = std::exchange(shown, {});
    if (passage < diff.passages.size())
      Q_EMIT pane.bodyRestored(passageRestored(from, to, diff.passages[passage]));
  });
}

QWidget* HistoryPane::Private::buildHead() {
  auto* head = new QWidget(&pane);
  head->setObjectName(u"paneHeader"_s);
  head->setAttribute(Qt::WA_StyledBackground);
  head->setFixedHeight(look.ipx(46));
  fromChip = chip(look, Token::StDanger, head);
  toChip = chip(look, Token::StPublished, head);
  changes = new Label(look, TextRole::Meta, {}, Token::TextSecondary, head);
  previous = new IconButton(look, u"chevron-up"_s, HistoryPane::tr("Previous change"), head);
  next = new IconButton(look, u"chevron-down"_s, HistoryPane::tr("Next change"), head);
  restore = new QPushButton(look.icon(u"rotate-ccw"_s, Token::TextPrimary, 14),
                            HistoryPane::tr("Restore this version"), head);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(look.ipx(16), 0, look.ipx(16), 0);
  row->setSpacing(look.ipx(10));
  row->addWidget(fromChip);
  row->addWidget(toChip);
  row->addWidget(changes);
  row->addWidget(previous);
  row->addWidget(next);
  row->addStretch();
  row->addWidget(restore);
  connect(previous, &QToolButton::clicked, text, [this] { text->step(-1); });
  connect(next, &QToolButton::clicked, text, [this] { text->step(1); });
  connect(restore, &QPushButton::clicked, &pane, [this] {
    if (list->chosen() > 0) Q_EMIT pane.restoreRequested(list->chosen());
  });
  return head;
}

const ContentItem* HistoryPane::Private::contentOf(qint64 revision) const {
  if (revision == 0) return &now;
  const auto found = contents.constFind(revision);
  return found == contents.cend() ? nullptr : &*found;
}

QString HistoryPane::Private::nameOf(qint64 revision) const {
  if (revision == 0) return HistoryPane::tr("Now");
  for (const Revision& each : revisions) {
    if (each.id.value == revision)
      return u"%1, %2"_s.arg(reasonText(each), momentText(each.created, clock()));
  }
  return {};
}

void HistoryPane::Private::tellNothing(const QString& sentence) {
  nothing->setText(sentence);
  nothing->show();
  text->hide();
  for (QWidget* part : QList<QWidget*>{fromChip, toChip, changes, previous, next, restore})
    part->hide();
}

/// The two versions that are compared, the earlier one first.
std::pair<qint64, qint64> HistoryPane::Private::pair() const {
  qint64 older = list->chosen();
  qint64 newer = list->against();
  // The present text against itself says nothing: it is compared with the version below it.
  if (older == 0 && newer == 0) older = revisions.first().id.value;
  // Numbers of versions grow; the present text is the newest.
  if (older == 0 || (newer > 0 && older > newer)) std::swap(older, newer);
  return {older, newer};
}

void HistoryPane::Private::compare() {
  if (revisions.isEmpty()) return tellNothing(HistoryPane::tr("Versions appear as you write."));
  if (list->chosen() < 0) return;
  const auto [older, newer] = pair();
  const ContentItem* before = contentOf(older);
  const ContentItem* after = contentOf(newer);
  if (!before) Q_EMIT pane.contentWanted(older);
  if (!after) Q_EMIT pane.contentWanted(newer);
  before = contentOf(older);
  after = contentOf(newer);
  if (!before || !after) return;
  fromChip->setText(u"−  "_s + nameOf(older));
  toChip->setText(u"+  "_s + nameOf(newer));
  shown = {};
  const quint64 mine = ++asked;
  pool.clear();
  pool.start([this, mine, a = before->body, b = after->body] {
    const TextDiff diff = compareTexts(a, b);
    // The pane waits for this job before it goes.
    QMetaObject::invokeMethod(&pane, [this, mine, a, b, diff] {
      if (mine != asked) return;
      from = a;
      to = b;
      take(diff);
    });
  });
}

void HistoryPane::Private::take(const TextDiff& diff) {
  const auto [older, newer] = pair();
  const ContentItem* before = contentOf(older);
  const ContentItem* after = contentOf(newer);
  if (!before || !after) return;
  shown = diff;
  const ContentKind* kind = kinds ? kinds->find(now.kind) : nullptr;
  const QList<ValueDiff> values = differingValues(*before, *after, kind);
  const int all = diff.changes + static_cast<int>(values.size());
  if (all == 0) {
    tellNothing(HistoryPane::tr("These two versions are the same."));
    fromChip->show();
    toChip->show();
    return;
  }
  nothing->hide();
  text->show();
  for (QWidget* part : QList<QWidget*>{fromChip, toChip, changes})
    part->show();
  changes->setText(HistoryPane::tr("%n change(s)", nullptr, all));
  previous->setVisible(diff.changes > 0);
  next->setVisible(diff.changes > 0);
  restore->setVisible(list->chosen() > 0 && !readOnly);
  text->setDiff(diff, valuesHtml(values, look), newer == 0 && !readOnly);
}

HistoryPane::HistoryPane(Appearance& look, Clock clock, QWidget* parent)
    : QWidget(parent), d_(std::make_unique<Private>(*this, look, std::move(clock))) {}

HistoryPane::~HistoryPane() {
  d_->pool.clear();
  d_->pool.waitForDone();
}

void HistoryPane::setKinds(std::shared_ptr<const KindCatalog> kinds) {
  d_->kinds = std::move(kinds);
}

void HistoryPane::setItem(const ContentItem& now) {
  if (now.id != d_->now.id) {
    d_->revisions.clear();
    d_->contents.clear();
    d_->wanted = -1;
    d_->tellNothing({});
  }
  d_->now = now;
  if (!d_->revisions.isEmpty()) setRevisions(QList<Revision>(d_->revisions));
}

void HistoryPane::setReadOnly(bool readOnly) {
  d_->readOnly = readOnly;
  d_->name->setVisible(!readOnly);
}

void HistoryPane::setRevisions(const QList<Revision>& revisions) {
  d_->revisions = revisions;
  d_->count->setText(QString::number(revisions.size()));
  d_->list->setRevisions(revisions, countWords(d_->now.body), d_->clock());
  if (d_->wanted >= 0) {
    const QSignalBlocker quiet(d_->list);
    d_->list->choose(std::exchange(d_->wanted, -1));
  }
  d_->compare();
}

void HistoryPane::setContent(qint64 revision, const ContentItem& content) {
  if (d_->contents.size() >= kKept) d_->contents.clear();
  d_->contents.insert(revision, content);
  d_->compare();
}

void HistoryPane::choose(qint64 revision) {
  d_->wanted = revision;
  if (!d_->revisions.isEmpty()) setRevisions(QList<Revision>(d_->revisions));
}

}  // namespace offprint

#include "moc_HistoryPane.cpp"
