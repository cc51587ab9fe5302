#include "base/number.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <version>
#ifndef __cpp_lib_to_chars
#include <locale>
#include <sstream>
#endif

namespace manyways {
namespace {

bool same_letters(const char* p, const char* end, std::string_view lower) {
  if (static_cast<std::size_t>(end - p) < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if ((p[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// Where the digits, the point and the exponent end; nullptr if there is no digit.
const char* decimal_end(const char* p, const char* end) {
  const char* const start = p;
  while (p < end && is_digit(*p)) ++p;
  bool digits = p > start;
  if (p < end && *p == '.') {
    const char* const fraction = ++p;
    while (p < end && is_digit(*p)) ++p;
    digits = digits || p > fraction;
  }
  if (!digits) return nullptr;
  if (p < end && (*p == 'e' || *p == 'E')) {
    const char* exponent = p + 1;
    if (exponent < end && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (exponent < end && is_digit(*exponent)) {
      p = exponent;
      while (p < end && is_digit(*p)) ++p;
    }
  }
  return p;
}

// Whether a number that no double can hold is too large, rather than too small: where its first
// digit other than 0 stands, counted from the point, and the exponent decide.
bool is_large(const char* p, const char* end) {
  long long place = 0;
  bool fraction = false, nonzero = false;
  for (; p < end && *p != 'e' && *p != 'E'; ++p) {
    if (*p == '.') {
      fraction = true;
    } else {
      nonzero = nonzero || *p != '0';
      if (nonzero && !fraction) ++place;
      if (!nonzero && fraction) --place;
    }
  }
  if (p < end && p + 1 < end && *++p == '+') ++p;
  long long exponent = 0;
  const auto result = std::from_chars(p, end, exponent);
  if (result.ec == std::errc::result_out_of_range) return *p != '-';
  return place + exponent > 0;
}

// The nearest double of [start, end), a decimal number without a sign.
double to_double(const char* start, const char* end) {
  double value = 0.0;
#ifdef __cpp_lib_to_chars
  const auto result = std::from_chars(start, end, value);
  if (result.ec != std::errc::result_out_of_range) return value;
#else
  std::istringstream stream(std::string(start, end));
  stream.imbue(std::locale::classic());
  if (stream >> value) return value;
#endif
  return is_large(start, end) ? std::numeric_limits<double>::infinity() : 0.0;
}

}  // namespace

const char* parse_number_slowly(const char* p, const char* end, double& value) {
  bool negative = false;
  if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
  const char* stop = nullptr;
  double magnitude = 0.0;
  if (same_letters(p, end, "nan")) {
    magnitude = std::numeric_limits<double>::quiet_NaN();
    stop = p + 3;
  } else if (same_letters(p, end, "infinity")) {
    magnitude = std::numeric_limits<double>::infinity();
    stop = p + 8;
  } else if (same_letters(p, end, "inf")) {
    magnitude = std::numeric_limits<double>::infinity();
    stop = p + 3;
  } else {
    stop = decimal_end(p, end);
    if (stop == nullptr) return nullptr;
    magnitude = to_double(p, stop);
  }
  value = negative ? -magnitude : magnitude;
  return stop;
}

NumberStyle::NumberStyle(std::string_view name) {
  if (name == "shortest") return;
  if (name == "python") {
    kind_ = Kind::kPython;
    return;
  }
  const auto colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  if (kind == "general" || kind == "fixed") {
    kind_ = kind == "general" ? Kind::kGeneral : Kind::kFixed;
    const char* const digits = name.data() + (colon == name.npos ? name.size() : colon + 1);
    const auto result = std::from_chars(digits, name.data() + name.size(), precision_);
    if (result.ec == std::errc() && precision_ >= 0 && precision_ <= 17) return;
  }
  throw std::invalid_argument("no number style is called '" + std::string(name) + "'");
}

void NumberStyle::append(double value, std::string& out) const {
  char text[512];
  char* const end = text + sizeof text;
  std::to_chars_result result{};
  switch (kind_) {
    case Kind::kGeneral:
      result = std::to_chars(text, end, value, std::chars_format::general, precision_);
      break;
    case Kind::kFixed:
      result = std::to_chars(text, end, value, std::chars_format::fixed, precision_);
      break;
    default:
      result = std::to_chars(text, end, value);
  }
  out.append(text, result.ptr);
  if (kind_ == Kind::kPython && std::isfinite(value)) {
    const std::string_view written(text, static_cast<std::size_t>(result.ptr - text));
    if (written.find_first_of(".e") == written.npos) out += ".0";
  }
}

}  // namespace manyways
