#pragma once
#include <array>
#include <QByteArray>
#include <QColor>

#include "app/core/Result.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// Number of tokens: one more than the last of the enumeration.
inline constexpr int tokenCount = static_cast<int>(Token::Knob) + 1;

/// The colours of both appearances, with and without increased contrast. Value.
class TokenTable {
 public:
  /// Reads tokens.json. Errors: InvalidInput, naming the file and the token that is missing or no colour.
  static Result<TokenTable> fromJson(const QByteArray& json, const QString& file);

  QColor color(Token token, bool dark, bool increasedContrast) const {
    return sets_[(increasedContrast ? 2 : 0) + (dark ? 1 : 0)][static_cast<size_t>(token)];
  }

 private:
  std::array<std::array<QColor, tokenCount>, 4> sets_;
};

}  // namespace offprint
