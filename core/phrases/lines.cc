#include "phrases/lines.h"

#include <cmath>
#include <cstdio>

#include "base/error.h"

namespace manyways::phrases {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Length of the UTF-8 character at the beginning of `text`; 0 if it is not one.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  if (first == 0xe0 && second < 0xa0) return 0;
  if (first == 0xed && second > 0x9f) return 0;  // surrogates
  if (first == 0xf0 && second < 0x90) return 0;
  if (first == 0xf4 && second > 0x8f) return 0;
  return length;
}

double scale(double value, int exponent) {
  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (exponent >= 0 && exponent <= 22) return value * kPowers[exponent];
  if (exponent < 0 && exponent >= -22) return value / kPowers[-exponent];
  return value * std::pow(10.0, exponent);
}

}  // namespace

std::string_view LineReader::checked(std::string_view line) {
  ++line_;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = line[at] == '\0' ? 0 : utf8_length(line.substr(at));
    if (length == 0) {
      fail("byte " + std::to_string(at + 1) + " is not UTF-8 text",
           "Is this a text table? It may be a binary file, or in another encoding.");
    }
    at += length;
  }
  return line;
}

void LineReader::fail(const std::string& message, const std::string& remedy) const {
  throw InputError(path_, line_, message, remedy);
}

std::string quoted(std::string_view text) {
  std::string result = "'";
  return result.append(text.substr(0, 80)).append("'");
}

void split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  const auto trimmed = [](std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  };
  for (;;) {
    const std::size_t bar = line.find("|||");
    fields.push_back(trimmed(line.substr(0, bar)));
    if (bar == std::string_view::npos) return;
    line.remove_prefix(bar + 3);
  }
}

bool parse_number(std::string_view text, double& value) {
  std::size_t at = 0;
  const auto sign = [&] {
    if (at >= text.size() || (text[at] != '-' && text[at] != '+')) return false;
    return text[at++] == '-';
  };
  const bool negative = sign();
  std::uint64_t mantissa = 0;
  int exponent = 0, digits = 0, seen = 0;
  bool after_point = false;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !after_point)); ++at) {
    if (text[at] == '.') {
      after_point = true;
      continue;
    }
    ++seen;
    if (digits < 18) {
      mantissa = mantissa * 10 + static_cast<std::uint64_t>(text[at] - '0');
      if (mantissa > 0) ++digits;
      if (after_point) --exponent;
    } else if (!after_point) {
      ++exponent;
    }
    if (seen > 1000) return false;
  }
  if (seen == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    const bool down = sign();
    const std::size_t first = at;
    int power = 0;
    for (; at < text.size() && is_digit(text[at]); ++at) {
      power = std::min(power * 10 + (text[at] - '0'), 9999);
    }
    if (at == first) return false;
    exponent += down ? -power : power;
  }
  value = scale(static_cast<double>(mantissa), exponent) * (negative ? -1 : 1);
  return at == text.size() && std::isfinite(value);
}

bool parse_index(std::string_view text, std::uint32_t& value) {
  if (text.empty() || text.size() > 9) return false;
  value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return false;
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return true;
}

bool parse_link(std::string_view text, std::uint32_t& source, std::uint32_t& target) {
  const std::size_t dash = text.find('-');
  return dash != std::string_view::npos && parse_index(text.substr(0, dash), source) &&
         parse_index(text.substr(dash + 1), target);
}

void append_number(std::string& out, double value) {
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%.6g", value);
  out.append(text, static_cast<std::size_t>(length));
}

}  // namespace manyways::phrases
