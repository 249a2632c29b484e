#include "ui/bibliography/MergeSheet.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/bibliography/CslJson.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int mostShown = 240;  ///< characters of one value; the rest is in its tool tip

enum Column { Name, KeptChoice, Kept, OtherChoice, Other };

struct Two {
  ContentItem kept;
  ContentItem other;
};

QString keyOf(const ContentItem& item, const KindCatalog& kinds) {
  const ContentKind* kind = kinds.find(item.kind);
  return kind ? citationKey(summarize(item), *kind) : item.slug;
}

}  // namespace

MergeSheet::MergeSheet(ShellContext context, QWidget* window, QList<WorkPair> pairs, Listener listener)
    : Sheet(context.look, tr("Compare and merge"), window),
      context_(context),
      pairs_(std::move(pairs)),
      listener_(std::move(listener)),
      kept_(pairs_.first().first.id),
      other_(pairs_.first().second.id),
      reason_(new Label(context.look, TextRole::Body, {}, Token::TextSecondary, this)),
      scroll_(new QScrollArea(this)) {
  build();
  load();
}

void MergeSheet::build() {
  const Appearance& look = context_.look;
  reason_->setWordWrap(true);
  QString reason = likenessReason(pairs_.first().likeness);
  if (pairs_.size() > 1)
    reason += u' ' + tr("%n pair(s) to look at.", nullptr, static_cast<int>(pairs_.size()));
  reason_->setText(reason);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setMinimumSize(look.ipx(760), look.ipx(360));
  scroll_->setAccessibleName(tr("Values of both works"));
  swap_ = new QPushButton(tr("Keep the other one"), this);
  swap_->setAutoDefault(false);
  content()->addWidget(reason_);
  content()->addWidget(scroll_, 1);
  content()->addWidget(swap_, 0, Qt::AlignLeft);
  connect(swap_, &QPushButton::clicked, this, [this] {
    std::swap(kept_, other_);
    load();
  });
  // Each answer leads to the next pair, in a sheet of its own.
  const auto then = [context = context_, window = parentWidget(), rest = pairs_.mid(1),
                     listener = listener_](const Result<void>& done) {
    if (!done) return listener.failed(done.error());
    if (!rest.isEmpty()) (new MergeSheet(context, window, rest, listener))->open();
  };
  addCancel(tr("Close"));
  addButton(tr("Not the same"), Act::Plain,
            [this, then] { context_.library.setWorksApart(kept_, other_, parentWidget(), then); });
  addButton(tr("Keep both, link as versions"), Act::Plain,
            [this, then] { context_.library.linkVersions(kept_, other_, parentWidget(), then); });
  merge_ = addButton(tr("Merge"), Act::Default, [this, then] {
    const auto merged = [then, listener = listener_, kept = kept_, other = other_](const Result<void>& done) {
      if (done) listener.merged(kept, other);
      then(done);
    };
    context_.library.mergeWorks(kept_, other_, fromOther(), parentWidget(), merged);
  });
  merge_->setEnabled(false);
}

void MergeSheet::load() {
  merge_->setEnabled(false);
  context_.library.store().run<Two>(
      [kept = kept_, other = other_](Library& library) -> Result<Two> {
        const auto first = library.content().get(kept);
        if (!first) return first.error();
        const auto second = library.content().get(other);
        if (!second) return second.error();
        return Two{*first, *second};
      },
      this,
      [this](const Result<Two>& two) {
        if (two) return show(two->kept, two->other);
        reject();
        listener_.failed(two.error());
      });
}

void MergeSheet::show(const ContentItem& kept, const ContentItem& other) {
  const auto kinds = context_.library.kinds();
  const ContentKind* kind = kinds ? kinds->find(kept.kind) : nullptr;
  if (!kind) return;
  auto* table = new QWidget;
  auto* grid = new QGridLayout(table);
  grid->setColumnStretch(Column::Kept, 1);
  grid->setColumnStretch(Column::Other, 1);
  grid->setHorizontalSpacing(context_.look.ipx(10));
  grid->setVerticalSpacing(context_.look.ipx(10));
  choices_.clear();
  addHead(*grid, kept, other);
  for (const WorkValue& value : differingValues(kept, other, *kind))
    addRow(*grid, value);
  grid->setRowStretch(grid->rowCount(), 1);
  scroll_->setWidget(table);
  merge_->setEnabled(true);
}

void MergeSheet::addHead(QGridLayout& grid, const ContentItem& kept, const ContentItem& other) {
  const auto kinds = context_.library.kinds();
  const auto head = [&](int column, const QString& fate, const ContentItem& item) {
    auto* label = new Label(context_.look, TextRole::BodyStrong,
                            fate + u"\n@"_s + keyOf(item, *kinds) + u", "_s + plainTitle(item.title));
    label->setWordWrap(true);
    grid.addWidget(label, 0, column, Qt::AlignTop);
  };
  head(Column::Kept, tr("Stays"), kept);
  head(Column::Other, tr("Goes to the trash; its key stays an alias"), other);
}

void MergeSheet::addText(QGridLayout& grid, int row, int column, const QString& text) {
  auto* label =
      new Label(context_.look, TextRole::Body, text.isEmpty() ? tr("nothing") : text.left(mostShown),
                text.isEmpty() ? Token::TextTertiary : Token::TextPrimary);
  if (text.size() > mostShown) {
    label->setText(text.left(mostShown) + u'…');
    label->setToolTip(text);
  }
  label->setWordWrap(true);
  grid.addWidget(label, row, column, Qt::AlignTop);
}

QRadioButton* MergeSheet::addChoice(QGridLayout& grid, int row, int column, const QString& text) {
  auto* choice = new QRadioButton;
  choice->setAccessibleName(text.left(mostShown));
  choice->setEnabled(!text.isEmpty());
  grid.addWidget(choice, row, column, Qt::AlignTop);
  return choice;
}

void MergeSheet::addRow(QGridLayout& grid, const WorkValue& value) {
  const int row = grid.rowCount();
  grid.addWidget(new Label(context_.look, TextRole::Meta, value.label, Token::TextTertiary), row,
                 Column::Name, Qt::AlignTop);
  addText(grid, row, Column::Kept, value.kept);
  addText(grid, row, Column::Other, value.other);
  if (value.united) {
    grid.addWidget(new Label(context_.look, TextRole::Meta, tr("both"), Token::TextTertiary), row,
                   Column::KeptChoice, Qt::AlignTop);
    return;
  }
  auto* either = new QButtonGroup(grid.parentWidget());
  QRadioButton* keep = addChoice(grid, row, Column::KeptChoice, value.kept);
  QRadioButton* take = addChoice(grid, row, Column::OtherChoice, value.other);
  either->addButton(keep);
  either->addButton(take);
  (value.kept.isEmpty() ? take : keep)->setChecked(true);
  choices_.append({value.name, take});
}

QStringList MergeSheet::fromOther() const {
  QStringList names;
  for (const auto& [name, take] : choices_)
    if (take->isChecked()) names << name;
  return names;
}

}  // namespace offprint

#include "moc_MergeSheet.cpp"
