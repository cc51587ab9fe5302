// The second half of training: all pairs of some source phrases become options with scores.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/pairs.h"
#include "phrases/train.h"

namespace manyways::phrases {

// Absolute discounts of pairs seen once, twice and more often, from how many pairs are seen once to
// four times; and what the lower distribution needs.
struct Discounts {
  std::array<std::uint64_t, 5> pairs_seen{};  // [k]: pairs seen k times
  std::uint64_t pairs = 0;
  void count(const PairCount& pair);
  void add(const Discounts& other);
  double discount(std::uint32_t count) const;
};

// Options of several source phrases, in the order in which a TableWriter wants them.
struct ScoredPhrases {
  struct Source {
    Place place;
    std::size_t options_end;  // the options of this source end here
  };
  struct Option {
    std::uint32_t target;
    std::size_t links_end, floats_begin;
  };
  std::vector<Source> sources;
  std::vector<Option> options;
  std::vector<Link> links;
  std::vector<float> floats;
};

// Reorders `pairs`, which hold all pairs of their source phrases.
ScoredPhrases score_pairs(const LinkedText& text, const TrainSettings& settings,
                          const Discounts& discounts, std::vector<PairCount>& pairs);

// How many reordering scores a pair gets.
std::size_t reordering_scores(const TrainSettings& settings);

}  // namespace manyways::phrases
