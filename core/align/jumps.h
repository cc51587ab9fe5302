// How far the partner of one word lies from the partner of the word before it.
//
//   Jumps jumps;                                  // a first guess: mostly one step on
//   jumps.estimate(counts);                       // counts[kReach + d], pooled over all sentences
//   SentenceJumps table(jumps, length);
//   table.weight(i - p) * table.inverse_sum(p)    // the probability of i after position p
//
// Positions run from -1 (before the first word) to length - 1. The end of a sentence is a jump,
// too, from the last partner to position `length`, which counts with its weight alone. Distances
// beyond kReach are counted with kReach. Vogel, Ney & Tillmann (1996).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace manyways::align {

struct Jumps {
  static constexpr int kReach = 100;
  using Counts = std::array<double, 2 * kReach + 1>;

  Jumps();
  // Dirichlet prior: `alpha` extra counts for every distance.
  void estimate(const Counts& counts, double alpha);
  static std::size_t index(int distance) {
    return static_cast<std::size_t>(std::clamp(distance, -kReach, kReach) + kReach);
  }
  float weight(int distance) const { return weights[index(distance)]; }

  std::array<float, 2 * kReach + 1> weights;
};

// The jumps of one sentence length, as contiguous tables that vectorise; reuse it.
class SentenceJumps {
 public:
  void resize(const Jumps& jumps, int length);
  float weight(int distance) const { return ahead_[offset(distance)]; }
  // weights_from(p)[i] is the weight of a jump from p to i; weights_to(i)[p], of the same jump,
  // with p from -1 on.
  const float* weights_from(int position) const { return ahead_.data() + offset(-position); }
  const float* weights_to(int position) const { return back_.data() + offset(-position); }
  float inverse_sum(int position) const {
    return inverse_sums_[static_cast<std::size_t>(position + 1)];
  }

 private:
  std::size_t offset(int distance) const {
    return static_cast<std::size_t>(distance + length_ + 1);
  }

  int length_ = 0;
  std::vector<float> ahead_, back_;  // by distance, and by its negative
  std::vector<float> inverse_sums_;
};

}  // namespace manyways::align
