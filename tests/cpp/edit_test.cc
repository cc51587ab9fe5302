#include "metrics/edit.h"

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "check.h"

namespace manyways::metrics {
namespace {

using Words = std::vector<std::uint32_t>;

int slow_distance(const Words& a, const Words& b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int corner = std::exchange(row[0], static_cast<int>(i));
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int kept = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      row[j] = std::min({kept, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

// Words 1 .. symbols; 0, which no reference has, in candidates only.
Words random_words(Random& random, std::size_t size, std::uint32_t symbols, bool unknown) {
  Words words(size);
  for (auto& word : words) {
    word = static_cast<std::uint32_t>(random.below(symbols) + 1);
    if (unknown && random.below(8) == 0) word = 0;
  }
  return words;
}

Words exchanged(Words words, const Shift& shift) {
  std::rotate(words.begin() + shift.begin, words.begin() + shift.split, words.begin() + shift.end);
  return words;
}

Shift random_shift(Random& random, std::size_t size) {
  int at[3];
  for (int& each : at) each = static_cast<int>(random.below(size + 1));
  std::sort(at, at + 3);
  return {at[0], at[2], at[1]};
}

}  // namespace

// References on both sides of 64 and 128 words, where a block of bits ends.
TEST(bits_give_the_distance_of_the_table) {
  Random random(1);
  EditDistance distance;
  for (const std::size_t size : {1, 2, 7, 63, 64, 65, 127, 128, 129, 200}) {
    for (int round = 0; round < 12; ++round) {
      const std::uint32_t symbols = 2 + static_cast<std::uint32_t>(random.below(20));
      const Words reference = random_words(random, size, symbols, false);
      Words candidate = random_words(random, random.below(size + 20), symbols, true);
      if (round % 2 == 0) {  // a few changes only
        candidate = reference;
        for (int change = 0; change < 4; ++change) candidate[random.below(size)] = 0;
      }
      distance.set_reference(reference, symbols);
      distance.set_candidate(candidate);
      CHECK_EQUAL(distance.value(), slow_distance(candidate, reference));
      for (int move = 0; move < 6 && !candidate.empty(); ++move) {
        const Shift shift = random_shift(random, candidate.size());
        const Words moved = exchanged(candidate, shift);
        CHECK_EQUAL(distance.shifted(shift), slow_distance(moved, reference));
        CHECK_EQUAL(distance.value(), slow_distance(candidate, reference));  // it was only tried
        if (move % 2 == 0) continue;
        distance.apply(shift);
        candidate = moved;
        CHECK(std::equal(candidate.begin(), candidate.end(), distance.candidate().begin(),
                         distance.candidate().end()));
        CHECK_EQUAL(distance.value(), slow_distance(candidate, reference));
      }
    }
  }
}

TEST(the_beam_is_right_where_it_is_trusted) {
  Random random(2);
  EditDistance distance;
  int trusted = 0;
  for (int round = 0; round < 300; ++round) {
    const Words reference = random_words(random, 1 + random.below(90), 6, false);
    const Words candidate = random_words(random, random.below(90), 6, true);
    distance.set_reference(reference, 6);
    distance.set_candidate(candidate);
    const int beam = distance.beam_value(candidate);
    CHECK(beam >= distance.value());
    if (distance.value() > distance.trusted()) continue;
    ++trusted;
    CHECK_EQUAL(beam, distance.value());
  }
  CHECK(trusted > 100);
}

TEST(an_alignment_has_as_many_errors_as_the_distance_says) {
  Random random(3);
  EditDistance distance;
  for (int round = 0; round < 300; ++round) {
    const Words reference = random_words(random, 1 + random.below(70), 5, false);
    const Words candidate = random_words(random, 1 + random.below(70), 5, true);
    distance.set_reference(reference, 5);
    distance.set_candidate(candidate);
    Alignment found;
    const int value = distance.align(found);
    CHECK(value >= distance.value());
    const int matched = static_cast<int>(reference.size()) - found.reference_errors.back();
    CHECK_EQUAL(static_cast<int>(candidate.size()) - found.candidate_errors.back(), matched);
    // Every error of a side is one edit; a substitution is an error of both.
    CHECK(value >= std::max(found.reference_errors.back(), found.candidate_errors.back()));
    CHECK(value <= found.reference_errors.back() + found.candidate_errors.back());
    for (std::size_t j = 0; j < reference.size(); ++j) {
      if (found.reference_errors[j + 1] != found.reference_errors[j]) continue;
      CHECK_EQUAL(candidate[static_cast<std::size_t>(found.candidate_of[j])], reference[j]);
    }
  }
}

}  // namespace manyways::metrics
