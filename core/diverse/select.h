// Diverse subsets of candidate lists, for lists from anywhere: no decoder, no graph.
//
//   SelectSettings settings{.method = Method::kGreedy, .size = 20, .strength = 0.1,
//                           .orders = {{7, 1.0}}};
//   std::vector<std::int64_t> offsets;                              // of the rows, by list
//   std::vector<std::int64_t> rows = select(lists, settings, 0, offsets);
//
// Candidates are picked one after the other, each the one with the highest
//
//   greedy     score - strength * sum over the picked p of the pairs of n-grams equal to p's
//              (the rounds of Gimpel et al., EMNLP 2013, on a list);
//   coverage   score + strength * weight of its n-grams that no picked one has: a monotone
//              submodular function of the set, so greedy reaches 1 - 1/e of the best (Nemhauser et
//              al. 1978); lazily, as most gains need no second look (Minoux 1978);
//   dpp        score + strength * log(1 - what the picked ones explain of it): the most probable
//              set of a determinantal point process over the cosines of n-gram counts, greedily by
//              Cholesky rows (Chen et al. 2018).
//
// With `by_length` the pairs of greedy and the new n-grams of coverage count per ten n-grams of the
// candidate, so that a strength means the same for short and long sentences; dpp has cosines anyway.
//
// The first pick has the highest score (coverage counts its n-grams too); equal values go to the
// lower row. With strength 0 every method gives the best by score. Lists are independent: any
// number of threads gives the same. Cost per list of N candidates and M picks: reading, then greedy
// O(postings of the picks), coverage about the same, dpp O(N * M^2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "diverse/grams.h"

namespace manyways::diverse {

enum class Method : std::uint8_t { kGreedy, kCoverage, kDpp };

struct SelectSettings {
  Method method = Method::kGreedy;
  std::size_t size = 10;
  double strength = 0;
  bool by_length = false;  // what is shared, or new, counts per ten n-grams of the candidate
  std::vector<Order> orders;
};

// Candidate c is words[offsets[c]] .. words[offsets[c + 1]]; list s has the candidates
// sentence_offsets[s] .. sentence_offsets[s + 1]; scores are finite.
struct Lists {
  std::span<const WordId> words;
  std::span<const std::int64_t> offsets;
  std::span<const std::int64_t> sentence_offsets;
  std::span<const double> scores;
  TraitValues traits;
};

// The rows picked, list by list in the order of picking; `offsets` says where each list's begin.
std::vector<std::int64_t> select(const Lists& lists, const SelectSettings& settings,
                                 unsigned threads, std::vector<std::int64_t>& offsets);

// The picks from one list, already read.
std::vector<std::uint32_t> pick(const GramIndex& index, std::span<const double> scores,
                                const SelectSettings& settings);

}  // namespace manyways::diverse
