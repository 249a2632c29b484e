#pragma once
#include <functional>
#include <QDateTime>

namespace offprint {

/// The present moment in UTC. Injected wherever time matters, so that tests and reproducible exports can fix
/// it.
using Clock = std::function<QDateTime()>;

/// The machine's clock.
Clock systemClock();
/// A clock that always shows `moment`.
Clock fixedClock(const QDateTime& moment);

}  // namespace offprint
