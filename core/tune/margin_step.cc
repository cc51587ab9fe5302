#include "tune/margin_step.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace manyways::tune {

namespace {
constexpr int kMostSweeps = 1000;
constexpr double kStill = 1e-12;  // of the rate
}  // namespace

std::vector<double> margin_step(std::span<const double> gaps, std::size_t dimensions,
                                std::span<const double> losses, double rate) {
  if (gaps.size() != dimensions * losses.size() || !(rate >= 0))
    throw std::invalid_argument("one loss per row of gaps, and a rate, are needed");
  std::vector<double> step(dimensions, 0.0), multipliers(losses.size(), 0.0);
  double largest = rate;
  for (int sweep = 0; sweep < kMostSweeps && largest > kStill * rate; ++sweep) {
    largest = 0;
    for (std::size_t j = 0; j < losses.size(); ++j) {
      const double* gap = gaps.data() + j * dimensions;
      double square = 0, margin = 0;
      for (std::size_t d = 0; d < dimensions; ++d) {
        square += gap[d] * gap[d];
        margin += gap[d] * step[d];
      }
      if (square == 0) continue;
      const double wanted = std::clamp(multipliers[j] + (losses[j] - margin) / square, 0.0, rate);
      const double change = wanted - multipliers[j];
      if (change == 0) continue;
      multipliers[j] = wanted;
      for (std::size_t d = 0; d < dimensions; ++d) step[d] += change * gap[d];
      largest = std::max(largest, std::fabs(change));
    }
  }
  return step;
}

}  // namespace manyways::tune
