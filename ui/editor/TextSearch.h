#pragma once
#include <optional>
#include <QRegularExpression>
#include <QString>
#include <vector>

#include "app/core/Result.h"

class QTextDocument;

namespace offprint {

/// What to look for in a text.
struct SearchQuery {
  QString pattern;
  bool matchCase = false;
  bool wholeWords = false;
  bool regex = false;
  bool skipOpaque = false;  ///< leave out code, math and comments

  bool operator==(const SearchQuery&) const = default;
};

/// One place of a document: [start, end) in cursor positions.
struct SearchHit {
  int start = 0;
  int end = 0;

  bool operator==(const SearchHit&) const = default;
};

using SearchHits = std::vector<SearchHit>;

/// Finds and replaces in a manuscript. Regular expressions are Perl's; ^ and $ stand at line ends.
class TextSearch {
 public:
  /// Errors: InvalidInput (names the place in the expression).
  static Result<TextSearch> create(const SearchQuery& query);

  /// All hits in [from, to), without empty ones; `to` < 0: to the end.
  SearchHits findAll(const QTextDocument& document, int from = 0, int to = -1) const;
  /// What a hit becomes: \1, \0 and $1 of an expression filled in, else the capitals of the hit kept.
  QString replacement(const QTextDocument& document, const SearchHit& hit, const QString& with) const;
  /// Replaces every hit as one undo step; returns how many.
  int replaceAll(QTextDocument& document, const SearchHits& hits, const QString& with) const;

 private:
  QString fill(const QString& text, const SearchHit& hit, const QString& with) const;

  TextSearch(SearchQuery query, QRegularExpression expression)
      : query_(std::move(query)), expression_(std::move(expression)) {}

  SearchQuery query_;
  QRegularExpression expression_;
};

}  // namespace offprint
