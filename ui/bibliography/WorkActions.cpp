#include "ui/bibliography/WorkActions.h"

#include <algorithm>

#include "app/bibliography/CslJson.h"
#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "ui/bibliography/AddField.h"
#include "ui/bibliography/AddWorksSheet.h"
#include "ui/bibliography/MergeSheet.h"
#include "ui/library/ItemListPane.h"
#include "ui/shell/Commands.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Of several works with such a title the one whose title it is; null when that is not one alone.
const FoundWork* meant(const QList<FoundWork>& works, const WorkQuery& query) {
  if (works.size() == 1 || query.type != WorkQuery::Type::Title)
    return works.isEmpty() ? nullptr : &works.first();
  const FoundWork* found = nullptr;
  for (const FoundWork& work : works) {
    if (plainTitle(work.item.title).compare(query.text, Qt::CaseInsensitive) != 0) continue;
    if (found) return nullptr;
    found = &work;
  }
  return found;
}

}  // namespace

WorkActions::WorkActions(ShellContext context, QWidget* window, Source source)
    : QObject(window),
      context_(std::move(context)),
      window_(window),
      source_(std::move(source)),
      search_(new WorkSearch(context_, this)) {
  context_.commands.bind(u"work.add"_s, [this] { add(); });
  context_.commands.bind(u"work.complete"_s, [this] { complete(); });
  context_.commands.bind(u"work.duplicates"_s, [this] { findDuplicates(); });
  context_.commands.bind(u"work.compare"_s, [this] { compare(); });
}

void WorkActions::add(const QString& written) {
  auto* sheet = new AddWorksSheet(context_, window_, [this](ContentId id) { Q_EMIT openRequested(id); });
  sheet->open();
  if (!written.isEmpty()) sheet->write(written);
}

void WorkActions::putFieldOver(ItemListPane& list) {
  auto* field = new AddField(context_.look, &list);
  list.setTopField(field);
  connect(field, &AddField::given, this, &WorkActions::add);
  const auto follow = [this, field, &list] {
    const auto kinds = context_.library.kinds();
    const ContentKind* kind = kinds ? bibliographyKind(*kinds) : nullptr;
    field->setVisible(kind && !context_.library.readOnly() &&
                      list.place() == Place{Place::Type::Kind, kind->id});
  };
  connect(&list, &ItemListPane::placeChanged, field, follow);
  connect(&context_.library, &LibrarySession::opened, field, follow);
  follow();
}

/// Asks for the open work, and fills it in as one step.
void WorkActions::complete() {
  DocumentSession* session = source_.open();
  const auto kinds = context_.library.kinds();
  if (!session || !kinds) return;
  const ContentItem& item = session->item();
  const ContentKind* kind = kinds->find(item.kind);
  const WorkQuery query = kind ? toLookUp(item.fields, *kind) : WorkQuery();
  if (query.type == WorkQuery::Type::Nothing)
    return context_.toast.tell(
        tr("“%1” is complete: there is nothing to look up.").arg(plainTitle(item.title)));
  search_->ask(query, [this, id = item.id, query](const Result<QList<FoundWork>>& works) {
    if (!works) return Q_EMIT failed(works.error());
    const FoundWork* work = meant(*works, query);
    if (work) return context_.library.completeWork(id, *work);
    Q_EMIT failed(
        makeError(ErrorCode::InvalidInput,
                  tr("Several works match “%1”, so nothing was filled in. Write the DOI of the one you "
                     "mean into the field To look up (doi:10.…), then complete it.")
                      .arg(query.text)));
  });
}

/// The pairs of the whole library, one after the other.
void WorkActions::findDuplicates() {
  context_.library.flush([this](const Result<void>&) {
    context_.library.store().run<QList<WorkPair>>(
        [](Library& library) { return workDuplicates::find(library); }, this,
        [this](const Result<QList<WorkPair>>& pairs) {
          if (!pairs) return Q_EMIT failed(pairs.error());
          if (pairs->isEmpty()) return context_.toast.tell(tr("No works look like one another."));
          show(*pairs);
        });
  });
}

void WorkActions::show(const QList<WorkPair>& pairs) {
  const auto merged = [this](ContentId kept, ContentId other) {
    // Nobody goes on writing into what went to the trash.
    const DocumentSession* session = source_.open();
    if (session && session->item().id == other) Q_EMIT openRequested(kept);
  };
  (new MergeSheet(context_, window_, pairs, {[this](const Error& error) { Q_EMIT failed(error); }, merged}))
      ->open();
}

/// Two works that are chosen in the list; of one alone, the pairs that it is part of.
void WorkActions::compare() {
  const QList<ContentId> chosen = source_.selected();
  using Pairs = QList<WorkPair>;
  context_.library.store().run<Pairs>(
      [chosen](Library& library) -> Result<Pairs> {
        auto pairs = workDuplicates::find(library);
        if (!pairs || chosen.size() > 2) return pairs ? Pairs() : pairs;
        pairs->removeIf([&](const WorkPair& pair) {
          return !std::all_of(chosen.begin(), chosen.end(),
                              [&](ContentId id) { return pair.first.id == id || pair.second.id == id; });
        });
        if (!pairs->isEmpty() || chosen.size() != 2) return pairs;
        const auto works = library.content().summaries(chosen);
        if (!works) return works.error();
        const auto kinds = library.kinds();
        const ContentKind* kind = bibliographyKind(*kinds);
        for (const ItemSummary& work : *works)
          if (!kind || work.kind != kind->id) return pairs;
        if (works->size() == 2) *pairs << WorkPair{WorkPair::Likeness::Alike, works->at(0), works->at(1)};
        return pairs;
      },
      this,
      [this](const Result<Pairs>& pairs) {
        if (!pairs) return Q_EMIT failed(pairs.error());
        if (!pairs->isEmpty()) return show(*pairs);
        context_.toast.tell(
            tr("No other work looks like this one. Choose two publications to compare them."));
      });
}

}  // namespace offprint

#include "moc_WorkActions.cpp"
