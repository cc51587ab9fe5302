// Numbers in text, read and written exactly and without the locale.
//
// parse_number takes the fast way (one integer, one multiplication by an exact power of ten) for
// numbers of at most 15 digits with a small exponent, as n-best lists hold them; all others go to
// the standard library. Either way the result is the nearest double.
#pragma once

#include <string>
#include <string_view>

namespace manyways::candidates {

// Reads a decimal number, nan or inf at the start of [p, end); returns where it ends, or nullptr.
const char* parse_number_slowly(const char* p, const char* end, double& value);

inline const char* parse_number(const char* p, const char* end, double& value) {
  static constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* const start = p;
  const bool negative = p < end && *p == '-';
  if (negative) ++p;
  unsigned long long mantissa = 0;
  const char* const whole = p;
  while (p < end && static_cast<unsigned char>(*p - '0') < 10)
    mantissa = mantissa * 10 + (*p++ - '0');
  long digits = p - whole;
  long decimals = 0;
  if (p < end && *p == '.') {
    const char* const fraction = ++p;
    while (p < end && static_cast<unsigned char>(*p - '0') < 10) {
      mantissa = mantissa * 10 + (*p++ - '0');
    }
    decimals = p - fraction;
    digits += decimals;
  }
  if (digits == 0 || digits > 15 || (p < end && (*p == 'e' || *p == 'E'))) {
    return parse_number_slowly(start, end, value);
  }
  const double magnitude = static_cast<double>(mantissa) / kPowers[decimals];
  value = negative ? -magnitude : magnitude;
  return p;
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

}  // namespace manyways::candidates
