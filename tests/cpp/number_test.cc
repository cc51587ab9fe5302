#include "base/number.h"

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/random.h"
#include "check.h"

namespace manyways {
namespace {

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

// Both ways to read `text`, alone and with bytes behind it, against the C library.
void check_number(const std::string& text) {
  char* stop = nullptr;
  const double expected = std::strtod(text.c_str(), &stop);
  CHECK(stop == text.c_str() + text.size());
  double alone = 1, within = 1;
  CHECK(parse_number(std::string_view(text), alone));
  if (!same(alone, expected)) CHECK_EQUAL(text + " alone", std::to_string(expected));
  const std::string longer = text + " and what is behind it";
  const char* end = parse_number(longer.data(), longer.data() + longer.size(), within);
  CHECK(end == longer.data() + text.size());
  if (!same(within, expected)) CHECK_EQUAL(text + " within", std::to_string(expected));
}

std::string digits(Random& random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + random.below(10));
  return text;
}

}  // namespace

TEST(numbers_are_the_nearest_doubles) {
  for (const char* text : {"0",
                           "-0",
                           "1",
                           "-1",
                           "+1",
                           "0.1",
                           "-7.25",
                           "1e0",
                           "1E5",
                           "1e+5",
                           "1e-5",
                           ".5",
                           "5.",
                           "00012",
                           "1234567",
                           "12345678",
                           "123456.7654321",
                           "1234567.1234567",
                           "9007199254740993",
                           "9007199254740992.5",
                           "0.30000000000000004",
                           "2.2250738585072011e-308",
                           "2.2250738585072014e-308",
                           "4.9406564584124654e-324",
                           "2.4703282292062327e-324",
                           "2.4703282292062328e-324",
                           "1e-400",
                           "-1e-400",
                           "1.7976931348623157e308",
                           "1.7976931348623159e308",
                           "1e309",
                           "-1e309",
                           "1e99999",
                           "-1e99999",
                           "1e-99999",
                           "0e99999",
                           "0.0000000000000000000000000000000000000000000001e50",
                           "nan",
                           "inf",
                           "-inf",
                           "infinity",
                           "INF",
                           "1000000000000000000000000000000000000000e-39"}) {
    check_number(text);
  }
}

TEST(random_numbers_are_the_nearest_doubles) {
  Random random(3);
  const auto some = [&] { return digits(random, random.below(random.below(8) == 0 ? 25 : 9)); };
  for (int i = 0; i < 20000; ++i) {
    std::string text = random.below(2) != 0 ? "-1" : "7";
    text += some();
    if (random.below(3) != 0) (text += '.') += some();
    if (random.below(4) == 0) {
      const char* const signs[] = {"", "+", "-"};
      text += std::string("e") + signs[random.below(3)] + std::to_string(random.below(330));
    }
    check_number(text);
  }
}

TEST(any_double_comes_back) {
  Random random(4);
  const NumberStyle shortest("shortest");
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random.next());
    if (!std::isfinite(value)) continue;
    std::string text;
    shortest.append(value, text);
    double read = 0;
    CHECK(parse_number(std::string_view(text), read));
    if (!same(read, value)) CHECK_EQUAL(text, "itself");
  }
}

TEST(what_is_no_number_is_refused) {
  double value;
  for (const char* text :
       {"",    "-",  "+",  ".",   "e5",  "-.", "1e", "1e+", "1..2", "1.2.3", "0x10",
        "1,5", " 1", "1 ", "--1", "+-1", "1a", "na", "in",  "nanx", "1e5.0"}) {
    if (parse_number(std::string_view(text), value)) CHECK_EQUAL(std::string(text), "refused");
  }
  CHECK(!parse_finite("inf", value));
  CHECK(!parse_finite("nan", value));
  CHECK(!parse_finite("1e999", value));
  CHECK(parse_finite("1e-999", value) && value == 0);
}

TEST(the_locale_does_not_matter) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C"}) {
    if (std::setlocale(LC_NUMERIC, name) == nullptr) continue;
    double value = 0;
    CHECK(parse_number(std::string_view("1234567890.5"), value) && value == 1234567890.5);
    CHECK(parse_number(std::string_view("0.25e1"), value) && value == 2.5);
    std::string text;
    NumberStyle("general:6").append(2.5, text);
    CHECK_EQUAL(text, "2.5");
  }
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(an_index_is_digits_alone_and_fits) {
  std::uint32_t value = 9;
  CHECK(parse_index(std::string_view("0"), value) && value == 0);
  CHECK(parse_index(std::string_view("4294967295"), value) && value == 4294967295u);
  for (const char* text :
       {"", "-1", "+1", "4294967296", "99999999999999999999", "1.0", "1 ", " 1", "a"}) {
    if (parse_index(std::string_view(text), value)) CHECK_EQUAL(std::string(text), "refused");
  }
}

TEST(numbers_are_written_as_their_style_says) {
  const auto written = [](const char* style, double value) {
    std::string text;
    NumberStyle(style).append(value, text);
    return text;
  };
  CHECK_EQUAL(written("shortest", 0.1), "0.1");
  CHECK_EQUAL(written("python", 3), "3.0");
  CHECK_EQUAL(written("general:6", 1.0 / 3), "0.333333");
  CHECK_EQUAL(written("fixed:4", 0.93), "0.9300");
  CHECK_THROWS(std::invalid_argument, NumberStyle("fixed:99"));
  CHECK_THROWS(std::invalid_argument, NumberStyle("roman"));
}

}  // namespace manyways
