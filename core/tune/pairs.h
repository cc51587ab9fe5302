// Pairs of candidates to learn from: the sampling of PRO.
//
// From each list `draws` pairs are drawn by chance; those whose gold scores differ by at least
// `least` and at most `most` stay, and of these the `keep` that differ most. `most` and
// `length_gap` keep out "monsters", candidates so long and bad that they would teach nothing but
// brevity. Hopkins and May (EMNLP 2011); Nakov, Guzman and Vogel (ACL 2013) for the guards.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tune/lists.h"

namespace manyways::tune {

struct PairSettings {
  int draws = 5000;
  int keep = 50;
  double least = 5;  // of a gold score of 0 to 100
  double most = std::numeric_limits<double>::infinity();
  double length_gap = std::numeric_limits<double>::infinity();
  std::uint64_t seed = 1;
};

struct Pair {
  std::uint32_t better, worse;
};

// In the order of the sentences; of pairs that differ equally the first drawn comes first.
std::vector<Pair> sample_pairs(const Lists& lists, std::span<const double> gold,
                               std::span<const double> lengths, const PairSettings& settings,
                               unsigned threads);

}  // namespace manyways::tune
