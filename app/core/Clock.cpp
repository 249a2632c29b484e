#include "app/core/Clock.h"

namespace offprint {

Clock systemClock() {
  return [] { return QDateTime::currentDateTimeUtc(); };
}

Clock fixedClock(const QDateTime& moment) {
  return [moment] { return moment; };
}

}  // namespace offprint
