#pragma once
#include <functional>
#include <optional>
#include <QByteArray>
#include <QString>
#include <QStringList>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/core/Result.h"

namespace offprint {

/// A template brought into the form that the rendering library handles exactly and fast: one run of tags with
/// default delimiters. Comments, delimiter changes, blank lines of standalone tags and partials are resolved;
/// literal text and names stand in tables, referred to by number. Needed because the library splits text at
/// every blank, leaves the lines of standalone comments in place, does not indent partials and resolves
/// dotted names against every context (all measured against the specification with version 4.1).
class MustacheSource {
 public:
  using Partials = std::function<std::optional<QByteArray>(const QString& name)>;

  static constexpr char kLiteral = '\x1f';  ///< {{&<kLiteral>12}}: literal number 12
  static constexpr char kName = '\x1e';     ///< {{<kName>3}}: name number 3
  static constexpr char kEnter = '\x1d';    ///< {{&<kEnter>}}: a recursive partial begins
  static constexpr char kLeave = '\x1c';    ///< {{&<kLeave>}}: it ends

  Result<void> read(const QString& name, const QByteArray& source, const Partials& partials);

  /// Begins with the literal kLiteral, because the library drops a result of blanks alone; renderers take it
  /// off.
  std::string canonical;
  std::vector<std::string> literals;
  std::vector<std::vector<std::string>> names;  ///< split at dots; {"."} for the implicit iterator
  std::unordered_map<std::string, std::string>
      recursive;  ///< canonical text of partials that nest, by name tag
  QStringList missing;

 private:
  struct Tag;
  struct Scope;
  Result<void> expand(Scope& scope, std::string& out);
  Result<void> put(Scope& scope, const Tag& tag, std::vector<std::string>& open, std::string& out);
  Result<void> partial(Scope& scope, const Tag& tag, std::string& out);
  void literal(std::string_view text, std::string& out);
  std::string nameTag(const std::string& name);

  const Partials* partials_ = nullptr;
  std::unordered_map<std::string, size_t> nameIndex_;
  std::vector<std::string> stack_;  ///< partials being expanded
  size_t expanded_ = 0;
};

}  // namespace offprint
