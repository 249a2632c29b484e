#pragma once
#include <optional>
#include <utility>
#include <variant>

#include "app/core/Error.h"

namespace offprint {

/// A value or an Error, spelled like std::expected<T, Error> (which GCC 12 lacks in C++20).
/// Return `value` or `makeError(...)` straight from a function that returns Result<T>.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const { return std::get<1>(state_); }
  T value_or(T fallback) const { return has_value() ? value() : std::move(fallback); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error. `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  bool has_value() const { return !error_; }
  explicit operator bool() const { return has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace offprint

/// Returns the error of `expression` from the calling function when it failed (for Result<void> and Result<T>
/// alike).
#define OFFPRINT_TRY(expression)                      \
  do {                                                \
    auto offprintTried = (expression);                \
    if (!offprintTried) return offprintTried.error(); \
  } while (false)
