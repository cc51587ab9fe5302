// All choices that can win, and the best of them by a loss that adds up: for small sets.
//
// The number of choices that can win grows with the power dimensions - 1 of the number of
// sentences (Gritzmann and Sturmfels 1993), not with the number of all choices, so that one can
// list them where both are small:
//
//   feasible_choices(points, 1000000).choices       // rows of one candidate per list
//
// The best of them by an additive loss is found without listing them. LP-MERT (Galley and Quirk,
// EMNLP 2011) halves the lists again and again; each half gives its feasible choices one by one by
// increasing loss, as k-best parsing does, and only pairs of these are tested. What cannot win
// in a half is never looked at again:
//
//   Exact exact = exact_choice(points, losses, 1000000);
//   exact.weights         // if exact.proven: inside the cone of a feasible choice of least loss
//
// Both stop after a number of tests. Equal losses: the lower ranks, left before right.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/choices.h"

namespace manyways::geometry {

struct Feasible {
  std::vector<std::uint32_t> choices;  // one row of candidates for each, in lexical order
  std::uint64_t tests = 0;
  bool complete = true;
};

Feasible feasible_choices(const Points& points, std::uint64_t most_tests);

struct Exact {
  bool proven = false;
  double loss = 0;
  std::vector<std::uint32_t> choice;
  std::vector<double> weights;
  std::uint64_t tests = 0;
};

// `losses` has one number per candidate. If the tests run out, `proven` is false and the rest
// empty.
Exact exact_choice(const Points& points, std::span<const double> losses, std::uint64_t most_tests);

}  // namespace manyways::geometry
