// Multipliers: one for each source word, chosen so that the best path of a relaxed graph covers
// each word once, or at least so that its weight bounds all derivations closely.
//
//   Multipliers u(problem);
//   double bound = u.improve(graph, lower, settings, watch);     // an upper bound of all scores
//
// L(u) = max over paths of weight + sum u(i) (times word i is covered - 1) is at least the score of
// every derivation, for each u. improve() lowers it by subgradient steps of Polyak's length, (L(u)
// - lower) / |gradient|^2 times a factor that is halved when L stops falling, and takes out of the
// graph, for good, every edge that no path above `lower` uses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/graph.h"
#include "exact/problem.h"

namespace manyways::exact {

struct DescentSettings {
  int iterations = 60;
  int cut_every = 8;
  double stop_gain = 0.002;  // of the gap, per step: less is stalled
};

// They begin at 0; for a word that can only be copied, at what that costs.
class Multipliers {
 public:
  explicit Multipliers(const Problem& problem);

  std::span<const double> bonus() const { return bonus_; }
  double sum() const { return sum_; }
  std::vector<double>& values() { return u_; }
  void update();  // after values were changed

  // Adds how often the path covers each word, minus one, into `excess`.
  void count(std::span<const std::uint32_t> path, std::vector<int>& excess) const;

 private:
  const Problem& problem_;
  std::vector<double> u_, bonus_, prefix_;
  double sum_ = 0;
};

}  // namespace manyways::exact
