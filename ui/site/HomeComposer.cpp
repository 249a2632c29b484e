#include "ui/site/HomeComposer.h"

#include <algorithm>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/inspector/RowsView.h"
#include "ui/shell/Dialogs.h"
#include "ui/site/SectionList.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"
#include "ui/widgets/Sheet.h"
#include "ui/widgets/Splitter.h"
#include "ui/widgets/Toast.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// As long as someone goes on typing, the page waits: short enough to look live.
constexpr auto kKeepAfter = 350ms;

/// An anchor that no other section has.
QString freeAnchor(const QString& wanted, const QList<Section>& sections) {
  const QString base = wanted.isEmpty() ? u"section"_s : wanted;
  QString id = base;
  const auto taken = [&sections](const QString& name) {
    return std::any_of(sections.cbegin(), sections.cend(),
                       [&name](const Section& section) { return section.id == name; });
  };
  for (int i = 2; taken(id); ++i)
    id = u"%1-%2"_s.arg(base).arg(i);
  return id;
}

}  // namespace

HomeComposer::HomeComposer(ShellContext context, QWidget* parent)
    : QFrame(parent), context_(std::move(context)), offers_(std::make_shared<FieldOffers>()) {
  setObjectName(u"listPane"_s);
  offers_->clock = context_.clock;
  keepSoon_.setSingleShot(true);
  keepSoon_.setInterval(kKeepAfter);
  connect(&keepSoon_, &QTimer::timeout, this, &HomeComposer::flush);
  build();
  connect(&context_.library, &LibrarySession::opened, this, &HomeComposer::loadTypes);
  connect(&context_.library, &LibrarySession::siteChanged, this, &HomeComposer::refill);
  connect(&context_.library, &LibrarySession::closed, this, [this] {
    keepSoon_.stop();
    changeName_.clear();
    sections_.clear();
  });
  if (context_.library.isOpen()) loadTypes();
}

void HomeComposer::build() {
  Appearance& look = context_.look;
  auto* head = new QHBoxLayout;
  head->setContentsMargins(look.ipx(16), look.ipx(10), look.ipx(12), look.ipx(8));
  head->addWidget(new Label(look, TextRole::PaneTitle, tr("Sections"), Token::TextPrimary, this));
  count_ = new Label(look, TextRole::Body, {}, Token::TextTertiary, this);
  head->addSpacing(look.ipx(4));
  head->addWidget(count_);
  head->addStretch(1);
  add_ = new QPushButton(tr("Add section"), this);
  add_->setProperty("small", true);
  const auto dress = [this] { add_->setIcon(context_.look.icon(u"plus"_s, Token::TextPrimary, 14)); };
  connect(&look, &Appearance::changed, add_, dress);
  dress();
  connect(add_, &QPushButton::clicked, this, &HomeComposer::offerTypes);
  head->addWidget(add_);

  list_ = new SectionList(look, this);
  connect(list_, &SectionList::chosen, this, [this](int row) {
    selected_ = sections_.at(row).id;
    showSelected();
    Q_EMIT selectionChanged();
  });
  connect(list_, &SectionList::moved, this, &HomeComposer::moveSection);
  connect(list_, &SectionList::removalRequested, this, &HomeComposer::removeSection);
  connect(list_, &SectionList::switched, this, [this](int row, bool on) {
    change(on ? say("Show a section") : say("Hide a section"),
           [row, on](QList<Section>& sections) { sections[row].enabled = on; });
  });

  auto* below = new QWidget(this);
  auto* options = new QVBoxLayout(below);
  options->setContentsMargins(0, 0, 0, 0);
  options->setSpacing(0);
  auto* title = new QHBoxLayout;
  title->setContentsMargins(look.ipx(16), look.ipx(10), look.ipx(10), look.ipx(6));
  name_ = new Label(look, TextRole::PaneTitle, {}, Token::TextPrimary, below);
  more_ = new IconButton(look, u"ellipsis"_s, tr("More for this section"), below);
  connect(more_, &QAbstractButton::clicked, this, &HomeComposer::showMenu);
  title->addWidget(name_, 1);
  title->addWidget(more_);
  options->addLayout(title);
  form_ = new SectionForm(
      look, [this] { return *offers_; }, below);
  connect(form_, &SectionForm::pickMediaRequested, this, &HomeComposer::pickMedia);
  connect(form_, &SectionForm::changed, this, [this](const Section& changed) {
    const QString before = selected_;
    change(say("Change a section"), [this, before, changed](QList<Section>& sections) {
      const auto at = std::find_if(sections.begin(), sections.end(),
                                   [&before](const Section& section) { return section.id == before; });
      if (at == sections.end()) return;
      Section next = changed;
      at->id.clear();
      next.id = freeAnchor(next.id, sections);
      *at = next;
      selected_ = next.id;
    });
  });
  options->addWidget(form_, 1);

  auto* rows = new Splitter(look, Qt::Vertical, this);
  rows->addWidget(list_);
  rows->addWidget(below);
  rows->setStretchFactor(0, 0);
  rows->setStretchFactor(1, 1);
  rows->setSizes({look.ipx(380), look.ipx(420)});
  list_->setMinimumHeight(look.ipx(120));
  below->setMinimumHeight(look.ipx(160));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(rows, 1);
}

void HomeComposer::loadTypes() {
  using Types = std::shared_ptr<const SectionCatalog>;
  offers_->kinds.clear();
  if (context_.library.kinds()) {
    for (const ContentKind& kind : context_.library.kinds()->all())
      offers_->kinds.append(kind.id);
  }
  context_.library.store().run<Types>(
      [](Library& library) {
        return SectionCatalog::load(library.resources().path(u"home/sections.json"_s));
      },
      this,
      [this](const Result<Types>& types) {
        if (!types) return context_.toast.tell(types.error().located());
        types_ = *types;
        refill();
      });
}

void HomeComposer::refill() {
  if (!types_ || keepSoon_.isActive() || !context_.library.isOpen()) return;
  sections_ = context_.library.site().home;
  // Anchors tell sections apart here; a site written by hand may leave them out.
  for (Section& section : sections_) {
    if (!section.id.isEmpty()) continue;
    section.id = freeAnchor(section.type, sections_);
  }
  const bool readOnly = context_.library.readOnly();
  list_->setReadOnly(readOnly);
  form_->setReadOnly(readOnly);
  add_->setVisible(!readOnly);
  more_->setVisible(!readOnly);
  showSelected();
  Q_EMIT selectionChanged();
}

void HomeComposer::showSelected() {
  list_->setSections(sections_, *types_);
  count_->setText(QString::number(sections_.size()));
  auto at = std::find_if(sections_.cbegin(), sections_.cend(),
                         [this](const Section& section) { return section.id == selected_; });
  if (at == sections_.cend()) at = sections_.cbegin();
  if (at == sections_.cend()) {
    selected_.clear();
    name_->setText(tr("No sections yet"));
    more_->hide();
    return form_->clear();
  }
  selected_ = at->id;
  list_->setCurrentRow(int(at - sections_.cbegin()));
  const SectionType* type = types_->find(at->type);
  name_->setText(type ? type->label : at->type);
  more_->setVisible(!context_.library.readOnly());
  form_->show(*at, type);
}

void HomeComposer::setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot) {
  offers_->site = std::move(snapshot);
}

QString HomeComposer::selectedSection() const {
  return selected_;
}

QStringList HomeComposer::shownSections() const {
  QStringList ids;
  for (const Section& section : sections_)
    if (section.enabled) ids << section.id;
  return ids;
}

void HomeComposer::selectSection(const QString& id) {
  for (qsizetype row = 0; row < sections_.size(); ++row)
    if (sections_.at(row).id == id) list_->setCurrentRow(int(row));
}

void HomeComposer::change(const QString& name, const std::function<void(QList<Section>&)>& edit) {
  if (context_.library.readOnly()) return;
  const QList<Section> before = sections_;
  edit(sections_);
  if (sections_ == before) return;
  // Another kind of change is a step of its own.
  if (keepSoon_.isActive() && name != changeName_) {
    const QList<Section> now = std::exchange(sections_, before);
    flush();
    sections_ = now;
  }
  changeName_ = name;
  keepSoon_.start();
  showSelected();
}

void HomeComposer::flush() {
  if (sections_.isEmpty() && !keepSoon_.isActive()) return;
  keepSoon_.stop();
  if (!context_.library.isOpen() || context_.library.readOnly() || changeName_.isEmpty()) return;
  Site site = context_.library.site();
  site.home = sections_;
  context_.library.saveSite(site, std::exchange(changeName_, {}));
}

void HomeComposer::moveSection(int from, int to) {
  change(say("Move a section"), [from, to](QList<Section>& sections) { sections.move(from, to); });
}

void HomeComposer::removeSection(int row) {
  if (row < 0 || row >= sections_.size()) return;
  const QString name = list_->item(row)->text();
  change(say("Remove a section"), [this, row](QList<Section>& sections) {
    sections.removeAt(row);
    selected_ =
        sections.isEmpty() ? QString() : sections.at(std::min<qsizetype>(row, sections.size() - 1)).id;
  });
  flush();
  context_.toast.tell(tr("“%1” is off the home page. Undo brings it back.").arg(name));
}

void HomeComposer::duplicateSection(int row) {
  if (row < 0 || row >= sections_.size()) return;
  change(say("Duplicate a section"), [this, row](QList<Section>& sections) {
    Section copy = sections.at(row);
    copy.id = freeAnchor(copy.id, sections);
    sections.insert(row + 1, copy);
    selected_ = copy.id;
  });
}

void HomeComposer::addSection(const QString& id) {
  const SectionType* type = types_ ? types_->find(id) : nullptr;
  if (!type) return;
  const int at = sections_.isEmpty() ? 0 : list_->currentRow() + 1;
  change(say("Add a section"), [this, type, at](QList<Section>& sections) {
    Section section;
    section.type = type->id;
    section.title = type->title;
    section.id = freeAnchor(slugify(type->title.isEmpty() ? type->label : type->title, {}), sections);
    sections.insert(at, section);
    selected_ = section.id;
  });
  flush();
}

void HomeComposer::offerTypes() {
  if (!types_) return;
  auto* sheet = new Sheet(context_.look, tr("Add a section"), window());
  auto* rows = new RowsView(context_.look, tr("Types of sections"), sheet);
  QList<RowsView::Row> entries;
  for (const SectionType& type : types_->all())
    entries.append({type.label, type.about, context_.look.icon(type.icon)});
  rows->setRows(entries);
  connect(rows, &RowsView::chosen, sheet, [this, sheet](int row) {
    const QString id = types_->all().at(row).id;
    sheet->close();
    addSection(id);
    list_->setFocus();
  });
  auto* area = new QScrollArea(sheet);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(rows);
  area->setMinimumSize(context_.look.ipx(600), context_.look.ipx(440));
  new OverlayScrollBar(area);
  sheet->content()->addWidget(area);
  sheet->addCancel(tr("Cancel"));
  sheet->open();
  rows->setFocus();
}

/// Adds a file to the media of the library, for an option.
void HomeComposer::pickMedia(const MediaChosen& chosen) {
  const QString folder = QFileInfo(context_.library.folder()).path();
  context_.dialogs.chooseFile(tr("Choose a file"), folder, tr("All files (*)"),
                              [this, chosen](const QString& file) {
                                context_.library.store().run<MediaFile>(
                                    [file](Library& library) { return library.media().addFile(file); }, this,
                                    [this, chosen](const Result<MediaFile>& added) {
                                      if (!added) return context_.toast.tell(added.error().located());
                                      chosen(added->path);
                                    });
                              });
}

void HomeComposer::showMenu() {
  const int row = list_->currentRow();
  auto* popup = new QMenu(this);
  popup->setAttribute(Qt::WA_DeleteOnClose);
  const auto entry = [&](const QString& icon, const QString& text, bool possible, auto run) {
    QAction* action = popup->addAction(context_.look.icon(icon), text, this, run);
    action->setEnabled(possible);
  };
  entry(u"copy"_s, tr("Duplicate"), true, [this, row] { duplicateSection(row); });
  entry(u"arrow-up"_s, tr("Move up"), row > 0, [this, row] { moveSection(row, row - 1); });
  entry(u"arrow-down"_s, tr("Move down"), row + 1 < sections_.size(),
        [this, row] { moveSection(row, row + 1); });
  popup->addSeparator();
  entry(u"trash-2"_s, tr("Remove from the home page"), true, [this, row] { removeSection(row); });
  popup->popup(more_->mapToGlobal(QPoint(0, more_->height())));
}

}  // namespace offprint

#include "moc_HomeComposer.cpp"
