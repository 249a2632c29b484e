#pragma once
#include <memory>

#include "app/bibliography/BibtexMapping.h"
#include "app/import/ImportPlan.h"

namespace offprint {

/// What Hugo's academic themes keep beside the text of a work: its entry (cite.bib) and its PDF, named like
/// the folder. The text's own values win; what it does not say is taken from the entry.
class BundleBibliography {
 public:
  BundleBibliography(const SourceFolder& folder, const BibtexMapping& mapping)
      : folder_(folder), mapping_(mapping) {}

  /// Completes a planned work: a venue without Markdown and with its volume taken out of it ("*Journal,
  /// 1*(2)"), what the entry says and the text does not, a finding where they differ, and the PDF. What is of
  /// another kind is left as it is.
  void complete(PlannedItem& planned) const;

  /// Marks the entry as untouched, so that an export gives it back as it came. Call with what is stored.
  void seal(ContentItem& item) const;

 private:
  void takeEntry(PlannedItem& planned, const QString& file) const;
  void takePdf(PlannedItem& planned) const;

  const SourceFolder& folder_;
  const BibtexMapping& mapping_;
};

}  // namespace offprint
