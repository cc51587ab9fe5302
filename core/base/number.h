// Numbers in text, read and written exactly and whatever the locale: the one parser that all readers use.
//
//   double value;
//   if (!parse_number(word, value)) fail(...);              // all of a word
//   p = parse_number(p, end_of_the_block, value);           // as far as it goes; nullptr if it is none
//   std::uint32_t index;
//   if (!parse_index(word, index)) fail(...);               // digits alone
//
// parse_number takes the fast way (eight digits at a time, one division by an exact power of ten)
// for numbers of up to 7 digits on either side of the point, as n-best lists hold them; all others
// go to the standard library. Either way the result is the nearest double.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/eight_bytes.h"

namespace manyways {

// Reads a decimal number, nan or inf at the start of [p, end); returns where it ends, or nullptr.
// `end` may lie beyond the number: reading stops at what cannot belong to it.
const char* parse_number_slowly(const char* p, const char* end, double& value);

inline constexpr double kPowersOfTen[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};

inline const char* parse_number(const char* p, const char* end, double& value) {
  constexpr std::ptrdiff_t kRoom = 17;  // sign, up to 7 digits, point, 8 bytes to look at
  if (!kEightAtATime || end - p < kRoom) return parse_number_slowly(p, end, value);
  const char* const start = p;
  const bool negative = *p == '-';
  p += negative;
  const std::uint64_t whole = load8(p);
  const unsigned digits = leading_digits(whole);
  if (digits == 0 || digits == 8) return parse_number_slowly(start, end, value);
  std::uint64_t mantissa = digits_value(whole, digits);
  p += digits;
  unsigned decimals = 0;
  if (*p == '.') {
    const std::uint64_t fraction = load8(++p);
    decimals = leading_digits(fraction);
    if (decimals == 8) return parse_number_slowly(start, end, value);
    if (decimals > 0) {
      mantissa = mantissa * static_cast<std::uint64_t>(kPowersOfTen[decimals]) +
                 digits_value(fraction, decimals);
    }
    p += decimals;
  }
  if ((*p | 0x20) == 'e') return parse_number_slowly(start, end, value);
  // Both are exact, so their quotient is the nearest double.
  const double magnitude = static_cast<double>(mantissa) / kPowersOfTen[decimals];
  value = negative ? -magnitude : magnitude;
  return p;
}

// All of `text` is a number. Those that no double holds are infinite or zero, as the nearest one is.
inline bool parse_number(std::string_view text, double& value) {
  const char* const end = text.data() + text.size();
  return !text.empty() && parse_number_slowly(text.data(), end, value) == end;
}
// The same where more bytes may be looked at, up to `readable`: faster.
inline bool parse_number(std::string_view text, const char* readable, double& value) {
  return !text.empty() && parse_number(text.data(), readable, value) == text.data() + text.size();
}

// Neither infinite nor not a number.
inline bool parse_finite(std::string_view text, double& value) {
  return parse_number(text, value) && std::isfinite(value);
}

// Reads digits at the start of [p, end); returns where they end, or nullptr if there is none or the
// number is too large for its type.
template <typename Index>
const char* parse_index(const char* p, const char* end, Index& value) {
  static_assert(std::is_unsigned_v<Index>);
  const auto [stop, error] = std::from_chars(p, end, value);
  return error == std::errc() ? stop : nullptr;
}
// All of `text` is digits.
template <typename Index>
bool parse_index(std::string_view text, Index& value) {
  const char* const end = text.data() + text.size();
  return parse_index(text.data(), end, value) == end && !text.empty();
}

// How a number is written: "shortest" (the fewest digits that give the same double back),
// "general:P" (printf's %.Pg), "fixed:P" (%.Pf), "python" (shortest, with ".0" for whole numbers).
class NumberStyle {
 public:
  // Throws std::invalid_argument for any other name.
  explicit NumberStyle(std::string_view name);
  void append(double value, std::string& out) const;

 private:
  enum class Kind { kShortest, kGeneral, kFixed, kPython };
  Kind kind_ = Kind::kShortest;
  int precision_ = 6;
};

}  // namespace manyways
