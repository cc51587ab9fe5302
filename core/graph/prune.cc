#include "graph/prune.h"

#include <algorithm>

#include "graph/inside.h"

namespace manyways::graph {

namespace {

// Which nodes are derivable from kept edges, and of these, which the goal needs.
std::vector<bool> useful_nodes(const Hypergraph& graph, const std::vector<bool>& keep) {
  std::vector<bool> derivable(graph.nodes(), false), useful(graph.nodes(), false);
  auto possible = [&](EdgeId id) {
    const Edge& edge = graph.edge(id);
    bool all = keep[id];
    for (unsigned t = 0; t < edge.arity(); ++t) all = all && derivable[edge.tails[t]];
    return all;
  };
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      if (possible(id)) derivable[node] = true;
    }
  }
  if (!graph.empty()) useful[graph.goal()] = derivable[graph.goal()];
  for (Node node = static_cast<Node>(graph.nodes()); node-- > 0;) {
    if (!useful[node]) continue;
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      if (!possible(id)) continue;
      const Edge& edge = graph.edge(id);
      for (unsigned t = 0; t < edge.arity(); ++t) useful[edge.tails[t]] = true;
    }
  }
  return useful;
}

}  // namespace

Hypergraph filter(const Hypergraph& graph, const std::vector<bool>& keep) {
  const std::vector<bool> useful = useful_nodes(graph, keep);
  HypergraphBuilder builder(graph.feature_names());
  for (Symbol word = 0; word < static_cast<Symbol>(graph.words()); ++word) {
    builder.add_word(graph.word(word));
  }
  std::vector<LabelId> labels(graph.labels(), kNoEdge);
  std::vector<Node> nodes(graph.nodes(), kNoNode);
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (!useful[node]) continue;
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      const Edge& edge = graph.edge(id);
      std::array<Node, 2> tails{};
      bool possible = keep[id];
      for (unsigned t = 0; t < edge.arity(); ++t) {
        tails[t] = nodes[edge.tails[t]];
        possible = possible && tails[t] != kNoNode;
      }
      if (!possible) continue;
      if (labels[edge.label] == kNoEdge) {
        const Label& label = graph.label(edge.label);
        labels[edge.label] =
            builder.add_label(graph.symbols(edge.label), graph.label_features(edge.label),
                              label.source_start, label.source_end, graph.links(edge.label));
      }
      builder.add_edge(labels[edge.label], std::span(tails).first(edge.arity()), edge.score);
      for (const Delta& delta : graph.deltas(id)) builder.add_delta(delta.column, delta.value);
    }
    nodes[node] = builder.end_node();
  }
  return std::move(builder).finish();
}

Hypergraph prune_by_score(const Hypergraph& graph, double margin) {
  const std::vector<double> best = edge_max_marginals(graph);
  const double top = best.empty() ? 0.0 : *std::max_element(best.begin(), best.end());
  // Sums in another order differ in the last bits: the best derivation must not fall to that.
  const double slack = 1e-9 * (1.0 + std::fabs(top));
  std::vector<bool> keep(graph.edges());
  for (EdgeId id = 0; id < graph.edges(); ++id) keep[id] = best[id] >= top - margin - slack;
  return filter(graph, keep);
}

Hypergraph prune_by_posterior(const Hypergraph& graph, double posterior, double scale) {
  const std::vector<double> posteriors = edge_posteriors(graph, scale);
  std::vector<bool> keep(graph.edges());
  for (EdgeId id = 0; id < graph.edges(); ++id) keep[id] = posteriors[id] >= posterior;
  for (const EdgeId id : best_derivation(graph)) keep[id] = true;
  return filter(graph, keep);
}

Hypergraph prune_by_density(const Hypergraph& graph, double density) {
  const std::vector<EdgeId> derivation = best_derivation(graph);
  std::vector<Symbol> words;
  derivation_words(graph, derivation, words);
  const double wanted = density * static_cast<double>(std::max<std::size_t>(1, words.size()));
  if (wanted >= static_cast<double>(graph.edges())) return graph;
  std::vector<double> best = edge_max_marginals(graph), sorted = best;
  const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(std::max(1.0, wanted)) - 1;
  std::nth_element(sorted.begin(), place, sorted.end(), std::greater<>());
  std::vector<bool> keep(graph.edges());
  for (EdgeId id = 0; id < graph.edges(); ++id) keep[id] = best[id] >= *place;
  for (const EdgeId id : derivation) keep[id] = true;
  return filter(graph, keep);
}

}  // namespace manyways::graph
