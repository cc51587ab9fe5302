// Smaller graphs: only what is worth keeping.
//
// All return a new graph with the same features and vocabulary, in the old order, without the nodes
// that no kept derivation uses; the best derivation always stays.
#pragma once

#include <vector>

#include "graph/hypergraph.h"

namespace manyways::graph {

// The edges with keep[e] that lie on a derivation made of such edges alone.
Hypergraph filter(const Hypergraph& graph, const std::vector<bool>& keep);

// Edges on a derivation whose score is within `margin` (>= 0) of the best: forest pruning.
Hypergraph prune_by_score(const Hypergraph& graph, double margin);

// Edges whose posterior under exp(scale * score) is at least `posterior`, and the best derivation.
Hypergraph prune_by_posterior(const Hypergraph& graph, double posterior, double scale = 1.0);

// The best edges, by the best derivation through each, until a graph has about `density` edges per
// word of its best translation (lattice MBR wants 20 or so).
Hypergraph prune_by_density(const Hypergraph& graph, double density);

}  // namespace manyways::graph
