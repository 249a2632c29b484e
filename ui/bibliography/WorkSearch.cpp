#include "ui/bibliography/WorkSearch.h"

#include "app/bibliography/CslJson.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "exporters/lookup/RegistryLookup.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/Preferences.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Works = QList<FoundWork>;

/// Worker thread.
Result<Works> worksFor(const WorkQuery& query, const std::shared_ptr<const KindCatalog>& kinds,
                       const Resources& resources, const QMap<QString, QString>& addresses,
                       const Task& task) {
  const ContentKind* kind = kinds ? bibliographyKind(*kinds) : nullptr;
  if (!kind)
    return makeError(ErrorCode::Unsupported,
                     WorkSearch::tr("This library has no kind of content that can be cited."));
  if (query.hasEntries()) return readWorks(query, *kind, resources);
  auto services = LookupServices::load(resources, addresses);
  if (!services) return services.error();
  const auto answer = RegistryLookup(*std::move(services)).find(query, task);
  return answer ? Result<Works>(worksOf(*answer, *kind)) : Result<Works>(answer.error());
}

}  // namespace

WorkSearch::WorkSearch(ShellContext context, QObject* parent)
    : QObject(parent), context_(std::move(context)) {}

WorkSearch::~WorkSearch() {
  stop();
}

void WorkSearch::stop() {
  ++turn_;
  running_ = false;
  if (job_ != 0) context_.jobs.cancel(std::exchange(job_, 0));
}

void WorkSearch::begin(const WorkQuery& query, std::function<void(const Result<Works>&)> done) {
  if (!query.hasEntries() && !context_.preferences.lookUps())
    return done(makeError(ErrorCode::Network,
                          tr("Nothing was asked: looking works up is switched off in Preferences.")));
  QPointer<WorkSearch> self(this);
  job_ = context_.jobs.run<Works>(
      tr("Looking up a work"),
      [query, kinds = context_.library.kinds(), resources = context_.library.resources(),
       addresses = context_.preferences.lookupAddresses()](const Task& task) {
        return worksFor(query, kinds, resources, addresses, task);
      },
      [self, turn = turn_, done = std::move(done)](const Result<Works>& works) {
        if (!self || turn != self->turn_) return;
        self->job_ = 0;
        done(works);
      });
}

void WorkSearch::find(const WorkQuery& query, Done done) {
  stop();
  running_ = true;
  using Held = QList<ProposedWork>;
  context_.library.store().run<Held>(
      [query](Library& library) -> Result<Held> {
        const auto reference = workIntake::holder(library, query);
        if (!reference) return reference.error();
        if (reference->isEmpty()) return Held();
        const auto item = library.content().find(*reference);
        if (!item) return item.error();
        return Held{{ProposedWork::State::Here, *item, *reference, tr("The library has it already."), 0}};
      },
      this,
      [this, query, turn = turn_, done](const Result<Held>& held) {
        if (turn != turn_) return;
        if (!held || !held->isEmpty()) {
          running_ = false;
          return done(held);
        }
        begin(query, [this, done](const Result<Works>& works) { compare(works, done); });
      });
}

void WorkSearch::compare(const Result<Works>& works, const Done& done) {
  if (!works) {
    running_ = false;
    return done(works.error());
  }
  context_.library.store().run<QList<ProposedWork>>(
      [works = *works](Library& library) { return workIntake::propose(library, works); }, this,
      [this, turn = turn_, done](const Result<QList<ProposedWork>>& proposed) {
        if (turn != turn_) return;
        running_ = false;
        done(proposed);
      });
}

void WorkSearch::ask(const WorkQuery& query, std::function<void(const Result<Works>&)> done) {
  stop();
  running_ = true;
  begin(query, [this, done = std::move(done)](const Result<Works>& works) {
    running_ = false;
    done(works);
  });
}

}  // namespace offprint

#include "moc_WorkSearch.cpp"
