// All pairs of a list: the squared hinge over every preference, without looking at every pair.
//
// Candidate i should beat candidate j if gold_i - gold_j > threshold; with model scores h the loss
// is
//
//   sum over such pairs (i, j) of max(0, 1 - h_i + h_j)^2
//
// A list of k candidates has k^2 pairs, yet the loss, its gradient and products with its
// (generalised) Hessian are sums over "all j with h_j > h_i - 1 and gold_j < gold_i - threshold":
// two sweeps by model score over a Fenwick tree by gold rank, O(k log k).
//
//   AllPairs pairs(lists, gold, threshold);
//   Loss at = pairs.loss(weights);             // and the gradient
//   pairs.hessian_product(weights, direction);
//
// With `weighted` a pair counts by its difference in gold, such that pairs count 1 on average: the
// trees then hold the same sums times gold, and nothing else changes.
//
// Gold scores are whole numbers, so that ties and thresholds are exact. Everything is divided by
// the number of candidates. Dreyer and Dong (NAACL 2015); Lee and Lin (2014).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tune/lists.h"

namespace manyways::tune {

struct Loss {
  double value;
  std::vector<double> gradient;
};

class AllPairs {
 public:
  // `lists` must outlive this. `threads` only changes the time.
  AllPairs(const Lists& lists, std::span<const std::int64_t> gold, std::int64_t threshold,
           bool weighted = false, unsigned threads = 1);

  // The number of preferences (i, j).
  std::int64_t pairs() const { return pairs_; }
  Loss loss(std::span<const double> weights) const;
  std::vector<double> hessian_product(std::span<const double> weights,
                                      std::span<const double> direction) const;

 private:
  struct Block;

  std::vector<double> gradient_of(std::span<const double> pulls) const;
  // Calls work(sentence, block) for every sentence, in blocks, each with its own scratch space.
  template <typename Work>
  std::vector<double> in_blocks(Work work) const;

  const Lists& lists_;
  unsigned threads_;
  std::int64_t pairs_ = 0;
  // By candidate, within its list: the place of its gold score among all, how many are lower by
  // more than the threshold, and how many are not higher by more than it.
  std::vector<std::uint32_t> rank_, lower_, not_higher_;
  // A pair (i, j) counts base_ + gold_[i] - gold_[j].
  double base_ = 1;
  std::vector<double> gold_;
};

}  // namespace manyways::tune
