// Semirings: what "plus" (another way) and "times" (and then) mean for an algorithm over a graph.
//
// A semiring is a type with Value, zero(), one(), plus(a, b), times(a, b) and from_score(edge
// score). Inside and outside (inside.h) are written once over it: with Viterbi they give best
// scores, with LogSum the log of summed probabilities, with Counting the number of derivations.
// Bring your own (lines of a line search, sets, ...) if plus and times are associative, times
// distributes over plus and zero() stands for "no way".
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace manyways::graph {

inline constexpr double kNoScore = -std::numeric_limits<double>::infinity();

// The best of all ways.
struct Viterbi {
  using Value = double;
  static Value zero() { return kNoScore; }
  static Value one() { return 0.0; }
  static Value plus(Value a, Value b) { return std::max(a, b); }
  static Value times(Value a, Value b) { return a + b; }
  Value from_score(double score) const { return score; }
};

// The log of the sum of exp(scale * score) over all ways; scale is 1 / temperature.
struct LogSum {
  using Value = double;
  double scale = 1.0;

  static Value zero() { return kNoScore; }
  static Value one() { return 0.0; }
  static Value plus(Value a, Value b) {
    if (a < b) std::swap(a, b);
    return b == kNoScore ? a : a + std::log1p(std::exp(b - a));
  }
  static Value times(Value a, Value b) { return a + b; }
  Value from_score(double score) const { return scale * score; }
};

// How many ways there are; exact up to 2^53.
struct Counting {
  using Value = double;
  static Value zero() { return 0.0; }
  static Value one() { return 1.0; }
  static Value plus(Value a, Value b) { return a + b; }
  static Value times(Value a, Value b) { return a * b; }
  Value from_score(double) const { return 1.0; }
};

}  // namespace manyways::graph
