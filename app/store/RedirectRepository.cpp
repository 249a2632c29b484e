#include "app/core/Text.h"
#include "app/store/Database.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {

RedirectRepository::RedirectRepository(Database& database, Clock clock)
    : db_(database), clock_(std::move(clock)) {}

Result<void> RedirectRepository::add(const Redirect& redirect) {
  if (redirect.from.isEmpty() || redirect.to.isEmpty() || redirect.from == redirect.to)
    return makeError(ErrorCode::InvalidInput,
                     say("A redirect needs two different addresses. Nothing was changed."));
  return db_.transaction([&]() -> Result<void> {
    // The end of the chain: stored chains are already one step long, so one look-up is enough.
    auto onward = db_.prepare("SELECT target FROM redirect WHERE source = ?");
    if (!onward) return onward.error();
    onward->bind(redirect.to);
    auto row = onward->step();
    if (!row) return row.error();
    const QString target = *row ? onward->text(0) : redirect.to;
    onward->reset();
    if (target == redirect.from)
      return makeError(ErrorCode::InvalidInput,
                       say("“%1” cannot lead to “%2”: that address leads back to it. Nothing was changed.")
                           .arg(redirect.from, redirect.to));
    OFFPRINT_TRY(retarget(redirect.from, target));
    const QDateTime since = redirect.since.isValid() ? redirect.since : clock_();
    return db_.run("INSERT OR REPLACE INTO redirect (source, target, reason, since) VALUES (?, ?, ?, ?)",
                   redirect.from, target, redirect.reason, momentText(since));
  });
}

Result<void> RedirectRepository::retarget(const QString& from, const QString& to) {
  return db_.run("UPDATE redirect SET target = ? WHERE target = ?", to, from);
}

Result<QList<Redirect>> RedirectRepository::list() const {
  QList<Redirect> list;
  OFFPRINT_TRY(db_.each("SELECT source, target, reason, since FROM redirect ORDER BY source",
                        [&](const Statement& row) {
                          list.append({row.text(0), row.text(1), row.text(2), row.moment(3)});
                        }));
  return list;
}

Result<void> RedirectRepository::remove(const QString& from) {
  return db_.run("DELETE FROM redirect WHERE source = ?", from);
}

}  // namespace offprint
