// The best points that a search has met, no two of them alike, and new points to begin from.
//
// A search that begins only near its best point stays in one valley. Half of the new points are
// near the best, half near any of the elite; some lie on the way from one of them to another.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"

namespace manyways::tune {

class Elite {
 public:
  // units: what a step of each weight is, so that all count alike; 0 where a weight means nothing.
  explicit Elite(std::vector<double> units) : units_(std::move(units)) {}

  // Of points that are alike the better one stays; of equal scores the first.
  void add(double score, std::span<const double> weights);
  // Where to begin; at least one point is there.
  std::vector<double> pick(Random& random) const;

 private:
  struct Member {
    double score;
    std::vector<double> weights;
  };

  bool alike(std::span<const double> one, std::span<const double> other) const;

  std::vector<double> units_;
  std::vector<Member> members_;  // best first
};

}  // namespace manyways::tune
