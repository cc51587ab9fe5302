#include <limits>
#include <sstream>

#include "base/offsets.h"
#include "base/random.h"
#include "base/split.h"
#include "base/text_column.h"
#include "base/utf8.h"
#include "check.h"

namespace manyways {
namespace {

// As the standard says it (Unicode, table 3-7), byte by byte.
std::size_t slow_invalid_at(std::string_view text, unicode::Zeros zeros) {
  const auto in = [&](std::size_t i, unsigned low, unsigned high) {
    return i < text.size() && static_cast<unsigned char>(text[i]) >= low &&
           static_cast<unsigned char>(text[i]) <= high;
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t length = 0;
    if (in(i, zeros == unicode::Zeros::kBad ? 1 : 0, 0x7f)) length = 1;
    if (in(i, 0xc2, 0xdf) && in(i + 1, 0x80, 0xbf)) length = 2;
    const bool three = (in(i, 0xe0, 0xe0) && in(i + 1, 0xa0, 0xbf)) ||
                       (in(i, 0xe1, 0xec) && in(i + 1, 0x80, 0xbf)) ||
                       (in(i, 0xed, 0xed) && in(i + 1, 0x80, 0x9f)) ||
                       (in(i, 0xee, 0xef) && in(i + 1, 0x80, 0xbf));
    if (three && in(i + 2, 0x80, 0xbf)) length = 3;
    const bool four = (in(i, 0xf0, 0xf0) && in(i + 1, 0x90, 0xbf)) ||
                      (in(i, 0xf1, 0xf3) && in(i + 1, 0x80, 0xbf)) ||
                      (in(i, 0xf4, 0xf4) && in(i + 1, 0x80, 0x8f));
    if (four && in(i + 2, 0x80, 0xbf) && in(i + 3, 0x80, 0xbf)) length = 4;
    if (length == 0) return i;
    i += length;
  }
  return text.size();
}

void check_text(const std::string& text) {
  for (const auto zeros : {unicode::Zeros::kBad, unicode::Zeros::kAllowed}) {
    CHECK_EQUAL(unicode::invalid_utf8_at(text, zeros), slow_invalid_at(text, zeros));
  }
}

}  // namespace

TEST(every_pair_of_bytes_is_judged_as_the_standard_says) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const std::string text = {static_cast<char>(a), static_cast<char>(b)};
      check_text(text);
      check_text("x" + text + "\x80\x80" + std::string(40, 'y'));
      check_text(std::string(31, 'z') + text + "\xbf");
    }
  }
}

TEST(random_bytes_are_judged_as_the_standard_says) {
  Random random(5);
  const char* const pieces[] = {
      "a", "bc", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "plain words here"};
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::size_t k = random.below(12); k > 0; --k) text += pieces[random.below(6)];
    if (random.below(2) == 0 && !text.empty()) {
      text[random.below(text.size())] = static_cast<char>(random.below(256));
    }
    check_text(text);
  }
}

TEST(decoding_stays_within_bounds_and_moves_on) {
  Random random(6);
  for (int i = 0; i < 20000; ++i) {
    std::string text(random.below(8), ' ');
    for (char& c : text) {
      c = static_cast<char>(random.below(3) == 0 ? random.below(256) : 0x80 + random.below(128));
    }
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
      const char* const before = at;
      const char32_t c = unicode::decode_utf8(at, end);
      CHECK(at > before && at <= end);
      if (c == unicode::kReplacement) continue;
      char again[4];
      const std::size_t size = unicode::encode_utf8(c, again);
      CHECK_EQUAL(std::string(again, size), std::string(before, at));
    }
  }
}

TEST(words_are_what_a_stream_reads) {
  Random random(7);
  const char alphabet[] = {'a', 'b', ' ', ' ', '\t', '\n', '\v', '\f', '\r'};
  for (int i = 0; i < 20000; ++i) {
    std::string text(random.below(12), ' ');
    for (char& c : text) c = alphabet[random.below(sizeof alphabet)];
    std::istringstream stream(text);
    std::vector<std::string> expected;
    for (std::string word; stream >> word;) expected.push_back(word);
    const auto words = split_words(text);
    CHECK(std::equal(words.begin(), words.end(), expected.begin(), expected.end()));
    // Fields are cut at blanks and tabs alone, all at once or one by one.
    std::vector<std::string_view> fields;
    for_each_field(text, [&](std::string_view field) { fields.push_back(field); });
    std::string_view rest = text;
    std::size_t f = 0;
    for (auto field = next_field(rest); !field.empty(); field = next_field(rest)) {
      CHECK(f < fields.size() && field.data() == fields[f].data() && field == fields[f]);
      CHECK(field.find_first_of(" \t") == field.npos);
      ++f;
    }
    CHECK_EQUAL(f, fields.size());
  }
}

TEST(blanks_are_stripped_and_nothing_else) {
  CHECK_EQUAL(stripped(" \t a b\r \t"), "a b\r");
  CHECK_EQUAL(stripped(" \t "), "");
  CHECK_EQUAL(stripped(""), "");
}

TEST(offsets_must_rise_and_stay_inside) {
  using Offsets = std::vector<std::int64_t>;
  check_offsets(Offsets{0, 2, 2, 5}, 5, "offsets");
  check_offsets(Offsets{1, 4}, 5, "offsets");
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  for (const Offsets& bad : {Offsets{}, Offsets{-1, 2}, Offsets{0, 3, 2}, Offsets{0, 6},
                             Offsets{kLeast}, Offsets{0, kMost}}) {
    CHECK_THROWS(std::invalid_argument, (check_offsets(bad, 5, "offsets"), 0));
  }
  CHECK_THROWS(std::invalid_argument, (check_all_in_rows(Offsets{1, 5}, 5, "offsets"), 0));
  CHECK_THROWS(std::invalid_argument, (check_all_in_rows(Offsets{0, 4}, 5, "offsets"), 0));
}

TEST(a_column_is_mapped_alike_by_any_number_of_threads) {
  TextColumn column;
  for (std::size_t i = 0; i < 3000; ++i) {
    column.add(std::string(i % 97, static_cast<char>('a' + i % 26)));
  }
  const auto twice = [](std::string_view text, std::string& out) { (out += text) += text; };
  const TextColumn one = map_column(column.view(), 1, twice);
  const TextColumn two = map_column(column.view(), 2, twice);
  CHECK_EQUAL(one.rows(), 3000u);
  for (std::size_t i = 0; i < one.rows(); ++i) {
    const std::string text(column.view()[i]);
    CHECK_EQUAL(one.view()[i], text + text);
    CHECK_EQUAL(two.view()[i], one.view()[i]);
  }
  CHECK_EQUAL(map_column(TextView{}, 2, twice).rows(), 0u);
}

TEST(rows_are_split_off_and_handed_over) {
  Ragged<int> rows;
  const int values[] = {1, 2, 3, 4, 5, 6};
  rows.add(values, 2);
  rows.add(values, 0);
  rows.add(values + 2, 4);
  const Ragged<int> tail = rows.split(1);
  CHECK_EQUAL(rows.rows(), 1u);
  CHECK_EQUAL(tail.rows(), 2u);
  CHECK_EQUAL(tail.view()[1][3], 6);
  CHECK_EQUAL(rows.view()[0][1], 2);
  int* owned = rows.values.release();
  CHECK_EQUAL(owned[0], 1);
  std::free(owned);
}

}  // namespace manyways
