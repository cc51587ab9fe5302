// The direction of a subgradient step.
#pragma once

#include <cstddef>
#include <vector>

namespace manyways::exact {

// The gradient and a share of the last direction, which turns it away from that where they disagree
// (Camerini, Fratta and Maffioli 1975). Returns its square.
inline double deflect(std::vector<double>& direction, const std::vector<int>& gradient) {
  constexpr double kTurn = 1.5, kKept = 0.3;
  direction.resize(gradient.size(), 0.0);
  double product = 0, square = 0;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    product += direction[i] * gradient[i];
    square += direction[i] * direction[i];
  }
  const double share = product < 0 ? -kTurn * product / square : kKept;
  square = 0;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    direction[i] = gradient[i] + share * direction[i];
    square += direction[i] * direction[i];
  }
  return square;
}

}  // namespace manyways::exact
