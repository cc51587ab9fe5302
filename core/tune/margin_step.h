// The step of online MIRA with many constraints: the weights that move least and keep all margins.
//
//   margin_step(gaps, dimensions, losses, rate)  // what to add to the weights
//
// Minimises |step|^2 / 2 + rate * sum of slacks, under step . gap_j >= loss_j - slack_j for every
// row j, slacks not negative: gap_j is how the features of the oracle differ from those of
// candidate j, loss_j by how much the margin falls short with the weights as they are. Solved in
// the dual by Hildreth's method, one multiplier in [0, rate] after the other, until none moves.
// One row gives the well-known step min(rate, loss / |gap|^2) * gap.
// Cost: rows * dimensions per sweep.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace manyways::tune {

// Throws std::invalid_argument if the sizes disagree.
std::vector<double> margin_step(std::span<const double> gaps, std::size_t dimensions,
                                std::span<const double> losses, double rate);

}  // namespace manyways::tune
