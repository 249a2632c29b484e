#pragma once
#include <QList>
#include <QString>

#include "app/content/ContentItem.h"

namespace offprint {

class Appearance;
struct ContentKind;

/// A value beside the text that differs between two versions.
struct ValueDiff {
  QString key;    ///< "title", "summary", a member or a field of the kind
  QString label;  ///< for a person
  QString before;
  QString after;
};
/// In the order in which the window shows them: title, summary, what an author chose, fields of the kind.
QList<ValueDiff> differingValues(const ContentItem& before, const ContentItem& after,
                                 const ContentKind* kind);
/// The head of a comparison: title and summary as the manuscript sets them, the rest as a small table.
QString valuesHtml(const QList<ValueDiff>& values, const Appearance& look);

}  // namespace offprint
