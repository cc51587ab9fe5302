// From a graph to one that remembers more.
//
// Each finer node belongs to one coarser node, its parent, whose outside value bounds what can
// become of it: only what can still reach `threshold` is built. The pieces of a node are tried best
// first, so that all worse ones are passed over at the first that cannot.
#pragma once

#include "chart_exact/bound_graph.h"
#include "chart_exact/joiner.h"

namespace manyways::chart_exact {

struct RefineLimits {
  std::size_t edges = ~std::size_t{0};  // gives up beyond
  std::size_t width = ~std::size_t{0};  // nodes kept in each cell
};

struct Refined {
  bool complete = true;     // false: stopped by the watch or by the number of edges
  double dropped = kNever;  // the best that nodes beyond the width could have led to
};

// `coarse` must have been swept both ways. `fine` has its inside values then.
Refined refine(const BoundGraph& coarse, Problem& problem, Joiner& joiner, double threshold,
               RefineLimits limits, exact::Watch& watch, BoundGraph& fine);

}  // namespace manyways::chart_exact
