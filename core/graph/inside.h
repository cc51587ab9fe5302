// Inside and outside values of every node over any semiring, and what follows from them.
//
//   auto best = inside(graph, Viterbi{});               // best[graph.goal()]: the best score
//   auto sums = inside(graph, LogSum{1.0});
//   auto rest = outside(graph, LogSum{1.0}, sums);      // sums[n] * rest[n]: all ways through n
//   auto p = edge_posteriors(graph, 1.0);               // p[e]: probability that e is used
//   std::vector<EdgeId> derivation = best_derivation(graph);
//
// One pass over the edges each, O(edges). An empty graph gives empty vectors. Of equal derivations
// the one whose edges come first wins, from the goal down.
#pragma once

#include <span>
#include <vector>

#include "graph/hypergraph.h"
#include "graph/semiring.h"

namespace manyways::graph {

// The value of one edge and all below it.
template <typename S>
typename S::Value edge_inside(const Hypergraph& graph, const S& semiring, EdgeId id,
                              std::span<const typename S::Value> inside) {
  const Edge& edge = graph.edge(id);
  typename S::Value value = semiring.from_score(edge.score);
  for (unsigned t = 0; t < edge.arity(); ++t) value = semiring.times(value, inside[edge.tails[t]]);
  return value;
}

template <typename S>
std::vector<typename S::Value> inside(const Hypergraph& graph, const S& semiring) {
  std::vector<typename S::Value> values(graph.nodes(), semiring.zero());
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      values[node] = semiring.plus(values[node], edge_inside<S>(graph, semiring, id, values));
    }
  }
  return values;
}

// outside[n]: the sum over all ways to complete n to a derivation of the goal, without n's own
// part.
template <typename S>
std::vector<typename S::Value> outside(const Hypergraph& graph, const S& semiring,
                                       std::span<const typename S::Value> inside) {
  std::vector<typename S::Value> values(graph.nodes(), semiring.zero());
  if (graph.empty()) return values;
  values[graph.goal()] = semiring.one();
  for (Node node = graph.goal() + 1; node-- > 0;) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      const Edge& edge = graph.edge(id);
      const auto here = semiring.times(values[node], semiring.from_score(edge.score));
      for (unsigned t = 0; t < edge.arity(); ++t) {
        auto through = here;
        if (edge.arity() == 2) through = semiring.times(through, inside[edge.tails[1 - t]]);
        values[edge.tails[t]] = semiring.plus(values[edge.tails[t]], through);
      }
    }
  }
  return values;
}

// For each edge the probability that a derivation drawn by exp(scale * score) uses it.
std::vector<double> edge_posteriors(const Hypergraph& graph, double scale);

// For each edge the best score of a derivation that uses it.
std::vector<double> edge_max_marginals(const Hypergraph& graph);

// The expected feature vector of a derivation drawn by exp(scale * score).
std::vector<double> expected_features(const Hypergraph& graph, double scale);

// The best derivation in prefix order; empty if the graph has none.
std::vector<EdgeId> best_derivation(const Hypergraph& graph);

}  // namespace manyways::graph
