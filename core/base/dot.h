// The product of two rows of numbers.
//
//   const double margin = dot(weights.data(), row.data(), weights.size());
//
// Four sums go side by side, because one would wait for itself, and are added in a fixed order, so that
// every caller and every machine gets the same number.
#pragma once

#include <cstddef>

namespace manyways {

template <typename Left>
double dot(const Left* left, const double* right, std::size_t n) {
  double sums[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += left[i + k] * right[i + k];
  }
  for (; i < n; ++i) sums[0] += left[i] * right[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace manyways
