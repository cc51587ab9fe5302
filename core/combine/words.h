// What the combiners know of words, and the lists that they read: numbers alone, no text.
//
// A word is an id of the caller's vocabulary. For every id the caller says under which key it matches
// others (its form in lower case, its stem, its group of synonyms, its class), whether it is a sign, and
// how each language model calls it. Words match in a stage if their keys are equal and not kNoKey.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "lm/model.h"

namespace manyways::combine {

// How two words match, a bit each.
inline constexpr std::uint8_t kExact = 1, kStem = 2, kSynonym = 4, kCluster = 8, kTransitive = 16;

inline constexpr std::uint32_t kNoKey = ~std::uint32_t{0};
inline constexpr std::size_t kMostInputs = 60;   // a bit each in a mask, some to spare
inline constexpr std::size_t kMostWords = 1000;  // of one input

struct Stage {
  std::uint8_t kind;
  std::span<const std::uint32_t> keys;  // by word
};

struct Words {
  std::size_t size = 0;
  std::vector<Stage> stages;  // the first is kExact
  std::span<const std::uint8_t> signs;
  std::vector<const lm::Model*> models;
  std::vector<std::span<const WordId>> model_words;  // of each model, by word
};

// Lists of sentences: sentence s has candidates sentence_offsets[s] .. [s + 1], candidate c the words
// word_offsets[c] .. [c + 1] of `words`. votes: what each counts, not negative.
struct Lists {
  std::span<const WordId> words;
  std::span<const std::int64_t> word_offsets, sentence_offsets;
  std::span<const std::int32_t> systems;
  std::span<const double> votes;

  std::size_t size() const { return sentence_offsets.size() - 1; }
  std::span<const WordId> candidate(std::size_t c) const {
    return words.subspan(static_cast<std::size_t>(word_offsets[c]),
                         static_cast<std::size_t>(word_offsets[c + 1] - word_offsets[c]));
  }
};

// One of the different texts of a list. members: a bit for each place in the list that says it.
struct Input {
  std::span<const WordId> words;
  double vote;  // all of a list add up to 1
  std::uint64_t members;
  std::int32_t first;   // place in the list
  std::int32_t system;  // of that place
};

// The inputs of one sentence: empty texts have no say; equal ones are one if `merge`.
std::vector<Input> inputs_of(const Lists& lists, std::size_t sentence, bool merge);

inline std::uint64_t all_of(std::size_t inputs) { return (std::uint64_t{1} << inputs) - 1; }

// The sum of the votes in a mask, a byte at a time.
class MaskSums {
 public:
  explicit MaskSums(std::span<const double> values);
  double operator()(std::uint64_t mask) const {
    double sum = 0;
    for (std::size_t b = 0; b < bytes_; ++b, mask >>= 8) sum += sums_[b * 256 + (mask & 255)];
    return sum;
  }

 private:
  std::size_t bytes_;
  std::vector<double> sums_;
};

}  // namespace manyways::combine
