// Multipliers: one for each source word.
//
//   Multipliers u(problem);
//   u.values()[i] -= step;  u.update();
//   double bound = graph.sweep_back(u.bonus()) - u.sum();
//
// L(u) = max over paths of weight + sum u(i) (times word i is covered - 1) is at least the score of
// every derivation, for each u; how often the best path covers each word, minus one, is a
// subgradient. If the best path of a graph with exact weights covers each word once, it is the best
// derivation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/problem.h"

namespace manyways::exact {

class Multipliers {
 public:
  explicit Multipliers(const Problem& problem);

  std::vector<double>& values() { return u_; }
  void update();  // after values were changed
  // By option: the sum over its span.
  std::span<const double> bonus() const { return bonus_; }
  double sum() const { return sum_; }

  // How often the path covers each word, minus one.
  void count(std::span<const std::uint32_t> path, std::vector<int>& excess) const;

 private:
  const Problem& problem_;
  std::vector<double> u_, bonus_, prefix_;
  double sum_ = 0;
};

}  // namespace manyways::exact
