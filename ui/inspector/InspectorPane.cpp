#include "ui/inspector/InspectorPane.h"

#include <QJsonObject>
#include <QPointer>
#include <QStackedWidget>
#include <QTabBar>
#include <QThreadPool>
#include <QTimer>
#include <QVBoxLayout>

#include "app/session/DocumentSession.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/inspector/DetailsTab.h"
#include "ui/inspector/FactTabs.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Counts and links follow when the writing pauses.
constexpr int factsDelayMs = 350;

}  // namespace

struct InspectorPane::Private {
  explicit Private(InspectorPane& owner, Appearance& appearance)
      : pane(owner), look(appearance), offers(std::make_shared<FieldOffers>()) {}

  void build();
  void want();
  void countFacts();
  bool shows(Tab wanted) const {
    return pane.isVisible() && tabs->currentIndex() == static_cast<int>(wanted);
  }
  const ContentKind* kind() const { return session && kinds ? kinds->find(session->item().kind) : nullptr; }

  InspectorPane& pane;
  Appearance& look;
  std::shared_ptr<FieldOffers> offers;
  std::shared_ptr<const KindCatalog> kinds;
  QPointer<DocumentSession> session;
  QTabBar* tabs = nullptr;
  QStackedWidget* stack = nullptr;
  Label* nothing = nullptr;
  DetailsTab* details = nullptr;
  OutlineTab* outline = nullptr;
  LinksTab* links = nullptr;
  HistoryTab* history = nullptr;
  QTimer factsTimer;
  TextFacts facts;
  quint64 factsFor = 0;  ///< counts jobs: only the newest answer is shown
};

void InspectorPane::Private::build() {
  auto* head = new QWidget(&pane);
  head->setObjectName(u"paneHeader"_s);
  head->setAttribute(Qt::WA_StyledBackground);
  tabs = new QTabBar(head);
  tabs->setDrawBase(false);
  tabs->setExpanding(false);
  for (const QString& name : {tr("Details"), tr("Outline"), tr("Links"), tr("History")})
    tabs->addTab(name);
  stack = new QStackedWidget(&pane);
  details = new DetailsTab(
      look, [this] { return *offers; }, stack);
  outline = new OutlineTab(look, stack);
  links = new LinksTab(look, stack);
  history = new HistoryTab(look, stack);
  for (QWidget* page : std::initializer_list<QWidget*>{details, outline, links, history})
    stack->addWidget(page);
  nothing =
      new Label(look, TextRole::Body, tr("Choose an item to see its details."), Token::TextTertiary, &pane);
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setWordWrap(true);
  auto* column = new QVBoxLayout(&pane);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(head);
  auto* row = new QHBoxLayout(head);
  row->addWidget(tabs, 0, Qt::AlignBottom);
  row->addStretch(1);
  const auto size = [this, head, row] {
    head->setFixedHeight(look.ipx(40));
    row->setContentsMargins(look.ipx(8), 0, look.ipx(8), 0);
  };
  connect(&look, &Appearance::changed, head, size);
  size();
  column->addWidget(stack, 1);
  column->addWidget(nothing, 1);
}

/// Asks for what the open tab shows and does not have yet.
void InspectorPane::Private::want() {
  if (!session) return;
  if (shows(Tab::History)) Q_EMIT pane.revisionsWanted();
  if (shows(Tab::Outline) || shows(Tab::Links)) {
    Q_EMIT pane.backlinksWanted();
    factsTimer.start(0);
  }
}

void InspectorPane::Private::countFacts() {
  if (!session || !(shows(Tab::Outline) || shows(Tab::Links))) return;
  const quint64 job = ++factsFor;
  const QString text = session->snapshot().body;
  QThreadPool::globalInstance()->start([text, job, self = QPointer<InspectorPane>(&pane)] {
    const TextFacts found = factsOf(text);
    QMetaObject::invokeMethod(qApp, [found, job, self] {
      if (!self || self->d_->factsFor != job) return;
      self->d_->facts = found;
      self->d_->outline->setFacts(found);
      self->d_->links->setFacts(found);
    });
  });
}

InspectorPane::InspectorPane(Appearance& appearance, QWidget* parent)
    : QWidget(parent), d_(std::make_unique<Private>(*this, appearance)) {
  setObjectName(u"inspector"_s);
  setAttribute(Qt::WA_StyledBackground);
  d_->build();
  d_->factsTimer.setSingleShot(true);
  connect(&d_->factsTimer, &QTimer::timeout, this, [this] { d_->countFacts(); });
  connect(d_->tabs, &QTabBar::currentChanged, this, [this](int index) {
    d_->stack->setCurrentIndex(index);
    d_->want();
  });
  connect(d_->details, &DetailsTab::pickMediaRequested, this, &InspectorPane::pickMediaRequested);
  connect(d_->details, &DetailsTab::filesDropped, this, &InspectorPane::filesDropped);
  connect(d_->details, &DetailsTab::foldsChanged, this, &InspectorPane::foldsChanged);
  connect(d_->outline, &OutlineTab::lineActivated, this, &InspectorPane::lineActivated);
  connect(d_->outline, &OutlineTab::itemRequested, this, &InspectorPane::itemRequested);
  connect(d_->links, &LinksTab::lineActivated, this, &InspectorPane::lineActivated);
  connect(d_->links, &LinksTab::itemRequested, this, &InspectorPane::itemRequested);
  connect(d_->history, &HistoryTab::revisionRequested, this, &InspectorPane::revisionRequested);
  open(nullptr);
}

InspectorPane::~InspectorPane() = default;

void InspectorPane::setCatalog(std::shared_ptr<const KindCatalog> kinds) {
  d_->kinds = std::move(kinds);
  if (d_->session) open(d_->session);
}

void InspectorPane::setVocabulary(const QStringList& topics, const QStringList& tags,
                                  const QStringList& series) {
  d_->offers->topics = topics;
  d_->offers->tags = tags;
  d_->offers->series = series;
  d_->details->refill();
}

void InspectorPane::setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot) {
  d_->offers->site = std::move(snapshot);
  d_->details->refill();
}

void InspectorPane::setClock(Clock clock) {
  d_->offers->clock = std::move(clock);
}

void InspectorPane::open(DocumentSession* session) {
  if (d_->session) d_->session->disconnect(this);
  d_->session = session;
  ++d_->factsFor;
  d_->stack->setVisible(session);
  d_->nothing->setVisible(!session);
  d_->details->open(session, d_->kind());
  d_->outline->setFacts({});
  d_->links->setFacts({});
  d_->links->setFindings({});
  setBacklinks({});
  setRevisions({});
  if (!session) return;
  const ContentKind* kind = d_->kind();
  d_->outline->setKindLabel(kind ? kind->label : QString());
  connect(session, &DocumentSession::edited, this, [this](DocumentSession::Part part) {
    if (part != DocumentSession::Part::Body) d_->details->refill();
    d_->factsTimer.start(factsDelayMs);
  });
  connect(session, &DocumentSession::reloaded, this, [this] {
    d_->details->refill();
    d_->want();
  });
  connect(session, &DocumentSession::saved, this, [this] {
    // A first save gives an item its address.
    d_->details->refill();
    if (d_->shows(Tab::History)) Q_EMIT revisionsWanted();
  });
  connect(session, &DocumentSession::revisionsChanged, this, [this] {
    if (d_->shows(Tab::History)) Q_EMIT revisionsWanted();
  });
  d_->want();
}

void InspectorPane::setOutline(const QList<OutlineEntry>& outline) {
  if (d_->facts.outline.size() != outline.size()) d_->facts.words.clear();
  d_->facts.outline = outline;
  d_->outline->setFacts(d_->facts);
}

void InspectorPane::setCaretLine(int line) {
  d_->outline->setCaretLine(line);
}

void InspectorPane::setFindings(const Findings& findings) {
  d_->links->setFindings(findings);
}

void InspectorPane::setRevisions(const QList<Revision>& revisions) {
  d_->history->setRevisions(revisions, d_->offers->clock());
}

void InspectorPane::setBacklinks(const QList<ItemSummary>& items) {
  d_->outline->setBacklinks(items, d_->offers->clock());
  d_->links->setBacklinks(items, d_->offers->clock());
}

void InspectorPane::setReadOnly(bool readOnly) {
  d_->details->setReadOnly(readOnly);
}

QJsonObject InspectorPane::folds() const {
  return d_->details->folds();
}

void InspectorPane::setFolds(const QJsonObject& folds) {
  d_->details->setFolds(folds);
}

void InspectorPane::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  d_->want();
}

}  // namespace offprint

#include "moc_InspectorPane.cpp"
