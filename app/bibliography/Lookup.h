#pragma once
#include <QJsonArray>

#include "app/bibliography/WorkQuery.h"
#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

/// The port to the registries of works. Asked only when a person asks for it.
class Lookup {
 public:
  virtual ~Lookup() = default;
  /// The works that a query means, the likeliest first, as entries of CSL JSON without a citation key; at
  /// least one. Waits for the registry, so never on the GUI thread; a cancelled task ends it within a tenth
  /// of a second. Errors: NotFound (the registry knows no such work), Network (no answer, or one of no use;
  /// the same may work later), InvalidInput (nothing that could be asked for), Cancelled.
  virtual Result<QJsonArray> find(const WorkQuery& query, const Task& task) = 0;
};

}  // namespace offprint
