#include "align/jumps.h"

#include <cmath>

namespace manyways::align {

Jumps::Jumps() {
  for (int d = -kReach; d <= kReach; ++d) {
    weights[index(d)] = std::exp(-0.7f * static_cast<float>(std::abs(d - 1))) + 0.002f;
  }
}

void Jumps::estimate(const Counts& counts, double alpha) {
  double sum = 0;
  for (const double count : counts) sum += count + alpha;
  for (std::size_t d = 0; d < counts.size(); ++d) {
    weights[d] = static_cast<float>((counts[d] + alpha) / sum);
  }
}

void SentenceJumps::resize(const Jumps& jumps, int length) {
  length_ = length;
  const auto size = static_cast<std::size_t>(2 * length + 3);
  ahead_.resize(size);
  back_.resize(size);
  for (int d = -length - 1; d <= length + 1; ++d) {
    ahead_[offset(d)] = back_[offset(-d)] = jumps.weight(d);
  }
  inverse_sums_.resize(static_cast<std::size_t>(length + 1));
  for (int p = -1; p < length; ++p) {
    const float* from = weights_from(p);
    float sum = 0;
    for (int i = 0; i < length; ++i) sum += from[i];
    inverse_sums_[static_cast<std::size_t>(p + 1)] = 1.0f / sum;
  }
}

}  // namespace manyways::align
