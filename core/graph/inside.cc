#include "graph/inside.h"

namespace manyways::graph {

std::vector<double> edge_posteriors(const Hypergraph& graph, double scale) {
  const LogSum sum{scale};
  const auto in = inside(graph, sum);
  const auto out = outside<LogSum>(graph, sum, in);
  std::vector<double> posteriors(graph.edges(), 0.0);
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (out[node] == kNoScore || in[node] == kNoScore) continue;
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      const double value = edge_inside<LogSum>(graph, sum, id, in) + out[node];
      posteriors[id] = std::exp(value - in[graph.goal()]);
    }
  }
  return posteriors;
}

std::vector<double> edge_max_marginals(const Hypergraph& graph) {
  const Viterbi best;
  const auto in = inside(graph, best);
  const auto out = outside<Viterbi>(graph, best, in);
  std::vector<double> values(graph.edges(), kNoScore);
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      values[id] = edge_inside<Viterbi>(graph, best, id, in) + out[node];
    }
  }
  return values;
}

std::vector<double> expected_features(const Hypergraph& graph, double scale) {
  const std::vector<double> posteriors = edge_posteriors(graph, scale);
  std::vector<double> expected(graph.features(), 0.0), row(graph.features());
  for (EdgeId id = 0; id < graph.edges(); ++id) {
    if (posteriors[id] == 0.0) continue;
    std::fill(row.begin(), row.end(), 0.0);
    graph.add_features(id, row);
    for (std::size_t i = 0; i < row.size(); ++i) expected[i] += posteriors[id] * row[i];
  }
  return expected;
}

std::vector<EdgeId> best_derivation(const Hypergraph& graph) {
  std::vector<EdgeId> derivation;
  const auto in = inside(graph, Viterbi{});
  if (graph.empty() || in[graph.goal()] == kNoScore) return derivation;
  std::vector<Node> open{graph.goal()};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    EdgeId chosen = kNoEdge;
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node) && chosen == kNoEdge;
         ++id) {
      if (edge_inside<Viterbi>(graph, {}, id, in) == in[node]) chosen = id;
    }
    derivation.push_back(chosen);
    const Edge& edge = graph.edge(chosen);
    for (unsigned t = edge.arity(); t-- > 0;) open.push_back(edge.tails[t]);
  }
  return derivation;
}

}  // namespace manyways::graph
